//! Minibatches beyond the parameters of which all covariances are learnt: coordinates by variances alone.

use super::{room, sample, start};
use crate::support::Answer;
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::{
    Batch, Draw, Ensemble, EnsembleChain, EnsembleSampler, EnsembleSettings, Error, Interrupt, MemoryUnit,
    Model, Real, StepError, Summary,
};

/// Data of each combination of parameters that they see.
const EACH: u32 = 8;

/// θ_j = s_j x_j, x ~ N(0, Σ) with Σ_ij = ρ^|i - j|: data (x_j - ρ x_{j-1})/√(8 (1 - ρ²)) = ±σ, which the model has σ = 1 for.
struct Normal {
    dim: usize,
    correlation: f64,
    /// The largest s_j; the least is 1.
    widest: f64,
    /// σ.
    residual: f64,
    /// Calls until one is stopped.
    stops: u32,
}

impl Normal {
    fn new(dim: usize, correlation: f64, widest: f64) -> Self {
        Self { dim, correlation, widest, residual: 1.0, stops: u32::MAX }
    }

    fn scale(&self, j: usize) -> f64 {
        libm::pow(self.widest, (j % 7) as f64 / 6.0)
    }

    fn data_len(&self) -> u32 {
        self.dim as u32 * EACH
    }

    fn settings(&self) -> EnsembleSettings<'static> {
        EnsembleSettings { sampler: EnsembleSampler::Minibatch, ..EnsembleSettings::new(self.data_len()) }
    }
}

impl<R: Real> Model<R> for Normal {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, mut gradient: Option<&mut [R]>) -> Answer {
        self.stops -= 1;
        if self.stops == 0 {
            self.stops = 1003;
            return Err(Interrupt::Stop(5));
        }
        let all: Vec<u32>;
        let batch = match batch {
            Batch::Indices(indices) => indices,
            Batch::All => {
                all = (0..self.data_len()).collect();
                &all
            }
        };
        let (mut sum, share) = (0.0, 1.0 / batch.len() as f64);
        let rho = self.correlation;
        for i in batch {
            let (j, sign) = ((i / EACH) as usize, if i % 2 == 0 { 1.0 } else { -1.0 });
            let wide =
                if j > 0 { (f64::from(EACH) * (1.0 - rho * rho)).sqrt() } else { f64::from(EACH).sqrt() };
            let places = [(j, 1.0), (j.saturating_sub(1), if j > 0 { -rho } else { 0.0 })]
                .map(|(j, x)| (j, x / (wide * self.scale(j))));
            let seen: f64 = places.iter().map(|(j, x)| x * theta[*j].to_f64()).sum();
            let off = sign * self.residual - seen;
            sum -= 0.5 * share * off * off;
            for (j, x) in places {
                gradient.iter_mut().for_each(|g| g[j] = R::from_f64(g[j].to_f64() + share * off * x));
            }
        }
        Ok(sum)
    }
}

/// What an ensemble says, of x.
fn ensemble(model: &mut Normal, settings: &EnsembleSettings<'_>) -> (bool, Vec<Summary>) {
    let dim = model.dim;
    let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(dim).expect("settings in range")];
    let theta = start::<f64>(dim, 1);
    let mut it = Ensemble::start(settings, &theta, &mut memory, model).expect("chains");
    let state = it.run(&mut memory, model).expect("draws");
    for chain in 0..4 {
        let report = it.report(&memory, chain).expect("a chain");
        assert!(report.is_by_minibatches() && report.warm_up_pass_count <= 50.0, "{report:?}");
    }
    let of = |i| it.summary(&memory, i).expect("a round");
    (state.converged, (0..dim).map(of).collect())
}

/// Deviations of single parameters are right to 5 %, but for chance, in scales that are a thousand apart.
#[test]
fn deviations_of_single_parameters_are_right() {
    let mut model = Normal::new(100, 0.0, 1e3);
    let settings =
        EnsembleSettings { draw_count: 400, sample_size: 600.0, r_hat_max: 1.03, ..model.settings() };
    let (converged, rows) = ensemble(&mut model, &settings);
    assert!(converged);
    let mut mean = 0.0;
    for (j, row) in rows.iter().enumerate() {
        let (scale, size) = (model.scale(j), row.bulk_sample_size);
        assert!((row.mean / scale).abs() < 4.5 / size.sqrt(), "{j}: {row:?}");
        assert!((row.deviation / scale - 1.0).abs() < 0.05 + 4.5 / (2.0 * size).sqrt(), "{j}: {row:?}");
        mean += row.deviation / scale / 100.0;
    }
    // Data vary by an eighth more about a draw than about the mean.
    assert!((mean - 1.0).abs() < 0.05 * 1.125 + 0.01, "{mean}");
}

