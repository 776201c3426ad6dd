//! Structs that may be shorter or longer than this library knows them.

use super::Call;
use crate::fields::{Field, Fields, STRUCT_SIZE_MAX};
use crate::status::{Owner, sgmcmc_status};
use core::marker::PhantomData;
use core::mem::{align_of, size_of};
use core::{ptr, slice};
use core_crate::Error;

/// A struct whose default stands in for fields that a caller does not know.
///
/// # Safety
///
/// The type is `repr(C)`, and any bytes of a C caller are a value of it.
pub(crate) unsafe trait Extensible: Copy + Default + Fields {}

/// The same with a leading `struct_size`.
///
/// # Safety
///
/// The type begins with `struct_size: usize`.
pub(crate) unsafe trait Growing: Extensible {}

/// For structs of the header with and without a `struct_size`.
macro_rules! growing {
    ($($name:ty),* $(,)?; $($sized:ty),*) => { $(
        // SAFETY: numbers, pointers that are followed only after a check, and optional function pointers, of which a
        // caller promises that what is not NULL can be called.
        unsafe impl $crate::guard::Extensible for $name {}
        // SAFETY: the assertion below.
        unsafe impl $crate::guard::Growing for $name {}
        const _: () = assert!(core::mem::offset_of!($name, struct_size) == 0);
        const _: fn(&$name) -> &usize = |it| &it.struct_size;
    )* $(
        // SAFETY: numbers only.
        unsafe impl $crate::guard::Extensible for $sized {}
    )* };
}
pub(crate) use growing;

/// Refuses what no header's `sizeof` can give: the size is where a known field ends, not one of a struct within, or
/// beyond all of them a multiple of the struct's alignment, which is 4 on some targets.
fn check_size<T: Fields>(size: usize, least: usize) -> Result<(), Error> {
    check_size_of(T::FIELDS, (size_of::<T>(), align_of::<T>()), size, least)
}

/// The same for a struct with these fields, of this size and alignment.
fn check_size_of(
    fields: &[Field],
    (own_size, align): (usize, usize),
    size: usize,
    least: usize,
) -> Result<(), Error> {
    // The size of all that is known is the common one.
    let known = size >= own_size
        || fields.iter().any(|field| field.is_last() && field.offset() + field.size() == size);
    if size < least || !size.is_multiple_of(align) || !known {
        return Err(Error::StructSize);
    }
    if size > STRUCT_SIZE_MAX { Err(Error::StructTooNew) } else { Ok(()) }
}

/// Copies a struct of `size` bytes over `value`, which holds the defaults: missing fields keep them, and unknown ones
/// must be zero, as must room for later ones.
///
/// # Safety
///
/// `pointer` is to that many bytes that nobody writes to, aligned as a `T` is.
// Into a place of the caller's: a result would hold the struct, too, and a small stack has no room for both.
unsafe fn read<T: Extensible>(value: &mut T, pointer: *const u8, size: usize) -> Result<(), Error> {
    let value = &raw mut *value;
    // SAFETY: see above; nothing but this refers to `value`, any bytes are a value of it, and its fields are no padding.
    unsafe {
        if cfg!(target_pointer_width = "64") && size == size_of::<T>() {
            value.copy_from_nonoverlapping(pointer.cast::<T>(), 1);
        } else {
            read_known((value.cast(), size_of::<T>()), pointer, size)?;
        }
        if const { has_room(T::FIELDS) } { check_room(T::FIELDS, value.cast()) } else { Ok(()) }
    }
}

/// The first bytes of a struct of `own_size`, as far as `size` reaches; the others must be zero.
///
/// # Safety
///
/// As for [`read`].
// A function of its own, so that a whole struct is copied in place, without a call.
#[inline(never)]
unsafe fn read_known(
    (value, own_size): (*mut u8, usize),
    pointer: *const u8,
    size: usize,
) -> Result<(), Error> {
    let known = size.min(own_size);
    // SAFETY: see above; `known` is at most `size`.
    let unknown = unsafe { slice::from_raw_parts(pointer.add(known), size - known) };
    if unknown.iter().any(|byte| *byte != 0) {
        return Err(Error::StructTooNew);
    }
    // SAFETY: both are at least `known` bytes.
    unsafe { ptr::copy_nonoverlapping(pointer, value, known) };
    Ok(())
}

