//! The ABI as text, from the header: constants, enumerators, callback types, structs in three data models, functions.

use std::collections::BTreeMap;
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
    let is_other = |line: &&str| ["#", "} //", "extern \"C\""].iter().any(|start| line.starts_with(start));
    let lines = code.lines().map(str::trim).filter(|line| !is_other(line));
    let words = lines.flat_map(|line| line.split("//").next().unwrap().split_whitespace());
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
    let mut structs = BTreeMap::new();
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
            let it = Struct::new(body.rsplit_once(" }").unwrap().0, &structs);
            for Field { name, of, offsets } in &it.fields {
                writeln!(text, "field {head}.{name} {offsets:?} {of}").unwrap();
            }
            writeln!(text, "size {head} {:?}", it.sizes).unwrap();
            structs.insert(head.to_owned(), it);
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

/// A number, or a pointer, of a struct or of one within it.
#[derive(Clone)]
struct Field {
    name: String,
    of: String,
    offsets: [usize; MODELS.len()],
}

struct Struct {
    fields: Vec<Field>,
    sizes: [usize; MODELS.len()],
    aligns: [usize; MODELS.len()],
}

impl Struct {
    fn new(body: &str, structs: &BTreeMap<String, Self>) -> Self {
        let mut it = Self { fields: Vec::new(), sizes: [0; MODELS.len()], aligns: [1; MODELS.len()] };
        for field in body.trim_end_matches(';').split("; ") {
            let (field, count) = match field.split_once('[') {
                Some((field, count)) => (field, count.trim_end_matches(']').parse().unwrap()),
                None => (field, 0),
            };
            let (of, name) = name_of(field);
            for index in 0..usize::max(count, 1) {
                let name = if count == 0 { name.to_owned() } else { format!("{name}[{index}]") };
                it.push(name, of, structs.get(of));
            }
        }
        for (size, align) in it.sizes.iter_mut().zip(it.aligns) {
            *size = size.next_multiple_of(align);
        }
        it
    }

    /// Adds a field, or those of a struct in its place.
    fn push(&mut self, name: String, of: &str, nested: Option<&Self>) {
        let mut offsets = self.sizes;
        for (at, model) in MODELS.iter().enumerate() {
            let (size, align) = nested
                .map_or_else(|| model.size_and_align(of), |nested| (nested.sizes[at], nested.aligns[at]));
            offsets[at] = offsets[at].next_multiple_of(align);
            (self.sizes[at], self.aligns[at]) = (offsets[at] + size, align.max(self.aligns[at]));
        }
        let Some(nested) = nested else {
            return self.fields.push(Field { name, of: of.to_owned(), offsets });
        };
        self.fields.extend(nested.fields.iter().map(|field| {
            let mut field = field.clone();
            field.name = format!("{name}.{}", field.name);
            field.offsets.iter_mut().zip(offsets).for_each(|(offset, start)| *offset += start);
            field
        }));
    }
}
