//! A model that is impossible below a bound: the law is what is left above, and a start below is an error.

use super::*;
use sgmcmc::Interrupt;

/// How a model says that it has no value.
#[derive(Clone, Copy, Debug)]
enum No {
    MinusInfinity,
    Impossible,
}

/// θ ~ N(0, 1) where θ ≥ `from`, impossible elsewhere.
struct Truncated {
    from: f64,
    no: No,
    refused: u64,
}

impl<R: Real> Model<R> for Truncated {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let theta = theta[0].to_f64();
        if let Some(gradient) = gradient {
            gradient[0] = R::from_f64(-theta);
        }
        if theta >= self.from {
            return Ok(-0.5 * theta * theta);
        }
        self.refused += 1;
        match self.no {
            No::MinusInfinity => Ok(f64::NEG_INFINITY),
            No::Impossible => Err(Interrupt::Impossible),
        }
    }
}

/// The mean and variance of the truncated normal, φ/Φ and its like, within 6 standard errors.
fn check_truncated<R: Real>(proposal: Proposal, from: f64, no: No) {
    let settings = ChainSettings {
        seed: 31,
        ..ChainSettings::new(1, BatchSettings::All, metropolis(proposal, 1.0, |_| {}))
    };
    let mut chain = begin::<R>(&settings, &[R::from_f64(from + 0.5)]);
    let mut model = Truncated { from, no, refused: 0 };
    chain.run(200, &mut model, None).expect("good steps");
    let mut draws = Vec::new();
    for _ in 0..200_000 {
        chain.step(&mut model).expect("a rejection is no error");
        draws.push(chain.theta().expect("its memory")[0].to_f64());
    }
    let density = libm::exp(-0.5 * from * from) / (2.0 * core::f64::consts::PI).sqrt();
    let hazard = density / support::normal_cdf(-from);
    let variance = 1.0 + from * hazard - hazard * hazard;
    let mean = chain_mean(&draws);
    check(&format!("{proposal:?} from {from}: mean"), mean.mean, hazard, mean.error, 6.0);
    let squares: Vec<f64> = draws.iter().map(|x| (x - hazard) * (x - hazard)).collect();
    let square = chain_mean(&squares);
    check(&format!("{proposal:?} from {from}: variance"), square.mean, variance, square.error, 6.0);

    let statistics = chain.statistics();
    assert_eq!(statistics.nonfinite_count, model.refused);
    assert!(model.refused > 1000, "the edge was met {} times", model.refused);
    assert_eq!(statistics.forward_count + statistics.backward_count, 200_200);
    assert!(statistics.log_likelihood.is_finite());
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn an_impossible_region_truncates_the_target() {
    for proposal in proposals() {
        check_truncated::<f64>(proposal, 0.0, No::MinusInfinity);
        check_truncated::<f64>(proposal, 0.7, No::Impossible);
    }
    check_truncated::<f32>(proposals()[2], 0.0, No::MinusInfinity);
    check_truncated::<f32>(proposals()[3], 0.7, No::MinusInfinity);
}

#[test]
fn a_start_in_the_impossible_region_is_an_error() {
    for sampler in [sgld(0.1, 1.0), metropolis(proposals()[2], 1.0, |_| {})] {
        for no in [No::MinusInfinity, No::Impossible] {
            let settings = ChainSettings::new(1, BatchSettings::All, sampler);
            let mut chain = begin::<f64>(&settings, &[-1.0]);
            let done = chain.run(5, &mut Truncated { from: 0.0, no, refused: 0 }, None);
            assert_eq!(done, Err(StepError::Refused(Error::Impossible)));
            assert_eq!(chain.statistics().step_count, 0);
        }
    }
}
