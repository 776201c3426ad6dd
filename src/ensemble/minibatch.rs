//! Draws by minibatches: a look at the gradients of single data says whether they pay, and how.
//!
//! ```text
//! F = n²/(n - 1) times the mean of (∇ℓ_i - ḡ)(∇ℓ_i - ḡ)ᵀ, over data and places x ~ N(0, I);   F = Vᵀ diag(f) V,   L ← L Vᵀ
//! x ← x + η G̃(x) + sqrt(2η) (I - ½ηC)^½ ξ,   C = (n/m - 1) diag(f) + I
//! ```
//!
//! In coordinates where the posterior is about N(0, I), f is about 1 for the plain gradient, and some d/n for one with a
//! control variate about x = 0. C without I is the covariance that batches of m give G̃, which is diagonal after the turn
//! by V. I takes off what steps of η add by themselves: on N(0, I) SGLD with noise of covariance 2ηI - η²C has the variance
//! 1 whatever η. What is not so makes a deviation wrong by some η/2, so η is twice the error that is allowed; and m is the
//! least for which batches bring no larger share of the noise than they may. In fewer dimensions than there are places these are
//! balanced, so that f is exact where gradients are linear, and the share may be larger.

use super::places::{LookRoom, PLACE_COUNT};
use super::settings::{EnsembleSampler, EnsembleSettings, WithoutPriors};
use crate::Error;
use crate::blocks::{BlockList, StoredBlocks};
use crate::built;
use crate::chain::{BatchSettings, ChainSettings, ChainState, RuleSettings, Sampler};
use crate::gradient::Estimator;
use crate::image::{Image, Sink, Source, image};
use crate::num::{Exclusive, MemoryUnit, Real, clear, diagonalize};
use crate::prior::Prior;
use crate::rule::{NoiseCompensation, Rule};
use crate::schedule::Schedule;

/// How many data a step takes at most, unless it is told: more would not make draws cheaper.
const BATCH_MAX: u32 = 1024;

/// The largest share of the noise that batches may bring, for each allowed error of a deviation: of the plain gradient and of
/// one with a control variate, whose noise grows with x. Where it is known well, so many times as much.
const SHARES: [f64; 2] = [10.0, 2.0];
const SHARE_MAX: f64 = 0.5;
const SHARE_OF_BALANCED: f64 = 1.6;

/// How far the gradient may be from that of N(0, I), as a mean square, where coordinates will do.
pub(super) const DEPARTURE_MAX: f64 = 0.25;

/// The effective draws per pass that HMC mostly has.
const EFFICIENCY_OF_HMC: f64 = 1.0 / 6.0;

/// The passes that a draw may take: where steps must be so short that it takes more, minibatches are no way to sample.
const DRAW_PASSES_MAX: f64 = 100.0;

/// Draws of a burn-in, a relaxation time apart.
const BURN_IN_DRAWS: u64 = 10;

/// Draws before those that are looked at.
const SETTLING_DRAWS: usize = 4;

/// The same with variances alone, where one draw is looked at: as many as leave some passes of fifty for a descent and for looks.
const DRAWS_ALONE: [u64; 2] = [8, 2];

/// How many steps a descent has then.
pub(super) const DESCENT_MAX: u32 = 14;

/// What an ensemble's settings say of minibatches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wish {
    pub(super) sampler: EnsembleSampler,
    pub(super) deviation_error: f64,
    /// 0 where it is to be found.
    pub(super) batch_len: u32,
    pub(super) chunk_len: u32,
    /// Whether coordinates are made of all covariances.
    pub(super) dense: bool,
}

/// What steps by minibatches are to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Offer {
    pub(super) step_size: f64,
    pub(super) batch_len: u32,
    /// Whether there is a control variate.
    pub(super) centred: bool,
    /// Effective draws per pass that it promises.
    pub(super) efficiency: f64,
}

