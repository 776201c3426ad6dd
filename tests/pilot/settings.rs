//! No setting of a pilot is ignored without a word: each changes what some pilot says of each sampler, or stands in a
//! list with the reason.

use super::super::support::{GaussianData, metropolis, ruled, sgld};
use super::look;
use sgmcmc::mh::Proposal;
use sgmcmc::rule::{Lattice, Rule};
use sgmcmc::{BatchSettings, ChainSettings, PilotSettings};

/// The sampler and the field. The documentation of the fields says so.
const IGNORED: [(&str, &str); 4] = [
    // It asks for no gradients.
    ("random walk", "product_count"),
    ("random walk", "difference"),
    // A proposal is accepted or rejected: its variances are right at every step size.
    ("random walk", "inflation"),
    ("HMC", "inflation"),
];

type Change = fn(&mut PilotSettings);

#[test]
fn no_setting_is_ignored_in_silence() {
    let changes: [(&str, Change); 7] = [
        ("seed", |it| it.seed = 1),
        ("pair_count", |it| it.pair_count = 32),
        ("product_count", |it| it.product_count = 1),
        ("difference", |it| it.difference = 0.5),
        ("inflation", |it| it.inflation = 0.2),
        ("covariance", |it| it.covariance = true),
        ("batch_len", |it| it.batch_len = 7),
    ];
    let lattice = ruled(Rule::Lattice(Lattice::default()), 1e-3, 1.0);
    let samplers = [
        ("rule", sgld(1e-3, 1.0)),
        ("lattice walk", lattice),
        ("random walk", metropolis(Proposal::random_walk(0.1), 4.0, |_| ())),
        ("HMC", metropolis(Proposal::hmc(0.1, 5), 4.0, |_| ())),
    ];
    let mut ignored = Vec::new();
    for (name, sampler) in samplers {
        let settings = ChainSettings::new(20, BatchSettings::WithoutReplacement(4), sampler);
        let seen = |pilot: &PilotSettings| {
            format!("{:?}", look::<f64>(pilot, &settings, &[0.5, 1.0], &mut GaussianData::normal(20, 2)))
        };
        let own = seen(&PilotSettings::default());
        for (field, change) in changes {
            let mut pilot = PilotSettings::default();
            change(&mut pilot);
            if seen(&pilot) == own {
                ignored.push((name, field));
            }
        }
    }
    assert_eq!(ignored, IGNORED);
}
