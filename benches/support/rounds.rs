//! Timing of several works side by side: ratios between them outlive a busy machine, single figures do not.

use std::time::{Duration, Instant};

/// Something to time, on vectors that it shares with others.
pub trait Work<S> {
    /// Makes the vectors what the work expects, before each stretch of calls; not timed.
    fn prepare(&mut self, _shared: &mut S) {}

    /// The work, once.
    fn call(&mut self, shared: &mut S);
}

impl<S, F: FnMut(&mut S)> Work<S> for F {
    fn call(&mut self, shared: &mut S) {
        self(shared);
    }
}

/// A work with its name.
pub struct Named<'w, S> {
    pub name: String,
    pub work: Box<dyn Work<S> + 'w>,
}

impl<'w, S> Named<'w, S> {
    pub fn new(name: &str, work: impl Work<S> + 'w) -> Self {
        Self { name: name.to_owned(), work: Box::new(work) }
    }
}

/// The shortest stretch that is timed as one sample: hundreds of times the clock's own cost.
const SAMPLE: Duration = Duration::from_micros(200);

/// A call that takes longer goes through more memory than any cache holds: it need not be warmed up.
const LONG: Duration = Duration::from_millis(10);

/// However long they take.
const ROUNDS_MIN: u32 = 3;

/// Seconds a call of each work, the best of rounds in which every work has its turn.
///
/// Rounds go on for as long as `budget` lasts. What else the machine does only ever adds time, so the best is the
/// least disturbed.
pub fn best_of_rounds<S>(shared: &mut S, works: &mut [Named<'_, S>], budget: Duration) -> Vec<f64> {
    let plans: Vec<Plan> = works.iter_mut().map(|named| Plan::of(shared, &mut *named.work)).collect();
    let mut best = vec![f64::INFINITY; works.len()];
    let start = Instant::now();
    let mut round = 0;
    while round < ROUNDS_MIN || start.elapsed() < budget {
        for ((named, plan), best) in works.iter_mut().zip(&plans).zip(&mut best) {
            let elapsed = plan.time(shared, &mut *named.work);
            *best = best.min(elapsed.as_secs_f64() / f64::from(plan.calls));
        }
        round += 1;
    }
    best
}

/// How a work is timed.
struct Plan {
    /// The power of two that fills a sample.
    calls: u32,
    /// Whether a call that is not timed brings the vectors back into the cache.
    warms: bool,
}

impl Plan {
    fn of<S>(shared: &mut S, work: &mut dyn Work<S>) -> Self {
        let mut plan = Self { calls: 1, warms: false };
        let mut elapsed = plan.time(shared, work);
        plan.warms = elapsed < LONG;
        while elapsed < SAMPLE {
            plan.calls *= 2;
            elapsed = plan.time(shared, work);
        }
        plan
    }

    fn time<S>(&self, shared: &mut S, work: &mut dyn Work<S>) -> Duration {
        work.prepare(shared);
        if self.warms {
            work.call(shared);
        }
        let start = processor_time();
        for _ in 0..self.calls {
            work.call(shared);
        }
        processor_time().saturating_sub(start)
    }
}

/// How long this thread has had a processor: on a busy machine, a call of 50 ms does not have it all the time.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn processor_time() -> Duration {
    use std::ffi::{c_int, c_long};
    #[repr(C)]
    struct Timespec {
        seconds: i64,
        nanoseconds: c_long,
    }
    unsafe extern "C" {
        fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
    }
    const THREAD: c_int = 3;
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: the types are those of 64-bit Linux, and `time` is written to.
    let failed = unsafe { clock_gettime(THREAD, &mut time) };
    assert_eq!(failed, 0, "the thread's clock");
    Duration::new(time.seconds as u64, time.nanoseconds as u32)
}

/// Time by the wall's clock, where no other is known.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn processor_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
