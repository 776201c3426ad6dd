//! Checkpoints: a chain as bytes, from which any target and any build that has its parts goes on, bit for bit.

mod contents;
mod estimates;
mod format;
mod progress;
mod restore;
mod save;

pub use format::Checkpoint;
