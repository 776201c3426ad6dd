//! `benches/c/overhead.c` compiles by its own command and runs; how fast is for its reader to see.

mod support;

use std::fs;
use std::process::Command;
use support::{found, published_program, root_dir, run, stdout};

const OPTIONS: [&str; 5] = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"];

#[test]
fn program_compiles_and_runs() {
    let name = "benches/c/overhead.c";
    let source = root_dir().join(name);
    let text = fs::read_to_string(&source).unwrap();
    let command = text
        .lines()
        .find_map(|line| line.strip_prefix(" *     ").filter(|line| line.starts_with("cc ")))
        .unwrap();
    for compiler in ["gcc", "clang"] {
        if found(compiler) {
            let program = published_program(command, (name, &source), compiler, &OPTIONS);
            let output = run(Command::new(program).arg("1"));
            let is_work = |line: &&str| {
                line.starts_with("SGLD") || line.starts_with("RSGLD") || line.starts_with("lattice")
            };
            assert_eq!(stdout(&output).lines().filter(is_work).count(), 9);
        }
    }
}
