//! No setting is ignored without a word: each field of each struct, away from its default beside every kind there is,
//! changes the draws, or is refused, or stands in a list with the reason.

use super::cases::{Case, OneBlock, cases};
use crate::block::sgmcmc_block;
use crate::chain::settings_of;
use crate::guard::Call;
use crate::rule::sgmcmc_rule;
use crate::schedule::sgmcmc_schedule;
use crate::settings::sgmcmc_chain_settings;
use crate::status::sgmcmc_status;
use core::ptr;
use core_crate::{Batch, Chain, Diffusion, Draw, Interrupt, MemoryUnit, Model};
use std::collections::BTreeSet;

/// What may be set and changes no draw: the struct, the field, in which cases, why. A case is named by its kinds.
const EXCEPTIONS: &[(&str, &str, &str, &str)] = &[
    ("sgmcmc_chain_settings", "simd_level", "", "every instruction set has the same bits"),
    ("sgmcmc_chain_settings", "blocks", "", "a block_count of 0 is an empty array"),
    ("sgmcmc_chain_settings", "block_size", "", "a block_count of 0 is an empty array"),
    ("sgmcmc_chain_settings", "chunk_len", "", "cuts calls of the model, whose means are the same"),
    ("sgmcmc_chain_settings", "schedule_unit", "", "constants count nothing"),
    ("sgmcmc_chain_settings", "temperature", "ADAM", "an optimiser, which draws no noise at any temperature"),
    ("sgmcmc_chain_settings", "temperature_schedule", "ADAM", "the same"),
    ("temperature_schedule", "kind", "ADAM", "the same"),
    ("temperature_schedule", "warm_up", "ADAM", "the same"),
    (
        "step_size_schedule",
        "kind",
        "SCHEDULE_CALLBACK",
        "a step size that is left out is as one of the host's",
    ),
    ("step_size_schedule", "floor", "", "a constant is above it"),
    ("temperature_schedule", "floor", "", "a constant is above it"),
    ("sgmcmc_chain_settings", "proposal_gradient", "PRIOR_FLAT", "a flat prior has no gradient"),
    ("sgmcmc_chain_settings", "beta_max", "RSGLD", "a limit, of sgmcmc_chain_tune_beta_f64 too"),
    (
        "sgmcmc_chain_settings",
        "tune_refresh_len",
        "",
        "what a warm-up may find; on all data there is nothing to find",
    ),
    (
        "sgmcmc_block",
        "step_size_factor",
        "frozen 1",
        "in force again after a hand-over to the block as it was",
    ),
    ("sgmcmc_block", "prior", "frozen 1", "in force again after a hand-over to the block as it was"),
];

/// Values that a field may have besides its own.
trait Others: Copy {
    fn others(self) -> Vec<Self>;
}

macro_rules! others {
    ($($type:ty: $others:expr;)*) => { $(
        impl Others for $type {
            fn others(self) -> Vec<Self> {
                $others.into_iter().filter(|other| *other != self).collect()
            }
        }
    )* };
}

static VALUES: [f64; 4] = [2.0, 0.5, 0.5, 0.75];

fn kept<T>(value: T) -> *const T {
    Box::leak(Box::new(value))
}

others! {
    i32: [0, 1, 2, 3];
    u32: [0, 1, 3, 7];
    u64: [0, 1, 3, 7];
    usize: [0, 1, 2];
    f64: [0.0, 0.25, 0.75, 1.5, 3.0, 40.0];
    *const f64: [ptr::null(), VALUES.as_ptr()];
    *const sgmcmc_rule: [1, 6].map(|kind| kept(sgmcmc_rule { kind, ..Default::default() }));
    *const sgmcmc_schedule: [0.6, 0.9].map(|exponent| kept(sgmcmc_schedule { kind: 1, exponent, ..Default::default() }));
    *const sgmcmc_block: [kept(sgmcmc_block::default())];
}

