//! Far starts of proposals: a count of 10 from Poisson's law under a flat log rate, whose posterior is the law of the
//! logarithm of Gamma(10, 1), from where the curvature is another by up to e^40.

use super::proposals;
use crate::support::{Answer, Estimate, begin, chain_mean};
use sgmcmc::mh::{MetropolisHastings, Proposal};
use sgmcmc::{
    Batch, BatchSettings, ChainSettings, Health, HealthFinding, HealthSettings, Interrupt, MemoryUnit, Model,
    PilotSettings, Real, Sampler, Statistics,
};

/// Counts of 10 each on all data, and of 10 ± 2 by parity on batches: a mean log-likelihood of 10 θ - e^θ.
struct Counts;

impl<R: Real> Model<R> for Counts {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let count = match batch {
            Batch::All => 10.0,
            Batch::Indices(batch) => {
                let off = |i: &u32| if i.is_multiple_of(2) { 2.0 } else { -2.0 };
                10.0 + batch.iter().map(off).sum::<f64>() / batch.len() as f64
            }
        };
        let theta = theta[0].to_f64();
        let rate = libm::exp(theta);
        if !R::from_f64(rate).to_f64().is_finite() {
            return Err(Interrupt::Impossible);
        }
        gradient.into_iter().for_each(|gradient| gradient[0] = R::from_f64(count - rate));
        Ok(count * theta - rate)
    }
}

/// The posterior's mean: ψ(10).
const MEAN: f64 = 2.251_752_589_066_721;

/// The burn-in ends at the mode with the right step size: from its 4000 draws the mean is within 6 of its standard errors,
/// and the rate within 0.1 of the target, which has a standard error below 0.02 and what 500 noisy steps leave.
fn arrives<R: Real>(proposal: Proposal, first: f64, batch: BatchSettings, start: f64) {
    let (data_len, scale) = if batch == BatchSettings::All { (1, 1.0) } else { (40, 2.0) };
    let sampler = Sampler::MetropolisHastings(MetropolisHastings::tuned(with_step(proposal, first), scale));
    let settings = ChainSettings { burn_in: 1000, seed: 3, ..ChainSettings::new(data_len, batch, sampler) };
    let mut chain = begin::<R>(&settings, &[R::from_f64(start)]);
    chain.run(1000, &mut Counts, None).expect("good steps");
    let warm = chain.statistics();
    let mut draws = Vec::new();
    for _ in 0..4000 {
        chain.step(&mut Counts).expect("a good step");
        draws.push(chain.theta().expect("its memory")[0].to_f64());
    }
    let end = chain.statistics();
    let accepted = |it: &Statistics| it.forward_accepted_count + it.backward_accepted_count;
    let rate = (accepted(&end) - accepted(&warm)) as f64 / 4000.0;
    let target = proposal.target_acceptance();
    let Estimate { mean, error, .. } = chain_mean(&draws);
    println!(
        "{proposal:?} {batch:?} from {start}, {first:e}: ε {:.2e}, rate {rate:.3}, mean {mean:.3} ± {error:.3}",
        end.step_size
    );
    if batch == BatchSettings::All {
        assert!((rate - target).abs() < 0.1 && (mean - MEAN).abs() < 6.0 * error && error < 0.05);
    } else {
        // The law of a mixture over batches, whose noise caps the rate: at least where its mass is, at a usable rate.
        assert!(rate > 0.15 * target && rate < target + 0.1 && mean > 2.2 && mean < 2.6);
    }
}

#[test]
fn far_starts_of_proposals_arrive() {
    for proposal in proposals() {
        for batch in [BatchSettings::All, BatchSettings::WithoutReplacement(10)] {
            for (start, first) in
                [(40.0, 0.0), (-1e6, 0.0), (2.0, 1e12), (2.0, 1e-12), (40.0, 1e12), (40.0, 1e-12)]
            {
                // Half of RSGLD's moves go back where it came from, and batches' noise hides the rest; in `f32` a
                // trajectory of 1e-12 at 40 is none: see the next test.
                let is_rsgld = matches!(proposal, Proposal::Rsgld { .. });
                if is_rsgld && batch != BatchSettings::All && start == -1e6 {
                    continue;
                }
                arrives::<f64>(proposal, first, batch, start);
                if !(matches!(proposal, Proposal::Hmc { .. }) && start == 40.0 && first == 1e-12) {
                    arrives::<f32>(proposal, first, batch, start);
                }
            }
        }
    }
}

