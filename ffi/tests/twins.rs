//! Files and lists that must say the same: the statuses, and where unsafe code may be.

mod support;

use core_crate::Error;
use std::fs;
use std::path::{Path, PathBuf};
use support::{ffi_dir, root_dir};

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

#[test]
fn header_names_the_errors_of_the_core() {
    let header = fs::read_to_string(root_dir().join("include/sgmcmc.h")).unwrap();
    let lines: Vec<_> =
        header.lines().map(str::trim).filter(|line| line.starts_with("SGMCMC_ERROR_")).collect();
    let expected = Error::ALL.iter().map(|error| {
        let words = error.name().chars().flat_map(|letter| {
            let gap = letter.is_uppercase().then_some('_');
            gap.into_iter().chain([letter.to_ascii_uppercase()])
        });
        format!("SGMCMC_ERROR{} = {},", words.collect::<String>(), *error as i32)
    });
    assert_eq!(lines, expected.collect::<Vec<_>>());
}

/// Blocks and impls; `unsafe extern` functions and types promise, and do nothing by themselves.
#[test]
fn unsafe_code_is_in_one_module() {
    for (name, text) in texts("") {
        let at = text.lines().position(|line| {
            let code = line.split("//").next().unwrap_or_default();
            code.contains("unsafe {") || code.contains("unsafe impl")
        });
        let expected = name == "guard.rs"
            || name.starts_with("guard/")
            || ["tests/numbers.rs", "tests/unused.rs"].contains(&name.as_str());
        assert_eq!(at.is_some(), expected, "{name}: line {at:?}");
    }
}
