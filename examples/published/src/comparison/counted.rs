//! How many gradients of single data a model was asked for.

use example_support::Answer;
use sgmcmc::{Batch, Model, Real};

/// A model that counts: one for every datum whose log-likelihood it was asked for, with its gradient or without.
pub struct Counted<M> {
    /// The model itself.
    pub model: M,
    /// How many so far.
    pub count: u64,
    data_len: u64,
}

impl<M> Counted<M> {
    /// Counts from 0.
    pub fn new(model: M, data_len: u32) -> Self {
        Self { model, count: 0, data_len: u64::from(data_len) }
    }
}

impl<R: Real, M: Model<R>> Model<R> for Counted<M> {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        self.count += match batch {
            Batch::All => self.data_len,
            Batch::Indices(indices) => indices.len() as u64,
        };
        self.model.log_likelihood(theta, batch, gradient)
    }
}
