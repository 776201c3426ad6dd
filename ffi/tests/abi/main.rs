//! The ABI is what `current.txt` says, in C on every target and in Rust on this one, and has all that the last release
//! had: what `current.txt` said under its tag. `SGMCMC_BLESS_ABI=1` writes `current.txt` anew, and nothing can write what
//! it is held against but a tag.

mod dump;
mod released;
mod rule;
#[path = "../support/mod.rs"]
mod support;

use dump::{MODELS, dump};
use released::{Released, released};
use rule::violations;
use schema::{Item, Kind, Type, Variable};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use support::{ffi_dir, found, lacks, output_path, root_dir, run, say, tables};

/// What the headers declare, and the numbers by which settings are refused.
fn items() -> Vec<Item> {
    let mut items = schema::items();
    let refused = schema::refused().map(|(name, number)| (name, number, Vec::new()));
    items.push(Item { name: "refusal".into(), doc: Vec::new(), kind: Kind::Enum(refused.collect()) });
    items
}

fn now() -> String {
    dump(&items(), env!("CARGO_PKG_VERSION"))
}

fn path(name: &str) -> PathBuf {
    ffi_dir().join("tests/abi").join(name)
}

#[test]
fn the_dump_is_current() {
    let now = now();
    if std::env::var_os("SGMCMC_BLESS_ABI").is_some() {
        fs::write(path("current.txt"), &now).unwrap();
    }
    let current = fs::read_to_string(path("current.txt")).unwrap();
    let same = current.lines().zip(now.lines()).take_while(|(old, new)| old == new).count();
    assert!(
        current == now,
        "the header's ABI is not that of current.txt from line {}, {:?}: is it meant? Then run with SGMCMC_BLESS_ABI=1",
        same + 1,
        now.lines().nth(same).unwrap_or("the end")
    );
}

#[test]
fn the_header_has_all_that_was_released() {
    if found("git") {
        match released(root_dir()) {
            Released::As(dump) => {
                assert_eq!(violations(&dump, &now()), [""; 0], "without another SGMCMC_ABI_VERSION");
            }
            Released::Nothing => say("no release yet, so that the ABI may change: there is no tag v*"),
            Released::Unknown => drop(lacks("the repository of git", "git")),
        }
    }
}

/// What the rule says of a change, by the dumps before it and after.
fn after(change: impl FnOnce(&mut Vec<Item>)) -> Vec<String> {
    let mut items = items();
    change(&mut items);
    violations(&now(), &dump(&items, "99.0.0"))
}

fn kind<'i>(items: &'i mut [Item], name: &str) -> &'i mut Kind {
    &mut items.iter_mut().find(|item| item.name == name).expect(name).kind
}

/// The fields of a struct, or what a function or a callback takes.
fn variables<'i>(items: &'i mut [Item], name: &str) -> &'i mut Vec<Variable> {
    match kind(items, name) {
        Kind::Struct(all) | Kind::Callback(_, all) | Kind::Function(_, all) => all,
        Kind::Constant(_) | Kind::Enum(_) | Kind::Opaque | Kind::Alias(_) => {
            panic!("{name} has no variables")
        }
    }
}

fn of(name: &str, count: Option<usize>) -> Type {
    Type { name: name.into(), is_const: false, pointers: 0, to_const: false, count }
}

/// Puts others in the place of a field.
fn replace(items: &mut [Item], path: &str, with: &[(&str, Type)]) {
    let (name, field) = path.split_once('.').unwrap();
    let fields = variables(items, name);
    let at = fields.iter().position(|it| it.name == field).expect(path);
    let with =
        with.iter().map(|(name, of)| Variable { name: (*name).into(), doc: Vec::new(), of: of.clone() });
    fields.splice(at..=at, with);
}

