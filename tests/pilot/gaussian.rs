//! What a pilot measures of models whose curvature and noise are known, within a tenth.

use super::super::support::{Answer, Matrix, metropolis, ruled, sgld};
use super::{Seen, largest_eigenvalue, look, near};
use sgmcmc::mh::Proposal;
use sgmcmc::precond::Preconditioner;
use sgmcmc::prior::Prior;
use sgmcmc::rule::Rule;
use sgmcmc::{
    Batch, BatchSettings, Block, BlockList, ChainSettings, Estimator, Finding, Model, PilotSettings, Real,
};

const DIM: usize = 4;
const DATA: u32 = 400;
const BATCH: u32 = 20;

/// Enough for a standard error of 2.2 per cent in a variance.
const PAIRS: u32 = 4096;

/// ℓ_i = -½ a_i (θ - x_i)ᵀ A (θ - x_i) with a_i = 1 + spread sin i.
struct Bowls {
    centres: Vec<[f64; DIM]>,
    shape: Matrix,
    spread: f64,
    /// The precision of a normal prior by the callback.
    prior: f64,
}

impl Bowls {
    fn new(spread: f64) -> Self {
        let wave =
            |i: u32, j: usize| libm::sin(f64::from(i) * (1.3 + j as f64)) + 0.5 * libm::cos(f64::from(i));
        let rows = [[3.0, 0.5, 0.0, 0.1], [0.5, 1.0, 0.2, 0.0], [0.0, 0.2, 0.4, 0.1], [0.1, 0.0, 0.1, 0.2]];
        Self {
            centres: (0..DATA).map(|i| [0, 1, 2, 3].map(|j| wave(i, j))).collect(),
            shape: Matrix::rows(rows),
            spread,
            prior: 0.0,
        }
    }

    fn weight(&self, i: u32) -> f64 {
        1.0 + self.spread * libm::sin(f64::from(i))
    }

    /// ℓ_i and its gradient.
    fn datum(&self, theta: &[f64], i: u32) -> (f64, [f64; DIM]) {
        let off: Vec<f64> = theta.iter().zip(self.centres[i as usize]).map(|(t, x)| t - x).collect();
        let gradient = [0, 1, 2, 3]
            .map(|k| -self.weight(i) * (0..DIM).map(|j| self.shape.at(k, j) * off[j]).sum::<f64>());
        (0.5 * gradient.iter().zip(&off).map(|(g, x)| g * x).sum::<f64>(), gradient)
    }

    /// The covariance over batches of n times a batch's mean of what each datum has.
    fn covariance(&self, of: impl Fn(u32) -> [f64; DIM]) -> Matrix {
        let rows: Vec<_> = (0..DATA).map(of).collect();
        let n = f64::from(DATA);
        let mean = [0, 1, 2, 3].map(|k| rows.iter().map(|row| row[k]).sum::<f64>() / n);
        let scale = n * n / f64::from(BATCH) * (1.0 - f64::from(BATCH) / n) / (n - 1.0);
        Matrix::from_fn(DIM, |i, j| {
            scale * rows.iter().map(|row| (row[i] - mean[i]) * (row[j] - mean[j])).sum::<f64>()
        })
    }
}

impl<R: Real> Model<R> for Bowls {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let theta: Vec<f64> = theta.iter().map(|t| t.to_f64()).collect();
        let all: Vec<u32> = (0..DATA).collect();
        let indices = if let Batch::Indices(indices) = batch { indices } else { &all };
        let (mut value, mut sum) = (0.0, [0.0; DIM]);
        for i in indices {
            let (own, slope) = self.datum(&theta, *i);
            value += own;
            sum.iter_mut().zip(slope).for_each(|(sum, slope)| *sum += slope);
        }
        let share = 1.0 / indices.len() as f64;
        for (g, sum) in gradient.into_iter().flatten().zip(sum) {
            *g = *g + R::from_f64(share * sum);
        }
        Ok(share * value)
    }

    fn log_prior(&mut self, theta: &[R], gradient: Option<&mut [R]>) -> Answer {
        for (g, t) in gradient.into_iter().flatten().zip(theta) {
            *g = R::from_f64(-self.prior * t.to_f64());
        }
        Ok(theta.iter().map(|t| -0.5 * self.prior * t.to_f64() * t.to_f64()).sum())
    }
}

fn least_eigenvalue(matrix: &Matrix) -> f64 {
    1.0 / largest_eigenvalue(&matrix.inverse())
}

fn settings(batch: BatchSettings) -> ChainSettings<'static> {
    ChainSettings::new(DATA, batch, sgld(1e-4, 1.0))
}

