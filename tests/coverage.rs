//! No part of the library is half there: each has a scalar reference, tests that go through it, a bench row and an
//! equation.
//!
//! The names come from the library's own lists. A new part fails here, by name, until it has all of them.

use crate::reference::parts;
use crate::reference::registry::{self, Vectors, name};
use sgmcmc::drift::Drift;
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::precond::Preconditioner;
use sgmcmc::prior::Prior;
use sgmcmc::rule::{Langevin, Lattice, Rule};
use sgmcmc::schedule::Shape;
use sgmcmc::{BatchSettings, Clipping, Estimator};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

/// A list of parts.
struct Kind {
    name: &'static str,
    parts: &'static [&'static str],
    /// Where the parts' sources are, relative to the root; none for choices within an algorithm of another kind, which
    /// have neither an equation of their own nor a row in the benches.
    sources: &'static [&'static str],
    /// Parts that are nobody's invention, or the host's own: their equation needs no citation, or there is none.
    uncited: &'static [&'static str],
}

const KINDS: [Kind; 11] = [
    Kind { name: "Rule", parts: Rule::NAMES, sources: &["src/rule"], uncited: &[] },
    Kind { name: "Drift", parts: Drift::NAMES, sources: &["src/drift"], uncited: &["None"] },
    Kind {
        name: "Preconditioner",
        parts: Preconditioner::NAMES,
        sources: &["src/precond", "src/rule/dense.rs"],
        uncited: &["Identity", "Diagonal"],
    },
    Kind { name: "Estimator", parts: Estimator::NAMES, sources: &["src/gradient"], uncited: &["Plain"] },
    Kind { name: "Schedule", parts: Shape::NAMES, sources: &["src/schedule"], uncited: &["Constant"] },
    Kind {
        name: "Prior",
        parts: Prior::NAMES,
        sources: &["src/prior"],
        uncited: &["Flat", "Gaussian", "GaussianVector"],
    },
    Kind { name: "Clipping", parts: Clipping::NAMES, sources: &["src/gradient"], uncited: &["None"] },
    Kind { name: "Batch", parts: BatchSettings::NAMES, sources: &[], uncited: &[] },
    Kind { name: "Proposal", parts: Proposal::NAMES, sources: &[], uncited: &[] },
    Kind { name: "Noise", parts: NoiseScale::NAMES, sources: &[], uncited: &[] },
    Kind { name: "Density", parts: Density::NAMES, sources: &[], uncited: &[] },
];

/// The names in the library of enums that are not those of their kinds.
const ENUMS: [(&str, &str); 3] = [("Shape", "Schedule"), ("BatchSettings", "Batch"), ("NoiseScale", "Noise")];

/// Enums of a setting within a part, or of a chain: no parts.
const SETTINGS: [&str; 12] = [
    "DrawWeight",
    "EnsembleSampler",
    "GradientScale",
    "MomentumForm",
    "Moments",
    "NoiseCompensation",
    "ProposalGradient",
    "Sampler",
    "ScheduleUnit",
    "Splitting",
    "Thermostat",
    "Velocity",
];

/// The tests that must go through the lists of `tests/reference/registry.rs`, and what each goes through: parts that a
/// test's subject does not know are left out.
const READERS: [(&str, &[&str]); 6] = [
    ("tests/rules", &["rules", "priors", "block_priors", "estimators", "clippings", "schedules"]),
    (
        "tests/promises",
        &["covering_rules", "priors", "estimators", "clippings", "schedules", "batches", "proposals"],
    ),
    (
        "tests/hand_over.rs",
        &["covering_rules", "priors", "estimators", "clippings", "schedules", "batches", "proposals"],
    ),
    ("tests/blocks.rs", &["covering_rules"]),
    ("tests/estimators", &["estimators_with", "batches"]),
    ("tests/lattice", &["drifts", "diagonal_preconditioners", "estimators"]),
];

/// The host writes it: no equation of ours.
const HOST: &str = "Callback";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Fails with the names of all parts that `has` does not know.
#[track_caller]
fn assert_complete(what: &str, has: impl Fn(&Kind, &str) -> bool) {
    let missing: Vec<String> = KINDS
        .iter()
        .flat_map(|kind| kind.parts.iter().map(move |part| (kind, *part)))
        .filter(|(kind, part)| !has(kind, part))
        .map(|(kind, part)| format!("{}::{part}", kind.name))
        .collect();
    assert!(missing.is_empty(), "without {what}: {}", missing.join(", "));
}

/// The parts in a list of rules: the rules, and the drifts and preconditioners of the Langevin family.
fn of_rules<'a>(rules: impl IntoIterator<Item = Rule<'a>>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for rule in rules {
        names.insert(format!("Rule::{}", name(&rule)));
        if let Rule::Langevin(Langevin { drift, preconditioner })
        | Rule::Lattice(Lattice { drift, preconditioner }) = rule
        {
            names.insert(format!("Drift::{}", name(&drift)));
            names.insert(format!("Preconditioner::{}", name(&preconditioner)));
        }
    }
    names
}

