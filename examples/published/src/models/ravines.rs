//! The regression with long narrow ravines of Kim, Song and Liang 2020, section 4.3.
//!
//! ```text
//! y ~ N(f(x), 1),   f(x) = (x - 1)² + 2 sin(θ1 x) + θ1/30 + cos(θ2 x - 1) - θ2/20,   x ~ U(-2, 4)
//! ```

use example_support::Answer;
use sgmcmc::rng::{Generators, fill_normals, fill_uniforms};
use sgmcmc::{Batch, Interrupt, Model, cos_in_place, sin_in_place};

/// Length of θ.
pub const DIM: usize = 2;
/// The θ that the data are drawn at.
pub const TRUTH: [f64; DIM] = [20.0, 10.0];
/// Data that are evaluated together.
const BLOCK: usize = 128;

/// The data.
pub struct Ravines {
    x: Vec<f64>,
    /// y - (x - 1)².
    y: Vec<f64>,
}

/// At one datum: f, its derivatives, and its second derivatives; the mixed one is 0.
struct Fit {
    value: f64,
    slopes: [f64; DIM],
    curvatures: [f64; DIM],
}

impl Ravines {
    /// Draws the data at `TRUTH`.
    pub fn draw(len: usize, rng: &mut Generators) -> Self {
        let (mut x, mut noise) = (vec![0.0; len], vec![0.0; len]);
        fill_uniforms(&mut rng.noise, &mut x);
        fill_normals(&mut rng.noise, &mut noise);
        x.iter_mut().for_each(|x| *x = 6.0 * *x - 2.0);
        let mut own = Self { y: vec![0.0; len], x };
        let mut y = Vec::new();
        let indices: Vec<u32> = (0..len as u32).collect();
        own.each(&TRUTH, &indices, |_, fit| y.push(fit.value));
        y.iter_mut().zip(&noise).for_each(|(y, e)| *y += e);
        own.y = y;
        own
    }

    /// Shows the fit at every one of the data, with y less the fit.
    fn each(&self, theta: &[f64], indices: &[u32], mut look: impl FnMut(f64, Fit)) {
        let mut angles = [[0.0; BLOCK]; 2];
        for indices in indices.chunks(BLOCK) {
            let x = |k: usize| self.x[indices[k] as usize];
            let len = indices.len();
            let [first, second] = &mut angles;
            for (k, (first, second)) in first.iter_mut().zip(second).take(len).enumerate() {
                *first = theta[0] * x(k);
                *second = theta[1] * x(k) - 1.0;
            }
            let (mut sines, mut cosines) = (angles, angles);
            sines.iter_mut().for_each(|angles| sin_in_place(&mut angles[..len]));
            cosines.iter_mut().for_each(|angles| cos_in_place(&mut angles[..len]));
            for k in 0..len {
                let x = x(k);
                let value = 2.0 * sines[0][k] + theta[0] / 30.0 + cosines[1][k] - theta[1] / 20.0;
                let slopes = [2.0 * x * cosines[0][k] + 1.0 / 30.0, -x * sines[1][k] - 1.0 / 20.0];
                let curvatures = [-2.0 * x * x * sines[0][k], -x * x * cosines[1][k]];
                look(self.y[indices[k] as usize] - value, Fit { value, slopes, curvatures });
            }
        }
    }

    /// The largest eigenvalue of minus the Hessian of the log-likelihood, summed over every `stride`th of the data and
    /// multiplied up.
    pub fn largest_curvature(&self, theta: &[f64], stride: usize) -> f64 {
        let indices: Vec<u32> = (0..self.x.len() as u32).step_by(stride).collect();
        let [mut a, mut b, mut c] = [0.0; 3];
        self.each(theta, &indices, |residual, fit| {
            a += fit.slopes[0] * fit.slopes[0] - residual * fit.curvatures[0];
            b += fit.slopes[0] * fit.slopes[1];
            c += fit.slopes[1] * fit.slopes[1] - residual * fit.curvatures[1];
        });
        let largest = 0.5 * (a + c) + (0.25 * (a - c) * (a - c) + b * b).sqrt();
        largest * self.x.len() as f64 / indices.len() as f64
    }
}

/// The data by reference, so that chains can share them.
impl Model<f64> for &Ravines {
    fn log_likelihood(&mut self, theta: &[f64], batch: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        let Batch::Indices(indices) = batch else { return Err(Interrupt::Missing) };
        let (mut squares, mut sums) = (0.0, [0.0; DIM]);
        self.each(theta, indices, |residual, fit| {
            squares += residual * residual;
            (0..DIM).for_each(|i| sums[i] += residual * fit.slopes[i]);
        });
        let share = 1.0 / indices.len() as f64;
        let gradient = gradient.into_iter().flatten().zip(sums);
        gradient.for_each(|(gradient, sum)| *gradient = share * sum);
        Ok(-0.5 * share * squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivatives_are_those_of_the_values() {
        let data = Ravines::draw(300, &mut Generators::new(1, 0).expect("chain 0"));
        let (mut model, indices, h) = (&data, (0..300).collect::<Vec<u32>>(), 1e-5);
        let theta = [3.0, -2.0];
        let at = |model: &mut &Ravines, theta: [f64; DIM]| {
            let mut gradient = [0.0; DIM];
            let value = model.log_likelihood(&theta, Batch::Indices(&indices), Some(&mut gradient));
            (value.expect("a value"), gradient)
        };
        let (_, exact) = at(&mut model, theta);
        let mut hessian = [[0.0; DIM]; DIM];
        for i in 0..DIM {
            let mut moved = [theta; 2];
            moved[0][i] += h;
            moved[1][i] -= h;
            let [(up, up_slopes), (down, down_slopes)] = moved.map(|theta| at(&mut model, theta));
            assert!(((up - down) / (2.0 * h) - exact[i]).abs() < 1e-7);
            (0..DIM).for_each(|j| hessian[i][j] = -300.0 * (up_slopes[j] - down_slopes[j]) / (2.0 * h));
        }
        // It is an eigenvalue, and the other is smaller.
        let largest = data.largest_curvature(&theta, 1);
        let [[a, b], [_, c]] = hessian;
        let scale = largest.abs() * largest.abs();
        assert!(((a - largest) * (c - largest) - b * b).abs() < 1e-5 * scale && a + c <= 2.0 * largest);
    }

    #[test]
    fn the_data_are_those_of_the_regression() {
        let mut rng = Generators::new(1, 0).expect("chain 0");
        let data = Ravines::draw(20_000, &mut rng);
        assert!(data.x.iter().all(|x| (-2.0..4.0).contains(x)));
        let direct = |x: f64, [a, b]: [f64; DIM]| {
            2.0 * libm::sin(a * x) + a / 30.0 + libm::cos(b * x - 1.0) - b / 20.0
        };
        let squares: f64 =
            data.x.iter().zip(&data.y).map(|(x, y)| (y - direct(*x, TRUTH)) * (y - direct(*x, TRUTH))).sum();
        // A χ² of 20 000 degrees of freedom, whose deviation is 200.
        assert!((squares - 20_000.0).abs() < 1000.0, "{squares}");
    }
}
