//! The headers of C: one for each subject, and the one that includes them all. cbindgen declares; here each declaration
//! comes to its subject, and what is the same in both precisions is documented once.

use crate::model::Model;
use crate::path;
use crate::prose::ROOM;
use sgmcmc::Function;

/// In the order in which the headers show them. cbindgen looks for a file's modules beside it, so that none has the name
/// of a neighbour.
pub const SOURCES: [&str; 17] = [
    "constants.rs",
    "made/types.rs",
    "status.rs",
    "refused.rs",
    "schedule.rs",
    "text.rs",
    "statistics.rs",
    "convert.rs",
    "rng.rs",
    "estimates.rs",
    "stored.rs",
    "health.rs",
    "ensemble.rs",
    "f32/model.rs",
    "made/functions.rs",
    "made/f32.rs",
    "made/draws_f32.rs",
];

/// A header's name and title, and how the names begin that it declares, without `sgmcmc_`: of all beginnings the longest
/// counts. A header uses those above it.
const SUBJECTS: [(&str, &str, &str); 14] = [
    (
        "library",
        "Conventions, versions, statuses, instruction sets",
        "SGMCMC_ error status refused version abi align simd",
    ),
    (
        "kinds",
        "The kinds that settings choose from",
        "sampler_kind batch_kind rule_kind drift_kind momentum_form velocity thermostat splitting preconditioner_kind \
         gradient_scale schedule_kind schedule_unit estimator_kind clipping_kind noise_kind noise_compensation_kind \
         proposal_kind proposal_gradient density prior_kind moments draw_weight",
    ),
    ("rule", "Update rules and schedules", "rule drift preconditioner schedule"),
    (
        "settings",
        "The settings of a chain, and as text",
        "block chain_settings settings batch sampler estimator clipping prior proposal noise",
    ),
    (
        "model",
        "What the host supplies: a model, and who looks at a run; what they see",
        "log_ metric diffusion scheduled model draw observer progress chain_f32 run_options",
    ),
    ("chain", "Chains", "chain step"),
    ("checkpoint", "Chains in files", "checkpoint chain_save chain_restore"),
    (
        "estimates",
        "Estimates, and draws that are stored",
        "estimate estimates doubt summary r_hat stein reservoir",
    ),
    ("pilot", "Pilots and warm-ups: settings that are found", "finding pilot chain_warm_up"),
    ("health", "The health of a run", "health"),
    ("ensemble", "A model and a start: chains that find the rest", "ensemble"),
    (
        "stateless",
        "Rules without a chain",
        "rule_applied rule_at rule_vectors rule_lengths rule_start rule_move rule_step",
    ),
    ("transform", "Constrained parameters", "transform constrain pull_back unconstrain"),
    (
        "numbers",
        "Random numbers, functions, fingerprints, step sizes of others",
        "rng function map fingerprint keep from",
    ),
];

/// Types that an earlier header than their subject's names.
const EARLY: [(&str, &str); 4] = [
    ("sgmcmc_chain_statistics", "model"),
    ("sgmcmc_health", "model"),
    ("sgmcmc_rng", "stateless"),
    ("sgmcmc_rule_applied", "stateless"),
];

/// Of this header; Cargo.toml alone knows it.
pub const VERSION: [(&str, &str); 3] = [
    ("SGMCMC_VERSION_MAJOR", env!("CARGO_PKG_VERSION_MAJOR")),
    ("SGMCMC_VERSION_MINOR", env!("CARGO_PKG_VERSION_MINOR")),
    ("SGMCMC_VERSION_PATCH", env!("CARGO_PKG_VERSION_PATCH")),
];

/// The version macros.
fn version_macros() -> String {
    let each = VERSION.map(|(name, number)| format!("#define {name} {number}\n")).concat();
    format!(
        "/* The version of this header; sgmcmc_version_number() has the library's. */\n{each}\
         #define SGMCMC_VERSION_NUMBER \\\n    \
         (SGMCMC_VERSION_MAJOR * 1000000 + SGMCMC_VERSION_MINOR * 1000 + SGMCMC_VERSION_PATCH)\n"
    )
}

