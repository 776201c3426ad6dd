//! What a pilot has measured and what follows from it.

use super::lattice::clamped;
use crate::record::record;

record! {
    /// What a pilot has measured at one θ, and what follows for the step size.
    ///
    /// Curvatures and variances of the gradient are those of φ with θ = Wφ, W Wᵀ = P the chain's fixed preconditioner with
    /// the step-size factors of its blocks: of θ itself without. In these coordinates
    ///
    /// ```text
    /// SGLD          var / (τ/q) = (1 + ην²/(2τ)) / (1 - ηq/2)                         q the curvature of a direction
    /// SGHMC         var / (τ/q) = ((α - β̂)/α + ην²/(2ατ)) / (1 - ηq/(4 - 2α))         ν² the gradient's variance in it
    /// SGHMC, redrawn                ≈ (b + ην²C/(2Aτ)) / (1 - eηq)        b = (B² + 2 (α - β̂) C)/(2A): A, B, C the sums
    ///                                                            of `redraw_interval`, this C no covariance
    /// BAOAB         var / (τ/q) = 1 + ην² (2 - α)/(4ατ) / (1 - ηq/4)
    /// BAOAB, compensated          = 1 + r ηq/(4 - ηq)                       r = ην² (2 - α)/(4ατ), what is taken off
    /// ABOBA         var / (τ/q) = (1 + ην²/(2ατ)) α / (2 sinh(α/2))
    /// SGNHT         var / (τ/q) ≈ (b + bη(ν² - ν̄²)/(2ατ) - ην̄²/(4τ(2b - 1))) / (1 - η(q - q̄)/(4 - 2α)),  2b = 1 + √(1 - 2α)
    /// symmetric     var / (τ/q) ≈ cosh(α/2) + η(ν² - ν̄²)/(2ατ) - ηq̄/4           q̄, ν̄² means over what shares a thermostat
    /// lattice       var / (τ/q) ≈ (1 + ηc/(2τ)) / (1 - ηh/2)      c and h the largest magnitudes of an eigenvalue of C and
    ///                                                             of the curvature besides their diagonals
    /// ```
    ///
    /// exactly for SGLD, SGHMC that never redraws, BAOAB and ABOBA on a Gaussian whose gradient has noise of constant
    /// variance, new in every step. Where q and ν², the largest there are, are not in the same direction it is a bound,
    /// as far as they are: ν² is by a few power iterations from below, unless the pilot stores its covariance. Where the
    /// noise grows with the distance from the mode, as with data of unequal leverage, it is ν² + sν_K² for variances s
    /// times the posterior's, with ν_K² the `variate_direction`. Of a plain gradient these four rules' predictions count
    /// that, ABOBA's to within 3 % of the excess. Then s is (b + cν²η) / (1 - (e + cν_K²)η) where it is (b + cν²η) / (1 -
    /// eη) else, and infinite beyond. A datum that is alone in bringing it is in ν_K² with probability 1 - (1 - m/n)^p, p
    /// the `pair_count`, and then to within a share of about sqrt(3n/(pm)). Where n/m is not far below p, only health
    /// sees it. Noise of batches by epochs nearly cancels where m divides n, so that it is less. Where it does not, all
    /// variances of gradients here are means over an epoch's full batches and its short last one. With k = ⌊n/m⌋ and r =
    /// n mod m they are (k + (m/r) (n - r)/(n - m))/(k + 1) times a full one's.
    ///
    /// Where the chain compensates noise, ν² is what is left of it: none by a dense C, by a diagonal one the largest
    /// eigenvalue of C besides its diagonal.
    ///
    /// A lattice walk's variances are off by its formula to either side, those of stiff directions mostly up and of soft
    /// ones down. It is never unstable: above ηh = 3/2 it is too wide by as much as there, or more. Clamping under an
    /// exact gradient adds to that at most what it adds, wherever the lattice lies, on one normal parameter of curvature
    /// λ - h. That is nothing up to η(λ - h) = 0.23, 0.08 at 0.6, 0.14 at 0.8, and η(λ - h) - 1 where that is large.
    /// `predicted_inflation` counts this, what is clamped because of batches, and the rounding of the step. Which data a
    /// pilot sees for that the finding [`Clamped`](super::Finding::Clamped) says; what a run brings its health says.
    ///
    /// A thermostat takes the mean of the noise off all directions that share it. Where quiet directions, too cold, ask
    /// for a smaller step than noisy ones, too hot, ν² is a bound on the least of a direction, from below. It counts
    /// noise of different coordinates as opposed as it can be, unless the pilot stores its covariance. Batches by epochs
    /// are not for thermostats, which take off what cancels. Numbers that have no meaning for a chain are NaN.
    ///
    /// SGNHT's step sizes are also below what its thermostat holds, which counts in the units of θ². That is ητ up to
    /// 0.2, by Euler's splitting also up to 2α and up to d (1/2 - α)²/9, d the number of parameters that share one. Four
    /// times that counts as unstable. That splitting diverges at ην̄²/τ = 1 - 2α, of which a quarter is taken at most,
    /// and by itself takes 1 - b off: where that is more than half of δ, noise is allowed half of δ besides. The
    /// thermostat needs some α/(ητ) steps to find the noise. For SGHMC that redraws every k steps, e is such that the
    /// formula is exact at one ηq. For αk up to 1 redraws resonate with swings of θ from ηq = 2 - 2 cos(π/(k + 1)) on,
    /// which counts as unstable, and the formula is exact at an eighth of that. For larger αk it is exact at ηq = 0.3,
    /// and within 0.05 for smaller ones.
    PilotReport;

