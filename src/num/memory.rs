//! Caller-owned memory, cut into typed vectors without unsafe code.

use crate::Error;
use wide::bytemuck::{self, Pod};

/// The unit of caller-owned memory: 64 bytes at a 64-byte boundary, so that every vector starts on one.
///
/// Make it by [`MemoryUnit::default()`](Default) and ask nothing else of it: what stands in it is the chain's.
// An alias, since only `unsafe impl Pod` lets memory of a type of our own be cut into numbers, and the core has one
// unsafe line, which is the prefetch.
pub type MemoryUnit = wide::u64x8;

/// A way through memory that is cut into vectors, each of which starts on a block: what describes the vectors once can
/// count them, look at them, or work on them.
pub(crate) trait Cut {
    /// What is cut off.
    type Slice<T: Pod>;

    /// The next `len` elements.
    fn take<T: Pod>(&mut self, len: usize) -> Result<Self::Slice<T>, Error>;
}

/// Counts blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count(pub(crate) usize);

impl Cut for Count {
    type Slice<T: Pod> = ();

    fn take<T: Pod>(&mut self, len: usize) -> Result<(), Error> {
        let total = block_count::<T>(len)?.checked_add(self.0).ok_or(Error::LengthTooLarge)?;
        let bytes = total.checked_mul(size_of::<MemoryUnit>()).ok_or(Error::LengthTooLarge)?;
        self.0 = total;
        if bytes <= isize::MAX as usize { Ok(()) } else { Err(Error::LengthTooLarge) }
    }
}

impl<'m> Cut for &'m [MemoryUnit] {
    type Slice<T: Pod> = &'m [T];

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn take<T: Pod>(&mut self, len: usize) -> Result<&'m [T], Error> {
        if len == 0 {
            return Ok(&[]);
        }
        let (taken, rest) = self.split_at_checked(block_count::<T>(len)?).ok_or(Error::MemoryTooSmall)?;
        *self = rest;
        let elements = bytemuck::try_cast_slice(taken).unwrap_or_default();
        elements.get(..len).ok_or(Error::MemoryTooSmall)
    }
}

impl<'m> Cut for &'m mut [MemoryUnit] {
    type Slice<T: Pod> = &'m mut [T];

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn take<T: Pod>(&mut self, len: usize) -> Result<&'m mut [T], Error> {
        if len == 0 {
            return Ok(&mut []);
        }
        let blocks = block_count::<T>(len)?;
        let (taken, rest) =
            core::mem::take(self).split_at_mut_checked(blocks).ok_or(Error::MemoryTooSmall)?;
        *self = rest;
        let elements = bytemuck::try_cast_slice_mut(taken).unwrap_or_default();
        elements.get_mut(..len).ok_or(Error::MemoryTooSmall)
    }
}

/// How many blocks hold `len` elements; an error beyond what an address can reach.
#[inline(always)]
pub(crate) fn block_count<T>(len: usize) -> Result<usize, Error> {
    Ok(len.checked_mul(size_of::<T>()).ok_or(Error::LengthTooLarge)?.div_ceil(size_of::<MemoryUnit>()))
}

/// Zeros in place of all numbers.
///
/// An empty slice points nowhere, and some processors take hundreds of cycles to store nothing there.
#[inline(always)]
pub(crate) fn clear<T: Pod>(numbers: &mut [T]) {
    if !numbers.is_empty() {
        numbers.fill(T::zeroed());
    }
}
