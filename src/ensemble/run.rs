//! Chains over one model, until they agree.

use super::chain::EnsembleChain;
use super::metric::moved;
use super::report::EnsembleReport;
use super::settings::EnsembleSettings;
use crate::Error;
use crate::blocks::moving;
use crate::chain::copy;
use crate::gradient::{Draw, Model, StepError};
use crate::num::{Count, Cut, Exclusive, MemoryUnit, Real, Shared};
use crate::rng::{Generators, fill_uniforms};
use crate::stats::{Reservoir, StoredDraws, Summary};
use core::fmt;

/// How often a start is drawn anew where the model has no finite answer.
const TRIES: u32 = 100;

/// Where the starts' random numbers are: not the chains'.
const STARTS: u64 = 0x5eed_0f57_a475_0000;

/// How an ensemble stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnsembleEnd {
    /// Its round has not ended for all chains.
    Running,
    /// The chains agree, and are worth as many independent draws as was wanted.
    Converged,
    /// One more round would take more passes than are allowed.
    PassMax,
}

/// What all chains show together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnsembleState {
    /// How it stands.
    pub end: EnsembleEnd,
    /// The largest R̂ of a parameter; NaN before the first round has ended.
    pub r_hat: f64,
    /// The least effective sample size of a parameter, of bulk or tails; NaN before the first round has ended.
    pub sample_size: f64,
    /// Passes over all data by the chain that took the most.
    pub pass_count: f64,
    /// How many chains say that something is to be doubted.
    pub doubtful_count: u32,
}

impl fmt::Display for EnsembleState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { end, r_hat, sample_size, pass_count, doubtful_count } = self;
        let verdict = match end {
            EnsembleEnd::Running => "The chains are still running",
            EnsembleEnd::Converged => "The chains agree",
            EnsembleEnd::PassMax => "The chains do NOT agree yet, and no more passes are allowed",
        };
        write!(
            f,
            "{verdict}: R-hat is at most {r_hat:.3}, the effective sample size at least {sample_size:.0}, after {pass_count:.0} \
             passes a chain."
        )?;
        if *doubtful_count > 0 {
            write!(f, " {doubtful_count} chains say that something is to be doubted: see their reports.")?;
        }
        Ok(())
    }
}

/// A chain, its draws, and how far it is.
#[derive(Clone, Debug)]
struct Member<R> {
    chain: EnsembleChain<R>,
    kept: Reservoir,
}

/// `K` chains over one model in one memory of the caller's, and the draws that they keep.
///
/// Chains know nothing of each other: a host may run each [`member`](Self::members) on a thread of its own, and gets the
/// same bits. They run in rounds. The first keeps `draw_count` draws of each chain; while the chains do not agree, another
/// one doubles the draws and keeps every second, so that the same room has draws that are further apart.
///
/// ```
/// use sgmcmc::{Batch, Ensemble, EnsembleEnd, EnsembleSettings, Interrupt, MemoryUnit, Model, Summary, SummaryTable};
///
/// /// θ ~ N(i, 1/(i + 1)²), a log density without data.
/// struct Scales;
///
/// impl Model<f64> for Scales {
///     fn log_likelihood(
///         &mut self, theta: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>,
///     ) -> Result<f64, Interrupt> {
///         let z = |(i, x): (usize, &f64)| (x - i as f64) * (i as f64 + 1.0);
///         for (i, g) in gradient.into_iter().flatten().enumerate() {
///             *g = -z((i, &theta[i])) * (i as f64 + 1.0);
///         }
///         Ok(theta.iter().enumerate().map(|at| -0.5 * z(at) * z(at)).sum())
///     }
/// }
///
/// let settings = EnsembleSettings::new(1);
/// let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(3, 4)?];
/// let mut ensemble = Ensemble::<f64, 4>::start(&settings, &[0.0; 3], &mut memory, &mut Scales)?;
/// let state = ensemble.run(&mut Scales)?;
/// assert_eq!(state.end, EnsembleEnd::Converged);
/// let mut rows = [Summary::default(); 3];
/// ensemble.summaries(&mut rows)?;
/// println!("{}{state}", SummaryTable { rows: &rows, names: &["a", "b", "c"] });
/// assert!((rows[2].mean - 2.0).abs() < 5.0 * rows[2].standard_error);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Ensemble<'a, 'm, R: Real, const K: usize> {
    settings: EnsembleSettings<'a>,
    dim: usize,
    members: heapless::Vec<Member<R>, K>,
    memory: &'m mut [MemoryUnit],
    /// Draws that each chain is to have seen by the end of this round.
    goal: u64,
    state: EnsembleState,
}

