//! Models with known posteriors.

use sgmcmc::{Batch, Diffusion, Interrupt, Model, Real};

/// What a model answers when it is asked for a number.
pub(crate) type Answer = Result<f64, Interrupt>;

/// The same likelihood everywhere, so that a step is its noise and its prior.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level;

impl<R: Real> Model<R> for Level {
    fn log_likelihood(&mut self, _: &[R], _: Batch<'_>, _: Option<&mut [R]>) -> Answer {
        Ok(0.0)
    }
}

/// A log-likelihood by its value and slope, coordinate by coordinate, the same for all data.
#[derive(Clone, Copy)]
pub(crate) struct Each<F = fn(f64) -> (f64, f64)>(pub(crate) F);

impl<R: Real, F: FnMut(f64) -> (f64, f64)> Model<R> for Each<F> {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, mut gradient: Option<&mut [R]>) -> Answer {
        let mut sum = 0.0;
        for (i, theta) in theta.iter().enumerate() {
            let (value, slope) = self.0(theta.to_f64());
            sum += value;
            if let Some(gradient) = gradient.as_deref_mut() {
                gradient[i] = R::from_f64(slope);
            }
        }
        Ok(sum)
    }
}

/// A likelihood with this mean gradient everywhere.
#[derive(Clone, Debug)]
pub(crate) struct Slope(pub(crate) Vec<f64>);

impl<R: Real> Model<R> for Slope {
    fn log_likelihood(&mut self, _: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        for (g, slope) in gradient.into_iter().flatten().zip(&self.0) {
            *g = R::from_f64(*slope);
        }
        Ok(0.0)
    }
}

/// One datum whose log-likelihood is that of θ ~ N(0, variance), in every coordinate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Normal {
    pub(crate) variance: f64,
}

impl<R: Real> Model<R> for Normal {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        if let Some(gradient) = gradient {
            for (g, theta) in gradient.iter_mut().zip(theta) {
                *g = R::from_f64(-theta.to_f64() / self.variance);
            }
        }
        Ok(theta.iter().map(|t| -0.5 * t.to_f64() * t.to_f64() / self.variance).sum())
    }
}

/// y_i ∈ {-1, 1} with the odds of x_iᵀθ: ℓ_i = -log(1 + exp(-y_i x_iᵀθ)), which is no polynomial in θ.
#[derive(Clone, Debug)]
pub(crate) struct Logistic {
    /// n rows of `dim` numbers, y_i x_i.
    pub(crate) x: Vec<f64>,
    pub(crate) dim: usize,
}

impl Logistic {
    /// A data set without two equal rows, none of them of length zero.
    pub(crate) fn spread(data_len: usize, dim: usize) -> Self {
        Self { x: (0..data_len * dim).map(|i| 2.0 * libm::sin(0.4 + 2.3 * i as f64)).collect(), dim }
    }
}

impl<R: Real> Model<R> for Logistic {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, mut gradient: Option<&mut [R]>) -> Answer {
        let all: Vec<u32> = (0..(self.x.len() / self.dim) as u32).collect();
        let indices = if let Batch::Indices(indices) = batch { indices } else { &all };
        let share = 1.0 / indices.len() as f64;
        let mut value = 0.0;
        for i in indices {
            let row = &self.x[*i as usize * self.dim..][..self.dim];
            let margin: f64 = row.iter().zip(theta).map(|(x, theta)| x * theta.to_f64()).sum();
            value -= share * libm::log1p(libm::exp(-margin));
            let slope = share / (1.0 + libm::exp(margin));
            for (g, x) in gradient.iter_mut().flat_map(|g| g.iter_mut()).zip(row) {
                *g = *g + R::from_f64(slope * x);
            }
        }
        Ok(value)
    }
}

/// A model with something plain for every callback that it has not: P = 1, SGLD's diffusion, and one step size. None of
/// them allocates.
#[derive(Clone, Debug)]
pub(crate) struct Plain<M>(pub(crate) M);

