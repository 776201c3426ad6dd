//! Numbers: the precisions, 64-byte blocks, maps and sums over slices, and the portable elementary functions.

mod bytes;
mod cholesky;
mod columns;
mod eigen;
mod elementary;
mod environment;
mod exp;
mod fingerprint;
mod horner;
mod ln;
mod memory;
#[cfg_attr(
    not(any(
        target_feature = "sse2",
        all(target_feature = "neon", target_arch = "aarch64"),
        target_feature = "simd128"
    )),
    path = "single.rs"
)]
mod native;
mod pieces;
mod prefetch;
mod real;
mod scan;
mod scratch;
mod sin_cos;
mod slices;
mod sum;
mod vector;

pub(crate) use bytes::{Number, numbers_of, put_bytes, take_bytes};
pub(crate) use cholesky::{PIVOT_MIN, factorize, multiply};
pub(crate) use columns::{Column, Columns, Far, FarInput, Fresh};
pub(crate) use eigen::diagonalize;
pub use elementary::{Function, cos, cos_in_place, exp, exp_in_place, ln, ln_in_place, sin, sin_in_place};
pub use environment::float_environment_is_default;
pub use fingerprint::{Fingerprint, fingerprint};
pub use memory::MemoryUnit;
pub(crate) use memory::{Count, Cut, Exclusive, Len, Lens, Shared, block_count, clear};
pub(crate) use native::{F64s, U64_LANES, U64s, VECTORS, to_words, words_of};
pub(crate) use pieces::{Pieces, both, clamped, is_nan, or_else, saturated, splat, weighted};
pub(crate) use prefetch::{PREFETCHES, prefetch};
pub use real::Real;
pub(crate) use real::{Precision, epsilon, reach};
pub(crate) use scan::{Overflow, all_within, any_beyond};
pub(crate) use scratch::{chunk_len, with_scratch};
pub(crate) use slices::{Place, add_scaled, pieces_of, update, visit};
pub(crate) use sum::{SquaredDistances, Sum, dot, lanes_of, sum_of_squares};
pub(crate) use vector::{Bits, Vector};
