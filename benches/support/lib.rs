//! What the benches share: the precisions by name, aligned vectors, chains that ask an empty model, interleaved timing.
#![allow(missing_docs, reason = "for the benches alone")]

pub mod chains;
pub mod mkl;
pub mod parts;
pub mod rounds;
pub mod vectors;

/// The flag that `cargo bench` gives to every bench, which says nothing new.
#[derive(clap::Args)]
pub struct CargoFlags {
    #[arg(long, hide = true)]
    bench: bool,
}

/// The generators that the benches draw from.
pub fn generators() -> sgmcmc::rng::Generators {
    sgmcmc::rng::Generators::new(2026, 0).expect("chain 0 exists")
}
