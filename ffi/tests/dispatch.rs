//! The library as it is installed on x86-64: it holds code for three levels, says which it runs, runs nothing that the
//! processor does not have, and is else the library that the contract tests know.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use support::{
    declared, ffi_dir, found, julia, linked_program, made_dir, output_path, quickstart, run, stdout,
};

/// The functions that have no twins, with the reason. All others are in `ffi/install/dispatch.c`.
const BASELINE_ONLY: [(&str, &str); 18] = [
    (
        "numbers about the library",
        "version_number abi_version align simd_level_name status_message refused_setting",
    ),
    ("sizes", "chain_size rng_size"),
    ("settings", "chain_settings_init block_init rule_init schedule_init"),
    ("conversions of numbers", "from_equation keep_threshold schedule_at"),
    ("lengths", "rule_lengths"),
    ("once a chain", "chain_init chain_hand_over rule_start rng_init"),
    ("one number", "chain_set_step_size chain_statistics rng_next_u64 rng_bounded"),
    ("integers, as fast at every level", "rng_batch"),
    ("a chain of multiplications, a byte at a time", "fingerprint"),
    (
        "copies",
        "chain_theta chain_save chain_restore checkpoint_read estimates_save \
         estimates_saved_settings estimates_restore",
    ),
    ("once a run, and bound by memory", "chain_moments chain_compensation"),
    (
        "bound by memory",
        "estimates_push estimates_observe estimates_merge estimates_counts estimates_read estimates_doubts reservoir_push \
         reservoir_counts",
    ),
    (
        "before or after a run",
        "estimate_settings_init estimates_size estimates_init r_hat summary_size summary \
         stein_sum reservoir_size reservoir_init",
    ),
    (
        "before a run, and bound by the model",
        "pilot_settings_init pilot_size pilot_look pilot_inflation pilot_text",
    ),
    (
        "before or after a run, or a look at it",
        "health_settings_init health_size health_init health_look health_report \
         health_text",
    ),
    ("before a run", "settings_text settings_read"),
    (
        "of an ensemble before or after a round",
        "ensemble_settings_init ensemble_size ensemble_judge ensemble_draws ensemble_summary ensemble_text ensemble_save ensemble_restore",
    ),
    ("one number after the other", "constrain pull_back unconstrain"),
];

/// A function without prefix and precision.
fn stem(name: &str) -> &str {
    let name = name.strip_prefix("sgmcmc_").unwrap();
    name.strip_suffix("_f32").or(name.strip_suffix("_f64")).unwrap_or(name)
}

#[test]
#[ignore = "builds the installed library: -- --ignored"]
fn every_function_has_twins_or_a_reason() {
    if !made() {
        return;
    }
    let hot = fs::read_to_string(made_dir().join("hot.txt")).unwrap();
    let hot: BTreeSet<_> = hot.lines().map(stem).collect();
    let baseline: BTreeSet<_> = BASELINE_ONLY.iter().flat_map(|(_, names)| names.split(' ')).collect();
    let all = declared();
    let all: BTreeSet<_> = all.iter().map(|name| stem(name)).collect();
    assert!(hot.contains("chain_run") && hot.is_disjoint(&baseline));
    let listed = &hot | &baseline;
    let odd: Vec<_> = listed.symmetric_difference(&all).collect();
    assert!(odd.is_empty(), "in neither list, or no function of the header: {odd:?}");
}

/// Whether the host can build the library for several levels; where it can, it does.
fn made() -> bool {
    let found = found("make") & found("ld") & found("objcopy") & found("nm") & found("gcc");
    if found {
        assert!(made_dir().join("v4.o").is_file(), "make did not choose SIMD=dispatch");
    }
    found
}

/// The number of the widest level that this processor has.
fn widest() -> i32 {
    let v3 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("popcnt");
    let v4 = v3
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    if v4 {
        3
    } else if v3 {
        2
    } else {
        1
    }
}

/// A program of `tests/c` with the made library.
fn program(name: &str, precision: &str, options: &[&str]) -> PathBuf {
    let define = if precision == "f64" { ["-DTEST_F64"].as_slice() } else { &[] };
    let (source, library) = (format!("{name}.c"), made_dir().join("libsgmcmc.a"));
    let name = format!("dispatch_{name}_{precision}");
    linked_program("gcc", &library, &name, &[&source, "world.c"], &[define, options].concat())
}

