//! The passes that end every step: θ moves, and what moved it is measured.

use crate::num::{Column, Overflow, Pieces, Real, Sum, Vector, all_within, held, lanes_of, splat, update};

/// Terms of a move in some chunk, not yet multiplied by their factors.
#[derive(Clone, Copy)]
pub(super) struct Terms<'t, R> {
    /// What θ moves by but for the noise, and two factors of it, one after the other.
    pub(super) drift: (&'t [R], [R; 2]),
    /// The noise and its factor, where there is noise.
    pub(super) noise: Option<(&'t [R], R)>,
}

/// What a pass over θ looks out for.
pub(crate) struct Watch<R: Real> {
    overflow: Overflow<R>,
    /// How many parameters' drifts were clamped, lane by lane.
    held: R::Piece,
}

impl<R: Real> Watch<R> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { overflow: Overflow::new(), held: splat::<R>(0.0) }
    }

    /// Takes in a new θ.
    #[inline(always)]
    pub(crate) fn look(&mut self, theta: Pieces<R>) {
        self.overflow.watch(theta);
    }

    /// Counts the lanes of a mask.
    #[inline(always)]
    pub(crate) fn count(&mut self, mask: <R::Piece as Vector>::Bits) {
        self.held = self.held + R::Piece::from_bits(mask & splat::<R>(1.0).to_bits());
    }

    pub(super) fn held_count(&self) -> u64 {
        lanes_of::<R>(self.held).fold(0.0, |sum, lane| sum + lane) as u64
    }

    /// Puts the largest finite number in place of infinities in θ, and says whether there were any.
    ///
    /// A false alarm depends on the vectors' width: what is written does not.
    pub(crate) fn settle(&self, theta: &mut [R]) -> bool {
        let overflowed = self.overflow.seen() && !all_within(theta, R::MAX);
        if overflowed {
            saturate(theta);
        }
        overflowed
    }
}

/// θ ← θ + (drift + noise).
///
/// The sum of the two is rounded before θ takes it in: where a drift is small beside the last place of θ, the noise
/// dithers it, whereas (θ + drift) + noise would lose it step after step.
#[inline(never)]
pub(super) fn advance<R: Real>(theta: &mut [R], terms: &Terms<'_, R>) -> Watch<R> {
    let (drift, factors) = terms.drift;
    let [first, second] = factors.map(R::Piece::splat);
    let mut watch = Watch::<R>::new();
    let mut end = |theta: Pieces<R>| {
        watch.look(theta);
        theta
    };
    match terms.noise {
        Some((noise, factor)) => {
            let factor = R::Piece::splat(factor);
            update(&mut Column::new(theta), [drift, noise], |[t0, t1], [drift, noise], _| {
                let ([d0, d1], [n0, n1]) =
                    (drift.map(|d| d * first * second), noise.map(|noise| noise * factor));
                end([t0 + (d0 + n0), t1 + (d1 + n1)])
            });
        }
        None => update(&mut Column::new(theta), [drift], |[t0, t1], [drift], _| {
            let [d0, d1] = drift.map(|d| d * first * second);
            end([t0 + d0, t1 + d1])
        }),
    }
    watch
}

/// Adds the squares of both terms to two sums.
#[inline(never)]
pub(super) fn measure<R: Real>([drifts, noises]: &mut [Sum<R>; 2], terms: &Terms<'_, R>) {
    let (drift, factors) = terms.drift;
    let [first, second] = factors.map(R::Piece::splat);
    drifts.add_each(drift, |d| d * first * second);
    if let Some((noise, factor)) = terms.noise {
        let factor = R::Piece::splat(factor);
        noises.add_each(noise, |noise| noise * factor);
    }
}

/// Puts the largest finite number in place of infinity.
#[cold]
#[inline(never)]
fn saturate<R: Real>(numbers: &mut [R]) {
    update(&mut Column::new(numbers), [], |numbers, [], _| held::<R>(numbers, R::MAX));
}
