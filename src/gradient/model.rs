//! What a host brings: its log-likelihood, its log prior if it has one, and a look at the draws if it wants one.

use crate::Error;
use crate::num::Real;
use crate::pass::Norms;
use crate::stats::Estimates;

/// Which data a log-likelihood is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Batch<'a> {
    /// All n data.
    All,
    /// The data with these indices, each below n.
    Indices(&'a [u32]),
}

/// A callback's way of not answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// Cannot be evaluated here: a Metropolis-Hastings proposal is rejected, as it is where a value or a gradient is not
    /// finite, and a Langevin step refused.
    Impossible,
    /// Stop; the code is handed back to whoever asked for the step.
    Stop(i32),
    /// The settings need this function and the model does not have it: the default of those that few models need.
    Missing,
}

/// Of a transform within a callback: what overflows is impossible, and all else stops with the error's number.
impl From<Error> for Interrupt {
    fn from(error: Error) -> Self {
        match error {
            Error::ValueNotFinite => Self::Impossible,
            error => Self::Stop(error as i32),
        }
    }
}

/// Why a step did not happen. The chain is as it was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepError {
    /// The library refused.
    Refused(Error),
    /// A callback stopped the chain with this code. Only from an [`Observer`] or a
    /// [`Look`](crate::Look) was the step before it kept.
    Stopped(Error, i32),
}

impl StepError {
    /// The error, and a callback's code where there is one.
    pub fn parts(self) -> (Error, Option<i32>) {
        match self {
            Self::Refused(error) => (error, None),
            Self::Stopped(error, code) => (error, Some(code)),
        }
    }

    /// Whether a density or its gradient was not finite.
    pub(crate) fn is_of_answer(&self) -> bool {
        let errors = [Error::LogLikelihoodNotFinite, Error::GradientNotFinite, Error::LogPriorNotFinite];
        errors.map(Self::Refused).contains(self)
    }
}

impl From<Error> for StepError {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

impl core::fmt::Display for StepError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Refused(error) => error.fmt(f),
            Self::Stopped(error, code) => write!(f, "{error} (code {code})"),
        }
    }
}

impl core::error::Error for StepError {}

/// The model whose posterior is sampled.
///
/// ```
/// use sgmcmc::{Batch, Interrupt, Model};
/// /// A Gaussian mean: x_i ~ N(θ, 1).
/// struct Mean<'a>(&'a [f64]);
/// impl Model<f64> for Mean<'_> {
///     fn log_likelihood(
///         &mut self, theta: &[f64], batch: Batch<'_>, gradient: Option<&mut [f64]>,
///     ) -> Result<f64, Interrupt> {
///         let of = |x: &f64| (-0.5 * (x - theta[0]) * (x - theta[0]), x - theta[0]);
///         let add = |(v, g): (f64, f64), (dv, dg): (f64, f64)| (v + dv, g + dg);
///         let ((value, slope), len) = match batch {
///             Batch::All => (self.0.iter().map(of).fold((0.0, 0.0), add), self.0.len()),
///             Batch::Indices(i) => (i.iter().map(|&i| of(&self.0[i as usize])).fold((0.0, 0.0), add), i.len()),
///         };
///         if let Some(gradient) = gradient {
///             gradient[0] = slope / len as f64;
///         }
///         Ok(value / len as f64)
///     }
/// }
/// # assert_eq!(Mean(&[1.0]).log_likelihood(&[0.0], Batch::All, None), Ok(-0.5));
/// ```
pub trait Model<R: Real> {
    /// The mean of log p(x_i | θ) over the batch; its mean gradient goes into `gradient` where that is given.
    ///
    /// `gradient` is as long as `theta` and holds zeros, so it can be added to.
    fn log_likelihood(
        &mut self,
        theta: &[R],
        batch: Batch<'_>,
        gradient: Option<&mut [R]>,
    ) -> Result<f64, Interrupt>;

    /// log π0(θ), and its gradient into zeros; asked only under [`Prior::Callback`](crate::prior::Prior).
    fn log_prior(&mut self, theta: &[R], gradient: Option<&mut [R]>) -> Result<f64, Interrupt> {
        let _ = (theta, gradient);
        Ok(0.0)
    }

    /// P(θ) and Γ_i(θ) = Σ_j ∂P_ij/∂θ_j, for a position-dependent
    /// [`Preconditioner`](crate::precond::Preconditioner): `metric` gets the diagonal of P, or the rows of its factor
    /// L, d × d numbers; both hold zeros.
    fn metric(&mut self, theta: &[R], metric: &mut [R], gamma: &mut [R]) -> Result<(), Interrupt> {
        let _ = (theta, metric, gamma);
        Err(Interrupt::Missing)
    }

