//! The burn-in of a chain, with a pilot's looks where they are due.

use crate::Error;
use crate::built;
use crate::chain::{BatchSettings, Chain, ChainImage, ChainState, RuleSettings, Sampler};
use crate::gradient::{Model, StepError};
use crate::num::{MemoryUnit, Real};
use crate::pilot::{PilotReport, PilotSettings};
use crate::rule::{Langevin, Lattice, Rule, Splitting, Thermostat};
use crate::warm_up::looks::{Look, Noise, Walk, is_usable, noise_of};

impl PilotSettings {
    /// Runs the chain to the end of its burn-in, or `step_count` steps of it if those are fewer, and finds what its
    /// settings leave open; does nothing once the burn-in is over.
    ///
    /// Before the first step and half-way a pilot looks at the model where the chain stands, at what the steps themselves
    /// do not go on to tune. From it come η
    /// of an update rule whose step sizes are [`Schedule::CALLBACK`](crate::schedule::Schedule::CALLBACK), the k of a
    /// proposal with [`tune_refresh_len`](crate::mh::MetropolisHastings::tune_refresh_len), and the first ε where that
    /// is 0; the steps themselves tune both further: see
    /// [`target_acceptance`](crate::mh::MetropolisHastings::target_acceptance). A step size that the settings say stays.
    ///
    /// For η there is also a look before every sixteenth of the burn-in in its first half, of at most 32 pairs and 8
    /// products, which takes the chain from a start that is far: as long as the gradient is more than three times
    /// [`expected_gradient_norm`](crate::PilotReport::expected_gradient_norm), and more than noise explains, η is what
    /// the curvature there allows, or α times a tenth of 1/λ where that is less, in the share |G|²/(|G|² + tr C) that its
    /// noise leaves of it, but no less than the pilot's `step_size` where that is shorter than what the curvature allows.
    /// With a fixed centre, from which the noise grows, η is the pilot's wherever the curvature is positive in some
    /// direction. Where it is negative in some, η is at most what leaves that place in a quarter of the steps until the
    /// next look, or α/(2|q|), with q the least curvature; where it is positive in none, a chain that had the time to
    /// leave has overshot, and η falls to at most a quarter. What is found half-way stays. By default the looks take some
    /// 14 400 batches in all, of a lattice walk three times that and more, most of them the first and the last:
    /// `pair_count` and `product_count` say how many.
    ///
    /// Where no step size keeps the tolerated inflation (the finding [`NoStepSize`](crate::Finding::NoStepSize), of
    /// SGNHT by Euler's splitting at its default friction already) the warm-up goes on all the same, with the pilot's
    /// `step_size`, and does not say so: a [`look`](Self::look) does.
    ///
    /// `memory` has any content and [`memory_len`](Self::memory_len) units. A warm-up in pieces has the bits of a whole
    /// one, with checkpoints in between, too. Errors: `WarmUpBurnIn`; `BatchKind` where
    /// the caller gives the batches; `DrawnBatchLen` for a `batch_len` that is not the chain's; `RuleKind`, `DriftKind` or `PreconditionerKind` for a rule of which a pilot says
    /// nothing, by what keeps it from that; `StepSizeNotFound` where nothing is curved; `StepSizeNotUsable` for a step
    /// size that the precision cannot hold; `WarmUpFar` for a rule's chain that half-way stands where the posterior is
    /// nowhere concave, or where the gradient is still ten times the expected norm: start nearer, by a
    /// [`WarmStart`](crate::WarmStart) say, or burn in for longer, or take batches of n/32 where looks on the way do not
    /// see a datum that has most of the curvature; `WarmUpNoise` where noise could hide that and the whole
    /// burn-in would go less than a thousandth of the way in the stiffest direction: take larger batches, a control
    /// variate, or more pairs; those of [`look`](Self::look) and of a run. Steps done before an error stay done. The next call goes on from there, and looks first if a look is due
    /// before that step: where a model has stopped just this step it looks twice, and may find another η. A run does not
    /// look; after one past half-way no call does, and whatever step size the chain has stays.
    ///
    /// ```
    /// # use sgmcmc::{Batch, BatchSettings, Chain, ChainSettings, Interrupt, MemoryUnit, Model, PilotSettings};
    /// # use sgmcmc::{RuleSettings, Sampler, rule::Rule, schedule::Schedule};
    /// # struct Mean; // x_i = i mod 10, N(θ, 1)
    /// # impl Model<f64> for Mean {
    /// #     fn log_likelihood(
    /// #         &mut self, theta: &[f64], batch: Batch<'_>, gradient: Option<&mut [f64]>,
    /// #     ) -> Result<f64, Interrupt> {
    /// #         let Batch::Indices(batch) = batch else { return Err(Interrupt::Stop(1)) };
    /// #         let residual = |i: &u32| f64::from(i % 10) - theta[0];
    /// #         let share = 1.0 / batch.len() as f64;
    /// #         gradient.into_iter().for_each(|g| g[0] = share * batch.iter().map(residual).sum::<f64>());
    /// #         Ok(-0.5 * share * batch.iter().map(|i| residual(i) * residual(i)).sum::<f64>())
    /// #     }
    /// # }
    /// # let mut model = Mean;
    /// let sgld = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::CALLBACK));
    /// let batch = BatchSettings::WithoutReplacement(50);
    /// let settings = ChainSettings { burn_in: 1000, ..ChainSettings::new(1000, batch, sgld) };
    /// let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(1)?];
    /// let mut chain = Chain::new(&settings, &[0.0], &mut memory)?;
    /// let pilot = PilotSettings::default();
    /// let mut room = vec![MemoryUnit::default(); chain.warm_up_len(&pilot)?];
    /// chain.warm_up(&pilot, &mut room, u64::MAX, &mut model)?;
    /// let found = chain.statistics().step_size;
    /// assert!(found > 1e-7 && found < 1e-4);
    /// chain.run(1000, &mut model, None)?;
    /// assert_eq!(chain.statistics().step_size, found);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn warm_up<R: Real>(
        &self,
        chain: &mut ChainState<R>,
        chain_memory: &mut [MemoryUnit],
        memory: &mut [MemoryUnit],
        step_count: u64,
        model: &mut impl Model<R>,
    ) -> Result<(), StepError> {
        built::need(built::WARM_UP)?;
        let burn_in = chain.config.burn_in;
        if burn_in == 0 {
            return Err(Error::WarmUpBurnIn.into());
        }
        if chain.config.batch == BatchSettings::Caller {
            return Err(Error::BatchKind.into());
        }
        // What is found is for the batches that the chain draws.
        self.memory_len(chain)?;
        if self.draws_other_batches(&chain.config) {
            return Err(Error::DrawnBatchLen.into());
        }
        let mut left = step_count;
        loop {
            let k = chain.progress.step_count;
            let whole = burn_in.saturating_sub(k).min(left);
            if whole == 0 {
                return Ok(());
            }
            if let Some(look) = Look::before(k, burn_in).filter(|look| chain.leaves_open(*look)) {
                let pilot = look.settings(self);
                let found = pilot.look(chain, chain_memory, None, memory, model)?;
                let noise = noise_of(&pilot, &found.report, found.noise_total);
                let most = 0.5 * chain.compensation_limit(chain_memory).unwrap_or(f64::INFINITY);
                let (report, is_first) = (found.report, look.is_first);
                chain.take_over(look, &report, &noise, most)?;
                if !is_first {
                    chain.settle(chain_memory, look, &report, &noise)?;
                }
            }
            let piece = whole.min(Look::next_after(k, burn_in) - k);
            chain.run(chain_memory, piece, model, None)?;
            left -= piece;
        }
    }
}

