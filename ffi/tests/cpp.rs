//! `sgmcmc.hpp`, tried from C++ with and without exceptions, in both precisions: see the programs in `tests/cpp`.

mod support;

use schema::{Item, Kind, Type, Variable};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{
    declared, ffi_dir, found, found_with, library_dir, output_path, root_dir, run, stdout, tables,
};

const COMPILERS: [&str; 2] = ["g++", "clang++"];
const OPTIONS: [&str; 9] = [
    "-O1",
    "-ffp-contract=off",
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wsign-conversion",
    "-Wshadow",
    "-Werror",
];
/// With exceptions and without.
const MODES: [(&str, &[&str]); 2] = [("throwing", &[]), ("returning", &["-fno-exceptions", "-fno-rtti"])];

fn source(name: &str) -> PathBuf {
    ffi_dir().join("tests/cpp").join(name)
}

/// A compiler with the options of every program here.
fn compiler(name: &str, standard: &str, options: &[&str]) -> Command {
    let mut compiler = Command::new(name);
    compiler.arg(format!("-std={standard}")).args(OPTIONS).args(options);
    compiler.arg("-I").arg(root_dir().join("include")).arg("-I").arg(tables());
    compiler
}

/// Compiles files of `tests/cpp` and links the static library.
fn program(name: &str, compiler_name: &str, standard: &str, options: &[&str], sources: &[&str]) -> PathBuf {
    let path = output_path(&format!("{name}_{compiler_name}_{standard}"));
    let mut compiler = compiler(compiler_name, standard, options);
    compiler.args(sources.iter().map(|name| source(name)));
    run(compiler.arg(library_dir().join("libsgmcmc.a")).arg("-pthread").arg("-o").arg(&path));
    path
}

/// Compiles one file to an object file.
fn object(name: &str, compiler_name: &str, options: &[&str], source_name: &str) -> PathBuf {
    let path = output_path(&format!("{name}_{compiler_name}.o"));
    run(compiler(compiler_name, "c++17", options).arg("-c").arg(source(source_name)).arg("-o").arg(&path));
    path
}

