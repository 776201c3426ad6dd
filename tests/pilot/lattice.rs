//! O18: lattice walks at a pilot's step against their exact laws: on a line, where up and down are a birth and death
//! chain, whatever is clamped; and on correlated Gaussians, whose second moments have a linear equation.

use super::super::support::{Answer, GaussianData, Matrix, begin, chain_mean, check, ruled};
use super::{look, near};
use sgmcmc::precond::Preconditioner;
use sgmcmc::rule::{Lattice, Rule};
use sgmcmc::{
    Batch, BatchSettings, Block, BlockList, ChainSettings, Estimator, Finding, Health, HealthFinding,
    HealthReport, HealthSettings, Model, PilotReport, PilotSettings, Real,
};

/// Some 40 numbers are compared: the chance of one false alarm is 1e-7.
const SIGMAS: f64 = 6.0;

pub(super) fn walk<'a>(data_len: u32, batch: BatchSettings, step_size: f64) -> ChainSettings<'a> {
    let rule = ruled(Rule::Lattice(Lattice::default()), step_size, 1.0);
    ChainSettings::new(data_len, batch, rule)
}

/// 39 of N(0, 1), and one far from them.
pub(super) fn with_outlier(at: &[f64]) -> GaussianData {
    let mut data = GaussianData::normal(40 - at.len(), 1);
    data.x.extend(at);
    data
}

/// What a walk on a line has: the mean and the standard deviation in those of the posterior, N(mean, 1/40), the mean
/// of what is clamped off the gradient, and the share of the moves.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) shift: f64,
    pub(super) deviation: f64,
    pub(super) clamped: f64,
    pub(super) share: f64,
}

/// Over all batches of one or of two, on the points θ = mean + kδ: π(k + 1)/π(k) = up(k)/down(k + 1).
pub(super) fn on_a_line(data: &GaussianData, batch_len: usize, step_size: f64) -> Line {
    let (n, mean) = (data.x.len() as f64, data.mean(0));
    let batches: Vec<f64> = match batch_len {
        1 => data.x.clone(),
        _ => (0..data.x.len()).flat_map(|i| (0..i).map(move |j| 0.5 * (data.x[i] + data.x[j]))).collect(),
    };
    let (delta, unit) = ((2.0 * step_size).sqrt(), (0.5 * step_size).sqrt());
    let reach = (8.0 / n.sqrt() / delta) as i32;
    let at = |k: i32| mean + f64::from(k) * delta;
    let of = |k: i32, f: &dyn Fn(f64) -> f64| {
        batches.iter().map(|x| f(n * (x - at(k)) * unit)).sum::<f64>() / batches.len() as f64
    };
    let up = |k| 0.5 + 0.5 * of(k, &|x| x.clamp(-1.0, 1.0));
    let mut law = vec![1.0];
    for k in -reach..reach {
        law.push(law.last().expect("the first") * up(k) / (1.0 - up(k + 1)));
    }
    let total: f64 = law.iter().sum();
    let over = |f: &dyn Fn(i32) -> f64| (-reach..).zip(&law).map(|(k, p)| p / total * f(k)).sum::<f64>();
    let first = over(&|k| at(k) - mean);
    let second = over(&|k| (at(k) - mean) * (at(k) - mean));
    Line {
        shift: first * n.sqrt(),
        deviation: (n * (second - first * first)).sqrt(),
        clamped: over(&|k| of(k, &|x| x - x.clamp(-1.0, 1.0))) / unit,
        share: over(&|k| of(k, &|x| f64::from(x.abs() > 1.0))),
    }
}

/// A run that was looked at: draws, the chain's own number of what is clamped, and its health.
fn run<R: Real>(
    settings: &ChainSettings<'_>,
    start: &[f64],
    model: &mut impl Model<R>,
    steps: u64,
) -> (Vec<f64>, f64, HealthReport) {
    let start: Vec<R> = start.iter().map(|x| R::from_f64(*x)).collect();
    let mut chain = begin::<R>(settings, &start);
    let mut health = Health::new(&HealthSettings::default()).expect("defaults");
    let mut draws = Vec::new();
    for _ in 0..steps / 10 {
        chain.run_with_health(10, model, None, 10, &mut health).expect("good steps");
        draws.push(chain.theta().expect("its memory")[0].to_f64());
    }
    let report = health.report(chain.state(), None, None).expect("its chain");
    (draws, chain.statistics().clamped_gradient, report)
}

