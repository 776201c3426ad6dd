//! What is made from the sources is current: the shims of `f64`, the numbers of the enums, and the C header, which
//! every compiler takes. `SGMCMC_BLESS_HEADER=1` writes all of it anew.

mod support;

use core_crate::Error;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use support::{ffi_dir, found, output_path, root_dir, run};

/// In the order in which the header shows them. cbindgen looks for a file's modules beside it, so that none has the name
/// of a neighbour.
const SOURCES: [&str; 35] = [
    "constants.rs",
    "status.rs",
    "enums.rs",
    "enums/of_rule.rs",
    "rule.rs",
    "schedule.rs",
    "block.rs",
    "settings.rs",
    "text.rs",
    "statistics.rs",
    "convert.rs",
    "rng.rs",
    "checkpoint.rs",
    "estimates.rs",
    "estimates/readings.rs",
    "stored.rs",
    "finding.rs",
    "pilot.rs",
    "health.rs",
    "f32/model.rs",
    "f32/chain.rs",
    "f32/rule.rs",
    "f32/array.rs",
    "f32/checkpoint.rs",
    "f32/estimates.rs",
    "f32/pilot.rs",
    "f32/health.rs",
    "f64/model.rs",
    "f64/chain.rs",
    "f64/rule.rs",
    "f64/array.rs",
    "f64/checkpoint.rs",
    "f64/estimates.rs",
    "f64/pilot.rs",
    "f64/health.rs",
];

/// The version macros; Cargo.toml alone knows the version.
fn version_macros() -> String {
    let [major, minor, patch] =
        [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"), env!("CARGO_PKG_VERSION_PATCH")];
    format!(
        "\n/* The version of this header; sgmcmc_version_number() has the library's. */\n\
         #define SGMCMC_VERSION_MAJOR {major}\n\
         #define SGMCMC_VERSION_MINOR {minor}\n\
         #define SGMCMC_VERSION_PATCH {patch}\n\
         #define SGMCMC_VERSION_NUMBER \\\n    \
         (SGMCMC_VERSION_MAJOR * 1000000 + SGMCMC_VERSION_MINOR * 1000 + SGMCMC_VERSION_PATCH)"
    )
}

/// A source file, with each module where it is declared.
fn whole(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.split_inclusive('\n').map(|line| {
        let module = line.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(";\n"));
        let file = |name| path.with_extension("").join(name).with_extension("rs");
        module.map_or(line.to_owned(), |name| whole(&file(name)))
    });
    lines.collect()
}

/// The enums of a source file, each with its variants in order.
fn enums(source: &str) -> Vec<(String, Vec<(String, i32)>)> {
    let mut enums: Vec<(String, Vec<(String, i32)>)> = Vec::new();
    let text = whole(&ffi_dir().join("src").join(source));
    for text in text.split("\npub enum ").skip(1) {
        let (name, body) = text.split_once(" {\n").unwrap();
        let lines = body.lines().take_while(|line| *line != "}").map(str::trim);
        let variants = lines.filter(|line| line.starts_with("SGMCMC_")).map(|line| {
            let (variant, number) = line.trim_end_matches(',').split_once(" = ").expect(line);
            (variant.to_owned(), number.parse().expect(line))
        });
        enums.push((name.to_owned(), variants.collect()));
    }
    enums
}

/// The error that names an enum's setting: `Noise` for sgmcmc_noise where there is one, else `NoiseKind`.
fn error_of(name: &str) -> &'static str {
    let words = name.strip_prefix("sgmcmc_").unwrap().split('_');
    let name: String = words.map(|word| word[..1].to_uppercase() + &word[1..]).collect();
    let named = |name: &str| Error::ALL.iter().map(|error| error.name()).find(|known| *known == name);
    named(&name).or_else(|| named(&format!("{name}Kind"))).unwrap_or_else(|| panic!("no error for {name}"))
}

