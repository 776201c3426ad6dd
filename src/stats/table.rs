//! Summaries as text.

use super::summary::Summary;
use crate::text::{Cell, fixed, scientific, write_left, write_right, write_sentence};
use core::fmt::{Display, Formatter, Result, Write};

/// Summaries as a table of at most 100 columns, which `{}` prints: a row each, below a line that names what they have.
///
/// Numbers have three digits, or more down to the second of the mean's standard error, `mcse`, as far as there is room;
/// effective sample sizes are whole, R̂ has three decimals.
///
/// ```
/// # use sgmcmc::{MemoryUnit, StoredDraws, SummaryTable};
/// // Two chains of four draws of one number.
/// let draws = [0.3, -1.2, 0.8, 2.0, -0.5, 1.0, 0.2, -0.4];
/// let stored = StoredDraws { draws: &draws, chain_count: 2, dim: 1 };
/// let mut memory = vec![MemoryUnit::default(); stored.memory_len()?];
/// let rows = [stored.summary(0, &mut memory)?];
/// print!("{}", SummaryTable { rows: &rows, names: &["intercept"] });
/// # Ok::<(), sgmcmc::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SummaryTable<'a> {
    /// What [`StoredDraws::summary`](super::StoredDraws::summary) gave, one after the other.
    pub rows: &'a [Summary],
    /// What they are of, cut to 15 characters; what has no name is `theta[i]`, from 0.
    pub names: &'a [&'a str],
}

const NAME_WIDTH: usize = 15;

impl Display for SummaryTable<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write_table(out, self.rows.iter().copied(), &|i| self.names.get(i).copied())
    }
}

/// Writes the rows as a [`SummaryTable`].
pub(crate) fn write_table<'n>(
    out: &mut dyn Write,
    rows: impl Iterator<Item = Summary> + Clone,
    name: &dyn Fn(usize) -> Option<&'n str>,
) -> Result {
    let unnamed = |i: usize| {
        let mut cell = Cell::new();
        // There is room for it.
        cell.push_str("theta[").ok();
        write_sentence(&mut cell, "#", &[i as f64]).ok();
        cell.push(']').ok();
        cell
    };
    let name_len = |i: usize| name(i).map_or_else(|| unnamed(i).len(), |name| name.chars().count());
    let width = (0..rows.clone().count()).map(name_len).max().unwrap_or(0).min(NAME_WIDTH);
    write_left(out, "", width)?;
    for (title, width) in TITLES {
        write_right(out, title, width)?;
    }
    out.write_char('\n')?;
    for (i, row) in rows.enumerate() {
        write_left(out, name(i).unwrap_or(&unnamed(i)), width)?;
        let error = row.standard_error;
        let Summary { mean, deviation, quantile_5, median, quantile_95, .. } = row;
        for (number, (_, width)) in
            [mean, error, deviation, quantile_5, median, quantile_95].into_iter().zip(TITLES)
        {
            write_right(out, &known(number, error), width)?;
        }
        let sizes = [row.bulk_sample_size, row.tail_sample_size];
        let rest = sizes.map(|size| positive(size, 0)).into_iter().chain([positive(row.r_hat, 3)]);
        for (cell, (_, width)) in rest.zip(TITLES.into_iter().skip(6)) {
            write_right(out, &cell, width)?;
        }
        out.write_char('\n')?;
    }
    Ok(())
}

/// Columns, and how wide they are.
const TITLES: [(&str, usize); 9] = [
    ("mean", 9),
    ("mcse", 8),
    ("sd", 9),
    ("5%", 9),
    ("50%", 9),
    ("95%", 9),
    ("ess bulk", 8),
    ("ess tail", 8),
    ("R-hat", 7),
];

/// A number that is known up to such an error.
fn known(number: f64, error: f64) -> Cell {
    let size = number.abs();
    if size != 0.0 && size.is_finite() && (size >= 1e7 || size.max(error) < 1e-4) {
        return in_powers(number, 2);
    }
    // Nines may be rounded to a power of 10; with a sign and the point seven digits fit.
    let before = power(1.001 * size).max(0) + 1;
    let decimals = (1 - power(error)).max(2 - power(size)).min(7 - before).max(0);
    fixed(number, decimals as u32)
}

