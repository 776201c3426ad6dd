//! How good predicted probabilities are: held-out log-likelihood, accuracy, calibration.

use crate::models::network::likeliest;
use sgmcmc::ln;

/// Bins of confidence, of equal width.
const BINS: usize = 15;

/// What is said of predictions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores {
    /// The mean of ln p(label).
    pub log_likelihood: f64,
    /// The share of points whose likeliest class is theirs.
    pub accuracy: f64,
    /// The expected calibration error: with points in bins by their likeliest class's probability, the mean over points
    /// of how far their bin's accuracy is from its mean probability.
    pub calibration_error: f64,
}

/// The scores of probabilities, a row of `classes` for every label.
pub fn scores(probabilities: &[f64], labels: &[u8], classes: usize) -> Scores {
    let (mut sum, mut right) = (0.0, 0.0);
    let mut gaps = [0.0; BINS];
    for (row, label) in probabilities.chunks(classes).zip(labels) {
        let class = likeliest(row);
        let confidence = row[usize::from(class)];
        let is_right = f64::from(u8::from(class == *label));
        sum += ln(row[usize::from(*label)]);
        right += is_right;
        gaps[((confidence * BINS as f64) as usize).min(BINS - 1)] += is_right - confidence;
    }
    let count = labels.len() as f64;
    Scores {
        log_likelihood: sum / count,
        accuracy: right / count,
        calibration_error: gaps.iter().map(|gap| gap.abs()).sum::<f64>() / count,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_by_hand() {
        // Confidences 0.9 (right, right), 0.9 (wrong) and 0.55 (right): bins of 2.7 against 2 and of 0.55 against 1.
        let probabilities = [0.9, 0.1, 0.1, 0.9, 0.9, 0.1, 0.45, 0.55];
        let found = scores(&probabilities, &[0, 1, 1, 1], 2);
        assert_eq!(found.accuracy, 0.75);
        assert!((found.calibration_error - (0.7 + 0.45) / 4.0).abs() < 1e-15, "{found:?}");
        let log_likelihood = (2.0 * ln(0.9) + ln(0.1) + ln(0.55)) / 4.0;
        assert!((found.log_likelihood - log_likelihood).abs() < 1e-15);
    }

    /// Fifteen bins: the tenth begins at 0.6 and the eleventh at 2/3.
    #[test]
    fn confidences_of_one_fifteenth_share_a_bin() {
        let of = |a: f64, b: f64| scores(&[a, 1.0 - a, b, 1.0 - b], &[0, 1], 2).calibration_error;
        assert!((of(0.61, 0.66) - (1.27 - 1.0) / 2.0).abs() < 1e-15);
        assert!((of(0.61, 0.67) - (0.39 + 0.67) / 2.0).abs() < 1e-15);
    }

    #[test]
    fn errors_of_both_signs_cancel_in_a_bin_and_not_between_bins() {
        let off = scores(&[0.75, 0.25, 0.75, 0.25, 0.75, 0.25, 0.75, 0.25], &[0, 0, 0, 1], 2);
        assert!(off.calibration_error < 1e-15, "{off:?}");
    }
}
