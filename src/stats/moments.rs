//! Running weighted mean and variance of every parameter.

use super::scale::{towards_one, unscaled};
use crate::named::named;
use crate::num::{Real, VECTORS};

named! {
    /// Which running means and variances a chain keeps.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Moments {
        /// None.
        #[default]
        None = 0,
        /// Every kept draw counts the same; Karagiannis 2024, (3.7).
        Plain = 1,
        /// A kept draw counts by the size of the step that made it, which a decreasing schedule needs. (3.8) of Karagiannis 2024 counts
        /// it by the step that leaves it: the same weights, one draw earlier.
        Weighted = 2,
        /// Both.
        Both = 3,
    }
}

impl Moments {
    pub(crate) fn plain(self) -> bool {
        matches!(self, Self::Plain | Self::Both)
    }

    pub(crate) fn weighted(self) -> bool {
        matches!(self, Self::Weighted | Self::Both)
    }
}

/// The largest scaled difference: of its square, a weight of up to 1e100 and 2^64 draws the sum does not overflow.
const LARGEST: f64 = (1_u128 << 100) as f64;

/// Means, sums of squares of differences that are scaled by a power of two each, and these scales: 0 until two numbers
/// differ.
pub(super) struct Sums<'m> {
    pub(super) mean: &'m mut [f64],
    pub(super) squares: &'m mut [f64],
    pub(super) scale: &'m mut [f64],
}

/// Chooses the scales for numbers that come to these means, none larger than the number's own, if that is not 0. Calls
/// `rescale` with the place of each that changes, and how many times the one before it is, which was not 0.
pub(super) fn fit(
    scale: &mut [f64],
    means: &[f64],
    numbers: impl Iterator<Item = (f64, f64)>,
    mut rescale: impl FnMut(usize, f64),
) {
    for (i, (scale, (mean, (number, own)))) in scale.iter_mut().zip(means.iter().zip(numbers)).enumerate() {
        let (off, before) = (difference(*mean, number), *scale);
        if own > 0.0 && !(before > 0.0 && before <= own) {
            *scale = own;
        }
        if off != 0.0 && !(*scale > 0.0 && off.abs() * *scale <= LARGEST) {
            *scale = towards_one(off);
        }
        if before > 0.0 && *scale != before {
            rescale(i, *scale / before);
        }
    }
}

/// Takes θ in with weight w > 0, where `total` is the sum of weights up to and with w.
///
/// ```text
/// δ = θ - mean;  mean += (w / W) δ;  squares += (w (1 - w / W) δ) δ
/// ```
///
/// West 1979. In `f64` for both precisions: subtracting large sums of `f32` is how variances go negative. Where δ
/// overflows, the mean is (1 - w / W) mean + (w / W) θ, and δ is taken to be the largest number. No difference is lost for
/// being small: squares are then the least number, which [`variance`] refuses.
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
    let shares = shares(weight, total);
    for ((mean, squares), theta) in mean.iter_mut().zip(squares).zip(theta) {
        let differs = take_in(mean, squares, theta.to_f64(), shares, 1.0);
        if squares.to_bits() == 0 && differs {
            *squares = LEAST;
        }
    }
}

/// The least number above 0.
const LEAST: f64 = f64::from_bits(1);

/// [`accumulate`] with scales, which fit θ.
pub(super) fn accumulate_scaled<R: Real>(sums: &mut Sums<'_>, theta: &[R], weight: f64, total: f64) {
    let (mean, squares, scale) = (&mut *sums.mean, &mut *sums.squares, &*sums.scale);
    let shares = shares(weight, total);
    for (((mean, squares), theta), scale) in mean.iter_mut().zip(squares).zip(theta).zip(scale) {
        take_in(mean, squares, theta.to_f64(), shares, *scale);
    }
}

fn shares(weight: f64, total: f64) -> [f64; 2] {
    let share = weight / total;
    // Not by way of the new mean, whose rounding could make it negative.
    [share, weight * (1.0 - share)]
}

