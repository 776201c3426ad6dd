//! Goals, the figures beside them, and what was compiled and where it runs.

use core::fmt;

/// What a figure should be.
#[derive(Clone, Copy)]
pub(crate) enum Limit {
    AtMost(f64),
    AtLeast(f64),
}

/// A goal and the figure beside it.
pub(crate) struct Goal {
    pub(crate) what: String,
    pub(crate) limit: Limit,
    pub(crate) figure: f64,
}

impl Goal {
    fn met(&self) -> bool {
        match self.limit {
            Limit::AtMost(limit) => self.figure <= limit,
            Limit::AtLeast(limit) => self.figure >= limit,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, limit, figure } = self;
        let limit = match limit {
            Limit::AtMost(limit) => format!("<= {limit}"),
            Limit::AtLeast(limit) => format!(">= {limit}"),
        };
        let met = if self.met() { "yes" } else { "NO" };
        write!(f, "{what:<72} {limit:>8} {figure:>9.2}  {met}")
    }
}

/// All goals that were measured, as the last table.
pub(crate) fn print_goals(goals: &[Goal]) {
    if goals.is_empty() {
        return;
    }
    println!();
    println!("{:<72} {:>8} {:>9}  met", "goals, for what is compiled in", "goal", "measured");
    for goal in goals {
        println!("{goal}");
    }
    let met = goals.iter().filter(|goal| goal.met()).count();
    println!("{met} of {} met", goals.len());
}

/// What the compiler was allowed to use.
#[derive(Clone, Copy, PartialEq, Eq)]
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
