//! Compilers and other tools of the host, and the release library that they are tried on.
#![allow(dead_code, reason = "every test uses some of it")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, OnceLock, PoisonError};

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

/// The folder of the tables that C's and C++'s programs are tried with.
pub fn tables() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = output_path("tables");
        schema::write_tables(&folder);
        folder
    })
}

/// Tells what is skipped, or why there is nothing to do. The test harness keeps what a test prints to itself, and shows it only when the test fails.
pub fn say(line: &str) {
    use std::io::Write;
    // Whether anybody reads it makes no difference to a test.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Whether the host has this tool and it does its work: a compiler's program runs, an interpreter interprets. Says so
/// when not, and fails where SGMCMC_REQUIRE_ALL=1 asks for all of them.
pub fn found(tool: &str) -> bool {
    found_as(tool, tool)
}

/// The same for a tool that goes by another name here.
fn found_as(tool: &str, name: &str) -> bool {
    works(tool, &[]) || lacks(tool, name)
}

/// The same for a compiler with options that want more than the compiler, such as a sanitizer's runtime.
pub fn found_with(compiler: &str, options: &[&str]) -> bool {
    works(compiler, options) || lacks(&format!("{compiler} {}", options.join(" ")), compiler)
}

/// Asked once in a process.
fn works(tool: &str, options: &[&str]) -> bool {
    static KNOWN: Mutex<BTreeMap<String, bool>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let asked = format!("{tool} {}", options.join(" "));
    *known.entry(asked).or_insert_with(|| {
        let run = |arguments: &[&str]| succeeds(Command::new(tool).args(arguments));
        match tool {
            "cc" | "gcc" | "clang" => compiles_and_runs(tool, "c", C_PROBE, options),
            "c++" | "g++" | "clang++" => compiles_and_runs(tool, "c++", CPP_PROBE, options),
            "node" => run(&["--eval", "0"]),
            "valgrind" => run(&["--quiet", "true"]),
            _ => run(&["--version"]),
        }
    })
}

const C_PROBE: &str = r#"
#include <stdio.h>
int main(void) { return puts("") < 0; }
"#;

const CPP_PROBE: &str = r#"
#include <vector>
int main(int count, char **) { try { std::vector<int>(count).at(0); } catch (...) { return 1; } return 0; }
"#;

fn compiles_and_runs(compiler: &str, language: &str, source: &str, options: &[&str]) -> bool {
    let folder = output_path(&format!("probe-{}", std::process::id()));
    let [file, program] = ["source", "program"].map(|name| folder.join(format!("{compiler}-{name}")));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(&file, source).unwrap();
    let mut compile = Command::new(compiler);
    compile.args(options).args(["-x", language]).arg(&file).arg("-o").arg(&program);
    let works = succeeds(&mut compile) && succeeds(&mut Command::new(&program));
    std::fs::remove_dir_all(&folder).unwrap();
    works
}

pub fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Says that something is missing, and fails where SGMCMC_REQUIRE_ALL=1 asks for it, by this name.
pub fn lacks(what: &str, name: &str) -> bool {
    say(&format!("skipped: {what} not found"));
    assert!(!requires(name), "{what} not found");
    false
}

/// Whether SGMCMC_REQUIRE_ALL=1 asks for all that there is, but for what SGMCMC_WITHOUT names: "landsat" or "julia".
fn requires(what: &str) -> bool {
    let without = std::env::var("SGMCMC_WITHOUT").unwrap_or_default();
    std::env::var_os("SGMCMC_REQUIRE_ALL").is_some_and(|value| value == "1")
        && !without.split_whitespace().any(|name| name == what)
}

/// The files sat.trn and sat.tst, from the folder SGMCMC_DATA or from where they lie beside a checkout. Says so when
/// they are missing, and fails where SGMCMC_REQUIRE_ALL=1 asks for all that there is.
pub fn landsat_data() -> Option<[PathBuf; 2]> {
    let folder =
        std::env::var_os("SGMCMC_DATA").map_or_else(|| root_dir().join("../shared/data"), PathBuf::from);
    let paths = ["sat.trn", "sat.tst"].map(|name| folder.join(name));
    let missing = paths.iter().find(|path| !path.is_file());
    let Some(missing) = missing else { return Some(paths) };
    let what = format!("{} (SGMCMC_DATA is the folder of sat.trn and sat.tst)", missing.display());
    lacks(&what, "landsat");
    None
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

/// A block of code in a text of the repository.
pub struct Block {
    pub file: String,
    /// Of the fence.
    pub line: usize,
    /// The section's.
    pub heading: String,
    /// All that stands behind the fence.
    pub info: String,
    pub code: String,
}

/// The blocks of a text, which is named by its path from the root.
pub fn blocks_of(file: &str) -> Vec<Block> {
    let text = std::fs::read_to_string(root_dir().join(file)).unwrap();
    let (mut blocks, mut open, mut heading) = (Vec::<Block>::new(), false, String::new());
    for (line, text) in (1..).zip(text.lines()) {
        if let Some(info) = text.trim_start().strip_prefix("```") {
            open = !open;
            if open {
                let (info, heading) = (info.to_owned(), heading.clone());
                blocks.push(Block { file: file.to_owned(), line, heading, info, code: String::new() });
            }
        } else if open {
            blocks.last_mut().unwrap().code += &format!("{text}\n");
        } else if let Some(title) = text.strip_prefix("# ").or_else(|| text.strip_prefix("## ")) {
            title.clone_into(&mut heading);
        }
    }
    assert!(!open, "{file}: a block has no end");
    blocks
}

/// The blocks in this language under this heading of a text.
pub fn blocks(file: &str, heading: &str, language: &str) -> Vec<String> {
    let is_it = |block: &Block| block.heading == heading && block.info == language;
    blocks_of(file).into_iter().filter(is_it).map(|block| block.code).collect()
}

/// Runs the repository's Makefile, which builds where the tests do.
pub fn make(arguments: &[&str]) -> Output {
    let target_dir = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let mut make = Command::new("make");
    make.arg("-C").arg(root_dir()).args(arguments).env("CARGO", env!("CARGO"));
    // What cargo says to tests, and RUSTFLAGS for them, is not for the library; make's own variables are another make's.
    make.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("MAKEFLAGS");
    run(make.env("CARGO_TARGET_DIR", target_dir))
}

/// Where the library is built for installing, by `make` as it decides by itself; built once.
pub fn made_dir() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        make(&[]);
        Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("install/auto")
    })
}