/// The fields of a struct, each with copies that differ in it alone.
trait Changed: Sized {
    fn changed(&self) -> Vec<(&'static str, Vec<Self>)>;
}

macro_rules! changed {
    ($($name:ident { $($field:ident),* $(,)? })*) => { $(
        impl Changed for $name {
            fn changed(&self) -> Vec<(&'static str, Vec<Self>)> {
                // A field that is missing here is an error.
                let Self { struct_size: _, $($field),* } = *self;
                vec![$((stringify!($field), $field.others().into_iter().map(|$field| Self { $field, ..*self }).collect())),*]
            }
        }
    )* };
}

changed! {
    sgmcmc_chain_settings {
        seed, chain_index, data_len, batch, batch_len, chunk_len, sampler, prior, moments, prior_mean, prior_precision,
        prior_means, prior_precisions, slab_weight, slab_deviation, spike_deviation, burn_in, thinning, blocks,
        block_count, block_size, step_size, temperature, rule, step_size_schedule, temperature_schedule, schedule_unit,
        estimator, centre, anchor_interval, anchor_len, anchor_averaged, clipping, reserved, clipping_limit, proposal,
        density, noise, proposal_gradient, noise_scale, likelihood_scale, beta, refresh_len, tune_beta, beta_max,
        tune_interval, tune_step_size, tune_refresh_len, target_acceptance, simd_level, noise_compensation,
        noise_covariance, noise_covariance_len, leapfrog_count, reserved3, step_jitter,
    }
    sgmcmc_rule {
        kind, drift, drift_scale, beta1, beta2, rho, lambda, momentum_form, preconditioner, preconditioner_beta,
        preconditioner_lambda, preconditioner_values, reflect, draw_velocity, friction, noise_estimate, redraw_interval,
        thermostat_per_coordinate, splitting, gradient_scale, reserved,
    }
    sgmcmc_schedule { kind, reserved, offset, exponent, factor, period, cycle_len, exploration, floor, warm_up }
}

impl Changed for OneBlock {
    fn changed(&self) -> Vec<(&'static str, Vec<Self>)> {
        macro_rules! of {
            ($($field:ident),*) => {{
                let sgmcmc_block { $($field),* } = self.0;
                vec![$((stringify!($field), $field.others().into_iter().map(|$field| Self(sgmcmc_block { $field, ..self.0 })).collect())),*]
            }};
        }
        of!(
            start,
            len,
            step_size_factor,
            frozen,
            prior,
            prior_mean,
            prior_precision,
            slab_weight,
            slab_deviation,
            spike_deviation
        )
    }
}

/// x_i ~ N(θ, 1) in two dimensions, with all that a host may be asked for.
struct Host;

impl Model<f64> for Host {
    fn log_likelihood(
        &mut self,
        theta: &[f64],
        batch: Batch<'_>,
        mut gradient: Option<&mut [f64]>,
    ) -> Result<f64, Interrupt> {
        let all: Vec<u32> = (0..20).collect();
        let batch = if let Batch::Indices(batch) = batch { batch } else { &all };
        let (mut value, size) = (0.0, batch.len() as f64);
        for datum in batch.iter().map(|i| f64::from(*i) / 7.0 - 1.0) {
            for (i, x) in theta.iter().enumerate() {
                let residual = datum * (i + 1) as f64 - x;
                value -= 0.5 * residual * residual / size;
                if let Some(gradient) = &mut gradient {
                    gradient[i] += residual / size;
                }
            }
        }
        Ok(value)
    }

    fn log_prior(&mut self, theta: &[f64], gradient: Option<&mut [f64]>) -> Result<f64, Interrupt> {
        gradient.into_iter().flatten().zip(theta).for_each(|(g, x)| *g -= x);
        Ok(theta.iter().map(|x| -0.5 * x * x).sum())
    }

    fn metric(&mut self, theta: &[f64], metric: &mut [f64], gamma: &mut [f64]) -> Result<(), Interrupt> {
        metric.fill(0.5);
        if metric.len() > theta.len() {
            metric[1] = 0.0;
        }
        gamma.fill(0.1);
        Ok(())
    }

    fn diffusion(
        &mut self,
        at: Diffusion<'_, f64>,
        drift: &mut [f64],
        noise: &mut [f64],
    ) -> Result<(), Interrupt> {
        drift.copy_from_slice(at.gradient);
        noise.copy_from_slice(at.normals);
        noise.iter_mut().for_each(|x| *x *= at.temperature);
        Ok(())
    }

    fn step_size(&mut self, k: u64) -> Result<f64, Interrupt> {
        Ok(0.01 / (k + 1) as f64)
    }

