//! The experiments of the papers whose algorithms the library implements, one command each: `published --help` lists
//! them, `examples/published/README.md` has what they found beside what the papers print.

mod comparison;
mod data;
mod experiments;
mod jobs;
mod lab;
mod models;
mod report;
mod run;
mod started;

use clap::Parser;
use lab::{Lab, Outcome};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

/// Runs a published experiment again and puts its numbers beside the paper's.
///
/// Tables, figures and what every chain gave go into target/published of the folder it is started in. An experiment that
/// was interrupted goes on where it was, by the same command and build; of `all`, the one that was under way.
#[derive(Parser)]
#[command(after_help = experiments::list())]
struct Options {
    /// The experiment's name; `all` runs one after the other, `synthetic` those that need no data files.
    #[arg(value_parser = experiments::names())]
    experiment: String,
    /// Seconds instead of minutes: shows that it runs, not what the paper found.
    #[arg(long)]
    quick: bool,
    /// Sizes of the paper where the default is reduced (README says where); hours.
    #[arg(long, conflicts_with = "quick")]
    full: bool,
    /// The folder of the data files; default SGMCMC_DATA.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Chains of every setting; default: each experiment's own number. (Fixed in convergence-fig2a and ravines-table1; rounded up
    /// to a multiple of five, ten at least, in pima-fig9.)
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=1000))]
    seeds: Option<u32>,
    /// Chains that run at once; default: as many as there are cores.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

/// What is said of chains on networks.
const NO_FINGERPRINT: &str =
    "The network's matrix products sum in an order that depends on the machine: no fingerprint.";

fn main() -> ExitCode {
    match run(Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("published: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: Options) -> Outcome<()> {
    let variable = || std::env::var_os("SGMCMC_DATA").filter(|folder| !folder.is_empty());
    let data = options.data.or_else(|| variable().map(PathBuf::from));
    let cores = || std::thread::available_parallelism().map_or(1, |count| count.get());
    let jobs = options.jobs.map_or_else(cores, usize::from);
    let results = PathBuf::from("target/published");
    let lab = Lab {
        experiment: String::new(),
        quick: options.quick,
        full: options.full,
        seeds: options.seeds,
        jobs,
        data,
        results,
        program: lab::program()?,
        conclusion: Mutex::default(),
    };
    // What is missing is told before anything runs.
    for experiment in experiments::chosen(&options.experiment) {
        data::require(&lab, experiment.files).map_err(|error| format!("{}: {error}", experiment.name))?;
    }
    for experiment in experiments::chosen(&options.experiment) {
        if lab.full && !experiment.has_full {
            eprintln!("{}: --full has no effect", experiment.name);
        }
        let start = Instant::now();
        let lab = lab.of(experiment.name);
        let _lock = jobs::lock(&lab)?;
        lab.begin_notes(&format!("\n# {}: {}\n", experiment.name, experiment.about()))?;
        let fingerprint = (experiment.run)(&lab).map_err(|error| format!("{}: {error}", experiment.name))?;
        let fingerprint = fingerprint
            .map_or_else(|| NO_FINGERPRINT.to_owned(), |fingerprint| format!("fingerprint {fingerprint}"));
        lab.note(&fingerprint)?;
        let state = lab.state()?;
        lab::named(&state, std::fs::remove_dir_all(&state))?;
        println!(
            "\ntook {:.0} s with {} at once; results are in {}",
            start.elapsed().as_secs_f64(),
            lab.jobs,
            lab.folder()?.display()
        );
        if let Some(text) = lab.conclusion.lock().map_err(|_| "a thread panicked")?.take() {
            println!("{text}");
        }
    }
    Ok(())
}
