//! Where gradients are looked at, and what a look works in.

use crate::Error;
use crate::num::{Cut, Real};

/// Places besides x = 0 where gradients are looked at.
pub(super) const PLACE_COUNT: usize = 8;

/// What a look works in: of variances alone, one place and no matrices.
pub(super) struct LookRoom<C: Cut, R: Real> {
    /// x = 0, and the others.
    pub(super) places: C::Slice<R>,
    /// ḡ at each of them.
    pub(super) means: C::Slice<f64>,
    pub(super) answer: C::Slice<R>,
    pub(super) part: C::Slice<R>,
    pub(super) total: C::Slice<f64>,
    pub(super) chunk: C::Slice<u32>,
    /// ∇ℓ_i - ḡ at x = 0, and elsewhere.
    pub(super) off: [C::Slice<f64>; 2],
    /// F of the plain gradient, and with a control variate: the lower triangle in whole rows.
    pub(super) squares: [C::Slice<f64>; 2],
    pub(super) vectors: C::Slice<f64>,
}

impl<C: Cut, R: Real> LookRoom<C, R> {
    pub(super) fn new(chunk_len: u32, dim: usize, dense: bool, cut: &mut C) -> Result<Self, Error> {
        let counts = if dense { [PLACE_COUNT + 1, dim] } else { [1, 0] };
        let [places_len, matrix_len] = counts.map(|count| dim.saturating_mul(count));
        let room = Self {
            places: cut.take(places_len),
            means: cut.take(places_len),
            answer: cut.take(dim),
            part: cut.take(dim),
            total: cut.take(dim),
            chunk: cut.take(chunk_len as usize),
            off: [cut.take(dim), cut.take(dim)],
            squares: [cut.take(matrix_len), cut.take(matrix_len)],
            vectors: cut.take(matrix_len),
        };
        cut.end()?;
        Ok(room)
    }
}