pub(super) fn text(report: &PilotReport) -> String {
    let mut text = String::new();
    report.write(&mut text).expect("a string");
    text
}

#[test]
fn a_clamped_walk_is_not_silently_elsewhere() {
    for (batch_len, too_large) in [(1, 2.447e-5), (2, 4.8e-5)] {
        let mut data = with_outlier(&[12.0]);
        let mean = data.mean(0);
        let batch = BatchSettings::WithoutReplacement(batch_len);
        let wrong = on_a_line(&data, batch_len as usize, too_large);
        let settings = ChainSettings { burn_in: 5000, ..walk(40, batch, too_large) };
        let report = look::<f64>(&PilotSettings::default(), &settings, &[mean], &mut data).report;
        let right = on_a_line(&data, batch_len as usize, report.step_size);
        println!(
            "m = {batch_len}: η {:.4e} ({:.4e}), {right:?}, {wrong:?}\n{report:?}\n{}",
            report.step_size,
            report.clamped_limit,
            text(&report)
        );
        assert!(right.shift.abs() < 0.06 && (right.deviation - 1.0).abs() < 0.03, "{right:?}");
        // What was predicted of the step that is set, from 256 batches.
        near("shift", report.predicted_shift, wrong.shift.abs(), 0.25);
        assert!(report.has(Finding::Clamped) && !report.has(Finding::NoStepSize), "{}", text(&report));
        // The chain's own count, and what its health makes of it.
        let (draws, clamped, health) = run::<f64>(&settings, &[mean], &mut data, 200_000);
        println!("{clamped} of {wrong:?}; {health:?}");
        let found = chain_mean(&draws[500..]);
        check("the mean", found.mean, mean + wrong.shift / 40f64.sqrt(), found.error, SIGMAS);
        let error = (wrong.share / 200_000.0).sqrt() / wrong.share;
        check("what is clamped", clamped / wrong.clamped.abs(), 1.0, 2.0 * error, SIGMAS);
        assert!(health.has(HealthFinding::LatticeCut) && health.clamped_share < 0.06, "{health:?}");
        near("the shift that health sees", health.clamped_shift, wrong.shift.abs(), 0.3);
        // At the pilot's step nothing is said by either.
        let settings = ChainSettings { burn_in: 5000, ..walk(40, batch, report.step_size) };
        let again = look::<f64>(&PilotSettings::default(), &settings, &[mean], &mut data).report;
        assert!(!again.has(Finding::Clamped) && !again.has(Finding::StepTooLarge), "{}", text(&again));
        let health = run::<f64>(&settings, &[mean], &mut data, 200_000).2;
        assert!(!health.has(HealthFinding::LatticeCut), "{health:?}");
    }
}

