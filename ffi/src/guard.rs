//! The pointers of a C caller, checked before anything follows them: the only unsafe code of the crate.
//!
//! A [`Call`] is the run-time borrow checker of one call from C. Every pointer goes through it once and comes out as
//! a reference: not NULL, aligned, its bytes countable, and apart from every other buffer of the call that one of the
//! two is written through. What no check can see is the caller's promise, which the header states: memory is as long
//! as was said and valid during the call, callbacks are what their types say, and no other thread uses the object.

use crate::callbacks::{LogLikelihood, LogPrior, Observe};
use crate::settings::sgmcmc_chain_settings;
use crate::statistics::sgmcmc_chain_statistics;
use core::ffi::c_void;
use core::marker::PhantomData;
use core::mem::{align_of, size_of};
use core::{ptr, slice};
use core_crate::{Error, MemoryBlock};

/// Larger than any struct of this ABI will ever be: a `struct_size` beyond it was never set.
const STRUCT_SIZE_MAX: usize = 4096;

/// A struct with a leading `struct_size`, whose default stands in for fields that a caller does not know.
///
/// # Safety
///
/// The type is `repr(C)`, begins with `struct_size: usize`, and any bytes of a C caller are a value of it.
pub(crate) unsafe trait Growing: Copy + Default {}

// SAFETY: numbers only.
unsafe impl Growing for sgmcmc_chain_settings {}
// SAFETY: numbers only.
unsafe impl Growing for sgmcmc_chain_statistics {}
// SAFETY: pointers and optional function pointers; a caller promises that what is not NULL can be called.
unsafe impl Growing for crate::f32::model::sgmcmc_model_f32 {}
// SAFETY: as for `f32`.
unsafe impl Growing for crate::f64::model::sgmcmc_model_f64 {}

/// Numbers and pointers, of which any bytes are a value, so that what C calls uninitialized can be written through a
/// reference.
///
/// # Safety
///
/// Any bytes are a value of the type.
pub(crate) unsafe trait Plain: Copy {}

macro_rules! plain {
    ($($name:ty),*) => { $(
        // SAFETY: a number.
        unsafe impl Plain for $name {}
    )* };
}
plain!(u8, i32, u32, u64, usize, f32, f64);
// SAFETY: a pointer, followed by nobody here.
unsafe impl<T> Plain for *mut T {}

/// What an object in caller memory holds.
pub(crate) trait Kind {
    /// The object's name in the header.
    type Opaque: 'static;
    /// Tells its memory from any other.
    const MAGIC: u64;
    /// Stands in its place while a call on the object lets callbacks run.
    const MAGIC_IN_USE: u64 = !Self::MAGIC;
}

/// An object in caller memory; `block_count` blocks follow it. It holds no pointer, so that its bytes can be moved.
#[repr(C, align(64))]
pub(crate) struct Object<T> {
    magic: u64,
    block_count: usize,
    body: T,
}

impl<T> Object<T> {
    /// The alignment of every object's memory.
    pub(crate) const ALIGN: usize = align_of::<Self>();

    /// Bytes of an object with its blocks; an object's own size is a multiple of its alignment, and so of a block's.
    pub(crate) fn size(block_count: usize) -> Result<usize, Error> {
        const { assert!(Self::ALIGN == align_of::<MemoryBlock>()) };
        let blocks = block_count.checked_mul(size_of::<MemoryBlock>());
        blocks.and_then(|size| size.checked_add(size_of::<Self>())).ok_or(Error::LengthTooLarge)
    }
}

/// Checked memory that is about to hold an object.
pub(crate) struct Vacant<'a, T> {
    object: *mut Object<T>,
    block_count: usize,
    lifetime: PhantomData<&'a mut T>,
}