/// `src/numbers.rs`.
fn numbers() -> String {
    let mut text = String::from(
        "//! Numbers as the enums of `enums` and `status`, from which `SGMCMC_BLESS_HEADER=1 cargo test --test header` makes this file.\n\n",
    );
    writeln!(
        text,
        "use crate::constants::sgmcmc_simd;\nuse crate::enums::*;\nuse crate::status::sgmcmc_status;\n\
                    use core_crate::Error;"
    )
    .unwrap();
    for (name, variants) in ["enums.rs", "constants.rs"].map(enums).iter().flatten() {
        writeln!(
            text,
            "\nimpl {name} {{\n    /// The choice with this number, or the error that names the setting."
        )
        .unwrap();
        writeln!(text, "    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {{").unwrap();
        writeln!(text, "        match number {{").unwrap();
        for (variant, number) in variants {
            writeln!(text, "            {number} => Ok(Self::{variant}),").unwrap();
        }
        writeln!(text, "            _ => Err(Error::{}),\n        }}\n    }}\n}}", error_of(name)).unwrap();
    }
    writeln!(text, "\nimpl sgmcmc_status {{\n    /// Every status, in the order of the numbers.").unwrap();
    writeln!(text, "    pub(crate) const ALL: &[Self] = &[").unwrap();
    for (variant, _) in enums("status.rs").remove(0).1 {
        writeln!(text, "        Self::{variant},").unwrap();
    }
    text + "    ];\n}\n"
}

/// A file of `src/f64`, from its twin.
fn twin(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    let first = first.strip_suffix("; its twin in the other precision is made from it.").expect(first);
    format!("{first}; made from its twin in the other precision, which is the one to edit.\n{rest}")
        .replace("f32", "f64")
}

fn header() -> String {
    let mut config = cbindgen::Config::from_file(ffi_dir().join("cbindgen.toml")).unwrap();
    config.after_includes = Some(version_macros());
    // No function has an enum in its signature, so that nothing else would bring them in.
    let enums = ["constants.rs", "enums.rs", "finding.rs"].map(enums).into_iter().flatten();
    config.export.include = enums.map(|(name, _)| name).collect();
    let sources = SOURCES.iter().fold(cbindgen::Builder::new().with_config(config), |builder, source| {
        builder.with_src(ffi_dir().join("src").join(source))
    });
    let mut header = Vec::new();
    sources.generate().unwrap().write(&mut header);
    String::from_utf8(header).unwrap()
}

/// Compares a file with what it must be, or writes it. One after the other: the header is made from the shims of `f64`.
fn check(path: &Path, text: &str) {
    if std::env::var_os("SGMCMC_BLESS_HEADER").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        // In one piece: other tests read it meanwhile.
        let whole = path.with_extension("new");
        fs::write(&whole, text).and_then(|()| fs::rename(&whole, path)).unwrap();
    }
    let checked_in = fs::read_to_string(path).unwrap_or_default();
    let same = checked_in.lines().zip(text.lines()).take_while(|(old, new)| old == new).count();
    let line = text.lines().nth(same).unwrap_or("the end");
    let path = path.strip_prefix(root_dir()).unwrap().display();
    assert!(
        checked_in == text,
        "{path} lacks what the sources make, first {line:?}: run with SGMCMC_BLESS_HEADER=1"
    );
}

#[test]
fn made_files_are_current() {
    check(&ffi_dir().join("src/numbers.rs"), &numbers());
    let names = |folder: &str| -> BTreeSet<_> {
        let entries = fs::read_dir(ffi_dir().join("src").join(folder)).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect()
    };
    for name in names("f32") {
        let [single, double] = ["f32", "f64"].map(|folder| ffi_dir().join("src").join(folder).join(&name));
        check(&double, &twin(&single));
    }
    assert_eq!(names("f32"), names("f64"));
    check(&root_dir().join("include/sgmcmc.h"), &header());
}

#[test]
fn macros_compose_the_version() {
    let header = header();
    let [major, minor, patch] = ["MAJOR", "MINOR", "PATCH"].map(|part| {
        let start = format!("#define SGMCMC_VERSION_{part} ");
        header.lines().find_map(|line| line.strip_prefix(&start)).unwrap().to_owned()
    });
    assert_eq!(format!("{major}.{minor}.{patch}"), env!("CARGO_PKG_VERSION"));
}

/// Compiles the header alone, as one language.
fn compile(compiler: &str, language: &str, standard: &str) {
    if !found(compiler) {
        return;
    }
    let options =
        ["-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-x", language];
    let source = output_path(&format!("include_{compiler}_{standard}.c"));
    fs::write(&source, "#include \"sgmcmc.h\"\n").unwrap();
    let standard = format!("-std={standard}");
    run(Command::new(compiler)
        .args(options)
        .arg(standard)
        .arg("-I")
        .arg(root_dir().join("include"))
        .arg(source));
}

#[test]
fn compiles_as_c() {
    for compiler in ["gcc", "clang"] {
        for standard in ["c99", "c11", "c17"] {
            compile(compiler, "c", standard);
        }
    }
}

#[test]
fn compiles_as_cpp() {
    for compiler in ["g++", "clang++"] {
        for standard in ["c++11", "c++14", "c++17", "c++20"] {
            compile(compiler, "c++", standard);
        }
    }
}
