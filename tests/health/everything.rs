//! Every rule, proposal and estimator under looks at every step, far from 0, too; and models that unwind.

use super::super::reference::registry::{Vectors, estimators, proposals, rules};
use super::super::support::{Answer, GaussianData, Recorder, begin, metropolis, ruled};
use super::watch;
use sgmcmc::{BatchSettings, ChainSettings, Health, HealthFinding, HealthSettings, Model, Real};
use std::panic::{AssertUnwindSafe, catch_unwind};

const DIM: usize = 5;

fn every_chain_can_be_looked_at<R: Real>() {
    let (vectors, centre) = (Vectors::new(DIM), [0.25; DIM]);
    let by_rules = rules(&vectors).into_iter().map(|rule| ruled(rule, 1e-3, 1.0));
    let by_proposals = proposals(0.01).into_iter().map(|proposal| metropolis(proposal, 4.0, |_| {}));
    let mut tried = 0;
    for sampler in by_rules.chain(by_proposals) {
        for estimator in estimators(&centre, 12) {
            let batch = BatchSettings::WithoutReplacement(6);
            let settings = ChainSettings { estimator, ..ChainSettings::new(20, batch, sampler) };
            // Some go with no estimator but the plain one.
            if settings.memory_len::<R>(DIM).is_err() {
                continue;
            }
            for start in [0.25, 1e6] {
                let mut model = Recorder::new(GaussianData::spread(20, DIM));
                let seen = watch::<R>(&settings, &[start; DIM], &mut model, 200, 1);
                let report = seen.report;
                assert!(report.step_count == 200 || seen.done.is_err(), "{sampler:?}");
                assert!(report.look_count <= report.step_count && report.evaluation_count > 0, "{sampler:?}");
                let possible = |x: f64, least: f64| x.is_nan() || x >= least;
                assert!(possible(report.independent_count, 0.0), "{report:?}");
                assert!(possible(report.stretch_steps, 1.0), "{report:?}");
                // Of a rule with a velocity, and of no other.
                assert_eq!(report.kinetic_temperature.is_nan(), report.kinetic_low.is_nan());
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

both!(
    #[ignore = "takes seconds: -- --ignored"]
    every_chain_can_be_looked_at
);

/// After a model that unwinds, and an observer that stops, the chain and its health go on.
#[test]
fn a_model_may_unwind() {
    struct Unwinding(GaussianData, u32);
    impl<R: Real> Model<R> for Unwinding {
        fn log_likelihood(
            &mut self,
            theta: &[R],
            batch: sgmcmc::Batch<'_>,
            gradient: Option<&mut [R]>,
        ) -> Answer {
            self.1 -= 1;
            if self.1 == 0 { std::panic::panic_any(7) } else { self.0.log_likelihood(theta, batch, gradient) }
        }
    }
    let sampler = super::super::support::sgld(1e-3, 1.0);
    let settings = ChainSettings::new(20, BatchSettings::WithoutReplacement(6), sampler);
    let mut chain = begin::<f64>(&settings, &[0.1; DIM]);
    let mut health = Health::new(&HealthSettings::default()).expect("defaults");
    let mut model = Unwinding(GaussianData::spread(20, DIM), 18);
    let unwound =
        catch_unwind(AssertUnwindSafe(|| chain.run_with_health(100, &mut model, None, 5, &mut health)));
    assert_eq!(unwound.expect_err("it unwinds").downcast_ref(), Some(&7));
    model.1 = u32::MAX;
    chain.run_with_health(83, &mut model, None, 5, &mut health).expect("good steps");
    let report = health.report(chain.state(), None, None).expect("its chain");
    assert_eq!((report.step_count, report.look_count, report.refused_count), (100, 20, 0));
    assert!(!report.has(HealthFinding::NotFinite));
}
