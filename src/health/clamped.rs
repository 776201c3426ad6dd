//! Whether what a lattice walk clamps has moved its mean: by the sums that the chain keeps, and the spread of θ; and what
//! rounding makes of its steps.
//!
//! ```text
//! shift² = Σ_b (S_b² - Q_b)/steps² V_b          V_b the mean variance of the parameters of sum b
//! ```
//!
//! in squares of standard deviations of θ: exactly so on a Gaussian of up to eight independent parameters.

use crate::blocks::Blocks;
use crate::chain::{Progress, Sampler};
use crate::num::Real;
use crate::pass::{BUCKETS, Clamped, bucket};
use crate::pilot::rounded;
use crate::precond::Preconditioner;

/// How many times what chance makes of S² it must be: of noise that knows no side it is, with one parameter, but for
/// one time in a million.
const CHANCE: f64 = 30.0;

/// Means and spreads of sums over θ, by Welford's method.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(super) struct Spread {
    count: f64,
    means: [f64; BUCKETS],
    squares: [f64; BUCKETS],
}

impl Spread {
    fn add(&mut self, sums: &[f64; BUCKETS]) {
        self.count += 1.0;
        for ((mean, square), x) in self.means.iter_mut().zip(&mut self.squares).zip(sums) {
            let off = x - *mean;
            *mean += off / self.count;
            *square += off * (x - *mean);
        }
    }

    /// The variances of these and the others together.
    fn variances_with(&self, other: &Self) -> [f64; BUCKETS] {
        let count = self.count + other.count;
        let share = self.count * other.count / count;
        let mut all = self.squares;
        let others = other.squares.iter().zip(self.means.iter().zip(&other.means));
        for (square, (others, (mean, theirs))) in all.iter_mut().zip(others) {
            *square = (*square + others + share * (mean - theirs) * (mean - theirs)) / (count - 1.0);
        }
        all
    }
}

/// What a lattice walk has clamped, as looks see it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(super) struct Marks {
    /// The chain's sums and steps at the last look whose number was a power of two, and at the one before.
    recent: Clamped,
    earlier: Clamped,
    steps: [u64; 2],
    /// Of the looks from there on, and of those in between.
    spread: [Spread; 2],
}

impl Marks {
    /// Takes in where a lattice walk is at a look.
    #[inline(never)]
    pub(super) fn take_in<R: Real>(
        &mut self,
        look_count: u64,
        progress: &Progress,
        theta: &[R],
        blocks: &Blocks<'_, R>,
    ) {
        if look_count.is_power_of_two() {
            (self.earlier, self.recent) = (self.recent, progress.clamped);
            self.steps = [self.steps[1], progress.step_count];
            self.spread = [self.spread[1], Spread::default()];
        }
        let (mut sums, mut counts) = ([0.0; BUCKETS], [0.0; BUCKETS]);
        for segment in blocks.segments() {
            let numbers = theta.get(segment.start..segment.end).unwrap_or_default();
            for (index, x) in (segment.start..).zip(numbers) {
                let (place, sign) = bucket(index);
                sums.iter_mut().skip(place).take(1).for_each(|sum| *sum += sign * x.to_f64());
                counts.iter_mut().skip(place).take(1).for_each(|count| *count += 1.0);
            }
        }
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum /= libm::sqrt(f64::max(count, 1.0)));
        let [_, recent] = &mut self.spread;
        recent.add(&sums);
    }

    /// By how many standard deviations the mean is off, over the last half of the looks at least, and whether that is more
    /// than chance.
    #[inline(never)]
    pub(super) fn shift(&self, progress: &Progress) -> (f64, bool) {
        let Marks { earlier, steps: [from, _], spread, .. } = self;
        let clamped = progress.clamped.since(earlier);
        let steps = progress.step_count.saturating_sub(*from) as f64;
        let [earlier, recent] = spread;
        let [square, noise] = clamped.weighed(recent.variances_with(earlier));
        let shift = libm::sqrt((square - noise).max(0.0)) / steps;
        (shift, square > CHANCE * noise)
    }
}

/// By what share the rounding of lattice steps, whose square is `square` times P, puts a variance off where θ is, in the
/// parameter where that is most; NaN where the metric is not diagonal, or changes as it runs.
#[inline(never)]
pub(super) fn rounding<R: Real>(
    sampler: &Sampler<'_>,
    theta: &[R],
    state: &[R],
    blocks: &Blocks<'_, R>,
    square: f64,
) -> f64 {
    let Some((drift, preconditioner)) = sampler.family() else { return f64::NAN };
    let own = drift.part::<R>().vector_count().saturating_mul(theta.len());
    let diagonal = match preconditioner {
        Preconditioner::Identity => &[],
        Preconditioner::Diagonal(_) => state.get(own..).unwrap_or_default(),
        Preconditioner::Dense(_)
        | Preconditioner::RmsProp(_)
        | Preconditioner::AdaGrad(_)
        | Preconditioner::PositionDependent { .. }
        | Preconditioner::PositionDependentDense => return f64::NAN,
    };
    let mut most: f64 = 0.0;
    for segment in blocks.segments() {
        let numbers = theta.get(segment.start..segment.end).unwrap_or_default();
        for (index, x) in (segment.start..).zip(numbers) {
            let p = diagonal.get(index).map_or(1.0, |p| p.to_f64());
            let off = rounded(*x, libm::sqrt(square * segment.factor * p)) - 1.0;
            most = most.max(off.abs());
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::{BUCKETS, Spread};

    #[test]
    fn halves_have_the_variance_of_all() {
        let [mut first, mut second, mut all] = [Spread::default(); 3];
        for i in 0..20 {
            let sums = [f64::from(i * i); BUCKETS];
            if i < 7 { &mut first } else { &mut second }.add(&sums);
            all.add(&sums);
        }
        assert!((second.variances_with(&first)[0] / (all.squares[0] / 19.0) - 1.0).abs() < 1e-12);
    }
}
