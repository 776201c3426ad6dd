//! Strings of the caller's, in an array.

use super::Call;
use core::ffi::{CStr, c_char};
use core::marker::PhantomData;
use core::slice;
use core_crate::Error;

/// Names of a caller's, of which some may be missing.
pub(crate) struct Names<'a> {
    pointers: &'a [*const c_char],
    lifetime: PhantomData<&'a CStr>,
}

impl<'a> Call<'a> {
    /// An array of strings with closing zeros, each of which may be NULL; its pointer is not looked at where there are none.
    pub(crate) fn names(&mut self, names: *const *const c_char, count: usize) -> Result<Names<'a>, Error> {
        let names = Names { pointers: self.input_or_empty(names, count)?, lifetime: PhantomData };
        let apart = |name: &[u8]| self.is_apart_from_written(name.as_ptr().addr(), name.len() + 1);
        let all_apart = (0..count).filter_map(|i| names.bytes(i)).all(apart);
        if all_apart { Ok(names) } else { Err(Error::Overlap) }
    }
}

impl<'a> Names<'a> {
    /// A name, unless it is missing or no UTF-8.
    pub(crate) fn get(&self, i: usize) -> Option<&'a str> {
        str::from_utf8(self.bytes(i)?).ok()
    }

    fn bytes(&self, i: usize) -> Option<&'a [u8]> {
        let pointer = *self.pointers.get(i).filter(|pointer| !pointer.is_null())?;
        // SAFETY: a caller promises strings with closing zeros, which nobody writes during the call.
        Some(unsafe {
            // Volatile, since the library does without the C library's strlen.
            let len = (0..).take_while(|i| pointer.add(*i).read_volatile() != 0).count();
            slice::from_raw_parts(pointer.cast::<u8>(), len)
        })
    }
}