    /// The drift -(D + Q) ∇H̃ + τ Γ and the noise B ξ of a [`Recipe`](crate::rule::Recipe) at z; both hold zeros.
    fn diffusion(&mut self, at: Diffusion<'_, R>, drift: &mut [R], noise: &mut [R]) -> Result<(), Interrupt> {
        let _ = (at, drift, noise);
        Err(Interrupt::Missing)
    }

    /// The step size of step or epoch `k`, for [`Schedule::CALLBACK`](crate::schedule::Schedule::CALLBACK); a model without
    /// refuses steps with [`Error::NoStepSize`] until a warm-up has found one.
    fn step_size(&mut self, k: u64) -> Result<f64, Interrupt> {
        let _ = k;
        Err(Interrupt::Missing)
    }

    /// The temperature of step or epoch `k`, likewise.
    fn temperature(&mut self, k: u64) -> Result<f64, Interrupt> {
        let _ = k;
        Err(Interrupt::Missing)
    }
}

/// A model that is lent, so that code for any model need be there once.
impl<R: Real, M: Model<R> + ?Sized> Model<R> for &mut M {
    fn log_likelihood(
        &mut self,
        theta: &[R],
        batch: Batch<'_>,
        gradient: Option<&mut [R]>,
    ) -> Result<f64, Interrupt> {
        (**self).log_likelihood(theta, batch, gradient)
    }

    fn log_prior(&mut self, theta: &[R], gradient: Option<&mut [R]>) -> Result<f64, Interrupt> {
        (**self).log_prior(theta, gradient)
    }

    fn metric(&mut self, theta: &[R], metric: &mut [R], gamma: &mut [R]) -> Result<(), Interrupt> {
        (**self).metric(theta, metric, gamma)
    }

    fn diffusion(&mut self, at: Diffusion<'_, R>, drift: &mut [R], noise: &mut [R]) -> Result<(), Interrupt> {
        (**self).diffusion(at, drift, noise)
    }

    fn step_size(&mut self, k: u64) -> Result<f64, Interrupt> {
        (**self).step_size(k)
    }

    fn temperature(&mut self, k: u64) -> Result<f64, Interrupt> {
        (**self).temperature(k)
    }
}

/// What a host's diffusion is evaluated at.
#[derive(Clone, Copy, Debug)]
pub struct Diffusion<'a, R> {
    /// z: θ and the host's own variables.
    pub theta: &'a [R],
    /// The estimated gradient of the log posterior, -∇H̃, summed over all data, with the prior's.
    pub gradient: &'a [R],
    /// ξ, standard normals.
    pub normals: &'a [R],
    /// τ.
    pub temperature: f64,
}

/// A kept draw, as an observer sees it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Draw<'a, R> {
    /// The step that made the draw, counted from 0.
    pub step: u64,
    /// θ after the step.
    pub theta: &'a [R],
    /// The mean log-likelihood over the step's batch: at θ for Metropolis-Hastings, and where the gradient was
    /// taken, one step before θ, for an update rule.
    pub log_likelihood: f64,
    /// η, ε or δ of the step; HMC's ε before its jitter.
    pub step_size: f64,
    /// Norms of the drift and the noise that the step applied, or proposed.
    pub norms: Norms,
    /// Whether a proposal was accepted; always true for an update rule.
    pub accepted: bool,
    /// Whether the step ends a cycle of a cyclical schedule.
    pub ends_cycle: bool,
    /// Whether some θ overflowed in the step and was set to the largest finite number.
    pub saturated: bool,
    /// Whether a trajectory of HMC [diverged](crate::Statistics::divergence_count); θ is then where it began.
    pub diverged: bool,
}

/// Looks at every kept draw of a run; `Err(code)` ends the run after the draw it saw.
pub trait Observer<R> {
    /// Called after the step is complete; the chain holds exactly this draw.
    fn observe(&mut self, draw: &Draw<'_, R>) -> Result<(), i32>;
}

/// θ of every draw; a refusal ends the run with its number as the code.
impl<R: Real> Observer<R> for Estimates<'_> {
    fn observe(&mut self, draw: &Draw<'_, R>) -> Result<(), i32> {
        Estimates::observe(self, draw.theta, draw.step_size).map_err(|error| error as i32)
    }
}

impl<R, F: FnMut(&Draw<'_, R>) -> Result<(), i32>> Observer<R> for F {
    fn observe(&mut self, draw: &Draw<'_, R>) -> Result<(), i32> {
        self(draw)
    }
}
