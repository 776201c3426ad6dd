//! An ensemble as bytes, from which any machine goes on.
//!
//! ```text
//! 6 words     as of a chain's checkpoint: src/checkpoint/format.rs; the last is how many draws a round's end wants
//! words       how the ensemble stands
//! vectors     draws, and every parameter's summary
//! each chain  words of what it knows; θ, c, L; of a warm-up its window, or with minibatches C and the places to look at
//!             the chain of x as a checkpoint of its own, after its size
//! the last    checksum of all before
//! ```

use super::chain::{EnsembleChain, set_trajectory};
use super::layout::{Layout, of_x};
use super::member::{Member, Room};
use super::minibatch::{Look, by_batches, steps_left};
use super::places::LookRoom;
use super::plan::{Parts, Plan};
use super::run::Ensemble;
use super::settings::{EnsembleSettings, WithoutPriors};
use super::state::EnsembleState;
use super::tuning::Tuning;
use crate::Error;
use crate::blocks::{self, BlockList};
use crate::built;
use crate::chain::{ChainSettings, ChainState, Config, Sampler, check_environment};
use crate::checkpoint::{ENSEMBLES, FRONT, Header, Reader, WORD, Writer, checksum, digest};
use crate::image::{Image, Sink, Source, image};
use crate::mh::Proposal;
use crate::num::{Exclusive, MemoryUnit, Real, Shared, all_within, put_bytes};
use crate::stats::Reservoir;
use crate::warm_up::DescentReport;

/// What a chain knows beside its vectors, its layout and its chain of x, but for what follows from the settings.
struct Known {
    tuning: Tuning,
    datum_count: u64,
    warm_up_count: u64,
    descent: DescentReport,
    look: Option<Look>,
    kept: Reservoir,
    /// Of the chain of x.
    by_batches: bool,
    burn_in: u64,
    /// ε and leaps of its trajectories.
    step_size: f64,
    leaps: u32,
}

image! {
    struct Known {
        tuning: Tuning, datum_count: u64, warm_up_count: u64, descent: DescentReport, look: Option<Look>,
        kept: Reservoir, by_batches: bool, burn_in: u64, step_size: f64, leaps: u32,
    }
}

/// Writes a value's words.
fn put<T: Image<true>, const LEN: usize>(value: &T, to: &mut Writer<'_>) -> Result<(), Error> {
    const { assert!(LEN == T::LEN) };
    let mut words = [0; LEN];
    value.write(&mut Sink(&mut words));
    to.put(&words)
}

/// Reads a value, which must have the words that stand there.
fn take<T: Image<true>, const LEN: usize>(from: &mut Reader<'_>) -> Result<T, Error> {
    const { assert!(LEN == T::LEN) };
    let [mut words, mut again] = [[0; LEN]; 2];
    from.take(&mut words)?;
    let value = T::read(&mut Source(&words));
    value.write(&mut Sink(&mut again));
    holds(words == again)?;
    Ok(value)
}

const STATE_LEN: usize = <EnsembleState as Image<true>>::LEN;
const KNOWN_LEN: usize = <Known as Image<true>>::LEN;

fn holds(all: bool) -> Result<(), Error> {
    if all { Ok(()) } else { Err(Error::CheckpointContents) }
}

/// Reads numbers of a vector, all finite.
fn take_finite<R: Real>(from: &mut Reader<'_>, numbers: &mut [R]) -> Result<(), Error> {
    from.take(numbers)?;
    holds(all_within(numbers, R::MAX))
}

impl EnsembleSettings<'_> {
    /// A digest of all that draws depend on but the starts and their random numbers.
    pub(super) fn digest<R: Real>(&self, dim: usize) -> Result<u64, Error> {
        if !built::CHECKPOINT {
            return Ok(0);
        }
        let of_theta = self.of_theta(0);
        let mut digest = digest::<R>(&Config::new::<R>(&of_theta, dim)?, &of_theta, dim);
        // All fields have names here, so that a new one does not compile before it is known whether draws depend on it.
        let Self {
            // Which may be others.
            seed: _,
            start_spread: _,
            r_hat_max: _,
            sample_size: _,
            pass_max: _,
            // Which are θ's.
            data_len: _,
            chunk_len: _,
            prior: _,
            blocks: _,
            chain_count,
            draw_count,
            target_acceptance,
            leapfrog_max,
            curvature_dim_max,
            sampler,
            deviation_error,
            batch_len,
        } = self;
        digest.take(sampler);
        digest.take(&[*target_acceptance, *deviation_error]);
        digest.take(&[*leapfrog_max, *batch_len, *chain_count, *draw_count, *curvature_dim_max]);
        Ok(digest.finish())
    }
}

