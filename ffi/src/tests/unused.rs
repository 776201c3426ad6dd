//! No setting is ignored without a word: each field of each struct, away from its default beside every kind there is,
//! changes the draws, or is refused, or stands in a list with the reason.

use super::cases::{Case, cases};
use crate::chain::settings_of;
use crate::fields::Fields;
use crate::guard::Call;
use crate::status::sgmcmc_status;
use core_crate::{Batch, Chain, Diffusion, Draw, Interrupt, MemoryUnit, Model};
use std::collections::BTreeSet;

/// What may be set and changes no draw: the field, in which cases, why. A case is named by its kinds.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("simd_level", "", "every instruction set has the same bits"),
    ("blocks", "", "a block_count of 0 is an empty array"),
    ("block_size", "", "a block_count of 0 is an empty array"),
    ("chunk_len", "", "cuts calls of the model, whose means are the same"),
    ("sampler.schedule_unit", "", "constants count nothing"),
    ("sampler.temperature.value", "ADAM", "an optimiser, which draws no noise at any temperature"),
    ("sampler.temperature.kind", "ADAM", "the same"),
    ("sampler.temperature.warm_up", "ADAM", "the same"),
    ("sampler.step_size.kind", "step size Callback", "a step size that is left out is as one of the host's"),
    ("sampler.step_size.floor", "", "a constant is above it"),
    ("sampler.temperature.floor", "", "a constant is above it"),
    ("sampler.proposal_gradient", "prior Flat", "a flat prior has no gradient"),
    ("sampler.beta_max", "RSGLD", "a limit, of sgmcmc_chain_tune_beta_f64 too"),
    ("sampler.tune_refresh_len", "", "what a warm-up may find; on all data there is nothing to find"),
    ("block.step_size_factor", "frozen 1", "in force again after a hand-over to the block as it was"),
    ("block.prior.kind", "frozen 1", "in force again after a hand-over to the block as it was"),
];

static VALUES: [f64; 4] = [2.0, 0.5, 0.5, 0.75];

/// Values that a field of a type may have, as their bytes.
fn values(of: &str, size: usize) -> Vec<Vec<u8>> {
    let bytes = |words: &[u64]| words.iter().map(|word| word.to_ne_bytes().to_vec()).collect();
    match of {
        "i32" | "u32" => [0, 1, 2, 3, 7].map(|x: u32| x.to_ne_bytes().to_vec()).into(),
        "u64" | "usize" => bytes(&[0, 1, 2, 3, 7]),
        "f64" => bytes(&[0.0, 0.25, 0.75, 1.5, 3.0, 40.0].map(f64::to_bits)),
        room if room.starts_with("[u64; ") => vec![vec![1; size]],
        "*const f64" => bytes(&[0, VALUES.as_ptr() as u64]),
        pointer => {
            assert!(pointer.ends_with("sgmcmc_block"), "no values for {pointer}");
            bytes(&[Box::leak(Box::new(crate::made::types::sgmcmc_block::default())) as *const _ as u64])
        }
    }
}

/// The fields of a struct, each with copies that differ in it alone.
fn changed<T: Fields + Copy>(it: &T) -> Vec<(&'static str, Vec<T>)> {
    let each = |(field, name): (&crate::fields::Field, &&'static str)| {
        let copies = values((field.of)(), field.size()).into_iter().map(|value| {
            assert_eq!(value.len(), field.size(), "{name}");
            let mut copy = *it;
            // SAFETY: the field is there, of this type, and any of these bytes are a value of it.
            unsafe {
                let place = (&raw mut copy).cast::<u8>().add(field.offset());
                place.copy_from_nonoverlapping(value.as_ptr(), value.len());
            }
            copy
        });
        (*name, copies.collect())
    };
    T::FIELDS.iter().zip(T::NAMES).filter(|(_, name)| **name != "struct_size").map(each).collect()
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
        if let (Some(block), (true, 0, 0)) =
            (&self.block, (settings.blocks.is_null(), settings.block_count, settings.block_size))
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
            let done = match settings.batch.kind {
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

    /// Fields of a part that are set in silence.
    fn ignored<T: Fields + Copy>(&self, prefix: &str, part: &T, put: impl Fn(&mut Self, T)) -> Vec<Ignored> {
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
        let fields = changed(part).into_iter().filter_map(|(field, values)| {
            let others = values.into_iter().filter(|value| !same(value, part));
            is_ignored(others.collect()).then_some(field)
        });
        fields.map(|field| (format!("{prefix}{field}"), self.name.clone())).collect()
    }
}

/// Whether two structs have the same bytes; there is no padding in them.
fn same<T: Fields>(a: &T, b: &T) -> bool {
    let [a, b] = [a, b].map(|it| {
        // SAFETY: a test shows that every byte is a field's.
        unsafe { core::slice::from_raw_parts((&raw const *it).cast::<u8>(), size_of::<T>()) }
    });
    a == b
}

type Ignored = (String, String);

#[test]
fn no_setting_is_ignored_in_silence() {
    let mut ignored = Vec::new();
    for case in cases() {
        ignored.extend(case.ignored("", &case.settings, |case, settings| case.settings = settings));
        if let Some(block) = case.block {
            ignored.extend(case.ignored("block.", &block, |case, block| case.block = Some(block)));
        }
    }
    let (mut needed, mut wrong) = (BTreeSet::new(), String::new());
    for (field, case) in ignored {
        match EXCEPTIONS.iter().position(|it| it.0 == field && case.contains(it.1)) {
            Some(at) => _ = needed.insert(at),
            None => wrong += &format!("{field} is ignored in silence: {case}\n"),
        }
    }
    let stale = (0..EXCEPTIONS.len()).filter(|at| !needed.contains(at)).map(|at| EXCEPTIONS[at]);
    assert!(wrong.is_empty(), "{wrong}");
    assert_eq!(stale.collect::<Vec<_>>(), []);
}
