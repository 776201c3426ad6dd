//! Every file of tests is compiled: `Cargo.toml` names the binaries, and each file below `tests` is a module of one.
//! Every oracle of CONTRIBUTING has its test, and says so there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let all = entries.flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] });
    all.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// Adds a file, and the modules that it declares; `folder` is where they stand without a path.
fn take_in(files: &mut BTreeSet<PathBuf>, file: PathBuf, folder: &Path) {
    let (text, mut named) = (read(&file), None);
    for line in text.lines().map(str::trim) {
        let path = line.strip_prefix("#[path = \"").and_then(|rest| rest.strip_suffix("\"]"));
        named = path.map(|path| file.with_file_name(path)).or(named);
        let declaration = line.strip_prefix("pub(crate) ").unwrap_or(line);
        let Some(name) = declaration.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';')) else {
            continue;
        };
        let beside = folder.join(name).with_extension("rs");
        let within = folder.join(name).join("mod.rs");
        let module = named.take().unwrap_or(if beside.exists() { beside } else { within });
        let is_folder = module.ends_with("mod.rs") || module.ends_with("main.rs");
        let below = if is_folder { module.with_file_name("") } else { module.with_extension("") };
        take_in(files, module, &below);
    }
    files.insert(file);
}

#[test]
fn every_file_of_tests_is_compiled() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests = root.join("tests");
    let manifest = read(&root.join("Cargo.toml"));
    let mut compiled = BTreeSet::new();
    for table in manifest.split("[[test]]\nname = \"").skip(1) {
        let name = table.split('"').next().unwrap_or_default();
        take_in(&mut compiled, tests.join(name).with_extension("rs"), &tests);
    }
    let forgotten: Vec<_> = rust_files(&tests).into_iter().filter(|file| !compiled.contains(file)).collect();
    assert!(forgotten.is_empty(), "in no test binary of Cargo.toml: {forgotten:?}");
}

/// The labels of oracles, O1 to O99, that stand in a text as words.
fn labels(text: &str) -> BTreeSet<u32> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter_map(|word| word.strip_prefix('O')?.parse().ok()).collect()
}

/// A row of CONTRIBUTING is `| O1 | what is exact | `test`, … |`, and that test's file, or one of its folder's, has the
/// label in the comment that it begins with.
#[test]
fn every_oracle_has_its_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (tests, guide) = (root.join("tests"), read(&root.join("CONTRIBUTING.md")));
    let head = |file: &PathBuf| {
        let text = read(file);
        text.lines().take_while(|line| line.starts_with("//!")).flat_map(labels).collect::<BTreeSet<_>>()
    };
    let mut listed = BTreeSet::new();
    for row in guide.lines().filter(|line| line.starts_with("| O")) {
        let [_, label, _, named, _] =
            row.split(" | ").flat_map(|cell| cell.split('|')).collect::<Vec<_>>()[..]
        else {
            continue;
        };
        let label = *labels(label).first().expect("a label");
        listed.insert(label);
        // Files in brackets are of the folder before them; a bench is no test.
        let names = named.split('`').skip(1).step_by(2).filter(|name| !name.ends_with(".rs"));
        for name in names.filter(|name| !root.join("benches").join(name).with_extension("rs").exists()) {
            let (file, folder) = (tests.join(name).with_extension("rs"), tests.join(name));
            let files = if file.exists() { vec![file] } else { rust_files(&folder) };
            assert!(
                files.iter().any(|file| head(file).contains(&label)),
                "O{label}: `{name}` does not say so"
            );
        }
    }
    let said: BTreeSet<_> = rust_files(&tests).iter().flat_map(head).collect();
    assert_eq!(said, listed, "oracles that tests name, and those of CONTRIBUTING");
}
