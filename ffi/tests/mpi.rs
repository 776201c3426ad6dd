//! The MPI examples: their parts against direct sums, equal bits on 1, 2 and 4 ranks, and ranks that fail, each under a
//! time limit, so that ranks which wait for each other are a failure, too.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use support::{
    C_OPTIONS, ffi_dir, found, landsat_data, library_dir, output_path, root_dir, run, stdout, tables,
};

const SECONDS: &str = "60";

fn found_mpi() -> bool {
    found("mpicc") && found("mpirun") && found("make")
}

/// A program of `examples/mpi`, all of which are built once, by their Makefile.
fn example(name: &str) -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let programs = BUILT.get_or_init(|| {
        let target = library_dir().parent().unwrap();
        let mut make = Command::new("make");
        make.env("CARGO_TARGET_DIR", target).env("CARGO", env!("CARGO"));
        run(make.args(["-s", "-C"]).arg(root_dir().join("examples/mpi")));
        target.join("examples-mpi")
    });
    programs.join(name)
}

/// Runs a program on so many ranks, wherever this is: as root, and with fewer cores than ranks.
fn mpirun(rank_count: u32, program: &PathBuf) -> Command {
    let mut command = Command::new("mpirun");
    for allowed in ["OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] {
        command.env(allowed, "1");
    }
    for setting in ["OMPI_MCA_rmaps_base_oversubscribe", "OMPI_MCA_mpi_yield_when_idle"] {
        command.env(setting, "1");
    }
    command.env("MPIEXEC_TIMEOUT", SECONDS);
    command.args(["-n", &rank_count.to_string()]).arg(program);
    command
}

/// The Julia example on so many ranks.
fn julia(rank_count: u32, arguments: &[&str]) -> Option<Command> {
    if !found_mpi() {
        return None;
    }
    let julia = support::julia()?;
    let mut command = mpirun(rank_count, &PathBuf::from(julia.get_program()));
    command.args(julia.get_args()).envs(julia.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("SGMCMC_MPI_LIBRARY", example("libsgmcmc_mpi.so"));
    command.arg(root_dir().join("examples/mpi/data_parallel.jl")).args(arguments);
    Some(command)
}

/// What follows a word at the start of a line.
fn line<'a>(output: &'a Output, word: &str) -> &'a str {
    let found = stdout(output).lines().find_map(|line| line.strip_prefix(word));
    found.unwrap_or_else(|| panic!("no {word:?} in {output:?}")).trim()
}

/// What was sent is what the cost model says, to the byte.
fn check_wire(output: &Output) {
    let (sent, predicted) = line(output, "wire").split_once(" by all ranks; predicted ").unwrap();
    assert_eq!(sent.replace(" messages,", " and").replace(" bytes", ""), predicted);
}

/// Compiles a program of `tests/c` with what the examples share, and runs it: the same output on any power of two.
fn check_program(name: &str) -> PathBuf {
    let path = output_path(name);
    let examples = root_dir().join("examples/mpi");
    let mut compiler = Command::new("mpicc");
    compiler.args(C_OPTIONS).args(["-Wpedantic", "-Wconversion", "-I"]).arg(root_dir().join("include"));
    compiler
        .arg("-I")
        .arg(tables())
        .arg("-I")
        .arg(&examples)
        .arg(ffi_dir().join("tests/c").join(name).with_extension("c"));
    compiler.args(["wire.c", "reduction.c", "sharded.c", "summary.c"].map(|name| examples.join(name)));
    let of_c = root_dir().join("examples/c");
    compiler.arg("-I").arg(&of_c);
    compiler.args(["landsat_data.c", "network.c", "prediction.c", "support.c"].map(|name| of_c.join(name)));
    run(compiler.arg(library_dir().join("libsgmcmc.a")).args(["-lm", "-o"]).arg(&path));
    let outputs = [1, 2, 4, 8].map(|ranks| stdout(&run(&mut mpirun(ranks, &path))).to_owned());
    assert!(outputs.iter().all(|output| !output.is_empty() && *output == outputs[0]), "{outputs:?}");
    path
}

