//! The Julia package's bindings, of what the C headers declare.

use schema::{Item, Kind, Type, Variable};
use std::fmt::Write;

const FIRST_LINES: &str = "\
# The C ABI of sgmcmc, made by `SGMCMC_BLESS_JULIA=1 cargo test -p sgmcmc-ffi --test julia`.
#
# `choices` has the symbols that stand for an enum's values, `enum_fields` says which fields hold one, and `CALLBACKS`
# has the types of a callback's arguments. What is of both precisions stands in single alone: `@precisions` makes doubles
# of it. What functions and statuses mean is in the headers; types are documented here, too.
";

/// The longest line.
const WIDTH: usize = 118;

/// Words in lines of at most [`WIDTH`], the first with one indent and the others with another.
fn filled(text: &str, first: &str, others: &str) -> String {
    let (mut lines, mut line) = (String::new(), first.to_owned());
    let mut is_begun = false;
    for word in text.split_whitespace() {
        if is_begun && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines += line.trim_end();
            lines.push('\n');
            line = others.to_owned();
            is_begun = false;
        }
        if is_begun {
            line.push(' ');
        }
        line += word;
        is_begun = true;
    }
    lines + &line + "\n"
}

/// The Julia name of a C type; callbacks and what only the library looks into are addresses.
fn julia_type(of: &Type, items: &[Item]) -> String {
    let kind = items.iter().find(|item| item.name == of.name).map(|item| &item.kind);
    let name = match of.name.as_str() {
        "char" if of.pointers == 1 => return "Cstring".to_owned(),
        "char" if of.pointers == 2 => return "Ptr{Cstring}".to_owned(),
        "void" => "Cvoid",
        "float" => "Float32",
        "double" => "Float64",
        "size_t" => "Csize_t",
        "int32_t" => "Int32",
        "uint32_t" => "UInt32",
        "uint64_t" => "UInt64",
        name => match kind {
            Some(Kind::Alias(of)) => return julia_type(of, items),
            Some(Kind::Callback(..)) => "Ptr{Cvoid}",
            Some(Kind::Opaque) => "Cvoid",
            Some(_) => name,
            None => panic!("no Julia type for {name}"),
        },
    };
    let one = format!("{}{name}{}", "Ptr{".repeat(of.pointers), "}".repeat(of.pointers));
    match of.count {
        Some(count) => format!("NTuple{{{count},{one}}}"),
        None => one,
    }
}

/// The enum whose numbers a field holds, which its doc names, or names the default of.
fn enum_of<'i>(field: &Variable, items: &'i [Item]) -> Option<&'i str> {
    let doc = field.doc.join(" ");
    let after = |words: &str| {
        let (_, rest) = doc.split_once(words)?;
        rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
    };
    let (name, default) = (after("enum "), after("Default "));
    let named = |item: &&Item| match &item.kind {
        Kind::Enum(variants) => {
            name == Some(item.name.as_str())
                || variants.iter().any(|(variant, ..)| default == Some(variant.as_str()))
        }
        _ => false,
    };
    let found = items.iter().find(named)?;
    (field.of.name == "int32_t").then_some(found.name.as_str())
}

/// What all names of an enum's values begin with, up to an underscore.
fn common_prefix(names: &[&str]) -> usize {
    let [first, rest @ ..] = names else { panic!("an enum without values") };
    assert!(!rest.is_empty(), "{first} is the only value of its enum: where does its own name begin?");
    let same = |at: usize| rest.iter().all(|name| name.as_bytes().get(at) == first.as_bytes().get(at));
    let len = (0..first.len()).take_while(|at| same(*at)).count();
    first[..len].rfind('_').expect("names with a prefix") + 1
}

/// A type's doc: its formulas and names are no Markdown, but an indented block. Below it its parts with theirs.
fn write_doc<'p>(text: &mut String, item: &Item, parts: impl Iterator<Item = (&'p String, &'p Vec<String>)>) {
    let doc = item.doc.join(" ");
    assert!(!doc.contains("\"\"\""), "doc of {}", item.name);
    writeln!(text, "@doc raw\"\"\"").unwrap();
    text.push_str(&filled(&doc, "    ", "    "));
    for (name, doc) in parts {
        text.push_str(&filled(&format!("{name}: {}", doc.join(" ")), "    ", "        "));
    }
    writeln!(text, "\"\"\" {}\n", item.name).unwrap();
}

