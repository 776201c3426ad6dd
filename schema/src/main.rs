//! Writes every end of the boundary that is not what the entries make of it; or with `single-header` the headers of C in
//! one to its output.

use std::fs;

fn main() {
    if std::env::args().nth(1).is_some_and(|what| what == "single-header") {
        print!("{}", schema::single_header());
        return;
    }
    schema::make(|name, text| {
        let path = schema::root().join(name);
        if fs::read_to_string(&path).ok().as_ref() != Some(&text) {
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            // In one piece: others may be reading it.
            let whole = path.with_extension("new");
            fs::write(&whole, text).and_then(|()| fs::rename(&whole, &path)).expect(name);
            println!("{name}");
        }
    });
}