const fn has_room(mut fields: &[Field]) -> bool {
    while let [field, rest @ ..] = fields {
        if field.is_room() {
            return true;
        }
        fields = rest;
    }
    false
}

/// Refuses room that is not zero.
///
/// # Safety
///
/// The struct has these fields.
#[inline(never)]
unsafe fn check_room(fields: &[Field], value: *const u8) -> Result<(), Error> {
    let is_zero = |room: &Field| {
        // SAFETY: see above.
        let bytes = unsafe { slice::from_raw_parts(value.add(room.offset()), room.size()) };
        bytes.iter().all(|byte| *byte == 0)
    };
    let fine = fields.iter().filter(|field| field.is_room()).all(is_zero);
    if fine { Ok(()) } else { Err(Error::StructTooNew) }
}

/// Refuses a field that is not at its default and that `used`, which has those that are in use, does not have so.
///
/// The default is a constant of the library's: a small stack has no room for a copy.
pub(crate) fn refuse_unused<T: Extensible>(
    given: &T,
    used: &T,
    default: &'static T,
    owner: Owner,
) -> Result<(), sgmcmc_status> {
    const { assert!(size_of::<T>() <= STRUCT_SIZE_MAX) };
    let structs = [given, used, default].map(ptr::from_ref).map(<*const T>::cast::<u8>);
    first_unused(T::FIELDS, structs).map_or(Ok(()), |field| Err(owner.unused(field)))
}

/// The first of these that is so.
// One for all structs: a small program has room for no more.
#[inline(never)]
fn first_unused(fields: &'static [Field], structs: [*const u8; 3]) -> Option<&'static Field> {
    fields.iter().find(|field| {
        let [given, used, default] = structs.map(|it| {
            // SAFETY: each is to a struct with these fields, which have no padding in them.
            unsafe { slice::from_raw_parts(it.add(field.offset()), field.size()) }
        });
        given != used && given != default
    })
}

/// A checked struct that is about to be written.
pub(crate) struct Slot<'a, T> {
    pointer: *mut T,
    size: usize,
    lifetime: PhantomData<&'a mut T>,
}

impl<T: Growing> Slot<'_, T> {
    /// As `write_element`, and the struct's own size.
    pub(crate) fn write(self, value: T) {
        let (pointer, size) = (self.pointer, self.size);
        self.write_element(value);
        // SAFETY: a growing struct begins with its size, and `check_size` wants room for it.
        unsafe { pointer.cast::<usize>().write(size) };
    }
}

impl<T: Extensible> Slot<'_, T> {
    /// Writes as much of `value` as there is room for, and zeros beyond the known fields.
    pub(crate) fn write_element(self, value: T) {
        let known = self.size.min(size_of::<T>());
        // SAFETY: `Call::claim` checked NULL, alignment and size; `known` is at most the size of either.
        unsafe {
            ptr::copy_nonoverlapping((&raw const value).cast::<u8>(), self.pointer.cast::<u8>(), known);
            self.pointer.cast::<u8>().add(known).write_bytes(0, self.size - known);
        }
    }
}

/// A checked array of structs as long as its caller's header has them.
pub(crate) struct Elements<'a, T> {
    pointer: *const T,
    count: usize,
    size: usize,
    lifetime: PhantomData<&'a T>,
}

impl<T: Extensible> Elements<'_, T> {
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn get(&self, i: usize) -> Result<T, Error> {
        if i >= self.count {
            return Err(Error::LengthTooLarge);
        }
        let mut value = T::default();
        // SAFETY: `Call::claim` checked NULL, alignment, the size of all, and that nothing of this call writes there.
        unsafe { read(&mut value, self.pointer.cast::<u8>().add(i * self.size), self.size)? };
        Ok(value)
    }
}

impl<'a> Call<'a> {
    fn struct_size<T: Growing>(pointer: *const T) -> Result<usize, Error> {
        Self::check(pointer)?;
        // SAFETY: not NULL and aligned, and a growing struct begins with its size.
        Ok(unsafe { pointer.cast::<usize>().read() })
    }

