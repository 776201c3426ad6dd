//! The goals of the kernels: ratios of two rows that were measured in the same rounds.

use super::line::{FLOOR, Line, MKL, NORMALS, RSGLD, SGLD, ZIGGURAT};
use super::report::Limit::{AtLeast, AtMost};
use super::report::{Goal, Level, Limit};

/// Ratios of rows, where they are looked at, and what they should be.
struct Ratio {
    works: &'static [&'static str],
    over: &'static str,
    /// The length's base-2 logarithm.
    length: u32,
    /// Of `f32` and of `f64`.
    limits: [Option<Limit>; 2],
    /// `None`: whatever is compiled in.
    level: Option<Level>,
}

const LATTICE: &str = "lattice walk";

/// The rules that should cost little more than SGLD where the arithmetic decides.
const LIKE_SGLD: &[&str] = &[
    "MSGLD (Momentum)",
    "SGHMC",
    "BAOAB",
    "SGNHT",
    "SGNHT, symmetric",
    "SGNHT, one each",
    "SGNHT, one each, symmetric",
];

const RATIOS: [Ratio; 10] = {
    const V4: Option<Level> = Some(Level::Avx512);
    const fn ratio(
        works: &'static [&'static str],
        over: &'static str,
        length: u32,
        limits: [Option<Limit>; 2],
        level: Option<Level>,
    ) -> Ratio {
        Ratio { works, over, length, limits, level }
    }
    [
        ratio(&[SGLD], FLOOR, 25, [Some(AtMost(1.5)), Some(AtMost(1.7))], V4),
        ratio(&[LATTICE], FLOOR, 25, [Some(AtMost(1.4)), None], V4),
        ratio(&[LATTICE], SGLD, 14, [Some(AtMost(0.45)), None], None),
        ratio(&[SGLD], NORMALS, 14, [Some(AtMost(1.3)), Some(AtMost(1.2))], None),
        ratio(&[MKL], NORMALS, 14, [Some(AtLeast(1.75)), Some(AtLeast(1.0))], V4),
        ratio(&[ZIGGURAT], SGLD, 20, [Some(AtLeast(4.0)), None], Some(Level::Avx2)),
        ratio(&[ZIGGURAT], SGLD, 20, [Some(AtLeast(2.0)), None], Some(Level::Sse2)),
        ratio(LIKE_SGLD, SGLD, 14, [Some(AtMost(1.25)); 2], None),
        ratio(&[RSGLD], SGLD, 14, [Some(AtMost(2.5)); 2], None),
        ratio(&[RSGLD], SGLD, 20, [Some(AtMost(2.5)); 2], None),
    ]
};

/// Where memory decides: every rule over its own floor, but for those that have a goal of their own.
const OVER_OWN_FLOOR: (u32, Level, Limit) = (25, Level::Avx512, AtMost(1.4));
const WITH_THEIR_OWN: [&str; 2] = [SGLD, LATTICE];

/// What the rows of one precision and length say about the goals.
pub(crate) fn of(lines: &[Line], precision: &str, len: usize) -> Vec<Goal> {
    let length = len.ilog2();
    let mut goals = Vec::new();
    for ratio in RATIOS.iter().filter(|ratio| ratio.length == length) {
        let limit = ratio.limits[usize::from(precision == "f64")];
        let (Some(limit), true) = (limit, ratio.level.is_none_or(|level| level == Level::COMPILED)) else {
            continue;
        };
        for work in ratio.works {
            let times = fastest(lines, work).zip(fastest(lines, ratio.over));
            goals.extend(times.map(|(time, over)| Goal {
                what: format!("{precision} 2^{length} {work} over {}", ratio.over),
                limit,
                figure: time / over,
            }));
        }
    }
    let (at, level, limit) = OVER_OWN_FLOOR;
    if (at, level) == (length, Level::COMPILED) {
        for line in lines.iter().filter(|line| !WITH_THEIR_OWN.contains(&line.name.as_str())) {
            goals.extend(line.floor.map(|floor| Goal {
                what: format!("{precision} 2^{length} {} over its own floor", line.name),
                limit,
                figure: line.time / floor,
            }));
        }
    }
    goals
}

/// The time of the row of this name; of MKL's generators, the fastest.
fn fastest(lines: &[Line], name: &str) -> Option<f64> {
    let is_row = |line: &&Line| line.name == name || (name == MKL && line.name.starts_with(MKL));
    lines.iter().filter(is_row).map(|line| line.time).min_by(f64::total_cmp)
}
