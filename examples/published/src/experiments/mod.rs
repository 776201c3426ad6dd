//! The experiments: a file each, and a line of the list.

mod calibration;
mod landsat_table2;
mod mnist_fig2;
mod mnist_refresh;
mod mnist_table1;
mod sparse_table3;

use crate::lab::{Lab, Outcome};
use clap::builder::PossibleValuesParser;

/// An experiment that can be asked for.
pub struct Experiment {
    /// What it is asked for by.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Whether it needs data files.
    pub reads_data: bool,
    /// Runs it; its second argument is its name.
    pub run: fn(&Lab, &str) -> Outcome<()>,
}

/// All of them.
pub const EXPERIMENTS: &[Experiment] = &[
    // Kim, Song and Liang 2020.
    Experiment {
        name: "landsat-table2",
        about: "adaptive Langevin, Table 2: a network on the Landsat data, five rules",
        reads_data: true,
        run: landsat_table2::run,
    },
    Experiment {
        name: "sparse-table3",
        about: "adaptive Langevin, Table 3: a sparse network on MNIST",
        reads_data: true,
        run: sparse_table3::run,
    },
    // Wu, Wang and Wong 2020.
    Experiment {
        name: "mnist-table1",
        about: "mini-batch Metropolis-Hastings, Table 1: a network on MNIST, large steps",
        reads_data: true,
        run: mnist_table1::run,
    },
    Experiment {
        name: "mnist-refresh",
        about: "the same network under the exact density: partial refresh and HMC",
        reads_data: true,
        run: mnist_refresh::run,
    },
    // Chen et al. 2017.
    Experiment {
        name: "mnist-fig2",
        about: "practical variance reduction, figures 2, 5 and 8: a network on MNIST",
        reads_data: true,
        run: mnist_fig2::run,
    },
];

/// What may be asked for.
pub fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(EXPERIMENTS.iter().map(|experiment| experiment.name).chain([ALL, SYNTHETIC]))
}

/// Asks for all experiments, and for all that need no data files.
const ALL: &str = "all";
const SYNTHETIC: &str = "synthetic";

/// What was asked for.
pub fn chosen(name: &str) -> impl Iterator<Item = &'static Experiment> {
    EXPERIMENTS.iter().filter(move |experiment| {
        experiment.name == name || name == ALL || name == SYNTHETIC && !experiment.reads_data
    })
}

/// A line for every experiment.
pub fn list() -> String {
    let width = EXPERIMENTS.iter().map(|experiment| experiment.name.len()).max().unwrap_or(0);
    let lines =
        EXPERIMENTS.iter().map(|experiment| format!("\n  {:width$}  {}", experiment.name, experiment.about));
    format!("Experiments:{}", lines.collect::<String>())
}
