//! The experiments: a file each, and a line of the list; and what several of them share.

mod acceptance;
mod acceptance_fig1;
mod calibration;
mod compare;
mod convergence_fig2a;
mod gaussian_fig1;
mod gaussian_mean;
mod landsat_table2;
mod matrix;
#[path = "../../../support/mean.rs"]
mod mean;
mod mixture;
mod mixture_fig2;
mod mnist_fig2;
mod mnist_refresh;
mod mnist_table1;
mod modes_fig2d;
mod pima_fig9;
mod planar_targets;
mod ravines;
mod ravines_table1;
mod regression;
mod regression_fig4;
mod rules_landsat;
mod rules_pima;
mod sparse_table3;
mod spread;
mod squares;
mod squares_fig1;
mod stein;
mod verdict;

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

impl Experiment {
    const fn on_data(name: &'static str, about: &'static str, run: fn(&Lab, &str) -> Outcome<()>) -> Self {
        Self { name, about, reads_data: true, run }
    }

    const fn synthetic(name: &'static str, about: &'static str, run: fn(&Lab, &str) -> Outcome<()>) -> Self {
        Self { name, about, reads_data: false, run }
    }
}

/// All of them.
pub const EXPERIMENTS: &[Experiment] = &[
    // Kim, Song and Liang 2020.
    Experiment::on_data(
        "landsat-table2",
        "adaptive Langevin, Table 2: a network on Landsat",
        landsat_table2::run,
    ),
    Experiment::on_data(
        "sparse-table3",
        "adaptive Langevin, Table 3: a sparse network on MNIST",
        sparse_table3::run,
    ),
    Experiment::synthetic(
        "gaussian-fig1",
        "adaptive Langevin, figure 1: the covariance of a correlated Gaussian",
        gaussian_fig1::run,
    ),
    Experiment::synthetic(
        "mixture-fig2",
        "adaptive Langevin, figure 2: a mixture of five normals",
        mixture_fig2::run,
    ),
    Experiment::synthetic(
        "ravines-table1",
        "adaptive Langevin, Table 1: narrow ravines, under what the paper may mean",
        ravines_table1::run,
    ),
    // Wu, Wang and Wong 2020.
    Experiment::synthetic(
        "acceptance-fig1",
        "mini-batch Metropolis-Hastings, figure 1: acceptance",
        acceptance_fig1::run,
    ),
    Experiment::synthetic(
        "convergence-fig2a",
        "mini-batch Metropolis-Hastings, figure 2(a): convergence on a normal mean",
        convergence_fig2a::run,
    ),
    Experiment::synthetic(
        "modes-fig2d",
        "mini-batch Metropolis-Hastings, figure 2(d-f): travel between modes",
        modes_fig2d::run,
    ),
    Experiment::synthetic(
        "spread",
        "mini-batch Metropolis-Hastings: what batches do to the spread of the draws, exactly",
        spread::run,
    ),
    Experiment::on_data(
        "mnist-table1",
        "mini-batch Metropolis-Hastings, Table 1: a network on MNIST at large steps",
        mnist_table1::run,
    ),
    Experiment::on_data(
        "mnist-refresh",
        "mini-batch Metropolis-Hastings: Table 1's network under the exact density",
        mnist_refresh::run,
    ),
    // Karagiannis 2024.
    Experiment::synthetic(
        "regression-fig4",
        "handout 6, figures 4.1 to 4.3: a conjugate regression",
        regression_fig4::run,
    ),
    // Chen et al. 2017.
    Experiment::synthetic(
        "squares-fig1",
        "variance reduction, figure 1: the error of E θ²",
        squares_fig1::run,
    ),
    Experiment::on_data(
        "mnist-fig2",
        "variance reduction, figures 2, 5 and 8: a network on MNIST",
        mnist_fig2::run,
    ),
    Experiment::on_data(
        "pima-fig9",
        "variance reduction, figure 9: logistic regression on Pima",
        pima_fig9::run,
    ),
    // Beyond the papers.
    Experiment::on_data("rules-pima", "every sampler on Pima, against HMC's posterior", rules_pima::run),
    Experiment::on_data(
        "rules-landsat",
        "every sampler on a Landsat network, against HMC's predictions",
        rules_landsat::run,
    ),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// And no name is that of a folder beside the experiments' own.
    #[test]
    fn the_readme_has_a_line_for_every_experiment() {
        let readme = include_str!("../../README.md");
        for Experiment { name, .. } in EXPERIMENTS {
            assert_eq!(readme.matches(&format!("\n| `{name}` |")).count(), 1, "{name}");
            assert!(!["quick", "full", "state", ALL, SYNTHETIC].contains(name), "{name}");
        }
    }
}
