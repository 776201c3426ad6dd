//! A chain's settings and a block as C has them: the structs around those of `groups`, of the core's entries and of what C
//! needs besides.

use crate::declared::structure;
use crate::groups::{Form, Slot, constant, doc_of, form};
use crate::model::{assert_said, first};
use crate::ordered::ordered;
use sgmcmc::schema::{Described, Field, Record};
use sgmcmc::{Block, ChainSettings, EnsembleSettings, Transform};

pub struct Outer {
    pub name: &'static str,
    pub slots: Vec<Slot>,
    /// As C declares it.
    pub declared: String,
}

/// What C says of the structs besides, in paragraphs.
const TITLES: [(&str, &str); 4] = [
    (
        "sgmcmc_block",
        "Call sgmcmc_block_init first, then set start, len and what \
         should differ from the defaults. What the prior's kind does not use must have its default, or is refused by name.",
    ),
    (
        "sgmcmc_chain_settings",
        "Call sgmcmc_chain_settings_init first, then set data_len, batch.len and what should differ from the defaults. What \
         has no default is 0 until it is set.\n\nA struct within has a kind, and the settings of every kind: those that the \
         chosen one does not use must have their defaults, or are refused by name. Their defaults are not all 0: a struct \
         within that is to have them again is copied from settings that were just initialized. Vectors and blocks are \
         pointed to, and copied when a chain is made. An enum is an int32_t so that any number can be told from a known \
         one.",
    ),
    (
        "sgmcmc_ensemble_settings",
        "Call sgmcmc_ensemble_settings_init first, then set data_len and what should differ from the defaults.",
    ),
    ("sgmcmc_transform", "No _init: what is not set is 0."),
];

/// Fields that the core does not have, in every struct that has blocks: the name, the type in Rust, the default, and what it is.
const OF_BLOCKS: [(&str, &str, &str, &str); 2] = [
    (
        "block_size",
        "usize",
        "0",
        "sizeof(sgmcmc_block) of the caller's header: what lies beyond takes its default. No default: must be set where \
         there are blocks.",
    ),
    ("block_count", "usize", "0", "How many. Default 0: none, whatever blocks is."),
];

/// Of a chain alone.
const OF_CHAIN: [(&str, &str, &str, &str); 1] = [(
    "simd_level",
    "i32",
    "0",
    "The most of the processor's instruction sets that the chain may use: enum sgmcmc_simd. Default 0: the \
     widest that this processor and the library have; so SGMCMC_SIMD_NONE, which is 0, limits nothing, and sets of other \
     machines do not. The bits are the same; sgmcmc_chain_properties_f32 and _f64 tell which it is.",
)];

impl Outer {
    fn new(name: &'static str, record: &Record, named: &dyn Fn(&str) -> Option<String>) -> Self {
        let own = record.fields.iter().map(|field: &'static Field| {
            assert_said(record.name, field);
            let form = form(field);
            Slot {
                name: field.name.into(),
                docs: vec![(doc_of(name, field.name, field, field.doc, named), Vec::new())],
                default: vec![(constant(field, &form), String::new())],
                users: Vec::new(),
                has_default: !field.default.is_empty() || !matches!(form, Form::Number(_)),
                field: Some(field),
                form,
            }
        });
        let size_doc = format!("sizeof({name}) of the caller's header, set by {name}_init.");
        let size = ("struct_size", "usize", "size_of::<Self>()", size_doc.as_str());
        let besides: Vec<_> = match name {
            "sgmcmc_block" | "sgmcmc_transform" => Vec::new(),
            "sgmcmc_chain_settings" => [size].into_iter().chain(OF_BLOCKS).chain(OF_CHAIN).collect(),
            _ => [size].into_iter().chain(OF_BLOCKS).collect(),
        };
        let besides = besides.into_iter().map(|(field, of, default, doc)| Slot {
            name: field.into(),
            form: Form::Number(of),
            docs: vec![(doc.into(), Vec::new())],
            default: vec![(default.into(), String::new())],
            users: Vec::new(),
            has_default: true,
            field: None,
        });
        let slots = ordered(name, own.chain(besides).collect());
        let title = TITLES.iter().find(|(of, _)| *of == name).expect("a title").1;
        let title = format!("{} {title}", first(record.doc, named));
        let texts = slots.iter().map(|slot| slot.text("")).collect::<Vec<_>>();
        Self { name, declared: structure(name, &title, &slots, &texts), slots }
    }

    /// A block, and what has some; a transform.
    pub fn all(named: &dyn Fn(&str) -> Option<String>) -> [Self; 4] {
        [
            Self::new("sgmcmc_block", &Block::RECORD, named),
            Self::new("sgmcmc_chain_settings", &ChainSettings::RECORD, named),
            Self::new("sgmcmc_ensemble_settings", &EnsembleSettings::RECORD, named),
            Self::new("sgmcmc_transform", &Transform::RECORD, named),
        ]
    }
}
