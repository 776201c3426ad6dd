//! The functions that C calls. Each hands its arguments to the function of `ffi/src` whose `doc(alias)` is its name, in
//! their order, those of tuples and arrays one by one; the documentation is that one's, too.

use crate::path;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use syn::{Attribute, Expr, FnArg, GenericArgument, GenericParam, Lit, Meta, Pat, PathArguments, Type};

const MADE: &str = "Made by `cargo run -p schema`; edit the functions whose aliases these are.";

/// Where functions with an alias are, in the order of the headers.
const SOURCES: [&str; 21] = [
    "rule.rs",
    "schedule.rs",
    "block.rs",
    "text.rs",
    "chain.rs",
    "run.rs",
    "chain/readings.rs",
    "checkpoint.rs",
    "estimates.rs",
    "estimates/readings.rs",
    "stored.rs",
    "pilot.rs",
    "health.rs",
    "ensemble.rs",
    "ensemble/readings.rs",
    "stateless.rs",
    "transform.rs",
    "convert.rs",
    "rng.rs",
    "math.rs",
    "settings.rs",
];

/// Those whose functions take draws of either precision, whichever a build has.
const OF_DRAWS: [&str; 2] = ["estimates.rs", "stored.rs"];

/// Settings whose _init has no more to say.
const INITS: [&str; 5] =
    ["chain_settings", "estimate_settings", "pilot_settings", "health_settings", "ensemble_settings"];

/// A type of Rust in one precision, and the names of C in it.
fn rust(of: &Type, names: &mut BTreeSet<String>) -> String {
    match of {
        Type::Ptr(pointer) => {
            let kind = if pointer.const_token.is_some() { "const" } else { "mut" };
            format!("*{kind} {}", rust(&pointer.elem, names))
        }
        Type::Path(path) => {
            let segments: Vec<_> = path.path.segments.iter().collect();
            let name = match segments[..] {
                [of, part] if of.ident == "R" => {
                    format!("sgmcmc_{}_f32", crate::model::snake(&part.ident.to_string()))
                }
                [of] if of.ident == "R" => "f32".to_owned(),
                // The one function that is handed over by itself.
                [of] if of.ident == "Option" && arguments(&of.arguments) == "Observe" => {
                    "sgmcmc_observer_f32".to_owned()
                }
                [of] => of.ident.to_string(),
                _ => panic!("a path that no function of C needs"),
            };
            if name.starts_with("sgmcmc_") || name.starts_with("c_") {
                names.insert(name.clone());
            }
            name
        }
        _ => panic!("no type of C"),
    }
}

/// The name of a type's argument.
fn arguments(of: &PathArguments) -> String {
    let PathArguments::AngleBracketed(all) = of else { return String::new() };
    match all.args.first() {
        Some(GenericArgument::Type(Type::Path(of))) => of.path.segments[0].ident.to_string(),
        _ => String::new(),
    }
}

/// The arguments of a pattern, with their types, and the expression that puts it together again.
fn flat<'a>(pat: &Pat, of: &'a Type, all: &mut Vec<(String, &'a Type)>) -> String {
    let mut each = |pats: &syn::punctuated::Punctuated<Pat, syn::Token![,]>, types: Vec<&'a Type>| {
        assert_eq!(pats.len(), types.len(), "a pattern of another length than its type");
        pats.iter().zip(types).map(|(pat, of)| flat(pat, of, all)).collect::<Vec<_>>().join(", ")
    };
    match (pat, of) {
        (Pat::Tuple(pats), Type::Tuple(types)) => {
            format!("({})", each(&pats.elems, types.elems.iter().collect()))
        }
        (Pat::Slice(pats), Type::Array(array)) => {
            format!("[{}]", each(&pats.elems, vec![&*array.elem; pats.elems.len()]))
        }
        (Pat::Ident(name), _) => {
            all.push((name.ident.to_string(), of));
            name.ident.to_string()
        }
        _ => panic!("a pattern that no function of C needs"),
    }
}

fn text(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(&pair.value),
        _ => None,
    }
}

/// The name of C that a function has as its alias.
fn alias(attributes: &[Attribute]) -> Option<String> {
    let mut found = None;
    for attribute in attributes.iter().filter(|it| it.path().is_ident("doc") && text(it).is_none()) {
        let _ = attribute.parse_nested_meta(|meta| {
            found = Some(meta.value()?.parse::<syn::LitStr>()?.value());
            Ok(())
        });
    }
    found
}

