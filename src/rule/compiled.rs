//! The rules' passes, compiled here once for each precision, so that no crate that uses this one compiles them again.
#![allow(private_interfaces, reason = "the trait cannot be named outside of the crate")]

use super::Rule;
use super::kernel::Stage;
use super::part::RulePart;
use super::scales::Norms;

/// A precision for which the passes are compiled: a supertrait of [`Real`](crate::Real), so that generic code finds them.
pub trait Compiled: Sized {
    /// [`RulePart::apply`] of any rule.
    #[doc(hidden)]
    fn apply(rule: &Rule<'_>, stage: &mut Stage<'_, Self>) -> Norms
    where
        Self: crate::Real;
}

impl Compiled for f32 {
    fn apply(rule: &Rule<'_>, stage: &mut Stage<'_, Self>) -> Norms {
        RulePart::apply(rule, stage)
    }
}

impl Compiled for f64 {
    fn apply(rule: &Rule<'_>, stage: &mut Stage<'_, Self>) -> Norms {
        RulePart::apply(rule, stage)
    }
}
