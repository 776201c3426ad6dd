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
    /// What the paper is on, if it is a paper's.
    paper: &'static str,
    /// The data files that it reads.
    pub files: &'static [DataFile],
    /// What it is asked for by.
    pub name: &'static str,
    /// What it is.
    about: &'static str,
    /// Whether `--full` has an effect.
    pub has_full: bool,
    /// Runs it.
    pub run: Runner,
}

/// Gives the fingerprint of its chains, where that is the same on every machine.
type Runner = fn(&Lab) -> Outcome<Option<String>>;

impl Experiment {
    /// What it is, with its paper.
    pub fn about(&self) -> String {
        format!("{}{}", self.paper, self.about)
    }
}

type Text = &'static str;

const fn new(paper: Text, files: &'static [DataFile], name: Text, about: Text, run: Runner) -> Experiment {
    Experiment { paper, files, name, about, has_full: false, run }
}

const fn full(paper: Text, files: &'static [DataFile], name: Text, about: Text, run: Runner) -> Experiment {
    Experiment { has_full: true, ..new(paper, files, name, about, run) }
}

/// Kim, Song and Liang 2020; Wu, Wang and Wong 2020; Karagiannis 2024; Chen et al. 2017; and what is beyond the papers.
const KSL: Text = "adaptive Langevin, ";
const WWW: Text = "mini-batch Metropolis-Hastings, ";
const K: Text = "handout 6, ";
const C: Text = "variance reduction, ";
const OURS: Text = "";

/// All of them.
pub const EXPERIMENTS: &[Experiment] = &[
    new(KSL, LANDSAT, "landsat-table2", "Table 2: a network on Landsat", landsat_table2::run),
    full(KSL, MNIST, "sparse-table3", "Table 3: a sparse network on MNIST", sparse_table3::run),
    full(KSL, &[], "gaussian-fig1", "figure 1: the covariance of a correlated Gaussian", gaussian_fig1::run),
    full(KSL, &[], "mixture-fig2", "figure 2: a mixture of five normals", mixture_fig2::run),
    full(
        KSL,
        &[],
        "ravines-table1",
        "Table 1: narrow ravines, under what the paper may mean",
        ravines_table1::run,
    ),
    new(WWW, &[], "acceptance-fig1", "figure 1: acceptance", acceptance_fig1::run),
    full(WWW, &[], "convergence-fig2a", "figure 2(a): convergence on a normal mean", convergence_fig2a::run),
    full(WWW, &[], "modes-fig2d", "figure 2(d-f): travel between modes", modes_fig2d::run),
    new(WWW, &[], "spread", "what batches do to the spread of the draws, exactly", spread::run),
    full(WWW, MNIST, "mnist-table1", "Table 1: a network on MNIST at large steps", mnist_table1::run),
    new(WWW, MNIST, "mnist-refresh", "Table 1's network under the exact density", mnist_refresh::run),
    new(K, &[], "regression-fig4", "figures 4.1 to 4.3: a conjugate regression", regression_fig4::run),
    full(C, &[], "squares-fig1", "figure 1: the error of E θ²", squares_fig1::run),
    full(C, MNIST, "mnist-fig2", "figures 2, 5 and 8: a network on MNIST", mnist_fig2::run),
    new(C, PIMA, "pima-fig9", "figure 9: logistic regression on Pima", pima_fig9::run),
    new(OURS, PIMA, "rules-pima", "every sampler on Pima, against HMC's posterior", rules_pima::run),
    new(
        OURS,
        LANDSAT,
        "rules-landsat",
        "every sampler on a Landsat network, against HMC's predictions",
        rules_landsat::run,
    ),
    new(
        OURS,
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
    let lines = EXPERIMENTS
        .iter()
        .map(|experiment| format!("\n  {:width$}  {}", experiment.name, experiment.about()));
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
