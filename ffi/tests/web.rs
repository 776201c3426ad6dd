//! The page of `examples/web`, made by its own command and visited in headless Chromium: after a thousand steps it shows
//! the fingerprint that the native program prints, and whatever its settings what the chain says of its health.

#[path = "support/build_std.rs"]
mod build_std;
mod support;

use build_std::{BUILD_STD, prepare, rust_sources_found, target_dir};
use std::process::Command;
use support::{found, quickstart, root_dir, run, stdout};

/// The last fingerprint of `quickstart 1000`: that of reversible SGLD.
fn native_fingerprint() -> String {
    let printed = quickstart("1000");
    let line = printed.lines().rfind(|line| line.contains("fingerprint")).expect("a fingerprint");
    line.split_whitespace().last().expect("a number").to_owned()
}

/// For `.ci/nightly`.
mod nightly {
    use super::*;

    #[test]
    #[ignore = "builds the library for WebAssembly: -- --ignored nightly"]
    fn page_shows_the_native_fingerprint() {
        let tools = ["gcc", "make", "clang", "wasm-ld", "node", "chromium", "chromedriver"];
        // All of them, so that each that is missing is named.
        if tools.map(found).contains(&false) || !rust_sources_found() {
            return;
        }
        let name = "wasm32_simd128"; // the library of that target's own test
        let mut make = Command::new("make");
        make.arg("-C").arg(root_dir().join("examples/web")).arg(format!("BUILD_STD={BUILD_STD}"));
        run(prepare(&mut make, name, ""));

        let mut node = Command::new("node");
        node.arg(root_dir().join("ffi/tests/web/drive.mjs")).arg(target_dir(name).join("web"));
        // The screenshots are left to be looked at.
        let output = run(node.arg(native_fingerprint()).arg(env!("CARGO_TARGET_TMPDIR")));
        println!("{}", stdout(&output));
    }
}
