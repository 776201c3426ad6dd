//! A descent to where a posterior has its mass, from anywhere, on all data.
//!
//! ```text
//! q = H g, by the last pairs s = θ' - θ and y = g - g';   θ' = θ + t q, t by bisection until both of
//! L(θ') ≥ L(θ) + 1e-4 t q·g,   q·g' ≤ 0.9 q·g            (or, where L cannot be told from rounding, q·g' ≥ -0.9998 q·g)
//! ```
//!
//! L is the log density that the chain samples: c_n (μ̂ + log π0/n) for Metropolis-Hastings, and n times that mean for a
//! rule. Whole steps gain about q·g/2. Where that is below `gain` for each parameter in two iterations running, the pairs
//! know nothing better; but of directions that no step has gone they know nothing. So then, in few enough parameters, steps
//! are by the curvature in all directions ([`shape`]), until one is expected to gain too little, or leads into a place
//! that is narrower than it is higher: draws are in the mean d/2 below a mode, and a funnel has one that none comes near.

use crate::Error;
use crate::blocks::{self, Blocks};
use crate::built;
use crate::chain::{ChainSettings, Config, RuleSettings, Sampler, check_environment, copy};
use crate::gradient::{Evaluator, Model, StepError};
use crate::num::{Count, Cut, Exclusive, MemoryUnit, Real, all_within};
use crate::prior::{BoundPrior, Prior};
use crate::range::Ranges;
use crate::rule::Rule;

mod look;
mod pairs;
mod settings;
mod shape;
mod surface;
mod walk;

use pairs::{HISTORY_MAX, Pairs};
pub use settings::{Descent, DescentEnd, DescentReport};
use shape::Shape;
use surface::Surface;
use walk::Walk;

/// All vectors of a descent, as `C` cuts them.
struct Parts<C: Cut, R: Real> {
    theta: C::Slice<R>,
    gradient: C::Slice<R>,
    site: C::Slice<R>,
    at_site: C::Slice<R>,
    direction: C::Slice<R>,
    before: C::Slice<R>,
    /// Every s, then every y.
    pairs: [C::Slice<R>; 2],
    matrix: C::Slice<f64>,
    vectors: C::Slice<f64>,
    spread: C::Slice<f64>,
    solution: C::Slice<f64>,
    prior: [C::Slice<R>; 2],
    blocks: C::Slice<u64>,
    part: C::Slice<R>,
    total: C::Slice<f64>,
    chunk: C::Slice<u32>,
}

impl Descent {
    /// The one description of what stands where.
    fn parts<C: Cut, R: Real>(&self, config: &Config, dim: usize, cut: &mut C) -> Result<Parts<C, R>, Error> {
        let (layout, pairs_len) = (&config.layout, dim.saturating_mul(self.history_len as usize));
        let chunk_len = layout.chunk_len.get();
        let curved = if dim <= self.curvature_dim_max as usize { dim } else { 0 };
        let parts = Parts {
            theta: cut.take(dim),
            gradient: cut.take(dim),
            site: cut.take(dim),
            at_site: cut.take(dim),
            direction: cut.take(dim),
            before: cut.take(curved),
            pairs: [cut.take(pairs_len), cut.take(pairs_len)],
            matrix: cut.take(curved.saturating_mul(curved)),
            vectors: cut.take(curved.saturating_mul(curved)),
            spread: cut.take(curved),
            solution: cut.take(curved),
            prior: [cut.take_built(layout.prior_len), cut.take_built(layout.prior_len)],
            blocks: cut.take_built(layout.blocks_len),
            part: cut.take(dim),
            total: cut.take(if chunk_len > 0 { dim } else { 0 }),
            chunk: cut.take(chunk_len),
        };
        cut.end()?;
        Ok(parts)
    }

    fn config<R: Real>(&self, settings: &ChainSettings<'_>, dim: usize) -> Result<Config, Error> {
        built::need(built::WARM_UP)?;
        self.check_ranges()?;
        // The model knows nothing of a recipe's own variables.
        if let Sampler::Rule(RuleSettings { rule: Rule::Recipe(_), .. }) = &settings.sampler {
            return Err(Error::RuleKind);
        }
        Config::new::<R>(settings, dim)
    }

    /// How many [`MemoryUnit`]s a descent works in: six vectors, two for each step that it remembers,
    /// and 2 d² numbers where the curvature is measured.
    ///
    /// Errors: `HistoryLen`, `IterationMax`, `Gain`, `CurvatureDimMax`; `RuleKind` for a recipe, whose variables are not the posterior's; as
    /// [`ChainSettings::memory_len`]; `NotBuilt`.
    pub fn memory_len<R: Real>(&self, settings: &ChainSettings<'_>, dim: usize) -> Result<usize, Error> {
        let mut count = Count::default();
        self.parts::<_, R>(&self.config::<R>(settings, dim)?, dim, &mut count)?;
        Ok(count.blocks)
    }