#[test]
fn parts_give_what_direct_sums_give() {
    if found_mpi() {
        let path = check_program("mpi_parts");
        run(&mut mpirun(3, &path)); // no power of two: in MPI's order
    }
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn all_kinds_of_chains_run_over_shards() {
    if found_mpi() {
        check_program("mpi_chains");
    }
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn chains_have_equal_bits_on_all_ranks() {
    let Some(data) = found_mpi().then(landsat_data).flatten() else { return };
    let program = example("data_parallel");
    let sample = |ranks, options: &[&str]| {
        let output = run(mpirun(ranks, &program).args(&data).args(["--steps", "200"]).args(options));
        assert!(line(&output, "fingerprint").ends_with("on every rank"), "{output:?}");
        output
    };
    let one = sample(1, &[]);
    let fixed_order = [(2, "halving"), (2, "doubling"), (4, "halving"), (4, "doubling")];
    for (ranks, reduction) in fixed_order {
        let output = sample(ranks, &["--reduction", reduction]);
        assert_eq!(line(&output, "fingerprint"), line(&one, "fingerprint"), "{reduction} on {ranks} ranks");
        assert_eq!(line(&output, "accuracy"), line(&one, "accuracy"));
        check_wire(&output);
    }
    sample(2, &["--reduction", "allreduce"]);
    sample(3, &["--reduction", "reduce"]);

    // One block on one rank is the C example's chain.
    let options = ["--blocks", "1", "--batch", "50", "--step", "1.5e-5"];
    let theta = line(&sample(1, &options), "fingerprint").split(' ').next().unwrap().to_owned();
    let alone = run(mpirun(1, &example("chains")).args(&data).args(["--steps", "200"]));
    assert!(line(&alone, "chain 0").contains(&format!("fingerprint {theta} of theta")), "{theta}: {alone:?}");
}

/// Runs 30 steps, of which a rank refuses the one after `done`; gives the output up to there.
fn fail(program: &PathBuf, data: &[PathBuf; 2], options: &[&str]) -> Output {
    let mut command = mpirun(4, program);
    command.args(data).args(["--steps", "30", "--burn-in", "5"]).args(options);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{command:?}: {output:?}");
    output
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn failing_rank_stops_all_before_its_step() {
    let Some(data) = found_mpi().then(landsat_data).flatten() else { return };
    let program = example("data_parallel");
    let done = run(mpirun(2, &program).args(&data).args(["--steps", "12", "--burn-in", "5"]));
    for (how, text) in [
        ("1:12:42", "a callback stopped the chain (rank 1, code 42)"),
        ("3:12:1", "the model cannot be evaluated at theta (rank 3, code 1)"),
        ("0:12:nan", "the gradient has a NaN"),
    ] {
        for reduction in ["halving", "doubling", "reduce"] {
            let output = fail(&program, &data, &["--fail", how, "--reduction", reduction]);
            assert!(line(&output, "stopped").starts_with(&format!("after 12 steps: {text}")), "{output:?}");
            let fingerprint = line(&output, "fingerprint");
            assert!(fingerprint.ends_with("on every rank"));
            // Every byte of the chain is as it was, which another run's chain ends with.
            assert!(reduction == "reduce" || fingerprint == line(&done, "fingerprint"), "{output:?}");
        }
    }
    let killed = mpirun(4, &program).args(&data).args(["--fail", "2:12:kill"]).output().unwrap();
    assert!(!killed.status.success());
    let missing = mpirun(2, &program).args(["nowhere.trn", "nowhere.tst"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(2), "{missing:?}");
    // Two ranks, of which the second would take another number of steps.
    let mut apart = mpirun(1, &program);
    apart
        .args(&data)
        .args(["--steps", "10", ":", "-n", "1"])
        .arg(&program)
        .args(&data)
        .args(["--steps", "20"]);
    assert_eq!(apart.output().unwrap().status.code(), Some(2), "{apart:?}");
}

/// The lines that must not depend on who had which chain: all but how many ranks there were, and what they took.
fn results(output: &Output) -> Vec<&str> {
    let kept = |line: &&str| !["data", "wire", "time"].iter().any(|word| line.starts_with(word));
    let lines: Vec<_> = stdout(output).lines().filter(kept).collect();
    assert!(lines.iter().any(|line| line.starts_with("fingerprint")), "{output:?}");
    lines
}

const FOUR: [&str; 6] = ["--chains", "4", "--steps", "400", "--interval", "50"];

/// A run of four chains over so many ranks, from this folder on or from none.
fn four(rank_count: u32, data: &[PathBuf; 2], folder: Option<&Path>) -> Command {
    let mut command = mpirun(rank_count, &example("chains"));
    command.args(data).args(FOUR);
    if let Some(folder) = folder {
        command.arg("--checkpoints").arg(folder);
    }
    command
}

/// A folder that is not there yet.
fn new_folder(name: &str) -> PathBuf {
    let folder = output_path(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn chains_are_merged_with_equal_bits_on_any_number_of_ranks() {
    let Some(data) = found_mpi().then(landsat_data).flatten() else { return };
    let outputs = [1, 2, 3, 5].map(|ranks| run(&mut four(ranks, &data, None)));
    for output in &outputs {
        check_wire(output);
        assert_eq!(results(output), results(&outputs[0]));
    }
    let output = &outputs[2];
    assert!(line(output, "accuracy").ends_with("with the average over 400 draws"), "{output:?}");
    // As moments have it: within and between make up the whole.
    let numbers = |word| -> Vec<f64> {
        line(output, word).split([' ', ',', ';']).filter_map(|word| word.parse().ok()).collect()
    };
    let [within, between, all] = numbers("variance")[..] else { panic!("{output:?}") };
    assert!(within > 0.0 && between > 0.0 && (within + between - all).abs() < 2e-4, "{output:?}");
    // A draw by itself classifies as well as its chain does, or worse; no two chains are in one place.
    let [mean, error, r_hat] = numbers("one draw    accuracy")[..] else { panic!("{output:?}") };
    assert!(mean > 0.7 && mean < 0.92 && error > 0.0 && error < 0.02 && r_hat > 1.0, "{output:?}");
    let [error, r_hat, _] = numbers("weights")[..] else { panic!("{output:?}") };
    assert!(error > 0.02 && error < 1.0 && r_hat > 1.5, "{output:?}");

    // One chain by itself has no R-hat, and few draws no standard error.
    let alone = run(mpirun(1, &example("chains")).args(&data).args(["--steps", "20"]));
    assert!(
        line(&alone, "weights").starts_with("on average: standard error unknown deviations, R-hat unknown")
    );
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn rank_that_fails_stops_all_chains() {
    let Some(data) = found_mpi().then(landsat_data).flatten() else { return };
    let program = example("chains");
    // A chain is the same whatever the others do; a rank that fails stops them at their next look.
    let four = fail(&program, &data, &["--interval", "10", "--fail", "2:17:9"]);
    assert!(line(&four, "chain 0").starts_with("20 steps"));
    assert!(line(&four, "chain 2").starts_with("17 steps"));
    assert_eq!(line(&four, "stopped"), "chain 2: a callback stopped the chain (code 9)");
    let alone = run(mpirun(1, &program).args(&data).args(["--steps", "20", "--burn-in", "5"]));
    let fingerprint = |output| line(output, "chain 0").split(" of theta").next().unwrap().to_owned();
    assert_eq!(fingerprint(&four), fingerprint(&alone));
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn chains_go_on_from_checkpoints_on_another_number_of_ranks() {
    let Some(data) = found_mpi().then(landsat_data).flatten() else { return };
    let whole = run(&mut four(1, &data, None));
    let folder = new_folder("mpi_resumed");
    // A rank is killed, and takes the others with it, each wherever it is.
    let killed = four(3, &data, Some(&folder)).args(["--fail", "1:160:kill"]).output().unwrap();
    assert!(!killed.status.success(), "{killed:?}");
    let killed_at = fs::read(folder.join("chain-00001")).unwrap();
    // One refuses a step: chains 1 and 3 stop before it, the others at their next look.
    let stopped = four(2, &data, Some(&folder)).args(["--fail", "1:277:9"]).output().unwrap();
    assert_eq!(stopped.status.code(), Some(3), "{stopped:?}");
    assert!(line(&stopped, "chain 3").starts_with("277 steps"), "{stopped:?}");
    assert!(line(&stopped, "chain 2").starts_with("300 steps"), "{stopped:?}");
    assert_ne!(fs::read(folder.join("chain-00001")).unwrap(), killed_at, "it went on");
    // To the end, and then once more without a step.
    for ranks in [4, 2] {
        assert_eq!(results(&run(&mut four(ranks, &data, Some(&folder)))), results(&whole));
    }
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn a_checkpoint_that_is_none_is_named_and_left_alone() {
    let Some(data) = found_mpi().then(landsat_data).flatten() else { return };
    let folder = new_folder("mpi_damaged");
    run(&mut four(2, &data, Some(&folder)));
    let path = folder.join("chain-00002");
    let whole = fs::read(&path).unwrap();
    let other = fs::read(folder.join("chain-00001")).unwrap();
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 8;
        bytes
    };
    let refused = |command: &mut Command, says: &str| {
        let output = command.output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{says}: {output:?}");
        assert!(
            stderr.lines().any(|line| line.contains("chain-00002") && line.contains(says)),
            "{says}: {stderr}"
        );
    };
    let last = whole.len() - 1;
    for (bytes, says) in [
        (vec![], "truncated"),
        (whole[..last].to_vec(), "truncated"),
        ([&whole[..], b"\n"].concat(), "followed by other bytes"),
        (b"nothing of the kind\n".repeat(100), "no file of this program"),
        (other, "of another chain"),
        (flipped(40), "of another chain"),
        (flipped(1000), "the checkpoint is damaged"),
        (flipped(last / 2), "the checkpoint is damaged"),
        (flipped(last), "the predictions are damaged"),
    ] {
        fs::write(&path, &bytes).unwrap();
        // Three ranks: the one that has the chain, and two that do not.
        refused(&mut four(3, &data, Some(&folder)), says);
        assert!(fs::read(&path).unwrap() == bytes, "{says}: it was overwritten");
    }
    fs::write(&path, &whole).unwrap();
    // What is no part of the file, but would make other chains of it.
    refused(four(3, &data, Some(&folder)).args(["--batch", "51"]), "of a chain with other settings");
    refused(four(3, &data, Some(&folder)).args(["--seed", "2"]), "of another seed");
    let swapped = [data[0].clone(), data[0].clone()];
    refused(&mut four(3, &swapped, Some(&folder)), "of other data");
    let shorter = ["--steps", "399", "--burn-in", "200"];
    refused(four(3, &data, Some(&folder)).args(shorter), "more steps than are asked for");
    run(&mut four(3, &data, Some(&folder)));

    // A file that one rank of three cannot write, as on a full disk: none waits for it.
    let folder = new_folder("mpi_unwritable");
    fs::create_dir_all(folder.join("chain-00002.new")).unwrap();
    refused(&mut four(3, &data, Some(&folder)), "cannot write");
    // A folder that cannot be.
    let output = four(3, &data, Some(&path)).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("chain-00002: Not a directory"), "{output:?}");
}

/// The cost model's program on one rank, with the constants that its last table is told: a rank's share of the model is
/// README's formula.
#[test]
fn cost_extrapolates_from_what_it_is_told() {
    if !found_mpi() {
        return;
    }
    let program = example("cost");
    let told = ["--flops", "1e12", "--latency", "1e-6", "--bandwidth", "1e9"];
    let of = ["--dim", "1e6", "--data", "1e9", "--batch", "1e4"];
    let output = run(mpirun(1, &program).args(told).args(of));
    let table = stdout(&output).rsplit_once("batch of 1/2\n").expect("a table").1;
    let rows: Vec<Vec<f64>> =
        table.lines().map(|row| row.split_whitespace().map(|word| word.parse().unwrap()).collect()).collect();
    assert_eq!(rows.len(), 9, "{output:?}");
    for row in rows {
        let [ranks, model, library, blocks, doubling, halving, share, _] = row[..] else { panic!("{row:?}") };
        let points = 1e4 / ranks;
        let slowest = points + (points * (1.0 - 1e4 / 1e9) * 2.0 * libm::log(ranks)).sqrt();
        let expected = 6.0 * 1e6 * slowest / 1e12;
        assert!((model / expected - 1.0).abs() < 1e-3, "{model} for {expected} on {ranks} ranks");
        // Four digits of each are printed, three after the point of the share.
        let whole = model + library + blocks + halving;
        assert!((share - model / whole).abs() < 1e-3, "{share} of {whole} on {ranks} ranks");
        assert!(ranks == 1.0 || halving < doubling, "{row:?}");
    }
    let refused = mpirun(1, &program).args(["--batch", "0"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn julia_has_equal_bits_on_all_ranks_and_stops_with_them() {
    let Some(mut one) = julia(1, &["40"]) else { return };
    let one = run(&mut one);
    // A model that throws in its 41st step, on one of two ranks.
    let failed = julia(2, &["60", "1", "40"]).unwrap().output().unwrap();
    assert_eq!(failed.status.code(), Some(3), "{failed:?}");
    assert_eq!(line(&failed, "stopped"), "after 40 steps, by rank 1, code 2");
    assert_eq!(line(&failed, "fingerprint"), line(&one, "fingerprint"));
    assert!(line(&one, "fingerprint").ends_with(" on every rank"));
}
