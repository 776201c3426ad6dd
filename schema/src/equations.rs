//! `docs/src/equations.md`: what takes more than a paragraph.

use crate::model::Model;
use crate::prose::{markdown, paragraphs};

pub fn equations(model: &Model) -> String {
    let mut out = String::from(
        "# Equations\n\n\
         What the header has in a sentence, in full: made by `cargo run -p schema` from the documentation of the core, whose\n\
         names stand beside those of C. θ are the parameters, G̃ the estimated gradient of the log posterior, summed over all\n\
         data, n how many data there are, m how many a batch has, d how many parameters, η a step size, τ the temperature.\n",
    );
    for it in model.structs.iter().filter(|it| paragraphs(it.lines).len() > 1) {
        out += &format!("\n## {}\n\n`{}` in C.\n\n{}", it.core, it.name, markdown(it.lines));
    }
    for it in &model.enums {
        let long: Vec<_> = it.variants.iter().filter(|it| paragraphs(it.lines).len() > 1).collect();
        if long.is_empty() && paragraphs(it.lines).len() < 2 {
            continue;
        }
        out += &format!("\n## {}\n\n`{}` in C.\n\n{}", it.core, it.name, markdown(it.lines));
        for variant in long {
            out += &format!("\n### {}\n\n{}", variant.name, markdown(variant.lines));
        }
    }
    out
}
