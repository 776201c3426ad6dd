//! What a pilot is to look at, and the memory that it works in.

use super::advice::advise;
use super::clamped::{Clamping, Clamps, SUMS, clamps};
use super::curvature::Lanczos;
use super::measured::Measured;
use super::metric::Metric;
use super::noise::Noise;
use super::parts::{Parts, Subject};
use super::probe::{Batches, Probe};
use super::report::{Pilot, PilotReport};
use crate::Error;
use crate::blocks::Blocks;
use crate::built;
use crate::chain::{BatchSettings, ChainState, Config, Sampler};
use crate::gradient::{Model, StepError};
use crate::num::{Count, Cut, Exclusive, MemoryUnit, Real, all_within};
use crate::prior::BoundPrior;
use crate::range::Ranges;
use crate::record::record;
use crate::rng::Generators;
use crate::rule::NoiseCompensation;

/// A dense covariance is for this many parameters at most.
pub(super) const DENSE_DIM_MAX: usize = 64;

/// Keeps a pilot's random numbers apart from those of a chain with the same seed.
const STREAM: u64 = 0x70_69_6c_6f_74_21_a5_c3;

record! {
    /// Settings of a pilot: what it costs, and what is tolerated.
    ///
    /// A pilot looks at the model at one θ without moving the chain, which it only reads. It measures the curvature of the
    /// log posterior, by Lanczos' method on differences of gradients over the same batches. By pairs of batches it measures
    /// the variance over batches of the gradient G̃, of a control variate and of the log-likelihood. What follows for the
    /// step size is its report: [`PilotReport`].
    ///
    /// With λ the largest curvature of -log posterior in the metric of the chain's fixed preconditioner and ν² the gradient's
    /// variance, SGLD on a Gaussian has (1 + ην²/(2τ)) / (1 - ηλ/2) times the variance that it should have.
    ///
    /// It takes about `product_count` times `min(pair_count, ⌈n/m⌉)` batches for the curvature, up to four times as many for a
    /// lattice walk. Every pair takes up to six, and for a lattice walk that clamps up to sixty more. Each batch has m data;
    /// [`gradient_count`](super::PilotReport::gradient_count) says how many data it was.
    PilotSettings;

    /// The seed of the pilot's own random numbers, which are not those of a chain with this seed.
    seed: u64 = 0;
    /// How many pairs of batches the variances come from. Their relative standard errors are about √(2 /
    /// `pair_count`).
    pair_count: u32 = 256 => within(4.0, 65536.0), PairCount;
    /// How many products with the curvature Lanczos' method takes. It finds the largest curvature from below, and
    /// exactly with d of them; 16 are within a few per cent for the spectra of most models.
    ///
    /// That is of all data where `pair_count` batches hold them; else of so many batches of an epoch, each product the
    /// same. A datum is in none of these by a chance of 1 - `pair_count` m/n, or of exp(-`pair_count` m/n) in a build
    /// without the family `batches`, which draws them afresh. Where single data have much of the curvature, take pairs
    /// up to n/m, rounded up, or a larger `batch_len`. This and `difference` mean nothing to a random walk, which asks
    /// for no gradients.
    product_count: u32 = 16 => within(1.0, 256.0), ProductCount;
    /// How far a difference of gradients reaches, in standard deviations of the posterior as the curvature in that
    /// direction has them; 0 is 2^-10 in `f64` and 1/4 in `f32`. Further where θ is so large that its rounding would show.
    difference: f64 = 0.0 => within(0.0, 10.0), Difference;
    /// δ, how much too large any variance may be, as a share of it, and how far off the mean of a lattice walk that
    /// clamps, in standard deviations. It means nothing to proposals, which a step
    /// size makes slow, not wrong.
    inflation: f64 = 0.05 => above(0.0).at_most(1.0), Inflation;
    /// Whether the covariance of the gradient's noise is wanted as a matrix, for at most 64 parameters.
    covariance: bool = false;
    /// m of the batches that the pilot draws; 0 is the chain's own. Needed where the caller gives the
    /// batches. A warm-up finds what the chain's own batches want, and refuses another m.
    batch_len: u32 = 0;
}