impl<R: Real> Ensemble<R> {
    /// How many bytes [`save`](Self::save) writes as the ensemble stands: some more or fewer after further steps. Errors:
    /// as `save`.
    pub fn save_size(&self, memory: &[MemoryUnit]) -> Result<usize, Error> {
        built::need(built::CHECKPOINT)?;
        let mut size = Writer::new(None, FRONT + WORD);
        self.put(memory, &mut size)?;
        Ok(size.size)
    }

    /// Writes the ensemble into `bytes`, from which [`restore`](Self::restore) makes it again on any machine; returns how many
    /// there are.
    ///
    /// All that draws depend on is there but the settings, of which there is a digest, and the model. The bytes are the same on
    /// every target. Errors: `MemoryTooSmall` for `memory` that is not the ensemble's, or fewer bytes than
    /// [`save_size`](Self::save_size); `NotBuilt`.
    ///
    /// ```
    /// # use sgmcmc::{Batch, Ensemble, EnsembleSettings, Interrupt, MemoryUnit, Model};
    /// # struct Normal;
    /// # impl Model<f64> for Normal {
    /// #     fn log_likelihood(
    /// #         &mut self, theta: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>,
    /// #     ) -> Result<f64, Interrupt> {
    /// #         gradient.into_iter().flatten().zip(theta).for_each(|(g, x)| *g = -x);
    /// #         Ok(theta.iter().map(|x| -0.5 * x * x).sum())
    /// #     }
    /// # }
    /// # let settings = EnsembleSettings::new(1);
    /// # let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(2)?];
    /// # let mut ensemble = Ensemble::start(&settings, &[0.0; 2], &mut memory, &mut Normal)?;
    /// let state = ensemble.run(&mut memory, &mut Normal)?;
    /// let mut bytes = vec![0; ensemble.save_size(&memory)?];
    /// ensemble.save(&memory, &mut bytes)?;
    ///
    /// // Elsewhere, until the chains agree more closely.
    /// let settings = EnsembleSettings { r_hat_max: 1.001, ..settings };
    /// let mut ensemble = Ensemble::<f64>::restore(&settings, 2, &bytes, &mut memory)?;
    /// assert!(ensemble.run(&mut memory, &mut Normal)?.pass_count >= state.pass_count);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, memory: &[MemoryUnit], bytes: &mut [u8]) -> Result<usize, Error> {
        let size = self.save_size(memory)?;
        let bytes = bytes.get_mut(..size).ok_or(Error::MemoryTooSmall)?;
        Header {
            magic: ENSEMBLES,
            bits: 8 * size_of::<R>() as u32,
            size: size as u64,
            dim: self.plan.dim as u64,
            settings: self.plan.digest,
            last: self.goal,
        }
        .put(bytes);
        let Some((content, sum)) = bytes.split_last_chunk_mut::<WORD>() else { return Ok(size) };
        self.put(memory, &mut Writer::new(content.get_mut(FRONT..), FRONT))?;
        put_bytes(&[checksum(content)], sum);
        Ok(size)
    }

    fn put(&self, memory: &[MemoryUnit], to: &mut Writer<'_>) -> Result<(), Error> {
        put::<_, STATE_LEN>(&self.state, to)?;
        let Parts { rooms, draws, rows, .. } = self.plan.parts::<_, R>(&mut Shared::new(memory))?;
        to.put(draws)?;
        to.put(rows)?;
        for room in rooms.chunks_exact(self.plan.room_len::<R>()?.max(1)) {
            Member::<R>::put(self.plan.room::<_, R>(&mut Shared::new(room))?, to)?;
        }
        Ok(())
    }

    /// Goes on from what [`save`](Self::save) wrote, on whichever machine, with the same bits.
    ///
    /// `settings` are those that the ensemble was started with, but for `seed` and `start_spread`, which have no effect any
    /// more, and for `r_hat_max`, `sample_size` and `pass_max`, which may be others: an ensemble that was over goes on where these
    /// allow it. Until it is judged again it says how it stood by the old ones. `memory` has [`memory_len`](EnsembleSettings::memory_len) units, with any content.
    ///
    /// Errors: those of [`Checkpoint::read`](crate::Checkpoint::read); `NotCheckpoint` for that of a chain; `OtherPrecision`; `CheckpointDim`; `CheckpointSettings`; those of `memory_len`; `MemoryTooSmall`; `FloatEnvironment`;
    /// `CheckpointContents` for words that no ensemble writes, the only one after which `memory` has another content.
    pub fn restore(
        settings: &EnsembleSettings<'_>,
        dim: usize,
        bytes: &[u8],
        memory: &mut [MemoryUnit],
    ) -> Result<Self, Error> {
        built::need(built::CHECKPOINT)?;
        check_environment()?;
        let header = Header::read(bytes, ENSEMBLES, FRONT + WORD)?;
        header.check::<R>(dim)?;
        let plan = Plan::new::<R>(settings, dim)?;
        if header.settings != plan.digest {
            return Err(Error::CheckpointSettings);
        }
        plan.parts::<_, R>(&mut Exclusive::new(memory)).map(drop)?;
        memory.fill(MemoryUnit::default());
        let content = bytes.get(FRONT..bytes.len().saturating_sub(WORD)).unwrap_or_default();
        let from = &mut Reader(content);
        let state: EnsembleState = take::<_, STATE_LEN>(from)?;
        let EnsembleState { dim: of_dim, chain_count, draw_count, .. } = state;
        let [draws_wanted, goal] = [plan.draw_count as u64, header.last];
        let rounds = goal.checked_div(draws_wanted).unwrap_or(0);
        holds(
            of_dim == dim as u64
                && chain_count == settings.chain_count
                && (draw_count == 0 || draw_count == settings.draw_count)
                && rounds.is_power_of_two()
                && (rounds == 1 || draw_count > 0)
                && rounds.checked_mul(draws_wanted) == Some(goal),
        )?;
        let Parts { rooms, draws, rows, .. } = plan.parts::<_, R>(&mut Exclusive::new(memory))?;
        take_finite(from, draws)?;
        from.take(rows)?;
        for room in rooms.chunks_exact_mut(plan.room_len::<R>()?.max(1)) {
            let room = plan.room::<_, R>(&mut Exclusive::new(room))?;
            let least = if draw_count == 0 { 0 } else { draws_wanted.max(goal / 2) };
            Member::<R>::restore(settings, dim, least..=goal, room, from)?;
        }
        holds(from.0.is_empty())?;
        Ok(Self::of(plan, goal, state))
    }
}

