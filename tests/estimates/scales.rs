//! Numbers from 1e-300 to 1e300, whose squares are none: what is no square of them is right, and what is, refused.

use super::*;
use crate::support::{Answer, begin, ruled};
use sgmcmc::rule::Rule;
use sgmcmc::{
    Batch, BatchSettings, ChainSettings, Error, Model, Moments, MomentsOf, Scored, StoredDraws, r_hat,
    stein_sum,
};

#[test]
fn stein_sums_are_right_or_refused() {
    let [x, s] = [[0.3, -1.2, 0.8, 2.0], [-0.5, 1.0, 0.25, -2.0]];
    let sum = |draws: f64, scores: f64, c: f64| {
        let [x, s] = [x.map(|x| x * draws), s.map(|s| s * scores)];
        let scored = Scored { draws: &x, scores: &s };
        stein_sum(&scored, &scored, 2, c)
    };
    let one = sum(1.0, 1.0, 1.0).expect("finite");
    for power in [-330, -100, 100, 330] {
        // k0 is of degree -3, where scores are of degree -1.
        let [scale, inverse, cubed] = [power, -power, -3 * power].map(|power| libm::scalbn(1.0, power));
        assert_eq!(sum(scale, inverse, scale), Ok(one * cubed));
    }
    // Far apart, every draw sees itself alone: Σ s² / c + d / c³.
    for far in [1e17, 1e155, 1e300, f64::MAX / 2.0] {
        let found = sum(far, 1.0, 1.0).expect("finite");
        assert!((found - (1.25 + 4.0625 + 4.0)).abs() < 1e-12, "{far}: {found}");
    }
    assert_eq!(sum(1.0, 1e160, 1.0), Err(Error::NotRepresentable));
    // Of which nothing is left but s t / |x - y|.
    let scored = Scored { draws: &[1e300], scores: &[1e200] };
    let other = Scored { draws: &[-1e300], scores: &[-1e90] };
    let found = stein_sum(&scored, &other, 1, 1.0).expect("finite");
    assert!((found / -5e-11 - 1.0).abs() < 1e-12, "{found}");
}

#[test]
fn constants_that_differ_do_not_agree_at_all() {
    for count in [4, 10, 101, 1000] {
        for constants in [[0.0, 1.0, 2.0, 3.0], [0.1, 0.1, 0.1, 0.7], [-1e300, 2e-300, 3e300, 1.0]] {
            let draws: Vec<_> = constants.iter().flat_map(|x| vec![*x; count]).collect();
            let stored = StoredDraws { draws: &draws, chain_count: 4, dim: 1 };
            let mut memory = vec![MemoryUnit::default(); stored.memory_len().expect("a length")];
            let found = stored.summary(0, &mut memory).expect("finite");
            assert_eq!(found.r_hat, f64::INFINITY, "{count} of {constants:?}");
            assert_eq!(r_hat(&constants, &[0.0; 4], count as u64), Ok(f64::INFINITY));
        }
    }
    assert!(r_hat(&[2.0; 4], &[0.0; 4], 10).expect("as many").is_nan());
}

#[test]
fn r_hat_and_sample_sizes_have_no_unit_and_the_rest_has_the_draws() {
    let draws = normals(1, 404);
    let shifted: Vec<_> = draws.iter().enumerate().map(|(i, x)| x + (i / 101) as f64).collect();
    let of = |scale: f64| {
        let draws: Vec<_> = shifted.iter().map(|x| x * scale).collect();
        let stored = StoredDraws { draws: &draws, chain_count: 4, dim: 1 };
        let mut memory = vec![MemoryUnit::default(); stored.memory_len().expect("a length")];
        let mut found = stored.summary(0, &mut memory).expect("finite");
        let moments = [&mut found.mean, &mut found.deviation, &mut found.standard_error];
        let quantiles = [&mut found.quantile_5, &mut found.median, &mut found.quantile_95];
        moments.into_iter().chain(quantiles).for_each(|number| *number /= scale);
        found
    };
    let moments = |scale: f64| r_hat(&[1.0, 2.0, -4.0].map(|x| x * scale), &[scale * scale; 3], 101);
    for power in [-997, -300, 300, 997, 1020] {
        let scale = libm::scalbn(1.0, power);
        assert_eq!(of(scale), of(1.0), "2^{power}");
        if power.abs() <= 300 {
            assert_eq!(moments(scale), moments(1.0), "2^{power}");
        }
    }
    // R̂² is beyond the doubles: sqrt(7 / 3) 1e250 / sqrt(1e-50).
    let found = r_hat(&[1e250, 2e250, 3e250], &[1e-50; 3], 1 << 40).expect("as many");
    assert!((found / 1e275 - 1.0).abs() < 1e-9, "{found}");
}

/// Whatever estimates say but for variances, of draws times a power of two.
fn read(estimates: &Owned) -> Vec<Vec<f64>> {
    let [deviation, half_width] =
        [estimates.read(|it, out| it.deviation(out)), estimates.read(|it, out| it.half_width(0.95, out))];
    vec![
        estimates.mean(),
        deviation,
        half_width,
        estimates.standard_error(),
        estimates.quantile(0.3),
        estimates.sample_size(),
    ]
}