impl<T: Kind> Vacant<'_, T> {
    /// The blocks that follow the object.
    pub(crate) fn blocks(&mut self) -> &mut [MemoryBlock] {
        // SAFETY: `Call::place` found room for them, aligned and apart; any bytes are a block.
        unsafe { slice::from_raw_parts_mut(self.object.add(1).cast(), self.block_count) }
    }

    /// Makes the memory an object and returns its address.
    pub(crate) fn fill(self, body: T) -> *mut T::Opaque {
        let object = Object { magic: T::MAGIC, block_count: self.block_count, body };
        // SAFETY: `Call::place` found room for it, aligned and apart.
        unsafe { self.object.write(object) };
        self.object.cast()
    }
}

/// Lets every other call on an object be refused as long as this lives: callbacks may not use the object they serve.
///
/// The magic number says so. No reference to the object's parts covers it, so that a call from a callback may look at
/// it while those references live, and turns back before it touches more.
pub(crate) struct InUse<'a, T: Kind> {
    object: *mut Object<T>,
    lifetime: PhantomData<&'a mut T>,
}

impl<T: Kind> InUse<'_, T> {
    fn set_magic(&mut self, magic: u64) {
        // SAFETY: `Call::object_mut_in_use` checked the object, and nothing refers to this field of it.
        unsafe { (&raw mut (*self.object).magic).write(magic) };
    }
}

impl<T: Kind> Drop for InUse<'_, T> {
    fn drop(&mut self) {
        self.set_magic(T::MAGIC);
    }
}

/// Bytes that one pointer of a call stands for.
#[derive(Clone, Copy, Default)]
struct Region {
    start: usize,
    size: usize,
    written: bool,
}

/// The pointers of one call from C.
pub(crate) struct Call<'a> {
    regions: [Region; 6],
    lifetime: PhantomData<&'a mut ()>,
}

impl<'a> Call<'a> {
    /// # Safety
    ///
    /// Every pointer given to this call is one that a C caller passed under the header's promises, and `'a` ends
    /// before the call returns.
    pub(crate) unsafe fn new() -> Self {
        Self { regions: [Region::default(); 6], lifetime: PhantomData }
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
        let start = pointer.addr();
        if size > isize::MAX as usize || start.checked_add(size).is_none() {
            return Err(Error::LengthTooLarge);
        }
        let apart = |other: &Region| start + size <= other.start || other.start + other.size <= start;
        let shared = |other: &Region| !(written || other.written);
        if !self.regions.iter().all(|other| other.size == 0 || shared(other) || apart(other)) {
            return Err(Error::Overlap);
        }
        let free = self.regions.iter_mut().find(|region| region.size == 0);
        *free.ok_or(Error::LengthTooLarge)? = Region { start, size, written };
        Ok(())
    }

    fn array_size<T>(len: usize) -> Result<usize, Error> {
        match len {
            0 => Err(Error::LengthZero),
            _ => len.checked_mul(size_of::<T>()).ok_or(Error::LengthTooLarge),
        }
    }

