//! The Julia package's bindings, written from what the C header declares.

use crate::header::{Item, Kind, Type, Variable};
use std::fmt::Write;

const FIRST_LINES: &str = "\
# The C ABI of sgmcmc, made from include/sgmcmc/*.h by `SGMCMC_BLESS_JULIA=1 cargo test -p sgmcmc-ffi --test julia`.
#
# `choices` has the symbols that stand for an enum's values, `enum_fields` says which fields hold one, and `CALLBACKS`
# has the types of a callback's arguments. A function of both precisions has methods for `Float32` and `Float64`.
";

/// The Julia name of a C type; callbacks and what only the library looks into are addresses.
fn julia_type(of: &Type, items: &[Item]) -> String {
    let kind = items.iter().find(|item| item.name == of.name).map(|item| &item.kind);
    let name = match of.name.as_str() {
        "char" if of.pointers == 1 => return "Cstring".to_owned(),
        "void" => "Cvoid",
        "float" => "Float32",
        "double" => "Float64",
        "size_t" => "Csize_t",
        "int32_t" => "Int32",
        "uint32_t" => "UInt32",
        "uint64_t" => "UInt64",
        // A status is as wide as the target's ABI makes it.
        "sgmcmc_status" => "Cint",
        name => match kind {
            Some(Kind::Callback(_)) => "Ptr{Cvoid}",
            Some(Kind::Opaque) => "Cvoid",
            Some(_) => name,
            None => panic!("no Julia type for {name}"),
        },
    };
    format!("{}{name}{}", "Ptr{".repeat(of.pointers), "}".repeat(of.pointers))
}

/// The enum whose numbers a field holds, which its doc names.
fn enum_of<'i>(field: &Variable, items: &'i [Item]) -> Option<&'i str> {
    let doc = field.doc.join(" ");
    let named = |item: &&Item| {
        matches!(item.kind, Kind::Enum(_))
            && doc.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == item.name)
            && doc.contains(&format!("enum {}", item.name))
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

/// A doc as it stands in the header: its formulas and names are no Markdown.
fn write_doc(text: &mut String, name: &str, lines: &[String]) {
    assert!(lines.iter().all(|line| !line.contains("\"\"\"") && !line.contains("```")), "doc of {name}");
    if !lines.is_empty() {
        writeln!(text, "@doc raw\"\"\"\n```text\n{}\n```\n\"\"\" {name}\n", lines.join("\n")).unwrap();
    }
}

/// The docs of parts, each under its name.
fn part_docs<'p>(parts: impl Iterator<Item = (&'p str, &'p [String])>) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, doc) in parts {
        lines.extend([String::new(), name.to_owned()]);
        lines.extend(doc.iter().map(|line| format!("    {line}").trim_end().to_owned()));
    }
    lines
}

fn write_enum(text: &mut String, item: &Item, variants: &[(String, i32, Vec<String>)]) {
    writeln!(text, "@enum {}::Int32 begin", item.name).unwrap();
    for (name, number, _) in variants {
        writeln!(text, "    {name} = {number}").unwrap();
    }
    writeln!(text, "end\n").unwrap();
    let names: Vec<&str> = variants.iter().map(|(name, ..)| name.as_str()).collect();
    let start = common_prefix(&names);
    writeln!(text, "choices(::Type{{{}}}) = (", item.name).unwrap();
    for name in &names {
        writeln!(text, "    {} = {name},", name[start..].to_lowercase()).unwrap();
    }
    writeln!(text, ")\n").unwrap();
    let parts = variants.iter().map(|(name, _, doc)| (name.as_str(), doc.as_slice()));
    write_doc(text, &item.name, &[item.doc.clone(), part_docs(parts)].concat());
}

fn write_struct(text: &mut String, item: &Item, fields: &[Variable], items: &[Item]) {
    writeln!(text, "struct {}", item.name).unwrap();
    for field in fields {
        writeln!(text, "    {}::{}", field.name, julia_type(&field.of, items)).unwrap();
    }
    writeln!(text, "end\n").unwrap();
    let enums: Vec<_> =
        fields.iter().filter_map(|field| Some((&field.name, enum_of(field, items)?))).collect();
    if !enums.is_empty() {
        writeln!(text, "enum_fields(::Type{{{}}}) = (", item.name).unwrap();
        for (field, name) in enums {
            writeln!(text, "    {field} = {name},").unwrap();
        }
        writeln!(text, ")\n").unwrap();
    }
    let parts = fields.iter().map(|field| (field.name.as_str(), field.doc.as_slice()));
    write_doc(text, &item.name, &[item.doc.clone(), part_docs(parts)].concat());
}

/// One argument a line where they would not fit in one.
fn call(head: &str, arguments: &[String], tail: &str) -> String {
    let line = format!("{head}({}){tail}", arguments.join(", "));
    if line.len() <= 110 { line } else { format!("{head}(\n    {},\n){tail}", arguments.join(",\n    ")) }
}

fn write_function(text: &mut String, item: &Item, returned: &Type, arguments: &[Variable], items: &[Item]) {
    let typed = |argument: &Variable| format!("{}::{}", argument.name, julia_type(&argument.of, items));
    let arguments_typed: Vec<_> = arguments.iter().map(typed).collect();
    let tail = format!("::{}", julia_type(returned, items));
    writeln!(text, "{}\n", call(&format!("@bind {}", item.name), &arguments_typed, &tail)).unwrap();
    // The second of two precisions, after which both are there; the first leaves the doc to it.
    let twin = |stem: &str| items.iter().any(|item| item.name == format!("{stem}_f32"));
    let first = item.name.strip_suffix("_f32").is_some();
    let stem = item.name.strip_suffix("_f64").filter(|stem| twin(stem));
    if let Some(stem) = stem {
        let names: Vec<_> = arguments.iter().map(|argument| argument.name.clone()).collect();
        writeln!(text, "{}\n", call(&format!("@precisions {stem}"), &names, "")).unwrap();
    }
    if !first {
        // A struct may have the name already, with a doc of its own.
        let documented = stem.filter(|stem| items.iter().all(|item| item.name != *stem));
        // Said once, of the first of two precisions.
        let twin = stem.and_then(|stem| items.iter().find(|item| item.name == format!("{stem}_f32")));
        write_doc(text, documented.unwrap_or(&item.name), &twin.unwrap_or(item).doc);
    }
}

fn write_callbacks(text: &mut String, items: &[Item]) {
    writeln!(text, "const CALLBACKS = Dict{{Symbol,Vector{{Any}}}}(").unwrap();
    for item in items {
        if let Kind::Callback(arguments) = &item.kind {
            let types: Vec<_> = arguments.iter().map(|argument| julia_type(&argument.of, items)).collect();
            writeln!(text, "    :{} => [{}],", item.name, types.join(", ")).unwrap();
        }
    }
    writeln!(text, ")\n").unwrap();
}

/// The whole file.
pub fn write(items: &[Item]) -> String {
    let mut text = format!("{FIRST_LINES}\n");
    for item in items {
        match &item.kind {
            Kind::Constant(value) => {
                writeln!(text, "const {} = {value}\n", item.name).unwrap();
                write_doc(&mut text, &item.name, &item.doc);
            }
            Kind::Enum(variants) => write_enum(&mut text, item, variants),
            Kind::Struct(fields) => write_struct(&mut text, item, fields, items),
            Kind::Opaque | Kind::Callback(_) => {}
            Kind::Function(returned, arguments) => {
                write_function(&mut text, item, returned, arguments, items);
            }
        }
    }
    write_callbacks(&mut text, items);
    text.trim_end().to_owned() + "\n"
}
