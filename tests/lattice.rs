//! O18: the lattice random walk. Its increments, its law by enumeration, τs² on Gaussians whatever the step and the noise of
//! the gradient, and what it counts.
//!
//! With x = -θη/(s²δ), where |x| ≤ 1, a step has E θΔ = -η E θ²/s² and E Δ² = 2ητ, so that E θ² = τs² exactly.

mod reference;
mod support;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reference::registry::{self, Vectors};
use sgmcmc::drift::{Drift, Momentum};
use sgmcmc::precond::Preconditioner;
use sgmcmc::rng::{Lanes, fill_normals};
use sgmcmc::rule::{At, HostTerms, Langevin, Lattice, Rule};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    Batch, BatchSettings, Block, BlockList, Chain, ChainSettings, Estimator, Interrupt, Model, Real,
    RuleSettings, Sampler,
};
use support::{Copies, Gaussian, GaussianData, Matrix, Tally, check, memory};

/// Some 200 numbers are compared: the chance of one false alarm is 4e-7.
const SIGMAS: f64 = 6.0;

fn walk() -> Rule<'static> {
    Rule::Lattice(Lattice::default())
}

fn at(step_size: f64, temperature: f64) -> At {
    At { temperature, ..At::step_size(step_size) }
}

/// How many of many increments from 0 go up for this x, at η = 1/32 and τ = 1: δ = 1/4 and x = G/8. All have one length.
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
fn increments<R: Real>() {
    for (seed, k) in (1u64..).zip([20, 18, 15, 12, 9, 6, 3, 2, 1]) {
        // Enough for 64 signs, 8 standard errors.
        let count = 1 << (k + 6).max(22);
        let x = libm::exp2(-f64::from(k));
        let [up, down] = [x, -x].map(|x| ups::<R>(x, seed, count));
        let (n, turned) = (count as f64, (up - down) as f64);
        check(&format!("signs turned at x 2^-{k}"), turned / n, x, (x * (1.0 - x) / n).sqrt(), SIGMAS);
        let mean = 2.0 * up as f64 / n - 1.0;
        check(&format!("mean at x 2^-{k}"), mean, x, ((1.0 - x * x) / n).sqrt(), SIGMAS);
    }
    for held in [1.0, 1.5, 1e6] {
        assert_eq!(ups::<R>(held, 3, 1 << 16), 1 << 16, "x = {held}");
        assert_eq!(ups::<R>(-held, 3, 1 << 16), 0, "x = -{held}");
    }
}

#[test]
fn increments_have_their_mean_and_second_moment() {
    increments::<f32>();
    increments::<f64>();
}

