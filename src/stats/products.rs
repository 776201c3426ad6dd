//! Sums of products of two numbers of a draw, for covariances: a lower triangle, row by row.

#[cfg(doc)]
use super::moments::{accumulate, combine};
use super::moments::{difference, ratio, towards};
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

/// Brings the products of number `i` to a scale of it that is `ratio` times what it was.
pub(super) fn rescale_products(squares: &mut [f64], len: usize, i: usize, ratio: f64) {
    for (j, row) in rows(squares, len).enumerate().skip(i) {
        for (k, product) in row.iter_mut().enumerate() {
            *product *=
                [i == j, i == k].into_iter().fold(1.0, |factor, is| if is { factor * ratio } else { factor });
        }
    }
}

/// [`accumulate`] with all products of two numbers in place of their squares; the scales fit.
pub(super) fn take_in_products<R: Real>(
    parts: &mut Parts<Exclusive<'_>>,
    values: &[R],
    weight: f64,
    total: f64,
) {
    let share = weight / total;
    let remaining = weight * (1.0 - share);
    let Parts { mean, squares, scale, .. } = parts;
    let off = |((mean, scale), value): ((&f64, &f64), &R)| difference(*mean, value.to_f64()) * *scale;
    let offs = || mean.iter().zip(scale.iter()).zip(values).map(off);
    for (row, i) in rows(squares, mean.len()).zip(offs()) {
        row.iter_mut().zip(offs()).for_each(|(product, off)| *product += (remaining * i) * off);
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
    let Parts { mean, squares, scale, .. } = parts;
    let of = |((mean, scale), (other, other_scale)): ((&f64, &f64), (&f64, &f64))| {
        (difference(*mean, *other) * *scale, ratio(*scale, *other_scale))
    };
    let offs = || mean.iter().zip(scale.iter()).zip(others.mean.iter().zip(others.scale)).map(of);
    let mut other_squares = others.squares.iter();
    for (row, (i_off, i_ratio)) in rows(squares, mean.len()).zip(offs()) {
        for ((product, theirs), (off, ratio)) in row.iter_mut().zip(&mut other_squares).zip(offs()) {
            *product += theirs * (i_ratio * ratio) + (share * own * i_off) * off;
        }
    }
    for (mean, other) in mean.iter_mut().zip(others.mean) {
        *mean = towards(*mean, *other, share);
    }
}
