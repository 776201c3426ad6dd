//! `include/sgmcmc.h`, by cbindgen.

use crate::model::Model;
use crate::path;
use sgmcmc::Function;

/// In the order in which the header shows them. cbindgen looks for a file's modules beside it, so that none has the name
/// of a neighbour.
const SOURCES: [&str; 33] = [
    "constants.rs",
    "made/types.rs",
    "status.rs",
    "rule.rs",
    "schedule.rs",
    "block.rs",
    "settings.rs",
    "text.rs",
    "statistics.rs",
    "convert.rs",
    "rng.rs",
    "checkpoint.rs",
    "estimates.rs",
    "estimates/readings.rs",
    "stored.rs",
    "pilot.rs",
    "health.rs",
    "f32/model.rs",
    "f32/chain.rs",
    "f32/rule.rs",
    "f32/array.rs",
    "f32/checkpoint.rs",
    "f32/estimates.rs",
    "f32/pilot.rs",
    "f32/health.rs",
    "f64/model.rs",
    "f64/chain.rs",
    "f64/rule.rs",
    "f64/array.rs",
    "f64/checkpoint.rs",
    "f64/estimates.rs",
    "f64/pilot.rs",
    "f64/health.rs",
];

/// The version macros; Cargo.toml alone knows the version.
fn version_macros() -> String {
    let [major, minor, patch] =
        [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"), env!("CARGO_PKG_VERSION_PATCH")];
    format!(
        "\n/* The version of this header; sgmcmc_version_number() has the library's. */\n\
         #define SGMCMC_VERSION_MAJOR {major}\n\
         #define SGMCMC_VERSION_MINOR {minor}\n\
         #define SGMCMC_VERSION_PATCH {patch}\n\
         #define SGMCMC_VERSION_NUMBER \\\n    \
         (SGMCMC_VERSION_MAJOR * 1000000 + SGMCMC_VERSION_MINOR * 1000 + SGMCMC_VERSION_PATCH)"
    )
}

/// The elementary functions of one number, for the code of models: they call those of arrays.
fn functions_of_one_number() -> String {
    let mut out =
        "\n// Elementary functions of one number, with the same bits on every machine.\n".to_owned();
    for (real, precision) in [("float", "f32"), ("double", "f64")] {
        for function in Function::ALL {
            let name = function.name().to_lowercase();
            out += &format!(
                "static inline {real} sgmcmc_{name}_{precision}({real} x)\n{{\n    \
                 sgmcmc_map_{precision}(&x, &x, 1, SGMCMC_FUNCTION_{});\n    return x;\n}}\n",
                name.to_uppercase()
            );
        }
    }
    out
}

pub fn header(model: &Model) -> String {
    let mut config =
        cbindgen::Config::from_file(crate::root().join("ffi/cbindgen.toml")).expect("the header");
    config.after_includes = Some(version_macros());
    // No function has an enum in its signature, so that nothing else would bring them in.
    config.export.include =
        model.enums.iter().map(|it| it.name.clone()).chain(["sgmcmc_simd".into()]).collect();
    let sources = SOURCES
        .iter()
        .fold(cbindgen::Builder::new().with_config(config), |builder, source| builder.with_src(path(source)));
    let mut header = Vec::new();
    sources.generate().expect("the header").write(&mut header);
    let header = String::from_utf8(header).expect("the header");
    // Before the end of extern "C", which a conditional line begins.
    let (declared, end) = header.rsplit_once("\n#ifdef __cplusplus").expect("the end of extern \"C\"");
    format!("{declared}{}\n#ifdef __cplusplus{end}", functions_of_one_number())
}