impl<R: Real> ChainState<R> {
    /// Whether there is anything for a pilot to find by this look.
    fn leaves_open(&self, look: Look) -> bool {
        match &self.config.sampler {
            Sampler::Rule(_) => self.config.leaves_step_size_open(),
            Sampler::MetropolisHastings(mh) => {
                let refreshes = mh.tune_refresh_len && self.config.batch != BatchSettings::All;
                match (look.is_first, look.is_last) {
                    (true, _) => refreshes || mh.finds_step_size(),
                    // With a target it is the steps themselves that go on from there.
                    (false, true) => refreshes && mh.target_acceptance.is_none(),
                    (false, false) => false,
                }
            }
        }
    }

    /// Sets what was found.
    // Not on the stack of a pilot.
    #[inline(never)]
    fn take_over(&mut self, look: Look, report: &PilotReport, noise: &Noise, most: f64) -> Result<(), Error> {
        match &self.config.sampler {
            Sampler::Rule(_) => {
                let walk = Walk {
                    before: if self.has_own_step_size() { Some(self.progress.step_size) } else { None },
                    friction: self.config.sampler.friction(),
                    most,
                    taken_up: self.taken_up(),
                    unpredicted: unpredicted(&self.config.sampler),
                    has_centre: self.config.estimator.has_centre(),
                };
                match look.step_size(report, noise, &walk)? {
                    None => Ok(()),
                    // One whose terms the precision cannot hold is none; on the way another one will do.
                    Some(step_size) => match self.set_step_size(step_size) {
                        Err(_) if walk.before.is_none() || look.is_last => Err(Error::StepSizeNotUsable),
                        Ok(()) | Err(_) => Ok(()),
                    },
                }
            }
            Sampler::MetropolisHastings(mh) => {
                let mh = *mh;
                if mh.tune_refresh_len {
                    let batch_len = self.config.batch_len().get();
                    let most = mh.most_refreshed(self.config.data_len, batch_len);
                    let fresh = report.refresh_len >= batch_len;
                    let len = if fresh { 0 } else { report.refresh_len.min(most) };
                    self.progress.metropolis.start_refresh(len, self.config.data_len, batch_len);
                }
                let step_size = report.step_size;
                if mh.finds_step_size() && look.is_first && is_usable(step_size) {
                    // One that the precision cannot hold leaves the first guess.
                    return self.set_step_size(step_size).or(Ok(()));
                }
                Ok(())
            }
        }
    }
}

