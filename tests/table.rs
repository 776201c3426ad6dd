//! The golden table: fingerprints of long runs of every part in both precisions, row by row.
//!
//! `alloc` is all it takes besides the core, so that a target without an operating system computes it too:
//! `tests/fingerprints.rs` compares it here, `ffi/tests/targets.rs` on other machines. The models are sums and
//! products, and `libm`, so nothing in these numbers is the platform's own.

extern crate alloc;

#[path = "support/chains.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod chains;
#[path = "support/gaussian_data.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
pub(crate) mod gaussian_data;
#[path = "../benches/support/parts.rs"]
#[allow(dead_code, reason = "the benches look at more")]
mod parts;
#[path = "support/resumed.rs"]
#[allow(dead_code, reason = "those who compare the table do not make it")]
pub(crate) mod resumed;

use alloc::{boxed::Box, format, string::String, vec, vec::Vec};
use chains::{Sgld, memory, metropolis, pattern, sgld};
use gaussian_data::GaussianData;
use rand_core::SeedableRng;
use sgmcmc::drift::{Drift, Momentum, MomentumForm};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, Lanes, fill_normals, fill_uniforms};
use sgmcmc::rule::{NoiseCompensation, Rule, Sghmc, Sgnht};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    Batch, BatchSettings, Block, BlockList, Chain, ChainSettings, Clipping, Diffusion, Ensemble,
    EnsembleSampler, EnsembleSettings, Error, EstimateSettings, Estimates, Estimator, Fingerprint, Interrupt,
    MemoryUnit, Model, Real, RuleSettings, Sampler, Scored, StoredDraws, fingerprint, stein_sum,
};

/// Data and parameters of the chains: whole pairs of 64-byte blocks, and a rest.
const DATA_LEN: u32 = 100;
const DIM: usize = 75;
/// Parameters of a chain whose proposals are made in chunks.
const LONG: usize = 2100;

fn normals<R: Real>() -> u64 {
    let mut out = vec![R::default(); 65_536];
    fill_normals(&mut Lanes::seed_from_u64(2026), &mut out);
    fingerprint(&out)
}

fn uniforms<R: Real>() -> u64 {
    let mut out = vec![R::default(); 65_536];
    fill_uniforms(&mut Lanes::seed_from_u64(2026), &mut out);
    fingerprint(&out)
}

fn kernel<R: Real>() -> u64 {
    let mut noise = Generators::new(2026, 3).expect("chain 3").noise;
    let mut theta = pattern::<R>(1000, 251, 2.0);
    let mut running = Fingerprint::new();
    for _ in 0..1000 {
        let gradient: Vec<R> = theta.iter().map(|t| -*t).collect();
        let rule = Sgld { step_size: 0.013, temperature: 0.9 };
        rule.step(&mut theta, &gradient, &mut noise, None).expect("a good step");
        running.write(&theta);
    }
    running.finish()
}

/// A host with every callback.
struct Host(GaussianData);

impl<R: Real> Model<R> for Host {
    fn log_likelihood(
        &mut self,
        theta: &[R],
        batch: Batch<'_>,
        gradient: Option<&mut [R]>,
    ) -> Result<f64, Interrupt> {
        self.0.log_likelihood(theta, batch, gradient)
    }

    fn log_prior(&mut self, theta: &[R], gradient: Option<&mut [R]>) -> Result<f64, Interrupt> {
        let pull = gradient.into_iter().flatten().zip(theta);
        pull.for_each(|(gradient, theta)| *gradient = -*theta);
        Ok(theta.iter().map(|theta| -0.5 * theta.to_f64() * theta.to_f64()).sum())
    }

    /// P from 0.5 to 1.5, or a factor of ones and fiftieths.
    fn metric(&mut self, theta: &[R], metric: &mut [R], gamma: &mut [R]) -> Result<(), Interrupt> {
        let dense = metric.len() > theta.len();
        for (i, p) in metric.iter_mut().enumerate() {
            let on_diagonal = i % (theta.len() + 1) == 0;
            let t = theta[i % theta.len()].to_f64();
            *p = R::from_f64(if dense && !on_diagonal { 0.02 } else { 0.5 + 1.0 / (1.0 + t * t) });
        }
        gamma.iter_mut().zip(theta).for_each(|(gamma, theta)| *gamma = *theta);
        Ok(())
    }

