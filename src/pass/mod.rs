//! What the passes of a step share: the chunk they work on, the vectors of a rule, scales, norms.

mod chunk;
mod clamped;
mod context;
mod host;
mod moves;
mod normals;
mod scales;
mod vectors;

pub(crate) use chunk::{Chunk, Scaled, Tally, move_by};
pub(crate) use clamped::{BUCKETS, Clamped, bucket};
pub use context::Applied;
pub(crate) use context::{Needs, StepContext};
pub use host::HostTerms;
pub(crate) use moves::settle;
pub(crate) use normals::Normals;
pub(crate) use scales::Scales;
pub use scales::{Norms, StepParameters};
pub(crate) use vectors::{Vectors, front};
