//! Frequencies judged by χ² statistics and their upper tail probability, which [`upper_tail`] computes.

/// A test fails below this probability. That is the 5.6σ of a normal deviate; fewer than a hundred such checks are
/// made.
const FALSE_ALARM: f64 = 1e-8;

/// P(χ² > `statistic`) with `degrees` degrees of freedom: Q(a, x) at a = degrees / 2, x = statistic / 2, by the series
/// of P = 1 − Q below a + 1 and by Lentz's continued fraction above it (Numerical Recipes, §6.2).
pub(crate) fn upper_tail(statistic: f64, degrees: usize) -> f64 {
    let (a, x) = (degrees as f64 / 2.0, statistic / 2.0);
    if x <= 0.0 {
        return 1.0;
    }
    let front = (a * x.ln() - x - libm::lgamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut next) = (1.0 / a, 1.0 / a, a);
        while term > sum * 1e-15 {
            next += 1.0;
            term *= x / next;
            sum += term;
        }
        return 1.0 - front * sum;
    }
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1e300, 1.0 / b);
    let mut fraction = d;
    for i in 1..100_000 {
        let numerator = -f64::from(i) * (f64::from(i) - a);
        b += 2.0;
        d = 1.0 / (numerator * d + b);
        c = b + numerator / c;
        fraction *= c * d;
        if (c * d - 1.0).abs() < 1e-14 {
            break;
        }
    }
    front * fraction
}

pub(crate) fn assert_chi_square(what: &str, statistic: f64, degrees: usize) {
    let tail = upper_tail(statistic, degrees);
    assert!(tail > FALSE_ALARM, "{what}: χ² = {statistic:.1}, {degrees} degrees of freedom, tail {tail:.1e}");
}

/// Σ (count − mean)² / mean, where all counts have the same mean.
pub(crate) fn pearson<'a>(counts: impl IntoIterator<Item = &'a u64>) -> f64 {
    let counts: Vec<f64> = counts.into_iter().map(|&count| count as f64).collect();
    let mean = counts.iter().sum::<f64>() / counts.len() as f64;
    assert!(mean >= 25.0, "too few draws for χ²");
    counts.iter().map(|count| (count - mean).powi(2) / mean).sum()
}

/// Independent trials over cells of equal probability.
pub(crate) fn assert_equal_shares(what: &str, counts: &[u64]) {
    assert_chi_square(what, pearson(counts), counts.len() - 1);
}

/// Pearson's test against given probabilities; cells in a row are joined until each expects 25 or more.
pub(crate) fn assert_law(what: &str, counts: &[u64], law: &[f64]) {
    let draws = counts.iter().sum::<u64>() as f64;
    let (mut cells, mut cell) = (Vec::new(), (0.0, 0.0));
    for (&count, probability) in counts.iter().zip(law) {
        cell = (cell.0 + count as f64, cell.1 + draws * probability);
        if cell.1 >= 25.0 {
            cells.push(core::mem::take(&mut cell));
        }
    }
    let last = cells.last_mut().unwrap();
    *last = (last.0 + cell.0, last.1 + cell.1);
    assert!(cells.len() > 1, "{what}: nothing to compare");
    assert_chi_square(what, cells.iter().map(|(o, e)| (o - e).powi(2) / e).sum(), cells.len() - 1);
}

#[test]
fn upper_tail_matches_tables() {
    assert!((upper_tail(1.0, 2) - (-0.5_f64).exp()).abs() < 1e-12);
    assert!((upper_tail(30.0, 2) / (-15.0_f64).exp() - 1.0).abs() < 1e-12);
    assert!((upper_tail(18.307_038, 10) - 0.05).abs() < 1e-7);
    assert!((upper_tail(149.449_253, 100) - 0.001).abs() < 1e-8);
}
