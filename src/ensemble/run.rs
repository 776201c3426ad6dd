//! Chains over one model, until they agree.

use super::member::{EnsembleMember, Member, Room, begin};
use super::plan::{Parts, Plan, ROW_LEN};
use super::report::EnsembleReport;
use super::settings::EnsembleSettings;
use super::state::EnsembleState;
use crate::Error;
use crate::gradient::{Model, StepError};
use crate::image::{Image, Sink, Source};
use crate::num::{Exclusive, MemoryUnit, Real, Shared};
use crate::stats::{Reservoir, StoredDraws, Summary};
use core::marker::PhantomData;

/// Chains over one model in one memory of the caller's, and the draws that they keep.
///
/// It holds no pointer, as a chain does not: what it knows besides is in `memory`, which every call is given again.
///
/// Chains know nothing of each other: a host may run each [`member`](Self::members) on a thread of its own, and gets the
/// same bits. They run in rounds. The first keeps `draw_count` draws of each chain; while the chains do not agree, another
/// one doubles the draws and keeps every second, so that the same room has draws that are further apart.
///
/// That chains agree does not show what none of them has come to: a narrow mode beside a wide one, say, from which no slope
/// leads there. One chain alone sees less: not a second mode, nor tails that it goes out into once in thousands of draws, nor,
/// beyond `curvature_dim_max` parameters, a direction across them that is much too long for its trajectories.
///
/// ```
/// use sgmcmc::{Batch, Ensemble, EnsembleSettings, Interrupt, MemoryUnit, Model};
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
/// let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(3)?];
/// let mut ensemble = Ensemble::start(&settings, &[0.0; 3], &mut memory, &mut Scales)?;
/// let state = ensemble.run(&mut memory, &mut Scales)?;
/// assert!(state.converged);
/// println!("{}", ensemble.text(&memory, &["a", "b", "c"])?);
/// let last = ensemble.summary(&memory, 2)?;
/// assert!((last.mean - 2.0).abs() < 5.0 * last.standard_error);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ensemble<R> {
    pub(super) plan: Plan,
    /// Draws that each chain is to have seen by the end of this round.
    pub(super) goal: u64,
    pub(super) state: EnsembleState,
    precision: PhantomData<R>,
}

impl<R: Real> Image for Ensemble<R> {
    const LEN: usize = <Plan as Image>::LEN + <u64 as Image>::LEN + <EnsembleState as Image>::LEN;

    fn write(&self, words: &mut Sink<'_>) {
        Image::<false>::write(&self.plan, words);
        Image::<false>::write(&self.goal, words);
        Image::<false>::write(&self.state, words);
    }

    fn read(words: &mut Source<'_>) -> Self {
        let plan = Image::<false>::read(words);
        let goal = Image::<false>::read(words);
        Self::of(plan, goal, Image::<false>::read(words))
    }
}

/// An ensemble at rest: words without padding or pointers, for hosts that keep it beside its memory.
pub type EnsembleWords = [u64; <Ensemble<f64> as Image>::LEN];

/// Where one chain of an ensemble has what is its own, so that hosts can let chains run at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnsembleRoom {
    /// The first unit.
    pub from: usize,
    /// How many units.
    pub len: usize,
    /// The unit where the draws of all chains begin.
    pub draws_from: usize,
    /// How many numbers this chain's draws have.
    pub draws_len: usize,
}

impl<R: Real> Ensemble<R> {
    /// Its words.
    pub fn words(&self) -> EnsembleWords {
        let mut words = EnsembleWords::default();
        self.write(&mut Sink(&mut words));
        words
    }

    /// The ensemble with these words.
    pub fn from_words(words: &EnsembleWords) -> Self {
        Self::read(&mut Source(words))
    }

    /// Where a chain has what is its own: its units, and its draws behind those of the chains before. Errors: `ChainIndex`
    /// for a chain that is none.
    pub fn room(&self, chain: usize) -> Result<EnsembleRoom, Error> {
        let Plan { dim, chain_count, draw_count, .. } = self.plan;
        if chain >= chain_count {
            return Err(Error::ChainIndex);
        }
        let len = self.plan.room_len::<R>()?;
        Ok(EnsembleRoom {
            from: chain * len,
            len,
            draws_from: chain_count * len,
            draws_len: draw_count * dim,
        })
    }

