//! Chains side by side on threads, one bar for all of them, and results that outlive an interruption.

use crate::lab::{Lab, Outcome, fingerprint, named};
use crate::report::Table;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

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
#[derive(Clone)]
pub struct Place {
    bar: ProgressBar,
    /// Steps that were counted.
    counted: Arc<AtomicU64>,
    /// A file of its own, which need not exist.
    pub saved: PathBuf,
}

impl Place {
    fn new(bar: ProgressBar, saved: PathBuf) -> Self {
        Self { bar, counted: Arc::default(), saved }
    }

    /// Counts steps that are done, where there are looks on the way; the rest count when the job is done.
    pub fn done(&self, steps: u64) {
        self.counted.fetch_add(steps, Ordering::Relaxed);
        self.bar.inc(steps);
    }

    /// The place of a part of the job, which has a file for itself.
    pub fn part(&self, index: usize) -> Self {
        Self { saved: self.saved.with_extension(format!("{index}.chain")), ..self.clone() }
    }

    /// One that nobody looks at.
    #[cfg(test)]
    pub fn hidden(saved: PathBuf) -> Self {
        Self::new(ProgressBar::hidden(), saved)
    }
}

/// Numbers without names.
pub const UNNAMED: &[&str] = &[];

/// Does all jobs and gives their rows in the jobs' order, whatever the number of threads; the first numbers of a row, which
/// have names, go to `chains.csv`.
///
/// Rows of finished jobs are kept until the experiment is done: after an interruption the same command takes them from
/// there. The first failure ends the run when the jobs under way are done.
pub fn run(lab: &Lab, names: &[impl AsRef<str>], jobs: &[Job<'_>]) -> Outcome<Vec<Vec<f64>>> {
    let files: BTreeSet<_> = jobs.iter().map(Job::file_name).collect();
    assert_eq!(files.len(), jobs.len(), "two jobs of one name would share a file");
    let state = lab.state()?;
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
                    let place = Place::new(bar.clone(), file("chain"));
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
        table.write_csv(lab, "chains")?;
    }
    Ok(rows)
}

/// Keeps other commands from an experiment while the file is open; what another build of the program saved of it, or one
/// with other options, is dropped, and how much that was is told.
pub fn lock(lab: &Lab) -> Outcome<File> {
    let text = format!("{}, seeds {:?}\n", lab.program, lab.seeds);
    let state = lab.state()?;
    let path = state.join("program");
    let open = || -> Outcome<_> {
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(&path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err("another command runs this experiment".into()),
            Err(TryLockError::Error(error)) => return Err(error.into()),
            Ok(()) => {}
        }
        let mut known = Vec::new();
        file.read_to_end(&mut known)?;
        Ok((file, known == text.as_bytes()))
    };
    let (mut file, known) = named(&path, open())?;
    if !known {
        let [finished, unfinished] = drop_all(&state, &path)?;
        if finished + unfinished > 0 {
            eprintln!(
                "dropped {finished} finished chains, and {unfinished} files of unfinished ones, of another build of this \
                 program or of other --seeds"
            );
        }
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(text.as_bytes())?;
    }
    Ok(file)
}

/// Removes all files below a folder but one, and counts the finished chains among them and the files of unfinished ones.
fn drop_all(folder: &Path, but: &Path) -> Outcome<[u32; 2]> {
    let mut dropped = [0; 2];
    for entry in named(folder, std::fs::read_dir(folder))? {
        let entry = entry?;
        let saved = entry.path();
        // Of a link the link goes, not what it points to.
        if entry.file_type()?.is_dir() {
            let below = drop_all(&saved, but)?;
            dropped = [0, 1].map(|i| dropped[i] + below[i]);
        } else if saved != but {
            named(&saved, std::fs::remove_file(&saved))?;
            let is = |kind: &str| u32::from(saved.extension().is_some_and(|own| own == kind));
            dropped = [dropped[0] + is("row"), dropped[1] + is("chain")];
        }
    }
    Ok(dropped)
}

/// The next job that nobody has taken.
fn take<'a, 'j>(next: &AtomicUsize, jobs: &'a [Job<'j>]) -> Option<(usize, &'a Job<'j>)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, jobs.get(index)?))
}

/// The row of a job: from its file, or from its work, after which it is in the file.
fn finish(job: &Job<'_>, place: &Place, file: &Path) -> Outcome<Vec<f64>> {
    if file.exists() {
        let text = named(file, std::fs::read_to_string(file))?;
        let mut lines = text.lines();
        let mark = lines.next_back();
        let row = lines.map(str::parse).collect::<Result<Vec<_>, _>>();
        let row = row.ok().filter(|row| mark == Some(&seal(job, row)));
        place.done(job.steps);
        return Ok(row.ok_or_else(|| format!("{}: not whole; remove it", file.display()))?);
    }
    let mut row = (job.work)(place)?;
    place.done(job.steps.saturating_sub(place.counted.load(Ordering::Relaxed)));
    // A text keeps neither a NaN's sign nor its payload, which differ between machines.
    row.iter_mut().filter(|x| x.is_nan()).for_each(|x| *x = f64::NAN);
    // Rust prints the shortest decimal that is read back as the same number.
    let numbers: String = row.iter().map(|x| format!("{x}\n")).collect();
    replace(file, (numbers + &seal(job, &row) + "\n").as_bytes())?;
    // What was saved on the way is of no use any more, and need not be there.
    let _ = std::fs::remove_file(&place.saved);
    let _ = (0..).try_for_each(|i| std::fs::remove_file(place.part(i).saved));
    Ok(row)
}

