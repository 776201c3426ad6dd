//! The rules behind one type, for a choice at run time.

use super::absent::Absent;
use super::part::RulePart;
use super::{Aboba, AdamOptimizer, Baoab, Langevin, Lattice, Recipe, Sghmc, Sgnht};
use crate::Error;
use crate::built;
use crate::drift::{Adam, Drift, Momentum, NoDrift};
use crate::named::named;
use crate::num::Real;
use crate::pass::HostTerms;
use crate::precond::{Preconditioner, RmsProp};

/// The list of rules: a new one is a file and a line here, and what the compiler and the tests then ask for.
macro_rules! rules {
    ($( $(#[doc = $doc:literal])+ $name:ident($settings:ty) = $number:literal in $family:ident, )*) => {
        named! {
            /// The update rules: `docs/src/rules.md` has what each of them computes, line by line.
            #[derive(Clone, Copy, Debug, PartialEq)]
            #[non_exhaustive]
            pub enum Rule<'a> {
                $( $(#[doc = $doc])+ $name(rule: $settings) = $number in $family, )*
            }
        }

        impl Rule<'_> {
            fn family_is_built(&self) -> bool {
                match self { $(Self::$name(_) => built::$family,)* }
            }

            /// The rule itself.
            pub(crate) fn part<R: Real>(&self) -> &dyn RulePart<R> {
                match self { $(Self::$name(rule) => if built::$family { rule } else { stand_in::<R>() },)* }
            }
        }
    };
}

/// In the place of a rule that the build leaves out, which is refused wherever rules are checked: one that it has, so that
/// a program with one rule makes no choice.
fn stand_in<R: Real>() -> &'static dyn RulePart<R> {
    if built::LANGEVIN {
        &Langevin::PLAIN
    } else if built::LATTICE {
        &Lattice::PLAIN
    } else {
        &Absent
    }
}

rules! {
    /// The adaptive Langevin family: any drift with any preconditioner.
    Langevin(Langevin<'a>) = 0 in LANGEVIN,
    /// The lattice random walk: Langevin dynamics without normals.
    Lattice(Lattice<'a>) = 6 in LATTICE,
    /// Stochastic gradient Hamiltonian Monte Carlo, underdamped Langevin dynamics; momentum SGD at temperature 0.
    Sghmc(Sghmc) = 1 in UNDERDAMPED,
    /// The same by a symmetric splitting.
    Aboba(Aboba) = 2 in UNDERDAMPED,
    /// Underdamped Langevin dynamics with the splitting BAOAB.
    Baoab(Baoab) = 7 in UNDERDAMPED,
    /// The Nosé-Hoover thermostat.
    Sgnht(Sgnht) = 3 in THERMOSTAT,
    /// Adam, an optimiser.
    Adam(AdamOptimizer) = 4 in OPTIMIZERS,
    /// A diffusion that the host writes.
    Recipe(Recipe) = 5 in RECIPE,
}

impl<'a> Rule<'a> {
    /// Stochastic gradient Langevin dynamics, θ ← θ + η G̃(θ) + sqrt(2ητ) ξ: neither drift nor preconditioner. Welling
    /// and Teh 2011; Karagiannis 2024, (3.4).
    ///
    /// Samples, as η → 0, the posterior to the power 1/τ, prior included; gradient ascent at τ = 0. With an exact
    /// gradient on N(0, s²) its variance is τ s² / (1 - η/(2 s²)); gradient noise of variance ν² adds, to leading order
    /// in η, ην²/(2τ) of it.
    pub const SGLD: Self = Self::Langevin(Langevin::PLAIN);

    /// Preconditioned SGLD, Li et al. 2016: no drift, RMSprop on the mean gradient, without the term Γ; RMSprop itself
    /// at τ = 0. [`RmsProp`] says what it samples, and has the other scale of the gradient.
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

    /// Refuses a rule, a drift or a preconditioner that this build leaves out.
    pub(crate) fn check_built(&self) -> Result<(), Error> {
        match self {
            Self::Langevin(Langevin { drift, preconditioner })
            | Self::Lattice(Lattice { drift, preconditioner }) => {
                built::need(drift.is_built() && preconditioner.is_built())?;
            }
            Self::Sghmc(_)
            | Self::Aboba(_)
            | Self::Baoab(_)
            | Self::Sgnht(_)
            | Self::Adam(_)
            | Self::Recipe(_) => {}
        }
        built::need(self.family_is_built())
    }

    /// The host terms: what the host's callback writes before every step, for hosts that own their loop.
    // In the precision of θ, on which it does not depend: a program in one precision would hold all rules in both.
    pub fn host_terms<R: Real>(&self) -> HostTerms {
        let has = built::POSITION_DEPENDENT || built::RECIPE;
        if has { self.part::<R>().host_terms() } else { HostTerms::None }
    }

    /// Whether it adds up what it clamps.
    pub(crate) fn clamps(&self) -> bool {
        match self {
            Self::Lattice(_) => true,
            Self::Langevin(_)
            | Self::Sghmc(_)
            | Self::Aboba(_)
            | Self::Baoab(_)
            | Self::Sgnht(_)
            | Self::Adam(_)
            | Self::Recipe(_) => false,
        }
    }

    /// P, which is 1 for the rules that have none.
    pub(crate) fn preconditioner(&self) -> &Preconditioner<'_> {
        match self {
            Self::Langevin(Langevin { preconditioner, .. })
            | Self::Lattice(Lattice { preconditioner, .. }) => preconditioner,
            Self::Sghmc(_)
            | Self::Aboba(_)
            | Self::Baoab(_)
            | Self::Sgnht(_)
            | Self::Adam(_)
            | Self::Recipe(_) => &Preconditioner::Identity,
        }
    }

    /// Whether the numbers in vector `vector` of the state, each as long as θ, are of squares or magnitudes.
    pub(crate) fn is_never_negative<R: Real>(&self, vector: usize) -> bool {
        match self {
            Self::Langevin(Langevin { drift, preconditioner })
            | Self::Lattice(Lattice { drift, preconditioner }) => {
                let of_drift = vector < drift.part::<R>().vector_count();
                if of_drift { drift.is_never_negative(vector) } else { preconditioner.sums_squares() }
            }
            // m and V.
            Self::Adam(_) => vector == 1,
            Self::Sghmc(_) | Self::Aboba(_) | Self::Baoab(_) | Self::Sgnht(_) | Self::Recipe(_) => false,
        }
    }

    /// The same rule without the caller's vectors, which its state holds from then on.
    pub(crate) fn detached(&self) -> Rule<'static> {
        match *self {
            Self::Langevin(Langevin { drift, preconditioner }) => {
                Rule::Langevin(Langevin { drift, preconditioner: preconditioner.detached() })
            }
            Self::Lattice(Lattice { drift, preconditioner }) => {
                Rule::Lattice(Lattice { drift, preconditioner: preconditioner.detached() })
            }
            Self::Sghmc(rule) => Rule::Sghmc(rule),
            Self::Baoab(rule) => Rule::Baoab(rule),
            Self::Aboba(rule) => Rule::Aboba(rule),
            Self::Sgnht(rule) => Rule::Sgnht(rule),
            Self::Adam(rule) => Rule::Adam(rule),
            Self::Recipe(rule) => Rule::Recipe(rule),
        }
    }
}
