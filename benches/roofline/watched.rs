//! What it costs to watch a long chain: steps of SGLD with health, progress, estimates and checkpoints, beside the step
//! alone and beside the memory that estimates have to move.

use super::options::{Options, Share};
use super::report::{Goal, Limit};
use bench_support::chains::{Empty, sgld};
use bench_support::rounds::{Named, best_of_rounds};
use bench_support::vectors::Precision;
use core::hint::black_box;
use sgmcmc::BatchSettings::All;
use sgmcmc::{
    ChainSettings, ChainState, Draw, EstimateSettings, EstimateState, Health, HealthSettings, MemoryUnit,
    Observer, Statistics,
};

/// What `--only` knows the table by.
pub(crate) const NAME: &str = "watched";

const LEN: usize = 1 << 20;

/// Of a call, and from one draw that is taken in to the next.
const STEPS: u64 = 100;

/// Steps from one look at the chain's health to the next.
const INTERVAL: u64 = 10;

/// Steps from one checkpoint to the next.
const SAVED: f64 = 10_000.0;

/// How many vectors of doubles a draw moves, on average: means and squares; of the batches of 2, 4, 8, ... draws the
/// same, the first at every second draw, the next at every fourth; and what waits at each level, which is written, read
/// and written again at half of that rate.
const VECTORS: usize = 6;

const ALONE: &str = "a step alone";
const FLOOR: &str = "floor of estimates of all";
const SAVE: &str = "a checkpoint";
const ALL_ON: &str = "all of it";

pub(crate) fn print_header() {
    println!();
    println!(
        "ns a parameter and step of a chain of SGLD with 2^20 parameters and a model that returns at once, {STEPS}"
    );
    println!(
        "steps a run. Estimates of all take in every {STEPS}th draw; what a loop over the memory that this moves would"
    );
    println!("take is its floor, which the last column leaves out. A checkpoint is one in {SAVED} steps.");
    println!();
    println!(
        "{:<36} {:<5} {:>8} {:>8} {:>11} {:>14}",
        "watched chain", "prec.", "ns", "floor", "over alone", "without floor"
    );
}

/// What the chains share: they take turns.
struct Watch {
    state: EstimateState,
    estimates: Vec<MemoryUnit>,
    floor: Vec<f64>,
}

/// A chain with its memory.
struct Run<R: Precision> {
    chain: ChainState<R>,
    memory: Vec<MemoryUnit>,
}

impl<R: Precision> Run<R> {
    fn new(thinning: u64) -> Self {
        let settings = ChainSettings { thinning, ..sgld(1000, All) };
        let mut memory =
            vec![MemoryUnit::default(); settings.memory_len::<R>(LEN).expect("settings in range")];
        let theta = vec![R::default(); LEN];
        let chain = ChainState::new(&settings, &theta, &mut memory).expect("settings in range");
        Self { chain, memory }
    }

    fn run(&mut self, observer: Option<&mut dyn Observer<R>>) {
        self.chain.run(&mut self.memory, STEPS, &mut Empty, observer).expect("good steps");
    }

    fn run_with_health(&mut self, health: &mut Health, observer: Option<&mut dyn Observer<R>>) {
        let Self { chain, memory } = self;
        let done = chain.run_with_health(memory, STEPS, &mut Empty, observer, INTERVAL, health);
        done.expect("good steps");
    }
}

/// The settings' own estimates.
fn take_in<R: Precision>(
    state: &mut EstimateState,
    memory: &mut [MemoryUnit],
    theta: &[R],
) -> Result<(), i32> {
    state.push(memory, theta, 1.0).map_err(|error| error as i32)
}

