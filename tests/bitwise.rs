//! Bit for bit what it should be: kernels, rules and proposals against the scalar reference, the generator against
//! `rand_xoshiro`, elementary functions, long runs against golden fingerprints.
#![allow(
    clippy::duplicate_mod,
    reason = "`table` brings what it needs, for it is compiled on other machines by itself"
)]

#[macro_use]
mod support;

mod elementary;
mod fingerprints;
mod kernels;
mod proposals;
mod reference;
mod rng;
mod rules;
mod table;
