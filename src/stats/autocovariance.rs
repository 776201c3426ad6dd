//! Autocovariances of chains at all lags, in a time that does not grow with how long draws stay correlated.
//!
//! Two chains x and y of n draws, less their means and followed by as many zeros, are one sequence z = x + i y. Of its
//! Fourier transform, Σ_t |ẑ_k|² is the transform of
//!
//! ```text
//! Σ_s conj(z_s) z_(s+t) = Σ_s (x_s x_(s+t) + y_s y_(s+t)) + i (…)
//! ```
//!
//! so that the real part is both autocovariances' sum. The transform there leaves ẑ in the order of reversed bits, which
//! the one back starts from, and what |ẑ|² is transformed to has the same real part in either direction.

use crate::num::cos;
use core::f64::consts::PI;

/// How many numbers [`autocovariances`] works in for halves of chains of `draw_count` draws: of transforms as long as a
/// power of two that is not below that, and a half's sums; of lengths that no draws can have, the greatest number.
pub(super) fn scratch_len(draw_count: usize) -> usize {
    let len = draw_count.max(4).checked_next_power_of_two().and_then(|len| (len / 2).checked_mul(5));
    len.map_or(usize::MAX, |len| len.saturating_add(draw_count / 2))
}

/// c_t = Σ_s (x_s - m) (x_(s+t) - m) / n for all lags below n, the mean over an even number of chains of `len` ≥ 2 draws.
pub(super) fn autocovariances<'s>(chains: &[f64], len: usize, scratch: &'s mut [f64]) -> &'s [f64] {
    let transform_len = (2 * len).next_power_of_two();
    let mut rest = scratch;
    let mut take = |len: usize| {
        let (taken, others) = core::mem::take(&mut rest).split_at_mut_checked(len).unwrap_or_default();
        rest = others;
        taken
    };
    let (sums, cosines) = (take(len), take(transform_len / 2));
    let (re, im) = (take(transform_len), take(transform_len));
    let turn = 2.0 * PI / transform_len as f64;
    cosines.iter_mut().enumerate().for_each(|(k, cosine)| *cosine = cos(turn * k as f64));
    sums.fill(0.0);
    for pair in chains.chunks(2 * len.max(1)) {
        let (x, y) = pair.split_at_checked(len).unwrap_or((pair, &[]));
        for (chain, place) in [(x, &mut *re), (y, &mut *im)] {
            let m = mean(|| chain.iter().copied());
            let centred = chain.iter().map(|x| x - m).chain(core::iter::repeat(0.0));
            place.iter_mut().zip(centred).for_each(|(place, x)| *place = x);
        }
        let stages = transform_len.trailing_zeros();
        (0..stages).for_each(|stage| {
            combine(re, im, cosines, stage, |a, b, w| [add(a, b), times(add(a, minus(b)), w)])
        });
        re.iter_mut().zip(&mut *im).for_each(|(re, im)| (*re, *im) = (*re * *re + *im * *im, 0.0));
        (0..stages).rev().for_each(|stage| {
            combine(re, im, cosines, stage, |a, b, w| {
                let b = times(b, w);
                [add(a, b), add(a, minus(b))]
            });
        });
        sums.iter_mut().zip(&*re).for_each(|(sum, re)| *sum += re);
    }
    let share = 1.0 / (transform_len as f64 * chains.len() as f64);
    sums.iter_mut().for_each(|sum| *sum *= share);
    sums
}

/// The mean, exact for numbers that are equal, whose variance is then 0.
pub(super) fn mean<I: Iterator<Item = f64>>(numbers: impl Fn() -> I) -> f64 {
    let Some(first) = numbers().next() else { return f64::NAN };
    let (count, sum) = numbers().fold((0.0, 0.0), |(count, sum), x| (count + 1.0, sum + (x - first)));
    first + sum / count
}

type Complex = [f64; 2];

fn add(a: Complex, b: Complex) -> Complex {
    [a[0] + b[0], a[1] + b[1]]
}

fn minus(a: Complex) -> Complex {
    a.map(|a| -a)
}

fn times(a: Complex, b: Complex) -> Complex {
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

/// In all of the 2^`stage` blocks, whose halves are m long: the numbers j and j + m of each, with exp(-π i j / m).
fn combine(
    re: &mut [f64],
    im: &mut [f64],
    cosines: &[f64],
    stage: u32,
    of: impl Fn(Complex, Complex, Complex) -> [Complex; 2],
) {
    let m = (cosines.len() >> stage).max(1);
    let cosine = |k: usize| cosines.get(k).copied().unwrap_or_default();
    for (re, im) in re.chunks_mut(2 * m).zip(im.chunks_mut(2 * m)) {
        let (Some((a_re, b_re)), Some((a_im, b_im))) =
            (re.split_at_mut_checked(m), im.split_at_mut_checked(m))
        else {
            return;
        };
        let numbers = a_re.iter_mut().zip(a_im).zip(b_re.iter_mut().zip(b_im));
        for (j, ((a_re, a_im), (b_re, b_im))) in numbers.enumerate() {
            let k = j << stage;
            let w = [cosine(k), -cosine(k.abs_diff(cosines.len() / 2))];
            [[*a_re, *a_im], [*b_re, *b_im]] = of([*a_re, *a_im], [*b_re, *b_im], w);
        }
    }
}