    fn diffusion(&mut self, at: Diffusion<'_, R>, drift: &mut [R], noise: &mut [R]) -> Result<(), Interrupt> {
        drift.copy_from_slice(at.gradient);
        // At temperature 0 there are none.
        noise.iter_mut().zip(at.normals).for_each(|(noise, xi)| *noise = *xi);
        Ok(())
    }

    fn step_size(&mut self, k: u64) -> Result<f64, Interrupt> {
        Ok(1e-3 / (1 + k % 3) as f64)
    }
}

fn run<R: Real>(settings: &ChainSettings<'_>, steps: usize, host: &mut Host) -> u64 {
    let dim = host.0.dim;
    let mut memory = memory::<R>(settings, dim);
    let mut chain =
        Chain::new(settings, &pattern::<R>(dim, 17, 1.0), &mut memory).expect("settings in range");
    let mut running = Fingerprint::new();
    for step in 0..steps {
        if settings.batch == BatchSettings::Caller {
            let batch = [0, 3, 5].map(|i| (step as u32 + i) % DATA_LEN);
            chain.step_with_batch(&batch, host).expect("a good step");
        } else {
            chain.step(host).expect("a good step");
        }
        running.write(chain.theta().expect("its memory"));
    }
    if let Sampler::MetropolisHastings(_) = settings.sampler {
        let statistics = chain.statistics();
        let accepted = statistics.forward_accepted_count + statistics.backward_accepted_count;
        assert!(accepted > 10, "{accepted} of {steps} accepted: a chain that hardly moves shows little");
    }
    running.finish()
}

/// Metropolis-Hastings chains, with their length.
fn proposals() -> Vec<(&'static str, Sampler<'static>, usize)> {
    let noise = NoiseScale::Langevin;
    let rsgld = |step_size, beta, density| Proposal::rsgld(step_size, noise, beta, density);
    let sampler = |proposal, refresh_len| metropolis(proposal, 5.0, |mh| mh.refresh_len = refresh_len);
    let hmc = |step_size| Proposal::hmc(step_size, 3);
    let small = rsgld(0.01, 1.01, Density::Normalized);
    vec![
        ("random walk", sampler(Proposal::random_walk(0.05), 3), DIM),
        ("SGLD proposal", sampler(Proposal::sgld(0.01, noise), 3), DIM),
        ("RSGLD, fresh batches", sampler(small, 0), DIM),
        ("RSGLD, partial refresh", sampler(small, 3), DIM),
        ("RSGLD, unnormalized", sampler(rsgld(0.01, 1.01, Density::Unnormalized), 3), DIM),
        ("RSGLD, in chunks", sampler(rsgld(1e-4, 1.0001, Density::Normalized), 3), LONG),
        ("HMC, fresh batches", sampler(hmc(0.1), 0), DIM),
        ("HMC, partial refresh", sampler(hmc(0.1), 3), DIM),
        ("HMC, in chunks", sampler(hmc(0.05), 3), LONG),
    ]
}

