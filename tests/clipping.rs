//! Clipping: of the whole gradient with the prior's, to the last bit, counted, and never of what is not finite.

use crate::support::{Call, Normal, Recorder, Slope, begin, chain_mean, check, exact, metropolis, sgld};
use sgmcmc::mh::{NoiseScale, Proposal, ProposalGradient};
use sgmcmc::prior::Prior;
use sgmcmc::rule::{Recipe, Rule};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, Block, ChainSettings, Clipping, Error, Real, RuleSettings, Sampler, StepError};

/// A power of two, so that the way between sums over the data and means is exact.
const DATA_LEN: u32 = 4;

fn with(clipping: Clipping, sampler: Sampler<'static>) -> ChainSettings<'static> {
    ChainSettings { clipping, ..ChainSettings::new(DATA_LEN, BatchSettings::All, sampler) }
}

fn recipe() -> Sampler<'static> {
    let temperature = Schedule::constant(0.0);
    let rule = RuleSettings::new(Rule::Recipe(Recipe), Schedule::constant(1e-3));
    Sampler::Rule(RuleSettings { temperature, ..rule })
}

/// The gradient that a step used, and how many it clipped.
fn used<R: Real>(settings: &ChainSettings, slope: &[f64], theta: &[f64]) -> (Vec<f64>, u64) {
    let theta: Vec<R> = theta.iter().map(|x| R::from_f64(*x)).collect();
    let mut chain = begin::<R>(settings, &theta);
    let mut model = Recorder::new(Slope(slope.to_vec()));
    chain.step(&mut model).expect("a good step");
    let Some(Call::Diffusion { gradient, .. }) = model.calls.pop() else { panic!("no diffusion") };
    (gradient, chain.statistics().clipped_count)
}

fn norms_and_elements_are_clipped_exactly<R: Real>() {
    // n ĝ = (12, 16), norm 20.
    let slope = [3.0, 4.0];
    for (clipping, gradient, count) in [
        (Clipping::None, [12.0, 16.0], 0),
        (Clipping::Norm(20.0), [12.0, 16.0], 0),
        (Clipping::Norm(10.0), [6.0, 8.0], 1),
        (Clipping::Norm(2.5), [1.5, 2.0], 1),
        (Clipping::Norm(1e30), [12.0, 16.0], 0),
        (Clipping::Element(16.0), [12.0, 16.0], 0),
        (Clipping::Element(13.0), [12.0, 13.0], 1),
        (Clipping::Element(5.0), [5.0, 5.0], 1),
    ] {
        let found = used::<R>(&with(clipping, recipe()), &slope, &[0.0, 0.0]);
        assert_eq!(found, (gradient.to_vec(), count), "{clipping:?}");
        let found = used::<R>(&with(clipping, recipe()), &slope.map(|x| -x), &[0.0, 0.0]);
        assert_eq!(found, (gradient.map(|x| -x).to_vec(), count), "{clipping:?}");
    }
    // Around every block boundary, the last number the only one outside.
    for len in [1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100] {
        let mut slope = vec![0.25; len];
        slope[len - 1] = -8.0;
        let found = used::<R>(&with(Clipping::Element(2.0), recipe()), &slope, &vec![0.0; len]);
        let mut expected = vec![1.0; len];
        expected[len - 1] = -2.0;
        assert_eq!(found, (expected, 1), "{len}");
    }
}

both!(norms_and_elements_are_clipped_exactly);

/// ∇log π0 = -θ: G = (16, 0) - (4, -9) = (12, 9), norm 15. A block's own prior and the host's are in it as well.
#[test]
fn the_prior_is_part_of_what_is_clipped() {
    let (slope, theta) = ([4.0, 0.0], [4.0, -9.0]);
    let blocks = [Block { prior: Some(Prior::gaussian(0.0, 1.0)), ..Block::new(0, 2) }];
    let gaussian = Prior::gaussian(0.0, 1.0);
    for (prior, blocks) in [(gaussian, &[][..]), (Prior::Callback, &[]), (Prior::FLAT, &blocks)] {
        for (clipping, gradient) in [
            (Clipping::Norm(7.5), [6.0, 4.5]),
            (Clipping::Norm(15.0), [12.0, 9.0]),
            (Clipping::Element(10.0), [10.0, 9.0]),
        ] {
            let settings = ChainSettings { prior, blocks: blocks.into(), ..with(clipping, recipe()) };
            let (found, _) = used::<f64>(&settings, &slope, &theta);
            assert_eq!(found, gradient, "{clipping:?}, {prior:?}");
        }
    }
}

/// A gradient step from far away: clipped while |θ| n / s² is above the limit, and counted as often.
#[test]
fn clipped_steps_are_counted() {
    for clipping in [Clipping::Norm(2.0), Clipping::Element(2.0)] {
        let settings = with(clipping, sgld(0.125, 0.0));
        let mut chain = begin::<f64>(&settings, &[8.0]);
        let mut model = Normal { variance: 8.0 };
        let (mut theta, mut count) = (8.0f64, 0);
        for _ in 0..60 {
            let gradient = -theta / 8.0 * 4.0;
            count += u64::from(gradient.abs() > 2.0);
            theta += 0.125 * gradient.clamp(-2.0, 2.0);
            chain.step(&mut model).expect("a good step");
            assert_eq!(chain.statistics().clipped_count, count);
            // One rounding of the quotient, one of the product and one of the factor by norm.
            let found = chain.theta().expect("its memory")[0];
            assert!((found - theta).abs() <= 8.0 * f64::EPSILON * 60.0, "{found} is not {theta}");
        }
        assert_eq!(count, 16, "from 8 to 4 in steps of a quarter");
    }
}

