//! From the literature's parameterisations to this crate's η, τ and α.
//!
//! Everywhere here η multiplies the gradient of the log posterior summed over all n data, the noise of SGLD is
//! sqrt(2ητ) ξ, and the friction α of the rules with a velocity is that of one step.

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

/// η and α of a learning rate and a momentum on the *mean* log posterior: η = r/n, α = 1 - momentum.
pub fn from_momentum(learning_rate: f64, momentum: f64, data_len: u32) -> (f64, f64) {
    (from_learning_rate(learning_rate, data_len), 1.0 - momentum)
}

/// η and α of the step h and the friction D of a rule's differential equation: η = h², α = hD.
///
/// For SGHMC, ABOBA and the friction A of SGNHT; the velocity here is h times that of the equation, and SGNHT's ζ h
/// times its own.
///
/// ```
/// assert_eq!(sgmcmc::rule::convert::from_equation(0.5, 0.25), (0.25, 0.125));
/// ```
pub fn from_equation(h: f64, friction: f64) -> (f64, f64) {
    (h * h, h * friction)
}

/// The same for BAOAB, whose friction acts exactly: η = h², α = 1 - e^(-hD).
pub fn from_equation_exactly(h: f64, friction: f64) -> (f64, f64) {
    (h * h, -libm::expm1(-h * friction))
}