fn write_enum(text: &mut String, item: &Item, variants: &[(String, i32, Vec<String>)]) {
    let names: Vec<&str> = variants.iter().map(|(name, ..)| name.as_str()).collect();
    let start = common_prefix(&names);
    let words = variants.iter().map(|(name, number, _)| format!("{}={number}", &name[start..]));
    let words = words.collect::<Vec<_>>().join(" ");
    let head = format!("@choices {} {} \"", item.name, &names[0][..start]);
    text.push_str(filled(&words, &head, "    ").trim_end());
    text.push_str("\"\n\n");
    // A status says itself what it means.
    if item.name != "sgmcmc_error" {
        write_doc(text, item, variants.iter().map(|(name, _, doc)| (name, doc)));
    }
}

/// The line of Julia that declares a struct or a function, and nothing of other items.
fn declaration(item: &Item, items: &[Item]) -> Option<String> {
    let typed = |variable: &Variable| format!("{}::{}", variable.name, julia_type(&variable.of, items));
    match &item.kind {
        Kind::Struct(fields) => {
            let fields: String = fields.iter().map(|field| typed(field) + "; ").collect();
            Some(format!("struct {}; {fields}end", item.name))
        }
        Kind::Function(returned, arguments) => {
            let arguments: Vec<_> = arguments.iter().map(typed).collect();
            Some(format!("{}({})::{}", item.name, arguments.join(", "), julia_type(returned, items)))
        }
        _ => None,
    }
}

/// Whether an item is one of two that differ by their precision alone, and this is what ends the name of the other one.
fn is_twin(item: &Item, ending: &str, items: &[Item]) -> bool {
    let stem = item.name.strip_suffix("_f32").or(item.name.strip_suffix("_f64"));
    let Some(stem) = stem.filter(|stem| format!("{stem}{ending}") != item.name) else { return false };
    let Some(other) = items.iter().find(|other| other.name == format!("{stem}{ending}")) else {
        return false;
    };
    let in_doubles =
        |item| Some(declaration(item, items)?.replace("Float32", "Float64").replace("_f32", "_f64"));
    in_doubles(item).is_some() && in_doubles(item) == in_doubles(other)
}

fn write_declaration(text: &mut String, item: &Item, items: &[Item]) {
    let line = declaration(item, items).expect("a struct or a function");
    let before = match &item.kind {
        _ if is_twin(item, "_f64", items) => "@precisions ",
        Kind::Function(..) => "@bind ",
        _ => "",
    };
    text.push_str(&filled(&(before.to_owned() + &line), "", "    "));
}

fn write_struct(text: &mut String, item: &Item, fields: &[Variable], items: &[Item]) {
    write_declaration(text, item, items);
    text.push('\n');
    let enums: Vec<_> = fields
        .iter()
        .filter_map(|field| Some(format!("{} = {},", field.name, enum_of(field, items)?)))
        .collect();
    if !enums.is_empty() {
        let line = format!("enum_fields(::Type{{{}}}) = ({})", item.name, enums.join(" "));
        text.push_str(&filled(&line, "", "    "));
        text.push('\n');
    }
    let said = fields.iter().filter(|field| !field.doc.is_empty() && !field.name.starts_with("reserved"));
    write_doc(text, item, said.map(|field| (&field.name, &field.doc)));
}

fn write_callbacks(text: &mut String, items: &[Item]) {
    writeln!(text, "const CALLBACKS = Dict{{Symbol,Vector{{Any}}}}(").unwrap();
    for item in items {
        if let Kind::Callback(_, arguments) = &item.kind {
            let types: Vec<_> = arguments.iter().map(|argument| julia_type(&argument.of, items)).collect();
            writeln!(text, "    :{} => [{}],", item.name, types.join(", ")).unwrap();
        }
    }
    writeln!(text, ")\n").unwrap();
}

/// The whole file.
pub fn write(items: &[Item]) -> String {
    let mut text = format!("{FIRST_LINES}\n");
    for item in items.iter().filter(|item| !is_twin(item, "_f32", items)) {
        match &item.kind {
            Kind::Constant(value) => {
                writeln!(text, "const {} = {value}\n", item.name).unwrap();
            }
            Kind::Enum(variants) => write_enum(&mut text, item, variants),
            Kind::Struct(fields) => write_struct(&mut text, item, fields, items),
            Kind::Opaque | Kind::Alias(_) | Kind::Callback(..) => {}
            Kind::Function(..) => write_declaration(&mut text, item, items),
        }
    }
    write_callbacks(&mut text, items);
    text.trim_end().to_owned() + "\n"
}
