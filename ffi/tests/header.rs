//! Every compiler takes the C header, whose version is that of the package.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use support::{found, output_path, root_dir, run};

#[test]
fn macros_compose_the_version() {
    let [major, minor, patch] =
        [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"), env!("CARGO_PKG_VERSION_PATCH")];
    let number = format!("{major} * 1000000 + {minor} * 1000 + {patch}");
    let source = output_path("version.c");
    let assertion = format!("_Static_assert(SGMCMC_VERSION_NUMBER == {number}, \"the version\");\n");
    fs::write(&source, format!("#include \"sgmcmc.h\"\n{assertion}")).unwrap();
    if found("gcc") {
        let include = root_dir().join("include");
        run(Command::new("gcc").args(["-std=c11", "-fsyntax-only", "-I"]).arg(include).arg(source));
    }
}

/// Compiles a header alone, as one language.
fn compile_one(compiler: &str, language: &str, standard: &str, folder: &Path, name: &str) {
    if !found(compiler) {
        return;
    }
    let options =
        ["-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-x", language];
    let source = output_path(&format!("include_{compiler}_{standard}_{}.c", name.replace('/', "_")));
    fs::write(&source, format!("#include \"{name}\"\n")).unwrap();
    let standard = format!("-std={standard}");
    run(Command::new(compiler).args(options).arg(standard).arg("-I").arg(folder).arg(source));
}

/// Every header, as that of all includes them, and in one file.
fn compile(compiler: &str, language: &str, standard: &str) {
    let folder = root_dir().join("include");
    compile_one(compiler, language, standard, &folder, "sgmcmc.h");
    compile_one(compiler, language, standard, single_header(), "sgmcmc.h");
}

/// The folder of all headers in one.
fn single_header() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = output_path("single");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("sgmcmc.h"), schema::single_header()).unwrap();
        folder
    })
}

#[test]
fn every_header_stands_alone() {
    for entry in fs::read_dir(root_dir().join("include/sgmcmc")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".h") {
            compile_one("gcc", "c", "c99", &root_dir().join("include"), &format!("sgmcmc/{name}"));
        }
    }
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