/// Whatever estimates answer, of draws that walk: two of them merged, weights of all sizes.
fn estimates<R: Real>() -> u64 {
    let (dim, count) = (5, 2000);
    let mut draws = vec![R::default(); dim * count];
    fill_normals(&mut Lanes::seed_from_u64(2026), &mut draws);
    for i in dim..draws.len() {
        draws[i] = R::from_f64(0.9 * draws[i - dim].to_f64()) + draws[i];
    }
    let settings = EstimateSettings { covariance: true, centroid_count: 16, ..EstimateSettings::new(dim) };
    let mut memories =
        [(); 2].map(|()| vec![MemoryUnit::default(); settings.memory_len().expect("a length")]);
    let [mut all, mut half] =
        memories.each_mut().map(|memory| Estimates::new(&settings, memory).expect("room"));
    for (i, draw) in draws.chunks(dim).enumerate() {
        let into = if i % 3 == 0 { &mut half } else { &mut all };
        into.push(draw, 1.0 / (1 + i % 7) as f64).expect("finite draws");
    }
    all.merge(&half).expect("the same settings");
    let mut running = Fingerprint::new();
    let mut squares = [0.0; 25];
    all.covariance(&mut squares).expect("they were asked for");
    running.write(&squares);
    let mut numbers = [0.0; 5];
    type Answer<'e> = &'e dyn Fn(&mut [f64]) -> Result<(), Error>;
    let mut each = |answer: Answer<'_>| {
        answer(&mut numbers).expect("as many numbers");
        running.write(&numbers);
    };
    each(&|out| all.mean(out));
    each(&|out| all.variance(out));
    each(&|out| all.standard_error(out));
    each(&|out| all.sample_size(out));
    each(&|out| all.deviation(out));
    each(&|out| all.half_width(0.95, out));
    for p in [0.0, 0.05, 0.5, 0.95, 1.0] {
        each(&|out| all.quantile(p, out));
    }

    let stored = StoredDraws { draws: &draws, chain_count: 4, dim };
    let mut memory = vec![MemoryUnit::default(); stored.memory_len().expect("a length")];
    for i in 0..dim {
        let found = stored.summary(i, &mut memory).expect("finite draws");
        running.write(&[found.r_hat, found.bulk_sample_size, found.tail_sample_size]);
    }
    let few = &draws[..50 * dim];
    let scored = Scored { draws: few, scores: few };
    running.write(&[stein_sum(&scored, &scored, dim, 1.0).expect("finite draws")]);
    running.finish()
}

/// Ensembles by HMC and by minibatches, each of which goes on from a checkpoint of its warm-up.
fn ensembles<R: Real>() -> u64 {
    let (data_len, dim) = (20, 3);
    let mut host = Host(GaussianData::spread(data_len, dim));
    let mut running = Fingerprint::new();
    for (sampler, curvature_dim_max) in
        [(EnsembleSampler::Hmc, 64), (EnsembleSampler::Hmc, 0), (EnsembleSampler::ControlVariate, 64)]
    {
        let settings = EnsembleSettings {
            seed: 2026,
            prior: Prior::Callback,
            chain_count: 2,
            draw_count: 20,
            pass_max: 1.0,
            sampler,
            curvature_dim_max,
            ..EnsembleSettings::new(data_len as u32)
        };
        let mut memory = vec![MemoryUnit::default(); settings.memory_len::<R>(dim).expect("in range")];
        let theta = pattern::<R>(dim, 17, 1.0);
        let begun = Ensemble::start(&settings, &theta, &mut memory, &mut host).expect("finite answers");
        for mut member in begun.members(&mut memory).expect("its memory") {
            member.advance(30, &mut host).expect("good steps");
        }
        let mut bytes = vec![0; begun.save_size(&memory).expect("its memory")];
        begun.save(&memory, &mut bytes).expect("as many");
        running.write(&bytes.iter().map(|byte| f64::from(*byte)).collect::<Vec<_>>());
        let mut ensemble =
            Ensemble::<R>::restore(&settings, dim, &bytes, &mut memory).expect("what was saved");
        ensemble.run(&mut memory, &mut host).expect("good steps");
        running.write(ensemble.draws(&memory).expect("a round").draws);
    }
    running.finish()
}

/// Two ranges with settings of their own, one of them frozen.
fn blocks() -> [Block; 2] {
    let prior = Some(Prior::gaussian(1.0, 2.0));
    let moving = Block { step_size_factor: 0.5, prior, ..Block::new(3, 40) };
    [moving, Block { frozen: true, ..Block::new(50, 9) }]
}

/// What a row's fingerprints are of.
enum Row<'a> {
    /// In `f32` and in `f64`.
    Numbers(fn() -> u64, fn() -> u64),
    /// Of so many parameters, over so many steps.
    Chain(Box<ChainSettings<'a>>, usize, usize),
}

