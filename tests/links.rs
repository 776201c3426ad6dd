//! What the texts link to is there, and every chapter of the guide is in its contents.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The repository's texts; what is built or fetched is not one of them.
fn texts(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        !name.starts_with('.') && name != "target"
    };
    let all = entries.filter(ours).flat_map(|path| if path.is_dir() { texts(&path) } else { vec![path] });
    all.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The lines that are no code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    text.lines().filter(move |line| {
        code ^= line.trim_start().starts_with("```");
        !code
    })
}

/// The names that a text's headings are linked by.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for line in prose(text).filter(|line| line.starts_with('#')) {
        let heading = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        let name: String =
            heading.chars().filter(|c| c.is_alphanumeric() || ['-', '_'].contains(c)).collect();
        let again = (1..).map(|count| format!("{name}-{count}"));
        let new = std::iter::once(name.clone()).chain(again).find(|name| !anchors.contains(name));
        anchors.extend(new);
    }
    anchors
}

#[test]
fn every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut count, mut lost) = (0, vec![]);
    for path in texts(root) {
        let text = read(&path);
        // A link may go on in the next line.
        let prose = prose(&text).collect::<Vec<_>>().join("\n");
        for link in prose.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)) {
            if link.contains("://") || link.contains(' ') {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name("").join(file) };
            count += 1;
            if !target.exists() || !(anchor.is_empty() || anchors(&read(&target)).contains(anchor)) {
                lost.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(count > 50, "{count} links: the parser no longer sees them");
    assert!(lost.is_empty(), "links to nothing: {lost:#?}");
}

#[test]
fn every_chapter_is_in_the_contents() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src");
    let contents = read(&folder.join("SUMMARY.md"));
    let chapters = texts(&folder).into_iter().filter(|path| !path.ends_with("SUMMARY.md"));
    let chapters: Vec<_> = chapters.collect();
    let entries = contents.lines().filter(|line| line.trim_start().starts_with('-'));
    assert_eq!(entries.count(), chapters.len(), "docs/src/SUMMARY.md: one entry for each chapter");
    for chapter in &chapters {
        let title = read(chapter).lines().next().and_then(|line| line.strip_prefix("# ")).map(str::to_owned);
        let name = chapter.file_name().and_then(|name| name.to_str()).expect("ASCII");
        let entry = format!("- [{}]({name})", title.expect("a chapter's first line is its title"));
        assert!(contents.lines().any(|line| line == entry), "docs/src/SUMMARY.md has no line {entry}");
    }
}
