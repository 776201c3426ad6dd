//! The settings of noise compensation, out of range and at its ends.

use super::*;
use sgmcmc::rule::NoiseCompensation;

fn compensated(rule: Rule<'static>, compensation: NoiseCompensation<'static>) -> ChainSettings<'static> {
    let rule = RuleSettings { compensation, ..RuleSettings::new(rule, Schedule::constant(0.1)) };
    ChainSettings { burn_in: 2, ..with(Sampler::Rule(rule)) }
}

const UNIT: [f64; DIM * DIM] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];

pub(super) fn refused() -> Vec<(Error, ChainSettings<'static>)> {
    let found = compensated(Rule::SGLD, NoiseCompensation::Dense(None));
    let given = NoiseCompensation::Diagonal(Some(&[1.0; DIM]));
    let dense =
        |numbers: &[f64]| compensated(Rule::SGLD, NoiseCompensation::Dense(Some(leak(numbers.to_vec()))));
    let block = leak(vec![Block { step_size_factor: 3.0, ..Block::new(1, 1) }]);
    let mut all = vec![
        (Error::CompensationDense, ChainSettings { blocks: block.into(), ..found }),
        (Error::CompensationBatch, ChainSettings { burn_in: 1, ..found }),
        (Error::CompensationBatch, ChainSettings { estimator: Estimator::Saga, ..found }),
        (
            Error::CompensationRule,
            compensated(Rule::with_preconditioner(Preconditioner::Dense(&UNIT)), given),
        ),
        (Error::LengthMismatch, dense(&[1.0; 8])),
        (Error::LengthMismatch, compensated(Rule::SGLD, NoiseCompensation::Diagonal(Some(&[1.0; 2])))),
        (
            Error::CompensationCovariance,
            compensated(Rule::SGLD, NoiseCompensation::Diagonal(Some(&[1.0, -1.0, 1.0]))),
        ),
    ];
    for batch in [BatchSettings::All, BatchSettings::Epochs(5), BatchSettings::Caller] {
        all.push((Error::CompensationBatch, ChainSettings { batch, ..found }));
    }
    for rule in [
        Rule::Lattice(Lattice::default()),
        Rule::Sgnht(Sgnht::default()),
        Rule::Adam(AdamOptimizer::default()),
        Rule::Recipe(Recipe),
        Rule::Sghmc(Sghmc { noise_estimate: 0.01, ..Sghmc::default() }),
        Rule::with_preconditioner(Preconditioner::RmsProp(RmsProp::default())),
        Rule::with_preconditioner(Preconditioner::PositionDependentDense),
        Rule::with_drift(Drift::Momentum(Momentum::default())),
    ] {
        all.push((Error::CompensationRule, compensated(rule, given)));
    }
    for (at, wrong) in [(0, -1.0), (4, f64::NAN), (1, f64::INFINITY), (1, 1e-5)] {
        let mut numbers = UNIT;
        numbers[at] = wrong;
        all.push((Error::CompensationCovariance, dense(&numbers)));
    }
    all
}

/// What the ends of its ranges are, and noise that no step size leaves room for: steps see to that.
pub(super) fn taken() -> Vec<ChainSettings<'static>> {
    let given = |numbers| compensated(Rule::SGLD, NoiseCompensation::Diagonal(Some(numbers)));
    let mut nearly = UNIT;
    nearly[1] = 1e-6;
    vec![
        compensated(Rule::SGLD, NoiseCompensation::Dense(None)),
        compensated(Rule::SGLD, NoiseCompensation::Dense(Some(leak(nearly.to_vec())))),
        compensated(Rule::Aboba(Aboba::default()), NoiseCompensation::Diagonal(None)),
        compensated(
            Rule::with_preconditioner(Preconditioner::Dense(&UNIT)),
            NoiseCompensation::Dense(Some(&UNIT)),
        ),
        ChainSettings { burn_in: 0, batch: BatchSettings::Caller, ..given(&[0.0; DIM]) },
        ChainSettings { estimator: Estimator::Saga, ..given(&[1.0; DIM]) },
    ]
}