impl PilotSettings {
    /// The batches that are drawn, and m.
    fn batch(&self, config: &Config) -> Result<(BatchSettings, u32), Error> {
        use BatchSettings::{All, Caller, Epochs, WithReplacement, WithoutReplacement};
        let data_len = config.data_len.get();
        let batch = match (config.batch, self.batch_len) {
            (Caller, 0) => return Err(Error::BatchKind),
            (_, len) if len > data_len => return Err(Error::DrawnBatchLen),
            (batch, 0) => batch,
            (_, len) if len == data_len => All,
            (WithReplacement(_), len) => WithReplacement(len),
            (Epochs(_), len) => Epochs(len),
            (All | Caller | WithoutReplacement(_), len) => {
                built::need(built::LARGE_DATA || data_len <= crate::minibatch::FEW_DATA)?;
                WithoutReplacement(len)
            }
        };
        let len = match batch {
            WithoutReplacement(len) | WithReplacement(len) | Epochs(len) => len,
            All | Caller => data_len,
        };
        Ok((batch, len))
    }

    /// Whether a look sees other batches than the chain steps on.
    pub(crate) fn draws_other_batches(&self, config: &Config) -> bool {
        let own = Self { batch_len: 0, ..*self };
        self.batch(config) != own.batch(config)
    }

    /// The one description of what stands where.
    #[inline(never)]
    pub(crate) fn parts<C: Cut, R: Real>(
        &self,
        config: &Config,
        dim: usize,
        cut: &mut C,
    ) -> Result<Parts<C, R>, Error> {
        built::need(built::PILOT)?;
        self.check_ranges()?;
        if self.covariance && dim > DENSE_DIM_MAX {
            return Err(Error::CovarianceDim);
        }
        let (batch, len) = self.batch(config)?;
        let chunk_len = config.layout.chunk_len.get();
        let products = self.product_count as usize;
        let parts = Parts {
            variance: cut.take(dim),
            covariance: cut.take(if self.covariance { dim * dim } else { 0 }),
            roots: cut.take(dim),
            x: cut.take(dim),
            y: cut.take(dim),
            last: cut.take(dim),
            mean: cut.take(dim),
            in_metric: cut.take(dim),
            variate: cut.take(dim),
            of_variate: cut.take(dim),
            tridiagonal: [cut.take(products), cut.take(products)],
            clamped: cut.take(if clamps(config, batch) { dim.saturating_mul(SUMS) } else { 0 }),
            site: cut.take(dim),
            gradient: cut.take(dim),
            part: cut.take(dim),
            total: cut.take(if chunk_len > 0 { dim } else { 0 }),
            chunk: cut.take(chunk_len),
            indices: cut.take(if batch == BatchSettings::All { 0 } else { len as usize }),
        };
        cut.end()?;
        Ok(parts)
    }

    /// How many [`MemoryUnit`]s a pilot of this chain works in: about ten vectors in `f64` and three of θ, and d² numbers
    /// for a covariance.
    ///
    /// Errors: `PairCount`, `ProductCount`, `Difference`, `Inflation`, `CovarianceDim`; `DrawnBatchLen` above n; `BatchKind` where
    /// neither the chain nor these settings say what m is; `LengthTooLarge`; `NotBuilt`.
    pub fn memory_len<R: Real>(&self, chain: &ChainState<R>) -> Result<usize, Error> {
        let mut count = Count::default();
        self.parts::<_, R>(&chain.config, chain.dim, &mut count)?;
        Ok(count.blocks)
    }

