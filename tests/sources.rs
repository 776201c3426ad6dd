//! What the sources say of themselves: that nothing is half there, and that every test is run.

mod circles;
mod citations;
mod coverage;
mod layers;
mod lengths;
mod links;
mod reference;
mod registered;
