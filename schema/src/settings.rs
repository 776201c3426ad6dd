//! `ffi/src/made/settings.rs`: the defaults of the structs that a chain's settings are made of, their way into the core and
//! back, and their fields.

use crate::convert::{error_of, lines};
use crate::groups::{Form, Group, Leaf, Slot, field_name, fields_of, form, structs};
use crate::model::variant_name;
use crate::outer::Outer;
use crate::types::MADE;
use sgmcmc::schema::{Enumerator, Field, Of, Record};

/// A struct's defaults.
fn defaults(name: &str, slots: &[Slot]) -> String {
    let each: String =
        slots.iter().map(|slot| format!("        {}: {},\n", slot.name, slot.constant())).collect();
    format!(
        "\nimpl {name} {{\n    pub(crate) const DEFAULT: Self = Self {{\n{each}    }};\n}}\n\n\
         impl Default for {name} {{\n    fn default() -> Self {{\n        Self::DEFAULT\n    }}\n}}\n"
    )
}

impl Group {
    /// `made/settings.rs` has it: its defaults, and its way into the core and back.
    fn conversions(&self) -> String {
        let (name, core) = (&self.name, self.core());
        let lifetime = if self.slots.iter().any(|slot| slot.form.is_borrowed()) { "<'a>" } else { "" };
        let mut out = defaults(name, &self.slots);
        out += &format!(
            "\nimpl {name} {{\n    pub(crate) fn core<'a>(&self, given: &mut Given<'_, 'a>) -> Result<{core}{lifetime}, Error> {{\n        "
        );
        let end = match self.outer {
            None => {
                out += "Ok(";
                ")\n    }\n".to_owned()
            }
            Some(record) => {
                out += &format!("Ok({} {{\n        shape: ", record.name);
                let rest = record.fields.iter().filter(|field| field.name != "shape");
                let rest: String =
                    rest.map(|field| format!(",\n        {}", self.value_of("", field, ""))).collect();
                format!("{rest},\n        }})\n    }}\n")
            }
        };
        out += "match self.kind {\n";
        for variant in self.list.enumerators {
            let user = variant_name(self.list.name, variant.name);
            let value = self.variant(variant, &|owner, field| self.value_of(owner, field, &user));
            let number = variant.number;
            out += &match variant.family {
                "" => format!("            {number} => {value},\n"),
                family => format!(
                    "            {number} if built::{family} => {value},\n            {number} => return Err(Error::NotBuilt),\n"
                ),
            };
        }
        out += &format!("            _ => return Err(Error::{}),\n        }}{end}", error_of(self.list));
        out += &format!(
            "\n    pub(crate) fn set(&mut self, core: &{core}{}, from: &Self) -> Result<(), Error> {{\n",
            if lifetime.is_empty() { "" } else { "<'_>" }
        );
        if let Some(record) = self.outer {
            for field in record.fields.iter().filter(|field| field.name != "shape") {
                out += &format!("        self.{0} = core.{0};\n", field.name);
            }
        }
        out += &format!(
            "        self.kind = match {} {{\n",
            if self.outer.is_some() { "core.shape" } else { "*core" }
        );
        for variant in self.list.enumerators {
            let pattern = self.variant(variant, &|_, field| field.name.to_owned());
            let user = variant_name(self.list.name, variant.name);
            let set: String =
                fields_of(variant).iter().map(|(owner, field)| self.set_from(owner, field, &user)).collect();
            // What was refused on its way into the core does not come back.
            let built = match variant.family {
                "" => String::new(),
                family => format!(" if built::{family}"),
            };
            out += &if set.is_empty() {
                format!("            {pattern}{built} => {},\n", variant.number)
            } else {
                format!(
                    "            {pattern}{built} => {{\n{set}                {}\n            }}\n",
                    variant.number
                )
            };
        }
        out += "            _ => return Err(Error::NotBuilt),\n        };\n        Ok(())\n    }\n}\n";
        out
    }

