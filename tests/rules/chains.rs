//! Chains against the scalar reference: rules with priors, blocks, estimators, clipping and schedules.

use super::host::Host;
use super::{assert_same, given, is_dense, pattern, started};
use crate::reference::registry::{self, Vectors, name};
use crate::reference::{RuleChain, Scalar};
use crate::support::{GaussianData, begin, ruled};
use sgmcmc::precond::Preconditioner;
use sgmcmc::prior::Prior;
use sgmcmc::rule::{Langevin, Norms, Rule, Sghmc, StepParameters};
use sgmcmc::{
    Batch, BatchSettings, Block, ChainSettings, Clipping, Draw, Estimator, Model, RuleSettings, Sampler,
    ScheduleUnit,
};
use std::collections::BTreeSet;

const DATA_LEN: u32 = 20;
const BATCH_LEN: u32 = 6;
const DIM: usize = 53;
const STEP_SIZE: f64 = 2e-3;

fn sampler(rule: Rule<'_>) -> Sampler<'_> {
    ruled(rule, STEP_SIZE, 0.8)
}

fn settings(sampler: Sampler<'_>) -> ChainSettings<'_> {
    let base = ChainSettings::new(DATA_LEN, BatchSettings::WithoutReplacement(BATCH_LEN), sampler);
    ChainSettings { seed: 12, chain_index: 1, ..base }
}

/// Twelve steps, θ, norms and counts; returns how many gradients were clipped.
fn check<R: Scalar>(settings: &ChainSettings<'_>) -> u64 {
    let mut host = Host(GaussianData::spread(DATA_LEN as usize, DIM));
    let start = pattern::<R>(DIM, 31, 2.0);
    let mut chain = begin::<R>(settings, &start);
    let mut expected = RuleChain::new(*settings, &start);
    for step in 0..12 {
        let wanted = expected.step(&mut host);
        let mut norms = None;
        let mut observer = |draw: &Draw<'_, R>| {
            norms = Some(draw.norms);
            Ok(())
        };
        chain.run(1, &mut host, Some(&mut observer)).expect("a good step");
        assert_same(
            &format!("theta after step {step}, {settings:?}"),
            chain.theta().expect("its memory"),
            &expected.theta,
        );
        let bits = |norms: Norms| (norms.drift.to_bits(), norms.noise.to_bits());
        // A step that explores shows no draw.
        if let Some(norms) = norms {
            assert_eq!(bits(norms), bits(wanted), "norms of step {step}, {settings:?}");
        }
    }
    assert_eq!(chain.statistics().clipped_count, expected.clipped_count);
    expected.clipped_count
}

/// Ranges before, between and behind; neighbours; one of a single number; factors, priors and a frozen one.
fn blocks() -> Vec<Block> {
    let ranges = [(41, 7), (17, 18), (40, 1)].into_iter().chain((48..).map(|start| (start, 1)));
    let own = registry::block_priors().into_iter().zip(ranges).map(|(prior, (start, len))| Block {
        step_size_factor: if len > 7 { 1.7 } else { 1.0 },
        prior: Some(prior),
        ..Block::new(start, len)
    });
    let mut all =
        vec![Block { step_size_factor: 0.5, ..Block::new(3, 5) }, Block { frozen: true, ..Block::new(8, 9) }];
    all.extend(own);
    all.sort_by_key(|block| block.start);
    all
}

/// The host's prior is that of all θ, where no block may bring its own, and host terms that couple parameters allow
/// nothing else.
fn blocks_under(prior: &Prior<'_>, rule: &Rule<'_>) -> Vec<Block> {
    let allowed = |block: Block| {
        let prior = block.prior.filter(|_| *prior != Prior::Callback);
        if couples(rule) {
            Block { prior, ..Block::new(block.start, block.len) }
        } else {
            Block { prior, ..block }
        }
    };
    blocks().into_iter().map(allowed).collect()
}

/// Whether the host writes terms that couple parameters.
fn couples(rule: &Rule<'_>) -> bool {
    use Preconditioner::PositionDependentDense;
    matches!(rule, Rule::Recipe(_) | Rule::Langevin(Langevin { preconditioner: PositionDependentDense, .. }))
}

fn priors_and_blocks_equal_the_scalar_reference<R: Scalar>() {
    let vectors = Vectors::new(DIM);
    for rule in registry::rules(&vectors) {
        for prior in registry::priors(&vectors) {
            let blocks = blocks_under(&prior, &rule);
            for blocks in [&[][..], &blocks] {
                for clipping in [Clipping::None, Clipping::Norm(90.0)] {
                    check::<R>(&ChainSettings {
                        prior,
                        blocks: blocks.into(),
                        clipping,
                        ..settings(sampler(rule))
                    });
                }
            }
        }
    }
}

both!(priors_and_blocks_equal_the_scalar_reference);

fn estimators_and_clipping_equal_the_scalar_reference<R: Scalar>() {
    let vectors = Vectors::new(DIM);
    let mut clipped = BTreeSet::new();
    for rule in registry::rules(&vectors) {
        for estimator in registry::estimators(&vectors.mean, 11) {
            for clipping in registry::clippings(100.0) {
                let count = check::<R>(&ChainSettings { estimator, clipping, ..settings(sampler(rule)) });
                if count > 0 && count < 12 {
                    clipped.insert(name(&clipping));
                }
            }
        }
    }
    assert_eq!(clipped.len(), 2, "some gradients are clipped and some are not: {clipped:?}");
}

both!(estimators_and_clipping_equal_the_scalar_reference);

fn schedules_equal_the_scalar_reference<R: Scalar>() {
    let sghmc = Sghmc { redraw_interval: 2, ..Sghmc::default() };
    for rule in
        [Rule::SGLD, Rule::Sghmc(sghmc), Rule::Aboba(Default::default()), Rule::Recipe(Default::default())]
    {
        for step_size in registry::schedules(STEP_SIZE) {
            for temperature in registry::schedules(1.3) {
                for schedule_unit in [ScheduleUnit::Step, ScheduleUnit::Epoch] {
                    let rule =
                        RuleSettings { temperature, schedule_unit, ..RuleSettings::new(rule, step_size) };
                    check::<R>(&settings(Sampler::Rule(rule)));
                    let prior = Prior::gaussian(0.2, 1.5);
                    check::<R>(&ChainSettings { prior, ..settings(Sampler::Rule(rule)) });
                }
            }
        }
    }
}

both!(schedules_equal_the_scalar_reference);

/// A frozen range keeps its bits through every rule, estimator and prior.
fn frozen_ranges_are_never_written<R: Scalar>() {
    let vectors = Vectors::new(DIM);
    let blocks = [Block { frozen: true, ..Block::new(7, 29) }];
    for rule in registry::rules(&vectors).into_iter().filter(|rule| !couples(rule)) {
        let estimator = Estimator::Svrg { interval: 3, averaged: true };
        let prior = Prior::gaussian(0.5, 2.0);
        let settings =
            ChainSettings { blocks: (&blocks).into(), estimator, prior, ..settings(sampler(rule)) };
        let start = pattern::<R>(DIM, 31, 2.0);
        let mut chain = begin::<R>(&settings, &start);
        let mut host = Host(GaussianData::spread(DATA_LEN as usize, DIM));
        chain.run(9, &mut host, None).expect("good steps");
        let theta = chain.theta().expect("its memory");
        assert_same("the frozen range", &theta[7..36], &start[7..36]);
        let moved = |(a, b): (&R, &R)| !a.same(*b);
        assert!(theta[..7].iter().zip(&start[..7]).all(moved), "{rule:?}");
        assert!(theta[36..].iter().zip(&start[36..]).all(moved), "{rule:?}");
    }
}

both!(frozen_ranges_are_never_written);

/// For one datum and a flat prior, a chain's step is the stateless one with the model's gradient.
fn a_chain_is_its_stateless_steps<R: Scalar>() {
    let vectors = Vectors::new(DIM);
    for rule in registry::rules(&vectors) {
        let settings = ChainSettings { seed: 3, ..ChainSettings::new(1, BatchSettings::All, sampler(rule)) };
        let mut host = Host(GaussianData::spread(1, DIM));
        let mut theta = pattern::<R>(DIM, 31, 2.0);
        let mut chain = begin::<R>(&settings, &theta);
        let mut noise = super::lanes(3);
        let mut at = StepParameters { temperature: 0.8, ..StepParameters::step_size(STEP_SIZE) };
        let mut state = started::<R>(&rule, DIM, &mut noise, &at);
        for index in 0..7 {
            at.index = index;
            let mut site = theta.clone();
            rule.move_to_site(&mut site, &state).expect("good lengths");
            let mut gradient = vec![R::default(); DIM];
            host.log_likelihood(&site, Batch::All, Some(&mut gradient)).expect("a value");
            let mut given = given::<R>(&rule, DIM, 0);
            if let Rule::Recipe(_) = rule {
                let mut normals = vec![R::default(); DIM];
                sgmcmc::rng::fill_normals(&mut noise, &mut normals);
                let (drift, kick) = given.split_at_mut(DIM);
                let at = sgmcmc::Diffusion {
                    theta: &theta,
                    gradient: &gradient,
                    normals: &normals,
                    temperature: at.temperature,
                };
                host.diffusion(at, drift, kick).expect("a diffusion");
            } else if !given.is_empty() {
                given.fill(R::default());
                let (metric, gamma) = given.split_at_mut(if is_dense(&rule) { DIM * DIM } else { DIM });
                host.metric(&theta, metric, gamma).expect("a metric");
            }
            rule.step(&mut theta, &mut state, &mut noise, None, &gradient, &given, &at).expect("a good step");
            chain.step(&mut host).expect("a good step");
            assert_same(&format!("theta, {rule:?}"), chain.theta().expect("its memory"), &theta);
        }
    }
}

both!(a_chain_is_its_stateless_steps);
