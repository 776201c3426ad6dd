//! `ffi/src/made/convert.rs`: the fields of every struct, of which its places and the way into the core's type and back
//! are made, and the enumerators with their numbers.

use crate::model::{Enum, Model, Slot, Struct, c_kind};
use crate::types::MADE;
use sgmcmc::Error;
use sgmcmc::schema::List;

/// Words in lines of the house's width.
pub fn lines(words: &[String]) -> String {
    let (mut lines, mut line) = (String::new(), "       ".to_owned());
    for word in words {
        if line.len() + 2 + word.len() > 119 {
            lines += &line;
            lines.push('\n');
            line = "       ".to_owned();
        }
        line.push(' ');
        line += word;
        line.push(',');
    }
    lines + &line + "\n"
}

pub fn convert(model: &Model) -> String {
    let cores: Vec<&str> = model.structs.iter().map(|it| it.core).collect();
    let mut out =
        format!("//! {MADE}\n\nuse super::types::*;\nuse crate::fields::{{fields, kinds, records}};\n");
    out += &format!("use core_crate::{{{}}};\n\nrecords! {{\n", cores.join(", "));
    for it in &model.structs {
        let Struct { name, core, slots, .. } = it;
        let word = |slot: &Slot| match slot.field {
            None => format!("{}: room", slot.name),
            Some(field) if field.of == "bool" => format!("{}: flag", slot.name),
            Some(_) => slot.name.clone(),
        };
        let words: Vec<String> = slots[1..].iter().map(word).collect();
        out += &format!("    {name} of {core} {{\n{}    }}\n", lines(&words));
    }
    out += "}\n\nkinds! {\n";
    for it in &model.enums {
        let words: Vec<String> = it.variants.iter().map(|it| it.name.clone()).collect();
        let error = error_named(it).map(|error| format!(" or {error}")).unwrap_or_default();
        out += &format!("    {}{error} {{\n{}    }}\n", it.name, lines(&words));
    }
    out + "}\n"
}

/// The error that names an enum's setting: `Noise` for sgmcmc_noise where there is one, else `NoiseKind`; none for what no
/// setting is.
fn error_named(it: &Enum) -> Option<&'static str> {
    let words = it.name.strip_prefix("sgmcmc_").expect("its prefix").trim_end_matches("_kind").split('_');
    let name: String = words.map(|word| word[..1].to_uppercase() + &word[1..]).collect();
    let named = |name: &str| Error::ALL.iter().map(|error| error.name()).find(|known| *known == name);
    named(&name).or_else(|| named(&format!("{name}Kind")))
}

/// The same for a list that a setting is one of.
pub fn error_of(list: &List) -> &'static str {
    let it =
        Enum { name: c_kind(list.name).0, core: "", doc: String::new(), lines: &[], variants: Vec::new() };
    error_named(&it).unwrap_or_else(|| panic!("no error for {}", list.name))
}
