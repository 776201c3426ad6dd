//! Libraries for targets that Rust has no compiled core library for: it is built from source, too.

use super::support::{lacks, output_path};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// A compiler with the sources of the core library.
pub fn rustc() -> Option<&'static Path> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let has_sources = |rustc: &&str| {
        let output = Command::new(rustc).args(["--print", "sysroot"]).output();
        output.is_ok_and(|output| {
            let sysroot = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            Path::new(&sysroot).join("lib/rustlib/src/rust/library/core").exists()
        })
    };
    let compiler = || ["rustc", "/usr/bin/rustc"].iter().find(|rustc| has_sources(rustc)).map(PathBuf::from);
    FOUND.get_or_init(compiler).as_deref()
}

/// Whether there is one. Says so when not, and fails where SGMCMC_REQUIRE_ALL=1 asks for it.
pub fn rust_sources_found() -> bool {
    rustc().is_some() || lacks("a rustc with the sources of its library", "rust-src")
}

/// Where a target's libraries and programs are made.
pub fn target_dir(name: &str) -> PathBuf {
    output_path("targets").join(name)
}

/// What cargo is told besides.
pub const BUILD_STD: &str = "-Zbuild-std=core,alloc";

/// Prepares a command that runs cargo, itself or further down. What is built is the code of a release, without what
/// only makes it smaller and takes time, the whole program at once.
pub fn prepare<'a>(cargo: &'a mut Command, name: &str, rust_flags: &str) -> &'a mut Command {
    let settings = [("LTO", "off"), ("CODEGEN_UNITS", "4"), ("OPT_LEVEL", "2")];
    cargo.envs(settings.map(|(name, value)| (format!("CARGO_PROFILE_RELEASE_{name}"), value)));
    // Building the core library is not stable, and the variable is how a stable compiler is asked to.
    cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", rustc().expect("found")).env("RUSTFLAGS", rust_flags);
    cargo.env("CARGO_TARGET_DIR", target_dir(name)).env("CARGO", env!("CARGO"))
}