/// The last line of a row's file, which tells a whole one from one that is damaged, or another job's.
fn seal(job: &Job<'_>, row: &[f64]) -> String {
    format!("{} of {}", fingerprint(&[row]), job.name)
}

/// Writes a file that is whole or as it was before, whenever the power fails.
pub fn replace(file: &Path, bytes: &[u8]) -> Outcome<()> {
    let new = file.with_extension("new");
    let write = || {
        let mut output = File::create(&new)?;
        output.write_all(bytes)?;
        output.sync_all()?;
        std::fs::rename(&new, file)
    };
    named(file, write())
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
                    Ok(vec![f64::from(i), 0.1, -f64::NAN])
                })
            });
            all.collect::<Vec<_>>()
        };
        drop(lock(&lab).expect("nobody else"));
        let error = run(&lab, UNNAMED, &jobs(true)).expect_err("a job fails").to_string();
        assert_eq!(error, "job 0.10 a/b: broken");
        let before = done.load(Ordering::Relaxed);
        assert!((10..20).contains(&before), "{before} of 20 jobs were done beside one that failed");
        count.store(0, Ordering::Relaxed);
        let rows = run(&lab, &["i", "tenth"], &jobs(false)).expect("no job fails");
        assert_eq!(count.load(Ordering::Relaxed), 20 - before);
        // Nor where what comes after the jobs failed, if it is the same program.
        drop(lock(&lab).expect("nobody else"));
        run(&lab, UNNAMED, &jobs(false)).expect("no job fails");
        assert_eq!(count.load(Ordering::Relaxed), 20 - before);
        let csv = std::fs::read_to_string(lab.folder().expect("its folder").join("chains.csv"));
        assert!(csv.expect("a file").starts_with("chain,i,tenth\njob 0.0 a/b,0,0.1\n"));
        let first: Vec<_> = rows.iter().map(|row| row[0]).collect();
        assert_eq!(first, (0..20).map(f64::from).collect::<Vec<_>>());
        // Of NaN, too, the bits are those that are read back.
        assert!(rows.iter().all(|row| row[1] == 0.1 && row[2].to_bits() == f64::NAN.to_bits()));
        let folder = lab.of("x/reference").state().expect("a folder");
        for file in ["a.row", "b.chain", "c.chain"] {
            std::fs::write(folder.join(file), "").expect("a file");
        }
        let state = lab.state().expect("its folder");
        let program = state.join("program");
        assert_eq!(drop_all(&state, &program).expect("files"), [20 + 1, 2]);
        assert!(
            program.exists()
                && !folder.join("a.row").exists()
                && !state.join("job 0.1 a over b.row").exists()
        );
        run(&lab, UNNAMED, &jobs(false)).expect("no job fails");
        count.store(20 - before, Ordering::Relaxed);
        let owner = lock(&lab).expect("the same program");
        let error = lock(&lab).expect_err("another command").to_string();
        assert!(error.contains("another command"), "{error}");
        drop(owner);
        let other = Lab { seeds: Some(3), ..lab };
        drop(lock(&other).expect("nobody else"));
        run(&other, UNNAMED, &jobs(false)).expect("no job fails");
        assert_eq!(count.load(Ordering::Relaxed), 40 - before);
        let other = Lab { program: "another".to_owned(), ..other };
        drop(lock(&other).expect("nobody else"));
        run(&other, UNNAMED, &jobs(false)).expect("no job fails");
        assert_eq!(count.load(Ordering::Relaxed), 60 - before);
        std::fs::remove_dir_all(other.results).expect("its folder");
    }

    #[test]
    fn a_row_that_is_damaged_or_another_jobs_is_refused_by_its_file() {
        let lab = Lab::of_test("damage");
        let jobs = || ["a", "b"].map(|name| Job::new(name, 1, |_: &Place| Ok(vec![0.5, 12.25])));
        run(&lab, UNNAMED, &jobs()).expect("rows");
        let state = lab.state().expect("its folder");
        let file = state.join("a.row");
        let whole = std::fs::read_to_string(&file).expect("a row");
        let without_a_line = whole.lines().skip(1).collect::<Vec<_>>().join("\n");
        let others = std::fs::read_to_string(state.join("b.row")).expect("a row");
        let cut = whole[..whole.len() - 4].to_owned();
        for text in
            [String::new(), without_a_line, cut, others, whole.replace("12", "13"), format!("1\n{whole}")]
        {
            std::fs::write(&file, &text).expect("a file");
            let error = run(&lab, UNNAMED, &jobs()).expect_err("a damaged row").to_string();
            assert!(error.contains("a.row: not whole"), "{error} after {text:?}");
        }
        std::fs::write(&file, whole).expect("a file");
        assert_eq!(run(&lab, UNNAMED, &jobs()).expect("rows"), [[0.5, 12.25]; 2]);
        std::fs::remove_dir_all(lab.results).expect("its folder");
    }
}