/// Where parameters are correlated by 0.9 few draws say that they are few, and of many the deviations are right.
#[test]
#[ignore = "seconds"]
fn correlated_parameters_are_right_or_doubted() {
    let mut model = Normal::new(70, 0.9, 10.0);
    let settings = EnsembleSettings { draw_count: 100, pass_max: 1.0, ..model.settings() };
    let (converged, rows) = ensemble(&mut model, &settings);
    assert!(!converged && rows.iter().any(|row| row.r_hat > 1.1));
    let (_, rows) = ensemble(&mut model, &EnsembleSettings { draw_count: 4000, ..settings });
    let deviations = rows.iter().enumerate().map(|(j, row)| row.deviation / model.scale(j));
    let mean = deviations.sum::<f64>() / 70.0;
    // Some 80 independent draws of each, of which there are about twenty.
    assert!((mean - 1.0).abs() < 0.05 + 0.06, "{mean}");
}

/// Five hundred parameters in f32; data that vary by three times as much as the model says, and by a third.
#[test]
#[ignore = "seconds"]
fn data_that_vary_by_more_than_the_model_says() {
    for (dim, residual) in [(500, 1.0), (100, 3.0), (100, 0.3)] {
        let mut model = Normal { residual, ..Normal::new(dim, 0.0, 1e3) };
        let (settings, theta) = (model.settings(), start::<f32>(dim, 2));
        let mut squares = 0.0;
        for index in 0..4 {
            let (draws, report) = sample(&settings, index, &theta, 100, &mut model).expect("a chain");
            assert!(report.is_by_minibatches(), "{report}");
            let x = draws.iter().enumerate().map(|(i, x)| f64::from(*x) / model.scale(i % dim));
            squares += x.map(|x| x * x).sum::<f64>() / draws.len() as f64 / 4.0;
        }
        // As many as are independent: a draw is worth half of one, and parameters are all.
        let chance = 4.5 / (100.0 * dim as f64).sqrt();
        assert!((squares.sqrt() - 1.0).abs() < 0.05 + chance, "{dim} {residual}: {squares}");
    }
}

/// A chain that is stopped at any call goes on with the bits of an unbroken one.
#[test]
fn a_stopped_chain_goes_on() {
    let mut model = Normal::new(70, 0.5, 10.0);
    let (settings, theta) = (model.settings(), start::<f64>(70, 3));
    let (whole, _) = sample(&settings, 1, &theta, 40, &mut model).expect("a chain");
    let mut memory = room::<f64>(&settings, 70);
    let mut chain = EnsembleChain::start(&settings, 1, &theta, &mut memory, &mut model).expect("a chain");
    model.stops = 1003;
    let (mut draws, mut stops) = (Vec::new(), 0);
    while draws.len() < whole.len() {
        let mut keep = |draw: &Draw<'_, f64>| {
            draws.extend_from_slice(draw.theta);
            Ok(())
        };
        if let Err(error) = chain.advance(&mut memory, 1, &mut model, Some(&mut keep)) {
            assert_eq!(error, StepError::Stopped(Error::Stopped, 5));
            stops += 1;
        }
    }
    assert!(stops >= 2, "{stops}");
    assert_eq!(draws, whole);
}

/// Memory grows as the number of parameters does.
#[test]
fn memory_is_linear() {
    let settings = EnsembleSettings { sampler: EnsembleSampler::Auto, ..EnsembleSettings::new(60_000) };
    let [few, many] = [1000, 80_000].map(|dim| settings.chain_memory_len::<f32>(dim).expect("in range") * 64);
    assert!(many < 80 * few && many < 80_000 * 4 * 45, "{few} {many}");
}

/// A regression: y ~ N(xβ, 1), or the sign of y is logistic.
struct Regression {
    rows: Vec<f64>,
    y: Vec<f64>,
    is_logistic: bool,
}

