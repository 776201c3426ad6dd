//! The same bits on other machines: the golden table and quickstart, in C and C++, compiled for each and run there by
//! an emulator, or by Node.js.
//!
//! A target is a row of `targets/list.rs`. Its table is computed by Rust over the core (`targets/table.rs`), and in each
//! precision by C over the library (`targets/parts.c`). Every program begins with a line that says what it was compiled
//! for. `cargo test -p sgmcmc-ffi --test targets -- --ignored aarch64` is one of them.

extern crate core_crate as sgmcmc;

#[path = "support/build_std.rs"]
mod build_std;
#[path = "targets/list.rs"]
mod list;
mod support;
#[path = "../../tests/table.rs"]
#[allow(dead_code, reason = "only its chains' settings and data are needed here")]
mod table;

use build_std::{BUILD_STD, prepare, rust_sources_found, target_dir};
use list::{Speed, TARGETS, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use support::{
    c_program, check_static_names, declared, found, lacks, linked_program, made_dir, output_path, quickstart,
    root_dir, run, stdout, succeeds, symbols, tables,
};
use table::gaussian_data::GaussianData;

/// Steps of quickstart, whose hundred thousand would take an emulator minutes.
const QUICKSTART_STEPS: &str = "200";

const QUICKSTART: [&str; 3] = ["examples/c/quickstart.c", "examples/c/mixture.c", "examples/c/support.c"];

fn named(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).expect("a target of the list")
}

/// Whether all that a target needs is here and does its work: a program of five lines runs there.
fn all_found(target: &Target) -> bool {
    let missing = target.tools().chain(["gcc"]).filter(|tool| !found(tool)).count();
    if missing > 0 || !rust_sources_found() {
        return false;
    }
    fs::create_dir_all(target_dir(target.name)).unwrap();
    let program = target_dir(target.name).join("probe");
    let mut compiler = compiler(target, target.compiler[0], "-std=c11");
    compiler.arg("ffi/tests/targets/probe.c").args(target.sources).args(["-lm", "-o"]).arg(&program);
    let works = succeeds(&mut compiler)
        && succeeds(target.run(&program, "").current_dir(root_dir()).stdin(Stdio::null()));
    works || lacks(&format!("what makes and runs programs for {}", target.name), target.compiler[0])
}

/// Builds a package's static library for a target, and on a Linux its shared one, and returns the folder of both.
fn build(target: &Target, package: &str) -> PathBuf {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root_dir()).args(["rustc", "--release", "--lib", "--crate-type"]);
    cargo.arg(if target.is_linux() { "staticlib,cdylib" } else { "staticlib" });
    cargo.args(["--target", target.triple, BUILD_STD, "--package", package]);
    let linker = format!("CARGO_TARGET_{}_LINKER", target.triple.to_uppercase().replace('-', "_"));
    run(prepare(&mut cargo, target.name, target.rust_flags).env(linker, target.compiler[0]));
    target_dir(target.name).join(target.triple).join("release")
}

/// The C ABI for a target: its static library, once the names in it and in the shared one are as they should be.
fn c_library(target: &Target) -> PathBuf {
    let folder = build(target, "sgmcmc-ffi");
    let library = folder.join("libsgmcmc.a");
    if found("llvm-nm") {
        check_static_names("llvm-nm", &library);
        if target.is_linux() {
            let exported = symbols("llvm-nm", &folder.join("libsgmcmc.so"), &["--dynamic", "--defined-only"]);
            let exported: BTreeSet<_> = exported.into_iter().map(|(name, _)| name).collect();
            assert_eq!(exported, declared(), "{}", target.name);
        }
    }
    library
}

