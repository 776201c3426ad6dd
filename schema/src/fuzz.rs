//! The fuzzer's tables: of every field that it fills, how and when; of every number that it judges, the range.

use crate::groups::{Leaf, structs};
use crate::model::{Model, snake};
use crate::types::MADE;
use sgmcmc::Error;
use sgmcmc::schema::{Field, Range};

/// How fields are filled otherwise than their types say, by the ends of their paths.
const OTHERWISE: [(&str, &str); 13] = [
    ("WORD", "seed"),
    ("COUNT(4)", "chain_index"),
    ("COUNT(12)", "chunk_len burn_in"),
    // Of what a step takes one after the other.
    ("input_below(d->in, 5)", "leapfrog_count"),
    ("COUNT(BLOCK_MAX + 1)", "block_count"),
    ("STRUCT_SIZE(sizeof *it)", "struct_size"),
    ("STRUCT_SIZE(sizeof *it->blocks)", "block_size"),
    ("BLOCKS", "blocks"),
    ("COUNT(7)", "simd_level"),
    ("PAIRS", "pair_count"),
    ("PRODUCTS", "product_count"),
    ("WINDOW", "window"),
    ("FRACTION", "exploration target_acceptance"),
];

/// What uses a field besides the kinds above it.
const BESIDES: [(&str, &str); 4] = [
    ("it->sampler.proposal.kind == SGMCMC_PROPOSAL_RSGLD", "beta_max"),
    (
        "(it->sampler.proposal.kind == SGMCMC_PROPOSAL_RSGLD || it->sampler.proposal.kind == SGMCMC_PROPOSAL_SGLD)",
        "proposal_gradient",
    ),
    ("it->sampler.tune_beta", "tune_interval"),
    ("it->sampler.tune_step_size", "target_acceptance"),
];

/// What a table says of the path.
fn said<'t>(table: &[(&'t str, &str)], path: &str) -> Option<&'t str> {
    let is_it = |end: &str| path.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    table.iter().find(|(_, ends)| ends.split(' ').any(is_it)).map(|(what, _)| *what)
}

/// The expression that fills a field of this type in Rust, or of an enum.
fn filled(model: &Model, path: &str, of: &str, choice: Option<&str>, field: Option<&Field>) -> String {
    if let Some(otherwise) = said(&OTHERWISE, path) {
        return otherwise.into();
    }
    if let Some(name) = choice {
        let of = model.enums.iter().find(|it| it.name == name).unwrap_or_else(|| panic!("no enum {name}"));
        assert!((0..).zip(&of.variants).all(|(number, it)| it.number == number), "{name} has gaps");
        return format!("CHOICE({})", of.variants.len());
    }
    match of {
        "bool" => "CHOICE(2)".into(),
        "f64" if field.is_some_and(|field| field.range.high.0 <= 1.0) => "FRACTION".into(),
        "f64" => "NUMBER".into(),
        "u32" => "COUNT(41)".into(),
        "u64" => "COUNT(8)".into(),
        "usize" => "COUNT(DIM_MAX)".into(),
        "*const f64" => format!("VECTOR({})", last(path)),
        _ => panic!("nothing fills {path}"),
    }
}

fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// The condition on which a number is used.
fn used(leaf: &Leaf) -> String {
    let among = |(kind, of): &(String, Vec<String>)| {
        let each: Vec<String> = of.iter().map(|it| format!("it->{kind} == {it}")).collect();
        if each.len() > 1 { format!("({})", each.join(" || ")) } else { each.concat() }
    };
    let mut users: Vec<String> = leaf.users.iter().map(among).collect();
    users.extend(said(&BESIDES, &leaf.path).map(str::to_owned));
    if users.is_empty() { "true".into() } else { users.join(" && ") }
}

/// A row of what a chain, a block, a rule or a schedule is made of.
fn row(model: &Model, leaf: &Leaf) -> String {
    if leaf.is_room {
        let elements = if leaf.of.starts_with('[') { ["[0]", "[1]"].as_slice() } else { &[""] };
        return elements
            .iter()
            .map(|element| format!(" \\\n    R({}{element}, 1, true)", leaf.path))
            .collect();
    }
    let of = if leaf.is_flag { "bool" } else { &leaf.of };
    let filled = filled(model, &leaf.path, of, leaf.choice.as_deref(), leaf.field);
    format!(" \\\n    X({}, {filled}, {})", leaf.path, used(leaf))
}

