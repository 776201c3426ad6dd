//! What every call answers: 0, the numbers of `sgmcmc::Error`, and those of settings that nothing uses, by their fields.

use core_crate::Error;

/// What a call answers: SGMCMC_OK, another number of enum sgmcmc_error, or one above SGMCMC_ERROR_SETTING, by which a
/// setting is refused that sgmcmc_refused_setting names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct sgmcmc_status(pub(crate) i32);

impl From<Error> for sgmcmc_status {
    fn from(error: Error) -> Self {
        Self(error as i32)
    }
}

impl<E: Into<Self>> From<Result<(), E>> for sgmcmc_status {
    fn from(result: Result<(), E>) -> Self {
        result.map_or_else(E::into, |()| Self(0))
    }
}

/// A struct of which a field is refused that is set and that nothing uses.
#[derive(Clone, Copy)]
pub(crate) enum Owner {
    Chain,
    Rule,
    Schedule,
    Block,
}

impl Owner {
    /// More than the fields of any.
    const ROOM: usize = 250;

    /// The answer that refuses a field.
    pub(crate) fn unused(self, field: usize) -> sgmcmc_status {
        sgmcmc_status(Error::UnusedSetting as i32 + (1 + Self::ROOM * self as usize + field) as i32)
    }

    /// The struct, in the order above, and the field that a number refuses.
    pub(crate) fn refused(status: i32) -> Option<(usize, usize)> {
        let number = usize::try_from(status.checked_sub(Error::UnusedSetting as i32 + 1)?).ok()?;
        Some((number / Self::ROOM, number % Self::ROOM))
    }
}
