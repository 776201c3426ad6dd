//! The lattice random walk: Langevin dynamics in steps of one size, up or down, without a normal.
//!
//! ```text
//! θ_i ← θ_i + δ_i s_i,      s_i = 1 with probability ½ (1 + x_i), else -1
//! δ = sqrt(2ητP),           x = η P (G + a A) ⊘ δ, clamped to [-1, 1]
//! ```
//!
//! Mensch et al. 2026 (SGLRW), after Duffield et al. 2025. One random word v, an integer
//! over 2^31 (`f32`) or 2^63 (`f64`) in [-1, 1), decides: s = 1 where v < x. So a small drift keeps its relative
//! precision.

use super::langevin::Langevin;
use super::part::RulePart;
use crate::Error;
use crate::built;
use crate::drift::Drift;
use crate::num::{
    Bits, Column, Pieces, Real, VECTORS, Vector, any_beyond, both, clamped, lanes_of, or_else, splat, update,
    visit,
};
use crate::pass::{Applied, Chunk, Clamped, HostTerms, Scaled, StepContext, Tally};
use crate::precond::Preconditioner;
use crate::record::part;
use crate::rng::Lanes;

part! {
    /// Samples, as η → 0, what the [`Langevin`] rule with the same drift and preconditioner samples; the latter is
    /// diagonal.
    ///
    /// As long as |x| ≤ 1 a step has mean ηP(G + a A) and second moment 2ητP, whatever the gradient and its noise. Where
    /// |x| > 1 the drift is clamped to one lattice step: [`Statistics::clamped_count`](crate::Statistics) counts how often.
    /// That makes a law wider, and where it is mostly to one side moves its mean: one standard deviation of θ is a drift of
    /// only sqrt(ηq/2) lattice steps, q the curvature, so that few clamped moves can move it far. With 40 data, of which one
    /// is 11 standard deviations away from the others, and batches of one, 2.5 % of moves that are clamped move the mean by
    /// 0.8 of them. [`Statistics::clamped_gradient`](crate::Statistics) tells of it; a pilot's step is below it.
    ///
    /// So as long as little is clamped, the noise of a minibatch does not heat a parameter that is independent of others. On
    /// N(0, s²) with an exact gradient the variance is within 0.5 % of τs² for η up to 0.3 s², 3 to 8 % above it at 0.6 s²
    /// and 12 to 14 % at 0.8 s², by where the lattice lies; no step lets θ grow without end, and beyond s² it is about η/s².
    /// The diagonal of E ΔΔᵀ is 2ητP, the rest of it is η² times that of E GGᵀ: where parameters are correlated, by the noise
    /// or by the target itself, a stiff direction becomes too hot and a soft one too cold, by about η/(2τ) times the largest
    /// eigenvalue of C + τH without its diagonal (P = 1, C the gradient's covariance, H the curvature): 11 % at ηλ = 0.222 for
    /// H = I + 99uuᵀ, u = (1, …, 1)/√10, and exact gradients. Noise that is correlated between steps, as by epochs, makes
    /// variances too small ([`BatchSettings::Epochs`](crate::BatchSettings)).
    ///
    /// δ is rounded with θ: far from 0 in `f32` the walk is one of the rounded δ, and so is its variance in the ratio of
    /// the two: off by u/(2δ) at the most, u the distance of neighbouring numbers, 5 % for a step of ten of them. A pilot and a
    /// [`Health`](crate::Health) tell of it. Where a host's P is 0 θ stays, and τΓ is not added.
    ///
    /// No logarithm, root, sine or cosine in the loop: the rule for small devices. There is none at temperature 0.
    Lattice<'a>: Default;

    /// What is added to the gradient, A.
    drift: Drift;
    /// The metric, P; under the lattice rule it is diagonal.
    preconditioner: Preconditioner<'a>;
}

impl Lattice<'_> {
    /// Neither a drift nor a preconditioner.
    pub(crate) const PLAIN: Self =
        Self { drift: Langevin::PLAIN.drift, preconditioner: Langevin::PLAIN.preconditioner };

    /// What it shares with the Langevin family.
    fn family(&self) -> Langevin<'_> {
        Langevin { drift: self.drift, preconditioner: self.preconditioner }
    }
}

