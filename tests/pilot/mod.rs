//! Pilots: what they measure against exact numbers, what follows against exact laws, and what they refuse.

mod advice;
mod everything;
mod formulas;
mod gaussian;
mod lattice;
mod lattice_estimators;
mod lattice_laws;
mod leverage;
mod limits;
mod proposals;
mod refusals;
mod regression;
mod rules;
mod sentences;
mod settings;

use super::support::{Matrix, memory};
use sgmcmc::{ChainSettings, ChainState, MemoryUnit, Model, PilotReport, PilotSettings, Real, StepError};

/// A pilot's results, kept apart from its memory.
#[derive(Clone, Debug)]
struct Seen {
    report: PilotReport,
    variance: Vec<f64>,
    covariance: Vec<f64>,
}

/// Looks at `theta`, where the chain starts.
fn try_look<R: Real>(
    pilot: &PilotSettings,
    settings: &ChainSettings<'_>,
    theta: &[f64],
    model: &mut dyn Model<R>,
) -> Result<Seen, StepError> {
    let theta: Vec<R> = theta.iter().map(|x| R::from_f64(*x)).collect();
    let mut chain_memory = memory::<R>(settings, theta.len());
    let chain = ChainState::new(settings, &theta, &mut chain_memory)?;
    // What was in the memory before must not matter.
    let mut memory = vec![MemoryUnit::new([0x7ff8_dead_beef_0001; 8]); pilot.memory_len(&chain)?];
    let seen = pilot.look(&chain, &chain_memory, None, &mut memory, model)?;
    let said = advice::text(&seen.report);
    assert!(!said.contains("NaN"), "{said}");
    let [variance, covariance] = [seen.variance, seen.covariance].map(<[f64]>::to_vec);
    Ok(Seen { report: seen.report, variance, covariance })
}

fn look<R: Real>(
    pilot: &PilotSettings,
    settings: &ChainSettings<'_>,
    theta: &[f64],
    model: &mut dyn Model<R>,
) -> Seen {
    try_look(pilot, settings, theta, model).expect("a good look")
}

/// Fails unless `found` is within `share` of `exact`.
#[track_caller]
fn near(what: &str, found: f64, exact: f64, share: f64) {
    println!("{what}: {found:.6e} against {exact:.6e}, {:+.4}", found / exact - 1.0);
    assert!((found - exact).abs() <= share * exact.abs(), "{what}: {found} is not {exact}");
}

/// The largest eigenvalue of a symmetric positive matrix, by powers.
fn largest_eigenvalue(matrix: &Matrix) -> f64 {
    let mut x: Vec<f64> = (0..matrix.size).map(|i| 1.0 / (1.0 + i as f64)).collect();
    let mut size = 0.0;
    for _ in 0..2000 {
        let y = |i: usize| x.iter().enumerate().map(|(j, x)| matrix.at(i, j) * x).sum::<f64>();
        let y: Vec<f64> = (0..matrix.size).map(y).collect();
        size = y.iter().map(|y| y * y).sum::<f64>().sqrt();
        x = y.iter().map(|y| y / size).collect();
    }
    size
}
