//! What is made from the entries is what is checked in.

use std::fs;

#[test]
fn made_files_are_current() {
    schema::make(|name, text| {
        let checked_in = fs::read_to_string(schema::root().join(name)).unwrap_or_default();
        let same = checked_in.lines().zip(text.lines()).take_while(|(old, new)| old == new).count();
        let line = text.lines().nth(same).unwrap_or("the end");
        assert!(
            checked_in == text,
            "{name} lacks what the entries make, first {line:?}: `cargo run -p schema`"
        );
    });
}
