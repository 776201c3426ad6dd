//! One judgement by the pilot and the run: no chain hears the one thing and its opposite.

use super::super::reference::registry::{Vectors, estimators, proposals, rules};
use super::super::support::{Answer, GaussianData, Logistic, begin, metropolis, ruled, sgld};
use super::watch;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::{
    Batch, BatchSettings, ChainSettings, Estimator, Finding, HealthFinding, HealthReport, Model, PilotReport,
    Real, Sampler,
};

const DIM: usize = 5;

/// What asks for a smaller step, by its name.
const SMALLER: &[&str] = &[
    "pilot StepTooLarge",
    "pilot Unstable",
    "pilot Clamped",
    "health StepTooLarge",
    "health GradientNoise",
    "health TooHot",
    "health ThermostatDiverges",
    "health Diverged",
    "health NotFinite",
    "health LatticeCut",
    "health Frozen",
    "health BetaCapped",
    "health DriftDominates",
    "health Impossible",
    "health AcceptanceLow",
    "health Divergences",
    "health ModelNotAsked",
];
/// And for a larger one.
const LARGER: &[&str] = &["pilot StepTooSmall", "health StepTooSmall", "health RunsAway"];

/// Pairs besides, of which one says what the other denies.
const OPPOSED: &[[&str; 2]] = &[
    ["pilot NoStepSize", "pilot StepTooSmall"],
    ["pilot NoStepSize", "health StepTooSmall"],
    ["pilot NoStepSize", "pilot CurvatureBinds"],
    ["pilot NoStepSize", "pilot NoiseBinds"],
    ["pilot CurvatureBinds", "pilot NoiseBinds"],
    ["pilot CurvatureBinds", "health GradientNoise"],
    ["pilot NoiseBinds", "health StepTooLarge"],
    ["pilot ControlVariatePays", "health AnchorWorthless"],
    ["pilot Unpredicted", "pilot StepTooLarge"],
    ["pilot Unpredicted", "pilot StepTooSmall"],
    ["pilot AcceptanceCapped", "pilot ScaleTooLarge"],
    ["health Stuck", "health StepTooSmall"],
    ["health TooHot", "health StepTooLarge"],
    ["health TooHot", "health GradientNoise"],
    ["health StepTooLarge", "health GradientNoise"],
    ["health TooCold", "health TooHot"],
    ["health TooCold", "health StepTooLarge"],
    ["health TooCold", "health GradientNoise"],
    ["health TooCold", "health ThermostatDiverges"],
    ["health Frozen", "health AcceptanceLow"],
    ["health Frozen", "health ScaleTooLarge"],
    ["health AcceptanceLow", "health ScaleTooLarge"],
];

/// What both say: of the pilot's findings what the run leaves of them.
fn said(pilot: &PilotReport, report: &HealthReport) -> Vec<String> {
    let pilot = PilotReport { findings: report.pilot_findings, ..*pilot };
    let by_pilot = Finding::ALL.iter().filter(|it| pilot.has(**it)).map(|it| format!("pilot {}", it.name()));
    let by_run =
        HealthFinding::ALL.iter().filter(|it| report.has(**it)).map(|it| format!("health {}", it.name()));
    by_pilot.chain(by_run).collect()
}

fn contradictions(said: &[String]) -> Vec<[&str; 2]> {
    let has = |name: &&str| said.iter().any(|it| it == name);
    let directions = SMALLER.iter().flat_map(|small| LARGER.iter().map(|large| [*small, *large]));
    directions.chain(OPPOSED.iter().copied()).filter(|pair| pair.iter().all(has)).collect()
}

