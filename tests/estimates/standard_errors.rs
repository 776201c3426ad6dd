//! Standard errors, effective sample sizes and their doubts, of chains whose autocorrelation is known (O20).

use super::{Owned, ar1, normals};
use sgmcmc::{Doubt, EstimateSettings, r_hat};

fn pushed(draws: &[f64]) -> Owned {
    let mut estimates = Owned::new(&EstimateSettings::new(1));
    draws.iter().for_each(|x| estimates.push(&[*x], 1.0));
    estimates
}

/// n over the integrated autocorrelation, for the mean of n draws of an AR(1) of variance 1.
fn exact_size(rho: f64, n: usize) -> f64 {
    let n = n as f64;
    let bracket =
        (1.0 + rho) / (1.0 - rho) - 2.0 * rho * (1.0 - libm::pow(rho, n)) / (n * (1.0 - rho) * (1.0 - rho));
    n / bracket
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// Of chains, of which none may be wrong in silence: how many are doubtful, how many of the others' 95 % intervals hold 0,
/// and the median of sizes.
fn judged(what: &str, chains: u64, chain: impl Fn(u64) -> Owned) -> (f64, f64, f64) {
    let mut sizes = Vec::new();
    let (mut doubtful, mut covered) = (0.0, 0.0);
    for seed in 0..chains {
        let estimates = chain(seed);
        sizes.push(estimates.sample_size()[0]);
        let half_width = estimates.read(|estimates, out| estimates.half_width(0.95, out))[0];
        if estimates.doubts()[0] != 0 {
            doubtful += 1.0;
        } else if estimates.mean()[0].abs() < half_width {
            covered += 1.0;
        }
    }
    let chains = chains as f64;
    let found = (doubtful / chains, covered / (chains - doubtful), median(sizes));
    println!(
        "{what}: {:.1} % doubtful, {:.1} % covered, size {:.1}",
        100.0 * found.0,
        100.0 * found.1,
        found.2
    );
    found
}

/// Where nothing much is flagged, intervals cover at 93 to 97 %, within five standard errors of so many chains; sizes are
/// between 0.9 and 1.15 of the exact one, in the median, whose own error is below 1 %.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn intervals_cover_where_nothing_is_doubtful() {
    for (rho, len, chains) in [
        (0.0, 100, 2000),
        (0.0, 1000, 1000),
        (-0.5, 1000, 1000),
        (0.5, 1000, 1000),
        (0.9, 2000, 700),
        (0.99, 15_000, 150),
    ] {
        let (doubtful, covered, size) =
            judged(&format!("AR(1), {rho}, n = {len}"), chains, |seed| pushed(&ar1(seed, rho, len)));
        let error = (0.05 * 0.95 / chains as f64).sqrt();
        assert!(doubtful < 0.08 && covered > 0.93 - 5.0 * error && covered < 0.97 + 5.0 * error);
        let share = size / exact_size(rho, len);
        assert!((0.9..1.15).contains(&share), "{share}");
    }
    // A tenth of it slow, and two states that are seldom left, whose correlation is that of an AR(1).
    let mixture = |seed| {
        let (slow, fast) = (ar1(seed, 0.99, 10_000), normals(seed + 1000, 10_000));
        let both = slow.iter().zip(&fast).map(|(slow, fast)| slow * 0.1_f64.sqrt() + fast * 0.9_f64.sqrt());
        pushed(&both.collect::<Vec<_>>())
    };
    let (doubtful, covered, size) = judged("slow and fast", 150, mixture);
    let exact = 1.0 / (0.1 / exact_size(0.99, 10_000) + 0.9 / 10_000.0);
    assert!(doubtful < 0.12 && covered > 0.93 - 5.0 * 0.018 && (0.9..1.2).contains(&(size / exact)));
    // A normal is above 1.644854 with probability 0.05.
    let sticky = |seed| {
        let mut state = if seed % 2 == 0 { 1.0 } else { -1.0 };
        let step = |x: &f64| {
            state = if *x > 1.644_854 { -state } else { state };
            state
        };
        pushed(&normals(seed, 3000).iter().map(step).collect::<Vec<_>>())
    };
    let (doubtful, covered, size) = judged("two states", 500, sticky);
    assert!(
        doubtful < 0.05
            && covered > 0.93 - 5.0 * 0.01
            && (0.9..1.1).contains(&(size / exact_size(0.9, 3000)))
    );
}

/// Batches as many as they are long gave 45, 109 and 42, without a sign; the exact sizes are 5.6, 10.5 and none.
#[test]
fn a_chain_that_remembers_for_too_long_says_so() {
    let (doubtful, _, size) = judged("AR(1), 0.99, n = 1000", 200, |seed| pushed(&ar1(seed, 0.99, 1000)));
    assert!(doubtful > 0.9 && (4.0..10.0).contains(&size));
    let (doubtful, _, size) =
        judged("AR(1), 0.999, n = 20 000", 60, |seed| pushed(&ar1(seed, 0.999, 20_000)));
    assert!(doubtful > 0.6 && (8.0..16.0).contains(&size));
    let walk = |seed| {
        let steps = normals(seed, 1000).into_iter();
        pushed(
            &steps
                .scan(0.0, |x, step| {
                    *x += step;
                    Some(*x)
                })
                .collect::<Vec<_>>(),
        )
    };
    let (doubtful, _, size) = judged("a random walk", 200, walk);
    assert!(doubtful > 0.95 && size < 6.0);
    // What does not vary has an error of 0, and no size.
    let constant = pushed(&[0.1; 500]);
    assert!(constant.standard_error() == [0.0] && constant.sample_size()[0].is_nan());
    assert!(
        Doubt::TooShort.is_in(constant.doubts()[0]) && !Doubt::ChainsDisagree.is_in(constant.doubts()[0])
    );
}

