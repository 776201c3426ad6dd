//! The pointers of a C caller, checked before anything follows them: with its parts in `guard/`, and the list in `structs.rs` of what they may be used for, the only unsafe code.
//!
//! A [`Call`] is the run-time borrow checker of one call from C. Every pointer goes through it once and comes out as
//! a reference: not NULL, aligned, its bytes countable, and apart from every other buffer of the call that one of the
//! two is written through. What no check can see is the caller's promise, which the header states: memory is as long
//! as was said and valid during the call, callbacks are what their types say, and no other thread uses the object.
#![deny(unsafe_op_in_unsafe_fn)]

mod callback;
mod enter;
mod environment;
mod names;
mod object;
mod parts;
mod structs;

pub(crate) use callback::{
    Callback, Diffuse, LogLikelihood, LogPrior, Measure, Observe, Progress, Scheduled,
};
pub(crate) use enter::{compute, enter};
pub(crate) use object::{Kind, Object, Vacant, Zeros, zeros};
pub(crate) use parts::{Part, marks_len};
pub(crate) use structs::{Elements, Extensible, Growing, growing, refuse_unused};

use core::marker::PhantomData;
use core::mem::size_of;
use core::slice;
use core_crate::Error;
use environment::HostEnvironment;

/// Numbers and pointers, of which any bytes are a value, so that what C calls uninitialized can be written through a
/// reference.
///
/// # Safety
///
/// Any bytes are a value of the type.
pub(crate) unsafe trait Plain: Copy {}

macro_rules! plain {
    ($($name:ty),*) => { $(
        // SAFETY: a number; or numbers, and a pointer that is followed only after a check.
        unsafe impl $crate::guard::Plain for $name {}
    )* };
}
pub(crate) use plain;
plain!(u8, i32, u32, u64, usize, f32, f64);
// SAFETY: a pointer, followed by nobody here.
unsafe impl<T> Plain for *mut T {}
// SAFETY: the same.
unsafe impl<T> Plain for *const T {}

/// Bytes that one pointer of a call stands for.
#[derive(Clone, Copy, Default)]
struct Region {
    start: usize,
    /// Bytes, at most `isize::MAX`; the top bit says whether they are written. (A call stands on small stacks.)
    size_and_written: usize,
}

const WRITTEN: usize = 1 << (usize::BITS - 1);

impl Region {
    fn is_written(self) -> bool {
        self.size_and_written & WRITTEN != 0
    }

    fn end(self) -> usize {
        self.start + (self.size_and_written & !WRITTEN)
    }
}

/// More than the pointers of any call.
const REGION_COUNT: usize = 16;

/// The pointers of one call from C.
pub(crate) struct Call<'a> {
    regions: [Region; REGION_COUNT],
    region_count: usize,
    host: &'a HostEnvironment,
    lifetime: PhantomData<&'a mut ()>,
}

impl<'a> Call<'a> {
    /// # Safety
    ///
    /// Every pointer given to this call is one that a C caller passed under the header's promises, and `'a` ends before
    /// the call returns.
    unsafe fn new(host: &'a HostEnvironment) -> Self {
        Self { regions: [Region::default(); REGION_COUNT], region_count: 0, host, lifetime: PhantomData }
    }

    /// A call that nobody made, with the promises of [`new`](Self::new).
    #[cfg(test)]
    pub(crate) unsafe fn in_a_test() -> Self {
        // SAFETY: as there.
        unsafe { Self::new(Box::leak(Box::new(HostEnvironment::take_over()))) }
    }

    fn check<T>(pointer: *const T) -> Result<(), Error> {
        if pointer.is_null() {
            return Err(Error::NullPointer);
        }
        if pointer.is_aligned() { Ok(()) } else { Err(Error::MemoryMisaligned) }
    }

    /// Checks a pointer to `size` bytes and takes them for the rest of the call.
    fn claim<T>(&mut self, pointer: *const T, size: usize, written: bool) -> Result<(), Error> {
        Self::check(pointer)?;
        self.claim_bytes(pointer.addr(), size, written)
    }

