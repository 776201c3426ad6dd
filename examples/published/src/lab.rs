//! What every experiment is run with: how much of it, with which data, and where its results go.

use example_support::plot::{self, Panel};
use sgmcmc::Fingerprint;
use std::error::Error;
use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The file of what is said of an experiment beside its tables.
const NOTES: &str = "notes.md";

/// Something, or why not.
pub type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// What was done with a file or folder, or an error that names it.
pub fn named<T>(path: &Path, done: Result<T, impl Display>) -> Outcome<T> {
    Ok(done.map_err(|error| format!("{}: {error}", path.display()))?)
}

/// The options of a run, and what runs.
pub struct Lab {
    /// The experiment's name, by which its results are found.
    pub experiment: String,
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
    /// What an experiment comes to, in a line.
    pub conclusion: Mutex<Option<String>>,
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
        let (experiment, program, conclusion) = ("x".to_owned(), String::new(), Mutex::default());
        Self {
            experiment,
            quick: true,
            full: false,
            seeds: None,
            jobs: 2,
            data: None,
            results,
            program,
            conclusion,
        }
    }

    /// The same for another experiment.
    pub fn of(&self, experiment: &str) -> Self {
        let (data, results, program) = (self.data.clone(), self.results.clone(), self.program.clone());
        Self {
            experiment: experiment.to_owned(),
            data,
            results,
            program,
            conclusion: Mutex::default(),
            ..*self
        }
    }

    /// The seeds of a setting's chains, where `count` is the experiment's own number of them; two at least.
    pub fn seeds(&self, count: u32) -> RangeInclusive<u64> {
        1..=u64::from(self.seeds.unwrap_or(self.pick(count, 2)))
    }

    /// The folder of its results, which is made where it is missing.
    pub fn folder(&self) -> Outcome<PathBuf> {
        self.made(&self.experiment)
    }

    /// The folder of what it goes on from if it is interrupted.
    pub fn state(&self) -> Outcome<PathBuf> {
        self.made(&format!("state/{}", self.experiment))
    }

    fn made(&self, name: &str) -> Outcome<PathBuf> {
        let folder = self.results.join(self.pick_of_three("full", "", "quick")).join(name);
        named(&folder, std::fs::create_dir_all(&folder))?;
        Ok(folder)
    }

    /// Begins `notes.md` anew with what is said of the experiment as a whole, and prints it.
    pub fn begin_notes(&self, text: &str) -> Outcome<()> {
        let file = self.folder()?.join(NOTES);
        println!("{text}");
        named(&file, std::fs::write(&file, format!("{}\n", text.trim_start())))
    }

    /// Prints more, and adds it there.
    pub fn note(&self, text: &str) -> Outcome<()> {
        println!("{text}");
        self.write_note(text)
    }

    fn write_note(&self, text: &str) -> Outcome<()> {
        let file = self.folder()?.join(NOTES);
        let mut notes = named(&file, File::options().append(true).create(true).open(&file))?;
        named(&file, writeln!(notes, "{text}"))
    }

    /// Adds what the experiment comes to, which is printed when all else was.
    pub fn conclude(&self, text: String) -> Outcome<()> {
        self.write_note(&text)?;
        *self.conclusion.lock().map_err(|_| "a thread panicked")? = Some(text);
        Ok(())
    }

    /// Draws a figure among the results, so many panels beside each other.
    pub fn draw(&self, name: &str, columns: usize, panels: &[Panel]) -> Outcome<()> {
        Ok(plot::write(&self.folder()?.join(name), columns, panels)?)
    }

    /// A data file.
    pub fn data(&self, file: &str) -> Outcome<PathBuf> {
        let folder = self.data.as_ref().ok_or("needs data: say --data FOLDER, or set SGMCMC_DATA")?;
        Ok(folder.join(file))
    }
}

/// The fingerprint of what chains gave, row by row.
pub fn fingerprint(rows: &[impl AsRef<[f64]>]) -> String {
    let mut fingerprint = Fingerprint::new();
    rows.iter().for_each(|row| fingerprint.write(row.as_ref()));
    format!("{:016x}", fingerprint.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_those_of_the_last_run() {
        let lab = Lab::of_test("notes");
        for text in ["\n# old\n", "\n# new\n"] {
            lab.begin_notes(text).expect("a file");
        }
        lab.note("a\n").expect("a file");
        lab.note("b").expect("a file");
        let notes = std::fs::read_to_string(lab.folder().expect("its folder").join(NOTES));
        assert_eq!(notes.expect("a file"), "# new\n\na\n\nb\n");
        std::fs::remove_dir_all(lab.results).expect("its folder");
    }
}
