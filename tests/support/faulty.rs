//! A model that fails on demand, after it has made a mess of its buffer.

use super::{Answer, GaussianData};
use sgmcmc::{Batch, Diffusion, Interrupt, Model, Real};

/// A way to fail, or to say no.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fault {
    /// `log_likelihood` gives this value.
    Value(f64),
    /// `log_likelihood` puts this number at this place of the gradient.
    Gradient(usize, f64),
    /// `log_likelihood` stops with this code.
    Stop(i32),
    /// `log_likelihood` cannot be evaluated.
    Impossible,
    /// `log_prior` gives this value.
    Prior(f64),
    /// `log_prior` puts this number at this place of the gradient.
    PriorGradient(usize, f64),
    /// `log_prior` stops with this code.
    PriorStop(i32),
    /// `log_prior` cannot be evaluated.
    PriorImpossible,
    /// Another callback.
    Host(Callback, Trouble),
}

/// Who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callback {
    LogLikelihood,
    LogPrior,
    Metric,
    Diffusion,
    StepSize,
    Temperature,
}

/// What the callbacks besides the densities may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Trouble {
    /// Stops with this code.
    Stop(i32),
    /// Cannot be evaluated.
    Impossible,
    /// Has no answer, as a model without the callback.
    Missing,
    /// This number at this place of its first vector and then of its second, or as its answer.
    Number(usize, f64),
}

impl Fault {
    /// Whether it is `log_prior` that fails.
    pub(crate) fn of_prior(self) -> bool {
        self.callback() == Callback::LogPrior
    }

    fn callback(self) -> Callback {
        match self {
            Fault::Prior(_) | Fault::PriorGradient(..) | Fault::PriorStop(_) | Fault::PriorImpossible => {
                Callback::LogPrior
            }
            Fault::Value(_) | Fault::Gradient(..) | Fault::Stop(_) | Fault::Impossible => {
                Callback::LogLikelihood
            }
            Fault::Host(callback, _) => callback,
        }
    }
}

/// Gaussian data with a standard normal prior, and a fault when `armed` has counted down to its call.
///
/// Asserts in every call that its buffer holds zeros.
#[derive(Clone, Debug)]
pub(crate) struct Faulty {
    pub(crate) data: GaussianData,
    /// The fault, and how many calls of its function come before.
    pub(crate) armed: Option<(u32, Fault)>,
    pub(crate) calls: u64,
    /// Calls of `log_likelihood` alone.
    pub(crate) evaluations: u32,
}

impl Faulty {
    pub(crate) fn new(data: GaussianData) -> Self {
        Self { data, armed: None, calls: 0, evaluations: 0 }
    }

    fn due(&mut self, callback: Callback) -> Option<Fault> {
        self.calls += 1;
        self.evaluations += u32::from(callback == Callback::LogLikelihood);
        let (before, fault) = self.armed.filter(|(_, fault)| fault.callback() == callback)?;
        self.armed = before.checked_sub(1).map(|left| (left, fault));
        if before == 0 { Some(fault) } else { None }
    }

    /// Fills both vectors of zeros from `number`, with whatever trouble is due.
    fn answer<R: Real>(
        &mut self,
        callback: Callback,
        [first, second]: [&mut [R]; 2],
        number: impl Fn(usize) -> f64,
    ) -> Result<(), Interrupt> {
        let zeros = first.iter().chain(&*second).all(|x| x.to_bits_u64() == 0);
        assert!(zeros, "{callback:?}: a vector holds something else than zeros");
        let trouble = self.due(callback);
        for (i, x) in first.iter_mut().chain(second).enumerate() {
            *x = R::from_f64(match trouble {
                Some(Fault::Host(_, Trouble::Number(at, bad))) if at == i => bad,
                _ => number(i),
            });
        }
        match trouble {
            Some(Fault::Host(_, Trouble::Stop(code))) => Err(Interrupt::Stop(code)),
            Some(Fault::Host(_, Trouble::Impossible)) => Err(Interrupt::Impossible),
            Some(Fault::Host(_, Trouble::Missing)) => Err(Interrupt::Missing),
            _ => Ok(()),
        }
    }
}