/// The rows of one precision; what they say about the goal.
pub(crate) fn print<R: Precision>(options: &Options) -> Vec<Goal> {
    let estimates = EstimateSettings::new(LEN);
    let mut memory = vec![MemoryUnit::default(); estimates.memory_len().expect("a length")];
    let state = EstimateState::new(&estimates, &mut memory).expect("room");
    let mut watch = Watch { state, estimates: memory, floor: vec![1.0; VECTORS * LEN] };

    let some = EstimateSettings::new(8);
    let mut some_memory = vec![MemoryUnit::default(); some.memory_len().expect("a length")];
    let mut some_state = EstimateState::new(&some, &mut some_memory).expect("room");
    let new_health = || Health::new(&HealthSettings::default()).expect("settings in range");

    let [mut alone, mut with_health, mut with_progress, mut with_all, mut whole] =
        [STEPS, STEPS, STEPS, STEPS, STEPS].map(Run::<R>::new);
    let (mut with_some, saved) = (Run::<R>::new(INTERVAL), Run::<R>::new(1));
    let (mut health, mut whole_health) = (new_health(), new_health());
    let mut bytes = vec![0; saved.chain.save_size()];

    let mut works: Vec<Named<'_, Watch>> = vec![
        Named::new(ALONE, |_: &mut Watch| alone.run(None)),
        Named::new("health every 10 steps", |_: &mut Watch| with_health.run_with_health(&mut health, None)),
        Named::new("progress every 100 steps", |_: &mut Watch| {
            let mut look = |statistics: &Statistics, theta: &[R]| {
                black_box((statistics, theta));
                Ok(())
            };
            let Run { chain, memory } = &mut with_progress;
            let done = chain.run_with_progress(memory, STEPS, &mut Empty, None, STEPS, &mut look);
            done.expect("good steps");
        }),
        Named::new("estimates of 8 every 10 steps", |_: &mut Watch| {
            let mut observer = |draw: &Draw<'_, R>| {
                let theta = draw.theta.first_chunk::<8>().map_or(draw.theta, |first| first);
                take_in(&mut some_state, &mut some_memory, theta)
            };
            with_some.run(Some(&mut observer));
        }),
        Named::new("estimates of all every 100 steps", |watch: &mut Watch| {
            let Watch { state, estimates, .. } = watch;
            with_all.run(Some(&mut |draw: &Draw<'_, R>| take_in(state, estimates, draw.theta)));
        }),
        Named::new(ALL_ON, |watch: &mut Watch| {
            let Watch { state, estimates, .. } = watch;
            let mut observer = |draw: &Draw<'_, R>| take_in(state, estimates, draw.theta);
            whole.run_with_health(&mut whole_health, Some(&mut observer));
            black_box(whole.chain.statistics());
        }),
        Named::new(SAVE, |_: &mut Watch| {
            black_box(saved.chain.save(&saved.memory, &mut bytes)).expect("room");
        }),
        Named::new(FLOOR, |watch: &mut Watch| {
            black_box(&mut *watch.floor).iter_mut().for_each(|x| *x = *x * 0.5 + 1.0);
        }),
    ];
    let seconds = best_of_rounds(&mut watch, &mut works, options.budget(Share::LongTable));
    let names: Vec<String> = works.iter().map(|work| work.name.clone()).collect();
    drop(works);
    let time_of = |name| {
        let at = names.iter().position(|other| other == name).expect("a row");
        seconds[at] * 1e9 / LEN as f64
    };
    let alone = time_of(ALONE) / STEPS as f64;
    let floor_of_all = time_of(FLOOR) / STEPS as f64;
    let save = time_of(SAVE) / SAVED;
    let mut goals = Vec::new();
    for name in &names {
        let (time, floor) = match name.as_str() {
            FLOOR => continue,
            SAVE => (alone + save, 0.0),
            ALL_ON => (time_of(name) / STEPS as f64 + save, floor_of_all),
            name if name.contains("of all") => (time_of(name) / STEPS as f64, floor_of_all),
            name => (time_of(name) / STEPS as f64, 0.0),
        };
        let without = (time - floor) / alone;
        println!("{name:<36} {:<5} {time:>8.3} {floor:>8.3} {:>11.3} {without:>14.3}", R::NAME, time / alone);
        if name == ALL_ON {
            let what = format!("{} 2^20 SGLD watched by all there is over a step alone", R::NAME);
            goals.push(Goal { what, limit: Limit::AtMost(1.1), figure: without });
        }
    }
    goals
}
