//! What the entries of the core make of the boundary: `cargo run -p schema` writes what is here.

#[rustfmt::skip]
mod convert;
#[allow(unused_variables, unused_mut, unreachable_patterns, reason = "not every struct of settings needs all")]
#[rustfmt::skip]
mod settings;
pub mod types;

#[cfg(test)]
pub(crate) use convert::STRUCTS;
#[cfg(test)]
pub(crate) use settings::STRUCTS as SETTINGS;
