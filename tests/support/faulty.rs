//! A model that fails on demand, after it has made a mess of its buffer.

use super::GaussianData;
use sgmcmc::{Batch, Interrupt, Model, Real};

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
}

impl Fault {
    /// Whether it is `log_prior` that fails.
    pub(crate) fn of_prior(self) -> bool {
        matches!(
            self,
            Fault::Prior(_) | Fault::PriorGradient(..) | Fault::PriorStop(_) | Fault::PriorImpossible
        )
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
}

impl Faulty {
    pub(crate) fn new(data: GaussianData) -> Self {
        Self { data, armed: None, calls: 0 }
    }

    fn due(&mut self, of_prior: bool) -> Option<Fault> {
        self.calls += 1;
        let (before, fault) = self.armed.filter(|(_, fault)| fault.of_prior() == of_prior)?;
        self.armed = before.checked_sub(1).map(|left| (left, fault));
        if before == 0 { Some(fault) } else { None }
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
    fn log_likelihood(
        &mut self,
        theta: &[R],
        batch: Batch<'_>,
        mut gradient: Option<&mut [R]>,
    ) -> Result<f64, Interrupt> {
        assert_zeros(&gradient);
        let fault = self.due(false);
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

    fn log_prior(&mut self, theta: &[R], mut gradient: Option<&mut [R]>) -> Result<f64, Interrupt> {
        assert_zeros(&gradient);
        let fault = self.due(true);
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
}