    /// The same for an address that is not NULL.
    fn claim_bytes(&mut self, start: usize, size: usize, written: bool) -> Result<(), Error> {
        if size > isize::MAX as usize || start.checked_add(size).is_none() {
            return Err(Error::LengthTooLarge);
        }
        let apart = |other: &Region| start + size <= other.start || other.end() <= start;
        let shared = |other: &Region| !(written || other.is_written());
        let (taken, free) = self.regions.split_at_mut_checked(self.region_count).unwrap_or_default();
        if !taken.iter().all(|other| shared(other) || apart(other)) {
            return Err(Error::Overlap);
        }
        *free.first_mut().ok_or(Error::LengthTooLarge)? =
            Region { start, size_and_written: if written { size | WRITTEN } else { size } };
        self.region_count += 1;
        Ok(())
    }

    /// Whether nothing is written there that this call has taken so far.
    fn is_apart_from_written(&self, start: usize, size: usize) -> bool {
        let taken = self.regions.get(..self.region_count).unwrap_or_default();
        taken.iter().filter(|it| it.is_written()).all(|it| start + size <= it.start || it.end() <= start)
    }

    fn claim_array<T>(&mut self, pointer: *const T, len: usize, written: bool) -> Result<(), Error> {
        self.claim_elements(pointer.addr(), len, (size_of::<T>(), align_of::<T>()), written)
    }

    /// The same for elements of whatever type.
    fn claim_elements(
        &mut self,
        start: usize,
        len: usize,
        (size, align): (usize, usize),
        written: bool,
    ) -> Result<(), Error> {
        if start == 0 {
            return Err(Error::NullPointer);
        }
        if len == 0 {
            return Err(Error::LengthZero);
        }
        let size = len.checked_mul(size).ok_or(Error::LengthTooLarge)?;
        if !start.is_multiple_of(align) {
            return Err(Error::MemoryMisaligned);
        }
        self.claim_bytes(start, size, written)
    }

    /// An array to read.
    pub(crate) fn input<T: Plain>(&mut self, pointer: *const T, len: usize) -> Result<&'a [T], Error> {
        self.claim_array(pointer, len, false)?;
        // SAFETY: `claim_array` checked NULL, alignment, size, and that nothing of this call writes there.
        Ok(unsafe { slice::from_raw_parts(pointer, len) })
    }

    /// An array to write.
    pub(crate) fn output<T: Plain>(&mut self, pointer: *mut T, len: usize) -> Result<&'a mut [T], Error> {
        self.claim_array(pointer, len, true)?;
        // SAFETY: `claim_array` checked NULL, alignment, size, and that nothing else of this call is there.
        Ok(unsafe { slice::from_raw_parts_mut(pointer, len) })
    }

    /// An array to read that may have no elements; its pointer is not looked at then.
    pub(crate) fn input_or_empty<T: Plain>(
        &mut self,
        pointer: *const T,
        len: usize,
    ) -> Result<&'a [T], Error> {
        if len == 0 { Ok(&[]) } else { self.input(pointer, len) }
    }

    /// An array to write that may have no elements; its pointer is not looked at then.
    pub(crate) fn output_or_empty<T: Plain>(
        &mut self,
        pointer: *mut T,
        len: usize,
    ) -> Result<&'a mut [T], Error> {
        if len == 0 { Ok(&mut []) } else { self.output(pointer, len) }
    }

    /// One value to write.
    pub(crate) fn output_value<T: Plain>(&mut self, pointer: *mut T) -> Result<&'a mut T, Error> {
        self.claim(pointer, size_of::<T>(), true)?;
        // SAFETY: `claim` checked NULL, alignment, size, and that nothing else of this call is there.
        Ok(unsafe { &mut *pointer })
    }

    /// Bytes to write and where their number goes, of which either may be missing; NULL with a size of 0 asks for that alone.
    pub(crate) fn sized_output(
        &mut self,
        bytes: *mut u8,
        size: usize,
        needed: *mut usize,
    ) -> Result<(Option<&'a mut [u8]>, Option<&'a mut usize>), Error> {
        if bytes.is_null() && size == 0 {
            return Ok((None, Some(self.output_value(needed)?)));
        }
        Ok((Some(self.output(bytes, size)?), self.optional_output(needed)?))
    }

    /// One value to write, unless the pointer is NULL.
    pub(crate) fn optional_output<T: Plain>(&mut self, pointer: *mut T) -> Result<Option<&'a mut T>, Error> {
        if pointer.is_null() { Ok(None) } else { self.output_value(pointer).map(Some) }
    }
}
