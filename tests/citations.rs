//! Every "Author year" in the sources has its entry in REFERENCES.md, and every entry is cited.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The first author and the year.
type Key = (String, String);

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let all = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    let is_source = |path: &PathBuf| {
        ["rs", "h", "hpp", "c", "cpp"]
            .iter()
            .any(|known| path.extension().is_some_and(|found| found == *known))
    };
    all.filter(is_source).collect()
}

fn is_name(word: &str) -> bool {
    word.trim_end_matches(',').len() > 1
        && word.starts_with(char::is_uppercase)
        && word.trim_end_matches(',').chars().all(char::is_alphabetic)
}

/// What is cited as "A 2000", "A et al. 2000", "A and B 2000" or "A, B and C 2000".
fn citations(text: &str) -> BTreeSet<Key> {
    let lines = text.lines().map(|line| line.trim().trim_start_matches(['/', '!', '*']));
    let text = lines.collect::<Vec<_>>().join(" ");
    let words: Vec<&str> =
        text.split_whitespace().map(|word| word.trim_start_matches(['(', '*', '-'])).collect();
    let mut keys = BTreeSet::new();
    for (i, year) in words.iter().enumerate() {
        let year = year.trim_end_matches(|c: char| !c.is_ascii_digit());
        let is_year = year.len() == 4 && (year.starts_with("19") || year.starts_with("20"));
        let [.., before, last] = words[..i] else { continue };
        if !(is_year && year.parse::<u32>().is_ok()) {
            continue;
        }
        let mut first = i - 1;
        if last == "al." && before == "et" && i > 2 {
            first = i - 3;
        } else if before == "and" && i > 2 {
            first = i - 3;
            while first > 0 && words[first - 1].ends_with(',') && is_name(words[first - 1]) {
                first -= 1;
            }
        }
        if is_name(words[first]) && (is_name(last) || last == "al.") && !last.ends_with(',') {
            keys.insert((words[first].trim_end_matches(',').to_owned(), year.to_owned()));
        }
    }
    keys
}

#[test]
fn citations_and_references_are_the_same() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cited: BTreeMap<Key, PathBuf> = BTreeMap::new();
    for folder in ["src", "ffi/src", "include/sgmcmc", "tests", "examples", "benches"] {
        for path in sources(&root.join(folder)) {
            // Its own examples cite nothing.
            if path.ends_with(file!()) {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source");
            cited.extend(citations(&text).into_iter().map(|key| (key, path.clone())));
        }
    }
    let references = fs::read_to_string(root.join("REFERENCES.md")).expect("the references");
    let entries = references.lines().filter_map(|line| line.strip_prefix("- **")?.split_once("**"));
    let entries: BTreeSet<Key> = entries.flat_map(|(entry, _)| citations(&format!(". {entry}"))).collect();
    let missing: Vec<_> = cited.iter().filter(|(key, _)| !entries.contains(key)).collect();
    assert!(missing.is_empty(), "REFERENCES.md has no entry for {missing:#?}");
    let unused: Vec<_> = entries.iter().filter(|key| !cited.contains_key(key)).collect();
    assert!(unused.is_empty(), "nothing cites {unused:?} of REFERENCES.md");
    assert!(cited.len() > 20, "{} citations: the parser no longer sees them", cited.len());
}

#[test]
fn every_form_of_a_citation_is_seen() {
    let text = "/// Box and Muller 1958, (3); Li et al.\n/// 2016 and (Chen, Fox and\n/// Guestrin 2014), after Zeiler 2012: 17, 1988.";
    let expected = [("Box", "1958"), ("Chen", "2014"), ("Li", "2016"), ("Zeiler", "2012")];
    let expected = expected.map(|(name, year)| (name.to_owned(), year.to_owned()));
    assert_eq!(citations(text), BTreeSet::from(expected));
}