/// The rule sees what it is for, and lets through what may be.
#[test]
fn a_release_may_add_only() {
    type Change = fn(&mut Vec<Item>);
    let fine: [Change; 6] = [
        |it| {
            let later = [("named_now", of("double", None)), ("reserved2", of("uint64_t", Some(1)))];
            replace(it, "sgmcmc_drift.reserved2", &later);
        },
        |it| {
            let later = [("reserved3", of("int32_t", None)), ("later", of("double", None))];
            replace(it, "sgmcmc_chain_settings.reserved", &later);
        },
        |it| replace(it, "sgmcmc_chain_settings.reserved", &[("named_now", of("uint32_t", None))]),
        |it| match kind(it, "sgmcmc_error") {
            Kind::Enum(all) => all.push(("SGMCMC_ERROR_LATER".into(), 99, Vec::new())),
            _ => panic!("an enum"),
        },
        |it| {
            let kind = Kind::Function(of("uint32_t", None), Vec::new());
            it.push(Item { name: "sgmcmc_later".into(), doc: Vec::new(), kind });
        },
        |it| variables(it, "sgmcmc_chain_size_f32")[0].name = "renamed".into(),
    ];
    for (i, change) in fine.into_iter().enumerate() {
        assert_eq!(after(change), [""; 0], "{i}");
    }
    let wrong: [(Change, &str); 14] = [
        (|it| it.retain(|item| item.name != "sgmcmc_abi_version"), "function sgmcmc_abi_version"),
        (
            |it| *kind(it, "sgmcmc_abi_version") = Kind::Function(of("uint64_t", None), Vec::new()),
            "function sgmcmc_abi_version",
        ),
        (
            |it| variables(it, "sgmcmc_chain_set_step_size_f32")[0].of.name = "sgmcmc_chain_f64".into(),
            "function sgmcmc_chain_set_step_size_f32",
        ),
        (
            |it| match kind(it, "sgmcmc_error") {
                Kind::Enum(all) => all[4].1 = 5,
                _ => panic!("an enum"),
            },
            "enumerator SGMCMC_ERROR_OVERLAP",
        ),
        (
            |it| {
                let two = [("other", of("uint64_t", None)), ("seed", of("uint64_t", None))];
                replace(it, "sgmcmc_chain_settings.seed", &two);
            },
            "field sgmcmc_chain_settings.seed",
        ),
        (
            |it| replace(it, "sgmcmc_chain_settings.seed", &[("seed", of("double", None))]),
            "field sgmcmc_chain_settings.seed",
        ),
        (|it| replace(it, "sgmcmc_chain_settings.reserved", &[]), "field sgmcmc_chain_settings.reserved"),
        (
            |it| replace(it, "sgmcmc_chain_settings.reserved", &[("named_now", of("double", None))]),
            "field sgmcmc_chain_settings.reserved",
        ),
        (|it| replace(it, "sgmcmc_draw_f32.drift_norm", &[]), "field sgmcmc_draw_f32.drift_norm"),
        (
            |it| replace(it, "sgmcmc_drift.reserved2", &[("reserved2", of("uint64_t", Some(3)))]),
            "field sgmcmc_rule.preconditioner.kind",
        ),
        (|it| drop(variables(it, "sgmcmc_scheduled").pop()), "callback"),
        (
            |it| *kind(it, "SGMCMC_CHAIN_COUNT_MAX") = Kind::Constant("65535".into()),
            "constant SGMCMC_CHAIN_COUNT_MAX",
        ),
        (|it| *kind(it, "SGMCMC_ABI_VERSION") = Kind::Constant("2".into()), "constant SGMCMC_ABI_VERSION"),
        (|it| it.retain(|item| item.name != "sgmcmc_rng"), "object sgmcmc_rng"),
    ];
    for (i, (change, expected)) in wrong.into_iter().enumerate() {
        let found = after(change);
        assert!(found.iter().any(|line| line.starts_with(expected)), "{i}: {found:?}");
    }
    // A field in padding moves none of the others on 64-bit machines, where it is.
    let (old, new) = ("size s [16, 12, 12]\n", "field s.in_padding [4, 8, 8] int32_t\nsize s [16, 12, 12]\n");
    let dumps = [old, new].map(|lines| format!("constant SGMCMC_ABI_VERSION 1\n{lines}"));
    assert_eq!(violations(&dumps[0], &dumps[1]).len(), 1);
    // With another ABI version all of it may be.
    let grown: Change = |it| {
        it.retain(|item| item.name != "sgmcmc_abi_version");
        *kind(it, "SGMCMC_ABI_VERSION") = Kind::Constant("4".into());
    };
    assert_eq!(after(grown), [""; 0]);
}