/// All vectors.
struct Parts<C: Cut, R: Real> {
    chains: C::Slice<MemoryUnit>,
    draws: C::Slice<R>,
    work: C::Slice<MemoryUnit>,
}

impl EnsembleSettings<'_> {
    fn parts<C: Cut, R: Real>(
        &self,
        dim: usize,
        chain_count: usize,
        cut: &mut C,
    ) -> Result<Parts<C, R>, Error> {
        let row = dim.checked_mul(chain_count).ok_or(Error::LengthTooLarge)?;
        let chains =
            self.chain_memory_len::<R>(dim)?.checked_mul(chain_count).ok_or(Error::LengthTooLarge)?;
        let draws = row.checked_mul(self.until.draw_count as usize).ok_or(Error::LengthTooLarge)?;
        let work = StoredDraws::<R>::memory_len_of(chain_count, self.until.draw_count as usize)?;
        let parts = Parts { chains: cut.take(chains), draws: cut.take(draws), work: cut.take(work) };
        cut.end()?;
        Ok(parts)
    }

    /// How many [`MemoryUnit`]s an ensemble of so many chains with `dim` parameters needs: the chains', their draws, and 24
    /// to 52 bytes for each draw in which they are compared.
    ///
    /// Errors: those of [`chain_memory_len`](Self::chain_memory_len); `LengthZero` for no chains; `NotBuilt`.
    pub fn memory_len<R: Real>(&self, dim: usize, chain_count: usize) -> Result<usize, Error> {
        if chain_count == 0 {
            return Err(Error::LengthZero);
        }
        let mut count = Count::default();
        self.parts::<_, R>(dim, chain_count, &mut count)?;
        Ok(count.blocks)
    }
}

/// A chain of an ensemble, with what it needs to run by itself.
#[derive(Debug)]
pub struct EnsembleMember<'e, R: Real> {
    goal: u64,
    member: &'e mut Member<R>,
    memory: &'e mut [MemoryUnit],
    draws: &'e mut [R],
}

impl<R: Real> EnsembleMember<'_, R> {
    /// Runs to the end of the round, at first through the warm-up.
    ///
    /// Steps done before an error stay done, and the next call goes on. Errors: those of [`EnsembleChain::advance`].
    pub fn run(&mut self, model: &mut dyn Model<R>) -> Result<(), StepError> {
        let Member { chain, kept } = &mut *self.member;
        chain.warm_up(self.memory, model)?;
        while kept.shown() < self.goal {
            let mut keep = |draw: &Draw<'_, R>| {
                kept.push(self.draws, draw.theta).map(|_| ()).map_err(|error| error as i32)
            };
            chain.advance(self.memory, 1, model, Some(&mut keep))?;
        }
        Ok(())
    }
}

