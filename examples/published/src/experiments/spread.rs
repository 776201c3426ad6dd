//! Wu, Wang and Wong 2020, section 2.2 and Remark 1: what c_n and m do to the spread of the draws, exactly, on the mean
//! of normal data.
//!
//! The paper's chain is said to sample the posterior at the temperature n/c_n, which has variance 1/c_n. What it samples
//! is the mixture over batches, whose density is an elementary symmetric polynomial:
//!
//! ```text
//! p(θ) ∝ Σ_I exp(c_n μ̂_I(θ)) = e_m(w_1, ..., w_n),   w_i = exp(-c_n (x_i - θ)² / 2m)
//! ```
//!
//! Its variance, by quadrature, is what chains are held against.

use crate::jobs::{self, Job};
use crate::lab::{Lab, Outcome, fingerprint};
use crate::models::gaussian_mean::{Data, GaussianMean};
use crate::report::{Spread, Table};
use crate::started::Started;
use example_support::plot::{Axis, Look, Panel, Series};
use sgmcmc::mh::{Density, MetropolisHastings, NoiseScale, Proposal};
use sgmcmc::{BatchSettings, ChainSettings, Draw, Sampler};

/// n, m and c_n.
const SETTINGS: [(u32, u32, f64); 10] = [
    (400, 20, 2.0),
    (400, 20, 4.0),
    (400, 20, 20.0),
    (400, 20, 40.0),
    (400, 100, 10.0),
    (400, 100, 100.0),
    (400, 400, 20.0),
    (2000, 100, 10.0),
    (2000, 100, 100.0),
    // Figure 2's batches and scale.
    (10_000, 1000, 20.0),
];
/// Chains of a setting.
const CHAINS: u32 = 32;
/// Places on each side of the centre where the density is evaluated, and how far out they go, in deviations. The
/// trapezoidal rule with a step of 0.225 deviations errs by less than 1e-80 on a normal, and by its tails.
const PLACES: i32 = 40;
const REACH: f64 = 9.0;
/// What a chain gives: means over its draws about the exact mean.
const NUMBERS: [&str; 3] = ["mean", "variance", "acceptance"];

/// A proposal for a law with this variance.
struct Walker {
    name: &'static str,
    /// Whether it keeps the law.
    exact: bool,
    /// From the variance and c_n.
    proposal: fn(f64, f64) -> Proposal,
}

/// RSGLD with the step s² c_n, at which its noise is √2 of the law's deviation s.
fn rsgld(variance: f64, likelihood_scale: f64, beta: f64, density: Density) -> Proposal {
    Proposal::rsgld(variance * likelihood_scale, NoiseScale::Langevin, beta, density)
}

const WALKERS: [Walker; 3] = [
    Walker {
        name: "random walk",
        exact: true,
        proposal: |variance, _| Proposal::random_walk(2.4 * variance.sqrt()),
    },
    Walker {
        name: "RSGLD, β = 2, normalized",
        exact: true,
        proposal: |variance, scale| rsgld(variance, scale, 2.0, Density::Normalized),
    },
    // The paper's ratio, to show what a density without its normaliser does to the law.
    Walker {
        name: "RSGLD, β = 2, unnormalized",
        exact: false,
        proposal: |variance, scale| rsgld(variance, scale, 2.0, Density::Unnormalized),
    },
];

/// A setting with its data and its exact mean and variance.
struct Case {
    batch_len: u32,
    likelihood_scale: f64,
    x: Vec<f64>,
    data: Data,
    exact: [f64; 2],
}

