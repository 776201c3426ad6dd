//! Proposals that cannot be accepted: outside the model's domain, not finite, or answered with NaN.

mod truncated;

use crate::support;
use crate::support::{Answer, Each, Level, begin, chain_mean, check, metropolis, scheduled, sgld};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    Batch, BatchSettings, ChainSettings, Error, Health, HealthFinding, HealthSettings, Model, Real, StepError,
};

fn proposals() -> [Proposal; 4] {
    let noise = NoiseScale::Langevin;
    [
        Proposal::random_walk(1.5),
        Proposal::sgld(0.8, noise),
        Proposal::rsgld(0.5, noise, 1.5, Density::Normalized),
        Proposal::hmc(0.7, 3),
    ]
}

/// A flat model that asserts that it is only asked about finite θ.
struct Finite(u64);

impl<R: Real> Model<R> for Finite {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, _: Option<&mut [R]>) -> Answer {
        assert!(theta.iter().all(|t| t.is_finite()), "asked about a theta that is not finite");
        self.0 += 1;
        Ok(0.0)
    }
}

fn proposals_that_are_not_finite_are_rejected_and_counted<R: Real>() {
    let huge = 0.5 * R::MAX.to_f64();
    let noise = NoiseScale::Custom(huge);
    for proposal in [
        Proposal::random_walk(huge),
        Proposal::sgld(1.0, noise),
        Proposal::rsgld(1.0, noise, 2.0, Density::Normalized),
        Proposal::hmc(huge, 1),
    ] {
        let settings = ChainSettings::new(1, BatchSettings::All, metropolis(proposal, 1.0, |_| {}));
        let mut chain = begin::<R>(&settings, &[R::default(); 3]);
        let mut model = Finite(0);
        for _ in 0..200 {
            chain.step(&mut model).expect("a rejection is no error");
            assert!(chain.theta().expect("its memory").iter().all(|t| t.is_finite()));
        }
        let statistics = chain.statistics();
        assert_eq!(
            statistics.nonfinite_count + model.0 - 1,
            200,
            "asked once at the start and for finite proposals"
        );
        assert!(statistics.nonfinite_count > 20, "{proposal:?}: {} overflowed", statistics.nonfinite_count);
    }
}

both!(proposals_that_are_not_finite_are_rejected_and_counted);

/// Good answers but for call number `at`.
struct BadAnswer {
    call: u32,
    at: u32,
    value: f64,
}

impl<R: Real> Model<R> for BadAnswer {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        self.call += 1;
        if let Some(gradient) = gradient {
            gradient[0] = -theta[0];
        }
        Ok(if self.call == self.at { self.value } else { -0.5 * theta[0].to_f64() * theta[0].to_f64() })
    }
}

/// The call of a first evaluation, and for a rule every call.
#[test]
fn nan_or_plus_infinity_at_the_current_state_is_an_error() {
    let samplers = proposals().map(|proposal| (metropolis(proposal, 1.0, |_| {}), 1..2));
    for (sampler, calls) in [(sgld(0.1, 1.0), 1..8)].into_iter().chain(samplers) {
        for value in [f64::NAN, f64::INFINITY] {
            for at in calls.clone() {
                let settings = ChainSettings::new(1, BatchSettings::All, sampler);
                let mut chain = begin::<f64>(&settings, &[0.3]);
                let mut model = BadAnswer { call: 0, at, value };
                let done = chain.run(20, &mut model, None);
                assert_eq!(
                    done,
                    Err(StepError::Refused(Error::LogLikelihoodNotFinite)),
                    "{sampler:?}, call {at}"
                );
                assert_eq!(model.call, at, "nothing was asked after the bad answer");
            }
        }
    }
}

/// N(0, 1) where |θ| < 2, and there alone a model that answers with numbers.
struct Ragged {
    /// The value elsewhere, and the gradient.
    elsewhere: [f64; 2],
    refused: u64,
}

impl<R: Real> Model<R> for Ragged {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let x = theta[0].to_f64();
        // A model that has no gradient to give shows nothing of it.
        let bad = x.abs() >= 2.0 && (gradient.is_some() || !self.elsewhere[0].is_finite());
        self.refused += u64::from(bad);
        let [value, slope] = if bad { self.elsewhere } else { [-0.5 * x * x, -x] };
        gradient.into_iter().for_each(|g| g[0] = R::from_f64(slope));
        Ok(value)
    }
}

