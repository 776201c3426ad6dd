//! The experiments: a file each, and a line of the list.

mod landsat_table2;
mod regression;
mod regression_fig4;
mod squares_fig1;

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
    // Karagiannis 2024.
    Experiment {
        name: "regression-fig4",
        about: "handout 6, Figures 4.1 to 4.3: SGD and SGLD on a conjugate regression, over its closed forms",
        run: regression_fig4::run,
    },
    // Chen et al. 2017.
    Experiment {
        name: "squares-fig1",
        about: "practical variance reduction, Figure 1: the error of E θ² for minibatches of 1, 10 and 100",
        run: squares_fig1::run,
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