/// The elementary functions of one number, for the code of models: they call those of arrays.
fn functions_of_one_number() -> String {
    let mut out = "// Elementary functions of one number, with the same bits on every machine.\n\
                   #ifdef __cplusplus\n#define SGMCMC_INLINE inline\n#else\n#define SGMCMC_INLINE static inline\n#endif\n"
        .to_owned();
    for (real, precision) in [("float", "f32"), ("double", "f64")] {
        for function in Function::ALL {
            let name = function.name().to_lowercase();
            out += &format!(
                "SGMCMC_INLINE {real} sgmcmc_{name}_{precision}({real} x) {{ sgmcmc_map_{precision}(&x, &x, 1, SGMCMC_FUNCTION_{}); return x; }}\n",
                name.to_uppercase()
            );
        }
    }
    out
}

/// A declaration: its comment, and its code.
struct Item {
    name: String,
    comment: String,
    code: String,
}

impl Item {
    fn new(lines: &[&str]) -> Self {
        let (comment, code) = lines.split_at(lines.iter().take_while(|line| line.starts_with("//")).count());
        let first = code.first().expect("code");
        let name = if let Some(rest) = first.strip_prefix("#define ") {
            rest.split(' ').next().expect("a name")
        } else if let Some((_, rest)) = first.split_once("(*") {
            rest.split(')').next().expect("a name")
        } else if let Some((head, _)) = first.split_once('(') {
            head.rsplit([' ', '*']).next().expect("a name")
        } else {
            first.trim_end_matches([' ', '{', ';']).rsplit(' ').next().expect("a name")
        };
        let is_long = first.contains('(');
        let code = if is_long { filled(&joined(code)) } else { code.join("\n") };
        // What has a label needs no empty line above it.
        let is_labelled =
            |line: &str| ["// Returns:", "// Out:", "// In"].iter().any(|it| line.starts_with(it));
        let before = comment.iter().zip(comment.iter().skip(1).chain([&""]));
        let kept = before.filter(|(line, next)| line.trim_end() != "//" || !is_labelled(next));
        let comment = kept.map(|(line, _)| *line).collect::<Vec<_>>().join("\n");
        Self { name: name.to_owned(), comment, code: unnamed_keywords(&code) }
    }

    /// The same in doubles, with its comment where that says more than the name does.
    fn twin(&self) -> Option<String> {
        let it = |text: &str| text.replace("f32", "f64").replace("float", "double");
        let is_type = self.code.starts_with("typedef");
        self.name.ends_with("_f32").then(|| {
            let comment = if is_type && self.code.contains('{') {
                format!("// As {}, in doubles.\n", self.name)
            } else {
                String::new()
            };
            let code: Vec<&str> =
                self.code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            let code = if code[0].contains('(') { filled(&joined(&code)) } else { code.join("\n") };
            comment + &it(&code)
        })
    }

    /// Where it is declared.
    fn subject(&self) -> usize {
        let early = EARLY.iter().find(|(name, _)| *name == self.name).map(|(_, subject)| *subject);
        let stem = self.name.strip_prefix("sgmcmc_").unwrap_or(&self.name);
        // Whole words of the name.
        let fit = |start: &str| match stem.strip_prefix(start) {
            Some(rest) if rest.is_empty() || rest.starts_with('_') || start.ends_with('_') => start.len(),
            _ => 0,
        };
        let best = |begins: &str| begins.split_whitespace().map(fit).max().unwrap_or_default();
        let found = match early {
            Some(subject) => SUBJECTS.iter().position(|(name, ..)| *name == subject),
            None => (0..SUBJECTS.len()).max_by_key(|i| best(SUBJECTS[*i].2)),
        };
        found
            .filter(|i| early.is_some() || best(SUBJECTS[*i].2) > 0)
            .unwrap_or_else(|| panic!("{}", self.name))
    }
}

