//! The fuzzer's tables: every field that it fills, or whose number it judges, by type and range.

use crate::model::{Model, Struct, snake};
use crate::types::MADE;
use sgmcmc::Error;

fn c_type(of: &str) -> &str {
    match of {
        "f64" => "double",
        "u64" => "uint64_t",
        "u32" => "uint32_t",
        "i32" => "int32_t",
        _ => panic!("no type of C for {of}"),
    }
}

/// What holds of a report's number.
fn holds(it: &Struct) -> String {
    let upper = it.name.trim_start_matches("sgmcmc_").to_uppercase();
    let lines = it.slots[1..].iter().map(|slot| {
        let range = slot.field.map(|field| field.range);
        let how = match range {
            Some(range) if range.low.0.is_finite() || range.high.0.is_finite() => {
                let end =
                    |x: f64| if x.is_finite() { format!("{x:?}") } else { "(double)INFINITY".to_owned() };
                format!("WITHIN({}, {})", end(range.low.0), end(range.high.0))
            }
            _ => "ANY".to_owned(),
        };
        format!(" \\\n    X(S, {}, {}, {how})", c_type(slot.of), slot.name)
    });
    format!("#define {upper}_FIELDS(X, S){}\n", lines.collect::<String>())
}

pub fn fuzz(model: &Model) -> String {
    let mut out = format!("/* {MADE} */\n");
    for it in model.structs.iter().filter(|it| it.name.ends_with("_report")) {
        out += &holds(it);
    }
    // Of a status the fuzzer knows more than the list does.
    for it in model.enums.iter().filter(|it| it.name != "sgmcmc_error") {
        let all: String = it.variants.iter().map(|it| format!(" \\\n    X({})", it.name)).collect();
        out += &format!("#define EACH_{}(X){all}\n", it.name.trim_start_matches("sgmcmc_").to_uppercase());
    }
    out
}

/// Statuses of refused settings, for tests.
pub fn refusals() -> String {
    let refused = Error::ALL.iter().filter(|error| error.setting().is_some());
    let lines = refused
        .map(|error| format!("    REFUSED_{} = {},\n", snake(error.name()).to_uppercase(), *error as i32));
    format!("/* {MADE} */\ntypedef enum refusal {{\n{}}} refusal;\n", lines.collect::<String>())
}
