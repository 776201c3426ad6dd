//! What every shape of a schedule says.

use crate::Error;
use crate::range::Ranges;
use core::num::NonZeroU64;

/// What a shape says: for every k a factor of one setting.
pub(super) trait Part: Ranges<f64> {
    /// The setting that the factors multiply.
    fn setting(&self) -> f64;

    /// The factor at `k`.
    fn factor(&self, k: u64) -> f64;

    /// Refuses fields besides the setting that are outside their ranges.
    fn check(&self) -> Result<(), Error> {
        self.check_ranges()
    }

    /// The largest of factor(k) min(1, (k + 1)/w) over all k, for w = `warm_up`, but for rounding.
    fn largest(&self, warm_up: u64) -> f64;

    /// Where the factor is smallest, if that comes again; 0 for one that never rises.
    fn lowest(&self) -> u64 {
        0
    }

    /// Whether `k` is in the part of a cycle that explores; for shapes that have one.
    fn explores(&self, _k: u64) -> bool {
        false
    }

    /// Which cycle `k` is in; 0 for shapes without cycles.
    fn cycle(&self, _k: u64) -> u64 {
        0
    }
}

/// min(1, (k + 1)/w): the warm-up's share of a value, 1 where w is 0 or 1.
pub(super) fn warm(k: u64, warm_up: u64) -> f64 {
    if k < warm_up { (k + 1) as f64 / warm_up as f64 } else { 1.0 }
}

/// A length to divide by: 0, which no check lets pass, counts as 1.
pub(super) fn at_least_one(len: u64) -> NonZeroU64 {
    NonZeroU64::new(len).unwrap_or(NonZeroU64::MIN)
}
