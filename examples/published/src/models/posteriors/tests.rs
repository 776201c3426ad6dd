//! Posteriors against finite differences and their textbooks' densities.

use super::*;
use sgmcmc::rng::{Generators, fill_normals};

/// Some data for every law.
pub fn posteriors() -> Vec<Posterior> {
    let mut noise = [0.0; 40];
    fill_normals(&mut Generators::new(3, 0).expect("chain 0").noise, &mut noise);
    let rows =
        |width: usize, of: &dyn Fn(usize) -> Vec<f64>| Rows { numbers: (0..8).flat_map(of).collect(), width };
    let t = |i: usize| 0.25 * i as f64 - 0.9;
    let line = rows(3, &|i| vec![1.0, t(i), 1.5 - t(i) + noise[i]]);
    let trials = rows(4, &|i| vec![1.0, t(i), 20.0, (3 + i) as f64]);
    let counts = rows(3, &|i| vec![1.0, t(i), (2 + 3 * i) as f64]);
    let pairs = rows(2, &|i| vec![1.0 + 0.2 * i as f64, 3.0 * noise[i]]);
    let mixed = rows(2, &|i| vec![1.0, noise[i] + if i % 3 == 0 { 2.0 } else { -2.0 }]);
    let flat = Law::Regression { precision: 0.0, scale: f64::INFINITY };
    [
        (Law::Regression { precision: 0.01, scale: 2.5 }, line.clone()),
        (flat, line),
        (Law::Binomial, trials),
        (Law::Poisson, counts),
        (Law::Schools { centred: false }, pairs.clone()),
        (Law::Schools { centred: true }, pairs),
        (Law::Mixture, mixed),
    ]
    .map(|(law, rows)| Posterior::new(law, rows))
    .to_vec()
}

fn places(posterior: &Posterior) -> [Vec<f64>; 2] {
    [0.3, -0.8].map(|size| (0..posterior.dim()).map(|i| size * (1.0 - 0.35 * i as f64)).collect())
}

#[test]
fn gradients_are_those_of_finite_differences() {
    for posterior in posteriors() {
        for theta in places(&posterior) {
            for batch in [Batch::All, Batch::Indices(&[5, 0, 3])] {
                let of = |theta: &[f64], gradients: [Option<&mut [f64]>; 2]| {
                    let [own, prior] = gradients;
                    let mut model = &posterior;
                    [model.log_likelihood(theta, batch, own), model.log_prior(theta, prior)]
                        .map(|value| value.expect("a value"))
                };
                let (mut own, mut prior) = (vec![0.0; posterior.dim()], vec![0.0; posterior.dim()]);
                let values = of(&theta, [Some(&mut own), Some(&mut prior)]);
                assert_eq!(values, of(&theta, [None, None]), "with and without a gradient");
                for i in 0..posterior.dim() {
                    let at = |h: f64| {
                        let mut moved = theta.clone();
                        moved[i] += h;
                        of(&moved, [None, None])
                    };
                    let (up, down) = (at(1e-5), at(-1e-5));
                    for (k, exact) in [own[i], prior[i]].into_iter().enumerate() {
                        let difference = (up[k] - down[k]) / 2e-5;
                        let off = (difference - exact).abs() / (1.0 + exact.abs());
                        assert!(off < 1e-7, "{:?} {i} {k}: {difference} but {exact}", posterior.law);
                    }
                }
            }
        }
    }
}

/// The textbook's log density of a normal, with its constant.
fn normal(x: f64, mean: f64, deviation: f64) -> f64 {
    let z = (x - mean) / deviation;
    -0.5 * z * z - libm::log(deviation) - 0.5 * libm::log(2.0 * std::f64::consts::PI)
}

fn half_cauchy(x: f64, scale: f64) -> f64 {
    libm::log(2.0 / (std::f64::consts::PI * scale * (1.0 + (x / scale) * (x / scale))))
}