/// The dump's numbers for one model, and its signatures, as assertions that a compiler checks.
fn assertions(model: usize) -> String {
    let mut text = String::from("#include \"sgmcmc.h\"\n#include \"refusals.h\"\n");
    for line in now().lines() {
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        let numbers = |value: &str| -> String {
            value.trim_start_matches('[').split([',', ']']).nth(model).unwrap().trim().to_owned()
        };
        match words[..] {
            ["size", name, sizes] => {
                writeln!(text, "_Static_assert(sizeof({name}) == {}, \"{name}\");", numbers(sizes)).unwrap();
            }
            ["field", name, offsets] => {
                let (of, field) = name.split_once('.').unwrap();
                let offset = numbers(offsets);
                writeln!(text, "_Static_assert(offsetof({of}, {field}) == {offset}, \"{name}\");").unwrap();
            }
            ["enumerator", name, value] => {
                let value = value.split(' ').next().unwrap();
                writeln!(text, "_Static_assert((int){name} == {value}, \"{name}\");").unwrap();
            }
            ["function" | "callback", name, signature] => {
                let (result, parameters) = signature.split_once(" (").unwrap();
                let of = if words[0] == "function" { format!("&{name}") } else { format!("({name})0") };
                let assertion = format!("_Generic({of}, {result} (*)({parameters}: 1)");
                writeln!(text, "_Static_assert({assertion}, \"{name}\");").unwrap();
            }
            _ => {}
        }
    }
    text
}

/// Every target that the library is for, with its data model.
const TARGETS: [(&str, &str); 12] = [
    ("x86_64-linux-gnu", "lp64"),
    ("aarch64-linux-gnu", "lp64"),
    ("riscv64-linux-gnu", "lp64"),
    ("s390x-linux-gnu", "lp64"),
    ("armv7-linux-gnueabihf", "ilp32"),
    ("thumbv7em-none-eabihf", "ilp32"),
    ("thumbv6m-none-eabi", "ilp32"),
    ("riscv32-unknown-elf", "ilp32"),
    ("wasm32-unknown-unknown", "ilp32"),
    ("i686-linux-gnu", "i386"),
    ("x86_64-linux-gnux32", "ilp32"),
    ("x86_64-apple-darwin", "lp64"),
];

#[test]
fn structs_are_laid_out_as_dumped_on_every_target() {
    if !found("clang") {
        return;
    }
    for (at, model) in MODELS.iter().enumerate() {
        let source = output_path(&format!("layout_{}.c", model.name));
        fs::write(&source, assertions(at)).unwrap();
        for (target, _) in TARGETS.iter().filter(|(_, name)| *name == model.name) {
            let mut clang = Command::new("clang");
            clang.arg(format!("--target={target}")).args([
                "-std=c11",
                "-ffreestanding",
                "-fsyntax-only",
                "-Werror",
                "-I",
            ]);
            run(clang.arg(root_dir().join("include")).arg("-I").arg(tables()).arg(&source));
        }
    }
    // One more field in a struct, or one less, and the compiler would say so.
    assert!(
        assertions(0).lines().count() > 300
            && assertions(0) != assertions(1)
            && assertions(1) != assertions(2)
    );
}
