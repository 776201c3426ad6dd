//! Sums in the written order.

use super::Scalar;

/// Number i goes to the sum i mod L, where L numbers of the vector's precision are 64 bytes; the sums are added from
/// the first on.
#[derive(Clone)]
pub(crate) struct Sums(Vec<f64>);

impl Sums {
    pub(crate) fn new<R: Scalar>() -> Self {
        Self(vec![0.0; 64 / size_of::<R>()])
    }

    pub(crate) fn add(&mut self, i: usize, x: f64) {
        let len = self.0.len();
        self.0[i % len] += x;
    }

    pub(crate) fn total(&self) -> f64 {
        self.0.iter().fold(0.0, |total, sum| total + sum)
    }
}

/// Σ x² in that order.
pub(crate) fn fold_squares<R: Scalar>(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let mut sums = Sums::new::<R>();
    numbers.into_iter().enumerate().for_each(|(i, x)| sums.add(i, x * x));
    sums.total()
}
