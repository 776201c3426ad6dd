//! What the release library defines, asks for and puts on the stack: no panic, no allocator, no name but its own, small
//! frames.

mod support;

use std::collections::BTreeSet;
use std::process::Command;
use support::{check_static_names, declared, found, library_dir, output_path, run, stdout, symbols};

/// The names that `nm` lists with these options.
fn names(file: &str, options: &[&str]) -> BTreeSet<String> {
    symbols("nm", &library_dir().join(file), options).into_iter().map(|(name, _)| name).collect()
}

/// `targets` looks at the libraries for other machines.
#[test]
fn libraries_export_what_the_header_declares() {
    if found("nm") {
        check_static_names("nm", &library_dir().join("libsgmcmc.a"));
        assert_eq!(names("libsgmcmc.so", &["--dynamic", "--defined-only"]), declared());
        assert!(declared().contains("sgmcmc_chain_step_f32"));
    }
}

#[test]
fn nothing_panics_or_allocates() {
    if !found("nm") {
        return;
    }
    let forbidden = ["panic", "unwrap_failed", "malloc", "calloc", "realloc", "free", "__rust_alloc"];
    let own = |name: &str| name.replace("degrees_of_freedom", ""); // which frees nothing
    for file in ["libsgmcmc.so", "libsgmcmc.a"] {
        let names = names(file, &[]);
        assert!(declared().is_subset(&names), "{file}: nm does not see the functions");
        let found: Vec<_> =
            names.iter().filter(|name| forbidden.iter().any(|word| own(name).contains(word))).collect();
        assert!(found.is_empty(), "{file}: {found:?}");
    }
}

/// What the linker must find elsewhere: plain memory functions that any C library, and any embedded one, has.
#[test]
fn asks_for_memory_functions_only() {
    if found("nm") {
        let wanted = names("libsgmcmc.so", &["--dynamic", "--undefined-only"]);
        let known = ["memcpy", "memmove", "memset", "memcmp", "bcmp", "__cxa_finalize", "__gmon_start__"];
        let unknown: Vec<_> = wanted
            .iter()
            .map(|name| name.split('@').next().unwrap_or_default())
            .filter(|name| !known.contains(name) && !name.starts_with("_ITM_"))
            .collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}

/// Stack that one function takes at once, in bytes.
const FRAME_SIZE_MAX: u64 = 4096;

/// The one function whose frame is the scratch of a chunk, as long as the target's chunks are: 2 KiB at the most where
/// addresses have 32 bits, and up to 32 KiB here.
const SCRATCH: &str = "scratch";

/// What a function takes off the stack pointer by constants, all its places together.
#[test]
#[cfg(target_arch = "x86_64")]
fn frames_are_small() {
    if !found("objdump") {
        return;
    }
    let library = library_dir().join("libsgmcmc.so");
    let output = run(Command::new("objdump").args(["-d", "--no-show-raw-insn"]).arg(library));
    let (mut name, mut size, mut largest) = (String::new(), 0, 0);
    for line in stdout(&output).lines() {
        if let Some(symbol) = line.strip_suffix(">:") {
            (name, size) = (symbol.to_owned(), 0);
        } else if let Some((_, bytes)) = line.split_once("sub    $0x")
            && let Some(bytes) = bytes.strip_suffix(",%rsp")
        {
            size += u64::from_str_radix(bytes, 16).unwrap();
            largest = largest.max(size);
            assert!(size <= FRAME_SIZE_MAX || name.contains(SCRATCH), "{name} takes {size} bytes");
        }
    }
    assert!(largest > 512, "objdump's text is not what this test reads");
}

/// Code and constants of the shared library, in KB: a little above what it has.
#[cfg(target_arch = "x86_64")]
const TEXT_MAX: u64 = 1490;

#[test]
#[cfg(target_arch = "x86_64")]
fn code_is_bounded() {
    if !found("size") {
        return;
    }
    let output = run(Command::new("size").arg(library_dir().join("libsgmcmc.so")));
    let text = stdout(&output).lines().nth(1).and_then(|line| line.split_whitespace().next());
    let text: u64 = text.and_then(|text| text.parse().ok()).expect("a number");
    std::fs::write(output_path("text.txt"), format!("libsgmcmc.so: text {text}\n")).unwrap();
    assert!(text <= TEXT_MAX * 1000, "{text} bytes");
}
