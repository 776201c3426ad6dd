//! Commands of the texts, as far as they can be tried without what they install, build or take: what each names is there.

use super::support::{Block, found, root_dir, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The repository's texts, by their paths from the root; what is built or fetched is not one of them.
pub fn texts() -> Vec<String> {
    fn add(folder: &Path, texts: &mut Vec<String>) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_str().unwrap_or_default();
            if path.is_dir() && !name.starts_with('.') && name != "target" {
                add(&path, texts);
            } else if name.ends_with(".md") {
                texts.push(path.strip_prefix(root_dir()).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    let mut texts = Vec::new();
    add(root_dir(), &mut texts);
    texts.sort();
    texts
}

fn read(name: &str) -> String {
    fs::read_to_string(root_dir().join(name)).unwrap()
}

/// The packages that cargo can build here.
fn packages() -> Vec<String> {
    let tree = ["Cargo.toml", "ffi/Cargo.toml", "schema/Cargo.toml", "examples/Cargo.toml"];
    let manifests = tree.iter().chain(&["examples/published/Cargo.toml", "examples/export/Cargo.toml"]);
    let name = |manifest: &&str| {
        read(manifest).lines().find_map(|line| Some(line.strip_prefix("name = ")?.to_owned()))
    };
    manifests.filter_map(name).map(|name| name.replace('"', "")).collect()
}

/// Whether what cargo is asked for is there.
fn cargo(words: &[&str]) -> bool {
    let ours = words.iter().position(|word| *word == "--").unwrap_or(words.len());
    let is_in = |folders: &[&str], name: &str| {
        folders.iter().any(|folder| root_dir().join(folder).join(name).with_extension("rs").exists())
    };
    let known = |pair: &[&str]| match pair[0] {
        "--example" => is_in(&["examples"], pair[1]),
        "--test" => is_in(&["tests", "ffi/tests"], pair[1]),
        "--bench" => is_in(&["benches"], pair[1]),
        "-p" | "--package" => packages().iter().any(|name| name == pair[1]),
        "--profile" => read("Cargo.toml").contains(&format!("[profile.{}]", pair[1])),
        _ => true,
    };
    ["run", "test", "build", "bench", "doc"].contains(&words[0]) && words[..ours].windows(2).all(known)
}

/// Whether a command could be run in this folder, which it may change.
fn could_run(words: &[&str], folder: &mut PathBuf) -> bool {
    let is_here = |name: &str| folder.join(name).exists();
    match words {
        [] | ["export", ..] => true,
        [setting, rest @ ..] if setting.contains('=') => could_run(rest, folder),
        ["sudo", rest @ ..] | ["mpirun", "-n", _, rest @ ..] => could_run(rest, folder),
        ["cd", to] => {
            *folder = folder.join(to);
            folder.exists()
        }
        ["cargo", rest @ ..] => cargo(rest),
        ["make", rest @ ..] => {
            // It says what it would do.
            !found("make")
                || run(Command::new("make").current_dir(folder).arg("-n").args(rest)).status.success()
        }
        ["apt" | "apt-get", "install", packages @ ..] => {
            // Rust is there before; make and gcc are among them.
            let ours = read(".ci/tools");
            packages.iter().all(|package| ours.split_whitespace().any(|word| word == *package))
        }
        ["rustup", "target", "add", targets @ ..] => {
            let known = run(Command::new("rustc").args(["--print", "target-list"])).stdout;
            let known = String::from_utf8(known).unwrap();
            targets.iter().all(|target| known.lines().any(|line| line == *target))
        }
        ["pip", "install", "-r", file] => is_here(file),
        ["julia", project, rest @ ..] => {
            project.strip_prefix("--project=").is_some_and(is_here) && rest.iter().all(|file| is_here(file))
        }
        ["python3", program, ..] => is_here(program),
        [program, ..] if program.starts_with(".ci/") => is_here(program),
        [program, ..] => {
            // `target/examples-cpp/threads`
            let path = program.strip_prefix("target/examples-").and_then(|rest| rest.split_once('/'));
            let kinds =
                |(of, name): (&str, &str)| ["c", "cpp"].map(|kind| format!("examples/{of}/{name}.{kind}"));
            path.is_some_and(|path| kinds(path).iter().any(|file| root_dir().join(file).exists()))
        }
    }
}

/// Fails unless every command of a block could be run.
pub fn rehearse(block: &Block) {
    let mut folder = root_dir().to_owned();
    for line in block.code.lines() {
        let line = line.split(" #").next().unwrap_or_default();
        for command in line.split("&&").filter(|command| !command.starts_with('#')) {
            let words: Vec<&str> = command.split_whitespace().collect();
            // Where output goes is no word of the command's.
            let end = words.iter().position(|word| word.starts_with(['>', '<'])).unwrap_or(words.len());
            let can = could_run(&words[..end], &mut folder);
            assert!(can, "{}:{}: nothing says that this runs: {command}", block.file, block.line);
        }
    }
}
