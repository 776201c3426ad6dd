//! Every sampler of the library that finds its own settings: each rule that a pilot predicts and each proposal, with
//! batches, estimators, compensation and metrics. What a warm-up refuses by its kind, since a pilot says nothing of it
//! (drifts, preconditioners that move), is in `samplers.rs`.

use super::samplers::{Entry, Problem, Way};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::rule::{Aboba, Baoab, Lattice, NoiseCompensation, Rule, Sghmc, Sgnht, Splitting, Thermostat};
use sgmcmc::{BatchSettings, Estimator};

/// The list, and about how many gradients of single data a step of each takes. Batches are of m data where no more is
/// said.
pub fn tuned(problem: &Problem) -> Vec<(Entry, u64)> {
    let Problem { data_len, batch_len, burn_in, leapfrog_count, .. } = *problem;
    let half_len = data_len / 2;
    let all = BatchSettings::All;
    let batch = BatchSettings::WithoutReplacement(batch_len);
    let half = BatchSettings::WithoutReplacement(half_len);
    let epochs = BatchSettings::Epochs(batch_len);
    let len = |batch| match batch {
        BatchSettings::WithoutReplacement(len) | BatchSettings::Epochs(len) => u64::from(len),
        _ => u64::from(data_len),
    };
    let entry =
        |name, way, batch| Entry { name, way, batch, estimator: Estimator::Plain, optimised: false, burn_in };
    let rule = |name, rule, batch| (entry(name, Way::Rule(rule), batch), len(batch));
    // A difference is of two gradients.
    let varied = |name, own, estimator| {
        let (plain, cost) = rule(name, own, batch);
        (Entry { estimator, ..plain }, 2 * cost)
    };
    let optimised = |(plain, cost): (Entry, u64)| (Entry { optimised: true, ..plain }, cost);
    let compensated = |name, rule, compensation, batch| {
        (entry(name, Way::Compensated(rule, compensation), batch), len(batch))
    };
    let fisher =
        |name, dense, compensation| (entry(name, Way::Fisher { dense, compensation }, batch), len(batch));
    let proposal = |name, proposal: Proposal, batch| {
        let leaps = match proposal {
            Proposal::Hmc { leapfrog_count, .. } => u64::from(leapfrog_count) + u64::from(batch != all),
            Proposal::RandomWalk { .. } | Proposal::Sgld { .. } | Proposal::Rsgld { .. } => 1,
        };
        (entry(name, Way::Proposal(proposal), batch), leaps * len(batch))
    };

    let lattice = Rule::Lattice(Lattice::default());
    let (sghmc, aboba, baoab) =
        (Rule::Sghmc(Sghmc::default()), Rule::Aboba(Aboba::default()), Rule::Baoab(Baoab::default()));
    let sgnht = |thermostat, splitting| Rule::Sgnht(Sgnht { thermostat, splitting, ..Sgnht::default() });
    let [one, symmetric, each, each_symmetric] = [
        (Thermostat::Scalar, Splitting::Euler),
        (Thermostat::Scalar, Splitting::Symmetric),
        (Thermostat::PerCoordinate, Splitting::Euler),
        (Thermostat::PerCoordinate, Splitting::Symmetric),
    ]
    .map(|(thermostat, splitting)| sgnht(thermostat, splitting));
    let (diagonal, dense) = (NoiseCompensation::Diagonal(None), NoiseCompensation::Dense(None));
    // As many steps as take n gradients, at θ and at the anchor.
    let interval = u64::from(data_len / (2 * batch_len)).max(1);
    let svrg = Estimator::Svrg { interval, averaged: false };
    let practical = Estimator::Practical { anchor_len: half_len, interval, averaged: false };
    let (saga, centre) = (Estimator::Saga, Estimator::FixedCentre { centre: None });
    // Where the burn-in finds the step size.
    let step_size = 0.0;
    let walk = Proposal::random_walk(step_size);
    let mala = Proposal::sgld(step_size, NoiseScale::default());
    let rsgld = Proposal::rsgld(step_size, NoiseScale::default(), 1.0, Density::default());
    let hmc = Proposal::hmc(step_size, leapfrog_count);
    vec![
        rule("SGLD", Rule::SGLD, batch),
        rule("SGLD, m = n/2", Rule::SGLD, half),
        rule("SGLD, all data", Rule::SGLD, all),
        rule("SGLD, batches by epochs", Rule::SGLD, epochs),
        optimised(rule("SGLD after Adam", Rule::SGLD, batch)),
        varied("SGLD, SVRG", Rule::SGLD, svrg),
        varied("SGLD, practical", Rule::SGLD, practical),
        varied("SGLD, SAGA", Rule::SGLD, saga),
        optimised(varied("SGLD, fixed centre after Adam", Rule::SGLD, centre)),
        compensated("SGLD, diagonal compensation", Rule::SGLD, diagonal, batch),
        compensated("SGLD, dense compensation", Rule::SGLD, dense, batch),
        compensated("SGLD, dense compensation, m = n/2", Rule::SGLD, dense, half),
        fisher("SGLD, Fisher diagonal", false, NoiseCompensation::None),
        fisher("SGLD, Fisher matrix", true, NoiseCompensation::None),
        fisher("SGLD, Fisher matrix, dense compensation", true, dense),
        rule("lattice walk", lattice, batch),
        rule("lattice walk, m = n/2", lattice, half),
        rule("lattice walk, all data", lattice, all),
        varied("lattice walk, SVRG", lattice, svrg),
        varied("lattice walk, SAGA", lattice, saga),
        rule("SGHMC", sghmc, batch),
        rule("SGHMC, m = n/2", sghmc, half),
        rule("SGHMC, all data", sghmc, all),
        varied("SGHMC, SVRG", sghmc, svrg),
        varied("SGHMC, SAGA", sghmc, saga),
        optimised(varied("SGHMC, fixed centre after Adam", sghmc, centre)),
        compensated("SGHMC, dense compensation", sghmc, dense, batch),
        rule("ABOBA", aboba, batch),
        rule("ABOBA, all data", aboba, all),
        rule("BAOAB", baoab, batch),
        rule("BAOAB, m = n/2", baoab, half),
        rule("BAOAB, all data", baoab, all),
        varied("BAOAB, SAGA", baoab, saga),
        compensated("BAOAB, dense compensation", baoab, dense, batch),
        rule("SGNHT", one, batch),
        optimised(rule("SGNHT after Adam", one, batch)),
        rule("SGNHT, symmetric", symmetric, batch),
        rule("SGNHT, symmetric, all data", symmetric, all),
        rule("SGNHT, per coordinate", each, batch),
        rule("SGNHT, per coordinate, symmetric", each_symmetric, batch),
        proposal("random walk, m = n/2", walk, half),
        proposal("random walk, all data", walk, all),
        proposal("MALA", mala, batch),
        proposal("MALA, m = n/2", mala, half),
        proposal("MALA, all data", mala, all),
        proposal("RSGLD, m = n/2", rsgld, half),
        proposal("RSGLD, all data", rsgld, all),
        proposal("HMC", hmc, batch),
        proposal("HMC, m = n/2", hmc, half),
        proposal("HMC, all data", hmc, all),
        proposal("HMC, all data, four times as far", Proposal::hmc(step_size, 4 * leapfrog_count), all),
    ]
}
