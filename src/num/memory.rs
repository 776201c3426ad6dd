//! Caller-owned memory, cut into typed vectors without unsafe code.

use crate::Error;
use wide::bytemuck::{self, Pod};

/// The unit of caller-owned memory: 64 bytes at a 64-byte boundary, so that every vector starts on one.
pub type MemoryBlock = wide::u64x8;

/// Cuts `len` elements off the front of `memory`, in whole blocks.
pub(crate) fn take<'m, T: Pod>(memory: &mut &'m mut [MemoryBlock], len: usize) -> Result<&'m mut [T], Error> {
    let blocks = block_count::<T>(len).ok_or(Error::LengthTooLarge)?;
    let (taken, rest) = core::mem::take(memory).split_at_mut_checked(blocks).ok_or(Error::MemoryTooSmall)?;
    *memory = rest;
    let elements = bytemuck::try_cast_slice_mut(taken).unwrap_or_default();
    elements.get_mut(..len).ok_or(Error::MemoryTooSmall)
}

/// How many blocks hold `len` elements; `None` beyond what an address can reach.
pub(crate) fn block_count<T>(len: usize) -> Option<usize> {
    Some(len.checked_mul(size_of::<T>())?.div_ceil(size_of::<MemoryBlock>()))
}

/// The `len` elements from block `start` on.
pub(crate) fn view<T: Pod>(memory: &[MemoryBlock], start: usize, len: usize) -> Result<&[T], Error> {
    let rest = memory.get(start..).ok_or(Error::MemoryTooSmall)?;
    let elements = bytemuck::try_cast_slice(rest).unwrap_or_default();
    elements.get(..len).ok_or(Error::MemoryTooSmall)
}
