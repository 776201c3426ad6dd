//! Noise compensation within a chain: C is found during burn-in, M made of it whenever η/τ changes.

use super::config::Config;
use super::rule_step::RuleStep;
use super::state::{Compensated, bound_blocks};
use crate::Error;
use crate::num::Real;
use crate::pass::{Normals, multiply};
use crate::rng::{Lanes, fill_normals};
use crate::rule::{NoiseCompensation, StepParameters, leaves, mixes};
use crate::workspace::{NoiseParts, Workspace};

impl Config {
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

impl<R: Real> RuleStep<'_, '_, R> {
    /// Makes M of C, where this step is to have one and η/τ is not what M is for.
    ///
    /// Nothing is written unless all of M can be. Errors: `GradientNoise`.
    pub(super) fn prepare_mix(&mut self, at: &StepParameters) -> Result<(), Error> {
        let (config, settings) = (self.config, self.settings);
        let ratio = at.step_size / at.temperature;
        let wanted =
            at.temperature > 0.0 && config.compensates(&settings.compensation, self.progress.step_count);
        if !wanted || self.progress.compensated.ratio == ratio {
            return Ok(());
        }
        let Workspace { current, state, prior, blocks, noise, .. } = &mut *self.workspace;
        let NoiseParts { covariance, mixing, mix, .. } = noise;
        let dim = current.theta.len();
        let part = settings.rule.part::<R>();
        let scale = ratio * part.heating().unwrap_or(f64::NAN);
        let root = part.root(state, dim);
        match settings.compensation {
            NoiseCompensation::None => {}
            NoiseCompensation::Diagonal(_) => {
                let blocks = bound_blocks(dim, &config.prior, prior, blocks);
                let left = |factor: f64, i: usize, variance: f64| leaves(root, scale * factor, i, variance);
                for writes in [false, true] {
                    for segment in blocks.segments() {
                        let (start, count) = (segment.start, segment.end - segment.start);
                        let variances = covariance.iter().enumerate().skip(start).take(count);
                        for ((i, variance), mix) in variances.zip(mix.iter_mut().skip(start)) {
                            let left = left(segment.factor, i, *variance).ok_or(Error::GradientNoise)?;
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
                    return Err(Error::GradientNoise);
                }
                mix.iter_mut().zip(&**mixing).for_each(|(to, from)| *to = R::from_f64(*from));
            }
        }
        self.progress.compensated.ratio = ratio;
        Ok(())
    }
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
            fill_normals(lanes, noise.mixed);
            multiply(noise.mixed, noise.mix);
            Normals::Given(noise.mixed)
        }
    }
}
