//! What a descent is to do, and what it has done.

use crate::image::{Image, Sink, Source, count, first, image, largest};
use crate::record::record;
use crate::text::write_sentence;
use core::fmt::{self, Write};

record! {
    /// Settings of a descent: what it remembers, and when it ends.
    Descent;

    /// How many of its last steps it remembers.
    history_len: u32 = 5 => within(1.0, 16.0), HistoryLen;
    /// How many steps it takes at most.
    iteration_max: u32 = 500 => at_least(1.0), IterationMax;
    /// It ends where a step is expected to raise the log density by less than this for each parameter, two times running.
    gain: f64 = 0.5 => above(0.0).at_most(1e6), Gain;
    /// For up to how many parameters the curvature in all directions has the last word, which takes two passes for each, some
    /// times over. Without, a descent that says it has arrived may have far to go in a direction that none of its steps went.
    curvature_dim_max: u32 = 64 => at_most(1024.0), CurvatureDimMax;
}

/// Why a descent ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DescentEnd {
    /// Where the posterior, or a mode of it, has its mass: another step would gain too little, or lead where it is narrow. With
    /// more parameters than [`curvature_dim_max`](Descent::curvature_dim_max) that is as far as its own steps tell.
    Arrived,
    /// Where no step along the gradient gains: rounding, a gradient that is not that of the log density, or the edge of what
    /// the model can evaluate, may be why.
    NoGain,
    /// Where its steps gained too little, and the model has no finite gradients close by: what there is to gain in other
    /// directions is not known.
    NotCurved,
    /// Where it began, since the gradient is 0 there, and the curvature, too, or not asked for: a plain, on which nothing
    /// tells the way.
    Flat,
    /// Wherever the last of its steps had led.
    IterationMax,
}

impl DescentEnd {
    const fn reason(self) -> &'static str {
        match self {
            Self::Arrived => "another step would gain too little, or lead where the posterior is narrow",
            Self::NoGain => "no step along the gradient gains",
            Self::NotCurved => "its steps gained too little, and no other directions could be tried",
            Self::Flat => "the gradient is 0 where it began",
            Self::IterationMax => "no more steps were allowed",
        }
    }
}

impl fmt::Display for DescentEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())
    }
}

/// Where a descent ended, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DescentReport {
    /// Why it ended.
    pub end: DescentEnd,
    /// How many steps it took.
    pub iteration_count: u32,
    /// How many passes over all data it asked for.
    pub pass_count: u32,
    /// The log density at the start and at the end, up to a constant.
    pub log_density: [f64; 2],
    /// By how much another step was expected to raise it, if it is quadratic as far as the step goes: with another law, or
    /// beside a funnel, it may be off by any factor. NaN where no steps tell how far one would go.
    pub expected_gain: f64,
}

image! {
    struct DescentReport {
        end: DescentEnd, iteration_count: u32, pass_count: u32, log_density: [f64; 2], expected_gain: f64,
    }
    enum DescentEnd { Arrived, NoGain, NotCurved, Flat, IterationMax }
}

impl fmt::Display for DescentReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl DescentReport {
    pub(crate) fn write(&self, out: &mut dyn Write) -> fmt::Result {
        let Self { end, iteration_count, pass_count, log_density: [first, last], expected_gain } = self;
        let counts = [*iteration_count, *pass_count].map(f64::from);
        write_sentence(out, "The descent ended after # steps and # passes, since ", &counts)?;
        out.write_str(end.reason())?;
        let sentence = ": the log density rose by #, and another step might gain #.";
        write_sentence(out, sentence, &[last - first, *expected_gain])
    }
}
