//! The next batch of a chain: drawn into its memory, or the caller's.

use super::settings::BatchSettings;
use crate::Error;
use crate::built;
use crate::gradient::Batch;
use crate::minibatch::{Epochs, refresh_by, subset, with_replacement};
use core::num::NonZeroU32;
use rand_core::Rng;

/// Draws a batch into `buffer`, whose length is the batch's.
///
/// `given` are the caller's indices, for [`BatchSettings::Caller`] and nothing else. Errors: `BatchKind` where the two
/// do not go together, `LengthZero` and `BatchIndex` for indices that cannot be used.
pub(crate) fn draw<'b>(
    settings: BatchSettings,
    data_len: NonZeroU32,
    epochs: &mut Epochs,
    rng: &mut impl Rng,
    buffer: &'b mut [u32],
    given: Option<&'b [u32]>,
) -> Result<Batch<'b>, Error> {
    match (settings, given) {
        (BatchSettings::Caller, Some([])) => return Err(Error::LengthZero),
        (BatchSettings::Caller, Some(indices)) => {
            let inside = indices.iter().all(|index| *index < data_len.get());
            return if inside { Ok(Batch::Indices(indices)) } else { Err(Error::BatchIndex) };
        }
        (BatchSettings::Caller, None) | (_, Some(_)) => return Err(Error::BatchKind),
        (BatchSettings::All, None) => return Ok(Batch::All),
        (BatchSettings::WithReplacement(_) | BatchSettings::Epochs(_), None) if !built::BATCHES => {
            return Err(Error::NotBuilt);
        }
        (BatchSettings::WithoutReplacement(_), None) => subset(rng, data_len, buffer),
        (BatchSettings::WithReplacement(_), None) => with_replacement(rng, data_len, buffer),
        (BatchSettings::Epochs(_), None) => {
            let len = epochs.next(rng, buffer);
            return Ok(Batch::Indices(buffer.get(..len).unwrap_or_default()));
        }
    }
    Ok(Batch::Indices(buffer))
}

/// Draws the data of an anchor: a uniform subset where there is a length, all data else.
pub(crate) fn draw_anchor<'b>(
    len: Option<u32>,
    data_len: NonZeroU32,
    rng: &mut impl Rng,
    buffer: &'b mut [u32],
) -> Batch<'b> {
    match len {
        Some(len) if len < data_len.get() => {
            subset(rng, data_len, buffer);
            Batch::Indices(buffer)
        }
        Some(_) | None => Batch::All,
    }
}

/// Draws the batch of a Metropolis-Hastings proposal: fresh, or `current` with `scratch.len() / 2` indices replaced.
pub(crate) fn draw_proposed<'b>(
    settings: BatchSettings,
    data_len: NonZeroU32,
    rng: &mut impl Rng,
    buffer: &'b mut [u32],
    current: &[u32],
    scratch: &mut [u32],
) -> Batch<'b> {
    if settings == BatchSettings::All {
        return Batch::All;
    }
    if scratch.is_empty() {
        subset(rng, data_len, buffer);
    } else {
        refresh_by(subset, rng, data_len, (current, buffer), scratch);
    }
    Batch::Indices(buffer)
}
