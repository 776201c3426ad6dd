//! The kernels beside the memory floor of their length and a scalar ziggurat loop, all timed in the same rounds.

mod overhead;
mod report;
mod rules;
#[path = "../support/mod.rs"]
mod support;

use clap::Parser;
use core::hint::black_box;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use report::{Goal, Level, Row, cpu_model};
use sgmcmc::BatchSettings::All;
use sgmcmc::rng::fill_normals;
use sgmcmc::rule::{At, Rule};
use std::time::Duration;
use support::chains::{chain_work, rsgld};
use support::mkl;
use support::rounds::{Work, best_of_rounds};
use support::vectors::{Aligned, Precision};
use support::{CargoFlags, generators};

/// η of all steps; ε of the floor and a of the ziggurat loop, too.
const STEP_SIZE: f64 = 1e-3;

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

    rules::print(lengths, budget);
    overhead::print(budget);
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
    let at = At { temperature, ..At::step_size(STEP_SIZE) };
    let mut noise = generators().noise;
    Box::new(move |vectors| {
        let theta = black_box(&mut *vectors.theta);
        Rule::SGLD
            .step(theta, &mut [], &mut noise, None, &vectors.gradient, &[], &at)
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
