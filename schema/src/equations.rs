//! `docs/src/equations.md`: what takes more than a paragraph.

use crate::model::Model;
use crate::prose::{markdown, paragraphs};

pub fn equations(model: &Model) -> String {
    let mut out = String::from(
        "# Equations\n\n\
         What the header has in a sentence, in full: made by `cargo run -p schema` from the documentation of the core, whose\n\
         names stand beside those of C. θ are the parameters, G̃ the estimated gradient of the log posterior, summed over all\n\
         data, ν² its variance over batches and C its covariance, n how many data there are, m how many a batch has, d how many\n\
         parameters, η a step size, ε or δ that of a proposal, τ the temperature, α the friction of a step, β̂ what is taken off\n\
         it for the gradient's noise, ξ standard normals, λ the largest curvature, δ of a pilot the inflation that it tolerates,\n\
         σ the scale of a proposal's noise, c_n the likelihood_scale, π0 the prior, I a batch, and ĝ_I and μ̂_I the mean gradient\n\
         and the mean log-likelihood over it.\n",
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
