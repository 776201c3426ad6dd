//! `ffi/src/f64`, of its twin in the other precision.

use crate::path;
use std::fs;

/// A file of `src/f64`, from its twin.
fn twin(text: &str) -> String {
    let (first, rest) = text.split_once('\n').expect("lines");
    let first = first.strip_suffix("; its twin in the other precision is made from it.").expect(first);
    format!("{first}; made from its twin in the other precision, which is the one to edit.\n{rest}")
        .replace("f32", "f64")
}

/// Every file of it.
pub fn twins() -> Vec<(String, String)> {
    let entries = fs::read_dir(path("f32")).expect("a folder");
    let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
    names.sort();
    let made = names.iter().map(|name| {
        let name = name.to_str().expect("a name");
        let text = fs::read_to_string(path("f32").join(name)).expect("a source");
        (format!("ffi/src/f64/{name}"), twin(&text))
    });
    made.collect()
}
