//! A look where coordinates are by variances alone: at one place, by the squares of the gradients of single data.
//!
//! ```text
//! F_i = n times the mean of (∂_i ℓ)² over data;   h_i = F_i + the prior's curvature;   x'_i = sqrt(t h_i) x_i
//! t = -z·(G(rz) - G(0)) / r|z|²,   q² = |G(rz) - G(0)|² / r²,   z ~ N(0, I), in coordinates with t = 1
//! x ← x + η G̃(x) + sqrt(2η) (I - ½ηC)^½ ξ,   C_i = ½ ((n/m - 1) F_i + 1)
//! ```
//!
//! On N(0, A⁻¹) with the diagonal of A that of I, and the covariance F of single data's gradients nowhere above A, batches and
//! steps add at most ½η(n/m - 1) + ½η to the variance of a parameter, as a share: Σ_k u_ik² (½ηcφ_k + ½ηλ_k)/λ_k, over the directions
//! u_k of A, is at most that, whatever their curvatures λ_k. Where parameters are not correlated it is that, and where they
//! are it may be as little as 0. So half of it is taken off: a deviation is wrong by at most ηn/8m, and η is 8m/n times the
//! error that is allowed. Other functions of parameters may be off by more, the more, the larger λ_k are where they lie.
//!
//! q is no less than the largest curvature, about, so that no direction is too stiff for η = 1/4q; and m is such that η may
//! be that. Data's gradients may vary by more or less than the model says: t is the curvature that they do not know of.

use super::look::{each_datum, gradient_at, of_datum};
use super::minibatch::{Look, Offer, Wish};
use super::places::LookRoom;
use crate::Error;
use crate::blocks::Blocks;
use crate::chain::ChainState;
use crate::gradient::{Evaluator, Model, StepError, finite};
use crate::num::{Exclusive, Real, clear};
use crate::prior::Prior;
use crate::rng::fill_normals;

/// r, in deviations.
const REACH: f64 = 0.1;

/// The longest step, for the largest curvature.
const STEP_MAX: f64 = 0.25;

/// What of the noise is taken off.
const SHARE: f64 = 0.5;

