//! A look at the gradients of single data, at places where a posterior has its mass: how much noise batches bring, and how far
//! the whole gradient is from that of a normal law.

use super::minibatch::{Look, Wish};
use super::places::{LookRoom, PLACE_COUNT, balance};
use super::settings::EnsembleSampler;
use super::window::{add_square, widest};
use crate::Error;
use crate::blocks::Blocks;
use crate::built;
use crate::chain::{ChainState, copy};
use crate::gradient::{Additions, Batch, Clipping, Evaluator, Model, StepError, finite};
use crate::num::{Exclusive, Real, all_within, clear};
use crate::prior::Prior;
use crate::rng::{Generators, fill_normals, uniform};
use core::num::NonZeroU32;

/// How many data are looked at, at most: strata of about equal length with one of each. Of more data a look may miss a few that
/// bring most of the noise.
const LOOK_MAX: u32 = 1 << 17;

/// Looks at the data's gradients, at x from N(0, I) or at draws that stand in their places; where one is not finite, the look
/// says so.
#[inline(never)]
pub(super) fn look<R: Real>(
    chain: &mut ChainState<R>,
    model: &mut dyn Model<R>,
    blocks: &Blocks<'_, R>,
    wish: &Wish,
    (at_draws, room): (bool, &mut LookRoom<Exclusive<'_>, R>),
) -> Result<Look, StepError> {
    // What is not whole leaves the generators as they were.
    let mut generators = chain.progress.generators.clone();
    let (data_len, dim) = (chain.config.data_len, chain.dim);
    room.squares.iter_mut().for_each(|square| square.fill(0.0));
    clear(room.part);
    room.total.fill(0.0);
    if !at_draws {
        clear(room.places);
    }
    let mut moving = 0;
    for segment in blocks.segments() {
        moving += segment.end - segment.start;
        for place in room.places.chunks_exact_mut(dim.max(1)).skip(1).filter(|_| !at_draws) {
            fill_normals(
                &mut generators.noise,
                place.get_mut(segment.start..segment.end).unwrap_or_default(),
            );
        }
    }
    // Of more dimensions than places there is no unit matrix.
    let is_balanced = moving < PLACE_COUNT;
    copy(room.balanced, room.places);
    if is_balanced {
        balance(room.balanced, dim);
    }
    let offer = |widest, centred| wish.offer(widest, centred, data_len.get(), is_balanced);
    let none = Look { departure: f64::INFINITY, offer: offer(f64::INFINITY, false), at_draws };
    let host_prior = chain.config.prior == Prior::Callback;
    let mut measure = |is_balanced| match departure(model, room, data_len, host_prior, (dim, is_balanced)) {
        Err(error) if error.is_of_answer() => Ok(f64::INFINITY),
        found => Ok::<_, StepError>(found? / (PLACE_COUNT as f64 * f64::from(moving as u32))),
    };
    // How far draws are out must show, and what batches bring is measured where places are balanced.
    let departure = measure(!at_draws)?;
    if !departure.is_finite() || at_draws && is_balanced && !measure(true)?.is_finite() {
        return Ok(none);
    }
    let mut taken = |index: &[u32; 1], weight: f64| take_datum(model, room, index, (dim, weight));
    let count = match each_datum(&mut generators, data_len.get(), &mut taken) {
        Err(error) if error.is_of_answer() => return Ok(none),
        count => count?,
    };
    let n = f64::from(data_len.get());
    let scale = n * n / (n - 1.0) / (count * PLACE_COUNT as f64);
    let [first, second] = &mut room.off;
    let offers = [false, true].map(|centred| {
        let square = &mut *room.squares[usize::from(centred)];
        square.iter_mut().for_each(|product| *product *= scale);
        offer(widest(square, first, second), centred)
    });
    let centred = match wish.sampler {
        EnsembleSampler::Plain | EnsembleSampler::Hmc => false,
        EnsembleSampler::ControlVariate => true,
        EnsembleSampler::Minibatch | EnsembleSampler::Auto => {
            built::CONTROL_VARIATES && offers[1].efficiency > offers[0].efficiency
        }
    };
    chain.progress.generators = generators;
    Ok(Look { departure, offer: offers[usize::from(centred)], at_draws })
}

/// Takes a datum, with its weight.
type Take<'a> = &'a mut dyn FnMut(&[u32; 1], f64) -> Result<(), StepError>;

/// Calls `take` with a datum of each stratum, and how many times as long as the mean stratum that is; returns how many there are.
pub(super) fn each_datum(generators: &mut Generators, n: u32, take: Take<'_>) -> Result<f64, StepError> {
    let count = n.min(LOOK_MAX);
    let begins = |t: u32| (u64::from(t) * u64::from(n)).checked_div(count.into()).unwrap_or(0);
    for t in 0..count {
        let first = begins(t);
        let len = begins(t + 1) - first;
        let i = first + (uniform(&mut generators.choice) * len as f64) as u64;
        let weight = len as f64 * f64::from(count) / f64::from(n);
        take(&[i.min(first + len - 1) as u32], weight)?;
    }
    Ok(count.into())
}

/// Fills the means, and sums |g(x) - g(0) + x|², g the gradient of the log posterior.
fn departure<R: Real>(
    model: &mut dyn Model<R>,
    room: &mut LookRoom<Exclusive<'_>, R>,
    data_len: NonZeroU32,
    host_prior: bool,
    (dim, is_balanced): (usize, bool),
) -> Result<f64, StepError> {
    let LookRoom { places, balanced, means, answer, part, total, chunk, off: [at_centre, _], .. } = room;
    let places = if is_balanced { balanced } else { places };
    let mut evaluator = Evaluator { data_len, part, total, chunk };
    let (n, mut sum) = (f64::from(data_len.get()), 0.0);
    let rows = places.chunks_exact(dim.max(1)).zip(means.chunks_exact_mut(dim.max(1)));
    for (index, (x, mean)) in rows.enumerate() {
        let mut keep = |likelihoods: &[R]| {
            mean.iter_mut().zip(likelihoods).for_each(|(mean, g)| *mean = g.to_f64());
        };
        if !gradient_at(&mut evaluator, model, host_prior, x, answer, &mut keep)? {
            return Ok(f64::INFINITY);
        }
        for ((g, x), centre) in answer.iter().zip(x).zip(&mut **at_centre) {
            if index == 0 {
                *centre = g.to_f64();
            } else {
                let off = n * (g.to_f64() - *centre) + x.to_f64();
                sum += off * off;
            }
        }
    }
    Ok(sum)
}

/// The gradient of the log posterior over n, with a sight of the likelihood's; whether it is finite.
pub(super) fn gradient_at<R: Real>(
    evaluator: &mut Evaluator<'_, R>,
    model: &mut dyn Model<R>,
    host_prior: bool,
    x: &[R],
    answer: &mut [R],
    keep: &mut dyn FnMut(&[R]),
) -> Result<bool, StepError> {
    let flat = Blocks::flat(x.len());
    let prior = Additions {
        blocks: &flat,
        host_prior,
        value: false,
        gradient: true,
        anchor: None,
        clipping: Clipping::None,
    };
    clear(answer);
    let Some(value) = evaluator.likelihood(model, x, Batch::All, Some(answer))? else {
        return Ok(false);
    };
    keep(answer);
    evaluator.finish(model, x, value, Some(answer), &prior)?;
    Ok(all_within(answer, R::MAX))
}

/// The gradient of a datum's log-likelihood.
pub(super) fn of_datum<R: Real>(
    model: &mut dyn Model<R>,
    x: &[R],
    index: &[u32; 1],
    answer: &mut [R],
) -> Result<(), StepError> {
    clear(answer);
    let value = model.log_likelihood(x, Batch::Indices(index), Some(answer));
    finite(value, Error::LogLikelihoodNotFinite)?.ok_or(Error::LogLikelihoodNotFinite)?;
    if all_within(answer, R::MAX) { Ok(()) } else { Err(Error::GradientNotFinite.into()) }
}

/// Adds a datum to both F.
fn take_datum<R: Real>(
    model: &mut dyn Model<R>,
    room: &mut LookRoom<Exclusive<'_>, R>,
    index: &[u32; 1],
    (dim, weight): (usize, f64),
) -> Result<(), StepError> {
    let LookRoom { balanced, means, answer, off: [at_centre, off], squares: [plain, differences], .. } = room;
    let rows = balanced.chunks_exact(dim.max(1)).zip(means.chunks_exact(dim.max(1)));
    for (place, (x, mean)) in rows.enumerate() {
        of_datum(model, x, index, answer)?;
        let to = if place == 0 { &mut **at_centre } else { &mut **off };
        to.iter_mut().zip(answer.iter().zip(mean)).for_each(|(off, (g, mean))| *off = g.to_f64() - mean);
        if place > 0 {
            add_square(plain, off, weight);
            off.iter_mut().zip(&**at_centre).for_each(|(off, centre)| *off -= centre);
            add_square(differences, off, weight);
        }
    }
    Ok(())
}
