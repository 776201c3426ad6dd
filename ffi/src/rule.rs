//! Update rules by themselves.

use crate::given::{Given, choice};
use crate::guard::{Call, refuse_unused};
use crate::made::types::sgmcmc_rule;
use crate::status::{Owner, sgmcmc_status};
use core_crate::Error;
use core_crate::rule::Rule;

/// A rule that stands alone; NULL is SGLD. Only enums and flags are checked here, and that what they do not use has its
/// default: the core checks ranges, where they matter.
pub(crate) fn rule_of<'a>(given: &mut Given<'_, 'a>, rule: &sgmcmc_rule) -> Result<Rule<'a>, sgmcmc_status> {
    let core = rule.core(given)?;
    let mut used = sgmcmc_rule::DEFAULT;
    used.set(&core, rule)?;
    refuse_unused(rule, &used, &sgmcmc_rule::DEFAULT, Owner::Rule)?;
    Ok(core)
}

/// Sets every field to its default, and the kind; SGMCMC_RULE_LANGEVIN becomes SGLD. With other drifts and
/// preconditioners, which have their own defaults when they are set, it is another member of the Langevin family, or
/// under SGMCMC_RULE_LATTICE of the lattice random walk's. Those with names are
///
///     SGLD    SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_IDENTITY
///     pSGLD   SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_RMSPROP
///     MSGLD   SGMCMC_DRIFT_MOMENTUM   SGMCMC_PRECONDITIONER_IDENTITY
///     ASGLD   SGMCMC_DRIFT_ADAM       SGMCMC_PRECONDITIONER_IDENTITY
///     SGRLD   SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_POSITION_DEPENDENT
///
/// Returns: SGMCMC_OK; refuses an unknown kind.
/// In:  kind: enum sgmcmc_rule_kind.
#[doc(alias = "sgmcmc_rule_init")]
pub(crate) fn init(
    call: &mut Call<'_>,
    rule: *mut sgmcmc_rule,
    struct_size: usize,
    kind: i32,
) -> Result<(), Error> {
    let slot = call.init_whole(rule, struct_size)?;
    choice::<Rule<'_>>(kind, Error::RuleKind)?;
    slot.write_element(sgmcmc_rule { kind, ..sgmcmc_rule::DEFAULT });
    Ok(())
}
