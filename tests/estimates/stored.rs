//! What stored draws say: R̂ of summaries, the kernel Stein discrepancy, an even thinning.

use super::{Owned, ar1, normals, square};
use sgmcmc::{Error, EstimateSettings, MemoryUnit, Reservoir, Scored, StoredDraws, r_hat, stein_sum};

/// Four chains of an AR(1) process, the last of which is moved.
fn chains(offset: f64) -> Vec<Vec<f64>> {
    let chain =
        |seed: u64| ar1(seed, 0.5, 2000).iter().map(|x| if seed == 4 { x + offset } else { *x }).collect();
    (1..=4).map(chain).collect()
}

#[test]
fn chains_in_different_modes_are_flagged_and_good_ones_pass() {
    for (offset, good) in [(0.0, true), (1.0, false), (10.0, false)] {
        let chains = chains(offset);
        let draws = chains.concat();
        let stored = StoredDraws { draws: &draws, chain_count: 4, dim: 1 };
        let mut memory = vec![MemoryUnit::default(); stored.memory_len().unwrap()];
        let ranked = stored.summary(0, &mut memory).unwrap().r_hat;
        // The same from what estimates of the halves hold.
        let halves: Vec<(f64, f64)> = chains
            .iter()
            .flat_map(|chain| chain.chunks(1000))
            .map(|half| {
                let mut estimates = Owned::new(&EstimateSettings::new(1));
                half.iter().for_each(|x| estimates.push(&[*x], 1.0));
                (estimates.mean()[0], estimates.variance()[0])
            })
            .collect();
        let (means, variances): (Vec<f64>, Vec<f64>) = halves.into_iter().unzip();
        let plain = r_hat(&means, &variances, 1000).unwrap();
        for found in [ranked, plain] {
            assert_eq!(found < 1.01, good, "{offset}: {ranked} {plain}");
        }
    }
    assert_eq!(r_hat(&[1.0], &[1.0, 2.0], 10), Err(Error::LengthMismatch));
    assert!(r_hat(&[1.0], &[1.0], 10).unwrap().is_nan() && r_hat(&[], &[], 10).unwrap().is_nan());
    assert!([0, 1].iter().all(|n| r_hat(&[1.0, 2.0], &[1.0, 1.0], *n).unwrap().is_nan()));
}

/// By hand: means 1, 2, 3 and variances 1.8 of ten draws are W = 2 and B/n = 1.
#[test]
fn r_hat_is_the_formula() {
    let found = r_hat(&[1.0, 2.0, 3.0], &[1.8; 3], 10).unwrap();
    assert!((found - (0.9f64 + 0.5).sqrt()).abs() < 1e-15);
}

#[test]
fn stored_draws_that_do_not_fit_are_refused() {
    let draws = [0.5; 12];
    let of = |draws, chain_count, dim| StoredDraws { draws, chain_count, dim }.memory_len();
    assert_eq!(of(&draws[..0], 1, 1), Err(Error::LengthZero));
    assert_eq!(of(&draws, 0, 1), Err(Error::LengthZero));
    assert_eq!(of(&draws, 1, 0), Err(Error::LengthZero));
    for (chain_count, dim) in [(5, 1), (1, 5), (4, 2), (13, 1), (1, 13), (usize::MAX, usize::MAX)] {
        assert_eq!(of(&draws, chain_count, dim), Err(Error::LengthMismatch), "{chain_count} {dim}");
    }
    for draw_count in [usize::MAX, usize::MAX / 2 + 2, usize::MAX / 8] {
        assert_eq!(StoredDraws::<f64>::memory_len_of(1, draw_count), Err(Error::LengthTooLarge));
    }
    let stored = StoredDraws { draws: &draws, chain_count: 1, dim: 1 };
    let mut memory = vec![MemoryUnit::default(); stored.memory_len().unwrap()];
    assert_eq!(stored.summary(1, &mut memory).err(), Some(Error::LengthTooLarge));
    assert_eq!(stored.summary(0, &mut memory[1..]).err(), Some(Error::MemoryTooSmall));
    let constant = stored.summary(0, &mut memory).unwrap();
    assert!(constant.r_hat.is_nan() && constant.bulk_sample_size == 12.0);
    let bad = [f32::NAN; 12];
    let stored = StoredDraws { draws: &bad, chain_count: 1, dim: 1 };
    assert_eq!(stored.summary(0, &mut memory).err(), Some(Error::NotFinite));
    let few = StoredDraws { draws: &draws, chain_count: 4, dim: 1 }.summary(0, &mut memory).unwrap();
    assert!(few.r_hat.is_nan() && few.bulk_sample_size.is_nan() && few.tail_sample_size.is_nan());
}

