//! The variances over batches of the gradient, of a control variate, and of the log-likelihood.
//!
//! ```text
//! D = G̃_I(θ) - G̃_I'(θ)      for pairs of independent batches:   ν_i² = mean of ½ D_i²,   C = mean of ½ D Dᵀ
//! E = the same for G̃_I(θ + δ) - G̃_I(θ̃)                         a control variate anchored at θ̃, mostly θ
//! ```
//!
//! Of batches by epochs D is that of full ones, times the square root of what a short last one adds to their mean
//! variance.
//!
//! δ is normal in the chain's metric, and scaled so that δᵀHδ = τd, as for draws of the posterior around its mode: a
//! control variate has no noise at its anchor, and what it has elsewhere grows with that. The largest variance over all
//! directions comes by power iteration: each quarter of the pairs finds the direction in which the next is looked at, so
//! that its variance there is not what chance made the largest.

use super::curvature::{Curvature, dot, draw_direction, normalize};
use super::metric::Metric;
use super::probe::{Batches, Probe};
use crate::Error;
use crate::gradient::StepError;
use crate::num::{Real, all_within};
use crate::rng::Lanes;

/// What is known of the noise; variances of G̃ are in the chain's metric, NaN where no gradient is asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NoiseLevels {
    /// ν_i² of the noisiest coordinate.
    pub(super) coordinate: f64,
    /// That of the least noisy coordinate which moves.
    pub(super) least: f64,
    /// The largest over directions.
    pub(super) direction: f64,
    /// The mean over coordinates.
    pub(super) mean: f64,
    /// The largest magnitude of the covariance without its diagonal, as far as it is known.
    pub(super) correlated: f64,
    /// A bound on that, where it is not known: C has no more in any direction.
    pub(super) opposed: f64,
    /// A control variate's noisiest coordinate.
    pub(super) variate: f64,
    /// The same along the noisiest direction, if that is more.
    pub(super) variate_direction: f64,
    /// |E G̃|², without what noise adds.
    pub(super) gradient: f64,
    /// What noise added, which has been taken off: of one direction at the most it is off by √2 of it, as a standard
    /// deviation.
    pub(super) gradient_error: f64,
    /// The variance of μ̂_I.
    pub(super) log_likelihood: f64,
    /// How many coordinates move.
    pub(super) moving: f64,
}

/// The vectors that the variances are gathered in, zeros at first.
pub(super) struct Noise<'a, R: Real> {
    pub(super) theta: &'a [R],
    /// θ̃.
    pub(super) origin: &'a [R],
    pub(super) metric: &'a Metric<'a, R>,
    pub(super) mean: &'a mut [f64],
    pub(super) pair: &'a mut [f64],
    pub(super) x: &'a mut [f64],
    pub(super) y: &'a mut [f64],
    pub(super) site: &'a mut [R],
    pub(super) variance: &'a mut [f64],
    pub(super) covariance: &'a mut [f64],
    pub(super) in_metric: &'a mut [f64],
    pub(super) variate: &'a mut [f64],
    pub(super) of_variate: &'a mut [f64],
    pub(super) noise: &'a mut Lanes,
}

/// The values' mean and sum of squares.
#[derive(Default)]
struct Spread {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Spread {
    fn add(&mut self, x: f64) {
        self.count += 1.0;
        let off = x - self.mean;
        self.mean += off / self.count;
        self.squares += off * (x - self.mean);
    }
}

#[inline(never)]
fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |largest, x| if *x > largest { *x } else { largest })
}

/// sums ← sums + scale x², rounded as a diagonal's x x is.
#[inline(never)]
fn add_squares(sums: &mut [f64], x: &[f64], scale: f64) {
    sums.iter_mut().zip(x).for_each(|(sum, x)| *sum += scale * (x * x));
}