/// Every kind of answer that is no number is a rejection, so that the law is the one on what is left: the variance of the
/// normal between -2 and 2, 1 - 4 φ(2) / (2Φ(2) - 1). 56 bounds of 6 standard errors.
fn whatever_is_not_finite_in_a_proposal_is_rejected_and_counted<R: Real>() {
    let (nan, infinity, far) = (f64::NAN, f64::INFINITY, -2.0);
    for proposal in proposals() {
        // A finite gradient that the precision cannot hold is infinite, too.
        for elsewhere in [
            [nan, 0.0],
            [infinity, 0.0],
            [far, nan],
            [far, infinity],
            [far, -infinity],
            [nan; 2],
            [far, 1e300],
        ] {
            let walks = matches!(proposal, Proposal::RandomWalk { .. });
            let fits = R::from_f64(elsewhere[1]).is_finite() && elsewhere[0].is_finite();
            if walks && elsewhere[0].is_finite() || fits {
                continue;
            }
            let settings = ChainSettings {
                seed: 77,
                ..ChainSettings::new(1, BatchSettings::All, metropolis(proposal, 1.0, |_| {}))
            };
            let mut chain = begin::<R>(&settings, &[R::from_f64(0.3)]);
            let mut model = Ragged { elsewhere, refused: 0 };
            let mut squares = Vec::new();
            for _ in 0..30_000 {
                let step = chain.step(&mut model).expect("a rejection is no error");
                let x = chain.theta().expect("its memory")[0].to_f64();
                assert!(x.abs() < 2.0);
                squares.push(x * x);
                assert!(!(step.diverged && step.accepted));
            }
            let inside = 1.0 - 2.0 * support::normal_cdf(-2.0);
            let exact = 1.0 - 4.0 * libm::exp(-2.0) / (2.0 * core::f64::consts::PI).sqrt() / inside;
            let square = chain_mean(&squares);
            let what = format!("{proposal:?}, {elsewhere:?} elsewhere: variance");
            check(&what, square.mean, exact, square.error, 6.0);
            let statistics = chain.statistics();
            assert_eq!(statistics.nonfinite_count, model.refused, "{what}");
            let hamiltonian = matches!(proposal, Proposal::Hmc { .. });
            assert_eq!(statistics.divergence_count > 0, hamiltonian, "{what}");
            assert!(model.refused > 100, "{what}: met {} times", model.refused);
        }
    }
}

both!(
    #[ignore = "takes seconds: -- --ignored"]
    whatever_is_not_finite_in_a_proposal_is_rejected_and_counted
);

/// log p = -θ⁴/4 in `f32`, computed in double: E θ² = 2 Γ(3/4)/Γ(1/4), and the trajectories that run away overflow a cast
/// long before their energy does. Within 6 standard errors.
#[test]
fn a_quartic_in_f32_runs_as_in_f64() {
    let mut quartic = Each(|x: f64| (-0.25 * x * x * x * x, -x * x * x));
    for step_size in [0.5, 1.0] {
        let proposal = Proposal::hmc(step_size, 20);
        let settings = ChainSettings::new(1, BatchSettings::All, metropolis(proposal, 1.0, |_| {}));
        let mut chain = begin::<f32>(&settings, &[0.5f32]);
        let mut squares = Vec::new();
        for _ in 0..20_000 {
            chain.step(&mut quartic).expect("a rejection is no error");
            let x = f64::from(chain.theta().expect("its memory")[0]);
            squares.push(x * x);
        }
        let square = chain_mean(&squares);
        let exact = 2.0 * libm::tgamma(0.75) / libm::tgamma(0.25);
        check(&format!("f32 quartic at {step_size}"), square.mean, exact, square.error, 6.0);
        let statistics = chain.statistics();
        assert!(
            statistics.nonfinite_count > 100 && statistics.divergence_count >= statistics.nonfinite_count
        );
    }
}

/// A start so far out that the built-in prior's density vanishes is impossible, as one in the model's own domain is: a
/// chain there could never accept anything, nor say why.
#[test]
fn a_start_where_the_prior_vanishes_is_an_error() {
    let walk = metropolis(Proposal::random_walk(0.1), 1.0, |_| {});
    let settings =
        ChainSettings { prior: Prior::gaussian(0.0, 1.0), ..ChainSettings::new(1, BatchSettings::All, walk) };
    let mut chain = begin::<f64>(&settings, &[1e200]);
    assert_eq!(chain.step(&mut Level), Err(StepError::Refused(Error::Impossible)));
}