    /// An array to read.
    pub(crate) fn input<T: Plain>(&mut self, pointer: *const T, len: usize) -> Result<&'a [T], Error> {
        if pointer.is_null() {
            return Err(Error::NullPointer);
        }
        self.claim(pointer, Self::array_size::<T>(len)?, false)?;
        // SAFETY: `claim` checked NULL, alignment, size, and that nothing of this call writes there.
        Ok(unsafe { slice::from_raw_parts(pointer, len) })
    }

    /// An array to write.
    pub(crate) fn output<T: Plain>(&mut self, pointer: *mut T, len: usize) -> Result<&'a mut [T], Error> {
        if pointer.is_null() {
            return Err(Error::NullPointer);
        }
        self.claim(pointer, Self::array_size::<T>(len)?, true)?;
        // SAFETY: `claim` checked NULL, alignment, size, and that nothing else of this call is there.
        Ok(unsafe { slice::from_raw_parts_mut(pointer, len) })
    }

    /// One value to write.
    pub(crate) fn output_value<T: Plain>(&mut self, pointer: *mut T) -> Result<&'a mut T, Error> {
        self.claim(pointer, size_of::<T>(), true)?;
        // SAFETY: `claim` checked NULL, alignment, size, and that nothing else of this call is there.
        Ok(unsafe { &mut *pointer })
    }

    /// One value to write, unless the pointer is NULL.
    pub(crate) fn optional_output<T: Plain>(&mut self, pointer: *mut T) -> Result<Option<&'a mut T>, Error> {
        if pointer.is_null() { Ok(None) } else { self.output_value(pointer).map(Some) }
    }

    /// Checks a struct's `struct_size` and takes that many bytes.
    ///
    /// What `sizeof` gives is a multiple of the alignment, so no field is there by halves.
    fn claim_struct<T: Growing>(
        &mut self,
        pointer: *const T,
        size: usize,
        written: bool,
    ) -> Result<(), Error> {
        if size < size_of::<usize>() || !size.is_multiple_of(align_of::<T>()) {
            return Err(Error::StructSize);
        }
        if size > STRUCT_SIZE_MAX {
            return Err(Error::StructTooNew);
        }
        self.claim(pointer, size, written)
    }

    fn struct_size<T: Growing>(pointer: *const T) -> Result<usize, Error> {
        Self::check(pointer)?;
        // SAFETY: not NULL and aligned, and a growing struct begins with its size.
        Ok(unsafe { pointer.cast::<usize>().read() })
    }

    /// A struct to read: missing fields take their defaults, and unknown ones must be zero.
    pub(crate) fn input_struct<T: Growing>(&mut self, pointer: *const T) -> Result<T, Error> {
        let size = Self::struct_size(pointer)?;
        self.claim_struct(pointer, size, false)?;
        let known = size.min(size_of::<T>());
        // SAFETY: `claim_struct` checked NULL, alignment and size; `known` is at most `size`.
        let unknown = unsafe { slice::from_raw_parts(pointer.cast::<u8>().add(known), size - known) };
        if unknown.iter().any(|byte| *byte != 0) {
            return Err(Error::StructTooNew);
        }
        let mut value = T::default();
        // SAFETY: both are at least `known` bytes, `value` is a local, and any bytes are a value of it.
        unsafe { ptr::copy_nonoverlapping(pointer.cast::<u8>(), (&raw mut value).cast::<u8>(), known) };
        Ok(value)
    }

    /// Writes `value` into a struct of `size` bytes, and zeros into what lies beyond the known fields.
    pub(crate) fn init_struct<T: Growing>(
        &mut self,
        pointer: *mut T,
        size: usize,
        value: T,
    ) -> Result<(), Error> {
        if pointer.is_null() {
            return Err(Error::NullPointer);
        }
        self.claim_struct(pointer, size, true)?;
        let known = size.min(size_of::<T>());
        // SAFETY: `claim_struct` checked NULL, alignment and size; `known` is at most the size of either.
        unsafe {
            ptr::copy_nonoverlapping((&raw const value).cast::<u8>(), pointer.cast::<u8>(), known);
            pointer.cast::<u8>().add(known).write_bytes(0, size - known);
            pointer.cast::<usize>().write(size);
        }
        Ok(())
    }

    /// The same for a struct whose size the caller has set.
    pub(crate) fn output_struct<T: Growing>(&mut self, pointer: *mut T, value: T) -> Result<(), Error> {
        let size = Self::struct_size(pointer)?;
        self.init_struct(pointer, size, value)
    }

    /// Memory for an object and its blocks.
    pub(crate) fn place<T: Kind>(
        &mut self,
        memory: *mut c_void,
        memory_size: usize,
        block_count: usize,
    ) -> Result<Vacant<'a, T>, Error> {
        let object = memory.cast::<Object<T>>();
        let size = Object::<T>::size(block_count)?;
        if !object.is_null() && memory_size < size {
            return Err(Error::MemoryTooSmall);
        }
        self.claim(object, size, true)?;
        Ok(Vacant { object, block_count, lifetime: PhantomData })
    }

    /// Finds an object's size, and takes its bytes.
    fn claim_object<T: Kind>(&mut self, object: *const Object<T>, written: bool) -> Result<usize, Error> {
        Self::check(object)?;
        // SAFETY: not NULL and aligned, any bytes are a number, and no reference covers it, see `InUse`.
        let magic = unsafe { (&raw const (*object).magic).read() };
        if magic == T::MAGIC_IN_USE {
            return Err(Error::InUse);
        }
        if magic != T::MAGIC {
            return Err(Error::NotInitialized);
        }
        // SAFETY: the magic number says that an object is there, and that no other call is using it.
        let block_count = unsafe { (*object).block_count };
        self.claim(object, Object::<T>::size(block_count)?, written)?;
        Ok(block_count)
    }

    /// An object to read, and its blocks.
    pub(crate) fn object<T: Kind>(
        &mut self,
        pointer: *const T::Opaque,
    ) -> Result<(&'a T, &'a [MemoryBlock]), Error> {
        let object = pointer.cast::<Object<T>>();
        let block_count = self.claim_object(object, false)?;
        // SAFETY: `claim_object` checked NULL, alignment, the magic number, and that nothing of this call writes here.
        unsafe { Ok((&(*object).body, slice::from_raw_parts(object.add(1).cast(), block_count))) }
    }

    /// An object to change, and its blocks.
    pub(crate) fn object_mut<T: Kind>(
        &mut self,
        pointer: *mut T::Opaque,
    ) -> Result<(&'a mut T, &'a mut [MemoryBlock]), Error> {
        let object = pointer.cast::<Object<T>>();
        let block_count = self.claim_object(object, true)?;
        // SAFETY: `claim_object` checked NULL, alignment, the magic number, and that nothing else of this call is here.
        unsafe { Ok((&mut (*object).body, slice::from_raw_parts_mut(object.add(1).cast(), block_count))) }
    }

    /// The same for a call that lets callbacks run: other calls on the object are refused until the mark is dropped.
    pub(crate) fn object_mut_in_use<T: Kind>(
        &mut self,
        pointer: *mut T::Opaque,
    ) -> Result<(&'a mut T, &'a mut [MemoryBlock], InUse<'a, T>), Error> {
        let (body, blocks) = self.object_mut::<T>(pointer)?;
        let mut in_use = InUse { object: pointer.cast::<Object<T>>(), lifetime: PhantomData };
        in_use.set_magic(T::MAGIC_IN_USE);
        Ok((body, blocks, in_use))
    }

    /// A callback, which its caller promises to keep the header's rules.
    pub(crate) fn callback<F>(&self, function: F, user: *mut c_void) -> Callback<F> {
        Callback { function, user }
    }
}

