//! The code of README and of the guide: every block is run, or compiled where it is no program; the README's programs, C's
//! compiled by the README's command, without warnings; the posterior that they sample.

#[path = "support/rehearsal.rs"]
mod rehearsal;
mod support;

use rehearsal::{rehearse, texts};
use std::fs;
use std::path::Path;
use std::process::Command;
use support::{Block, blocks, blocks_of, found, julia, julia_name, library_dir, output_path};
use support::{published_program, root_dir, run, stdout};

const OPTIONS: [&str; 6] = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-ffp-contract=off"];

/// The second line of the shell block that follows the C program.
fn command() -> String {
    blocks("README.md", "From C", "sh")[0].lines().nth(1).unwrap().to_owned()
}

/// The numbers after these words.
fn number(line: &str, words: &str) -> f64 {
    let rest = line.split_once(words).unwrap_or_else(|| panic!("no {words:?} in {line:?}")).1;
    rest.split([',', '\n']).next().unwrap().parse().unwrap()
}

/// The posterior is N(n x̄ / (n + 1), 1 / (n + 1)).
///
/// The chain is an AR(1) in θ with coefficient r = 1 - (n + 1) η at the η that the warm-up found; its noise has variance
/// 2 η, and η² n² of a batch mean's besides, which is s² / m (n - m) / (n - 1). So its own variance is a little above the
/// posterior's, by at most the 5 per cent that a warm-up tolerates. Of its 20 000 draws (1 + r) / (1 - r) count as one for
/// the mean, and (1 + r²) / (1 - r²) for the variance.
fn check(line: &str) {
    let (n, m, eta, draws) = (1000.0_f64, 50.0, number(line, "step size "), 20_000.0);
    let x = |i: i32| 2.0 + f64::from(i % 7) / 10.0;
    let square = |x: f64| x * x;
    let x_mean = (0..1000).map(x).sum::<f64>() / n;
    let s2 = (0..1000).map(|i| square(x(i) - x_mean)).sum::<f64>() / n;
    let r = 1.0 - (n + 1.0) * eta;
    let batch_variance = s2 / m * (n - m) / (n - 1.0);
    let variance = (2.0 * eta + square(eta * n) * batch_variance) / (1.0 - r * r);
    let mean_error = (variance * (1.0 + r) / (1.0 - r) / draws).sqrt();
    let variance_error = variance * (2.0 * (1.0 + r * r) / (1.0 - r * r) / draws).sqrt();
    assert!(
        variance * (n + 1.0) < 1.055,
        "{line}: hotter than what is tolerated, and found to within a tenth"
    );

    // Six standard errors each.
    let (mean, posterior_mean) = (number(line, "theta = "), n * x_mean / (n + 1.0));
    assert!((mean - posterior_mean).abs() < 6.0 * mean_error, "{line}: not {posterior_mean} ± {mean_error}");
    let apart = (number(line, "variance ") - variance).abs();
    assert!(apart < 6.0 * variance_error, "{line}: not {variance} ± {variance_error}");
}

/// The same of the table that an ensemble prints, which README shows.
fn check_table(text: &str) {
    assert!(
        fs::read_to_string(root_dir().join("README.md")).unwrap().contains(text),
        "README shows not {text}"
    );
    let row = text.lines().find_map(|line| line.strip_prefix("theta ")).expect("a row");
    let numbers: Vec<f64> = row.split_whitespace().map(|number| number.parse().unwrap()).collect();
    let [mean, error, deviation, .., bulk, _, _] = numbers[..] else { panic!("{row}") };
    let n = 1000.0_f64;
    let x_mean = (0..1000).map(|i| 2.0 + f64::from(i % 7) / 10.0).sum::<f64>() / n;
    // 4.5 standard errors, and half a last place.
    let posterior = [n * x_mean / (n + 1.0), (n + 1.0).sqrt().recip()];
    assert!((mean - posterior[0]).abs() < 4.5 * error + 5e-5, "{text}: not {posterior:?}");
    let ratio = deviation / posterior[1];
    assert!((ratio - 1.0).abs() < 4.5 / (2.0 * bulk).sqrt() + 0.002, "{text}: not {posterior:?}");
    assert!(text.contains("The chains agree"), "{text}");
}

