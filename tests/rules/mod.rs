//! The update rules: their bits, their optimisers, what they refuse, and what extreme numbers do to them.

mod bitwise;
mod chains;
mod host;
mod limits;
mod optimisers;
mod refusals;

use crate::reference::Scalar;
use crate::reference::registry::Vectors;
use crate::support::pattern;
use sgmcmc::precond::Preconditioner;
use sgmcmc::rng::Lanes;
use sgmcmc::rule::{HostTerms, Langevin, Rule, StepParameters};

#[track_caller]
fn assert_same<R: Scalar>(what: &str, got: &[R], expected: &[R]) {
    assert_eq!(got.len(), expected.len(), "{what}");
    for (i, (got, expected)) in got.iter().zip(expected).enumerate() {
        assert!(got.same(*expected), "{what}, number {i}: {got:?} for {expected:?}");
    }
}

/// Whether the rule's work and memory grow with the square of the length.
fn is_dense(rule: &Rule<'_>) -> bool {
    use Preconditioner::{Dense, PositionDependentDense};
    matches!(rule, Rule::Langevin(Langevin { preconditioner: Dense(_) | PositionDependentDense, .. }))
}

/// The noise generators of chain 0.
fn lanes(seed: u64) -> Lanes {
    sgmcmc::rng::Generators::new(seed, 0).expect("chain 0").noise
}

/// A rule's state before the first step at `at`.
fn started<R: Scalar>(rule: &Rule<'_>, len: usize, lanes: &mut Lanes, at: &StepParameters) -> Vec<R> {
    let mut state = vec![R::default(); rule.state_len::<R>(len).expect("a length")];
    rule.start(&mut state, len, lanes, at).expect("settings in range");
    state
}

/// What a host gives with step `step`: P ≥ 0 and Γ, the rows of L and Γ, or a drift and noise.
fn given<R: Scalar>(rule: &Rule<'_>, len: usize, step: usize) -> Vec<R> {
    let narrowed = |numbers: Vec<f64>| numbers.into_iter().map(R::from_f64).collect::<Vec<R>>();
    let second = pattern::<R>(len, 17 + step, 2.0);
    let first = match rule.host_terms::<f64>() {
        HostTerms::None => return Vec::new(),
        // A zero now and then.
        HostTerms::Diagonal => (0..len).map(|i| R::from_f64(((i + step) % 19) as f64 / 12.0)).collect(),
        HostTerms::Factor => narrowed(Vectors::new(len).factor),
        HostTerms::Diffusion => pattern::<R>(len, 37 + step, 3.0),
        terms => panic!("nothing to give for {terms:?}"),
    };
    [first, second].concat()
}

/// Whether the rule has a step at temperature 0.
fn allows_zero_temperature(rule: &Rule<'_>) -> bool {
    !matches!(rule, Rule::Lattice(_))
}

/// The temperature, or one at which a rule without cold steps has some.
fn warm_enough(rule: &Rule<'_>, temperature: f64) -> f64 {
    if allows_zero_temperature(rule) || temperature > 0.0 { temperature } else { 0.3 }
}
