//! The golden table, computed on the target by Rust and handed line by line to the C program that it is linked to.
//!
//! Memory, and an end when something is wrong, come from that program's C library, as on every target they can.

#![cfg_attr(panic = "abort", no_std)]

extern crate alloc;

#[path = "../../../tests/table.rs"]
mod table;

use alloc::format;

/// The parts of a list of `cfg` options that hold here.
macro_rules! holding {
    ($option:ident: $($value:literal),*) => {
        [$((cfg!($option = $value), $value)),*].into_iter().filter(|(holds, _)| *holds).map(|(_, value)| value)
    };
}

/// Calls `print` with what this library was compiled for, as Rust's compiler knows it, then with the lines of a part of
/// the table.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_table(
    part: usize,
    part_count: usize,
    print: extern "C" fn(line: *const u8, len: usize),
) {
    let mut arch =
        holding!(target_arch: "x86_64", "x86", "aarch64", "arm", "riscv64", "riscv32", "s390x", "wasm32");
    let abi = holding!(target_abi: "eabihf", "eabi");
    let level = holding!(target_feature: "sse2", "sse4.2", "avx2", "avx512f", "neon", "simd128");
    let mut header = format!("Rust: {}, {} bits", arch.next().unwrap_or("unknown"), usize::BITS);
    for word in holding!(target_endian: "little", "big").chain(abi).chain(level) {
        header = format!("{header}, {word}");
    }
    let print = |line: &str| print(line.as_ptr(), line.len());
    print(&(header + "\n"));
    table::each_line(part, part_count, print);
}

#[cfg(panic = "abort")]
mod host {
    use alloc::format;
    use core::alloc::{GlobalAlloc, Layout};
    use core::ffi::{c_char, c_int, c_void};

    unsafe extern "C" {
        fn malloc(size: usize) -> *mut c_void;
        fn free(block: *mut c_void);
        fn puts(text: *const c_char) -> c_int;
        fn abort() -> !;
    }

    /// The C library's heap.
    struct Heap;

    #[global_allocator]
    static HEAP: Heap = Heap;

    // SAFETY: malloc's blocks are as the caller asks, but for the alignment. So a block starts at the first such
    // address beyond malloc's, whose distance stands in the byte before it.
    unsafe impl GlobalAlloc for Heap {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            let align = layout.align();
            assert!(align <= 128, "the distance is a byte");
            // SAFETY: the distance is at least 1 and at most `align`.
            unsafe {
                let block: *mut u8 = malloc(layout.size() + align).cast();
                assert!(!block.is_null(), "out of memory");
                let distance = align - block.addr() % align;
                block.add(distance - 1).write(distance as u8);
                block.add(distance)
            }
        }

        unsafe fn dealloc(&self, block: *mut u8, _: Layout) {
            // SAFETY: `alloc` gave it, and wrote the byte.
            unsafe { free(block.sub(block.sub(1).read().into()).cast()) }
        }
    }

    #[panic_handler]
    fn end(info: &core::panic::PanicInfo<'_>) -> ! {
        let text = format!("{info}\0");
        // SAFETY: the text ends with a zero.
        unsafe {
            puts(text.as_ptr().cast());
            abort()
        }
    }
}
