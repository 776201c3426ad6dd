//! The kernel Stein discrepancy of draws from a posterior with the prior N(0, 1/κ).

use super::compare::Problem;
use crate::lab::Outcome;
use sgmcmc::{Batch, Model, Real, Scored, stein_sum};

/// That of rows of θ in the coordinates θ / scale, for which the kernel's own scale is sqrt(d); the scores are of all
/// data.
pub fn discrepancy<R: Real>(
    rows: &[R],
    scales: &[f64],
    problem: &Problem,
    model: &mut impl Model<R>,
) -> Outcome<f64> {
    let dim = scales.len();
    let (mut points, mut scores) = (Vec::new(), Vec::new());
    for theta in rows.chunks(dim) {
        // A model adds to zeros.
        let mut gradient = vec![R::default(); dim];
        model.log_likelihood(theta, Batch::All, Some(&mut gradient)).map_err(|_| "no gradient")?;
        for ((theta, gradient), scale) in theta.iter().zip(&gradient).zip(scales) {
            let [theta, gradient] = [theta, gradient].map(|x| x.to_f64());
            points.push(theta / scale);
            scores.push((f64::from(problem.data_len) * gradient - problem.precision * theta) * scale);
        }
    }
    let all = Scored { draws: &points, scores: &scores };
    Ok(stein_sum(&all, &all, dim, (dim as f64).sqrt())?.sqrt() / (points.len() / dim) as f64)
}