/// Whatever the batch kind, the precision, the metric and the blocks: the same limit, and none where nothing is to one side.
#[test]
fn the_limit_is_that_of_the_gradients() {
    let mut data = with_outlier(&[12.0]);
    let mean = data.mean(0);
    let pilot = PilotSettings::default();
    let once = BatchSettings::WithoutReplacement(1);
    let plain = look::<f64>(&pilot, &walk(40, once, 2.4e-5), &[mean], &mut data).report;
    for batch in [BatchSettings::WithReplacement(1), BatchSettings::Epochs(1), once] {
        let found = look::<f32>(&pilot, &walk(40, batch, 2.4e-5), &[mean], &mut data).report;
        let line = on_a_line(&data, 1, found.step_size);
        println!("{batch:?}: {:.3e} {line:?}", found.step_size);
        assert!(line.shift.abs() < 0.08 && (line.deviation - 1.0).abs() < 0.03, "{batch:?}: {line:?}");
        assert!(found.has(Finding::Clamped), "{}", text(&found));
    }
    // In a metric, and with a range's own factor.
    let half = [Block { step_size_factor: 0.5, ..Block::new(0, 1) }];
    let blocks = ChainSettings { blocks: BlockList::from(&half), ..walk(40, once, 4.8e-5) };
    let diagonal = [4.0];
    let preconditioner = Preconditioner::Diagonal(&diagonal);
    let rule = Rule::Lattice(Lattice { preconditioner, ..Lattice::default() });
    let rule = ruled(rule, 0.6e-5, 1.0);
    let metric = ChainSettings::new(40, once, rule);
    for (settings, factor) in [(blocks, 0.5), (metric, 4.0)] {
        let found = look::<f64>(&pilot, &settings, &[mean], &mut data).report;
        near("the step", factor * found.step_size, plain.step_size, 0.3);
        near("the shift", found.predicted_shift, plain.predicted_shift, 0.2);
    }
    // A control variate of this model has no noise, and nothing is clamped.
    for estimator in [Estimator::FixedCentre { centre: None }, Estimator::Saga] {
        let found =
            look::<f64>(&pilot, &ChainSettings { estimator, ..walk(40, once, 2.4e-5) }, &[mean], &mut data);
        assert_eq!(found.report.clamped_limit, f64::INFINITY, "{}", text(&found.report));
    }
    // Heavy tails to both sides make the law wider, and leave its mean: no drift is all to one side.
    let mut data = with_outlier(&[-12.0, 12.0]);
    let mean = data.mean(0);
    let found = look::<f64>(&pilot, &walk(40, once, 1e-5), &[mean], &mut data).report;
    let line = on_a_line(&data, 1, found.step_size);
    println!("both sides: {:.3e} {line:?} {}", found.step_size, found.predicted_shift);
    assert!(line.shift.abs() < 0.08 && (line.deviation - 1.0).abs() < 0.04, "{line:?}");
    let settings = ChainSettings { burn_in: 5000, ..walk(40, once, found.step_size) };
    assert!(!run::<f32>(&settings, &[mean], &mut data, 200_000).2.has(HealthFinding::LatticeCut));
}

/// Epochs of as many batches as a count can have, and more than half of it.
#[test]
fn the_most_data_are_looked_at() {
    let mut model = Bowl { precision: Matrix::scalar(2, 3.0) };
    for data_len in [1 << 31, u32::MAX] {
        let settings = walk(data_len, BatchSettings::WithoutReplacement(1), 1e-12);
        let report = look::<f64>(&PilotSettings::default(), &settings, &[0.0; 2], &mut model).report;
        assert_eq!(report.clamped_limit, f64::INFINITY, "{}", text(&report));
    }
}

/// A log-likelihood -½ θᵀHθ.
pub(super) struct Bowl {
    pub(super) precision: Matrix,
}

impl<R: Real> Model<R> for Bowl {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let theta: Vec<f64> = theta.iter().map(|x| x.to_f64()).collect();
        for (i, g) in gradient.into_iter().flatten().enumerate() {
            *g =
                R::from_f64(-theta.iter().enumerate().map(|(j, x)| self.precision.at(i, j) * x).sum::<f64>());
        }
        Ok(-0.5 * self.precision.along(&theta))
    }
}

/// A rotation: reflections at vectors without a pattern.
fn rotation(size: usize) -> Matrix {
    let mut rotation = Matrix::scalar(size, 1.0);
    for k in 0..3 {
        let v: Vec<f64> =
            (0..size).map(|i| libm::sin(1.0 + 2.3 * i as f64 + 1.7 * f64::from(k) * i as f64)).collect();
        let square: f64 = v.iter().map(|v| v * v).sum();
        let mirror = Matrix::from_fn(size, |i, j| f64::from(u8::from(i == j)) - 2.0 * v[i] * v[j] / square);
        rotation = &mirror * &rotation;
    }
    rotation
}

fn besides_diagonal(matrix: &Matrix) -> Matrix {
    Matrix::from_fn(matrix.size, |i, j| if i == j { 0.0 } else { matrix.at(i, j) })
}