/// Lines as one.
fn joined(code: &[&str]) -> String {
    assert!(code.iter().all(|line| !line.contains("//")), "a comment within {code:?}");
    code.join(" ").split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(")
}

/// A declaration of a function in lines of at most 120 characters.
fn filled(text: &str) -> String {
    let text = unnamed_keywords(text);
    let (mut lines, mut line) = (Vec::new(), String::new());
    for piece in text.split_inclusive(", ") {
        if !line.is_empty() && line.len() + piece.trim_end().len() > 120 {
            lines.push(line.trim_end().to_owned());
            line = "    ".to_owned();
        }
        line += piece;
    }
    lines.push(line);
    lines.join("\n")
}

/// A comment of one line stands beside what it is about, where there is room.
fn beside(code: &str) -> String {
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    let lines: Vec<&str> = code.lines().collect();
    let (mut out, mut i) = (Vec::new(), 0);
    while let Some(line) = lines.get(i) {
        let one = i > 0 && is_comment(line) && !is_comment(lines[i - 1]);
        match lines.get(i + 1) {
            Some(next) if one && !is_comment(next) && next.len() + line.trim_start().len() < 120 => {
                out.push(format!("{next} {}", line.trim_start()));
                i += 1;
            }
            _ => out.push((*line).to_owned()),
        }
        i += 1;
    }
    out.join("\n")
}

/// Every struct and enum has a name of one word.
fn unnamed_keywords(code: &str) -> String {
    let is_declared = |line: &str| line.starts_with("typedef struct") || line.starts_with("typedef enum");
    let line = |line: &str| {
        if is_declared(line) || line.trim_start().starts_with("//") {
            line.to_owned()
        } else {
            line.replace("struct sgmcmc_", "sgmcmc_").replace("enum sgmcmc_", "sgmcmc_")
        }
    };
    code.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// What cbindgen declares.
fn items(model: &Model, config: &cbindgen::Config) -> Vec<Item> {
    let mut config = config.clone();
    config.header = None;
    config.include_guard = None;
    config.cpp_compat = false;
    config.sys_includes = Vec::new();
    // No function has an enum in its signature, so that nothing else would bring them in.
    config.export.include =
        model.enums.iter().map(|it| it.name.clone()).chain(["sgmcmc_simd".into()]).collect();
    let sources = SOURCES
        .iter()
        .fold(cbindgen::Builder::new().with_config(config), |builder, source| builder.with_src(path(source)));
    let mut text = Vec::new();
    sources.generate().expect("the headers").write(&mut text);
    let text = String::from_utf8(text).expect("the headers");
    let (mut items, mut lines, mut depth) = (Vec::new(), Vec::new(), 0);
    let is_room = |line: &&str| line.trim() == format!("// {ROOM}");
    for line in text.lines().filter(|line| !is_room(line)).chain([""]) {
        if line.is_empty() && depth == 0 {
            if !lines.is_empty() {
                items.push(Item::new(&std::mem::take(&mut lines)));
            }
            continue;
        }
        let code = line.split("//").next().unwrap_or_default();
        depth += code.matches('{').count() as i32 - code.matches('}').count() as i32;
        if !line.is_empty() {
            lines.push(line);
        }
    }
    items
}

/// Whether a text names something.
fn uses(text: &str, name: &str) -> bool {
    let code = text.lines().filter_map(|line| line.split("//").next());
    code.flat_map(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '_'))).any(|word| word == name)
}

pub struct Headers {
    /// By their paths, that of all last.
    pub files: Vec<(String, String)>,
    /// All in one, for those who copy it.
    pub single: String,
    /// The names of what they declare.
    pub order: Vec<String>,
}

