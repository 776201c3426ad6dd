//! What a built-in prior is to the kernels.

use crate::num::{Column, Pieces, Real, Vector, update};

/// A prior density over θ whose coordinates are independent.
pub(crate) trait Density<R: Real> {
    /// G + ∇log π0(θ), on the same piece of two blocks.
    fn add_gradient(&self, theta: Pieces<R>, gradient: Pieces<R>) -> Pieces<R>;

    /// log π0(θ) without the constant.
    fn log_density(&self, theta: &[R]) -> f64;

    /// g ← g + scale ∇log π0(θ), as a pass of its own where no kernel can take it in.
    fn add_scaled_gradient(&self, theta: &[R], gradient: &mut [R], scale: R) {
        let zero = [R::Piece::splat(R::default()); 2];
        let scale = R::Piece::splat(scale);
        update(&mut Column::new(gradient), [theta], |[g0, g1], [theta], _| {
            let [p0, p1] = self.add_gradient(theta, zero);
            [g0 + p0 * scale, g1 + p1 * scale]
        });
    }
}
