//! Chains that draw by minibatches: what they sample, how they choose, and what they refuse.

use super::{LogGammas, off, room, sample, start};
use crate::support::{Answer, Level};
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::{
    Batch, Block, Draw, EnsembleChain, EnsembleSampler, EnsembleSettings, Error, Interrupt, Model, Real,
    StepError,
};

/// y ~ N(xβ, 1) with n rows of d correlated columns in scales from 1 to 100; β ~ N(0, 1/κ) by the host.
struct Regression {
    rows: Vec<f64>,
    y: Vec<f64>,
    precision: f64,
    /// Calls until one is stopped.
    stops: u32,
}

impl Regression {
    fn new(n: usize, dim: usize, seed: u64) -> Self {
        let mut numbers = vec![0.0; n * (dim + 1)];
        fill_normals(&mut Generators::new(seed, 0).expect("a chain").noise, &mut numbers);
        let (rows, noise) = numbers.split_at_mut(n * dim);
        let mut y = Vec::new();
        for (row, e) in rows.chunks_mut(dim).zip(noise) {
            for j in 1..dim {
                row[j] = 0.9 * row[j - 1] + 0.436 * row[j];
            }
            row.iter_mut().enumerate().for_each(|(j, x)| *x *= [1.0, 10.0, 100.0][j % 3]);
            y.push(row.iter().sum::<f64>() + *e);
        }
        Self { rows: rows.to_vec(), y, precision: 0.0, stops: u32::MAX }
    }

    fn data_len(&self) -> u32 {
        self.y.len() as u32
    }

    /// The mean of β and the root of its covariance's inverse: A = L Lᵀ, row by row.
    fn exact(&self) -> (Vec<f64>, Vec<f64>) {
        let dim = self.rows.len() / self.y.len();
        let (mut a, mut b) = (vec![0.0; dim * dim], vec![0.0; dim]);
        for (row, y) in self.rows.chunks(dim).zip(&self.y) {
            for i in 0..dim {
                b[i] += row[i] * y;
                (0..dim).for_each(|j| a[i * dim + j] += row[i] * row[j]);
            }
        }
        for i in 0..dim {
            a[i * (dim + 1)] += self.precision;
            for j in 0..=i {
                let left = a[i * dim + j] - (0..j).map(|k| a[i * dim + k] * a[j * dim + k]).sum::<f64>();
                a[i * dim + j] = if i == j { left.sqrt() } else { left / a[j * (dim + 1)] };
            }
            b[i] = (b[i] - (0..i).map(|k| a[i * dim + k] * b[k]).sum::<f64>()) / a[i * (dim + 1)];
        }
        for i in (0..dim).rev() {
            b[i] = (b[i] - (i + 1..dim).map(|k| a[k * dim + i] * b[k]).sum::<f64>()) / a[i * (dim + 1)];
        }
        (b, a)
    }
}

impl<R: Real> Model<R> for Regression {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, mut gradient: Option<&mut [R]>) -> Answer {
        self.stops -= 1;
        if self.stops == 0 {
            self.stops = 2503;
            return Err(Interrupt::Stop(5));
        }
        let all: Vec<u32> = (0..self.data_len()).collect();
        let batch = match batch {
            Batch::All => &all,
            Batch::Indices(indices) => indices,
        };
        let (dim, mut sum, share) = (theta.len(), 0.0, 1.0 / batch.len() as f64);
        let mut slope = vec![0.0; dim];
        for i in batch {
            let row = &self.rows[*i as usize * dim..][..dim];
            let off = self.y[*i as usize] - row.iter().zip(theta).map(|(x, b)| x * b.to_f64()).sum::<f64>();
            slope.iter_mut().zip(row).for_each(|(g, x)| *g += share * off * x);
            sum -= 0.5 * share * off * off;
        }
        gradient.iter_mut().flat_map(|g| g.iter_mut()).zip(slope).for_each(|(g, s)| *g = R::from_f64(s));
        Ok(sum)
    }

    fn log_prior(&mut self, theta: &[R], gradient: Option<&mut [R]>) -> Answer {
        let kappa = self.precision;
        let each = gradient.into_iter().flatten().zip(theta);
        each.for_each(|(g, x)| *g = R::from_f64(-kappa * x.to_f64()));
        Ok(theta.iter().map(|x| -0.5 * kappa * x.to_f64() * x.to_f64()).sum())
    }
}

