//! From the literature's parameterisations to this library's step size and temperature.

use crate::guard::{Call, compute, enter};
use crate::made::types::sgmcmc_rule_kind;
use crate::status::sgmcmc_status;
use core_crate::Error;
use core_crate::prior::SpikeAndSlab;
use core_crate::rule::convert;

/// step_size of Welling and Teh's epsilon, half of which multiplies the gradient: epsilon / 2.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_from_welling_teh(epsilon: f64) -> f64 {
    compute(|| convert::from_welling_teh(epsilon))
}

/// step_size of a learning rate on the mean log posterior of data_len data, which has temperature 1 / data_len there:
/// learning_rate / data_len, at temperature 1.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_from_learning_rate(learning_rate: f64, data_len: u32) -> f64 {
    compute(|| convert::from_learning_rate(learning_rate, data_len))
}

/// step_size and temperature of the epsilon of minibatch Metropolis-Hastings, which multiplies the mean gradient beside
/// noise of sqrt(2 epsilon) / data_len: epsilon / data_len and 1 / data_len.
///
/// In:  epsilon:     the proposal's.
///      data_len:    how many data there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_from_mini_batch_metropolis(
    step_size: *mut f64,
    temperature: *mut f64,
    epsilon: f64,
    data_len: u32,
) -> sgmcmc_status {
    enter(|call| pair(call, step_size, temperature, convert::from_mini_batch_metropolis(epsilon, data_len)))
}

/// step_size and friction of a rule with a velocity, as a learning rate and a momentum on the mean log posterior:
/// learning_rate / data_len and 1 - momentum.
///
/// Out: friction:      one number, for sgmcmc_rule.friction.
/// In:  learning_rate: on the mean of data_len data.
///      momentum:      at least 0 and below 1.
///      data_len:      how many data there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_from_momentum(
    step_size: *mut f64,
    friction: *mut f64,
    learning_rate: f64,
    momentum: f64,
    data_len: u32,
) -> sgmcmc_status {
    enter(|call| pair(call, step_size, friction, convert::from_momentum(learning_rate, momentum, data_len)))
}

/// step_size and friction of a rule with a velocity, as the step h and the friction D (for SGNHT, A) of the differential
/// equation: h^2 and h D, but for BAOAB, whose friction acts exactly, 1 - exp(-h D). The velocity here is h times that
/// of the equation, and SGNHT's zeta h times its own.
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

/// |theta| from which the slab of a spike-and-slab prior is the likelier; 0 where it always is. The settings are
/// those of sgmcmc_prior; outside their ranges the answer has no meaning.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_keep_threshold(slab_weight: f64, slab_deviation: f64, spike_deviation: f64) -> f64 {
    compute(|| SpikeAndSlab { slab_weight, slab_deviation, spike_deviation }.keep_threshold())
}

fn pair(call: &mut Call<'_>, first: *mut f64, second: *mut f64, values: (f64, f64)) -> Result<(), Error> {
    let (first, second) = (call.output_value(first)?, call.output_value(second)?);
    (*first, *second) = values;
    Ok(())
}