    /// Moves `theta` to where the posterior of a chain with these settings has its mass.
    ///
    /// The model is asked for the values and gradients of all data, whatever the chain's batches are, in chunks of `chunk_len`.
    /// Of the settings the data, the prior, the blocks and c_n count, of a rule its posterior at temperature 1; clipping and
    /// estimators do not. Ranges that are frozen stay. `memory` has any content and at least [`memory_len`](Self::memory_len) units, which
    /// may be those that the chain is made in afterwards. Equal settings and an equal start give equal results, to the last bit.
    ///
    /// Errors: those of `memory_len`; `FloatEnvironment`; `MemoryTooSmall`; `ThetaNotFinite`; where the model has no finite
    /// answer at the start, what a step would give; `Stopped` wherever the model stops it. `theta` is as it was then.
    ///
    /// ```
    /// use sgmcmc::{Batch, BatchSettings, Chain, ChainSettings, Descent, DescentEnd, Interrupt, MemoryUnit, Model};
    /// use sgmcmc::{Sampler, mh::{MetropolisHastings, Proposal}};
    /// struct Mean; // 1000 data x_i = 5 with deviation 3, in units of 1e6
    /// impl Model<f64> for Mean {
    ///     fn log_likelihood(
    ///         &mut self, theta: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>,
    ///     ) -> Result<f64, Interrupt> {
    ///         let z = (5e6 - theta[0]) / 3e6;
    ///         gradient.into_iter().for_each(|g| g[0] = z / 3e6);
    ///         Ok(-0.5 * z * z)
    ///     }
    /// }
    /// let hmc = MetropolisHastings::tuned(Proposal::hmc(0.0, 10), 1000.0);
    /// let settings = ChainSettings::new(1000, BatchSettings::All, Sampler::MetropolisHastings(hmc));
    /// let settings = ChainSettings { burn_in: 1000, ..settings };
    /// let (descent, mut theta) = (Descent::default(), [0.0]);
    /// let len = descent.memory_len::<f64>(&settings, 1)?.max(settings.memory_len::<f64>(1)?);
    /// let mut memory = vec![MemoryUnit::default(); len];
    /// let report = descent.run(&settings, &mut theta, &mut memory, &mut Mean)?;
    /// assert!(report.end == DescentEnd::Arrived && (theta[0] - 5e6).abs() < 1e5);
    /// let chain = Chain::new(&settings, &theta, &mut memory)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run<R: Real>(
        &self,
        settings: &ChainSettings<'_>,
        theta: &mut [R],
        memory: &mut [MemoryUnit],
        model: &mut dyn Model<R>,
    ) -> Result<DescentReport, StepError> {
        self.run_rooted(settings, theta, &mut [], memory, model).map(|(report, _)| report)
    }

    /// The same, with a root L of the covariance L Lᵀ that the curvature says: its rows, or its diagonal, if `root` is no longer
    /// than `theta`; and whether that is known. Where it is not, L is a multiple of the unit matrix. Rows of what is frozen are 0.
    pub(crate) fn run_rooted<R: Real>(
        &self,
        settings: &ChainSettings<'_>,
        theta: &mut [R],
        root: &mut [R],
        memory: &mut [MemoryUnit],
        model: &mut dyn Model<R>,
    ) -> Result<(DescentReport, bool), StepError> {
        check_environment()?;
        let len = self.memory_len::<R>(settings, theta.len())?;
        let memory = memory.get_mut(..len).ok_or(Error::MemoryTooSmall)?;
        if !all_within(theta, R::MAX) {
            return Err(Error::ThetaNotFinite.into());
        }
        memory.fill(MemoryUnit::default());
        let config = self.config::<R>(settings, theta.len())?;
        let mut parts = self.parts::<_, R>(&config, theta.len(), &mut Exclusive::new(memory))?;
        settings.prior.store(&mut parts.prior);
        blocks::store(settings.blocks, parts.blocks);
        copy(parts.theta, theta);
        copy(parts.site, theta);
        let [mean, precision] = &parts.prior;
        let blocks = Blocks::new(theta.len(), BoundPrior::of(&config.prior, [mean, precision]), parts.blocks);
        let scale = match &settings.sampler {
            Sampler::Rule(_) => f64::from(config.data_len.get()),
            Sampler::MetropolisHastings(mh) => mh.likelihood_scale,
        };
        let surface = Surface {
            evaluator: Evaluator {
                data_len: config.data_len,
                part: parts.part,
                total: parts.total,
                chunk: parts.chunk,
            },
            host_prior: config.prior == Prior::Callback,
            blocks: &blocks,
            scale,
            model,
            pass_count: 0,
        };
        let ([steps, changes], most) = (parts.pairs, self.history_len as usize);
        let mut walk = Walk {
            surface,
            theta: parts.theta,
            gradient: parts.gradient,
            site: parts.site,
            at_site: parts.at_site,
            direction: parts.direction,
            before: parts.before,
            pairs: Pairs { steps, changes, scales: [0.0; HISTORY_MAX], most, held: 0, next: 0 },
            shape: Shape {
                matrix: parts.matrix,
                vectors: parts.vectors,
                spread: parts.spread,
                solution: parts.solution,
            },
            report: DescentReport {
                end: DescentEnd::IterationMax,
                iteration_count: 0,
                pass_count: 0,
                log_density: [f64::NAN; 2],
                expected_gain: f64::NAN,
            },
            little: 0.0,
            shape_is_wanted: !root.is_empty(),
            shape_is_known: false,
        };
        let report = walk.descend(self)?;
        copy(theta, walk.theta);
        Ok((report, walk.write_root(root)))
    }
}
