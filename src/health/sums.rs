//! What looks add up: squares, counts in two windows, and a band.

use crate::chain::{BatchSettings, Config, Sampler, Statistics};
use crate::num::ln;

/// What is measured of steps and velocities.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(super) struct Squares {
    /// Σ ‖drift‖², Σ ‖noise‖², and Σ 2ητd, where the noise makes room for the gradient's, over `measured_count` looks.
    pub(super) drift: f64,
    pub(super) noise: f64,
    pub(super) nominal: f64,
    pub(super) measured_count: u64,
    /// Σ of kinetic temperatures by looks, and how many of them and degrees of freedom.
    pub(super) kinetic: f64,
    pub(super) kinetic_count: u64,
    pub(super) freedom: f64,
    /// Σ ζ.
    pub(super) thermostat: f64,
    /// Σ (‖drift‖² + ‖noise‖²) of any chain, and the variance that rounding θ adds to such moves.
    pub(super) moves: f64,
    pub(super) rounding: f64,
}

impl Squares {
    #[inline(never)]
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self {
            drift: self.drift + other.drift,
            noise: self.noise + other.noise,
            nominal: self.nominal + other.nominal,
            measured_count: self.measured_count + other.measured_count,
            kinetic: self.kinetic + other.kinetic,
            kinetic_count: self.kinetic_count + other.kinetic_count,
            freedom: self.freedom + other.freedom,
            thermostat: self.thermostat + other.thermostat,
            moves: self.moves + other.moves,
            rounding: self.rounding + other.rounding,
        }
    }

    /// By what share looks were too hot.
    pub(super) fn heat(&self, config: &Config) -> f64 {
        match &config.sampler {
            Sampler::Rule(_) if self.measured_count == 0 => self.kinetic / self.kinetic_count as f64 - 1.0,
            Sampler::Rule(rule) if !rule.compensation.is_none() => {
                (self.drift + self.noise) / self.nominal - 1.0
            }
            Sampler::Rule(_) | Sampler::MetropolisHastings(_) => self.drift / self.noise,
        }
    }
}

/// Whether looks after so many steps each never come after some of an epoch's batches, whose steps cool what others heat.
pub(super) fn misses_batches(config: &Config, steps: u64) -> bool {
    let BatchSettings::Epochs(_) = config.batch else { return false };
    let [mut a, mut b] = [u64::from(config.data_len.get().div_ceil(config.batch_len().get())), steps];
    while b > 0 {
        [a, b] = [b, a % b];
    }
    a > 1
}

/// The log posterior and the size of θ, ln ‖θ‖², by looks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(super) struct Places {
    pub(super) count: u64,
    /// The first log posterior, which is taken off the others, so that what varies is not lost in it.
    origin: f64,
    level: f64,
    level_squares: f64,
    size: f64,
    size_squares: f64,
    products: f64,
}

/// The variance of the log posterior below which nothing holds θ: on a normal law each direction brings ½.
const FLAT: f64 = 0.1;

/// The correlation of the log posterior with the size of θ below which it falls: where it is all that falls, it is near
/// -1.
const FALLS: f64 = -0.3;

/// By how much θ must have grown, and how large its numbers must be, to run away; or so large that it need not grow while
/// somebody looks.
const GROWTH: f64 = 2.0;
const LARGE: f64 = 10.0;
const VAST: f64 = 1e8;

impl Places {
    #[inline(never)]
    pub(super) fn push(&mut self, level: f64, size: f64) {
        if self.count == 0 {
            self.origin = level;
        }
        let level = level - self.origin;
        self.count += 1;
        self.level += level;
        self.level_squares += level * level;
        self.size += size;
        self.size_squares += size * size;
        self.products += level * size;
    }

    #[inline(never)]
    pub(super) fn plus(&self, other: &Self) -> Self {
        if self.count == 0 {
            return *other;
        }
        let (off, count) = (other.origin - self.origin, other.count as f64);
        Self {
            count: self.count + other.count,
            origin: self.origin,
            level: self.level + other.level + off * count,
            level_squares: self.level_squares + other.level_squares + off * (2.0 * other.level + off * count),
            size: self.size + other.size,
            size_squares: self.size_squares + other.size_squares,
            products: self.products + other.products + off * other.size,
        }
    }