const THETA: [f64; DIM] = [0.3, -0.2, 0.5, 0.1];

fn thorough() -> PilotSettings {
    PilotSettings { pair_count: PAIRS, covariance: true, ..PilotSettings::default() }
}

fn check_noise(seen: &Seen, exact: &Matrix) {
    let variances: Vec<f64> = (0..DIM).map(|i| exact.at(i, i)).collect();
    for (i, exact) in variances.iter().enumerate() {
        near("a coordinate's variance", seen.variance[i], *exact, 0.1);
    }
    near(
        "the noisiest coordinate",
        seen.report.noise_variance,
        variances.iter().fold(0.0, |a, b| a.max(*b)),
        0.1,
    );
    near("the noisiest direction", seen.report.noise_direction, largest_eigenvalue(exact), 0.1);
}

fn curvature_and_noise_are_within_a_tenth<R: Real>() {
    let mut model = Bowls::new(0.0);
    let exact = model.covariance(|i| model.datum(&THETA, i).1);
    let hessian = f64::from(DATA) * &model.shape;
    for batch in [BatchSettings::WithoutReplacement(BATCH), BatchSettings::Epochs(BATCH)] {
        let seen = look::<R>(&thorough(), &settings(batch), &THETA, &mut model);
        near("the largest curvature", seen.report.curvature, largest_eigenvalue(&hessian), 0.001);
        near("the least curvature", seen.report.least_curvature, least_eigenvalue(&hessian), 0.001);
        check_noise(&seen, &exact);
        for (i, found) in seen.covariance.iter().enumerate() {
            let [row, column] = [i / DIM, i % DIM];
            let scale = (exact.at(row, row) * exact.at(column, column)).sqrt();
            let off = (found - exact.at(row, column)) / scale;
            assert!(off.abs() < 0.1, "C at {row}, {column} is {off} off");
        }
        let coarse = look::<R>(
            &PilotSettings { covariance: false, ..thorough() },
            &settings(batch),
            &THETA,
            &mut model,
        );
        near(
            "the noisiest direction without C",
            coarse.report.noise_direction,
            largest_eigenvalue(&exact),
            0.1,
        );
        // The noise is the same at every θ, and so a control variate has none.
        assert!(seen.report.variate_direction < 1e-4 * seen.report.noise_direction);
    }
}

/// Shares of a pair that no power of two is are rounded; they are rounded alike on both sides of the diagonal and on it.
#[test]
fn the_covariance_is_symmetric_to_the_last_bit() {
    for pair_count in [5, 6, 7, 100] {
        let pilot = PilotSettings { pair_count, covariance: true, ..PilotSettings::default() };
        let batch = BatchSettings::WithoutReplacement(BATCH);
        let seen = look::<f64>(&pilot, &settings(batch), &THETA, &mut Bowls::new(1.0));
        for (i, number) in seen.covariance.iter().enumerate() {
            let [row, column] = [i / DIM, i % DIM];
            assert_eq!(*number, seen.covariance[DIM * column + row], "C at {row}, {column}");
        }
        let diagonal: Vec<f64> = seen.covariance.iter().step_by(DIM + 1).copied().collect();
        assert_eq!(diagonal, seen.variance);
    }
}

both!(curvature_and_noise_are_within_a_tenth);

#[test]
fn repeated_indices_bring_more_noise() {
    let mut model = Bowls::new(0.0);
    let exact = model.covariance(|i| model.datum(&THETA, i).1);
    // Without the factor for a finite population.
    let n = f64::from(DATA);
    let exact = ((n - 1.0) / n / (1.0 - f64::from(BATCH) / n)) * &exact;
    let seen = look::<f64>(&thorough(), &settings(BatchSettings::WithReplacement(BATCH)), &THETA, &mut model);
    check_noise(&seen, &exact);
}

#[test]
fn other_batches_can_be_looked_at() {
    let mut model = Bowls::new(0.0);
    let exact = model.covariance(|i| model.datum(&THETA, i).1);
    for batch in [BatchSettings::All, BatchSettings::Caller, BatchSettings::WithoutReplacement(7)] {
        let pilot = PilotSettings { batch_len: BATCH, ..thorough() };
        check_noise(&look::<f64>(&pilot, &settings(batch), &THETA, &mut model), &exact);
    }
    let whole = look::<f64>(&thorough(), &settings(BatchSettings::All), &THETA, &mut model).report;
    assert_eq!([whole.noise_variance, whole.noise_direction, whole.log_likelihood_variance], [0.0; 3]);
    near("by curvature alone", whole.step_size, 2.0 * 0.05 / (1.05 * whole.curvature), 1e-12);
}

