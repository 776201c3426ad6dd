//! Means, variances, covariances and batch means, against two passes over stored draws; merging in any order.

use super::{Owned, ar1, normals, square};
use sgmcmc::{Error, EstimateSettings};

const K: usize = 3;

/// Draws of three correlated numbers far from zero, with weights over three orders of magnitude.
fn weighted_draws(seed: u64, len: usize) -> Vec<([f64; K], f64)> {
    let numbers = normals(seed, 4 * len);
    let draw = |x: &[f64]| {
        ([1e6 + x[0], -3.0 + x[0] + 0.5 * x[1], x[2] * 1e-3], libm::pow(10.0, x[3].clamp(-1.5, 1.5)))
    };
    numbers.chunks(4).map(draw).collect()
}

fn exact_mean(draws: &[([f64; K], f64)], i: usize) -> f64 {
    let total: f64 = draws.iter().map(|(_, w)| w).sum();
    draws.iter().map(|(x, w)| w * (x[i] - draws[0].0[i])).sum::<f64>() / total + draws[0].0[i]
}

fn exact_covariance(draws: &[([f64; K], f64)], i: usize, j: usize) -> f64 {
    let total: f64 = draws.iter().map(|(_, w)| w).sum();
    let [mean_i, mean_j] = [i, j].map(|i| exact_mean(draws, i));
    draws.iter().map(|(x, w)| w * (x[i] - mean_i) * (x[j] - mean_j)).sum::<f64>() / total
}

fn settings() -> EstimateSettings {
    EstimateSettings { covariance: true, ..EstimateSettings::new(K) }
}

fn pushed(settings: &EstimateSettings, draws: &[([f64; K], f64)]) -> Owned {
    let mut estimates = Owned::new(settings);
    draws.iter().for_each(|(x, w)| estimates.push(x, *w));
    estimates
}

#[track_caller]
fn assert_near(found: f64, expected: f64, scale: f64) {
    assert!((found - expected).abs() <= 1e-9 * scale, "{found} is not {expected}");
}

#[test]
fn moments_are_those_of_two_passes() {
    let draws = weighted_draws(1, 1000);
    let estimates = pushed(&settings(), &draws);
    let (mean, variance, covariance) = (estimates.mean(), estimates.variance(), estimates.covariance());
    for i in 0..K {
        let deviation = exact_covariance(&draws, i, i).sqrt();
        // The rounding of a mean is that of its size.
        assert_near(mean[i], exact_mean(&draws, i), deviation + 1e-6 * mean[i].abs());
        assert_eq!(variance[i].to_bits(), covariance[i * K + i].to_bits());
        for j in 0..K {
            let scale = deviation * exact_covariance(&draws, j, j).sqrt();
            assert_near(covariance[i * K + j], exact_covariance(&draws, i, j), 10.0 * scale);
        }
    }
    assert_eq!(estimates.state.draw_count(), 1000);
    assert_near(estimates.state.weight(), draws.iter().map(|(_, w)| w).sum(), 1e3);
    // Without covariances the same numbers, to the last bit.
    let plain = pushed(&EstimateSettings::new(K), &draws);
    assert_eq!([plain.mean(), plain.variance()], [mean, variance]);
}

/// Means and weights of batches: the window's, from stored draws.
fn batches(draws: &[([f64; K], f64)], i: usize, room: usize) -> Vec<(f64, f64)> {
    let mut len = 1;
    while draws.len() / len >= room {
        len *= 2;
    }
    let of = |batch: &[([f64; K], f64)]| (exact_mean(batch, i), batch.iter().map(|(_, w)| w).sum());
    draws.chunks_exact(len).map(of).collect()
}

