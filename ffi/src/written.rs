//! Text into bytes of the caller, with a zero at its end.

use crate::guard::Call;
use core::ffi::c_char;
use core_crate::Error;

/// Where a text goes, and where the number of its bytes; either may be missing.
pub(crate) struct Text<'a> {
    out: Option<&'a mut [u8]>,
    needed: Option<&'a mut usize>,
}

impl<'a> Text<'a> {
    pub(crate) fn new(
        call: &mut Call<'a>,
        (text, size): (*mut c_char, usize),
        needed: *mut usize,
    ) -> Result<Self, Error> {
        let (out, needed) = call.sized_output(text.cast::<u8>(), size, needed)?;
        Ok(Self { out, needed })
    }

    /// What `write` writes as far as there is room, and says the length of; nothing is written where there is too
    /// little.
    pub(crate) fn write(self, write: impl Fn(&mut [u8]) -> usize) -> Result<(), Error> {
        let len = write(&mut []);
        if let Some(out) = self.out {
            let (text, rest) = out.split_at_mut_checked(len).ok_or(Error::MemoryTooSmall)?;
            *rest.first_mut().ok_or(Error::MemoryTooSmall)? = 0;
            write(text);
        }
        self.needed.into_iter().for_each(|needed| *needed = len + 1);
        Ok(())
    }
}