    /// Looks at the model at `theta`, or where the chain stands.
    ///
    /// `chain_memory` is the chain's, `memory` has any content and at least [`memory_len`](Self::memory_len) units; the
    /// result borrows it. Equal settings and an equal chain give equal results, to the last bit.
    ///
    /// Errors: those of `memory_len`; `MemoryTooSmall`; `LengthMismatch` and `ThetaNotFinite` for `theta`; what a step
    /// could give, see [`StepError`]: `Impossible` where the model is at θ.
    ///
    /// ```
    /// use sgmcmc::{Batch, BatchSettings, ChainSettings, ChainState, Finding, Interrupt, MemoryUnit, Model};
    /// use sgmcmc::{PilotSettings, RuleSettings, Sampler, rule::Rule, schedule::Schedule};
    /// struct Mean; // x_i = i mod 10, N(θ, 1)
    /// impl Model<f64> for Mean {
    ///     fn log_likelihood(
    ///         &mut self, theta: &[f64], batch: Batch<'_>, gradient: Option<&mut [f64]>,
    ///     ) -> Result<f64, Interrupt> {
    ///         let Batch::Indices(batch) = batch else { return Err(Interrupt::Stop(1)) };
    ///         let residual = |i: &u32| f64::from(i % 10) - theta[0];
    ///         let share = 1.0 / batch.len() as f64;
    ///         gradient.into_iter().for_each(|g| g[0] = share * batch.iter().map(residual).sum::<f64>());
    ///         Ok(-0.5 * share * batch.iter().map(|i| residual(i) * residual(i)).sum::<f64>())
    ///     }
    /// }
    /// let sgld = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::constant(1e-4)));
    /// let settings = ChainSettings::new(1000, BatchSettings::WithoutReplacement(50), sgld);
    /// let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(1)?];
    /// let chain = ChainState::new(&settings, &[4.5], &mut memory)?;
    /// let pilot = PilotSettings::default();
    /// let mut room = vec![MemoryUnit::default(); pilot.memory_len(&chain)?];
    /// let report = pilot.look(&chain, &memory, None, &mut room, &mut Mean)?.report;
    /// assert!((report.curvature - 1000.0).abs() < 1.0 && report.has(Finding::ControlVariatePays));
    /// assert!((report.inflation_at(report.step_size) - 0.05).abs() < 1e-9);
    /// let mut text = String::new();
    /// report.write(&mut text)?; // The gradient's noise, of variance 1.6e5, limits the step size: ...
    /// # assert!(text.starts_with("The gradient's noise, of variance 1"), "{text}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(never)]
    pub fn look<'m, R: Real>(
        &self,
        chain: &ChainState<R>,
        chain_memory: &[MemoryUnit],
        theta: Option<&[R]>,
        memory: &'m mut [MemoryUnit],
        model: &mut dyn Model<R>,
    ) -> Result<Pilot<'m>, StepError> {
        let ChainState { dim, config, progress, .. } = chain;
        let len = self.memory_len(chain)?;
        let memory = memory.get_mut(..len).ok_or(Error::MemoryTooSmall)?;
        let theta = theta.unwrap_or(chain.theta(chain_memory)?);
        if theta.len() != *dim {
            return Err(Error::LengthMismatch.into());
        }
        if !all_within(theta, R::MAX) {
            return Err(Error::ThetaNotFinite.into());
        }
        memory.fill(MemoryUnit::default());
        let mut parts = self.parts::<Exclusive<'m>, R>(config, *dim, &mut Exclusive::new(memory))?;
        let subject = Subject {
            config,
            held: config.layout.held(chain_memory, progress.roles)?,
            step_size: progress.step_size,
            temperature: match &config.sampler {
                // A cycle that explores does so at 0, and samples later.
                Sampler::Rule(rule) if progress.temperature == 0.0 => {
                    rule.temperature.largest().unwrap_or(0.0)
                }
                Sampler::Rule(_) | Sampler::MetropolisHastings(_) => progress.temperature,
            },
            refresh_len: match &config.sampler {
                Sampler::Rule(_) => 0,
                Sampler::MetropolisHastings(mh) => {
                    progress.metropolis.partial_refresh_len(mh, self.batch(config)?.1)
                }
            },
        };
        let report = self.measure(&subject, theta, &mut parts, model)?;
        let noise_total = parts.in_metric.iter().fold(0.0, |sum, x| sum + x);
        if !config.sampler.needs_gradient() {
            parts.variance.fill(f64::NAN);
            parts.covariance.fill(f64::NAN);
        }
        Ok(Pilot { report, variance: parts.variance, covariance: parts.covariance, noise_total })
    }

    /// Fills `parts`, which hold zeros; for a caller that has the chain's vectors in its hands.
    #[inline(never)]
    pub(crate) fn measure<R: Real>(
        &self,
        subject: &Subject<'_, R>,
        theta: &[R],
        parts: &mut Parts<Exclusive<'_>, R>,
        model: &mut dyn Model<R>,
    ) -> Result<PilotReport, StepError> {
        let Subject { config, held, .. } = subject;
        let (batch, batch_len) = self.batch(config)?;
        let mut generators = Generators::new(self.seed ^ STREAM, 0).ok_or(Error::ChainIndex)?;
        let blocks = Blocks::new(theta.len(), BoundPrior::of(&config.prior, held.prior), held.blocks);
        let metric = Metric::new(parts.roots, &config.sampler, &blocks, held.state);
        let mut probe = Probe {
            config,
            model,
            blocks: &blocks,
            gradient: parts.gradient,
            part: parts.part,
            total: parts.total,
            chunk: parts.chunk,
            directed: config.sampler.needs_gradient(),
            count: 0,
        };
        let mut batches = Batches {
            settings: batch,
            len: batch_len,
            data_len: config.data_len,
            indices: parts.indices,
            choice: generators.choice,
        };
        // What the host has not said yet is taken for 1.
        let temperature = match subject.temperature {
            positive if positive > 0.0 => positive,
            // A -0, too, which would make a limit of -infinity.
            0.0 => 0.0,
            _ => 1.0,
        };
        let [diagonal, off_diagonal] = &mut parts.tridiagonal;
        let mut lanczos = Lanczos {
            theta,
            metric: &metric,
            site: parts.site,
            base: parts.mean,
            x: parts.x,
            y: parts.y,
            last: parts.last,
            diagonal,
            off_diagonal,
            own: if config.sampler.is_lattice() { &mut *parts.in_metric } else { &mut [] },
            temperature: if temperature > 0.0 { temperature } else { 1.0 },
            reach: self.difference,
            noise: &mut generators.noise,
        };
        let mut curvature = lanczos.measure(&mut probe, &mut batches, self.pair_count)?;
        parts.mean.fill(0.0);
        let origin = if config.estimator.has_centre() { held.anchor } else { theta };
        let mut noise = Noise {
            theta,
            origin,
            metric: &metric,
            mean: parts.mean,
            pair: parts.last,
            x: parts.x,
            y: parts.y,
            site: parts.site,
            variance: parts.variance,
            covariance: parts.covariance,
            in_metric: parts.in_metric,
            variate: parts.variate,
            of_variate: parts.of_variate,
            noise: &mut generators.noise,
        };
        let levels = noise.measure(&mut probe, &mut batches, self.pair_count, temperature, &mut curvature)?;
        let (heating, admits_dense) = match &config.sampler {
            Sampler::Rule(rule) => {
                let (dense, has_blocks) =
                    (NoiseCompensation::Dense(None), config.layout.blocks_len.get() > 0);
                let admitted = config.admits_compensation::<R>(rule, &dense, theta.len(), has_blocks);
                (rule.rule.part::<R>().heating(), admitted.is_ok())
            }
            Sampler::MetropolisHastings(_) => (None, false),
        };
        let mut measured = Measured {
            config,
            heating,
            admits_dense,
            step_size: subject.step_size,
            refresh_len: subject.refresh_len,
            temperature,
            curvature,
            noise: levels,
            clamping: Clamping::NONE,
            rounding: metric.rounding(theta, &config.sampler, 2.0 * subject.step_size * temperature),
            inflation: self.inflation,
            batch_len,
            gradient_count: probe.count,
        };
        let report = advise(&measured);
        if !(temperature > 0.0 && report.step_size > 0.0 && clamps(config, batch)) {
            return Ok(report);
        }
        let [diagonal, off_diagonal] = &mut parts.tridiagonal;
        let mut clamps = Clamps {
            theta,
            origin,
            metric: &metric,
            mean: parts.mean,
            sums: parts.clamped,
            direction: parts.variate,
            up: parts.x,
            down: parts.y,
            base: parts.of_variate,
            site: parts.site,
            tridiagonal: [diagonal, off_diagonal],
            noise: &mut generators.noise,
            temperature,
            reach: self.difference,
            curvature,
        };
        let at = (&report, subject.step_size, self.inflation);
        measured.clamping = clamps.search(&mut probe, &mut batches, self.pair_count, at)?;
        measured.gradient_count = probe.count;
        Ok(advise(&measured))
    }
}
