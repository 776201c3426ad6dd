//! The targets, and how a C program is compiled for one and run.

use std::path::Path;
use std::process::Command;

/// How long programs take on a target.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Speed {
    /// Seconds.
    Fast,
    /// Floating-point arithmetic in software, in an emulator of a whole board: minutes.
    Slow,
}

pub struct Target {
    pub name: &'static str,
    /// Rust's name for it.
    pub triple: &'static str,
    pub rust_flags: &'static str,
    /// The C compiler with its options.
    pub compiler: &'static [&'static str],
    /// The C++ compiler with its options beyond those.
    pub cpp_compiler: &'static [&'static str],
    /// What every program of the target contains besides, in C.
    pub sources: &'static [&'static str],
    /// The command that runs a program.
    pub runner: &'static [&'static str],
    /// What Rust's and C's programs say of themselves.
    pub rust_says: &'static str,
    pub c_says: &'static str,
    pub speed: Speed,
}

impl Target {
    /// What must be found on this machine, but for C++.
    pub fn tools(&self) -> impl Iterator<Item = &'static str> {
        let linker = self.triple.starts_with("wasm32").then_some("wasm-ld");
        [self.compiler[0], self.runner[0]].into_iter().chain(linker)
    }

    /// Whether there are shared libraries.
    pub fn is_linux(&self) -> bool {
        self.triple.contains("-linux-")
    }

    /// The command that runs a program with one argument, or with none.
    pub fn run(&self, program: &Path, argument: &str) -> Command {
        let mut command = Command::new(self.runner[0]);
        command.args(&self.runner[1..]);
        if self.runner.contains(&"-semihosting-config") {
            command
                .arg(format!("enable=on,target=native,chardev=report,arg={argument}"))
                .arg("-kernel")
                .arg(program);
        } else {
            command.arg(program).arg(argument);
        }
        command
    }
}

/// A Linux whose programs an emulator of its processor runs on this one.
const LINUX: Target = Target {
    name: "",
    triple: "",
    rust_flags: "",
    compiler: &[],
    cpp_compiler: &[],
    sources: &[],
    runner: &[],
    rust_says: "",
    c_says: "",
    speed: Speed::Fast,
};

/// Newlib's headers stand before the compiler's own, which lack the names of printf's formats.
macro_rules! bare_metal {
    ($script:literal, [$($option:literal),*]) => {
        &[
            "arm-none-eabi-gcc",
            "-mthumb",
            $($option,)*
            "-isystem",
            "/usr/include/newlib",
            "-nostartfiles",
            "--specs=rdimon.specs",
            "-Lffi/tests/targets",
            concat!("-T", $script),
            "-Wl,--gc-sections,--no-warn-execstack",
        ]
    };
}

/// A board without an operating system, whose programs print through the emulator. Small functions of the core library
/// are put in line: its floating-point arithmetic, where most time goes, is made of them, and takes a third less.
const BOARD: Target = Target {
    rust_flags: "-Zcross-crate-inline-threshold=always",
    cpp_compiler: &["arm-none-eabi-g++"],
    sources: &["ffi/tests/targets/startup.c"],
    speed: Speed::Slow,
    ..LINUX
};

macro_rules! board {
    ($emulator:literal, $machine:literal) => {
        &[
            $emulator,
            "-M",
            $machine,
            "-bios",
            "none",
            "-display",
            "none",
            "-monitor",
            "none",
            "-serial",
            "none",
            "-chardev",
            "stdio,id=report",
            "-semihosting-config",
        ]
    };
}

/// WebAssembly with the system interface WASI, in Node.js. Its C++ library has no exceptions to throw, and its headers
/// must not be those of the host's.
const WASM: Target = Target {
    triple: "wasm32-unknown-unknown",
    cpp_compiler: &[
        "clang++",
        "-fignore-exceptions",
        "-nostdinc++",
        "-isystem/usr/include/wasm32-wasi/c++/v1",
    ],
    sources: &["ffi/tests/targets/throw.c"],
    runner: &["node", "--no-warnings", "ffi/tests/targets/wasi.mjs"],
    ..LINUX
};

