//! The experiments: a file each, and a line of the list.

mod acceptance_fig1;
mod convergence_fig2a;
mod gaussian_fig1;
mod landsat_table2;
mod mixture_fig2;
mod mnist_fig2;
mod mnist_refresh;
mod mnist_table1;
mod modes_fig2d;
mod pima_fig9;
mod posteriordb;
mod ravines_table1;
mod regression_fig4;
mod rules_landsat;
mod rules_pima;
mod sparse_table3;
mod spread;
mod squares_fig1;

use crate::data::{DataFile, LANDSAT, MNIST, PIMA, POSTERIORDB};
use crate::lab::{Lab, Outcome};
use clap::builder::PossibleValuesParser;

/// An experiment that can be asked for.
pub struct Experiment {
    /// What it is asked for by.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// The data files that it reads.
    pub files: &'static [DataFile],
    /// Whether `--full` has an effect.
    pub has_full: bool,
    /// Runs it.
    pub run: Runner,
}

/// Gives the fingerprint of its chains, where that is the same on every machine.
type Runner = fn(&Lab) -> Outcome<Option<String>>;

impl Experiment {
    const fn on(files: &'static [DataFile], name: &'static str, about: &'static str, run: Runner) -> Self {
        Self { name, about, files, has_full: false, run }
    }

    const fn synthetic(name: &'static str, about: &'static str, run: Runner) -> Self {
        Self::on(&[], name, about, run)
    }

    const fn with_full(self) -> Self {
        Self { has_full: true, ..self }
    }
}

/// All of them.
pub const EXPERIMENTS: &[Experiment] = &[
    // Kim, Song and Liang 2020.
    Experiment::on(
        LANDSAT,
        "landsat-table2",
        "adaptive Langevin, Table 2: a network on Landsat",
        landsat_table2::run,
    ),
    Experiment::on(
        MNIST,
        "sparse-table3",
        "adaptive Langevin, Table 3: a sparse network on MNIST",
        sparse_table3::run,
    )
    .with_full(),
    Experiment::synthetic(
        "gaussian-fig1",
        "adaptive Langevin, figure 1: the covariance of a correlated Gaussian",
        gaussian_fig1::run,
    )
    .with_full(),
    Experiment::synthetic(
        "mixture-fig2",
        "adaptive Langevin, figure 2: a mixture of five normals",
        mixture_fig2::run,
    )
    .with_full(),
    Experiment::synthetic(
        "ravines-table1",
        "adaptive Langevin, Table 1: narrow ravines, under what the paper may mean",
        ravines_table1::run,
    )
    .with_full(),
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
    )
    .with_full(),
    Experiment::synthetic(
        "modes-fig2d",
        "mini-batch Metropolis-Hastings, figure 2(d-f): travel between modes",
        modes_fig2d::run,
    )
    .with_full(),
    Experiment::synthetic(
        "spread",
        "mini-batch Metropolis-Hastings: what batches do to the spread of the draws, exactly",
        spread::run,
    ),
    Experiment::on(
        MNIST,
        "mnist-table1",
        "mini-batch Metropolis-Hastings, Table 1: a network on MNIST at large steps",
        mnist_table1::run,
    )
    .with_full(),
    Experiment::on(
        MNIST,
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
    )
    .with_full(),
    Experiment::on(
        MNIST,
        "mnist-fig2",
        "variance reduction, figures 2, 5 and 8: a network on MNIST",
        mnist_fig2::run,
    )
    .with_full(),
    Experiment::on(
        PIMA,
        "pima-fig9",
        "variance reduction, figure 9: logistic regression on Pima",
        pima_fig9::run,
    ),
    // Beyond the papers.
    Experiment::on(PIMA, "rules-pima", "every sampler on Pima, against HMC's posterior", rules_pima::run),
    Experiment::on(
        LANDSAT,
        "rules-landsat",
        "every sampler on a Landsat network, against HMC's predictions",
        rules_landsat::run,
    ),
    Experiment::on(
        POSTERIORDB,
        "posteriordb",
        "every sampler from its own tuning on nine posteriors, against reference draws",
        posteriordb::run,
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
        experiment.name == name || name == ALL || name == SYNTHETIC && experiment.files.is_empty()
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

    /// With minutes, memory and, where chains have one, a fingerprint; and no name is that of a folder beside theirs.
    #[test]
    fn the_readme_has_a_line_for_every_experiment() {
        let readme = include_str!("../../README.md");
        assert!(!readme.contains('@'), "a cell that is to be filled in");
        let full = readme.lines().skip_while(|line| !line.starts_with("Larger with `--full`"));
        let full: String = full.take_while(|line| !line.is_empty()).collect();
        for Experiment { name, files, has_full, .. } in EXPERIMENTS {
            let mut lines = readme.lines().filter(|line| line.starts_with(&format!("| `{name}` |")));
            let line = lines.next().unwrap_or_else(|| panic!("README's table has no line for {name}"));
            assert_eq!(lines.next(), None, "{name}");
            let cells: Vec<_> = line.split('|').map(str::trim).collect();
            let (minutes, memory, fingerprint) = (cells[3], cells[4], cells[5]);
            assert!(minutes.parse::<f64>().is_ok() && memory.ends_with(" MB"), "{name}: {line}");
            let is_fingerprint = fingerprint.len() == 18 && fingerprint.starts_with('`');
            assert!(is_fingerprint || (fingerprint.is_empty() && !files.is_empty()), "{name}: {line}");
            assert_eq!(
                full.contains(&format!("`{name}`")),
                *has_full,
                "{name}: README's list of those with --full"
            );
            assert!(!["quick", "full", "state", ALL, SYNTHETIC].contains(name), "{name}");
        }
    }
}