fn settings(data_len: u32, sampler: EnsembleSampler) -> EnsembleSettings<'static> {
    EnsembleSettings { sampler, prior: Prior::Callback, ..EnsembleSettings::new(data_len) }
}

/// The variance of Lᵀ(β - mean) in its first two and its last coordinate, and their means, off by so many standard errors.
fn is_exact<R: Real>(
    model: &mut Regression,
    sampler: EnsembleSampler,
    draws: u64,
    change: impl Fn(&mut EnsembleSettings<'_>),
) {
    let dim = model.rows.len() / model.y.len();
    let (mean, root) = model.exact();
    let mut settings = settings(model.data_len(), sampler);
    change(&mut settings);
    let draws: Vec<_> = (0..4)
        .map(|index| {
            let theta = start::<R>(dim, u64::from(index));
            let (draws, report) = sample(&settings, index, &theta, draws, model).expect("a chain");
            assert!(report.is_by_minibatches() && !report.is_doubtful(), "{report}");
            assert!(report.batch_len < model.data_len() && report.departure < 0.1, "{report}");
            draws.into_iter().map(|x| x.to_f64()).collect::<Vec<_>>()
        })
        .collect();
    let of = |theta: &[f64]| {
        let z = [0, 1.min(dim - 1), dim - 1]
            .map(|i| (i..dim).map(|k| root[k * dim + i] * (theta[k] - mean[k])).sum::<f64>());
        [z[0], z[1], z[2], z[0] * z[0], z[1] * z[1], z[2] * z[2]]
    };
    // A deviation may be off by 5 %.
    let found = off(&draws, dim, of, [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
    let near = [0.9025, 1.1025].map(|square| off(&draws, dim, of, [0.0, 0.0, 0.0, square, square, square]));
    assert!(found[..3].iter().all(|z| z.abs() < 4.5), "{sampler:?}: {found:?}");
    assert!(near[0][3..].iter().all(|z| *z > -4.5), "{sampler:?}: {found:?}");
    assert!(near[1][3..].iter().all(|z| *z < 4.5), "{sampler:?}: {found:?}");
}

/// Means to 4.5 standard errors, and variances to as many beyond the error that is allowed: with either gradient, in both
/// precisions, with a prior, in pieces, with batches of a given length.
#[test]
fn draws_are_the_posteriors() {
    for sampler in [EnsembleSampler::Plain, EnsembleSampler::ControlVariate] {
        is_exact::<f64>(&mut Regression::new(500, 5, 1), sampler, 4000, |_| {});
        is_exact::<f32>(&mut Regression::new(300, 3, 2), sampler, 4000, |_| {});
        let mut model = Regression { precision: 20.0, ..Regression::new(200, 2, 3) };
        is_exact::<f64>(&mut model, sampler, 4000, |settings| settings.chunk_len = 3);
        is_exact::<f64>(&mut Regression::new(100, 2, 4), sampler, 4000, |settings| settings.batch_len = 40);
    }
}

/// With steps four times as long variances are as near: what the steps themselves bring is taken off, too.
#[test]
fn long_steps_are_as_near_on_a_normal_law() {
    let mut model = Regression::new(500, 5, 1);
    is_exact::<f64>(&mut model, EnsembleSampler::Plain, 4000, |settings| settings.deviation_error = 0.2);
}

/// Long steps with a control variate in few parameters, where the noise of batches is that of x: what it is in the mean is known
/// from eight places.
#[test]
fn noise_that_grows_with_x_is_known() {
    for (dim, seed) in [(1, 11), (2, 12), (3, 13), (5, 14)] {
        let mut model = Regression::new(60, dim, seed);
        is_exact::<f64>(&mut model, EnsembleSampler::ControlVariate, 4000, |settings| {
            settings.deviation_error = 0.2;
        });
    }
}

/// Fifty data; and a datum that has most of the curvature.
#[test]
fn few_data_and_a_datum_with_most_of_the_curvature() {
    is_exact::<f64>(&mut Regression::new(50, 3, 5), EnsembleSampler::Minibatch, 4000, |_| {});
    let mut model = Regression::new(300, 3, 6);
    model.rows[..3].copy_from_slice(&[200.0, 0.0, 0.0]);
    model.y[0] = 202.0;
    is_exact::<f64>(&mut model, EnsembleSampler::Minibatch, 4000, |_| {});
}

/// A hundred correlated parameters, for which the coordinates must be asked for.
#[test]
#[ignore = "seconds"]
fn many_correlated_parameters() {
    let mut model = Regression::new(2000, 100, 7);
    is_exact::<f64>(&mut model, EnsembleSampler::Minibatch, 1000, |settings| {
        settings.curvature_dim_max = 100
    });
}

/// The library goes by minibatches where they pay, and says why not where they do not.
#[test]
fn the_choice_is_said() {
    let report = |model: &mut Regression, dim| {
        let settings = settings(model.data_len(), EnsembleSampler::Auto);
        sample(&settings, 0, &start::<f64>(dim, 1), 20, model).expect("a chain").1
    };
    let many = report(&mut Regression::new(1000, 3, 8), 3);
    assert!(many.is_by_minibatches() && many.to_string().contains("It draws by minibatches"), "{many}");
    // Skewed laws.
    let bent = EnsembleSettings { prior: Prior::FLAT, ..settings(500, EnsembleSampler::Auto) };
    let mut model = LogGammas { data_len: 500, mixed: 1.0 };
    let (_, report) = sample(&bent, 0, &start::<f64>(3, 1), 20, &mut model).expect("a chain");
    assert!(!report.is_by_minibatches() && report.batch_len == 500, "{report}");
    assert!(report.to_string().contains("It draws by HMC, since"), "{report}");
    // Nothing to draw batches from.
    let alone = settings(1, EnsembleSampler::Auto);
    let (_, report) = sample(&alone, 0, &[0.5f64], 20, &mut Regression::new(1, 1, 8)).expect("a chain");
    assert!(!report.is_by_minibatches() && report.departure == 0.0, "{report}");
}

/// Equal bits twice, in pieces, and where the model stops now and then.
#[test]
fn a_stopped_chain_goes_on() {
    let settings = settings(200, EnsembleSampler::Minibatch);
    let theta = start::<f64>(3, 4);
    let (whole, _) = sample(&settings, 1, &theta, 40, &mut Regression::new(200, 3, 9)).expect("a chain");
    let (again, _) = sample(&settings, 1, &theta, 40, &mut Regression::new(200, 3, 9)).expect("a chain");
    assert_eq!(whole, again);
    let mut model = Regression::new(200, 3, 9);
    let mut memory = room::<f64>(&settings, 3);
    let mut chain = EnsembleChain::start(&settings, 1, &theta, &mut memory, &mut model).expect("a chain");
    model.stops = 2503;
    let (mut draws, mut stops) = (Vec::new(), 0);
    while draws.len() < whole.len() {
        let mut keep = |draw: &Draw<'_, f64>| {
            draws.extend_from_slice(draw.theta);
            Ok(())
        };
        let advanced = chain.advance(&mut memory, 1, &mut model, Some(&mut keep));
        if let Err(error) = advanced {
            assert_eq!(error, StepError::Stopped(Error::Stopped, 5));
            stops += 1;
        }
        (chain, memory) = (chain.clone(), memory.clone());
    }
    assert!(stops >= 2, "{stops}");
    assert_eq!(draws, whole);
}

/// What is frozen stays, under minibatches too, and the rest has its law.
#[test]
fn what_is_frozen_stays() {
    let frozen = [Block { frozen: true, ..Block::new(1, 1) }];
    let mut model = Regression::new(400, 3, 10);
    let settings = EnsembleSettings {
        prior: Prior::FLAT,
        blocks: (&frozen).into(),
        ..settings(400, EnsembleSampler::Plain)
    };
    let theta: [f64; 3] = [0.5, -0.0, 1.5];
    let (draws, report) = sample(&settings, 0, &theta, 200, &mut model).expect("a chain");
    assert!(report.is_by_minibatches() && report.departure < 0.1, "{report}");
    assert!(draws.chunks(3).all(|theta| theta[1].to_bits() == (-0.0f64).to_bits() && theta[0] != 0.5));
}

/// Where the gradient at draws is not finite once, the next call looks again; and a warm-up by HMC may end in minibatches.
#[test]
fn a_look_is_tried_again() {
    /// Fails in the first look at draws.
    struct Fails(Regression, u32, bool);
    impl Model<f64> for Fails {
        fn log_likelihood(
            &mut self,
            theta: &[f64],
            batch: Batch<'_>,
            gradient: Option<&mut [f64]>,
        ) -> Answer {
            self.1 += 1;
            if self.1 > 100_000 {
                return Err(Interrupt::Stop(1));
            }
            self.2 |= matches!(batch, Batch::Indices(indices) if indices.len() == 20);
            if batch == Batch::All && std::mem::take(&mut self.2) && self.1 < 50_000 {
                self.1 = 50_000;
                return Ok(f64::NAN);
            }
            self.0.log_likelihood(theta, batch, gradient)
        }

        fn log_prior(&mut self, theta: &[f64], gradient: Option<&mut [f64]>) -> Answer {
            self.0.log_prior(theta, gradient)
        }
    }
    let own = EnsembleSettings { batch_len: 20, ..settings(400, EnsembleSampler::Plain) };
    let mut model = Fails(Regression::new(400, 3, 5), 0, false);
    let mut memory = room::<f64>(&own, 3);
    let mut chain =
        EnsembleChain::start(&own, 0, &start::<f64>(3, 1), &mut memory, &mut model).expect("a chain");
    assert_eq!(chain.warm_up(&mut memory, &mut model), Err(Error::GradientNotFinite.into()));
    chain.warm_up(&mut memory, &mut model).expect("a warm-up");
    assert!(chain.report().is_by_minibatches() && chain.report().is_warm, "{}", chain.report());

    let bent = settings(500, EnsembleSampler::Minibatch);
    let mut model = LogGammas { data_len: 500, mixed: 1.0 };
    let (_, report) = sample(&bent, 0, &start::<f64>(3, 1), 50, &mut model).expect("a chain");
    assert!(report.is_by_minibatches() && report.accepted_count <= report.draw_count, "{report:?}");
    assert!(report.departure > 0.25 && report.is_doubtful(), "{report:?}");
}

/// Refusals, which name the way out.
#[test]
fn what_is_refused() {
    let refused =
        |settings: &EnsembleSettings<'_>, dim| settings.chain_memory_len::<f64>(dim).expect_err("a refusal");
    let own = settings(100, EnsembleSampler::Minibatch);
    for (settings, dim, wanted) in [
        (EnsembleSettings { data_len: 1, ..own }, 2, Error::EnsembleSampler),
        (EnsembleSettings { sampler: EnsembleSampler::ControlVariate, ..own }, 65, Error::EnsembleSampler),
        (EnsembleSettings { batch_len: 100, ..own }, 2, Error::EnsembleBatchLen),
        (EnsembleSettings { deviation_error: 0.0, ..own }, 2, Error::DeviationError),
        (EnsembleSettings { deviation_error: 0.3, ..own }, 2, Error::DeviationError),
        (EnsembleSettings { deviation_error: f64::NAN, ..own }, 2, Error::DeviationError),
    ] {
        assert_eq!(refused(&settings, dim), wanted);
    }
    let by_hmc = EnsembleSettings { sampler: EnsembleSampler::Hmc, ..own };
    assert_eq!(refused(&EnsembleSettings { batch_len: 5, ..by_hmc }, 2), Error::EnsembleBatchLen);
    assert_eq!(refused(&EnsembleSettings { deviation_error: 0.1, ..by_hmc }, 2), Error::DeviationError);
    // Left to the library they are no error.
    let auto = settings(100, EnsembleSampler::Auto);
    assert!(auto.chain_memory_len::<f64>(65).is_ok());
    let (_, report) =
        sample(&EnsembleSettings { prior: Prior::gaussian(0.0, 1.0), ..auto }, 0, &[0.5; 65], 3, &mut Level)
            .expect("a chain");
    assert!(!report.is_by_minibatches(), "{report}");
}