/// Looks at x = 0, and leaves 1/sqrt(t h_i) of the coordinates to come in `off`, and C_i in `means`.
#[inline(never)]
pub(super) fn look<R: Real>(
    chain: &mut ChainState<R>,
    model: &mut dyn Model<R>,
    blocks: &Blocks<'_, R>,
    wish: &Wish,
    (at_draws, room): (bool, &mut LookRoom<Exclusive<'_>, R>),
) -> Result<Look, StepError> {
    let mut generators = chain.progress.generators.clone();
    let data_len = chain.config.data_len;
    let n = f64::from(data_len.get());
    let none = Look {
        departure: f64::INFINITY,
        offer: wish.offer(f64::INFINITY, false, data_len.get(), false),
        at_draws,
    };
    let host_prior = chain.config.prior == Prior::Callback;
    let LookRoom { places: z, means: squares, answer, part, total, chunk, off: [scales, at_centre], .. } =
        room;
    [&mut *z, &mut *part].into_iter().for_each(|vector| clear(vector));
    [&mut *total, &mut *squares, &mut *scales].into_iter().for_each(|vector| vector.fill(0.0));
    let found = (|| {
        let mut take = |index: &[u32; 1], weight: f64| {
            of_datum(model, z, index, answer)?;
            let each = squares.iter_mut().zip(&**answer);
            each.for_each(|(square, g)| *square += weight * g.to_f64() * g.to_f64());
            Ok(())
        };
        let count = each_datum(&mut generators, data_len.get(), &mut take)?;
        squares.iter_mut().for_each(|square| *square *= n / count);
        if squares.iter().all(|square| *square == 0.0) {
            return Ok(None);
        }
        if host_prior {
            for side in [1.0, -1.0] {
                z.fill(R::from_f64(side));
                clear(answer);
                let value = model.log_prior(z, Some(answer));
                finite(value, Error::LogPriorNotFinite)?.ok_or(Error::LogPriorNotFinite)?;
                scales.iter_mut().zip(&**answer).for_each(|(h, g)| *h -= 0.5 * side * g.to_f64());
            }
        }
        for (h, square) in scales.iter_mut().zip(&**squares) {
            let curvature = *square + h.max(0.0);
            *h = if curvature > 0.0 { 1.0 / libm::sqrt(curvature) } else { 0.0 };
        }
        clear(z);
        let mut evaluator = Evaluator { data_len, part, total, chunk };
        if !gradient_at(&mut evaluator, model, host_prior, z, answer, &mut |_| ())? {
            return Ok(None);
        }
        at_centre.iter_mut().zip(&**answer).for_each(|(at, g)| *at = n * g.to_f64());
        let mut moving = 0;
        for segment in blocks.segments() {
            moving += segment.end - segment.start;
            fill_normals(&mut generators.noise, z.get_mut(segment.start..segment.end).unwrap_or_default());
        }
        for (z, scale) in z.iter_mut().zip(&**scales) {
            *z = R::from_f64(REACH * scale * z.to_f64());
        }
        if !gradient_at(&mut evaluator, model, host_prior, z, answer, &mut |_| ())? {
            return Ok(None);
        }
        let [mut along, mut length, mut turned, mut size, mut noise] = [0.0; 5];
        let gradients = answer.iter().zip(&**at_centre);
        for (((z, scale), (g, at)), square) in z.iter().zip(&**scales).zip(gradients).zip(&**squares) {
            let change = (n * g.to_f64() - at) / REACH;
            along -= z.to_f64() / REACH * change;
            if *scale > 0.0 {
                let z = z.to_f64() / (REACH * scale);
                length += z * z;
            }
            turned += scale * scale * change * change;
            size += scale * scale * at * at;
            noise += scale * scale * square;
        }
        let count = f64::from(moving as u32);
        // What chance brings is no reason.
        let t = along / length;
        let by_chance = 3.0 * libm::sqrt(2.0 * turned) / length;
        let t = if t > 0.0 && (t - 1.0).abs() > by_chance { t } else { 1.0 };
        Ok(Some([t, turned, size / (t * count), noise / (t * count)]))
    })();
    let found = match found {
        Err(StepError::Stopped(error, code)) => return Err(StepError::Stopped(error, code)),
        Err(error) if !error.is_of_answer() => return Err(error),
        found => found.ok().flatten(),
    };
    let Some([t, turned, size, noise]) = found.filter(|found| found.iter().all(|x| x.is_finite())) else {
        return Ok(none);
    };
    let stiffest = libm::sqrt(turned) / t;
    let offer = wish.offer_alone(stiffest, noise, data_len.get());
    let batches = n / f64::from(offer.batch_len) - 1.0;
    for (scale, square) in scales.iter_mut().zip(&mut **squares) {
        *scale /= libm::sqrt(t);
        *square = SHARE * (batches * *scale * *scale * *square + 1.0);
    }
    chain.progress.generators = generators;
    Ok(Look { departure: (size - 1.0).abs(), offer, at_draws })
}

impl Wish {
    /// What steps are to be where no curvature is above `stiffest`, and batches of one datum have noise of (n - 1) `noise`.
    fn offer_alone(&self, stiffest: f64, noise: f64, data_len: u32) -> Offer {
        let (n, noise) = (f64::from(data_len), noise.max(1.0));
        let (wanted, most) = (8.0 * self.deviation_error, STEP_MAX / stiffest);
        let batch_len = if self.batch_len > 0 {
            self.batch_len
        } else {
            libm::ceil(n * noise * most / wanted).min(f64::from(self.batch_max(data_len))).max(1.0) as u32
        };
        let m = f64::from(batch_len);
        let step_size = most.min(wanted / (1.0 + (n / m - 1.0) * noise));
        Offer { step_size, batch_len, centred: false, efficiency: 0.5 * step_size * n / m }
    }
}
