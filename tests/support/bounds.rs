//! Bounds on random quantities, in standard errors.

/// Prints an estimate beside its exact value and fails when they are further apart than `sigmas` standard errors.
#[track_caller]
pub(crate) fn check(what: &str, estimate: f64, exact: f64, error: f64, sigmas: f64) {
    let off = (estimate - exact) / error;
    println!(
        "{what}: {estimate:.6} against {exact:.6}, {off:+.2} of {sigmas} standard errors of {error:.2e}"
    );
    assert!(error > 0.0 && error.is_finite(), "{what}: standard error {error}");
    assert!(off.abs() <= sigmas, "{what}: {estimate} is {off:.1} standard errors from {exact}");
}

/// Φ(x).
pub(crate) fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / core::f64::consts::SQRT_2)
}

/// The smaller of P(N ≤ count) and P(N ≥ count) for N ~ Poisson(mean).
pub(crate) fn poisson_tail(count: u64, mean: f64) -> f64 {
    let probability = |k: u64| libm::exp(k as f64 * libm::log(mean) - mean - libm::lgamma(k as f64 + 1.0));
    let below: f64 = (0..=count).map(probability).sum();
    let above: f64 = (count..count + 200).map(probability).sum();
    below.min(above)
}
