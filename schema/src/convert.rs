//! `ffi/src/made/convert.rs`: the fields of every struct with their places, and the way into the core's type and back.

use crate::model::{Model, Slot, Struct};
use crate::types::MADE;

pub fn convert(model: &Model) -> String {
    let cores: Vec<&str> = model.structs.iter().map(|it| it.core).collect();
    let mut out =
        format!("//! {MADE}\n\nuse super::types::*;\nuse crate::fields::fields;\nuse crate::flag::flag;\n");
    out += &format!("use core_crate::{{Error, {}}};\n\nfields! {{\n", cores.join(", "));
    for it in &model.structs {
        let names = |of: &dyn Fn(&&Slot) -> bool| {
            it.slots.iter().filter(of).map(|slot| slot.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let reserved = names(&|slot| slot.name.starts_with("reserved"));
        let reserved = if reserved.is_empty() { reserved } else { format!(" reserved {reserved}") };
        out += &format!("    {} {{ {} }}{reserved};\n", it.name, names(&|_| true));
    }
    out += "}\n";
    model.structs.iter().for_each(|it| out += &of_struct(it));
    let status = model.enums.iter().find(|it| it.name == "sgmcmc_status").expect("the statuses");
    let all: String = status.variants.iter().map(|(name, ..)| format!("        Self::{name},\n")).collect();
    out + &format!(
        "\nimpl sgmcmc_status {{\n    /// Every status, in the order of the numbers.\n    pub(crate) const ALL: \
                    &[Self] = &[\n{all}    ];\n}}\n"
    )
}

fn of_struct(it: &Struct) -> String {
    let Struct { name, core, slots, .. } = it;
    let fields: Vec<_> = slots.iter().filter_map(|slot| slot.field).collect();
    let line = |slot: &Slot| match slot.field {
        None if slot.name == "struct_size" => "            struct_size: size_of::<Self>(),\n".to_owned(),
        None => format!("            {}: 0,\n", slot.name),
        Some(field) if field.of == "bool" => format!("            {0}: i32::from(it.{0}),\n", field.name),
        Some(field) => format!("            {0}: it.{0},\n", field.name),
    };
    let from: String = slots.iter().map(line).collect();
    let into: String = fields
        .iter()
        .map(|field| match field.of {
            "bool" => format!("        it.{0} = flag(self.{0})?;\n", field.name),
            _ => format!("        it.{0} = self.{0};\n", field.name),
        })
        .collect();
    let mut out = format!(
        "\nimpl From<{core}> for {name} {{\n    fn from(it: {core}) -> Self {{\n        Self {{\n{from}        }}\n    }}\n}}\n\
         \nimpl Default for {name} {{\n    fn default() -> Self {{\n        {core}::default().into()\n    }}\n}}\n"
    );
    // What a caller hands in.
    if ["_settings", "_report"].iter().any(|end| name.ends_with(end)) {
        out += &format!(
            "\nimpl {name} {{\n    /// Refuses a flag that is neither 0 nor 1.\n    \
             pub(crate) fn core(&self) -> Result<{core}, Error> {{\n        \
             let mut it = {core}::default();\n{into}        Ok(it)\n    }}\n}}\n"
        );
    }
    out
}
