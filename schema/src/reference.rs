//! `docs/src/settings.md`: every setting by its path, with its default and range, and the values of its enums, of the headers
//! of C and of the refusals.

use crate::api::{Item, Kind, Variable};
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
const ROOTS: [&str; 5] = [
    "sgmcmc_chain_settings",
    "sgmcmc_pilot_settings",
    "sgmcmc_health_settings",
    "sgmcmc_estimate_settings",
    "sgmcmc_ensemble_settings",
];

/// Refusals that are about one of the settings of that name.
const OF_ONE: [(Error, &str); 2] =
    [(Error::Unstable, "sampler.step_size"), (Error::Kick, "sampler.proposal.step_size")];

/// Refusals of a setting that another struct's of that name does not have.
const NOT_OF: [(Error, &str); 1] = [(Error::BlockSampler, "sgmcmc_ensemble_settings")];

/// What the refusals of a setting say.
fn range(owner: &str, path: &str) -> String {
    let ends =
        |name: &&str| path.strip_suffix(*name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    let about = |error: &&Error| OF_ONE.iter().all(|(one, of)| *one != **error || *of == path);
    let has = |error: &&Error| !NOT_OF.contains(&(**error, owner));
    let all = || Error::ALL.iter().filter(about).filter(has);
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

/// The name, what leads to it, and the rows.
type Table = (String, Vec<String>, String);

/// Adds the table of a struct or an enum, and those of what is in it; where it is already, only the path.
fn add(tables: &mut Vec<Table>, items: &[Item], name: &str, path: &str) {
    if let Some((_, paths, _)) = tables.iter_mut().find(|(known, ..)| known == name) {
        if paths.iter().all(|known| known != path) {
            paths.push(path.to_owned());
        }
        return;
    }
    let at = tables.len();
    tables.push((name.to_owned(), vec![path.to_owned()], String::new()));
    let head = |cells: &str, count| format!("| {cells} | what it is |\n{}|\n", "|---".repeat(count));
    tables[at].2 = match &items.iter().find(|item| item.name == name).expect(name).kind {
        Kind::Enum(variants) => {
            let row = |name: &str, number: i32, doc: &str| row(&[&number.to_string(), name, doc]);
            let rows = variants.iter().filter(|(.., doc)| !doc.is_empty());
            let rows = rows.map(|(name, number, doc)| row(name, *number, &doc.join(" ")));
            head("number | name", 3) + &rows.collect::<String>()
        }
        Kind::Struct(fields) => {
            let fields = fields.iter().filter(|it| !(it.doc.is_empty() || it.name == "struct_size"));
            let rows: String = fields.map(|field| row_of(tables, items, field, (name, path))).collect();
            head("setting | type | default | range", 5) + &rows
        }
        _ => panic!("{name} has no members"),
    };
}

/// The row of a field; what it is made of has a table of its own.
fn row_of(tables: &mut Vec<Table>, items: &[Item], field: &Variable, (owner, path): (&str, &str)) -> String {
    let (Variable { name, of, .. }, doc) = (field, field.doc.join(" "));
    let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
    let choice = doc.split_once("enum ").and_then(|(_, rest)| rest.split(['.', ' ']).next());
    let within = choice.or(of.name.starts_with("sgmcmc_").then_some(&of.name));
    if let Some(name) = within {
        add(tables, items, name, &path);
    }
    let (default, text) = default_in(&doc);
    let of = within.map_or(of.to_string(), |name| format!("[{name}](#{name})"));
    row(&[&format!("`{path}`"), &of, &default, &range(owner, &path), &text])
}

pub fn reference(items: &[Item]) -> String {
    let mut tables = Vec::new();
    ROOTS.iter().for_each(|name| add(&mut tables, items, name, ""));
    let section = |(name, paths, rows): &Table| {
        let below = if paths[0].is_empty() { String::new() } else { format!("`{}`\n\n", paths.join("`, `")) };
        format!("\n## {name}\n\n{below}{rows}")
    };
    TITLE.to_owned() + &tables.iter().map(section).collect::<String>()
}