impl Model<f64> for Regression {
    fn log_likelihood(
        &mut self,
        theta: &[f64],
        batch: Batch<'_>,
        mut gradient: Option<&mut [f64]>,
    ) -> Answer {
        let all: Vec<u32> = (0..self.y.len() as u32).collect();
        let batch = if let Batch::Indices(indices) = batch { indices } else { &all };
        let (mut sum, share) = (0.0, 1.0 / batch.len() as f64);
        for i in batch {
            let (row, y) = (&self.rows[*i as usize * theta.len()..][..theta.len()], self.y[*i as usize]);
            let predicted = row.iter().zip(theta).map(|(x, b)| x * b).sum::<f64>();
            let (value, slope) = if self.is_logistic {
                let margin = y.signum() * predicted;
                (-libm::log1p(libm::exp(-margin)), y.signum() / (1.0 + libm::exp(margin)))
            } else {
                (-0.5 * (y - predicted) * (y - predicted), y - predicted)
            };
            sum += share * value;
            gradient
                .iter_mut()
                .flat_map(|g| g.iter_mut())
                .zip(row)
                .for_each(|(g, x)| *g += share * slope * x);
        }
        Ok(sum)
    }
}

/// Correlated all alike, by columns with means of 3: the sum of parameters is many times as stiff as each, so that steps could
/// be too long for it. No chain goes out, each parameter is right or too narrow, and the report says how far off sums may be.
#[test]
fn a_stiff_sum_is_seen() {
    let (n, dim) = (1000, 70);
    let mut rows = vec![0.0; n * dim];
    fill_normals(&mut Generators::new(12, 0).expect("a chain").noise, &mut rows);
    let mut y = vec![0.0; n];
    fill_normals(&mut Generators::new(13, 0).expect("a chain").noise, &mut y);
    rows.iter_mut().for_each(|x| *x += 3.0);
    let mut model = Regression { rows, y, is_logistic: false };
    for seed in 0..6 {
        let settings =
            EnsembleSettings { seed, sampler: EnsembleSampler::Minibatch, ..EnsembleSettings::new(n as u32) };
        for index in 0..2 {
            let theta = start::<f64>(dim, 20 + u64::from(index));
            let (draws, report) = sample(&settings, index, &theta, 60, &mut model).expect("a chain");
            assert!(report.is_doubtful() && report.departure > 1.0, "{report}");
            assert!(report.to_string().contains("times too large"), "{report}");
            // Of about 1/√n, and less by the mean that they share.
            assert!(draws.iter().all(|x| x.abs() < 0.5), "{seed} {index}: {report}");
        }
    }
}

/// Means and deviations of logistic regressions of standard normal columns, β ~ N(0, 1), against HMC's.
#[test]
#[ignore = "seconds"]
fn logistic_regressions_are_those_of_hmc() {
    for (n, dim) in [(500, 100), (1200, 300)] {
        let mut numbers = vec![0.0; n * dim + n];
        fill_normals(&mut Generators::new(11, 0).expect("a chain").noise, &mut numbers);
        let (rows, noise) = numbers.split_at(n * dim);
        let sums = rows.chunks(dim).map(|row| row.iter().step_by(2).sum::<f64>() / (dim as f64).sqrt());
        let y = sums.zip(noise).map(|(sum, e)| 2.0 * sum + e).collect();
        let mut model = Regression { rows: rows.to_vec(), y, is_logistic: true };
        let moments = [EnsembleSampler::Hmc, EnsembleSampler::Minibatch].map(|sampler| {
            let prior = Prior::gaussian(0.0, 1.0);
            let settings = EnsembleSettings { sampler, prior, ..EnsembleSettings::new(n as u32) };
            let draws: Vec<f64> = (0..4)
                .flat_map(|index| {
                    let theta = start::<f64>(dim, u64::from(index));
                    // By minibatches slow directions take some ten draws for one.
                    let draw_count = if sampler == EnsembleSampler::Hmc { 300 } else { 1200 };
                    sample(&settings, index, &theta, draw_count, &mut model).expect("a chain").0
                })
                .collect();
            let count = (draws.len() / dim) as f64;
            let mut sums = vec![[0.0; 2]; dim];
            for draw in draws.chunks(dim) {
                sums.iter_mut()
                    .zip(draw)
                    .for_each(|([sum, square], x)| (*sum, *square) = (*sum + x, *square + x * x));
            }
            sums.iter()
                .map(|[sum, square]| [sum / count, (square / count - sum * sum / count / count).sqrt()])
                .collect::<Vec<_>>()
        });
        let [exact, found] = &moments;
        let [mut off, mut wide] = [0.0; 2];
        for ([mean, deviation], [m, s]) in exact.iter().zip(found) {
            off += (m - mean) * (m - mean) / (deviation * deviation) / dim as f64;
            wide += s / deviation / dim as f64;
        }
        // Both have some 300 draws of a parameter, or more.
        assert!(off < 2.5 / 300.0 * 2.0, "{dim}: {off}");
        assert!((wide - 1.0).abs() < 0.05, "{dim}: {wide}");
    }
}
