//! The Julia package: its bindings are those of the header, its own tests pass, its examples print what others print.

#[path = "julia/bindings.rs"]
mod bindings;
#[path = "julia/header.rs"]
mod header;
mod support;

use std::fs;
use std::path::PathBuf;
use support::{ffi_dir, root_dir};

fn package_dir() -> PathBuf {
    ffi_dir().join("julia/Sgmcmc")
}

#[test]
fn bindings_are_those_of_the_header() {
    let header = fs::read_to_string(root_dir().join("include/sgmcmc.h")).unwrap();
    let text = bindings::write(&header::parse(&header));
    let path = package_dir().join("src/bindings.jl");
    if std::env::var_os("SGMCMC_BLESS_JULIA").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let checked_in = fs::read_to_string(&path).unwrap_or_default();
    let same = checked_in.lines().zip(text.lines()).take_while(|(old, new)| old == new).count();
    let line = text.lines().nth(same).unwrap_or("the end");
    assert!(checked_in == text, "bindings.jl lacks what the header has, first {line:?}: run with SGMCMC_BLESS_JULIA=1");
}
