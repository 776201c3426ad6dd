//! What the last steps of a descent tell of the curvature: limited-memory BFGS (Liu and Nocedal 1989).

use super::surface::multiply;
use crate::num::{Column, Real, add_scaled, dot, update};

/// The most pairs that are remembered.
pub(super) const HISTORY_MAX: usize = 16;

/// The least cosine between a step and what it changes in the gradient.
const CURVED: f64 = 1e-12;

/// The last steps: rings of s and y, with 1/(s·y).
pub(super) struct Pairs<'a, R: Real> {
    pub(super) steps: &'a mut [R],
    pub(super) changes: &'a mut [R],
    pub(super) scales: [f64; HISTORY_MAX],
    pub(super) most: usize,
    pub(super) held: usize,
    pub(super) next: usize,
}

impl<R: Real> Pairs<'_, R> {
    /// The pair `back` before the last one.
    fn at(&self, back: usize, dim: usize) -> (&[R], &[R], f64) {
        let most = self.most.max(1);
        let i = (self.next + most - 1 - back) % most;
        let of = |all| <[R]>::get(all, i * dim..(i + 1) * dim).unwrap_or_default();
        (of(self.steps), of(self.changes), self.scales.get(i).copied().unwrap_or(0.0))
    }

    /// By how much the last step's curvature says that a gradient is to be multiplied.
    pub(super) fn length(&self, dim: usize) -> f64 {
        let (_, y, scale) = self.at(0, dim);
        1.0 / (scale * dot(y, y))
    }

    /// q ← H q, by two loops (Nocedal 1980).
    pub(super) fn apply(&self, q: &mut [R]) {
        let (dim, mut shares) = (q.len(), [0.0; HISTORY_MAX]);
        for (back, share) in (0..self.held).zip(&mut shares) {
            let (s, y, scale) = self.at(back, dim);
            *share = scale * dot(s, q);
            add_scaled(q, y, R::from_f64(-*share));
        }
        multiply(q, self.length(dim));
        for (back, share) in (0..self.held).zip(&shares).rev() {
            let (s, y, scale) = self.at(back, dim);
            add_scaled(q, s, R::from_f64(share - scale * dot(y, q)));
        }
    }

    /// Takes in the step between two places, if the log density curves down along it.
    pub(super) fn push(&mut self, [theta, site]: [&[R]; 2], [gradient, at_site]: [&[R]; 2]) {
        let (dim, i) = (theta.len(), self.next);
        let of = |all| <[R]>::get_mut(all, i * dim..(i + 1) * dim).unwrap_or_default();
        let (s, y) = (of(self.steps), of(self.changes));
        for (difference, [to, from]) in [(&mut *s, [site, theta]), (&mut *y, [gradient, at_site])] {
            update(&mut Column::new(difference), [to, from], |_, [[t0, t1], [f0, f1]], _| [t0 - f0, t1 - f1]);
        }
        let along = dot(s, y);
        if along > CURVED * libm::sqrt(dot(s, s) * dot(y, y)) {
            self.scales.iter_mut().skip(i).take(1).for_each(|scale| *scale = 1.0 / along);
            self.next = (i + 1) % self.most.max(1);
            self.held = self.most.min(self.held + 1);
        }
    }
}