/// What the gradients say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// How far the gradient is from that of N(0, I): the mean square over places and parameters; infinite where there is none.
    pub(super) departure: f64,
    pub(super) offer: Offer,
    /// Whether it was at draws, and not at numbers from N(0, I).
    pub(super) at_draws: bool,
}

image! {
    struct Wish { sampler: EnsembleSampler, deviation_error: f64, batch_len: u32, chunk_len: u32, dense: bool }
    struct Offer { step_size: f64, batch_len: u32, centred: bool, efficiency: f64 }
    struct Look { departure: f64, offer: Offer, at_draws: bool }
}

impl Wish {
    pub(super) fn new(settings: &EnsembleSettings<'_>, dim: usize) -> Result<Self, Error> {
        let EnsembleSettings { sampler, deviation_error, batch_len, chunk_len, data_len, .. } = *settings;
        let dense = settings.is_dense(dim);
        let possible = data_len > 1 && (dense || sampler != EnsembleSampler::ControlVariate);
        let sampler = match sampler {
            EnsembleSampler::Auto if !possible => EnsembleSampler::Hmc,
            EnsembleSampler::Hmc | EnsembleSampler::Auto => sampler,
            EnsembleSampler::Minibatch | EnsembleSampler::Plain | EnsembleSampler::ControlVariate => {
                if !possible {
                    return Err(Error::EnsembleSampler);
                }
                sampler
            }
        };
        if sampler != EnsembleSampler::Hmc {
            built::need(built::LANGEVIN && built::NOISE_COMPENSATION)?;
            built::need(built::CONTROL_VARIATES || sampler != EnsembleSampler::ControlVariate)?;
            if batch_len >= data_len {
                return Err(Error::EnsembleBatchLen);
            }
        }
        Ok(Self { sampler, deviation_error, batch_len, chunk_len, dense })
    }

    /// Whether minibatches come into question.
    pub(super) fn asks(&self) -> bool {
        built::LANGEVIN && built::NOISE_COMPENSATION && self.sampler != EnsembleSampler::Hmc
    }

    /// Whether they are wanted, whatever a look says.
    pub(super) fn insists(&self) -> bool {
        self.asks() && self.sampler != EnsembleSampler::Auto
    }

    /// Whether what a look says will do.
    pub(super) fn takes(&self, look: &Look) -> bool {
        let suits = if self.dense { look.departure <= DEPARTURE_MAX } else { look.departure.is_finite() };
        suits && (self.insists() || !self.dense || look.offer.efficiency >= EFFICIENCY_OF_HMC)
    }

    /// Refuses what no steps can go by.
    pub(super) fn check<R: Real>(&self, look: &Look, data_len: u32) -> Result<(), Error> {
        let Offer { step_size, batch_len, centred, .. } = look.offer;
        if !look.departure.is_finite() || R::from_f64(step_size) <= R::default() {
            return Err(Error::GradientNotFinite);
        }
        let cost = f64::from(batch_len) * if centred { 2.0 } else { 1.0 };
        let passes = cost / (step_size * f64::from(data_len));
        if passes > DRAW_PASSES_MAX { Err(Error::EnsembleSampler) } else { Ok(()) }
    }

    fn burn_in_draws(&self) -> u64 {
        if self.dense { BURN_IN_DRAWS } else { DRAWS_ALONE[0] }
    }

    /// Whether a chain is at the draw that the look at draws is before.
    pub(super) fn is_at_look<R>(&self, chain: &ChainState<R>, look: Option<Look>) -> bool {
        if self.dense {
            place_of_draw(chain, look) >= Some(PLACE_COUNT)
        } else {
            draw_before_look(chain, look) >= Some(DRAWS_ALONE[1])
        }
    }

    pub(super) fn batch_max(&self, data_len: u32) -> u32 {
        if self.batch_len > 0 { self.batch_len } else { BATCH_MAX.min(data_len - 1).max(1) }
    }

