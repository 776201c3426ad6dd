//! Summaries against ArviZ's, on the same draws; `by_arviz.py` made the tables.

use sgmcmc::{MemoryUnit, StoredDraws};

struct Row {
    chain_count: usize,
    draw_count: usize,
    rho: f64,
    offset: f64,
    digits: f64,
    expected: Vec<f64>,
}

fn numbers(line: &str) -> Vec<f64> {
    line.split(',').map(|x| x.parse().expect("a number")).collect()
}

fn rows() -> Vec<Row> {
    let row = |line: &str| {
        let [chain_count, draw_count, rho, offset, digits, ref expected @ ..] = numbers(line)[..] else {
            panic!("{line}")
        };
        let [chain_count, draw_count] = [chain_count, draw_count].map(|x| x as usize);
        Row { chain_count, draw_count, rho, offset, digits, expected: expected.to_vec() }
    };
    include_str!("arviz.csv").lines().skip(1).map(row).collect()
}

struct Words(u64);

impl Words {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / 9_007_199_254_740_992.0
    }

    fn below(&mut self, count: u32) -> usize {
        (f64::from(count) * self.uniform()) as usize
    }
}

/// What `draws` of `by_arviz.py` gives.
fn draws(row: &Row) -> Vec<f64> {
    let (mut words, mut chains) = (Words(1), Vec::new());
    for chain in 0..row.chain_count {
        let mut x = 0.0;
        for _ in 0..row.draw_count {
            let noise = (0..12).fold(-6.0, |noise, _| noise + words.uniform());
            x = row.rho * x + noise;
            let moved = if chain + 1 == row.chain_count { x + row.offset } else { x };
            chains.push(if row.digits > 0.0 { (moved * row.digits).trunc() } else { moved });
        }
    }
    chains
}

/// What `short` of `by_arviz.py` gives: the chains, and how many.
fn short(k: u64) -> (Vec<f64>, usize) {
    let mut words = Words(k.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    words.uniform();
    let (chain_count, draw_count, kind) = (1 + words.below(4), 4 + words.below(37), words.below(8));
    let (levels, mut draws) = (2.0 + words.below(9) as f64, Vec::new());
    for chain in 0..chain_count {
        let (mut x, mut last) = (0.0, 0.0);
        for t in 0..draw_count {
            let noise = words.uniform() - 0.5;
            x = [0.0, 0.5, -0.8, 0.95][kind % 4] * x + noise;
            last = match kind {
                0..3 => x,
                3 => (8.0 * x).trunc(),
                4 => (levels * (noise + 0.5)).trunc(),
                5 => {
                    if t % 2 == 0 {
                        noise
                    } else {
                        -last
                    }
                }
                6 => {
                    if t % 2 == 0 {
                        0.012_031_130_701_678_503
                    } else {
                        -0.4
                    }
                }
                _ => {
                    if levels < 6.0 {
                        chain as f64
                    } else {
                        7.5
                    }
                }
            };
            draws.push(last);
        }
    }
    (draws, chain_count)
}

fn summary(stored: &StoredDraws<'_, f64>, i: usize) -> [f64; 9] {
    // Whatever is in the memory does not matter.
    let mut memory = vec![MemoryUnit::splat(u64::MAX); stored.memory_len().expect("whole rows")];
    let of = stored.summary(i, &mut memory).expect("finite draws");
    [
        of.mean,
        of.deviation,
        of.standard_error,
        of.quantile_5,
        of.median,
        of.quantile_95,
        of.bulk_sample_size,
        of.tail_sample_size,
        of.r_hat,
    ]
}

/// Of a single chain ArviZ has no R̂, and of chains that are constant its own is rounding's.
fn check(found: [f64; 9], expected: &[f64], chain_count: usize, what: &str) {
    let compared = if chain_count == 1 { 8 } else { 9 };
    assert_eq!(expected.len(), 9, "{what}");
    for (k, (found, number)) in found.iter().zip(expected).enumerate().take(compared) {
        // The mean of draws that cancel is rounding's.
        let unit = if k == 0 { expected[1] } else { 0.0 };
        let expected = if k == 8 && *number > 1e14 { f64::INFINITY } else { *number };
        let agrees = (found - expected).abs() <= 1e-8 * (expected.abs() + unit)
            || found.to_string() == expected.to_string();
        assert!(agrees, "{what}: {found} is not {expected} ({k})");
    }
}

/// Ties, constants, antithetic and alternating draws among them.
#[test]
fn short_tables_are_arvizs() {
    let rows = include_str!("arviz_short.csv").lines().skip(1);
    let mut count = 0;
    for (k, line) in rows.enumerate() {
        let (draws, chain_count) = short(k as u64);
        let found = summary(&StoredDraws { draws: &draws, chain_count, dim: 1 }, 0);
        check(found, &numbers(line), chain_count, &format!("table {k}"));
        count += 1;
    }
    assert!(count >= 400, "{count} tables");
}

/// The last even correlation counts where the lags run out, below 0 too; a quantile between equal numbers is that number.
#[test]
fn ties_and_the_last_lag_count() {
    let tail = |draws: &[f64]| summary(&StoredDraws { draws, chain_count: 1, dim: 1 }, 0)[7];
    let found = tail(&[7.0, 7.0, 9.0, 9.0, 6.0, 9.0, 5.0, 5.0, 6.0, 7.0]);
    assert!((found - 6.993_006_993).abs() < 1e-8, "{found}");
    let found = tail(&[-0.4, 0.012_031_130_701_678_503].repeat(4));
    assert!((found - 8.0 * libm::log10(8.0)).abs() < 1e-8, "{found}");
}

#[test]
fn summaries_are_arvizs() {
    let rows = rows();
    assert_eq!(rows.len(), 144);
    for row in &rows {
        let one = draws(row);
        // Among other numbers, too.
        let wide: Vec<f64> = one.iter().flat_map(|x| [0.5, *x, -x]).collect();
        for (draws, dim, i) in [(&one, 1, 0), (&wide, 3, 1)] {
            let found = summary(&StoredDraws { draws, chain_count: row.chain_count, dim }, i);
            let what = format!("{} x {}, {} {}", row.chain_count, row.draw_count, row.rho, row.offset);
            check(found, &row.expected, row.chain_count, &what);
        }
    }
}
