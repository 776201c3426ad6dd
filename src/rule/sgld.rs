//! Stochastic gradient Langevin dynamics: no drift, no preconditioner.

use super::langevin::{Norms, Scales, step};
use crate::Error;
use crate::drift::NoDrift;
use crate::num::Real;
use crate::precond::Identity;
use crate::prior::Flat;
use crate::rng::Lanes;

/// θ ← θ + η G̃(θ) + sqrt(2 η τ) ξ, ξ ~ N(0, I); Welling and Teh 2011; Karagiannis 2024, (3.4).
///
/// Samples, as η → 0, the posterior to the power 1/τ; at τ = 0 it is gradient ascent and draws no noise. With an
/// exact gradient on N(0, s²) its variance is τ s² / (1 - η/(2 s²)).
///
/// ```
/// use sgmcmc::{rng::Generators, rule::Sgld};
/// let rule = Sgld { step_size: 0.1, temperature: 1.0 };
/// let mut noise = Generators::new(1, 0).unwrap().noise;
/// let mut theta = [1.0f32; 5];
/// for _ in 0..100 {
///     let gradient = theta.map(|t| -t); // of log N(0, 1)
///     rule.step(&mut theta, &gradient, &mut noise, None)?;
/// }
/// # Ok::<(), sgmcmc::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sgld {
    /// η > 0.
    pub step_size: f64,
    /// τ ≥ 0; default 1.
    pub temperature: f64,
}

impl Sgld {
    /// One step in place, for hosts that own their loop.
    ///
    /// `gradient` estimates the gradient of the whole log posterior, summed over all data, at a finite `theta` of
    /// the same length. `norms` is filled where it is given. Errors: `LengthZero`, `LengthMismatch`, `StepSize`,
    /// `Temperature`, `GradientNotFinite`; nothing was written then. Never panics, never allocates.
    pub fn step<R: Real>(
        &self,
        theta: &mut [R],
        gradient: &[R],
        noise: &mut Lanes,
        norms: Option<&mut Norms>,
    ) -> Result<(), Error> {
        if theta.is_empty() {
            return Err(Error::LengthZero);
        }
        if theta.len() != gradient.len() {
            return Err(Error::LengthMismatch);
        }
        let scales = Scales::new(self.step_size, self.temperature, 1.0)?;
        step(theta, &mut ((), ()), noise, norms, gradient, &scales, (&NoDrift, &Identity, &Flat))
    }
}
