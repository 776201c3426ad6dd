//! Blocks of parameters: frozen ranges, step-size factors and priors of their own, with gaps, and many of them.

use crate::reference::registry::{self, Vectors};
use crate::support::{
    Answer, GaussianData, Level, Normal, Recorder, begin, chain_mean, check, exact, metropolis, pattern,
    ruled, scheduled, sgld,
};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::precond::Preconditioner;
use sgmcmc::prior::{GaussianVector, Prior, SpikeAndSlab};
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::rule::{HostTerms, Langevin, Rule, Sgnht, Thermostat};
use sgmcmc::schedule::Schedule;
use sgmcmc::{Batch, BatchSettings, Block, ChainSettings, Error, Interrupt, Model, Real, Sampler, StepError};
use std::sync::OnceLock;

const DATA_LEN: u32 = 8;
const DIM: usize = 70;

/// Vectors that live as long as any settings.
fn vectors() -> &'static Vectors {
    static VECTORS: OnceLock<Vectors> = OnceLock::new();
    VECTORS.get_or_init(|| Vectors::new(DIM))
}

/// Rules that let ranges have steps of their own.
fn rules() -> Vec<Rule<'static>> {
    let mut rules = registry::covering_rules(vectors());
    rules.retain(|rule| !matches!(rule.host_terms::<f64>(), HostTerms::Factor | HostTerms::Diffusion));
    rules
}

/// Those whose coordinates do not look at each other.
fn separate_rules() -> Vec<Rule<'static>> {
    let mut rules = rules();
    rules.retain(|rule| match rule {
        Rule::Sgnht(Sgnht { thermostat, .. }) => *thermostat == Thermostat::PerCoordinate,
        Rule::Langevin(Langevin { preconditioner, .. }) => {
            !matches!(preconditioner, Preconditioner::Dense(_))
        }
        _ => true,
    });
    rules
}

/// And of those the ones that have steps without noise, whose coordinates can be compared one by one.
fn cold_rules() -> Vec<Rule<'static>> {
    let mut rules = separate_rules();
    rules.retain(allows_zero_temperature);
    rules
}

fn allows_zero_temperature(rule: &Rule<'_>) -> bool {
    !matches!(rule, Rule::Lattice(_))
}

fn rule_settings(rule: Rule<'static>, step_size: f64, temperature: f64) -> Sampler<'static> {
    ruled(rule, step_size, temperature)
}

fn settings<'a>(sampler: Sampler<'a>, blocks: &'a [Block]) -> ChainSettings<'a> {
    let batch = BatchSettings::WithoutReplacement(3);
    let prior = Prior::gaussian(0.25, 0.5);
    ChainSettings { seed: 5, blocks: blocks.into(), prior, ..ChainSettings::new(DATA_LEN, batch, sampler) }
}

/// θ after some steps on data whose coordinates are independent.
fn run<R: Real>(settings: &ChainSettings, start: &[R], step_count: u64) -> Vec<R> {
    let mut chain = begin::<R>(settings, start);
    let mut model = Recorder::new(GaussianData::spread(DATA_LEN as usize, start.len()));
    chain.run(step_count, &mut model, None).expect("good steps");
    chain.theta().expect("its memory").to_vec()
}

fn same<R: Real>(a: &[R], b: &[R]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits_u64() == b.to_bits_u64())
}

fn block(start: usize, len: usize, change: impl FnOnce(&mut Block)) -> Block {
    let mut block = Block::new(start, len);
    change(&mut block);
    block
}

fn frozen(start: usize, len: usize) -> Block {
    block(start, len, |block| block.frozen = true)
}

fn a_frozen_block_is_never_written<R: Real>() {
    let mut start = pattern::<R>(DIM, 13, 1.0);
    // What arithmetic would not leave alone: a negative zero, and numbers that any prior or gradient would move.
    (start[3], start[20]) = (R::from_f64(-0.0), R::MAX);
    let ranges = [(0, 1), (3, 1), (15, 18), (69, 1)];
    let blocks = ranges.map(|(start, len)| frozen(start, len));
    for rule in rules() {
        for temperature in [0.0, 1.0].into_iter().filter(|tau| *tau > 0.0 || allows_zero_temperature(&rule)) {
            let settings = settings(rule_settings(rule, 1e-3, temperature), &blocks);
            let mut chain = begin::<R>(&settings, &start);
            let mut model = Still(GaussianData::spread(DATA_LEN as usize, DIM));
            // An odd number: a lattice walk cannot be where it was.
            chain.run(31, &mut model, None).expect("good steps");
            let theta = chain.theta().expect("its memory");
            let still = |i: &usize| ranges.iter().any(|(start, len)| (*start..start + len).contains(i));
            for i in 0..DIM {
                let kept = theta[i].to_bits_u64() == start[i].to_bits_u64();
                assert_eq!(kept, still(&i), "{rule:?} at {i}: {:?} from {:?}", theta[i], start[i]);
            }
        }
    }
}

