//! Objects in caller memory.

use super::Call;
use crate::constants::{SGMCMC_ABI_VERSION, VERSION};
use core::ffi::c_void;
use core::marker::PhantomData;
use core::mem::{align_of, size_of};
use core::slice;
use core_crate::rng::Generators;
use core_crate::{Error, EstimateState, FAMILIES, Health, MemoryUnit, Reservoir};

const _: () = assert!(FAMILIES.len() <= 32);

/// What zeros are a value of.
///
/// # Safety
///
/// They are.
pub(crate) unsafe trait Zeros {}

// SAFETY: words.
unsafe impl Zeros for Generators {}
// SAFETY: words, and an enum of which 0 is a variant.
unsafe impl Zeros for EstimateState {}
// SAFETY: words.
unsafe impl Zeros for Health {}
// SAFETY: words.
unsafe impl Zeros for Reservoir {}

/// For an object whose type is below.
macro_rules! zeros {
    ([$($parameter:ident)?] $name:ty) => {
        // SAFETY: words, and flags that are not set.
        unsafe impl<$($parameter)?> $crate::guard::Zeros for $name {}
    };
}
pub(crate) use zeros;

/// What an object in caller memory holds: no pointer, and no padding, so that all of its bytes are known.
pub(crate) trait Kind: Zeros + Sized {
    /// The object's name in the header.
    type Opaque: 'static;
    /// Tells its memory from any other object's.
    const NAME: [u8; 4];
    /// The bytes of its fields, to show that there are no others.
    const FIELDS_SIZE: usize;
    /// What the object's memory begins with: its name, and the build that alone can read it.
    const MAGIC: u64 = {
        assert!(size_of::<Self>() == Self::FIELDS_SIZE);
        name_of(Self::NAME) | build_of(size_of::<Object<Self>>()) as u64
    };
    /// Stands in its place while a call on the object lets callbacks run.
    const MAGIC_IN_USE: u64 = !Self::MAGIC;
}

const fn name_of(name: [u8; 4]) -> u64 {
    (u32::from_be_bytes(name) as u64) << 32
}

/// A number for what a build makes of an object's bytes: the ABI, the version, the size of what is not a vector, and of
/// a pointer, which decides where the fields are; and the families of parts that it has, since settings that another
/// build has checked may want others.
const fn build_of(size: usize) -> u32 {
    let (abi, version, size) = (SGMCMC_ABI_VERSION, VERSION, size as u32);
    // FNV-1a, a number at a time.
    const PRIME: u32 = 0x0100_0193;
    let hash = (0x811c_9dc5 ^ abi).wrapping_mul(PRIME);
    let hash = (hash ^ version).wrapping_mul(PRIME);
    let hash = (hash ^ size).wrapping_mul(PRIME);
    let hash = (hash ^ usize::BITS).wrapping_mul(PRIME);
    let (mut families, mut i) = (0, 0);
    while i < FAMILIES.len() {
        families |= (FAMILIES[i].1 as u32) << i;
        i += 1;
    }
    (hash ^ families).wrapping_mul(PRIME)
}

/// An object in caller memory; `block_count` blocks follow it. It holds no pointer, so that its bytes can be moved.
///
/// It is written field by field over zeros and never moved as a value, so that its padding stays zero.
#[repr(C, align(64))]
pub(crate) struct Object<T> {
    magic: u64,
    block_count: usize,
    pub(super) body: T,
}

impl<T> Object<T> {
    /// The alignment of every object's memory.
    pub(crate) const ALIGN: usize = align_of::<Self>();

    /// Bytes of an object with its blocks; an object's own size is a multiple of its alignment, and so of a block's.
    pub(crate) fn size(block_count: usize) -> Result<usize, Error> {
        const { assert!(Self::ALIGN == align_of::<MemoryUnit>()) };
        let blocks = block_count.checked_mul(size_of::<MemoryUnit>());
        blocks.and_then(|size| size.checked_add(size_of::<Self>())).ok_or(Error::LengthTooLarge)
    }
}

