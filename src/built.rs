//! Families of parts that a build may leave out, each a Cargo feature of the same name.
//!
//! The types of all parts are always there, and a build without a family refuses its parts with [`Error::NotBuilt`]
//! where it checks settings. What makes the family's code unreachable, so that no program holds it, is one of these
//! constants wherever a part is chosen. So no combination of features has code of its own to compile, or to break.

use crate::Error;

/// Declares the families; [`crate::FAMILIES`] lists them.
macro_rules! families {
    ($( $(#[doc = $doc:literal])+ $name:ident = $feature:literal; )*) => {
        $( $(#[doc = $doc])+ pub const $name: bool = cfg!(feature = $feature); )*

        /// The families of parts that a build may leave out, by their Cargo features, and whether this build has them.
        pub const FAMILIES: &[(&str, bool)] = &[$(($feature, $name)),*];
    };
}

families! {
    /// The adaptive Langevin family of rules, SGLD among them.
    LANGEVIN = "langevin";
    /// The lattice random walk.
    LATTICE = "lattice";
    /// SGHMC, ABOBA, BAOAB.
    UNDERDAMPED = "underdamped";
    /// SGNHT.
    THERMOSTAT = "thermostat";
    /// Adam the optimiser.
    OPTIMIZERS = "optimizers";
    /// Diffusions that the host writes.
    RECIPE = "recipe";
    /// All drifts but none.
    DRIFTS = "drifts";
    /// The caller's diagonal, RMSprop, AdaGrad.
    PRECONDITIONERS = "preconditioners";
    /// A metric of the host's for every θ.
    POSITION_DEPENDENT = "position-dependent";
    /// Cholesky factors, the caller's and, with a metric, the host's.
    DENSE = "dense";
    /// Fixed centres, practical variance reduction, SVRG, SAGA.
    CONTROL_VARIATES = "control-variates";
    /// All schedules but constants and the host's, floors, and warm-ups.
    SCHEDULES = "schedules";
    /// Gaussian vectors, spike-and-slab, and the host's own.
    PRIORS = "priors";
    /// Batches with replacement and by epochs.
    BATCHES = "batches";
    /// More than 4096 data to draw batches from without replacement, and passes in chunks.
    LARGE_DATA = "large-data";
    /// Noise compensation: the gradient's own noise taken off the injected one.
    NOISE_COMPENSATION = "noise-compensation";
    /// The norms of drift and noise for observers, which are NaN without.
    NORMS = "norms";
    /// Clipping.
    CLIPPING = "clipping";
    /// Ranges of θ with settings of their own.
    BLOCKS = "blocks";
    /// Minibatch Metropolis-Hastings, with all proposals.
    METROPOLIS_HASTINGS = "metropolis-hastings";
    /// The random-walk proposal.
    RANDOM_WALK = "random-walk";
    /// Hamiltonian Monte Carlo, a proposal of Metropolis-Hastings.
    HMC = "hmc";
    /// The tuners of β and of a random walk's steps.
    TUNERS = "tuners";
    /// Estimates that a host keeps of draws, diagnostics of stored draws, and reservoirs.
    ESTIMATES = "estimates";
    /// Chains as bytes that any machine can go on from.
    CHECKPOINT = "checkpoint";
    /// Pilots.
    PILOT = "pilot";
    /// Warm-ups: chains that find their settings during burn-in, and starts by an optimiser.
    WARM_UP = "warm-up";
    /// What a run says of its own health.
    HEALTH = "health";
    /// Settings as text, and back.
    SETTINGS_TEXT = "settings-text";
}

/// Whether there is any update rule.
pub const RULES: bool = LANGEVIN || LATTICE || UNDERDAMPED || THERMOSTAT || OPTIMIZERS || RECIPE;

/// Whether there is any diagonal metric but 1.
pub const METRICS: bool = PRECONDITIONERS || POSITION_DEPENDENT;

/// Whether anything wants a gradient that has the built-in priors' already.
pub const WHOLE_GRADIENTS: bool = CLIPPING || RECIPE || METROPOLIS_HASTINGS || PILOT || WARM_UP;

/// Whether anything wants log π0.
pub const LOG_PRIORS: bool = METROPOLIS_HASTINGS || WARM_UP;

/// Whether any rule's passes want normals: the host of a recipe, and proposals, have theirs from elsewhere.
pub const NORMALS: bool = LANGEVIN || UNDERDAMPED || THERMOSTAT;

/// Whether there is any rule with a velocity.
pub const VELOCITIES: bool = UNDERDAMPED || THERMOSTAT;

/// Whether any sampler has numbers of its own.
pub const STATES: bool = DRIFTS || PRECONDITIONERS || DENSE || VELOCITIES || OPTIMIZERS || HMC;

/// Whether any step has more terms than a gradient: a host's, or a momentum.
pub const TERMS: bool = POSITION_DEPENDENT || RECIPE || HMC;

/// Whether anything is added to a gradient after it was written, or the host gets normals.
pub const PARTS: bool = LARGE_DATA || CONTROL_VARIATES || PRIORS || RECIPE;

/// Whether gradients are added up.
pub const TOTALS: bool = LARGE_DATA || CONTROL_VARIATES;

/// Whether anything wants to know that a step size was set while the chain ran.
pub const SET_STEPS: bool = CHECKPOINT || WARM_UP;

/// Whether there is all that ensembles are made of.
pub const ENSEMBLES: bool = WARM_UP && HMC && PRIORS && ESTIMATES;

/// How many norms of a step are kept.
pub const NORM_COUNT: usize = if NORMS { 2 } else { 0 };

/// Refuses what wants a family that this build leaves out.
pub fn need(has: bool) -> Result<(), Error> {
    if has { Ok(()) } else { Err(Error::NotBuilt) }
}