fn observed(settings: &EstimateSettings, scale: f64, seed: u64) -> Owned {
    let mut estimates = Owned::new(settings);
    for (i, draw) in ar1(seed, 0.8, 2000).chunks_exact(2).enumerate() {
        estimates.push(&[draw[0] * scale, (draw[0] - draw[1]) * scale], [1.0, 3.0][i % 2]);
    }
    estimates
}

#[test]
fn estimates_have_no_unit() {
    for covariance in [false, true] {
        let settings = EstimateSettings { covariance, centroid_count: 16, ..EstimateSettings::new(2) };
        let of = |power: i32| {
            let scale = libm::scalbn(1.0, power);
            let mut all = observed(&settings, scale, 1);
            // Draws of another size, which decide the scale of all.
            all.merge(&observed(&settings, scale, 2));
            all.push(&[0.0, 3e40 * scale], 1.0);
            all.merge(&observed(&settings, scale, 3));
            all
        };
        let one = read(&of(0));
        assert!(one.iter().flatten().all(|x| x.is_finite()), "{one:?}");
        for power in [-997, -565, -300, 300, 512, 850] {
            let (scaled, scale) = (of(power), libm::scalbn(1.0, power));
            for (what, (found, expected)) in read(&scaled).iter().zip(&one).enumerate() {
                let unit = if what == 5 { 1.0 } else { scale };
                let expected: Vec<_> = expected.iter().map(|x| x * unit).collect();
                assert_eq!(found, &expected, "{what} of 2^{power}");
            }
            assert_eq!(scaled.doubts(), of(0).doubts());
            let mut out = [0.0; 2];
            let variance = scaled.state.variance(&scaled.memory, &mut out).map(|()| out);
            let expected: Vec<_> = one[1].iter().map(|x| x * x * scale * scale).collect();
            if expected.iter().all(|x| x.is_normal()) {
                assert!(
                    variance.is_ok_and(|found| (found[0] / expected[0] - 1.0).abs() < 1e-14),
                    "2^{power}"
                );
            } else {
                assert_eq!(variance, Err(Error::NotRepresentable), "2^{power}");
                if covariance {
                    let refused = scaled.state.covariance(&scaled.memory, &mut [0.0; 4]);
                    assert_eq!(refused, Err(Error::NotRepresentable), "2^{power}");
                }
            }
        }
    }
}

/// From 1e-300 to 1e300 in one run: only the largest are left, as they should be.
#[test]
fn draws_may_grow_without_end() {
    let settings = EstimateSettings { covariance: true, ..EstimateSettings::new(2) };
    let mut estimates = Owned::new(&settings);
    for power in [-1000_i32, -700, -200, 0, 300, 990] {
        for (i, x) in normals(power.unsigned_abs().into(), 100).iter().enumerate() {
            let sign = if i % 2 == 0 { 1.0 } else { -1.0 };
            estimates
                .push(&[libm::scalbn(1.0 + x / 16.0, power) * sign, libm::scalbn(sign, -power / 8)], 1.0);
        }
    }
    // Of 600 draws the last 100 are all: their root mean square, over the root of 6.
    let squares: f64 = normals(990, 100).iter().map(|x| square(1.0 + x / 16.0)).sum::<f64>();
    let expected = libm::scalbn((squares / 600.0).sqrt(), 990);
    let found = estimates.read(|it, out| it.deviation(out))[0];
    assert!((found / expected - 1.0).abs() < 1e-2, "{found} {expected}");
    assert!(estimates.sample_size().iter().all(|size| *size >= 1.0), "{:?}", estimates.sample_size());
}

/// A gradient that is as large, there and back.
struct Alternating(f64);

impl Model<f64> for Alternating {
    fn log_likelihood(&mut self, _: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        gradient.into_iter().flatten().for_each(|gradient| *gradient = self.0);
        self.0 = -self.0;
        Ok(0.0)
    }
}

/// Moments of draws that jump by `size`: exact, or refused; 0 where nothing moves.
#[test]
fn a_chains_variances_are_right_or_refused() {
    let rule = ruled(Rule::SGLD, 1.0, 0.0);
    let settings =
        ChainSettings { moments: Moments::Both, ..ChainSettings::new(1, BatchSettings::All, rule) };
    for size in [0.0, 1e-300, 1e-170, 1e-158, 1e-150, 1.0, 1e150, 1e155, 1e200, 1e300] {
        let mut chain = begin::<f64>(&settings, &[0.0]);
        chain.run(100, &mut Alternating(size), None).expect("good steps");
        for of in [MomentsOf::Plain, MomentsOf::Weighted] {
            let [mut mean, mut variance] = [[7.0]; 2];
            let found = chain.moments(of, &mut mean, &mut variance);
            let expected = 0.25 * size * size;
            if size == 0.0 || expected.is_normal() {
                assert_eq!(found, Ok(()), "{size}");
                assert!((variance[0] - expected).abs() <= 1e-14 * expected, "{size}: {variance:?}");
            } else {
                assert_eq!((found, mean, variance), (Err(Error::NotRepresentable), [7.0], [7.0]), "{size}");
            }
        }
    }
}
