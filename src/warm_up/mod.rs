//! Warm-ups: a chain finds its settings while it burns in, and keeps them; or starts where an optimiser has been.
//!
//! ```text
//! θ                       to where the posterior has its mass, by quasi-Newton steps on all data         Descent
//!                         or some steps of an optimiser, over the chain's memory, then a hand-over       WarmStart
//! steps 0, burn_in/2      a pilot: η of a rule that leaves it open; k of refresh_len; a first ε          warm_up
//! sixteenths up to there  a small pilot: η on the way from a start that is far
//! steps 0 to burn_in/2    ε of a proposal towards its acceptance rate, by a search in powers of 2        a target
//! from there to burn_in   the same, by Robbins-Monro on log ε                                            a target
//! the last quarter        β, where it is to be tuned, too, and ε stays                                   tune_beta
//! burn_in                 nothing moves any more
//! ```
//!
//! What steps themselves tune is in the chain, whose settings ask for it, and needs no warm-up. What a pilot finds needs
//! its memory, and comes by a call that runs the burn-in or a piece of it: so a chain has no part of it, neither in its
//! memory nor in its steps. Nothing but the chain's own progress says how far a warm-up is: a checkpoint of it, restored
//! and warmed up further, has the bits of an unbroken one. The pilot draws random numbers of its own, so that equal
//! chains find equal settings.
//!
//! Settings that leave something open:
//!
//! | what | where | found |
//! |---|---|---|
//! | η | a step-size schedule of the host's ([`Schedule::CALLBACK`](crate::schedule::Schedule::CALLBACK)), which is never asked | the pilot's `step_size` |
//! | ε, δ | `target_acceptance`; a `step_size` of 0 leaves the first one to the pilot, too | the rate, or what batch noise leaves of it |
//! | k | `tune_refresh_len` | the largest whose cap on acceptance is about 0.8 |
//! | β | `tune_beta` beside `target_acceptance` | Wu, Wang and Wong's rule |
//!
//! [`Statistics`](crate::Statistics) have all of it: `step_size`, `refresh_len`, `beta`, which the settings of another
//! run can take. A chain whose proposal follows its own past is no chain on its target, and so all is frozen when the
//! first draw is kept.

mod descent;
mod looks;
mod run;
mod start;

pub use descent::{Descent, DescentEnd, DescentReport};
pub use start::WarmStart;
