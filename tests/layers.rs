//! The layers of ARCHITECTURE.md: a module of the core uses those above it, never its neighbours or those below.

use std::fs;
use std::path::{Path, PathBuf};

/// From the top down; modules of one line do not know each other.
const LAYERS: [&[&str]; 16] = [
    &["schema"],
    &["error"],
    &["built", "num"],
    &["range", "image", "text"],
    &["named", "record"],
    &["rng", "transform"],
    &["minibatch", "schedule", "prior", "stats", "mh"],
    &["blocks"],
    &["pass"],
    &["precond", "drift", "gradient"],
    &["rule"],
    &["workspace"],
    &["chain"],
    &["checkpoint", "pilot"],
    &["warm_up", "health"],
    &["ensemble"],
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

#[test]
fn no_module_uses_one_below_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut edge_count = 0;
    for path in sources(&root).into_iter().filter(|path| *path != root.join("lib.rs")) {
        let within = path.strip_prefix(&root).expect("below src");
        let module = Path::new(within.iter().next().expect("a name")).with_extension("");
        let module = module.to_str().expect("ASCII");
        let own = layer(module).unwrap_or_else(|| panic!("{module} is in no layer"));
        let source = fs::read_to_string(&path).expect("a source");
        let code = source.lines().filter_map(|line| line.split("//").next()).collect::<Vec<_>>().join("\n");
        for rest in code.split("crate::").skip(1) {
            let used =
                rest.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or_default();
            let used = if used == "Error" { "error" } else { used };
            if used == module {
                continue;
            }
            let theirs = layer(used).unwrap_or_else(|| panic!("{}: {used} is in no layer", within.display()));
            assert!(theirs < own, "{}: {module} uses {used}, which is not above it", within.display());
            edge_count += 1;
        }
        // A precision that is named where a part is looked up brings all parts of it into a program in the other one.
        for precision in ["part::<f32>", "part::<f64>", "terms::<f32>", "terms::<f64>"] {
            assert!(!code.contains(precision), "{}: {precision}", within.display());
        }
    }
    assert!(edge_count > 100, "{edge_count} uses of modules: the parser no longer sees them");
}

/// The picture has the same lines.
#[test]
fn the_architecture_shows_the_layers() {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md")).expect("a text");
    for layer in LAYERS {
        let line = format!(" {}", layer.join("   "));
        let shown = text.lines().any(|shown| {
            shown == line || shown.strip_prefix(&line).is_some_and(|rest| rest.starts_with("  "))
        });
        assert!(shown, "ARCHITECTURE.md has no line that starts with {line:?}");
    }
}