    /// The findings: bit c for number c of [`Finding`](super::Finding).
    findings: u64;
    /// How many gradients of single data, or log-likelihoods, the pilot has asked for.
    gradient_count: u64;
    /// The largest number of replaced indices with which `acceptance_cap` would be at least 0.8, m for fresh batches; at
    /// least 1. 0 for a rule.
    refresh_len: u32;
    /// m of the batches that were looked at.
    batch_len: u32;
    /// λ, the largest curvature of -log posterior.
    curvature: f64;
    /// The least, from above as far as the products reach.
    least_curvature: f64;
    /// The mean over all directions, by some of them.
    mean_curvature: f64;
    /// The largest variance over batches of a coordinate of the gradient of the log posterior, summed over all data.
    noise_variance: f64 => at_least(0.0);
    /// The largest over all directions: that of the covariance where it was asked for, else by a few power iterations,
    /// from below.
    noise_direction: f64 => at_least(0.0);
    /// The variance of a control variate at a draw of the posterior, its anchor where the pilot looks, or where the
    /// chain's fixed centre is; the largest of a coordinate.
    variate_variance: f64 => at_least(0.0);
    /// The same in the noisiest direction of the plain gradient, if that is more.
    variate_direction: f64 => at_least(0.0);
    /// The length of that gradient, without what the batches' noise adds.
    gradient_norm: f64 => at_least(0.0);
    /// What that is about where the posterior has its mass: √(τ d q), with q the mean curvature. A bound, with λ for q, where
    /// the mean is not positive.
    expected_gradient_norm: f64 => at_least(0.0);
    /// The variance over batches of the mean log-likelihood.
    log_likelihood_variance: f64 => at_least(0.0);
    /// The step size whose inflation is δ, or where nothing else limits it a quarter of the stability limit, of a
    /// lattice walk 4/9 of it. For proposals a start only; NaN for a random walk.
    ///
    /// Along the gradient it is the ε that gives σ² = 1.65² / (λ d^(1/3)) by the Langevin scaling, σ
    /// itself for HMC, with λ tempered like the target (Roberts and Rosenthal 1998). A random walk asks for no gradients.
    step_size: f64 => at_least(0.0);
    /// What it could be if the gradient had no noise.
    curvature_limit: f64 => at_least(0.0);
    /// What it could be if the curvature set no limit.
    noise_limit: f64 => at_least(0.0);
    /// Where a step becomes unstable, or noise compensation would leave nothing to inject; of the lattice walk, which is
    /// stable at every step, where a drift of two standard deviations is clamped.
    stability_limit: f64 => at_least(0.0);
    /// The step size below which rounding of θ adds more than δ, a bound; NaN at temperature 0.
    ///
    /// A lattice step s is rounded to j u, u the distance of two numbers at θ and j = round(s/u), and the variance is
    /// then j u/s of what it should be. From this step size on, where s = u/(2δ), that is off by δ at the most, as long
    /// as u is what it is at θ; below, it may be more.
    rounding_limit: f64 => at_least(0.0);
    /// What it could be with a control variate.
    variate_step_size: f64 => at_least(0.0);
    /// What it could be with dense noise compensation, at half of what keeps the injected covariance positive; NaN for
    /// rules, batches and dimensions that it does not go with, and with blocks.
    compensated_step_size: f64 => at_least(0.0);
    /// By how much the largest variance is off at the chain's own step size, as a share; NaN where a host has not said
    /// it yet and at temperature 0, which has no variances, and infinity beyond the stability limit, but for a lattice walk.
    predicted_inflation: f64;
    /// How many steps the flattest direction needs to forget, at `step_size`; NaN where it is not curved.
    relaxation_steps: f64 => at_least(0.0);
    /// s, the standard deviation over batches of `likelihood_scale` times the mean log-likelihood.
    noise_scale: f64 => at_least(0.0);
    /// 2 Φ(-s_k / √(2)), about the most that proposals are accepted at any step size with the chain's `refresh_len` k.
    ///
    /// There s_k is s for fresh batches, and s² (k/m) n/(n - m) is its square for k replaced indices. Beyond s_k = 3 it is
    /// 0.0339, what it is there, and means no more than that acceptance is low: a chain then lives by the tails of the
    /// noise, which are no normal law's and mostly let more be accepted.
    acceptance_cap: f64 => SHARE;
    /// The cap with one index replaced.
    least_refresh_cap: f64 => SHARE;
    /// b in (b + c η + d η²) / (1 - e η) - 1, the inflation at a step size η.
    inflation_base: f64 => at_least(0.0);
    /// c in it.
    inflation_by_noise: f64;
    /// e in it.
    inflation_by_curvature: f64;
    /// d in it: of BAOAB with noise compensation, else 0.
    inflation_by_both: f64;
    /// The step size up to which what the lattice walk clamps moves the mean by at most δ standard deviations, and keeps
    /// variances within δ; infinity where it does so at any that all else allows, NaN for other rules.
    clamped_limit: f64 => at_least(0.0);
    /// By how many standard deviations what the lattice walk clamps moves the mean at the chain's own step size; NaN where the batches that were
    /// looked at do not tell it from chance and it could be more than δ.
    predicted_shift: f64 => at_least(0.0);
    /// The largest variance over all directions of the chain's own estimate of the gradient: with a control variate
    /// that of the variate, twice it where the anchor is a draw, and what an anchor over some of the data brings
    /// besides; NaN for proposals.
    ///
    /// It is what binds where noise does.
    own_variance: f64 => at_least(0.0);
}

