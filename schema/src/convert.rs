//! `ffi/src/made/convert.rs`: the fields of every struct, of which its places and the way into the core's type and back
//! are made, and all statuses.

use crate::model::{Model, Slot, Struct};
use crate::types::MADE;

/// Words in lines of the house's width.
fn lines(words: &[String]) -> String {
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
    let mut out = format!("//! {MADE}\n\nuse super::types::*;\nuse crate::fields::{{fields, records}};\n");
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
    let status = model.enums.iter().find(|it| it.name == "sgmcmc_status").expect("the statuses");
    let all: Vec<String> = status.variants.iter().map(|(name, ..)| format!("Self::{name}")).collect();
    out += "}\n\nimpl sgmcmc_status {\n    /// Every status, in the order of the numbers.\n    pub(crate) const ALL: &[Self] = &[\n";
    out + &lines(&all) + "    ];\n}\n"
}
