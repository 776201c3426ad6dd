//! The step that all rules but the dense ones are: one coordinate after the other, over every range that is not frozen.

use super::ranges::Range;
use super::{Generators, Scalar, normals, priors, signed_words};
use sgmcmc::rule::StepParameters;

/// What a rule sees of one coordinate.
pub(crate) struct Coordinate<R> {
    pub(crate) theta: R,
    /// The rule's own numbers, in the order of its vectors.
    pub(crate) own: Vec<R>,
    /// What the host gave: P and Γ, or the recipe's drift and noise; zeros for other rules.
    pub(crate) given: [R; 2],
}

/// What a rule made of it: θ' before it is held within the finite numbers, and what was added.
pub(crate) struct Moved<R> {
    pub(crate) theta: R,
    pub(crate) drift: R,
    pub(crate) noise: R,
}

impl<R: Scalar> Moved<R> {
    /// θ + (drift + noise).
    pub(crate) fn by(theta: R, drift: R, noise: Option<R>) -> Self {
        let total = noise.map_or(drift, |noise| drift + noise);
        Self { theta: theta + total, drift, noise: noise.unwrap_or_default() }
    }
}

/// A rule on one coordinate.
pub(crate) trait Coordinatewise<R: Scalar> {
    /// How many times the gradient the largest sum may be.
    fn gain(&self) -> f64 {
        1.0
    }

    /// The scale of ξ, sqrt(2ητ) times what the rule puts under the root; no normals are drawn for 0.
    fn noise(&self, at: &StepParameters) -> R;

    /// Whether a signed word takes the place of the noise.
    fn draws_words(&self) -> bool {
        false
    }

    /// Where the gradient is taken.
    fn site(&self, at: &Coordinate<R>) -> R {
        at.theta
    }

    /// What ξ is multiplied by in the noise: 1 for a rule that does it itself.
    fn noise_factor(&self, at: &StepParameters) -> R {
        self.noise(at)
    }

    /// The step with the gradient G and the noise; `own` becomes the new state.
    fn step(
        &self,
        coordinate: &mut Coordinate<R>,
        gradient: R,
        noise: Option<R>,
        at: &StepParameters,
    ) -> Moved<R>;
}

/// What a step works on.
pub(crate) struct Pass<'p, R> {
    pub(crate) ranges: &'p [Range<'p>],
    pub(crate) data_len: f64,
    /// The rule's vectors, each as long as θ.
    pub(crate) vectors: &'p mut [Vec<R>],
    pub(crate) generators: &'p mut Generators,
}

/// What was added to θ, zero where it is frozen.
pub(crate) struct Applied<R> {
    pub(crate) drift: Vec<R>,
    pub(crate) noise: Vec<R>,
}

impl<R: Scalar> Pass<'_, R> {
    /// The coordinate `i` of θ.
    pub(crate) fn coordinate(&self, theta: &[R], given: &[R], i: usize) -> Coordinate<R> {
        let given = match given {
            [] => [R::default(); 2],
            given => [given[i], given[theta.len() + i]],
        };
        let own = self.vectors.iter().map(|vector| vector[i]).collect();
        Coordinate { theta: theta[i], own, given }
    }

    pub(crate) fn apply(
        &mut self,
        rule: &impl Coordinatewise<R>,
        (theta, gradient, given): (&mut [R], &[R], &[R]),
        at: &StepParameters,
    ) -> Applied<R> {
        let zeros = vec![R::default(); theta.len()];
        let mut applied = Applied { drift: zeros.clone(), noise: zeros };
        for range in self.ranges {
            let at = range.at(at);
            let noisy = rule.noise(&at) > R::default();
            let drawn = match rule.draws_words() {
                true => signed_words::<R>(self.generators, range.len()),
                false if noisy => normals::<R>(self.generators, range.len()),
                false => Vec::new(),
            };
            for i in range.indices() {
                let mut coordinate = self.coordinate(theta, given, i);
                let site = rule.site(&coordinate);
                let mut force = gradient[i] * R::from_f64(self.data_len);
                if range.has_prior() {
                    let limit = 0.25 * R::MAX.to_f64() / (at.step_size.max(1.0) * rule.gain().max(1.0));
                    force = within(priors::add_gradient(&range.prior, i, site, force), R::from_f64(limit));
                }
                let noise = drawn.get(i - range.start).map(|xi| match rule.draws_words() {
                    true => *xi,
                    false => *xi * rule.noise_factor(&at),
                });
                let moved = rule.step(&mut coordinate, force, noise, &at);
                theta[i] = finite(moved.theta);
                (applied.drift[i], applied.noise[i]) = (moved.drift, moved.noise);
                for (vector, own) in self.vectors.iter_mut().zip(coordinate.own) {
                    vector[i] = own;
                }
            }
        }
        applied
    }
}

/// sqrt(2ητ factor).
pub(crate) fn noise_scale<R: Scalar>(at: &StepParameters, factor: f64) -> R {
    R::from_f64((2.0 * at.step_size * at.temperature * factor).sqrt())
}

/// x clamped to [-limit, limit].
pub(crate) fn within<R: Scalar>(x: R, limit: R) -> R {
    if x > limit {
        limit
    } else if x < -limit {
        -limit
    } else {
        x
    }
}

/// The largest finite number in place of infinity.
pub(crate) fn finite<R: Scalar>(x: R) -> R {
    within(x, R::MAX)
}

/// x², finite, so that no running mean of squares becomes infinite for ever.
pub(crate) fn square<R: Scalar>(x: R) -> R {
    finite(x * x)
}

/// β mean + (1 - β) x.
pub(crate) fn running<R: Scalar>(beta: f64, mean: R, x: R) -> R {
    mean * R::from_f64(beta) + x * R::from_f64(1.0 - beta)
}
