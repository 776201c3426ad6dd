//! Which chains are wrong, and which of them silently.

use crate::data::Moments;
use sgmcmc::{Doubt, Error, Finding, HealthFinding};

/// How far off a chain's mean may be, in deviations, and its deviation, as a share.
const TOLERATED: [f64; 2] = [0.5, 0.3];
/// R̂ of chains that agree.
pub const R_HAT: f64 = 1.01;
/// What a job gives for each chain, and then R̂.
pub const NUMBERS: [&str; 6] = ["refused", "health", "pilot", "doubts", "error of mean", "error of sd"];

/// Findings that call nothing amiss: what limits a step size that is right, what would pay, what a place is like.
const HEALTH_ADVICE: [HealthFinding; 1] = [HealthFinding::AnchorWorthless];
const PILOT_ADVICE: [Finding; 9] = [
    Finding::CurvatureBinds,
    Finding::NoiseBinds,
    Finding::StepTooSmall,
    Finding::ControlVariatePays,
    Finding::CompensationPays,
    Finding::NoiseCorrelated,
    Finding::NotConcave,
    Finding::Unpredicted,
    Finding::AcceptanceCapped,
];

/// The largest error of a mean, in deviations, and of a deviation, as a share.
pub fn errors(found: &Moments, reference: &Moments) -> [f64; 2] {
    let mut worst = [0.0f64; 2];
    for i in 0..reference.mean.len() {
        let deviation = reference.deviation[i];
        let off = [(found.mean[i] - reference.mean[i]) / deviation, found.deviation[i] / deviation - 1.0];
        // What is no number is wrong.
        worst = [0, 1].map(|k| if off[k].is_nan() { f64::INFINITY } else { worst[k].max(off[k].abs()) });
    }
    worst
}

/// Whether errors are larger than what is tolerated.
pub fn is_wrong([mean, deviation]: [f64; 2]) -> bool {
    mean > TOLERATED[0] || deviation > TOLERATED[1]
}

/// Means and deviations of rows.
pub fn moments(draws: &[f64], dim: usize) -> Moments {
    let count = (draws.len() / dim) as f64;
    let column = |i: usize| draws.iter().skip(i).step_by(dim);
    let mean: Vec<_> = (0..dim).map(|i| column(i).sum::<f64>() / count).collect();
    let square = |i: usize| column(i).map(|x| (x - mean[i]) * (x - mean[i])).sum::<f64>() / count;
    let deviation = (0..dim).map(|i| square(i).sqrt()).collect();
    Moments { mean, deviation }
}

/// What is amiss with a chain, by the library.
pub fn amiss(chain: &[f64]) -> Vec<&'static str> {
    let mut names = Vec::new();
    names.extend(Error::from_number(chain[0] as i32).map(Error::name));
    let has = |bits: f64, code: u32| bits as u64 >> code & 1 == 1;
    let health = HealthFinding::ALL.iter().filter(|it| !HEALTH_ADVICE.contains(it));
    names.extend(health.filter(|it| has(chain[1], **it as u32)).map(|it| it.name()));
    let pilot = Finding::ALL.iter().filter(|it| !PILOT_ADVICE.contains(it));
    names.extend(pilot.filter(|it| has(chain[2], **it as u32)).map(|it| it.name()));
    for (doubt, name) in [(Doubt::TooShort, "TooShort"), (Doubt::ChainsDisagree, "ChainsDisagree")] {
        names.extend(doubt.is_in(chain[3] as u32).then_some(name));
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// How a sampler's run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Chains that give no draws.
    pub refused: usize,
    /// Those that are wrong.
    pub wrong: usize,
    /// Those of them that nothing names.
    pub silent: usize,
    /// Whether R̂ says so.
    pub agrees: bool,
}

/// The verdict on a row: `NUMBERS` of each chain, and R̂.
pub fn judge(row: &[f64]) -> Verdict {
    let (chains, r_hat) = row.split_at(row.len() - 1);
    let mut verdict = Verdict { agrees: r_hat[0] <= R_HAT, ..Verdict::default() };
    for chain in chains.chunks(NUMBERS.len()) {
        let is_refused = chain[0] > 0.0;
        let wrong = is_wrong([chain[4], chain[5]]);
        verdict.refused += usize::from(is_refused);
        verdict.wrong += usize::from(wrong);
        verdict.silent += usize::from(wrong && verdict.agrees && amiss(chain).is_empty());
    }
    verdict
}

impl Verdict {
    /// Whether all is well.
    pub fn converged(&self) -> bool {
        self.agrees && self.refused + self.wrong == 0
    }

    /// In a word.
    pub fn text(&self) -> String {
        match *self {
            Self { silent: 1.., .. } => format!("SILENTLY WRONG: {}", self.silent),
            Self { wrong: 1.., .. } => format!("wrong, and named: {}", self.wrong),
            Self { refused: 1.., .. } => format!("refused: {}", self.refused),
            Self { agrees: false, .. } => "has not arrived".to_owned(),
            Self { .. } => "converged".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_silently_wrong_when_nothing_says_that_it_is_wrong() {
        let right = [0.0, 0.0, 0.0, 0.0, 0.4, 0.2];
        let of = |chain: [f64; 6], r_hat| judge(&[&right[..], &chain[..], &[r_hat]].concat());
        assert!(of(right, 1.01).converged() && !of(right, 1.02).converged());
        for wrong in [[0.0, 0.0, 0.0, 0.0, 0.6, 0.2], [0.0, 0.0, 0.0, 0.0, 0.4, 0.4]] {
            assert_eq!(of(wrong, 1.0), Verdict { refused: 0, wrong: 1, silent: 1, agrees: true });
            assert_eq!(of(wrong, 1.02).silent, 0);
            // What only advises is no word on it, by health or by the pilot.
            let said = |finding: u32| (1u64 << finding) as f64;
            for (i, finding, silent) in [
                (1, HealthFinding::AnchorWorthless as u32, 1),
                (1, HealthFinding::Stuck as u32, 0),
                (2, Finding::NoiseBinds as u32, 1),
                (2, Finding::ScaleTooLarge as u32, 0),
                (3, Doubt::TooShort as u32, 0),
            ] {
                let mut chain = wrong;
                chain[i] = said(finding);
                assert_eq!(of(chain, 1.0).silent, silent, "{i} {finding}");
            }
        }
        let refused = of([f64::from(Error::WarmUpFar as i32), 0.0, 0.0, 0.0, f64::NAN, f64::NAN], 1.0);
        assert_eq!(refused, Verdict { refused: 1, wrong: 0, silent: 0, agrees: true });
        assert!(!refused.converged());
    }

    #[test]
    fn errors_are_in_deviations_of_the_reference() {
        let of =
            |mean: [f64; 2], deviation: [f64; 2]| Moments { mean: mean.into(), deviation: deviation.into() };
        let reference = of([1.0, -2.0], [2.0, 4.0]);
        assert_eq!(errors(&of([2.0, -1.0], [2.0, 1.0]), &reference), [0.5, 0.75]);
        assert_eq!(errors(&of([f64::NAN, -2.0], [2.0, 4.0]), &reference)[0], f64::INFINITY);
        let rows = moments(&[1.0, 5.0, 3.0, 5.0], 2);
        assert_eq!(rows, of([2.0, 5.0], [1.0, 0.0]));
    }
}
