//! The programs of `benches/c` compile by their own commands; nightly they run. How fast is for their reader to see.

mod support;

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use support::{found, library_dir, made_dir, published_program, root_dir, run, stdout};

const OPTIONS: [&str; 5] = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"];

/// A program of `benches/c`: where it is, and the command in its first comment that compiles it.
fn published(name: &str) -> (PathBuf, String) {
    let source = root_dir().join(name);
    let text = fs::read_to_string(&source).unwrap();
    let command =
        text.lines().find_map(|line| line.strip_prefix(" *     ").filter(|line| line.starts_with("cc ")));
    (source, command.unwrap().to_owned())
}

/// It, compiled by every compiler.
fn programs(name: &'static str) -> impl Iterator<Item = PathBuf> {
    let (source, command) = published(name);
    ["gcc", "clang"]
        .into_iter()
        .filter(|compiler| found(compiler))
        .map(move |compiler| published_program(&command, (name, &source), compiler, &OPTIONS))
}

#[test]
fn programs_compile() {
    for name in ["benches/c/overhead.c", "benches/c/dispatch.c"] {
        assert!(programs(name).all(|program| program.exists()));
    }
}

/// For `.ci/nightly`.
mod nightly {
    use super::{Command, found, library_dir, made_dir, programs, run, stdout};

    #[test]
    #[ignore = "takes minutes: -- --ignored nightly"]
    fn steps_are_timed() {
        for program in programs("benches/c/overhead.c") {
            let output = run(Command::new(program).arg("1"));
            let is_work =
                |line: &&str| ["SGLD", "RSGLD", "lattice"].iter().any(|name| line.starts_with(name));
            assert_eq!(stdout(&output).lines().filter(is_work).count(), 9);
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    #[ignore = "takes minutes: -- --ignored nightly"]
    fn libraries_are_timed_side_by_side() {
        if !(found("make") & found("ld") & found("objcopy") & found("nm")) {
            return;
        }
        for program in programs("benches/c/dispatch.c") {
            let libraries = [made_dir(), library_dir()].map(|folder| folder.join("libsgmcmc.so"));
            let output = run(Command::new(program).args(libraries).arg("1"));
            let is_verdict = |line: &&str| line.ends_with("yes") || line.ends_with("NO");
            assert_eq!(stdout(&output).lines().filter(is_verdict).count(), 8);
        }
    }
}
