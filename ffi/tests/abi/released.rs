//! What the ABI of the last release was. No variable of the tests writes it: a release's tag does.

use crate::support::{run, stdout, succeeds};
use std::path::Path;
use std::process::Command;

#[derive(Debug, PartialEq)]
pub enum Released {
    /// The dump under the last tag.
    As(String),
    /// No tag is an ancestor.
    Nothing,
    /// These files are no repository of git's.
    Unknown,
}

fn git(root: &Path, arguments: &[&str]) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(root).args(["-c", "safe.directory=*"]).args(arguments);
    git
}

pub fn released(root: &Path) -> Released {
    const LAST_TAG: [&str; 5] = ["describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"];
    if !succeeds(&mut git(root, &["rev-parse", "HEAD"])) {
        return Released::Unknown;
    }
    let output = git(root, &LAST_TAG).output().unwrap();
    if !output.status.success() {
        return Released::Nothing;
    }
    let dump = format!("{}:ffi/tests/abi/current.txt", stdout(&output).trim());
    Released::As(stdout(&run(&mut git(root, &["show", &dump]))).to_owned())
}

/// A release is what its tag says, whatever is blessed and committed after it.
#[test]
fn only_a_tag_releases() {
    if !crate::found("git") {
        return;
    }
    let root = &crate::output_path("releases");
    let folder = root.join("ffi/tests/abi");
    let _ = std::fs::remove_dir_all(root);
    std::fs::create_dir_all(&folder).unwrap();
    let commit = |dump: &str| {
        std::fs::write(folder.join("current.txt"), dump).unwrap();
        run(&mut git(root, &["add", "."]));
        let author = ["-c", "user.name=a", "-c", "user.email=a@b"];
        run(&mut git(root, &[&author[..], &["commit", "-q", "--no-gpg-sign", "-m", "dump"]].concat()));
    };
    run(&mut git(root, &["init", "-q"]));
    commit("version 0.1.0\n");
    assert_eq!(released(root), Released::Nothing);
    run(&mut git(root, &["tag", "v0.1.0"]));
    run(&mut git(root, &["tag", "another"]));
    commit("version 0.1.0, blessed again\n");
    assert_eq!(released(root), Released::As("version 0.1.0\n".to_owned()));
}
