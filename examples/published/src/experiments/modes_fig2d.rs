//! Wu, Wang and Wong 2020, section 3.1, Figure 2(d)-(f): a mixture of two normals whose posterior has two modes, walked by
//! batches at c_n = 20 and on all data at c_n = n, the posterior itself.
//!
//! Printed there: n = 100 000 data at θ1 = 0 and θ2 = 0.5, 2, 4, batches of 1000, c_n = 20, random walks that accept about
//! 0.3. Not printed: the start, which is the data's own θ here, and the number of iterations. "We fixed θ1 = 0 and
//! increased θ2" is read as the data's θ, since "one of the two dimensions" is shown: with θ1 frozen in the chain, too,
//! the posterior has one mode, which is the second reading here.
//!
//! The modes are θ and its mirror image (θ1 + θ2, -θ2), where every datum is as likely. Only the prior tells them apart:
//!
//! ```text
//! P(θ2 < 0) / P(θ2 > 0) = E[π0(θ1 + θ2, -θ2) / π0(θ1, θ2)  given θ2 > 0]
//! ```
//!
//! That is a quadrature about one mode for the posterior; by batches, where the prior has the power c_n/n = 0.0002, it is
//! 1 to three digits. With θ1 frozen the law by batches is a quadrature over θ2 of
//!
//! ```text
//! ln E_I exp(c_n μ̂_I) = c_n μ̂ + (c_n²/2m) (1 - m/n) Var ℓ_i + O(c_n³/m²)
//! ```

