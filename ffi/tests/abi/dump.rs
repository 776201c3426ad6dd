//! The ABI as text, from the header: constants, enumerators, callback types, structs in three data models, functions.

use std::fmt::Write;

/// A data model: the bytes of a pointer and of `size_t`, and how a number of 8 bytes is aligned in a struct.
pub struct Model {
    pub name: &'static str,
    pointer: usize,
    align_of_8: usize,
}

/// 64-bit machines; 32-bit ones but for x86, such as ARM, RISC-V and WebAssembly; and x86.
pub const MODELS: [Model; 3] = [
    Model { name: "lp64", pointer: 8, align_of_8: 8 },
    Model { name: "ilp32", pointer: 4, align_of_8: 8 },
    Model { name: "i386", pointer: 4, align_of_8: 4 },
];

impl Model {
    /// Size and alignment of a field.
    fn size_and_align(&self, of: &str) -> (usize, usize) {
        match of {
            "int32_t" | "uint32_t" | "float" => (4, 4),
            "int64_t" | "uint64_t" | "double" => (8, self.align_of_8),
            "size_t" => (self.pointer, self.pointer),
            // A pointer, or a callback's type, which is one.
            _ if of.ends_with('*') || of.starts_with("sgmcmc_") => (self.pointer, self.pointer),
            _ => panic!("a field of type {of:?}"),
        }
    }
}

/// The last word of a declaration, and what stands before it.
fn name_of(declaration: &str) -> (&str, &str) {
    let at = declaration.rfind(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(0);
    let (of, name) = declaration.split_at(at + 1);
    (of.trim(), name)
}

/// Types without the names of what has them, which are no part of the ABI.
fn parameters(list: &str) -> String {
    let of = |one: &str| if one == "void" { one.to_owned() } else { name_of(one).0.to_owned() };
    list.split(", ").map(of).collect::<Vec<_>>().join(", ")
}

/// The header's declarations, each in one line with single blanks.
fn declarations(header: &str) -> Vec<String> {
    let code = &header[header.find("typedef ").unwrap()..];
    let comment =
        |line: &&str| ["//", "#", "} //", "extern \"C\""].iter().any(|start| line.starts_with(start));
    let words = code.lines().map(str::trim).filter(|line| !comment(line)).flat_map(str::split_whitespace);
    let mut declarations = vec![String::new()];
    let mut depth = 0;
    for word in words {
        depth += word.matches('{').count() as i32 - word.matches('}').count() as i32;
        let last = declarations.last_mut().unwrap();
        if !last.is_empty() {
            last.push(' ');
        }
        last.push_str(word);
        if depth == 0 && word.ends_with(';') {
            last.pop();
            declarations.push(String::new());
        }
    }
    declarations.retain(|text| !text.is_empty());
    declarations
}

/// One line each: its kind, its name, and what must not change.
pub fn dump(header: &str, version: &str) -> String {
    let mut text = format!("version {version}\n");
    for line in header.lines() {
        if let Some((name, value)) = line.strip_prefix("#define ").and_then(|rest| rest.split_once(' '))
            && !name.starts_with("SGMCMC_VERSION")
        {
            writeln!(text, "constant {name} {value}").unwrap();
        }
    }
    for declaration in declarations(header) {
        if let Some(rest) = declaration.strip_prefix("typedef enum ") {
            let (head, body) = rest.split_once(" { ").unwrap();
            for enumerator in body.rsplit_once(" }").unwrap().0.trim_end_matches(',').split(", ") {
                let (name, value) = enumerator.split_once(" = ").unwrap();
                writeln!(text, "enumerator {name} {value} of {head}").unwrap();
            }
        } else if let Some((head, body)) =
            declaration.strip_prefix("typedef struct ").and_then(|rest| rest.split_once(" { "))
        {
            dump_struct(&mut text, head, body.rsplit_once(" }").unwrap().0);
        } else if let Some(rest) = declaration.strip_prefix("typedef struct ") {
            writeln!(text, "object {}", rest.split(' ').next().unwrap()).unwrap();
        } else if let Some(rest) = declaration.strip_prefix("typedef ").filter(|rest| !rest.contains('(')) {
            let (of, name) = name_of(rest);
            writeln!(text, "type {name} {of}").unwrap();
        } else if let Some(rest) = declaration.strip_prefix("typedef ") {
            let (result, rest) = rest.split_once(" (*").expect(rest);
            let (name, list) = rest.split_once(")(").expect(rest);
            writeln!(text, "callback {name} {result} ({})", parameters(list.trim_end_matches(')'))).unwrap();
        } else {
            let (head, list) = declaration.split_once('(').expect(&declaration);
            let (result, name) = name_of(head);
            writeln!(text, "function {name} {result} ({})", parameters(list.trim_end_matches(')'))).unwrap();
        }
    }
    text
}

/// Each field with its offsets in the three models, and the sizes of the whole.
fn dump_struct(text: &mut String, name: &str, body: &str) {
    let (mut ends, mut aligns) = ([0; MODELS.len()], [1; MODELS.len()]);
    for field in body.trim_end_matches(';').split("; ") {
        let (of, field) = name_of(field);
        let mut offsets = [0; MODELS.len()];
        for (at, model) in MODELS.iter().enumerate() {
            let (size, align) = model.size_and_align(of);
            offsets[at] = usize::next_multiple_of(ends[at], align);
            (ends[at], aligns[at]) = (offsets[at] + size, align.max(aligns[at]));
        }
        writeln!(text, "field {name}.{field} {offsets:?} {of}").unwrap();
    }
    let sizes: Vec<usize> =
        ends.iter().zip(aligns).map(|(end, align)| usize::next_multiple_of(*end, align)).collect();
    writeln!(text, "size {name} {sizes:?}").unwrap();
}