impl<R: Real> ChainState<R> {
    /// How much a thermostat takes up before it diverges: half of 1/4 - α², for each parameter that shares it.
    fn taken_up(&self) -> f64 {
        let Sampler::Rule(RuleSettings { rule: Rule::Sgnht(sgnht), .. }) = &self.config.sampler else {
            return f64::INFINITY;
        };
        let sharing = match sgnht.thermostat {
            Thermostat::Scalar => self.dim as f64,
            Thermostat::PerCoordinate => 1.0,
        };
        match sgnht.splitting {
            Splitting::Euler => 0.5 * (0.25 - sgnht.friction * sgnht.friction) * sharing,
            Splitting::Symmetric => f64::INFINITY,
        }
    }

    /// A thermostat begins anew where the chain has got to, with the ζ at which E v² = ητ: by Euler's splitting (1 - ζ)² = 1 -
    /// 2γ, by the symmetric one sinh ζ = γ, with γ = α + ην̄²/(2τ).
    #[inline(never)]
    fn settle(
        &self,
        memory: &mut [MemoryUnit],
        look: Look,
        report: &PilotReport,
        noise: &Noise,
    ) -> Result<(), Error> {
        let Sampler::Rule(RuleSettings { rule: Rule::Sgnht(sgnht), .. }) = &self.config.sampler else {
            return Ok(());
        };
        let own = report.own_variance / report.noise_direction;
        let heat = 0.5 * self.progress.step_size / self.progress.temperature;
        let more = heat * own * noise.total / self.dim as f64;
        // Without noise or temperature there is none, and far from the mode, where the noise is another, none counts.
        let counts = look.is_last && more > 0.0 && more.is_finite();
        let friction = sgnht.friction + if counts { more } else { 0.0 };
        let zeta = match sgnht.splitting {
            Splitting::Euler => 1.0 - libm::sqrt((1.0 - 2.0 * friction).max(0.0)),
            Splitting::Symmetric => libm::asinh(friction),
        };
        let workspace = self.config.layout.split_once::<R>(memory, self.progress.roles)?;
        let state = workspace.state.iter_mut();
        state.skip(self.dim).for_each(|place| *place = R::from_f64(zeta));
        Ok(())
    }
}

/// What a rule of which a pilot predicts nothing is refused with.
fn unpredicted(sampler: &Sampler<'_>) -> Error {
    let Sampler::Rule(rule) = sampler else { return Error::SamplerKind };
    match &rule.rule {
        Rule::Langevin(Langevin { drift, .. }) | Rule::Lattice(Lattice { drift, .. }) if !drift.is_none() => {
            Error::DriftKind
        }
        Rule::Langevin(_) | Rule::Lattice(_) => Error::PreconditionerKind,
        Rule::Sghmc(_)
        | Rule::Aboba(_)
        | Rule::Baoab(_)
        | Rule::Sgnht(_)
        | Rule::Adam(_)
        | Rule::Recipe(_) => Error::RuleKind,
    }
}

/// A state that its image takes over in the end, with the step size that was set: also when a model unwinds.
struct Held<'i, R: Real> {
    image: &'i mut ChainImage<R>,
    state: ChainState<R>,
}

impl<R: Real> Drop for Held<'_, R> {
    fn drop(&mut self) {
        self.image.set(&self.state);
    }
}

impl<R: Real> ChainImage<R> {
    /// See [`PilotSettings::warm_up`].
    #[inline(never)]
    pub fn warm_up(
        &mut self,
        pilot: &PilotSettings,
        chain_memory: &mut [MemoryUnit],
        memory: &mut [MemoryUnit],
        step_count: u64,
        model: &mut impl Model<R>,
    ) -> Result<(), StepError> {
        let mut held = Held { state: self.state(), image: self };
        pilot.warm_up(&mut held.state, chain_memory, memory, step_count, model)
    }
}

impl<R: Real> Chain<'_, R> {
    /// How many [`MemoryUnit`]s a warm-up works in: [`PilotSettings::memory_len`].
    pub fn warm_up_len(&self, pilot: &PilotSettings) -> Result<usize, Error> {
        pilot.memory_len(&self.state)
    }

    /// See [`PilotSettings::warm_up`].
    pub fn warm_up(
        &mut self,
        pilot: &PilotSettings,
        memory: &mut [MemoryUnit],
        step_count: u64,
        model: &mut impl Model<R>,
    ) -> Result<(), StepError> {
        pilot.warm_up(&mut self.state, self.memory, memory, step_count, model)
    }
}
