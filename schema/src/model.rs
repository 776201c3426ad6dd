//! What the entries describe, as C has it.

use crate::groups::{Group, holds};
use crate::outer::Outer;
use crate::prose::{ROOM, ascii, paragraphs};
use sgmcmc::drift::{Drift, MomentumForm};
use sgmcmc::mh::{Density, NoiseScale, Proposal, ProposalGradient};
use sgmcmc::precond::{GradientScale, Preconditioner};
use sgmcmc::prior::Prior;
use sgmcmc::rule::{NoiseCompensation, Rule, Splitting, Thermostat, Velocity};
use sgmcmc::schedule::Shape;
use sgmcmc::schema::{Described, Field, Held, List, Listed, Range, Record};
use sgmcmc::{
    BatchSettings, Checkpoint, Clipping, Doubt, DrawWeight, EnsembleSampler, EnsembleState, Error, Estimator,
    Finding, Function, HealthFinding, HealthReport, HealthSettings, Moments, PilotReport, PilotSettings,
    Reading, Sampler, ScheduleUnit, Statistics, Step, Summary, TransformKind,
};

/// A struct with a leading `struct_size`.
pub struct Struct {
    pub name: String,
    /// The core's type.
    pub core: &'static str,
    pub doc: String,
    /// All of it as the core has it.
    pub lines: &'static [&'static str],
    pub slots: Vec<Slot>,
}

/// A field of one.
pub struct Slot {
    pub name: String,
    /// The type in Rust.
    pub of: &'static str,
    pub doc: String,
    /// None for `struct_size` and for room that is left.
    pub field: Option<&'static Field>,
}

pub struct Enum {
    pub name: String,
    /// The core's type.
    pub core: &'static str,
    pub doc: String,
    /// All of it as the core has it.
    pub lines: &'static [&'static str],
    pub variants: Vec<Variant>,
}

pub struct Variant {
    pub name: String,
    pub number: i32,
    pub doc: String,
    /// As of the enum.
    pub lines: &'static [&'static str],
}

/// Everything, in the order in which C declares it.
pub struct Model {
    pub structs: Vec<Struct>,
    pub enums: Vec<Enum>,
    pub groups: Vec<Group>,
    pub outer: [Outer; 4],
    /// The groups as C declares them.
    pub declared: String,
}

/// `HealthReport` as `health_report`.
pub fn snake(name: &str) -> String {
    // Names that are one word.
    let name = name.replace("RmsProp", "Rmsprop").replace("AdaGrad", "Adagrad").replace("AdaMax", "Adamax");
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

/// Where the header sends for what takes more than a paragraph.
pub const EQUATIONS: &str = "docs/src/equations.md";

/// Types that C calls by another name than their own, and what their enumerators begin with where that is another.
const RENAMED: [(&str, &str, &str); 8] = [
    ("Statistics", "sgmcmc_chain_statistics", ""),
    ("BatchSettings", "sgmcmc_batch", "SGMCMC_BATCH"),
    ("Rule", "sgmcmc_rule", "SGMCMC_RULE"),
    ("MomentumForm", "sgmcmc_momentum_form", "SGMCMC_MOMENTUM"),
    ("Shape", "sgmcmc_schedule", "SGMCMC_SCHEDULE"),
    ("NoiseScale", "sgmcmc_noise", "SGMCMC_NOISE"),
    ("Reading", "sgmcmc_estimate", "SGMCMC_ESTIMATE"),
    ("TransformKind", "sgmcmc_transform_kind", "SGMCMC_TRANSFORM"),
];

/// What C has besides a list's variants.
const EXTRA: [(&str, &str, i32, &str); 4] = [
    ("Error", "SGMCMC_OK", 0, "Done."),
    (
        "Error",
        "SGMCMC_ERROR_SETTING",
        1000,
        "No status. Those above refuse a setting, which sgmcmc_refused_setting names.",
    ),
    (
        "Error",
        "SGMCMC_ERROR_UNUSED_SETTING",
        2000,
        "No status. Those above refuse a setting because nothing that the settings choose uses it; a few below do, too.",
    ),
    ("Prior", "SGMCMC_PRIOR_CHAIN", 0, "Of a block alone: the chain's."),
];

/// Whether C has a variant by its name: a refused setting has one already.
fn is_named(list: &str, number: i32) -> bool {
    list != "Error" || Error::from_number(number).is_some_and(|error| error.setting().is_none())
}

/// The name in C, and what its enumerators begin with.
fn c_names(core: &str) -> (String, String) {
    match RENAMED.iter().find(|(name, ..)| *name == core) {
        Some((_, name, prefix)) => ((*name).to_owned(), (*prefix).to_owned()),
        None => {
            let name = format!("sgmcmc_{}", snake(core));
            (name.clone(), name.to_uppercase())
        }
    }
}

pub fn c_name(core: &str) -> String {
    c_names(core).0
}

/// The name of a list in C, and what its enumerators begin with: the kind of a struct that has what variants hold.
pub fn c_kind(core: &str) -> (String, String) {
    let (name, prefix) = c_names(core);
    let is_kind = SETTINGS.iter().any(|list| list.name == core && holds(list));
    (if is_kind { name + "_kind" } else { name }, prefix)
}

/// The name of an enumerator.
pub fn variant_name(list: &str, variant: &str) -> String {
    format!("{}_{}", c_kind(list).1, snake(variant).to_uppercase())
}

/// Of the type of a field in the core.
fn in_c(of: &str) -> &'static str {
    match of {
        "f64" => "f64",
        "u64" => "u64",
        "u32" => "u32",
        "i32" | "bool" => "i32",
        _ => panic!("no type of C for {of}"),
    }
}

