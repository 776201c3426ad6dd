//! Chains side by side on threads, one bar for all of them, and results that outlive an interruption.

use crate::lab::{Lab, Outcome};
use crate::report::Table;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A piece of work: most often a chain.
pub struct Job<'a> {
    /// Tells it from the experiment's others.
    pub name: String,
    /// How much it is, for the bar.
    pub steps: u64,
    /// Does it.
    pub work: Work<'a>,
}

/// Gives a row of numbers.
type Work<'a> = Box<dyn Fn(&Place) -> Outcome<Vec<f64>> + Send + Sync + 'a>;

impl<'a> Job<'a> {
    /// A job of so many steps.
    pub fn new(
        name: impl Into<String>,
        steps: u64,
        work: impl Fn(&Place) -> Outcome<Vec<f64>> + Send + Sync + 'a,
    ) -> Self {
        Self { name: name.into(), steps, work: Box::new(work) }
    }

    /// Its name, which may have slashes, as that of a file.
    fn file_name(&self) -> String {
        self.name.replace('/', " over ")
    }
}

/// Where a job reports and keeps what it has so far.
pub struct Place {
    bar: ProgressBar,
    /// A file of its own, which need not exist.
    pub saved: PathBuf,
}

impl Place {
    /// Counts steps that are done.
    pub fn done(&self, steps: u64) {
        self.bar.inc(steps);
    }

    /// The place of a part of the job, which has a file for itself.
    pub fn part(&self, index: usize) -> Self {
        Self { bar: self.bar.clone(), saved: self.saved.with_extension(format!("{index}.chain")) }
    }

    /// One that nobody looks at.
    #[cfg(test)]
    pub fn hidden(saved: PathBuf) -> Self {
        Self { bar: ProgressBar::hidden(), saved }
    }
}

/// Numbers without names.
pub const UNNAMED: &[&str] = &[];

