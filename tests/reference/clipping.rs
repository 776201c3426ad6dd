//! Clipping of g/n, (K Notes 37 to 41): by the norm, and by the element.

use super::pass::within;
use super::{Scalar, fold_squares};
use sgmcmc::Clipping;

/// Clips a mean gradient as the sum over `data_len` data wants it; says whether that changed it.
pub(crate) fn clip<R: Scalar>(clipping: &Clipping, gradient: &mut [R], data_len: f64) -> bool {
    let before = gradient.to_vec();
    match *clipping {
        Clipping::None => {}
        Clipping::Norm(limit) => {
            let norm = fold_squares::<R>(gradient.iter().map(|g| g.to_f64())).sqrt();
            let limit = limit / data_len;
            if norm > limit {
                gradient.iter_mut().for_each(|g| *g = *g * R::from_f64(limit / norm));
            }
        }
        Clipping::Element(limit) => {
            gradient.iter_mut().for_each(|g| *g = within(*g, R::from_f64(limit / data_len)));
        }
        clipping => unimplemented!("no reference for {clipping:?}"),
    }
    gradient != before
}
