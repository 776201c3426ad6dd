//! The experiments: a file each, and a line of the list.

mod acceptance;
mod acceptance_fig1;
mod convergence_fig2a;
mod gaussian_mean;
mod landsat_table2;
mod mixture;
mod modes_fig2d;
mod spread;

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
    // Wu, Wang and Wong 2020.
    Experiment {
        name: "acceptance-fig1",
        about: "mini-batch Metropolis-Hastings, Fig. 1: acceptance against the step in 1 to 1000 dimensions",
        run: acceptance_fig1::run,
    },
    Experiment {
        name: "convergence-fig2a",
        about: "mini-batch Metropolis-Hastings, Fig. 2(a): total variation against iterations",
        run: convergence_fig2a::run,
    },
    Experiment {
        name: "modes-fig2d",
        about: "mini-batch Metropolis-Hastings, Fig. 2(d)-(f): two modes, by batches and on all data",
        run: modes_fig2d::run,
    },
    Experiment {
        name: "spread",
        about: "mini-batch Metropolis-Hastings: what c_n and m do to the spread of the draws, exactly",
        run: spread::run,
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