#[test]
fn cpp_program_samples_the_posterior() {
    let [program] = blocks("README.md", "From C++", "cpp").try_into().expect("one C++ program");
    let [commands] = blocks("README.md", "From C++", "sh").try_into().expect("one block of commands");
    assert!(program.lines().count() <= 25);
    let source = output_path("program.cpp");
    fs::write(&source, program).unwrap();
    let command = commands.lines().nth(1).unwrap().replacen("c++", "cc", 1);
    for compiler in ["g++", "clang++"] {
        if found(compiler) {
            let program = published_program(
                &command,
                ("program.cpp", &source),
                compiler,
                &["-Wall", "-Wextra", "-Werror"],
            );
            check_table(stdout(&run(&mut Command::new(program))));
        }
    }
}

/// A model and what is made of it take no more lines.
#[test]
fn programs_are_short() {
    for (heading, language, most) in
        [("From C", "c", 40), ("From C++", "cpp", 25), ("From Julia", "julia", 20), ("From Rust", "rust", 25)]
    {
        let [program] = blocks("README.md", heading, language).try_into().expect("one program");
        let count = program.lines().filter(|line| !line.starts_with("# ")).count();
        assert!(count > 10 && count <= most, "{heading}: {count} lines");
    }
}

#[test]
fn c_program_samples_the_posterior() {
    let [program] = blocks("README.md", "From C", "c").try_into().expect("one C program");
    let source = output_path("program.c");
    fs::write(&source, program).unwrap();
    for compiler in ["gcc", "clang"] {
        if found(compiler) {
            let program = published_program(&command(), ("program.c", &source), compiler, &OPTIONS);
            check_table(stdout(&run(&mut Command::new(program))));
        }
    }
}

#[test]
fn julia_program_samples_the_posterior() {
    let [program] = blocks("README.md", "From Julia", "julia").try_into().expect("one Julia program");
    let [commands] = blocks("README.md", "From Julia", "sh").try_into().expect("one block of commands");
    let command = commands.lines().nth(1).unwrap();
    assert!(program.lines().count() <= 20);
    let published = ["$PWD/target/release/", " program.jl"];
    assert!(published.iter().all(|it| command.contains(it)), "{command}");
    let folder = output_path("from_julia");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("program.jl"), program).unwrap();
    if let (Some(name), Some(_)) = (julia_name(), julia()) {
        let command = command.replace(published[0], &format!("{}/", library_dir().display()));
        let command = command.replace(published[1], &format!(" {}/program.jl", folder.display()));
        let command = command.replace(" julia ", &format!(" {name} "));
        check_table(stdout(&run(Command::new("sh").args(["-e", "-c", &command]).current_dir(root_dir()))));
    }
}

/// The guide's commands for cffi print declarations, and nothing that is none.
#[test]
fn header_for_cffi_has_declarations_alone() {
    let [commands] = blocks("docs/src/python.md", "From Python", "sh").try_into().expect("one block");
    if !(found("make") & found("cc") & found("gcc")) {
        return;
    }
    let one = output_path("one.h").display().to_string();
    let commands = commands.replace("target/one.h", &one);
    let in_shell = |line: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", line]).current_dir(root_dir()).env("CARGO", env!("CARGO"));
        shell.env("CARGO_TARGET_DIR", library_dir().parent().unwrap());
        run(shell.env_remove("MAKEFLAGS").env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS"))
    };
    let printed = commands.lines().map(in_shell).collect::<Vec<_>>().pop().expect("two lines");
    let declarations = stdout(&printed);
    assert!(declarations.contains(" sgmcmc_chain_run_f64("), "{declarations}");
    assert!(!declarations.contains('#') && !declarations.contains("return"), "{declarations}");
    compiled(
        "gcc",
        &OPTIONS,
        &output_path("cffi.c"),
        &format!("#include <stddef.h>\n#include <stdint.h>\n{declarations}"),
    );
}

/// Sections whose blocks tests run as they stand, and how many there are: those here, `cpp_published`, and for the
/// installed library `install`.
const RUN: [(&str, &str, usize); 6] = [
    ("README.md", "From C", 2),
    ("README.md", "From C++", 2),
    ("README.md", "From Julia", 2),
    ("docs/src/install.md", "Install", 5),
    ("docs/src/install.md", "In C++ and Julia", 2),
    ("docs/src/python.md", "From Python", 2),
];

