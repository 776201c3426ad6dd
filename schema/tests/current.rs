//! What is made from the entries is what is checked in.

use std::collections::BTreeSet;
use std::fs;

#[test]
fn made_files_are_current() {
    let mut made = BTreeSet::new();
    schema::make(|name, text| {
        made.insert(name.to_owned());
        let checked_in = fs::read_to_string(schema::root().join(name)).unwrap_or_default();
        let same = checked_in.lines().zip(text.lines()).take_while(|(old, new)| old == new).count();
        let line = text.lines().nth(same).unwrap_or("the end");
        assert!(
            checked_in == text,
            "{name} lacks what the entries make, first {line:?}: `cargo run -p schema`"
        );
    });
    // Nothing else is where made files are, but for what says so.
    for folder in ["ffi/src/f64", "ffi/src/made"] {
        for entry in fs::read_dir(schema::root().join(folder)).expect("a folder") {
            let name = format!("{folder}/{}", entry.expect("an entry").file_name().display());
            assert!(made.contains(&name) || name == "ffi/src/made/mod.rs", "{name} is made of nothing");
        }
    }
}
