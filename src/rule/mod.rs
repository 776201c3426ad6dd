//! Update rules: the adaptive Langevin family as one fused kernel.

mod langevin;
mod sgld;

pub use langevin::Norms;
pub(crate) use langevin::{Scales, step};
pub use sgld::Sgld;
