//! Caller-owned memory, cut into typed vectors without unsafe code.

use crate::Error;
use wide::bytemuck::{self, Pod};

/// The unit of caller-owned memory: 64 bytes at a 64-byte boundary, so that every vector starts on one.
///
/// Make it by [`MemoryUnit::default()`](Default) and ask nothing else of it: what stands in it is the chain's.
// An alias, since only `unsafe impl Pod` lets memory of a type of our own be cut into numbers, and the core has one
// unsafe line, which is the prefetch.
pub type MemoryUnit = wide::u64x8;

/// `COUNT` lengths of one value: 1, or none, which is a length of 0, where the build leaves out all that could have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Len<const COUNT: usize>([usize; COUNT]);

impl<const COUNT: usize> Len<COUNT> {
    pub(crate) const fn new(len: usize) -> Self {
        Self([len; COUNT])
    }

    pub(crate) fn get(self) -> usize {
        self.0.first().copied().unwrap_or(0)
    }
}

impl<const COUNT: usize> Default for Len<COUNT> {
    fn default() -> Self {
        Self::new(0)
    }
}

/// A way through memory that is cut into vectors, each of which starts on a block: what describes the vectors once can
/// count them, look at them, or work on them.
///
/// What does not fit is told at the end, so that cutting makes no decisions.
pub(crate) trait Cut {
    /// What is cut off.
    type Slice<T: Pod>: Default;

    /// The next `len` elements; none where they do not fit.
    fn take<T: Pod>(&mut self, len: usize) -> Self::Slice<T>;

    /// The same of a part that the build may leave out.
    #[inline(always)]
    fn take_built<T: Pod, const COUNT: usize>(&mut self, len: Len<COUNT>) -> Self::Slice<T> {
        if COUNT > 0 { self.take(len.get()) } else { Self::Slice::default() }
    }

    /// The first `len` elements of what was cut off.
    fn front<T: Pod>(slice: Self::Slice<T>, len: usize) -> Self::Slice<T>;

    /// Whether everything has fitted.
    fn end(&self) -> Result<(), Error>;
}

/// Lengths alone.
pub(crate) struct Lens;

impl Cut for Lens {
    type Slice<T: Pod> = usize;

    fn take<T: Pod>(&mut self, len: usize) -> usize {
        len
    }

    fn front<T: Pod>(slice: usize, len: usize) -> usize {
        slice.min(len)
    }

    fn end(&self) -> Result<(), Error> {
        Ok(())
    }
}

/// Counts blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) blocks: usize,
    too_large: bool,
}

impl Count {
    #[inline(never)]
    fn add(&mut self, len: usize, size: usize) {
        let blocks = len.checked_mul(size).map(|size| size.div_ceil(size_of::<MemoryUnit>()));
        let total = blocks.and_then(|blocks| blocks.checked_add(self.blocks));
        let fits = |total: &usize| *total <= isize::MAX as usize / size_of::<MemoryUnit>();
        match total.filter(fits) {
            Some(total) => self.blocks = total,
            None => self.too_large = true,
        }
    }
}

impl Cut for Count {
    type Slice<T: Pod> = ();

    #[inline(always)]
    fn take<T: Pod>(&mut self, len: usize) {
        self.add(len, size_of::<T>());
    }

    fn front<T: Pod>((): (), _: usize) {}

    fn end(&self) -> Result<(), Error> {
        if self.too_large { Err(Error::LengthTooLarge) } else { Ok(()) }
    }
}

/// Memory to look at.
pub(crate) struct Shared<'m> {
    rest: &'m [MemoryUnit],
    short: bool,
}

/// Memory to work on.
pub(crate) struct Exclusive<'m> {
    rest: &'m mut [MemoryUnit],
    short: bool,
}

impl<'m> Shared<'m> {
    #[inline(always)]
    pub(crate) fn new(memory: &'m [MemoryUnit]) -> Self {
        Self { rest: memory, short: false }
    }
}

impl<'m> Exclusive<'m> {
    #[inline(always)]
    pub(crate) fn new(memory: &'m mut [MemoryUnit]) -> Self {
        Self { rest: memory, short: false }
    }

    /// The blocks that hold `len` elements of a size.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn blocks(&mut self, len: usize, size: usize) -> &'m mut [MemoryUnit] {
        let count = len.checked_mul(size).map_or(usize::MAX, |size| size.div_ceil(size_of::<MemoryUnit>()));
        let Some((taken, rest)) = core::mem::take(&mut self.rest).split_at_mut_checked(count) else {
            self.short = true;
            return &mut [];
        };
        self.rest = rest;
        taken
    }
}

fn fits(short: bool) -> Result<(), Error> {
    if short { Err(Error::MemoryTooSmall) } else { Ok(()) }
}

impl<'m> Cut for Shared<'m> {
    type Slice<T: Pod> = &'m [T];

    #[inline]
    fn take<T: Pod>(&mut self, len: usize) -> &'m [T] {
        let count = block_count::<T>(len).unwrap_or(usize::MAX);
        let Some((taken, rest)) = self.rest.split_at_checked(count) else {
            self.short = true;
            return &[];
        };
        self.rest = rest;
        let elements: &[T] = bytemuck::try_cast_slice(taken).unwrap_or_default();
        elements.get(..len).unwrap_or_default()
    }

    fn front<T: Pod>(slice: &'m [T], len: usize) -> &'m [T] {
        slice.get(..len).unwrap_or(slice)
    }

    fn end(&self) -> Result<(), Error> {
        fits(self.short)
    }
}

impl<'m> Cut for Exclusive<'m> {
    type Slice<T: Pod> = &'m mut [T];

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn take<T: Pod>(&mut self, len: usize) -> &'m mut [T] {
        if len == 0 {
            return &mut [];
        }
        let elements: &mut [T] =
            bytemuck::try_cast_slice_mut(self.blocks(len, size_of::<T>())).unwrap_or_default();
        elements.get_mut(..len).unwrap_or_default()
    }

    fn front<T: Pod>(slice: &'m mut [T], len: usize) -> &'m mut [T] {
        let len = len.min(slice.len());
        slice.get_mut(..len).unwrap_or_default()
    }

    fn end(&self) -> Result<(), Error> {
        fits(self.short)
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
    if !cfg!(target_pointer_width = "64") {
        clear_bytes(bytemuck::cast_slice_mut(numbers));
    } else if !numbers.is_empty() {
        numbers.fill(T::zeroed());
    }
}

/// One for all types, where code is dear.
#[inline(never)]
fn clear_bytes(bytes: &mut [u8]) {
    bytes.fill(0);
}
