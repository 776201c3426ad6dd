//! Defaults that sample: every rule with a velocity, as it comes, at SGLD's step size on many data.

use crate::support::{Each, ar1_square_error, begin, check, ruled};
use sgmcmc::rule::{Aboba, Baoab, Rule, Sghmc, Sgnht, Splitting, Thermostat};
use sgmcmc::{BatchSettings, ChainSettings};

/// The mean square of θ - x̄ over 1/n, from a start three deviations off. (A thermostat forgets one that is far off
/// slowly: ζ falls by at most ητ a step.)
fn variance(rule: Rule<'static>, share: f64) -> f64 {
    let (data_len, dim) = (3000, 512);
    let n = f64::from(data_len);
    let sampler = ruled(rule, share / n, 1.0);
    let settings = ChainSettings { seed: 6, ..ChainSettings::new(data_len, BatchSettings::All, sampler) };
    let start: Vec<f64> = (0..dim).map(|i| 0.4 + [3.0, -3.0][i % 2] / n.sqrt()).collect();
    let mut chain = begin::<f64>(&settings, &start);
    // n data x_i ~ N(θ, 1) with the mean 0.4: the posterior is N(0.4, 1/n).
    let mut model = Each(|theta| (-0.5 * (0.4 - theta) * (0.4 - theta), 0.4 - theta));
    chain.run(1000, &mut model, None).expect("good steps");
    let (mut sum, count) = (0.0, 2000);
    for _ in 0..count {
        chain.step(&mut model).expect("a good step");
        let theta = chain.theta().expect("its memory");
        sum += theta.iter().map(|theta| (theta - 0.4) * (theta - 0.4)).sum::<f64>();
    }
    sum * n / (dim as f64 * f64::from(count))
}

/// ABOBA's old default friction, in the units of its equation, gave deviations 2 to 5 times too large.
#[test]
fn defaults_have_the_right_deviation() {
    let with = |thermostat, splitting| Rule::Sgnht(Sgnht { thermostat, splitting, ..Sgnht::default() });
    for rule in [
        Rule::Sghmc(Sghmc::default()),
        Rule::Aboba(Aboba::default()),
        Rule::Baoab(Baoab::default()),
        Rule::Sgnht(Sgnht::default()),
        with(Thermostat::Scalar, Splitting::Symmetric),
        with(Thermostat::PerCoordinate, Splitting::Symmetric),
    ] {
        let found = variance(rule, 0.05);
        // An autocorrelation like that of SGLD at η/α is more than these have.
        let error = ar1_square_error(1.0, libm::exp(-0.05), 2000.0 * 512.0);
        // 3 % is the discretisation's, of SGHMC and SGNHT at ηκ = 0.05.
        println!("{rule:?}: {:.4} times the deviation", found.sqrt());
        check(&format!("{rule:?}"), found, 1.0, error + 0.03 / 6.0, 6.0);
    }
}