pub static TARGETS: [Target; 10] = [
    Target {
        name: "i686",
        triple: "i686-unknown-linux-gnu",
        compiler: &["i686-linux-gnu-gcc", "-static", "-msse2", "-mfpmath=sse"],
        cpp_compiler: &["i686-linux-gnu-g++"],
        runner: &["qemu-i386"],
        rust_says: "Rust: x86, 32 bits, little, sse2",
        c_says: "C: x86 with SSE2 arithmetic, 32 bits, little, SSE2",
        ..LINUX
    },
    Target {
        name: "aarch64",
        triple: "aarch64-unknown-linux-gnu",
        compiler: &["aarch64-linux-gnu-gcc", "-static"],
        cpp_compiler: &["aarch64-linux-gnu-g++"],
        runner: &["qemu-aarch64"],
        rust_says: "Rust: aarch64, 64 bits, little, neon",
        c_says: "C: aarch64, 64 bits, little, NEON",
        ..LINUX
    },
    Target {
        name: "armv7",
        triple: "armv7-unknown-linux-gnueabihf",
        compiler: &["arm-linux-gnueabihf-gcc", "-static"],
        cpp_compiler: &["arm-linux-gnueabihf-g++"],
        runner: &["qemu-arm"],
        rust_says: "Rust: arm, 32 bits, little, eabihf",
        c_says: "C: ARMv7-A, hard float, 32 bits, little, none",
        ..LINUX
    },
    Target {
        name: "riscv64",
        triple: "riscv64gc-unknown-linux-gnu",
        compiler: &["riscv64-linux-gnu-gcc", "-static"],
        cpp_compiler: &["riscv64-linux-gnu-g++"],
        runner: &["qemu-riscv64"],
        rust_says: "Rust: riscv64, 64 bits, little",
        c_says: "C: riscv64, hard float, 64 bits, little, none",
        ..LINUX
    },
    // Bytes come high first.
    Target {
        name: "s390x",
        triple: "s390x-unknown-linux-gnu",
        compiler: &["s390x-linux-gnu-gcc", "-static"],
        cpp_compiler: &["s390x-linux-gnu-g++"],
        runner: &["qemu-s390x"],
        rust_says: "Rust: s390x, 64 bits, big",
        c_says: "C: s390x, 64 bits, big, none",
        ..LINUX
    },
    Target {
        name: "wasm32",
        compiler: &["clang", "--target=wasm32-wasi", "--sysroot=/usr"],
        rust_says: "Rust: wasm32, 32 bits, little",
        c_says: "C: wasm, 32 bits, little, none",
        ..WASM
    },
    Target {
        name: "wasm32_simd128",
        rust_flags: "-C target-feature=+simd128",
        compiler: &["clang", "--target=wasm32-wasi", "--sysroot=/usr", "-msimd128"],
        rust_says: "Rust: wasm32, 32 bits, little, simd128",
        c_says: "C: wasm with simd128, 32 bits, little, WebAssembly SIMD128",
        ..WASM
    },
    Target {
        name: "cortex_m4f",
        triple: "thumbv7em-none-eabihf",
        compiler: bare_metal!("mps2.ld", ["-mcpu=cortex-m4", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"]),
        runner: board!("qemu-system-arm", "mps2-an386"),
        rust_says: "Rust: arm, 32 bits, little, eabihf",
        c_says: "C: ARMv7E-M with FPU, 32 bits, little, none",
        ..BOARD
    },
    // The Cortex-M0's code, on a board of a Cortex-M3, which executes it and has the memory for every row.
    Target {
        name: "cortex_m0",
        triple: "thumbv6m-none-eabi",
        compiler: bare_metal!("mps2.ld", ["-mcpu=cortex-m0"]),
        runner: board!("qemu-system-arm", "mps2-an385"),
        rust_says: "Rust: arm, 32 bits, little, eabi",
        c_says: "C: ARMv6-M, 32 bits, little, none",
        ..BOARD
    },
    // Picolibc starts the program, and prints through the emulator.
    Target {
        name: "riscv32",
        triple: "riscv32imac-unknown-none-elf",
        compiler: &[
            "riscv64-unknown-elf-gcc",
            "--specs=picolibc.specs",
            "-march=rv32imac",
            "-mabi=ilp32",
            "--oslib=semihost",
            "--crt0=semihost",
            "-DPICOLIBC_DOUBLE_PRINTF_SCANF",
            "-Wl,--defsym=__flash=0x80000000,--defsym=__flash_size=4M",
            "-Wl,--defsym=__ram=0x80400000,--defsym=__ram_size=16M,--defsym=__stack_size=64K",
        ],
        // Debian has no C++ library for it.
        cpp_compiler: &[],
        sources: &[],
        runner: board!("qemu-system-riscv32", "virt"),
        rust_says: "Rust: riscv32, 32 bits, little",
        c_says: "C: riscv32, soft float, 32 bits, little, none",
        ..BOARD
    },
];
