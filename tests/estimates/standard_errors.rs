//! Standard errors and effective sample sizes of chains whose autocorrelation is known.

use super::{Owned, ar1, normals};
use sgmcmc::EstimateSettings;

const SEEDS: u64 = 1000;

/// The share of intervals mean ± 1.96 standard errors that hold 0 must be 0.95, within four of its own errors.
#[track_caller]
fn assert_covers(what: &str, draws: impl Fn(u64) -> Vec<f64>) {
    let covers = |seed: &u64| {
        let mut estimates = Owned::new(&EstimateSettings::new(1));
        draws(*seed).iter().for_each(|x| estimates.push(&[*x], 1.0));
        estimates.mean()[0].abs() < 1.959_964 * estimates.standard_error()[0]
    };
    let share = (0..SEEDS).filter(covers).count() as f64 / SEEDS as f64;
    let error = (0.95 * 0.05 / SEEDS as f64).sqrt();
    println!("{what}: {share}");
    assert!((share - 0.95).abs() < 4.0 * error, "{what}: {share}");
}

#[test]
fn standard_errors_cover_at_their_nominal_rate() {
    assert_covers("independent", |seed| normals(seed, 10_000));
    for rho in [0.5, 0.9, 0.95, -0.5] {
        assert_covers(&format!("AR(1), {rho}"), |seed| ar1(seed, rho, 10_000));
    }
}

#[test]
fn effective_sample_sizes_are_exact_within_15_percent() {
    const LEN: usize = 1_000_000;
    for (seed, rho) in [(1, 0.0), (2, 0.5), (3, 0.9), (4, 0.95), (5, 0.98), (6, -0.5)] {
        let mut estimates = Owned::new(&EstimateSettings::new(1));
        ar1(seed, rho, LEN).iter().for_each(|x| estimates.push(&[*x], 1.0));
        let exact = LEN as f64 * (1.0 - rho) / (1.0 + rho);
        let found = estimates.sample_size()[0];
        println!("AR(1), {rho}: {found:.0} of {exact:.0}");
        assert!((found / exact - 1.0).abs() < 0.15, "{rho}: {found} of {exact}");
    }
}