    /// The chain of x with the largest batches, whose memory any other has room in.
    pub(super) fn largest<'a>(&self, of_x: &ChainSettings<'a>) -> ChainSettings<'a> {
        let rule = RuleSettings {
            compensation: NoiseCompensation::Diagonal(None),
            ..RuleSettings::new(Rule::SGLD, Schedule::constant(1.0))
        };
        ChainSettings {
            batch: BatchSettings::WithoutReplacement(self.batch_max(of_x.data_len)),
            sampler: Sampler::Rule(rule),
            estimator: estimator(built::CONTROL_VARIATES && self.dense),
            burn_in: 2,
            ..*of_x
        }
    }

    /// What steps are to be where batches of one datum have noise of covariance (n - 1) f, f at most `widest`.
    /// `is_balanced` where f is the mean over balanced places.
    pub(super) fn offer(&self, widest: f64, centred: bool, data_len: u32, is_balanced: bool) -> Offer {
        let n = f64::from(data_len);
        let known = if is_balanced { SHARE_OF_BALANCED } else { 1.0 };
        let share = known * SHARE_MAX.min(SHARES[usize::from(centred)] * self.deviation_error);
        let wanted = 2.0 * self.deviation_error;
        let least = libm::ceil(n / (1.0 + (2.0 * share / wanted - 1.0).max(0.0) / widest));
        let most = self.batch_max(data_len);
        let batch_len = if self.batch_len > 0 { most } else { least.min(f64::from(most)).max(1.0) as u32 };
        let m = f64::from(batch_len);
        let step_size = wanted.min(2.0 * share / (1.0 + (n / m - 1.0) * widest));
        // A draw for each relaxation time of 1/η steps is worth half an independent one.
        let cost = if centred { 2.0 * m } else { m };
        Offer { step_size, batch_len, centred, efficiency: 0.5 * step_size * n / cost }
    }
}

fn estimator(centred: bool) -> Estimator<'static> {
    if centred { Estimator::FixedCentre { centre: None } } else { Estimator::Plain }
}

/// The chain of x by batches that are as offered, with noise of covariance C.
pub(super) fn by_batches<'a>(
    (wish, look): (&Wish, &Look),
    c: &'a [f64],
    of_x: &ChainSettings<'a>,
) -> ChainSettings<'a> {
    let Offer { step_size, batch_len, centred, .. } = look.offer;
    let compensation = NoiseCompensation::Diagonal(Some(c));
    let rule = RuleSettings { compensation, ..RuleSettings::new(Rule::SGLD, Schedule::constant(step_size)) };
    let thinning = libm::round(1.0 / step_size).clamp(1.0, 1e9) as u64;
    ChainSettings {
        batch: BatchSettings::WithoutReplacement(batch_len),
        sampler: Sampler::Rule(rule),
        estimator: estimator(centred),
        // Until there was a look at draws it has no end.
        burn_in: if look.at_draws { wish.burn_in_draws() * thinning } else { u64::MAX },
        thinning,
        ..*of_x
    }
}

/// Goes on by minibatches from x = 0, as offered, in coordinates that a look has found, or that are turned so that the noise is
/// not correlated.
///
/// Errors: those of the settings of a chain.
#[inline(never)]
pub(super) fn begin<R: Real>(
    chain: &mut ChainState<R>,
    memory: &mut [MemoryUnit],
    root: &mut [R],
    blocks: &[u64],
    (wish, look): (&Wish, &Look),
    room: &mut LookRoom<Exclusive<'_>, R>,
) -> Result<(), Error> {
    if wish.dense {
        turn(chain, root, &look.offer, room)?;
    } else {
        scale(root, room);
    }
    let n = chain.config.data_len.get();
    let stored = StoredBlocks(blocks);
    let without = WithoutPriors(BlockList::Source(&stored));
    let own = chain.config.prior;
    let of_x = ChainSettings {
        chunk_len: wish.chunk_len,
        prior: if own == Prior::Callback { Prior::Callback } else { Prior::FLAT },
        blocks: BlockList::Source(&without),
        ..ChainSettings::new(n, BatchSettings::All, chain.config.sampler)
    };
    let settings = by_batches((wish, look), room.off[0], &of_x);
    clear(chain.config.layout.split_once::<R>(memory, chain.progress.roles)?.current.theta);
    *chain = chain.hand_over(&settings, memory)?;
    Ok(())
}