/// Checked memory that is about to hold an object, without the blocks that follow it.
pub(crate) struct Vacant<'a, T> {
    object: *mut Object<T>,
    block_count: usize,
    lifetime: PhantomData<&'a mut T>,
}

impl<T: Kind> Vacant<'_, T> {
    /// Lets the memory hold no object meanwhile.
    pub(crate) fn clear(&mut self) {
        // SAFETY: as for `fill`.
        unsafe { self.object.write_bytes(0, 1) };
    }

    /// Makes the memory an object, whose body `write` gets as zeros, and returns its address.
    // In place: an object is a kilobyte, and a small stack has no room for another.
    pub(crate) fn fill(self, write: impl FnOnce(&mut T)) -> *mut T::Opaque {
        // SAFETY: `Call::place` found room for it, aligned and apart; zeros are a value of its body.
        unsafe {
            self.object.write_bytes(0, 1);
            write(&mut (*self.object).body);
            (&raw mut (*self.object).block_count).write(self.block_count);
            (&raw mut (*self.object).magic).write(T::MAGIC);
        }
        self.object.cast()
    }
}

/// An object in memory that may be larger than it is.
pub(crate) struct Roomy<'a, T> {
    object: *mut Object<T>,
    /// How many blocks there is room for.
    room: usize,
    lifetime: PhantomData<&'a mut T>,
}

impl<T: Kind> Roomy<'_, T> {
    /// The object and all blocks that there is room for, those beyond its own with any content.
    pub(crate) fn parts(&mut self) -> (&mut T, &mut [MemoryUnit]) {
        // SAFETY: `Call::object_with_room` checked the object and its memory; any bytes are a block.
        unsafe { (&mut (*self.object).body, slice::from_raw_parts_mut(self.object.add(1).cast(), self.room)) }
    }

    /// How many blocks the object has.
    pub(crate) fn block_count(&self) -> usize {
        // SAFETY: as above.
        unsafe { (*self.object).block_count }
    }

    /// Gives the object another number of blocks, within the room.
    pub(crate) fn set_block_count(&mut self, block_count: usize) {
        // SAFETY: as above.
        unsafe { (*self.object).block_count = block_count.min(self.room) };
    }
}

/// Lets every other call on an object be refused as long as this lives: callbacks may not use the object they serve.
///
/// The magic number says so. No reference to the object's parts covers it, so that a call from a callback may look at it
/// while those references live, and turns back before it touches more.
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

impl<'a> Call<'a> {
    /// Memory for an object, and for its blocks, with any content.
    pub(crate) fn place<T: Kind>(
        &mut self,
        memory: *mut c_void,
        memory_size: usize,
        block_count: usize,
    ) -> Result<(Vacant<'a, T>, &'a mut [MemoryUnit]), Error> {
        let object = memory.cast::<Object<T>>();
        let size = Object::<T>::size(block_count)?;
        if !object.is_null() && memory_size < size {
            return Err(Error::MemoryTooSmall);
        }
        self.claim(object, size, true)?;
        // SAFETY: the call has claimed this memory, which is aligned; any bytes are a block, and the object ends before.
        let blocks = unsafe { slice::from_raw_parts_mut(object.add(1).cast(), block_count) };
        Ok((Vacant { object, block_count, lifetime: PhantomData }, blocks))
    }

