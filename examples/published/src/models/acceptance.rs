//! Wu, Wang and Wong 2020, section 2.3: what a curve of acceptance against the step says of dimension, and what
//! acceptance must be where that is known.

use super::gaussian_mean::normal_cdf;

/// The largest step with an acceptance of at least `threshold`, between places of the grid by a line over ln ε.
///
/// `None` where no place of the grid has it, infinite where the last one still has it.
pub fn largest_step(grid: &[f64], acceptance: &[f64], threshold: f64) -> Option<f64> {
    let last = acceptance.iter().rposition(|rate| *rate >= threshold)?;
    let Some((next, rate)) = grid.get(last + 1).zip(acceptance.get(last + 1)) else {
        return Some(f64::INFINITY);
    };
    let share = (acceptance[last] - threshold) / (acceptance[last] - rate);
    let log = sgmcmc::ln(grid[last]) + share * sgmcmc::ln(next / grid[last]);
    Some(sgmcmc::exp(log))
}

/// The slope of ln y against ln x by least squares, of two points at least.
pub fn log_slope(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<_> = points.iter().map(|(x, y)| (sgmcmc::ln(*x), sgmcmc::ln(*y))).collect();
    let count = logs.len() as f64;
    let [x, y] =
        [logs.iter().map(|p| p.0).sum::<f64>() / count, logs.iter().map(|p| p.1).sum::<f64>() / count];
    let product: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    product / logs.iter().map(|p| (p.0 - x) * (p.0 - x)).sum::<f64>()
}

/// How often a proposal can be accepted whose only change is a batch, where c_n μ̂ of batches has the deviation s and is
/// normal.
pub fn batch_cap(s: f64) -> f64 {
    2.0 * normal_cdf(-s * std::f64::consts::FRAC_1_SQRT_2)
}

/// The mean acceptance of the SGLD proposal with the paper's noise σ = sqrt(2ε)/n, at a θ that is the data's true mean,
/// hardly moves, and whose likelihood is of all data.
///
/// ```text
/// log r = -½ ‖ξ + a (ĝ_I + ĝ_I')‖² + ½ ‖ξ‖²,   a = n sqrt(ε/2)
/// ```
///
/// is normal given both batches, with the variance A = a² ‖ĝ_I + ĝ_I'‖² and the mean -A/2, so that it is accepted with
/// 2Φ(-√A/2). Over data and batches ĝ_I + ĝ_I' is normal with the variance 2/m + 2/n in every coordinate: two batches have
/// m²/n data in common. So A is a² (2/m + 2/n) χ²_d.
pub fn sgld_acceptance(dim: u32, step_size: f64, data_len: u32, batch_len: u32) -> f64 {
    let (n, m) = (f64::from(data_len), f64::from(batch_len));
    let scale = n * (0.5 * step_size * (2.0 / m + 2.0 / n)).sqrt();
    mean_over_chi(dim, |r| 2.0 * normal_cdf(-0.5 * scale * r))
}

/// The mean of f(r) for r² of law χ²_d, by Simpson's rule within ten deviations.
fn mean_over_chi(dim: u32, f: impl Fn(f64) -> f64) -> f64 {
    let power = f64::from(dim) - 1.0;
    let peak = power.sqrt();
    let (low, high) = ((peak - 8.0).max(0.0), peak + 9.0);
    let log_density = |r: f64| if power > 0.0 { power * sgmcmc::ln(r) - 0.5 * r * r } else { -0.5 * r * r };
    let most = if power > 0.0 { log_density(peak) } else { 0.0 };
    let (mut total, mut sum) = (0.0, 0.0);
    for k in 0..=2000 {
        let r = low + (high - low) * f64::from(k) / 2000.0;
        let weight = match k {
            0 | 2000 => 1.0,
            k if k % 2 == 1 => 4.0,
            _ => 2.0,
        };
        let density = weight * sgmcmc::exp(log_density(r) - most);
        total += density;
        sum += density * f(r);
    }
    sum / total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_step_lies_between_the_places_around_it() {
        let grid = [1.0, 10.0, 100.0];
        let at = |rates: [f64; 3]| largest_step(&grid, &rates, 0.5);
        let close = |x: Option<f64>, y: f64| assert!((x.expect("a step") / y - 1.0).abs() < 1e-12, "{x:?}");
        close(at([0.9, 0.6, 0.4]), 1000f64.sqrt());
        close(at([0.9, 0.5, 0.4]), 10.0);
        // Where it falls and rises again, the last crossing counts.
        close(at([0.2, 0.75, 0.25]), 1000f64.sqrt());
        assert_eq!(at([0.1, 0.2, 0.3]), None);
        assert_eq!(at([0.1, 0.2, 0.5]), Some(f64::INFINITY));
    }

    #[test]
    fn the_slope_of_a_power_is_its_exponent() {
        let power: Vec<f64> = [1.0, 10.0, 100.0].iter().map(|x: &f64| 3.0 / (x.sqrt() * x)).collect();
        let points = [(1.0, power[0]), (10.0, power[1]), (100.0, power[2])];
        assert!((log_slope(&points) + 1.5).abs() < 1e-14);
    }

    /// E r² = d; and one dimension has E Φ(-cr) = ½ - arctan(c)/π, so that an acceptance of ½ needs c = 1.
    #[test]
    fn means_over_chi_are_those_of_its_law() {
        for dim in [1, 2, 10, 1000] {
            let mean = mean_over_chi(dim, |r| r * r);
            assert!((mean / f64::from(dim) - 1.0).abs() < 1e-9, "{dim}: {mean}");
        }
        // c = ½ n sqrt(ε/2 (2/m + 2/n)) = 1.
        let step_size = 4.0 / (1e8 * (1e-3 + 1e-4));
        assert!((sgld_acceptance(1, step_size, 10_000, 1000) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_cap_without_noise_is_one() {
        assert_eq!(batch_cap(0.0), 1.0);
        // s = √2 · 1.959964: both tails of a normal beyond 1.96.
        assert!((batch_cap(2.7718076486) - 0.05).abs() < 1e-8);
    }
}
