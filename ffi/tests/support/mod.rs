//! Compilers and other tools of the host, and the release library that they are tried on.
#![allow(dead_code, reason = "every test uses some of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

pub fn ffi_dir() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn root_dir() -> &'static Path {
    ffi_dir().parent().unwrap()
}

/// A place for what a test makes.
pub fn output_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Whether the host has this tool. Says so when not, and fails where SGMCMC_REQUIRE_ALL=1 asks for all of them.
pub fn found(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: {tool} not found");
        assert!(std::env::var_os("SGMCMC_REQUIRE_ALL").is_none_or(|value| value != "1"), "{tool} not found");
    }
    found
}

/// Runs a command that must succeed.
pub fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success(), "{command:?}: {}\n{stdout}\n{stderr}", output.status);
    output
}

pub fn stdout(output: &Output) -> &str {
    str::from_utf8(&output.stdout).unwrap()
}

/// The folder of the release library, built once.
pub fn library_dir() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let target_dir = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let mut cargo = Command::new(env!("CARGO"));
        run(cargo.args(["build", "--release", "--package", "sgmcmc-ffi", "--target-dir"]).arg(target_dir));
        target_dir.join("release")
    })
}

/// Julia over the release library: the `julia` of the path, or what SGMCMC_JULIA names. The package is compiled once, before
/// programs use it side by side.
pub fn julia() -> Option<Command> {
    static COMPILED: OnceLock<Output> = OnceLock::new();
    let name = std::env::var("SGMCMC_JULIA").unwrap_or_else(|_| "julia".to_owned());
    let command = || {
        let mut julia = Command::new(&name);
        julia.env("SGMCMC_LIBRARY", library_dir().join("libsgmcmc.so"));
        julia.arg(format!("--project={}", ffi_dir().join("julia/Sgmcmc").display()));
        julia.arg("--startup-file=no");
        julia
    };
    found(&name).then(|| {
        COMPILED.get_or_init(|| run(command().args(["-e", "using Sgmcmc"])));
        command()
    })
}

/// The options of every C program here.
pub const C_OPTIONS: [&str; 7] =
    ["-std=c11", "-O1", "-g", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"];

/// Compiles a program from files of `tests/c` and links the static library.
pub fn c_program(name: &str, sources: &[&str], options: &[&str]) -> PathBuf {
    let path = output_path(name);
    let mut compiler = Command::new("gcc");
    compiler.args(C_OPTIONS).args(options).arg("-I").arg(root_dir().join("include"));
    compiler.args(sources.iter().map(|source| ffi_dir().join("tests/c").join(source)));
    run(compiler.arg(library_dir().join("libsgmcmc.a")).args(["-lm", "-o"]).arg(&path));
    path
}

/// Compiles a program with a command line that is published for `source`: with this compiler, these options besides,
/// and the release library of the tests, but else as it stands.
pub fn published_program(command: &str, source: (&str, &Path), compiler: &str, options: &[&str]) -> PathBuf {
    let path = output_path(&format!("{}_{compiler}", source.1.file_stem().unwrap().display()));
    let mut substitutes = vec![
        ("cc", Path::new(compiler).to_owned()),
        (source.0, source.1.to_owned()),
        ("target/release/libsgmcmc.a", library_dir().join("libsgmcmc.a")),
    ];
    let words = command.split_whitespace().map(|word| {
        let substitute = substitutes.iter().position(|(published, _)| *published == word);
        substitute.map_or_else(|| word.into(), |at| substitutes.swap_remove(at).1)
    });
    let words: Vec<PathBuf> = words.collect();
    assert!(substitutes.is_empty(), "{command}: no {}", substitutes[0].0);
    let mut compiler = Command::new(&words[0]);
    run(compiler.current_dir(root_dir()).args(&words[1..]).args(options).arg("-o").arg(&path));
    path
}
