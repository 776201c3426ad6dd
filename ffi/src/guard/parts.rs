//! Parts of an object that threads work on at the same time, each with a mark of its own.

use super::object::{Kind, Object};
use super::{Call, Plain};
use core::ops::Range;
use core::slice;
use core::sync::atomic::{AtomicU32, Ordering};
use core_crate::{Error, MemoryUnit};

/// What of an object's blocks one of its parts has.
pub(crate) struct Part {
    /// Which of the marks is its own.
    pub(crate) mark: usize,
    /// How many marks there are, in the object's last blocks.
    pub(crate) mark_count: usize,
    pub(crate) blocks: Range<usize>,
    /// Where numbers begin of which it has some.
    pub(crate) numbers_from: usize,
    /// Which of them.
    pub(crate) numbers: Range<usize>,
}

/// How many blocks so many marks take.
pub(crate) const fn marks_len(mark_count: usize) -> usize {
    mark_count.div_ceil(size_of::<MemoryUnit>() / size_of::<AtomicU32>())
}

/// A part that a call is using.
pub(crate) struct UsedPart<'a, T, R> {
    /// A copy.
    pub(crate) body: T,
    pub(crate) blocks: &'a mut [MemoryUnit],
    pub(crate) numbers: &'a mut [R],
    _busy: Busy<'a>,
}

/// Lets every other call on a part, or on all of the object, be refused as long as this lives.
struct Busy<'a>(&'a AtomicU32);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

/// Where an object's blocks begin.
fn blocks_of<T>(object: *mut Object<T>) -> *mut MemoryUnit {
    object.wrapping_add(1).cast()
}

impl<'a> Call<'a> {
    /// The marks of an object with so many blocks.
    ///
    /// # Safety
    ///
    /// The object is there, with as many blocks.
    unsafe fn marks<T: Kind>(
        object: *mut Object<T>,
        block_count: usize,
        mark_count: usize,
    ) -> Result<&'a [AtomicU32], Error> {
        let first = block_count.checked_sub(marks_len(mark_count)).ok_or(Error::NotInitialized)?;
        // SAFETY: within the object's blocks, aligned as these are, where nothing but marks is written.
        Ok(unsafe { slice::from_raw_parts(blocks_of(object).add(first).cast(), mark_count) })
    }

    /// Refuses an object of which a call is using a part; `count` says how many there are.
    pub(crate) fn refuse_busy<T: Kind>(
        &self,
        pointer: *const T::Opaque,
        count: impl FnOnce(&T) -> usize,
    ) -> Result<(), Error> {
        let object = pointer.cast_mut().cast::<Object<T>>();
        let block_count = Self::block_count_of(object)?;
        // SAFETY: an object is there, whose body no call writes that lets callbacks run on parts.
        let marks = unsafe { Self::marks(object, block_count, count(&(*object).body))? };
        if marks.iter().all(|mark| mark.load(Ordering::Relaxed) == 0) { Ok(()) } else { Err(Error::InUse) }
    }

    /// A part of an object to change, beside others that other threads change: its body, blocks and numbers.
    pub(crate) fn object_part<T: Kind + Copy, R: Plain>(
        &mut self,
        pointer: *mut T::Opaque,
        find: impl FnOnce(&T) -> Result<Part, Error>,
    ) -> Result<UsedPart<'a, T, R>, Error> {
        let object = pointer.cast::<Object<T>>();
        let block_count = Self::block_count_of(object)?;
        // SAFETY: an object is there, whose body nobody writes while parts are in use.
        let body = unsafe { (&raw const (*object).body).read() };
        let Part { mark, mark_count, blocks, numbers_from, numbers } = find(&body)?;
        let end = numbers.end.checked_mul(size_of::<R>()).map(|size| size.div_ceil(size_of::<MemoryUnit>()));
        let end = end.and_then(|len| len.checked_add(numbers_from)).ok_or(Error::NotInitialized)?;
        if blocks.end > block_count || end > block_count {
            return Err(Error::NotInitialized);
        }
        // SAFETY: an object is there, with as many blocks.
        let marks = unsafe { Self::marks(object, block_count, mark_count)? };
        let mark = marks.get(mark).ok_or(Error::NotInitialized)?;
        if mark.load(Ordering::Relaxed) != 0 {
            return Err(Error::InUse);
        }
        let own = blocks_of(object).wrapping_add(blocks.start);
        let first = blocks_of(object).wrapping_add(numbers_from).cast::<R>().wrapping_add(numbers.start);
        self.claim(own, blocks.len() * size_of::<MemoryUnit>(), true)?;
        self.claim_array(first, numbers.len(), true)?;
        // What others of this object use nothing of this call may write.
        let all = object.addr() + Object::<T>::size(block_count)?;
        let own_end = own.addr() + blocks.len() * size_of::<MemoryUnit>();
        let numbers_end = first.addr() + numbers.len() * size_of::<R>();
        for (from, to) in [(object.addr(), own.addr()), (own_end, first.addr()), (numbers_end, all)] {
            self.claim_bytes(from, to.saturating_sub(from), false)?;
        }
        mark.store(1, Ordering::Relaxed);
        let busy = Busy(mark);
        // SAFETY: both are within the object, aligned, and apart from all else of this call; the mark keeps other calls
        // from them. Any bytes are a block, and a number.
        let (blocks, numbers) = unsafe {
            (slice::from_raw_parts_mut(own, blocks.len()), slice::from_raw_parts_mut(first, numbers.len()))
        };
        Ok(UsedPart { body, blocks, numbers, _busy: busy })
    }
}
