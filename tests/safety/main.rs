//! What keeps a chain from failing in silence: overflow, settings that cannot be stable, defaults.

mod defaults;
mod overflow;
#[path = "../reference/mod.rs"]
mod reference;
mod stability;
#[path = "../support/mod.rs"]
mod support;
