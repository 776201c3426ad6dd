//! The ends of the spectrum of a curvature that is known by its products with vectors: Lanczos' method.
//!
//! ```text
//! H x ≈ Wᵀ (G̃_S(θ) - G̃_S(θ + εWx)) / ε                         S the same batches for every product
//!
//! y = H x_k;   a_k = x_k·y;   y ← y - a_k x_k - b_(k-1) x_(k-1);   b_k = |y|;   x_(k+1) = y / b_k
//! ```
//!
//! Lanczos 1950. The eigenvalues of the tridiagonal matrix of a and b lie within the spectrum of H, and its ends are
//! found first: a power iteration needs the square of as many products for the same accuracy. Departures:
//!
//! 1. x are not made orthogonal to all before, which would take their memory; what is lost are multiplicities.
//! 2. ε is r sqrt(τ/q), with q the curvature along the first x, or from then on the largest so far: a share r of the
//!    posterior's standard deviation there, so that a model is seen at the scale at which it is sampled. Where θ is so
//!    large that its rounding would turn the difference by more than a per cent, ε is as large as that needs.
//! 3. The difference is divided by the ε that was stored, not the one that was meant.

use super::metric::Metric;
use super::probe::{Batches, Probe};
use crate::Error;
use crate::gradient::StepError;
use crate::num::{Real, all_within};
use crate::rng::{Lanes, fill_normals};

/// What is known of the curvature of -log posterior in a chain's metric.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curvature {
    pub(super) largest: f64,
    pub(super) least: f64,
    /// The mean over directions, by one of them.
    pub(super) mean: f64,
    /// What cannot be told from 0 beside the largest.
    pub(super) precision: f64,
}

/// The vectors that the method works on; `base` has the sum of the gradients at θ over the batches.
pub(super) struct Lanczos<'a, R: Real> {
    pub(super) theta: &'a [R],
    pub(super) metric: &'a Metric<'a, R>,
    pub(super) site: &'a mut [R],
    pub(super) base: &'a mut [f64],
    pub(super) x: &'a mut [f64],
    pub(super) y: &'a mut [f64],
    pub(super) last: &'a mut [f64],
    pub(super) diagonal: &'a mut [f64],
    pub(super) off_diagonal: &'a mut [f64],
    /// τ, positive.
    pub(super) temperature: f64,
    /// r, or 0 for that of the precision.
    pub(super) reach: f64,
    pub(super) noise: &'a mut Lanes,
}

/// The distance from 1 to the next number of the precision.
pub(crate) fn unit<R>() -> f64 {
    if size_of::<R>() == size_of::<f32>() { f64::from(f32::EPSILON) } else { f64::EPSILON }
}

/// x·y.
#[inline(never)]
pub(super) fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).fold(0.0, |sum, (x, y)| sum + x * y)
}

/// Makes x as long as 1, and returns how long it was.
#[inline(never)]
pub(super) fn normalize(x: &mut [f64]) -> f64 {
    let len = libm::sqrt(dot(x, x));
    if len > 0.0 {
        x.iter_mut().for_each(|x| *x /= len);
    }
    len
}

/// A normal direction of the coordinates that move; `normals` is overwritten.
#[inline(never)]
pub(super) fn draw_direction<R: Real>(
    x: &mut [f64],
    noise: &mut Lanes,
    normals: &mut [R],
    metric: &Metric<'_, R>,
) {
    fill_normals(noise, normals);
    for ((x, normal), moves) in x.iter_mut().zip(normals).zip(metric.moves()) {
        *x = if moves { normal.to_f64() } else { 0.0 };
    }
}