impl PilotReport {
    /// By how much the smallest steps are off, or those of [`step_size`](Self::step_size) where that is more.
    pub(super) fn bias(&self) -> f64 {
        let [limit, at] = [self.inflation_base - 1.0, self.inflation_at(self.step_size)];
        if limit.abs() > at.abs() { limit } else { at }
    }

    /// The inflation that a step size gives; infinity beyond the stability limit, but for the lattice walk, which has none.
    pub fn inflation_at(&self, step_size: f64) -> f64 {
        let (base, by_both) = (self.inflation_base, self.inflation_by_both);
        let (by_noise, by_curvature) = (self.inflation_by_noise, self.inflation_by_curvature);
        if !self.clamped_limit.is_nan() {
            // Besides λ - 2e, about the largest curvature of a parameter by itself, clamps.
            let bend = (by_curvature * step_size).min(0.75);
            let own = step_size * (self.curvature - 2.0 * by_curvature);
            return (base + by_noise * step_size) / (1.0 - bend) - 1.0 + clamped(own);
        }
        if step_size >= self.stability_limit {
            return f64::INFINITY;
        }
        (base + (by_noise + by_both * step_size) * step_size) / (1.0 - by_curvature * step_size) - 1.0
    }
}

/// A pilot's report and vectors, which stand in the memory that it was given.
#[derive(Clone, Copy, Debug)]
pub struct Pilot<'m> {
    /// The numbers.
    pub report: PilotReport,
    /// ν_i², the variance over batches of each coordinate of G̃, as long as θ: what diagonal noise compensation takes. NaN
    /// for the random walk, which asks for no gradients, as all of `covariance`.
    pub variance: &'m [f64],
    /// C, the covariance over batches of G̃, d × d numbers by rows, where it was asked for: what dense compensation
    /// takes.
    pub covariance: &'m [f64],
    /// tr C in the chain's metric, over what moves.
    pub(crate) noise_total: f64,
}