/// The soname's number.
pub fn abi_version() -> String {
    let constant = |item: schema::Item| match item.kind {
        schema::Kind::Constant(number) if item.name == "SGMCMC_ABI_VERSION" => Some(number),
        _ => None,
    };
    schema::items().into_iter().find_map(constant).expect("a number")
}

/// The functions that the header declares.
pub fn declared() -> BTreeSet<String> {
    let functions =
        schema::items().into_iter().filter(|item| matches!(item.kind, schema::Kind::Function(..)));
    functions.map(|item| item.name).collect()
}

/// The `julia` of the path, or what SGMCMC_JULIA names.
pub fn julia_name() -> Option<String> {
    let name = std::env::var("SGMCMC_JULIA").unwrap_or_else(|_| "julia".to_owned());
    found_as(&name, "julia").then_some(name)
}

/// Julia over the release library. The package is compiled once, before programs use it side by side.
pub fn julia() -> Option<Command> {
    static COMPILED: OnceLock<Output> = OnceLock::new();
    let name = julia_name()?;
    let command = || {
        let mut julia = Command::new(&name);
        julia.env("SGMCMC_LIBRARY", library_dir().join("libsgmcmc.so"));
        julia.arg(format!("--project={}", ffi_dir().join("julia/Sgmcmc").display()));
        julia.arg("--startup-file=no");
        julia
    };
    COMPILED.get_or_init(|| run(command().args(["-e", "using Sgmcmc"])));
    Some(command())
}

/// The options of every C program here.
pub const C_OPTIONS: [&str; 7] =
    ["-std=c11", "-O1", "-g", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"];

/// Compiles a program from files of `tests/c` and links the static library.
pub fn c_program(name: &str, sources: &[&str], options: &[&str]) -> PathBuf {
    linked_program("gcc", &library_dir().join("libsgmcmc.a"), name, sources, options)
}

/// The same with this compiler and this library.
pub fn linked_program(
    compiler: &str,
    library: &Path,
    name: &str,
    sources: &[&str],
    options: &[&str],
) -> PathBuf {
    let path = output_path(name);
    let mut compiler = Command::new(compiler);
    compiler.args(C_OPTIONS).args(options).arg("-I").arg(root_dir().join("include")).arg("-I").arg(tables());
    compiler.args(sources.iter().map(|source| ffi_dir().join("tests/c").join(source)));
    run(compiler.arg(library).args(["-lm", "-o"]).arg(&path));
    path
}

/// What the C example quickstart prints here after so many steps.
pub fn quickstart(steps: &str) -> String {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| {
        let sources =
            ["quickstart.c", "mixture.c", "support.c"].map(|name| format!("../../../examples/c/{name}"));
        c_program("quickstart_here", &sources.each_ref().map(String::as_str), &[])
    });
    stdout(&run(Command::new(program).arg(steps))).to_owned()
}

/// Compiles a program with a command line that is published for `source`: with this compiler, these options besides,
/// and the release library of the tests, but else as it stands.
pub fn published_program(command: &str, source: (&str, &Path), compiler: &str, options: &[&str]) -> PathBuf {
    let path = output_path(&format!("{}_{compiler}", source.1.file_stem().unwrap().display()));
    let mut substitutes = vec![("cc", Path::new(compiler).to_owned()), (source.0, source.1.to_owned())];
    if command.contains("libsgmcmc.a") {
        substitutes.push(("target/release/libsgmcmc.a", library_dir().join("libsgmcmc.a")));
    }
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

/// The names that `nm`, or LLVM's, lists of a library with these options, each with the letter that says what it is.
pub fn symbols(nm: &str, library: &Path, options: &[&str]) -> Vec<(String, char)> {
    let output = run(Command::new(nm).arg("--format=posix").args(options).arg(library));
    // Lines of another form name members of an archive, or what nm cannot read.
    let symbol = |line: &str| match line.split(' ').collect::<Vec<_>>()[..] {
        [name, kind, ..] if kind.len() == 1 => Some((name.to_owned(), kind.chars().next()?)),
        _ => None,
    };
    stdout(&output).lines().filter_map(symbol).collect()
}

/// A static library takes no name from the programs that link it: what it defines is what the header declares, and
/// Rust's own, which is mangled, or the compiler's by its two underscores, or weak and gives way.
pub fn check_static_names(nm: &str, library: &Path) {
    let names = symbols(nm, library, &["--defined-only", "--extern-only"]);
    let mangled = |name: &str| name.starts_with("_R") || name.starts_with("_ZN");
    let taken = names
        .into_iter()
        .filter(|(name, kind)| !matches!(kind, 'W' | 'V') && !mangled(name) && !name.starts_with("__"));
    assert_eq!(taken.map(|(name, _)| name).collect::<BTreeSet<_>>(), declared(), "{}", library.display());
}
