//! Numbers as bytes, little-endian on every target.

use core::iter::zip;
use wide::bytemuck::{Pod, bytes_of, bytes_of_mut};

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

/// Writes numbers into as many bytes.
pub(crate) fn put_bytes<T: Pod>(numbers: &[T], bytes: &mut [u8]) {
    for (number, bytes) in zip(numbers, bytes.chunks_exact_mut(size_of::<T>())) {
        zip(&mut *bytes, bytes_of(number)).for_each(|(to, from)| *to = *from);
        if cfg!(target_endian = "big") {
            bytes.reverse();
        }
    }
}

/// The numbers that were written.
pub(crate) fn numbers_of<T: Pod>(bytes: &[u8]) -> impl Iterator<Item = T> {
    bytes.chunks_exact(size_of::<T>()).map(|bytes| {
        let mut number = T::zeroed();
        let own = bytes_of_mut(&mut number);
        zip(&mut *own, bytes).for_each(|(to, from)| *to = *from);
        if cfg!(target_endian = "big") {
            own.reverse();
        }
        number
    })
}
