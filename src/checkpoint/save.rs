//! A chain into bytes.

use super::format::{self, Header, MAGIC, VECTORS, WORD, Writer, checksum};
use crate::Error;
use crate::blocks;
use crate::built;
use crate::chain::{BatchSettings, Chain, ChainState, Config, Metropolis, RuleSettings, Sampler};
use crate::image::Digest;
use crate::mh::BetaTuner;
use crate::minibatch::Epochs;
use crate::num::{Lens, MemoryUnit, Number, Real, Shared, put_bytes};
use crate::workspace::{Lasting, OfSettings, Visit};

impl Visit<Lens> for Writer<'_> {
    fn visit<T: Number>(&mut self, _: Lasting, len: usize) -> Result<(), Error> {
        self.bytes(len * size_of::<T>()).map(drop)
    }
}

impl<'m> Visit<Shared<'m>> for Writer<'_> {
    fn visit<T: Number>(&mut self, _: Lasting, vector: &'m [T]) -> Result<(), Error> {
        self.put(vector)
    }
}

impl Config {
    /// How many numbers at the end of a rule's state are the settings'.
    pub(super) fn fixed_len(&self, dim: usize) -> usize {
        match &self.sampler {
            Sampler::Rule(rule) => rule.rule.preconditioner().fixed_len(dim),
            Sampler::MetropolisHastings(_) => 0,
        }
    }

    /// The digest of all settings but what a chain has in its memory, which follows: its blocks, then the prior's
    /// vectors and the preconditioner's.
    ///
    /// A fixed centre is not in it, nor is what noise compensation is given: a checkpoint has the anchor and C themselves,
    /// which the settings' must equal.
    #[inline(never)]
    pub(super) fn digest(&self) -> Digest {
        let Self { sampler, estimator, clipping, prior, data_len, batch, burn_in, thinning, .. } = self;
        let Self { moments, layout, factors: _, curvature: _, scheduled: _, .. } = self;
        let mut digest = Digest::new();
        match sampler {
            Sampler::Rule(RuleSettings { rule, step_size: _, temperature, schedule_unit, compensation }) => {
                digest.take(rule);
                digest.put(self.step_sizes());
                digest.take(temperature);
                digest.take(schedule_unit);
                digest.take(compensation);
            }
            Sampler::MetropolisHastings(mh) => {
                digest.put(u64::MAX);
                digest.take(mh);
            }
        }
        digest.take(estimator);
        digest.take(clipping);
        digest.take(prior);
        digest.take(data_len);
        digest.take(batch);
        digest.take(burn_in);
        digest.take(thinning);
        digest.take(moments);
        digest.put(layout.chunk_len.get() as u64);
        digest
    }
}

impl<R: Real> ChainState<R> {
    /// How many bytes [`save`](Self::save) writes: always the same for equal settings; 0 in a build
    /// without checkpoints.
    pub fn save_size(&self) -> usize {
        if !built::CHECKPOINT {
            return 0;
        }
        let mut size = Writer::new(None, VECTORS + WORD);
        let (layout, fixed_len) = (&self.config.layout, self.config.fixed_len(self.dim));
        match layout.visit_lasting::<_, R>(&mut Lens, self.progress.roles, fixed_len, &mut size) {
            Ok(()) | Err(_) => size.size,
        }
    }

