//! Single steps from 0, and the law of a small lattice by enumeration.

use super::{SIGMAS, at, walk};
use crate::support::{Answer, begin, check, ruled};
use rand_core::SeedableRng;
use sgmcmc::rng::{Lanes, fill_normals};
use sgmcmc::{Batch, BatchSettings, ChainSettings, Model, Real};

/// How many of many increments from 0 go up for this x, at η = 1/32 and τ = 1: δ = 1/4 and x = G/8. All have one
/// length.
fn ups<R: Real>(x: f64, seed: u64, count: usize) -> u64 {
    let (eta, delta) = (1.0 / 32.0, 0.25);
    let gradient = vec![R::from_f64(x * delta / eta); 1 << 16];
    let mut lanes = Lanes::seed_from_u64(seed);
    let mut ups = 0;
    for _ in 0..count >> 16 {
        let mut theta = vec![R::default(); gradient.len()];
        walk()
            .step(&mut theta, &mut [], &mut lanes, None, &gradient, &[], &at(eta, 1.0))
            .expect("a good step");
        assert!(theta.iter().all(|theta| theta.to_f64().abs() == delta), "E Δ² = δ², always");
        ups += theta.iter().filter(|theta| theta.to_f64() > 0.0).count() as u64;
    }
    ups
}

/// E Δ = xδ for x from 2^-20 to 1: with the same words, x in the place of -x turns a share x of the signs.
fn increments_have_their_mean_and_second_moment<R: Real>() {
    for (seed, k) in (1u64..).zip([20, 18, 15, 12, 9, 6, 3, 2, 1]) {
        // Enough for 32 signs, 5.7 standard errors.
        let count = 1 << (k + 5).max(20);
        let x = libm::exp2(-f64::from(k));
        let [up, down] = [x, -x].map(|x| ups::<R>(x, seed, count));
        let (n, turned) = (count as f64, (up - down) as f64);
        check(&format!("signs turned at x 2^-{k}"), turned / n, x, (x * (1.0 - x) / n).sqrt(), SIGMAS);
        let mean = 2.0 * up as f64 / n - 1.0;
        check(&format!("mean at x 2^-{k}"), mean, x, ((1.0 - x * x) / n).sqrt(), SIGMAS);
    }
    for clamped in [1.0, 1.5, 1e6] {
        assert_eq!(ups::<R>(clamped, 3, 1 << 16), 1 << 16, "x = {clamped}");
        assert_eq!(ups::<R>(-clamped, 3, 1 << 16), 0, "x = -{clamped}");
    }
}

both!(
    #[ignore = "takes seconds: -- --ignored"]
    increments_have_their_mean_and_second_moment
);

/// P(k at a step) of the walk on kδ with x = -k/n + e, clamped, where e is one of these with equal chance: from k = 0.
fn enumerated(n: f64, noise: &[f64], steps: usize) -> (Vec<f64>, f64) {
    let reach = steps as i32;
    let mut law = vec![0.0; 2 * steps + 1];
    law[steps] = 1.0;
    let mut clamped = 0.0;
    for _ in 0..steps {
        let mut next = vec![0.0; law.len()];
        for k in -reach..=reach {
            let p = law[(k + reach) as usize];
            for e in noise.iter().filter(|_| p > 0.0) {
                let x = -f64::from(k) / n + e;
                let share = p / noise.len() as f64;
                clamped += if x.abs() > 1.0 { share } else { 0.0 };
                let up = 0.5 * (1.0 + x.clamp(-1.0, 1.0));
                for (to, chance) in [(k + 1, up), (k - 1, 1.0 - up)] {
                    if chance > 0.0 {
                        next[(to + reach) as usize] += share * chance;
                    }
                }
            }
        }
        law = next;
    }
    (law, clamped)
}

/// Chains of 40 steps on a small lattice, many at once, against the enumeration: the shares of every site, E θ², and
/// how many moves were clamped, by the enumeration, by the host's own count and by the chain's.
fn small_lattice<R: Real>(noise: &'static [f64], seed: u64) {
    // η/s² = 1/n, δ² = 2ητ = s²/16: δ is a power of two and every number exact.
    let (n, tau, delta, steps) = (4.0, 0.125, 0.25, 40);
    let (copies, rounds) = (1 << 14, 16);
    struct Host {
        noise: &'static [f64],
        lanes: Lanes,
        clamped: u64,
        scale: f64,
    }
    impl<R: Real> Model<R> for Host {
        fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
            let mut normals = vec![0.0f64; theta.len()];
            fill_normals(&mut self.lanes, &mut normals);
            for ((g, theta), z) in gradient.into_iter().flatten().zip(theta).zip(normals) {
                let e = self.noise[usize::from(z > 0.0) % self.noise.len()] * self.scale;
                let force = -theta.to_f64() + e;
                self.clamped += u64::from(force.abs() > self.scale);
                *g = R::from_f64(force);
            }
            Ok(0.0)
        }
    }
    let (law, clamped) = enumerated(n, noise, steps);
    let mut counts = vec![0u64; law.len()];
    let (mut chain_clamped, mut own_clamped) = (0, 0);
    for round in 0..rounds {
        let eta = 1.0 / n;
        let rule = ruled(walk(), eta, tau);
        let settings =
            ChainSettings { seed, chain_index: round, ..ChainSettings::new(1, BatchSettings::All, rule) };
        let mut chain = begin::<R>(&settings, &vec![R::default(); copies]);
        // x = G η/δ = G, so that the noise has the units of x.
        let lanes = Lanes::seed_from_u64(seed + u64::from(round) + 1000);
        let mut host = Host { noise, lanes, clamped: 0, scale: delta / eta };
        chain.run(steps as u64, &mut host, None).expect("good steps");
        chain_clamped += chain.statistics().clamped_count;
        own_clamped += host.clamped;
        for theta in chain.theta().expect("its memory") {
            let k = theta.to_f64() / delta;
            assert_eq!(k, k.round(), "on the lattice");
            counts[(k as i64 + steps as i64) as usize] += 1;
        }
    }
    assert_eq!(chain_clamped, own_clamped, "the chain's count is the host's");
    let total = (copies as u64 * u64::from(rounds)) as f64;
    for (i, (p, count)) in law.iter().zip(&counts).enumerate() {
        let k = i as i64 - steps as i64;
        if *p == 0.0 {
            assert_eq!(*count, 0, "nothing comes to {k}");
        } else if total * p > 100.0 {
            let error = (p * (1.0 - p) / total).sqrt();
            check(&format!("noise {noise:?}, P(k = {k})"), *count as f64 / total, *p, error, SIGMAS);
        }
    }
    println!("noise {noise:?}: {own_clamped} moves were clamped, {:.1} by enumeration", clamped * total);
    // The moves of a chain hang together: an own variance would need the law of paths. A fiftieth shows a wrong bound.
    assert_eq!(own_clamped == 0, clamped == 0.0);
    assert!((own_clamped as f64 - clamped * total).abs() <= 0.02 * clamped * total);
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn a_small_lattice_has_the_enumerated_law() {
    // Ehrenfest's urn, which holds nothing; a noise that holds moves at the rim; one that holds many.
    for (seed, noise) in (1..).zip([&[0.0][..], &[-0.25, 0.25], &[-0.75, 0.75]]) {
        small_lattice::<f32>(noise, 10 * seed);
        small_lattice::<f64>(noise, 10 * seed + 5);
    }
}
