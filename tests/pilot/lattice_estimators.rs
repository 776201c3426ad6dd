//! What lattice walks clamp of gradients by an anchor, against what they clamp of others, by what scales c = G̃ - E G̃: what
//! b c is over sqrt(2τ/η) is b times what c is at b²η.

use super::super::support::Answer;
use super::lattice::{on_a_line, walk, with_outlier};
use super::{look, near};
use sgmcmc::{Batch, BatchSettings, ChainSettings, Estimator, Model, PilotReport, PilotSettings, Real};

const ONE: BatchSettings = BatchSettings::WithoutReplacement(1);

fn shift<R: Real>(model: &mut dyn Model<R>, estimator: Estimator<'_>, step_size: f64, at: f64) -> f64 {
    let settings = ChainSettings { estimator, ..walk(40, ONE, step_size) };
    let report: PilotReport = look::<R>(&PilotSettings::default(), &settings, &[at], model).report;
    report.predicted_shift
}

/// ℓ_i = -½ θ² - p_i θ³/3 of 40 data, with p = 30 for the last, and 0 else: variates of it are all to one side.
struct Bent;

impl Model<f64> for Bent {
    fn log_likelihood(&mut self, theta: &[f64], batch: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        let bend = match batch {
            Batch::All => 30.0 / 40.0,
            Batch::Indices(indices) => {
                30.0 * indices.iter().filter(|i| **i == 39).count() as f64 / indices.len() as f64
            }
        };
        let x = theta[0];
        gradient.into_iter().flatten().for_each(|g| *g = -x - bend * x * x);
        Ok(-0.5 * x * x - bend * x * x * x / 3.0)
    }
}

/// From the next draw an anchor that is a draw is twice as far away as a fixed centre at the mode.
#[test]
fn an_anchor_that_is_a_draw_is_twice_as_far() {
    let (step_size, centre) = (1.0 / 225.0, [0.0]);
    let fixed =
        |step_size| shift::<f64>(&mut Bent, Estimator::FixedCentre { centre: Some(&centre) }, step_size, 0.0);
    assert!(fixed(2.0 * step_size) > 0.01, "{}", fixed(2.0 * step_size));
    for estimator in [Estimator::Saga, Estimator::Svrg { interval: 10, averaged: false }] {
        let found = shift::<f64>(&mut Bent, estimator, step_size, 0.0);
        near("a draw", found, 2f64.sqrt() * fixed(2.0 * step_size), 1e-3);
    }
}

/// An anchor of n₁ data brings b² = (m/n₁) (n - n₁)/(n - m) of a gradient's variance.
#[test]
fn an_anchor_of_some_data_has_its_own_noise_clamped() {
    let (square, at) = (0.1 * 30.0 / 39.0, 2.447e-5);
    let mut data = with_outlier(&[12.0]);
    let (mean, plain) = (data.mean(0), on_a_line(&data, 1, at).shift.abs());
    let estimator = Estimator::Practical { anchor_len: 10, interval: 5, averaged: false };
    let found = shift::<f64>(&mut data, estimator, at / square, mean);
    near("some data", found, f64::sqrt(square) * plain, 0.1);
}
