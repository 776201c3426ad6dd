//! Laws of summaries of stored draws; `arviz.rs` has their numbers.

use super::{ar1, square};
use sgmcmc::{MemoryUnit, StoredDraws, Summary};

fn summary<R: sgmcmc::Real>(draws: &[R], chain_count: usize) -> Summary {
    let stored = StoredDraws { draws, chain_count, dim: 1 };
    let mut memory = vec![MemoryUnit::default(); stored.memory_len().expect("whole chains")];
    stored.summary(0, &mut memory).expect("finite draws")
}

#[test]
fn what_few_draws_cannot_say_is_nan() {
    let found = summary(&[3.0, 1.0, 2.0, 6.0, 4.0, 5.0], 2);
    assert_eq!([found.mean, found.median], [3.5; 2]);
    assert_eq!([found.quantile_5, found.quantile_95], [1.25, 5.75]);
    assert!((found.deviation - 3.5_f64.sqrt()).abs() < 1e-15, "{found:?}");
    let unknown = [found.standard_error, found.bulk_sample_size, found.tail_sample_size, found.r_hat];
    assert!(unknown.iter().all(|x| x.is_nan()), "{found:?}");
    let one = summary(&[-2.5], 1);
    assert_eq!([one.mean, one.quantile_5, one.median, one.quantile_95], [-2.5; 4]);
    assert!(one.deviation.is_nan(), "{one:?}");
}

#[test]
fn constants_have_no_error() {
    for x in [0.0, 0.1, -7.5e-310, 1e300, f64::MAX] {
        let found = summary(&[x; 33], 3);
        assert_eq!([found.mean, found.quantile_5, found.median, found.quantile_95], [x; 4]);
        assert_eq!([found.deviation, found.standard_error, found.bulk_sample_size], [0.0, 0.0, 30.0]);
        assert!(found.r_hat.is_nan());
    }
}

/// The sum of all draws overflows, and differences of two.
#[test]
fn the_largest_numbers_have_a_summary() {
    let shares: Vec<f64> = ar1(5, 0.0, 400).iter().map(|x| (0.4 * x).clamp(-1.0, 1.0)).collect();
    let largest = libm::scalbn(1.0, 1023);
    let draws: Vec<f64> = shares.iter().map(|x| x * largest).collect();
    let [found, share] = [summary(&draws, 4), summary(&shares, 4)];
    let of =
        |it: Summary| [it.mean, it.deviation, it.standard_error, it.quantile_5, it.median, it.quantile_95];
    assert_eq!(of(found), of(share).map(|x| x * largest));
    assert_eq!([found.bulk_sample_size, found.r_hat], [share.bulk_sample_size, share.r_hat]);
    // Wider than the largest number by the root of 4/3.
    let wide = summary(&[f64::MAX, -f64::MAX, f64::MAX, -f64::MAX], 1);
    assert_eq!([wide.mean, wide.median, wide.deviation], [0.0, 0.0, f64::INFINITY]);
    assert!(wide.standard_error.is_finite(), "{wide:?}");
}

#[test]
fn both_precisions_say_the_same_of_the_same_numbers() {
    let single: Vec<f32> = ar1(6, 0.7, 1001).iter().map(|x| *x as f32).collect();
    let double: Vec<f64> = single.iter().map(|x| f64::from(*x)).collect();
    assert_eq!(summary(&single, 1), summary(&double, 1));
}

/// Of AR(1) chains around 0: errors are √((1 + ρ)/(1 - ρ)/N) deviations, and (mean / error)² is 1 on average.
#[test]
fn errors_are_how_far_means_are_off() {
    const RUNS: u64 = 100;
    for rho in [-0.5, 0.9] {
        let (mut squares, mut errors) = (0.0, 0.0);
        for run in 0..RUNS {
            let draws: Vec<f64> = (0..4).flat_map(|chain| ar1(4 * run + chain, rho, 500)).collect();
            let found = summary(&draws, 4);
            squares += square(found.mean / found.standard_error) / RUNS as f64;
            errors += found.standard_error / found.deviation / RUNS as f64;
        }
        let error = errors / ((1.0 + rho) / (1.0 - rho) / 2000.0).sqrt();
        // Of so many draws an error is off by a twentieth; five standard errors of a mean of squares of normals.
        assert!((error - 1.0).abs() < 0.05, "{rho}: {error}");
        assert!((squares - 1.0).abs() < 5.0 * (2.0 / RUNS as f64).sqrt(), "{rho}: {squares}");
    }
}
