//! Time averages of independent copies of a chain, and their standard errors from the spread between the copies.

use super::Estimate;

/// Sums over time of some quantities of every copy.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    /// Copies of each quantity.
    sums: Vec<Vec<f64>>,
    counts: Vec<u64>,
}

impl Tally {
    pub(crate) fn new(quantities: usize, copies: usize) -> Self {
        Self { sums: vec![vec![0.0; copies]; quantities], counts: vec![0; quantities] }
    }

    /// Takes in a quantity's value at one time, copy by copy.
    pub(crate) fn add(&mut self, quantity: usize, values: impl Iterator<Item = f64>) {
        self.counts[quantity] += 1;
        self.sums[quantity].iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
    }

    /// The difference of two runs of the same copies, which may have had the same random numbers.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        assert_eq!(self.counts, other.counts);
        let differences = |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).map(|(a, b)| a - b).collect();
        Self {
            sums: self.sums.iter().zip(&other.sums).map(differences).collect(),
            counts: self.counts.clone(),
        }
    }

    /// The mean over time and copies. A copy's time average has the chain's autocorrelation in it, and the copies are
    /// independent: their spread needs no model.
    pub(crate) fn estimate(&self, quantity: usize) -> Estimate {
        let copies = self.sums[quantity].len() as f64;
        let averages = self.sums[quantity].iter().map(|sum| sum / self.counts[quantity] as f64);
        let mean = averages.clone().sum::<f64>() / copies;
        let squares = averages.map(|average| (average - mean) * (average - mean)).sum::<f64>();
        Estimate { mean, error: (squares / (copies - 1.0) / copies).sqrt() }
    }
}
