//! How far a warm-up is, and the step size that it looks for.
//!
//! ```text
//! search     steps of one leap: ε doubled while they are accepted with more than the target, or halved until they are
//! window     H̄ ← H̄ + (α - a - H̄)/(q + 10),  log ε = log 10 ε0 - H̄ √q/0.05,  log ε̄ ← log ε̄ + q^-¾ (log ε - log ε̄)
//! ```
//!
//! a is the acceptance of trajectory q and α the target: the dual averaging of Nesterov 2009, with the constants of Hoffman
//! and Gelman 2014, section 3.2.1. A window begins with ε0 from a search of its own, and leaves ε̄.

use crate::image::{Image, Sink, Source, image};
use crate::num::{exp, ln};

/// The windows: how many trajectories each has, how many for each parameter if that is more, and whether coordinates are made
/// of it.
const WINDOWS: [(u32, u32, bool); 5] =
    [(20, 0, false), (40, 4, true), (80, 5, true), (160, 10, true), (50, 0, false)];

/// The window that is repeated until its coordinates will do, and how often, at most.
const REPEATED: usize = 1;
const REPEATS_MAX: u32 = 12;

/// Coordinates will do if the posterior is no wider in them than this, as a variance, in any direction, and steps of this are
/// accepted: in more than ten dimensions, of a fourth root less. Variances alone will do if the widest is not 1 over this, either.
const GROWTH_MAX: f64 = 8.0;
const STEP_MIN: f64 = 0.2;

/// How many doublings or halvings a search has at most, and how far log ε is from 0 at most where a window sets it.
const SEARCH_MAX: u32 = 40;

/// ε by dual averaging.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct DualAveraging {
    /// log 10 ε0.
    centre: f64,
    /// q.
    count: u32,
    /// H̄.
    error: f64,
    /// log ε̄.
    mean: f64,
}

impl DualAveraging {
    fn begin(step_size: f64) -> Self {
        Self { centre: ln(10.0 * step_size), ..Self::default() }
    }

    /// ε of the next trajectory after one that was accepted with this probability.
    fn next(&mut self, acceptance: f64, target: f64) -> f64 {
        self.count += 1;
        let q = f64::from(self.count);
        self.error += (target - acceptance - self.error) / (q + 10.0);
        let most = f64::from(SEARCH_MAX);
        let log = (self.centre - self.error * libm::sqrt(q) / 0.05).clamp(-most, most);
        self.mean += libm::pow(q, -0.75) * (log - self.mean);
        exp(log)
    }
}

/// A search among powers of two.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Search {
    count: u32,
    /// Whether ε is doubled; not known before the first step.
    doubles: Option<bool>,
}

/// How trajectories are to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Aim {
    /// The acceptance.
    pub(super) target: f64,
    /// How many leaps there are at most.
    pub(super) leaps_max: u32,
    pub(super) dim: usize,
    /// Whether coordinates are made of all covariances.
    pub(super) dense: bool,
    /// Whether the first coordinates come from a curvature that was measured.
    pub(super) known: bool,
}

/// Where a warm-up stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tuning {
    aim: Aim,
    /// Which of [`WINDOWS`]; behind the last the warm-up is over.
    window: usize,
    pub(super) repeat_count: u32,
    search: Option<Search>,
    averaging: DualAveraging,
    /// ε of the next trajectory.
    pub(super) step_size: f64,
    /// By how much the posterior was wider than the coordinates of the last window that made some; NaN before one has.
    pub(super) growth: f64,
    /// How many trajectories were accepted before the first draw.
    pub(super) accepted_before: u64,
    /// How many parameters the precision is too coarse for.
    pub(super) coarse_count: u32,
}

image! {
    struct Tuning {
        aim: Aim, window: usize, repeat_count: u32, search: Option<Search>, averaging: DualAveraging, step_size: f64,
        growth: f64, accepted_before: u64, coarse_count: u32,
    }
    struct Aim { target: f64, leaps_max: u32, dim: usize, dense: bool, known: bool }
    struct DualAveraging { centre: f64, count: u32, error: f64, mean: f64 }
    struct Search { count: u32, doubles: Option<bool> }
}

/// What a window is to make of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Nothing,
    /// It takes it in, as its draw number so many.
    Observe(u32),
    /// The same, and makes coordinates.
    Settle(u32),
}

impl Tuning {
    pub(super) fn new(aim: Aim) -> Self {
        Self {
            aim,
            window: 0,
            repeat_count: 0,
            search: Some(Search::default()),
            averaging: DualAveraging::default(),
            step_size: 1.0,
            growth: f64::NAN,
            accepted_before: 0,
            coarse_count: 0,
        }
    }

