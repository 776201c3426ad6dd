//! The network, and what draws of its weights predict.

use crate::comparison::calibration::scores;
use crate::data::Labelled;
use crate::models::network::{Network, Shape, Unit};
use sgmcmc::ln;

pub const SHAPE: Shape = Shape { widths: &[36, 10, 6], unit: Unit::Sigmoid };
/// Budgets, and draws of a chain between the end of its burn-in and the last of them.
pub const BUDGETS: usize = 3;
pub const DRAWS: u64 = 200;
/// What a chain gives at a budget, and once.
pub const NUMBERS: [&str; 6] = [
    "evaluations",
    "held-out log-likelihood",
    "accuracy",
    "calibration error",
    "error of probabilities",
    "error of their sd",
];
pub const LAST: [&str; 4] = ["draws", "KSD", "step size", "refused"];
pub const HEAD: usize = BUDGETS * NUMBERS.len() + LAST.len();

pub type Data = [Labelled<f32>; 2];

/// Adds a draw's probabilities of all test points, and their squares, to the halves of `sums`; returns the held-out
/// log-likelihood of this draw alone.
pub fn predict(network: &mut Network<'_, f32>, theta: &[f32], sums: &mut [f64]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    let (first, second) = sums.split_at_mut(sums.len() / 2);
    let mut places = first.iter_mut().zip(second);
    network.predict(theta, |label, probabilities| {
        sum += ln(f64::from(probabilities[usize::from(label)]));
        count += 1.0;
        for (x, (first, second)) in probabilities.iter().map(|x| f64::from(*x)).zip(&mut places) {
            *first += x;
            *second += x * x;
        }
    });
    sum / count
}

/// What draws say of every test point and class.
pub struct Predictions {
    /// Their mean.
    pub mean: Vec<f64>,
    /// Their deviation.
    pub deviation: Vec<f64>,
}

impl Predictions {
    /// Of sums over so many draws.
    pub fn of(sums: &[f64], draws: f64) -> Self {
        let (first, second) = sums.split_at(sums.len() / 2);
        let mean: Vec<_> = first.iter().map(|sum| sum / draws).collect();
        let deviation =
            second.iter().zip(&mean).map(|(sum, mean)| (sum / draws - mean * mean).max(0.0).sqrt());
        Self { deviation: deviation.collect(), mean }
    }
}

/// The root of the mean square of the differences.
pub fn rms_difference(a: &[f64], b: &[f64]) -> f64 {
    let squares: f64 = a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum();
    (squares / a.len() as f64).sqrt()
}

/// What predictions after so many evaluations are worth.
pub fn judged(
    count: u64,
    own: &Predictions,
    test: &Labelled<f32>,
    reference: &Predictions,
) -> [f64; NUMBERS.len()] {
    let found = scores(&own.mean, &test.labels, test.classes);
    [
        count as f64,
        found.log_likelihood,
        found.accuracy,
        found.calibration_error,
        rms_difference(&own.mean, &reference.mean),
        rms_difference(&own.deviation, &reference.deviation),
    ]
}
