//! Estimates over kept draws, online and in constant memory.

mod moments;

pub use moments::Moments;
pub(crate) use moments::accumulate;
