//! From the literature's parameterisations to this library's, where that is no division.

use crate::guard::{Call, compute};
use crate::made::types::sgmcmc_rule_kind;
use core_crate::Error;
use core_crate::prior::SpikeAndSlab;
use core_crate::rule::convert;

/// |theta| from which the slab of a spike-and-slab prior is the likelier, so that it keeps the parameter; 0 where it
/// always is. The settings are those of sgmcmc_prior; outside their ranges the answer has no meaning.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_keep_threshold(slab_weight: f64, slab_deviation: f64, spike_deviation: f64) -> f64 {
    compute(|| SpikeAndSlab { slab_weight, slab_deviation, spike_deviation }.keep_threshold())
}

/// step_size and friction of a rule with a velocity, as the step h and the friction D (for SGNHT, A) of the differential
/// equation: h^2 and h D, but for BAOAB, whose friction acts exactly, 1 - exp(-h D). The velocity here is h times that
/// of the equation, and SGNHT's zeta h times its own. What other libraries and papers call their step is in
/// docs/src/tuning.md.
///
/// Returns: SGMCMC_OK; refuses another kind of rule.
/// Out: friction:          one number, for sgmcmc_rule.friction.
/// In:  h:                 the equation's step.
///      equation_friction: D.
///      rule:              SGMCMC_RULE_SGHMC, SGMCMC_RULE_ABOBA, SGMCMC_RULE_SGNHT or SGMCMC_RULE_BAOAB.
#[doc(alias = "sgmcmc_from_equation")]
pub(crate) fn from_equation(
    call: &mut Call<'_>,
    (step_size, friction): (*mut f64, *mut f64),
    (h, equation_friction): (f64, f64),
    rule: i32,
) -> Result<(), Error> {
    let from = match sgmcmc_rule_kind::from_number(rule)? {
        sgmcmc_rule_kind::SGMCMC_RULE_SGHMC
        | sgmcmc_rule_kind::SGMCMC_RULE_ABOBA
        | sgmcmc_rule_kind::SGMCMC_RULE_SGNHT => convert::from_equation,
        sgmcmc_rule_kind::SGMCMC_RULE_BAOAB => convert::from_equation_exactly,
        sgmcmc_rule_kind::SGMCMC_RULE_LANGEVIN
        | sgmcmc_rule_kind::SGMCMC_RULE_LATTICE
        | sgmcmc_rule_kind::SGMCMC_RULE_ADAM
        | sgmcmc_rule_kind::SGMCMC_RULE_RECIPE => return Err(Error::RuleKind),
    };
    let (step_size, friction) = (call.output_value(step_size)?, call.output_value(friction)?);
    (*step_size, *friction) = from(h, equation_friction);
    Ok(())
}
