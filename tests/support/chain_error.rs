//! Standard errors of means over chains.

/// A mean and its standard error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimate {
    pub(crate) mean: f64,
    pub(crate) error: f64,
}

/// The mean of a reversible chain's draws, with the error from the initial monotone sequence of Geyer 1992.
///
/// ```text
/// γ_k autocovariance at lag k;  Γ_i = γ_2i + γ_2i+1, cut where it turns negative, made non-increasing
/// error² = (2 Σ Γ_i - γ_0) / N
/// ```
pub(crate) fn chain_mean(draws: &[f64]) -> Estimate {
    let len = draws.len() as f64;
    let mean = draws.iter().sum::<f64>() / len;
    let centred: Vec<f64> = draws.iter().map(|x| x - mean).collect();
    let autocovariance =
        |lag: usize| centred.iter().zip(&centred[lag..]).map(|(a, b)| a * b).sum::<f64>() / len;
    let mut sum = -autocovariance(0);
    let mut least = f64::INFINITY;
    for i in 0..draws.len() / 20 {
        least = least.min(autocovariance(2 * i) + autocovariance(2 * i + 1));
        if least <= 0.0 {
            break;
        }
        sum += 2.0 * least;
    }
    Estimate { mean, error: (sum / len).sqrt() }
}

/// The standard error of a mean of `count` squares of a Gaussian AR(1) chain with this variance and ρ.
///
/// The squares have variance 2 V² and autocorrelation ρ^(2k).
pub(crate) fn ar1_square_error(variance: f64, rho: f64, count: f64) -> f64 {
    variance * (2.0 / count * (1.0 + rho * rho) / (1.0 - rho * rho)).sqrt()
}