/// Runs the table.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let chosen = lab.pick(&SETTINGS[..], &SETTINGS[..4]);
    let cases: Vec<Case> = chosen.iter().map(|setting| case(*setting)).collect::<Outcome<_>>()?;
    let steps = lab.pick(100_000, 5000);
    let mut jobs = Vec::new();
    for case in &cases {
        for walker in &WALKERS {
            for seed in lab.seeds(CHAINS) {
                let Case { batch_len, likelihood_scale, .. } = *case;
                let n = case.data.len();
                let name = format!("n {n} m {batch_len} c {likelihood_scale} {} {seed}", walker.name);
                jobs.push(Job::new(name, steps, move |_| sample(case, walker, steps, seed)));
            }
        }
    }
    let rows = jobs::run(lab, &NUMBERS, &jobs)?;

    let mut table = Table::of(
        "n | m | c_n | proposal | replaced | acceptance | the paper's, 1/c_n | 1/c_n + 1/m | \
             exact variance | measured ± error | z | z of the mean",
    );
    let (mut worst, mut least): (f64, f64) = (0.0, f64::INFINITY);
    let mut points = [Vec::new(), Vec::new()];
    let mut groups = rows.chunks(lab.seeds(CHAINS).count());
    for case in &cases {
        let (m, c) = (f64::from(case.batch_len), case.likelihood_scale);
        for (walker, rows) in WALKERS.iter().zip(&mut groups) {
            let [mean, variance, acceptance] = [0, 1, 2].map(|i| Spread::column(rows, i));
            let z = [mean.mean / mean.error(), (variance.mean - case.exact[1]) / variance.error()];
            if walker.exact {
                worst = z.iter().fold(worst, |worst, z| worst.max(z.abs()));
                points[0].push((c / m, c * variance.mean));
            } else {
                least = least.min(z[1].abs());
                points[1].push((c / m, c * variance.mean));
            }
            table.add([
                case.data.len().to_string(),
                case.batch_len.to_string(),
                format!("{c}"),
                walker.name.to_owned(),
                refresh_len(case).to_string(),
                format!("{:.3}", acceptance.mean),
                format!("{:.5}", 1.0 / c),
                format!("{:.5}", 1.0 / c + 1.0 / m),
                format!("{:.5}", case.exact[1]),
                variance.with_error(5),
                format!("{:+.1}", z[1]),
                format!("{:+.1}", z[0]),
            ]);
        }
    }
    let chains = lab.seeds(CHAINS).count();
    let title = format!("Spread of the draws of a normal mean: {chains} chains of {steps} steps");
    table.publish(lab, "table", &title)?;
    let text = format!(
        "The largest |z| of the kernels that keep the law is {worst:.1}, the least of the unnormalized {least:.1}.\n"
    );
    lab.note(&text)?;

    let [kept, lost] = points;
    let exact = cases.iter().map(|case| (case.likelihood_scale / f64::from(case.batch_len), case));
    let exact = exact.map(|(x, case)| (x, case.likelihood_scale * case.exact[1])).collect();
    let ratio = (0..=100).map(|k| 0.02 * f64::from(k));
    let panel = Panel::new(
        "variance over that of the tempered posterior",
        Axis::linear("c_n / m"),
        Axis::linear("c_n var θ"),
        vec![
            Series::new("1 + c_n/m", Look::Dashes, ratio.map(|r| (r, 1.0 + r)).collect()),
            Series::new("exact, each setting", Look::Rings, exact),
            Series::new("random walk and normalized RSGLD", Look::Dots, kept),
            Series::new("unnormalized RSGLD", Look::Dots, lost),
        ],
    );
    lab.draw("spread.svg", 1, &[panel])?;
    Ok(Some(fingerprint(&rows)))
}

/// Draws the data from N(0, 1) and finds the law.
fn case((len, batch_len, likelihood_scale): (u32, u32, f64)) -> Outcome<Case> {
    let mut rng = sgmcmc::rng::Generators::new(u64::from(len), 0).ok_or("no such chain")?;
    let mut x = vec![0.0; len as usize];
    sgmcmc::rng::fill_normals(&mut rng.noise, &mut x);
    let exact = moments(&x, batch_len as usize, likelihood_scale);
    Ok(Case { batch_len, likelihood_scale, data: Data::new(1, x.clone()), x, exact })
}

/// How many indices a proposal replaces: as many as leave the noise of c_n μ̂_I a deviation of about 1, since a fresh
/// batch at c_n = m is hardly ever accepted. The law is the same for every number.
fn refresh_len(case: &Case) -> u32 {
    let (m, c) = (f64::from(case.batch_len), case.likelihood_scale);
    let outside = case.data.len() - case.batch_len;
    let most = (2.0 * m * m / (c * c)).max(1.0);
    if most >= m || outside == 0 { case.batch_len } else { (most as u32).min(outside) }
}

