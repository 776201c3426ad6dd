//! `benches/c/overhead.c` and `benches/cpp/overhead.cpp` compile by their own commands and run; how fast is for their
//! reader to see.

mod support;

use std::fs;
use std::process::Command;
use support::{found, published_program, root_dir, run, stdout};

const OPTIONS: [&str; 4] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"];

/// What one round of a program prints, by each of these compilers; its comment has the command after this.
fn outputs(name: &str, comment: &str, compilers: [&str; 2], options: &[&str]) -> Vec<String> {
    let source = root_dir().join(name);
    let text = fs::read_to_string(&source).unwrap();
    let command = text
        .lines()
        .find_map(|line| {
            line.strip_prefix(comment).filter(|line| line.starts_with('c') && line.contains(name))
        })
        .unwrap();
    let compilers = compilers.into_iter().filter(|compiler| found(compiler));
    let programs = compilers.map(|compiler| published_program(command, (name, &source), compiler, options));
    programs.map(|program| stdout(&run(Command::new(program).arg("1"))).to_owned()).collect()
}

#[test]
fn c_program_compiles_and_runs() {
    let options = [&OPTIONS[..], &["-std=c99"]].concat();
    for output in outputs("benches/c/overhead.c", " *     ", ["gcc", "clang"], &options) {
        let is_work = |line: &&str| {
            line.starts_with("SGLD") || line.starts_with("RSGLD") || line.starts_with("lattice")
        };
        assert_eq!(output.lines().filter(is_work).count(), 9);
    }
}

#[test]
fn cpp_program_compiles_and_makes_the_draws_of_c() {
    let options = [&OPTIONS[..], &["-Wconversion", "-Wshadow"]].concat();
    for output in outputs("benches/cpp/overhead.cpp", "//     ", ["g++", "clang++"], &options) {
        assert_eq!(output.lines().filter(|line| line.ends_with("same draws")).count(), 3, "{output}");
    }
}
