//! The experiments: a file each, and a line of the list.

mod gaussian_fig1;
mod landsat_table2;
mod mixture_fig2;
mod planar_targets;
mod ravines;
mod ravines_table1;
mod regression;
mod regression_fig4;
mod squares;
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
    Experiment {
        name: "gaussian-fig1",
        about: "adaptive Langevin, Figure 1: the covariance of a correlated Gaussian",
        run: gaussian_fig1::run,
    },
    Experiment {
        name: "mixture-fig2",
        about: "adaptive Langevin, Figure 2: a mixture of five normals",
        run: mixture_fig2::run,
    },
    Experiment {
        name: "ravines-table1",
        about: "adaptive Langevin, Table 1: five rules on narrow ravines, under what the paper may mean",
        run: ravines_table1::run,
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
