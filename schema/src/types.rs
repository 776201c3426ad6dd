//! `ffi/src/made/types.rs`: what crosses the boundary, plain, for rustc and cbindgen alike.

use crate::model::{Model, Variant};
use crate::prose::comment;

pub const MADE: &str = "Made by `cargo run -p schema`; edit the entries in the core.";

pub fn types(model: &Model) -> String {
    let mut out = format!("//! {MADE}\n");
    for it in &model.enums {
        out += "\n";
        out += &comment(&it.doc, "");
        out +=
            &format!("#[derive(Clone, Copy, Debug, PartialEq, Eq)]\n#[repr(C)]\npub enum {} {{\n", it.name);
        for Variant { name, number, doc, .. } in &it.variants {
            out += &comment(doc, "    ");
            out += &format!("    {name} = {number},\n");
        }
        out += "}\n";
    }
    out += "\n";
    out += &model.declared;
    for it in &model.structs {
        out += "\n";
        out += &comment(&it.doc, "");
        out += &format!("#[derive(Clone, Copy, Debug)]\n#[repr(C)]\npub struct {} {{\n", it.name);
        for slot in &it.slots {
            out += &comment(&slot.doc, "    ");
            out += &format!("    pub {}: {},\n", slot.name, slot.of);
        }
        out += "}\n";
    }
    out
}