/// Data that do not mind a θ as large as can be.
struct Still(GaussianData);

impl<R: Real> Model<R> for Still {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let clamped: Vec<R> = theta.iter().map(|x| R::from_f64(x.to_f64().clamp(-1e3, 1e3))).collect();
        self.0.log_likelihood(&clamped, batch, gradient)
    }

    fn metric(&mut self, _: &[R], metric: &mut [R], gamma: &mut [R]) -> Result<(), Interrupt> {
        metric.iter_mut().chain(gamma).for_each(|x| *x = R::from_f64(0.5));
        Ok(())
    }
}

both!(a_frozen_block_is_never_written);

/// Without noise, a range with a factor does what a chain with that step size does, to the last bit, and the rest what
/// one without blocks does.
fn a_factor_scales_the_step_of_its_range<R: Real>() {
    let start = pattern::<R>(DIM, 17, 1.0);
    for rule in cold_rules() {
        for (from, len) in [(0, DIM), (0, 5), (30, 33), (69, 1)] {
            let (eta, factor) = (2e-3, 0.7);
            let blocks = [block(from, len, |block| block.step_size_factor = factor)];
            let mixed = run(&settings(rule_settings(rule, eta, 0.0), &blocks), &start, 20);
            let scaled = run(&settings(rule_settings(rule, eta * factor, 0.0), &[]), &start, 20);
            let plain = run(&settings(rule_settings(rule, eta, 0.0), &[]), &start, 20);
            let range = from..from + len;
            assert!(same(&mixed[range.clone()], &scaled[range.clone()]), "{rule:?}: {from}, {len}");
            assert!(same(&mixed[..from], &plain[..from]), "{rule:?}: before {from}");
            assert!(same(&mixed[range.end..], &plain[range.end..]), "{rule:?}: after {from}, {len}");
            assert!(!same(&mixed[range.clone()], &plain[range]), "{rule:?}: the factor does nothing");
        }
    }
}

both!(a_factor_scales_the_step_of_its_range);

/// One block around everything draws what no block draws, so that the noise can be compared as well.
#[test]
fn a_block_around_everything_is_a_chain_with_its_settings() {
    let start = pattern::<f32>(DIM, 17, 1.0);
    let factor: Vec<f64> = (0..DIM * DIM).map(|i| if i % (DIM + 1) == 0 { 1.0 } else { 0.02 }).collect();
    let dense = |rule: &Rule<'_>| {
        matches!(rule, Rule::Langevin(Langevin { preconditioner: Preconditioner::Dense(_), .. }))
    };
    for rule in rules().into_iter().filter(|rule| !dense(rule)) {
        let all = [block(0, DIM, |block| block.step_size_factor = 0.5)];
        let by_block = run(&settings(rule_settings(rule, 2e-3, 1.0), &all), &start, 20);
        let by_step = run(&settings(rule_settings(rule, 1e-3, 1.0), &[]), &start, 20);
        assert!(same(&by_block, &by_step), "{rule:?}");
    }
    // A factor of a power of four has an exact root.
    let dense = Rule::with_preconditioner(Preconditioner::Dense(factor.leak()));
    let all = [block(0, DIM, |block| block.step_size_factor = 0.25)];
    let by_block = exact(&run(&settings(rule_settings(dense, 4e-3, 1.0), &all), &start, 20));
    let by_step = exact(&run(&settings(rule_settings(dense, 1e-3, 1.0), &[]), &start, 20));
    for (x, y) in by_block.iter().zip(by_step) {
        // Sums of 70 products, 20 steps: the root is taken out of them before, or put into η.
        assert!((x - y).abs() <= 2e-4 * f64::max(1.0, y.abs()), "{x} is not {y}");
    }
}

/// Blocks that change nothing change nothing, however many there are and wherever they start.
#[test]
fn many_blocks_and_gaps_are_the_same_chain_without_noise() {
    let start = pattern::<f64>(DIM, 17, 1.0);
    let one_each: Vec<Block> = (0..DIM).map(|i| Block::new(i, 1)).collect();
    let every_third: Vec<Block> = (0..DIM / 3).map(|i| Block::new(3 * i, 2)).collect();
    let two = vec![Block::new(1, 8), Block::new(9, 52)];
    for rule in cold_rules() {
        let plain = run(&settings(rule_settings(rule, 1e-3, 0.0), &[]), &start, 10);
        for blocks in [&one_each, &every_third, &two] {
            let split = run(&settings(rule_settings(rule, 1e-3, 0.0), blocks), &start, 10);
            assert!(same(&split, &plain), "{rule:?}: {} blocks", blocks.len());
        }
    }
}