use crate::jobs::{self, Job};
use crate::lab::{Lab, Outcome, fingerprint};
use crate::report::{Spread, Table};
use crate::started::Started;
use example_support::mixture::Mixture;
use example_support::plot::{Axis, Look, Panel, Series};
use sgmcmc::mh::{MetropolisHastings, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::rng::Generators;
use sgmcmc::{BatchSettings, Block, BlockList, ChainSettings, Draw, Sampler};

/// n, and in a quick run.
const DATA_LEN: [u32; 2] = [100_000, 5000];
const BATCH_LEN: u32 = 1000;
const LIKELIHOOD_SCALE: f64 = 20.0;
const ACCEPTANCE: f64 = 0.3;
/// θ2 of the data, a panel each.
const PANELS: [f64; 3] = [0.5, 2.0, 4.0];
/// Places of a chain that its trace shows.
const TRACE_LEN: usize = 500;
/// What a chain gives, before its trace.
const NUMBERS: [&str; 5] = ["acceptance", "crossings", "share of θ2 > 0", "δ", "share of |θ2| > 12"];
/// Far from either mode: all that a flat target, c_n = 5, has to lose there is one of the two components.
const FAR: f64 = 12.0;
/// The chain does not move θ1.
const FROZEN: [Block; 1] = [Block { start: 0, len: 1, step_size_factor: 1.0, frozen: true, prior: None }];

/// A way to walk.
struct Walk {
    name: &'static str,
    /// c_n, by batches; all data have c_n = n.
    batches: Option<f64>,
    frozen: bool,
}

const WALKS: [Walk; 5] = [
    Walk { name: "batches", batches: Some(LIKELIHOOD_SCALE), frozen: false },
    // What a flatter target does: most of its mass is far from the modes.
    Walk { name: "batches, c_n = 5", batches: Some(5.0), frozen: false },
    Walk { name: "all data", batches: None, frozen: false },
    Walk { name: "batches, θ1 frozen", batches: Some(LIKELIHOOD_SCALE), frozen: true },
    Walk { name: "all data, θ1 frozen", batches: None, frozen: true },
];

/// Runs the figure.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let data_len = lab.pick(DATA_LEN[0], DATA_LEN[1]);
    let models = PANELS.iter().zip(1..).map(|(theta2, seed)| {
        let mut rng = Generators::new(seed, 0).ok_or("no such chain")?;
        Ok(Mixture::draw_data(data_len, *theta2, &mut rng))
    });
    let models = models.collect::<Outcome<Vec<_>>>()?;
    let mut jobs = Vec::new();
    for (theta2, model) in PANELS.iter().zip(&models) {
        for walk in &WALKS {
            let [burn_in, steps] = lengths(lab, walk);
            for seed in seeds(lab, walk) {
                let name = format!("θ2 = {theta2}, {} {seed}", walk.name);
                // A step on all data is so many steps of a batch.
                let cost = if walk.batches.is_none() { u64::from(data_len / BATCH_LEN) } else { 1 };
                jobs.push(Job::new(name, (burn_in + steps) * cost, move |_| {
                    sample(walk, model, *theta2, [burn_in, steps], seed)
                }));
            }
        }
    }
    let rows = jobs::run(lab, &NUMBERS, &jobs)?;

    let mut table = Table::new([
        "θ2 of the data",
        "walk",
        "chains of steps",
        "δ",
        "acceptance",
        "chains that crossed",
        "crossings per 1000 steps",
        "share of θ2 > 0 ± error",
        "exact",
        "z",
        "share of |θ2| > 12",
        "modes of the posterior with θ1 frozen",
    ]);
    let mut panels = Vec::new();
    let mut left = &rows[..];
    for (theta2, model) in PANELS.iter().zip(&models) {
        let mut model = model.clone();
        let mut series = Vec::new();
        for walk in &WALKS {
            let count = seeds(lab, walk).count();
            let (rows, rest) = left.split_at(count);
            left = rest;
            let [_, steps] = lengths(lab, walk);
            let of = |i: usize| Spread::column(rows, i);
            let share = of(2);
            let (exact, modes) = exact_share(walk, &mut model, *theta2)?;
            let moved = share.deviation > 0.0;
            let crossings = of(1);
            let per = 1000.0 / steps as f64;
            table.add([
                format!("{theta2}"),
                walk.name.to_owned(),
                format!("{count} of {steps}"),
                format!("{:.4}", of(3).mean),
                format!("{:.3}", of(0).mean),
                format!("{} of {count}", rows.iter().filter(|row| row[1] > 0.0).count()),
                format!("{:.2} ± {:.2}", per * crossings.mean, per * crossings.error()),
                share.with_error(4),
                format!("{exact:.4}"),
                if moved { format!("{:+.1}", (share.mean - exact) / share.error()) } else { String::new() },
                of(4).with_error(3),
                modes.map_or(String::new(), |modes| modes.to_string()),
            ]);
            if !walk.frozen {
                let trace = rows[0][NUMBERS.len()..].iter().enumerate();
                let points = trace.map(|(i, x)| (i as f64 / TRACE_LEN as f64, *x));
                series.push(Series::new(walk.name, Look::Line, points.collect()));
            }
        }
        for at in [*theta2, -theta2] {
            series.push(Series::new("", Look::Dashes, vec![(0.0, at), (1.0, at)]));
        }
        panels.push(Panel::new(
            format!("data at θ2 = {theta2}"),
            Axis::linear("share of the run"),
            Axis::linear("θ2"),
            series,
        ));
    }
    table.publish(lab, "table", "Travel between the modes, start at the data's θ")?;
    lab.draw("modes.svg", 3, &panels)?;
    Ok(Some(fingerprint(&rows)))
}

/// Steps in which the walk's δ is tuned, and steps after that.
fn lengths(lab: &Lab, walk: &Walk) -> [u64; 2] {
    match (walk.batches.is_none(), walk.frozen) {
        (true, false) => lab.pick_of_three([2000, 20_000], [600, 2400], [50, 100]),
        // It has one mode, in which it stays.
        (true, true) => lab.pick([300, 700], [50, 100]),
        (false, _) => lab.pick_of_three([5000, 100_000], [5000, 50_000], [500, 2000]),
    }
}

fn seeds(lab: &Lab, walk: &Walk) -> std::ops::RangeInclusive<u64> {
    lab.seeds(match (walk.batches.is_none(), walk.frozen) {
        (true, false) => 4,
        (true, true) => 2,
        (false, _) => 8,
    })
}