/// What a block prints, where it is the line of that chain.
fn check_printed(printed: &str) {
    if printed.starts_with("theta = ") {
        check(printed);
    }
}

/// Compiles a block, and runs it if it is a program.
fn compiled(compiler: &str, options: &[&str], source: &Path, code: &str) {
    fs::write(source, code).unwrap();
    if !found(compiler) {
        return;
    }
    let is_program = code.contains("int main(");
    let mut command = Command::new(compiler);
    command.args(options).arg("-I").arg(root_dir().join("include")).arg(source).arg("-o");
    let program = source.with_extension("out");
    if is_program {
        run(command.arg(&program).arg(library_dir().join("libsgmcmc.a")).arg("-lm"));
        check_printed(stdout(&run(&mut Command::new(program))));
    } else {
        run(command.arg(program).arg("-c"));
    }
}

/// What a block of TOML has for dependencies of a package can be had.
fn resolved(folder: &Path, code: &str) {
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("src/lib.rs"), "").unwrap();
    fs::copy(root_dir().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let code = code.replace("\"../sgmcmc\"", &format!("{:?}", root_dir()));
    let package = "[package]\nname = \"dependent\"\nedition = \"2024\"\n[workspace]\n";
    fs::write(folder.join("Cargo.toml"), format!("{package}{code}")).unwrap();
    let tree = run(Command::new(env!("CARGO")).current_dir(folder).args(["tree", "--offline"]));
    assert!(stdout(&tree).contains("── sgmcmc v"), "{}", stdout(&tree));
}

/// Whether the block is of a known kind. It fails unless it compiles, runs, or is made of commands that could be run.
fn holds(block: &Block) -> bool {
    let name = format!("block_{}_{}", block.file.replace(['/', '.'], "_"), block.line);
    let source = |extension: &str| output_path(&format!("{name}.{extension}"));
    let is_run = RUN.iter().any(|(file, heading, _)| block.file == *file && block.heading == *heading);
    match block.info.as_str() {
        "text" => {}
        "c" | "cpp" | "julia" | "cmake" | "sh" if is_run => {}
        "c" => compiled("gcc", &OPTIONS, &source("c"), &block.code),
        "cpp" => {
            compiled("g++", &["-std=c++17", "-Wall", "-Wextra", "-Werror"], &source("cpp"), &block.code);
        }
        "julia" => {
            fs::write(source("jl"), &block.code).unwrap();
            if let Some(mut julia) = julia() {
                check_printed(stdout(&run(julia.arg(source("jl")))));
            }
        }
        "python" => {
            fs::write(source("py"), &block.code).unwrap();
            let mut python = Command::new("python3");
            python.arg(source("py")).env("SGMCMC_LIBRARY", library_dir().join("libsgmcmc.so"));
            if found("python3") {
                check(stdout(&run(&mut python)));
            }
        }
        "rust" => {
            let documented = format!("include_str!(\"../{}\")", block.file);
            let sources = fs::read_to_string(root_dir().join("src/lib.rs")).unwrap();
            assert!(sources.contains(&documented), "{}: no test of src/lib.rs", block.file);
        }
        "toml" => resolved(&output_path(&name), &block.code),
        "sh" | "bash" => rehearse(block),
        // Said to be no code to try, by its own fence.
        info => return info.ends_with(",ignore"),
    }
    true
}

#[test]
fn every_block_holds() {
    let blocks: Vec<Block> = texts().iter().flat_map(|file| blocks_of(file)).collect();
    assert!(blocks.len() > 50, "{} blocks: the parser no longer sees them", blocks.len());
    let place = |block: &Block| format!("{}:{} {:?}", block.file, block.line, block.info);
    let unknown: Vec<_> = blocks.iter().filter(|block| !holds(block)).map(place).collect();
    assert!(unknown.is_empty(), "of no kind that is tried: {unknown:#?}");
    for (file, heading, count) in RUN {
        let is_there = |block: &&Block| block.file == file && block.heading == heading;
        assert_eq!(
            blocks.iter().filter(is_there).count(),
            count,
            "{file}, {heading}: which test runs what is new?"
        );
    }
}