    /// Whether a warm-up with this aim can stand here.
    pub(super) fn is_possible(&self, aim: Aim) -> bool {
        let Self { window, repeat_count, search, averaging, step_size, growth, coarse_count, .. } = self;
        let DualAveraging { centre, count, error, mean } = averaging;
        self.aim == aim
            && *window <= WINDOWS.len()
            && *repeat_count <= REPEATS_MAX
            && search.is_none_or(|search| search.count <= SEARCH_MAX && !self.is_over())
            && (*count <= self.window().0 || search.is_some() || self.is_over())
            && [centre, error, mean].iter().all(|number| number.is_finite())
            && *step_size > 0.0
            && step_size.is_finite()
            && (growth.is_nan() || *growth >= 0.0)
            && *coarse_count as usize <= aim.dim
    }

    /// Whether the first coordinates come from a curvature that was measured.
    pub(super) fn is_known(&self) -> bool {
        self.aim.known
    }

    /// Whether nothing has been learnt yet but a curvature, which coordinates of variances alone do without.
    pub(super) fn is_begun_at_curvature(&self) -> bool {
        (self.aim.known || !self.aim.dense) && self.window == 0 && self.search == Some(Search::default())
    }

    pub(super) fn is_over(&self) -> bool {
        self.window >= WINDOWS.len()
    }

    pub(super) fn end(&mut self) {
        (self.window, self.search) = (WINDOWS.len(), None);
    }

    /// Whether steps are as short as they are in coordinates of all covariances that will not do.
    pub(super) fn has_short_steps(&self) -> bool {
        let root = libm::sqrt(libm::sqrt(10.0 / self.aim.dim as f64)).min(1.0);
        self.aim.dense && self.step_size < STEP_MIN * root
    }

    /// How many leaps the next trajectory has: some, until the scales are known, and then as many as go a quarter of a turn
    /// on a standard normal, or somewhat further where correlations are left.
    pub(super) fn leaps(&self) -> u32 {
        let Aim { leaps_max, dense, known, .. } = self.aim;
        let (first, length) = if dense { (10, core::f64::consts::FRAC_PI_2) } else { (32, 2.2) };
        let leaps = match self.search {
            Some(_) => 1,
            None if !known && self.window <= REPEATED => first,
            None => {
                let most = if self.window <= REPEATED { first } else { leaps_max };
                libm::round(length / self.step_size).min(f64::from(most)) as u32
            }
        };
        leaps.min(leaps_max).max(1)
    }

    /// How many trajectories this window has, and whether it makes coordinates.
    fn window(&self) -> (u32, bool) {
        let (len, each, settles) = WINDOWS.get(self.window).copied().unwrap_or_default();
        let dim = if self.aim.dense { u32::try_from(self.aim.dim).unwrap_or(u32::MAX) } else { 0 };
        (len.max(each.saturating_mul(dim)), settles)
    }

    /// Takes in with which probability a step was accepted.
    pub(super) fn take(&mut self, acceptance: f64) -> Due {
        if let Some(search) = &mut self.search {
            let up = acceptance > self.aim.target;
            search.count += 1;
            if search.doubles.unwrap_or(up) == up && search.count <= SEARCH_MAX {
                search.doubles = Some(up);
                self.step_size *= if up { 2.0 } else { 0.5 };
            } else {
                self.search = None;
                self.averaging = DualAveraging::begin(self.step_size);
            }
            return Due::Nothing;
        }
        self.step_size = self.averaging.next(acceptance, self.aim.target);
        let count = self.averaging.count;
        let (len, settles) = self.window();
        if count < len {
            return if settles { Due::Observe(count) } else { Due::Nothing };
        }
        self.step_size = exp(self.averaging.mean);
        if settles {
            return Due::Settle(count);
        }
        self.go_on(false);
        Due::Nothing
    }

    /// Goes on after a window in which the posterior was found so much wider than the coordinates say; whether it is to make new
    /// ones: those of a curvature are better than those of few draws, if they will do.
    pub(super) fn judge(&mut self, growth: f64) -> bool {
        self.growth = growth;
        let Aim { dense, known, .. } = self.aim;
        // Variances alone cannot make correlated steps longer.
        let suits = !self.has_short_steps() && (dense || growth >= 1.0 / GROWTH_MAX);
        let good = growth <= GROWTH_MAX && suits;
        let first = self.window == REPEATED && self.repeat_count == 0;
        let again = self.window == REPEATED && !good && self.repeat_count < REPEATS_MAX;
        self.repeat_count += u32::from(again);
        self.go_on(again);
        !(first && good && known)
    }

    fn go_on(&mut self, again: bool) {
        self.window += usize::from(!again);
        if !self.is_over() {
            self.search = Some(Search::default());
        }
    }

    /// Whether the last coordinates, if there are some, were still much too narrow, or much too wide.
    pub(super) fn is_off(growth: f64) -> bool {
        !growth.is_nan() && !(1.0 / GROWTH_MAX..=GROWTH_MAX).contains(&growth)
    }
}
