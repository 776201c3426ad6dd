//! The normals' long run: moments, Kolmogorov-Smirnov distance and tail counts of 1e8 draws in each precision.

use bench_support::vectors::Precision;
use bench_support::{CargoFlags, generators};
use clap::Parser;
use core::f64::consts::SQRT_2;
use sgmcmc::rng::{Lanes, fill_normals};
use std::process::ExitCode;

/// Standard errors that an estimate may be off.
const SIGMAS: f64 = 6.0;

/// E x^(2k) of N(0, 1), k = 0 to 6: (2k - 1)!!.
const EVEN_MOMENTS: [f64; 7] = [1.0, 1.0, 3.0, 15.0, 105.0, 945.0, 10_395.0];

/// Bins a unit; whole numbers are edges of bins. No bin holds more than 2.5e-5 of N(0, 1).
const BINS_PER_UNIT: usize = 1 << 14;

/// Bins reach this far to either side; `f64` draws end at 8.57.
const REACH: usize = 9;

/// Draws standard normals and compares them with N(0, 1); fails beyond 6 standard errors.
#[derive(Parser)]
struct Options {
    /// Draws in each precision.
    #[arg(long, default_value_t = 100_000_000)]
    draws: u32,
    #[command(flatten)]
    cargo: CargoFlags,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let mut lanes = generators().noise;
    let passed = [run::<f32>(&mut lanes, options.draws), run::<f64>(&mut lanes, options.draws)];
    if passed == [true; 2] { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Draws, prints the table of one precision and says whether everything is within bounds.
fn run<R: Precision>(lanes: &mut Lanes, draws: u32) -> bool {
    let tally = Tally::draw::<R>(lanes, draws);
    let len = f64::from(draws);
    println!("{}, {draws} draws", R::NAME);
    println!("{:<24} {:>15} {:>15} {:>13} {:>7}", "", "expected", "observed", "std error", "z");

    let mut passed = true;
    for (k, sum) in (1..).zip(tally.power_sums) {
        let expected = if k % 2 == 0 { EVEN_MOMENTS[k / 2] } else { 0.0 };
        let error = libm::sqrt((EVEN_MOMENTS[k] - expected * expected) / len);
        passed &= compare(&format!("mean of x^{k}"), expected, sum / len, error);
    }
    for sigmas in 1..=5 {
        let tail = outside(f64::from(sigmas));
        let error = libm::sqrt(len * tail * (1.0 - tail));
        let observed = tally.count_outside(sigmas as usize) as f64;
        passed &= compare(&format!("count of |x| > {sigmas}"), len * tail, observed, error);
    }

    // Over the bins' edges, a lower bound of the distance; Massart 1990: P(D > d) <= 2 exp(-2 N d^2).
    let distance = tally.distance();
    let bound = (2.0 * libm::exp(-2.0 * len * distance * distance)).min(1.0);
    println!("Kolmogorov-Smirnov distance {distance:.3e}: probability at most {bound:.3}");
    passed &= bound >= outside(SIGMAS);

    let largest = tally.largest;
    println!("largest |x| {largest:.4}: {:.3} draws expected beyond it", len * outside(largest));
    println!("{}\n", if passed { "within bounds" } else { "OUT OF BOUNDS" });
    passed
}

/// Prints a line of the table; whether z is within bounds.
fn compare(what: &str, expected: f64, observed: f64, error: f64) -> bool {
    let z = (observed - expected) / error;
    println!("{what:<24} {expected:>15.6} {observed:>15.6} {error:>13.3e} {z:>+7.2}");
    z.abs() <= SIGMAS
}

/// P(|x| > z) of N(0, 1).
fn outside(z: f64) -> f64 {
    libm::erfc(z / SQRT_2)
}

/// What is kept of the draws.
struct Tally {
    /// Σ x^k for k = 1 to 6.
    power_sums: [f64; 6],
    /// Counts of [edge i, edge i + 1), edge i = i / `BINS_PER_UNIT` - `REACH`; the outer ones hold what is beyond, too.
    bins: Vec<u32>,
    /// The largest |x|.
    largest: f64,
}

impl Tally {
    fn draw<R: Precision>(lanes: &mut Lanes, draws: u32) -> Self {
        let bins = vec![0; 2 * REACH * BINS_PER_UNIT];
        let mut tally = Self { power_sums: [0.0; 6], bins, largest: 0.0 };
        let mut buffer = [R::default(); 1 << 12];
        let mut left = draws as usize;
        while left > 0 {
            let len = left.min(buffer.len());
            fill_normals(lanes, &mut buffer[..len]);
            tally.add(&buffer[..len]);
            left -= len;
        }
        tally
    }

    fn add<R: Precision>(&mut self, draws: &[R]) {
        let last = self.bins.len() - 1;
        // Sums of one buffer first: rounding then stays far below the standard errors.
        let mut sums = [0.0; 6];
        for x in draws.iter().map(|x| x.to_f64()) {
            let mut power = 1.0;
            for sum in &mut sums {
                power *= x;
                *sum += power;
            }
            let place = (x + REACH as f64) * BINS_PER_UNIT as f64;
            self.bins[(place as usize).min(last)] += 1;
            self.largest = self.largest.max(x.abs());
        }
        for (total, sum) in self.power_sums.iter_mut().zip(sums) {
            *total += sum;
        }
    }

    fn count_outside(&self, sigmas: usize) -> u32 {
        let (low, high) = ((REACH - sigmas) * BINS_PER_UNIT, (REACH + sigmas) * BINS_PER_UNIT);
        self.bins[..low].iter().chain(&self.bins[high..]).sum()
    }

    /// max |F_N - Φ| over the edges.
    fn distance(&self) -> f64 {
        let total: u32 = self.bins.iter().sum();
        let (mut below, mut distance) = (0, 0.0_f64);
        for (edge, count) in (1..).zip(&self.bins) {
            below += count;
            let x = f64::from(edge) / BINS_PER_UNIT as f64 - REACH as f64;
            let cdf = 0.5 * libm::erfc(-x / SQRT_2);
            distance = distance.max((f64::from(below) / f64::from(total) - cdf).abs());
        }
        distance
    }
}