/// Compiles and runs a program in these modes, with every compiler.
fn holds(name: &str, standard: &str, modes: &[(&str, &[&str])]) {
    for compiler in COMPILERS.into_iter().filter(|compiler| found(compiler)) {
        for (mode, options) in modes {
            let program =
                program(&format!("{name}_{mode}"), compiler, standard, options, &[&format!("{name}.cpp")]);
            run(&mut Command::new(program));
        }
    }
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn exceptions_come_out_of_callbacks() {
    holds("callbacks", "c++17", &[MODES[0], ("no_rtti", &["-fno-rtti"])]);
}

#[test]
fn chains_are_those_of_c() {
    holds("same_as_c", "c++17", &MODES);
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn objects_are_moved_cloned_and_saved() {
    holds("objects", "c++17", &MODES);
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn ensembles_on_threads_are_those_of_c() {
    holds("ensembles", "c++17", &MODES);
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn spans_view_what_lies_side_by_side() {
    for standard in ["c++17", "c++20", "c++2b"] {
        holds("spans", standard, &MODES[..1]);
    }
}

/// The headers, `sgmcmc.hpp` first.
fn headers() -> Vec<PathBuf> {
    let entries = fs::read_dir(root_dir().join("include/sgmcmc")).unwrap();
    let parts = entries.map(|entry| entry.unwrap().path());
    let mut headers = vec![root_dir().join("include/sgmcmc.hpp")];
    headers.extend(parts.filter(|path| path.extension().is_some_and(|extension| extension == "hpp")));
    headers
}

/// Every header compiles by itself, and before the others.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn headers_stand_alone() {
    assert!(headers().len() > 5);
    if !found("g++") {
        return;
    }
    let mut compiler = compiler("g++", "c++17", &["-fsyntax-only"]);
    for header in headers() {
        let name = header.file_name().unwrap().to_str().unwrap().to_owned();
        let include = header.strip_prefix(root_dir().join("include")).unwrap().display();
        let alone = output_path(&format!("alone_{name}.cpp"));
        fs::write(&alone, format!("#include \"{include}\"\n#include \"sgmcmc.hpp\"\n")).unwrap();
        compiler.arg(alone);
    }
    run(&mut compiler);
}

#[test]
fn every_function_does_its_work() {
    if found("g++") {
        run(&mut Command::new(program("every_function", "g++", "c++17", &[], &["every_function.cpp"])));
    }
}

/// With and without exceptions, and in later standards.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn every_function_does_its_work_in_every_mode() {
    holds("every_function", "c++17", &MODES);
    holds("every_function", "c++17", &[("chosen", &["-DSGMCMC_EXCEPTIONS=0"])]);
    for compiler_name in COMPILERS.into_iter().filter(|compiler| found(compiler)) {
        for standard in ["c++20", "c++2b"] {
            let mut compiler = compiler(compiler_name, standard, &[]);
            run(compiler.arg("-fsyntax-only").arg(source("every_function.cpp")));
        }
    }
}

/// Functions of the C header that have no counterpart in C++, each with its reason. There are none.
const WITHOUT_COUNTERPART: [&str; 0] = [];

/// What `every_function.cpp` calls through `sgmcmc.hpp`, by the names that it leaves to the linker, is all that the C
/// header declares.
#[test]
fn every_function_has_a_counterpart() {
    let text = fs::read_to_string(source("every_function.cpp")).unwrap();
    let own = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let own: Vec<_> =
        own.filter(|word| word.starts_with("sgmcmc_") && *word != "sgmcmc_rule_applied").collect();
    assert!(own.is_empty(), "{own:?} come from the C header");
    if !(found("g++") && found("nm")) {
        return;
    }
    let object = object("every_function", "g++", &["-O0"], "every_function.cpp");
    let output = run(Command::new("nm").args(["--format=posix", "--undefined-only"]).arg(object));
    let names = stdout(&output).lines().filter_map(|line| line.split(' ').next());
    let used: BTreeSet<_> =
        names.chain(WITHOUT_COUNTERPART).filter(|name| name.starts_with("sgmcmc_")).collect();
    let declared = declared();
    assert!(declared.contains("sgmcmc_chain_step_f32"));
    let missing: Vec<_> = declared.iter().filter(|name| !used.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "sgmcmc.hpp, or every_function.cpp, does not use {missing:?}");
}

/// The fields of a C struct as paths: of a struct within, its own, unless it has a builder, as rules and schedules do.
fn fields(items: &[Item], name: &str) -> Option<Vec<String>> {
    let Kind::Struct(fields) = &items.iter().find(|item| item.name == name)?.kind else { return None };
    let is_within =
        |of: &Type| of.pointers == 0 && !["sgmcmc_rule", "sgmcmc_schedule"].contains(&of.name.as_str());
    let each = |Variable { name, of, .. }: &Variable| match self::fields(items, &of.name) {
        Some(within) if is_within(of) => within.iter().map(|field| format!("{name}.{field}")).collect(),
        _ => vec![name.clone()],
    };
    Some(fields.iter().filter(|field| !field.name.starts_with("reserved")).flat_map(each).collect())
}

/// Every field of a settings struct is set by its builder: by a setter that is named as the field's path, or as an end
/// of it.
#[test]
fn every_field_has_a_setter() {
    // The constructors set struct_size, start and len, blocks sets how many they are, and step_size whichever there is; a
    // block's prior has no vectors.
    let otherwise = "struct_size start len block_count block_size sampler.proposal.step_size
        sgmcmc_block.prior.means sgmcmc_block.prior.precisions";
    let otherwise: Vec<_> = otherwise.split_whitespace().collect();
    let items = schema::items();
    let builders = headers().into_iter().map(|path| fs::read_to_string(path).unwrap());
    let builders: String = builders.collect();
    for (name, builder) in [
        ("sgmcmc_chain_settings", "settings"),
        ("sgmcmc_rule", "rule"),
        ("sgmcmc_schedule", "schedule"),
        ("sgmcmc_block", "block"),
        ("sgmcmc_estimate_settings", "estimate_settings"),
        ("sgmcmc_pilot_settings", "pilot_settings"),
        ("sgmcmc_health_settings", "health_settings"),
        ("sgmcmc_ensemble_settings", "ensemble_settings"),
    ] {
        let fields = fields(&items, name).unwrap();
        assert!(fields.len() >= 3, "{name}: {fields:?}");
        for field in &fields {
            // A kind is set under the name of its struct.
            let path = field.trim_end_matches(".kind").trim_start_matches("sampler.");
            let path: Vec<_> = path.split('.').collect();
            let is_set = (0..path.len()).any(|start| {
                let signature = format!(" {builder} &{}(", path[start..].join("_"));
                let setters = builders.split(&signature).skip(1);
                let bodies = setters.map(|rest| rest.split('}').next().unwrap());
                // What they write first.
                let mut written =
                    bodies.filter_map(|body| body.split("c_.").nth(1)?.split([',', ' ']).next());
                written.any(|written| written == field)
            });
            let known =
                [field, &format!("{name}.{field}")].iter().any(|path| otherwise.contains(&path.as_str()));
            assert!(is_set || known, "{name}.{field} has no setter");
        }
    }
}

/// Without the C++ library, and thus without an allocator, exceptions and run-time types.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn programs_without_a_heap_need_no_cpp_library() {
    for (cpp, c) in [("g++", "gcc"), ("clang++", "clang")] {
        if found(cpp) && found(c) {
            for optimisation in ["-O0", "-Os"] {
                let options = [MODES[1].1, &[optimisation]].concat();
                let object = object("no_heap", cpp, &options, "no_heap.cpp");
                let path = output_path(&format!("no_heap_{cpp}"));
                run(Command::new(c).arg(object).arg(library_dir().join("libsgmcmc.a")).arg("-o").arg(&path));
                run(&mut Command::new(path));
            }
        }
    }
}

#[test]
fn both_modes_link_into_one_program() {
    for compiler in COMPILERS.into_iter().filter(|compiler| found(compiler)) {
        let objects =
            MODES.map(|(mode, options)| object(&format!("modes_{mode}"), compiler, options, "modes.cpp"));
        let path = output_path(&format!("modes_{compiler}"));
        run(Command::new(compiler).args(objects).arg(library_dir().join("libsgmcmc.a")).arg("-o").arg(&path));
        run(&mut Command::new(path));
    }
}

/// Whether a program was built with a sanitizer whose functions begin like this: else it shows nothing.
fn instrumented(program: &Path, prefix: &str) -> bool {
    found("nm") && stdout(&run(Command::new("nm").arg(program))).contains(prefix)
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn programs_are_clean_under_sanitizers() {
    let options = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    for (compiler, name) in [("g++", "callbacks"), ("clang++", "objects"), ("clang++", "spans")] {
        if found_with(compiler, &options) {
            let program =
                program(&format!("{name}_asan"), compiler, "c++20", &options, &[&format!("{name}.cpp")]);
            assert!(instrumented(&program, "__asan_"));
            run(&mut Command::new(program));
        }
    }
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn programs_are_clean_under_valgrind() {
    if !(found("g++") && found("valgrind")) {
        return;
    }
    for name in ["callbacks", "every_function"] {
        let program = program(&format!("{name}_valgrind"), "g++", "c++17", &[], &[&format!("{name}.cpp")]);
        let mut valgrind = Command::new("valgrind");
        let valgrind =
            valgrind.args(["--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=all"]);
        let report = run(valgrind.arg(program)).stderr;
        assert!(String::from_utf8_lossy(&report).contains("ERROR SUMMARY: 0 errors"));
    }
}

/// What a program under ThreadSanitizer says when it is told to break the rule.
fn race(program: &Path, rule: &str) -> Output {
    Command::new(program).arg(rule).env("TSAN_OPTIONS", "halt_on_error=1").output().unwrap()
}

/// Eight chains on eight threads, and what breaks the rule is found. `.ci/nightly` does it again by clang++, with a library
/// that is instrumented too.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn threads_share_what_is_only_read() {
    let options = ["-fsanitize=thread"];
    let compiler = "g++";
    if found_with(compiler, &options) {
        let program = program("threads", compiler, "c++17", &options, &["threads.cpp"]);
        assert!(instrumented(&program, "__tsan_"));
        run(&mut Command::new(&program));
        let ensembles = self::program("ensembles_tsan", compiler, "c++17", &options, &["ensembles.cpp"]);
        run(&mut Command::new(ensembles));
        for rule in ["model", "chain"] {
            let output = race(&program, rule);
            assert!(!output.status.success(), "{compiler}: {rule}: nothing found");
            assert!(String::from_utf8_lossy(&output.stderr).contains("data race"), "{output:?}");
        }
    }
}
