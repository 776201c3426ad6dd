//! Where a step's normals come from: the generator, as they are or made smaller and correlated for what the gradient's
//! own noise adds.

use crate::built;
use crate::num::{Column, PREFETCHES, Real, update};
use crate::rng::{Lanes, fill_normals, fill_normals_while};

/// What stands in place of ξ ~ N(0, I).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Normals<'s, R> {
    /// ξ itself.
    #[default]
    Fresh,
    /// m ⊙ ξ, with a factor for every parameter.
    Scaled(&'s [R]),
    /// M ξ, drawn already, for every parameter.
    Given(&'s [R]),
}

impl<R: Real> Normals<'_, R> {
    /// Writes those of the parameters from `start` on; `near` vectors of the same range are read meanwhile.
    // Inlined: whoever wants them as they are is soon past it.
    #[inline(always)]
    pub(crate) fn fill(&self, noise: &mut [R], start: usize, lanes: &mut Lanes, near: Option<[&[R]; 4]>) {
        match near {
            Some(_) | None if built::NOISE_COMPENSATION && !matches!(self, Self::Fresh) => {
                self.fill_otherwise(noise, start, lanes);
            }
            Some(near) if PREFETCHES => fill_normals_while(lanes, noise, near),
            Some(_) | None => fill_normals(lanes, noise),
        }
    }

    #[inline(never)]
    fn fill_otherwise(&self, noise: &mut [R], start: usize, lanes: &mut Lanes) {
        match self {
            Self::Fresh => {}
            Self::Scaled(factors) => {
                fill_normals(lanes, noise);
                let factors = factors.get(start..start.saturating_add(noise.len())).unwrap_or_default();
                update(&mut Column::new(noise), [factors], |[x0, x1], [[m0, m1]], _| [x0 * m0, x1 * m1]);
            }
            Self::Given(drawn) => {
                noise.iter_mut().zip(drawn.iter().skip(start)).for_each(|(noise, drawn)| *noise = *drawn);
            }
        }
    }
}
