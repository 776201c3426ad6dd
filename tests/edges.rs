//! What other tests walk past: one number that overflows among many, chunks of long vectors, the last value before a
//! limit, an image that takes the place of another.

use crate::support::{Answer, Normal, Slope, begin, exact, memory, metropolis, ruled, warm_up};
use core::num::NonZeroU32;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sgmcmc::drift::{Drift, Momentum};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::minibatch::Epochs;
use sgmcmc::prior::{GaussianVector, Prior};
use sgmcmc::rng::Lanes;
use sgmcmc::rule::{NoiseCompensation, Rule, Sghmc, Sgnht, Splitting, StepParameters};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    Batch, BatchSettings, Block, BlockList, Chain, ChainImage, ChainSettings, ChainState, Clipping, Draw,
    Error, Interrupt, Model, Moments, MomentsOf, PilotSettings, Real, RuleSettings, Sampler,
};

/// Nothing but θ = 0 is possible.
struct Point;

impl<R: Real> Model<R> for Point {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, _: Option<&mut [R]>) -> Answer {
        if theta[0] == R::default() { Ok(0.0) } else { Err(Interrupt::Impossible) }
    }
}

fn with_rule(rule: Rule<'_>, step_size: f64, temperature: f64) -> ChainSettings<'_> {
    let rule = ruled(rule, step_size, temperature);
    ChainSettings::new(1, BatchSettings::All, rule)
}

fn walk(step_size: f64, target_acceptance: Option<f64>) -> ChainSettings<'static> {
    let tuned = metropolis(Proposal::random_walk(step_size), 1.0, |mh| {
        mh.target_acceptance = target_acceptance;
    });
    ChainSettings { burn_in: 1, ..ChainSettings::new(1, BatchSettings::All, tuned) }
}

/// θ after a step up `slope`, and whether the step says that something overflowed.
fn step<R: Real>(settings: &ChainSettings<'_>, start: &[R], slope: Vec<R>) -> (Vec<R>, bool) {
    let mut chain = begin::<R>(settings, start);
    let step = chain.step(&mut Slope(exact(&slope))).expect("a good step");
    (chain.theta().expect("its memory").to_vec(), step.saturated)
}

#[test]
fn one_number_that_overflows_is_reported_wherever_it_is() {
    const DIM: usize = 70;
    fn check<R: Real>() {
        let halves = [Block { step_size_factor: 0.5, ..Block::new(0, 35) }];
        for rule in [Rule::SGLD, Rule::Sghmc(Sghmc::default())] {
            for blocks in [&[][..], &halves] {
                for (place, temperature) in (0..DIM).flat_map(|place| [(place, 0.0), (place, 1.0)]) {
                    let settings =
                        ChainSettings { blocks: blocks.into(), ..with_rule(rule, 1.0, temperature) };
                    let (mut start, mut slope) = ([R::default(); DIM], vec![R::default(); DIM]);
                    start[place] = R::MAX;
                    slope[place] = R::from_f64(0.2 * R::MAX.to_f64());
                    let (theta, saturated) = step(&settings, &start, slope);
                    assert!(
                        saturated && theta[place] == R::MAX,
                        "{rule:?}, {} blocks, {place}",
                        blocks.len()
                    );
                }
            }
        }
    }
    check::<f32>();
    check::<f64>();
}

#[test]
fn a_long_vector_prior_is_cut_as_theta_is() {
    const DIM: usize = 2100;
    fn check<R: Real>() {
        let mean: Vec<f64> = (0..DIM).map(|i| i as f64).collect();
        let prior = Prior::GaussianVector(GaussianVector { mean: &mean, precision: &[1.0; DIM] });
        for clipping in [Clipping::None, Clipping::Element(1e30)] {
            let settings = ChainSettings { prior, clipping, ..with_rule(Rule::SGLD, 0.5, 0.0) };
            let (theta, _) = step(&settings, &[R::default(); DIM], vec![R::default(); DIM]);
            assert!((0..DIM).all(|i| theta[i] == R::from_f64(0.5 * i as f64)), "{clipping:?}");
        }
    }
    check::<f32>();
    check::<f64>();
}

/// G is clamped to MAX / (4 (1 + a)), so that G + a A is a number.
#[test]
fn a_prior_is_clamped_as_the_gradient_is() {
    let drift = Drift::Momentum(Momentum { scale: 100.0, ..Momentum::default() });
    let settings =
        ChainSettings { prior: Prior::gaussian(0.0, 1e36), ..with_rule(Rule::with_drift(drift), 1e-38, 0.0) };
    let mut chain = begin::<f32>(&settings, &[1e4f32; 3]);
    chain.run(20, &mut Slope(vec![0.0; 3]), None).expect("good steps");
    assert_eq!(chain.statistics().saturated_count, 0);
    assert!(chain.theta().expect("its memory").iter().all(|theta| (theta - 1e4).abs() < 10.0));
}