/// Does all jobs and gives their rows in the jobs' order, whatever the number of threads; the first numbers of a row, which
/// have names, go to `chains.csv`.
///
/// Rows of finished jobs are kept until the experiment is done: after an interruption the same command takes them from
/// there. The first failure ends the run when the jobs under way are done.
pub fn run(
    lab: &Lab,
    experiment: &str,
    names: &[impl AsRef<str>],
    jobs: &[Job<'_>],
) -> Outcome<Vec<Vec<f64>>> {
    let files: BTreeSet<_> = jobs.iter().map(Job::file_name).collect();
    assert_eq!(files.len(), jobs.len(), "two jobs of one name would share a file");
    let state = lab.state(experiment)?;
    let _owner = own(lab, &state)?;
    let bar = ProgressBar::new(jobs.iter().map(|job| job.steps).sum())
        .with_style(ProgressStyle::with_template("{wide_bar} {percent} % of {len} steps, {eta} left")?);
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let failed = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..lab.jobs.min(jobs.len()) {
            scope.spawn(|| {
                while let Some((index, job)) = take(&next, jobs).filter(|_| !failed.load(Ordering::Relaxed)) {
                    let file = |kind| state.join(format!("{}.{kind}", job.file_name()));
                    let place = Place { bar: bar.clone(), saved: file("chain") };
                    let row =
                        finish(job, &place, &file("row")).map_err(|error| format!("{}: {error}", job.name));
                    failed.fetch_or(row.is_err(), Ordering::Relaxed);
                    results.lock().expect("no job panics").push((index, row));
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut results = results.into_inner()?;
    results.sort_by_key(|(index, _)| *index);
    let rows = results.into_iter().map(|(_, row)| row).collect::<Result<Vec<_>, _>>()?;
    if !names.is_empty() {
        let mut table = Table::new(["chain"].into_iter().chain(names.iter().map(AsRef::as_ref)));
        for (job, row) in jobs.iter().zip(&rows) {
            let numbers = row.iter().take(names.len()).map(|x| format!("{x}"));
            table.add([job.name.clone()].into_iter().chain(numbers));
        }
        table.write_csv(lab, experiment, "chains")?;
    }
    Ok(rows)
}

/// Makes what is saved that of this command alone while the file is open: no other takes part, and what another program
/// saved, or one with other options, is dropped.
fn own(lab: &Lab, state: &Path) -> Outcome<File> {
    let text = format!("{}, seeds {:?}\n", lab.program, lab.seeds);
    let path = state.join("program");
    let mut file = File::options().read(true).write(true).create(true).truncate(false).open(&path)?;
    file.try_lock().map_err(|_| format!("{}: another command runs this experiment", state.display()))?;
    let mut known = String::new();
    file.read_to_string(&mut known)?;
    if known != text {
        for entry in std::fs::read_dir(state)? {
            let saved = entry?.path();
            if saved.is_file() && saved != path {
                std::fs::remove_file(saved)?;
            }
        }
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(text.as_bytes())?;
    }
    Ok(file)
}

/// The next job that nobody has taken.
fn take<'a, 'j>(next: &AtomicUsize, jobs: &'a [Job<'j>]) -> Option<(usize, &'a Job<'j>)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, jobs.get(index)?))
}

/// The row of a job: from its file, or from its work, after which it is in the file.
fn finish(job: &Job<'_>, place: &Place, file: &Path) -> Outcome<Vec<f64>> {
    if let Ok(text) = std::fs::read_to_string(file) {
        place.done(job.steps);
        let row = text.lines().map(str::parse).collect::<Result<_, _>>();
        return Ok(row.map_err(|error| format!("{}: {error}; remove it", file.display()))?);
    }
    let row = (job.work)(place)?;
    // Rust prints the shortest decimal that is read back as the same number.
    let text: String = row.iter().map(|x| format!("{x}\n")).collect();
    replace(file, text.as_bytes())?;
    // It is of no use any more, and need not be there.
    let _ = std::fs::remove_file(&place.saved);
    Ok(row)
}

/// Writes a file that is whole or as it was before, whenever the power fails.
pub fn replace(file: &Path, bytes: &[u8]) -> Outcome<()> {
    let new = file.with_extension("new");
    let mut output = File::create(&new)?;
    output.write_all(bytes)?;
    output.sync_all()?;
    std::fs::rename(&new, file)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn what_was_done_before_a_failure_is_not_done_again() {
        let lab = Lab::of_test("failure");
        let (count, done) = (AtomicU32::new(0), AtomicU32::new(0));
        let (count, done) = (&count, &done);
        let jobs = |fails| {
            let all = (0..20).map(|i| {
                Job::new(format!("job 0.{i} a/b"), 1, move |_: &Place| {
                    count.fetch_add(1, Ordering::Relaxed);
                    if i == 10 && fails {
                        return Err("broken".into());
                    }
                    done.fetch_add(1, Ordering::Relaxed);
                    Ok(vec![f64::from(i), 0.1, f64::NAN])
                })
            });
            all.collect::<Vec<_>>()
        };
        let error = run(&lab, "x", UNNAMED, &jobs(true)).expect_err("a job fails").to_string();
        assert_eq!(error, "job 0.10 a/b: broken");
        let before = done.load(Ordering::Relaxed);
        assert!((10..20).contains(&before), "{before} of 20 jobs were done beside one that failed");
        count.store(0, Ordering::Relaxed);
        let rows = run(&lab, "x", &["i", "tenth"], &jobs(false)).expect("no job fails");
        assert_eq!(count.load(Ordering::Relaxed), 20 - before);
        // Nor where what comes after the jobs failed, if it is the same program.
        run(&lab, "x", UNNAMED, &jobs(false)).expect("no job fails");
        assert_eq!(count.load(Ordering::Relaxed), 20 - before);
        let csv = std::fs::read_to_string(lab.folder("x").expect("its folder").join("chains.csv"));
        assert!(csv.expect("a file").starts_with("chain,i,tenth\njob 0.0 a/b,0,0.1\n"));
        let first: Vec<_> = rows.iter().map(|row| row[0]).collect();
        assert_eq!(first, (0..20).map(f64::from).collect::<Vec<_>>());
        assert!(rows.iter().all(|row| row[1] == 0.1 && row[2].is_nan()));
        let state = lab.state("x").expect("its folder");
        let owner = own(&lab, &state).expect("the same program");
        let error = run(&lab, "x", UNNAMED, &jobs(false)).expect_err("another command").to_string();
        assert!(error.contains("another command"), "{error}");
        drop(owner);
        let other = Lab { seeds: Some(3), ..lab };
        run(&other, "x", UNNAMED, &jobs(false)).expect("no job fails");
        assert_eq!(count.load(Ordering::Relaxed), 40 - before);
        let other = Lab { program: "another".to_owned(), ..other };
        run(&other, "x", UNNAMED, &jobs(false)).expect("no job fails");
        assert_eq!(count.load(Ordering::Relaxed), 60 - before);
        std::fs::remove_dir_all(other.results).expect("its folder");
    }
}
