//! The kernels beside the memory floor of their length and a scalar ziggurat loop, all timed in the same rounds.

mod support;

use clap::Parser;
use core::fmt;
use core::hint::black_box;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use sgmcmc::BatchSettings::{All, Epochs, WithReplacement, WithoutReplacement};
use sgmcmc::ChainSettings;
use sgmcmc::rng::fill_normals;
use sgmcmc::rule::Sgld;
use std::time::Duration;
use support::chains::{chain_work, rsgld, sgld};
use support::mkl;
use support::rounds::{Work, best_of_rounds};
use support::vectors::{Aligned, Precision};
use support::{CargoFlags, generators};

/// η of all steps; ε of the floor and a of the ziggurat loop, too.
const STEP_SIZE: f64 = 1e-3;

/// Data, batch and parameters of the chains whose overhead is timed.
const SMALL: (u32, u32, usize) = (1000, 100, 5);

/// The most that a step of such a chain may cost beyond the callback.
const OVERHEAD_NS: f64 = 500.0;

/// Times the kernels against their memory floor.
#[derive(Parser)]
struct Options {
    /// Fewer rounds, and no vectors of 2^25 parameters.
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    cargo: CargoFlags,
}

fn main() {
    let options = Options::parse();
    let (budget, lengths): (_, &[usize]) = match options.quick {
        true => (Duration::from_millis(100), &[1 << 10, 1 << 14, 1 << 20]),
        false => (Duration::from_millis(2500), &[1 << 10, 1 << 14, 1 << 20, 1 << 25]),
    };

    println!("SIMD level compiled in: {}; the table is for this level only.", Level::COMPILED.name());
    println!("For another: RUSTFLAGS=\"-C target-cpu=x86-64-v3\" cargo bench --bench roofline");
    if let Some(model) = cpu_model() {
        println!("CPU: {model}");
    }
    println!();
    println!(
        "ns a parameter; the floor is theta[i] += eps * grad[i] on the same vectors, the ziggurat loop is"
    );
    println!(
        "theta[i] += a * grad[i] + s * normal in scalars; best of interleaved rounds. RSGLD is a chain's step on"
    );
    println!(
        "all data with a model that returns at once: its gradient stays zero and every proposal is accepted."
    );
    println!();
    println!("{}", Row::HEADER);
    table::<f32>(lengths, budget);
    table::<f64>(lengths, budget);

    let (data_len, batch_len, dim) = SMALL;
    println!();
    println!("ns a step of a chain beyond the callback, called from Rust: a model that returns at once,");
    println!("d = {dim}, m = {batch_len}, n = {data_len}.");
    println!();
    println!("{:<28} {:<6} {:<32} met", "work", "prec.", "goal: measured");
    overheads::<f32>(budget);
    overheads::<f64>(budget);
}

/// θ and a gradient, which all works of a table's row share.
struct Vectors<R> {
    theta: Aligned<R>,
    gradient: Aligned<R>,
}

impl<R: Precision> Vectors<R> {
    fn new(len: usize) -> Self {
        Self { theta: Aligned::spread(len, -1.0, 1.0), gradient: Aligned::spread(len, -2.0, 1.0) }
    }
}

/// theta[i] += eps * grad[i]: the words that an SGLD step has to move, and next to no arithmetic.
fn floor<R: Precision>() -> Work<Vectors<R>> {
    let epsilon = R::from_f64(STEP_SIZE);
    Box::new(move |vectors| {
        for (theta, gradient) in black_box(&mut *vectors.theta).iter_mut().zip(&*vectors.gradient) {
            *theta = *theta + epsilon * *gradient;
        }
    })
}

/// What a host without vectorised normals would write.
fn ziggurat<R: Precision>() -> Work<Vectors<R>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2026);
    let (a, s) = (R::from_f64(STEP_SIZE), R::from_f64(libm::sqrt(2.0 * STEP_SIZE)));
    Box::new(move |vectors| {
        for (theta, gradient) in black_box(&mut *vectors.theta).iter_mut().zip(&*vectors.gradient) {
            *theta = *theta + (a * *gradient + s * R::ziggurat(&mut rng));
        }
    })
}

fn fused<R: Precision>(temperature: f64) -> Work<Vectors<R>> {
    let rule = Sgld { step_size: STEP_SIZE, temperature };
    let mut noise = generators().noise;
    Box::new(move |vectors| {
        rule.step(black_box(&mut *vectors.theta), &vectors.gradient, &mut noise, None)
            .expect("a finite gradient");
    })
}

fn normals<R: Precision>() -> Work<Vectors<R>> {
    let mut noise = generators().noise;
    Box::new(move |vectors| fill_normals(&mut noise, black_box(&mut *vectors.theta)))
}

