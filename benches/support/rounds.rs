//! Timing of several works side by side: ratios between them outlive a busy machine, single figures do not.

use std::time::{Duration, Instant};

/// Something to time, on vectors that it shares with others.
pub(crate) type Work<S> = Box<dyn FnMut(&mut S)>;

/// The shortest stretch that is timed as one sample: a thousand times the clock's own cost.
const SAMPLE: Duration = Duration::from_micros(200);

/// However long they take.
const ROUNDS_MIN: u32 = 3;

/// Seconds a call of each work, the best of rounds in which every work has its turn.
///
/// Rounds go on for as long as `budget` lasts. What else the machine does only ever adds time, so the best is the
/// least disturbed.
pub(crate) fn best_of_rounds<S, const N: usize>(
    state: &mut S,
    mut works: [Work<S>; N],
    budget: Duration,
) -> [f64; N] {
    let calls = works.each_mut().map(|work| calls_per_sample(state, work));
    let mut best = [f64::INFINITY; N];
    let start = Instant::now();
    let mut round = 0;
    while round < ROUNDS_MIN || start.elapsed() < budget {
        for ((work, calls), best) in works.iter_mut().zip(calls).zip(&mut best) {
            *best = best.min(time(state, work, calls).as_secs_f64() / f64::from(calls));
        }
        round += 1;
    }
    best
}

/// The power of two that fills a sample; finding it also warms the caches up.
fn calls_per_sample<S>(state: &mut S, work: &mut Work<S>) -> u32 {
    let mut calls = 1;
    while time(state, work, calls) < SAMPLE {
        calls *= 2;
    }
    calls
}

fn time<S>(state: &mut S, work: &mut Work<S>, calls: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        work(state);
    }
    start.elapsed()
}