impl<R: Real> Member<R> {
    // A function of its own: the chain leaves the stack with it.
    #[inline(never)]
    fn put(Room { words, memory }: Room<Shared<'_>>, to: &mut Writer<'_>) -> Result<(), Error> {
        let Self { mut chain, kept } = Self::read(&mut Source(words));
        let parts = chain.layout.parts::<_, R>(&mut Shared::new(memory))?;
        let by_batches = steps_left(&chain.chain).is_some();
        if !by_batches && !chain.is_warm() {
            // As the next step would.
            set_trajectory(&mut chain.chain, &chain.tuning)?;
        }
        let EnsembleChain { chain, tuning, layout, datum_count, warm_up_count, descent, look, .. } = &chain;
        let (step_size, leaps) = match &chain.config.sampler {
            Sampler::MetropolisHastings(mh) => {
                (mh.proposal.step_size(), mh.proposal.leapfrog_count().unwrap_or(0))
            }
            Sampler::Rule(_) => (0.0, 0),
        };
        let known = Known {
            tuning: *tuning,
            datum_count: *datum_count,
            warm_up_count: *warm_up_count,
            descent: *descent,
            look: *look,
            kept,
            by_batches,
            burn_in: chain.config.burn_in,
            step_size,
            leaps,
        };
        put::<_, KNOWN_LEN>(&known, to)?;
        to.put(parts.theta)?;
        to.put(parts.centre)?;
        to.put(parts.root)?;
        let (of_x, beside) = parts.rest.split_at_checked(layout.chain_len).unwrap_or_default();
        if by_batches {
            to.put(chain.config.layout.covariance::<R>(of_x)?)?;
            to.put(layout.looks::<_, R>(&mut Shared::new(beside))?.places)?;
        } else {
            let [mean, products, _, _] = layout.windows(&mut Shared::new(beside))?;
            to.put(mean)?;
            to.put(products)?;
        }
        let size = chain.save_size();
        to.put(&[size as u64])?;
        to.bytes(size)?.map_or(Ok(0), |bytes| chain.save(of_x, bytes)).map(drop)
    }