/// The variance of the mean and its degrees of freedom, by the formulas.
fn exactness(draws: &[([f64; K], f64)], i: usize, room: usize) -> [f64; 2] {
    let batches = batches(draws, i, room);
    let (count, total) = (batches.len(), batches.iter().map(|(_, w)| w).sum::<f64>());
    let mean = batches.iter().map(|(m, w)| m * (w / total)).sum::<f64>();
    let y: Vec<f64> = batches.iter().map(|(m, w)| count as f64 * w / total * (m - mean)).collect();
    let c = |t: usize| (t..count).map(|j| y[j] * y[j - t]).sum::<f64>() / count as f64;
    let mut pairs = vec![c(0) + c(1)];
    for t in (2..count).step_by(2) {
        let pair = c(t) + c(t + 1);
        if pair <= 0.6 * (2.0 / count as f64).sqrt() * c(0) {
            break;
        }
        pairs.push(pair.min(pairs[pairs.len() - 1]));
    }
    let used = 2.0 * pairs.len() as f64;
    let [p2, p3] = [2.0, 3.0].map(|n| batches.iter().map(|(_, w)| libm::pow(w / total, n)).sum::<f64>());
    let least = if count >= 40 { 0.35 } else { 1.0 / libm::log10(count.max(11) as f64) };
    let tau = (2.0 * pairs.iter().sum::<f64>() / c(0) - 1.0).max(least);
    let share = (1.0 - 2.0 * p3 / p2 + p2 - (2.0 * used - 4.0) * p2).max(0.2);
    let weight: f64 = draws.iter().map(|(_, w)| w).sum();
    [tau * c(0) / (count as f64 * share) * total / weight, ((1.0 / p2 - 1.0) / (used - 1.0)).max(1.0)]
}

#[test]
fn standard_errors_are_those_of_stored_batches() {
    for (len, room) in
        [(16, 128), (39, 128), (127, 128), (128, 128), (129, 128), (1000, 128), (1000, 32), (5000, 64)]
    {
        let mut draws = weighted_draws(2, len);
        // Correlated over some tens of draws, and over hundreds.
        for i in 1..len {
            draws[i].0[1] += 0.9 * (draws[i - 1].0[1] + 3.0);
            draws[i].0[2] += 0.995 * draws[i - 1].0[2];
        }
        let estimates = pushed(&EstimateSettings { window_len: room, ..settings() }, &draws);
        let (errors, sizes) = (estimates.standard_error(), estimates.sample_size());
        let freedom = estimates.read(|estimates, out| estimates.degrees_of_freedom(out));
        let half_widths = estimates.read(|estimates, out| estimates.half_width(0.9, out));
        for i in 0..K {
            let [variance, expected] = exactness(&draws, i, room);
            assert!(
                (square(errors[i]) / variance - 1.0).abs() < 1e-6,
                "{len} {i}: {} {variance}",
                square(errors[i])
            );
            assert!((freedom[i] / expected - 1.0).abs() < 1e-9, "{len} {i}: {} {expected}", freedom[i]);
            let share = libm::pow(1.0 - 2.0 / (9.0 * expected), 3.0);
            let size = share * exact_covariance(&draws, i, i) / variance + 1.0;
            assert!((sizes[i] / size - 1.0).abs() < 1e-6, "{len} {i}");
            // Student's quantile is between the normal one and that for one degree of freedom.
            let t = half_widths[i] / errors[i];
            assert!(t > 1.644 && t < 6.314, "{len} {i}: {t}");
        }
    }
    let few = pushed(&settings(), &weighted_draws(2, 15));
    assert!(few.standard_error().iter().chain(&few.sample_size()).all(|x| x.is_nan()));
    assert_eq!(few.doubts(), [2; 3]);
}

