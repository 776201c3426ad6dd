//! Random numbers: one eight-lane generator for noise, one scalar generator for choices, both from one seed.

mod bounded;
mod choice;
mod lanes;
mod normal;
mod stream;
mod uniform;

pub(crate) use bounded::Bounded;
pub use bounded::bounded;
pub use choice::Choice;
pub use lanes::Lanes;
pub use normal::fill_normals;
pub(crate) use normal::fill_normals_while;
pub use stream::{CHAIN_COUNT_MAX, Generators};
pub use uniform::{fill_uniforms, uniform};