/// Every finding whose sentence asks for a step of another size is in one of the lists.
#[test]
fn what_asks_for_another_step_is_listed() {
    let (pilot, health) = (PilotReport::default(), HealthReport::default());
    let text = |write: &dyn Fn(&mut String) -> std::fmt::Result| {
        let mut text = String::new();
        write(&mut text).expect("a string");
        text
    };
    let by_pilot =
        Finding::ALL.iter().map(|it| (format!("pilot {}", it.name()), text(&|out| it.write(&pilot, out))));
    let by_run = HealthFinding::ALL
        .iter()
        .map(|it| (format!("health {}", it.name()), text(&|out| it.write(&health, out))));
    for (name, sentence) in by_pilot.chain(by_run) {
        let asks = |words: &[&str]| words.iter().any(|words| sentence.contains(words));
        let smaller = asks(&[
            "smaller step",
            "smaller one",
            "too large a step",
            "is too large: variances",
            "that is set is too large",
            "unstable",
            "clamps drifts",
        ]);
        let larger = asks(&["larger step", "larger one", "smaller than it need be"]);
        assert_eq!(smaller, SMALLER.contains(&&*name), "{name}: {sentence}");
        assert_eq!(larger, LARGER.contains(&&*name), "{name}: {sentence}");
    }
    for name in SMALLER.iter().chain(LARGER).chain(OPPOSED.as_flattened()) {
        let known = Finding::ALL.iter().any(|it| *name == format!("pilot {}", it.name()))
            || HealthFinding::ALL.iter().any(|it| *name == format!("health {}", it.name()));
        assert!(known, "{name}");
    }
}

/// A network of 10, 20 and 1 units with a noise of 0.1: d = 241.
struct Network {
    x: Vec<f64>,
    y: Vec<f64>,
}

const INPUTS: usize = 10;
const UNITS: usize = 20;
const NETWORK_DIM: usize = UNITS * (INPUTS + 2) + 1;

impl Network {
    fn new(data_len: usize) -> Self {
        let mut z = vec![0.0; data_len * (INPUTS + 1)];
        fill_normals(&mut Generators::new(3, 0).expect("a chain").noise, &mut z);
        let rows = || z.chunks(INPUTS + 1);
        let y = |row: &[f64]| libm::sin(row[0] + row[1]) + 0.5 * row[2] + 0.1 * row[INPUTS];
        Self { x: rows().flat_map(|row| &row[..INPUTS]).copied().collect(), y: rows().map(y).collect() }
    }

    fn start() -> Vec<f64> {
        let mut theta = vec![0.0; NETWORK_DIM];
        fill_normals(&mut Generators::new(4, 0).expect("a chain").noise, &mut theta);
        theta.iter().map(|z| 0.3 * z).collect()
    }
}

impl<R: Real> Model<R> for Network {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, mut gradient: Option<&mut [R]>) -> Answer {
        let all: Vec<u32> = (0..self.y.len() as u32).collect();
        let indices = if let Batch::Indices(indices) = batch { indices } else { &all };
        let theta: Vec<f64> = theta.iter().map(|x| x.to_f64()).collect();
        let (share, mut value) = (1.0 / indices.len() as f64, 0.0);
        let (weights, outer) = theta.split_at(UNITS * (INPUTS + 1));
        for i in indices {
            let x = &self.x[*i as usize * INPUTS..][..INPUTS];
            let unit = |w: &[f64]| libm::tanh(w.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() + w[INPUTS]);
            let hidden: Vec<f64> = weights.chunks(INPUTS + 1).map(unit).collect();
            let out = hidden.iter().zip(outer).map(|(h, w)| h * w).sum::<f64>() + outer[UNITS];
            let off = (self.y[*i as usize] - out) / 0.1;
            value -= 0.5 * share * off * off;
            let Some(gradient) = gradient.as_deref_mut() else { continue };
            let mut add = |k: usize, by: f64| gradient[k] = gradient[k] + R::from_f64(share * off / 0.1 * by);
            for (j, h) in hidden.iter().enumerate() {
                let back = outer[j] * (1.0 - h * h);
                x.iter().enumerate().for_each(|(k, x)| add(j * (INPUTS + 1) + k, back * x));
                add(j * (INPUTS + 1) + INPUTS, back);
                add(weights.len() + j, *h);
            }
            add(weights.len() + UNITS, 1.0);
        }
        Ok(value)
    }
}