/// What holds of a report's number.
fn holds(range: Range) -> String {
    let end = |x: f64| if x.is_finite() { format!("{x:?}") } else { "(double)INFINITY".into() };
    match range {
        Range { low: (low, _), high: (high, _), .. } if low.is_finite() || high.is_finite() => {
            format!("WITHIN({}, {})", end(low), end(high))
        }
        _ => "ANY".into(),
    }
}

pub fn fuzz(model: &Model) -> String {
    let mut out = format!("/* {MADE} */\n");
    let mut table = |name: &str, rows: String| {
        out += &format!("#define {}_FIELDS(X, R){rows}\n", name.to_uppercase());
    };
    let (mut vectors, mut ranges) = (Vec::<String>::new(), String::new());
    for (name, mut leaves) in structs(&model.groups, &model.outer) {
        if ["sgmcmc_chain_settings", "sgmcmc_block", "sgmcmc_rule", "sgmcmc_schedule"].contains(&name) {
            leaves.sort_by_key(|leaf| leaf.is_room);
            table(name, leaves.iter().map(|leaf| row(model, leaf)).collect());
            if name == "sgmcmc_chain_settings" {
                ranges = leaves.iter().filter_map(ranged).collect();
            }
            vectors.extend(
                leaves.iter().filter(|leaf| leaf.of == "*const f64").map(|leaf| last(&leaf.path).into()),
            );
        }
    }
    for it in model.structs.iter().filter(|it| it.name.ends_with("_settings") || it.name.ends_with("_report"))
    {
        let rows = it.slots[1..].iter().map(|slot| match slot.field {
            None => format!(" \\\n    R({}, 1, true)", slot.name),
            Some(field) if it.name.ends_with("_report") => {
                format!(" \\\n    X({}, {})", slot.name, holds(field.range))
            }
            Some(field) => {
                format!(
                    " \\\n    X({}, {}, true)",
                    slot.name,
                    filled(model, &slot.name, field.of, None, Some(field))
                )
            }
        });
        table(&it.name, rows.collect());
    }
    vectors.sort();
    vectors.dedup();
    let each: String = vectors.iter().map(|name| format!(" X({name})")).collect();
    out += &format!("#define SGMCMC_RANGES(X){ranges}\n#define EACH_VECTOR(X){each}\n");
    for it in model.enums.iter().filter(|it| it.name.ends_with("_kind")) {
        out += &format!("#define {}S {}\n", it.name.to_uppercase(), it.variants.len());
    }
    for it in model.enums.iter().filter(|it| it.name.ends_with("_finding")) {
        let all = it.variants.iter().fold(0_u64, |all, it| all | 1 << it.number);
        out += &format!("#define {}_ALL UINT64_C({all:#x})\n", it.name.to_uppercase());
    }
    out
}

/// A row of a chain's settings that have a range: with what refuses it, and numbers outside.
fn ranged(leaf: &Leaf) -> Option<String> {
    let Field { error, range, .. } = leaf.field.filter(|field| !field.error.is_empty())?;
    let (refused, outside) = (refusal(error), outside(leaf, *range));
    Some(format!(" \\\n    X({}, {}, {refused}, {outside})", leaf.path, used(leaf)))
}

/// Numbers outside a range, in C.
fn outside(leaf: &Leaf, range: Range) -> String {
    let Range { low: (low, _), high: (high, _), .. } = range;
    let of_f64 =
        [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, low, low.next_down(), high, high.next_up()];
    let all = if leaf.of == "f64" { &of_f64[..] } else { &[low - 1.0, high, high + 1.0] };
    // What every integer of C can be.
    let is_of = |x: f64| leaf.of == "f64" || (0.0..4294967296.0).contains(&x);
    let all = all.iter().filter(|x| is_of(**x) && !(range.has(**x) || leaf.takes_zero && **x == 0.0));
    let in_c = |x: &f64| match *x {
        x if x.is_nan() => "(double)NAN".to_owned(),
        x if x.is_infinite() => format!("{}(double)INFINITY", if x < 0.0 { "-" } else { "" }),
        x => format!("{x:?}"),
    };
    all.map(in_c).collect::<Vec<_>>().join(", ")
}

fn refusal(error: &str) -> String {
    format!("REFUSED_{}", snake(error).to_uppercase())
}

/// Statuses of refused settings, by the names that tests give them.
pub fn refused() -> impl Iterator<Item = (String, i32)> {
    let refused = Error::ALL.iter().filter(|error| error.setting().is_some());
    refused.map(|error| (refusal(error.name()), *error as i32))
}

pub fn refusals() -> String {
    let lines: String = refused().map(|(name, number)| format!("    {name} = {number},\n")).collect();
    format!("/* {MADE} */\ntypedef enum refusal {{\n{lines}}} refusal;\n")
}