/// The step sizes of a polynomial schedule fall below what `f32` holds: the step says so and the chain stays.
#[test]
fn a_schedule_that_vanishes_in_f32_is_named() {
    let schedule = Schedule::polynomial(1e-44, 1e-10, 1.0);
    let settings = ChainSettings::new(1, BatchSettings::All, scheduled(schedule, 1.0));
    let mut chain = begin::<f32>(&settings, &[1.0f32]);
    let ended = chain.run(100, &mut Level, None);
    assert_eq!(ended, Err(StepError::Refused(Error::StepSizeNotUsable)));
    let done = chain.statistics().step_count;
    assert!(done > 0 && done < 100, "{done} steps");
    assert_eq!(chain.step(&mut Level), Err(StepError::Refused(Error::StepSizeNotUsable)));
    assert_eq!(chain.statistics().step_count, done);
}

/// In `f32`, a slope of -2 and a step of 3e38: every proposal overflows, and the model is not asked once. Its callback
/// cannot stop such a run, which ends by itself, whole, until another step size is set.
#[test]
fn a_chain_that_never_asks_its_model_stops() {
    struct Falling(u64);
    impl Model<f32> for Falling {
        fn log_likelihood(&mut self, theta: &[f32], _: Batch<'_>, gradient: Option<&mut [f32]>) -> Answer {
            self.0 += 1;
            gradient.into_iter().for_each(|gradient| gradient[0] = -2.0);
            Ok(-2.0 * f64::from(theta[0]))
        }
    }
    for (proposal, batch, stops) in proposals().into_iter().flat_map(|proposal| {
        let is_hmc = matches!(proposal, Proposal::Hmc { .. });
        // HMC asks for a batch at the θ where it is.
        [(proposal, BatchSettings::All, true), (proposal, BatchSettings::WithoutReplacement(2), !is_hmc)]
    }) {
        let sampler = metropolis(proposal, 1.0, |_| {});
        let settings = ChainSettings { burn_in: 1 << 40, ..ChainSettings::new(4, batch, sampler) };
        let mut chain = begin::<f32>(&settings, &[0.0]);
        let mut model = Falling(0);
        chain.step(&mut model).expect("a good step");
        let step_size = if matches!(proposal, Proposal::Hmc { .. }) { 1e38 } else { 3e38 };
        chain.set_step_size(step_size).expect("a number of the precision");
        let mut health = Health::new(&HealthSettings::default()).expect("defaults");
        let asked = model.0;
        let done = chain.run_with_health(1500, &mut model, None, 10, &mut health);
        let statistics = chain.statistics();
        println!("{proposal:?} {batch:?}: {done:?}, asked {} times, {statistics:?}", model.0 - asked);
        if !stops {
            assert_eq!((done, model.0 - asked), (Ok(()), 1500));
            continue;
        }
        let refused = Err(StepError::Refused(Error::ModelNotAsked));
        assert!((200..300).contains(&(Error::ModelNotAsked as i32)), "a number of what happens in a step");
        if matches!(proposal, Proposal::RandomWalk { .. }) && statistics.step_count > 1001 {
            // A short normal does not overflow.
            assert!(model.0 > asked);
            continue;
        }
        assert_eq!((done, model.0, statistics.step_count), (refused, asked, 1001));
        assert_eq!(statistics.unasked_count, 1000);
        let mut before = vec![0; chain.save_size()];
        chain.save(&mut before).expect("room");
        assert_eq!(chain.run(5, &mut model, None), refused);
        let mut after = vec![0; chain.save_size()];
        chain.save(&mut after).expect("room");
        assert!(before == after, "a refused step changed something");
        let report = health.report(chain.state(), None, None).expect("its chain");
        let found: Vec<_> = HealthFinding::ALL.iter().filter(|finding| report.has(**finding)).collect();
        assert_eq!(found, [&HealthFinding::ModelNotAsked]);
        chain.set_step_size(0.1).expect("in range");
        chain.run(1500, &mut model, None).expect("good steps");
        assert_eq!((chain.statistics().unasked_count, model.0 > asked), (0, true));
    }
}
