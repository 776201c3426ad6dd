//! The ABI is what `current.txt` says, in C on every target and in Rust on this one, and has all that the last release
//! had: what `current.txt` said under its tag. `SGMCMC_BLESS_ABI=1` writes `current.txt` anew, and nothing can write what
//! it is held against but a tag.

mod dump;
mod released;
mod rule;
#[path = "../support/mod.rs"]
mod support;

use dump::{MODELS, dump};
use released::{Released, released};
use rule::violations;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use support::{declarations, ffi_dir, found, lacks, output_path, root_dir, run, say};

/// What the header declares, and the numbers by which settings are refused.
fn header() -> String {
    let refusals = fs::read_to_string(ffi_dir().join("fuzz/refusals.h")).unwrap();
    declarations() + refusals.split_once('\n').expect("a comment").1
}

fn now() -> String {
    dump(&header(), env!("CARGO_PKG_VERSION"))
}

fn path(name: &str) -> PathBuf {
    ffi_dir().join("tests/abi").join(name)
}

#[test]
fn the_dump_is_current() {
    let now = now();
    if std::env::var_os("SGMCMC_BLESS_ABI").is_some() {
        fs::write(path("current.txt"), &now).unwrap();
    }
    let current = fs::read_to_string(path("current.txt")).unwrap();
    let same = current.lines().zip(now.lines()).take_while(|(old, new)| old == new).count();
    assert!(
        current == now,
        "the header's ABI is not that of current.txt from line {}, {:?}: is it meant? Then run with SGMCMC_BLESS_ABI=1",
        same + 1,
        now.lines().nth(same).unwrap_or("the end")
    );
}

#[test]
fn the_header_has_all_that_was_released() {
    if found("git") {
        match released(root_dir()) {
            Released::As(dump) => {
                assert_eq!(violations(&dump, &now()), [""; 0], "without another SGMCMC_ABI_VERSION");
            }
            Released::Nothing => say("no release yet, so that the ABI may change: there is no tag v*"),
            Released::Unknown => drop(lacks("the repository of git", "git")),
        }
    }
}

/// The dump after a change of the header, compared with the dump before it.
fn after(from: &str, to: &str) -> Vec<String> {
    let header = header();
    assert!(header.contains(from), "{from:?}");
    violations(&now(), &dump(&header.replacen(from, to, 1), "99.0.0"))
}

/// The rule sees what it is for, and lets through what may be.
#[test]
fn a_release_may_add_only() {
    let fine: [(&str, &str); 7] = [
        (
            "    uint64_t reserved2[2];\n} sgmcmc_drift",
            "    double named_now;\n    uint64_t reserved2[1];\n} sgmcmc_drift",
        ),
        ("double target_acceptance;", "double target_acceptance;"),
        ("    int32_t reserved;\n}", "    int32_t reserved3;\n    double later;\n}"),
        ("    int32_t reserved;\n}", "    uint32_t named_now;\n}"),
        ("SGMCMC_OK = 0,", "SGMCMC_OK = 0,\n    SGMCMC_ERROR_LATER = 99,"),
        (
            "uint32_t sgmcmc_abi_version(void);",
            "uint32_t sgmcmc_abi_version(void);\nuint32_t sgmcmc_later(void);",
        ),
        ("size_t *size, const sgmcmc_chain_f32 *chain", "size_t *renamed, const sgmcmc_chain_f32 *chain"),
    ];
    for (from, to) in fine {
        assert_eq!(after(from, to), [""; 0], "{to}");
    }
    let wrong = [
        ("uint32_t sgmcmc_abi_version(void);", "", "function sgmcmc_abi_version"),
        (
            "uint32_t sgmcmc_abi_version(void);",
            "uint64_t sgmcmc_abi_version(void);",
            "function sgmcmc_abi_version",
        ),
        (
            "sgmcmc_chain_set_step_size_f32(sgmcmc_chain_f32 *chain,",
            "sgmcmc_chain_set_step_size_f32(sgmcmc_chain_f64 *chain,",
            "function sgmcmc_chain_set_step_size_f32",
        ),
        ("SGMCMC_ERROR_OVERLAP = 4", "SGMCMC_ERROR_OVERLAP = 5", "enumerator SGMCMC_ERROR_OVERLAP"),
        (
            "    uint64_t seed; // The seed that",
            "    uint64_t other;\n    uint64_t seed; // The seed that",
            "field sgmcmc_chain_settings.seed",
        ),
        (
            "    uint64_t seed; // The seed that",
            "    double seed; // The seed that",
            "field sgmcmc_chain_settings.seed",
        ),
        ("    int32_t reserved;\n}", "}", "field sgmcmc_chain_settings.reserved"),
        ("    int32_t reserved;\n}", "    double named_now;\n}", "field sgmcmc_chain_settings.reserved"),
        ("    double drift_norm;\n", "", "field sgmcmc_draw_f32.drift_norm"),
        (
            "    uint64_t reserved2[2];\n} sgmcmc_drift",
            "    uint64_t reserved2[3];\n} sgmcmc_drift",
            "field sgmcmc_rule.preconditioner.kind",
        ),
        (
            "(*sgmcmc_scheduled)(void *user, double *value, uint64_t k)",
            "(*sgmcmc_scheduled)(void *user, double *value)",
            "callback",
        ),
        ("SGMCMC_CHAIN_COUNT_MAX 65536", "SGMCMC_CHAIN_COUNT_MAX 65535", "constant SGMCMC_CHAIN_COUNT_MAX"),
        ("SGMCMC_ABI_VERSION 3", "SGMCMC_ABI_VERSION 2", "constant SGMCMC_ABI_VERSION"),
        ("typedef struct sgmcmc_rng sgmcmc_rng;", "", "object sgmcmc_rng"),
    ];
    for (from, to, expected) in wrong {
        let found = after(from, to);
        assert!(found.iter().any(|line| line.starts_with(expected)), "{to}: {found:?}");
    }
    // A field in padding moves none of the others on 64-bit machines, where it is.
    let (old, new) = ("size s [16, 12, 12]\n", "field s.in_padding [4, 8, 8] int32_t\nsize s [16, 12, 12]\n");
    let dumps = [old, new].map(|lines| format!("constant SGMCMC_ABI_VERSION 1\n{lines}"));
    assert_eq!(violations(&dumps[0], &dumps[1]).len(), 1);
    // With another ABI version all of it may be.
    let replaced = header().replace("uint32_t sgmcmc_abi_version(void);", "");
    let grown = replaced.replace("SGMCMC_ABI_VERSION 3", "SGMCMC_ABI_VERSION 4");
    assert_eq!(violations(&now(), &dump(&grown, "99.0.0")), [""; 0]);
}

