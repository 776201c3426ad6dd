//! Noise compensation within a chain: C is found during burn-in, M made of it whenever η/τ changes.

use super::config::Config;
use super::settings::{BatchSettings, RuleSettings, Sampler};
use super::state::{ChainState, Compensated, Progress, bound_blocks};
use crate::Error;
use crate::built;
use crate::num::{Len, MemoryUnit, Real, multiply};
use crate::pass::Normals;
use crate::rng::{Lanes, fill_normals};
use crate::rule::{NoiseCompensation, Root, StepParameters, mixes};
use crate::workspace::{NoiseParts, Workspace};

impl Config {
    /// Refuses noise compensation where there is no place for it.
    pub(super) fn check_compensation<R: Real>(
        &self,
        rule: &RuleSettings<'_>,
        dim: usize,
        has_blocks: bool,
    ) -> Result<(), Error> {
        let compensation = rule.compensation;
        if compensation == NoiseCompensation::None {
            return Ok(());
        }
        built::need(built::NOISE_COMPENSATION)?;
        self.admits_compensation::<R>(rule, &compensation, dim, has_blocks)?;
        let own = self.batch != BatchSettings::Caller;
        let finds = own && self.burn_in >= 2 && !self.estimator.has_table();
        if compensation.gathers() && !finds {
            return Err(Error::CompensationBatch);
        }
        compensation.check(dim)
    }

    /// Refuses a kind of noise compensation, given or found, that does not go with the rule, the batches or the blocks.
    pub(crate) fn admits_compensation<R: Real>(
        &self,
        rule: &RuleSettings<'_>,
        compensation: &NoiseCompensation<'_>,
        dim: usize,
        has_blocks: bool,
    ) -> Result<(), Error> {
        let part = rule.rule.part::<R>();
        let is_dense = compensation.is_dense();
        let couples = match part.root(&[], dim) {
            Root::Identity | Root::Diagonal(_) => false,
            Root::Factor(_) => true,
        };
        if part.heating().is_none() || couples && !is_dense {
            return Err(Error::CompensationRule);
        }
        match self.batch {
            BatchSettings::WithoutReplacement(_)
            | BatchSettings::WithReplacement(_)
            | BatchSettings::Caller => {}
            // The noise of epochs nearly cancels, and all data have none.
            BatchSettings::Epochs(_) | BatchSettings::All => return Err(Error::CompensationBatch),
        }
        if is_dense && has_blocks {
            return Err(Error::CompensationDense);
        }
        compensation.covariance_len(dim).map(drop)
    }

    /// The vectors of a noise compensation.
    pub(super) fn add_compensation(
        &mut self,
        compensation: &NoiseCompensation<'_>,
        dim: usize,
    ) -> Result<(), Error> {
        let layout = &mut self.layout;
        let len = compensation.covariance_len(dim)?;
        let is_dense = compensation.is_dense();
        layout.covariance_len = Len::new(len);
        layout.mixing_len = Len::new(if is_dense { len } else { 0 });
        layout.other_len = Len::new(if is_dense || compensation.gathers() { dim } else { 0 });
        Ok(())
    }

    /// Whether step `k` takes the gradient of another batch, too: in the second half of the burn-in, where the chain is
    /// to find C.
    pub(super) fn gathers(&self, compensation: &NoiseCompensation<'_>, k: u64) -> bool {
        compensation.gathers() && k >= self.burn_in / 2 && k < self.burn_in
    }

    /// Whether step `k` is one with compensation: all are, unless the chain is still to find C.
    fn compensates(&self, compensation: &NoiseCompensation<'_>, k: u64) -> bool {
        !compensation.gathers() || k >= self.burn_in
    }
}

/// Makes M of C, where this step is to have one and η/τ is not what M is for.
///
/// Nothing is written unless all of M can be. Errors: `GradientNoise`.
pub(super) fn prepare<R: Real>(
    config: &Config,
    settings: &RuleSettings<'_>,
    progress: &mut Progress,
    workspace: &mut Workspace<'_, R>,
    at: &StepParameters,
) -> Result<(), Error> {
    // A ratio of 0 is that of no M.
    let ratio = (at.step_size / at.temperature).max(f64::MIN_POSITIVE);
    let wanted = at.temperature > 0.0 && config.compensates(&settings.compensation, progress.step_count);
    if wanted && progress.compensated.ratio != ratio {
        if !mix(config, settings, workspace, ratio, true) {
            return Err(Error::GradientNoise);
        }
        progress.compensated.ratio = ratio;
    }
    Ok(())
}