impl<R: Real> Lanczos<'_, R> {
    /// Over at most `batch_count` batches, or as many as have n data.
    #[inline(never)]
    pub(super) fn measure(
        &mut self,
        probe: &mut Probe<'_, R>,
        batches: &mut Batches<'_>,
        batch_count: u32,
    ) -> Result<Curvature, StepError> {
        let none = Curvature { largest: f64::NAN, least: f64::NAN, mean: f64::NAN, precision: f64::NAN };
        if !probe.directed {
            return Ok(none);
        }
        let batch_count = batches.data_len.get().div_ceil(batches.len.max(1)).min(batch_count);
        self.base.fill(0.0);
        let start = batches.choice.clone();
        for _ in 0..batch_count {
            probe.at(self.theta, batches.draw()?)?.ok_or(Error::Impossible)?;
            probe.add_to(self.base, 1.0);
        }
        let over = |batches: &mut Batches<'_>| {
            batches.choice = start.clone();
            batch_count
        };
        draw_direction(self.x, self.noise, self.site, self.metric);
        if normalize(self.x) == 0.0 {
            return Ok(none);
        }
        let mut epsilon = self.find_reach(probe, batches, (over, batch_count))?;
        let (mut mean, mut largest, mut count) = (0.0f64, 0.0f64, 0);
        let mut off = 0.0;
        for k in 0..self.diagonal.len().min(self.x.len()) {
            while !self.multiply(epsilon, probe, batches, over)? {
                epsilon /= 16.0;
                if epsilon == 0.0 {
                    return Err(Error::Impossible.into());
                }
            }
            let along = dot(self.x, self.y);
            largest = largest.max(along.abs());
            if k == 0 {
                mean = along;
            }
            set(self.diagonal, k, along);
            for ((y, x), last) in self.y.iter_mut().zip(&*self.x).zip(&mut *self.last) {
                *y -= along * x + off * *last;
                *last = *x;
            }
            count = k + 1;
            off = libm::sqrt(dot(self.y, self.y));
            largest = largest.max(off);
            // What is left is rounding.
            if off <= 8.0 * unit::<R>() * largest {
                break;
            }
            set(self.off_diagonal, k, off);
            self.x.iter_mut().zip(&*self.y).for_each(|(x, y)| *x = y / off);
            epsilon = self.reach_at(largest);
        }
        let matrix = Tridiagonal {
            diagonal: self.diagonal.get(..count).unwrap_or_default(),
            off_diagonal: self.off_diagonal.get(..count.saturating_sub(1)).unwrap_or_default(),
        };
        let precision = unit::<R>() * 64.0 * largest;
        let [least, largest] = [1, count].map(|rank| matrix.eigenvalue(rank));
        Ok(Curvature { largest, least, mean, precision })
    }

    /// ε where the curvature is q.
    fn reach_at(&self, curvature: f64) -> f64 {
        let share = match self.reach {
            0.0 if size_of::<R>() == size_of::<f32>() => 0.25,
            0.0 => 1.0 / 1024.0,
            share => share,
        };
        let wanted = share * libm::sqrt(self.temperature / curvature.abs());
        let theta = self.theta.iter().fold(0.0, |sum, t| sum + t.to_f64() * t.to_f64());
        // Finite, so that it gets to 0 where it is made smaller.
        wanted.max(32.0 * unit::<R>() * libm::sqrt(theta)).min(f64::MAX)
    }

    /// The ε of the first product, by trying: 0 where no difference shows at any.
    fn find_reach(
        &mut self,
        probe: &mut Probe<'_, R>,
        batches: &mut Batches<'_>,
        (over, batch_count): (impl Fn(&mut Batches<'_>) -> u32 + Copy, u32),
    ) -> Result<f64, StepError> {
        // Where a gradient is long, a posterior is narrow; and a first try that is too short does no harm, where one
        // that is too long may be where the model overflows.
        let gradient = dot(self.base, self.base) / f64::from(batch_count) / f64::from(batch_count);
        let mut epsilon = self.reach_at(1e6 * self.temperature.max(gradient / self.temperature));
        for _ in 0..40 {
            if !self.multiply(epsilon, probe, batches, over)? {
                epsilon /= 16.0;
                continue;
            }
            let along = dot(self.x, self.y).abs();
            if along == 0.0 {
                // As in `reach_at`: infinity would never get smaller again.
                epsilon = (16.0 * epsilon).min(f64::MAX);
                continue;
            }
            let wanted = self.reach_at(along);
            let near = (0.25..=4.0).contains(&(wanted / epsilon));
            epsilon = wanted;
            if near {
                break;
            }
        }
        Ok(epsilon)
    }

    /// y ← H x by a difference that reaches ε far; false where the model is impossible there, or ε too large for θ.
    #[inline(never)]
    fn multiply(
        &mut self,
        epsilon: f64,
        probe: &mut Probe<'_, R>,
        batches: &mut Batches<'_>,
        over: impl Fn(&mut Batches<'_>) -> u32,
    ) -> Result<bool, StepError> {
        let Self { theta, metric, site, base, x, y, .. } = self;
        y.iter_mut().zip(&**x).for_each(|(y, x)| *y = *x);
        metric.apply(y);
        let (mut moved, mut meant) = (0.0, 0.0);
        for ((site, theta), along) in site.iter_mut().zip(*theta).zip(&**y) {
            *site = R::from_f64(theta.to_f64() + epsilon * along);
            moved += (site.to_f64() - theta.to_f64()) * along;
            meant += along * along;
        }
        y.fill(0.0);
        if !all_within(site, R::MAX) {
            return Ok(false);
        }
        // None that shows.
        if moved <= 0.0 {
            return Ok(true);
        }
        let batch_count = over(batches);
        for _ in 0..batch_count {
            if probe.at(site, batches.draw()?)?.is_none() {
                return Ok(false);
            }
            probe.add_to(y, 1.0);
        }
        let stored = moved / meant * f64::from(batch_count);
        y.iter_mut().zip(&**base).for_each(|(y, base)| *y = (base - *y) / stored);
        metric.apply_transposed(y);
        if dot(y, y).is_finite() { Ok(true) } else { Err(Error::GradientNotFinite.into()) }
    }
}

fn set(numbers: &mut [f64], i: usize, value: f64) {
    numbers.iter_mut().skip(i).take(1).for_each(|number| *number = value);
}

/// A symmetric tridiagonal matrix.
struct Tridiagonal<'a> {
    diagonal: &'a [f64],
    off_diagonal: &'a [f64],
}

impl Tridiagonal<'_> {
    /// How many eigenvalues are below x: the negative pivots of the matrix less x (Sturm's sequence).
    fn count_below(&self, x: f64) -> usize {
        let (mut count, mut pivot) = (0, 1.0);
        let squares = core::iter::once(0.0).chain(self.off_diagonal.iter().map(|b| b * b));
        for (a, square) in self.diagonal.iter().zip(squares) {
            pivot = a - x - square / pivot;
            if pivot == 0.0 {
                pivot = f64::MIN_POSITIVE;
            }
            count += usize::from(pivot < 0.0);
        }
        count
    }

    /// The eigenvalue of this rank, the least having 1, by bisection between Gershgorin's bounds.
    fn eigenvalue(&self, rank: usize) -> f64 {
        let most = |numbers: &[f64]| numbers.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let bound = most(self.diagonal) + 2.0 * most(self.off_diagonal);
        let (mut low, mut high) = (-bound, bound);
        for _ in 0..100 {
            let middle = 0.5 * low + 0.5 * high;
            if self.count_below(middle) >= rank { high = middle } else { low = middle }
        }
        0.5 * low + 0.5 * high
    }
}
