//! Flags, which C passes as `int32_t`.

use core_crate::Error;

/// A flag as C has it.
pub(crate) fn flag(number: i32) -> Result<bool, Error> {
    match number {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Error::Flag),
    }
}