/// Likelihood and prior as they are written in the constrained parameters.
fn textbook(posterior: &Posterior, x: &[f64]) -> f64 {
    let last = x.len() - 1;
    let mut sum = 0.0;
    for row in posterior.rows.numbers.chunks(posterior.rows.width) {
        let (y, columns) = (row[row.len() - 1], &row[..row.len() - 1]);
        let score: f64 = columns.iter().zip(x).map(|(a, b)| a * b).sum();
        sum += match posterior.law {
            Law::Regression { .. } => normal(y, score, x[last]),
            Law::Binomial => {
                let n = columns[columns.len() - 1];
                let score: f64 = columns[..columns.len() - 1].iter().zip(x).map(|(a, b)| a * b).sum();
                let p = 1.0 / (1.0 + libm::exp(-score));
                libm::log(libm::pow(p, y) * libm::pow(1.0 - p, n - y))
            }
            Law::Poisson => libm::log(libm::pow(libm::exp(score), y)) - libm::exp(score),
            Law::Schools { .. } => 0.0,
            Law::Mixture => libm::log(
                x[4] * libm::exp(normal(y, x[0], x[2])) + (1.0 - x[4]) * libm::exp(normal(y, x[1], x[3])),
            ),
        };
    }
    sum + match posterior.law {
        Law::Regression { precision, scale } => {
            let own = if scale.is_finite() { half_cauchy(x[last], scale) } else { 0.0 };
            let wide = 1.0 / precision.sqrt();
            let beta: f64 =
                if precision > 0.0 { x[..last].iter().map(|b| normal(*b, 0.0, wide)).sum() } else { 0.0 };
            own + beta
        }
        Law::Binomial => x.iter().map(|b| normal(*b, 0.0, 100.0)).sum(),
        // Uniform.
        Law::Poisson => 0.0,
        Law::Schools { .. } => {
            let (mean, spread) = (x[last - 1], x[last]);
            let data = posterior.rows.numbers.chunks(2).zip(x);
            let schools: f64 =
                data.map(|(row, t)| normal(row[1], *t, row[0]) + normal(*t, mean, spread)).sum();
            schools + normal(mean, 0.0, 5.0) + half_cauchy(spread, 5.0)
        }
        Law::Mixture => {
            let scales: f64 = x[..4].iter().map(|x| normal(*x, 0.0, 2.0)).sum();
            scales + 4.0 * libm::log(x[4] * (1.0 - x[4]))
        }
    }
}

/// log |∂x/∂θ|, by differences and elimination.
fn log_jacobian(posterior: &Posterior, theta: &[f64]) -> f64 {
    let dim = theta.len();
    let column = |j: usize| {
        let at = |h: f64| {
            let mut moved = theta.to_vec();
            moved[j] += h;
            posterior.constrain(&moved)
        };
        at(1e-5).iter().zip(at(-1e-5)).map(|(up, down)| (up - down) / 2e-5).collect::<Vec<_>>()
    };
    // Of the transpose, which has the same determinant.
    let mut rows: Vec<_> = (0..dim).map(column).collect();
    let mut sum = 0.0;
    for i in 0..dim {
        let pivot = (i..dim).max_by(|a, b| rows[*a][i].abs().total_cmp(&rows[*b][i].abs())).expect("one");
        rows.swap(i, pivot);
        sum += libm::log(rows[i][i].abs());
        let (done, rest) = rows.split_at_mut(i + 1);
        for row in rest {
            let by = row[i] / done[i][i];
            row.iter_mut().zip(&done[i]).for_each(|(x, y)| *x -= by * y);
        }
    }
    sum
}

/// Up to a constant, which differences between two places do not have.
#[test]
fn densities_are_the_textbooks_with_their_jacobians() {
    for posterior in posteriors() {
        let off = places(&posterior).map(|theta| {
            let own = posterior.log_posterior(&theta, &mut vec![0.0; posterior.dim()]);
            own - textbook(&posterior, &posterior.constrain(&theta)) - log_jacobian(&posterior, &theta)
        });
        assert!((off[0] - off[1]).abs() < 1e-7, "{:?}: {off:?}", posterior.law);
    }
}

#[test]
fn a_logistic_far_out_is_0_or_1_with_logarithms() {
    for (u, [p, q, log_p, log_q]) in [(800.0, [1.0, 0.0, 0.0, -800.0]), (-800.0, [0.0, 1.0, -800.0, 0.0])] {
        assert_eq!(logistic(u), [p, q, log_p, log_q]);
    }
    let [p, q, log_p, log_q] = logistic(0.7);
    assert!((p + q - 1.0).abs() < 1e-15 && (ln(p) - log_p).abs() < 1e-15 && (ln(q) - log_q).abs() < 1e-15);
}
