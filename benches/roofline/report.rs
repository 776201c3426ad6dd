//! The lines of the tables: figures, goals, and what was compiled and where it runs.

use core::fmt;

/// A line of the first table; times in ns a parameter.
pub(crate) struct Row {
    pub(crate) work: &'static str,
    pub(crate) precision: &'static str,
    pub(crate) len: usize,
    pub(crate) time: f64,
    pub(crate) floor: f64,
    pub(crate) ziggurat: f64,
    pub(crate) goal: Option<Goal>,
}

impl Row {
    pub(crate) const HEADER: &'static str = concat!(
        "work                   prec. length    work   floor  work/floor  ziggurat  ziggurat/work",
        "  goal: measured                   met"
    );
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { work, precision, len, time, floor, ziggurat, goal } = self;
        write!(f, "{work:<22} {precision:<5} 2^{:<4} {time:>7.3} {floor:>7.3}", len.ilog2())?;
        write!(f, " {:>11.2} {ziggurat:>9.3} {:>14.2}  ", time / floor, ziggurat / time)?;
        match goal {
            Some(goal) => goal.fmt(f),
            None => f.write_str("-"),
        }
    }
}

/// A goal, the figure beside it, and whether it is met here.
pub(crate) struct Goal {
    pub(crate) text: String,
    /// `None` where it could not be measured.
    pub(crate) met: Option<bool>,
}

impl Goal {
    pub(crate) fn at_most(limit: f64, figure: f64, unit: &str) -> Self {
        Self { text: format!("<= {limit} {unit}: {figure:.2}"), met: Some(figure <= limit) }
    }

    pub(crate) fn at_least(limit: f64, figure: f64, unit: &str) -> Self {
        Self { text: format!(">= {limit} {unit}: {figure:.2}"), met: Some(figure >= limit) }
    }
}

impl Goal {
    pub(crate) fn skipped(why: &str) -> Self {
        Self { text: format!("skipped: {why}"), met: None }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let met = self.met.map_or("", |met| if met { "yes" } else { "no" });
        write!(f, "{:<32} {met}", self.text)
    }
}

/// What the compiler was allowed to use.
#[derive(Clone, Copy)]
pub(crate) enum Level {
    Avx512,
    Avx2,
    Sse2,
    Neon,
    Other,
}

impl Level {
    pub(crate) const COMPILED: Self = if cfg!(target_feature = "avx512f") {
        Self::Avx512
    } else if cfg!(target_feature = "avx2") {
        Self::Avx2
    } else if cfg!(target_feature = "sse2") {
        Self::Sse2
    } else if cfg!(target_feature = "neon") {
        Self::Neon
    } else {
        Self::Other
    };

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "AVX-512 (x86-64-v4)",
            Self::Avx2 => "AVX2 (x86-64-v3)",
            Self::Sse2 => "SSE2 (x86-64-v1)",
            Self::Neon => "NEON",
            Self::Other => "none known",
        }
    }
}

/// What Linux says of the first processor.
pub(crate) fn cpu_model() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let (_, model) = text.lines().find(|line| line.starts_with("model name"))?.split_once(':')?;
    Some(model.trim().to_owned())
}
