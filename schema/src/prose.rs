//! The core's documentation as a reader of C has it: names for Greek letters, and no links.

use crate::model::variant_name;

/// Of a field without a name yet: what it must be is among the conventions of the header.
pub const ROOM: &str = "Room.";

/// What is written otherwise.
const LETTERS: [(char, &str); 23] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "epsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('π', "pi"),
    ('ρ', "rho"),
    ('σ', "sigma"),
    ('τ', "tau"),
    ('φ', "phi"),
    ('χ', "chi"),
    ('Γ', "Gamma"),
    ('Φ', "Phi"),
    ('Σ', "sum of"),
    ('μ', "mu"),
    ('√', "sqrt"),
];

/// In this order: R̂ before the mark that stands on it goes.
const SIGNS: [(&str, &str); 21] = [
    ("R̂", "R-hat"),
    ("\u{302}", ""),
    ("\u{303}", ""),
    ("\u{304}", ""),
    ("‖", "|"),
    ("²", "^2"),
    ("³", "^3"),
    ("P½", "P^(1/2)"),
    ("½", "1/2"),
    ("ᵀ", "^T"),
    ("ĝ", "g"),
    ("é", "e"),
    ("∇", "grad "),
    ("≤", "<="),
    ("≥", ">="),
    ("×", "by"),
    ("→", "->"),
    ("←", "<-"),
    ("⊙", "*"),
    ("∞", "infinity"),
    ("±", "+-"),
];

/// A paragraph in one line of ASCII. `named` gives what a link to a type is called in C.
pub fn ascii(text: &str, named: &dyn Fn(&str) -> Option<String>) -> String {
    let mut text = unlinked(&text.replace("`f64`", "double").replace("`f32`", "float"), named);
    for (sign, written) in SIGNS {
        text = text.replace(sign, written);
    }
    let letters: Vec<char> = text.chars().collect();
    let mut written = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let Some((_, name)) = LETTERS.iter().find(|(of, _)| of == letter) else {
            written.push(*letter);
            continue;
        };
        // A product: its factors stand apart.
        let before = at.checked_sub(1).map(|before| letters[before]);
        if before.is_some_and(char::is_alphanumeric) {
            written.push(' ');
        }
        written += name;
        let stands_apart = |next: &char| next.is_ascii_alphabetic() || *letter == 'Σ' && *next != ' ';
        if letters.get(at + 1).is_some_and(stands_apart) {
            assert!(*letter != '√', "write √(x) with its brackets: {text}");
            written.push(' ');
        }
    }
    let odd: String = written.chars().filter(|letter| !letter.is_ascii()).collect();
    assert!(odd.is_empty(), "not for a reader of C: {odd:?} in {written}");
    written
}

/// Without the marks of links and code.
fn unlinked(text: &str, named: &dyn Fn(&str) -> Option<String>) -> String {
    let (mut rest, mut out) = (text, String::new());
    while let Some((before, link)) = rest.split_once('[') {
        // Brackets that are no link stay.
        let Some((words, after)) = link.split_once(']') else { break };
        if !(words.starts_with('`') || after.starts_with('(')) {
            out += before;
            out.push('[');
            rest = link;
            continue;
        }
        let after = after.strip_prefix('(').map_or(after, |target| target.split_once(')').expect(text).1);
        let code = words.trim_matches('`');
        out += before;
        out += &match code.split_once("::") {
            Some((of, variant)) if variant.starts_with(char::is_uppercase) => variant_name(of, variant),
            Some((of, field)) => {
                format!("{}.{field}", named(of).unwrap_or_else(|| panic!("{of} has no name in C: {text}")))
            }
            None => named(code).unwrap_or_else(|| code.to_owned()),
        };
        rest = after;
    }
    (out + rest).replace('`', "")
}

/// Markdown without links into the core's documentation, its paragraphs in lines of the house's width.
pub fn markdown(doc: &[&str]) -> String {
    let (mut out, mut paragraph, mut is_code) = (String::new(), String::new(), false);
    for line in doc.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).chain([""]) {
        let is_fence = line.starts_with("```");
        if is_code || is_fence || line.trim().is_empty() || line.starts_with(['-', '|', ' ']) {
            out += &filled(&std::mem::take(&mut paragraph));
            out += line;
            out.push('\n');
            is_code ^= is_fence;
        } else {
            paragraph += &unlinked_markdown(line);
            paragraph.push(' ');
        }
    }
    out.trim_end().to_owned() + "\n"
}

/// A line in which a link to an item is its words.
fn unlinked_markdown(line: &str) -> String {
    let (mut rest, mut out) = (line, String::new());
    while let Some((before, after)) = rest.split_once("](") {
        let (target, after) = after.split_once(')').expect(line);
        assert!(target.contains("::") || target.contains('/'), "no link, and looks like one: {line}");
        let (start, words) = before.rsplit_once('[').expect(line);
        out += &format!("{start}{words}");
        rest = after;
    }
    (out + rest).replace("[`", "`").replace("`]", "`")
}

/// A paragraph in lines.
fn filled(text: &str) -> String {
    let (mut lines, mut line) = (String::new(), String::new());
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > 119 {
            lines += &line;
            lines.push('\n');
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    if line.is_empty() { lines } else { lines + &line + "\n" }
}

/// Paragraphs of the lines of a doc comment, each in one line.
pub fn paragraphs(doc: &[&str]) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in doc.iter().map(|line| line.trim()) {
        if line.is_empty() {
            paragraphs.push(String::new());
        } else {
            let last = paragraphs.last_mut().expect("there is one");
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(line);
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

/// The text as the lines of a comment.
pub fn comment(text: &str, indent: &str) -> String {
    let (mut lines, mut line) = (String::new(), format!("{indent}///"));
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.len() > 121 {
            lines += &line;
            lines.push('\n');
            line = format!("{indent}///");
        }
        line.push(' ');
        line += word;
    }
    lines + &line + "\n"
}
