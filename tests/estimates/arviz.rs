//! Rank-normalised R̂ and effective sample sizes against ArviZ's, on the same draws; `by_arviz.py` made the table.

use sgmcmc::{Convergence, MemoryUnit, StoredDraws};

struct Row {
    chain_count: usize,
    draw_count: usize,
    rho: f64,
    offset: f64,
    digits: f64,
    expected: [f64; 3],
}

fn rows() -> Vec<Row> {
    let lines = include_str!("arviz.csv").lines().skip(1);
    let row = |line: &str| {
        let numbers: Vec<f64> = line.split(',').map(|x| x.parse().expect("a number")).collect();
        let [chain_count, draw_count, rho, offset, digits, r_hat, bulk, tail] = numbers[..] else {
            panic!("{line}")
        };
        let [chain_count, draw_count] = [chain_count, draw_count].map(|x| x as usize);
        Row { chain_count, draw_count, rho, offset, digits, expected: [r_hat, bulk, tail] }
    };
    lines.map(row).collect()
}

/// What `draws` of `by_arviz.py` gives.
fn draws(row: &Row) -> Vec<f64> {
    let (mut state, mut chains) = (1u64, Vec::new());
    for chain in 0..row.chain_count {
        let mut x = 0.0;
        for _ in 0..row.draw_count {
            let mut noise = -6.0;
            for _ in 0..12 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                noise += (state >> 11) as f64 / 9_007_199_254_740_992.0;
            }
            x = row.rho * x + noise;
            let moved = if chain + 1 == row.chain_count { x + row.offset } else { x };
            chains.push(if row.digits > 0.0 { (moved * row.digits).trunc() } else { moved });
        }
    }
    chains
}

fn convergence(stored: &StoredDraws<'_, f64>, i: usize) -> Convergence {
    // Whatever is in the memory does not matter.
    let mut memory = vec![MemoryUnit::splat(u64::MAX); stored.memory_len().expect("whole rows")];
    stored.convergence(i, &mut memory).expect("finite draws")
}

#[test]
fn diagnostics_are_arvizs() {
    let rows = rows();
    assert_eq!(rows.len(), 105);
    for row in &rows {
        let one = draws(row);
        // Among other numbers, too.
        let wide: Vec<f64> = one.iter().flat_map(|x| [0.5, *x, -x]).collect();
        for (draws, dim, i) in [(&one, 1, 0), (&wide, 3, 1)] {
            let found = convergence(&StoredDraws { draws, chain_count: row.chain_count, dim }, i);
            let found = [found.r_hat, found.bulk_sample_size, found.tail_sample_size];
            for (k, (found, expected)) in found.into_iter().zip(row.expected).enumerate() {
                // Of a single chain ArviZ has no R̂.
                let agrees = (found / expected - 1.0).abs() < 1e-6 || (k == 0 && row.chain_count == 1);
                let what = format!("{} x {}, {} {}", row.chain_count, row.draw_count, row.rho, row.offset);
                assert!(agrees, "{what}: {found} is not {expected} ({k})");
            }
        }
    }
}
