//! No file that is written by hand is longer than the house rule of CONTRIBUTING.md has it.

use std::fs;
use std::path::{Path, PathBuf};

const LINES: usize = 400;

/// The longer ones of CONTRIBUTING's "Made files".
const MADE: [&str; 8] = [
    "include/sgmcmc/library.h",
    "ffi/julia/Sgmcmc/src/bindings.jl",
    "ffi/src/made/types.rs",
    "ffi/src/made/convert.rs",
    "ffi/src/made/settings.rs",
    "ffi/src/made/functions.rs",
    "ffi/src/made/f32.rs",
    "ffi/src/made/f64.rs",
];

const KINDS: [&str; 10] = ["rs", "c", "h", "hpp", "cpp", "jl", "py", "sh", "js", "mjs"];

/// Below a folder, but for what is built there and what is version control's.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let ours = entries.filter(|path| ![".git", "target"].iter().any(|name| path.ends_with(name)));
    ours.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn no_file_is_too_long() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_to_string(root.join("CONTRIBUTING.md")).expect("the guide");
    assert!(guide.contains(&format!("files of at most {LINES} lines")));
    for made in MADE {
        assert!(guide.contains(&format!("`{made}`")) && root.join(made).exists(), "{made}");
    }
    let is_ours = |path: &PathBuf| {
        let within = path.strip_prefix(root).expect("below the root");
        let written = match within.extension().and_then(|extension| extension.to_str()) {
            Some(extension) => KINDS.contains(&extension),
            None => within.starts_with(".ci"),
        };
        written && !MADE.iter().any(|made| within == Path::new(made))
    };
    let sources: Vec<_> = files(root).into_iter().filter(is_ours).collect();
    assert!(sources.len() > 700, "{} files: the search no longer sees them", sources.len());
    let length = |path: &PathBuf| fs::read_to_string(path).expect("a text").lines().count();
    let long = sources.iter().map(|path| (length(path), path)).filter(|(lines, _)| *lines > LINES);
    let long: Vec<_> = long.collect();
    assert!(long.is_empty(), "longer than {LINES} lines: {long:#?}");
}
