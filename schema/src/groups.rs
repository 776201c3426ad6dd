//! The settings of a chain as C has them: a struct for every enum of the core whose variants hold something, with the kind
//! and the fields of all of them; the way of each into the core, and back.

use crate::declared::DOCS;
use crate::model::{EQUATIONS, assert_said, c_kind, c_name, first, range, variant_name};
use crate::ordered::ordered;
use crate::outer::Outer;
use crate::prose::{ascii, paragraphs};
use sgmcmc::drift::Drift;
use sgmcmc::mh::{NoiseScale, Proposal};
use sgmcmc::precond::Preconditioner;
use sgmcmc::prior::Prior;
use sgmcmc::rule::{NoiseCompensation, Rule, Sghmc};
use sgmcmc::schedule::{Schedule, Shape};
use sgmcmc::schema::{Described, Enumerator, Field, List, Listed, Of, Record};
use sgmcmc::{BatchSettings, Clipping, Estimator, Sampler};

/// What a field of such a struct is.
pub enum Form {
    /// A number of this type.
    Number(&'static str),
    Flag,
    /// One of an enum whose variants hold nothing.
    Choice(&'static List),
    /// Another of these structs.
    Group(String),
    /// A vector of the caller's, and whether it may be missing, and whether it is a matrix.
    Vector {
        optional: bool,
        square: bool,
    },
    /// Room for later fields.
    Room(&'static str),
}

pub struct Slot {
    pub name: String,
    pub form: Form,
    /// What it is, and for which variants where it is not the same for all.
    pub docs: Vec<(String, Vec<String>)>,
    /// Rust's constant, and by which of the variants that have it.
    pub default: Vec<(String, String)>,
    pub users: Vec<String>,
    pub has_default: bool,
    /// In the core: of the field, or of the first that has the name.
    pub field: Option<&'static Field>,
}

/// A struct of C, and what it is in the core.
pub struct Group {
    pub name: String,
    pub list: &'static List,
    pub slots: Vec<Slot>,
    /// A record that is a list and some fields.
    pub outer: Option<&'static Record>,
}

/// Fields that C calls otherwise, since two variants have one name for two types.
const RENAMED: [(&str, &str, &str); 2] =
    [("GaussianVector", "mean", "means"), ("GaussianVector", "precision", "precisions")];

/// Whether variants hold something.
pub fn holds(list: &List) -> bool {
    list.enumerators.iter().any(|it| it.fields.iter().any(|field| !is_unit(field)))
}

fn is_unit(field: &Field) -> bool {
    matches!(field.typed, Of::Record(record) if record.fields.is_empty())
}

/// The name in C of a list's struct.
fn group_name(list: &List) -> String {
    c_kind(list.name).0.trim_end_matches("_kind").to_owned()
}

pub fn form(field: &Field) -> Form {
    match (field.of.trim_end_matches("<'a>"), &field.typed) {
        ("f64", _) => Form::Number("f64"),
        ("u64", _) => Form::Number("u64"),
        ("u32", _) => Form::Number("u32"),
        ("usize", _) => Form::Number("usize"),
        ("BlockList", _) => Form::Number("*const sgmcmc_block"),
        ("bool", _) => Form::Flag,
        ("Option<f64>", _) => Form::Number("f64"),
        ("EachParameter", _) => Form::Vector { optional: false, square: false },
        ("EachPair", _) => Form::Vector { optional: false, square: true },
        ("Option<EachParameter<'a>>", _) => Form::Vector { optional: true, square: false },
        ("Option<EachPair<'a>>", _) => Form::Vector { optional: true, square: true },
        (_, Of::List(list)) if holds(list) => Form::Group(group_name(list)),
        (_, Of::List(list)) => Form::Choice(list),
        // A schedule.
        (_, Of::Record(record)) => Form::Group(c_name(record.name)),
        (of, Of::Value) => panic!("no type of C for {of}"),
    }
}

/// The name in C of a field of a variant or of what it holds.
pub fn field_name(owner: &str, field: &Field) -> String {
    let renamed = RENAMED.iter().find(|(of, name, _)| (*of, *name) == (owner, field.name));
    renamed.map_or(field.name, |(.., name)| name).to_owned()
}

/// A default as Rust's constant of the field's type in C.
pub fn constant(field: &Field, form: &Form) -> String {
    match (form, field.default) {
        (Form::Vector { .. }, "") => "core::ptr::null()".into(),
        (Form::Number("*const sgmcmc_block"), _) => "core::ptr::null()".into(),
        (Form::Choice(list), _) => (list.begun)().to_string(),
        (Form::Group(_), "Schedule::constant(1.0)") => {
            "sgmcmc_schedule { value: 1.0, ..sgmcmc_schedule::DEFAULT }".into()
        }
        // The chain's.
        (Form::Group(name), "None") => format!("{name} {{ kind: 0, ..{name}::DEFAULT }}"),
        (Form::Group(name), _) => format!("{name}::DEFAULT"),
        (Form::Flag, "true") => "1".into(),
        (Form::Flag, "" | "false") => "0".into(),
        (Form::Number(_), "FRICTION") => format!("{:?}", Sghmc::default().friction),
        (Form::Number("f64"), "" | "None") => "0.0".into(),
        (Form::Number(_), "") => "0".into(),
        (Form::Number(_), default) => default.into(),
        (_, default) => panic!("no default of C for {}: {default}", field.name),
    }
}

/// The fields of a variant, those of what it holds in its place.
pub fn fields_of(variant: &Enumerator) -> Vec<(&'static str, &'static Field)> {
    let mut all = Vec::new();
    for field in variant.fields {
        match &field.typed {
            Of::Record(record) => all.extend(record.fields.iter().map(|field| (record.name, field))),
            _ => all.push(("", field)),
        }
    }
    all
}

/// What C says of a field otherwise than the core.
fn known(of: &str, name: &str) -> Option<String> {
    let path = format!("{of}.{name}");
    DOCS.iter().find(|(of, _)| *of == path).map(|(_, doc)| (*doc).to_owned())
}

/// What C says of a field of a struct.
pub fn doc_of(
    of: &str,
    name: &str,
    field: &Field,
    doc: &[&str],
    named: &dyn Fn(&str) -> Option<String>,
) -> String {
    known(of, name).unwrap_or_else(|| {
        let range = range(field).map(|range| format!(" {range}.")).unwrap_or_default();
        let is_long = paragraphs(field.doc).len() > 1;
        let more = if is_long { format!(" More is in {EQUATIONS}.") } else { String::new() };
        ascii(&paragraphs(doc)[0], named) + &range + &more
    })
}

impl Group {
    fn new(
        list: &'static List,
        outer: Option<&'static Record>,
        named: &dyn Fn(&str) -> Option<String>,
    ) -> Self {
        let mut slots: Vec<Slot> = Vec::new();
        let mut add = |owner: &str, field: &'static Field, doc: &[&str], user: Option<String>| {
            assert_said(list.name, field);
            let (name, form) = (field_name(owner, field), form(field));
            let default = constant(field, &form);
            let has_default = !field.default.is_empty() || !matches!(form, Form::Number(_));
            let doc = doc_of(&group_name(list), &name, field, doc, named);
            if field.of == "Option<f64>" {
                slots.push(Slot {
                    name: "tune_step_size".into(),
                    form: Form::Flag,
                    docs: vec![(
                        known(&group_name(list), "tune_step_size").expect("its documentation"),
                        Vec::new(),
                    )],
                    default: vec![("0".into(), String::new())],
                    users: user.clone().into_iter().collect(),
                    has_default: true,
                    field: None,
                });
            }
            let user_name = user.clone().unwrap_or_default();
            match slots.iter_mut().find(|slot| slot.name == name) {
                Some(slot) => {
                    assert_eq!(slot.form.of(), form.of(), "{name} of {}", list.name);
                    match slot.docs.iter_mut().find(|(own, _)| *own == doc) {
                        Some((_, users)) => users.extend(user.clone()),
                        None => slot.docs.push((doc, user.iter().cloned().collect())),
                    }
                    slot.users.extend(user);
                    slot.default.push((default, user_name));
                }
                None => slots.push(Slot {
                    name,
                    form,
                    docs: vec![(doc, user.iter().cloned().collect())],
                    default: vec![(default, user_name)],
                    users: user.into_iter().collect(),
                    has_default,
                    field: Some(field),
                }),
            }
        };
        let all = list.enumerators.len();
        for variant in list.enumerators {
            for (owner, field) in fields_of(variant) {
                let doc = if field.doc.is_empty() { variant.doc } else { field.doc };
                add(owner, field, doc, Some(variant_name(list.name, variant.name)));
            }
        }
        for field in outer.iter().flat_map(|record| record.fields).filter(|field| field.name != "shape") {
            add("", field, field.doc, None);
        }
        for slot in &mut slots {
            if slot.users.len() == all {
                slot.users.clear();
            }
        }
        let kind = Slot {
            name: "kind".into(),
            form: Form::Choice(list),
            docs: vec![(first(list.doc, named), Vec::new())],
            default: vec![((list.begun)().to_string(), String::new())],
            users: Vec::new(),
            has_default: true,
            field: None,
        };
        slots.push(kind);
        let slots = ordered(&group_name(list), slots);
        Self { name: group_name(list), list, slots, outer }
    }

    pub fn kind_name(&self) -> String {
        c_kind(self.list.name).0
    }

    /// All of them, each after those in it.
    pub fn all(named: &dyn Fn(&str) -> Option<String>) -> Vec<Self> {
        let lists: [(&'static List, Option<&'static Record>); 12] = [
            (&BatchSettings::LIST, None),
            (&Drift::LIST, None),
            (&Preconditioner::LIST, None),
            (&Rule::LIST, None),
            (&Shape::LIST, Some(&Schedule::RECORD)),
            (&NoiseCompensation::LIST, None),
            (&NoiseScale::LIST, None),
            (&Proposal::LIST, None),
            (&Sampler::LIST, None),
            (&Estimator::LIST, None),
            (&Clipping::LIST, None),
            (&Prior::LIST, None),
        ];
        let all = lists.map(|(list, outer)| Self::new(list, outer, named));
        for (path, _) in DOCS {
            let (of, field) = path.split_once('.').expect("a path");
            let lacks = |it: &Self| it.name == of && it.slots.iter().all(|slot| slot.name != field);
            assert!(!all.iter().any(lacks), "documentation of {path}");
        }
        all.into()
    }

    /// The type in the core.
    pub fn core(&self) -> &'static str {
        self.outer.map_or(self.list.name, |record| record.name)
    }

    pub fn slot(&self, name: &str) -> &Slot {
        self.slots.iter().find(|slot| slot.name == name).expect("a field")
    }
}

/// The numbers of a struct with their paths behind `prefix`, which `users` have.
fn leaves(slots: &[Slot], prefix: &str, users: &[(String, Vec<String>)], all: &[Group]) -> Vec<Leaf> {
    let each = |slot: &Slot| {
        let (path, mut users) = (format!("{prefix}{}", slot.name), users.to_vec());
        if !slot.users.is_empty() {
            users.push((format!("{prefix}kind"), slot.users.clone()));
        }
        let choice = match &slot.form {
            Form::Group(name) => return leaves(&find(all, name).slots, &(path + "."), &users, all),
            Form::Choice(list) => Some(c_kind(list.name).0),
            _ => None,
        };
        let (is_room, is_flag) = (matches!(slot.form, Form::Room(_)), matches!(slot.form, Form::Flag));
        let (of, field, takes_zero) = (slot.form.of(), slot.field, slot.differs());
        vec![Leaf { path, of, choice, is_room, is_flag, users, field, takes_zero }]
    };
    slots.iter().flat_map(each).collect()
}

/// A number, or a pointer, of a struct and of those in it.
pub struct Leaf {
    pub path: String,
    pub of: String,
    /// The enum of which it is one.
    pub choice: Option<String>,
    pub is_room: bool,
    pub is_flag: bool,
    /// Kinds, and of each the enumerators with which it is used.
    pub users: Vec<(String, Vec<String>)>,
    /// As the slot's.
    pub field: Option<&'static Field>,
    /// Whether 0 is the default of its kind.
    pub takes_zero: bool,
}

fn find<'g>(all: &'g [Group], name: &str) -> &'g Group {
    all.iter().find(|group| group.name == name).unwrap_or_else(|| panic!("no group {name}"))
}

