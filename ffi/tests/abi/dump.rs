//! The ABI as text, of what the headers declare: constants, enumerators, callback types, structs in three data models, functions.

use schema::{Item, Kind, Type, Variable};
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
    fn size_and_align(&self, of: &Type) -> (usize, usize) {
        match of.name.as_str() {
            // A pointer, or a callback's type, which is one.
            _ if of.pointers > 0 => (self.pointer, self.pointer),
            name if name.starts_with("sgmcmc_") => (self.pointer, self.pointer),
            "int32_t" | "uint32_t" | "float" => (4, 4),
            "int64_t" | "uint64_t" | "double" => (8, self.align_of_8),
            "size_t" => (self.pointer, self.pointer),
            name => panic!("a field of type {name:?}"),
        }
    }
}

/// Types without the names of what has them, which are no part of the ABI.
fn parameters(all: &[Variable]) -> String {
    let types: Vec<_> = all.iter().map(|one| one.of.to_string()).collect();
    if types.is_empty() { "void".to_owned() } else { types.join(", ") }
}

/// One line each: its kind, its name, and what must not change.
pub fn dump(items: &[Item], version: &str) -> String {
    let mut text = format!("version {version}\n");
    let mut structs = BTreeMap::new();
    for Item { name, kind, .. } in items {
        match kind {
            Kind::Constant(_) if name.starts_with("SGMCMC_VERSION") => {}
            Kind::Constant(value) => writeln!(text, "constant {name} {value}").unwrap(),
            Kind::Enum(variants) => {
                for (variant, number, _) in variants {
                    writeln!(text, "enumerator {variant} {number} of {name}").unwrap();
                }
            }
            Kind::Struct(fields) => {
                let it = Struct::new(fields, &structs);
                for Field { name: field, of, offsets } in &it.fields {
                    writeln!(text, "field {name}.{field} {offsets:?} {of}").unwrap();
                }
                writeln!(text, "size {name} {:?}", it.sizes).unwrap();
                structs.insert(name.clone(), it);
            }
            Kind::Opaque => writeln!(text, "object {name}").unwrap(),
            Kind::Alias(of) => writeln!(text, "type {name} {of}").unwrap(),
            Kind::Callback(result, all) => {
                writeln!(text, "callback {name} {result} ({})", parameters(all)).unwrap();
            }
            Kind::Function(result, all) => {
                writeln!(text, "function {name} {result} ({})", parameters(all)).unwrap();
            }
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
    fn new(fields: &[Variable], structs: &BTreeMap<String, Self>) -> Self {
        let mut it = Self { fields: Vec::new(), sizes: [0; MODELS.len()], aligns: [1; MODELS.len()] };
        for Variable { name, of, .. } in fields {
            // What it is a pointer to does not count.
            let nested = structs.get(&of.name).filter(|_| of.pointers == 0);
            match of.count {
                None => it.push(name.clone(), of, nested),
                Some(count) => (0..count).for_each(|i| it.push(format!("{name}[{i}]"), of, nested)),
            }
        }
        for (size, align) in it.sizes.iter_mut().zip(it.aligns) {
            *size = size.next_multiple_of(align);
        }
        it
    }

    /// Adds a field, or those of a struct in its place.
    fn push(&mut self, name: String, of: &Type, nested: Option<&Self>) {
        let mut offsets = self.sizes;
        for (at, model) in MODELS.iter().enumerate() {
            let (size, align) = nested
                .map_or_else(|| model.size_and_align(of), |nested| (nested.sizes[at], nested.aligns[at]));
            offsets[at] = offsets[at].next_multiple_of(align);
            (self.sizes[at], self.aligns[at]) = (offsets[at] + size, align.max(self.aligns[at]));
        }
        let Some(nested) = nested else {
            return self.fields.push(Field { name, of: of.to_string(), offsets });
        };
        self.fields.extend(nested.fields.iter().map(|field| {
            let mut field = field.clone();
            field.name = format!("{name}.{}", field.name);
            field.offsets.iter_mut().zip(offsets).for_each(|(offset, start)| *offset += start);
            field
        }));
    }
}
