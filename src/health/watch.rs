//! The looks at a run.

use super::clamped::{Marks, rounding};
use super::report::HealthReport;
use super::sums::{Counts, Places, Squares, misses_batches};
use super::trace::Trace;
use crate::Error;
use crate::blocks::Blocks;
use crate::built;
use crate::chain::{Chain, ChainState, Config, Sampler};
use crate::gradient::{Model, Observer, StepError};
use crate::num::{MemoryUnit, Real, ln};
use crate::pilot::PilotReport;
use crate::prior::{BoundPrior, Prior};
use crate::range::Ranges;
use crate::record::record;
use crate::rule::Norms;

record! {
    /// What the health of a run is judged by.
    HealthSettings, #[repr(C)];

    /// Recent rates are over at least so many steps, and over at most twice as many and an interval between two looks. Rates
    /// of fewer steps are not judged.
    window: u64 = 1000 => within(100.0, 4294967296.0), HealthWindow;
    /// By what share variances, or the kinetic temperature, may be off, and by what share of a standard deviation the mean
    /// of a lattice walk that clamps.
    tolerance: f64 = 0.075 => above(0.0).at_most(1.0), HealthTolerance;
}

impl HealthSettings {
    /// Refuses settings outside their ranges.
    pub(super) fn check(&self) -> Result<(), Error> {
        built::need(built::HEALTH)?;
        self.check_ranges()
    }
}

/// What looks at a chain have found; constant in size, and with no pointer in it.
///
/// Correlations are of the whole run after burn-in, temperatures and heat of its last half at least, so that a start far
/// from the mode is forgotten; unless that half is well and what was before it, after it had been well, so hot that all looks
/// together are: a chain whose settings change wants a new one.
// Words, without padding: the C ABI's objects are made of it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Health {
    pub(super) settings: HealthSettings,
    /// Of the chain; 0 before the first look.
    pub(super) dim: u64,
    /// Looks after burn-in, the step of the first, and that of the last look there was.
    pub(super) look_count: u64,
    pub(super) first_step: u64,
    last_step: u64,
    /// Of the looks from the last power of two on, and of those from the one before up to there.
    pub(super) recent: Squares,
    earlier: Squares,
    /// Of the parts that were too hot and are forgotten, after one that was well; and whether there was such a one.
    burst: Squares,
    was_well: u64,
    pub(super) trace: Trace<128>,
    /// Of parts of θ, every fourth number each.
    pub(super) parts: [Trace<32>; PARTS],
    /// Counts when the last two windows began, the older first.
    pub(super) windows: [Counts; 2],
    pub(super) refused_count: u64,
    pub(super) refused_status: u64,
    pub(super) marks: Marks,
    /// As `recent` and `earlier`, and the size of θ at the first look after burn-in.
    places: [Places; 2],
    pub(super) first_size: f64,
}

impl Health {
    /// Nothing has been seen yet. Errors: `HealthWindow`, `HealthTolerance`; `NotBuilt`.
    pub fn new(settings: &HealthSettings) -> Result<Self, Error> {
        settings.check()?;
        Ok(Self {
            settings: *settings,
            dim: 0,
            look_count: 0,
            first_step: 0,
            last_step: 0,
            recent: Squares::default(),
            earlier: Squares::default(),
            burst: Squares::default(),
            was_well: 0,
            trace: Trace::EMPTY,
            parts: [Trace::EMPTY; PARTS],
            windows: [Counts::default(); 2],
            refused_count: 0,
            refused_status: 0,
            marks: Marks::default(),
            places: [Places::default(); 2],
            first_size: f64::NAN,
        })
    }

