//! What a run says of its own health: looks at it while it goes, and a report of what is wrong and what to change.
//!
//! A [`Health`] is the caller's, a plain value of constant size without memory of its own, and knows one chain. It looks
//! at the chain after every `interval` steps ([`ChainState::run_with_health`](crate::ChainState::run_with_health), or
//! [`Health::look`] in a loop of the host's): the step before a look is measured, and nothing else of a run costs
//! anything. A chain that nobody looks at has not a byte and not an instruction of this, but for what a lattice walk adds
//! up where it clamps.
//!
//! ```text
//! heat            Σ ‖drift‖² / Σ ‖noise‖², Langevin rules: in a stationary chain on a Gaussian whose curvatures are
//!                 q_i this is the mean of q_i var θ_i / τ - 1, exactly, with the gradient's noise and the step's bias
//! temperature     Σ v² / (E v² Σ) of SGHMC and SGNHT as η → 0, and of the moves of θ by ABOBA and BAOAB; its band is a χ²
//!                 law's with as many degrees as the looks have independent velocities, by the friction
//! trace           a fixed irregular sum of all θ_i, in 64 to 128 means of equally many looks, and how those correlate
//! parts           such sums of every fourth θ_i, in 16 to 32 means each: whether the run's first part is where the others are
//! windows         two snapshots of the chain's counts, so that rates are of the last steps, at least `window` of them
//! clamped         what a lattice walk took off its drifts, and how θ spreads: how far off that moves the mean
//! refusals        steps that did not happen, and the last one's number
//! ```
//!
//! The report adds what the settings and counts say by themselves (gradients of single data, shares that were clipped,
//! cut, rejected), and what the host knows: a pilot's report tells the gradient's noise from too large a step, R̂
//! of several chains shows modes that no chain alone can see. Everything is judged after burn-in, heat and
//! temperature by the last half of the looks at least, which has forgotten where the chain began. Where that half is well
//! they are judged by the parts before it (the looks from one power of two to the next) that were too hot after one that
//! was well, if all looks together are too hot by these: a chain that a step threw out, where the posterior is narrower than
//! elsewhere, is soon back, and its draws are in every estimate.
//!
//! It is looked at now and then, and code is dear: its functions are kept from being inlined.

mod advice;
mod clamped;
mod evaluations;
mod findings;
mod measure;
mod report;
mod sums;
mod trace;
mod trends;
mod watch;

pub use findings::HealthFinding;
pub use report::HealthReport;
pub use watch::{Health, HealthSettings};