/// One chain's row of `NUMBERS`, and θ2 at evenly spaced steps.
fn sample(walk: &Walk, model: &Mixture, theta2: f64, lengths: [u64; 2], seed: u64) -> Outcome<Vec<f64>> {
    let [burn_in, steps] = lengths;
    let (batch, scale) = match walk.batches {
        Some(scale) => (BatchSettings::WithoutReplacement(BATCH_LEN), scale),
        None => (BatchSettings::All, f64::from(model.data_len())),
    };
    let sampler = MetropolisHastings {
        target_acceptance: Some(ACCEPTANCE),
        // 0 is a step that the burn-in has to find from nothing.
        ..MetropolisHastings::new(Proposal::random_walk(0.0), scale)
    };
    let settings = ChainSettings {
        seed,
        burn_in,
        prior: Prior::Callback,
        blocks: if walk.frozen { (&FROZEN).into() } else { BlockList::NONE },
        ..ChainSettings::new(model.data_len(), batch, Sampler::MetropolisHastings(sampler))
    };
    let Started { mut chain, mut memory } = Started::new(&settings, &[0.0, theta2])?;
    let mut model = model.clone();
    let (mut accepted, mut draws) = (0u64, Vec::with_capacity(steps as usize));
    chain.run(
        &mut memory,
        burn_in + steps,
        &mut model,
        Some(&mut |draw: &Draw<'_, f64>| {
            accepted += u64::from(draw.accepted);
            draws.push(draw.theta[1]);
            Ok(())
        }),
    )?;
    let positive = draws.iter().filter(|x| **x > 0.0).count();
    let crossings = crossings(&draws, 0.5 * theta2);
    let count = steps as f64;
    let mut row = vec![
        accepted as f64 / count,
        crossings as f64,
        positive as f64 / count,
        chain.statistics().step_size,
        draws.iter().filter(|x| x.abs() > FAR).count() as f64 / count,
    ];
    row.extend((0..TRACE_LEN).map(|i| draws[i * draws.len() / TRACE_LEN]));
    Ok(row)
}

/// How often draws went from beyond `band` to beyond -`band` or back: half-way from the middle to each mode.
fn crossings(draws: &[f64], band: f64) -> u64 {
    let (mut side, mut count) = (0, 0);
    for x in draws {
        let now = if *x > band {
            1
        } else if *x < -band {
            -1
        } else {
            side
        };
        count += u64::from(side != 0 && now != side);
        side = now;
    }
    count
}

/// The log posterior.
fn log_posterior(model: &mut Mixture, theta: [f64; 2]) -> f64 {
    f64::from(model.data_len()) * model.moments(&theta)[0] + log_prior(theta)
}

fn log_prior(theta: [f64; 2]) -> f64 {
    -0.5 * (theta[0] * theta[0] / 10.0 + theta[1] * theta[1])
}

/// Places of a line over θ2: half of them below 0; 0 itself is no place.
const LINE_LEN: i32 = 320;

fn line() -> impl Iterator<Item = f64> {
    (0..LINE_LEN).map(|k| 0.05 * (f64::from(k - LINE_LEN / 2) + 0.5))
}

/// The probability of θ2 > 0; and with θ1 frozen how many modes the posterior has.
fn exact_share(walk: &Walk, model: &mut Mixture, theta2: f64) -> Outcome<(f64, Option<usize>)> {
    if walk.frozen {
        let n = f64::from(model.data_len());
        let scale = walk.batches.unwrap_or(n);
        let noise = scale * scale / f64::from(BATCH_LEN) * (1.0 - f64::from(BATCH_LEN) / n);
        let half = if walk.batches.is_some() { 0.5 * noise } else { 0.0 };
        let logs = line().map(|theta2| {
            let [mean, variance] = model.moments(&[0.0, theta2]);
            let prior = log_prior([0.0, theta2]);
            (scale * (mean + prior / n) + half * variance, n * mean + prior)
        });
        let (law, posterior): (Vec<f64>, Vec<f64>) = logs.unzip();
        return Ok((upper_share(&law), Some(maxima(&posterior))));
    }
    Ok((if walk.batches.is_none() { mode_share(model, theta2)? } else { 0.5 }, None))
}