/// How far off the largest and the least variance of any direction are, for H = QΛQᵀ and noise of covariance C, where
/// nothing is clamped. E ΔΔᵀ is η²(HΣH + C) besides its diagonal, which is 2ητ:
///
/// HΣ + ΣH = 2τI + η (HΣH + C - diagonal), solved again and again in the eigenvectors of H.
fn off(rotation: &Matrix, lambda: &[f64], noise: &Matrix, step_size: f64) -> [f64; 2] {
    let d = lambda.len();
    let curvature = rotation.around(&Matrix::diagonal(lambda));
    let back = rotation.transposed();
    let mut sigma = rotation.around(&Matrix::from_fn(d, |i, j| if i == j { 1.0 / lambda[i] } else { 0.0 }));
    for _ in 0..60 {
        let fresh = besides_diagonal(&(&curvature.around(&sigma) + noise));
        let right = &Matrix::scalar(d, 2.0) + &(step_size * &fresh);
        let right = back.around(&right);
        sigma = rotation.around(&Matrix::from_fn(d, |i, j| right.at(i, j) / (lambda[i] + lambda[j])));
    }
    // In the posterior's own scale, shifted so that powers find either end.
    let inner = back.around(&sigma);
    let scaled = Matrix::from_fn(d, |i, j| inner.at(i, j) * (lambda[i] * lambda[j]).sqrt());
    let shifted = &Matrix::scalar(d, 3.0) + &(-1.0 * &scaled);
    [scaled.largest().0 - 1.0, 2.0 - shifted.largest().0]
}

#[test]
fn a_correlated_target_has_the_variances_that_are_tolerated() {
    let spike = |d: usize| {
        // The first direction is (1, …, 1)/√d, by one reflection.
        let mut v = vec![1.0 / (d as f64).sqrt(); d];
        v[0] -= 1.0;
        let square: f64 = v.iter().map(|v| v * v).sum();
        Matrix::from_fn(d, |i, j| f64::from(u8::from(i == j)) - 2.0 * v[i] * v[j] / square)
    };
    let ladder = |d: usize, decades: f64| -> Vec<f64> {
        (0..d).map(|i| libm::pow(10.0, decades * i as f64 / (d - 1) as f64)).collect()
    };
    let of = |d: usize, first: f64| {
        let mut lambda = vec![1.0; d];
        lambda[0] = first;
        lambda
    };
    for (name, rotation, lambda) in [
        ("a spike", spike(10), of(10, 100.0)),
        ("a valley", spike(10), of(10, 0.01)),
        ("rotated", rotation(30), ladder(30, 4.0)),
        ("with more directions than products", rotation(50), ladder(50, 2.0)),
    ] {
        let (d, none) = (lambda.len(), Matrix::zero(lambda.len()));
        let largest = lambda.iter().fold(0.0, |a: f64, b| a.max(*b));
        let old = off(&rotation, &lambda, &none, 2.0 / 9.0 / largest);
        let mut model = Bowl { precision: rotation.around(&Matrix::diagonal(&lambda)) };
        let settings = walk(1, BatchSettings::All, 2.0 / 9.0 / largest);
        let report = look::<f64>(&PilotSettings::default(), &settings, &vec![0.0; d], &mut model).report;
        let found = off(&rotation, &lambda, &none, report.step_size);
        println!(
            "{name}: ηλ {:.4} {found:?}, at 2/9 {old:?}, predicted {}",
            report.step_size * largest,
            report.predicted_inflation
        );
        let most = found[0].max(-found[1]);
        assert!(most < 0.053 && most > 0.03 || report.step_size * largest > 0.222, "{name}: {found:?}");
        let old = old[0].max(-old[1]);
        assert!(
            report.predicted_inflation > 0.95 * old && report.predicted_inflation < 1.4 * old + 0.01,
            "{name}: {old:?}"
        );
        assert_eq!(
            report.has(Finding::StepTooLarge),
            report.predicted_inflation > 0.075,
            "{}",
            text(&report)
        );
    }
}