#[test]
fn chunks_change_nothing() {
    let batch = BatchSettings::WithoutReplacement(BATCH);
    let whole = look::<f64>(&thorough(), &settings(batch), &THETA, &mut Bowls::new(0.5)).report;
    let cut = ChainSettings { chunk_len: 7, ..settings(batch) };
    let cut = look::<f64>(&thorough(), &cut, &THETA, &mut Bowls::new(0.5)).report;
    near("curvature", cut.curvature, whole.curvature, 1e-6);
    near("noise", cut.noise_direction, whole.noise_direction, 1e-9);
    assert_eq!(cut.gradient_count, whole.gradient_count);
}

#[test]
fn the_prior_curves_too() {
    let mut model = Bowls { prior: 900.0, ..Bowls::new(0.0) };
    let hessian = &(f64::from(DATA) * &model.shape) + &Matrix::scalar(DIM, 900.0);
    for prior in [Prior::gaussian(0.0, 900.0), Prior::Callback] {
        let settings = ChainSettings { prior, ..settings(BatchSettings::WithoutReplacement(BATCH)) };
        let seen = look::<f64>(&PilotSettings::default(), &settings, &THETA, &mut model).report;
        near("the largest curvature", seen.curvature, largest_eigenvalue(&hessian), 0.001);
        near("the least curvature", seen.least_curvature, least_eigenvalue(&hessian), 0.001);
    }
}

#[test]
fn curvature_is_that_of_the_metric() {
    let mut model = Bowls::new(0.0);
    let hessian = f64::from(DATA) * &model.shape;
    let noise = model.covariance(|i| model.datum(&THETA, i).1);
    let factor = [[0.5, 0.0, 0.0, 0.0], [0.1, 1.0, 0.0, 0.0], [0.0, 0.3, 1.5, 0.0], [0.2, 0.0, 0.1, 2.0]];
    let diagonal = [0.2, 1.0, 3.0, 5.0];
    let roots = Matrix::diagonal(&diagonal.map(f64::sqrt));
    let cases = [
        (Preconditioner::Diagonal(&diagonal), roots),
        (Preconditioner::Dense(factor.as_flattened()), Matrix::rows(factor)),
    ];
    for (preconditioner, factor) in cases {
        let rule = Rule::with_preconditioner(preconditioner);
        let sampler = ruled(rule, 1e-4, 1.0);
        let settings = ChainSettings { sampler, ..settings(BatchSettings::WithoutReplacement(BATCH)) };
        for covariance in [false, true] {
            let pilot = PilotSettings { covariance, ..thorough() };
            let seen = look::<f64>(&pilot, &settings, &THETA, &mut model);
            let in_metric = |of: &Matrix| factor.transposed().around(of);
            near("curvature", seen.report.curvature, largest_eigenvalue(&in_metric(&hessian)), 0.001);
            near("noise", seen.report.noise_direction, largest_eigenvalue(&in_metric(&noise)), 0.1);
            // What compensation takes is of θ itself.
            near("of θ", seen.variance[0], noise.at(0, 0), 0.1);
        }
    }
}

#[test]
fn frozen_coordinates_do_not_count() {
    let mut model = Bowls::new(0.0);
    let frozen = Block { frozen: true, ..Block::new(0, 1) };
    let blocks = [frozen, Block { step_size_factor: 4.0, ..Block::new(1, 2) }];
    let settings = ChainSettings {
        blocks: BlockList::Slice(&blocks),
        ..settings(BatchSettings::WithoutReplacement(BATCH))
    };
    let seen = look::<f64>(&thorough(), &settings, &THETA, &mut model);
    let scales = Matrix::diagonal(&[0.0, 2.0, 2.0, 1.0]);
    let hessian = scales.around(&(f64::from(DATA) * &model.shape));
    near("curvature", seen.report.curvature, largest_eigenvalue(&hessian), 0.001);
}

