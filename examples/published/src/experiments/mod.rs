//! The experiments: a file each, and a line of the list.

mod compare;
mod landsat_table2;
mod rules_pima;
mod verdict;

use crate::lab::{Lab, Outcome};
use clap::builder::PossibleValuesParser;

/// An experiment that can be asked for.
pub struct Experiment {
    /// What it is asked for by.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Runs it; its second argument is its name.
    pub run: fn(&Lab, &str) -> Outcome<()>,
}

/// All of them.
pub const EXPERIMENTS: &[Experiment] = &[
    // Kim, Song and Liang 2020.
    Experiment {
        name: "landsat-table2",
        about: "adaptive Langevin, Table 2: a network on the Landsat data, five rules",
        run: landsat_table2::run,
    },
    // Beyond the papers.
    Experiment {
        name: "rules-pima",
        about: "every sampler of the library on a logistic regression, against HMC's posterior",
        run: rules_pima::run,
    },
];

/// What may be asked for.
pub fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(EXPERIMENTS.iter().map(|experiment| experiment.name).chain(["all"]))
}

/// A line for every experiment.
pub fn list() -> String {
    let width = EXPERIMENTS.iter().map(|experiment| experiment.name.len()).max().unwrap_or(0);
    let lines =
        EXPERIMENTS.iter().map(|experiment| format!("\n  {:width$}  {}", experiment.name, experiment.about));
    format!("Experiments:{}", lines.collect::<String>())
}