/// Starts chain `index` at `theta`, or somewhere about it, with `start` for scratch.
fn begin<R: Real>(
    settings: &EnsembleSettings<'_>,
    index: u32,
    theta: &[R],
    start: &mut [R],
    memory: &mut [MemoryUnit],
    model: &mut dyn Model<R>,
) -> Result<EnsembleChain<R>, StepError> {
    let mut generators = Generators::new(settings.seed ^ STARTS, index).ok_or(Error::ChainIndex)?;
    let spread = if index == 0 { 0.0 } else { settings.start_spread };
    let mut tries = 0;
    loop {
        tries += 1;
        fill_uniforms(&mut generators.noise, start);
        for (x, theta) in start.iter_mut().zip(theta) {
            *x = moved(*theta, spread * (2.0 * x.to_f64() - 1.0));
        }
        for block in settings.blocks.iter().filter(|block| block.frozen) {
            let range = block.start..block.end().unwrap_or(block.start);
            if let (Some(start), Some(theta)) = (start.get_mut(range.clone()), theta.get(range)) {
                copy(start, theta);
            }
        }
        match EnsembleChain::start(settings, index, start, memory, model) {
            Err(error)
                if spread > 0.0
                    && tries < TRIES
                    && (error.is_of_answer() || error == Error::Impossible.into()) => {}
            started => return started,
        }
    }
}

impl<'a, 'm, R: Real, const K: usize> Ensemble<'a, 'm, R, K> {
    /// Starts the chains: each descends, one after the other.
    ///
    /// The first starts at `theta`, and each other somewhere about it: at uniform distances of at most `start_spread`, drawn
    /// again up to a hundred times where the model has no finite answer. `memory` has any content and at least
    /// [`memory_len`](EnsembleSettings::memory_len) units. Errors: those of `memory_len` and of [`EnsembleChain::start`].
    pub fn start(
        settings: &EnsembleSettings<'a>,
        theta: &[R],
        memory: &'m mut [MemoryUnit],
        model: &mut dyn Model<R>,
    ) -> Result<Self, StepError> {
        let len = settings.memory_len::<R>(theta.len(), K)?;
        let memory = memory.get_mut(..len).ok_or(Error::MemoryTooSmall)?;
        let parts: Parts<_, R> = settings.parts(theta.len(), K, &mut Exclusive::new(memory))?;
        let mut members = heapless::Vec::new();
        let start = parts.draws.get_mut(..theta.len()).unwrap_or_default();
        let rooms = parts.chains.chunks_exact_mut(parts.chains.len().div_ceil(K.max(1)).max(1));
        for (index, memory) in (0..).zip(rooms) {
            let chain = begin(settings, index, theta, start, memory, model)?;
            // As many as there is room for.
            members
                .push(Member { chain, kept: Reservoir::new(theta.len()) })
                .map_err(|_| Error::LengthMismatch)?;
        }
        let state = EnsembleState {
            end: EnsembleEnd::Running,
            r_hat: f64::NAN,
            sample_size: f64::NAN,
            pass_count: 0.0,
            doubtful_count: 0,
        };
        let goal = settings.until.draw_count.into();
        Ok(Self { settings: *settings, dim: theta.len(), members, memory, goal, state })
    }

