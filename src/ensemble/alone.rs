//! A look where coordinates are by variances alone: at one place, by the squares of the gradients of single data.
//!
//! ```text
//! F_i = n²/(n - 1) times the mean of (∂_i ℓ)² over data;   h_i = F_i + the prior's curvature;   x'_i = sqrt(t h_i) x_i
//! q = |Av|, A v = (G(0) - G(rv)) / r, v = z ~ N(0, I), and twice v = Av / |Av|;   t = trace of A / d, of which z tells: v·Av of
//! the last v, and z·Az of what z has across that
//! x ← x + η G̃(x) + sqrt(2η) (I - ½ηC)^½ ξ,   C_i = ½ ((n/m - 1) F_i + 1)
//! ```
//!
//! On N(0, A⁻¹) with the diagonal of A that of I, and the covariance F of single data's gradients nowhere above A, batches and
//! steps of η add at most ½η(n/m - 1)λ_k + ½ηλ_k to the variance along u_k, as a share, where λ_k is the curvature there, to
//! first order in ηλ_k. Of a parameter, whose variance is at least 1, they add at most ½η(n/m - 1) + ½η, whatever the λ_k. Where
//! parameters are not correlated it is that, and where they are it may be as little as 0. So half of it is taken off: a
//! parameter's deviation is wrong by at most ηn/8m, and η is 8m/n times the error that is allowed. What combines parameters
//! may be off by q times as much: of d parameters that are all correlated by ρ their sum has λ = 1 + ρ(d - 1).
//!
//! The largest q bounds η: no direction is stiffer than 1/4η, about; and m is such that η may be that. Data's gradients may
//! vary by more or less than the model says: t is the curvature that they do not know of. A prior of the host's is taken to
//! factorize.

use super::look::{each_datum, gradient_at, of_datum};
use super::minibatch::{Look, Offer, Wish};
use super::places::LookRoom;
use crate::Error;
use crate::blocks::Blocks;
use crate::chain::ChainState;
use crate::gradient::{Evaluator, Model, StepError, finite};
use crate::num::{Exclusive, Real, all_within, clear};
use crate::prior::Prior;
use crate::rng::{Generators, fill_normals};

/// r, in deviations.
const REACH: f64 = 0.1;

/// The longest step, for the largest curvature.
const STEP_MAX: f64 = 0.25;

/// How often a direction is turned to where the curvature is large; the first is any, of length √d.
const POWER_COUNT: usize = 3;

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
        squares.iter_mut().for_each(|square| *square *= n * n / ((n - 1.0) * count));
        if squares.iter().all(|square| *square == 0.0) {
            return Ok(None);
        }
        let normals = |generators: &mut Generators, z: &mut [R]| {
            for segment in blocks.segments() {
                let range = z.get_mut(segment.start..segment.end);
                fill_normals(&mut generators.noise, range.unwrap_or_default());
            }
        };
        if host_prior {
            // There and back by signs that are drawn, so that what parameters have together is hardly any one's own.
            normals(&mut generators, z);
            z.iter_mut().for_each(|z| *z = R::from_f64(REACH * sign(z.to_f64())));
            for _ in 0..2 {
                clear(answer);
                let value = finite(model.log_prior(z, Some(answer)), Error::LogPriorNotFinite)?;
                if value.is_none() || !all_within(answer, R::MAX) {
                    // Of an end that is near nothing is known.
                    scales.fill(0.0);
                    break;
                }
                let each = scales.iter_mut().zip(z.iter().zip(&**answer));
                each.for_each(|(h, (z, g))| *h -= z.to_f64() * g.to_f64() / (2.0 * REACH * REACH));
                z.iter_mut().for_each(|z| *z = -*z);
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
        let (mut again, mut last) = (generators.clone(), 0.0);
        normals(&mut generators, z);
        for (z, scale) in z.iter_mut().zip(&**scales) {
            *z = R::from_f64(REACH * scale * z.to_f64());
        }
        let [mut length, mut size, mut noise] = [0.0f64; 3];
        // -v·(G(rv) - G(0))/r, and q.
        let [mut along, mut stiffest] = [[0.0f64; POWER_COUNT]; 2];
        for (power, (along, stiffest)) in along.iter_mut().zip(&mut stiffest).enumerate() {
            if power > 0 {
                // Where the last direction was turned to.
                for ((z, scale), (g, at)) in z.iter_mut().zip(&**scales).zip(answer.iter().zip(&**at_centre))
                {
                    *z = R::from_f64(scale * scale * (n * g.to_f64() - at) / last);
                }
            }
            if !gradient_at(&mut evaluator, model, host_prior, z, answer, &mut |_| ())? {
                return Ok(None);
            }
            let mut turned = 0.0;
            let gradients = answer.iter().zip(&**at_centre);
            for (((z, scale), (g, at)), square) in z.iter().zip(&**scales).zip(gradients).zip(&**squares) {
                let (z, change) = (z.to_f64() / REACH, (n * g.to_f64() - at) / REACH);
                turned += scale * scale * change * change;
                *along -= z * change;
                if power == 0 && *scale > 0.0 {
                    length += z * z / (scale * scale);
                    size += 1.0;
                    noise += scale * scale * square;
                }
            }
            *stiffest = libm::sqrt(turned);
            last = *stiffest;
            if !(turned > 0.0 && turned.is_finite()) {
                break;
            }
        }
        let most = stiffest.iter().fold(0.0f64, |most, q| most.max(*q));
        // v·z, and z·A v, of the last direction v. Where most of the curvature is there, z has any share of it, a small one.
        clear(part);
        normals(&mut again, part);
        let [mut share, mut cross] = [0.0; 2];
        let gradients = answer.iter().zip(&**at_centre);
        for (((normal, z), scale), (g, at)) in part.iter().zip(z.iter()).zip(&**scales).zip(gradients) {
            if *scale > 0.0 {
                share += normal.to_f64() * z.to_f64() / (REACH * scale);
                cross -= normal.to_f64() * scale * (n * g.to_f64() - at) / REACH;
            }
        }
        let ([first, .., last_along], [all, ..]) = (along, stiffest);
        let left = length - share * share;
        let (t, turned) = if left > 0.9 * length {
            let others = first - 2.0 * share * cross + share * share * last_along;
            ((last_along + (size - 1.0) * others / left) / size, (all * all - cross * cross).max(0.0))
        } else {
            (first / length, all * all)
        };
        // What chance brings is no reason.
        let by_chance = 3.0 * core::f64::consts::SQRT_2 * libm::sqrt(turned) / length;
        let t = if t > 0.0 && (t - 1.0).abs() > by_chance { t } else { 1.0 };
        Ok(Some([t, most, last, noise / (t * size)]))
    })();
    let found = match found {
        Err(StepError::Stopped(error, code)) => return Err(StepError::Stopped(error, code)),
        Err(error) if !error.is_of_answer() => return Err(error),
        found => found.ok().flatten(),
    };
    let Some([t, most, last, noise]) = found.filter(|found| found.iter().all(|x| x.is_finite())) else {
        return Ok(none);
    };
    let offer = wish.offer_alone(most / t, noise, data_len.get());
    let batches = n / f64::from(offer.batch_len) - 1.0;
    for (scale, square) in scales.iter_mut().zip(&mut **squares) {
        *scale /= libm::sqrt(t);
        *square = SHARE * (batches * *scale * *scale * *square + 1.0);
    }
    chain.progress.generators = generators;
    let departure = 0.5 * offer.step_size * (1.0 + batches * noise) * last / t;
    Ok(Look { departure, offer, at_draws })
}

/// 0 of what does not move.
fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
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
