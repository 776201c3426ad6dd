//! What the sources say of themselves: that nothing is half there, and that every test is run.

mod circles;
mod citations;
mod coverage;
mod layers;
mod lengths;
mod links;
#[path = "../benches/support/parts.rs"]
#[allow(dead_code, reason = "the benches take more of it")]
mod parts;
mod reference;
mod registered;