impl<'a> Row<'a> {
    fn chain(settings: ChainSettings<'a>, dim: usize, steps: usize) -> Self {
        Self::Chain(Box::new(ChainSettings { seed: 2026, ..settings }), dim, steps)
    }
}

/// The vectors that the settings of some chains borrow.
struct Vectors {
    values: Vec<f64>,
    factor: Vec<f64>,
    blocks: [Block; 2],
}

impl Vectors {
    fn new() -> Self {
        let entry = |i| if i % (DIM + 1) == 0 { 1.0 } else { 0.005 * (i % 5) as f64 };
        Self {
            values: (0..DIM).map(|i| 0.5 + (i % 7) as f64 / 7.0).collect(),
            factor: (0..DIM * DIM).map(entry).collect(),
            blocks: blocks(),
        }
    }

    /// The table's rows in their order.
    fn rows(&self) -> Vec<(String, Row<'_>)> {
        let sampled = |rule| Sampler::Rule(RuleSettings::new(rule, Schedule::constant(1e-3)));
        let of = |sampler| ChainSettings::new(DATA_LEN, BatchSettings::WithoutReplacement(12), sampler);
        let chain = |settings| Row::chain(settings, DIM, 1000);
        let with_prior = |sampler| chain(ChainSettings { prior: Prior::gaussian(0.25, 0.5), ..of(sampler) });
        let mut rows: Vec<(String, Row<'_>)> = vec![
            ("65536 normals".into(), Row::Numbers(normals::<f32>, normals::<f64>)),
            ("65536 uniforms".into(), Row::Numbers(uniforms::<f32>, uniforms::<f64>)),
            ("1000 steps of the SGLD kernel".into(), Row::Numbers(kernel::<f32>, kernel::<f64>)),
            ("estimates".into(), Row::Numbers(estimates::<f32>, estimates::<f64>)),
            ("SGLD".into(), with_prior(sgld(1e-3, 1.0))),
        ];
        let blocks = BlockList::from(&self.blocks);
        for (name, sampler, dim) in proposals() {
            let (settings, steps) = (of(sampler), if dim == LONG { 100 } else { 1000 });
            rows.push((name.into(), Row::chain(settings, dim, steps)));
            let settings = ChainSettings { blocks, ..settings };
            rows.push((format!("{name}, blocks"), Row::chain(settings, dim, 100)));
        }
        let rules = parts::rules(&self.values).into_iter().map(|row| (row.name, row.rule));
        let published = Momentum { form: MomentumForm::Published, ..Momentum::default() };
        let published = [("MSGLD as published", Rule::with_drift(Drift::Momentum(published)))];
        for (name, rule) in rules.chain(parts::dense_rules(&self.factor)).chain(published) {
            rows.push((name.into(), with_prior(sampled(rule))));
        }
        for (name, rule) in [("SGLD", Rule::SGLD), ("SGNHT", Rule::Sgnht(Sgnht::default()))] {
            rows.push((format!("{name}, blocks"), chain(ChainSettings { blocks, ..of(sampled(rule)) })));
        }
        let base = of(sampled(Rule::SGLD));
        for (name, prior) in parts::priors(&self.values, &self.values) {
            rows.push((format!("prior {name}"), chain(ChainSettings { prior, ..base })));
        }
        let svrg = [("Svrg", Estimator::Svrg { interval: 7, averaged: false })];
        for (name, estimator) in parts::estimators(12).into_iter().chain(svrg) {
            rows.push((format!("estimator {name}"), chain(ChainSettings { estimator, ..base })));
        }
        for (name, batch, chunk_len) in [
            ("with replacement", BatchSettings::WithReplacement(12), 0),
            ("epochs", BatchSettings::Epochs(12), 0),
            ("all data", BatchSettings::All, 0),
            ("all data in chunks", BatchSettings::All, 7),
            ("the caller's", BatchSettings::Caller, 0),
        ] {
            rows.push((format!("batches {name}"), chain(ChainSettings { batch, chunk_len, ..base })));
        }
        for (name, clipping) in parts::CLIPPINGS {
            rows.push((format!("clipping {name}"), chain(ChainSettings { clipping, ..base })));
        }
        for (name, step_size) in parts::schedules() {
            let temperature = step_size_like(step_size);
            let rule = RuleSettings { temperature, ..RuleSettings::new(Rule::SGLD, step_size) };
            rows.push((format!("schedule {name}"), chain(of(Sampler::Rule(rule)))));
        }
        let sghmc = Rule::Sghmc(Sghmc { friction: 0.5, ..Sghmc::default() });
        for (name, rule, step_size, compensation, dim) in [
            ("diagonal", Rule::SGLD, 1e-3, NoiseCompensation::Diagonal(None), DIM),
            ("dense", sghmc, 5e-5, NoiseCompensation::Dense(None), 20),
        ] {
            let rule =
                RuleSettings { compensation, ..RuleSettings::new(rule, Schedule::constant(step_size)) };
            let settings = ChainSettings { burn_in: 200, ..of(Sampler::Rule(rule)) };
            rows.push((format!("noise compensation {name}"), Row::chain(settings, dim, 1000)));
        }
        let resumed = Row::Numbers(resumed::resumed::<f32>, resumed::resumed::<f64>);
        rows.push(("chains from checkpoints".into(), resumed));
        rows.push(("ensembles".into(), Row::Numbers(ensembles::<f32>, ensembles::<f64>)));
        rows.push(("settings as text".into(), Row::Numbers(text, text)));
        rows
    }
}

