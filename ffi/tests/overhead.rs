//! The programs of `benches/c` compile by their own commands and run; how fast is for their reader to see.

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

#[test]
fn steps_are_timed() {
    let name = "benches/c/overhead.c";
    let (source, command) = published(name);
    for compiler in ["gcc", "clang"] {
        if found(compiler) {
            let program = published_program(&command, (name, &source), compiler, &OPTIONS);
            let output = run(Command::new(program).arg("1"));
            let is_work = |line: &&str| {
                line.starts_with("SGLD") || line.starts_with("RSGLD") || line.starts_with("lattice")
            };
            assert_eq!(stdout(&output).lines().filter(is_work).count(), 9);
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn libraries_are_timed_side_by_side() {
    let name = "benches/c/dispatch.c";
    let (source, command) = published(name);
    if !(found("make") & found("ld") & found("objcopy") & found("nm")) {
        return;
    }
    for compiler in ["gcc", "clang"] {
        if found(compiler) {
            let program = published_program(&command, (name, &source), compiler, &OPTIONS);
            let libraries = [made_dir(), library_dir()].map(|folder| folder.join("libsgmcmc.so"));
            let output = run(Command::new(program).args(libraries).arg("1"));
            assert_eq!(
                stdout(&output).lines().filter(|line| line.ends_with("yes") || line.ends_with("NO")).count(),
                8
            );
        }
    }
}