/// The curvature's stiffest direction limits the step, while the mean one has not been forgotten once.
#[test]
fn a_network_at_the_limit_of_its_step_is_to_run_longer() {
    let mut network = Network::new(200);
    let batch = BatchSettings::WithoutReplacement(20);
    for step_size in [1e-7, 6e-7] {
        let settings = ChainSettings {
            estimator: Estimator::Saga,
            prior: sgmcmc::prior::Prior::gaussian(0.0, 1.0),
            burn_in: 200,
            ..ChainSettings::new(200, batch, sgld(step_size, 1.0))
        };
        let seen = watch::<f64>(&settings, &Network::start(), &mut network, 1500, 10);
        let said = said(&seen.pilot.expect("a look"), &seen.piloted);
        println!("η = {step_size}: {said:?}");
        assert!(contradictions(&said).is_empty(), "{:?}", contradictions(&said));
        assert!(!seen.report.has(HealthFinding::StepTooSmall));
    }
}

/// Every rule, proposal and estimator, on a Gaussian mean, a regression and a network, by steps from far too small to far
/// too large.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn no_two_sentences_contradict_each_other() {
    let (mut count, mut found) = (0, std::collections::BTreeSet::new());
    let mut try_one = |sampler: Sampler<'_>,
                       estimator,
                       data: &mut dyn FnMut(&ChainSettings<'_>) -> super::Seen| {
        let batch = BatchSettings::WithoutReplacement(8);
        let settings = ChainSettings { estimator, burn_in: 100, ..ChainSettings::new(40, batch, sampler) };
        let seen = data(&settings);
        let Some(pilot) = seen.pilot else { return };
        let said = said(&pilot, &seen.piloted);
        let wrong = contradictions(&said);
        assert!(wrong.is_empty(), "{sampler:?} {estimator:?}: {wrong:?} of {said:?}");
        count += 1;
        found.extend(said);
    };
    let (vectors, centre) = (Vectors::new(DIM), [0.0; DIM]);
    let (mut gaussian, mut logistic) = (GaussianData::spread(40, DIM), Logistic::spread(40, DIM));
    for (turn, step_size) in [1e-6, 1e-3, 0.1].into_iter().enumerate() {
        let by_rules = rules(&vectors).into_iter().map(|rule| ruled(rule, step_size, 1.0));
        let by_proposals = proposals(30.0 * step_size)
            .into_iter()
            .flat_map(|proposal| [4.0, 40.0].map(|scale| metropolis(proposal, scale, |_| {})));
        for (place, sampler) in by_rules.chain(by_proposals).enumerate() {
            // Every estimator's turn comes, on either model.
            for (kind, estimator) in estimators(&centre, 12).into_iter().enumerate() {
                if !(place + kind + turn).is_multiple_of(3) {
                    continue;
                }
                let batch = BatchSettings::WithoutReplacement(8);
                let settings = ChainSettings { estimator, ..ChainSettings::new(40, batch, sampler) };
                if settings.memory_len::<f64>(DIM).is_err() {
                    continue;
                }
                let start = [0.2; DIM];
                try_one(sampler, estimator, &mut |it| match place % 2 {
                    0 => watch::<f64>(it, &start, &mut gaussian, 1100, 10),
                    _ => watch::<f64>(it, &start, &mut logistic, 1100, 10),
                });
            }
        }
    }
    let mut network = Network::new(40);
    for step_size in [1e-9, 1e-6] {
        for estimator in
            [Estimator::Plain, Estimator::Saga, Estimator::Svrg { interval: 10, averaged: false }]
        {
            let start = Network::start();
            let sampler = sgld(step_size, 1.0);
            try_one(sampler, estimator, &mut |it| watch::<f64>(it, &start, &mut network, 1100, 10));
        }
    }
    println!("{count} chains: {found:?}");
    assert!(count > 60 && found.len() > 15, "{count}, {found:?}");
}

