//! Where a step without a chain is, and what it did, as structs that can grow.

use core_crate::rule::{Applied, StepParameters};

/// Where a step without a chain is: what a chain's schedules and counts would say.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct sgmcmc_rule_at {
    /// sizeof(sgmcmc_rule_at).
    pub struct_size: usize,
    /// Positive.
    pub step_size: f64,
    /// At least 0; 1 samples the posterior, 0 draws no noise. SGMCMC_RULE_LATTICE: positive.
    pub temperature: f64,
    /// How many steps were taken before.
    pub index: u64,
    /// How many data the gradient is summed over, at least 1 whatever the rule. SGMCMC_GRADIENT_SCALE_MEAN uses it.
    pub data_len: u32,
    /// Room.
    pub reserved: i32,
}

impl From<sgmcmc_rule_at> for StepParameters {
    fn from(it: sgmcmc_rule_at) -> Self {
        Self { step_size: it.step_size, temperature: it.temperature, index: it.index, data_len: it.data_len }
    }
}

/// What a step without a chain did, filled by sgmcmc_rule_step_f32 and _f64.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct sgmcmc_rule_applied {
    /// sizeof(sgmcmc_rule_applied), set by the caller; only that many bytes are written.
    pub struct_size: usize,
    /// 1 when some theta overflowed and was set to the largest finite number, else 0.
    pub saturated: i32,
    /// Room.
    pub reserved: i32,
    /// The Euclidean norm of the drift that was added to theta.
    pub drift_norm: f64,
    /// The Euclidean norm of the noise that was added to theta.
    pub noise_norm: f64,
    /// SGMCMC_RULE_LATTICE: how many parameters had a drift longer than a lattice step, which was cut to it; else 0.
    pub clamped_count: u64,
}

impl From<Applied> for sgmcmc_rule_applied {
    fn from(applied: Applied) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            saturated: i32::from(applied.saturated),
            reserved: 0,
            drift_norm: applied.norms.drift,
            noise_norm: applied.norms.noise,
            clamped_count: applied.clamped_count,
        }
    }
}
