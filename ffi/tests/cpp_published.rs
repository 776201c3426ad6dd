//! C++ as it is published: README's program and `benches/cpp/overhead.cpp`, by their own commands.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{found, library_dir, output_path, root_dir, run, stdout};

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

/// The README's only block in this language that has these words.
fn block(language: &str, words: &str) -> String {
    let readme = fs::read_to_string(root_dir().join("README.md")).unwrap();
    let start = format!("```{language}\n");
    let blocks = readme.split(&start).skip(1);
    let blocks = blocks.map(|rest| rest.split_once("```").unwrap().0).filter(|block| block.contains(words));
    let [block] = blocks.collect::<Vec<_>>().try_into().unwrap_or_else(|found| panic!("{words}: {found:?}"));
    block.to_owned()
}

/// The README's C program samples the posterior, which `readme` checks; the C++ one is the same chain.
#[test]
fn readme_program_prints_what_the_c_program_does() {
    let lines = |language: &str, include: &str, name: &str, compilers: [&str; 2]| -> Vec<String> {
        let source = output_path(&format!("published_{name}"));
        fs::write(&source, block(language, include)).unwrap();
        // From the repository's folder; there may be another one for the installed library.
        let words = format!("-Iinclude {name} ");
        let shell = block("sh", &words);
        let command = shell.lines().find(|line| line.contains(&words)).unwrap();
        let compilers = compilers.into_iter().filter(|compiler| found(compiler));
        let programs = compilers.map(|compiler| {
            let warnings = if language == "c" { &WARNINGS[..2] } else { &WARNINGS };
            program(command, (name, &source), compiler, warnings)
        });
        programs.map(|program| stdout(&run(&mut Command::new(program))).to_owned()).collect()
    };
    let c = lines("c", "sgmcmc.h\"", "program.c", ["gcc", "clang"]);
    let cpp = lines("cpp", "sgmcmc.hpp\"", "program.cpp", ["g++", "clang++"]);
    assert!(cpp.iter().all(|line| line.starts_with("theta = ")), "{cpp:?}");
    for line in c.iter().chain(&cpp) {
        assert_eq!(line, &cpp[0]);
    }
}

#[test]
fn overhead_compiles_and_makes_the_draws_of_c() {
    let name = "benches/cpp/overhead.cpp";
    let source = root_dir().join(name);
    let text = fs::read_to_string(&source).unwrap();
    let command =
        text.lines().find_map(|line| line.strip_prefix("//     ").filter(|line| line.contains(name)));
    for compiler in ["g++", "clang++"].into_iter().filter(|compiler| found(compiler)) {
        let program = program(command.unwrap(), (name, &source), compiler, &WARNINGS);
        let output = run(Command::new(program).arg("1"));
        let same = stdout(&output).lines().filter(|line| line.ends_with("same draws")).count();
        assert_eq!(same, 3, "{}", stdout(&output));
    }
}
