//! Mini-batch Metropolis-Hastings against the scalar reference of its algorithm, to the last bit of θ.

use crate::reference::{MetropolisChain, Scalar};
use crate::support::{GaussianData, begin, metropolis, pattern};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::{BatchSettings, ChainSettings, Sampler};

const DATA_LEN: usize = 30;
const BATCH_LEN: u32 = 8;

/// Every proposal, noise scale and density.
fn proposals() -> Vec<Proposal> {
    let mut all = vec![Proposal::random_walk(0.2)];
    // The published noise is so cold that longer steps are never accepted.
    for (step_size, noise) in
        [(0.3, NoiseScale::Langevin), (0.3, NoiseScale::Custom(0.25)), (1e-3, NoiseScale::Published)]
    {
        all.push(Proposal::sgld(step_size, noise));
        for density in [Density::Normalized, Density::Unnormalized] {
            all.push(Proposal::rsgld(step_size, noise, 1.2, density));
        }
    }
    all.push(Proposal::jittered_hmc(0.3, 1, 0.0));
    all.push(Proposal::hmc(0.2, 4));
    all
}

/// Runs both chains and returns how many proposals were accepted.
fn compare<R: Scalar>(proposal: Proposal, refresh_len: u32, dim: usize) -> u64 {
    let mut model = GaussianData::spread(DATA_LEN, dim);
    let theta = pattern::<R>(dim, 31, 0.5);
    let sampler = metropolis(proposal, 3.0, |mh| mh.refresh_len = refresh_len);
    let Sampler::MetropolisHastings(mh) = sampler else { unreachable!() };
    let batch = BatchSettings::WithoutReplacement(BATCH_LEN);
    let settings = ChainSettings { seed: 3, ..ChainSettings::new(DATA_LEN as u32, batch, sampler) };
    let mut chain = begin::<R>(&settings, &theta);
    let mut expected =
        MetropolisChain::new(mh, DATA_LEN as u32, BATCH_LEN as usize, (3, &theta), &mut model.clone());
    let (mut backward, mut accepted) = (0, 0);
    for step in 0..if dim < 1000 { 400 } else { 60 } {
        let got = chain.step(&mut model).expect("a good step");
        let want = expected.step(&mut model);
        let place = format!("{proposal:?}, refresh {refresh_len}, dim {dim}, step {step}");
        assert_eq!(got.accepted, want.accepted, "{place}");
        let theta = chain.theta().expect("its memory");
        assert!(theta.iter().zip(&expected.theta).all(|(a, b)| a.same(*b)), "{place}");
        backward += u64::from(want.backward);
        accepted += u64::from(want.accepted);
        let statistics = chain.statistics();
        assert_eq!(statistics.log_likelihood, want.log_likelihood, "{place}");
        assert_eq!(statistics.backward_count, backward, "{place}");
        assert_eq!(
            statistics.forward_accepted_count + statistics.backward_accepted_count,
            accepted,
            "{place}"
        );
    }
    accepted
}

fn chains_equal_the_scalar_reference<R: Scalar>() {
    for proposal in proposals() {
        let mut accepted = 0;
        for (refresh_len, dim) in
            [(0, 1), (0, 5), (BATCH_LEN, 5), (1, 3), (3, 17), (BATCH_LEN - 1, 33), (1, 65)]
        {
            accepted += compare::<R>(proposal, refresh_len, dim);
        }
        println!("{proposal:?}: {accepted} of 2800 accepted");
        assert!(accepted > 0, "{proposal:?}: a chain that never moves compares nothing");
    }
}

/// Vectors that cross the chunks in which a proposal is made.
fn long_chains_equal_the_scalar_reference<R: Scalar>() {
    let (step_size, noise) = (1e-4, NoiseScale::Langevin);
    for proposal in [
        Proposal::random_walk(2e-2),
        Proposal::sgld(step_size, noise),
        Proposal::rsgld(step_size, noise, 1.0001, Density::Normalized),
        Proposal::hmc(0.1, 3),
    ] {
        let accepted = compare::<R>(proposal, 1, 2100);
        println!("{proposal:?}: {accepted} of 60 long ones accepted");
        assert!((3..58).contains(&accepted), "{proposal:?}: {accepted} accepted compares little");
    }
}

both!(long_chains_equal_the_scalar_reference);

both!(chains_equal_the_scalar_reference);
