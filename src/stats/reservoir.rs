//! An even thinning of a run of unknown length, in a caller's buffer.

use crate::Error;
use crate::built;
use crate::image::{Image, Sink, Source, image};

/// Keeps every k-th row that it is shown, where k is the least power of two for which they fit: of a run of any length
/// between half of the room and all of it, evenly spaced from the first row on.
///
/// ```
/// use sgmcmc::Reservoir;
/// let mut rows = [0.0f32; 4 * 2];
/// let mut reservoir = Reservoir::new(2);
/// for i in 0..11 {
///     reservoir.push(&mut rows, &[i as f32, -1.0])?;
/// }
/// // Rows 0, 4 and 8.
/// assert_eq!((reservoir.len(), reservoir.stride()), (3, 4));
/// assert_eq!(rows[..6], [0.0, -1.0, 4.0, -1.0, 8.0, -1.0]);
/// # Ok::<(), sgmcmc::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Reservoir {
    dim: u64,
    /// Rows that were shown.
    shown: u64,
    /// Rows that are kept.
    kept: u64,
    stride: u64,
}

image! {
    struct Reservoir { dim: u64, shown: u64, kept: u64, stride: u64 }
}

impl Reservoir {
    /// An empty one for rows of `dim` numbers.
    pub const fn new(dim: usize) -> Self {
        Self { dim: dim as u64, shown: 0, kept: 0, stride: 1 }
    }

    /// How many rows are kept, at the beginning of the buffer.
    pub const fn len(&self) -> usize {
        self.kept as usize
    }

    /// Whether none was shown yet.
    pub const fn is_empty(&self) -> bool {
        self.kept == 0
    }

    /// k: row i of the buffer is the row that was shown after i k others.
    pub const fn stride(&self) -> u64 {
        self.stride
    }

    /// How many rows were shown.
    pub const fn shown(&self) -> u64 {
        self.shown
    }

    /// Whether some rows of `dim` numbers have led here, where there is room for so many.
    pub(crate) fn is_possible(&self, dim: usize, room: u64) -> bool {
        let Self { dim: own, shown, kept, stride } = *self;
        own == dim as u64
            && stride.is_power_of_two()
            && kept <= room
            // Rows are farther apart only where there were too many.
            && (stride == 1 || kept > room / 2)
            && shown.checked_next_multiple_of(stride).and_then(|rows| rows.checked_div(stride)) == Some(kept)
    }

    /// Looks at the next row, and copies it to `rows` when it is due; true then. `rows` is the same in every call.
    ///
    /// When the buffer is full, every other row makes room. Errors: `LengthZero` for rows without numbers;
    /// `LengthMismatch` unless `row` is one; `MemoryTooSmall` for a buffer of fewer than two rows, or than are kept; `NotBuilt`.
    pub fn push<R: Copy>(&mut self, rows: &mut [R], row: &[R]) -> Result<bool, Error> {
        built::need(built::ESTIMATES)?;
        let dim = self.dim as usize;
        if dim == 0 {
            return Err(Error::LengthZero);
        }
        if row.len() != dim {
            return Err(Error::LengthMismatch);
        }
        let room = rows.len().checked_div(dim).unwrap_or_default() as u64;
        if room < 2 || room < self.kept {
            return Err(Error::MemoryTooSmall);
        }
        let due = self.shown & self.stride.wrapping_sub(1) == 0;
        self.shown += 1;
        if !due {
            return Ok(false);
        }
        let mut next = self.kept;
        if next == room {
            self.halve(rows);
            // The new row is due at the new stride as well if the number of rows before it was even.
            next = self.kept;
            if (self.shown - 1) & self.stride.wrapping_sub(1) != 0 {
                return Ok(false);
            }
        }
        let place = rows.chunks_exact_mut(dim.max(1)).nth(next as usize);
        if let Some(place) = place {
            place.iter_mut().zip(row).for_each(|(place, number)| *place = *number);
        }
        self.kept = next + 1;
        Ok(true)
    }

    /// Keeps every other row.
    fn halve<R: Copy>(&mut self, rows: &mut [R]) {
        let dim = self.dim as usize;
        let cells = core::cell::Cell::from_mut(rows).as_slice_of_cells();
        let kept = cells.chunks_exact(dim.max(1)).take(self.kept as usize).step_by(2);
        for (to, from) in cells.chunks_exact(dim.max(1)).zip(kept) {
            to.iter().zip(from).for_each(|(to, from)| to.set(from.get()));
        }
        self.kept = self.kept.div_ceil(2);
        self.stride *= 2;
    }
}