    fn temperature(&mut self, k: u64) -> Result<f64, Interrupt> {
        Ok(1.0 / (k + 1) as f64)
    }
}

impl Case {
    /// All that a chain with these settings shows in a few steps.
    fn draws(&self) -> Result<Vec<u64>, sgmcmc_status> {
        let mut settings = self.settings;
        let or = |given: *const sgmcmc_schedule, own| if given.is_null() { own } else { given };
        if settings.sampler == 0 {
            settings.rule = if settings.rule.is_null() { &self.rule } else { settings.rule };
            settings.step_size_schedule = or(settings.step_size_schedule, &self.step_size);
            settings.temperature_schedule = or(settings.temperature_schedule, &self.temperature);
        }
        let block = self.block.map(|block| block.0);
        if let (Some(block), (true, 0, 0)) =
            (&block, (settings.blocks.is_null(), settings.block_count, settings.block_size))
        {
            (settings.blocks, settings.block_count, settings.block_size) = (block, 1, size_of_val(block));
        }
        let mut blocks = None;
        // SAFETY: what the settings point to is there, and as long as it must be for two parameters.
        let mut call = unsafe { Call::in_a_test() };
        let (core, _) = settings_of(&mut call, &settings, 2, &mut blocks)?;
        let mut memory = vec![MemoryUnit::default(); core.memory_len::<f64>(2)?];
        let mut chain = Chain::new(&core, &[0.3, 0.7], &mut memory)?;
        // What is kept of the draws is the host's to see, too.
        let mut seen = vec![core.moments as u64];
        for k in 0..24 {
            let mut observer = |draw: &Draw<'_, f64>| {
                seen.extend([draw.accepted, draw.ends_cycle].map(u64::from));
                seen.extend([draw.log_likelihood, draw.norms.drift, draw.norms.noise].map(f64::to_bits));
                Ok(())
            };
            let done = match settings.batch {
                4 => chain.step_with_batch(&[1, 5, k % 20, 19], &mut Host).map(|step| step.kept),
                _ => chain.run(1, &mut Host, Some(&mut observer)).map(|()| true),
            };
            // A chain that goes no further, as one whose step is too large, has shown enough.
            let Ok(kept) = done else { break };
            seen.push(kept.into());
            seen.extend([chain.statistics().mean_acceptance].map(f64::to_bits));
            seen.extend(chain.theta()?.iter().map(|x| x.to_bits()));
        }
        Ok(seen)
    }

    /// Fields that are set in silence, of the struct that `part` is of.
    fn ignored<T: Changed>(
        &self,
        struct_name: &'static str,
        part: &T,
        put: impl Fn(&mut Self, T),
    ) -> Vec<Ignored> {
        let draws = self.draws().unwrap_or_else(|error| panic!("{}: {error:?}", self.name));
        let is_ignored = |values: Vec<T>| {
            let mut accepted = 0;
            for value in values {
                let mut changed = self.clone();
                put(&mut changed, value);
                match changed.draws() {
                    Ok(other) if other != draws => return false,
                    Ok(_) => accepted += 1,
                    Err(_) => {}
                }
            }
            accepted > 0
        };
        let fields =
            part.changed().into_iter().filter_map(|(field, values)| is_ignored(values).then_some(field));
        fields.map(|field| (struct_name, field, self.name.clone())).collect()
    }
}

type Ignored = (&'static str, &'static str, String);

#[test]
fn no_setting_is_ignored_in_silence() {
    let mut ignored = Vec::new();
    for case in cases() {
        ignored.extend(
            case.ignored("sgmcmc_chain_settings", &case.settings, |case, settings| case.settings = settings),
        );
        if case.settings.sampler == 0 {
            ignored.extend(case.ignored("sgmcmc_rule", &case.rule, |case, rule| case.rule = rule));
            let schedules = ["step_size_schedule", "temperature_schedule"];
            ignored.extend(case.ignored(schedules[0], &case.step_size, |case, it| case.step_size = it));
            ignored.extend(case.ignored(schedules[1], &case.temperature, |case, it| case.temperature = it));
        }
        if let Some(block) = case.block {
            ignored.extend(case.ignored("sgmcmc_block", &block, |case, block| case.block = Some(block)));
        }
    }
    let (mut needed, mut wrong) = (BTreeSet::new(), String::new());
    for (of, field, case) in ignored {
        let is_it = |it: &&(&str, &str, &str, &str)| it.0 == of && it.1 == field && case.contains(it.2);
        match EXCEPTIONS.iter().position(|it| is_it(&it)) {
            Some(at) => _ = needed.insert(at),
            None => wrong += &format!("{of}.{field} is ignored in silence: {case}\n"),
        }
    }
    let stale = (0..EXCEPTIONS.len()).filter(|at| !needed.contains(at)).map(|at| EXCEPTIONS[at]);
    assert!(wrong.is_empty(), "{wrong}");
    assert_eq!(stale.collect::<Vec<_>>(), []);
}
