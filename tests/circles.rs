//! Files use each other one way: whoever reads one reads on towards `error` and `num`, and never comes back.

use crate::layers::sources;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module's path, without `crate`.
type Module = Vec<String>;

/// A module's code: its `use` paths that it gives on to others, those that it does not, and the rest.
struct Code {
    given_on: Vec<Module>,
    used: Vec<Module>,
    body: String,
}

/// `a::{b, c::{d, e as f}}` is a::b, a::c::d and a::c::e.
fn spread(text: &str) -> Vec<Module> {
    let Some((head, rest)) = text.split_once('{') else {
        let path = text.split(" as ").next().unwrap_or_default();
        return vec![path.split("::").map(|word| word.trim().to_owned()).collect()];
    };
    let head: Module =
        head.split("::").map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let inner = rest.rsplit_once('}').expect("a closing brace").0;
    let mut depth = 0;
    let items = inner.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let items = items.filter(|item| !item.trim().is_empty());
    items.flat_map(spread).map(|item| [head.clone(), item].concat()).collect()
}

fn read(path: &Path) -> Code {
    let text = fs::read_to_string(path).expect("a source");
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let code = text.lines().filter_map(|line| line.split("//").next()).collect::<Vec<_>>().join("\n");
    let mut read = Code { given_on: vec![], used: vec![], body: String::new() };
    for statement in code.split_inclusive(';') {
        let lines = statement.trim_start_matches(|c: char| c.is_whitespace());
        // What stands before a `use` in its statement: the end of what came before, and attributes.
        let start = lines
            .rfind("\nuse ")
            .or(lines.rfind("\npub use "))
            .or(lines.rfind("\npub("))
            .map_or(0, |at| at + 1);
        let (before, last) = lines.split_at(start);
        let (public, path) = match last.split_once("use ") {
            Some((visibility, path)) if ["", "pub ", "pub(crate) ", "pub(super) "].contains(&visibility) => {
                (!visibility.is_empty(), path)
            }
            _ => {
                read.body.push_str(statement);
                continue;
            }
        };
        read.body.push_str(before);
        let paths = spread(path.trim_end_matches(';'));
        if public { &mut read.given_on } else { &mut read.used }.extend(paths);
    }
    read
}

struct House(BTreeMap<Module, Code>);

impl House {
    fn of(root: &Path) -> Self {
        let module = |path: &PathBuf| {
            let path = path.strip_prefix(root).expect("below src").with_extension("");
            let mut words: Module =
                path.iter().map(|word| word.to_str().expect("ASCII").to_owned()).collect();
            words.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
            words
        };
        Self(sources(root).iter().map(|path| (module(path), read(path))).collect())
    }

    /// A path without `crate`, `self` and `super`; `None` for another crate's.
    fn absolute(&self, from: &Module, path: &[String]) -> Option<Module> {
        let up = path.iter().take_while(|word| *word == "super").count();
        match path.first().map(String::as_str) {
            Some("crate") => Some(path[1..].to_vec()),
            Some("self") => Some([from, &path[1..]].concat()),
            Some("super") => Some([&from[..from.len() - up], &path[up..]].concat()),
            Some(first) if self.0.contains_key(&[from.clone(), vec![first.to_owned()]].concat()) => {
                Some([from, path].concat())
            }
            _ => None,
        }
    }

    /// The module in which what a path names is written, through those that only give it on.
    fn home(&self, from: &Module, path: &[String]) -> Option<Module> {
        let (mut at, absolute) = (vec![], self.absolute(from, path)?);
        for word in absolute {
            let child = [at.clone(), vec![word.clone()]].concat();
            if self.0.contains_key(&child) {
                at = child;
                continue;
            }
            let given = self.0[&at].given_on.iter().find(|path| path.last() == Some(&word));
            return given.and_then(|path| self.home(&at, path)).or(Some(at));
        }
        Some(at)
    }

    /// What a module uses of others.
    fn uses(&self, module: &Module) -> BTreeSet<Module> {
        let code = &self.0[module];
        let starts = ["crate::", "super::", "self::"];
        let words = code.body.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':'));
        let inline = words.filter(|word| starts.iter().any(|start| word.starts_with(start)));
        let inline = inline.map(|word| word.split("::").map(str::to_owned).collect());
        // A folder gives on what its own files have.
        let given = code.given_on.iter().filter(|path| {
            self.absolute(module, path)
                .is_some_and(|path| !path.starts_with(module) || path.len() <= module.len())
        });
        let all = code.used.iter().chain(given).cloned().chain(inline);
        all.filter_map(|path: Module| self.home(module, &path)).filter(|home| home != module).collect()
    }
}

/// Folders of Rust, and how many uses of one file by another there are at least: of fewer the parser would not see some.
const FOLDERS: [(&str, usize); 6] = [
    ("src", 1000),
    ("ffi/src", 200),
    ("benches/roofline", 5),
    ("benches/support", 1),
    ("examples/support", 3),
    ("examples/published/src", 100),
];

#[test]
fn no_file_is_used_by_what_it_uses() {
    for (folder, least) in FOLDERS {
        let house = House::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
        let mut uses: BTreeMap<_, _> =
            house.0.keys().map(|module| (module.clone(), house.uses(module))).collect();
        let count: usize = uses.values().map(BTreeSet::len).sum();
        assert!(count >= least, "{folder}: {count} uses");
        // Files that use none of those left are taken away, floor by floor, and those that none of the rest uses.
        loop {
            let left: BTreeSet<_> = uses.keys().cloned().collect();
            uses.values_mut().for_each(|used| used.retain(|module| left.contains(module)));
            let used: BTreeSet<_> = uses.values().flatten().cloned().collect();
            uses.retain(|module, uses| !uses.is_empty() && used.contains(module));
            if uses.len() == left.len() {
                break;
            }
        }
        assert!(
            uses.is_empty(),
            "{folder}: files that use each other in a circle, and what each uses of them: {uses:#?}"
        );
    }
}