/// Every struct of C that settings are made of.
pub fn structs<'m>(all: &'m [Group], outer: &'m [Outer]) -> Vec<(&'m str, Vec<Leaf>)> {
    let groups = all.iter().map(|it| (it.name.as_str(), it.slots.as_slice()));
    let both = groups.chain(outer.iter().map(|it| (it.name, it.slots.as_slice())));
    both.map(|(name, slots)| (name, leaves(slots, "", &[], all))).collect()
}

impl Form {
    /// The type in Rust.
    pub fn of(&self) -> String {
        match self {
            Self::Number(of) | Self::Room(of) => (*of).into(),
            Self::Flag | Self::Choice(_) => "i32".into(),
            Self::Group(name) => name.clone(),
            Self::Vector { .. } => "*const f64".into(),
        }
    }

    /// Whether what it is in the core borrows.
    pub fn is_borrowed(&self) -> bool {
        match self {
            Self::Group(name) => {
                ["sgmcmc_rule", "sgmcmc_preconditioner", "sgmcmc_noise_compensation"].contains(&name.as_str())
            }
            Self::Vector { .. } => true,
            Self::Number(_) | Self::Flag | Self::Choice(_) | Self::Room(_) => false,
        }
    }
}

impl Slot {
    /// The default of a variant.
    pub fn default_of(&self, user: &str) -> &str {
        &self.default.iter().find(|(_, of)| of == user).expect("a user").0
    }

    /// Whether its default depends on the kind.
    pub fn differs(&self) -> bool {
        self.default.iter().any(|(default, _)| *default != self.default[0].0)
    }

    pub fn constant(&self) -> String {
        match &self.form {
            Form::Room(of) => of.replace("u64", "0").replace("i32", "0"),
            Form::Number(_) if self.differs() => "0.0".into(),
            _ => self.default[0].0.clone(),
        }
    }
}