/// The range and the default, as the end of a field's documentation.
fn sentence(field: &Field) -> String {
    let default = field.default.trim_end_matches(".0");
    match (range(field), default) {
        // Where a report's numbers can be is for its reader to see; the fuzzer asks for it.
        (_, "") => String::new(),
        (_, "false") => " Default 0.".to_owned(),
        (_, "true") => " Default 1.".to_owned(),
        (None, _) => format!(" Default {default}."),
        (Some(range), _) => format!(" {range}; default {default}."),
    }
}

/// In words, where there is one.
pub fn range(field: &Field) -> Option<String> {
    let (words, and, more) = words(field);
    let first = words.chars().next()?;
    Some(first.to_uppercase().chain(words.chars().skip(1)).chain(and.chars()).chain(more.chars()).collect())
}

/// What a number in the range is, as the sentence of its error says it, in two parts with what is between them here.
fn words(field: &Field) -> (String, &'static str, &'static str) {
    let number = |x: f64| match x {
        4294967295.0 => "2^32 - 1".to_owned(),
        4294967296.0 => "2^32".to_owned(),
        1e6 => "1e6".to_owned(),
        x => x.to_string(),
    };
    let Range { low: (low, from), high: (high, to), held } = field.range;
    let ends = [(low, if from { "at least" } else { "above" }), (high, if to { "at most" } else { "below" })];
    let ends = ends.iter().filter(|(x, _)| x.is_finite()).map(|(x, word)| format!("{word} {}", number(*x)));
    let ends = ends.collect::<Vec<_>>().join(" and ");
    let words = match (low, high == f64::INFINITY && !to) {
        (0.0, true) if !from => "positive and finite".to_owned(),
        (_, true) if ends.is_empty() => "finite".to_owned(),
        (_, true) => format!("finite and {ends}"),
        (_, false) if ends.contains("least") && ends.contains("most") && field.of != "f64" => {
            format!("from {} to {}", number(low), number(high))
        }
        (_, false) => ends,
    };
    match held {
        Held::Given => (words, "", ""),
        Held::InTheta => (words, " ", "in the precision of theta"),
        Held::Divisor => (words, ", and so is ", "the inverse of its square in the precision of theta"),
    }
}

/// Whether the sentence of its error says a field's range, and the other way round.
pub fn assert_said(of: &str, field: &Field) {
    let Some(error) = Error::ALL.iter().find(|error| error.name() == field.error) else {
        return assert!(field.error.is_empty(), "{of}.{}: an error", field.name);
    };
    let (words, _, more) = words(field);
    let is_said = |words: &str| error.message().contains(words);
    assert!(!words.is_empty() && is_said(&words) && is_said(more), "{of}.{}: {words}, {more}", field.name);
}

/// The enums that settings choose from, in the order in which C declares them.
const SETTINGS: [List; 21] = [
    Sampler::LIST,
    BatchSettings::LIST,
    Rule::LIST,
    Drift::LIST,
    MomentumForm::LIST,
    Velocity::LIST,
    Thermostat::LIST,
    Splitting::LIST,
    Preconditioner::LIST,
    GradientScale::LIST,
    Shape::LIST,
    ScheduleUnit::LIST,
    Estimator::LIST,
    Clipping::LIST,
    NoiseCompensation::LIST,
    Proposal::LIST,
    Density::LIST,
    ProposalGradient::LIST,
    NoiseScale::LIST,
    Prior::LIST,
    EnsembleSampler::LIST,
];

