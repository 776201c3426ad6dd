//! Chains side by side on threads, one bar for all of them, and results that outlive an interruption.

use crate::lab::{Lab, Outcome};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A piece of work: most often a chain.
pub struct Job<'a> {
    /// Tells it from the experiment's others; a part of file names.
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

    /// One that nobody looks at.
    #[cfg(test)]
    pub fn hidden(saved: PathBuf) -> Self {
        Self { bar: ProgressBar::hidden(), saved }
    }
}

/// Does all jobs and gives their rows in the jobs' order, whatever the number of threads.
///
/// Rows of finished jobs are kept in the folder `state` of the results until all are done: after an interruption the same
/// command takes them from there. The first failure ends the run when the jobs under way are done.
pub fn run(lab: &Lab, experiment: &str, jobs: &[Job<'_>]) -> Outcome<Vec<Vec<f64>>> {
    let state = lab.folder(experiment)?.join("state");
    std::fs::create_dir_all(&state)?;
    let bar = ProgressBar::new(jobs.iter().map(|job| job.steps).sum())
        .with_style(ProgressStyle::with_template("{wide_bar} {percent} % of {len} steps, {eta} left")?);
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let failed = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..lab.jobs.min(jobs.len()) {
            scope.spawn(|| {
                while let Some((index, job)) = take(&next, jobs).filter(|_| !failed.load(Ordering::Relaxed)) {
                    // A name may have a dot, which is no extension of it.
                    let file = |extension: &str| state.join(format!("{}.{extension}", job.name));
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
    // The next command begins anew: its program may be another.
    std::fs::remove_dir_all(&state)?;
    Ok(rows)
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
    use std::io::Write;
    let new = file.with_extension("new");
    let mut output = std::fs::File::create(&new)?;
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
                Job::new(format!("job 0.{i}"), 1, move |_: &Place| {
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
        let error = run(&lab, "x", &jobs(true)).expect_err("a job fails").to_string();
        assert_eq!(error, "job 0.10: broken");
        let before = done.load(Ordering::Relaxed);
        assert!((10..20).contains(&before), "{before} of 20 jobs were done beside one that failed");
        count.store(0, Ordering::Relaxed);
        let rows = run(&lab, "x", &jobs(false)).expect("no job fails");
        assert_eq!(count.load(Ordering::Relaxed), 20 - before);
        let first: Vec<_> = rows.iter().map(|row| row[0]).collect();
        assert_eq!(first, (0..20).map(f64::from).collect::<Vec<_>>());
        assert!(rows.iter().all(|row| row[1] == 0.1 && row[2].is_nan()));
        assert!(!lab.folder("x").expect("its folder").join("state").exists());
        std::fs::remove_dir_all(lab.results).expect("its folder");
    }
}