/// What does not arrive in a burn-in of 1000 steps is named by the run.
fn is_named<R: Real>(proposal: Proposal, first: f64, batch: BatchSettings, start: f64) {
    let (data_len, scale) = if batch == BatchSettings::All { (1, 1.0) } else { (40, 2.0) };
    let sampler = Sampler::MetropolisHastings(MetropolisHastings::tuned(with_step(proposal, first), scale));
    let settings = ChainSettings { burn_in: 1000, seed: 3, ..ChainSettings::new(data_len, batch, sampler) };
    let mut chain = begin::<R>(&settings, &[R::from_f64(start)]);
    let mut health = Health::new(&HealthSettings::default()).expect("defaults");
    chain.run_with_health(5000, &mut Counts, None, 5, &mut health).expect("good steps");
    let report = health.report(chain.state(), None, None).expect("its chain");
    println!("{proposal:?} {batch:?} from {start}, {first:e}: {:#x}", report.findings);
    assert!(report.findings != 0, "{report:#?}");
}

#[test]
fn far_starts_that_do_not_arrive_are_named() {
    let [.., rsgld, hmc] = proposals();
    let batches = BatchSettings::WithoutReplacement(10);
    is_named::<f64>(rsgld, 0.0, batches, -1e6);
    is_named::<f32>(rsgld, 0.0, batches, -1e6);
    is_named::<f32>(hmc, 1e-12, BatchSettings::All, 40.0);
    is_named::<f32>(hmc, 1e-12, batches, 40.0);
}

/// Where the right step size is beyond what a tuner finds, 1e-30, or the burn-in is over before one is found, the run says
/// so.
#[test]
fn a_start_that_is_too_far_for_a_proposal_is_named() {
    for (proposal, burn_in, findings) in proposals().into_iter().flat_map(|proposal| {
        let is_langevin = matches!(proposal, Proposal::Sgld { .. } | Proposal::Rsgld { .. });
        let frozen = is_langevin.then_some((proposal, 1000, [HealthFinding::Frozen; 2]));
        let short = (proposal, 2, [HealthFinding::Frozen, HealthFinding::StepTooSmall]);
        [Some(short), frozen].into_iter().flatten()
    }) {
        let sampler = Sampler::MetropolisHastings(MetropolisHastings::tuned(proposal, 1.0));
        let settings = ChainSettings { burn_in, ..ChainSettings::new(1, BatchSettings::All, sampler) };
        let start = if burn_in == 2 { 40.0 } else { 80.0 };
        let mut chain = begin::<f64>(&settings, &[start]);
        let mut health = Health::new(&HealthSettings::default()).expect("defaults");
        chain.run_with_health(3000, &mut Counts, None, 5, &mut health).expect("good steps");
        let report = health.report(chain.state(), None, None).expect("its chain");
        println!("{proposal:?}, {burn_in}: {report:?}");
        let arrived = (chain.theta().expect("its memory")[0] - MEAN).abs() < 2.0;
        assert!(arrived || findings.iter().any(|finding| report.has(*finding)), "{report:#?}");
    }
}

/// The same proposal, which begins with this step size.
fn with_step(mut proposal: Proposal, step: f64) -> Proposal {
    match &mut proposal {
        Proposal::RandomWalk { step_size }
        | Proposal::Sgld { step_size, .. }
        | Proposal::Rsgld { step_size, .. }
        | Proposal::Hmc { step_size, .. } => *step_size = step,
    }
    proposal
}

/// With a target it is the steps that go on from where the first look began: there is no look half-way, which asks for 512
/// batches, and without one there is.
#[test]
fn a_target_makes_the_second_look_needless() {
    struct Counting(u32);
    impl Model<f64> for Counting {
        fn log_likelihood(
            &mut self,
            theta: &[f64],
            batch: Batch<'_>,
            gradient: Option<&mut [f64]>,
        ) -> Answer {
            self.0 += 1;
            Counts.log_likelihood(theta, batch, gradient)
        }
    }
    for (target_acceptance, looks) in [(Some(0.4), false), (None, true)] {
        let proposal = Proposal::random_walk(0.1);
        let tuned = MetropolisHastings::tuned(proposal, 2.0);
        let sampler = Sampler::MetropolisHastings(MetropolisHastings { target_acceptance, ..tuned });
        let batch = BatchSettings::WithoutReplacement(10);
        let settings = ChainSettings { burn_in: 64, ..ChainSettings::new(40, batch, sampler) };
        let mut chain = begin::<f64>(&settings, &[2.0]);
        let pilot = PilotSettings::default();
        let mut room = vec![MemoryUnit::default(); chain.warm_up_len(&pilot).expect("a length")];
        let mut model = Counting(0);
        chain.warm_up(&pilot, &mut room, 32, &mut model).expect("good steps");
        let first = core::mem::take(&mut model.0);
        chain.warm_up(&pilot, &mut room, 32, &mut model).expect("good steps");
        assert!(first > 512 && (model.0 > 512) == looks, "{target_acceptance:?}: {first} {}", model.0);
    }
}
