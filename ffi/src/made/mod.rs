//! What the entries of the core make of the boundary: `cargo run -p schema` writes what is here.

#[rustfmt::skip]
mod convert;
#[allow(unused_variables, unused_mut, unreachable_patterns, reason = "not every struct of settings needs all")]
#[rustfmt::skip]
mod settings;
#[rustfmt::skip]
pub mod draws_f32;
#[rustfmt::skip]
pub mod draws_f64;
#[cfg(feature = "f32")]
#[rustfmt::skip]
pub mod f32;
#[cfg(feature = "f64")]
#[rustfmt::skip]
pub mod f64;
#[rustfmt::skip]
pub mod functions;
pub mod types;

#[cfg(test)]
pub(crate) use convert::STRUCTS;
#[cfg(test)]
pub(crate) use settings::STRUCTS as SETTINGS;