/// One draw of 1000 is so far out that its batch, of 8 as the others, has a square of 60²/8² = 56 where the other 124 have
/// 15.5 ± 2 together; and what it is merged into is in doubt with it.
#[test]
fn a_draw_that_outweighs_all_others_is_doubtful() {
    for seed in 0..200 {
        let mut draws = normals(seed, 1000);
        let without = pushed(&draws);
        draws[700] = 60.0;
        let with = pushed(&draws);
        assert!(Doubt::TooShort.is_in(with.doubts()[0]), "{seed}");
        let mut both = without;
        both.merge(&with);
        assert!(Doubt::TooShort.is_in(both.doubts()[0]), "{seed}: merged");
    }
}

fn merged(seed: u64, count: u64, chain: impl Fn(u64, u64) -> Vec<f64>) -> Owned {
    let mut all = pushed(&chain(seed * count, 0));
    (1..count).for_each(|k| all.merge(&pushed(&chain(seed * count + k, k))));
    all
}

/// Four chains that stay where they are, 12 deviations apart: batch by batch they were worth 83 draws, and are 3.
#[test]
fn merged_chains_that_disagree_are_so_many_draws() {
    for (apart, most) in [(12.0, 3.6), (4.0, 4.0), (1.0, 8.0)] {
        let chain = |seed, k| ar1(seed, 0.9, 1000).iter().map(|x| x + apart * k as f64).collect::<Vec<_>>();
        for seed in 0..20 {
            let all = merged(seed, 4, chain);
            assert!(all.sample_size()[0] < most, "{apart}: {}", all.sample_size()[0]);
            assert!(Doubt::ChainsDisagree.is_in(all.doubts()[0]) || apart == 1.0, "{apart}");
            assert_eq!(all.read(|estimates, out| estimates.degrees_of_freedom(out)), [3.0]);
        }
    }
    let each: Vec<_> = (0..4)
        .map(|k| pushed(&ar1(k, 0.9, 1000).iter().map(|x| x + 12.0 * k as f64).collect::<Vec<_>>()))
        .collect();
    let [means, variances]: [Vec<f64>; 2] =
        [each.iter().map(|e| e.mean()[0]).collect(), each.iter().map(|e| e.variance()[0]).collect()];
    assert!(r_hat(&means, &variances, 1000).expect("as many") > 8.0);
}

/// Chains of one law are as good as one that is as long: 95 % intervals within five standard errors, and no alarm in more
/// than the 1 % that Paulson's deviate allows, within five of its.
#[test]
fn merged_chains_that_agree_are_worth_all_their_draws() {
    let (doubtful, covered, size) =
        judged("4 chains", 400, |seed| merged(seed, 4, |seed, _| ar1(seed, 0.9, 1000)));
    assert!(doubtful < 0.08 && covered > 0.93 - 5.0 * 0.011 && covered < 1.0);
    assert!((0.85..1.1).contains(&(size / 4.0 / exact_size(0.9, 1000))));
    // Each by itself remembers for too long; so many of them tell by their means.
    let (_, covered, size) = judged("40 chains", 100, |seed| merged(seed, 40, |seed, _| ar1(seed, 0.9, 100)));
    assert!(covered > 0.93 - 5.0 * 0.022 && (0.85..1.15).contains(&(size / 40.0 / exact_size(0.9, 100))));
}

/// Chains that never moved take nothing of the doubt away that there is of each: whichever is merged into which, and saved.
#[test]
fn chains_that_never_moved_are_not_known_exactly() {
    let moving = |seed| ar1(seed, 0.9, 10_000);
    let chains = [moving(1), vec![0.05; 10_000], vec![0.05; 10_000], vec![0.05; 10_000]];
    for first in 0..4 {
        let mut all = pushed(&chains[first]);
        (0..4).filter(|i| *i != first).for_each(|i| all.merge(&pushed(&chains[i])));
        assert!(all.doubts()[0] != 0, "{first}");
    }
    let mut varying = pushed(&chains[0]);
    (2..5).for_each(|seed| varying.merge(&pushed(&moving(seed))));
    assert_eq!(varying.doubts()[0], 0);
}

/// What is worth 10 to 15 draws, and not doubted, is covered by fewer intervals than they promise, as documented.
#[test]
fn intervals_of_few_effective_draws_cover_less() {
    for (rho, len) in [(0.9, 200), (0.95, 400), (0.5, 40)] {
        let (_, covered, _) =
            judged(&format!("AR(1), {rho}, n = {len}"), 2000, |seed| pushed(&ar1(seed, rho, len)));
        assert!((0.65..0.88).contains(&covered), "{covered}");
    }
}

/// One draw that outweighs all others: of 40 means or more that is no normal law's, of fewer it may be.
#[test]
fn one_draw_that_outweighs_counts_from_forty_means_on() {
    let doubts = [39, 40].map(|count: usize| {
        let other = |i: usize| 1e-3 * (0.618_034 * i as f64).fract();
        let draws: Vec<f64> = (0..count).map(|i| if i == count / 2 { 1.0 } else { other(i) }).collect();
        pushed(&draws).doubts()[0]
    });
    assert_eq!(doubts, [0, 2]);
}

/// A chain that does not vary is doubted beside up to nine others; more tell by how far their means are apart.
#[test]
fn of_many_chains_one_may_be_constant() {
    let doubts = [10, 11].map(|chains| {
        let mut all = pushed(&[0.0; 500]);
        (1..chains).for_each(|seed| all.merge(&pushed(&normals(seed, 500))));
        all.doubts()[0]
    });
    assert_eq!(doubts, [2, 0]);
}
