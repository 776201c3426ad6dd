//! Text into bytes of the caller, with a zero at its end.

use core_crate::Error;

/// What `write` writes as far as there is room, and says the length of; nothing is written where there is too little.
pub(crate) fn with_zero(out: &mut [u8], write: impl Fn(&mut [u8]) -> usize) -> Result<(), Error> {
    let len = write(&mut []);
    let (text, rest) = out.split_at_mut_checked(len).ok_or(Error::MemoryTooSmall)?;
    *rest.first_mut().ok_or(Error::MemoryTooSmall)? = 0;
    write(text);
    Ok(())
}
