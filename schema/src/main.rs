//! Writes every end of the boundary that is not what the entries make of it; with `single-header` the headers of C in one
//! to its output; with `tables FOLDER` what C's tests and the fuzzer include.

fn main() {
    let words: Vec<_> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["single-header"] => print!("{}", schema::single_header()),
        ["tables", folder] => schema::write_tables(folder.as_ref()),
        _ => schema::make(|name, text| {
            if schema::write(&schema::root().join(name), &text) {
                println!("{name}");
            }
        }),
    }
}
