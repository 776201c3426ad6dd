//! What clamping takes off the lattice walk's drifts, and up to which step size that is tolerated.
//!
//! ```text
//! c = G̃_I(θ ± δ) - E G̃_I(θ)          or of a control variate; δ as for the noise's
//! e = c - clamp(c, ±sqrt(2τ/η)),      f = E e,   w = E δᵀe / E δᵀc
//!
//! mean off by sqrt(fᵀH⁻¹f / τ) deviations,      variances by w more
//! ```
//!
//! In the metric a drift is longer than a lattice step where |G| > sqrt(2τ/η). Without f, the mean force is 0 at another
//! place, H⁻¹f away; without the part w of the force that brings θ back, the law is wider. Batches are parts of epochs,
//! however the chain draws them without replacement or one by one, so that every datum has its share; with N of them, S the
//! sum of their e and Q that of |e|²,
//!
//! ```text
//! all data in a half        |f|² = the product of the halves' means: chance does not make it larger
//! batches of one, all of them                |f|² = |S/N|², exactly
//! some of an epoch, or with replacement      |f|² = |S/N|² for step sizes; (|S|² - Q)/N² or unknown for what is said
//! ```
//!
//! The last: a datum that came once has |S|² = Q, as what has no side has on average. Of steps such a one is kept off; how
//! far it moves a mean, by how many like it or on the other side there are, no batch says.

use super::curvature::{Curvature, Lanczos, dot, draw_direction, normalize, put};
use super::metric::Metric;
use super::probe::{Batches, Probe};
use super::report::PilotReport;
use crate::Error;
use crate::built;
use crate::chain::{BatchSettings, Config, draw_batch};
use crate::gradient::{Batch, StepError};
use crate::minibatch::Epochs;
use crate::num::{Real, all_within};
use crate::rng::Lanes;

/// How many step sizes are looked at together, the chain's own among them.
const LEVELS: usize = 5;

/// How many vectors that takes.
pub(super) const SUMS: usize = 2 * LEVELS;

/// How often the search goes on at a sixteenth of the step size.
const PASSES: u32 = 6;

/// The fifth root of a half: steps of the search where it has found a factor of two.
const FINER: f64 = 0.870_550_563_296_124_1;

/// How many times what is tolerated is still that: what is measured is no nearer.
const SLACK: f64 = 1.05;

/// How many times what chance makes of |S|² it must be to be known: of as many alike to either side it is two standard
/// deviations. Whatever their law, that has a probability of at most 2 exp(-½ `CHANCE`) (Pinelis 1994); one in five hundred
/// would be 14, and no rate that matters would ever be known.
const CHANCE: f64 = 4.0;

/// What clamping does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clamping {
    /// The step size up to which it is tolerated; infinity where that limits nothing.
    pub(super) limit: f64,
    /// By how many standard deviations the mean is off at the chain's own step size, NaN where the batches do not tell, and
    /// the variance by what share.
    pub(super) shift: f64,
    pub(super) heat: f64,
}

impl Clamping {
    /// None.
    pub(super) const NONE: Self = Self { limit: f64::INFINITY, shift: 0.0, heat: 0.0 };
}

/// The vectors it works on: `mean` is that of G̃ in the metric, `sums` has [`SUMS`] of them.
pub(super) struct Clamps<'a, R: Real> {
    pub(super) theta: &'a [R],
    /// θ̃.
    pub(super) origin: &'a [R],
    pub(super) metric: &'a Metric<'a, R>,
    pub(super) mean: &'a mut [f64],
    pub(super) sums: &'a mut [f64],
    pub(super) direction: &'a mut [f64],
    pub(super) up: &'a mut [f64],
    pub(super) down: &'a mut [f64],
    pub(super) base: &'a mut [f64],
    pub(super) site: &'a mut [R],
    pub(super) tridiagonal: [&'a mut [f64]; 2],
    pub(super) noise: &'a mut Lanes,
    /// τ, positive.
    pub(super) temperature: f64,
    /// As of [`Lanczos`].
    pub(super) reach: f64,
    pub(super) curvature: Curvature,
}

/// What a step size's e add up to.
#[derive(Clone, Copy, Default)]
struct Level {
    /// How many batches there were.
    count: f64,
    /// About |f|², or what it is at most.
    square: f64,
    /// What is known of it; NaN for nothing.
    known: f64,
    /// Q.
    noise: f64,
    /// w.
    heat: f64,
}

