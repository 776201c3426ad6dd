//! From the literature's parameterisations to this crate's η and τ.
//!
//! Everywhere here η multiplies the gradient of the log posterior summed over all n data, and the noise of SGLD is
//! sqrt(2ητ) ξ.

use super::{Aboba, Sghmc};

/// η of Welling and Teh's ε, whose drift is ε/2 and whose noise sqrt(ε): η = ε/2.
///
/// ```
/// assert_eq!(sgmcmc::rule::convert::from_welling_teh(0.02), 0.01);
/// ```
pub fn from_welling_teh(epsilon: f64) -> f64 {
    0.5 * epsilon
}

/// η of a learning rate r on the *mean* log posterior of n data, at temperature 1/n there: η = r/n, τ = 1.
pub fn from_learning_rate(learning_rate: f64, data_len: u32) -> f64 {
    learning_rate / f64::from(data_len)
}

/// η and τ of Wu, Wang and Wong's ε, whose drift is ε ĝ and whose noise sqrt(2ε)/n: η = ε/n, τ = 1/n.
pub fn from_mini_batch_metropolis(epsilon: f64, data_len: u32) -> (f64, f64) {
    (epsilon / f64::from(data_len), 1.0 / f64::from(data_len))
}

/// η and the rule for SGHMC as (learning rate, momentum) on the *mean* log posterior: η = r/n, α = 1 - momentum.
pub fn sghmc_from_momentum(learning_rate: f64, momentum: f64, data_len: u32) -> (f64, Sghmc) {
    let rule = Sghmc { friction: 1.0 - momentum, ..Sghmc::default() };
    (from_learning_rate(learning_rate, data_len), rule)
}

/// η and the rule for SGHMC as (h, D), the step and the friction of its differential equation: η = h², α = hD.
///
/// The velocity of [`Sghmc`] is h times that of the equation.
pub fn sghmc_from_friction(h: f64, friction: f64) -> (f64, Sghmc) {
    (h * h, Sghmc { friction: h * friction, ..Sghmc::default() })
}

/// h and the ABOBA rule with the step and the friction of SGHMC's η and α: h = sqrt(η), D = α/h. ABOBA has no β̂, so that of
/// `rule` is left behind.
pub fn aboba_from_sghmc(step_size: f64, rule: &Sghmc) -> (f64, Aboba) {
    let h = libm::sqrt(step_size);
    (h, Aboba { friction: rule.friction / h, velocity: rule.velocity })
}
