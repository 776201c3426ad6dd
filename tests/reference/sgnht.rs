//! The thermostat: Ding et al. 2014, and its symmetric splitting, Chen, Ding and Carin 2015.
//!
//! ```text
//! Euler       v ← (1 - ζ) v + η G + sqrt(2αητ) ξ;   θ ← θ + v;   ζ ← ζ + (vᵀv/d - ητ)
//! symmetric   θ ← θ + v/2, ζ ← ζ + ½(vᵀv/d - ητ);  v ← e v;  v ← v + ηG + noise;  v ← e v;  θ and ζ once more;  e = exp(-ζ/2)
//! ```

use super::aboba::{half_kicks, half_step};
use super::pass::{Coordinate, Coordinatewise, Moved, finite, noise_scale};
use super::ranges::Range;
use super::sghmc::whole_kick;
use super::{Scalar, Sums};
use sgmcmc::rule::{Splitting, StepParameters};

/// One ζ for all coordinates.
pub(crate) struct Scalars {
    pub(crate) friction: f64,
    pub(crate) splitting: Splitting,
    pub(crate) zeta: f64,
}

/// One ζ for each, the second of its own numbers.
pub(crate) struct PerCoordinate {
    pub(crate) friction: f64,
    pub(crate) splitting: Splitting,
}

impl Scalars {
    /// ζ + share (Σ v² - Σ ητ)/d: every range has its own η, and all count together.
    pub(crate) fn follow<R: Scalar>(
        &mut self,
        share: f64,
        ranges: &[Range<'_>],
        v: &[R],
        at: &StepParameters,
    ) {
        let (mut sums, mut expected, mut moving) = (Sums::new::<R>(), 0.0, 0.0);
        for range in ranges {
            for (i, v) in v[range.indices()].iter().enumerate() {
                sums.add(i, v.to_f64() * v.to_f64());
            }
            expected += range.len() as f64 * (range.at(at).step_size * at.temperature);
            moving += range.len() as f64;
        }
        let off = sums.total().min(f64::MAX) - f64::min(expected, f64::MAX);
        self.zeta = (self.zeta + share * (off / f64::max(moving, 1.0))).clamp(-f64::MAX, f64::MAX);
    }
}

/// In the precision of θ and finite.
pub(crate) fn narrowed<R: Scalar>(x: f64) -> R {
    R::from_f64(x.clamp(-R::MAX.to_f64(), R::MAX.to_f64()))
}

/// What e = exp(-ζ/2) is held below, so that no noise overflows: the fourth root of the format's range.
fn decay_limit<R: Scalar>() -> f64 {
    if size_of::<R>() == 4 { libm::exp2(32.0) } else { libm::exp2(256.0) }
}

impl<R: Scalar> Coordinatewise<R> for Scalars {
    fn noise(&self, at: &StepParameters) -> R {
        noise_scale(at, self.friction)
    }

    fn site(&self, coordinate: &Coordinate<R>) -> R {
        match self.splitting {
            Splitting::Euler => coordinate.theta,
            Splitting::Symmetric => half_step(coordinate),
        }
    }

    fn step(&self, coordinate: &mut Coordinate<R>, g: R, noise: Option<R>, at: &StepParameters) -> Moved<R> {
        match self.splitting {
            Splitting::Euler => whole_kick(coordinate, narrowed(1.0 - self.zeta), g, noise, at),
            Splitting::Symmetric => {
                let decay = libm::exp(-0.5 * self.zeta).min(decay_limit::<R>());
                half_kicks(coordinate, narrowed(decay), g, noise, at)
            }
        }
    }
}

impl<R: Scalar> Coordinatewise<R> for PerCoordinate {
    fn noise(&self, at: &StepParameters) -> R {
        noise_scale(at, self.friction)
    }

    fn site(&self, coordinate: &Coordinate<R>) -> R {
        match self.splitting {
            Splitting::Euler => coordinate.theta,
            Splitting::Symmetric => half_step(coordinate),
        }
    }

    fn step(&self, coordinate: &mut Coordinate<R>, g: R, noise: Option<R>, at: &StepParameters) -> Moved<R> {
        let heat = narrowed::<R>(at.step_size * at.temperature);
        let follow = |share: f64, coordinate: &mut Coordinate<R>| {
            let (v, zeta) = (coordinate.own[0], coordinate.own[1]);
            coordinate.own[1] = finite(zeta + (v * v - heat) * R::from_f64(share));
        };
        match self.splitting {
            Splitting::Euler => {
                let keep = R::from_f64(1.0) - coordinate.own[1];
                let moved = whole_kick(coordinate, keep, g, noise, at);
                follow(1.0, coordinate);
                moved
            }
            Splitting::Symmetric => {
                follow(0.5, coordinate);
                let decay = sgmcmc::exp(coordinate.own[1] * R::from_f64(-0.5));
                let limit = R::from_f64(decay_limit::<R>());
                let moved = half_kicks(coordinate, if decay > limit { limit } else { decay }, g, noise, at);
                follow(0.5, coordinate);
                moved
            }
        }
    }
}