    /// Looks at a chain after a step, in a host's own loop; `norms` are the step's, where it has measured them.
    ///
    /// The same chain every time, at steps that grow. Reads θ and the velocity once, θ of a lattice walk twice: a look at every
    /// tenth step of SGLD costs about as much as one at every step of an observer that only wants norms. Errors: `HealthChain`,
    /// `MemoryTooSmall`; nothing was taken in then.
    pub fn look<R: Real>(
        &mut self,
        chain: &ChainState<R>,
        memory: &[MemoryUnit],
        norms: Option<Norms>,
    ) -> Result<(), Error> {
        built::need(built::HEALTH)?;
        let theta = chain.theta(memory)?;
        let statistics = chain.statistics();
        let (step, first) = (statistics.step_count, self.dim == 0);
        if !first && (self.dim != chain.dim() as u64 || step <= self.last_step) {
            return Err(Error::HealthChain);
        }
        let counts = Counts::of(&statistics);
        if first {
            // What happened before somebody looked is nobody's window, unless that is the chain's beginning.
            let began = if step <= self.settings.window { Counts::default() } else { counts };
            (self.dim, self.windows) = (chain.dim() as u64, [began; 2]);
        } else if counts.since(&self.windows[1]).steps >= self.settings.window {
            self.windows = [self.windows[1], counts];
        }
        let steps = step - self.last_step;
        self.last_step = step;
        if step <= chain.config.burn_in {
            return Ok(());
        }
        if self.look_count == 0 {
            self.first_step = step;
        }
        self.look_count += 1;
        if self.look_count.is_power_of_two() {
            self.forget(&chain.config);
            (self.earlier, self.recent) = (self.recent, Squares::default());
            self.places = [Places::default(), self.places[0]];
        }
        let held = chain.config.layout.held(memory, chain.progress.roles)?;
        let blocks = Blocks::<R>::new(chain.dim(), BoundPrior::FLAT, held.blocks);
        let (parts, squares) = sums_of(theta, &blocks);
        self.trace.push(parts.iter().fold(0.0, |sum, part| sum + part));
        self.parts.iter_mut().zip(parts).for_each(|(trace, part)| trace.push(part));
        if chain.config.sampler.is_lattice() {
            self.marks.take_in(self.look_count, &chain.progress, theta, &blocks);
        }
        let size = ln(squares.max(f64::MIN_POSITIVE));
        if self.look_count == 1 {
            self.first_size = size;
        }
        self.places[0].push(log_posterior(chain), size);
        if let Some(norms) = norms {
            let share = if chain.config.sampler.is_lattice() {
                let square = 2.0 * statistics.step_size * statistics.temperature;
                Some(rounding(&chain.config.sampler, theta, held.state, &blocks, square))
            } else {
                None
            };
            self.round::<R>(squares, norms, share);
        }
        if misses_batches(&chain.config, steps) {
            return Ok(());
        }
        if let Some(norms) = norms {
            self.measure(&chain.config, &blocks, norms, [statistics.step_size, statistics.temperature]);
        }
        if let Sampler::Rule(rule) = &chain.config.sampler
            && built::VELOCITIES
        {
            let heat = statistics.step_size * statistics.temperature;
            self.weigh(rule, held.state, &blocks, norms, heat, [step, steps]);
        }
        Ok(())
    }

    /// Where the chain was, of the last half of the looks at least.
    pub(super) fn place(&self) -> Places {
        let [recent, earlier] = &self.places;
        earlier.plus(recent)
    }

    /// What was measured, of the last half of the looks at least.
    pub(super) fn squares(&self) -> Squares {
        self.earlier.plus(&self.recent)
    }

    /// What becomes of the part before the last: a chain that was well may be thrown out of a place for which its step is
    /// too large, and be back long before anybody asks.
    fn forget(&mut self, config: &Config) {
        let excess = self.excess(config, &self.earlier);
        if excess <= 0.0 {
            self.was_well = 1;
        } else if excess > 0.0 && self.was_well == 1 {
            self.burst = self.burst.plus(&self.earlier);
        }
    }

    /// What heat is judged by: the last half of the looks; or if that is well those before it that were too hot after some
    /// that were not, where their heat is too much for all looks together.
    pub(super) fn judged(&self, config: &Config) -> Squares {
        let (last, burst) = (self.squares(), &self.burst);
        let share = (burst.measured_count + burst.kinetic_count) as f64 / self.look_count as f64;
        let matters = burst.heat(config) * share > self.settings.tolerance;
        if matters && self.excess(config, &last) <= 0.0 { *burst } else { last }
    }

    /// Takes in that a step, or a run of them, has ended so: its number, where it was refused.
    pub fn refused(&mut self, error: &StepError) {
        match error {
            StepError::Refused(error) if (200..300).contains(&(*error as i32)) => {
                self.refused_count += 1;
                self.refused_status = *error as u64;
            }
            StepError::Refused(_) | StepError::Stopped(..) => {}
        }
    }

    /// What is wrong with the chain, and what to change: see [`HealthReport`].
    ///
    /// A pilot at the chain's place tells the gradient's noise from too large a step, and R̂ of several chains, by
    /// [`r_hat`](crate::r_hat) or [`StoredDraws`](crate::StoredDraws), what no chain can see by itself. Errors:
    /// `HealthChain` for another chain than the one that was looked at.
    pub fn report<R: Real>(
        &self,
        chain: &ChainState<R>,
        pilot: Option<&PilotReport>,
        r_hat: Option<f64>,
    ) -> Result<HealthReport, Error> {
        built::need(built::HEALTH)?;
        let statistics = chain.statistics();
        let another =
            self.dim != 0 && self.dim != chain.dim() as u64 || statistics.step_count < self.last_step;
        if another {
            return Err(Error::HealthChain);
        }
        let pilot = pilot.copied().unwrap_or_default();
        Ok(self.judge(&chain.config, &chain.progress, &statistics, &pilot, r_hat.unwrap_or(f64::NAN)))
    }
}

/// Into how many parts θ falls, so that what is small in one coordinate is not lost beside another's large moves.
pub(super) const PARTS: usize = 4;

/// The log posterior where the chain is, up to a constant; NaN where a rule has a prior, whose value it does not ask for.
fn log_posterior<R: Real>(chain: &ChainState<R>) -> f64 {
    let (config, progress) = (&chain.config, &chain.progress);
    match &config.sampler {
        Sampler::Rule(_) if config.prior != Prior::FLAT || config.layout.blocks_len.get() > 0 => f64::NAN,
        Sampler::Rule(_) => progress.log_likelihood * f64::from(config.data_len.get()) / progress.temperature,
        Sampler::MetropolisHastings(mh) => progress
            .metropolis
            .estimate
            .map_or(f64::NAN, |estimate| mh.likelihood_scale * estimate.per_datum(config.data_len)),
    }
}

