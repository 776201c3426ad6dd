//! Noise compensation within a chain: C is found during burn-in, M made of it whenever η/τ changes.

use super::config::Config;
use super::rule_step::RuleStep;
use super::state::{Compensated, bound_blocks};
use crate::Error;
use crate::num::Real;
use crate::pass::{Normals, multiply};
use crate::rng::{Lanes, fill_normals};
use crate::rule::{NoiseCompensation, Root, Rule, StepParameters, mixes};
use crate::workspace::{NoiseParts, Workspace};

impl Config {
    /// Whether step `k` takes the gradient of another batch, too: in the second half of the burn-in, where the chain is
    /// to find C.
    pub(super) fn gathers(&self, compensation: &NoiseCompensation<'_>, k: u64) -> bool {
        compensation.gathers() && k >= self.burn_in / 2 && k < self.burn_in
    }
}

impl<R: Real> RuleStep<'_, '_, R> {
    /// Makes M of C, where this step is to have one and η/τ is not what M is for.
    ///
    /// A diagonal M is written at once, since nothing is written when it cannot be; a dense one stays in its scratch
    /// until the step is certain. Errors: `GradientNoise`.
    pub(super) fn prepare_mix(&mut self, at: &StepParameters) -> Result<(), Error> {
        let (config, settings) = (self.config, self.settings);
        let known = !settings.compensation.gathers() || self.progress.step_count >= config.burn_in;
        let ratio = at.step_size / at.temperature;
        if !known || at.temperature <= 0.0 || self.progress.compensated.ratio == ratio {
            return Ok(());
        }
        let Workspace { current, state, prior, blocks, noise, .. } = &mut *self.workspace;
        let dim = current.theta.len();
        let part = settings.rule.part::<R>();
        let scale = ratio * part.heating().unwrap_or(0.0);
        let root = part.root(state, dim);
        match settings.compensation {
            NoiseCompensation::None => {}
            NoiseCompensation::Dense(_) => {
                let NoiseParts { covariance, mixing, mix, .. } = noise;
                mixing.iter_mut().zip(&**covariance).for_each(|(to, from)| *to = *from);
                if !mixes(mixing, root, scale, dim) {
                    return Err(Error::GradientNoise);
                }
                mix.iter_mut().zip(&**mixing).for_each(|(to, from)| *to = R::from_f64(*from));
            }
            NoiseCompensation::Diagonal(_) => {
                let blocks = bound_blocks(dim, &config.prior, prior, blocks);
            }
        }
        self.progress.compensated.ratio = ratio;
        Ok(())
    }
}