/// Makes coordinates of variances alone of what a look has left, and leaves C in the room's first vector.
fn scale<R: Real>(root: &mut [R], room: &mut LookRoom<Exclusive<'_>, R>) {
    let LookRoom { off: [scales, _], means, .. } = room;
    for ((l, scale), c) in root.iter_mut().zip(&mut **scales).zip(&**means) {
        // What nothing is known of stays as it is.
        if *scale > 0.0 {
            *l = R::from_f64(l.to_f64() * *scale);
        }
        *scale = *c;
    }
}

/// Turns coordinates so that the noise is not correlated, and leaves C's diagonal in the room's first vector.
fn turn<R: Real>(
    chain: &ChainState<R>,
    root: &mut [R],
    offer: &Offer,
    room: &mut LookRoom<Exclusive<'_>, R>,
) -> Result<(), Error> {
    let dim = chain.dim;
    let LookRoom { off: [values, turned], squares, vectors, .. } = room;
    let square = &mut *squares[usize::from(offer.centred)];
    for i in 0..dim {
        for j in 0..i {
            let own = square.get(i * dim + j).copied().unwrap_or_default();
            square.iter_mut().skip(j * dim + i).take(1).for_each(|place| *place = own);
        }
    }
    if !diagonalize(square, vectors, dim) {
        return Err(Error::GradientNotFinite);
    }
    let batches = f64::from(chain.config.data_len.get()) / f64::from(offer.batch_len) - 1.0;
    let own = square.iter().step_by(dim.saturating_add(1));
    values.iter_mut().zip(own).for_each(|(c, f)| *c = 1.0 + batches * f.max(0.0));
    // From here on nothing is to be refused: the coordinates change.
    if !values.iter().all(|c| R::from_f64(*c).to_f64().is_finite()) {
        return Err(Error::GradientNotFinite);
    }
    for row in root.chunks_exact_mut(dim.max(1)) {
        for (to, vector) in turned.iter_mut().zip(vectors.chunks_exact(dim.max(1))) {
            *to = row.iter().zip(vector).map(|(l, v)| l.to_f64() * v).sum();
        }
        row.iter_mut().zip(&**turned).for_each(|(l, to)| *l = R::from_f64(*to));
    }
    Ok(())
}

/// How many steps are left of the draw of a chain that goes by minibatches; `None` of one by HMC.
pub(super) fn steps_left<R>(chain: &ChainState<R>) -> Option<u64> {
    match chain.config.sampler {
        Sampler::Rule(_) => {
            Some(chain.config.thinning.get() - chain.progress.step_count % chain.config.thinning)
        }
        Sampler::MetropolisHastings(_) => None,
    }
}

/// How many draws there were since the first look, before the look at draws.
fn draw_before_look<R>(chain: &ChainState<R>, look: Option<Look>) -> Option<u64> {
    let steps_by_rule = steps_left(chain).map(|_| chain.progress.step_count);
    Some(steps_by_rule.filter(|_| look.is_some_and(|look| !look.at_draws))? / chain.config.thinning)
}

/// Which place a draw before the look at draws is to stand in, if it is not one of the first.
pub(super) fn place_of_draw<R>(chain: &ChainState<R>, look: Option<Look>) -> Option<usize> {
    let drawn = draw_before_look(chain, look)?;
    usize::try_from(drawn).ok()?.checked_sub(SETTLING_DRAWS).filter(|place| *place > 0)
}
