//! The Julia package: its bindings are those of the header, its own tests pass, its examples print what others print.
//! `SGMCMC_BLESS_JULIA=1` writes the bindings anew.

#[path = "julia/bindings.rs"]
mod bindings;
mod support;

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use support::{
    abi_version, c_program, ffi_dir, found, julia, library_dir, output_path, quickstart, root_dir, run,
    stdout,
};

fn package_dir() -> PathBuf {
    ffi_dir().join("julia/Sgmcmc")
}

fn example(name: &str) -> PathBuf {
    root_dir().join("examples/julia").join(name)
}

/// The number before these words.
fn number_before(text: &str, words: &str) -> f64 {
    let before = text.split(words).next().unwrap();
    before
        .split_whitespace()
        .next_back()
        .unwrap()
        .parse()
        .unwrap_or_else(|_| panic!("no {words:?} in {text}"))
}

#[test]
fn bindings_are_those_of_the_header() {
    let text = bindings::write(&schema::items());
    let path = package_dir().join("src/bindings.jl");
    if std::env::var_os("SGMCMC_BLESS_JULIA").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let checked_in = fs::read_to_string(&path).unwrap_or_default();
    let same = checked_in.lines().zip(text.lines()).take_while(|(old, new)| old == new).count();
    let line = text.lines().nth(same).unwrap_or("the end");
    assert!(
        checked_in == text,
        "bindings.jl lacks what the header has, first {line:?}: run with SGMCMC_BLESS_JULIA=1"
    );
}

#[test]
fn package_has_the_version_of_the_library() {
    let project = fs::read_to_string(package_dir().join("Project.toml")).unwrap();
    assert!(
        project.lines().any(|line| line == concat!("version = \"", env!("CARGO_PKG_VERSION"), "\"")),
        "{project}"
    );
}

/// Fewer steps than by default; `.ci/run` compares them all.
#[test]
fn quickstart_prints_the_lines_of_c() {
    let Some(mut julia) = julia() else { return };
    let lines = run(julia.arg(example("quickstart.jl")).arg("2000"));
    if found("gcc") {
        assert_eq!(stdout(&lines), quickstart("2000"));
    }
}

#[test]
fn library_is_found_where_the_loader_looks() {
    // As a program finds it that was linked to it, where there is nothing to link with.
    let by_soname = output_path("by_soname").join(format!("libsgmcmc.so.{}", abi_version()));
    fs::create_dir_all(by_soname.parent().unwrap()).unwrap();
    fs::copy(library_dir().join("libsgmcmc.so"), &by_soname).unwrap();
    for library in [by_soname, library_dir().join("libsgmcmc.so")] {
        let Some(mut julia) = julia() else { return };
        julia.env_remove("SGMCMC_LIBRARY").env("LD_LIBRARY_PATH", library.parent().unwrap());
        let output = run(julia.args(["-e", "using Sgmcmc; println(Sgmcmc.library_path())"]));
        assert_eq!(stdout(&output).trim(), library.to_str().unwrap());
    }
}

#[test]
fn libraries_that_will_not_do_are_refused_with_advice() {
    let refused = |library: &str, words: &str| {
        let Some(mut julia) = julia() else { return };
        let output = julia.env("SGMCMC_LIBRARY", library).args(["-e", "using Sgmcmc"]).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && stderr.contains(words), "{stderr}");
        assert!(stderr.contains("cargo build --release -p sgmcmc-ffi"), "{stderr}");
    };
    refused("/no/such/file.so", "which is no file");
    if found("gcc") {
        for (name, text, words) in [
            ("other", "int unrelated;", "is no library of sgmcmc"),
            (
                "older",
                "unsigned sgmcmc_abi_version(void) { return 1; }",
                "has ABI 1, and this package is for ABI",
            ),
        ] {
            let [source, library] = ["c", "so"].map(|ending| output_path(&format!("{name}.{ending}")));
            fs::write(&source, text).unwrap();
            run(Command::new("gcc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source));
            refused(library.to_str().unwrap(), words);
        }
    }
}

/// What `.ci/run` has beside its other tests.
mod beside {
    use super::*;

    #[test]
    #[ignore = "takes seconds: -- --ignored"]
    fn package_passes_its_tests() {
        if let Some(mut julia) = julia() {
            let tests = package_dir().join("test/runtests.jl");
            println!("{}", stdout(&run(julia.arg("--threads=2").arg(tests))));
        }
    }

    /// Of four chains of 20 000 steps. Ten means are compared with Laplace's, so that 5 standard errors have a chance of
    /// 6e-6. Deviations are 1.2 per cent too large by the noise of minibatches, as long runs show, and known to 0.8.
    #[test]
    #[ignore = "takes seconds: -- --ignored"]
    fn logistic_regression_is_near_laplace() {
        let Some(mut julia) = julia() else { return };
        let output = run(julia.arg("--threads=2").arg(example("logistic.jl")).arg("20000"));
        let text = stdout(&output);
        assert!(number_before(text, " standard errors from") < 5.0, "{text}");
        assert!(number_before(text, " per cent from") < 1.2 + 5.0 * 0.8, "{text}");
    }

    /// `benches/julia/overhead.jl` and `benches/c/regression.c` time the same work, and in Julia it allocates nothing.
    #[test]
    #[ignore = "takes seconds: -- --ignored"]
    fn benchmark_has_the_bits_of_its_twin_in_c() {
        let Some(mut julia) = julia() else { return };
        let fingerprints = |text: &str| -> Vec<String> {
            let lines = text.lines().skip(1);
            lines
                .map(|line| line.split_whitespace().rev().find(|word| word.len() == 16).unwrap().to_owned())
                .collect()
        };
        let output = run(julia.arg(root_dir().join("benches/julia/overhead.jl")).arg("2"));
        let lines = stdout(&output);
        assert!(lines.lines().skip(1).all(|line| line.ends_with("   0 bytes allocated")), "{lines}");
        if found("gcc") {
            let program = c_program("regression", &["../../../benches/c/regression.c"], &[]);
            let twin = run(Command::new(program).arg("2"));
            assert_eq!(fingerprints(lines), fingerprints(stdout(&twin)));
        }
    }
}
