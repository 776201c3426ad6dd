//! The passes that end every step: θ moves, and what moved it is measured.

use crate::num::{
    Column, Far, FarInput, Overflow, Pieces, Real, Sum, VECTORS, Vector, all_within, both, clamped, update,
    visit,
};

/// Puts the largest finite number in place of infinities in θ, where the alarm was raised, and says whether there were
/// any.
///
/// A false alarm depends on the vectors' width: what is written does not.
pub(crate) fn settle<R: Real>(theta: &mut [R], overflow: Overflow<R>) -> bool {
    let overflowed = overflow.seen() && !all_within(theta, R::MAX);
    if overflowed {
        saturate(theta);
    }
    overflowed
}

/// θ ← θ + (first second drift + noise_scale noise), without the noise where it is scaled by 0.
///
/// The sum of the two is rounded before θ takes it in: where a drift is small beside the last place of θ, the noise
/// dithers it, whereas (θ + drift) + noise would lose it step after step.
// Arguments in registers: a struct of numbers that are written one by one and read two at a time would be waited for.
#[inline(never)]
pub(super) fn move_theta<R: Real>(
    theta: &mut [R],
    drift: &[R],
    noise: &[R],
    (first, second): (R, R),
    noise_scale: R,
    mut overflow: Overflow<R>,
) -> Overflow<R> {
    let [first, second] = both([first, second], R::Piece::splat);
    let mut end = |theta: Pieces<R>| {
        overflow.watch(theta);
        theta
    };
    // A target without vectors has one loop for both.
    let is_warm = noise_scale > R::default();
    if is_warm || !VECTORS {
        let (noise, factor) = (if is_warm { noise } else { &[] }, R::Piece::splat(noise_scale));
        update(&mut Column::new(theta), [drift, noise], |[t0, t1], [drift, noise], _| {
            let ([d0, d1], [n0, n1]) =
                (both(drift, |d| d * first * second), both(noise, |noise| noise * factor));
            end(if is_warm { [t0 + (d0 + n0), t1 + (d1 + n1)] } else { [t0 + d0, t1 + d1] })
        });
    } else {
        let columns = &mut (Column::<_, Far>::of(theta), FarInput(drift));
        update(columns, [], |([t0, t1], drift), [], _| {
            let [d0, d1] = both(drift, |d| d * first * second);
            (end([t0 + d0, t1 + d1]), drift)
        });
    }
    overflow
}

/// Adds the squares of both terms to two sums.
#[inline(never)]
pub(super) fn measure<R: Real>(
    squares: &mut [Sum<R>],
    drift: &[R],
    noise: &[R],
    (first, second): (R, R),
    noise_scale: R,
) {
    let [drifts, noises] = squares else { return };
    let [first, second] = both([first, second], R::Piece::splat);
    if noise_scale > R::default() {
        let factor = R::Piece::splat(noise_scale);
        // In one loop, where neither sum waits for its own last addition: half the time of two.
        visit([drift, noise], |[drift, noise], place| {
            drifts.add_squares_of(place, both(drift, |d| d * first * second));
            noises.add_squares_of(place, both(noise, |noise| noise * factor));
        });
    } else {
        drifts.add_each(drift, |d| d * first * second);
    }
}

/// Puts the largest finite number in place of infinity.
#[cold]
#[inline(never)]
fn saturate<R: Real>(numbers: &mut [R]) {
    update(&mut Column::new(numbers), [], |numbers, [], _| clamped::<R>(numbers, R::MAX));
}
