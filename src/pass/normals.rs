//! Where a step's normals come from: the generator, as they are or made smaller and correlated for what the gradient's
//! own noise adds.

use crate::built;
use crate::num::{Column, PREFETCHES, Real, Sum, update, visit};
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
    pub(crate) fn fill(&self, noise: &mut [R], start: usize, lanes: &mut Lanes, near: Option<[&[R]; 4]>) {
        if let (true, Self::Given(drawn)) = (built::NOISE_COMPENSATION, self) {
            noise.iter_mut().zip(drawn.iter().skip(start)).for_each(|(noise, drawn)| *noise = *drawn);
            return;
        }
        match near {
            Some(near) if PREFETCHES => fill_normals_while(lanes, noise, near),
            Some(_) | None => fill_normals(lanes, noise),
        }
        if let (true, Self::Scaled(factors)) = (built::NOISE_COMPENSATION, self) {
            let factors = factors.get(start..start.saturating_add(noise.len())).unwrap_or_default();
            update(&mut Column::new(noise), [factors], |[x0, x1], [[m0, m1]], _| [x0 * m0, x1 * m1]);
        }
    }
}

/// x ← L x: row i makes the new x_i of all places up to i, which earlier rows read. The sums are in `f64`.
pub(crate) fn multiply<R: Real>(x: &mut [R], factor: &[R]) {
    for (i, row) in factor.chunks_exact(x.len().max(1)).enumerate().rev() {
        let Some(row) = row.get(..=i) else { return };
        let Some(x) = x.get_mut(..=i) else { return };
        let mut sum = Sum::<R>::new();
        visit([row, x], |[row, x], place| sum.add_products_of(place, row, x));
        if let Some(last) = x.last_mut() {
            *last = R::from_f64(sum.total());
        }
    }
}