fn of<T: Debug>(kind: &str, parts: impl IntoIterator<Item = T>) -> BTreeSet<String> {
    parts.into_iter().map(|part| format!("{kind}::{}", name(&part))).collect()
}

fn knows(names: &[BTreeSet<String>]) -> impl Fn(&Kind, &str) -> bool {
    |kind, part| names.iter().any(|names| names.contains(&format!("{}::{part}", kind.name)))
}

/// The lists of the registry, which have a reference each or choose within one.
#[test]
fn every_part_is_in_the_registry() {
    let vectors = Vectors::new(3);
    for rules in [registry::rules(&vectors), registry::covering_rules(&vectors)] {
        let names = [
            of_rules(rules),
            of("Estimator", registry::estimators(&vectors.mean, 2)),
            of("Schedule", registry::schedules(1.0).into_iter().map(|schedule| schedule.shape)),
            of("Prior", registry::priors(&vectors)),
            of("Clipping", registry::clippings(1.0)),
            of("Batch", registry::batches(2)),
            of("Proposal", registry::proposals(1.0)),
            of("Noise", registry::noise_scales(1.0)),
            of("Density", registry::densities()),
        ];
        assert_complete("a reference in tests/reference/registry.rs", knows(&names));
    }
}

/// Every test that has a part for its subject takes the parts from the registry.
#[test]
fn every_list_of_the_registry_is_gone_through() {
    let registry = read(&root().join("tests/reference/registry.rs"));
    let lists = registry.split("pub(crate) fn ").skip(1).filter_map(|text| {
        let (name, rest) = text.split_once(['(', '<'])?;
        rest.split_once('{')?.0.contains("-> Vec<").then_some(name)
    });
    let lists: BTreeSet<&str> = lists.collect();
    for (reader, needed) in READERS {
        let text: String = sources(&[reader]).iter().map(|path| read(path)).collect();
        for list in needed {
            assert!(lists.contains(list), "there is no registry::{list}");
            assert!(
                text.contains(&format!("registry::{list}(")),
                "{reader} does not go through registry::{list}"
            );
        }
    }
    // A list may be read by another one.
    let within = |list: &str| registry.matches(&format!("{list}(")).count() > 1;
    let unread =
        lists.iter().filter(|list| !within(list) && !READERS.iter().any(|(_, needed)| needed.contains(list)));
    assert_eq!(unread.count(), 0, "a list that no test goes through: {lists:?}");
}

/// An enum that lists its names is a kind of parts here.
#[test]
fn every_list_of_names_is_a_kind() {
    let mut enums = BTreeSet::new();
    for path in all_sources("src") {
        let text = read(&path);
        let listed = text.contains("named! {") || text.contains("const NAMES");
        let mut inside = false;
        for line in text.lines() {
            // The body of a macro, where a list is; an enum outside of one has no names.
            inside = inside && !line.starts_with('}')
                || line.contains("named! {")
                || line.contains("macro_rules!");
            if let Some((_, name)) = line.split_once("pub enum ").filter(|_| listed && inside) {
                enums
                    .insert(name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned());
            }
        }
    }
    // The macro itself has a variable for the name.
    enums.retain(|name| !name.is_empty() && !SETTINGS.contains(&name.as_str()));
    let kinds: BTreeSet<&str> = KINDS.iter().map(|kind| kind.name).collect();
    let kind_of = |name: &str| {
        ENUMS.iter().find(|(of, _)| *of == name).map_or(name.to_owned(), |(_, kind)| (*kind).to_owned())
    };
    let found: BTreeSet<String> = enums.iter().map(|name| kind_of(name)).collect();
    assert_eq!(found.iter().map(String::as_str).collect::<BTreeSet<_>>(), kinds);
}

/// Promise 4: one unsafe line in the core, the prefetch hint.
#[test]
fn one_line_is_unsafe() {
    let mut lines = Vec::new();
    for path in all_sources("src") {
        for line in read(&path).lines() {
            let code = line.split("//").next().unwrap_or_default();
            if code.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == "unsafe") {
                lines.push((
                    path.strip_prefix(root()).expect("a file of ours").to_owned(),
                    code.trim().to_owned(),
                ));
            }
        }
    }
    let [(path, code)] = &lines[..] else { panic!("{} unsafe lines: {lines:?}", lines.len()) };
    assert_eq!(path, Path::new("src/num/prefetch.rs"));
    assert!(code.contains("_mm_prefetch"), "{code}");
    let text: String = all_sources("src").iter().map(|path| read(path)).collect();
    let allowed: Vec<&str> =
        text.lines().filter(|line| line.contains("allow(") && line.contains("unsafe_code")).collect();
    assert_eq!(allowed.len(), 1, "{allowed:?}");
    assert!(read(&root().join("src/lib.rs")).contains("deny(unsafe_code)"));
}

