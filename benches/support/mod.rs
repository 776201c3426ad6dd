//! What the benches share: the precisions by name, aligned vectors, chains that ask an empty model, interleaved timing.
#![allow(dead_code, reason = "every bench takes what it needs")]

pub(crate) mod chains;
pub(crate) mod mkl;
pub(crate) mod parts;
pub(crate) mod rounds;
pub(crate) mod vectors;

/// The flag that `cargo bench` gives to every bench, which says nothing new.
#[derive(clap::Args)]
pub(crate) struct CargoFlags {
    #[arg(long, hide = true)]
    bench: bool,
}

/// The generators that the benches draw from.
pub(crate) fn generators() -> sgmcmc::rng::Generators {
    sgmcmc::rng::Generators::new(2026, 0).expect("chain 0 exists")
}