fn slab(slab_deviation: f64) -> Prior<'static> {
    Prior::SpikeAndSlab(SpikeAndSlab { slab_weight: 0.3, slab_deviation, spike_deviation: 0.2 })
}

/// A block's prior holds on its range and the chain's elsewhere, as chains with that prior everywhere have it there.
fn a_block_has_its_own_prior<R: Real>() {
    let start = pattern::<R>(DIM, 17, 1.0);
    let priors = [Prior::FLAT, Prior::gaussian(-0.5, 3.0), slab(1.5)];
    for rule in cold_rules() {
        for own in priors {
            let sampler = rule_settings(rule, 1e-3, 0.0);
            let blocks = [block(9, 24, |block| block.prior = Some(own))];
            for outside in [Prior::FLAT, Prior::gaussian(0.0, 2.0), slab(1.0)] {
                let with =
                    |prior, blocks| run(&ChainSettings { prior, ..settings(sampler, blocks) }, &start, 10);
                let (mixed, inside, outside) =
                    (with(outside, &blocks[..]), with(own, &[]), with(outside, &[]));
                assert!(same(&mixed[9..33], &inside[9..33]), "{rule:?}, {own:?}");
                assert!(same(&mixed[..9], &outside[..9]) && same(&mixed[33..], &outside[33..]), "{rule:?}");
            }
            // The chain's vectors are cut to the ranges around the block.
            let mean: Vec<f64> = (0..DIM).map(|i| 0.01 * i as f64).collect();
            let precision: Vec<f64> = (0..DIM).map(|i| 0.5 + 0.02 * i as f64).collect();
            let vector = Prior::GaussianVector(GaussianVector { mean: &mean, precision: &precision });
            let with = |prior, blocks| run(&ChainSettings { prior, ..settings(sampler, blocks) }, &start, 10);
            let (mixed, inside, outside) = (with(vector, &blocks[..]), with(own, &[]), with(vector, &[]));
            assert!(same(&mixed[9..33], &inside[9..33]), "{rule:?}, {own:?} in a vector");
            assert!(same(&mixed[..9], &outside[..9]) && same(&mixed[33..], &outside[33..]), "{rule:?}");
        }
    }
}

both!(a_block_has_its_own_prior);

/// A random walk knows a prior by its density only: with block priors it accepts what it accepts with the same numbers
/// in vectors, where no acceptance is within rounding of its uniform.
#[test]
fn block_priors_enter_the_acceptance() {
    let (mut mean, mut precision) = (vec![0.5; DIM], vec![4.0; DIM]);
    mean[10..40].fill(-1.0);
    precision[10..40].fill(9.0);
    let vector = Prior::GaussianVector(GaussianVector { mean: &mean, precision: &precision });
    let walk = metropolis(Proposal::random_walk(0.1), f64::from(DATA_LEN), |_| {});
    let blocks = [block(10, 30, |block| block.prior = Some(Prior::gaussian(-1.0, 9.0)))];
    let by_blocks = ChainSettings { prior: Prior::gaussian(0.5, 4.0), ..settings(walk, &blocks) };
    // The same ranges, so that both draw their noise in the same order.
    let ranges = [Block::new(10, 30)];
    let by_vector = ChainSettings { prior: vector, ..settings(walk, &ranges) };
    let start = vec![0.0f64; DIM];
    let (one, other) = (run(&by_blocks, &start, 2000), run(&by_vector, &start, 2000));
    assert!(same(&one, &other));
    let without = run(&ChainSettings { blocks: (&ranges).into(), ..by_blocks }, &start, 2000);
    assert!(!same(&one, &without) && !same(&one, &start));
}