impl<R: Real> RulePart<R> for Lattice<'_> {
    fn state_len(&self, dim: usize) -> Option<usize> {
        RulePart::<R>::state_len(&self.family(), dim)
    }

    fn host_terms(&self) -> HostTerms {
        self.preconditioner.host_terms()
    }

    fn check(&self) -> Result<(), Error> {
        if self.preconditioner.diagonal::<R>().is_none() {
            return Err(Error::PreconditionerKind);
        }
        RulePart::<R>::check(&self.family())
    }

    fn check_vectors(&self, dim: usize) -> Result<(), Error> {
        self.preconditioner.check_vectors::<R>(dim)
    }

    fn start(&self, state: &mut [R], dim: usize) {
        self.family().start(state, dim);
    }

    /// It draws no normals, but its step is as long as their deviation.
    fn noise_factor(&self) -> f64 {
        1.0
    }

    fn allows_zero_temperature(&self) -> bool {
        false
    }

    fn gain(&self) -> f64 {
        self.family().gain::<R>()
    }

    fn apply(&self, context: &mut StepContext<'_, R>) -> Applied {
        let family = self.family();
        let Some(metric) = self.preconditioner.diagonal::<R>() else { return Applied::default() };
        let mut clamped = context.clamped.take();
        context.each_chunk(family.needs::<R>(0.0), &mut |chunk| {
            let Chunk { theta, gradient, noise, scratch, vectors, scales, lanes, tally, .. } = chunk;
            let spacing = scales.noise::<R>(1.0);
            if built::METRICS && !metric.is_identity() {
                // What multiplies the spacing: the metric takes its root.
                noise.fill(R::from_f64(1.0));
            }
            let scratch = scratch.each_mut().map(|numbers| &mut **numbers);
            let force = family.force(metric, *gradient, scratch, noise, (vectors.lend(), scales));
            // A target without vectors has one loop for both.
            let watched = built::NORMS && !VECTORS || tally.observes();
            let pass = match (!built::METRICS || metric.is_identity(), watched) {
                (true, false) => alike::<R, false>,
                (true, true) => alike::<R, { built::NORMS }>,
                (false, false) => apart::<R, false>,
                (false, true) => apart::<R, { built::NORMS }>,
            };
            let roots = if metric.is_identity() { force.numbers } else { noise };
            let excess = (vectors.start(), clamped.as_deref_mut());
            pass(Walk { theta, force, roots, lanes, tally, excess }, scales.step_size, spacing);
            metric.settle(theta);
        })
    }
}

/// How many numbers are looked at together for what is clamped: whole pairs of blocks, in any precision.
const STRETCH: usize = 64;

/// What the pass works on.
struct Walk<'c, R: Real> {
    theta: &'c mut [R],
    force: Scaled<'c, R>,
    /// sqrt(P), for a P that is not 1; else anything.
    roots: &'c [R],
    lanes: &'c mut Lanes,
    tally: &'c mut Tally<R>,
    /// The first parameter's index, and where to add up what is clamped.
    excess: (usize, Option<&'c mut Clamped>),
}

/// 2^31 or 2^63: random words are taken as integers of this size and either sign.
fn unit<R: Real>() -> f64 {
    (1u64 << <R::Piece as Vector>::Bits::TOP) as f64
}

/// δ is the same for all parameters.
#[inline(never)]
fn alike<R: Real, const OBSERVED: bool>(on: Walk<'_, R>, step_size: f64, spacing: R) {
    let factor = splat::<R>(step_size / spacing.to_f64() * unit::<R>());
    let delta = [R::Piece::splat(spacing); 2];
    walk::<R, OBSERVED>(on, |force, _| (both(force, |f| f * factor), delta));
}

/// δ is the spacing times sqrt(P).
#[inline(never)]
fn apart<R: Real, const OBSERVED: bool>(on: Walk<'_, R>, step_size: f64, spacing: R) {
    let (eta, spacing, unit) = (splat::<R>(step_size), R::Piece::splat(spacing), splat::<R>(unit::<R>()));
    walk::<R, OBSERVED>(on, |[f0, f1], roots| {
        let [d0, d1] = both(roots, |root| root * spacing);
        ([f0 * eta / d0 * unit, f1 * eta / d1 * unit], [d0, d1])
    });
}

