//! The spike-and-slab prior: a narrow and a wide normal, for sparse networks.

use super::{Density, Part};
use crate::Error;
use crate::num::{Column, F64s, Precision, Real, Sum, Vector, clamped, splat, update, visit};
use crate::range::Ranges;
use crate::record::part;

part! {
    /// λ N(0, σ1²) + (1 - λ) N(0, σ0²) for every parameter; Kim, Song and Liang 2020, (4).
    ///
    /// ```text
    /// z = log(λ/(1-λ)) + log(σ0/σ1) + ½ θ² (1/σ0² - 1/σ1²),   1 - r = 1/(1 + e^z)
    /// ∇log π0 = -θ (r/σ1² + (1 - r)/σ0²) = -θ (1/σ1² + (1 - r) (1/σ0² - 1/σ1²))
    /// ```
    ///
    /// The second form adds positive numbers only: 1/σ1² - the slab's pull - would drown in differences with 1/σ0².
    SpikeAndSlab;

    /// The weight of the slab, λ.
    slab_weight: f64 => above(0.0).below(1.0), SlabWeight;
    /// The standard deviation of the slab, above that of the spike.
    slab_deviation: f64;
    /// The standard deviation of the spike, > 0.
    spike_deviation: f64;
}

// No curvature is certain: the spike's, where it holds a parameter, is a matter of θ.
impl Part for SpikeAndSlab {
    type Bound<'s, R: Real> = BoundSpikeAndSlab;

    fn check<R: Real>(&self, _dim: usize) -> Result<(), Error> {
        Ranges::<R>::check_ranges(self)?;
        let usable = |precision: f64| {
            let precision = R::from_f64(precision);
            precision > R::default() && precision.is_finite()
        };
        let [slab, spike] = self.precisions();
        let ordered = 0.0 < self.spike_deviation && self.spike_deviation < self.slab_deviation;
        // The difference of the precisions, too, must not vanish.
        let good = ordered && usable(slab) && usable(spike) && usable(0.5 * (spike - slab));
        if good { Ok(()) } else { Err(Error::SlabDeviation) }
    }

    // A function of its own: the logarithms would be in every walk over θ.
    #[inline(never)]
    fn bind<R: Real>(&self, _vectors: [&[R]; 2]) -> BoundSpikeAndSlab {
        let [slab, spike] = self.precisions();
        BoundSpikeAndSlab { slab, spike, log_odds: self.log_odds() }
    }
}

impl SpikeAndSlab {
    /// |θ| from which the slab is the likelier: weights at least as large count as kept. 0 where the slab always is.
    ///
    /// sqrt(2 log((1-λ)σ1/(λσ0)) σ0²σ1²/(σ1² - σ0²)): 0.01996 for λ = 1e-7, σ1² = 0.02, σ0² = 1e-5.
    pub fn keep_threshold(&self) -> f64 {
        let [slab, spike] = self.precisions();
        libm::sqrt((-2.0 * self.log_odds() / (spike - slab)).max(0.0))
    }

    /// The share of parameters with |θ| at or above the threshold; NaN for none.
    pub fn kept_ratio<R: Real>(&self, theta: &[R]) -> f64 {
        let threshold = self.keep_threshold();
        let kept = theta.iter().filter(|theta| libm::fabs(theta.to_f64()) >= threshold).count();
        kept as f64 / theta.len() as f64
    }

    /// 1/σ1² and 1/σ0².
    fn precisions(&self) -> [f64; 2] {
        [self.slab_deviation, self.spike_deviation].map(|deviation| 1.0 / (deviation * deviation))
    }

    /// z at θ = 0.
    fn log_odds(&self) -> f64 {
        libm::log(self.slab_weight / (1.0 - self.slab_weight))
            + libm::log(self.spike_deviation / self.slab_deviation)
    }
}

/// The constants of a prior, worked out before a pass.
#[derive(Clone, Copy)]
pub(crate) struct BoundSpikeAndSlab {
    /// 1/σ1².
    slab: f64,
    /// 1/σ0².
    spike: f64,
    /// z at θ = 0.
    log_odds: f64,
}

impl<R: Real> Density<R> for BoundSpikeAndSlab {
    fn add_gradient(&self, theta: &[R], force: &mut [R], limit: R) {
        let Self { slab, spike, log_odds } = *self;
        let (one, zero) = (splat::<R>(1.0), splat::<R>(0.0));
        let pull = |t: R::Piece| {
            let z = splat::<R>(log_odds) + t * t * splat::<R>(0.5 * (spike - slab));
            let spike_share = one / (one + R::exp(z));
            (zero - t) * (splat::<R>(slab) + spike_share * splat::<R>(spike - slab))
        };
        update(&mut Column::new(force), [theta], |[f0, f1], [[t0, t1]], _| {
            clamped::<R>([f0 + pull(t0), f1 + pull(t1)], limit)
        });
    }

    /// Σ log(e^a + e^b), a = -θ²/2σ0² and b = log(λσ0/((1-λ)σ1)) - θ²/2σ1², so z = b - a; in `f64`.
    fn log_density(&self, theta: &[R]) -> f64 {
        let Self { slab, spike, log_odds } = *self;
        let constant = |x: f64| F64s::splat(x);
        let mut sum = Sum::<R>::new();
        visit([theta], |[theta], place| {
            sum.add_of(place, theta, |t| {
                let half_square = t * t * constant(0.5);
                let z = constant(log_odds) + half_square * constant(spike - slab);
                let small = <f64 as Precision>::exp(constant(0.0) - Vector::abs(z));
                let in_spike = constant(0.0) - half_square * constant(spike);
                let in_slab = constant(log_odds) - half_square * constant(slab);
                in_spike.larger(in_slab) + <f64 as Precision>::ln(constant(1.0) + small)
            });
        });
        sum.total()
    }
}
