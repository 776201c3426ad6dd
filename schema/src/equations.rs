//! `docs/src/equations.md`: what takes more than a paragraph.

use crate::groups::{field_name, fields_of};
use crate::model::Model;
use crate::prose::{markdown, paragraphs};

pub fn equations(model: &Model) -> String {
    let mut out = String::from(
        "# Equations\n\n\
         What the header has in a sentence, in full: made by `cargo run -p schema` from the documentation of the core, whose\n\
         names stand beside those of C. In it are\n\n\
         - θ the parameters, d of them; n how many data there are, m how many a batch I has; π0 the prior;\n\
         - G̃ the estimated gradient of the log posterior, summed over all data, ν² its variance over batches, C its covariance;\n\
         - ĝ_I and μ̂_I the mean gradient and the mean log-likelihood over I; λ the largest curvature;\n\
         - η a step size, τ the temperature, α the friction of a step, β̂ what is taken off it for the gradient's noise;\n\
         - ε or δ the step size of a proposal, σ the scale of its noise, c_n the likelihood_scale; ξ standard normals;\n\
         - in what is said of pilots, δ the inflation that one tolerates.\n",
    );
    for it in &model.structs {
        if paragraphs(it.lines).len() > 1 {
            out += &format!("\n## {}\n\n`{}` in C.\n\n{}", it.core, it.name, markdown(it.lines));
        }
        for field in it.slots.iter().filter_map(|slot| slot.field).filter(|it| paragraphs(it.doc).len() > 1) {
            out += &format!("\n## {}.{}\n\n{}", it.core, field.name, markdown(field.doc));
        }
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
    for group in &model.groups {
        let mut told = Vec::new();
        let fields = group.list.enumerators.iter().flat_map(fields_of);
        for (owner, field) in fields.filter(|(_, field)| paragraphs(field.doc).len() > 1) {
            let name = field_name(owner, field);
            if !told.contains(&name) {
                out += &format!("\n## {}.{name}\n\n{}", group.name, markdown(field.doc));
                told.push(name);
            }
        }
    }
    out
}