/// The share of the line's upper half, from logarithms of a density.
fn upper_share(logs: &[f64]) -> f64 {
    let most = logs.iter().fold(f64::NEG_INFINITY, |most, x| most.max(*x));
    let mass = |logs: &[f64]| logs.iter().map(|x| sgmcmc::exp(x - most)).sum::<f64>();
    let (below, above) = logs.split_at(logs.len() / 2);
    mass(above) / (mass(below) + mass(above))
}

fn maxima(values: &[f64]) -> usize {
    values.windows(3).filter(|three| three[1] > three[0] && three[1] > three[2]).count()
}

/// P(θ2 > 0) under the posterior: the ratio of the priors over one mode, by a grid of its own spread.
///
/// The posterior knows the data's mean θ1 + θ2/2 and their spread, that is θ2, nearly apart from one another.
fn mode_share(model: &mut Mixture, theta2: f64) -> Outcome<f64> {
    let at = |mean: f64, theta2: f64| [mean - 0.5 * theta2, theta2];
    let mut centre = [0.5 * theta2, theta2];
    let mut spread = [0.0; 2];
    // Newton's method in each coordinate by itself, with differences over about a deviation.
    for _ in 0..6 {
        for j in 0..2 {
            let step = if spread[j] > 0.0 { spread[j] } else { 0.01 };
            let mut value = |off: f64| {
                let mut to = centre;
                to[j] += off;
                log_posterior(model, at(to[0], to[1]))
            };
            let [low, middle, high] = [-step, 0.0, step].map(&mut value);
            let curvature = (2.0 * middle - low - high) / (step * step);
            if curvature.is_nan() || curvature <= 0.0 {
                return Err("no mode near the data's θ".into());
            }
            spread[j] = (1.0 / curvature).sqrt();
            centre[j] += (high - low) / (2.0 * step * curvature);
        }
    }
    let peak = log_posterior(model, at(centre[0], centre[1]));
    let (mut total, mut mirrored) = (0.0, 0.0);
    for a in -6..=6 {
        for b in -6..=6 {
            let [u, w] = [a, b].map(f64::from);
            let [theta1, theta2] = at(centre[0] + u * spread[0], centre[1] + w * spread[1]);
            let density = sgmcmc::exp(log_posterior(model, [theta1, theta2]) - peak);
            total += density;
            // π0 there over π0 here: the first coordinate's variance is 10, and the second's square is the same.
            mirrored += density * sgmcmc::exp(-0.05 * theta2 * (2.0 * theta1 + theta2));
        }
    }
    Ok(total / (total + mirrored))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crossing_is_from_one_side_to_the_other() {
        assert_eq!(crossings(&[2.0, 0.4, -0.4, 0.3, 2.0], 1.0), 0);
        assert_eq!(crossings(&[2.0, -2.0, 0.0, -2.0, 0.0, 1.5], 1.0), 2);
        assert_eq!(crossings(&[0.0, -2.0], 1.0), 0);
    }

    /// Two normals with shares of 1 and 3, the larger above 0.
    #[test]
    fn a_line_has_its_share_and_its_modes() {
        let part = |x: f64, at: f64| sgmcmc::exp(-2.0 * (x - at) * (x - at));
        let logs: Vec<f64> = line().map(|x| sgmcmc::ln(part(x, -3.0) + 3.0 * part(x, 3.0))).collect();
        assert!((upper_share(&logs) - 0.75).abs() < 1e-7);
        assert_eq!(maxima(&logs), 2);
    }

    /// A narrow posterior's modes have the ratio of their priors, exp(-θ2²/20) where θ1 is 0, up to the data's own noise.
    #[test]
    #[ignore = "takes seconds: -- --ignored"]
    fn modes_have_the_ratio_of_their_priors() {
        let mut rng = Generators::new(5, 0).expect("a chain");
        let mut model = Mixture::draw_data(20_000, 4.0, &mut rng);
        let share = mode_share(&mut model, 4.0).expect("a mode");
        let about = 1.0 / (1.0 + sgmcmc::exp(-0.8));
        assert!((share - about).abs() < 0.005, "{share} and {about}");
    }
}
