//! Numbers as bytes, little-endian on every target.

use core::iter::zip;
use wide::bytemuck::{Pod, bytes_of_mut, cast_slice, cast_slice_mut};

/// A number of a vector in a chain's memory.
pub(crate) trait Number: Pod {
    /// Without rounding.
    fn widened(self) -> f64;
}

macro_rules! number {
    ($($type:ty),*) => { $(
        impl Number for $type {
            fn widened(self) -> f64 {
                self.into()
            }
        }
    )* };
}
number!(f32, f64, u32);

/// Turns bytes of numbers of this size as they stand in memory into those that are written, and back.
fn turn(bytes: &mut [u8], size: usize) {
    if cfg!(target_endian = "big") {
        bytes.chunks_exact_mut(size).for_each(|number| number.reverse());
    }
}

/// Writes numbers into as many bytes.
#[inline(never)]
pub(crate) fn put_bytes<T: Pod>(numbers: &[T], bytes: &mut [u8]) {
    zip(&mut *bytes, cast_slice::<T, u8>(numbers)).for_each(|(to, from)| *to = *from);
    turn(bytes, size_of::<T>());
}

/// Reads as many numbers.
#[inline(never)]
pub(crate) fn take_bytes<T: Pod>(numbers: &mut [T], bytes: &[u8]) {
    let own = cast_slice_mut::<T, u8>(numbers);
    zip(&mut *own, bytes).for_each(|(to, from)| *to = *from);
    turn(own, size_of::<T>());
}

/// The numbers that were written.
pub(crate) fn numbers_of<T: Pod>(bytes: &[u8]) -> impl Iterator<Item = T> {
    bytes.chunks_exact(size_of::<T>()).map(|bytes| {
        let mut number = T::zeroed();
        let own = bytes_of_mut(&mut number);
        zip(&mut *own, bytes).for_each(|(to, from)| *to = *from);
        turn(own, size_of::<T>());
        number
    })
}