/// What a state of [`weight`] grows by.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The next weight.
#[inline(always)]
fn weight(state: &mut u64) -> f64 {
    *state = state.wrapping_add(GOLDEN);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    f64::from((mixed >> 32) as i32) / 2_147_483_648.0
}

/// Of the numbers that move, Σ u_b w_j θ_i with i = 16 b + j in every range of them, for each j mod [`PARTS`], and Σ θ_i²;
/// both weights spread over (-1, 1), by Steele, Lea and Flood 2014, so that no two modes that differ have the same.
// In one loop, which reads a long θ once; and 16 sums of either kind, which do not wait for each other.
#[inline(never)]
fn sums_of<R: Real>(theta: &[R], blocks: &Blocks<'_, R>) -> ([f64; PARTS], f64) {
    const WIDTH: usize = 16;
    // Those of j come first, and are made once more at the end.
    let mut state = GOLDEN.wrapping_mul(WIDTH as u64);
    let (mut sums, mut squares) = ([0.0; WIDTH], [0.0; WIDTH]);
    let mut add = |some: &[R]| {
        let weight = weight(&mut state);
        for ((sum, square), x) in sums.iter_mut().zip(&mut squares).zip(some) {
            let x = x.to_f64();
            *sum += weight * x;
            *square += x * x;
        }
    };
    for segment in blocks.segments() {
        let (whole, rest) = theta.get(segment.start..segment.end).unwrap_or_default().as_chunks::<WIDTH>();
        whole.iter().for_each(|some| add(some));
        add(rest);
    }
    let mut state = 0;
    let mut parts = [0.0; PARTS];
    for some in sums.as_chunks::<PARTS>().0 {
        parts.iter_mut().zip(some).for_each(|(part, sum)| *part += weight(&mut state) * sum);
    }
    (parts, squares.iter().fold(0.0, |total, square| total + square))
}

impl<R: Real> ChainState<R> {
    /// Runs as [`run_with_progress`](Self::run_with_progress) does, and has `health` look at the chain instead, and note
    /// what was refused.
    ///
    /// Only the step before a look is measured. Errors besides those of a run: `ProgressInterval` for an interval of 0,
    /// `HealthChain` for a `health` that knows another chain; the step is done then.
    pub fn run_with_health(
        &mut self,
        memory: &mut [MemoryUnit],
        step_count: u64,
        model: &mut impl Model<R>,
        observer: Option<&mut dyn Observer<R>>,
        interval: u64,
        health: &mut Health,
    ) -> Result<(), StepError> {
        built::need(built::HEALTH)?;
        let look = |chain: &Self, memory: &[MemoryUnit], norms| health.look(chain, memory, Some(norms));
        let done = self.run_measured(memory, step_count, model, observer, interval, look);
        if let Err(error) = &done {
            health.refused(error);
        }
        done
    }
}

impl<R: Real> Chain<'_, R> {
    /// See [`ChainState::run_with_health`].
    ///
    /// ```
    /// # use sgmcmc::{Batch, BatchSettings, Chain, ChainSettings, Interrupt, MemoryUnit, Model, RuleSettings, Sampler};
    /// # use sgmcmc::{rule::Rule, schedule::Schedule};
    /// use sgmcmc::{Health, HealthFinding, HealthSettings};
    /// # struct Normal;
    /// # impl Model<f64> for Normal {
    /// #     fn log_likelihood(&mut self, x: &[f64], _: Batch<'_>, g: Option<&mut [f64]>) -> Result<f64, Interrupt> {
    /// #         g.into_iter().for_each(|g| g[0] = -x[0]);
    /// #         Ok(-0.5 * x[0] * x[0])
    /// #     }
    /// # }
    /// # let mut model = Normal; // of variance 1
    /// let sgld = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::constant(1.0)));
    /// let settings = ChainSettings::new(1, BatchSettings::All, sgld);
    /// let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(1)?];
    /// let mut chain = Chain::new(&settings, &[0.0], &mut memory)?;
    /// let mut health = Health::new(&HealthSettings::default())?;
    /// chain.run_with_health(100_000, &mut model, None, 10, &mut health)?;
    /// let report = health.report(chain.state(), None, None)?;
    /// assert!(report.has(HealthFinding::StepTooLarge) && (report.heat - 1.0).abs() < 0.1);
    /// let mut text = String::new();
    /// report.write(&mut text)?; // The step size, 1, is too large: variances are off by 1 ...
    /// # assert!(text.starts_with("The step size, 1, is too large"), "{text}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_with_health(
        &mut self,
        step_count: u64,
        model: &mut impl Model<R>,
        observer: Option<&mut dyn Observer<R>>,
        interval: u64,
        health: &mut Health,
    ) -> Result<(), StepError> {
        self.state.run_with_health(self.memory, step_count, model, observer, interval, health)
    }
}
