//! What every call answers: 0, the numbers of `sgmcmc::Error`, and those of settings that nothing uses, by their fields.

use crate::fields::{Field, STRUCT_SIZE_MAX};
use crate::made::types::sgmcmc_error;
use core_crate::Error;

/// What a call answers: SGMCMC_OK, another number of enum sgmcmc_error, or one above SGMCMC_ERROR_SETTING, by which a
/// setting is refused that sgmcmc_refused_setting names. It is no exit code, of which a shell sees eight bits.
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

/// The first number of a field that nothing uses.
const FIRST_UNUSED: i32 = sgmcmc_error::SGMCMC_ERROR_UNUSED_SETTING as i32 + 1;

/// A struct of which a field is refused that is set and that nothing uses.
#[derive(Clone, Copy)]
pub(crate) enum Owner {
    Chain,
    Rule,
    Schedule,
    Block,
    Ensemble,
}

impl Owner {
    const ALL: [Self; 5] = [Self::Chain, Self::Rule, Self::Schedule, Self::Block, Self::Ensemble];

    /// The answer that refuses a field: by its place, which no later field moves.
    pub(crate) fn unused(self, field: &Field) -> sgmcmc_status {
        sgmcmc_status(FIRST_UNUSED + (STRUCT_SIZE_MAX * self as usize + field.offset()) as i32)
    }

    /// The struct and the place of the field that a number refuses.
    pub(crate) fn refused(status: i32) -> Option<(Self, usize)> {
        let number = usize::try_from(status.checked_sub(FIRST_UNUSED)?).ok()?;
        let owner = Self::ALL.get(number / STRUCT_SIZE_MAX)?;
        Some((*owner, number % STRUCT_SIZE_MAX))
    }
}
