//! `ffi/src/numbers.rs`: enums from numbers.

use crate::sources::enums;
use sgmcmc::Error;
use std::fmt::Write;

/// The error that names an enum's setting: `Noise` for sgmcmc_noise where there is one, else `NoiseKind`.
fn error_of(name: &str) -> &'static str {
    let words = name.strip_prefix("sgmcmc_").unwrap().split('_');
    let name: String = words.map(|word| word[..1].to_uppercase() + &word[1..]).collect();
    let named = |name: &str| Error::ALL.iter().map(|error| error.name()).find(|known| *known == name);
    named(&name).or_else(|| named(&format!("{name}Kind"))).unwrap_or_else(|| panic!("no error for {name}"))
}

/// `src/numbers.rs`.
pub fn numbers() -> String {
    let mut text = String::from(
        "//! Numbers as the enums of `enums`: made by `cargo run -p schema`.\n\nuse crate::constants::sgmcmc_simd;\n\
         use crate::enums::*;\nuse core_crate::Error;\n",
    );
    for (name, variants) in ["enums.rs", "constants.rs"].map(enums).iter().flatten() {
        writeln!(
            text,
            "\nimpl {name} {{\n    /// The choice with this number, or the error that names the setting."
        )
        .expect("a text");
        writeln!(text, "    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {{")
            .expect("a text");
        writeln!(text, "        match number {{").expect("a text");
        for (variant, number) in variants {
            writeln!(text, "            {number} => Ok(Self::{variant}),").expect("a text");
        }
        writeln!(text, "            _ => Err(Error::{}),\n        }}\n    }}\n}}", error_of(name))
            .expect("a text");
    }
    text
}