/// Of draws in two dimensions from N(0, `scale`²) against N(0, 1).
fn discrepancy(count: usize, scale: f64) -> f64 {
    let draws: Vec<f64> = normals(7, 2 * count).iter().map(|x| scale * x).collect();
    let scores: Vec<f64> = draws.iter().map(|x| -x).collect();
    let scored = Scored { draws: &draws, scores: &scores };
    stein_sum(&scored, &scored, 2, 1.0).unwrap().sqrt() / count as f64
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn the_discrepancy_falls_for_a_right_sampler_and_stays_for_a_wrong_one() {
    let [right, wrong] =
        [1.0, 1.2].map(|scale| [100, 400, 1600, 6400].map(|count| discrepancy(count, scale)));
    println!("{right:?} {wrong:?}");
    // As 1/sqrt(N); of a wrong one not below what its law has.
    assert!(right[3] < right[0] / 4.0 && right[3] < 0.03, "{right:?}");
    assert!(wrong[3] > 0.1 && wrong[3] > wrong[0] / 2.0, "{wrong:?}");
}

/// k0 from the kernel's derivatives by finite differences, and sums in blocks.
#[test]
fn the_stein_kernel_is_the_formula() {
    const C: f64 = 0.7;
    let k = |x: [f64; 2], y: [f64; 2]| 1.0 / (C * C + square(x[0] - y[0]) + square(x[1] - y[1])).sqrt();
    let (x, y, s, t) = ([0.3, -0.8], [1.1, 0.4], [0.5, -0.2], [-1.5, 0.9]);
    let moved = |x: [f64; 2], i: usize, h: f64| {
        let mut x = x;
        x[i] += h;
        x
    };
    const H: f64 = 1e-4;
    let mut expected = (s[0] * t[0] + s[1] * t[1]) * k(x, y);
    for i in 0..2 {
        let [up, down] = [H, -H].map(|h| (moved(x, i, h), moved(y, i, h)));
        expected +=
            s[i] * (k(x, up.1) - k(x, down.1)) / (2.0 * H) + t[i] * (k(up.0, y) - k(down.0, y)) / (2.0 * H);
        let mixed = k(up.0, up.1) - k(up.0, down.1) - k(down.0, up.1) + k(down.0, down.1);
        expected += mixed / (4.0 * H * H);
    }
    let sum = |x: &[f64], s: &[f64], y: &[f64], t: &[f64]| {
        stein_sum(&Scored { draws: x, scores: s }, &Scored { draws: y, scores: t }, 2, C).unwrap()
    };
    let found = sum(&x, &s, &y, &t);
    assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
    let (draws, scores) = ([x, y].concat(), [s, t].concat());
    let blocks = sum(&x, &s, &x, &s) + 2.0 * found + sum(&y, &t, &y, &t);
    assert!((sum(&draws, &scores, &draws, &scores) / blocks - 1.0).abs() < 1e-14);
}

#[test]
fn blocks_that_do_not_fit_are_refused() {
    let numbers = [1.0; 6];
    let sum = |draws, scores, dim, c| {
        let [one, other] = [Scored { draws, scores }, Scored { draws: &numbers, scores: &numbers }];
        let found = stein_sum(&one, &other, dim, c);
        assert_eq!(found, stein_sum(&other, &one, dim, c));
        found
    };
    assert_eq!(sum(&numbers, &numbers, 0, 1.0), Err(Error::LengthZero));
    assert_eq!(sum(&[], &[], 2, 1.0), Err(Error::LengthZero));
    assert_eq!(sum(&numbers[..4], &numbers, 2, 1.0), Err(Error::LengthMismatch));
    assert_eq!(sum(&numbers[..3], &numbers[..3], 2, 1.0), Err(Error::LengthMismatch));
    assert_eq!(sum(&[f64::NAN; 2], &numbers[..2], 2, 1.0), Err(Error::NotFinite));
    assert_eq!(sum(&numbers[..2], &[f64::INFINITY; 2], 2, 1.0), Err(Error::NotFinite));
    for c in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-200, 1e200] {
        assert_eq!(sum(&numbers, &numbers, 2, c), Err(Error::KernelScale));
    }
}

#[test]
fn a_reservoir_is_an_even_thinning() {
    for room in [2, 3, 4, 7, 8] {
        let mut rows = vec![-1.0; 2 * room + 1];
        let mut reservoir = Reservoir::new(2);
        assert!(reservoir.is_empty());
        for i in 0..1000 {
            let row = [f64::from(i), 0.5];
            let kept = reservoir.push(&mut rows, &row).unwrap();
            let stride = reservoir.stride();
            assert_eq!(kept, u64::from(i as u32) % stride == 0);
            assert_eq!(reservoir.len() as u64, u64::from(i as u32) / stride + 1, "{room} {i}");
            let even = rows.chunks_exact(2).take(reservoir.len()).zip(0..);
            even.for_each(|(row, k)| assert_eq!(row, [(k * stride) as f64, 0.5], "{room} {i}"));
            // As many as fit, never fewer than half of them.
            assert!(stride == 1 || reservoir.len() > room / 2, "{room} {i}: {}", reservoir.len());
        }
        assert_eq!(reservoir.shown(), 1000);
        assert_eq!(rows[2 * room], -1.0);
        let before = (reservoir, rows.clone());
        assert_eq!(reservoir.push(&mut rows, &[1.0]), Err(Error::LengthMismatch));
        assert_eq!(reservoir.push(&mut rows[..3], &[1.0; 2]), Err(Error::MemoryTooSmall));
        assert_eq!(Reservoir::new(0).push(&mut rows, &[]), Err(Error::LengthZero));
        assert_eq!((reservoir, rows), before);
    }
}