impl<R: Real, M: Model<R>> Model<R> for Plain<M> {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        self.0.log_likelihood(theta, batch, gradient)
    }

    fn metric(&mut self, theta: &[R], metric: &mut [R], _: &mut [R]) -> Result<(), Interrupt> {
        let skip = if metric.len() > theta.len() { theta.len() + 1 } else { 1 };
        metric.iter_mut().step_by(skip).for_each(|p| *p = R::from_f64(1.0));
        Ok(())
    }

    fn diffusion(&mut self, at: Diffusion<'_, R>, drift: &mut [R], noise: &mut [R]) -> Result<(), Interrupt> {
        drift.copy_from_slice(at.gradient);
        // At temperature 0 there are none.
        noise.iter_mut().zip(at.normals).for_each(|(noise, xi)| *noise = *xi);
        Ok(())
    }

    fn step_size(&mut self, _: u64) -> Answer {
        Ok(1e-3)
    }

    fn temperature(&mut self, _: u64) -> Answer {
        Ok(1.0)
    }
}

/// What a model was asked, with exact copies of all numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Call {
    /// `batch` is `None` for all data; `gradient` is the answer, where there was room for one.
    LogLikelihood {
        theta: Vec<f64>,
        batch: Option<Vec<u32>>,
        gradient: Option<Vec<f64>>,
    },
    LogPrior {
        theta: Vec<f64>,
        gradient: bool,
    },
    Metric {
        theta: Vec<f64>,
    },
    Diffusion {
        theta: Vec<f64>,
        gradient: Vec<f64>,
        normals: Vec<f64>,
        temperature: f64,
    },
    StepSize(u64),
    Temperature(u64),
}

/// A model with every callback that writes down what it was asked: a standard normal prior, P = 1, SGLD's diffusion.
#[derive(Clone, Debug)]
pub(crate) struct Recorder<M> {
    pub(crate) model: M,
    pub(crate) calls: Vec<Call>,
    /// What the host says for every k: step sizes, temperatures.
    pub(crate) schedules: [fn(u64) -> f64; 2],
}

impl<M> Recorder<M> {
    pub(crate) fn new(model: M) -> Self {
        Self { model, calls: Vec::new(), schedules: [|_| 0.01, |_| 1.0] }
    }

    /// The calls since the last time.
    pub(crate) fn take(&mut self) -> Vec<Call> {
        std::mem::take(&mut self.calls)
    }
}

/// Exact for both precisions.
pub(crate) fn exact<R: Real>(numbers: &[R]) -> Vec<f64> {
    numbers.iter().map(|x| x.to_f64()).collect()
}

impl<R: Real, M: Model<R>> Model<R> for Recorder<M> {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, mut gradient: Option<&mut [R]>) -> Answer {
        let value = self.model.log_likelihood(theta, batch, gradient.as_deref_mut())?;
        let batch = if let Batch::Indices(indices) = batch { Some(indices.to_vec()) } else { None };
        let gradient = gradient.as_deref().map(exact);
        self.calls.push(Call::LogLikelihood { theta: exact(theta), batch, gradient });
        Ok(value)
    }

    fn log_prior(&mut self, theta: &[R], gradient: Option<&mut [R]>) -> Answer {
        self.calls.push(Call::LogPrior { theta: exact(theta), gradient: gradient.is_some() });
        let pull = gradient.into_iter().flatten().zip(theta);
        pull.for_each(|(gradient, theta)| *gradient = -*theta);
        Ok(theta.iter().map(|theta| -0.5 * theta.to_f64() * theta.to_f64()).sum())
    }

    fn metric(&mut self, theta: &[R], metric: &mut [R], _: &mut [R]) -> Result<(), Interrupt> {
        self.calls.push(Call::Metric { theta: exact(theta) });
        let skip = if metric.len() > theta.len() { theta.len() + 1 } else { 1 };
        metric.iter_mut().step_by(skip).for_each(|p| *p = R::from_f64(1.0));
        Ok(())
    }

    fn diffusion(&mut self, at: Diffusion<'_, R>, drift: &mut [R], noise: &mut [R]) -> Result<(), Interrupt> {
        self.calls.push(Call::Diffusion {
            theta: exact(at.theta),
            gradient: exact(at.gradient),
            normals: exact(at.normals),
            temperature: at.temperature,
        });
        drift.copy_from_slice(at.gradient);
        noise.copy_from_slice(at.normals);
        Ok(())
    }

    fn step_size(&mut self, k: u64) -> Answer {
        self.calls.push(Call::StepSize(k));
        Ok(self.schedules[0](k))
    }

    fn temperature(&mut self, k: u64) -> Answer {
        self.calls.push(Call::Temperature(k));
        Ok(self.schedules[1](k))
    }
}