/// N(0, s²) of three coordinates on one datum with c_n = 1: a factor for one, another one frozen. Bounds of 5 standard
/// errors from the chain's own autocorrelation, 24 of them.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn proposals_with_factors_keep_the_target() {
    let noise = NoiseScale::Custom(0.8);
    let rsgld = Proposal::rsgld(0.5, noise, 1.5, Density::Normalized);
    let blocks = [block(0, 1, |block| block.step_size_factor = 2.5), frozen(1, 1)];
    for (seed, proposal) in [
        (1, Proposal::random_walk(0.9)),
        (2, Proposal::sgld(0.5, noise)),
        (3, rsgld),
        (4, Proposal::hmc(0.6, 4)),
    ] {
        let sampler = metropolis(proposal, 1.0, |_| {});
        let settings = ChainSettings {
            seed,
            blocks: (&blocks).into(),
            ..ChainSettings::new(1, BatchSettings::All, sampler)
        };
        let mut chain = begin::<f64>(&settings, &[0.3, 7.0, -0.2]);
        let mut draws = [const { Vec::new() }; 3];
        for _ in 0..150_000 {
            chain.step(&mut Normal { variance: 1.5 }).expect("a good step");
            let theta = chain.theta().expect("its memory");
            assert_eq!(theta[1], 7.0, "a frozen block");
            for (draws, x) in draws.iter_mut().zip([theta[0], theta[2], theta[0] * theta[2]]) {
                draws.push(x);
            }
        }
        for (draws, name) in draws.iter().zip(["with a factor", "without", "the product"]) {
            let mean = chain_mean(draws);
            check(&format!("{name}: mean"), mean.mean, 0.0, mean.error, 5.0);
            let square = chain_mean(&draws.iter().map(|x| x * x).collect::<Vec<_>>());
            let exact = if name == "the product" { 1.5 * 1.5 } else { 1.5 };
            check(&format!("{name}: mean square"), square.mean, exact, square.error, 5.0);
        }
    }
}

/// Without a gradient a step is its noise: sqrt(2ητf) ξ, with the normals of one range after those of the other.
#[test]
fn noise_is_drawn_range_by_range() {
    let blocks = [
        block(3, 10, |block| block.step_size_factor = 4.0),
        frozen(20, 5),
        block(25, 2, |block| block.step_size_factor = 0.25),
    ];
    let settings = ChainSettings { prior: Prior::FLAT, ..settings(sgld(0.5, 1.0), &blocks) };
    let mut chain = begin::<f64>(&settings, &[0.0; DIM]);
    let mut generators = Generators::new(5, 0).expect("chain 0");
    let mut theta = vec![0.0; DIM];
    for _ in 0..5 {
        for (start, end, scale) in [(0, 3, 1.0), (3, 13, 2.0), (13, 20, 1.0), (25, 27, 0.5), (27, DIM, 1.0)] {
            let mut normals = vec![0.0; end - start];
            fill_normals(&mut generators.noise, &mut normals);
            theta[start..end].iter_mut().zip(normals).for_each(|(theta, xi)| *theta += xi * scale);
        }
        chain.step(&mut Level).expect("a good step");
        assert!(same(chain.theta().expect("its memory"), &theta));
    }
}

/// A slope that is the same everywhere, under steps that grow.
struct GrowingSteps(f64);

impl<R: Real> Model<R> for GrowingSteps {
    fn log_likelihood(&mut self, _: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        gradient.into_iter().flatten().for_each(|g| *g = R::from_f64(self.0));
        Ok(0.0)
    }

    fn step_size(&mut self, k: u64) -> Answer {
        Ok(if k == 0 { 1.0 } else { 1e10 })
    }
}

/// What a factor makes of a step size or a gradient is looked at like the step size and the gradient themselves.
#[test]
fn a_factor_cannot_make_a_step_overflow() {
    let fast = [block(0, 1, |block| block.step_size_factor = 1e30)];
    let flat = |sampler| ChainSettings { prior: Prior::FLAT, ..settings(sampler, &fast) };
    let by_host = flat(scheduled(Schedule::CALLBACK, 0.0));
    let mut chain = begin::<f32>(&by_host, &[1.0f32; 2]);
    chain.step(&mut GrowingSteps(0.0)).expect("1 · 1e30 is a step size");
    assert_eq!(chain.step(&mut GrowingSteps(0.0)), Err(StepError::Refused(Error::StepSizeNotUsable)));
    assert_eq!(chain.theta(), Ok(&[1.0f32; 2][..]));
    assert_eq!(chain.set_step_size(1e10), Err(Error::BlockFactor));
    assert_eq!(chain.set_step_size(1e-10), Ok(()));

    let walk = flat(metropolis(Proposal::random_walk(0.1), 1.0, |_| {}));
    let mut chain = begin::<f32>(&walk, &[1.0f32; 2]);
    assert_eq!(chain.set_step_size(1e10), Err(Error::BlockFactor));
    assert_eq!(chain.set_step_size(1e7), Ok(()));

    let constant = flat(sgld(1.0, 0.0));
    let mut chain = begin::<f32>(&constant, &[1.0f32; 2]);
    assert_eq!(chain.step(&mut GrowingSteps(1e8)), Err(StepError::Refused(Error::GradientNotFinite)));
    chain.step(&mut GrowingSteps(1e6)).expect("8e6 · 1e30 is a number");
}
