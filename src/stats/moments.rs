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
        let finite = difference.is_finite();
        *mean = if finite { *mean + share * difference } else { *mean * (1.0 - share) + theta * share };
        // The first draw's share is all: 0 · ∞ must be nowhere.
        // In software two comparisons are many times as much as a look at the bits; in vectors they are less.
        let clamps = VECTORS || !finite;
        let off = if clamps { difference.clamp(-f64::MAX, f64::MAX) } else { difference };
        *squares += (remaining * off) * off;
    }
}
