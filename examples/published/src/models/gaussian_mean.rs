//! Wu, Wang and Wong 2020, sections 2.3 and 3.1: the unknown mean of normal data, x_i ~ N(θ, I_d), on which three of
//! their experiments run.
//!
//! A batch enters only through the sums of its x_i and of their squares. They are kept between evaluations, and brought
//! up to date by what changed: a batch that many chains share, that a trajectory holds, or that a partial refresh left
//! but for an index, costs no pass over its data.

use crate::lab::Outcome;
use example_support::Answer;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::{Batch, Model};

/// Data with what is known of all of them.
pub struct Data {
    dim: usize,
    /// n rows of d numbers.
    x: Vec<f64>,
    /// ‖x_i‖² for every i.
    squares: Vec<f64>,
    /// The mean of x_i.
    pub mean: Vec<f64>,
    /// The mean of ‖x_i‖² less ‖x̄‖²: the trace of the data's covariance.
    pub scatter: f64,
}

impl Data {
    /// Of these numbers, row by row.
    pub fn new(dim: usize, x: Vec<f64>) -> Self {
        let squares: Vec<f64> = x.chunks(dim).map(square).collect();
        let mut sums = vec![0.0; dim];
        x.chunks(dim).for_each(|row| add(&mut sums, row));
        let (mean, scatter) = means(&sums, squares.iter().sum(), squares.len());
        Self { dim, x, squares, mean, scatter }
    }

    /// n rows of N(at, I_d).
    pub fn draw(len: u32, dim: usize, at: f64, seed: u64) -> Outcome<Self> {
        let mut rng = Generators::new(seed, 0).ok_or("no such chain")?;
        let mut x = vec![0.0; len as usize * dim];
        fill_normals(&mut rng.noise, &mut x);
        x.iter_mut().for_each(|x| *x += at);
        Ok(Self::new(dim, x))
    }

    /// n.
    pub fn len(&self) -> u32 {
        self.squares.len() as u32
    }

    fn row(&self, i: u32) -> &[f64] {
        let start = i as usize * self.dim;
        &self.x[start..start + self.dim]
    }
}

/// What the likelihood's value is of, where its gradient is of the batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The batch, as in Algorithm 1.
    Batch,
    /// All data: the acceptance of a chain whose gradients alone are of batches.
    All,
}

/// The model, with the sums of the batch that it was asked about last.
pub struct GaussianMean<'a> {
    data: &'a Data,
    /// What the value is of.
    pub value: Value,
    batch: Vec<u32>,
    sums: Vec<f64>,
    square_sum: f64,
    mean: Vec<f64>,
    scatter: f64,
    /// Indices that came, and that went.
    changes: Vec<(u32, bool)>,
}

impl<'a> GaussianMean<'a> {
    /// Of these data.
    pub fn new(data: &'a Data) -> Self {
        let zeros = vec![0.0; data.dim];
        let (sums, mean) = (zeros.clone(), zeros);
        let (batch, changes) = (Vec::new(), Vec::new());
        Self { data, value: Value::Batch, batch, sums, square_sum: 0.0, mean, scatter: 0.0, changes }
    }

    /// Takes in the batch, which is ascending.
    fn look_at(&mut self, batch: &[u32]) {
        if self.batch == batch {
            return;
        }
        if self.find_changes(batch) {
            for &(i, came) in &self.changes {
                let sign = if came { 1.0 } else { -1.0 };
                self.sums.iter_mut().zip(self.data.row(i)).for_each(|(sum, x)| *sum += sign * x);
                self.square_sum += sign * self.data.squares[i as usize];
            }
        } else {
            self.sums.fill(0.0);
            self.square_sum = 0.0;
            for &i in batch {
                add(&mut self.sums, self.data.row(i));
                self.square_sum += self.data.squares[i as usize];
            }
        }
        self.batch.clear();
        self.batch.extend(batch);
        (self.mean, self.scatter) = means(&self.sums, self.square_sum, batch.len());
    }

