//! Divergences: Rubin's eight schools, centred, where they tell of a bias that nothing else shows; what is right beside it;
//! counts and θ, in a checkpoint too.
//!
//! ```text
//! y_j ~ N(θ_j, σ_j²),   θ_j ~ N(μ, τ²),   μ ~ N(0, 25),   τ ~ half-Cauchy(0, 5);   log τ in the place of τ
//! centred: θ;   standardised: z, θ_j = μ + τ z_j
//! ```

use super::super::support::{Answer, memory, metropolis};
use super::watch;
use sgmcmc::mh::Proposal;
use sgmcmc::{Batch, BatchSettings, Chain, ChainSettings, Error, HealthFinding, Model, Moments};

const SIGMA: [f64; 8] = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];
const Y: [f64; 8] = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];

/// θ or z, μ, log τ.
#[derive(Clone, Copy)]
struct Schools {
    centred: bool,
}

impl Model<f64> for Schools {
    fn log_likelihood(&mut self, at: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        let (mu, log_tau) = (at[8], at[9]);
        let tau = libm::exp(log_tau);
        let mut value = -mu * mu / 50.0 + log_tau - libm::log1p(tau * tau / 25.0);
        let mut slope = [0.0; 10];
        slope[8] = -mu / 25.0;
        slope[9] = 1.0 - 2.0 * tau * tau / (25.0 + tau * tau);
        for j in 0..8 {
            let z = if self.centred { (at[j] - mu) / tau } else { at[j] };
            let residual = (Y[j] - mu - tau * z) / SIGMA[j];
            value -= 0.5 * residual * residual + 0.5 * z * z;
            let pull = residual / SIGMA[j];
            if self.centred {
                value -= log_tau;
                slope[j] = pull - z / tau;
                slope[8] += z / tau;
                slope[9] += z * z - 1.0;
            } else {
                slope[j] = pull * tau - z;
                slope[8] += pull;
                slope[9] += pull * tau * z;
            }
        }
        gradient.into_iter().for_each(|gradient| gradient.copy_from_slice(&slope));
        Ok(value)
    }
}

fn tuned(burn_in: u64, seed: u64) -> ChainSettings<'static> {
    let hmc = metropolis(Proposal::hmc(0.0, 10), 1.0, |mh| mh.target_acceptance = Some(0.65));
    ChainSettings { burn_in, seed, moments: Moments::Plain, ..ChainSettings::new(1, BatchSettings::All, hmc) }
}

/// Every chain of the centred form, whose P(τ < 1) is 0.15 to 0.2 where 0.20 is right, and no chain of the other.
#[test]
fn the_centred_eight_schools_are_named() {
    for seed in 1..5 {
        let start = [0.5, -0.5, 1.0, -1.0, 0.0, 1.5, -1.5, 0.3, 1.0, 0.5];
        let settings = tuned(3000, seed);
        let seen = watch::<f64>(&settings, &start, &mut Schools { centred: true }, 13_000, 10);
        println!("{}", super::text(&seen.report));
        let report = seen.report;
        assert!(report.has(HealthFinding::Divergences), "{report:#?}");
        assert!(
            report.short_divergence_count >= 10 && report.divergence_count > report.short_divergence_count
        );
        assert_eq!(report.divergence_share, report.divergence_count as f64 / 10_000.0);
        let right = watch::<f64>(&settings, &start, &mut Schools { centred: false }, 13_000, 10).report;
        assert!(!right.has(HealthFinding::Divergences), "{right:#?}");
    }
}

/// On N(0, 1) the tuner finds an ε that is stable, and a jitter of 0.3 one that is not: that says nothing of the posterior.
#[test]
fn what_jitter_alone_makes_unstable_is_no_finding() {
    let mut model = super::super::support::Normal { variance: 1.0 };
    let report = watch::<f64>(&tuned(3000, 1), &[0.3], &mut model, 13_000, 10).report;
    assert!(report.divergence_count > 100 && report.short_divergence_count == 0, "{report:#?}");
    super::finds(&report, &[]);
}

/// Step by step: a divergence stays where it began, is counted on its side of the burn-in's end, and its θ is kept, in
/// checkpoints too, which another jitter cannot take.
#[test]
fn divergences_are_counted_where_they_began() {
    let settings = tuned(400, 3);
    let mut memory = memory::<f64>(&settings, 10);
    let mut other = memory.clone();
    let mut model = Schools { centred: true };
    let mut chain = Chain::new(&settings, &[0.1; 10], &mut memory).expect("settings in range");
    assert_eq!(chain.divergence(), Ok(None));
    let (mut counts, mut last) = ([0, 0], None);
    let mut bytes = vec![0; chain.save_size()];
    for step in 0..4000u64 {
        let before = chain.theta().expect("its memory").to_vec();
        let did = chain.step(&mut model).expect("a good step");
        if did.diverged {
            assert!(!did.accepted);
            assert_eq!(chain.theta(), Ok(&*before));
            counts[usize::from(step >= 400)] += 1;
            last = Some(before);
        }
        let statistics = chain.statistics();
        assert_eq!([statistics.burn_in_divergence_count, statistics.divergence_count], counts);
        assert!(statistics.short_divergence_count <= statistics.divergence_count);
        assert_eq!(chain.divergence(), Ok(last.as_deref()));
        if step % 200 == 0 {
            chain.save(&mut bytes).expect("room");
            let mut restored = Chain::restore(&settings, 10, &bytes, &mut other).expect("the same settings");
            // By their text, since some numbers are NaN.
            assert_eq!(format!("{:?}", restored.statistics()), format!("{statistics:?}"));
            assert_eq!(restored.divergence(), Ok(last.as_deref()));
            restored.run(50, &mut model, None).expect("good steps");
        }
    }
    assert!(counts[0] > 0 && counts[1] > 0, "{counts:?}");
    let calm = metropolis(Proposal::jittered_hmc(0.0, 10, 0.29), 1.0, |mh| {
        mh.target_acceptance = Some(0.65);
    });
    let calm = ChainSettings { sampler: calm, ..settings };
    let refused = Chain::<f64>::restore(&calm, 10, &bytes, &mut other).err();
    assert_eq!(refused, Some(Error::CheckpointSettings));
}
