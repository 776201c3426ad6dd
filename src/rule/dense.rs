//! The Langevin family with a dense preconditioner P = L Lᵀ.
//!
//! ```text
//! force = G + a A                                 a pass of the kernel, in which θ stays
//! t     = η Lᵀ force + sqrt(2ητ) ξ                the rows of L from the first to the last, in place
//! θ'    = θ + L t                                 from the last to the first, in place
//! ```
//!
//! Karagiannis 2024, (3.9). With a factor that the host gives at θ, ητ Γ is added to L t. Two departures:
//!
//! 1. On a range whose steps are f times as large, force and move are both scaled by sqrt(f): P becomes F½ P F½.
//! 2. No bound on single numbers keeps a sum of products from infinity minus infinity; a parameter whose move would be
//!    NaN stays where it is.

use crate::built;
use crate::drift::Drift;
use crate::num::{
    Column, Overflow, Real, Sum, Vector, both, clear, is_nan, multiply, or_else, splat, update,
};
use crate::pass::{Applied, Chunk, HostTerms, Needs, Norms, Scaled, Scales, StepContext, front, settle};
use crate::precond::Preconditioner;

/// One step of the whole vector.
pub(super) fn apply<R: Real>(
    drift: &Drift,
    preconditioner: &Preconditioner<'_>,
    needs: Needs,
    context: &mut StepContext<'_, R>,
) -> Applied {
    let (has_drift, drift) = (!drift.is_none(), drift.part::<R>());
    let dim = context.theta.len();
    let own = drift.vector_count();
    let (at, step_size, scales) = (context.at, context.at.step_size, context.scales(1.0));
    let root = |scales: &Scales| R::Piece::splat(R::from_f64(libm::sqrt(scales.step_size / step_size)));
    let noise_scale = scales.noise::<R>(1.0);

    // The force is zero where no pass goes: a frozen range must not push the others.
    let before = own.saturating_mul(dim);
    context.state.iter_mut().skip(before).take(dim).for_each(|force| *force = R::default());
    context.each_chunk(needs, &mut |chunk| {
        let Chunk { gradient, scratch: [to, _], vectors, scales, .. } = chunk;
        let mut force = *gradient;
        if has_drift {
            drift.apply(to, force, vectors.lend());
            force = Scaled::plain(to);
        }
        let (kept, root) = (vectors.lend().skip(own).take(), root(scales));
        let factor = R::Piece::splat(force.factor);
        update(&mut Column::new(kept), [force.numbers], |_, [force], _| both(force, |f| f * factor * root));
    });

    let mut rest = context.state.get_mut(before..).unwrap_or_default();
    let (t, xi) = (front(&mut rest, dim), front(&mut rest, dim));
    let (factor, gamma) = match preconditioner.host_terms() {
        HostTerms::Factor => context.host_terms.split_at_checked(dim.saturating_mul(dim)).unwrap_or_default(),
        // The factor is the caller's, and stands in the state.
        HostTerms::None | HostTerms::Diagonal | HostTerms::Diffusion => (&*rest, &[] as &[R]),
    };
    if noise_scale > R::default() {
        context.normals.fill(xi, 0, context.lanes, None);
        scale(xi, noise_scale);
    } else {
        xi.fill(R::default());
    }
    multiply_transposed(t, factor);
    scale(t, R::from_f64(step_size));
    for (t, xi) in t.iter_mut().zip(&*xi) {
        *t = *t + *xi;
    }
    multiply(t, factor);
    if built::NORMS && context.observed {
        multiply(xi, factor);
    }
    let curvature = R::from_f64(step_size * scales.temperature);
    for (t, gamma) in t.iter_mut().zip(gamma) {
        *t = *t + *gamma * curvature;
    }

    let (mut drift_sum, mut noise_sum) = (Sum::<R>::new(), Sum::<R>::new());
    let mut saturated = false;
    for segment in context.blocks.segments() {
        let range = segment.start..segment.end;
        let root = root(&at.scales(segment.factor));
        let theta = context.theta.get_mut(range.clone()).unwrap_or_default();
        let inputs = [&*t, &*xi].map(|numbers| numbers.get(range.clone()).unwrap_or_default());
        let mut overflow = Overflow::<R>::new();
        update(&mut Column::new(theta), inputs, |[x0, x1], [t, xi], place| {
            let ([t0, t1], [n0, n1]) = (both(t, |t| t * root), both(xi, |xi| xi * root));
            // A parameter that cannot move has no noise, either.
            let ([t0, n0], [t1, n1]) = (or_zero::<R>(x0 + t0, [t0, n0]), or_zero::<R>(x1 + t1, [t1, n1]));
            if built::NORMS && context.observed {
                let drift = [or_else::<R>(t0 - n0, t0), or_else::<R>(t1 - n1, t1)];
                drift_sum.add_squares_of(place, drift);
                noise_sum.add_squares_of(place, [n0, n1]);
            }
            let theta = [x0 + t0, x1 + t1];
            overflow.watch(theta);
            theta
        });
        saturated |= settle(theta, overflow);
    }
    // What a step only works with leaves no trace: an observed chain and an unobserved one stay equal byte for byte.
    clear(t);
    clear(xi);
    let norms = Norms::of(&[drift_sum, noise_sum]);
    Applied { norms, saturated, clamped_count: 0 }
}

/// The numbers, or zeros where x is NaN.
#[inline(always)]
fn or_zero<R: Real>(x: R::Piece, numbers: [R::Piece; 2]) -> [R::Piece; 2] {
    let nan = is_nan::<R>(x);
    both(numbers, |number| R::Piece::select(nan, splat::<R>(0.0), number))
}

/// x ← a x.
fn scale<R: Real>(x: &mut [R], a: R) {
    let a = R::Piece::splat(a);
    update(&mut Column::new(x), [], |x, [], _| both(x, |x| x * a));
}

/// x ← Lᵀ x: row i takes x_i to all places up to i, none of which a later row reads.
fn multiply_transposed<R: Real>(x: &mut [R], factor: &[R]) {
    for (i, row) in factor.chunks_exact(x.len().max(1)).enumerate() {
        let Some((last, before)) = x.get_mut(..=i).and_then(|x| x.split_last_mut()) else { return };
        let Some((diagonal, row)) = row.get(..=i).and_then(|row| row.split_last()) else { return };
        let xi = R::Piece::splat(*last);
        update(&mut Column::new(before), [row], |[x0, x1], [[l0, l1]], _| [x0 + l0 * xi, x1 + l1 * xi]);
        *last = *last * *diagonal;
    }
}
