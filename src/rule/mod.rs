//! Update rules: the adaptive Langevin family as one fused kernel.

mod langevin;
mod sgld;

pub(crate) use langevin::{Scales, step};
pub use langevin::Norms;
pub use sgld::Sgld;
