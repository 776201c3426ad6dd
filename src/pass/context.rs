//! What a rule works on in one step, and the walk over it chunk by chunk.
//!
//! ```text
//! for every range of θ with settings of its own, for every chunk of it:
//!     noise = ξ ~ N(0, I)                          unless the step is cold; meanwhile the chunk's vectors are fetched
//!     the rule's passes                            gradient and prior, drift, metric, each over the chunk
//!     θ ← θ + (drift + noise)
//! ```
//!
//! Three departures from the formulas:
//!
//! 1. The gradient is validated before anything is written, a pass of its own (`Rule::validate_gradient`): a number
//!    that is not finite, or too large to be scaled, refuses the step while θ is still whole.
//! 2. What a prior adds is clamped to the bound that the gradient keeps, and θ' saturates at the largest finite number:
//!    a finite θ stays finite, and no sum is infinity minus infinity. Since the second is rare, the loop only watches
//!    for it, by one addition a vector instead of a minimum and a maximum; on an alarm another pass looks.
//! 3. At temperature 0 no noise is drawn, and θ' is an optimiser's step to the last bit.
//!
//! Chunks start a whole number of pairs of blocks after their range does, so their length shows in no bit.

use super::chunk::{Chunk, Scaled, Tally, fill_force};
use super::clamped::Clamped;
use super::moves::settle;
use super::normals::Normals;
use super::scales::{Norms, Scales, StepParameters};
use super::vectors::Vectors;
use crate::blocks::{Blocks, Segment};
use crate::built;
use crate::num::{Overflow, PREFETCHES, Real, chunk_len, with_scratch};
use crate::prior::Density;
use crate::rng::Lanes;

/// The step context: everything that a rule works on in one step.
pub(crate) struct StepContext<'s, R: Real> {
    pub(crate) theta: &'s mut [R],
    /// The rule's numbers: see [`Rule::state_len`](crate::rule::Rule::state_len).
    pub(crate) state: &'s mut [R],
    /// What the host's callback gave for this step; empty for rules without one.
    pub(crate) host_terms: &'s [R],
    /// ĝ, of the mean log-likelihood.
    pub(crate) gradient: &'s [R],
    /// Where it was taken, if that is not θ.
    pub(crate) site: Option<&'s [R]>,
    pub(crate) lanes: &'s mut Lanes,
    /// What the rule gets for normals.
    pub(crate) normals: Normals<'s, R>,
    pub(crate) blocks: &'s Blocks<'s, R>,
    pub(crate) at: StepParameters,
    /// n, where the gradient is a mean; 1 where it is the sum over all data.
    pub(crate) data_scale: f64,
    /// Whether norms are wanted.
    pub(crate) observed: bool,
    /// Where a lattice walk adds up what it clamps, if somebody wants it.
    pub(crate) clamped: Option<&'s mut Clamped>,
}

/// What a step did besides moving θ.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Applied {
    /// Zeros within a chain unless an observer looks.
    pub norms: Norms,
    /// Whether some θ overflowed and was set to the largest finite number.
    pub saturated: bool,
    /// How many parameters a lattice walk would have had to move by more than a lattice step.
    pub clamped_count: u64,
}

/// Up to how many bytes a vector is taken to be in some cache: no memory of it is asked for ahead.
const NEAR_SIZE: usize = 1 << 17;

/// What a rule's passes need of a chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needs {
    /// What multiplies 2ητ in the noise; 0 for a rule that draws no normals.
    pub(crate) noise_factor: f64,
    /// How many times the gradient's bound a sum within the rule may be.
    pub(crate) gain: f64,
    /// How many vectors passes hand something to each other by, of [`Chunk::scratch`].
    pub(crate) scratch: usize,
    /// Whether passes read [`Chunk::noise`] where none is drawn, too.
    pub(crate) zeros: bool,
}

impl Needs {
    /// Normals for one pass.
    pub(crate) fn normals(noise_factor: f64) -> Self {
        Self { noise_factor, gain: 1.0, scratch: 0, zeros: true }
    }
}