pub fn headers(model: &Model) -> Headers {
    let config = cbindgen::Config::from_file(path("../cbindgen.toml")).expect("the settings of cbindgen");
    let conventions = config.header.clone().expect("the conventions").trim().to_owned() + "\n";
    let mut bodies: Vec<String> = vec![String::new(); SUBJECTS.len()];
    let mut names: Vec<Vec<String>> = vec![Vec::new(); SUBJECTS.len()];
    for item in items(model, &config) {
        let subject = item.subject();
        let comment = if item.comment.is_empty() { String::new() } else { format!("{}\n", item.comment) };
        bodies[subject] += &format!("\n{comment}{}\n", beside(&item.code));
        if let Some(twin) = item.twin() {
            bodies[subject] += &format!("{}{twin}\n", if item.code.contains('{') { "\n" } else { "" });
            names[subject].extend([item.name.clone(), item.name.replace("f32", "f64")]);
        } else {
            names[subject].push(item.name);
        }
    }
    bodies[0] = format!("\n{}{}", version_macros(), bodies[0]);
    let last = SUBJECTS.len() - 1;
    bodies[last] = format!("{}\n{}", bodies[last], functions_of_one_number());

    let mut files = Vec::new();
    let mut all = String::new();
    for (i, (name, title, _)) in SUBJECTS.iter().enumerate() {
        // Enums are passed as numbers, so that no declaration names those of settings.
        let of_kinds = ["rule", "settings", "estimates"].contains(name);
        let used = |j: &usize| {
            names[*j].iter().any(|name| uses(&bodies[i], name)) || of_kinds && SUBJECTS[*j].0 == "kinds"
        };
        let later = (i + 1..SUBJECTS.len()).find(used);
        assert_eq!(later.map(|j| SUBJECTS[j].0), None, "{name} uses a header below it");
        // Those that use no other of these.
        let needs = i == 0 || bodies[i].contains("size_t") && !(0..i).any(|j| used(&j));
        let own = ["stddef", "stdint"].iter().filter(|_| needs);
        let own = own.map(|name| format!("#include <{name}.h>\n"));
        let others = (0..i).filter(used).map(|j| format!("#include \"{}.h\"\n", SUBJECTS[j].0));
        let includes: String = own.chain(others).collect();
        let guard = format!("SGMCMC_{}_H", name.to_uppercase());
        let top = if i == 0 { conventions.clone() } else { format!("// sgmcmc: {}.\n", lowercase(title)) };
        let body = format!(
            "{includes}{}#ifdef __cplusplus\nextern \"C\" {{\n#endif\n{}\
             #ifdef __cplusplus\n}} // extern \"C\"\n#endif\n",
            if includes.is_empty() { "" } else { "\n" },
            bodies[i]
        );
        files.push((
            format!("include/sgmcmc/{name}.h"),
            format!("{top}\n#ifndef {guard}\n#define {guard}\n{body}#endif\n"),
        ));
        all += &bodies[i];
    }
    let list: String = SUBJECTS
        .iter()
        .map(|(name, title, _)| {
            format!("#include \"sgmcmc/{name}.h\"{:width$} // {title}\n", "", width = 11 - name.len())
        })
        .collect();
    let umbrella = format!(
        "// sgmcmc: stochastic-gradient MCMC and minibatch Metropolis-Hastings over caller-owned memory. For C99 or later, and\n\
         // for C++11 or later. Include this file: those in sgmcmc/ are its parts. Conventions are in sgmcmc/library.h;\n         // `make single-header` makes one file of all.\n\n\
         #ifndef SGMCMC_H\n#define SGMCMC_H\n\n{list}\n#endif\n"
    );
    files.push(("include/sgmcmc.h".to_owned(), umbrella));
    let guards: String =
        SUBJECTS.iter().map(|(name, ..)| format!("#define SGMCMC_{}_H\n", name.to_uppercase())).collect();
    let single = format!(
        "{conventions}\n#ifndef SGMCMC_H\n#define SGMCMC_H\n{guards}\n#include <stddef.h>\n#include <stdint.h>\n\n\
         #ifdef __cplusplus\nextern \"C\" {{\n#endif\n{all}\n#ifdef __cplusplus\n}} // extern \"C\"\n#endif\n\n#endif\n"
    );
    Headers { files, single, order: names.concat() }
}

fn lowercase(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