    /// Lists what changed; false where that is more than an eighth of the batch, or its length.
    fn find_changes(&mut self, batch: &[u32]) -> bool {
        self.changes.clear();
        if batch.len() != self.batch.len() {
            return false;
        }
        let (mut old, mut new) = (self.batch.iter().peekable(), batch.iter().peekable());
        while self.changes.len() <= batch.len() / 8 {
            match (old.peek(), new.peek()) {
                (None, None) => return true,
                (Some(a), Some(b)) if a == b => {
                    old.next();
                    new.next();
                }
                (Some(a), b) if b.is_none_or(|b| a < b) => {
                    self.changes.push((**a, false));
                    old.next();
                }
                (_, b) => {
                    self.changes.extend(b.map(|b| (**b, true)));
                    new.next();
                }
            }
        }
        false
    }
}

impl Model<f64> for GaussianMean<'_> {
    /// -½ of the mean ‖x_i - θ‖², which is that of the batch's mean and the scatter about it.
    fn log_likelihood(&mut self, theta: &[f64], batch: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        if let Batch::Indices(batch) = batch {
            self.look_at(batch);
        }
        let all = (&self.data.mean, self.data.scatter);
        let (mean, scatter) = if batch == Batch::All { all } else { (&self.mean, self.scatter) };
        for (gradient, (mean, theta)) in gradient.into_iter().flatten().zip(mean.iter().zip(theta)) {
            *gradient = mean - theta;
        }
        let (mean, scatter) = if self.value == Value::All { all } else { (mean, scatter) };
        let distance: f64 = mean.iter().zip(theta).map(|(mean, theta)| (mean - theta) * (mean - theta)).sum();
        Ok(-0.5 * (scatter + distance))
    }
}

fn square(row: &[f64]) -> f64 {
    row.iter().map(|x| x * x).sum()
}

fn add(sums: &mut [f64], row: &[f64]) {
    sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
}

/// The mean, and the mean square about it.
fn means(sums: &[f64], square_sum: f64, len: usize) -> (Vec<f64>, f64) {
    let mean: Vec<f64> = sums.iter().map(|sum| sum / len as f64).collect();
    let scatter = square_sum / len as f64 - square(&mean);
    (mean, scatter)
}

/// The share of a normal below x.
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums that follow a batch's changes against a pass over its data, with one index changed, with all, and back.
    #[test]
    fn sums_that_follow_a_batch_are_those_of_a_pass() {
        let data = Data::draw(100, 3, 1.0, 1).expect("data");
        let mut model = GaussianMean::new(&data);
        let theta = [0.5, -1.0, 2.0];
        let first: Vec<u32> = (0..40).map(|i| 2 * i).collect();
        let mut second = first.clone();
        second[39] = 99;
        let mut third = first.clone();
        third[0] = 1;
        let fourth: Vec<u32> = (0..40).map(|i| 2 * i + 1).collect();
        for batch in [&first, &second, &third, &first, &fourth, &second] {
            let mut gradient = [0.0; 3];
            let got =
                model.log_likelihood(&theta, Batch::Indices(batch), Some(&mut gradient)).expect("a value");
            let (mut value, mut slope) = (0.0, [0.0; 3]);
            for &i in batch {
                for (j, (x, theta)) in data.row(i).iter().zip(theta).enumerate() {
                    value -= 0.5 * (x - theta) * (x - theta) / 40.0;
                    slope[j] += (x - theta) / 40.0;
                }
            }
            assert!((got - value).abs() < 1e-13, "{got} and {value}");
            assert!(
                gradient.iter().zip(slope).all(|(a, b)| (a - b).abs() < 1e-13),
                "{gradient:?}, {slope:?}"
            );
        }
        let all: Vec<u32> = (0..100).collect();
        let whole = model.log_likelihood(&theta, Batch::All, None).expect("a value");
        let listed = model.log_likelihood(&theta, Batch::Indices(&all), None).expect("a value");
        assert!((whole - listed).abs() < 1e-13);
        model.value = Value::All;
        assert_eq!(model.log_likelihood(&theta, Batch::Indices(&first), None), Ok(whole));
    }

    #[test]
    fn the_normal_distribution_is_tabulated() {
        for (x, share) in [(0.0, 0.5), (1.0, 0.841344746068543), (-1.959963984540054, 0.025)] {
            assert!((normal_cdf(x) - share).abs() < 1e-15);
        }
    }
}