#[test]
fn a_control_variate_has_what_curvature_differs_by() {
    // θ_i alone: its variate's noise is n²/m Var(a_i) (A δ)² with δ of the posterior, E (Aδ)_k² = (A A⁻¹ A)_kk / n.
    let mut model = Bowls::new(0.8);
    let weights: Vec<f64> = (0..DATA).map(|i| model.weight(i)).collect();
    let n = f64::from(DATA);
    let mean = weights.iter().sum::<f64>() / n;
    let variance = weights.iter().map(|a| (a - mean) * (a - mean)).sum::<f64>() / (n - 1.0);
    let scale = n * n / f64::from(BATCH) * (1.0 - f64::from(BATCH) / n) * variance / (n * mean);
    // δ is normal in all directions alike, with δᵀHδ as it should be: E (Aδ)_k² = d (A²)_kk / tr A.
    let square = &model.shape * &model.shape;
    let trace: f64 = (0..DIM).map(|i| model.shape.at(i, i)).sum();
    let exact = scale * DIM as f64 * square.at(0, 0) / trace;
    for centre in [false, true] {
        let estimator = if centre { Estimator::FixedCentre { centre: None } } else { Estimator::Plain };
        let settings = ChainSettings { estimator, ..settings(BatchSettings::WithoutReplacement(BATCH)) };
        let seen = look::<f64>(&thorough(), &settings, &THETA, &mut model);
        near("the variate's noise", seen.report.variate_variance, exact, 0.1);
    }
}

#[test]
fn the_likelihood_varies_as_it_should() {
    let mut model = Bowls::new(0.3);
    let exact = model.covariance(|i| [model.datum(&THETA, i).0; DIM]).at(0, 0) / f64::from(DATA * DATA);
    let sampler = metropolis(Proposal::random_walk(0.1), 3.0, |_| ());
    let settings = ChainSettings { sampler, ..settings(BatchSettings::WithoutReplacement(BATCH)) };
    let pilot = PilotSettings { covariance: false, ..thorough() };
    let report = look::<f64>(&pilot, &settings, &THETA, &mut model).report;
    near("of the mean log-likelihood", report.log_likelihood_variance, exact, 0.1);
    near("s", report.noise_scale, 3.0 * exact.sqrt(), 0.05);
    assert!(report.curvature.is_nan() && report.noise_variance.is_nan(), "no gradients were asked for");
}

/// One datum, N(0, 1/q_i) in every coordinate.
struct Spectrum(Vec<f64>);

impl<R: Real> Model<R> for Spectrum {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let terms = theta.iter().zip(&self.0).map(|(t, q)| -0.5 * q * t.to_f64() * t.to_f64());
        for ((g, t), q) in gradient.into_iter().flatten().zip(theta).zip(&self.0) {
            *g = R::from_f64(-q * t.to_f64());
        }
        Ok(terms.sum())
    }
}

/// By the products of the default, far fewer than there are directions.
fn spectrum_of<R: Real>(curvatures: impl Fn(f64) -> f64, dim: usize) {
    let mut model = Spectrum((0..dim).map(|i| curvatures(i as f64 / (dim - 1) as f64)).collect());
    let settings = ChainSettings::new(1, BatchSettings::All, sgld(1e-12, 1.0));
    for theta in [0.0, 1e-3, 1e4] {
        let seen = look::<R>(&PilotSettings::default(), &settings, &vec![theta; dim], &mut model);
        let largest = model.0.iter().fold(0.0, |a: f64, b| a.max(*b));
        near("of many", seen.report.curvature, largest, 0.1);
    }
}

#[test]
fn the_largest_of_many_curvatures_is_found() {
    for dim in [50, 1000] {
        // Even, over six orders of magnitude, one far above the rest, and all alike.
        let log = |x: f64| libm::pow(10.0, 6.0 * x);
        spectrum_of::<f64>(|x| 1.0 + 99.0 * x, dim);
        spectrum_of::<f64>(log, dim);
        spectrum_of::<f64>(|x| if x == 0.5 / (dim - 1) as f64 * 2.0 { 1e6 } else { 1.0 }, dim);
        spectrum_of::<f64>(|_| 3.0, dim);
        spectrum_of::<f32>(|x| 1.0 + 99.0 * x, dim);
        spectrum_of::<f32>(log, dim);
        spectrum_of::<f32>(|_| 3e-12, dim);
    }
}

#[test]
fn a_saddle_is_seen() {
    let settings = ChainSettings::new(1, BatchSettings::All, sgld(1e-3, 1.0));
    let mut model = Spectrum(vec![5.0, -1.0, 2.0]);
    let report = look::<f64>(&PilotSettings::default(), &settings, &[0.0; 3], &mut model).report;
    near("up", report.least_curvature, -1.0, 1e-6);
    near("down", report.curvature, 5.0, 1e-6);
    assert!(report.has(Finding::NotConcave));
    let mut flat = Spectrum(vec![0.0; 3]);
    let report = look::<f64>(&PilotSettings::default(), &settings, &[1.0; 3], &mut flat).report;
    assert_eq!(report.curvature, 0.0);
    assert!(!report.has(Finding::NotConcave) && report.curvature_limit == f64::INFINITY);
}