impl Model {
    pub fn new() -> Self {
        let lists: Vec<List> = [Error::LIST]
            .into_iter()
            .chain(SETTINGS)
            .chain([
                Moments::LIST,
                DrawWeight::LIST,
                Finding::LIST,
                HealthFinding::LIST,
                Reading::LIST,
                Doubt::LIST,
                Function::LIST,
                TransformKind::LIST,
            ])
            .collect();
        let records = [
            Statistics::RECORD,
            Step::RECORD,
            Checkpoint::RECORD,
            Summary::RECORD,
            EnsembleState::RECORD,
            PilotSettings::RECORD,
            PilotReport::RECORD,
            HealthSettings::RECORD,
            HealthReport::RECORD,
        ];
        let known: Vec<&str> =
            records.iter().map(|it| it.name).chain(lists.iter().map(|it| it.name)).collect();
        // A schedule is its shape with what goes with every one.
        let in_c = |core: &str| if core == "Schedule" { "sgmcmc_schedule".to_owned() } else { c_name(core) };
        let named = |core: &str| (known.contains(&core) || core == "Schedule").then(|| in_c(core));
        let groups = Group::all(&named);
        let outer = Outer::all(&named);
        let declared = groups.iter().map(|group| group.declaration(&named));
        let declared: Vec<_> = declared.chain(outer.iter().map(|it| it.declared.clone())).collect();
        Self {
            structs: records.into_iter().map(|it| struct_of(it, &named)).collect(),
            enums: lists.into_iter().map(|it| enum_of(it, &named)).collect(),
            groups,
            outer,
            declared: declared.join("\n"),
        }
    }
}

pub fn first(doc: &[&str], named: &dyn Fn(&str) -> Option<String>) -> String {
    ascii(&paragraphs(doc)[0], named)
}

fn enum_of(list: List, named: &dyn Fn(&str) -> Option<String>) -> Enum {
    let (name, _) = c_kind(list.name);
    let extra = EXTRA.iter().filter(|(of, ..)| *of == list.name);
    let mut variants: Vec<Variant> = extra
        .map(|(_, name, number, doc)| Variant {
            name: (*name).into(),
            number: *number,
            doc: (*doc).into(),
            lines: &[],
        })
        .collect();
    let named_ones = list.enumerators.iter().filter(|it| is_named(list.name, it.number));
    variants.extend(named_ones.map(|it| Variant {
        name: variant_name(list.name, it.name),
        number: it.number,
        doc: first(it.doc, named),
        lines: it.doc,
    }));
    variants.sort_by_key(|it| it.number);
    let mut doc = first(list.doc, named);
    if paragraphs(list.doc).len() > 1 || variants.iter().any(|it| paragraphs(it.lines).len() > 1) {
        doc += &format!(" More is in {EQUATIONS}.");
    }
    Enum { name, core: list.name, doc, lines: list.doc, variants }
}

/// No padding on 64-bit machines: a number of 4 bytes that stands alone has room for another behind it.
fn struct_of(record: Record, named: &dyn Fn(&str) -> Option<String>) -> Struct {
    let name = c_name(record.name);
    let is_report = record.fields.iter().all(|field| field.default.is_empty());
    let size_doc = if is_report {
        format!("sizeof({name}), set by the caller; only that many bytes are written.")
    } else {
        format!("sizeof({name}) of the caller's header, set by {name}_init.")
    };
    for field in record.fields {
        let Field { name, default, range, error, .. } = field;
        assert_said(record.name, field);
        assert!(
            is_report == default.is_empty(),
            "{}.{name}: a setting has a default, a report none",
            record.name
        );
        let is_open = range.low.0.is_infinite() && range.high.0.is_infinite();
        assert!(is_report || is_open == error.is_empty(), "{}.{name}: a range and its error", record.name);
        let within = |x: f64| x >= range.low.0 && x <= range.high.0;
        assert!(
            is_report || default.parse().is_ok_and(within) || is_open,
            "{}.{name}: its default",
            record.name
        );
    }
    let mut slots = vec![Slot { name: "struct_size".into(), of: "usize", doc: size_doc, field: None }];
    let mut half = false;
    let mut reserved_count = 0;
    let mut room = |half: &mut bool, slots: &mut Vec<Slot>| {
        if *half {
            reserved_count += 1;
            let number = if reserved_count > 1 { reserved_count.to_string() } else { String::new() };
            let name = format!("reserved{number}");
            slots.push(Slot { name, of: "i32", doc: ROOM.into(), field: None });
            *half = false;
        }
    };
    for field in record.fields {
        let of = in_c(field.of);
        let is_half = matches!(of, "i32" | "u32");
        if !is_half {
            room(&mut half, &mut slots);
        }
        half ^= is_half;
        let more =
            if paragraphs(field.doc).len() > 1 { format!(" More is in {EQUATIONS}.") } else { String::new() };
        let doc = first(field.doc, named) + &sentence(field) + &more;
        slots.push(Slot { name: field.name.into(), of, doc, field: Some(field) });
    }
    room(&mut half, &mut slots);
    let mut doc = first(record.doc, named);
    if !is_report {
        doc += &format!(" Call {name}_init first, then set what should differ.");
    }
    if paragraphs(record.doc).len() > 1 {
        doc += &format!(" More is in {EQUATIONS}.");
    }
    Struct { name, core: record.name, doc, lines: record.doc, slots }
}
