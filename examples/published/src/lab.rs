//! What every experiment is run with: how much of it, with which data, and where its results go.

use sgmcmc::{Fingerprint, Real};
use std::error::Error;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Something, or why not.
pub type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// What was done with a file or folder, or an error that names it.
pub fn named<T>(path: &Path, done: Result<T, impl Display>) -> Outcome<T> {
    Ok(done.map_err(|error| format!("{}: {error}", path.display()))?)
}

/// The options of a run.
pub struct Lab {
    /// Whether it only has to show that everything runs.
    pub quick: bool,
    /// Whether sizes are the paper's where the default is less.
    pub full: bool,
    /// Chains of every setting, where the user says.
    pub seeds: Option<u32>,
    /// Chains at once.
    pub jobs: usize,
    /// The folder of the data, where the user says.
    pub data: Option<PathBuf>,
    /// The folder of all results.
    pub results: PathBuf,
    /// Which build of this program runs, by its file's time and length.
    pub program: String,
}

/// This program's build, asked for when it starts: later there may be another in its file.
pub fn program() -> Outcome<String> {
    let file = std::env::current_exe()?.metadata()?;
    Ok(format!("{:?}, {} bytes", file.modified()?, file.len()))
}

impl Lab {
    /// What a whole run takes, or a quick one.
    pub fn pick<T>(&self, whole: T, quick: T) -> T {
        if self.quick { quick } else { whole }
    }

    /// What a full run takes, the default, or a quick run.
    pub fn pick_of_three<T>(&self, full: T, whole: T, quick: T) -> T {
        if self.full { full } else { self.pick(whole, quick) }
    }

    /// For a test, which gets a folder for itself.
    #[cfg(test)]
    pub fn of_test(name: &str) -> Self {
        let results = std::env::temp_dir().join(format!("published-{name}-{}", std::process::id()));
        Self { quick: true, full: false, seeds: None, jobs: 2, data: None, results, program: String::new() }
    }

    /// The seeds of a setting's chains, where `count` is the experiment's own number of them; two at least.
    pub fn seeds(&self, count: u32) -> RangeInclusive<u64> {
        1..=u64::from(self.seeds.unwrap_or(self.pick(count, 2)))
    }

    /// The folder of an experiment's results, which is made where it is missing.
    pub fn folder(&self, experiment: &str) -> Outcome<PathBuf> {
        let kind = self.pick_of_three("full", "", "quick");
        let folder = self.results.join(kind).join(experiment);
        named(&folder, std::fs::create_dir_all(&folder))?;
        Ok(folder)
    }

    /// The folder of what an unfinished experiment goes on from.
    pub fn state(&self, experiment: &str) -> Outcome<PathBuf> {
        self.folder(&format!("state/{experiment}"))
    }

    /// A data file.
    pub fn data(&self, file: &str) -> Outcome<PathBuf> {
        let folder = self.data.as_ref().ok_or("needs data: say --data FOLDER, or set SGMCMC_DATA")?;
        Ok(folder.join(file))
    }
}

/// The fingerprint of what chains gave, row by row.
pub fn fingerprint<'a, R: Real + 'a>(rows: impl IntoIterator<Item = &'a [R]>) -> String {
    let mut fingerprint = Fingerprint::new();
    rows.into_iter().for_each(|row| fingerprint.write(row));
    format!("{:016x}", fingerprint.finish())
}
