//! O18: the lattice random walk. Its increments, its law by enumeration, τs² on Gaussians whatever the step and the
//! noise of the gradient, and what it counts.
//!
//! With x = -θη/(s²δ), where |x| ≤ 1, a step has E θΔ = -η E θ²/s² and E Δ² = 2ητ, so that E θ² = τs² exactly.

mod chains;
mod increments;
mod parts;
mod variance;

use super::support::at;
use sgmcmc::rule::{Lattice, Rule};

/// Some 200 numbers are compared: the chance of one false alarm is 4e-7.
const SIGMAS: f64 = 6.0;

fn walk() -> Rule<'static> {
    Rule::Lattice(Lattice::default())
}