/// Whether there is an M for this η/τ; `writes` it, if so.
// A function of its own: steps that have M need not make room for this.
#[inline(never)]
fn mix<R: Real>(
    config: &Config,
    settings: &RuleSettings<'_>,
    workspace: &mut Workspace<'_, R>,
    ratio: f64,
    writes: bool,
) -> bool {
    let Workspace { current, state, prior, blocks, noise, .. } = workspace;
    let NoiseParts { covariance, mixing, mix, .. } = noise;
    let dim = current.theta.len();
    let part = settings.rule.part::<R>();
    let (scale, root) = (ratio * part.heating().unwrap_or(f64::NAN), part.root(state, dim));
    match settings.compensation {
        NoiseCompensation::None => {}
        NoiseCompensation::Diagonal(_) => {
            let blocks = bound_blocks(dim, &config.prior, prior, blocks);
            for writes in [false, writes] {
                for segment in blocks.segments() {
                    let (start, count) = (segment.start, segment.end - segment.start);
                    let variances = covariance.iter().enumerate().skip(start).take(count);
                    for ((i, variance), mix) in variances.zip(mix.iter_mut().skip(start)) {
                        let Some(left) = root.leaves(scale * segment.factor, i, *variance) else {
                            return false;
                        };
                        if writes {
                            *mix = R::from_f64(libm::sqrt(left));
                        }
                    }
                }
            }
        }
        NoiseCompensation::Dense(_) => {
            mixing.iter_mut().zip(&**covariance).for_each(|(to, from)| *to = *from);
            if !mixes(mixing, root, scale, dim) {
                return false;
            }
            if writes {
                let rows = mix.chunks_exact_mut(dim.max(1)).zip(mixing.chunks_exact(dim.max(1)));
                for (i, (to, from)) in rows.enumerate() {
                    // What is above the diagonal is no part of M.
                    to.iter_mut().zip(from).take(i + 1).for_each(|(to, from)| *to = R::from_f64(*from));
                }
            }
        }
    }
    true
}

/// Takes the gradients of two batches, means over data, into C.
pub(super) fn gather<R: Real>(
    covariance: &mut [f64],
    gradients: [&[R]; 2],
    data_scale: f64,
    compensated: &mut Compensated,
) {
    compensated.gathered_count += 1;
    let [gradient, other] = gradients;
    let (weight, scale) = (1.0 / compensated.gathered_count as f64, libm::sqrt(0.5) * data_scale);
    let differences = || gradient.iter().zip(other).map(|(a, b)| scale * (a.to_f64() - b.to_f64()));
    let take_in = |c: &mut f64, product: f64| *c += weight * (product - *c);
    if covariance.len() == gradient.len() {
        covariance.iter_mut().zip(differences()).for_each(|(c, x)| take_in(c, x * x));
        return;
    }
    for (row, x) in covariance.chunks_exact_mut(gradient.len().max(1)).zip(differences()) {
        row.iter_mut().zip(differences()).for_each(|(c, y)| take_in(c, x * y));
    }
}

/// What a step that may have M takes for its normals.
pub(super) fn normals<'s, R: Real>(
    noise: &'s mut NoiseParts<'_, R>,
    compensation: &NoiseCompensation<'_>,
    compensated: &Compensated,
    at: &StepParameters,
    lanes: &mut Lanes,
) -> Normals<'s, R> {
    // A cold step draws nothing.
    if compensated.ratio == 0.0 || at.temperature <= 0.0 {
        return Normals::Fresh;
    }
    match compensation {
        NoiseCompensation::None => Normals::Fresh,
        NoiseCompensation::Diagonal(_) => Normals::Scaled(noise.mix),
        NoiseCompensation::Dense(_) => {
            fill_normals(lanes, noise.other);
            multiply(noise.other, noise.mix);
            Normals::Given(noise.other)
        }
    }
}

/// Halvings of an interval that leave of it what an `f64` tells apart.
const HALVINGS: u32 = 60;

impl<R: Real> ChainState<R> {
    /// Writes C, the covariance that noise compensation takes the gradient's noise to have: d variances, or d × d
    /// numbers row by row. Where the chain finds it, what it has found so far; zeros before that.
    ///
    /// Errors: `NoiseCompensation` for a chain without; `MemoryTooSmall`; `LengthMismatch`. Nothing was written then.
    pub fn noise_covariance(&self, memory: &[MemoryUnit], covariance: &mut [f64]) -> Result<(), Error> {
        self.compensated_rule()?;
        self.check_memory(memory)?;
        let found = self.config.layout.covariance::<R>(memory)?;
        if found.len() != covariance.len() {
            return Err(Error::LengthMismatch);
        }
        covariance.iter_mut().zip(found).for_each(|(to, from)| *to = *from);
        Ok(())
    }

    /// The largest step size that leaves something to inject, at the temperature of the last step, for C as it stands;
    /// infinite where C is zero, or the temperature.
    ///
    /// At larger ones steps are refused with `GradientNoise`. NaN before the first step under a temperature of the host's.
    /// `memory` is only worked in. Errors: `NoiseCompensation` for a chain without; `MemoryTooSmall`.
    pub fn compensation_limit(&self, memory: &mut [MemoryUnit]) -> Result<f64, Error> {
        let rule = self.compensated_rule()?;
        self.check_memory(memory)?;
        let mut workspace = self.config.layout.split_once::<R>(memory, self.progress.roles)?;
        let mut admits = |ratio: f64| mix(&self.config, rule, &mut workspace, ratio, false);
        let (mut low, mut high) = (1.0, 1.0);
        while high < f64::MAX && admits(high) {
            (low, high) = (high, 2.0 * high);
        }
        while low > 0.0 && !admits(low) {
            (low, high) = (0.5 * low, low);
        }
        // A cold step injects nothing, and is refused nothing.
        if high >= f64::MAX || self.progress.temperature == 0.0 {
            return Ok(f64::INFINITY);
        }
        for _ in 0..HALVINGS {
            let middle = low + 0.5 * (high - low);
            *(if admits(middle) { &mut low } else { &mut high }) = middle;
        }
        Ok(low * self.progress.temperature)
    }

    fn compensated_rule(&self) -> Result<&RuleSettings<'static>, Error> {
        match &self.config.sampler {
            Sampler::Rule(rule) if !rule.compensation.is_none() => Ok(rule),
            Sampler::Rule(_) | Sampler::MetropolisHastings(_) => Err(Error::NoiseCompensation),
        }
    }
}