    /// Writes the chain into `bytes`, from which [`restore`](Self::restore) makes it again on any machine; returns how
    /// many there are.
    ///
    /// All that steps depend on is there but the settings, of which there is a digest, the data, and what a model keeps
    /// for itself. The bytes are little-endian and the same on every target, with a checksum over them; a build writes
    /// the same whichever families it leaves out. Equal chains are equal bytes.
    ///
    /// Errors: `MemoryTooSmall` for `memory` that is not the chain's, or fewer bytes than
    /// [`save_size`](Self::save_size); `NotBuilt`. Nothing was written then. Never panics, never allocates.
    ///
    /// ```
    /// # use sgmcmc::{BatchSettings, Checkpoint, ChainSettings, ChainState, MemoryUnit, RuleSettings, Sampler};
    /// # use sgmcmc::{rule::Rule, schedule::Schedule};
    /// # let sgld = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::constant(1e-3)));
    /// # let settings = ChainSettings::new(1000, BatchSettings::WithoutReplacement(100), sgld);
    /// # let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(2)?];
    /// # let state = ChainState::new(&settings, &[0.0, 0.0], &mut memory)?;
    /// let mut bytes = vec![0; state.save_size()];
    /// state.save(&memory, &mut bytes)?;
    ///
    /// assert_eq!(Checkpoint::read(&bytes)?.dim, 2);
    /// let restored = ChainState::<f64>::restore(&settings, 2, &bytes, &mut memory)?;
    /// # assert_eq!(restored.statistics().step_count, 0);
    /// # Ok::<(), sgmcmc::Error>(())
    /// ```
    pub fn save(&self, memory: &[MemoryUnit], bytes: &mut [u8]) -> Result<usize, Error> {
        built::need(built::CHECKPOINT)?;
        self.check_memory(memory)?;
        let size = self.save_size();
        let bytes = bytes.get_mut(..size).ok_or(Error::MemoryTooSmall)?;
        Header {
            magic: MAGIC,
            bits: 8 * size_of::<R>() as u32,
            size: size as u64,
            dim: self.dim as u64,
            settings: self.digest(memory)?,
            last: self.has_own_step_size().into(),
        }
        .put(bytes);
        self.put_progress(bytes);
        let Some((content, sum)) = bytes.split_last_chunk_mut::<WORD>() else { return Ok(size) };
        let mut rest = Writer::new(content.get_mut(VECTORS..), VECTORS);
        let (layout, fixed_len) = (&self.config.layout, self.config.fixed_len(self.dim));
        layout.visit_lasting::<_, R>(&mut Shared::new(memory), self.progress.roles, fixed_len, &mut rest)?;
        put_bytes(&[checksum(content)], sum);
        Ok(size)
    }

    /// Whether [`set_step_size`](Self::set_step_size) has taken the place of a rule's schedule, so that no host is asked
    /// for step sizes any more.
    pub fn has_own_step_size(&self) -> bool {
        self.config.scheduled != 0
    }

    // A function of its own: the copy leaves the stack with it.
    #[inline(never)]
    fn put_progress(&self, bytes: &mut [u8]) {
        let mut progress = self.progress.clone();
        // Other chains never look at it, and some builds leave it out of theirs.
        match self.config.batch {
            BatchSettings::Epochs(_) => {}
            BatchSettings::WithoutReplacement(_)
            | BatchSettings::WithReplacement(_)
            | BatchSettings::All
            | BatchSettings::Caller => progress.epochs = Epochs::new(self.config.data_len),
        }
        if !built::TUNERS {
            progress.metropolis.tuner = self.untuned();
        }
        format::put_progress(&progress, bytes);
    }

    /// The digest of the settings that this chain's memory and configuration come from.
    fn digest(&self, memory: &[MemoryUnit]) -> Result<u64, Error> {
        let OfSettings { prior, blocks, state } = self.config.layout.of_settings::<R>(memory)?;
        let own_len = state.len().saturating_sub(self.config.fixed_len(self.dim));
        let [mean, precision] = prior;
        let mut digest = self.config.digest();
        blocks::digest_stored(blocks, &mut digest);
        for numbers in [mean, precision, state.get(own_len..).unwrap_or_default()] {
            numbers.iter().for_each(|number| digest.put(number.to_bits_u64()));
        }
        Ok(digest.finish())
    }

    /// β's tuner in a chain that has never tuned it, as it is in builds with tuners; HMC tells it nothing.
    pub(super) fn untuned(&self) -> BetaTuner {
        let Metropolis { forward, backward, acceptance_sum, .. } = &self.progress.metropolis;
        match &self.config.sampler {
            Sampler::MetropolisHastings(mh) if mh.proposal.leapfrog_count().is_none() => {
                BetaTuner { sum: *acceptance_sum, count: forward.proposed.saturating_add(backward.proposed) }
            }
            Sampler::MetropolisHastings(_) | Sampler::Rule(_) => BetaTuner::default(),
        }
    }
}

impl<R: Real> Chain<'_, R> {
    /// See [`ChainState::save_size`].
    pub fn save_size(&self) -> usize {
        self.state.save_size()
    }

    /// See [`ChainState::save`].
    pub fn save(&self, bytes: &mut [u8]) -> Result<usize, Error> {
        self.state.save(self.memory, bytes)
    }
}
