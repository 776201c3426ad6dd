//! Every end of the boundary, made from the entries of the core: each is a function that makes files.

mod api;
mod convert;
mod declared;
mod equations;
mod fuzz;
mod groups;
mod header;
mod model;
mod ordered;
mod outer;
mod prose;
mod reference;
mod settings;
mod shims;
mod twins;
mod types;

pub use api::{Item, Kind, Type, Variable};
pub use fuzz::refused;
use model::Model;
use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder above")
}

/// A file below `ffi/src`.
fn path(name: &str) -> PathBuf {
    root().join("ffi/src").join(name)
}

/// All headers of C in one.
pub fn single_header() -> String {
    header::headers(&Model::new()).single
}

/// What the headers declare.
pub fn items() -> Vec<Item> {
    api::items(&header::headers(&Model::new()).order)
}

/// Writes a file, unless it is so already: in one piece, since others may be reading it, and whoever else writes it.
pub fn write(path: &Path, text: &str) -> bool {
    let is_new = fs::read_to_string(path).ok().as_deref() != Some(text);
    if is_new {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let whole = path.with_extension(format!("new{}", std::process::id()));
        let written = fs::write(&whole, text).and_then(|()| fs::rename(&whole, path));
        written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    is_new
}

/// Writes the tables that the fuzzer and C's tests include, and nobody reads.
pub fn write_tables(folder: &Path) {
    write(&folder.join("made.h"), &fuzz::fuzz(&Model::new()));
    write(&folder.join("refusals.h"), &fuzz::refusals());
}

/// Makes every file, and gives it to `each` with what it must be: the headers last, which are made of the sources.
pub fn make(mut each: impl FnMut(&str, String)) {
    let model = Model::new();
    each("ffi/src/made/types.rs", types::types(&model));
    each("ffi/src/made/convert.rs", convert::convert(&model));
    each("ffi/src/made/settings.rs", settings::settings(&model.groups, &model.outer));
    for (path, text) in shims::shims().into_iter().chain(twins::twins()) {
        each(&path, text);
    }
    each(model::EQUATIONS, equations::equations(&model));
    let headers = header::headers(&model);
    for (path, text) in headers.files {
        each(&path, text);
    }
    each("docs/src/settings.md", reference::reference(&api::items(&headers.order)));
}
