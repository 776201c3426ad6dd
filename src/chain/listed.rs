//! The parts of a chain's settings with their fields: one list, of which their words and their lines are made.

/// Gives the list to a macro. A struct's field and an enum's variant may be `in` a family of parts, and a field then has
/// a value where the build leaves that out; what stands behind `from`, or `=` in a variant, is what the part or the field
/// begins with where a line chooses it.
macro_rules! listed {
    ($made:ident) => {
        $made! {
            enum Sampler<'_> {
                Rule(rule: RuleSettings<'_>), MetropolisHastings(settings: MetropolisHastings) in METROPOLIS_HASTINGS
            }
            enum Estimator<'_> {
                Plain, FixedCentre { centre: Option<&[f64]> } in CONTROL_VARIATES,
                Practical { anchor_len: u32, interval: u64, averaged: bool } in CONTROL_VARIATES,
                Svrg { interval: u64, averaged: bool } in CONTROL_VARIATES, Saga in CONTROL_VARIATES
            }
            enum Clipping { None, Norm(limit: f64) in CLIPPING, Element(limit: f64) in CLIPPING }
            enum Moments { None, Plain, Weighted, Both }
            enum BatchSettings {
                WithoutReplacement(len: u32), WithReplacement(len: u32) in BATCHES, Epochs(len: u32) in BATCHES, All, Caller
            }
            enum Prior<'_> {
                Flat(prior: Flat), Gaussian(prior: Gaussian), GaussianVector(prior: GaussianVector<'_>) in PRIORS,
                SpikeAndSlab(prior: SpikeAndSlab) in PRIORS, Callback in PRIORS
            }
            struct Flat {}
            struct Gaussian { mean: f64, precision: f64; from Gaussian { mean: 0.0, precision: 1.0 } }
            struct GaussianVector<'_> { mean: &[f64], precision: &[f64] }
            struct SpikeAndSlab { slab_weight: f64, slab_deviation: f64, spike_deviation: f64 }

            struct RuleSettings<'_> {
                rule: Rule<'_>, step_size: Schedule, temperature: Schedule, schedule_unit: ScheduleUnit,
                compensation in NOISE_COMPENSATION: NoiseCompensation<'_> = NoiseCompensation::None;
                from RuleSettings::new(Rule::SGLD, Schedule::constant(f64::NAN))
            }
            enum NoiseCompensation<'_> {
                None, Diagonal(covariance: Option<&[f64]>) in NOISE_COMPENSATION,
                Dense(covariance: Option<&[f64]>) in NOISE_COMPENSATION
            }
            enum ScheduleUnit { Step, Epoch }
            struct Schedule { shape: Shape, floor in SCHEDULES: f64 = 0.0, warm_up in SCHEDULES: u64 = 0; from Schedule::constant(f64::NAN) }
            enum Shape {
                Constant(schedule: Constant), Polynomial(schedule: Polynomial) in SCHEDULES,
                StepDecay(schedule: StepDecay) in SCHEDULES, Cyclical(schedule: Cyclical) in SCHEDULES, Callback
            }
            struct Constant { value: f64 }
            struct Polynomial { scale: f64, offset: f64, exponent: f64; from Polynomial { scale: f64::NAN, offset: 1.0, exponent: 0.55 } }
            struct StepDecay { initial: f64, factor: f64, period: u64; from StepDecay { initial: f64::NAN, factor: 0.5, period: 0 } }
            struct Cyclical { initial: f64, cycle_len: u64, exploration: f64; from Cyclical { initial: f64::NAN, cycle_len: 0, exploration: 0.0 } }
            enum Rule<'_> {
                Langevin(rule: Langevin<'_>) in LANGEVIN, Lattice(rule: Lattice<'_>) in LATTICE,
                Sghmc(rule: Sghmc) in UNDERDAMPED, Aboba(rule: Aboba) in UNDERDAMPED, Baoab(rule: Baoab) in UNDERDAMPED,
                Sgnht(rule: Sgnht) in THERMOSTAT, Adam(rule: AdamOptimizer) in OPTIMIZERS, Recipe(rule: Recipe) in RECIPE
            }
            struct Langevin<'_> { drift: Drift, preconditioner: Preconditioner<'_> }
            struct Lattice<'_> { drift: Drift, preconditioner: Preconditioner<'_> }
            struct Sghmc { friction: f64, noise_estimate: f64, redraw_interval: u64, velocity: Velocity; from Sghmc::default() }
            struct Aboba { friction: f64, velocity: Velocity; from Aboba::default() }
            struct Baoab { friction: f64, velocity: Velocity; from Baoab::default() }
            struct Sgnht { friction: f64, thermostat: Thermostat, splitting: Splitting, velocity: Velocity; from Sgnht::default() }
            struct AdamOptimizer { beta1: f64, beta2: f64, lambda: f64; from AdamOptimizer::default() }
            struct Recipe {}
            enum Velocity { Zero, Drawn }
            enum Splitting { Euler, Symmetric }
            enum Thermostat { Scalar, PerCoordinate }
            enum Drift {
                None(drift: NoDrift), Momentum(drift: Momentum) in DRIFTS, Adam(drift: Adam) in DRIFTS,
                AdaMax(drift: AdaMax) in DRIFTS, Adadelta(drift: Adadelta) in DRIFTS
            }
            struct NoDrift {}
            struct Momentum { scale: f64, beta1: f64, form: MomentumForm; from Momentum::default() }
            enum MomentumForm { Calibrated, Published }
            struct Adam { scale: f64, beta1: f64, beta2: f64, lambda: f64; from Adam::default() }
            struct AdaMax { scale: f64, beta1: f64, beta2: f64, lambda: f64; from AdaMax::default() }
            struct Adadelta { scale: f64, rho: f64, lambda: f64; from Adadelta::default() }
            enum Preconditioner<'_> {
                Identity, Diagonal(values: &[f64]) in PRECONDITIONERS, RmsProp(settings: RmsProp) in PRECONDITIONERS,
                AdaGrad(settings: AdaGrad) in PRECONDITIONERS, Dense(values: &[f64]) in DENSE,
                PositionDependent { reflect: bool } in POSITION_DEPENDENT, PositionDependentDense in POSITION_DEPENDENT
            }
            struct RmsProp { beta: f64, lambda: f64, scale: GradientScale; from RmsProp::default() }
            struct AdaGrad { lambda: f64, scale: GradientScale; from AdaGrad::default() }
            enum GradientScale { Mean, Sum }

            struct MetropolisHastings {
                proposal: Proposal, likelihood_scale: f64, refresh_len: u32, proposal_gradient: ProposalGradient,
                tune_beta in TUNERS: bool = false, beta_max in TUNERS: f64 = 1.0, tune_interval in TUNERS: u64 = 0,
                target_acceptance in TUNERS: Option<f64> = None, tune_refresh_len in WARM_UP: bool = false;
                from MetropolisHastings::new(Proposal::fresh(), f64::NAN)
            }
            enum Proposal {
                RandomWalk { step_size: f64 } in RANDOM_WALK, Sgld { step_size: f64, noise: NoiseScale },
                Rsgld { step_size: f64, noise: NoiseScale, beta: f64 = 1.0, density: Density },
                Hmc { step_size: f64, leapfrog_count: u32 = 10, step_jitter: f64 = 0.3 } in HMC;
                from Proposal::Rsgld {
                    step_size: f64::NAN, noise: NoiseScale::default(), beta: 1.0, density: Density::Normalized
                }
            }
            enum NoiseScale { Published, Langevin, Custom(sigma: f64); from NoiseScale::default() }
            enum Density { Normalized, Unnormalized }
            enum ProposalGradient { Posterior, Published }
        }
    };
}
pub(super) use listed;