    /// The chains, each of which may run its round on a thread of its own. Errors: none but of a memory that is not the
    /// ensemble's.
    pub fn members(&mut self) -> Result<impl Iterator<Item = EnsembleMember<'_, R>>, Error> {
        let Self { settings, dim, members, memory, goal, .. } = self;
        let Parts { chains, draws, .. } = settings.parts::<_, R>(*dim, K, &mut Exclusive::new(memory))?;
        let [chain_len, draws_len] = [chains.len(), draws.len()].map(|len| len.div_ceil(K.max(1)).max(1));
        let rooms = chains.chunks_exact_mut(chain_len).zip(draws.chunks_exact_mut(draws_len));
        let goal = *goal;
        Ok(members.iter_mut().zip(rooms).map(move |(member, (memory, draws))| EnsembleMember {
            goal,
            member,
            memory,
            draws,
        }))
    }

    /// Judges the chains once all have come to the end of a round, and begins another one if they do not agree and may.
    ///
    /// Of a round that has not ended for all it says no more than that. Errors: `MemoryTooSmall`.
    pub fn judge(&mut self) -> Result<EnsembleState, Error> {
        let reports = || self.members.iter().map(|member| member.chain.report());
        self.state.pass_count = reports().map(|report| report.pass_count).fold(0.0, f64::max);
        self.state.doubtful_count = reports().map(|report| u32::from(report.is_doubtful())).sum();
        if self.members.iter().any(|member| member.kept.shown() < self.goal) {
            self.state.end = EnsembleEnd::Running;
            return Ok(self.state);
        }
        let parts: Parts<_, R> = self.settings.parts(self.dim, K, &mut Exclusive::new(self.memory))?;
        let stored = StoredDraws { draws: &*parts.draws, chain_count: K, dim: self.dim };
        let (mut r_hat, mut sample_size) = (0.0f64, f64::INFINITY);
        for i in moving(self.settings.blocks.iter(), self.dim).flat_map(|of| of.start..of.start + of.len) {
            let found = stored.summary(i, parts.work)?;
            // What does not vary, and may, does not agree.
            r_hat = if found.r_hat > r_hat || found.r_hat.is_nan() { found.r_hat } else { r_hat };
            sample_size = sample_size.min(found.bulk_sample_size).min(found.tail_sample_size);
        }
        self.state = EnsembleState { r_hat, sample_size, ..self.state };
        let agree = r_hat <= self.settings.until.r_hat_max && sample_size >= self.settings.until.sample_size;
        // Another round has as many trajectories as all before.
        let next = 2.0 * self.state.pass_count;
        self.state.end = if agree {
            EnsembleEnd::Converged
        } else if next > self.settings.until.pass_max {
            EnsembleEnd::PassMax
        } else {
            self.goal = self.goal.saturating_mul(2);
            EnsembleEnd::Running
        };
        Ok(self.state)
    }

    /// Runs one chain after the other, round by round, until they agree or may not go on.
    ///
    /// That they do not agree is no error: the state says so. Errors: those of [`EnsembleMember::run`]; the next call goes on.
    pub fn run(&mut self, model: &mut dyn Model<R>) -> Result<EnsembleState, StepError> {
        loop {
            for mut member in self.members()? {
                member.run(model)?;
            }
            let state = self.judge()?;
            if state.end != EnsembleEnd::Running {
                return Ok(state);
            }
        }
    }

    /// The draws of all chains, `draw_count` of each; none while a round has not ended for all.
    pub fn draws(&self) -> Option<StoredDraws<'_, R>> {
        let whole =
            self.members.iter().all(|member| member.kept.len() == self.settings.until.draw_count as usize);
        let parts = self.settings.parts::<_, R>(self.dim, K, &mut Shared::new(self.memory)).ok()?;
        whole.then_some(StoredDraws { draws: parts.draws, chain_count: K, dim: self.dim })
    }

    /// A row for each parameter of what the draws say, for a [`SummaryTable`](crate::SummaryTable), say.
    ///
    /// Errors: `LengthMismatch` unless there are as many rows as parameters; `NotEstimated` while a round has not ended for
    /// all.
    pub fn summaries(&mut self, rows: &mut [Summary]) -> Result<(), Error> {
        let chain_count = self.draws().ok_or(Error::NotEstimated)?.chain_count;
        if rows.len() != self.dim {
            return Err(Error::LengthMismatch);
        }
        let Parts { draws, work, .. } =
            self.settings.parts::<_, R>(self.dim, K, &mut Exclusive::new(self.memory))?;
        let stored = StoredDraws { draws: &*draws, chain_count, dim: self.dim };
        for (i, row) in rows.iter_mut().enumerate() {
            *row = stored.summary(i, work)?;
        }
        Ok(())
    }

    /// What the chains say of themselves, in order.
    pub fn reports(&self) -> impl Iterator<Item = EnsembleReport> {
        self.members.iter().map(|member| member.chain.report())
    }
}