#[track_caller]
fn assert_zeros<R: Real>(gradient: &Option<&mut [R]>) {
    let zeros = gradient.as_ref().is_none_or(|g| g.iter().all(|g| g.to_bits_u64() == 0));
    assert!(zeros, "a callback's gradient buffer holds something else than zeros");
}

/// Leaves nothing of the zeros.
fn mess<R: Real>(gradient: &mut Option<&mut [R]>) {
    gradient.iter_mut().flat_map(|g| g.iter_mut()).for_each(|g| *g = R::from_f64(-123.0));
}

impl<R: Real> Model<R> for Faulty {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, mut gradient: Option<&mut [R]>) -> Answer {
        assert_zeros(&gradient);
        let fault = self.due(Callback::LogLikelihood);
        match fault {
            Some(Fault::Stop(code)) => {
                mess(&mut gradient);
                return Err(Interrupt::Stop(code));
            }
            Some(Fault::Impossible) => {
                mess(&mut gradient);
                return Err(Interrupt::Impossible);
            }
            _ => {}
        }
        let value = self.data.log_likelihood(theta, batch, gradient.as_deref_mut())?;
        match (fault, gradient) {
            (Some(Fault::Gradient(at, bad)), Some(gradient)) => gradient[at] = R::from_f64(bad),
            (Some(Fault::Value(bad)), _) => return Ok(bad),
            _ => {}
        }
        Ok(value)
    }

    fn log_prior(&mut self, theta: &[R], mut gradient: Option<&mut [R]>) -> Answer {
        assert_zeros(&gradient);
        let fault = self.due(Callback::LogPrior);
        for (g, theta) in gradient.iter_mut().flat_map(|g| g.iter_mut()).zip(theta) {
            *g = -*theta;
        }
        match (fault, gradient) {
            (Some(Fault::PriorStop(code)), _) => return Err(Interrupt::Stop(code)),
            (Some(Fault::PriorImpossible), _) => return Err(Interrupt::Impossible),
            (Some(Fault::Prior(bad)), _) => return Ok(bad),
            (Some(Fault::PriorGradient(at, bad)), Some(gradient)) => gradient[at] = R::from_f64(bad),
            _ => {}
        }
        Ok(theta.iter().map(|t| -0.5 * t.to_f64() * t.to_f64()).sum())
    }

    /// P = 0.8 + 0.1 sin θ, or a factor with that on its diagonal and hundredths besides, and a Γ that changes.
    fn metric(&mut self, theta: &[R], metric: &mut [R], gamma: &mut [R]) -> Result<(), Interrupt> {
        let (dim, len) = (theta.len(), metric.len());
        let own = |i: usize| 0.8 + 0.1 * libm::sin(theta[i % dim].to_f64());
        let on_diagonal = |i: usize| len == dim || i.is_multiple_of(dim + 1);
        self.answer(Callback::Metric, [metric, gamma], |i| match i < len {
            true if on_diagonal(i) => own(i),
            true => 0.01,
            false => 0.1 * libm::cos(theta[i - len].to_f64()),
        })
    }

    /// SGLD's.
    fn diffusion(&mut self, at: Diffusion<'_, R>, drift: &mut [R], noise: &mut [R]) -> Result<(), Interrupt> {
        let numbers: Vec<f64> = at.gradient.iter().chain(at.normals).map(|x| x.to_f64()).collect();
        self.answer(Callback::Diffusion, [drift, noise], |i| numbers[i])
    }

    fn step_size(&mut self, _: u64) -> Answer {
        let mut answer = [0.0];
        self.answer(Callback::StepSize, [&mut answer, &mut []], |_| 1e-3)?;
        Ok(answer[0])
    }

    fn temperature(&mut self, _: u64) -> Answer {
        let mut answer = [0.0];
        self.answer(Callback::Temperature, [&mut answer, &mut []], |_| 1.0)?;
        Ok(answer[0])
    }
}