/// An infinity would become a limit; it must be refused before, whoever brings it, and no step is counted.
#[test]
fn what_is_not_finite_is_refused_and_not_clipped() {
    for clipping in [Clipping::None, Clipping::Norm(1.0), Clipping::Element(1.0)] {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for at in [0, 17, 36] {
                let mut slope = vec![1.0; 37];
                slope[at] = bad;
                for sampler in [sgld(1e-3, 1.0), recipe(), langevin_proposal()] {
                    let settings = with(clipping, sampler);
                    let mut chain = begin::<f32>(&settings, &[0.5f32; 37]);
                    let done = chain.step(&mut Recorder::new(Slope(slope.clone())));
                    assert_eq!(done, Err(StepError::Refused(Error::GradientNotFinite)), "{clipping:?}");
                    assert_eq!(chain.statistics().clipped_count, 0);
                }
            }
        }
    }
    // A likelihood and a prior that overflow together only.
    let settings = ChainSettings { prior: Prior::gaussian(0.0, 2e38), ..with(Clipping::Norm(1.0), recipe()) };
    let mut chain = begin::<f32>(&settings, &[-6.0f32]);
    let done = chain.step(&mut Recorder::new(Slope(vec![3e38])));
    assert_eq!(done, Err(StepError::Refused(Error::GradientNotFinite)));
}

/// Norms are taken in `f64`: of an `f32` gradient they never overflow, of an `f64` one beyond 1e154 they do, and the
/// step is the shortest of all.
#[test]
fn huge_gradients_are_clipped_too() {
    let (found, count) = used::<f32>(&with(Clipping::Norm(5.0), recipe()), &[3e30, 4e30], &[0.0, 0.0]);
    assert_eq!(count, 1);
    // The factor, the product and the data's numbers are rounded once each.
    for (x, y) in found.iter().zip([3.0, 4.0]) {
        assert!((x - y).abs() <= 4.0 * f64::from(f32::EPSILON) * y, "{x} is not {y}");
    }
    let (found, count) = used::<f64>(&with(Clipping::Norm(5.0), recipe()), &[3e200, 4e200], &[0.0, 0.0]);
    assert_eq!((found, count), (vec![0.0, 0.0], 1));
    let (found, count) = used::<f64>(&with(Clipping::Element(5.0), recipe()), &[3e200, -4e200], &[0.0, 0.0]);
    assert_eq!((found, count), (vec![5.0, -5.0], 1));
}

fn langevin_proposal() -> Sampler<'static> {
    metropolis(Proposal::sgld(0.5, NoiseScale::Custom(1e-30)), 1.0, |_| {})
}

/// A noise too small to show leaves θ' = θ + ε clip(n ĝ)/n, which the next call is asked about.
#[test]
fn proposals_follow_the_clipped_gradient() {
    let prior = Prior::gaussian(0.0, 1.0);
    // n ĝ = (12, 16) alone, and with the prior's -(3, 1): (9, 15).
    for (clipping, uses_prior, moved) in [
        (Clipping::None, false, [1.5, 2.0]),
        (Clipping::Norm(10.0), false, [0.75, 1.0]),
        (Clipping::Element(14.0), false, [1.5, 1.75]),
        (Clipping::Element(8.0), true, [1.0, 1.0]),
        (Clipping::Element(10.0), true, [1.125, 1.25]),
    ] {
        let proposal = Proposal::sgld(0.5, NoiseScale::Custom(1e-200));
        let sampler = metropolis(proposal, 1.0, |mh| {
            mh.proposal_gradient =
                if uses_prior { ProposalGradient::Posterior } else { ProposalGradient::Published };
        });
        let settings = ChainSettings { prior, ..with(clipping, sampler) };
        let mut chain = begin::<f64>(&settings, &[3.0, 1.0]);
        let mut model = Recorder::new(Slope(vec![3.0, 4.0]));
        chain.step(&mut model).expect("a good step");
        let Some(Call::LogLikelihood { theta, .. }) = model.calls.get(1) else { panic!("no proposal") };
        assert_eq!(*theta, [3.0 + moved[0], 1.0 + moved[1]], "{clipping:?}");
        let clipped = u64::from(clipping != Clipping::None);
        assert_eq!(chain.statistics().clipped_count, clipped, "one proposal, {clipping:?}");
    }
}

/// A clipped proposal is another function of θ, no other target: N(0, 1) for c_n = n, bounds of 5 standard errors.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn clipped_proposals_keep_the_target() {
    let sgld = Proposal::sgld(0.8, NoiseScale::Langevin);
    let hmc = Proposal::hmc(0.9, 2);
    for (seed, clipping, proposal) in [
        (1, Clipping::Norm(1.2), sgld),
        (2, Clipping::Element(0.5), sgld),
        (3, Clipping::Norm(1.2), hmc),
        (4, Clipping::Element(0.5), hmc),
    ] {
        let sampler = metropolis(proposal, 1.0, |_| {});
        let settings = ChainSettings { seed, clipping, ..ChainSettings::new(1, BatchSettings::All, sampler) };
        let mut chain = begin::<f64>(&settings, &[0.0, 0.0]);
        let mut squares = Vec::new();
        for _ in 0..200_000 {
            chain.step(&mut Normal { variance: 1.0 }).expect("a good step");
            let theta = exact(chain.theta().expect("its memory"));
            squares.push(0.5 * (theta[0] * theta[0] + theta[1] * theta[1]));
        }
        assert!(chain.statistics().clipped_count > 50_000, "{:?}", chain.statistics());
        let estimate = chain_mean(&squares);
        check(&format!("{clipping:?}: variance"), estimate.mean, 1.0, estimate.error, 5.0);
    }
}
