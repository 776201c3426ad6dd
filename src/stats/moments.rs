//! Running weighted mean and variance of every parameter.

use crate::num::{Real, VECTORS};

/// Which running means and variances a chain keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moments {
    /// None.
    #[default]
    None,
    /// Every kept draw counts the same; Karagiannis 2024, (3.7).
    Plain,
    /// A kept draw counts by the size of the step that made it, which a decreasing schedule needs. (3.8) there counts
    /// it by the step that leaves it: the same weights, one draw earlier.
    Weighted,
    /// Both.
    Both,
}

impl Moments {
    pub(crate) fn plain(self) -> bool {
        matches!(self, Self::Plain | Self::Both)
    }

    pub(crate) fn weighted(self) -> bool {
        matches!(self, Self::Weighted | Self::Both)
    }
}

/// Takes θ in with weight w > 0, where `total` is the sum of weights up to and with w.
///
/// ```text
/// δ = θ - mean;  mean += (w / W) δ;  squares += (w (1 - w / W) δ) δ
/// ```
///
/// West 1979. In `f64` for both precisions: subtracting large sums of `f32` is how variances go negative. Where δ
/// overflows, the mean is (1 - w / W) mean + (w / W) θ, and δ is taken to be the largest number.
pub(crate) fn accumulate<R: Real>(
    mean: &mut [f64],
    squares: &mut [f64],
    theta: &[R],
    weight: f64,
    total: f64,
) {
    if mean.is_empty() {
        return;
    }
    let share = weight / total;
    // Not by way of the new mean, whose rounding could make it negative.
    let remaining = weight * (1.0 - share);
    for ((mean, squares), theta) in mean.iter_mut().zip(squares).zip(theta) {
        let theta = theta.to_f64();
        let difference = theta - *mean;
        *mean = moved(*mean, theta, difference, share);
        let off = held(difference);
        *squares += (remaining * off) * off;
    }
}

/// A difference within the finite numbers: the first draw's share is all, and 0 · ∞ must be nowhere.
#[inline(always)]
fn held(difference: f64) -> f64 {
    // In software two comparisons are many times as much as a look at the bits; in vectors they are less.
    let clamps = VECTORS || !difference.is_finite();
    if clamps { difference.clamp(-f64::MAX, f64::MAX) } else { difference }
}

/// The mean after θ, which is so different, with a share of all weight, also where the difference overflows.
#[inline(always)]
fn moved(mean: f64, theta: f64, difference: f64, share: f64) -> f64 {
    if difference.is_finite() { mean + share * difference } else { mean * (1.0 - share) + theta * share }
}

/// θ - mean, within the finite numbers.
pub(super) fn difference(mean: f64, theta: f64) -> f64 {
    held(theta - mean)
}

/// The mean after θ with a share of all weight.
pub(super) fn towards(mean: f64, theta: f64, share: f64) -> f64 {
    moved(mean, theta, theta - mean, share)
}

/// Takes another mean and sum of squares in, of the weights `[own, other]`; Chan, Golub and LeVeque 1983.
pub(super) fn combine(
    [mean, squares]: [&mut [f64]; 2],
    [other_mean, other_squares]: [&[f64]; 2],
    [weight, other_weight]: [f64; 2],
) {
    let share = other_weight / (weight + other_weight);
    let others = other_mean.iter().zip(other_squares);
    for ((mean, squares), (other_mean, other_squares)) in mean.iter_mut().zip(squares).zip(others) {
        let off = difference(*mean, *other_mean);
        *mean = towards(*mean, *other_mean, share);
        *squares += other_squares + (share * weight * off) * off;
    }
}
