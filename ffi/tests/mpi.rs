//! The MPI examples: their parts against direct sums, equal bits on 1, 2 and 4 ranks, and ranks that fail, each under a
//! time limit, so that ranks which wait for each other are a failure, too.

mod support;

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::OnceLock;
use support::{C_OPTIONS, ffi_dir, found, landsat_data, library_dir, output_path, root_dir, run, stdout};

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
    compiler.arg("-I").arg(&examples).arg(ffi_dir().join("tests/c").join(name).with_extension("c"));
    compiler.args(["wire.c", "reduction.c", "sharded.c", "moments.c"].map(|name| examples.join(name)));
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
fn all_kinds_of_chains_run_over_shards() {
    if found_mpi() {
        check_program("mpi_chains");
    }
}

#[test]
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
    assert!(line(&alone, "rank 0").contains(&format!("fingerprint {theta} of theta")), "{theta}: {alone:?}");
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

#[test]
fn chains_of_ranks_are_combined() {
    let Some(data) = found_mpi().then(landsat_data).flatten() else { return };
    let program = example("chains");
    let output = run(mpirun(3, &program).args(&data).args(["--steps", "400"]));
    check_wire(&output);
    assert!(line(&output, "accuracy").ends_with("with the average over 300 draws"), "{output:?}");
    // As moments have it: within and between make up the whole.
    let parts: Vec<f64> = line(&output, "variance").split(' ').filter_map(|word| word.parse().ok()).collect();
    let [within, between, all] = parts[..] else { panic!("{output:?}") };
    assert!(within > 0.0 && between > 0.0 && (within + between - all).abs() < 2e-4, "{output:?}");

    // A chain is the same whatever the others do; a rank that fails stops them at their next look.
    let four = fail(&program, &data, &["--interval", "10", "--fail", "2:17:9"]);
    assert!(line(&four, "rank 0").starts_with("20 steps"));
    assert!(line(&four, "rank 2").starts_with("17 steps"));
    assert_eq!(line(&four, "stopped"), "by rank 2: a callback stopped the chain (code 9)");
    let alone = run(mpirun(1, &program).args(&data).args(["--steps", "20", "--burn-in", "5"]));
    let fingerprint = |output| line(output, "rank 0").split(" of theta").next().unwrap().to_owned();
    assert_eq!(fingerprint(&four), fingerprint(&alone));
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