impl<R: Real> Noise<'_, R> {
    /// Over `pair_count` pairs of batches, half of them for the control variate, too.
    #[inline(never)]
    pub(super) fn measure(
        &mut self,
        probe: &mut Probe<'_, R>,
        batches: &mut Batches<'_>,
        pair_count: u32,
        temperature: f64,
        curvature: &mut Curvature,
    ) -> Result<NoiseLevels, StepError> {
        let moving = self.metric.moves().filter(|moves| *moves).count() as f64;
        let differ = batches.differ();
        // All data are one batch, and their gradient is what a pair's would be.
        let pairs = if differ { pair_count } else { 1 };
        let (share, quarter) = (0.5 / f64::from(pairs), pairs.div_ceil(4));
        // Differences of full batches, as long as those of all that an epoch has are in the mean.
        let excess = if differ { batches.excess() } else { 1.0 };
        let longer = libm::sqrt(excess);
        let reach = libm::sqrt(temperature / curvature.mean);
        let displaces = differ && probe.directed && reach.is_finite() && reach > 0.0;
        let (mut values, mut energy, mut square) = (Spread::default(), 0.0, 0.0);
        let (mut displaced_count, mut variate_along) = (0.0, 0.0);
        // Of the pairs since the direction was good enough.
        let (mut quotient, mut quotient_count) = (0.0, 0.0);
        if probe.directed {
            draw_direction(self.x, self.noise, self.site, self.metric);
            normalize(self.x);
        }
        self.y.fill(0.0);
        for k in 0..pairs {
            let mut displaced = displaces && k >= pairs / 2;
            let mut length = 0.0;
            self.pair.fill(0.0);
            if displaced {
                draw_direction(self.variate, self.noise, self.site, self.metric);
                length = dot(self.variate, self.variate);
                self.metric.apply(self.variate);
                for ((site, theta), along) in self.site.iter_mut().zip(self.theta).zip(&*self.variate) {
                    *site = R::from_f64(theta.to_f64() + reach * along);
                }
                self.variate.fill(0.0);
                displaced = all_within(self.site, R::MAX);
            }
            let mut gained = 0.0;
            for sign in [1.0, -1.0] {
                let batch = batches.draw()?;
                let value = probe.at(self.theta, batch)?.ok_or(Error::Impossible)?;
                values.add(value);
                probe.add_to(self.pair, longer * sign);
                probe.add_to(self.mean, share);
                if displaced {
                    gained += self.along(probe);
                    if self.origin.as_ptr() != self.theta.as_ptr() {
                        probe.at(self.origin, batch)?.ok_or(Error::Impossible)?;
                    }
                    probe.add_to(self.variate, -longer * sign);
                    displaced = probe.reaches(self.site, batch)?;
                    gained -= self.along(probe);
                    probe.add_to(self.variate, longer * sign);
                }
            }
            if !probe.directed {
                continue;
            }
            add_squares(self.variance, self.pair, share);
            let dim = self.pair.len().max(1);
            for (row, a) in self.covariance.chunks_exact_mut(dim).zip(&*self.pair) {
                row.iter_mut().zip(&*self.pair).for_each(|(c, b)| *c += share * (a * b));
            }
            self.metric.apply_transposed(self.pair);
            add_squares(self.in_metric, self.pair, share);
            let along = dot(self.pair, self.x);
            if k >= 2 * quarter || pairs == 1 {
                quotient += 0.5 * along * along;
                quotient_count += 1.0;
            }
            self.y.iter_mut().zip(&*self.pair).for_each(|(y, d)| *y += along * d);
            if displaced {
                energy += gained;
                square += length * reach * reach;
                displaced_count += 1.0;
                self.metric.apply_transposed(self.variate);
                add_squares(self.of_variate, self.variate, 0.5);
                let along = dot(self.variate, self.x);
                variate_along += 0.5 * along * along;
            }
            if (k + 1).is_multiple_of(quarter) && k + 1 < pairs {
                core::mem::swap(&mut self.x, &mut self.y);
                normalize(self.x);
                self.y.fill(0.0);
            }
        }
        let mut levels = NoiseLevels {
            log_likelihood: if differ { values.squares / (values.count - 1.0) } else { 0.0 },
            moving,
            ..NoiseLevels::default()
        };
        if !probe.directed {
            let unknown = f64::NAN;
            (levels.coordinate, levels.direction, levels.mean) = (unknown, unknown, unknown);
            (levels.correlated, levels.variate, levels.gradient) = (unknown, unknown, unknown);
            (levels.variate_direction, levels.least, levels.opposed) = (unknown, unknown, unknown);
            return Ok(levels);
        }
        let total = self.in_metric.iter().fold(0.0, |sum, x| sum + x);
        levels.coordinate = largest(self.in_metric);
        levels.mean = total / moving;
        let moved = self.in_metric.iter().zip(self.metric.moves()).filter(|(_, moves)| *moves);
        levels.least = moved.fold(levels.coordinate, |least, (x, _)| if *x < least { *x } else { least });
        self.metric.apply_transposed(self.mean);
        // The mean is one of full batches.
        let added = total * share / excess;
        levels.gradient_error = if differ { added } else { 0.0 };
        levels.gradient = (dot(self.mean, self.mean) - added).max(0.0);
        // δ was as long as one direction's curvature said; the pairs have measured δᵀHδ.
        let mut scale = 1.0 / displaced_count;
        if self.origin == self.theta && energy > 0.0 {
            curvature.mean = 0.5 * energy / square;
            scale = temperature * moving / (0.5 * energy);
        }
        if differ {
            levels.variate = f64::NAN;
            if displaced_count > 0.0 {
                levels.variate = largest(self.of_variate) * scale;
            }
            levels.variate_direction = levels.variate.max(variate_along * scale);
        }
        // One coordinate is the only direction.
        let along = if moving > 1.0 { quotient / quotient_count } else { 0.0 };
        levels.direction = levels.coordinate.max(along);
        // Besides the diagonal C has, in the direction that was found, what is more than the diagonal's there.
        let own = self.x.iter().zip(&*self.in_metric).fold(0.0, |sum, (x, variance)| sum + x * x * variance);
        levels.correlated = (levels.direction - levels.coordinate).max(along - own);
        levels.opposed = if moving > 1.0 { levels.direction } else { 0.0 };
        if !self.covariance.is_empty() && differ {
            levels.direction = self.largest_of(false);
            levels.correlated = self.largest_of(true);
            levels.opposed = levels.correlated;
        }
        Ok(levels)
    }

    /// What the posterior's logarithm falls by along δ, to first order, by the last gradient.
    #[inline(never)]
    fn along(&self, probe: &Probe<'_, R>) -> f64 {
        let numbers = self.site.iter().zip(self.theta).zip(&*probe.gradient);
        let of = |((site, theta), g): ((&R, &R), &R)| (site.to_f64() - theta.to_f64()) * g.to_f64();
        numbers.map(of).fold(0.0, |sum, x| sum + x) * f64::from(probe.config.data_len.get())
    }

    /// The largest magnitude of an eigenvalue of the covariance in the metric, or of what it has besides its diagonal.
    fn largest_of(&mut self, besides: bool) -> f64 {
        let dim = self.x.len().max(1);
        draw_direction(self.x, self.noise, self.site, self.metric);
        normalize(self.x);
        let mut size = 0.0;
        for _ in 0..100 {
            // In `pair` W x, in `y` C W x.
            self.pair.iter_mut().zip(&*self.x).for_each(|(to, x)| *to = *x);
            self.metric.apply(self.pair);
            for (y, row) in self.y.iter_mut().zip(self.covariance.chunks_exact(dim)) {
                *y = dot(row, self.pair);
            }
            self.metric.apply_transposed(self.y);
            if besides {
                let columns = self.y.iter_mut().zip(&*self.x).zip(&*self.in_metric);
                columns.for_each(|((y, x), own)| *y -= own * x);
            }
            core::mem::swap(&mut self.x, &mut self.y);
            size = normalize(self.x);
        }
        size
    }
}
