//! `examples/c/resume.c`, killed at random again and again: it ends with the bits of a run that nothing interrupted.
#![cfg(unix)]

mod support;

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use support::{found, library_dir, linked_program, output_path, run, stdout};

const STEPS: &str = "40000";
/// Steps from a checkpoint to the next: so few that kills meet the file's writing, too.
const EVERY: &str = "100";
const KILLS: u32 = 50;
const SIGKILL: i32 = 9;

fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let sources = ["resume.c", "durable.c", "mixture.c", "support.c"]
            .map(|name| format!("../../../examples/c/{name}"));
        let library = library_dir().join("libsgmcmc.a");
        linked_program("gcc", &library, "resume", &sources.each_ref().map(String::as_str), &["-O2"])
    })
}

/// A folder of its own for a file of checkpoints.
fn file(name: &str) -> PathBuf {
    let folder = output_path(&format!("resume_{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder.join("chain")
}

fn resume(program: &Path, file: &Path, every: &str) -> Command {
    let mut command = Command::new(program);
    command.arg(file).args([STEPS, every]);
    command
}

#[test]
fn killed_again_and_again_it_ends_with_the_same_bits() {
    if !found("gcc") {
        return;
    }
    let program = program();
    let whole = run(&mut resume(program, &file("whole"), STEPS));
    assert!(stdout(&whole).contains("fingerprint"));

    let file = file("killed");
    let mut random = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64;
    let (mut sizes, mut begun) = (Vec::new(), Vec::new());
    let mut kills = 0;
    while kills < KILLS {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let mut child =
            resume(program, &file, EVERY).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        thread::sleep(Duration::from_micros(random >> 32 & 0xffff));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        if output.status.success() {
            // It was done before the kill, on a fast machine: with the right bits, and another one begins.
            assert_eq!(stdout(&output), stdout(&whole));
            fs::remove_file(&file).unwrap();
            continue;
        }
        assert_eq!(output.status.signal(), Some(SIGKILL), "it failed: {output:?}");
        kills += 1;
        begun.extend(String::from_utf8(output.stderr).unwrap().lines().map(str::to_owned));
        sizes.extend(fs::metadata(&file).map(|file| file.len()));
    }
    let last = run(&mut resume(program, &file, EVERY));
    assert_eq!(stdout(&last), stdout(&whole));
    assert!(sizes.iter().all(|size| *size == sizes[0]), "half a file: {sizes:?}");
    // It did go on, from many places.
    begun.dedup();
    assert!(begun.len() > 10, "{begun:?}");
}

/// What is no checkpoint is said to be none, and is not overwritten.
#[test]
fn a_damaged_file_is_left_alone() {
    if !found("gcc") {
        return;
    }
    let (program, file) = (program(), file("damaged"));
    run(Command::new(program).arg(&file).args(["100", "100"]));
    let whole = fs::read(&file).unwrap();
    let flipped =
        |at: usize| whole.iter().enumerate().map(move |(i, byte)| byte ^ u8::from(i == at)).collect();
    for (bytes, says) in [
        (vec![], "truncated"),
        (whole[..whole.len() - 1].to_vec(), "truncated"),
        ([&whole[..], b"\n"].concat(), "truncated, or followed by other bytes"),
        (flipped(0), "not a checkpoint"),
        (flipped(100), "damaged"),
    ] {
        fs::write(&file, &bytes).unwrap();
        let output = Command::new(program).arg(&file).args(["200", "100"]).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && stderr.contains(says), "{says}: {output:?}");
        assert_eq!(fs::read(&file).unwrap(), bytes);
    }
    // With more steps to do, a whole one goes on.
    fs::write(&file, &whole).unwrap();
    let output = run(Command::new(program).arg(&file).args(["200", "100"]));
    assert!(stdout(&output).starts_with("steps        200\n"));
}
