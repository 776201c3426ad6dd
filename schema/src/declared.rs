//! The structs of a chain's settings as C declares them: their documentation.

use crate::groups::{Form, Group, Slot};
use crate::model::{EQUATIONS, c_kind, first, variant_name};
use crate::prose::{comment, paragraphs};

/// Documentation of fields that the core has without any of their own, and of the two that C has in place of an optional
/// acceptance rate.
pub const DOCS: [(&str, &str); 11] = [
    (
        "sgmcmc_batch.len",
        "m, how many data a minibatch has, from 1 to data_len. SGMCMC_BATCH_WITHOUT_REPLACEMENT with data_len is \
         SGMCMC_BATCH_ALL: the model then gets NULL for the batch.",
    ),
    (
        "sgmcmc_block.prior",
        "The prior of these parameters in place of the chain's: any but SGMCMC_PRIOR_GAUSSIAN_VECTOR and _CALLBACK, and then \
         the chain's is not SGMCMC_PRIOR_CALLBACK. Default SGMCMC_PRIOR_CHAIN: the chain's.",
    ),
    (
        "sgmcmc_chain_settings.blocks",
        "block_count ranges of parameters with settings of their own, in ascending order, apart from each other; each as \
         long as block_size says. Default NULL.",
    ),
    (
        "sgmcmc_ensemble_settings.blocks",
        "block_count ranges of parameters that stay, or have priors of their own, in ascending order, apart from each other; \
         each as long as block_size says. Their step_size_factor is 1. Default NULL.",
    ),
    (
        "sgmcmc_clipping.limit",
        "The limit on the gradient of the log posterior, summed over all data, positive.",
    ),
    ("sgmcmc_noise.sigma", "The scale of the noise, positive."),
    (
        "sgmcmc_preconditioner.values",
        "dim positive numbers p for a diagonal; for a dense one dim * dim numbers, row after row of the lower-triangular \
         factor L, with a positive diagonal, of which those above it are not read. They must live until a chain is made or \
         sgmcmc_rule_start_f32 is called, which copy them.",
    ),
    (
        "sgmcmc_noise_compensation.covariance",
        "The covariance over minibatches of the gradient of the log posterior, summed over all data: dim variances for a \
         diagonal one, dim * dim numbers, symmetric, for a dense one, of at most 64 parameters, without blocks. NULL: found \
         in burn-in's second half, not with BATCH_CALLER or SAGA.",
    ),
    (
        "sgmcmc_sampler.tune_step_size",
        "Whether the proposal's step_size is tuned during burn-in, after which it stays; it may then be 0, for one that \
         is not known. Not with SGMCMC_NOISE_CUSTOM. Wants a burn_in of at least 1, with tune_beta of at least 4 \
         (tune_interval + 1), where a tune_interval of 0 is one epoch; one of ten steps finds nothing that is far off, some \
         hundreds do.",
    ),
    (
        "sgmcmc_sampler.target_acceptance",
        "With tune_step_size the acceptance rate that is aimed at, between 0 and 1. 0 is the proposal's own, at which a \
         long chain goes farthest: 0.234 with the random walk, 0.574 with SGLD, 0.4 with RSGLD and 0.65 with HMC. Where \
         batch noise allows less, the aim is a share of what it allows, and step_size_capped of the statistics is 1.",
    ),
    (
        "sgmcmc_sampler.step_size",
        "eta for every step, on the gradient of the log posterior summed over all data. A value of 0 with all else at its \
         default, as it begins, is one that is to be found, by sgmcmc_chain_warm_up_f32 and _f64. A step before that takes \
         what the model's step_size says, and is refused with SGMCMC_ERROR_NO_STEP_SIZE where there is none. \
         SGMCMC_SCHEDULE_CALLBACK is the same: a warm-up finds one, and then the model's step_size is not asked.",
    ),
];

