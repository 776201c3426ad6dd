//! The checked-in C header is the one that the sources make, and every compiler takes it.

mod support;

use std::fs;
use std::process::Command;
use support::{ffi_dir, found, output_path, root_dir, run};

/// In the order in which the header shows them.
const SOURCES: [&str; 18] = [
    "constants.rs",
    "status.rs",
    "enums.rs",
    "rule.rs",
    "schedule.rs",
    "block.rs",
    "settings.rs",
    "statistics.rs",
    "convert.rs",
    "rng.rs",
    "f32/model.rs",
    "f32/chain.rs",
    "f32/rule.rs",
    "f32/array.rs",
    "f64/model.rs",
    "f64/chain.rs",
    "f64/rule.rs",
    "f64/array.rs",
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

fn generate() -> String {
    let mut config = cbindgen::Config::from_file(ffi_dir().join("cbindgen.toml")).unwrap();
    config.after_includes = Some(version_macros());
    let sources = SOURCES.iter().fold(cbindgen::Builder::new().with_config(config), |builder, source| {
        builder.with_src(ffi_dir().join("src").join(source))
    });
    let mut header = Vec::new();
    sources.generate().unwrap().write(&mut header);
    String::from_utf8(header).unwrap()
}

#[test]
fn checked_in_header_is_current() {
    let path = root_dir().join("include/sgmcmc.h");
    let header = generate();
    if std::env::var_os("SGMCMC_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &header).unwrap();
    }
    let checked_in = fs::read_to_string(&path).unwrap_or_default();
    assert!(checked_in == header, "include/sgmcmc.h is not what the sources make: run with SGMCMC_BLESS=1");
}

#[test]
fn macros_compose_the_version() {
    let header = generate();
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
    let options = ["-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-x", language];
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
        for standard in ["c++11", "c++17"] {
            compile(compiler, "c++", standard);
        }
    }
}