/// What binds under a control variate is the variate's noise.
#[test]
fn the_noise_that_binds_is_named() {
    let batch = BatchSettings::WithoutReplacement(8);
    let mut model = Logistic::spread(400, DIM);
    for (estimator, share) in [(Estimator::Saga, 2.0), (Estimator::FixedCentre { centre: None }, 1.0)] {
        let settings = ChainSettings { estimator, ..ChainSettings::new(400, batch, sgld(1e-3, 1.0)) };
        let seen = watch::<f64>(&settings, &[0.1; DIM], &mut model, 200, 10);
        let pilot = seen.pilot.expect("a look");
        assert!((pilot.own_variance / pilot.variate_direction - share).abs() < 1e-9, "{pilot:?}");
        let mut text = String::new();
        Finding::NoiseBinds.write(&pilot, &mut text).expect("a string");
        let mut plain = String::new();
        let as_plain = PilotReport { own_variance: pilot.noise_direction, ..pilot };
        Finding::NoiseBinds.write(&as_plain, &mut plain).expect("a string");
        assert!(text != plain && pilot.own_variance < 0.9 * pilot.noise_direction, "{text} {plain}");
    }
}

/// One threshold of R̂, and beside it what so short a run can tell: sqrt(1 + 2/S).
#[test]
fn r_hat_has_one_threshold() {
    use super::super::support::Normal;
    use sgmcmc::{Health, HealthSettings};
    let settings = ChainSettings::new(1, BatchSettings::All, sgld(0.5, 1.0));
    let mut chain = begin::<f64>(&settings, &[0.0]);
    let mut health = Health::new(&HealthSettings::default()).expect("defaults");
    chain.run_with_health(2000, &mut Normal { variance: 1.0 }, None, 10, &mut health).expect("good steps");
    for (r_hat, disagree) in [(f64::NAN, false), (1.0, false), (1.01, false), (1.0101, true), (3.0, true)] {
        let report = health.report(chain.state(), None, Some(r_hat)).expect("its chain");
        assert_eq!(report.has(HealthFinding::ChainsDisagree), disagree, "{r_hat}");
        let resolution = (1.0 + 2.0 / report.independent_count).sqrt();
        assert!((report.r_hat_resolution - resolution).abs() < 1e-12 && resolution < 1.02);
        // One sentence of two: what so few draws cannot tell is no disagreement yet.
        let text = super::text(&report);
        let is_short = disagree && r_hat <= report.r_hat_resolution;
        assert_eq!(text.contains("disagree"), disagree && !is_short, "{text}");
        assert_eq!(text.contains("are not known to agree"), is_short, "{text}");
    }
    // By 400 independent pairs of halves of S draws each: the mean of R̂² - 1 is 1/S - 1/n.
    let mut draws = vec![0.0; 400 * 2 * 50];
    fill_normals(&mut Generators::new(7, 0).expect("a chain").noise, &mut draws);
    let squares = draws.chunks(100).map(|pair| {
        let of = |half: &[f64]| {
            let mean = half.iter().sum::<f64>() / 50.0;
            (mean, half.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 50.0)
        };
        let [first, second] = [of(&pair[..50]), of(&pair[50..])];
        let r_hat = sgmcmc::r_hat(&[first.0, second.0], &[first.1, second.1], 50).expect("as many");
        r_hat * r_hat - 49.0 / 50.0
    });
    // χ²_1/50, of deviation sqrt(2)/50: the mean of 400 is off by 6 standard errors once in 10⁹.
    let mean = squares.sum::<f64>() / 400.0;
    assert!((mean * 50.0 - 1.0).abs() < 6.0 * (2.0f64 / 400.0).sqrt() + 0.05, "{}", mean * 50.0);
}