#[test]
fn gradients_are_taken_up_to_a_quarter_of_the_largest_number() {
    fn check<R: Real>() {
        for (share, answer) in [(0.25, Ok(())), (0.2500001, Err(Error::GradientNotFinite))] {
            let gradient = [R::from_f64(share * R::MAX.to_f64()); 3];
            let (mut lanes, at) = (Lanes::seed_from_u64(1), StepParameters::step_size(0.1));
            let done =
                Rule::SGLD.step(&mut [R::default(); 3], &mut [], &mut lanes, None, &gradient, &[], &at);
            assert_eq!(done, answer);
        }
    }
    check::<f32>();
    check::<f64>();
}

/// Words that another state left behind would make equal chains unequal.
#[test]
fn an_image_that_is_set_is_the_new_states_own() {
    let schedule = Schedule::polynomial(0.1, 1.0, 0.6);
    let falling =
        ChainSettings::new(1, BatchSettings::All, Sampler::Rule(RuleSettings::new(Rule::SGLD, schedule)));
    let sgnht = with_rule(Rule::Sgnht(Sgnht::default()), 0.01, 1.0);
    let kinds = [with_rule(Rule::SGLD, 0.01, 1.0), sgnht, falling, walk(0.1, Some(0.3)), walk(0.1, None)];
    let mut states = Vec::new();
    for settings in kinds {
        let mut room = memory::<f64>(&sgnht, 9);
        let mut state = ChainState::new(&settings, &[0.1; 3], &mut room).expect("settings in range");
        state.step(&mut room, &mut Slope(vec![0.0; 3])).expect("a good step");
        let mut constant = state.clone();
        constant.set_step_size(0.01).expect("in range");
        let untuned = state.hand_over(&walk(0.1, None), &mut room).expect("settings in range");
        states.extend([state, constant, untuned]);
    }
    for old in &states {
        for new in &states {
            let mut image = ChainImage::new(old);
            image.set(new);
            assert_eq!(image, ChainImage::new(new));
        }
    }
}

#[test]
fn a_walk_that_is_never_accepted_keeps_a_step() {
    for (start, end) in [(1e-28, 1e-30), (1e-31, 1e-31)] {
        let settings = ChainSettings { burn_in: 400, ..walk(start, Some(0.9)) };
        let mut chain = begin::<f32>(&settings, &[0.0f32]);
        chain.run(400, &mut Point, None).expect("good steps");
        assert_eq!(chain.statistics().step_size, end);
    }
}

#[test]
fn a_beta_that_comes_to_its_cap_has_met_it() {
    let proposal = Proposal::rsgld(0.1, NoiseScale::Langevin, 1.0, Density::Normalized);
    let sampler = metropolis(proposal, 1.0, |mh| mh.beta_max = 1.05);
    let settings = ChainSettings::new(1, BatchSettings::All, sampler);
    let mut chain = begin::<f32>(&settings, &[0.0f32]);
    chain.run(20, &mut Point, None).expect("good steps");
    chain.tune_beta(&mut Point).expect("RSGLD");
    assert_eq!((chain.statistics().beta, chain.statistics().beta_capped), (1.05, true));
}

#[test]
fn a_noise_that_a_factor_makes_no_number_is_refused() {
    for (sigma, factor) in [(1e-44, 1e-6), (1e38, 1e4)] {
        let noise = NoiseScale::Custom(sigma);
        let sampler = metropolis(Proposal::sgld(0.1, noise), 1.0, |_| {});
        let settings = ChainSettings::new(1, BatchSettings::All, sampler);
        let blocks = [Block { step_size_factor: factor, ..Block::new(0, 1) }];
        assert!(settings.memory_len::<f32>(2).is_ok());
        let settings = ChainSettings { blocks: BlockList::from(&blocks), ..settings };
        assert_eq!(settings.memory_len::<f32>(2), Err(Error::BlockFactor));
    }
}

#[test]
fn a_half_is_too_much_friction_for_eulers_thermostat() {
    for (splitting, friction, answer) in [
        (Splitting::Euler, 0.5, Err(Error::Friction)),
        (Splitting::Euler, 0.499999, Ok(())),
        (Splitting::Symmetric, 0.5, Ok(())),
    ] {
        let rule = Rule::Sgnht(Sgnht { friction, splitting, ..Sgnht::default() });
        assert_eq!(with_rule(rule, 0.01, 1.0).memory_len::<f64>(3).map(drop), answer);
    }
}