#[test]
fn merged_in_any_order_they_are_those_of_all_draws() {
    let settings = EstimateSettings { centroid_count: 64, ..settings() };
    let chains: Vec<_> = (0..4).map(|i| weighted_draws(3 + i, 300 + 51 * i as usize)).collect();
    let each: Vec<_> = chains.iter().map(|draws| pushed(&settings, draws)).collect();
    let all: Vec<_> = chains.concat();
    let merged = |order: [usize; 4]| {
        let mut first = each[order[0]].clone();
        order[1..].iter().for_each(|i| first.merge(&each[*i]));
        first
    };
    let in_pairs = || {
        let [mut left, mut right] = [each[0].clone(), each[2].clone()];
        left.merge(&each[1]);
        right.merge(&each[3]);
        left.merge(&right);
        left
    };
    let mut into_empty = Owned::new(&settings);
    each.iter().for_each(|estimates| into_empty.merge(estimates));
    for found in [merged([0, 1, 2, 3]), merged([3, 1, 0, 2]), in_pairs(), into_empty.clone()] {
        assert_eq!(found.state.draw_count(), all.len() as u64);
        let reference = merged([0, 1, 2, 3]);
        // A mean of 1e6 with deviations of 1 is known to no more than 1e-10 of these.
        let bounds = [1e-9, 7e-16, 7e-16];
        for (i, bound) in bounds.into_iter().enumerate() {
            let deviation = exact_covariance(&all, i, i).sqrt();
            assert_near(found.mean()[i], exact_mean(&all, i), deviation + 1e-6 * found.mean()[i].abs());
            for j in 0..K {
                let scale = deviation * exact_covariance(&all, j, j).sqrt();
                assert_near(found.covariance()[i * K + j], exact_covariance(&all, i, j), 10.0 * scale);
            }
            // The chains are the same ones whatever the order.
            let errors = [&found, &reference].map(|estimates| estimates.standard_error()[i]);
            assert!((errors[0] / errors[1] - 1.0).abs() < bound, "{errors:?}");
            // Digests are not, but hold the same mass.
            let medians = [&found, &reference].map(|estimates| estimates.quantile(0.5)[i]);
            assert!((medians[0] - medians[1]).abs() < 0.2 * deviation, "{medians:?} {deviation}");
        }
    }
    // Nothing changes by what has nothing.
    let mut same = each[0].clone();
    same.merge(&Owned::new(&settings));
    assert_eq!(same, each[0]);
}

#[test]
fn equal_draws_are_equal_bytes_in_both_precisions() {
    let settings = EstimateSettings { centroid_count: 16, ..EstimateSettings::new(1) };
    let draws: Vec<f32> = ar1(9, 0.7, 500).iter().map(|x| 1e6 + *x as f32).collect();
    let [mut narrow, mut wide, mut again] = [(); 3].map(|()| Owned::new(&settings));
    for x in &draws {
        narrow.push(&[*x], 1.0);
        wide.push(&[f64::from(*x)], 1.0);
        again.push(&[*x], 1.0);
    }
    assert_eq!(narrow, again);
    assert_eq!(narrow, wide);
    let mean = draws.iter().map(|x| f64::from(*x)).sum::<f64>() / 500.0;
    let variance = draws.iter().map(|x| square(f64::from(*x) - mean)).sum::<f64>() / 500.0;
    assert!((narrow.mean()[0] - mean).abs() < 1e-8, "{} {mean}", narrow.mean()[0]);
    assert!((narrow.variance()[0] / variance - 1.0).abs() < 1e-8);
}

#[test]
fn the_largest_numbers_do_not_overflow_the_mean() {
    let mut estimates = Owned::new(&settings());
    for sign in [1.0, -1.0, 1.0, -1.0] {
        estimates.push(&[sign * f64::MAX, 0.0, sign], 1.0);
    }
    assert!(estimates.mean()[0].abs() < 1e-15 * f64::MAX && estimates.mean()[1..] == [0.0; 2]);
    let deviation = estimates.read(|estimates, out| estimates.deviation(out));
    assert!(deviation[0] >= 0.5 * f64::MAX && deviation[1..] == [0.0, 1.0], "{deviation:?}");
    let variance = estimates.state.variance(&estimates.memory, &mut [0.0; K]);
    assert_eq!(variance, Err(Error::NotRepresentable));
}