/// One chain's row of `NUMBERS`.
fn sample(case: &Case, walker: &Walker, steps: u64, seed: u64) -> Outcome<Vec<f64>> {
    let [mean, variance] = case.exact;
    let proposal = (walker.proposal)(variance, case.likelihood_scale);
    let (batch, refresh_len) = if case.x.len() == case.batch_len as usize {
        (BatchSettings::All, 0)
    } else {
        (BatchSettings::WithoutReplacement(case.batch_len), refresh_len(case))
    };
    let sampler = Sampler::MetropolisHastings(MetropolisHastings {
        refresh_len,
        ..MetropolisHastings::new(proposal, case.likelihood_scale)
    });
    let settings =
        ChainSettings { seed, burn_in: steps / 10, ..ChainSettings::new(case.data.len(), batch, sampler) };
    let Started { mut chain, mut memory } = Started::new(&settings, &[mean])?;
    let mut model = GaussianMean::new(&case.data);
    let mut sums = [0.0; 3];
    chain.run(
        &mut memory,
        steps,
        &mut model,
        Some(&mut |draw: &Draw<'_, f64>| {
            let off = draw.theta[0] - mean;
            sums = [sums[0] + 1.0, sums[1] + off, sums[2] + off * off];
            Ok(())
        }),
    )?;
    Ok(vec![sums[1] / sums[0], sums[2] / sums[0], chain.statistics().mean_acceptance])
}

/// e_m(w_1, ..., w_n) over C(n, m): the mean product of m of them, which cannot overflow as the sum would.
///
/// With k numbers taken in, a subset of j has the last one with probability j/k.
fn mean_product(m: usize, w: impl Iterator<Item = f64>) -> f64 {
    let mut means = vec![0.0; m + 1];
    means[0] = 1.0;
    for (k, w) in w.enumerate() {
        let share = 1.0 / (k as f64 + 1.0);
        for j in (1..=m.min(k + 1)).rev() {
            let with = j as f64 * share;
            means[j] = (1.0 - with) * means[j] + with * w * means[j - 1];
        }
    }
    means[m]
}

/// Mean and variance of θ.
fn moments(x: &[f64], batch_len: usize, likelihood_scale: f64) -> [f64; 2] {
    let centre = x.iter().sum::<f64>() / x.len() as f64;
    let square = x.iter().map(|x| (x - centre) * (x - centre)).sum::<f64>() / x.len() as f64;
    let reach = REACH * (1.0 / likelihood_scale + 1.0 / batch_len as f64).sqrt();
    let half = 0.5 * likelihood_scale / batch_len as f64;
    let mut sums = [0.0; 3];
    for k in -PLACES..=PLACES {
        let off = reach * f64::from(k) / f64::from(PLACES);
        // Over the weights' typical product at the centre, so that none of them underflows.
        let weight = |x: &f64| sgmcmc::exp(half * (square - (x - centre - off) * (x - centre - off)));
        let density = mean_product(batch_len, x.iter().map(weight));
        sums = [sums[0] + density, sums[1] + density * off, sums[2] + density * off * off];
    }
    let mean = sums[1] / sums[0];
    [centre + mean, sums[2] / sums[0] - mean * mean]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean product against all 20 batches of 3 of 6 data, each of which is a normal in closed form.
    #[test]
    fn the_law_is_the_mixture_over_batches() {
        let (x, batch_len, likelihood_scale) = ([-1.0, 0.2, 0.7, 2.5, -0.4, 1.1], 3, 3.0);
        let mut parts = Vec::new();
        for bits in (0..64u32).filter(|bits| bits.count_ones() == 3) {
            let rows: Vec<f64> = (0..6).filter(|i| bits >> i & 1 == 1).map(|i| x[i]).collect();
            let mean = rows.iter().sum::<f64>() / 3.0;
            let square = rows.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 3.0;
            parts.push((sgmcmc::exp(-0.5 * likelihood_scale * square), mean));
        }
        assert_eq!(parts.len(), 20);
        let total: f64 = parts.iter().map(|part| part.0).sum();
        let mean = parts.iter().map(|(weight, mean)| weight * mean).sum::<f64>() / total;
        let between =
            parts.iter().map(|(weight, at)| weight * (at - mean) * (at - mean)).sum::<f64>() / total;
        let got = moments(&x, batch_len, likelihood_scale);
        assert!((got[0] - mean).abs() < 1e-12, "{} and {mean}", got[0]);
        let variance = 1.0 / likelihood_scale + between;
        assert!((got[1] - variance).abs() < 1e-12, "{} and {variance}", got[1]);
    }

    /// On all data the law is the tempered posterior.
    #[test]
    fn all_data_leave_one_normal() {
        let x: Vec<f64> = (0..30).map(|i| f64::from(i * i % 17) / 7.0).collect();
        let [mean, variance] = moments(&x, 30, 5.0);
        assert!((mean - x.iter().sum::<f64>() / 30.0).abs() < 1e-13);
        assert!((5.0 * variance - 1.0).abs() < 1e-12, "{variance}");
    }
}
