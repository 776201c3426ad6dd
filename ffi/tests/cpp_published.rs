//! C++ as it is published: `benches/cpp/overhead.cpp` and `examples/cpp/autodiff.cpp`, by their own commands.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{found, found_with, library_dir, output_path, root_dir, run, stdout};

const WARNINGS: [&str; 6] = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"];

/// Compiles a source with the command that is published for it, but for this compiler, which warns besides, and the
/// release library of the tests.
fn program(command: &str, published: (&str, &Path), compiler_name: &str, options: &[&str]) -> PathBuf {
    let name = published.1.file_name().unwrap().display();
    let path = output_path(&format!("published_{name}_{compiler_name}"));
    let mut words = command.split_whitespace();
    assert!(["cc", "c++"].contains(&words.next().unwrap()), "{command}");
    let mut compiler = Command::new(compiler_name);
    let mut substituted = 0;
    // Where the program goes is for the test to say.
    for word in words.take_while(|word| *word != "-o") {
        let library = library_dir().join("libsgmcmc.a");
        let substitute = [published, ("target/release/libsgmcmc.a", &library)];
        let substitute = substitute.into_iter().find(|(known, _)| *known == word);
        substituted += usize::from(substitute.is_some());
        compiler.arg(substitute.map_or(Path::new(word), |(_, path)| path));
    }
    assert_eq!(substituted, 2, "{command}: no {} or no library", published.0);
    run(compiler.current_dir(root_dir()).args(options).arg("-o").arg(&path));
    path
}

/// The command in the first lines of a source.
fn command_in(name: &str) -> String {
    let text = fs::read_to_string(root_dir().join(name)).unwrap();
    let mut lines = text.lines().filter_map(|line| line.strip_prefix("//     "));
    lines.find(|line| line.contains(name)).unwrap().to_owned()
}

#[test]
fn overhead_compiles_and_makes_the_draws_of_c() {
    let name = "benches/cpp/overhead.cpp";
    for compiler in ["g++", "clang++"].into_iter().filter(|compiler| found(compiler)) {
        let program = program(&command_in(name), (name, &root_dir().join(name)), compiler, &WARNINGS);
        let output = run(Command::new(program).arg("1"));
        let same = stdout(&output).lines().filter(|line| line.ends_with("same draws")).count();
        assert_eq!(same, 3, "{}", stdout(&output));
    }
}

/// The program fails where they are not.
#[test]
fn differentiated_models_have_the_bits_of_gradients_by_hand() {
    let (name, eigen) =
        ("examples/cpp/autodiff.cpp", ["-isystem", "/usr/include/eigen3", "-include", "Eigen/Core"]);
    for compiler in ["g++", "clang++"].into_iter().filter(|compiler| found_with(compiler, &eigen)) {
        let program = program(&command_in(name), (name, &root_dir().join(name)), compiler, &WARNINGS);
        assert_eq!(stdout(&run(&mut Command::new(program))).lines().count(), 2);
    }
}
