//! What the entries of the core make of the boundary: `cargo run -p schema` writes what is here.

#[rustfmt::skip]
mod convert;
pub mod types;

#[cfg(test)]
pub(crate) use convert::STRUCTS;
