//! What no compiler checks: in which environment functions do their work, and where unsafe code may be.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use support::ffi_dir;

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(self::files(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

fn texts(folder: &str) -> Vec<(String, String)> {
    let folder = ffi_dir().join("src").join(folder);
    let name = |path: &PathBuf| path.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned();
    files(&folder).iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

/// The functions that no floating-point number is near, so that its environment makes no difference to them.
const WITHOUT_NUMBERS: &str = "abi_version align dispatch_ceiling health_size refused_setting \
    reservoir_size rng_size simd_level simd_level_name status_message version_number";

/// What is exported does its work in the default floating-point environment: its body is one call of the guard's, or it
/// stands in the list above.
#[test]
fn every_function_has_the_default_environment() {
    let (mut without, mut count) = (BTreeSet::new(), 0);
    for (file, text) in texts("") {
        for function in text.split("#[unsafe(no_mangle)]").skip(1) {
            let (head, body) = function.split_once(" {\n").unwrap();
            let body = body.split_once("\n}\n").unwrap().0;
            let name = head.split_once("fn sgmcmc_").unwrap().1.split('(').next().unwrap();
            let stem = name.strip_suffix("_f32").or(name.strip_suffix("_f64")).unwrap_or(name);
            if WITHOUT_NUMBERS.split_whitespace().any(|known| known == stem) {
                without.insert(stem.to_owned());
                assert!(!body.contains("Call::new"), "{file}: {name}");
            } else {
                // Before it, names for arguments at the most.
                let statements = body.lines().filter_map(|line| line.strip_prefix("    "));
                let begins = |line: &&str| line.starts_with(|letter: char| letter.is_ascii_alphabetic());
                let enters = |line: &str| line.starts_with("enter(|call|") || line.starts_with("compute(||");
                let kinds: Vec<_> = statements.filter(begins).map(|line| (enters(line), line)).collect();
                let holds = kinds.iter().all(|(enters, line)| *enters || line.starts_with("let "));
                assert!(
                    holds && kinds.last().is_some_and(|(enters, _)| *enters),
                    "{file}: {name}: {kinds:?}"
                );
            }
            count += 1;
        }
    }
    assert_eq!(without, WITHOUT_NUMBERS.split_whitespace().map(str::to_owned).collect());
    assert!(count > support::declared().len(), "{count} functions were looked at");
}

/// Blocks and impls; `unsafe extern` functions and types promise, and do nothing by themselves.
#[test]
fn unsafe_code_is_in_one_module() {
    for (name, text) in texts("") {
        let at = text.lines().position(|line| {
            let code = line.split("//").next().unwrap_or_default();
            let hides = ["growing!(", "plain!(", "zeros!("]
                .iter()
                .any(|macro_of_guard| code.contains(macro_of_guard));
            code.contains("unsafe {") || code.contains("unsafe impl") || hides
        });
        let expected = ["guard.rs", "structs.rs"].contains(&name.as_str())
            || name.starts_with("guard/")
                && name != "guard/environment/registers.rs"
                && !text.contains("one_register!(")
            || ["tests/numbers.rs", "tests/unused.rs"].contains(&name.as_str());
        assert_eq!(at.is_some(), expected, "{name}: line {at:?}");
    }
}
