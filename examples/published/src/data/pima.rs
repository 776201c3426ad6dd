//! The Pima Indians Diabetes data: eight measurements of a woman, and whether she has diabetes; and the logistic
//! regression on them, without a matrix product, so that its bits are the same on every machine.

use super::{DataFile, read};
use crate::lab::{Lab, Outcome};
use example_support::Answer;
use sgmcmc::{Batch, Model, exp, ln};

/// The measurements and the intercept.
pub const DIM: usize = 9;

/// y = 1 with the probability 1 / (1 + exp(-xᵀθ)).
#[derive(Clone, Debug, Default)]
pub struct Logistic {
    /// x or -x, as y is 1 or 0: the likelihood depends on nothing else. The first number of x is 1.
    rows: Vec<[f64; DIM]>,
}

impl Logistic {
    /// n.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The data that are at the places where `held_out` is true, and the others before them.
    pub fn split(self, held_out: impl Fn(usize) -> bool) -> [Self; 2] {
        let (mut kept, mut out) = (Self::default(), Self::default());
        for (i, row) in self.rows.into_iter().enumerate() {
            if held_out(i) { &mut out } else { &mut kept }.rows.push(row);
        }
        [kept, out]
    }

    /// The probability of what was observed at each datum.
    pub fn probabilities<'a>(&'a self, theta: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        self.rows.iter().map(|row| 1.0 / (1.0 + exp(-dot(row, theta))))
    }

    /// Adds a datum: returns its log-likelihood, and adds the gradient.
    ///
    /// With s = zᵀθ and e = exp(-|s|) it is min(s, 0) - ln(1 + e), and its gradient z w with w = 1/(1 + exp(s)), which
    /// is e/(1 + e) for positive s and 1/(1 + e) else: no exponential overflows.
    fn add(row: &[f64; DIM], theta: &[f64], gradient: Option<&mut [f64]>) -> f64 {
        let score = dot(row, theta);
        let ratio = exp(-score.abs());
        if let Some(gradient) = gradient {
            let weight = if score > 0.0 { ratio } else { 1.0 } / (1.0 + ratio);
            gradient.iter_mut().zip(row).for_each(|(gradient, z)| *gradient += weight * z);
        }
        score.min(0.0) - ln(1.0 + ratio)
    }
}

fn dot(row: &[f64; DIM], theta: &[f64]) -> f64 {
    row.iter().zip(theta).fold(0.0, |sum, (x, y)| sum + x * y)
}

impl Model<f64> for Logistic {
    fn log_likelihood(
        &mut self,
        theta: &[f64],
        batch: Batch<'_>,
        mut gradient: Option<&mut [f64]>,
    ) -> Answer {
        let mut add = |row| Self::add(row, theta, gradient.as_deref_mut());
        let (sum, len) = match batch {
            Batch::All => (self.rows.iter().fold(0.0, |sum, row| sum + add(row)), self.rows.len()),
            Batch::Indices(indices) => {
                (indices.iter().fold(0.0, |sum, i| sum + add(&self.rows[*i as usize])), indices.len())
            }
        };
        gradient.into_iter().flatten().for_each(|gradient| *gradient /= len as f64);
        Ok(sum / len as f64)
    }
}

/// All data.
pub const FILES: &[DataFile] =
    &[DataFile { name: "pima.csv", sum: "8349b6375b439518bea9db76e72c9b78883cbc2500ac250e24ae0819f6efcfbd" }];

/// The 768 data, a row each: 1 and the eight measurements, each minus its mean and over its deviation.
///
/// Zeros of glucose, blood pressure, skin fold, insulin and body mass stand for values that are missing. They stay what
/// they are in the file, numbers like others, as in the papers that use these data without a word on them: what is
/// compared here are samplers of one and the same posterior, not models of diabetes.
pub fn pima(lab: &Lab) -> Outcome<Logistic> {
    let bytes = read(lab, FILES[0])?;
    let mut rows = Vec::new();
    for record in csv::Reader::from_reader(&bytes[..]).deserialize() {
        rows.push(record?);
    }
    Ok(standardized(rows))
}

/// The regression's data from rows of measurements and then the class.
fn standardized(rows: Vec<[f64; DIM]>) -> Logistic {
    let count = rows.len() as f64;
    let mean_of = |f: &dyn Fn(&[f64; DIM]) -> f64| rows.iter().fold(0.0, |sum, row| sum + f(row)) / count;
    let mut scales = [(0.0, 1.0); DIM];
    for (i, scale) in scales.iter_mut().enumerate() {
        let mean = mean_of(&|row| row[i]);
        *scale = (mean, mean_of(&|row| (row[i] - mean) * (row[i] - mean)).sqrt());
    }
    let signed = |row: &[f64; DIM]| {
        let sign = if row[DIM - 1] == 1.0 { 1.0 } else { -1.0 };
        let mut signed = [sign; DIM];
        for i in 1..DIM {
            signed[i] = sign * (row[i - 1] - scales[i - 1].0) / scales[i - 1].1;
        }
        signed
    };
    Logistic { rows: rows.iter().map(signed).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmcmc::rng::{Generators, fill_normals};

    impl Logistic {
        /// Some data for tests.
        pub fn of_test() -> Self {
            data()
        }
    }

    /// For practical variance reduction, an anchor over a tenth must be larger than a batch of 10.
    const COUNT: usize = 140;

    /// Measurements and classes.
    fn measured() -> Vec<[f64; DIM]> {
        let mut numbers = vec![0.0; COUNT * DIM];
        fill_normals(&mut Generators::new(1, 0).expect("chain 0").noise, &mut numbers);
        let mut rows = numbers.as_chunks::<DIM>().0.to_vec();
        rows.iter_mut().for_each(|row| row[DIM - 1] = f64::from(u8::from(row[DIM - 1] > 0.0)));
        rows
    }

    fn data() -> Logistic {
        standardized(measured())
    }

    #[test]
    fn columns_have_mean_0_and_deviation_1_and_the_sign_is_the_class() {
        let data = data();
        for i in 1..DIM {
            let column = || data.rows.iter().map(|row| row[0] * row[i]);
            assert!(column().sum::<f64>().abs() < 1e-12);
            assert!((column().map(|x| x * x).sum::<f64>() / COUNT as f64 - 1.0).abs() < 1e-12);
        }
        for (row, measured) in data.rows.iter().zip(measured()) {
            assert_eq!(row[0], 2.0 * measured[DIM - 1] - 1.0);
        }
    }

    #[test]
    fn gradients_are_those_of_finite_differences_and_probabilities_those_of_the_likelihood() {
        let mut data = data();
        for size in [0.5, 30.0] {
            let theta: Vec<f64> = (0..DIM).map(|i| size * (0.3 * i as f64 - 1.0)).collect();
            for batch in [Batch::All, Batch::Indices(&[3, 1, 39])] {
                let mut gradient = vec![0.0; DIM];
                data.log_likelihood(&theta, batch, Some(&mut gradient)).expect("finite");
                for i in 0..DIM {
                    let mut at = |h: f64| {
                        let mut moved = theta.clone();
                        moved[i] += h;
                        data.log_likelihood(&moved, batch, None).expect("finite")
                    };
                    let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
                    assert!((difference - gradient[i]).abs() < 1e-7, "{i}: {difference} but {}", gradient[i]);
                }
            }
            let mean = data.log_likelihood(&theta, Batch::All, None).expect("finite");
            let sum: f64 = data.probabilities(&theta).map(ln).sum();
            assert!((sum / data.len() as f64 - mean).abs() < 1e-10, "{} but {mean}", sum / data.len() as f64);
        }
    }
}
