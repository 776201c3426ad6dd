//! C callbacks as the core's `Model` and `Observer`.

use crate::guard::{Call, Callback, Diffuse, LogLikelihood, LogPrior, Measure, Observe, Scheduled};
use crate::precision::{Functions, Precision};
use core_crate::prior::Prior;
use core_crate::schedule::Shape;
use core_crate::{Batch, ChainSettings, Diffusion, Draw, Error, Interrupt, Model, Observer, Sampler, built};

/// Which of a model's functions a chain's settings need, besides the log-likelihood: a bit each, since a chain's memory
/// holds it.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Needs(u16);

impl Needs {
    const LOG_PRIOR: u16 = 1;
    const METRIC: u16 = 2;
    const DIFFUSION: u16 = 4;
    const STEP_SIZE: u16 = 8;
    const TEMPERATURE: u16 = 16;

    pub(crate) fn of<R: Precision>(settings: &ChainSettings<'_>) -> Self {
        let rule = if let Sampler::Rule(rule) = &settings.sampler { Some(rule) } else { None };
        let terms = rule.map(|settings| settings.rule.host_terms::<R>()).unwrap_or_default();
        let needs = [
            (Self::LOG_PRIOR, settings.prior == Prior::Callback),
            (Self::METRIC, terms.from_metric()),
            (Self::DIFFUSION, terms.from_diffusion()),
            (Self::STEP_SIZE, rule.is_some_and(|rule| rule.step_size.shape == Shape::Callback)),
            (Self::TEMPERATURE, rule.is_some_and(|rule| rule.temperature.shape == Shape::Callback)),
        ];
        Self(needs.iter().map(|(bit, needed)| if *needed { *bit } else { 0 }).sum())
    }

    /// Of what has only a prior.
    pub(crate) fn of_prior(prior: &Prior<'_>) -> Self {
        Self(if *prior == Prior::Callback { Self::LOG_PRIOR } else { 0 })
    }

    pub(crate) fn bits(self) -> u16 {
        self.0
    }

    pub(crate) fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The same once the step size is constant.
    pub(crate) fn without_step_size(self) -> Self {
        Self(self.0 & !Self::STEP_SIZE)
    }
}

/// The model of a C host.
pub(crate) struct Host<'a, R> {
    log_likelihood: Callback<'a, LogLikelihood<R>>,
    log_prior: Option<Callback<'a, LogPrior<R>>>,
    metric: Option<Callback<'a, Measure<R>>>,
    diffusion: Option<Callback<'a, Diffuse<R>>>,
    step_size: Option<Callback<'a, Scheduled>>,
    temperature: Option<Callback<'a, Scheduled>>,
    /// n: how many data NULL stands for.
    data_len: usize,
}

impl<'a, R> Host<'a, R> {
    /// Errors: `CallbackMissing`, or `NoStepSize`, before the first step that would call what is missing;
    /// `LogPriorUnused`, since a posterior without its prior is another one. The other callbacks say how a chain moves,
    /// and a model that has them serves chains that do not ask for them, too.
    pub(crate) fn new(
        call: &Call<'a>,
        functions: Functions<R>,
        needs: Needs,
        data_len: u32,
    ) -> Result<Self, Error> {
        let Functions { log_likelihood, log_prior, metric, diffusion, step_size, temperature, user } =
            functions;
        let given = [
            (Needs::LOG_PRIOR, log_prior.is_some()),
            (Needs::METRIC, metric.is_some()),
            (Needs::DIFFUSION, diffusion.is_some()),
            (Needs::STEP_SIZE, step_size.is_some()),
            (Needs::TEMPERATURE, temperature.is_some()),
        ];
        if needs.0 != 0
            && let Some((bit, _)) = given.iter().find(|(bit, given)| needs.0 & bit != 0 && !given)
        {
            let is_step_size = *bit == Needs::STEP_SIZE;
            return Err(if is_step_size { Error::NoStepSize } else { Error::CallbackMissing });
        }
        if log_prior.is_some() && needs.0 & Needs::LOG_PRIOR == 0 {
            return Err(Error::LogPriorUnused);
        }
        Ok(Self {
            log_likelihood: call.callback(log_likelihood.ok_or(Error::CallbackMissing)?, user),
            log_prior: log_prior.map(|function| call.callback(function, user)),
            metric: metric.map(|function| call.callback(function, user)),
            diffusion: diffusion.map(|function| call.callback(function, user)),
            step_size: step_size.map(|function| call.callback(function, user)),
            temperature: temperature.map(|function| call.callback(function, user)),
            data_len: data_len as usize,
        })
    }
}

