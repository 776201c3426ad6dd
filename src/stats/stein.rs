//! How far stored draws are from a target of which only the gradient is known: the kernel Stein discrepancy with the
//! inverse multiquadric kernel, Gorham and Mackey 2017.

use super::scale::{largest, towards_one};
use crate::Error;
use crate::built;
use crate::num::{Real, all_within};

/// Draws with the gradients of the log target at each.
#[derive(Clone, Copy, Debug)]
pub struct Scored<'a, R> {
    /// Rows of `dim` numbers.
    pub draws: &'a [R],
    /// As many rows: ∇log π at the draw, of the whole posterior, without noise.
    pub scores: &'a [R],
}

/// Σ_i Σ_j k0(x_i, y_j) over two blocks of draws, for c > 0:
///
/// ```text
/// k(x, y)  = u^(-1/2),   u = c² + |x - y|²
/// k0(x, y) = s(x)·s(y) u^(-1/2) - (s(y) - s(x))·(x - y) u^(-3/2) + d u^(-3/2) - 3 |x - y|² u^(-5/2)
/// ```
///
/// The kernel Stein discrepancy of N draws is the root of this sum over all pairs, over N. For a sampler that is right
/// it falls with N, and for one that is not it stays, also where moments do not tell. The pairs may be summed in blocks,
/// of a file or on several threads: blocks of different draws count twice. The time is that of d products a pair.
///
/// c = 1 suits draws whose deviations are about 1; scale others first, and their gradients by the inverse.
///
/// Errors: `LengthZero`; `LengthMismatch` unless both blocks are whole rows with a score for each; `NotFinite`;
/// `KernelScale` unless c is positive and its square a normal number; `NotRepresentable` for a sum, or a term of it, that
/// is too large; `NotBuilt`.
///
/// ```
/// use sgmcmc::{Scored, stein_sum};
/// // Quantiles of N(0, 1), whose score is -x: nearer than the same moved by 0.3.
/// let draws = [-1.28, -0.52, 0.0, 0.52, 1.28];
/// let discrepancy = |shift: f64| -> Result<f64, sgmcmc::Error> {
///     let draws = draws.map(|x: f64| x + shift);
///     let scored = Scored { draws: &draws, scores: &draws.map(|x| -x) };
///     Ok(stein_sum(&scored, &scored, 1, 1.0)?.sqrt() / 5.0)
/// };
/// assert!(discrepancy(0.0)? < 0.7 * discrepancy(0.3)?);
/// # Ok::<(), sgmcmc::Error>(())
/// ```
pub fn stein_sum<R: Real>(x: &Scored<'_, R>, y: &Scored<'_, R>, dim: usize, c: f64) -> Result<f64, Error> {
    built::need(built::ESTIMATES)?;
    if dim == 0 || x.draws.is_empty() || y.draws.is_empty() {
        return Err(Error::LengthZero);
    }
    for block in [x, y] {
        if block.draws.len() != block.scores.len() || !block.draws.len().is_multiple_of(dim) {
            return Err(Error::LengthMismatch);
        }
        if !(all_within(block.draws, R::MAX) && all_within(block.scores, R::MAX)) {
            return Err(Error::NotFinite);
        }
    }
    if !(c > 0.0 && (c * c).is_normal()) {
        return Err(Error::KernelScale);
    }
    let mut sum = 0.0;
    for x in rows(x, dim) {
        // A sum for each draw, so that small terms of many draws are not lost in one.
        sum += rows(y, dim).map(|y| stein_kernel(x, y, c)).sum::<f64>();
    }
    if sum.is_finite() { Ok(sum) } else { Err(Error::NotRepresentable) }
}

fn rows<'a, R>(block: &Scored<'a, R>, dim: usize) -> impl Iterator<Item = (&'a [R], &'a [R])> + use<'a, R> {
    block.draws.chunks(dim.max(1)).zip(block.scores.chunks(dim.max(1)))
}

/// k0, scaled by powers of two: differences by p, to at most 4, and scores by 2^-a, to at most 4, where they are above 1.
///
/// ```text
/// k0 = (A - 2^-a B + 2^-2a D) 2^2a / u^(1/2)
/// A = Σ s' t',   B = Σ (t' - s') (x - y) / u,   D = (d - 3 |x - y|² / u) / u,   s' = 2^-a s(x),   t' = 2^-a s(y)
/// ```
fn stein_kernel<R: Real>((x, x_score): (&[R], &[R]), (y, y_score): (&[R], &[R]), c: f64) -> f64 {
    // Halves, whose difference does not overflow.
    let off = |(x, y): (&R, &R)| 0.5 * x.to_f64() - 0.5 * y.to_f64();
    let offs = || x.iter().zip(y).map(off);
    let scale = towards_one(largest(offs().chain([0.5 * c])));
    let score = largest(x_score.iter().chain(y_score).map(|score| score.to_f64()));
    let shrink = if score > 1.0 { towards_one(score) } else { 1.0 };
    let (mut squared, mut scores, mut across) = (0.0, 0.0, 0.0);
    for (off, (s, t)) in offs().zip(x_score.iter().zip(y_score)) {
        let [off, s, t] = [off * scale, s.to_f64() * shrink, t.to_f64() * shrink];
        squared += off * off;
        scores += s * t;
        across += (t - s) * off;
    }
    let u = square(0.5 * c * scale) + squared;
    // 1 / u^(1/2) is `to_root / sqrt(u)`, with u as it is scaled.
    let to_root = 0.5 * scale;
    let of_places = (x.len() as f64 - 3.0 * squared / u) / u * to_root * to_root;
    let sum = scores + shrink * (shrink * of_places - across / u * to_root);
    sum / libm::sqrt(u) / shrink * to_root / shrink
}

fn square(x: f64) -> f64 {
    x * x
}