/// The first table's rows of one precision.
fn table<R: Precision>(lengths: &[usize], budget: Duration) {
    for &len in lengths {
        let works = [floor(), ziggurat(), fused(1.0), fused(0.0), normals()];
        let times = best_of_rounds(&mut Vectors::<R>::new(len), works, budget);
        let [floor, ziggurat, noisy, cold, normals] = times.map(|seconds| seconds * 1e9 / len as f64);
        let row = |work, time, goal| Row { work, precision: R::NAME, len, time, floor, ziggurat, goal };
        println!("{}", row("SGLD, fused", noisy, sgld_goal::<R>(len, noisy, floor, ziggurat)));
        println!("{}", row("SGLD at temperature 0", cold, None));
        println!("{}", row("fill_normals", normals, None));
    }
    for len in [1 << 14, 1 << 20] {
        let mut step = chain_work::<R>(&rsgld(1, All), len);
        let works = [floor(), ziggurat(), fused(1.0), Box::new(move |_| step())];
        let times = best_of_rounds(&mut Vectors::<R>::new(len), works, budget);
        let [floor, ziggurat, sgld, time] = times.map(|seconds| seconds * 1e9 / len as f64);
        let goal = Some(Goal::at_most(2.5, time / sgld, "x SGLD"));
        println!(
            "{}",
            Row { work: "RSGLD, one iteration", precision: R::NAME, len, time, floor, ziggurat, goal }
        );
    }
}

/// The second table's rows of one precision.
fn overheads<R: Precision>(budget: Duration) {
    let (data_len, batch_len, dim) = SMALL;
    let chains: [(_, ChainSettings); 4] = [
        ("SGLD, with replacement", sgld(data_len, WithReplacement(batch_len))),
        ("SGLD, without replacement", sgld(data_len, WithoutReplacement(batch_len))),
        ("SGLD, epochs", sgld(data_len, Epochs(batch_len))),
        ("RSGLD, fresh batches", rsgld(data_len, WithoutReplacement(batch_len))),
    ];
    let works = chains.map(|(_, settings)| -> Work<()> {
        let mut step = chain_work::<R>(&settings, dim);
        Box::new(move |()| step())
    });
    let times = best_of_rounds(&mut (), works, budget);
    for ((work, _), time) in chains.into_iter().zip(times.map(|seconds| seconds * 1e9)) {
        println!("{work:<28} {:<6} {}", R::NAME, Goal::at_most(OVERHEAD_NS, time, "ns"));
    }
}

/// A line of the first table; times in ns a parameter.
struct Row {
    work: &'static str,
    precision: &'static str,
    len: usize,
    time: f64,
    floor: f64,
    ziggurat: f64,
    goal: Option<Goal>,
}

impl Row {
    const HEADER: &'static str = concat!(
        "work                   prec. length    work   floor  work/floor  ziggurat  ziggurat/work",
        "  goal: measured                   met"
    );
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { work, precision, len, time, floor, ziggurat, goal } = self;
        write!(f, "{work:<22} {precision:<5} 2^{:<4} {time:>7.3} {floor:>7.3}", len.ilog2())?;
        write!(f, " {:>11.2} {ziggurat:>9.3} {:>14.2}  ", time / floor, ziggurat / time)?;
        match goal {
            Some(goal) => goal.fmt(f),
            None => f.write_str("-"),
        }
    }
}

/// A goal, the figure beside it, and whether it is met here.
struct Goal {
    text: String,
    /// `None` where it could not be measured.
    met: Option<bool>,
}

impl Goal {
    fn at_most(limit: f64, figure: f64, unit: &str) -> Self {
        Self { text: format!("<= {limit} {unit}: {figure:.2}"), met: Some(figure <= limit) }
    }

    fn at_least(limit: f64, figure: f64, unit: &str) -> Self {
        Self { text: format!(">= {limit} {unit}: {figure:.2}"), met: Some(figure >= limit) }
    }
}

impl Goal {
    fn skipped(why: &str) -> Self {
        Self { text: format!("skipped: {why}"), met: None }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let met = self.met.map_or("", |met| if met { "yes" } else { "no" });
        write!(f, "{:<32} {met}", self.text)
    }
}

/// The fused step's goal at this level and length, where there is one.
fn sgld_goal<R: Precision>(len: usize, time: f64, floor: f64, ziggurat: f64) -> Option<Goal> {
    let faster = |limit| Some(Goal::at_least(limit, ziggurat / time, "x ziggurat's speed"));
    match (R::NAME, Level::COMPILED, len.ilog2()) {
        ("f32", Level::Avx512, 25) => Some(Goal::at_most(1.4, time / floor, "x floor")),
        ("f32", Level::Avx2, 20) => faster(3.5),
        ("f32", Level::Sse2, 20) => faster(1.6),
        ("f64", Level::Avx512, 14) => Some(match mkl::f64_normals(len) {
            Some(normals) => Goal::at_least(1.5, normals / time, "x the speed of MKL's normals"),
            None => Goal::skipped("MKL: SGMCMC_MKL names no libmkl_rt"),
        }),
        _ => None,
    }
}

/// What the compiler was allowed to use.
#[derive(Clone, Copy)]
enum Level {
    Avx512,
    Avx2,
    Sse2,
    Neon,
    Other,
}

impl Level {
    const COMPILED: Self = if cfg!(target_feature = "avx512f") {
        Self::Avx512
    } else if cfg!(target_feature = "avx2") {
        Self::Avx2
    } else if cfg!(target_feature = "sse2") {
        Self::Sse2
    } else if cfg!(target_feature = "neon") {
        Self::Neon
    } else {
        Self::Other
    };

    fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "AVX-512 (x86-64-v4)",
            Self::Avx2 => "AVX2 (x86-64-v3)",
            Self::Sse2 => "SSE2 (x86-64-v1)",
            Self::Neon => "NEON",
            Self::Other => "none known",
        }
    }
}

/// What Linux says of the first processor.
fn cpu_model() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let (_, model) = text.lines().find(|line| line.starts_with("model name"))?.split_once(':')?;
    Some(model.trim().to_owned())
}
