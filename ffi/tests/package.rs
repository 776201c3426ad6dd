//! The core as crates.io gets it: it packs without a warning, and builds by itself outside of the workspace.

mod support;

use std::process::Command;
use support::{output_path, root_dir, run};

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn core_packs_and_builds_alone() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root_dir()).args(["package", "--package", "sgmcmc", "--allow-dirty"]);
    let output = run(cargo.arg("--target-dir").arg(output_path("package")));
    let log = String::from_utf8_lossy(&output.stderr);
    // The tests and benches are the repository's, and cargo says of each that it is left out; so are packages of the
    // workspace that profiles name.
    let known = |line: &str| line.contains("ignoring ") || line.contains("profile package spec");
    let warnings: Vec<_> = log.lines().filter(|line| line.starts_with("warning") && !known(line)).collect();
    assert!(warnings.is_empty(), "{warnings:#?}");
    assert!(log.contains("Verifying") && log.contains("Finished"), "{log}");
}
