//! The C ABI of `sgmcmc`: objects in caller memory, settings structs that can grow, one status for every refusal.
//!
//! What C calls is in `made`: each hands its pointers to the function whose `doc(alias)` is its name, by a `Call` of
//! `guard`, which turns them into checked references. What works on those is safe and, where the precision does not
//! matter, generic: `chain`, `stateless`, `math`. Its docs are written for the C header, which is made from them.

#![cfg_attr(all(panic = "abort", not(test)), no_std)]
#![allow(non_camel_case_types, reason = "the names are those of the C header")]
#![allow(unsafe_op_in_unsafe_fn, reason = "a shim passes its pointers on to a `Call`, and follows none")]
#![allow(clippy::missing_safety_doc, reason = "the header says once, at its top, what every pointer must be")]

pub mod block;
mod callbacks;
mod chain;
pub mod checkpoint;
pub mod constants;
pub mod convert;
#[cfg(sgmcmc_dispatch)]
mod dispatch;
pub mod ensemble;
pub mod estimates;
pub mod f32;
pub mod f64;
mod fields;
mod flag;
mod given;
mod guard;
pub mod health;
pub mod made;
mod math;
pub mod pilot;
mod precision;
pub mod refused;
pub mod rng;
pub mod rule;
mod run;
pub mod schedule;
pub mod settings;
mod simd;
mod stateless;
pub mod statistics;
pub mod status;
pub mod stored;
mod structs;
#[cfg(test)]
extern crate core_crate as sgmcmc;
#[cfg(test)]
mod tests;
pub mod text;
pub mod transform;
mod written;

/// Asked for by the language; a test of the release library shows that nothing calls it.
#[cfg(all(panic = "abort", not(test)))]
#[panic_handler]
fn never(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