/// How the gradients that the chain sees are made of a batch's: a (G̃ - G̃ at the anchor) + b G̃ at θ.
struct Weights {
    varied: bool,
    a: f64,
    b: f64,
}

impl Weights {
    fn of(probe: &Probe<'_, impl Real>, batch_len: u32) -> Self {
        let estimator = &probe.config.estimator;
        // An anchor that is a draw itself is twice as far from the next as the mode is.
        let is_draw = estimator.varies() && !estimator.has_centre();
        let b = estimator.anchoring().and_then(|anchoring| anchoring.subset_len).map_or(0.0, |anchor_len| {
            let [data, batch, anchor] = [probe.config.data_len.get(), batch_len, anchor_len].map(f64::from);
            let share = (batch / anchor) * (data - anchor) / (data - batch);
            libm::sqrt(share)
        });
        Self { varied: estimator.varies(), a: if is_draw { core::f64::consts::SQRT_2 } else { 1.0 }, b }
    }
}

/// Which batches are looked at: how they are drawn, how many, after how many the halves take turns, and what they tell.
struct Share {
    settings: BatchSettings,
    count: u32,
    turn: u32,
    law: Law,
}

/// What the batches have of the data.
#[derive(Clone, Copy)]
enum Law {
    /// All in either half.
    Halves,
    /// All, one in a batch.
    All,
    /// Only some, or by chance.
    Some,
}

impl Share {
    /// Up to 2 `pair_count` batches.
    fn of(batches: &Batches<'_>, pair_count: u32) -> Self {
        let len = batches.len.max(1);
        let settings = match batches.settings {
            // One by one they are the same with replacement and without.
            BatchSettings::WithReplacement(len) if len > 1 => batches.settings,
            _ if built::BATCHES => BatchSettings::Epochs(len),
            own => own,
        };
        let (per_epoch, most) = (batches.data_len.get().div_ceil(len.max(1)).max(1), 2 * pair_count);
        // Whole epochs for either half, at least one.
        let rounds = (pair_count / 2 / per_epoch).max(1);
        match settings {
            BatchSettings::Epochs(_) if per_epoch <= pair_count => {
                Self { settings, count: rounds * 2 * per_epoch, turn: per_epoch, law: Law::Halves }
            }
            BatchSettings::Epochs(_) => {
                let law = if len == 1 && per_epoch <= most { Law::All } else { Law::Some };
                Self { settings, count: most.min(per_epoch), turn: most, law }
            }
            _ => Self { settings, count: most, turn: most, law: Law::Some },
        }
    }
}

