//! The coordinates in which a chain's fixed preconditioner is 1.

use super::lattice;
use crate::blocks::Blocks;
use crate::built;
use crate::chain::Sampler;
use crate::num::{Real, epsilon};
use crate::precond::Preconditioner;

/// W with W Wᵀ = P: θ = W φ, where the step of φ has the metric 1. P takes in the step-size factors of ranges, 0 for
/// those that are frozen.
pub(super) struct Metric<'a, R> {
    /// The roots of a diagonal, which come first.
    roots: &'a [f64],
    /// The rows of a Cholesky factor; none where P is diagonal.
    factor: &'a [R],
}

/// What the rounding of θ does to moves.
#[derive(Clone, Copy)]
pub(super) struct Rounding {
    /// The largest square of a distance between neighbouring numbers at θ: a bound, but for the lattice walk.
    pub(super) square: f64,
    /// By what share a lattice step of the chain's own size puts variances off, in the parameter where that is most.
    pub(super) lattice: f64,
}

impl<'a, R: Real> Metric<'a, R> {
    /// The metric of a sampler whose rule has this state: 1 where P is not fixed.
    #[inline(never)]
    pub(super) fn new(
        roots: &'a mut [f64],
        sampler: &Sampler<'_>,
        blocks: &Blocks<'_, R>,
        state: &'a [R],
    ) -> Self {
        for segment in blocks.segments() {
            let range = roots.get_mut(segment.start..segment.end).unwrap_or_default();
            range.fill(libm::sqrt(segment.factor));
        }
        let dim = roots.len();
        let mut factor: &[R] = &[];
        if let Some((drift, preconditioner)) = sampler.family() {
            let own = drift.part::<R>().vector_count().saturating_mul(dim);
            match preconditioner {
                Preconditioner::Diagonal(_) if built::PRECONDITIONERS => {
                    let diagonal = state.get(own..).unwrap_or_default();
                    for (root, p) in roots.iter_mut().zip(diagonal) {
                        *root *= libm::sqrt(p.to_f64());
                    }
                }
                Preconditioner::Dense(_) if built::DENSE => {
                    // Two vectors to work in come first.
                    factor = state.get(own.saturating_add(dim.saturating_mul(2))..).unwrap_or_default();
                }
                Preconditioner::Identity
                | Preconditioner::Diagonal(_)
                | Preconditioner::Dense(_)
                | Preconditioner::RmsProp(_)
                | Preconditioner::AdaGrad(_)
                | Preconditioner::PositionDependent { .. }
                | Preconditioner::PositionDependentDense => {}
            }
        }
        Self { roots, factor }
    }

    /// x ← W x.
    #[inline(never)]
    pub(super) fn apply(&self, x: &mut [f64]) {
        let dim = x.len().max(1);
        // From the last row to the first, in place.
        for (i, row) in self.factor.chunks_exact(dim).enumerate().rev() {
            let sum = row.iter().zip(&*x).take(i + 1).fold(0.0, |sum, (l, x)| sum + l.to_f64() * x);
            x.iter_mut().skip(i).take(1).for_each(|x| *x = sum);
        }
        x.iter_mut().zip(self.roots).for_each(|(x, root)| *x *= root);
    }

    /// x ← Wᵀ x.
    #[inline(never)]
    pub(super) fn apply_transposed(&self, x: &mut [f64]) {
        x.iter_mut().zip(self.roots).for_each(|(x, root)| *x *= root);
        if self.factor.is_empty() {
            return;
        }
        let dim = x.len().max(1);
        for i in 0..x.len() {
            let rows = self.factor.chunks_exact(dim).zip(&*x).skip(i);
            let of = |(row, x): (&[R], &f64)| row.get(i).map_or(0.0, |l| l.to_f64() * x);
            let sum = rows.map(of).fold(0.0, |sum, x| sum + x);
            x.iter_mut().skip(i).take(1).for_each(|x| *x = sum);
        }
    }

    /// What rounding does at θ; `square` is 2ητ.
    pub(super) fn rounding(&self, theta: &[R], sampler: &Sampler<'_>, square: f64) -> Rounding {
        let is_lattice = sampler.is_lattice();
        let (mut rounding, spacing) = (Rounding { square: 0.0, lattice: 0.0 }, libm::sqrt(square));
        for (theta, root) in theta.iter().zip(self.roots).filter(|(_, root)| **root > 0.0) {
            let size = theta.to_f64().abs();
            let distance =
                if is_lattice { lattice::distance::<R>(size) } else { epsilon::<R>() * size } / root;
            rounding.square = rounding.square.max(distance * distance);
            let off = lattice::rounded::<R>(*theta, spacing * root) - 1.0;
            if is_lattice && off.abs() > rounding.lattice.abs() {
                rounding.lattice = off;
            }
        }
        rounding
    }

    /// Whether a coordinate moves.
    pub(super) fn moves(&self) -> impl Iterator<Item = bool> {
        self.roots.iter().map(|root| *root > 0.0)
    }
}