/// n - 1 words of the generator for a shuffle, two for a permutation's key.
#[test]
fn sixteen_data_are_shuffled_and_seventeen_permuted() {
    for (data_len, words) in [(2, 1), (15, 14), (16, 15), (17, 2)] {
        let [mut used, mut other] = [1, 1].map(Xoshiro256PlusPlus::seed_from_u64);
        Epochs::new(NonZeroU32::new(data_len).expect("data")).next(&mut used, &mut [0]);
        for _ in 0..words {
            other.next_u64();
        }
        assert_eq!(used.next_u64(), other.next_u64(), "n = {data_len}");
    }
}

/// Up for 20 steps, then down.
struct Swing(u32);

impl Model<f64> for Swing {
    fn log_likelihood(&mut self, _: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        let sign = if self.0 < 20 { 1.0 } else { -1.0 };
        self.0 += 1;
        if let Some(gradient) = gradient {
            gradient.fill(0.24 * sign * f64::MAX);
        }
        Ok(0.0)
    }
}

#[test]
fn draws_farther_apart_than_any_number_have_no_variance() {
    let settings = ChainSettings { thinning: 20, moments: Moments::Both, ..with_rule(Rule::SGLD, 1.0, 0.0) };
    let mut chain = begin::<f64>(&settings, &[0.0; 2]);
    chain.run(40, &mut Swing(0), None).expect("good steps");
    assert_eq!(chain.theta(), Ok(&[-f64::MAX; 2][..]));
    for of in [MomentsOf::Plain, MomentsOf::Weighted] {
        let (mut mean, mut variance) = ([1.0; 2], [0.0; 2]);
        assert_eq!(chain.moments(of, &mut mean, &mut variance), Err(Error::NotRepresentable));
    }
}

/// A ratio η/τ that is no number above 0 is not taken for none: what a chain saved it goes on from.
#[test]
fn a_chain_goes_on_from_a_ratio_that_underflows() {
    let covariance = [1.0];
    let mut settings = with_rule(Rule::SGLD, 1e-3, 1e20);
    (settings.data_len, settings.batch) = (20, BatchSettings::WithoutReplacement(6));
    let Sampler::Rule(rule) = &mut settings.sampler else { unreachable!("a rule") };
    rule.compensation = NoiseCompensation::Diagonal(Some(&covariance));
    let mut chain = begin::<f64>(&settings, &[0.0]);
    let model = &mut Slope(vec![0.0]);
    chain.step(model).expect("a good step");
    chain.set_step_size(2.3e-308).expect("a step size");
    chain.step(model).expect("a good step");
    let mut bytes = vec![0; chain.save_size()];
    chain.save(&mut bytes).expect("room");
    let mut other = memory::<f64>(&settings, 1);
    Chain::<f64>::restore(&settings, 1, &bytes, &mut other).expect("its own checkpoint");
}

/// A step size that is left to a warm-up is found whatever the sign of a floor that is none.
#[test]
fn a_warm_up_finds_a_step_size_above_a_floor_of_minus_zero() {
    let rule = RuleSettings::new(Rule::SGLD, Schedule { floor: -0.0, ..Schedule::CALLBACK });
    let settings =
        ChainSettings { burn_in: 100, ..ChainSettings::new(1, BatchSettings::All, Sampler::Rule(rule)) };
    let mut chain = begin::<f64>(&settings, &[0.5]);
    let pilot = PilotSettings::default();
    warm_up(&mut chain, &pilot, &mut Normal { variance: 1.0 }).expect("good steps");
}

/// A tuned ε that a block's factor takes beyond the precision moves nothing, and the norms that an observer sees are
/// numbers.
#[test]
fn norms_of_an_infinite_step_are_none_of_the_padding() {
    let tuned = metropolis(Proposal::rsgld(0.5, NoiseScale::default(), 1.0, Density::default()), 6.0, |mh| {
        mh.target_acceptance = Some(0.4)
    });
    let blocks = [Block { step_size_factor: f32::MAX.into(), ..Block::new(0, 1) }];
    let settings = ChainSettings {
        burn_in: 12,
        blocks: (&blocks).into(),
        ..ChainSettings::new(20, BatchSettings::WithoutReplacement(6), tuned)
    };
    let mut chain = begin::<f32>(&settings, &[0.0]);
    let mut seen = 0;
    let mut observer = |draw: &Draw<'_, f32>| {
        seen += 1;
        assert!(!draw.norms.drift.is_nan() && !draw.norms.noise.is_nan(), "{:?}", draw.norms);
        Ok(())
    };
    chain.run(24, &mut Slope(vec![1.0]), Some(&mut observer)).expect("good steps");
    assert_eq!(seen, 12);
}