/// The lists that the benches go through.
#[test]
fn every_part_has_a_bench_row() {
    let numbers = [1.0];
    let rows = parts::rules(&numbers).into_iter().map(|row| row.rule);
    let dense = parts::dense_rules(&numbers).map(|(_, rule)| rule);
    let names = [
        of_rules(rows.chain(dense)),
        of("Estimator", parts::estimators(2).into_iter().map(|(_, part)| part)),
        of("Schedule", parts::schedules().into_iter().map(|(_, part)| part.shape)),
        of("Prior", parts::priors(&numbers, &numbers).into_iter().map(|(_, part)| part)),
        of("Clipping", parts::CLIPPINGS.map(|(_, part)| part)),
    ];
    let rows = knows(&names);
    assert_complete("a row in benches/support/parts.rs", |kind, part| {
        kind.sources.is_empty() || rows(kind, part)
    });
    // A list that no bench goes through has no rows.
    let benches: String = sources(&["benches/roofline"]).iter().map(|path| read(path)).collect();
    for list in ["rules", "dense_rules", "estimators", "schedules", "priors", "CLIPPINGS"] {
        assert!(benches.contains(&format!("parts::{list}")), "no bench goes through parts::{list}");
    }
}

/// The documentation of a part has an equation, and says whose it is.
#[test]
fn every_part_has_a_documented_equation() {
    let documented = |kind: &Kind, part: &str| {
        let text = documentation(kind, part);
        part == HOST
            || kind.sources.is_empty()
            || (has_equation(&text) && (has_citation(&text) || kind.uncited.contains(&part)))
    };
    assert_complete("an equation and its source in the documentation", documented);
}

/// Letters and digits, in capitals.
fn plain(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect()
}

/// The comments of the file that is named for the part, and those above and in its variant.
fn documentation(kind: &Kind, part: &str) -> String {
    let mut text = String::new();
    for path in sources(kind.sources) {
        let stem = plain(&path.file_stem().unwrap_or_default().to_string_lossy());
        let whole = plain(part);
        // Two kinds of one algorithm may share a file: dense.rs, position.rs.
        let shared = stem.len() > 4 && (whole.starts_with(&stem) || whole.ends_with(&stem));
        let source = read(&path);
        if stem == whole || shared {
            text.extend(
                source.lines().map(str::trim).filter(|line| line.starts_with("//")).map(with_newline),
            );
        }
        if source.contains(&format!("enum {}", kind.name)) {
            text += &above_variant(&source, kind.name, part);
        }
    }
    text
}

fn with_newline(line: &str) -> String {
    format!("{line}\n")
}

/// The doc comments of an enum, if it cites, and of one of its variants.
fn above_variant(source: &str, kind: &str, part: &str) -> String {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let above = |at: usize| {
        let comments = lines[..at].iter().rev().skip_while(|line| line.starts_with("#[")).copied();
        comments.take_while(|line| line.starts_with("///")).map(with_newline).collect::<String>()
    };
    let start = lines.iter().position(|line| line.contains(&format!("enum {kind}"))).unwrap_or(0);
    let is_variant = |line: &&str| {
        let rest = line.strip_prefix(part);
        rest.is_some_and(|rest| rest.starts_with(['(', ',', ';', ' ']))
    };
    let variant = lines.iter().skip(start).position(is_variant);
    above(start) + &variant.map(|after| above(start + after)).unwrap_or_default()
}

/// A comment outside of an example that defines something.
fn has_equation(text: &str) -> bool {
    let mut in_example = false;
    text.lines().any(|line| {
        if let Some((_, language)) = line.split_once("```") {
            in_example = !in_example && language != "text";
        }
        !in_example && [" = ", "←", "∝"].iter().any(|sign| line.contains(sign))
    })
}

/// A year from 1900 on.
fn has_citation(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
        word.len() == 4 && (word.starts_with("19") || word.starts_with("20")) && word.parse::<u32>().is_ok()
    })
}

/// The Rust files in some folders, or the files themselves.
fn sources(places: &[&str]) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for place in places.iter().map(|place| root().join(place)) {
        if place.is_dir() {
            let entries =
                fs::read_dir(&place).expect("a folder").map(|entry| entry.expect("an entry").path());
            all.extend(entries.filter(|path| path.extension().is_some_and(|extension| extension == "rs")));
        } else {
            all.push(place);
        }
    }
    all
}

/// All Rust files below a folder.
fn all_sources(folder: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                all.push(path);
            }
        }
    }
    all
}
