//! From the literature's parameterisations to this library's, where that is no division.

use crate::guard::{Call, compute, enter};
use crate::made::types::sgmcmc_rule_kind;
use crate::status::sgmcmc_status;
use core_crate::Error;
use core_crate::prior::SpikeAndSlab;
use core_crate::rule::convert;

/// step_size and friction of a rule with a velocity, as the step h and the friction D (for SGNHT, A) of the differential
/// equation: h^2 and h D, but for BAOAB, whose friction acts exactly, 1 - exp(-h D). The velocity here is h times that
/// of the equation, and SGNHT's zeta h times its own. What other libraries and papers call their step is in
/// docs/src/rules.md.
///
/// Returns: SGMCMC_OK; refuses another kind of rule.
/// Out: friction:          one number, for sgmcmc_rule.friction.
/// In:  h:                 the equation's step.
///      equation_friction: D.
///      rule:              SGMCMC_RULE_SGHMC, SGMCMC_RULE_ABOBA, SGMCMC_RULE_SGNHT or SGMCMC_RULE_BAOAB.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_from_equation(
    step_size: *mut f64,
    friction: *mut f64,
    h: f64,
    equation_friction: f64,
    rule: i32,
) -> sgmcmc_status {
    enter(|call| {
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
        pair(call, step_size, friction, from(h, equation_friction))
    })
}

/// |theta| from which the slab of a spike-and-slab prior is the likelier, so that it keeps the parameter; 0 where it
/// always is. The settings are those of sgmcmc_prior; outside their ranges the answer has no meaning.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_keep_threshold(slab_weight: f64, slab_deviation: f64, spike_deviation: f64) -> f64 {
    compute(|| SpikeAndSlab { slab_weight, slab_deviation, spike_deviation }.keep_threshold())
}

fn pair(call: &mut Call<'_>, first: *mut f64, second: *mut f64, values: (f64, f64)) -> Result<(), Error> {
    let (first, second) = (call.output_value(first)?, call.output_value(second)?);
    (*first, *second) = values;
    Ok(())
}