/// What a file has: its functions, and the names that they need.
#[derive(Default)]
struct File {
    functions: String,
    names: BTreeSet<String>,
}

impl File {
    fn add(&mut self, (docs, name): (&str, &str), arguments: &[(String, String)], work: &str) {
        let arguments: String = arguments.iter().map(|(name, of)| format!("    {name}: {of},\n")).collect();
        self.functions += &format!(
            "\n{docs}#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn {name}(\n{arguments}) -> sgmcmc_status {{\n    \
             enter(|call| {work})\n}}\n"
        );
    }

    fn text(&self, homes: &BTreeMap<String, String>) -> String {
        let mut uses = BTreeMap::<&str, Vec<&str>>::new();
        for name in &self.names {
            let home = homes.get(name).map_or("crate::made::types", |home| home);
            uses.entry(if name.starts_with("c_") { "core::ffi" } else { home }).or_default().push(name);
        }
        let uses: String =
            uses.iter().map(|(home, all)| format!("use {home}::{{{}}};\n", all.join(", "))).collect();
        format!(
            "//! {MADE}\n\nuse crate::guard::enter;\nuse crate::status::sgmcmc_status;\n{uses}{}",
            self.functions
        )
    }
}

/// The module of a file.
fn module(source: &str) -> String {
    format!("crate::{}", source.trim_end_matches(".rs").replace('/', "::"))
}

/// Every file of them.
pub fn shims() -> Vec<(String, String)> {
    let [mut plain, mut precise, mut of_draws] = [(); 3].map(|()| File::default());
    let mut homes = BTreeMap::new();
    for source in SOURCES.into_iter().chain(["statistics.rs", "f32/model.rs"]) {
        let code = read_to_string(path(source)).unwrap_or_else(|error| panic!("{source}: {error}"));
        for item in syn::parse_file(&code).unwrap_or_else(|error| panic!("{source}: {error}")).items {
            let it = match item {
                syn::Item::Fn(it) => it,
                syn::Item::Struct(syn::ItemStruct { ident, .. })
                | syn::Item::Type(syn::ItemType { ident, .. }) => {
                    homes.insert(ident.to_string(), module(source));
                    continue;
                }
                _ => continue,
            };
            let Some(name) = alias(&it.attrs) else { continue };
            let is_generic = it.sig.generics.params.iter().any(|of| matches!(of, GenericParam::Type(_)));
            let file = match (is_generic, OF_DRAWS.contains(&source)) {
                (false, _) => &mut plain,
                (true, true) => &mut of_draws,
                (true, false) => &mut precise,
            };
            let docs = it.attrs.iter().filter_map(text).map(|line| match line {
                Expr::Lit(syn::ExprLit { lit: Lit::Str(line), .. }) => format!("///{}\n", line.value()),
                _ => panic!("{name}: documentation"),
            });
            let mut all = Vec::new();
            let given = it.sig.inputs.iter().skip(1).map(|argument| match argument {
                FnArg::Typed(argument) => flat(&argument.pat, &argument.ty, &mut all),
                FnArg::Receiver(_) => panic!("{name}: self"),
            });
            let given = given.collect::<Vec<_>>().join(", ");
            let all: Vec<_> = all.into_iter().map(|(name, of)| (name, rust(of, &mut file.names))).collect();
            let precision = if is_generic { "::<f32>" } else { "" };
            let work = format!("{}::{}{precision}(call, {given})", module(source), it.sig.ident);
            file.add((&docs.collect::<String>(), &name), &all, &work);
        }
    }
    for of in INITS {
        let (of, docs) = (format!("sgmcmc_{of}"), "/// Sets every field to its default, and struct_size.\n");
        let arguments =
            [("settings".to_owned(), format!("*mut {of}")), ("struct_size".to_owned(), "usize".to_owned())];
        plain.add((docs, &format!("{of}_init")), &arguments, "call.init_default(settings, struct_size)");
        plain.names.insert(of);
    }
    let twin = |text: &str| text.replace("f32", "f64");
    let [plain, precise, of_draws] = [plain, precise, of_draws].map(|file| file.text(&homes));
    vec![
        ("ffi/src/made/functions.rs".to_owned(), plain),
        ("ffi/src/made/f64.rs".to_owned(), twin(&precise)),
        ("ffi/src/made/draws_f64.rs".to_owned(), twin(&of_draws)),
        ("ffi/src/made/f32.rs".to_owned(), precise),
        ("ffi/src/made/draws_f32.rs".to_owned(), of_draws),
    ]
}
