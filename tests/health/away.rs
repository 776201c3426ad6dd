//! A theta that runs away, and a model that is never asked: what is said of either, and of what only looks like it.

use super::super::support::{Each, metropolis, ruled, sgld};
use super::{finds, watch};
use sgmcmc::mh::{Density, MetropolisHastings, NoiseScale, Proposal};
use sgmcmc::rule::{Baoab, Lattice, Rule, Sghmc};
use sgmcmc::{BatchSettings, ChainSettings, HealthFinding, Real, Sampler};

/// -log(1 + e^(-θ)): no integral, under a flat prior.
const SEPARATED: Each = Each(|theta| {
    let small = libm::exp(-theta.abs());
    let value = theta.min(0.0) - libm::log1p(small);
    (value, if theta > 0.0 { small / (1.0 + small) } else { 1.0 / (1.0 + small) })
});

const NOTHING: Each = Each(|_| (0.0, 0.0));

/// Student's law with 3 degrees of freedom.
const STUDENT: Each =
    Each(|theta| (-2.0 * libm::log1p(theta * theta / 3.0), -4.0 * theta / (3.0 + theta * theta)));

/// N(0, 1e8).
const WIDE: Each = Each(|theta| (-0.5e-8 * theta * theta, -1e-8 * theta));

fn proposals() -> [Sampler<'static>; 4] {
    let (step_size, noise) = (0.0, NoiseScale::Langevin);
    [
        Proposal::random_walk(step_size),
        Proposal::sgld(step_size, noise),
        Proposal::rsgld(step_size, noise, 1.0, Density::Normalized),
        Proposal::hmc(step_size, 3),
    ]
    .map(|proposal| Sampler::MetropolisHastings(MetropolisHastings::tuned(proposal, 1.0)))
}

fn rules(step_size: f64) -> [Sampler<'static>; 4] {
    [
        Rule::SGLD,
        Rule::Baoab(Baoab::default()),
        Rule::Sghmc(Sghmc::default()),
        Rule::Lattice(Lattice::default()),
    ]
    .map(|rule| ruled(rule, step_size, 1.0))
}

fn all(sampler: Sampler<'static>, burn_in: u64) -> ChainSettings<'static> {
    ChainSettings { burn_in, ..ChainSettings::new(1, BatchSettings::All, sampler) }
}

fn an_improper_posterior_is_named<R: Real>() {
    for mut model in [SEPARATED, NOTHING] {
        for sampler in proposals() {
            let seen = watch::<R>(&all(sampler, 1000), &[0.0], &mut model, 20_000, 5);
            finds(&seen.report, &[HealthFinding::RunsAway]);
            finds(&seen.piloted, &[HealthFinding::RunsAway]);
        }
        for sampler in rules(0.5) {
            let seen = watch::<R>(&all(sampler, 0), &[0.0], &mut model, 20_000, 5);
            finds(&seen.report, &[HealthFinding::RunsAway]);
        }
    }
}

both!(an_improper_posterior_is_named);

/// Heavy tails, a start far out in them, and steps that are much too small from the mode and from elsewhere.
#[test]
fn what_only_looks_improper_is_not_named() {
    let mut chains = Vec::new();
    for start in [0.0, 1e3] {
        chains.extend(proposals().map(|sampler| (STUDENT, sampler, 1000, start)));
        chains.extend(rules(0.1).map(|sampler| (STUDENT, sampler, 1000, start)));
        chains.extend(rules(1.0).map(|sampler| (WIDE, sampler, 0, start)));
        let walk = metropolis(Proposal::random_walk(10.0), 1.0, |_| {});
        chains.push((WIDE, walk, 0, start));
        chains.push((WIDE, sgld(1e-3, 1.0), 0, start));
    }
    for (mut model, sampler, burn_in, start) in chains {
        let seen = watch::<f64>(&all(sampler, burn_in), &[start; 2], &mut model, 20_000, 5);
        let named = seen.report.has(HealthFinding::RunsAway);
        assert!(!named, "{sampler:?} from {start}: {:#?}", seen.report);
    }
}
