//! What a chain says of posteriors that it cannot know, and of those with an end.

use super::{off, room, sample, start};
use crate::support::{Answer, Each, Level};
use sgmcmc::{Batch, Block, EnsembleChain, EnsembleReport, EnsembleSettings, Error, Interrupt, Model, Real};

/// Independent parameters with laws that have an end: uniform on (-1, 1), or half normal.
#[derive(Clone, Copy)]
struct Ends {
    half_normal: bool,
}

impl Model<f64> for Ends {
    fn log_likelihood(&mut self, theta: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        let inside = |x: &f64| if self.half_normal { *x >= 0.0 } else { x.abs() <= 1.0 };
        if !theta.iter().all(inside) {
            return Err(Interrupt::Impossible);
        }
        let precision = f64::from(u8::from(self.half_normal));
        gradient.into_iter().flatten().zip(theta).for_each(|(g, x)| *g = -precision * x);
        Ok(theta.iter().map(|x| -0.5 * precision * x * x).sum())
    }
}

/// A trajectory that the end of the support cuts off does not make steps shorter without end, and the law is right. The bound is
/// 4.5 standard errors.
#[test]
fn ends_of_a_support_do_not_shorten_steps() {
    let settings = EnsembleSettings::new(1);
    for (half_normal, dim) in [(false, 1), (false, 3), (true, 1), (true, 3)] {
        let mut model = Ends { half_normal };
        let draws: Vec<_> = (0..4)
            .map(|index| {
                let theta: Vec<f64> =
                    start(dim, 80 + u64::from(index)).iter().map(|x: &f64| x.abs() / 2.0).collect();
                let (draws, report) = sample(&settings, index, &theta, 2000, &mut model).expect("a chain");
                assert!(report.leapfrog_count <= 15 && report.pass_count < 35_000.0, "{report}");
                assert!(report.is_doubtful(), "{report}");
                draws
            })
            .collect();
        let exact =
            if half_normal { [libm::sqrt(2.0 / core::f64::consts::PI), 1.0] } else { [0.0, 1.0 / 3.0] };
        let z = off(&draws, dim, |theta| [theta[0], theta[0] * theta[0]], exact);
        assert!(z.iter().all(|z| z.abs() < 4.5), "{half_normal} {dim}: {z:?}");
    }
}

/// N(1000, σ²) beside N(0, 1).
struct Far {
    sigma: f64,
}

impl<R: Real> Model<R> for Far {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let [far, near] = [theta[0].to_f64(), theta[1].to_f64()];
        let z = (far - 1000.0) / self.sigma;
        let slopes = [-z / self.sigma, -near];
        gradient.into_iter().flatten().zip(slopes).for_each(|(g, slope)| *g = R::from_f64(slope));
        Ok(-0.5 * (z * z + near * near))
    }
}

/// Where neighbouring numbers are 6e-5 apart a deviation of less is no sample, and of more is one.
#[test]
fn what_a_precision_cannot_hold_is_said() {
    let settings = EnsembleSettings::new(1);
    let of = |index, sigma| {
        let theta = start::<f32>(2, 900 + u64::from(index));
        sample(&settings, index, &theta, 10, &mut Far { sigma }).expect("a chain").1
    };
    for index in 0..4 {
        for sigma in [1e-6, 4e-5] {
            let report = of(index, sigma);
            let text = report.to_string();
            assert!(report.coarse_count == 1 && text.contains("neighbouring numbers"), "{sigma}: {text}");
        }
        let report = of(index, 3e-4);
        assert!(report.coarse_count == 0 && !report.is_doubtful(), "{report}");
        let theta = start::<f64>(2, 900 + u64::from(index));
        let (_, report) = sample(&settings, index, &theta, 10, &mut Far { sigma: 1e-6 }).expect("a chain");
        assert!(report.coarse_count == 0 && !report.is_doubtful(), "{report}");
    }
}

/// log(½ exp(-x²/2) + ½ exp(-x²/2s²)/s), s = 0.01: a narrow law within a wide one, where ε suits one of them.
fn narrow_in_wide(x: f64) -> (f64, f64) {
    let [wide, narrow] = [-0.5 * x * x, -0.5 * x * x / 1e-4 - libm::log(0.01)];
    let most = wide.max(narrow);
    let [p, q] = [wide, narrow].map(|log| libm::exp(log - most));
    (most + libm::log(p + q), -x * (p + q / 1e-4) / (p + q))
}

/// Each thing that is to be doubted has its words.
#[test]
fn chains_that_cannot_be_right_have_words() {
    let own = EnsembleSettings::new(1);
    let says = |report: EnsembleReport, words: &str| {
        let text = report.to_string();
        assert!(report.is_doubtful() && text.contains(words), "{text}");
    };
    let normal = |x: f64| (-0.5 * x * x, -x);
    for index in 0..4 {
        let of = |settings, dim, model: &mut dyn Model<f64>| {
            sample(settings, index, &start(dim, 900 + u64::from(index)), 1000, model).expect("a chain").1
        };
        // Nothing holds the sum of both.
        struct Ridge;
        impl Model<f64> for Ridge {
            fn log_likelihood(&mut self, x: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
                let off = x[0] - x[1];
                gradient.into_iter().flatten().zip([-off, off]).for_each(|(g, slope)| *g = slope);
                Ok(-0.5 * off * off)
            }
        }
        says(of(&own, 2, &mut Ridge), "the posterior is improper");
        let low = EnsembleSettings { target_acceptance: 0.1, ..own };
        says(of(&low, 2, &mut Each(normal)), "trajectories, and stayed where it was");
    }
    let (_, report) =
        sample(&own, 1, &start::<f64>(1, 901), 1000, &mut Each(narrow_in_wide)).expect("a chain");
    assert!(report.has_short_steps && report.divergence_count == 0, "{report}");
    says(report, "Its steps are short");
}

/// Where nothing may move there is no warm-up, and one draw.
#[test]
fn frozen_chains_learn_nothing() {
    let blocks = [Block { frozen: true, ..Block::new(0, 2) }];
    let settings = EnsembleSettings { blocks: (&blocks).into(), ..EnsembleSettings::new(1) };
    let theta = [1.5f64, -0.0];
    let (draws, report) = sample(&settings, 0, &theta, 10, &mut Level).expect("a chain");
    assert!(draws.chunks(2).all(|draw| draw[0] == 1.5 && draw[1].is_sign_negative()), "{draws:?}");
    assert!(report.is_warm && report.growth.is_nan() && report.pass_count < 40.0, "{report}");
    assert_eq!((report.draw_count, report.accepted_count), (10, 10));
}

/// Memory that is not the chain's is refused where it has no finite θ.
#[test]
fn memory_without_a_state_is_refused() {
    let settings = EnsembleSettings::new(1);
    let mut memory = room::<f64>(&settings, 2);
    let mut model = Each(|x: f64| (-0.5 * x * x, -x));
    let mut chain = EnsembleChain::start(&settings, 0, &[0.0; 2], &mut memory, &mut model).expect("a chain");
    let mut other = room::<f64>(&settings, 2);
    assert_eq!(chain.advance(&mut other, 1, &mut model, None), Err(Error::ThetaNotFinite.into()));
    chain.warm_up(&mut memory, &mut model).expect("a warm-up");
}
