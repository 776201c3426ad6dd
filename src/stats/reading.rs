//! What is read from estimates, by its number.

use super::state::EstimateState;
use crate::Error;
use crate::num::MemoryUnit;
use crate::schema::choice;

choice! {
    /// What can be read from estimates, for each number that a draw has.
    Reading;

    /// The means, 0 before the first draw.
    Mean = 0;
    /// The variances, Σ w (x - mean)² / Σ w; NaN before the first draw, and refused where one is too large or too small
    /// for a double, of a deviation above 1e154 or below 1.5e-154.
    Variance = 1;
    /// The deviations, the roots of the variances, right from 1e-300 to 1e300; NaN before the first draw.
    Deviation = 2;
    /// The Monte Carlo standard errors of the means; NaN below 16 draws. Of several chains they are by how far the chains'
    /// means are apart where these differ by more than each chain's own error lets them. The doubts say when not to trust
    /// them.
    ///
    /// They come from means of successive draws, of which there is always the same number or up to twice as many. Take K
    /// batches of equal weight, whose means have autocovariances c_t. There are sums of two, c_0 + c_1, c_2 + c_3, ...,
    /// up to the first that is not above 0.6 sqrt(2/K) c_0, each held at the least before it. With u lags in the sum S of
    /// these, the error is the root of (2 S - c_0) / (K - 2 u + 3), about. Unlike batches as many as they are long, it
    /// sees correlations over any number of draws that is short beside the run.
    StandardError = 3;
    /// The effective sample sizes, how many independent draws would give the mean as exactly: the variance over the squared
    /// standard error, times (1 - 2/(9ν))³ with its ν degrees of freedom, and 1 more, since that square is itself an
    /// estimate. NaN below 16 draws, and for what does not vary.
    SampleSize = 4;
    /// The degrees of freedom of the standard errors, at least 1: (mean - truth) / error has nearly Student's t distribution
    /// with as many. NaN below 16 draws.
    DegreesOfFreedom = 5;
    /// Half-widths of intervals: from mean - half-width to mean + half-width is what the mean estimates, with probability p,
    /// such as 0.95, where there is no doubt. Student's quantile times the standard error; NaN below 16 draws.
    HalfWidth = 6;
    /// The covariances, row by row, as many as the square of how many numbers a draw has, where the settings ask for them;
    /// NaN before the first draw, and refused where a variance would be.
    Covariance = 7;
    /// The quantiles, below which the share p of all weight is, where the settings give room for centroids; NaN before the
    /// first draw.
    Quantile = 8;
}

impl EstimateState {
    /// Writes k numbers, or k × k covariances: what `reading` is, with its probability `p`; 0 for those without.
    ///
    /// Errors: those of the function that the reading is; `Probability` also for one that the reading does not have.
    pub fn reading(
        &self,
        memory: &[MemoryUnit],
        reading: Reading,
        p: f64,
        out: &mut [f64],
    ) -> Result<(), Error> {
        if p != 0.0 && !matches!(reading, Reading::HalfWidth | Reading::Quantile) {
            return Err(Error::Probability);
        }
        match reading {
            Reading::Mean => self.mean(memory, out),
            Reading::Variance => self.variance(memory, out),
            Reading::Deviation => self.deviation(memory, out),
            Reading::StandardError => self.standard_error(memory, out),
            Reading::SampleSize => self.sample_size(memory, out),
            Reading::DegreesOfFreedom => self.degrees_of_freedom(memory, out),
            Reading::HalfWidth => self.half_width(memory, p, out),
            Reading::Covariance => self.covariance(memory, out),
            Reading::Quantile => self.quantile(memory, p, out),
        }
    }
}
