//! `docs/src/settings.md`: every setting by its path, with its default and range, and the values of its enums, of the headers
//! of C and of the refusals.

use crate::model::EQUATIONS;
use sgmcmc::Error;

const TITLE: &str = "# Settings

Every setting by its path, and every value of an enum, as C has them: made by `cargo run -p schema` from the entries of the
core. [Rust](rust.md), [C++](cpp.md), [Julia](julia.md) and [settings as text](saving.md#settings-as-text) have the same under
nearly the same names.

A setting whose text begins with kinds, by the ends of their names, is for these alone, and must have its default with
others. A setting without a
default is 0 or NULL until it is set. The range is what a refusal says, which names the setting by the end of its path. An
`int32_t` that is not one of an enum is 0 or 1.
";

/// Where settings begin.
const ROOTS: [&str; 4] =
    ["sgmcmc_chain_settings", "sgmcmc_pilot_settings", "sgmcmc_health_settings", "sgmcmc_estimate_settings"];

/// Refusals that are about one of the settings of that name.
const OF_ONE: [(Error, &str); 2] =
    [(Error::Unstable, "sampler.step_size"), (Error::Kick, "sampler.proposal.step_size")];

/// What the refusals of a setting say.
fn range(path: &str) -> String {
    let ends =
        |name: &&str| path.strip_suffix(*name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    let about = |error: &&Error| OF_ONE.iter().all(|(one, of)| *one != **error || *of == path);
    let all = || Error::ALL.iter().filter(about);
    // The longest: `preconditioner.beta` is not `proposal.beta`.
    let name = all().filter_map(|error| error.setting()).filter(ends).max_by_key(|name| name.len());
    let said = all().filter(|error| name.is_some() && error.setting() == name);
    let said = said.map(|error| error.message()[name.map_or(0, str::len)..].trim());
    let said = said.filter(|said| !said.contains("is not a known one"));
    said.map(|said| said.strip_prefix("must be ").unwrap_or(said)).collect::<Vec<_>>().join("; ")
}

/// A line of a table, in which names are code.
fn row(cells: &[&str]) -> String {
    let word = |word: &str| {
        let is_mark = |c: char| !c.is_ascii_alphanumeric() && c != '_';
        let name = word.trim_matches(is_mark);
        let is_name = name.contains('_') && !word.contains('`') && !name.replace('.', "").contains(is_mark);
        if is_name { word.replacen(name, &format!("`{name}`"), 1) } else { word.to_owned() }
    };
    let escaped = |text: &&str| {
        text.replace('|', "\\|").replace(" * ", " \\* ").split(' ').map(word).collect::<Vec<_>>().join(" ")
    };
    format!("| {} |\n", cells.iter().map(escaped).collect::<Vec<_>>().join(" | "))
}

/// The default that a text names, and the text without the sentence that has nothing else.
fn default_in(doc: &str) -> (String, String) {
    let default = match (doc.split_once(", the default"), doc.split_once("efault ")) {
        (Some((before, _)), _) => before.rsplit(' ').next(),
        (None, Some((_, after))) => after.split([' ', ':', ';']).next(),
        (None, None) => None,
    };
    let default = default.unwrap_or_default().trim_end_matches('.').to_owned();
    let text = doc.replace(&format!(" Default {default}."), "").replace(" No default.", "");
    let text = text.replace(&format!("More is in {EQUATIONS}."), "[More](equations.md).");
    (default, text.replace("docs/src/rules.md", "[Rules in full](rules.md)"))
}

/// What a struct or an enum of a header has: each line with the comment that it has, and the lines before.
fn members<'h>(header: &'h str, kind: &str, name: &str) -> Vec<(&'h str, String)> {
    let body = header.split_once(&format!("typedef {kind} {name} {{\n")).expect(name).1;
    let (mut doc, mut all) = (String::new(), Vec::new());
    for line in body.split("\n}").next().unwrap_or_default().lines().map(str::trim) {
        match line.strip_prefix("// ") {
            Some(more) => doc = format!("{doc} {more}").trim().to_owned(),
            None => {
                // A short comment stands beside what it is about.
                let (code, beside) = line.split_once(" // ").unwrap_or((line, ""));
                doc = format!("{doc}{beside}");
                all.push((code.trim_end_matches([',', ';']), std::mem::take(&mut doc)));
            }
        }
    }
    all
}

/// The name, what leads to it, and the rows.
type Table = (String, Vec<String>, String);

/// Adds the table of a struct or an enum, and those of what is in it; where it is already, only the path.
fn add(tables: &mut Vec<Table>, header: &str, kind: &str, name: &str, path: &str) {
    if let Some((_, paths, _)) = tables.iter_mut().find(|(known, ..)| known == name) {
        return paths.push(path.to_owned());
    }
    let (at, is_enum) = (tables.len(), kind == "enum");
    tables.push((name.to_owned(), vec![path.to_owned()], String::new()));
    let head = if is_enum { "number | name" } else { "setting | type | default | range" };
    let mut rows = format!("| {head} | what it is |\n{}|\n", "|---".repeat(if is_enum { 3 } else { 5 }));
    for (line, doc) in members(header, kind, name).into_iter().filter(|(_, doc)| !doc.is_empty()) {
        if let Some((name, number)) = line.split_once(" = ") {
            rows += &row(&[number, name, &doc]);
            continue;
        }
        let (of, field) = line.split_at(line.rfind([' ', '*']).expect(line) + 1);
        if field == "struct_size" {
            continue;
        }
        let field = if path.is_empty() { field.to_owned() } else { format!("{path}.{field}") };
        let choice = doc.split_once("enum ").and_then(|(_, rest)| rest.split(['.', ' ']).next());
        let other = of.trim_start_matches("const ").trim_end_matches([' ', '*']);
        let within = choice.or(other.starts_with("sgmcmc_").then_some(other));
        let (default, text) = default_in(&doc);
        let of = within.map_or(of.trim().to_owned(), |name| format!("[{name}](#{name})"));
        rows += &row(&[&format!("`{field}`"), &of, &default, &range(&field), &text]);
        if let Some(name) = within {
            add(tables, header, if choice.is_some() { "enum" } else { "struct" }, name, &field);
        }
    }
    tables[at].2 = rows;
}

pub fn reference(header: &str) -> String {
    let mut tables = Vec::new();
    ROOTS.iter().for_each(|name| add(&mut tables, header, "struct", name, ""));
    let section = |(name, paths, rows): &Table| {
        let below = if paths[0].is_empty() { String::new() } else { format!("`{}`\n\n", paths.join("`, `")) };
        format!("\n## {name}\n\n{below}{rows}")
    };
    TITLE.to_owned() + &tables.iter().map(section).collect::<String>()
}
