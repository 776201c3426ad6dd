//! Sums of products of two numbers of a draw, for covariances: a lower triangle, row by row.

#[cfg(doc)]
use super::moments::{accumulate, combine};
use super::moments::{difference, towards};
use super::settings::Parts;
use crate::num::{Exclusive, Real, Shared};

/// The rows of the lower triangle.
fn rows(squares: &mut [f64], len: usize) -> impl Iterator<Item = &mut [f64]> {
    let mut rest = squares;
    (1..=len).map_while(move |row_len| {
        let (row, others) = core::mem::take(&mut rest).split_at_mut_checked(row_len)?;
        rest = others;
        Some(row)
    })
}

/// [`accumulate`] with all products of two numbers in place of their squares.
pub(super) fn take_in_products<R: Real>(
    parts: &mut Parts<Exclusive<'_>>,
    values: &[R],
    weight: f64,
    total: f64,
) {
    let share = weight / total;
    let remaining = weight * (1.0 - share);
    let Parts { mean, squares, .. } = parts;
    for (row, (i_mean, i)) in rows(squares, mean.len()).zip(mean.iter().zip(values)) {
        let off = remaining * difference(*i_mean, i.to_f64());
        for (product, (mean, value)) in row.iter_mut().zip(mean.iter().zip(values)) {
            *product += off * difference(*mean, value.to_f64());
        }
    }
    for (mean, value) in mean.iter_mut().zip(values) {
        *mean = towards(*mean, value.to_f64(), share);
    }
}

/// [`combine`] likewise.
pub(super) fn combine_products(
    parts: &mut Parts<Exclusive<'_>>,
    others: &Parts<Shared<'_>>,
    [own, other]: [f64; 2],
) {
    let share = other / (own + other);
    let Parts { mean, squares, .. } = parts;
    let mut other_squares = others.squares.iter();
    for (row, (i_mean, i)) in rows(squares, mean.len()).zip(mean.iter().zip(others.mean)) {
        let off = share * own * difference(*i_mean, *i);
        for ((product, theirs), (mean, other)) in
            row.iter_mut().zip(&mut other_squares).zip(mean.iter().zip(others.mean))
        {
            *product += theirs + off * difference(*mean, *other);
        }
    }
    for (mean, other) in mean.iter_mut().zip(others.mean) {
        *mean = towards(*mean, *other, share);
    }
}