    /// Memory of `block_count` blocks to work in, with any content.
    pub(crate) fn scratch(
        &mut self,
        memory: *mut c_void,
        memory_size: usize,
        block_count: usize,
    ) -> Result<&'a mut [MemoryUnit], Error> {
        let blocks = memory.cast::<MemoryUnit>();
        let size = block_count.checked_mul(size_of::<MemoryUnit>()).ok_or(Error::LengthTooLarge)?;
        if !blocks.is_null() && memory_size < size {
            return Err(Error::MemoryTooSmall);
        }
        self.claim(blocks, size, true)?;
        // SAFETY: `claim` checked NULL, alignment, size, and that nothing else of this call is there; any bytes are a
        // block.
        Ok(unsafe { slice::from_raw_parts_mut(blocks, block_count) })
    }

    /// Finds an object, and how many blocks it has.
    pub(super) fn block_count_of<T: Kind>(object: *const Object<T>) -> Result<usize, Error> {
        Self::check(object)?;
        // SAFETY: not NULL and aligned, any bytes are a number, and no reference covers it, see `InUse`.
        let magic = unsafe { (&raw const (*object).magic).read() };
        if magic == T::MAGIC_IN_USE {
            return Err(Error::InUse);
        }
        if magic != T::MAGIC {
            let named = [magic, !magic].iter().any(|magic| magic >> 32 == T::MAGIC >> 32);
            return Err(if named { Error::OtherBuild } else { Error::NotInitialized });
        }
        // SAFETY: the magic number says that an object is there, and that no other call is using it.
        Ok(unsafe { (*object).block_count })
    }

    /// Finds an object, and takes its bytes.
    fn claim_object<T: Kind>(&mut self, object: *const Object<T>, written: bool) -> Result<usize, Error> {
        let block_count = Self::block_count_of(object)?;
        self.claim(object, Object::<T>::size(block_count)?, written)?;
        Ok(block_count)
    }

    /// An object to read, and its blocks.
    pub(crate) fn object<T: Kind>(
        &mut self,
        pointer: *const T::Opaque,
    ) -> Result<(&'a T, &'a [MemoryUnit]), Error> {
        let object = pointer.cast::<Object<T>>();
        let block_count = self.claim_object(object, false)?;
        // SAFETY: `claim_object` checked NULL, alignment, the magic number, and that nothing of this call writes here.
        unsafe { Ok((&(*object).body, slice::from_raw_parts(object.add(1).cast(), block_count))) }
    }

    /// What `look` sees of an object, without taking its bytes for this call; nothing where a call on it is refused.
    ///
    /// # Safety
    ///
    /// As for [`enter`](super::enter), which this does without: it looks at no floating-point number.
    #[cfg(sgmcmc_dispatch)]
    pub(crate) unsafe fn look<T: Kind, V>(
        pointer: *const T::Opaque,
        look: impl FnOnce(&T) -> V,
    ) -> Option<V> {
        let object = pointer.cast::<Object<T>>();
        Self::block_count_of(object).ok()?;
        // SAFETY: `block_count_of` checked NULL, alignment, the magic number, and that no other call is using it.
        Some(look(unsafe { &(*object).body }))
    }

    /// An object to change, and its blocks.
    pub(crate) fn object_mut<T: Kind>(
        &mut self,
        pointer: *mut T::Opaque,
    ) -> Result<(&'a mut T, &'a mut [MemoryUnit]), Error> {
        let object = pointer.cast::<Object<T>>();
        let block_count = self.claim_object(object, true)?;
        // SAFETY: `claim_object` checked NULL, alignment, the magic number, and that nothing else of this call is here.
        unsafe { Ok((&mut (*object).body, slice::from_raw_parts_mut(object.add(1).cast(), block_count))) }
    }

    /// The same for a call that lets callbacks run: other calls on the object are refused until the mark is dropped.
    pub(crate) fn object_mut_in_use<T: Kind>(
        &mut self,
        pointer: *mut T::Opaque,
    ) -> Result<(&'a mut T, &'a mut [MemoryUnit], InUse<'a, T>), Error> {
        let (body, blocks) = self.object_mut::<T>(pointer)?;
        let mut in_use = InUse { object: pointer.cast::<Object<T>>(), lifetime: PhantomData };
        in_use.set_magic(T::MAGIC_IN_USE);
        Ok((body, blocks, in_use))
    }

    /// An object to change in `memory_size` bytes, which may be more than it has.
    pub(crate) fn object_with_room<T: Kind>(
        &mut self,
        pointer: *mut T::Opaque,
        memory_size: usize,
    ) -> Result<Roomy<'a, T>, Error> {
        let object = pointer.cast::<Object<T>>();
        if memory_size < Object::<T>::size(Self::block_count_of(object)?)? {
            return Err(Error::MemoryTooSmall);
        }
        self.claim(object, memory_size, true)?;
        let room = (memory_size - size_of::<Object<T>>()) / size_of::<MemoryUnit>();
        Ok(Roomy { object, room, lifetime: PhantomData })
    }
}
