//! A look at the curvature in all directions where a descent has come to, and the ways off a saddle.

use super::shape::Look;
use super::walk::Walk;
use crate::chain::copy;
use crate::gradient::StepError;
use crate::num::{Real, dot, epsilon, reach};

/// From where on an eigenvalue counts as negative.
const CURVED_UP: f64 = -1e-3;

/// What a way off a saddle must gain, as a share of what is little: more comes once it is left.
const WORTH: f64 = 0.1;

/// How often a way off a saddle is made longer.
const DOUBLINGS: u32 = 25;

/// How often a difference is made with another reach.
const TRIES: u32 = 8;

impl<R: Real> Walk<'_, R> {
    /// Measures the curvature, and has q in `direction`; nothing where the model has no finite answers, or no curvature.
    pub(super) fn look(&mut self) -> Result<Option<Look>, StepError> {
        self.shape_is_known = false;
        for i in 0..self.theta.len() {
            if !self.look_along(i)? {
                return Ok(None);
            }
        }
        if !self.shape.diagonalize() || self.shape.pairs().all(|(value, _)| value == 0.0) {
            return Ok(None);
        }
        let (scale, gradient) = (self.surface.scale, &*self.gradient);
        let look = self.shape.solve(|i| scale * gradient.get(i).map_or(0.0, |g| g.to_f64()));
        for (q, x) in self.direction.iter_mut().zip(&*self.shape.solution) {
            *q = R::from_f64(*x);
        }
        self.shape_is_known = true;
        Ok(Some(look))
    }

    /// Where L is curved up along a row of V, goes that way as far as L rises; false where that is too little.
    pub(super) fn escape(&mut self) -> Result<bool, StepError> {
        let Some((value, row)) = self.shape.pairs().min_by(|a, b| a.0.total_cmp(&b.0)) else {
            return Ok(false);
        };
        if value > CURVED_UP {
            return Ok(false);
        }
        for ((q, v), d) in self.direction.iter_mut().zip(row).zip(&*self.shape.spread) {
            *q = R::from_f64(v * d / libm::sqrt(-value));
        }
        let begun = self.report.log_density[1];
        let uphill = dot(self.direction, self.gradient) >= 0.0;
        for sign in if uphill { [1.0, -1.0, 0.25, -0.25] } else { [-1.0, 1.0, -0.25, 0.25] } {
            let (mut best, mut far, mut t) = (begun, 0.0, sign);
            for _ in 0..DOUBLINGS {
                let Some(reached) = self.step(t)?.filter(|reached| *reached > best) else { break };
                (best, far, t) = (reached, t, 2.0 * t);
            }
            if best > begun + WORTH * self.little
                && let Some(reached) = self.step(far)?
            {
                self.take(reached);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Row `i` of H; that of what is frozen is of the unit matrix.
    fn look_along(&mut self, i: usize) -> Result<bool, StepError> {
        let dim = self.theta.len();
        let moves = self.surface.blocks.segments().any(|of| (of.start..of.end).contains(&i));
        if !moves {
            let row = self.shape.matrix.get_mut(i * dim..(i + 1) * dim).unwrap_or_default();
            row.iter_mut().enumerate().for_each(|(j, x)| *x = f64::from(u8::from(i == j)));
            return Ok(true);
        }
        let at = self.theta.get(i).copied().unwrap_or_default();
        let least = 32.0 * epsilon::<R>() * at.to_f64().abs();
        for last in (0..TRIES).rev() {
            let spread = self.shape.spread.get(i).copied().unwrap_or(f64::NAN);
            let far = (reach::<R>() * spread).max(least);
            let mut ends = [at; 2];
            let mut answered = true;
            for (end, sign) in ends.iter_mut().zip([1.0, -1.0]) {
                *end = R::from_f64(at.to_f64() + sign * far);
                copy(self.site, self.theta);
                self.site.iter_mut().skip(i).take(1).for_each(|x| *x = *end);
                answered &= self.surface.answer(self.site, self.at_site)?.is_some();
                if sign > 0.0 {
                    copy(self.direction, self.at_site);
                }
            }
            let [up, down] = ends.map(|x| x.to_f64());
            let mut own = f64::NAN;
            if answered && up > down {
                let scale = self.surface.scale / (up - down);
                let row = self.shape.matrix.get_mut(i * dim..(i + 1) * dim).unwrap_or_default();
                for ((place, ahead), behind) in row.iter_mut().zip(&*self.direction).zip(&*self.at_site) {
                    *place = scale * (behind.to_f64() - ahead.to_f64());
                }
                own = row.get(i).map_or(f64::NAN, |own| own.abs());
            }
            let found = 1.0 / libm::sqrt(own);
            let new = match own {
                own if own > 0.0 && found.is_finite() => found,
                // Nothing shows, or nothing is finite there.
                0.0 => 1e3 * spread,
                _ => 1e-3 * spread,
            };
            let near = (1.0 / 32.0..=32.0).contains(&(new / spread));
            self.shape.spread.iter_mut().skip(i).take(1).for_each(|d| *d = new);
            if own.is_finite() && (near || last == 0) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
