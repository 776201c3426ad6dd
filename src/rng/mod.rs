//! Random numbers: one eight-lane generator for noise, one scalar generator for choices, both from one seed.

mod bounded;
mod lanes;
mod normal;
mod stream;
mod uniform;

pub(crate) use bounded::Bounded;
pub use bounded::bounded;
pub use lanes::Lanes;
pub(crate) use normal::Normals;
pub use normal::fill_normals;
pub use stream::{CHAIN_COUNT_MAX, Generators};
pub use uniform::{fill_uniforms, uniform};
