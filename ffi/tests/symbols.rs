//! What the release library defines and what it asks for: no panic, no allocator, no name but its own.

mod support;

use std::collections::BTreeSet;
use std::process::Command;
use support::{found, library_dir, root_dir, run, stdout};

/// The functions that the header declares.
fn declared() -> BTreeSet<String> {
    let header = std::fs::read_to_string(root_dir().join("include/sgmcmc.h")).unwrap();
    let code =
        header.lines().filter(|line| !line.trim_start().starts_with("//") && !line.starts_with("typedef"));
    let functions = code.filter_map(|line| line.split_once('(')?.0.rsplit([' ', '*']).next());
    functions.filter(|name| name.starts_with("sgmcmc_")).map(str::to_owned).collect()
}

/// The names that `nm` lists with these options.
fn names(file: &str, options: &[&str]) -> BTreeSet<String> {
    let output = run(Command::new("nm").arg("--format=posix").args(options).arg(library_dir().join(file)));
    let lines = stdout(&output).lines().filter(|line| !line.ends_with(':'));
    lines.filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn shared_library_exports_what_the_header_declares() {
    if found("nm") {
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
    for file in ["libsgmcmc.so", "libsgmcmc.a"] {
        let names = names(file, &[]);
        assert!(declared().is_subset(&names), "{file}: nm does not see the functions");
        let found: Vec<_> =
            names.iter().filter(|name| forbidden.iter().any(|word| name.contains(word))).collect();
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