/// Returns whether θ was another number than a mean.
#[inline(always)]
fn take_in(mean: &mut f64, squares: &mut f64, theta: f64, [share, remaining]: [f64; 2], scale: f64) -> bool {
    let difference = theta - *mean;
    *mean = moved(*mean, theta, difference, share);
    let off = held(difference) * scale;
    *squares += (remaining * off) * off;
    difference != 0.0 && remaining != 0.0
}

/// The variance of a sum of squares of such scale, or `None` where that is no normal number, and neither 0 nor NaN.
pub(crate) fn variance(squares: f64, total: f64, scale: f64) -> Option<f64> {
    let share = squares / total;
    let variance = if scale > 0.0 { unscaled(share, scale, scale) } else { share };
    (squares == 0.0 || variance.is_nan() || variance.is_normal()).then_some(variance)
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

/// The mean after θ with a share of all weight, from 0 to 1, and so what is linear between two numbers.
///
/// Never outside of the two, each of them at its end, and monotone: rounding keeps the order of shares in every operation,
/// and what would be past θ is θ.
pub(super) fn towards(mean: f64, theta: f64, share: f64) -> f64 {
    let between = moved(mean, theta, theta - mean, share);
    let is_past = if mean <= theta { between > theta } else { between < theta };
    if share >= 1.0 || is_past { theta } else { between }
}

/// How many times another scale one is, that is chosen for numbers of both.
pub(super) fn ratio(scale: f64, other: f64) -> f64 {
    if other > 0.0 { scale / other } else { 1.0 }
}

/// Takes another mean and sum of squares in, of the weights `[own, other]`; Chan, Golub and LeVeque 1983. The scales fit
/// both.
pub(super) fn combine(
    sums: &mut Sums<'_>,
    [other_mean, other_squares, other_scale]: [&[f64]; 3],
    [weight, other_weight]: [f64; 2],
) {
    let (mean, squares, scale) = (&mut *sums.mean, &mut *sums.squares, &mut *sums.scale);
    let share = other_weight / (weight + other_weight);
    let others = other_mean.iter().zip(other_squares).zip(other_scale);
    let own = mean.iter_mut().zip(squares).zip(scale);
    for (((mean, squares), scale), ((other_mean, other_squares), other_scale)) in own.zip(others) {
        let (off, ratio) = (difference(*mean, *other_mean) * *scale, ratio(*scale, *other_scale));
        *mean = towards(*mean, *other_mean, share);
        *squares += other_squares * (ratio * ratio) + (share * weight * off) * off;
    }
}

#[cfg(test)]
mod tests {
    use super::towards;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 4000, ..ProptestConfig::default() })]

        /// Whatever the two are: far apart, with a difference that overflows, neighbours, equal.
        #[test]
        fn it_is_monotone_and_exact_at_both_ends(
            a in any::<f64>(), b in any::<f64>(), near in 0..4_u64, kind in 0..3, shares in [0.0..=1.0_f64, 0.0..=1.0_f64],
        ) {
            let b = [b, f64::from_bits((a.to_bits() & !3) + near), a][kind as usize];
            prop_assume!(a.is_finite() && b.is_finite());
            let [share, later] = if shares[0] < shares[1] { shares } else { [shares[1], shares[0]] };
            prop_assert_eq!([towards(a, b, 0.0), towards(a, b, 1.0)], [a, b]);
            let found = [0.0, share, later, later.next_up().min(1.0), 1.0].map(|share| towards(a, b, share));
            prop_assert!(found.is_sorted_by(|x, y| if a <= b { x <= y } else { x >= y }), "{:?}", found);
        }
    }

    #[test]
    fn between_equal_numbers_it_is_that_number() {
        let a = 0.012_031_130_701_678_503;
        assert!((0..=1000).all(|k| towards(a, a, f64::from(k) / 1000.0) == a));
    }
}
