//! Bytes into a chain.

use super::contents::Contents;
use super::format::{self, Header, Reader, VECTORS, WORD};
use super::progress::{self, step_size_holds};
use crate::Error;
use crate::blocks;
use crate::built;
use crate::chain::{Chain, ChainSettings, ChainState, Config, Sampler, check_environment};
use crate::image::Digest;
use crate::mh::BetaTuner;
use crate::num::{Exclusive, Lens, MemoryUnit, Number, Real};
use crate::workspace::{Lasting, Roles, Visit};
use core::marker::PhantomData;

impl<'m> Visit<Exclusive<'m>> for Reader<'_> {
    fn visit<T: Number>(&mut self, _: Lasting, vector: &'m mut [T]) -> Result<(), Error> {
        self.take(vector)
    }
}

impl<R: Real> ChainState<R> {
    /// Goes on from what [`save`](Self::save) wrote, on whichever machine, as if nothing had come between: the same
    /// bits, counts and moments.
    ///
    /// `settings` are those of the chain that was saved, or of its last hand-over; `seed` and `chain_index` have no
    /// effect, though the index must be in range, since the generators go on from where they are. A centre that the
    /// settings leave to the chain is where it was. `memory` has [`ChainSettings::memory_len`] units, with any content.
    /// A step size that was set while the chain ran is set again.
    ///
    /// Errors: those of [`Checkpoint::read`](crate::Checkpoint::read); `OtherPrecision`; `CheckpointDim`;
    /// `CheckpointSettings` for settings that differ in anything that steps depend on; `CheckpointContents`; every setting
    /// outside its range by name; `MemoryTooSmall`; `FloatEnvironment`; `NotBuilt`, in a build without tuners also where β
    /// was tuned.
    /// Nothing was written then. Never panics, never allocates.
    pub fn restore(
        settings: &ChainSettings<'_>,
        dim: usize,
        bytes: &[u8],
        memory: &mut [MemoryUnit],
    ) -> Result<Self, Error> {
        Self::restore_with(settings, dim, bytes, memory, Self::clone)
    }

    /// Restores as [`restore`](Self::restore) does, and shows the state to `then` in the place of returning it: a kilobyte
    /// that need not be moved, for which a small stack has no room.
    pub fn restore_with<T>(
        settings: &ChainSettings<'_>,
        dim: usize,
        bytes: &[u8],
        memory: &mut [MemoryUnit],
        then: impl FnOnce(&Self) -> T,
    ) -> Result<T, Error> {
        built::need(built::CHECKPOINT)?;
        let header = Self::header(dim, bytes)?;
        let mut state = Self::read(settings, dim, &header, bytes);
        let state = state.as_mut().map_err(|error| *error)?;
        state.check(settings, &header, bytes)?;
        state.fill(settings, bytes, memory)?;
        Ok(then(state))
    }

    /// What the bytes say of themselves.
    #[inline(never)]
    fn header(dim: usize, bytes: &[u8]) -> Result<Header, Error> {
        check_environment()?;
        let header = Header::of_chain(bytes)?;
        header.check::<R>(dim)?;
        Ok(header)
    }

    /// The state that they describe, of a chain with these settings.
    #[inline(never)]
    fn read(settings: &ChainSettings<'_>, dim: usize, header: &Header, bytes: &[u8]) -> Result<Self, Error> {
        // By reference, and with what follows in a function of its own: each of them takes a frame.
        match &Config::new::<R>(settings, dim) {
            Ok(config) if header.settings == digest::<R>(config, settings, dim).finish() => {
                Self::with_progress(config, dim, bytes)
            }
            Ok(_) => Err(Error::CheckpointSettings),
            Err(error) => Err(*error),
        }
    }

    #[inline(never)]
    fn with_progress(config: &Config, dim: usize, bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self { dim, config: *config, progress: format::progress(bytes), precision: PhantomData })
    }

    /// Refuses it unless a chain could have it and the vectors.
    #[inline(never)]
    fn check(&mut self, settings: &ChainSettings<'_>, header: &Header, bytes: &[u8]) -> Result<(), Error> {
        let has_schedule = matches!(self.config.sampler, Sampler::Rule(_));
        if header.last == 1 {
            let step_size = self.progress.step_size;
            let set =
                if has_schedule { self.set_step_size(step_size) } else { Err(Error::CheckpointContents) };
            set.or(Err(Error::CheckpointContents))?;
        }
        let vectors = bytes.get(VECTORS..bytes.len().saturating_sub(WORD)).unwrap_or_default();
        let step_size_holds = step_size_holds::<R>(&self.config, &self.progress);
        progress::check(&self.config, &self.progress, bytes, step_size_holds)?;
        let mut contents = Contents::new(self, settings, vectors);
        let (layout, fixed_len) = (&self.config.layout, self.config.fixed_len(self.dim));
        layout.visit_lasting::<_, R>(&mut Lens, self.progress.roles, fixed_len, &mut contents)?;
        contents.end()?;
        if !built::TUNERS {
            built::need(self.progress.metropolis.tuner == self.untuned())?;
            self.progress.metropolis.tuner = BetaTuner::default();
        }
        Ok(())
    }

    /// Fills memory that may hold anything.
    #[inline(never)]
    fn fill(
        &self,
        settings: &ChainSettings<'_>,
        bytes: &[u8],
        memory: &mut [MemoryUnit],
    ) -> Result<(), Error> {
        let layout = &self.config.layout;
        let memory = memory.get_mut(..layout.block_count::<R>()?).ok_or(Error::MemoryTooSmall)?;
        memory.fill(MemoryUnit::default());
        {
            let mut workspace = layout.split_once::<R>(memory, Roles::default())?;
            settings.prior.store(&mut workspace.prior);
            blocks::store(settings.blocks, workspace.blocks);
            if let Sampler::Rule(rule) = &settings.sampler {
                rule.rule.part::<R>().start(workspace.state, self.dim);
            }
        }
        let mut rest = Reader(bytes.get(VECTORS..).unwrap_or_default());
        let (roles, fixed_len) = (self.progress.roles, self.config.fixed_len(self.dim));
        layout.visit_lasting::<_, R>(&mut Exclusive::new(memory), roles, fixed_len, &mut rest)
    }
}

/// The digest of settings that no chain has in its memory yet.
pub(crate) fn digest<R: Real>(config: &Config, settings: &ChainSettings<'_>, dim: usize) -> Digest {
    let mut digest = config.digest();
    blocks::digest(settings.blocks, &mut digest);
    for number in settings.prior.vectors().into_iter().flatten().flatten() {
        digest.put(R::from_f64(*number).to_bits_u64());
    }
    if let Sampler::Rule(rule) = &settings.sampler {
        let fixed = rule.rule.preconditioner().fixed_numbers::<R>(dim);
        fixed.for_each(|number| digest.put(number.to_bits_u64()));
    }
    digest
}

impl<'m, R: Real> Chain<'m, R> {
    /// See [`ChainState::restore`].
    pub fn restore(
        settings: &ChainSettings<'_>,
        dim: usize,
        bytes: &[u8],
        memory: &'m mut [MemoryUnit],
    ) -> Result<Self, Error> {
        Ok(Self { state: ChainState::restore(settings, dim, bytes, memory)?, memory })
    }
}
