//! What of an ensemble's settings its rounds depend on, and what stands where in its memory.

use super::member::Room;
use super::settings::EnsembleSettings;
use crate::Error;
use crate::image::{Image, Sink, Source, image};
use crate::num::{Count, Cut, MemoryUnit, Real};
use crate::stats::{StoredDraws, Summary};

/// What of the settings the rounds depend on, and what stands where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plan {
    pub(super) dim: usize,
    pub(super) chain_count: usize,
    pub(super) draw_count: usize,
    /// Units of a chain's vectors.
    chain_len: usize,
    pub(super) r_hat_max: f64,
    pub(super) sample_size: f64,
    pub(super) pass_max: f64,
    /// Of the settings, for checkpoints.
    pub(super) digest: u64,
}

image! {
    struct Plan {
        dim: usize, chain_count: usize, draw_count: usize, chain_len: usize, r_hat_max: f64, sample_size: f64,
        pass_max: f64, digest: u64,
    }
}

/// Words of a parameter's summary.
pub(super) const ROW_LEN: usize = <Summary as Image>::LEN;

/// All vectors.
pub(super) struct Parts<C: Cut, R: Real> {
    /// Every chain's room, one after the other.
    pub(super) rooms: C::Slice<MemoryUnit>,
    pub(super) draws: C::Slice<R>,
    /// What the last round has shown of every parameter.
    pub(super) rows: C::Slice<u64>,
    pub(super) work: C::Slice<MemoryUnit>,
}

impl Plan {
    pub(super) fn new<R: Real>(settings: &EnsembleSettings<'_>, dim: usize) -> Result<Self, Error> {
        Ok(Self {
            dim,
            chain_len: settings.chain_memory_len::<R>(dim)?,
            chain_count: settings.chain_count as usize,
            draw_count: settings.draw_count as usize,
            r_hat_max: settings.r_hat_max,
            sample_size: settings.wanted_size(),
            pass_max: settings.pass_max,
            digest: settings.digest::<R>(dim)?,
        })
    }

    pub(super) fn room<C: Cut, R: Real>(&self, cut: &mut C) -> Result<Room<C>, Error> {
        Room::cut::<R>(self.chain_len, cut)
    }

    /// Units of a chain's room.
    pub(super) fn room_len<R: Real>(&self) -> Result<usize, Error> {
        let mut count = Count::default();
        self.room::<_, R>(&mut count)?;
        Ok(count.blocks)
    }

    pub(super) fn parts<C: Cut, R: Real>(&self, cut: &mut C) -> Result<Parts<C, R>, Error> {
        let Self { dim, chain_count, draw_count, .. } = *self;
        let rooms = self.room_len::<R>()?.saturating_mul(chain_count);
        let draws = dim.saturating_mul(chain_count).saturating_mul(draw_count);
        let parts = Parts {
            rooms: cut.take(rooms),
            draws: cut.take(draws),
            rows: cut.take(dim.saturating_mul(ROW_LEN)),
            work: cut.take(StoredDraws::<R>::memory_len_of(chain_count, draw_count)?),
        };
        cut.end()?;
        Ok(parts)
    }

    pub(super) fn stored<'d, R: Real>(&self, draws: &'d [R]) -> StoredDraws<'d, R> {
        StoredDraws { draws, chain_count: self.chain_count, dim: self.dim }
    }
}

impl EnsembleSettings<'_> {
    /// How many [`MemoryUnit`]s an ensemble with `dim` parameters needs: the chains', their draws, nine numbers for each
    /// parameter, and 24 to 60 bytes for each draw in which they are compared.
    ///
    /// Errors: those of [`chain_memory_len`](Self::chain_memory_len); `LengthTooLarge`; `NotBuilt`.
    pub fn memory_len<R: Real>(&self, dim: usize) -> Result<usize, Error> {
        let mut count = Count::default();
        Plan::new::<R>(self, dim)?.parts::<_, R>(&mut count)?;
        Ok(count.blocks)
    }
}
