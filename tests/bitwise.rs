//! Bit for bit what it should be: kernels, rules and proposals against the scalar reference, the generator against
//! `rand_xoshiro`, elementary functions.

mod elementary;
mod kernels;
mod proposals;
mod reference;
mod rng;
mod rules;
mod support;
