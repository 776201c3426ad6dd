//! Numbers about the library itself.

use core::ffi::c_char;
use core_crate::MemoryUnit;

/// The version of the ABI: what an application built against one header may expect of another library.
pub const SGMCMC_ABI_VERSION: u32 = 3;

/// How many chains one seed serves: chain_index is below this.
pub const SGMCMC_CHAIN_COUNT_MAX: u32 = 65536;

const _: () = assert!(SGMCMC_CHAIN_COUNT_MAX == core_crate::rng::CHAIN_COUNT_MAX);

/// Instruction sets that the library can be compiled for; an installed one holds several. All give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_simd {
    /// No vector instructions, or none that the library uses.
    SGMCMC_SIMD_NONE = 0,
    /// x86 with SSE2, the baseline of x86-64.
    SGMCMC_SIMD_SSE2 = 1,
    /// x86 with AVX2.
    SGMCMC_SIMD_AVX2 = 2,
    /// x86 with AVX-512.
    SGMCMC_SIMD_AVX512 = 3,
    /// ARM with NEON.
    SGMCMC_SIMD_NEON = 4,
    /// WebAssembly with 128-bit vectors.
    SGMCMC_SIMD_WASM128 = 5,
}

crate::fields::kinds! { sgmcmc_simd or SimdKind { SGMCMC_SIMD_NONE, SGMCMC_SIMD_SSE2, SGMCMC_SIMD_AVX2, SGMCMC_SIMD_AVX512, SGMCMC_SIMD_NEON, SGMCMC_SIMD_WASM128 } }

/// A number of `Cargo.toml`'s version, for constants.
const fn number(digits: &str) -> u32 {
    match u32::from_str_radix(digits, 10) {
        Ok(number) => number,
        Err(_) => panic!("a version number has digits only"),
    }
}

pub(crate) const VERSION: u32 = 1_000_000 * number(env!("CARGO_PKG_VERSION_MAJOR"))
    + 1_000 * number(env!("CARGO_PKG_VERSION_MINOR"))
    + number(env!("CARGO_PKG_VERSION_PATCH"));

/// What this build is for.
pub(crate) const SIMD: sgmcmc_simd = if cfg!(target_feature = "avx512f") {
    sgmcmc_simd::SGMCMC_SIMD_AVX512
} else if cfg!(target_feature = "avx2") {
    sgmcmc_simd::SGMCMC_SIMD_AVX2
} else if cfg!(target_feature = "sse2") {
    sgmcmc_simd::SGMCMC_SIMD_SSE2
} else if cfg!(target_feature = "neon") {
    sgmcmc_simd::SGMCMC_SIMD_NEON
} else if cfg!(target_feature = "simd128") {
    sgmcmc_simd::SGMCMC_SIMD_WASM128
} else {
    sgmcmc_simd::SGMCMC_SIMD_NONE
};

/// The version of the library that runs, as major * 1000000 + minor * 1000 + patch.
///
/// Compare it with SGMCMC_VERSION_NUMBER, the version of the header.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_version_number() -> u32 {
    VERSION
}

/// SGMCMC_ABI_VERSION of the library that runs.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_abi_version() -> u32 {
    SGMCMC_ABI_VERSION
}

/// The alignment in bytes of every object's memory, and of what functions work in: 64.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_align() -> usize {
    align_of::<MemoryUnit>()
}

/// The instruction set that the library uses: a number of enum sgmcmc_simd. Of a library for several, the widest that
/// this processor has, which is what a new chain takes unless its settings say less.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_simd_level() -> i32 {
    SIMD as i32
}

/// The name of an instruction set, such as "AVX2".
///
/// Returns: a string that lives as long as the library; never NULL, also for numbers that are no level.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_simd_level_name(level: i32) -> *const c_char {
    let name = match level {
        0 => c"none",
        1 => c"SSE2",
        2 => c"AVX2",
        3 => c"AVX-512",
        4 => c"NEON",
        5 => c"WebAssembly SIMD128",
        _ => c"unknown",
    };
    name.as_ptr()
}
