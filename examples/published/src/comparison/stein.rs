//! The kernel Stein discrepancy of draws from a posterior with the prior N(0, 1/κ).

use crate::lab::Outcome;
use sgmcmc::{Batch, Model, Real, Scored, stein_sum};

/// That of rows of θ in the coordinates θ / scale, for which the kernel's own scale is sqrt(d); the scores are of all
/// `data_len` data, and `precision` is κ.
pub fn discrepancy<R: Real>(
    rows: &[R],
    scales: &[f64],
    [data_len, precision]: [f64; 2],
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
            scores.push((data_len * gradient - precision * theta) * scale);
        }
    }
    let all = Scored { draws: &points, scores: &scores };
    Ok(stein_sum(&all, &all, dim, (dim as f64).sqrt())?.sqrt() / (points.len() / dim) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use example_support::Answer;
    use sgmcmc::rng::{Generators, fill_normals};

    /// log p(x_i | θ) = -Σ_k p_k (θ_k - c)²/2 for each of the data.
    struct Normal {
        precision: [f64; 2],
        center: f64,
    }

    impl Model<f64> for Normal {
        fn log_likelihood(&mut self, theta: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
            let off = |i: usize| theta[i] - self.center;
            if let Some(gradient) = gradient {
                (0..2).for_each(|i| gradient[i] -= self.precision[i] * off(i));
            }
            Ok((0..2).map(|i| -0.5 * self.precision[i] * off(i) * off(i)).sum())
        }
    }

    /// n = 10 data of precision 3 and 0.1 about 1, and κ = 2: a posterior of precision 32 and 3 about 30/32 and 1/3.
    const POSTERIOR: [f64; 2] = [10.0, 2.0];

    fn normal() -> (Normal, [f64; 2]) {
        let scales = [32.0, 3.0].map(|precision: f64| 1.0 / precision.sqrt());
        (Normal { precision: [3.0, 0.1], center: 1.0 }, scales)
    }

    /// By itself a draw has k0 = |s|²/c + d/c³, for c = sqrt(2).
    #[test]
    fn that_of_one_draw_is_the_root_of_its_kernel() {
        let (mut model, scales) = normal();
        let theta = [0.7, -1.5];
        let score = [(10.0 * 3.0 * 0.3 - 2.0 * 0.7) * scales[0], (10.0 * 0.1 * 2.5 + 2.0 * 1.5) * scales[1]];
        let square: f64 = score.iter().map(|x| x * x).sum();
        let exact = (square / 2f64.sqrt() + 2.0 / (2.0 * 2f64.sqrt())).sqrt();
        for copies in [1, 2] {
            let found = discrepancy(&theta.repeat(copies), &scales, POSTERIOR, &mut model).expect("one");
            assert!((found - exact).abs() < 1e-12, "{found} but {exact}");
        }
    }

    #[test]
    fn draws_of_the_posterior_have_the_least() {
        const COUNT: usize = 400;
        let (mut model, scales) = normal();
        let mut normals = vec![0.0; 2 * COUNT];
        fill_normals(&mut Generators::new(1, 0).expect("chain 0").noise, &mut normals);
        // Moved by so many deviations, and so many times as wide.
        let mut of = |moved: f64, wide: f64| {
            let rows = normals.chunks(2).flat_map(|z| {
                [(0, 30.0 / 32.0), (1, 1.0 / 3.0)].map(|(i, mean)| mean + scales[i] * (moved + wide * z[i]))
            });
            discrepancy(&rows.collect::<Vec<f64>>(), &scales, POSTERIOR, &mut model).expect("a discrepancy")
        };
        let exact = of(0.0, 1.0);
        for (moved, wide) in [(0.3, 1.0), (-0.3, 1.0), (0.0, 1.4), (0.0, 0.7)] {
            let off = of(moved, wide);
            assert!(
                off > 1.5 * exact,
                "{off} for draws moved by {moved}, {wide} times as wide, {exact} for exact ones"
            );
        }
    }
}
