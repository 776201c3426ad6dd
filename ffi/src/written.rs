//! What comes out as long as it does, into bytes of the caller: texts, with a zero at their end, and checkpoints.

use crate::guard::Call;
use core_crate::Error;

/// Where it goes, and where the number of its bytes; either may be missing.
pub(crate) struct Written<'a> {
    out: Option<&'a mut [u8]>,
    needed: Option<&'a mut usize>,
}

impl<'a> Written<'a> {
    pub(crate) fn new<T>(
        call: &mut Call<'a>,
        (out, size): (*mut T, usize),
        needed: *mut usize,
    ) -> Result<Self, Error> {
        let (out, needed) = call.sized_output(out.cast::<u8>(), size, needed)?;
        Ok(Self { out, needed })
    }

    /// The text that `write` writes as far as there is room, and says the length of; nothing is written where there is
    /// too little.
    pub(crate) fn text(self, write: impl Fn(&mut [u8]) -> usize) -> Result<(), Error> {
        let len = write(&mut []);
        self.bytes(len + 1, |out| {
            let (text, rest) = out.split_at_mut_checked(len).ok_or(Error::MemoryTooSmall)?;
            *rest.first_mut().ok_or(Error::MemoryTooSmall)? = 0;
            Ok(write(text))
        })
    }

    /// The `len` bytes of `write`, which refuses too little room.
    pub(crate) fn bytes(
        self,
        len: usize,
        write: impl FnOnce(&mut [u8]) -> Result<usize, Error>,
    ) -> Result<(), Error> {
        self.out.map_or(Ok(0), write)?;
        self.needed.into_iter().for_each(|needed| *needed = len);
        Ok(())
    }
}