/// `tests/c/levels.c` on this processor, and on emulated ones that lack what the compiler's runtime asks for: there a
/// chain that was made here goes on, from the same bytes to the same bytes.
#[test]
#[ignore = "builds the installed library: -- --ignored"]
fn chains_choose_and_move() {
    if !made() {
        return;
    }
    for precision in ["f32", "f64"] {
        let program = program("levels", precision, &["-static"]);
        let image = output_path(&format!("levels_{precision}.image"));
        let _ = fs::remove_file(&image);
        run(Command::new(&program).arg(widest().to_string()).arg(&image));
        for (cpu, level) in
            [("max", "2"), ("max,-bmi2", "1"), ("max,-fma", "1"), ("Nehalem", "1"), ("qemu64", "1")]
        {
            if found("qemu-x86_64") {
                let mut qemu = Command::new("qemu-x86_64");
                run(qemu.args(["-cpu", cpu]).arg(&program).arg(level).arg(&image));
            }
        }
    }
}

/// Quickstart from Julia at every level of the settings, each time below a line that says what its chains ran.
#[test]
#[ignore = "builds the installed library: -- --ignored"]
fn julia_has_the_lines_of_c_at_every_level() {
    if !made() {
        return;
    }
    let Some(mut julia) = julia() else { return };
    julia.env("SGMCMC_LIBRARY", made_dir().join("libsgmcmc.so"));
    let output = run(julia.arg(ffi_dir().join("tests/julia/levels.jl")).arg("2000"));
    // A level that this processor lacks is lowered to the widest.
    let names = [1, 2, 3].map(|level: i32| ["SSE2", "AVX2", "AVX-512"][level.min(widest()) as usize - 1]);
    let says = names.map(|name| format!("Julia: x86_64, 64 bits, little, {name}\n"));
    assert_eq!(stdout(&output), says.each_ref().map(|line| line.to_owned() + &quickstart("2000")).concat());
    fs::create_dir_all(output_path("targets/x86_64")).unwrap();
    fs::write(output_path("targets/x86_64/julia.says"), says.concat()).unwrap();
}

#[test]
#[ignore = "builds the installed library: -- --ignored"]
fn the_contract_holds() {
    if !made() {
        return;
    }
    for name in [
        "contract_arguments",
        "contract_settings",
        "contract_callbacks",
        "contract_in_use",
        "contract_use",
        "contract_stateless",
        "contract_equations",
        "contract_hand_over",
        "contract_images",
        "contract_checkpoints",
        "contract_environment",
    ] {
        for precision in ["f32", "f64"] {
            run(&mut Command::new(program(name, precision, &[])));
        }
    }
}

/// What each level's object has of registers and instructions, as objdump writes them.
#[test]
#[ignore = "builds the installed library: -- --ignored"]
fn levels_keep_to_their_instructions() {
    if !made() || !found("objdump") {
        return;
    }
    // AVX-512 in every vector's mnemonic or register; what `dispatch.c` does not ask the processor for.
    let unasked = ["lzcnt", "movbe", "vcvtph2ps", "vcvtps2ph"];
    for (object, ymm, zmm) in [("v1.o", false, false), ("v3.o", true, false), ("v4.o", true, true)] {
        let output =
            run(Command::new("objdump").args(["-d", "--no-show-raw-insn"]).arg(made_dir().join(object)));
        let code = stdout(&output);
        assert_eq!(code.contains("%ymm"), ymm, "{object}");
        assert_eq!(code.contains("%zmm"), zmm, "{object}");
        let mut mnemonics =
            code.lines().filter_map(|line| line.split('\t').nth(1)?.split_whitespace().next());
        let found = mnemonics.find(|name| unasked.contains(name) || (!ymm && name.starts_with('v')));
        assert_eq!(found, None, "{object}");
    }
}

/// The ways of linking it that programs have.
#[test]
#[ignore = "builds the installed library: -- --ignored"]
fn every_linker_takes_it() {
    if !made() {
        return;
    }
    let library = made_dir().join("libsgmcmc.a");
    let ways: [(&str, &str, &[&str]); 7] = [
        ("gcc", "plain", &[]),
        ("gcc", "gc", &["-ffunction-sections", "-Wl,--gc-sections"]),
        ("gcc", "lto", &["-flto"]),
        ("gcc", "static_lto", &["-static", "-flto", "-Wl,--gc-sections"]),
        ("clang", "plain", &[]),
        ("clang", "static_gc", &["-static", "-Wl,--gc-sections"]),
        ("clang", "lld_lto", &["-fuse-ld=lld", "-flto", "-Wl,--gc-sections"]),
    ];
    for (compiler, way, options) in ways {
        if !found(compiler) || options.contains(&"-fuse-ld=lld") && !found("ld.lld") {
            continue;
        }
        let name = format!("levels_{compiler}_{way}");
        let program = linked_program(compiler, &library, &name, &["levels.c", "world.c"], options);
        run(Command::new(program).arg(widest().to_string()));
    }
}
