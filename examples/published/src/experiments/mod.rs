//! The experiments: a file each, and a line of the list.

mod calibration;
mod compare;
mod landsat_table2;
mod matrix;
mod pima_fig9;
mod rules_landsat;
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
    // Chen et al. 2017.
    Experiment {
        name: "pima-fig9",
        about: "variance reduction, figure 9: test loss of a logistic regression on the Pima data",
        run: pima_fig9::run,
    },
    // Beyond the papers.
    Experiment {
        name: "rules-pima",
        about: "every sampler of the library on a logistic regression, against HMC's posterior",
        run: rules_pima::run,
    },
    Experiment {
        name: "rules-landsat",
        about: "every sampler of the library on a network for the Landsat data, against HMC's predictions",
        run: rules_landsat::run,
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