/// The dump's numbers for one model, as assertions that a compiler checks.
fn assertions(model: usize) -> String {
    let mut text = String::from("#include \"sgmcmc.h\"\n#include \"../ffi/fuzz/refusals.h\"\n");
    for line in now().lines() {
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        let numbers = |value: &str| -> String {
            value.trim_start_matches('[').split([',', ']']).nth(model).unwrap().trim().to_owned()
        };
        match words[..] {
            ["size", name, sizes] => {
                writeln!(text, "_Static_assert(sizeof({name}) == {}, \"{name}\");", numbers(sizes)).unwrap();
            }
            ["field", name, offsets] => {
                let (of, field) = name.split_once('.').unwrap();
                let offset = numbers(offsets);
                writeln!(text, "_Static_assert(offsetof({of}, {field}) == {offset}, \"{name}\");").unwrap();
            }
            ["enumerator", name, value] => {
                let value = value.split(' ').next().unwrap();
                writeln!(text, "_Static_assert((int){name} == {value}, \"{name}\");").unwrap();
            }
            _ => {}
        }
    }
    text
}

/// Every target that the library is for, with its data model.
const TARGETS: [(&str, &str); 12] = [
    ("x86_64-linux-gnu", "lp64"),
    ("aarch64-linux-gnu", "lp64"),
    ("riscv64-linux-gnu", "lp64"),
    ("s390x-linux-gnu", "lp64"),
    ("armv7-linux-gnueabihf", "ilp32"),
    ("thumbv7em-none-eabihf", "ilp32"),
    ("thumbv6m-none-eabi", "ilp32"),
    ("riscv32-unknown-elf", "ilp32"),
    ("wasm32-unknown-unknown", "ilp32"),
    ("i686-linux-gnu", "i386"),
    ("x86_64-linux-gnux32", "ilp32"),
    ("x86_64-apple-darwin", "lp64"),
];

#[test]
fn structs_are_laid_out_as_dumped_on_every_target() {
    if !found("clang") {
        return;
    }
    for (at, model) in MODELS.iter().enumerate() {
        let source = output_path(&format!("layout_{}.c", model.name));
        fs::write(&source, assertions(at)).unwrap();
        for (target, _) in TARGETS.iter().filter(|(_, name)| *name == model.name) {
            let mut clang = Command::new("clang");
            clang.arg(format!("--target={target}")).args([
                "-std=c11",
                "-ffreestanding",
                "-fsyntax-only",
                "-Werror",
                "-I",
            ]);
            run(clang.arg(root_dir().join("include")).arg(&source));
        }
    }
    // One more field in a struct, or one less, and the compiler would say so.
    assert!(
        assertions(0).lines().count() > 300
            && assertions(0) != assertions(1)
            && assertions(1) != assertions(2)
    );
}
