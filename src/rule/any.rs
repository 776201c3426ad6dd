//! The rules behind one type, for a choice at run time.

use super::kernel::Stage;
use super::part::RulePart;
use super::scales::{Norms, Scales};
use super::{Aboba, AdamOptimizer, Langevin, Recipe, Sghmc, Sgnht};
use crate::Error;
use crate::drift::{Adam, Drift, Momentum, NoDrift};
use crate::num::Real;
use crate::precond::{Preconditioner, RmsProp};

/// The list of rules: a new one is a file and a line here.
macro_rules! rules {
    ($( $(#[doc = $doc:literal])+ $name:ident($settings:ty), )*) => {
        /// Any update rule.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Rule<'a> {
            $( $(#[doc = $doc])+ $name($settings), )*
        }

        impl Rule<'_> {
            /// The names of all rules, for tests that none is forgotten.
            #[doc(hidden)]
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];
        }

        impl<R: Real> RulePart<R> for Rule<'_> {
            fn state_len(&self, dim: usize) -> Option<usize> {
                match self { $(Self::$name(rule) => RulePart::<R>::state_len(rule, dim),)* }
            }
            fn given_len(&self, dim: usize) -> Option<usize> {
                match self { $(Self::$name(rule) => RulePart::<R>::given_len(rule, dim),)* }
            }
            fn check(&self) -> Result<(), Error> {
                match self { $(Self::$name(rule) => RulePart::<R>::check(rule),)* }
            }
            fn check_vectors(&self, dim: usize) -> Result<(), Error> {
                match self { $(Self::$name(rule) => RulePart::<R>::check_vectors(rule, dim),)* }
            }
            fn start(&self, state: &mut [R], dim: usize) {
                match self { $(Self::$name(rule) => rule.start(state, dim),)* }
            }
            fn first_velocity(&self, scales: &Scales) -> Option<f64> {
                match self { $(Self::$name(rule) => RulePart::<R>::first_velocity(rule, scales),)* }
            }
            fn noise_factor(&self) -> f64 {
                match self { $(Self::$name(rule) => RulePart::<R>::noise_factor(rule),)* }
            }
            fn gain(&self) -> f64 {
                match self { $(Self::$name(rule) => RulePart::<R>::gain(rule),)* }
            }
            fn is_stable(&self, step_size: f64, curvature: [f64; 2]) -> bool {
                match self { $(Self::$name(rule) => RulePart::<R>::is_stable(rule, step_size, curvature),)* }
            }
            fn move_to_site(&self, site: &mut [R], state: &[R], scales: &Scales) {
                match self { $(Self::$name(rule) => rule.move_to_site(site, state, scales),)* }
            }
            fn has_site(&self) -> bool {
                match self { $(Self::$name(rule) => RulePart::<R>::has_site(rule),)* }
            }
            fn apply(&self, stage: &mut Stage<'_, R>) -> Norms {
                match self { $(Self::$name(rule) => rule.apply(stage),)* }
            }
        }
    };
}

rules! {
    /// The adaptive Langevin family: any drift with any preconditioner.
    Langevin(Langevin<'a>),
    /// Stochastic gradient Hamiltonian Monte Carlo; momentum SGD at temperature 0.
    Sghmc(Sghmc),
    /// The same by a symmetric splitting.
    Aboba(Aboba),
    /// The Nosé-Hoover thermostat.
    Sgnht(Sgnht),
    /// Adam, an optimiser.
    Adam(AdamOptimizer),
    /// A diffusion that the host writes.
    Recipe(Recipe),
}

impl<'a> Rule<'a> {
    /// Stochastic gradient Langevin dynamics, θ ← θ + η G̃(θ) + sqrt(2ητ) ξ: neither drift nor preconditioner. Welling and
    /// Teh 2011; Karagiannis 2024, (3.4).
    ///
    /// Samples, as η → 0, the posterior to the power 1/τ; gradient ascent at τ = 0. With an exact gradient on N(0, s²)
    /// its variance is τ s² / (1 - η/(2 s²)).
    pub const SGLD: Self =
        Self::Langevin(Langevin { drift: Drift::None(NoDrift), preconditioner: Preconditioner::Identity });

    /// Preconditioned SGLD, Li et al. 2016: no drift, RMSprop; RMSprop itself at τ = 0.
    pub fn psgld() -> Self {
        let preconditioner = Preconditioner::RmsProp(RmsProp::default());
        Self::Langevin(Langevin { drift: Drift::None(NoDrift), preconditioner })
    }

    /// SGLD with the momentum drift, Kim, Song and Liang 2020, Algorithm 1, in its calibrated form.
    pub fn msgld() -> Self {
        Self::with_drift(Drift::Momentum(Momentum::default()))
    }

    /// SGLD with the Adam drift, Kim, Song and Liang 2020, Algorithm 2.
    pub fn asgld() -> Self {
        Self::with_drift(Drift::Adam(Adam::default()))
    }

    /// A drift without a preconditioner.
    pub fn with_drift(drift: Drift) -> Self {
        Self::Langevin(Langevin { drift, preconditioner: Preconditioner::Identity })
    }

    /// A preconditioner without a drift.
    pub fn with_preconditioner(preconditioner: Preconditioner<'a>) -> Self {
        Self::Langevin(Langevin { drift: Drift::None(NoDrift), preconditioner })
    }

    /// Whether the host writes terms that couple parameters: Q and D of a recipe, a dense P and its Γ.
    pub(crate) fn couples(&self) -> bool {
        match self {
            Self::Langevin(rule) => matches!(rule.preconditioner, Preconditioner::PositionDependentDense),
            rule => matches!(rule, Self::Recipe(_)),
        }
    }

    /// The same rule without the caller's vectors, which its state holds from then on.
    pub(crate) fn detached(&self) -> Rule<'static> {
        match *self {
            Self::Langevin(Langevin { drift, preconditioner }) => {
                Rule::Langevin(Langevin { drift, preconditioner: preconditioner.detached() })
            }
            Self::Sghmc(rule) => Rule::Sghmc(rule),
            Self::Aboba(rule) => Rule::Aboba(rule),
            Self::Sgnht(rule) => Rule::Sgnht(rule),
            Self::Adam(rule) => Rule::Adam(rule),
            Self::Recipe(rule) => Rule::Recipe(rule),
        }
    }
}