    /// A struct to read, over `value`, which holds the defaults.
    pub(crate) fn input_struct<T: Growing>(&mut self, value: &mut T, pointer: *const T) -> Result<(), Error> {
        let size = Self::struct_size(pointer)?;
        check_size::<T>(size, size_of::<usize>())?;
        self.claim(pointer, size, false)?;
        // SAFETY: `claim` checked NULL, alignment, size, and that nothing of this call writes there.
        unsafe { read(value, pointer.cast::<u8>(), size) }
    }

    /// A struct to read, or its default for NULL.
    pub(crate) fn input_struct_or_default<T: Growing>(&mut self, pointer: *const T) -> Result<T, Error> {
        let mut value = T::default();
        if !pointer.is_null() {
            self.input_struct(&mut value, pointer)?;
        }
        Ok(value)
    }

    /// A struct without a size of its own to read.
    pub(crate) fn input_element<T: Extensible + 'a>(&mut self, pointer: *const T) -> Result<T, Error> {
        self.input_elements(pointer, 1, size_of::<T>())?.get(0)
    }

    /// An array of `count` structs, `size` bytes each, to read; its pointer is not looked at when there are none.
    pub(crate) fn input_elements<T: Extensible>(
        &mut self,
        pointer: *const T,
        count: usize,
        size: usize,
    ) -> Result<Elements<'a, T>, Error> {
        if count > 0 {
            check_size::<T>(size, align_of::<T>())?;
            self.claim(pointer, count.checked_mul(size).ok_or(Error::LengthTooLarge)?, false)?;
        }
        Ok(Elements { pointer, count, size, lifetime: PhantomData })
    }

    /// A struct to write, of `size` bytes.
    pub(crate) fn init_struct<T: Growing>(
        &mut self,
        pointer: *mut T,
        size: usize,
    ) -> Result<Slot<'a, T>, Error> {
        self.init_element(pointer, size)
    }

    /// Fills a struct of `size` bytes with its defaults.
    pub(crate) fn init_default<T: Growing + 'a>(
        &mut self,
        pointer: *mut T,
        size: usize,
    ) -> Result<(), Error> {
        self.init_struct(pointer, size)?.write(T::default());
        Ok(())
    }

    /// The same for a struct that does not grow: its caller has all of it.
    pub(crate) fn init_whole<T: Extensible>(
        &mut self,
        pointer: *mut T,
        size: usize,
    ) -> Result<Slot<'a, T>, Error> {
        if size < size_of::<T>() { Err(Error::StructSize) } else { self.init_element(pointer, size) }
    }

    /// The same as `init_struct` for one of an array.
    pub(crate) fn init_element<T: Extensible>(
        &mut self,
        pointer: *mut T,
        size: usize,
    ) -> Result<Slot<'a, T>, Error> {
        Self::check(pointer)?;
        check_size::<T>(size, size_of::<usize>())?;
        self.claim(pointer, size, true)?;
        Ok(Slot { pointer, size, lifetime: PhantomData })
    }

    /// A struct to write, whose size its caller has set.
    pub(crate) fn output_struct<T: Growing>(&mut self, pointer: *mut T) -> Result<Slot<'a, T>, Error> {
        let size = Self::struct_size(pointer)?;
        self.init_struct(pointer, size)
    }

    /// The same, where it has every field of this library's.
    pub(crate) fn output_whole_struct<T: Growing>(&mut self, pointer: *mut T) -> Result<Slot<'a, T>, Error> {
        let size = Self::struct_size(pointer)?;
        if size < size_of::<T>() { Err(Error::StructSize) } else { self.init_struct(pointer, size) }
    }

    /// A struct to write, unless the pointer is NULL.
    pub(crate) fn optional_output_struct<T: Growing>(
        &mut self,
        pointer: *mut T,
    ) -> Result<Option<Slot<'a, T>>, Error> {
        if pointer.is_null() { Ok(None) } else { self.output_struct(pointer).map(Some) }
    }
}
