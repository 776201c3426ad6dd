//! Gradient estimators: control variates (C Algorithm 1), Baker et al. 2019, and SAGA, Dubey et al. 2016.

use super::Scalar;
use core::num::NonZeroU32;
use rand_xoshiro::Xoshiro256PlusPlus;
use sgmcmc::minibatch::without_replacement;
use sgmcmc::{Batch, Estimator, Model};

/// An estimator of the mean gradient ĝ over n data, with what it remembers.
pub(crate) struct GradientEstimator<'a, R> {
    estimator: Estimator<'a>,
    data_len: NonZeroU32,
    /// θ̃ and ĝ(θ̃).
    anchor: (Vec<R>, Vec<R>),
    /// The mean of θ since the last anchor, and of how many.
    mean: (Vec<f64>, f64),
    /// α and its mean.
    table: Vec<Vec<R>>,
    table_mean: Vec<f64>,
}

/// ĝ of a batch.
pub(crate) fn mean_gradient<R: Scalar>(model: &mut impl Model<R>, theta: &[R], batch: Batch<'_>) -> Vec<R> {
    let mut gradient = vec![R::default(); theta.len()];
    model.log_likelihood(theta, batch, Some(&mut gradient)).expect("a possible theta");
    gradient
}

impl<'a, R: Scalar> GradientEstimator<'a, R> {
    pub(crate) fn new(estimator: Estimator<'a>, data_len: u32, theta: &[R]) -> Self {
        let given = if let Estimator::FixedCentre { centre } = estimator { centre } else { None };
        let centre = given.map_or(theta.to_vec(), |centre| centre.iter().map(|x| R::from_f64(*x)).collect());
        let zeros = vec![0.0; theta.len()];
        Self {
            estimator,
            data_len: NonZeroU32::new(data_len).expect("data"),
            anchor: (centre, Vec::new()),
            mean: (zeros.clone(), 0.0),
            table: Vec::new(),
            table_mean: zeros,
        }
    }

    /// ĝ at θ in step `index`, from a batch.
    pub(crate) fn estimate(
        &mut self,
        (theta, batch, index): (&[R], Batch<'_>, u64),
        choice: &mut Xoshiro256PlusPlus,
        model: &mut impl Model<R>,
    ) -> Vec<R> {
        match self.estimator {
            Estimator::Plain => return mean_gradient(model, theta, batch),
            Estimator::Saga => return self.saga(theta, batch, index, model),
            Estimator::FixedCentre { .. } if index == 0 => {
                self.anchor.1 = mean_gradient(model, &self.anchor.0, Batch::All);
            }
            Estimator::FixedCentre { .. } => {}
            Estimator::Practical { anchor_len, interval, averaged } if index % interval == 0 => {
                let mut many = vec![0; anchor_len as usize];
                without_replacement(choice, self.data_len, &mut many);
                let site = self.site(averaged, theta);
                let gradient = mean_gradient(model, &site, Batch::Indices(&many));
                self.anchor = (site, gradient);
            }
            Estimator::Svrg { interval, averaged } if index % interval == 0 => {
                let site = self.site(averaged, theta);
                let gradient = mean_gradient(model, &site, Batch::All);
                self.anchor = (site, gradient);
            }
            Estimator::Practical { .. } | Estimator::Svrg { .. } => {}
            estimator => unimplemented!("no reference for {estimator:?}"),
        }
        // (C Algorithm 1): g̃ + (ĝ_I(θ) - ĝ_I(θ̃)).
        let (site, full) = &self.anchor;
        let (here, there) = (mean_gradient(model, theta, batch), mean_gradient(model, site, batch));
        full.iter().zip(here).zip(there).map(|((full, here), there)| *full + (here - there)).collect()
    }

    /// Where the next anchor is, whose interval starts afresh: at the mean of the last one, if there was one, or at θ.
    fn site(&mut self, averaged: bool, theta: &[R]) -> Vec<R> {
        let zeros = (vec![0.0; theta.len()], 0.0);
        let (mean, count) = core::mem::replace(&mut self.mean, zeros);
        if averaged && count > 0.0 { mean.into_iter().map(R::from_f64).collect() } else { theta.to_vec() }
    }

    /// What the average of the next anchor takes in: mean ← mean + 2 ((θ/2 - mean/2)/count).
    pub(crate) fn moved_to(&mut self, theta: &[R]) {
        let (mean, count) = &mut self.mean;
        *count += 1.0;
        for (mean, theta) in mean.iter_mut().zip(theta) {
            *mean += 2.0 * ((0.5 * theta.to_f64() - 0.5 * *mean) / *count);
        }
    }

    /// Dubey et al. 2016, Algorithm 2: mean(α) + (1/m) Σ (∇ℓ_i(θ) - α_i), then α_i ← ∇ℓ_i(θ).
    fn saga(&mut self, theta: &[R], batch: Batch<'_>, index: u64, model: &mut impl Model<R>) -> Vec<R> {
        let Batch::Indices(batch) = batch else { panic!("SAGA wants a batch") };
        let n = f64::from(self.data_len.get());
        let mut row = |i: u32| mean_gradient(model, theta, Batch::Indices(&[i]));
        if index == 0 {
            self.table = (0..self.data_len.get()).map(&mut row).collect();
            let mean = |j: usize| self.table.iter().fold(0.0, |sum, row| sum + row[j].to_f64()) / n;
            self.table_mean = (0..theta.len()).map(mean).collect();
        }
        let fresh: Vec<Vec<R>> = batch.iter().map(|i| row(*i)).collect();
        let change = |k: usize, j: usize| fresh[k][j].to_f64() - self.table[batch[k] as usize][j].to_f64();
        let estimate = |j: usize| {
            let sum = (0..batch.len()).fold(0.0, |sum, k| sum + change(k, j));
            R::from_f64(self.table_mean[j] + sum / batch.len() as f64)
        };
        let gradient = (0..theta.len()).map(estimate).collect();
        for j in 0..theta.len() {
            self.table_mean[j] = (0..batch.len()).fold(self.table_mean[j], |mean, k| mean + change(k, j) / n);
        }
        for (i, row) in batch.iter().zip(fresh) {
            self.table[*i as usize] = row;
        }
        gradient
    }
}