/// P(k at a step) of the walk on kδ with x = -k/n + e, held, where e is one of these with equal chance: from k = 0.
fn enumerated(n: f64, noise: &[f64], steps: usize) -> (Vec<f64>, f64) {
    let reach = steps as i32;
    let mut law = vec![0.0; 2 * steps + 1];
    law[steps] = 1.0;
    let mut held = 0.0;
    for _ in 0..steps {
        let mut next = vec![0.0; law.len()];
        for k in -reach..=reach {
            let p = law[(k + reach) as usize];
            for e in noise.iter().filter(|_| p > 0.0) {
                let x = -f64::from(k) / n + e;
                let share = p / noise.len() as f64;
                held += if x.abs() > 1.0 { share } else { 0.0 };
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
    (law, held)
}

/// Chains of 40 steps on a small lattice, many at once, against the enumeration: the shares of every site, E θ², and how many
/// moves were held, by the enumeration, by the host's own count and by the chain's.
fn small_lattice<R: Real>(noise: &'static [f64], seed: u64) {
    // η/s² = 1/n, δ² = 2ητ = s²/16: δ is a power of two and every number exact.
    let (n, tau, delta, steps) = (4.0, 0.125, 0.25, 40);
    let (copies, rounds) = (1 << 14, 16);
    struct Host {
        noise: &'static [f64],
        lanes: Lanes,
        held: u64,
        scale: f64,
    }
    impl<R: Real> Model<R> for Host {
        fn log_likelihood(
            &mut self,
            theta: &[R],
            _: Batch<'_>,
            gradient: Option<&mut [R]>,
        ) -> Result<f64, Interrupt> {
            let mut normals = vec![0.0f64; theta.len()];
            fill_normals(&mut self.lanes, &mut normals);
            for ((g, theta), z) in gradient.into_iter().flatten().zip(theta).zip(normals) {
                let e = self.noise[usize::from(z > 0.0) % self.noise.len()] * self.scale;
                let force = -theta.to_f64() + e;
                self.held += u64::from(force.abs() > self.scale);
                *g = R::from_f64(force);
            }
            Ok(0.0)
        }
    }
    let (law, held) = enumerated(n, noise, steps);
    let mut counts = vec![0u64; law.len()];
    let (mut chain_held, mut own_held) = (0, 0);
    for round in 0..rounds {
        let eta = 1.0 / n;
        let rule = RuleSettings {
            temperature: Schedule::constant(tau),
            ..RuleSettings::new(walk(), Schedule::constant(eta))
        };
        let settings = ChainSettings {
            seed,
            chain_index: round,
            ..ChainSettings::new(1, BatchSettings::All, Sampler::Rule(rule))
        };
        let mut memory = memory::<R>(&settings, copies);
        let mut chain = Chain::new(&settings, &vec![R::default(); copies], &mut memory).expect("in range");
        // x = G η/δ = G, so that the noise has the units of x.
        let lanes = Lanes::seed_from_u64(seed + u64::from(round) + 1000);
        let mut host = Host { noise, lanes, held: 0, scale: delta / eta };
        chain.run(steps as u64, &mut host, None).expect("good steps");
        chain_held += chain.statistics().held_count;
        own_held += host.held;
        for theta in chain.theta().expect("its memory") {
            let k = theta.to_f64() / delta;
            assert_eq!(k, k.round(), "on the lattice");
            counts[(k as i64 + steps as i64) as usize] += 1;
        }
    }
    assert_eq!(chain_held, own_held, "the chain's count is the host's");
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
    println!("noise {noise:?}: {own_held} moves were held, {:.1} by enumeration", held * total);
    // The moves of a chain hang together: an own variance would need the law of paths. A fiftieth shows a wrong bound.
    assert_eq!(own_held == 0, held == 0.0);
    assert!((own_held as f64 - held * total).abs() <= 0.02 * held * total);
}

#[test]
fn a_small_lattice_has_the_enumerated_law() {
    // Ehrenfest's urn, which holds nothing; a noise that holds moves at the rim; one that holds many.
    for (seed, noise) in (1..).zip([&[0.0][..], &[-0.25, 0.25], &[-0.75, 0.75]]) {
        small_lattice::<f32>(noise, 10 * seed);
        small_lattice::<f64>(noise, 10 * seed + 5);
    }
}

/// The time average of θ² on N(0, s²) from its own spread between 4096 copies.
fn squares<R: Real>(rule: Rule<'_>, at: At, s2: f64, nu: f64, seed: u64) -> support::Estimate {
    let copies = 4096;
    let precision = Matrix::scalar(1, 1.0 / s2);
    let mut run = Copies::<R>::new(rule, at, [1, copies], seed).spread(s2 * at.temperature);
    run.run((6.0 * s2 / at.step_size) as u64, &precision, nu);
    let mut tally = Tally::new(1, copies);
    for _ in 0..(60.0 * s2 / at.step_size) as u64 {
        run.run(1, &precision, nu);
        tally.add(0, run.variable(0).map(|theta| theta * theta));
    }
    tally.estimate(0)
}

/// τs² at every η at which |θ| < s sqrt(2τ/η) s but for one in a million, with noise of the gradient or without.
#[test]
fn the_variance_is_the_targets_at_every_step() {
    for (seed, (s2, tau)) in (100..).step_by(10).zip([(1.0, 1.0), (2.5, 0.4)]) {
        for (k, share) in (0..).zip([0.08, 0.04, 0.02]) {
            let at = at(share * s2, tau);
            let exact = tau * s2;
            let still = squares::<f64>(walk(), at, s2, 0.0, seed + k);
            check(&format!("s² {s2}, τ {tau}, η/s² {share}"), still.mean, exact, still.error, SIGMAS);
            // SGLD's excess there is many standard errors.
            assert!(0.5 * share > 3.0 * still.error / exact, "{still:?}");
            // Noise half of SGLD's own, which would heat that by as much again.
            let nu = (tau / at.step_size).sqrt() * 0.5;
            let noisy =
                squares::<f32>(walk(), At { step_size: 0.5 * at.step_size, ..at }, s2, nu, seed + k + 5);
            check(&format!("s² {s2}, τ {tau}, ν {nu:.2}"), noisy.mean, exact, noisy.error, SIGMAS);
        }
    }
}

/// With so much noise that a part of the moves is held, an own walk in the plainest code has the same variance.
#[test]
fn held_moves_are_those_of_an_own_simulation() {
    for (seed, (eta, nu)) in (200..).zip([(0.05, 3.0), (0.05, 8.0), (0.2, 4.0)]) {
        let at = at(eta, 1.0);
        let found = squares::<f32>(walk(), at, 1.0, nu, seed);
        let (copies, delta) = (4096, (2.0 * eta).sqrt());
        let mut uniforms = Xoshiro256PlusPlus::seed_from_u64(seed * 100 + 7);
        let mut normals = Lanes::seed_from_u64(seed * 100 + 8);
        let mut theta = vec![0.0f64; copies];
        fill_normals(&mut normals, &mut theta);
        let (mut z, mut tally, mut held) = (theta.clone(), Tally::new(1, copies), 0);
        let burn_in = (6.0 / eta) as u64;
        for step in 0..burn_in + (60.0 / eta) as u64 {
            fill_normals(&mut normals, &mut z);
            for (theta, z) in theta.iter_mut().zip(&z) {
                let x = (-*theta + nu * z) * eta / delta;
                held += u64::from(x.abs() > 1.0);
                let uniform = uniforms.next_u64() as f64 / 2.0f64.powi(64);
                let up = uniform < 0.5 + 0.5 * x.clamp(-1.0, 1.0);
                *theta += if up { delta } else { -delta };
            }
            if step >= burn_in {
                tally.add(0, theta.iter().map(|theta| theta * theta));
            }
        }
        let own = tally.estimate(0);
        let share = held as f64 / (copies as f64 * (66.0 / eta));
        println!("η {eta}, ν {nu}: {:.1} % held, var {:.4}", 100.0 * share, own.mean);
        assert!(share > 0.01, "nothing is held");
        let error = (own.error * own.error + found.error * found.error).sqrt();
        check(&format!("η {eta}, ν {nu}"), found.mean, own.mean, error, SIGMAS);
    }
}

/// E θ² with the calibrated momentum drift and a P, by the recurrence of second moments: as the linear chain's, but that
/// E Δ² is 2ητP, drift and all.
fn with_momentum(drift: &Momentum, p: f64, at: &At, nu: f64) -> f64 {
    let linear = Gaussian::scalar(1.0).momentum(drift, &Matrix::scalar(1, p), at);
    let (move_of_theta, move_of_m) = (linear.map.at(0, 0) - 1.0, linear.map.at(0, 1));
    let mut sigma = Matrix::zero(2);
    for _ in 0..20_000 {
        let drifted = Matrix::rows([[move_of_theta, move_of_m], [0.0, 0.0]]).around(&sigma);
        // The gradient's noise is in m and in the mean of the move, hence in E θ'm'.
        let noise = Gaussian::scalar(1.0).with_noise(nu).momentum(drift, &Matrix::scalar(1, p), at).noise;
        let own = 2.0 * at.step_size * at.temperature * p - drifted.at(0, 0);
        let fresh = Matrix::rows([[own, noise.at(0, 1)], [noise.at(1, 0), noise.at(1, 1)]]);
        sigma = &linear.map.around(&sigma) + &fresh;
    }
    sigma.at(0, 0)
}

#[test]
fn a_drift_and_a_preconditioner_have_their_second_moments() {
    let diagonal = vec![1.7; 4096];
    for (seed, (p, nu)) in (300..).zip([(1.0, 0.0), (1.7, 0.0), (1.7, 1.0)]) {
        let at = at(0.03, 0.8);
        let drift = Momentum { scale: 2.0, beta1: 0.7, ..Momentum::default() };
        let preconditioner = Preconditioner::Diagonal(&diagonal);
        let preconditioner = if p == 1.0 { Preconditioner::Identity } else { preconditioner };
        let plain = Rule::Lattice(Lattice { preconditioner, ..Lattice::default() });
        let found = squares::<f32>(plain, at, 1.0, nu, seed);
        check(&format!("P {p}, ν {nu}"), found.mean, 0.8, found.error, SIGMAS);
        let rule = Rule::Lattice(Lattice { drift: Drift::Momentum(drift), preconditioner });
        let found = squares::<f32>(rule, at, 1.0, nu, seed + 10);
        let exact = with_momentum(&drift, p, &at, nu);
        check(&format!("momentum, P {p}, ν {nu}"), found.mean, exact, found.error, SIGMAS);
        assert!((exact / 0.8 - 1.0).abs() > 10.0 * found.error, "{exact} is not τ");
    }
}

/// Every drift with every diagonal preconditioner, a gradient that all coordinates share: the increments are ±sqrt(2ητP), and
/// their mean is the cold step of the Langevin rule with the same parts, clamped.
fn all_parts<R: Real>() {
    const LEN: usize = 1 << 14;
    let vectors = Vectors::without_factor(1);
    let diagonal = vec![vectors.diagonal[0]; LEN];
    let vectors = Vectors { diagonal, ..Vectors::without_factor(LEN) };
    let slopes = [0.9, -1.4, 0.4, 2.1, -0.7];
    let warm = At { data_len: 3, ..at(0.02, 1.3) };
    let (mut seed, mut walking) = (0, 0u64);
    for drift in registry::drifts() {
        for preconditioner in registry::diagonal_preconditioners(&vectors) {
            let [all, alone] = [drift, Drift::None(Default::default())]
                .map(|drift| Rule::Langevin(Langevin { drift, preconditioner }));
            let rule = Rule::Lattice(Lattice { drift, preconditioner });
            seed += 1;
            let mut runs = [rule, all, alone].map(|rule| {
                let mut lanes = Lanes::seed_from_u64(seed);
                let mut state = vec![R::default(); rule.state_len::<R>(LEN).expect("a length")];
                rule.start(&mut state, LEN, &mut lanes, &warm).expect("in range");
                (rule, state, lanes)
            });
            for (index, slope) in (0..).zip(slopes) {
                let gradient = vec![R::from_f64(slope); LEN];
                let mut given = vec![R::default(); rule.given_len::<R>(LEN).expect("a length")];
                given.iter_mut().take(LEN).for_each(|p| *p = R::from_f64(0.6));
                // Far from 0, where nothing is reflected.
                let reflects = preconditioner == (Preconditioner::PositionDependent { reflect: true });
                let start = if reflects { 8.0 } else { 0.0 };
                let [walked, total, plain] = runs.each_mut().map(|(rule, state, lanes)| {
                    let temperature = if matches!(rule, Rule::Lattice(_)) { warm.temperature } else { 0.0 };
                    let at = At { temperature, index, ..warm };
                    let mut theta = vec![R::from_f64(start); LEN];
                    rule.step(&mut theta, state, lanes, None, &gradient, &given, &at).expect("a good step");
                    theta.iter().map(|theta| theta.to_f64() - start).collect::<Vec<f64>>()
                });
                let p = plain[0] / (warm.step_size * slope);
                let delta = (2.0 * warm.step_size * warm.temperature * p).sqrt();
                // What rounding leaves of θ, and of P, which is taken from a move of θ.
                let unit = if R::MAX.to_f64() < 1e39 { 2e-7 } else { 4e-16 };
                let of_theta = 4.0 * unit * (start + delta);
                let of_p = 4.0 * unit + of_theta / plain[0].abs();
                let slack = of_theta + delta * of_p;
                assert!(
                    walked.iter().all(|step| (step.abs() - delta).abs() < slack),
                    "{rule:?}: {delta}, {slack}"
                );
                let x = (total[0] / delta).clamp(-1.0, 1.0);
                let mean = walked.iter().sum::<f64>() / (LEN as f64 * delta);
                let error = ((1.0 - x * x) / LEN as f64).sqrt() + slack / delta;
                assert!((mean - x).abs() < SIGMAS * error, "{rule:?}: x {x}, found {mean}");
                walking += u64::from(x.abs() < 1.0);
            }
        }
    }
    assert!(4 * walking > 5 * seed, "few of {seed} runs of five steps are not held: {walking}");
}

#[test]
fn every_drift_and_diagonal_preconditioner_walks() {
    all_parts::<f32>();
    all_parts::<f64>();
}

/// The same walk in blocks of their own step sizes has τs² in each, and leaves a frozen one alone.
#[test]
fn blocks_walk_on_their_own_lattices() {
    let (len, tau) = (1024, 0.5);
    let blocks = [
        Block { step_size_factor: 0.5, ..Block::new(0, len) },
        Block { frozen: true, ..Block::new(2 * len, len) },
        Block { step_size_factor: 2.0, ..Block::new(3 * len, len) },
    ];
    let rule = RuleSettings {
        temperature: Schedule::constant(tau),
        ..RuleSettings::new(walk(), Schedule::constant(0.03))
    };
    let base = ChainSettings::new(1, BatchSettings::All, Sampler::Rule(rule));
    let settings = ChainSettings { seed: 3, blocks: BlockList::from(&blocks), ..base };
    let mut memory = memory::<f64>(&settings, 4 * len);
    let mut chain = Chain::new(&settings, &vec![0.0; 4 * len], &mut memory).expect("settings in range");
    let mut model = support::Normal { variance: 1.0 };
    chain.run(400, &mut model, None).expect("good steps");
    let mut tally = Tally::new(4, len);
    for _ in 0..4000 {
        chain.step(&mut model).expect("a good step");
        let theta = chain.theta().expect("its memory");
        (0..4).for_each(|k| tally.add(k, theta[k * len..][..len].iter().map(|theta| theta * theta)));
    }
    for (k, name) in [(0, "half the step"), (1, "the step"), (3, "twice the step")] {
        let found = tally.estimate(k);
        check(name, found.mean, tau, found.error, SIGMAS);
    }
    assert_eq!(tally.estimate(2).mean, 0.0, "frozen");
    assert_eq!(chain.statistics().held_count, 0);
}

/// Minibatches and every estimator whose gradient, given the past, is right on average: no coordinate is heated.
#[test]
fn no_estimator_heats_a_coordinate() {
    let (data_len, dim, replicas) = (12, 8, 64);
    let exact = 1.0 / f64::from(data_len);
    let data = GaussianData::spread(data_len as usize, dim);
    let centre: Vec<f64> = (0..dim).map(|j| data.mean(j)).collect();
    let mut names = Vec::new();
    for (k, estimator) in (0..).zip(registry::estimators(&centre, 9)) {
        // The noise of an anchor over a part of the data stays for many steps, and is no fresh noise.
        if matches!(estimator, Estimator::Practical { .. }) {
            continue;
        }
        names.push(registry::name(&estimator));
        let mut tally = Tally::new(1, replicas);
        let mut sums = Vec::new();
        for chain_index in 0..replicas as u32 {
            let sampler = Sampler::Rule(RuleSettings::new(walk(), Schedule::constant(0.02 * exact)));
            let base = ChainSettings::new(data_len, BatchSettings::WithoutReplacement(4), sampler);
            let settings = ChainSettings { seed: 40 + k, chain_index, estimator, ..base };
            let mut memory = memory::<f64>(&settings, dim);
            let mut chain = Chain::new(&settings, &centre, &mut memory).expect("settings in range");
            let mut data = data.clone();
            chain.run(300, &mut data, None).expect("good steps");
            let mut sum = 0.0;
            let count = 3000;
            for _ in 0..count {
                chain.step(&mut data).expect("a good step");
                let theta = chain.theta().expect("its memory");
                sum += theta
                    .iter()
                    .zip(&centre)
                    .map(|(theta, mean)| (theta - mean) * (theta - mean))
                    .sum::<f64>();
            }
            assert_eq!(chain.statistics().held_count, 0, "{estimator:?}");
            sums.push(sum / (count as f64 * dim as f64));
        }
        tally.add(0, sums.into_iter());
        let found = tally.estimate(0);
        check(&format!("{estimator:?}"), found.mean, exact, found.error, SIGMAS);
    }
    names.dedup();
    assert_eq!(names.len() + 1, Estimator::NAMES.len(), "one estimator of a kind is left out: {names:?}");
}

/// It cannot be cold, and has one step for every coordinate.
#[test]
fn what_it_cannot_do_is_refused() {
    use sgmcmc::Error;
    let vectors = Vectors::new(2);
    let settings = |rule, temperature| {
        let rule = RuleSettings { temperature, ..RuleSettings::new(rule, Schedule::constant(0.1)) };
        ChainSettings::new(1, BatchSettings::All, Sampler::Rule(rule)).memory_len::<f32>(2).err()
    };
    let one = Schedule::constant(1.0);
    for preconditioner in registry::preconditioners(&vectors) {
        let rule = Rule::Lattice(Lattice { preconditioner, ..Lattice::default() });
        let dense =
            matches!(preconditioner, Preconditioner::Dense(_) | Preconditioner::PositionDependentDense);
        assert_eq!(settings(rule, one), dense.then_some(Error::PreconditionerKind), "{preconditioner:?}");
        assert_eq!(rule.host_terms() == HostTerms::None, rule.given_len::<f32>(2) == Ok(0));
    }
    assert_eq!(settings(walk(), Schedule::constant(0.0)), Some(Error::Temperature));
    assert_eq!(settings(walk(), Schedule::cyclical(1.0, 4, 0.5)), Some(Error::Temperature));
    let cold =
        walk().step(&mut [0.0f32], &mut [], &mut Lanes::seed_from_u64(1), None, &[0.0], &[], &at(0.1, 0.0));
    assert_eq!(cold, Err(Error::Temperature));
}
