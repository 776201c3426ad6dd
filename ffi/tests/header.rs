//! Every compiler takes the C header, whose version is that of the package.

mod support;

use std::fs;
use std::process::Command;
use support::{found, output_path, root_dir, run};

#[test]
fn macros_compose_the_version() {
    let header = fs::read_to_string(root_dir().join("include/sgmcmc.h")).unwrap();
    let [major, minor, patch] = ["MAJOR", "MINOR", "PATCH"].map(|part| {
        let start = format!("#define SGMCMC_VERSION_{part} ");
        header.lines().find_map(|line| line.strip_prefix(&start)).unwrap().to_owned()
    });
    assert_eq!(format!("{major}.{minor}.{patch}"), env!("CARGO_PKG_VERSION"));
}

/// Compiles the header alone, as one language.
fn compile(compiler: &str, language: &str, standard: &str) {
    if !found(compiler) {
        return;
    }
    let options =
        ["-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-x", language];
    let source = output_path(&format!("include_{compiler}_{standard}.c"));
    fs::write(&source, "#include \"sgmcmc.h\"\n").unwrap();
    let standard = format!("-std={standard}");
    run(Command::new(compiler)
        .args(options)
        .arg(standard)
        .arg("-I")
        .arg(root_dir().join("include"))
        .arg(source));
}

#[test]
fn compiles_as_c() {
    for compiler in ["gcc", "clang"] {
        for standard in ["c99", "c11", "c17"] {
            compile(compiler, "c", standard);
        }
    }
}

#[test]
fn compiles_as_cpp() {
    for compiler in ["g++", "clang++"] {
        for standard in ["c++11", "c++14", "c++17", "c++20"] {
            compile(compiler, "c++", standard);
        }
    }
}