    /// Reads a chain into its room.
    #[inline(never)]
    fn restore(
        settings: &EnsembleSettings<'_>,
        dim: usize,
        shown: core::ops::RangeInclusive<u64>,
        Room { words, memory }: Room<Exclusive<'_>>,
        from: &mut Reader<'_>,
    ) -> Result<(), Error> {
        let (layout, prior) = Layout::new::<R>(settings, dim)?;
        let known: Known = take::<_, KNOWN_LEN>(from)?;
        let Known { tuning, datum_count, warm_up_count, kept, .. } = &known;
        let is_possible = tuning.is_possible(layout.aim(settings, tuning.is_known()))
            && warm_up_count <= datum_count
            && *datum_count < 1 << 63
            && kept.is_possible(dim, settings.draw_count.into())
            && shown.contains(&kept.shown());
        holds(is_possible)?;
        let mut parts = layout.parts::<_, R>(&mut Exclusive::new(memory))?;
        take_finite(from, parts.theta)?;
        take_finite(from, parts.centre)?;
        take_finite(from, parts.root)?;
        settings.prior.store(&mut parts.prior);
        blocks::store(settings.blocks, parts.blocks);
        let (memory, beside) = parts.rest.split_at_mut_checked(layout.chain_len).unwrap_or_default();
        let chain = known.chain_of_x(settings, &layout, (memory, beside), from)?;
        let Known { tuning, datum_count, warm_up_count, descent, look, kept, .. } = known;
        let chain = EnsembleChain { chain, tuning, layout, prior, datum_count, warm_up_count, descent, look };
        Self { chain, kept }.write(&mut Sink(words));
        Ok(())
    }
}

impl Known {
    /// Reads what is beside the chain of x, and that chain.
    #[inline(never)]
    fn chain_of_x<R: Real>(
        &self,
        settings: &EnsembleSettings<'_>,
        layout: &Layout,
        (memory, beside): (&mut [MemoryUnit], &mut [MemoryUnit]),
        from: &mut Reader<'_>,
    ) -> Result<ChainState<R>, Error> {
        let of_theta = settings.of_theta(0);
        let without = WithoutPriors(settings.blocks);
        let mut of_x = of_x(&of_theta, BlockList::Source(&without));
        if self.by_batches {
            let look = self.look.as_ref().ok_or(Error::CheckpointContents)?;
            holds(layout.wish.asks() && layout.wish.check::<R>(look, layout.data_len).is_ok())?;
            let LookRoom { places, off: [c, _], .. } = layout.looks::<_, R>(&mut Exclusive::new(beside))?;
            from.take(c)?;
            take_finite(from, places)?;
            of_x = by_batches((&layout.wish, look), c, &of_x);
            holds(self.step_size.to_bits() == 0 && self.leaps == 0 && self.burn_in == of_x.burn_in)?;
            return self.chain(&of_x, layout, memory, from);
        }
        let [mean, products, _, _] = layout.windows(&mut Exclusive::new(beside))?;
        take_finite(from, mean)?;
        // A sum of squares may overflow.
        from.take(products)?;
        of_x.burn_in = self.burn_in;
        if let Sampler::MetropolisHastings(mh) = &mut of_x.sampler {
            mh.proposal = Proposal::hmc(self.step_size, self.leaps);
        }
        let chain = self.chain(&of_x, layout, memory, from)?;
        let next = (self.tuning.step_size.to_bits(), self.tuning.leaps());
        let is_next =
            next == (self.step_size.to_bits(), self.leaps) && chain.progress.step_size.to_bits() == next.0;
        let (step_count, never) = (chain.progress.step_count, self.burn_in == u64::MAX);
        let is_warm = step_count >= self.burn_in;
        let is_due = if self.tuning.is_over() { is_warm || never && layout.wish.insists() } else { never };
        holds(is_due && (is_next || is_warm))?;
        Ok(chain)
    }

    fn chain<R: Real>(
        &self,
        of_x: &ChainSettings<'_>,
        layout: &Layout,
        memory: &mut [MemoryUnit],
        from: &mut Reader<'_>,
    ) -> Result<ChainState<R>, Error> {
        let mut size = [0u64];
        from.take(&mut size)?;
        let len = usize::try_from(size[0]).map_err(|_| Error::CheckpointContents)?;
        // Whatever is wrong with it, it is so with what the bytes say.
        ChainState::restore(of_x, layout.dim, from.bytes(len)?, memory).map_err(|_| Error::CheckpointContents)
    }
}