/// A function of the caller's with its user pointer.
#[derive(Clone, Copy)]
pub(crate) struct Callback<F> {
    function: F,
    user: *mut c_void,
}

impl<R> Callback<LogLikelihood<R>> {
    pub(crate) fn log_likelihood(
        &self,
        value: &mut f64,
        gradient: Option<&mut [R]>,
        theta: &[R],
        (batch, batch_len): (Option<&[u32]>, usize),
    ) -> i32 {
        let gradient = gradient.map_or(ptr::null_mut(), <[R]>::as_mut_ptr);
        let batch = batch.map_or(ptr::null(), <[u32]>::as_ptr);
        // SAFETY: the caller promises a function of this type; the pointers are to live references of these lengths.
        unsafe { (self.function)(self.user, value, gradient, theta.as_ptr(), theta.len(), batch, batch_len) }
    }
}

impl<R> Callback<LogPrior<R>> {
    pub(crate) fn log_prior(&self, value: &mut f64, gradient: Option<&mut [R]>, theta: &[R]) -> i32 {
        let gradient = gradient.map_or(ptr::null_mut(), <[R]>::as_mut_ptr);
        // SAFETY: as for the log-likelihood.
        unsafe { (self.function)(self.user, value, gradient, theta.as_ptr(), theta.len()) }
    }
}

impl<D> Callback<Observe<D>> {
    pub(crate) fn observe(&self, draw: &D) -> i32 {
        // SAFETY: as for the log-likelihood.
        unsafe { (self.function)(self.user, draw) }
    }
}
