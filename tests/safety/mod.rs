//! What keeps a chain from failing in silence: overflow, settings that cannot be stable, defaults.

mod defaults;
mod overflow;
mod stability;