/// A target's compiler of either language, for files of the repository.
fn compiler(target: &Target, name: &str, standard: &str) -> Command {
    let mut compiler = Command::new(name);
    compiler.current_dir(root_dir()).args(&target.compiler[1..]).arg(standard);
    compiler.args(["-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "-Iinclude"]);
    compiler
}

/// Compiles a program for a target.
fn program(target: &Target, name: &str, sources: &[&str], options: &[&str], library: &Path) -> PathBuf {
    let program = target_dir(target.name).join(name);
    let mut compiler = compiler(target, target.compiler[0], "-std=c11");
    compiler
        .args(options)
        .arg("-I")
        .arg(output_path("targets"))
        .arg("-I")
        .arg(tables())
        .args(sources)
        .args(target.sources);
    run(compiler.arg(library).args(["-lm", "-o"]).arg(&program));
    program
}

/// What a program prints on a target, below the line that says where it ran; that line is left in a file beside it.
fn lines(target: &Target, program: &Path, argument: &str, says: &str) -> String {
    let output = run(target.run(program, argument).current_dir(root_dir()));
    let (first, rest) = stdout(&output).split_once('\n').expect("lines");
    assert_eq!(first, says, "{} ran elsewhere", target.name);
    fs::write(program.with_extension("says"), format!("{first}\n")).unwrap();
    rest.to_owned()
}

fn golden() -> String {
    fs::read_to_string(root_dir().join("tests/fingerprints.txt")).unwrap()
}

/// A column of a table, by the names of its rows: those of the golden one are for `f32` and `f64`.
fn rows(lines: &str, column: usize) -> BTreeMap<String, String> {
    let row = |line: &str| {
        let (name, values) = line.split_once(": ").unwrap();
        (name.to_owned(), values.split(' ').nth(column).unwrap().to_owned())
    };
    lines.lines().map(row).collect()
}

/// The rows of the table that C makes, with their steps and settings: the chains, but the one with a dense factor.
fn c_rows() -> Vec<(String, usize, String)> {
    let mut rows = Vec::new();
    table::each_chain(|name, settings, step_count| {
        let mut text = String::new();
        settings.write(&mut text).unwrap();
        if !text.contains("preconditioner = Dense\n") {
            rows.push((name.to_owned(), step_count, text));
        }
    });
    rows
}

/// The data of the table's chains in bits, so that no sine of a C library is in them, and its rows as C reads them.
fn write_data() {
    static WRITTEN: OnceLock<()> = OnceLock::new();
    WRITTEN.get_or_init(|| {
        let mut text = String::from("#define SPREAD");
        for (i, x) in GaussianData::spread(100, 75).x.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(text, "{comma} \\\n0x{:016x}", x.to_bits()).unwrap();
        }
        let mut rows = String::from("#define ROWS");
        for (name, step_count, settings) in c_rows() {
            write!(rows, " \\\nROW({name:?}, {step_count}, {settings:?})").unwrap();
        }
        fs::create_dir_all(output_path("targets")).unwrap();
        fs::write(output_path("targets/spread.h"), text + "\n").unwrap();
        fs::write(output_path("targets/rows.h"), rows + "\n").unwrap();
    });
}

/// The golden table, by Rust; where that takes minutes, by several emulators at once, which share its rows.
fn rust_table(target: &Target) {
    let library = build(target, "sgmcmc-table").join("libsgmcmc_table.a");
    let program = &program(target, "table", &["ffi/tests/targets/table.c"], &[], &library);
    let part_count = if target.speed == Speed::Slow { 4 } else { 1 };
    thread::scope(|scope| {
        let run = |part| {
            let (golden, printed) =
                (golden(), lines(target, program, &format!("{part}/{part_count}"), target.rust_says));
            let expected: Vec<_> = golden.lines().skip(part).step_by(part_count).collect();
            let rows: Vec<_> = printed.lines().collect();
            let differing: Vec<_> = rows.iter().filter(|row| !expected.contains(row)).collect();
            assert!(rows == expected, "{}: other bits in\n{differing:#?}", target.name);
        };
        (0..part_count).for_each(|part| drop(scope.spawn(move || run(part))));
    });
}

/// The rows of the table that C makes, by C.
fn c_table(target: &Target, library: &Path, column: usize) {
    write_data();
    let options = [["-UTEST_F64", "-DTEST_F64"][column]];
    let sources = ["ffi/tests/targets/parts.c", "ffi/tests/targets/where.c"];
    let program = program(target, ["parts_f32", "parts_f64"][column], &sources, &options, library);
    assert_golden(&lines(target, &program, "", target.c_says), column, target.name);
}

/// C's rows of the table in one precision: all that it makes, and no others.
fn assert_golden(by_c: &str, column: usize, place: &str) {
    let mut golden = rows(&golden(), column);
    let made = c_rows();
    golden.retain(|name, _| made.iter().any(|(of_c, ..)| of_c == name));
    assert_eq!(rows(by_c, 0), golden, "{place}");
}

/// Quickstart in C.
fn c_quickstart(target: &Target, library: &Path) {
    let sources = [&QUICKSTART[..], &["ffi/tests/targets/where.c"]].concat();
    let program = program(target, "quickstart", &sources, &[], library);
    let printed = lines(target, &program, QUICKSTART_STEPS, target.c_says);
    assert_eq!(printed, quickstart(QUICKSTART_STEPS), "{}", target.name);
}

/// The contract in every floating-point environment, where an operating system lends the C library its `fenv.h`.
fn c_environment(target: &Target, library: &Path) {
    const SOURCES: [&str; 3] =
        ["ffi/tests/c/contract_environment.c", "ffi/tests/c/world.c", "ffi/tests/targets/where.c"];
    if target.is_linux() {
        for (name, define) in [("environment_f32", "-UTEST_F64"), ("environment_f64", "-DTEST_F64")] {
            let program = program(target, name, &SOURCES, &[define], library);
            assert_eq!(lines(target, &program, "", target.c_says), "", "{}", target.name);
        }
    }
}

/// A chain that was saved on this machine goes on there, and is saved there as it would be here.
fn c_resume(target: &Target, library: &Path) {
    const SOURCES: [&str; 4] =
        ["examples/c/resume.c", "examples/c/durable.c", "examples/c/mixture.c", "examples/c/support.c"];
    /// Steps here, and with those that follow there.
    const STEPS: [&str; 2] = ["100", "200"];
    if !target.is_linux() {
        return;
    }
    let beside = SOURCES.map(|source| format!("../../../{source}"));
    let name = format!("resume_before_{}", target.name);
    let here = c_program(&name, &beside.each_ref().map(String::as_str), &[]);
    let there =
        program(target, "resume", &[&SOURCES[..], &["ffi/tests/targets/where.c"]].concat(), &[], library);
    let [whole, moved] =
        ["whole", "moved"].map(|name| target_dir(target.name).join(name).with_extension("chain"));
    for file in [&whole, &moved] {
        let _ = fs::remove_file(file);
    }
    let resume = |command: &mut Command, file: &Path, steps| {
        stdout(&run(command.arg(file).args([steps, STEPS[0]]))).to_owned()
    };
    let expected = resume(&mut Command::new(&here), &whole, STEPS[1]);
    resume(&mut Command::new(&here), &moved, STEPS[0]);
    let mut emulator = Command::new(target.runner[0]);
    let printed = resume(emulator.args(&target.runner[1..]).arg(&there), &moved, STEPS[1]);
    assert_eq!(printed, format!("{}\n{expected}", target.c_says), "{}", target.name);
    assert!(fs::read(&moved).unwrap() == fs::read(&whole).unwrap(), "{}: another checkpoint", target.name);
}

/// A target's C++ compiler.
fn cpp_compiler(target: &Target) -> Command {
    let mut compiler = compiler(target, target.cpp_compiler[0], "-std=c++17");
    compiler.args(&target.cpp_compiler[1..]);
    compiler
}

/// The same by C++, whose mixture is C's; where there is a C++ library, too.
fn cpp_quickstart(target: &Target, library: &Path) {
    let Some(name) = target.cpp_compiler.first() else { return };
    let has_library =
        || succeeds(cpp_compiler(target).args(["-fsyntax-only", "-includevector", "-xc++", "/dev/null"]));
    if !found(name) || !(has_library() || lacks(&format!("the C++ library for {}", target.name), name)) {
        return;
    }
    let made = |name: &str| target_dir(target.name).join(name);
    let objects = QUICKSTART[1..].iter().chain(target.sources).map(|source| {
        let object = made(&source.replace('/', "_")).with_extension("o");
        run(compiler(target, target.compiler[0], "-std=c11").args(["-c", source, "-o"]).arg(&object));
        object
    });
    let program = made("quickstart_cpp");
    let mut compiler = cpp_compiler(target);
    compiler
        .args(["-Iexamples/c", "examples/cpp/quickstart.cpp"])
        .args(["-xc++", "ffi/tests/targets/where.c", "-xnone"])
        .args(objects);
    run(compiler.arg(library).args(["-lm", "-o"]).arg(&program));
    let printed = lines(target, &program, QUICKSTART_STEPS, &target.c_says.replace("C:", "C++:"));
    assert_eq!(printed, quickstart(QUICKSTART_STEPS), "{}", target.name);
}

/// Programs in C and C++ over the library.
fn c_programs(target: &Target) {
    let library = c_library(target);
    c_quickstart(target, &library);
    cpp_quickstart(target, &library);
    c_resume(target, &library);
    c_environment(target, &library);
}

/// The rows of the table that C makes, in both precisions; on a board quickstart shows what C does with doubles.
fn c_tables(target: &Target) {
    let library = c_library(target);
    c_table(target, &library, 0);
    if target.speed == Speed::Fast {
        c_table(target, &library, 1);
    }
}

/// The golden table by C over the library that is installed, at each of its levels: on this processor, and on emulated
/// ones that have less.
#[test]
#[ignore = "builds the installed library: -- --ignored"]
fn x86_64_levels() {
    let tools = ["make", "ld", "objcopy", "nm", "gcc", "qemu-x86_64"];
    if tools.map(found).contains(&false) {
        return;
    }
    write_data();
    let library = made_dir().join("libsgmcmc.a");
    let mut levels = BTreeSet::new();
    for (column, define) in ["-UTEST_F64", "-DTEST_F64"].into_iter().enumerate() {
        let sources = ["targets/parts.c", "targets/where.c"].map(|name| format!("../{name}"));
        let tables = format!("-I{}", output_path("targets").display());
        let options = [define, "-static", "-O2", &tables];
        let name = ["parts_x86_64_f32", "parts_x86_64_f64"][column];
        let program =
            linked_program("gcc", &library, name, &sources.each_ref().map(String::as_str), &options);
        let mut runners = vec![Command::new(&program)];
        runners.extend(["max", "Nehalem"].map(|cpu| {
            let mut qemu = Command::new("qemu-x86_64");
            qemu.args(["-cpu", cpu]).arg(&program);
            qemu
        }));
        for runner in &mut runners {
            let output = run(runner);
            let (says, rows) = stdout(&output).split_once('\n').expect("lines");
            assert_golden(rows, column, says);
            levels.insert(says.to_owned());
        }
    }
    assert!(levels.len() >= 2, "{levels:?}");
    fs::create_dir_all(output_path("targets/x86_64")).unwrap();
    fs::write(
        output_path("targets/x86_64/levels.says"),
        levels.into_iter().map(|says| says + "\n").collect::<String>(),
    )
    .unwrap();
}

/// Tests by their targets' names, and what each does there.
macro_rules! tests {
    ($ignored:literal; $($name:ident: $($work:ident)+;)*) => {
        $(#[test]
        #[ignore = $ignored]
        fn $name() {
            let target = named(stringify!($name));
            if all_found(target) {
                $($work(target);)+
            }
        })*

        pub(crate) const DONE: &[(&str, &str)] = &[$($((stringify!($name), stringify!($work)),)+)*];
    };
}

/// Other vectors, and bytes that come high first. 32 bits are those of `cortex_m`.
/// `.ci/run` has these beside its other tests.
mod beside {
    use super::{all_found, c_programs, named, rust_table};

    tests! {
        "builds the library for another machine: -- --ignored";
        aarch64: rust_table c_programs;
        s390x: c_programs;
    }
}

/// For `.ci/nightly`; `cortex_m` runs what takes no minutes on boards.
mod nightly {
    use super::{all_found, c_programs, c_tables, named, rust_table};

    tests! {
        "takes minutes: -- --ignored nightly";
        i686: rust_table c_programs c_tables;
        aarch64: c_tables;
        armv7: rust_table c_programs c_tables;
        riscv64: rust_table c_programs c_tables;
        s390x: rust_table c_tables;
        wasm32: rust_table c_programs c_tables;
        wasm32_simd128: rust_table c_programs c_tables;
        cortex_m4f: rust_table c_programs c_tables;
        cortex_m0: rust_table c_programs c_tables;
        riscv32: rust_table c_programs c_tables;
    }
}

#[test]
fn every_target_is_tested() {
    let all = TARGETS
        .iter()
        .flat_map(|target| ["c_programs", "c_tables", "rust_table"].map(|work| (target.name, work)));
    let done: BTreeSet<_> = beside::DONE.iter().chain(nightly::DONE).copied().collect();
    assert_eq!(all.collect::<BTreeSet<_>>(), done);
}