impl<R: Real> StepContext<'_, R> {
    /// η, τ and n on a range whose steps are `factor` times as large.
    pub(crate) fn scales(&self, factor: f64) -> Scales {
        Scales { data: self.data_scale, ..self.at.scales(factor) }
    }

    /// Lets `step` work on every chunk of every range that is not frozen.
    ///
    /// `needs` says what the chunks bring along.
    pub(crate) fn each_chunk(&mut self, needs: Needs, step: &mut dyn FnMut(&mut Chunk<'_, R>)) -> Applied {
        let mut tally = Tally::new(self.observed);
        match self.blocks.whole() {
            Some(segment) => self.each_of(&segment, needs, &mut tally, step),
            None => {
                self.blocks.segments().for_each(|segment| self.each_of(&segment, needs, &mut tally, step))
            }
        }
        let norms = tally.norms();
        Applied { norms, saturated: tally.saturated, clamped_count: tally.clamped_count }
    }

    /// The chunks of one range.
    #[inline(never)]
    fn each_of(
        &mut self,
        segment: &Segment<'_, R>,
        needs: Needs,
        tally: &mut Tally<R>,
        step: &mut dyn FnMut(&mut Chunk<'_, R>),
    ) {
        let scales = self.scales(segment.factor);
        let noise_scale = scales.noise::<R>(needs.noise_factor);
        let scales = (&scales, noise_scale, needs.gain);
        // Of noise and force.
        let wanted = [needs.zeros || noise_scale > R::default(), !segment.prior.is_flat()];
        let count = usize::from(wanted[0]) + usize::from(wanted[1]) + needs.scratch;
        with_scratch(segment.end - segment.start, count, &mut |[a, b, c, d]| {
            let mut scratch = match wanted {
                [true, true] => [a, b, c, d],
                [true, false] => [a, &mut [], b, c],
                [false, true] => [&mut [], a, b, c],
                [false, false] => [&mut [], &mut [], a, b],
            };
            let mut start = segment.start;
            while start < segment.end {
                let end = segment.end.min(start.saturating_add(chunk_len::<R>()));
                self.chunk((segment, start, end), scales, &mut scratch, tally, step);
                start = end;
            }
        });
        let overflow = core::mem::replace(&mut tally.overflow, Overflow::new());
        let theta = self.theta.get_mut(segment.start..segment.end).unwrap_or_default();
        tally.saturated |= settle(theta, overflow);
    }

    /// One of them.
    #[inline(always)]
    fn chunk(
        &mut self,
        (segment, start, end): (&Segment<'_, R>, usize, usize),
        (scales, noise_scale, gain): (&Scales, R, f64),
        [noise, force, first, second]: &mut [&mut [R]; 4],
        tally: &mut Tally<R>,
        step: &mut dyn FnMut(&mut Chunk<'_, R>),
    ) {
        let Self { theta, state, host_terms, gradient, site, lanes, normals, .. } = self;
        let dim = theta.len();
        let noise = front_of(noise, end - start);
        if built::NORMALS && noise_scale > R::default() {
            let far = PREFETCHES && (segment.end - segment.start) * size_of::<R>() > NEAR_SIZE;
            // What the passes will read: θ, ĝ, and the vectors that stand first in the rule's state.
            let near = far.then(|| {
                let mut own = state.chunks_exact(dim.max(1)).map(|vector| part(vector, start, end));
                let [theta, gradient] = [&**theta, *gradient].map(|vector| part(vector, start, end));
                let mut next = || own.next().unwrap_or(theta);
                [theta, gradient, next(), next()]
            });
            normals.fill(noise, start, lanes, near);
        }
        let mut of_posterior =
            Scaled { numbers: part(gradient, start, end), factor: R::from_f64(scales.data) };
        if !segment.prior.is_flat() {
            let prior = segment.prior.range(start - segment.start, end - segment.start);
            let site = part(site.unwrap_or(theta), start, end);
            let force = front_of(force, end - start);
            fill_force(force, of_posterior, &prior, (site, scales.force_limit(gain)));
            of_posterior = Scaled::plain(force);
        }
        step(&mut Chunk {
            theta: theta.get_mut(start..end).unwrap_or_default(),
            gradient: of_posterior,
            noise,
            noise_scale,
            scratch: [front_of(first, end - start), front_of(second, end - start)],
            vectors: Vectors { state, host_terms, dim, start, end },
            scales,
            lanes,
            tally,
        });
    }
}

fn part<R>(vector: &[R], start: usize, end: usize) -> &[R] {
    vector.get(start..end).unwrap_or_default()
}

fn front_of<R>(vector: &mut [R], len: usize) -> &mut [R] {
    vector.get_mut(..len).unwrap_or_default()
}