/// Settings with numbers of all sizes as text, which are read back.
fn text() -> u64 {
    let (mut running, mut bytes) = (Fingerprint::new(), [0; 2000]);
    for i in 1..200_u64 {
        // Of any exponent but that of infinities, with digits at all places or few.
        let mantissa = if i.is_multiple_of(2) { i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 12 } else { 0 };
        let number = f64::from_bits((i * 41 % 2047) << 52 | mantissa);
        let base = ChainSettings::new(DATA_LEN, BatchSettings::All, sgld(0.1 * i as f64, 1.0));
        let settings = ChainSettings { clipping: Clipping::Norm(number), ..base };
        let len = settings.write_bytes(&mut bytes);
        assert_eq!(ChainSettings::read(&bytes[..len], &settings), Ok(settings));
        let numbers: Vec<f64> = bytes[..len].iter().map(|byte| f64::from(*byte)).collect();
        running.write(&numbers);
    }
    running.finish()
}

/// The same schedule for the temperature, but for the host's own.
fn step_size_like(schedule: Schedule) -> Schedule {
    if schedule == Schedule::CALLBACK { Schedule::constant(1.0) } else { schedule }
}

/// Gives the lines of `tests/fingerprints.txt`, a row's name with its fingerprints in `f32` and in `f64`: of all rows
/// whose index is `part` modulo `part_count`, so that several programs can share the work.
pub(crate) fn each_line(part: usize, part_count: usize, mut print: impl FnMut(&str)) {
    let vectors = Vectors::new();
    let mut host = Host(GaussianData::spread(DATA_LEN as usize, DIM));
    for (name, row) in vectors.rows().into_iter().skip(part).step_by(part_count) {
        let (single, double) = match row {
            Row::Numbers(single, double) => (single(), double()),
            Row::Chain(settings, dim, steps) => {
                if host.0.dim != dim {
                    host = Host(GaussianData::spread(DATA_LEN as usize, dim));
                }
                (run::<f32>(&settings, steps, &mut host), run::<f64>(&settings, steps, &mut host))
            }
        };
        print(&format!("{name}: {single:016x} {double:016x}\n"));
    }
}

/// Gives the name, the settings and the steps of every chain of [`DIM`] parameters, of which C makes its row again.
#[allow(dead_code, reason = "for C alone")]
pub(crate) fn each_chain(mut see: impl FnMut(&str, &ChainSettings<'_>, usize)) {
    for (name, row) in Vectors::new().rows() {
        if let Row::Chain(settings, DIM, steps) = row {
            see(&name, &settings, steps);
        }
    }
}