impl<R: Real> Clamps<'_, R> {
    /// What clamping does to a chain with this `report`, and up to which step size it is off by δ, the `inflation`, at most.
    #[inline(never)]
    pub(super) fn search(
        &mut self,
        probe: &mut Probe<'_, R>,
        batches: &mut Batches<'_>,
        pair_count: u32,
        (report, own, inflation): (&PilotReport, f64, f64),
    ) -> Result<Clamping, StepError> {
        let weights = Weights::of(probe, batches.len);
        let known = weights.b + f64::from(u8::from(!weights.varied));
        self.mean.iter_mut().for_each(|mean| *mean *= known);
        let is_elsewhere = weights.varied && self.origin.as_ptr() != self.theta.as_ptr();
        if is_elsewhere || !matches!(Share::of(batches, pair_count).law, Law::Some) {
            // Where the anchor is elsewhere its variate has a mean, and that of all data is exact: what is left if all is
            // clamped.
            let levels = self.gather(probe, batches, pair_count, &weights, &[f64::INFINITY; LEVELS])?;
            self.take_mean(levels[0].count);
        }
        let (mut inverse, mut clamping) = (f64::NAN, Clamping::NONE);
        // The next step sizes are `top` and what `ratio` makes of it; no more than what is tolerated is taken off at `low`.
        let (mut top, mut ratio, mut low) = (report.step_size, 0.5, 0.0);
        for pass in 0..PASSES {
            let steps = [own, top, top * ratio, top * ratio * ratio, top * ratio * ratio * ratio];
            let levels = self.gather(probe, batches, pair_count, &weights, &steps)?;
            if inverse.is_nan() {
                // Which draws some of its own: a rare datum must not come and go from pass to pass.
                let (noise, choice) = (*self.noise, batches.choice.clone());
                inverse = self.inverse(probe, batches, pair_count, &levels)?;
                (*self.noise, batches.choice) = (noise, choice);
            }
            let shift = |square: f64| libm::sqrt(square * inverse / self.temperature);
            let is_tolerated = |level: &Level, step_size: f64| {
                let off = shift(level.square).max(report.inflation_at(step_size) + level.heat);
                off <= SLACK * inflation
            };
            let mut rest = levels.iter().zip(steps);
            if let (0, Some((level, _))) = (pass, rest.next()) {
                // What is tolerated even if it is no chance need not be known.
                let is_small = shift(level.square) <= SLACK * inflation;
                let square = if is_small && level.known.is_nan() { 0.0 } else { level.known };
                (clamping.shift, clamping.heat) = (shift(square), level.heat);
            }
            let found = rest.skip(usize::from(pass > 0)).find(|(level, step)| is_tolerated(level, *step));
            match found {
                Some((_, step_size)) if pass == 0 && step_size == report.step_size => return Ok(clamping),
                Some((_, step_size)) if low > 0.0 || ratio != 0.5 => {
                    clamping.limit = step_size;
                    return Ok(clamping);
                }
                // Closer, between that and its double.
                Some((_, step_size)) => {
                    (low, top, ratio) = (step_size, step_size * 2.0 * FINER, FINER);
                }
                None if ratio == 0.5 => top *= 0.5 * 0.5 * 0.5 * 0.5,
                None => break,
            }
        }
        clamping.limit = if low > 0.0 { low } else { top };
        Ok(clamping)
    }

    /// fᵀH⁻¹f / |f|² for the first of some step sizes from which something is taken off; 0 where there is none.
    fn inverse(
        &mut self,
        probe: &mut Probe<'_, R>,
        batches: &mut Batches<'_>,
        pair_count: u32,
        levels: &[Level; LEVELS],
    ) -> Result<f64, StepError> {
        let Some(level) = (1..LEVELS).chain([0]).find(|i| levels.get(*i).is_some_and(|it| it.square > 0.0))
        else {
            return Ok(0.0);
        };
        let dim = self.mean.len();
        let halves = self.sums.get(2 * level * dim..).unwrap_or_default();
        let (first, second) = halves.split_at_checked(dim).unwrap_or_default();
        let both = self.direction.iter_mut().zip(first).zip(second);
        both.for_each(|((f, a), b)| *f = a + b);
        let [diagonal, off_diagonal] = &mut self.tridiagonal;
        let mut lanczos = Lanczos {
            theta: self.theta,
            metric: self.metric,
            site: self.site,
            base: self.base,
            x: self.up,
            y: self.down,
            // The next pass clears it.
            last: self.sums.get_mut(..dim).unwrap_or_default(),
            diagonal,
            off_diagonal,
            own: &mut [],
            temperature: self.temperature,
            reach: self.reach,
            noise: self.noise,
        };
        let inverse = lanczos.inverse_along(self.direction, probe, batches, pair_count)?;
        let Curvature { mean, largest, .. } = self.curvature;
        Ok(if inverse > 0.0 { inverse } else { 1.0 / if mean > 0.0 { mean } else { largest.abs() } })
    }

    /// f and w at some step sizes; the same batches and δ every time.
    #[inline(never)]
    fn gather(
        &mut self,
        probe: &mut Probe<'_, R>,
        batches: &mut Batches<'_>,
        pair_count: u32,
        weights: &Weights,
        steps: &[f64; LEVELS],
    ) -> Result<[Level; LEVELS], StepError> {
        let (mut noise, mut choice, mut epochs) =
            (*self.noise, batches.choice.clone(), Epochs::new(batches.data_len));
        let limits = steps.map(|step_size| libm::sqrt(2.0 * self.temperature / step_size));
        let Share { settings, count, turn, law } = Share::of(batches, pair_count);
        let moving = self.metric.moves().filter(|moves| *moves).count() as f64;
        let reach = libm::sqrt(self.temperature * moving / self.curvature.mean);
        let reach = if reach.is_finite() { reach } else { 0.0 };
        self.sums.fill(0.0);
        let (mut counts, mut levels, mut force) = ([0.0f64; 2], [Level::default(); LEVELS], 0.0);
        for k in 0..count {
            let half = k.checked_div(turn).map_or(0, |round| round as usize % 2);
            // All as long: of few batches, one whose δ is long would have the last word in w.
            draw_direction(self.direction, &mut noise, self.site, self.metric);
            normalize(self.direction);
            let (data_len, indices) = (batches.data_len, &mut *batches.indices);
            let wanted = if let BatchSettings::Epochs(_) = batches.settings { 0 } else { indices.len() };
            let mut batch = draw_batch(settings, data_len, &mut epochs, &mut choice, indices, None)?;
            if let Batch::Indices(it) = batch
                && it.len() < wanted
            {
                // What an epoch leaves is no batch of this chain: the epoch's first make one of it.
                let len = it.len();
                let mut first = Epochs { left: data_len.get(), number: 0, ..epochs };
                first.next(&mut choice, indices.get_mut(len..).unwrap_or_default());
                batch = Batch::Indices(indices);
            }
            self.base.fill(0.0);
            if weights.varied {
                probe.at(self.origin, batch)?.ok_or(Error::Impossible)?;
                probe.add_to(self.base, -weights.a);
            }
            if weights.b > 0.0 {
                probe.at(self.theta, batch)?.ok_or(Error::Impossible)?;
                probe.add_to(self.base, weights.b);
            }
            let mut possible = true;
            for (sign, c) in [(1.0, &mut *self.up), (-1.0, &mut *self.down)] {
                put(c, self.direction);
                self.metric.apply(c);
                for ((site, theta), along) in self.site.iter_mut().zip(self.theta).zip(&*c) {
                    *site = R::from_f64(theta.to_f64() + sign * reach * along);
                }
                put(c, self.base);
                possible = possible && all_within(self.site, R::MAX) && probe.reaches(self.site, batch)?;
                if possible {
                    probe.add_to(c, weights.a);
                    self.metric.apply_transposed(c);
                    c.iter_mut().zip(&*self.mean).for_each(|(c, mean)| *c -= mean);
                }
            }
            if !possible {
                continue;
            }
            counts.iter_mut().skip(half).take(1).for_each(|count| *count += 1.0);
            let dim = self.mean.len().max(1);
            let mut sums = self.sums.chunks_exact_mut(dim).skip(half).step_by(2);
            for (level, limit) in levels.iter_mut().zip(limits) {
                let numbers = self.up.iter().zip(&*self.down).zip(&*self.direction);
                for (sum, ((up, down), along)) in sums.next().unwrap_or_default().iter_mut().zip(numbers) {
                    let [above, below] = [*up, *down].map(|c| c - c.max(-limit).min(limit));
                    let both = 0.5 * (above + below);
                    *sum += both;
                    level.noise += both * both;
                    level.heat += along * (above - below);
                }
            }
            let numbers = self.up.iter().zip(&*self.down).zip(&*self.direction);
            force += numbers.fold(0.0, |sum, ((up, down), along)| sum + along * (up - down));
        }
        let dim = self.mean.len().max(1);
        for (level, halves) in levels.iter_mut().zip(self.sums.chunks_exact((2 * dim).max(1))) {
            let (first, second) = halves.split_at_checked(dim).unwrap_or_default();
            level.count = counts[0] + counts[1];
            let (all, noise) = (level.count * level.count, level.noise);
            let square = dot(first, first) + 2.0 * dot(first, second) + dot(second, second);
            (level.square, level.known) = match law {
                Law::Halves => [dot(first, second).max(0.0) / (counts[0] * counts[1]).max(1.0); 2].into(),
                Law::All => [square / all.max(1.0); 2].into(),
                // Where chance brings two that are opposed, either may be the only one.
                Law::Some if square > CHANCE * noise => (square / all, (square - noise) / all),
                Law::Some if noise > 0.0 => (square.max(noise) / all, f64::NAN),
                Law::Some => (0.0, 0.0),
            };
            // Both are of one sign where θ is brought back.
            level.heat = (level.heat / force).max(0.0);
        }
        Ok(levels)
    }

    /// The mean of G̃ is what was clamped off it without a limit.
    fn take_mean(&mut self, count: f64) {
        let dim = self.mean.len();
        let (first, rest) = self.sums.split_at_checked(dim).unwrap_or_default();
        let both = self.mean.iter_mut().zip(first).zip(rest);
        both.for_each(|((mean, a), b)| *mean += (a + b) / count.max(1.0));
    }
}

/// Whether its drifts differ from batch to batch, so that some can be clamped.
pub(super) fn clamps(config: &Config, batch: BatchSettings) -> bool {
    config.sampler.is_lattice() && batch != BatchSettings::All
}
