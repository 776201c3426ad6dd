//! The ends of the spectrum of a curvature that is known by its products with vectors: Lanczos' method.
//!
//! ```text
//! H x ≈ Wᵀ (G̃_S(θ) - G̃_S(θ + εWx)) / ε                         S the same data for every product
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
use super::probe::{Batches, Pass, Probe};
use crate::Error;
use crate::gradient::StepError;
use crate::num::{Real, all_within, epsilon, reach};
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
    /// The largest magnitude of an eigenvalue besides the diagonal; 0 where that is not asked for.
    pub(super) correlated: f64,
}

impl Curvature {
    /// Nothing is known.
    const NONE: Self = {
        let unknown = f64::NAN;
        Self { largest: unknown, least: unknown, mean: unknown, precision: unknown, correlated: unknown }
    };
}

/// The vectors that the method works on; `base` has the gradient at θ over all that is looked at.
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
    /// Room for the diagonal of H, where its eigenvalues without that are asked for; else none.
    pub(super) own: &'a mut [f64],
    /// τ, positive.
    pub(super) temperature: f64,
    /// r, or 0 for that of the precision.
    pub(super) reach: f64,
    pub(super) noise: &'a mut Lanes,
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
    /// Over all data where `batch_count` batches hold them, else over so many.
    #[inline(never)]
    pub(super) fn measure(
        &mut self,
        probe: &mut Probe<'_, R>,
        batches: &mut Batches<'_>,
        batch_count: u32,
    ) -> Result<Curvature, StepError> {
        if !probe.directed {
            return Ok(Curvature::NONE);
        }
        let over = &self.start(probe, batches, batch_count)?;
        draw_direction(self.x, self.noise, self.site, self.metric);
        if normalize(self.x) == 0.0 {
            return Ok(Curvature::NONE);
        }
        let reach = self.find_reach(probe, batches, over)?;
        let (matrix, size) = self.reduce(reach, probe, batches, over)?;
        let [least, largest] = matrix.ends();
        let mean = matrix.diagonal.first().map_or(0.0, |first| *first);
        let (precision, mut correlated) = (epsilon::<R>() * 64.0 * size, 0.0);
        if self.metric.moves().filter(|moves| *moves).nth(1).is_some() && !self.own.is_empty() {
            self.find_diagonal(self.reach_at(size), probe, batches, over)?;
            draw_direction(self.x, self.noise, self.site, self.metric);
            normalize(self.x);
            let (matrix, _) = self.reduce(self.reach_at(size), probe, batches, over)?;
            correlated = matrix.ends().into_iter().fold(0.0, |most: f64, end| most.max(end.abs()));
            self.own.fill(0.0);
        }
        Ok(Curvature { largest, least, mean, precision, correlated })
    }

    /// What all products look at; `base` gets the gradient over it.
    fn start(
        &mut self,
        probe: &mut Probe<'_, R>,
        batches: &mut Batches<'_>,
        batch_count: u32,
    ) -> Result<Pass, StepError> {
        let over = batches.pass(batch_count);
        self.base.fill(0.0);
        let mut pass = over.clone();
        while let Some((batch, share)) = batches.next(&mut pass)? {
            probe.at(self.theta, batch)?.ok_or(Error::Impossible)?;
            probe.add_to(self.base, share);
        }
        batches.choice = pass.choice;
        Ok(over)
    }

    /// H, or what it has besides the diagonal in `own`, as a tridiagonal matrix in which x is the first direction; and the
    /// largest number in it.
    fn reduce(
        &mut self,
        mut reach: f64,
        probe: &mut Probe<'_, R>,
        batches: &mut Batches<'_>,
        over: &Pass,
    ) -> Result<(Tridiagonal<'_>, f64), StepError> {
        let (mut largest, mut count) = (0.0f64, 0);
        let mut off = 0.0;
        for k in 0..self.diagonal.len().min(self.x.len()) {
            while !self.multiply(reach, probe, batches, over)? {
                reach /= 16.0;
                if reach == 0.0 {
                    return Err(Error::Impossible.into());
                }
            }
            let along = dot(self.x, self.y);
            largest = largest.max(along.abs());
            set(self.diagonal, k, along);
            for ((y, x), last) in self.y.iter_mut().zip(&*self.x).zip(&mut *self.last) {
                *y -= along * x + off * *last;
                *last = *x;
            }
            count = k + 1;
            off = libm::sqrt(dot(self.y, self.y));
            largest = largest.max(off);
            // What is left is rounding.
            if off <= 8.0 * epsilon::<R>() * largest {
                break;
            }
            set(self.off_diagonal, k, off);
            self.x.iter_mut().zip(&*self.y).for_each(|(x, y)| *x = y / off);
            reach = self.reach_at(largest);
        }
        let matrix = Tridiagonal {
            diagonal: self.diagonal.get(..count).unwrap_or_default(),
            off_diagonal: self.off_diagonal.get(..count.saturating_sub(1)).unwrap_or_default(),
        };
        Ok((matrix, largest))
    }

    /// `own` ← the diagonal of H: exactly by as many products as there are parameters, else by random signs (Bekas,
    /// Kokiopoulou and Saad 2007), off by some of the other numbers of a row over the root of their count.
    #[inline(never)]
    fn find_diagonal(
        &mut self,
        reach: f64,
        probe: &mut Probe<'_, R>,
        batches: &mut Batches<'_>,
        over: &Pass,
    ) -> Result<(), StepError> {
        let count = self.diagonal.len();
        let moving = self.metric.moves().filter(|moves| *moves).count();
        let exact = moving <= count;
        for k in 0..count.min(moving) {
            draw_direction(self.x, self.noise, self.site, self.metric);
            let moved = self.x.iter_mut().zip(self.metric.moves()).filter(|(_, moves)| *moves);
            for (rank, (x, _)) in moved.enumerate() {
                *x = if exact { f64::from(u8::from(rank == k)) } else { if *x < 0.0 { -1.0 } else { 1.0 } };
            }
            normalize(self.x);
            let mut reach = reach;
            // The diagonal so far must not be taken off: it is put aside in `last`.
            put(self.last, self.own);
            self.own.fill(0.0);
            while !self.multiply(reach, probe, batches, over)? {
                reach /= 16.0;
                if reach == 0.0 {
                    return Err(Error::Impossible.into());
                }
            }
            let share = if exact { 1.0 } else { moving as f64 / count as f64 };
            let terms = self.own.iter_mut().zip(&*self.last).zip(self.x.iter().zip(&*self.y));
            terms.for_each(|((own, so_far), (x, y))| *own = so_far + share * x * y);
        }
        Ok(())
    }

    /// fᵀH⁻¹f / |f|², by the quadrature that Lanczos' method is: `own` is none.
    #[inline(never)]
    pub(super) fn inverse_along(
        &mut self,
        f: &[f64],
        probe: &mut Probe<'_, R>,
        batches: &mut Batches<'_>,
        batch_count: u32,
    ) -> Result<f64, StepError> {
        put(self.x, f);
        if normalize(self.x) == 0.0 {
            return Ok(f64::NAN);
        }
        let over = &self.start(probe, batches, batch_count)?;
        let reach = self.find_reach(probe, batches, over)?;
        Ok(self.reduce(reach, probe, batches, over)?.0.inverse_of_first())
    }

    /// ε where the curvature is q.
    fn reach_at(&self, curvature: f64) -> f64 {
        let share = if self.reach == 0.0 { reach::<R>() } else { self.reach };
        let wanted = share * libm::sqrt(self.temperature / curvature.abs());
        let theta = self.theta.iter().fold(0.0, |sum, t| sum + t.to_f64() * t.to_f64());
        // Finite, so that it gets to 0 where it is made smaller.
        wanted.max(32.0 * epsilon::<R>() * libm::sqrt(theta)).min(f64::MAX)
    }

    /// The ε of the first product, by trying: 0 where no difference shows at any.
    fn find_reach(
        &mut self,
        probe: &mut Probe<'_, R>,
        batches: &mut Batches<'_>,
        over: &Pass,
    ) -> Result<f64, StepError> {
        // Where a gradient is long, a posterior is narrow; and a first try that is too short does no harm, where one
        // that is too long may be where the model overflows.
        let gradient = dot(self.base, self.base);
        let mut reach = self.reach_at(1e6 * self.temperature.max(gradient / self.temperature));
        for _ in 0..40 {
            if !self.multiply(reach, probe, batches, over)? {
                reach /= 16.0;
                continue;
            }
            let along = dot(self.x, self.y).abs();
            if along == 0.0 {
                // As in `reach_at`: infinity would never get smaller again.
                reach = (16.0 * reach).min(f64::MAX);
                continue;
            }
            let wanted = self.reach_at(along);
            let near = (0.25..=4.0).contains(&(wanted / reach));
            reach = wanted;
            if near {
                break;
            }
        }
        Ok(reach)
    }

    /// y ← H x by a difference that reaches ε far; false where the model is impossible there or not finite, or ε
    /// too large for θ.
    #[inline(never)]
    fn multiply(
        &mut self,
        reach: f64,
        probe: &mut Probe<'_, R>,
        batches: &mut Batches<'_>,
        over: &Pass,
    ) -> Result<bool, StepError> {
        let Self { theta, metric, site, base, x, y, own, .. } = self;
        y.iter_mut().zip(&**x).for_each(|(y, x)| *y = *x);
        metric.apply(y);
        let (mut moved, mut meant) = (0.0, 0.0);
        for ((site, theta), along) in site.iter_mut().zip(*theta).zip(&**y) {
            *site = R::from_f64(theta.to_f64() + reach * along);
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
        let mut pass = over.clone();
        while let Some((batch, share)) = batches.next(&mut pass)? {
            if !probe.reaches(site, batch)? {
                return Ok(false);
            }
            probe.add_to(y, share);
        }
        let stored = moved / meant;
        y.iter_mut().zip(&**base).for_each(|(y, base)| *y = (base - *y) / stored);
        metric.apply_transposed(y);
        y.iter_mut().zip(&**x).zip(&**own).for_each(|((y, x), own)| *y -= own * x);
        Ok(dot(y, y).is_finite())
    }
}

/// to ← from.
pub(super) fn put(to: &mut [f64], from: &[f64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
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
    /// The least and the largest eigenvalue.
    fn ends(&self) -> [f64; 2] {
        [1, self.diagonal.len()].map(|rank| self.eigenvalue(rank))
    }

    /// The first number of the inverse, by elimination from the last row on; NaN of a matrix that is not positive.
    fn inverse_of_first(&self) -> f64 {
        let squares = self.off_diagonal.iter().map(|b| b * b).rev();
        let mut rows = self.diagonal.iter().rev();
        let last = rows.next().map_or(f64::NAN, |a| *a);
        let mut pivots = rows.zip(squares);
        let positive = |pivot: f64| if pivot > 0.0 { pivot } else { f64::NAN };
        1.0 / pivots
            .try_fold(last, |pivot, (a, square)| Some(a - square / positive(pivot)))
            .map_or(f64::NAN, positive)
    }

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
