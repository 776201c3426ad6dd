//! How far stored draws are from a target of which only the gradient is known: the kernel Stein discrepancy with the
//! inverse multiquadric kernel, Gorham and Mackey 2017.

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
/// `KernelScale` unless c is positive and its square a normal number; `NotBuilt`.
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
    Ok(sum)
}

fn rows<'a, R>(block: &Scored<'a, R>, dim: usize) -> impl Iterator<Item = (&'a [R], &'a [R])> + use<'a, R> {
    block.draws.chunks(dim.max(1)).zip(block.scores.chunks(dim.max(1)))
}

/// k0.
fn stein_kernel<R: Real>((x, x_score): (&[R], &[R]), (y, y_score): (&[R], &[R]), c: f64) -> f64 {
    let (mut squared, mut scores, mut across) = (0.0, 0.0, 0.0);
    for ((x, s), (y, t)) in x.iter().zip(x_score).zip(y.iter().zip(y_score)) {
        let [x, s, y, t] = [x, s, y, t].map(|number| number.to_f64());
        let off = x - y;
        squared += off * off;
        scores += s * t;
        across += (t - s) * off;
    }
    let u = c * c + squared;
    let root = libm::sqrt(u);
    (scores + (x.len() as f64 - across - 3.0 * squared / u) / u) / root
}
