//! The prefetch hint: the one line of the crate that the compiler cannot check.

/// How many bytes a processor brings into its cache at a time.
const LINE_SIZE: usize = 64;

/// Whether the target has the hint.
pub(crate) const PREFETCHES: bool = cfg!(target_arch = "x86_64");

/// Asks for the memory from element `start` of the vector at `numbers` on, two lines of it, to be brought into the
/// nearest cache.
///
/// A hint: it reads nothing, changes nothing, and does nothing on targets without it, so that no result depends on it.
/// Any address is allowed, since a prefetch cannot fault.
#[inline(always)]
pub(crate) fn prefetch<T>(numbers: *const T, start: usize) {
    let first = numbers.wrapping_add(start).cast::<i8>();
    for line in [first, first.wrapping_add(LINE_SIZE)] {
        hint(line);
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(unsafe_code, reason = "the intrinsic takes any address: a prefetch cannot fault, and reads nothing")]
fn hint(line: *const i8) {
    use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: the instruction is in every x86-64, and ignores addresses that it cannot follow.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(line) }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn hint(_: *const i8) {}
