//! Checkpoints: a chain as bytes, from which any target and any build that has its parts goes on, bit for bit.

mod contents;
mod estimates;
mod format;
mod progress;
mod restore;
mod save;

pub use format::Checkpoint;
pub(crate) use format::{ENSEMBLES, FRONT, Header, Reader, WORD, Writer, checksum};
pub(crate) use restore::digest;