/// A positive number.
fn positive(number: f64, decimals: u32) -> Cell {
    if number.is_finite() && number >= if decimals > 0 { 999.0 } else { 9.9e7 } {
        return in_powers(number, if decimals > 0 { 1 } else { 2 });
    }
    fixed(number, decimals)
}

/// The least powers take a letter more than others.
fn in_powers(number: f64, decimals: u32) -> Cell {
    scientific(number, if number.abs() < 1e-98 { 1 } else { decimals })
}

/// The power of 10 of the first digit of a positive number; 0 where there is none.
fn power(number: f64) -> i32 {
    if number > 0.0 && number.is_finite() { libm::floor(libm::log10(number)) as i32 } else { 0 }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::{Summary, SummaryTable};
    use proptest::prelude::*;
    use std::string::ToString;
    use std::vec::Vec;

    fn row(numbers: [f64; 9]) -> Summary {
        let [mean, standard_error, deviation, quantile_5, median, quantile_95, rest @ ..] = numbers;
        let [bulk_sample_size, tail_sample_size, r_hat] = rest;
        Summary {
            mean,
            standard_error,
            deviation,
            quantile_5,
            median,
            quantile_95,
            bulk_sample_size,
            tail_sample_size,
            r_hat,
        }
    }

    #[test]
    fn it_is_aligned_and_has_the_digits_that_are_known() {
        let rows = [
            row([1234.5678, 0.012, 0.987, 1232.95, 1234.57, 1236.2, 4012.4, 3890.0, 1.0004]),
            row([-0.0312, 0.2, 3.5, -2.6e-5, 0.0, 12.0, 306.0, 1.5e8, 1.21]),
            row([2e-7, 1.25e-9, -4e250, 6e-310, 9.99e6, f64::INFINITY, f64::NAN, 12.0, f64::INFINITY]),
        ];
        let table = SummaryTable { rows: &rows, names: &["intercept", "a name that is far too long"] };
        let expected = "
                     mean     mcse        sd        5%       50%       95% ess bulk ess tail   R-hat
intercept        1234.568   0.0120     0.987  1232.950  1234.570  1236.200     4012     3890   1.000
a name that is    -0.0312    0.200      3.50 -0.000026      0.00     12.00      306   1.50e8   1.210
theta[2]          2.00e-7  1.25e-9 -4.00e250  6.0e-310   9990000       inf      NaN       12     inf
";
        assert_eq!(std::format!("\n{table}"), expected);
        assert_eq!(SummaryTable { rows: &[], names: &[] }.to_string().lines().count(), 1);
        let unnamed = SummaryTable { rows: &[rows[0]; 11], names: &[] }.to_string();
        let starts: Vec<_> = unnamed.lines().skip(1).map(|line| &line[..9]).collect();
        assert_eq!([starts[0], starts[10]], ["theta[0] ", "theta[10]"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Whatever is in it, and near powers of 10.
        #[test]
        fn its_columns_stay_apart_and_within_100_letters(
            numbers in prop::array::uniform9(any::<f64>()), powers in prop::array::uniform9(-20..20), kind in 0..3,
        ) {
            let near = powers.map(|power: i32| 0.999_999_9 * libm::pow(10.0, power.into()));
            let [low, high] = [near.map(|x| -x), near];
            let mut numbers = [numbers, low, high][kind as usize];
            numbers[6..].iter_mut().for_each(|x| *x = x.abs());
            numbers[1] = numbers[1].abs();
            let text = SummaryTable { rows: &[row(numbers)], names: &["0123456789abcdefg"] }.to_string();
            let lines: Vec<_> = text.lines().collect();
            prop_assert!(lines.iter().all(|line| line.len() == 100), "{}", text);
            prop_assert_eq!(lines[1].split_whitespace().count(), 10, "{}", text);
        }
    }
}