impl Group {
    /// `made/types.rs` has it.
    pub fn declaration(&self, named: &dyn Fn(&str) -> Option<String>) -> String {
        let (kind, doc) = (self.kind_name(), self.outer.map_or(self.list.doc, |record| record.doc));
        let prefix = c_kind(self.list.name).1;
        let mut text = first(doc, named);
        if paragraphs(doc).len() > 1 {
            text += &format!(" More is in {EQUATIONS}.");
        }
        let of_slot = |slot: &Slot| match slot.name.as_str() {
            "kind" => format!("enum {kind}.{}", slot.ends()),
            _ => slot.text(&prefix),
        };
        structure(&self.name, &text, &self.slots, &self.slots.iter().map(of_slot).collect::<Vec<_>>())
    }
}

/// A struct as Rust declares it, with the text of each field.
pub fn structure(name: &str, title: &str, slots: &[Slot], texts: &[String]) -> String {
    let title = title.split("\n\n").map(|text| comment(text, "")).collect::<Vec<_>>().join("///\n");
    let mut out = format!("{title}#[derive(Clone, Copy, Debug)]\n#[repr(C)]\npub struct {name} {{\n");
    for (slot, text) in slots.iter().zip(texts) {
        out += &comment(text, "    ");
        out += &format!("    pub {}: {},\n", slot.name, slot.form.of());
    }
    out + "}\n"
}

impl Slot {
    /// For which kinds, what, and its default.
    pub fn text(&self, prefix: &str) -> String {
        let of = match &self.form {
            Form::Choice(list) => format!("enum {}. ", c_kind(list.name).0),
            _ => String::new(),
        };
        let texts: Vec<String> = match self.docs.as_slice() {
            [(doc, _)] => vec![format!("{}{of}{doc}", listed(&self.users, prefix))],
            docs => docs.iter().map(|(doc, users)| format!("{}{of}{doc}", listed(users, prefix))).collect(),
        };
        let texts = texts.join(" ");
        // Some say it themselves.
        let is_said = self.name == "struct_size" || texts.contains("efault") && self.users.is_empty();
        if is_said { texts } else { texts + &self.ends() }
    }

    fn ends(&self) -> String {
        match &self.form {
            Form::Room(_) | Form::Group(_) => String::new(),
            Form::Number(_) if self.differs() => {
                let (first, of) = &self.default[0];
                let others = &self.default[1..];
                assert!(
                    others.iter().all(|(default, _)| *default == others[0].0),
                    "{} has many defaults",
                    self.name
                );
                let number = |text: &str| text.trim_end_matches(".0").to_owned();
                format!(
                    " 0, the default, is {} for {of}, {} for the others.",
                    number(first),
                    number(&others[0].0)
                )
            }
            Form::Number(_) if self.field.is_some_and(|field| field.of == "Option<f64>") => {
                " Default 0.".into()
            }
            Form::Number(_) if !self.has_default && !self.docs[0].0.contains("; 0 for") => {
                " No default.".into()
            }
            Form::Number(_) if !self.has_default => " Default 0.".into(),
            Form::Number(_) => format!(" Default {}.", self.default[0].0.trim_end_matches(".0")),
            Form::Flag => " Default 0.".into(),
            Form::Choice(list) => {
                let number: i32 = self.default[0].0.parse().expect("a number");
                let variant = list.enumerators.iter().find(|it| it.number == number).expect("a variant");
                format!(
                    " Default {}.",
                    variant_name(list.name, variant.name).trim_start_matches(&c_kind(list.name).1)
                )
            }
            Form::Vector { optional, .. } => if *optional { " Default NULL." } else { " No default." }.into(),
        }
    }
}

/// Enumerators without what all of their enum begin with, and a colon.
fn listed(users: &[String], prefix: &str) -> String {
    let names: Vec<_> = users.iter().map(|it| it.strip_prefix(prefix).expect("the enum's own")).collect();
    if names.is_empty() { String::new() } else { names.join(", ") + ": " }
}
