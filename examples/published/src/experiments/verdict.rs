//! Numbers with their standard errors, and which of them is best.

use crate::report::Spread;

/// A number with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The number.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

impl From<Spread> for Measured {
    fn from(spread: Spread) -> Self {
        Self { value: spread.mean, error: spread.error() }
    }
}

/// Who is best by a column, and who cannot be told from it: within two standard errors of the difference.
pub fn verdict(names: &[&str], column: &[Measured], most: bool) -> String {
    let sign = if most { -1.0 } else { 1.0 };
    let finite = |i: &usize| column[*i].value.is_finite() && column[*i].error.is_finite();
    let Some(best) = (0..names.len())
        .filter(finite)
        .min_by(|a, b| (sign * column[*a].value).total_cmp(&(sign * column[*b].value)))
    else {
        return "nobody".into();
    };
    let near = |i: &usize| {
        let (a, b) = (column[*i], column[best]);
        *i != best && (a.value - b.value).abs() <= 2.0 * (a.error * a.error + b.error * b.error).sqrt()
    };
    let near: Vec<_> = (0..names.len()).filter(finite).filter(near).map(|i| names[i]).collect();
    let rest = if near.is_empty() { "nobody else".into() } else { near.join("; ") };
    let Measured { value, error } = column[best];
    format!("**{}**, {value:.3} ± {error:.3}; within two standard errors of it: {rest}", names[best])
}

/// The places of the least numbers, in order: as many as a figure's legend has room for.
pub fn least(column: &[Measured]) -> Vec<usize> {
    let mut places: Vec<_> = (0..column.len()).filter(|i| column[*i].value.is_finite()).collect();
    places.sort_by(|a, b| column[*a].value.total_cmp(&column[*b].value));
    places.truncate(10);
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_name_the_best_and_whom_it_cannot_be_told_from() {
        let column = [(1.0, 0.1), (1.2, 0.1), (1.5, 0.1), (f64::NAN, 0.0)];
        let column = column.map(|(value, error)| Measured { value, error });
        let text = verdict(&["a", "b", "c", "d"], &column, false);
        assert_eq!(text, "**a**, 1.000 ± 0.100; within two standard errors of it: b");
        assert!(verdict(&["a", "b", "c", "d"], &column, true).ends_with("nobody else"));
        assert_eq!(least(&[column[2], column[3], column[0]]), [2, 0]);
    }
}
