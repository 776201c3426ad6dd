//! What the sources of `ffi` declare, read as text.

use std::fs;
use std::path::{Path, PathBuf};

/// A file below `ffi/src`.
pub fn path(name: &str) -> PathBuf {
    crate::root().join("ffi/src").join(name)
}

/// A source file, with each module where it is declared.
fn whole(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source");
    let lines = text.split_inclusive('\n').map(|line| {
        let module = line.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(";\n"));
        let file = |name| path.with_extension("").join(name).with_extension("rs");
        module.map_or(line.to_owned(), |name| whole(&file(name)))
    });
    lines.collect()
}

/// The enums of a source file, each with its variants in order.
pub fn enums(source: &str) -> Vec<(String, Vec<(String, i32)>)> {
    let mut enums: Vec<(String, Vec<(String, i32)>)> = Vec::new();
    let text = whole(&path(source));
    for text in text.split("\npub enum ").skip(1) {
        let (name, body) = text.split_once(" {\n").expect(source);
        let lines = body.lines().take_while(|line| *line != "}").map(str::trim);
        let variants = lines.filter(|line| line.starts_with("SGMCMC_")).map(|line| {
            let (variant, number) = line.trim_end_matches(',').split_once(" = ").expect(line);
            (variant.to_owned(), number.parse().expect(line))
        });
        enums.push((name.to_owned(), variants.collect()));
    }
    enums
}