    /// The mean size.
    pub(super) fn size(&self) -> f64 {
        self.size / self.count as f64
    }

    /// Whether θ, in so many numbers, that has grown so much meets nothing that would hold it: where it is larger the log
    /// posterior is no lower, but for chance.
    #[inline(never)]
    pub(super) fn is_away(&self, growth: f64, dim: u64) -> bool {
        let [level, size] = [self.level, self.size].map(|sum| sum / self.count as f64);
        let level_variance = self.level_squares / self.count as f64 - level * level;
        let size_variance = self.size_squares / self.count as f64 - size * size;
        let covariance = self.products / self.count as f64 - level * size;
        let falls = covariance < FALLS * libm::sqrt((level_variance * size_variance).max(0.0));
        let each = size - ln(dim as f64);
        let is_far = growth > GROWTH && each > 2.0 * ln(LARGE) || each > 2.0 * ln(VAST);
        self.count >= 32 && is_far && level_variance < FLAT && !falls
    }
}

/// A chain's counts at a step, or those of a window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(super) struct Counts {
    pub(super) steps: u64,
    pub(super) clipped: u64,
    pub(super) clamped: u64,
    pub(super) forward: [u64; 2],
    pub(super) backward: [u64; 2],
    pub(super) batches: [u64; 2],
    pub(super) nonfinite: u64,
}

impl Counts {
    /// Of proposals `[all, accepted]`.
    #[inline(never)]
    pub(super) fn of(statistics: &Statistics) -> Self {
        Self {
            steps: statistics.step_count,
            clipped: statistics.clipped_count,
            clamped: statistics.clamped_count,
            forward: [statistics.forward_count, statistics.forward_accepted_count],
            backward: [statistics.backward_count, statistics.backward_accepted_count],
            batches: [statistics.batch_count, statistics.batch_accepted_count],
            nonfinite: statistics.nonfinite_count,
        }
    }

    #[inline(never)]
    pub(super) fn since(&self, earlier: &Self) -> Self {
        let less = |[all, accepted]: [u64; 2], [all0, accepted0]: [u64; 2]| {
            [all.saturating_sub(all0), accepted.saturating_sub(accepted0)]
        };
        Self {
            steps: self.steps.saturating_sub(earlier.steps),
            clipped: self.clipped.saturating_sub(earlier.clipped),
            clamped: self.clamped.saturating_sub(earlier.clamped),
            forward: less(self.forward, earlier.forward),
            backward: less(self.backward, earlier.backward),
            batches: less(self.batches, earlier.batches),
            nonfinite: self.nonfinite.saturating_sub(earlier.nonfinite),
        }
    }

    /// All proposals of a θ.
    pub(super) fn proposals(&self) -> [u64; 2] {
        let [[forward, accepted], [backward, backward_accepted]] = [self.forward, self.backward];
        [forward + backward, accepted + backward_accepted]
    }
}

/// The share of what was accepted; NaN of nothing.
pub(super) fn share([all, accepted]: [u64; 2]) -> f64 {
    accepted as f64 / all as f64
}

/// The band in which χ²_k / k is but for one time in some million, 5 standard deviations of the normal that its cube
/// root nearly is: Wilson and Hilferty 1931.
pub(super) fn band(freedom: f64) -> [f64; 2] {
    let variance = 2.0 / (9.0 * freedom);
    [-5.0, 5.0].map(|z| {
        let root = f64::max(1.0 - variance + z * libm::sqrt(variance), 0.0);
        root * root * root
    })
}

#[cfg(test)]
mod tests {
    use super::Places;

    #[test]
    fn halves_have_the_sums_of_all() {
        let [mut first, mut second, mut all] = [Places::default(); 3];
        for i in 0..20 {
            let (level, size) = (f64::from(i * i) - 7.0, f64::from(i));
            if i < 7 { &mut first } else { &mut second }.push(level, size);
            all.push(level, size);
        }
        // Of small integers exactly.
        assert_eq!(first.plus(&second), all);
    }
}