/// What a callback returned, with what it wrote; a value that it did not write is NaN.
fn answer<T>(code: i32, value: T) -> Result<T, Interrupt> {
    match code {
        0 => Ok(value),
        1 => Err(Interrupt::Impossible),
        code => Err(Interrupt::Stop(code)),
    }
}

fn scheduled(callback: Option<Callback<'_, Scheduled>>, k: u64) -> Result<f64, Interrupt> {
    let mut value = f64::NAN;
    let code = callback.ok_or(Interrupt::Missing)?.scheduled(&mut value, k);
    answer(code, value)
}

/// A model as steps get it. Ensembles have models of their own, and where they are built steps get either behind a pointer, so
/// that their code is there once.
#[cfg(feature = "warm-up")]
pub(crate) type Lent<'l, 'a, R> = &'l mut (dyn Model<R> + 'a);
#[cfg(not(feature = "warm-up"))]
pub(crate) type Lent<'l, 'a, R> = &'l mut Host<'a, R>;

impl<R: Precision> Model<R> for Host<'_, R> {
    fn log_likelihood(
        &mut self,
        theta: &[R],
        batch: Batch<'_>,
        gradient: Option<&mut [R]>,
    ) -> Result<f64, Interrupt> {
        let batch = match batch {
            Batch::All => (None, self.data_len),
            Batch::Indices(indices) => (Some(indices), indices.len()),
        };
        let mut value = f64::NAN;
        let code = self.log_likelihood.log_likelihood(&mut value, gradient, theta, batch);
        answer(code, value)
    }

    fn log_prior(&mut self, theta: &[R], gradient: Option<&mut [R]>) -> Result<f64, Interrupt> {
        let mut value = f64::NAN;
        let code = self
            .log_prior
            .filter(|_| built::PRIORS)
            .ok_or(Interrupt::Missing)?
            .log_prior(&mut value, gradient, theta);
        answer(code, value)
    }

    fn metric(&mut self, theta: &[R], metric: &mut [R], gamma: &mut [R]) -> Result<(), Interrupt> {
        answer(
            self.metric
                .filter(|_| built::POSITION_DEPENDENT)
                .ok_or(Interrupt::Missing)?
                .metric(metric, gamma, theta),
            (),
        )
    }

    fn diffusion(&mut self, at: Diffusion<'_, R>, drift: &mut [R], noise: &mut [R]) -> Result<(), Interrupt> {
        answer(
            self.diffusion.filter(|_| built::RECIPE).ok_or(Interrupt::Missing)?.diffusion(drift, noise, at),
            (),
        )
    }

    fn step_size(&mut self, k: u64) -> Result<f64, Interrupt> {
        scheduled(self.step_size, k)
    }

    fn temperature(&mut self, k: u64) -> Result<f64, Interrupt> {
        scheduled(self.temperature, k)
    }
}

/// What an observer returned, or what looks at the progress.
pub(crate) fn go_on(code: i32) -> Result<(), i32> {
    if code == 0 { Ok(()) } else { Err(code) }
}

/// The observer of a C host.
pub(crate) struct HostObserver<'a, R: Precision>(pub(crate) Callback<'a, Observe<R::Draw>>);

impl<R: Precision> Observer<R> for HostObserver<'_, R> {
    fn observe(&mut self, draw: &Draw<'_, R>) -> Result<(), i32> {
        go_on(self.0.observe(&R::draw(draw)))
    }
}