    /// A variant with what `each` has for its fields.
    fn variant(&self, variant: &Enumerator, each: &dyn Fn(&str, &'static Field) -> String) -> String {
        let path = format!("{}::{}", self.list.name, variant.name);
        let all = |owner: &str, fields: &'static [Field]| {
            fields.iter().map(|field| each(owner, field)).collect::<Vec<_>>().join(", ")
        };
        match variant.fields {
            [] => path,
            [Field { typed: Of::Record(Record { name, fields: [], .. }), .. }] => format!("{path}({name})"),
            [Field { typed: Of::Record(record), .. }] => {
                format!("{path}({} {{ {} }})", record.name, all(record.name, record.fields))
            }
            // What has no documentation of its own is no struct's.
            [field] if field.doc.is_empty() => {
                let value = each("", field);
                format!("{path}({})", value.split_once(": ").map_or(value.as_str(), |(_, value)| value))
            }
            fields => format!("{path} {{ {} }}", all("", fields)),
        }
    }

    /// A field of the core's with its value.
    fn value_of(&self, owner: &str, field: &'static Field, user: &str) -> String {
        let name = field_name(owner, field);
        let slot = self.slot(&name);
        let value = match &form(field) {
            _ if field.of == "Option<f64>" => format!("flag(self.tune_step_size)?.then_some(self.{name})"),
            Form::Number(_) if slot.differs() => {
                format!("or_default(self.{name}, {})", slot.default_of(user))
            }
            Form::Number(_) => format!("self.{name}"),
            Form::Flag => format!("flag(self.{name})?"),
            Form::Choice(list) => format!("choice(self.{name}, Error::{})?", error_of(list)),
            Form::Group(_) => format!("self.{name}.core(given)?"),
            Form::Vector { optional, square } => {
                let of = if *optional { "optional" } else { "vector" };
                format!("given.{of}(self.{name}, {square})?")
            }
            Form::Room(_) => unreachable!("no field of the core"),
        };
        format!("{}: {value}", field.name)
    }

    /// The statement that has it in C.
    fn set_from(&self, owner: &str, field: &'static Field, user: &str) -> String {
        let (name, own) = (field_name(owner, field), field.name);
        let slot = self.slot(&name);
        let value = match &slot.form {
            _ if field.of == "Option<f64>" => {
                return format!(
                    "                self.tune_step_size = {own}.is_some().into();\n                self.{name} = {own}.unwrap_or(0.0);\n"
                );
            }
            Form::Number(_) if slot.differs() => {
                format!("stated({own}, {}, from.{name})", slot.default_of(user))
            }
            Form::Number(_) => own.to_owned(),
            Form::Flag => format!("{own}.into()"),
            Form::Choice(_) => format!("{own}.number()"),
            Form::Group(_) => return format!("                self.{name}.set(&{own}, &from.{name})?;\n"),
            Form::Vector { optional: true, .. } => format!("kept(from.{name}, {own}.is_some())"),
            Form::Vector { .. } => format!("kept(from.{name}, !{own}.is_empty())"),
            Form::Room(_) => unreachable!("no field of the core"),
        };
        format!("                self.{name} = {value};\n")
    }
}

/// `made/settings.rs`.
pub fn settings(all: &[Group], outer: &[Outer]) -> String {
    let mut out = format!(
        "//! {MADE}\n\nuse super::types::*;\nuse crate::fields::fields;\nuse crate::flag::flag;\n\
         use crate::given::{{Given, choice, kept, or_default, stated}};\n"
    );
    out += "use core_crate::{drift::*, mh::*, precond::*, prior::*, rule::*, schedule::*};\n";
    out += "use core_crate::schema::Numbered;\nuse core_crate::{BatchSettings, Clipping, Error, Estimator, RuleSettings, Sampler, built};\n";
    for group in all {
        out += &group.conversions();
    }
    for Outer { name, slots, .. } in outer {
        out += &defaults(name, slots);
    }
    out += "\nfields! {\n";
    for (name, leaves) in structs(all, outer) {
        let word = |leaf: Leaf| leaf.path + if leaf.is_room { ": room" } else { "" };
        let words: Vec<String> = leaves.into_iter().map(word).collect();
        out += &format!("    {name} {{\n{}    }}\n", lines(&words));
    }
    out + "}\n"
}
