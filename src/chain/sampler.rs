//! What pilots, warm-ups and health ask of a chain's sampler.

use super::settings::Sampler;
use crate::built;
use crate::drift::Drift;
use crate::precond::Preconditioner;
use crate::rule::{Langevin, Lattice, Rule};

impl Sampler<'_> {
    /// Whether it is the walk on a lattice.
    pub(crate) fn is_lattice(&self) -> bool {
        built::LATTICE && matches!(self, Self::Rule(rule) if matches!(rule.rule, Rule::Lattice(_)))
    }

    /// Whether it asks the model for gradients.
    pub(crate) fn needs_gradient(&self) -> bool {
        match self {
            Self::Rule(_) => true,
            Self::MetropolisHastings(mh) => mh.proposal.needs_gradient(),
        }
    }

    /// The drift and the preconditioner of the rules that have them.
    pub(crate) fn family(&self) -> Option<(&Drift, &Preconditioner<'_>)> {
        match self {
            Self::Rule(rule) => match &rule.rule {
                Rule::Langevin(Langevin { drift, preconditioner })
                | Rule::Lattice(Lattice { drift, preconditioner }) => Some((drift, preconditioner)),
                Rule::Sghmc(_)
                | Rule::Aboba(_)
                | Rule::Baoab(_)
                | Rule::Sgnht(_)
                | Rule::Adam(_)
                | Rule::Recipe(_) => None,
            },
            Self::MetropolisHastings(_) => None,
        }
    }

    /// What a Langevin step's noise is multiplied by in the friction of a rule with a velocity; NaN of a proposal.
    pub(crate) fn friction(&self) -> f64 {
        match self {
            Self::Rule(rule) => match &rule.rule {
                Rule::Sghmc(sghmc) => sghmc.friction,
                Rule::Aboba(aboba) => aboba.friction,
                Rule::Baoab(baoab) => baoab.friction,
                Rule::Sgnht(sgnht) => sgnht.friction,
                Rule::Langevin(_) | Rule::Lattice(_) | Rule::Adam(_) | Rule::Recipe(_) => 1.0,
            },
            Self::MetropolisHastings(_) => f64::NAN,
        }
    }
}