    /// A chain by what is its own: as [`members`](Self::members) have it. Errors: `MemoryTooSmall`.
    pub fn member<'e>(
        &self,
        room: &'e mut [MemoryUnit],
        draws: &'e mut [R],
    ) -> Result<EnsembleMember<'e, R>, Error> {
        let Room { words, memory } = self.plan.room::<_, R>(&mut Exclusive::new(room))?;
        Ok(EnsembleMember { goal: self.goal, words, memory, draws })
    }

    /// Starts the chains: each descends, one after the other.
    ///
    /// The first starts at `theta`, and each other somewhere about it: at uniform distances of at most `start_spread`, drawn
    /// again up to a hundred times where the model has no finite answer. `memory` has any content and at least
    /// [`memory_len`](EnsembleSettings::memory_len) units. Errors: those of `memory_len` and of [`EnsembleChain::start`](crate::EnsembleChain::start).
    pub fn start(
        settings: &EnsembleSettings<'_>,
        theta: &[R],
        memory: &mut [MemoryUnit],
        model: &mut dyn Model<R>,
    ) -> Result<Self, StepError> {
        let plan = Plan::new::<R>(settings, theta.len())?;
        plan.parts::<_, R>(&mut Exclusive::new(memory)).map(drop)?;
        // Equal ensembles are equal memory, whatever that held before.
        memory.fill(MemoryUnit::default());
        let Parts { rooms, draws, .. } = plan.parts::<_, R>(&mut Exclusive::new(memory))?;
        let start = draws.get_mut(..theta.len()).unwrap_or_default();
        for (index, room) in (0..).zip(rooms.chunks_exact_mut(plan.room_len::<R>()?.max(1))) {
            let room = plan.room::<_, R>(&mut Exclusive::new(room))?;
            begin(settings, index, theta, start, room, model)?;
        }
        let state = EnsembleState {
            dim: theta.len() as u64,
            chain_count: settings.chain_count,
            ..EnsembleState::default()
        };
        Ok(Self::of(plan, settings.draw_count.into(), state))
    }

    pub(super) fn of(plan: Plan, goal: u64, state: EnsembleState) -> Self {
        Self { plan, goal, state, precision: PhantomData }
    }

    /// The chains, each of which may run its round on a thread of its own. Errors: `MemoryTooSmall`.
    pub fn members<'e>(
        &self,
        memory: &'e mut [MemoryUnit],
    ) -> Result<impl Iterator<Item = EnsembleMember<'e, R>> + use<'e, R>, Error> {
        let it = *self;
        let EnsembleRoom { len, draws_len, .. } = it.room(0)?;
        let Parts { rooms, draws, .. } = it.plan.parts::<_, R>(&mut Exclusive::new(memory))?;
        let each = rooms.chunks_exact_mut(len.max(1)).zip(draws.chunks_exact_mut(draws_len.max(1)));
        Ok(each.filter_map(move |(room, draws)| it.member(room, draws).ok()))
    }

    /// Looks at a chain, what it has shown, and its vectors.
    #[inline(never)]
    fn look<T>(
        &self,
        memory: &[MemoryUnit],
        chain: usize,
        look: impl FnOnce(&Member<R>, &[MemoryUnit]) -> T,
    ) -> Result<T, Error> {
        let EnsembleRoom { from, len, .. } = self.room(chain)?;
        let room = memory.get(from..from.saturating_add(len)).ok_or(Error::MemoryTooSmall)?;
        let Room { words, memory } = self.plan.room::<_, R>(&mut Shared::new(room))?;
        Ok(look(&Member::read(&mut Source(words)), memory))
    }

    /// The least of what the chains' draws say.
    fn least(&self, memory: &[MemoryUnit], of: fn(&Reservoir) -> u64) -> Result<u64, Error> {
        let mut each = (0..self.plan.chain_count).map(|i| self.look(memory, i, |it, _| of(&it.kept)));
        each.try_fold(u64::MAX, |least, of| Ok(least.min(of?)))
    }

    /// Judges the chains once all have come to the end of a round, and begins another one if they do not agree and may.
    ///
    /// Of a round that has not ended for all it says no more than that. Errors: `MemoryTooSmall`.
    pub fn judge(&mut self, memory: &mut [MemoryUnit]) -> Result<EnsembleState, Error> {
        let (mut pass_count, mut next, mut doubtful_count, mut divergence_count) = (0.0f64, 0.0f64, 0, 0);
        for chain in 0..self.plan.chain_count {
            let report = self.report(memory, chain)?;
            pass_count = pass_count.max(report.pass_count);
            // Another round has as many draws as all before.
            next = next.max(2.0 * report.pass_count - report.warm_up_pass_count);
            doubtful_count += u32::from(report.is_doubtful());
            divergence_count = report.divergence_count.saturating_add(divergence_count);
        }
        self.state =
            EnsembleState { pass_count, doubtful_count, divergence_count, is_over: false, ..self.state };
        if self.least(memory, Reservoir::shown)? < self.goal {
            return Ok(self.state);
        }
        let (mut r_hat, mut sample_size) = (0.0f64, f64::INFINITY);
        for i in 0..self.plan.dim {
            let moves = self.look(memory, 0, |it, memory| it.chain.moves(memory, i))?;
            let Parts { draws, rows, work, .. } = self.plan.parts::<_, R>(&mut Exclusive::new(memory))?;
            let found = self.plan.stored(draws).summary(i, work)?;
            if let Some(row) = rows.as_chunks_mut::<ROW_LEN>().0.get_mut(i) {
                Image::<false>::write(&found, &mut Sink(row));
            }
            if moves {
                // What does not vary, and may, does not agree.
                r_hat = if found.r_hat > r_hat || found.r_hat.is_nan() { found.r_hat } else { r_hat };
                sample_size = sample_size.min(found.bulk_sample_size).min(found.tail_sample_size);
            }
        }
        let converged = r_hat <= self.plan.r_hat_max && sample_size >= self.plan.sample_size;
        let is_over = converged || next > self.plan.pass_max;
        self.goal = if is_over { self.goal } else { self.goal.saturating_mul(2) };
        let draw_count = self.plan.draw_count as u32;
        self.state = EnsembleState { is_over, converged, r_hat, sample_size, draw_count, ..self.state };
        Ok(self.state)
    }

    /// Runs one chain after the other, round by round, until they agree or may not go on.
    ///
    /// That they do not agree is no error: the state says so. Errors: those of [`EnsembleMember::run`]; the next call goes on.
    pub fn run(
        &mut self,
        memory: &mut [MemoryUnit],
        model: &mut dyn Model<R>,
    ) -> Result<EnsembleState, StepError> {
        loop {
            for mut member in self.members(memory)? {
                member.run(model)?;
            }
            let state = self.judge(memory)?;
            if state.is_over {
                return Ok(state);
            }
        }
    }

    /// What [`judge`](Self::judge) said last.
    pub fn state(&self) -> EnsembleState {
        self.state
    }

    /// The draws of all chains, `draw_count` of each. Errors: `NotEstimated` before a round has ended for all, and while
    /// another one is running; `MemoryTooSmall`.
    pub fn draws<'e>(&self, memory: &'e [MemoryUnit]) -> Result<StoredDraws<'e, R>, Error> {
        // Where one chain is a round ahead its draws are farther apart.
        let [least, most] = [|kept: &Reservoir| kept.shown(), |kept: &Reservoir| u64::MAX - kept.shown()];
        let is_one_round = self.least(memory, least)? == u64::MAX - self.least(memory, most)?;
        if !is_one_round || self.least(memory, |kept| kept.len() as u64)? < self.plan.draw_count as u64 {
            return Err(Error::NotEstimated);
        }
        Ok(self.plan.stored(self.plan.parts::<_, R>(&mut Shared::new(memory))?.draws))
    }

    /// What the last round that has ended for all has shown of a parameter.
    ///
    /// Errors: `NotEstimated` before one has; `LengthMismatch` for a parameter that is none; `MemoryTooSmall`.
    pub fn summary(&self, memory: &[MemoryUnit], parameter: usize) -> Result<Summary, Error> {
        let Parts { rows, .. } = self.plan.parts::<_, R>(&mut Shared::new(memory))?;
        if self.state.draw_count == 0 {
            return Err(Error::NotEstimated);
        }
        let row = rows.as_chunks::<ROW_LEN>().0.get(parameter).ok_or(Error::LengthMismatch)?;
        Ok(Image::<false>::read(&mut Source(row)))
    }

    /// What a chain says of itself. Errors: `ChainIndex` for a chain that is none; `MemoryTooSmall`.
    // A function of its own: the chain leaves the stack with it.
    #[inline(never)]
    pub fn report(&self, memory: &[MemoryUnit], chain: usize) -> Result<EnsembleReport, Error> {
        self.look(memory, chain, |member, _| member.chain.report())
    }
}
