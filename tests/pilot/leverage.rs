//! A single datum that has nearly all of the curvature, and of what the noise grows by: regressions on 999 x from N(0, 1),
//! and one of 100.

use super::super::support::{Answer, Gaussian, Matrix, ruled, sgld};
use super::{look, near};
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::rule::{Aboba, Baoab, Rule, Sghmc, StepParameters};
use sgmcmc::{Batch, BatchSettings, ChainSettings, Interrupt, Model, PilotSettings, Real};

const DATA: u32 = 1000;

/// The precision of a normal prior.
const PRIOR: f64 = 50.0;

/// y_i ~ N(x_i θ, 1), or a label with P = 1 / (1 + exp(-x_i θ)); of labels there are as many of either kind.
struct Regression {
    x: Vec<f64>,
    y: Vec<f64>,
    is_logistic: bool,
}

impl Regression {
    fn new(is_logistic: bool) -> Self {
        let mut x = vec![0.0; 2 * DATA as usize];
        fill_normals(&mut Generators::new(3, 0).expect("a chain").noise, &mut x);
        let y = x.split_off(DATA as usize);
        x[617] = 100.0;
        Self { x, y, is_logistic }
    }

    fn mode(&self) -> f64 {
        let products: f64 = self.x.iter().zip(&self.y).map(|(x, y)| x * y).sum();
        if self.is_logistic { 0.0 } else { products / self.curvature() }
    }

    /// That at the mode.
    fn curvature(&self) -> f64 {
        let squares: f64 = self.x.iter().map(|x| x * x).sum();
        PRIOR + if self.is_logistic { 0.25 * squares } else { squares }
    }
}

impl<R: Real> Model<R> for Regression {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let Batch::Indices(batch) = batch else { return Err(Interrupt::Stop(1)) };
        let (theta, share) = (theta[0].to_f64(), 1.0 / batch.len() as f64);
        let (mut value, mut slope) = (0.0, 0.0);
        for (x, y) in batch.iter().map(|i| (self.x[*i as usize], self.y[*i as usize])) {
            let z = x * theta - if self.is_logistic { 0.0 } else { y };
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
    let settings = ChainSettings {
        prior: Prior::gaussian(0.0, PRIOR),
        ..ChainSettings::new(DATA, batch, sgld(1e-6, 1.0))
    };
    look::<R>(pilot, &settings, &[model.mode()], model).report.curvature
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

/// A rule's variance as a multiple of the posterior's, where the gradient's noise is v + w x² at x from the mode: that of
/// noise of the variance which it has in the mean, as steps are linear.
fn law(rule: &Rule<'_>, step_size: f64, curvature: f64, [v, w]: [f64; 2]) -> f64 {
    let (at, mut noise, mut variance) = (StepParameters::step_size(step_size), v, 0.0);
    for _ in 0..200 {
        let target = Gaussian::scalar(1.0 / curvature).with_noise(libm::sqrt(noise));
        let covariance = match rule {
            Rule::Sghmc(rule) => target.sghmc(rule, &at),
            Rule::Baoab(rule) => target.baoab(rule, &at),
            Rule::Aboba(rule) => target.aboba(rule, &at),
            _ => target.langevin(&Matrix::scalar(1, 1.0), &at),
        }
        .covariance();
        variance = covariance.at(0, 0);
        // ABOBA looks half a step on.
        let half = matches!(rule, Rule::Aboba(_));
        let more = if half { covariance.at(0, 1) + 0.25 * covariance.at(1, 1) } else { 0.0 };
        noise = v + w * (variance + more);
    }
    curvature * variance
}

/// What is promised of the step that is found, and where variances have no bound, against exact laws. The datum is in a
/// hundredth of 65536 batches, each with the square of a normal number: ν_K² is good to sqrt(3/655) = 0.068, and the mean
/// of eight to 0.024.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn noise_that_grows_is_counted() {
    const SEEDS: u64 = 8;
    let mut model = Regression::new(false);
    let (n, m, mode, curvature) = (f64::from(DATA), 10.0, model.mode(), model.curvature());
    // Of the slopes at the mode, and of what they change by.
    let noise = [0, 1].map(|k| {
        let of = |(x, y): (&f64, &f64)| if k == 0 { x * (y - x * mode) } else { x * x };
        let slopes: Vec<f64> = model.x.iter().zip(&model.y).map(of).collect();
        let mean = slopes.iter().sum::<f64>() / n;
        n * (n / m - 1.0) * slopes.iter().map(|g| (g - mean) * (g - mean)).sum::<f64>() / (n - 1.0)
    });
    let grown = noise[1] / curvature;
    println!("ν² = {:.3e}, ν_K² = {grown:.3e}", noise[0]);
    for rule in [
        Rule::SGLD,
        Rule::Sghmc(Sghmc::default()),
        Rule::Baoab(Baoab::default()),
        Rule::Aboba(Aboba::default()),
    ] {
        let sampler = ruled(rule, 1e-9, 1.0);
        let settings = ChainSettings {
            prior: Prior::gaussian(0.0, PRIOR),
            ..ChainSettings::new(DATA, BatchSettings::WithoutReplacement(10), sampler)
        };
        let [mut off, mut promised, mut compensated, mut variate, mut limit] = [0.0; 5];
        for seed in 0..SEEDS {
            let pilot = PilotSettings { seed, pair_count: 65536, ..PilotSettings::default() };
            let report = look::<f64>(&pilot, &settings, &[mode], &mut model).report;
            let share = 1.0 / SEEDS as f64;
            off += share * (law(&rule, report.step_size, curvature, noise) - 1.0);
            promised += share * report.inflation_at(report.step_size);
            compensated +=
                share * (law(&rule, report.compensated_step_size, curvature, [0.0, noise[1]]) - 1.0);
            variate += share * report.variate_direction;
            limit += share * report.stability_limit;
        }
        println!("{rule:?}");
        near("ν_K²", variate, grown, 0.072);
        near("variances", off, promised, 0.08);
        near("compensated", compensated, promised, 0.1);
        if let Rule::Langevin(_) = rule {
            near("the stable step", limit, 2.0 / (curvature + grown), 0.072);
        }
    }
}
