//! A pilot's curvature where a single datum has nearly all of it: regressions on 999 x from N(0, 1), and one of 100.

use super::super::support::sgld;
use super::{look, near};
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::{Batch, BatchSettings, ChainSettings, Interrupt, Model, PilotSettings, Real};

const DATA: u32 = 1000;

/// The precision of a normal prior.
const PRIOR: f64 = 50.0;

/// y_i ~ N(x_i θ, 1), or a label with P = 1 / (1 + exp(-x_i θ)); all y are 0, or as many labels of either kind.
struct Regression {
    x: Vec<f64>,
    is_logistic: bool,
}

impl Regression {
    fn new(is_logistic: bool) -> Self {
        let mut x = vec![0.0; DATA as usize];
        fill_normals(&mut Generators::new(3, 0).expect("a chain").noise, &mut x);
        x[617] = 100.0;
        Self { x, is_logistic }
    }

    /// The curvature at the mode, 0.
    fn curvature(&self) -> f64 {
        let squares: f64 = self.x.iter().map(|x| x * x).sum();
        PRIOR + if self.is_logistic { 0.25 * squares } else { squares }
    }
}

impl<R: Real> Model<R> for Regression {
    fn log_likelihood(
        &mut self,
        theta: &[R],
        batch: Batch<'_>,
        gradient: Option<&mut [R]>,
    ) -> Result<f64, Interrupt> {
        let Batch::Indices(batch) = batch else { return Err(Interrupt::Stop(1)) };
        let (theta, share) = (theta[0].to_f64(), 1.0 / batch.len() as f64);
        let (mut value, mut slope) = (0.0, 0.0);
        for x in batch.iter().map(|i| self.x[*i as usize]) {
            let z = x * theta;
            if self.is_logistic {
                // The mean over both labels.
                value -= share * (libm::log1p(libm::exp(-z.abs())) + 0.5 * z.abs());
                slope -= share * 0.5 * x * libm::tanh(0.5 * z);
            } else {
                value -= share * 0.5 * z * z;
                slope -= share * x * z;
            }
        }
        gradient.into_iter().for_each(|g| g[0] = R::from_f64(slope));
        Ok(value)
    }
}

fn curvature<R: Real>(model: &mut Regression, batch: BatchSettings, pilot: &PilotSettings) -> f64 {
    let settings =
        ChainSettings { prior: Prior::gaussian(0.0, PRIOR), ..ChainSettings::new(DATA, batch, sgld(1e-6, 1.0)) };
    look::<R>(pilot, &settings, &[0.0], model).report.curvature
}

/// Whatever the seed, where there are as many pairs as all data are batches: also of seven data, of which the last batch
/// has six, and of batches that the chain draws with replacement.
#[test]
fn no_datum_is_missed() {
    for is_logistic in [false, true] {
        let mut model = Regression::new(is_logistic);
        for batch in [
            BatchSettings::WithoutReplacement(10),
            BatchSettings::WithoutReplacement(7),
            BatchSettings::WithReplacement(10),
            BatchSettings::Epochs(7),
        ] {
            for seed in 0..20 {
                let pilot = PilotSettings { seed, pair_count: 143, ..PilotSettings::default() };
                let exact = model.curvature();
                // A difference that reaches 1/1024 deviations, of a curvature that is even in θ.
                near("f64", curvature::<f64>(&mut model, batch, &pilot), exact, 1e-5);
                // One of a quarter: the logistic curvature falls by 0.03² / 6 of itself there, and more.
                near("f32", curvature::<f32>(&mut model, batch, &pilot), exact, 0.05);
            }
        }
    }
}

/// One pair fewer than that: all but one batch of an epoch, which has a datum in a hundred.
#[test]
fn of_part_of_the_data_none_is_looked_at_twice() {
    let mut model = Regression::new(false);
    let missed = (0..60).filter(|seed| {
        let pilot = PilotSettings { seed: *seed, pair_count: 99, ..PilotSettings::default() };
        curvature::<f64>(&mut model, BatchSettings::WithoutReplacement(10), &pilot) < 0.5 * model.curvature()
    });
    // 0.6 are expected, and six or more by a chance of 3e-5.
    assert!(missed.count() < 6);
}
