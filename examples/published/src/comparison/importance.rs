//! Moments of a posterior without a chain: importance sampling from Student's t about its mode, Laplace's expansion with
//! wide tails.

use super::matrix::{factor, inverse};
use crate::data::Moments;
use crate::lab::Outcome;
use crate::models::posteriors::Posterior;
use sgmcmc::exp;
use sgmcmc::rng::{Generators, fill_normals};

/// ν of t: its tails are wider than those of any posterior here, and its weights bounded.
const FREEDOM: usize = 5;
/// Newton's steps, at most.
const STEPS: usize = 200;

/// Moments with what they are worth.
pub struct Weighted {
    /// The moments of the constrained parameters.
    pub moments: Moments,
    /// (Σ w)² / Σ w².
    pub sample_size: f64,
}

/// -∂² log posterior, by differences of gradients.
fn hessian(posterior: &Posterior, theta: &[f64]) -> Vec<f64> {
    let dim = theta.len();
    let mut hessian = vec![0.0; dim * dim];
    for i in 0..dim {
        let reach = 1e-4 * (1.0 + theta[i].abs());
        let at = |h: f64| {
            let (mut moved, mut gradient) = (theta.to_vec(), vec![0.0; dim]);
            moved[i] += h;
            posterior.log_posterior(&moved, &mut gradient);
            gradient
        };
        for (j, (up, down)) in at(reach).iter().zip(at(-reach)).enumerate() {
            let half = 0.25 * (down - up) / reach;
            hessian[i * dim + j] += half;
            hessian[j * dim + i] += half;
        }
    }
    hessian
}

/// The mode, from 0 by Newton's steps, and the curvature there; where a step does not gain, or the curvature is not
/// positive, more of its diagonal is added.
fn mode(posterior: &Posterior) -> Outcome<(Vec<f64>, Vec<f64>)> {
    let dim = posterior.dim();
    let (mut theta, mut gradient) = (vec![0.0; dim], vec![0.0; dim]);
    let mut value = posterior.log_posterior(&theta, &mut gradient);
    let mut damping = 0.0;
    for _ in 0..STEPS {
        let curvature = hessian(posterior, &theta);
        let mut damped = curvature.clone();
        damped.iter_mut().step_by(dim + 1).for_each(|c| *c += damping * (1.0 + c.abs()));
        let steps = inverse(&damped, dim);
        let step: Vec<_> = steps.chunks(dim).map(|row| dot(row, &gradient)).collect();
        let moved: Vec<_> = theta.iter().zip(&step).map(|(x, step)| x + step).collect();
        let mut slopes = vec![0.0; dim];
        let there = posterior.log_posterior(&moved, &mut slopes);
        // Within 1e-4 deviations, where the value is only rounding.
        if damping <= 1e-3 && dot(&step, &gradient).abs() < 1e-8 {
            return Ok((theta, curvature));
        }
        if there > value {
            (theta, gradient, value) = (moved, slopes, there);
            damping = if damping > 1e-6 { 0.1 * damping } else { 0.0 };
        } else {
            damping = (10.0 * damping).max(1e-6);
        }
    }
    Err("Newton's steps do not arrive at a mode".into())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}

/// The moments by so many draws.
pub fn moments(posterior: &Posterior, draws: usize) -> Outcome<Weighted> {
    let dim = posterior.dim();
    let (theta, curvature) = mode(posterior)?;
    let root = factor(&inverse(&curvature, dim), dim);
    let mut rng = Generators::new(0x74, 0).ok_or("no such chain")?;
    let (mut gradient, mut normals) = (vec![0.0; dim], vec![0.0; dim + FREEDOM]);
    let top = posterior.log_posterior(&theta, &mut gradient);
    let (mut weights, mut squares) = (0.0, 0.0);
    let (mut mean, mut second) = (vec![0.0; dim], vec![0.0; dim]);
    for _ in 0..draws {
        fill_normals(&mut rng.noise, &mut normals);
        let (z, chi) = normals.split_at(dim);
        let stretch = (FREEDOM as f64 / dot(chi, chi)).sqrt();
        let place: Vec<_> = root.chunks(dim).zip(&theta).map(|(row, x)| x + stretch * dot(row, z)).collect();
        // t's density is (1 + |θ|²/ν)^(-(ν + d)/2) in the coordinates of its root.
        let inside = 1.0 + stretch * stretch * dot(z, z) / FREEDOM as f64;
        let density = -0.5 * (FREEDOM + dim) as f64 * sgmcmc::ln(inside);
        let weight = exp(posterior.log_posterior(&place, &mut gradient) - top - density);
        // A place where the density cannot be had has none.
        if !(weight > 0.0 && weight.is_finite()) {
            continue;
        }
        weights += weight;
        squares += weight * weight;
        let share = weight / weights;
        for ((x, mean), second) in posterior.constrain(&place).iter().zip(&mut mean).zip(&mut second) {
            let off = x - *mean;
            *mean += share * off;
            *second += weight * off * (x - *mean);
        }
    }
    let deviation = second.iter().map(|sum| (sum / weights).sqrt()).collect();
    Ok(Weighted { moments: Moments { mean, deviation }, sample_size: weights * weights / squares })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Rows;
    use crate::models::posteriors::Law;

    /// β and σ of a regression under flat priors: σ² ~ S/χ² with k = n - p - 1 degrees, β the least squares', with the
    /// variance E σ² (XᵀX)⁻¹. Bounds of five standard errors of as many draws as the weights leave.
    #[test]
    fn a_regression_has_its_exact_moments() {
        let (count, draws) = (14, 40_000);
        let data: Vec<_> = (0..count).map(|i| (0.4 * f64::from(i) - 2.0, f64::from(i * i % 7))).collect();
        let numbers = data.iter().flat_map(|(t, y)| [1.0, *t, *y]).collect();
        let flat = Law::Regression { precision: 0.0, scale: f64::INFINITY };
        let posterior = Posterior::new(flat, Rows { numbers, width: 3 });
        let found = moments(&posterior, draws).expect("a mode");

        let sum = |f: &dyn Fn(f64, f64) -> f64| data.iter().map(|(t, y)| f(*t, *y)).sum::<f64>();
        let (n, t, tt) = (f64::from(count), sum(&|t, _| t), sum(&|t, _| t * t));
        let (y, ty) = (sum(&|_, y| y), sum(&|t, y| t * y));
        let det = n * tt - t * t;
        let (a, b) = ((tt * y - t * ty) / det, (n * ty - t * y) / det);
        let rest = sum(&|t, y| (y - a - b * t) * (y - a - b * t));
        let k = n - 3.0;
        let square = rest / (k - 2.0);
        let mean = (0.5 * rest).sqrt() * libm::exp(libm::lgamma(0.5 * (k - 1.0)) - libm::lgamma(0.5 * k));
        let exact = [
            (a, (square * tt / det).sqrt()),
            (b, (square * n / det).sqrt()),
            (mean, (square - mean * mean).sqrt()),
        ];
        assert!(found.sample_size > 0.5 * draws as f64, "{}", found.sample_size);
        let error = 1.0 / found.sample_size.sqrt();
        for (i, (mean, deviation)) in exact.into_iter().enumerate() {
            let off = (found.moments.mean[i] - mean) / deviation;
            let wide = found.moments.deviation[i] / deviation - 1.0;
            // A deviation's error is sqrt((κ - 1)/4) of a mean's, and κ of these laws is at most 6.
            assert!(off.abs() < 5.0 * error && wide.abs() < 5.0 * 1.12 * error, "{i}: {off} and {wide}");
        }
    }
}
