//! Tests of what only Rust sees; the contract itself is tried from C.

mod cases;
mod layout;
mod numbers;
mod settings;
mod unused;