/// How many |x| are above 1, few if any; what is beyond is added up number by number, in the order of θ on every target.
#[cold]
#[inline(never)]
fn clamped_count<R: Real>(
    inputs: [&[R]; 2],
    (start, mut excess): (usize, Option<&mut Clamped>),
    at: impl Fn(Pieces<R>, Pieces<R>) -> (Pieces<R>, Pieces<R>),
) -> u64 {
    let (unit, one) = (unit::<R>(), splat::<R>(1.0));
    let (beyond, mut total) = (splat::<R>(unit), 0);
    let stretches = inputs[0].chunks(STRETCH).zip(inputs[1].chunks(STRETCH));
    for (k, (force, roots)) in stretches.enumerate() {
        let mut counts = splat::<R>(0.0);
        visit([force, roots], |[force, roots], _| {
            for x in at(force, roots).0 {
                counts = counts + R::Piece::from_bits(beyond.lt(x.abs()) & one.to_bits());
            }
        });
        let count = lanes_of::<R>(counts).fold(0.0, |sum, lane| sum + lane) as u64;
        total += count;
        let Some(excess) = excess.as_deref_mut().filter(|_| count > 0) else { continue };
        for (i, (force, root)) in force.iter().zip(roots).enumerate() {
            let ([x, _], [delta, _]) = at([R::Piece::splat(*force); 2], [R::Piece::splat(*root); 2]);
            let first = |piece| lanes_of::<R>(piece).next().unwrap_or_default();
            let x = first(x) / unit;
            if x.abs() > 1.0 {
                excess.add(start + k * STRETCH + i, x, first(delta));
            }
        }
    }
    total
}

/// The pass: `at` gives x, in units of the random words, and δ.
#[inline(always)]
fn walk<R: Real, const OBSERVED: bool>(
    on: Walk<'_, R>,
    at: impl Fn(Pieces<R>, Pieces<R>) -> (Pieces<R>, Pieces<R>),
) {
    let (unit, one) = (R::from_f64(unit::<R>()), splat::<R>(1.0));
    let sign = (splat::<R>(0.0) - one).to_bits() ^ one.to_bits();
    let Walk { theta, force, roots, lanes, tally, excess } = on;
    let data = R::Piece::splat(force.factor);
    let (mut overflow, mut largest) = (tally.overflow, [splat::<R>(0.0); 2]);
    lanes.step_with(|stepper| {
        update(&mut Column::new(&mut *theta), [force.numbers, roots], |theta, [force, roots], place| {
            let (x, delta) = at(both(force, |f| f * data), roots);
            let words = stepper.draw::<R>(place.piece());
            let ([x0, x1], [d0, d1], [w0, w1]) = (x, delta, words);
            let signed = |delta: R::Piece, x: R::Piece, word| {
                let up = R::Piece::from_signed(word).lt(x);
                R::Piece::from_bits(delta.to_bits() ^ (!up & sign))
            };
            let steps = [signed(d0, x0, w0), signed(d1, x1, w1)];
            let to = [theta[0] + steps[0], theta[1] + steps[1]];
            largest = [x0.abs().or_larger(largest[0]), x1.abs().or_larger(largest[1])];
            if OBSERVED && (VECTORS || tally.observes()) {
                let [h0, h1] = both(clamped::<R>(x, unit), |x| x * splat::<R>(1.0 / unit.to_f64()));
                let [s0, s1] = steps;
                // A parameter whose P is 0 has x = 0 / 0, and no step.
                let drift = both([h0 * d0, h1 * d1], |drift| or_else::<R>(drift, splat::<R>(0.0)));
                let noise =
                    both([s0 - drift[0], s1 - drift[1]], |noise| or_else::<R>(noise, splat::<R>(0.0)));
                tally.observe(place.keep::<R>(drift), place.keep::<R>(noise), place);
            }
            overflow.watch(to);
            to
        });
        stepper.catch_up::<R>(theta.len());
    });
    tally.overflow = overflow;
    if any_beyond::<R>(largest, unit) {
        let at = |force: Pieces<R>, roots| at(both(force, |f| f * data), roots);
        tally.clamped_count += clamped_count([force.numbers, roots], excess, at);
    }
}
