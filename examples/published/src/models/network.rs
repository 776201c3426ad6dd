//! Classifiers of fully connected layers: the mean log-likelihood and its gradient, by matrix products.
//!
//! The order of a product's sums is the linear-algebra library's, which depends on the machine: chains on a network have
//! the same bits on one machine only.

use crate::data::Labelled;
use example_support::Answer;
use ndarray::linalg::general_mat_mul;
use ndarray::{Array2, ArrayView2, ArrayViewMut1, ArrayViewMut2, Axis, LinalgScalar, s};
use sgmcmc::rng::{Generators, fill_uniforms};
use sgmcmc::{Batch, Interrupt, Model, Real, exp_in_place, ln};

/// What a hidden unit does with its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// max(x, 0).
    Relu,
    /// 1 / (1 + exp(-x)).
    Sigmoid,
}

/// The widths of all layers, inputs first and classes last, and the kind of hidden units.
///
/// θ has for every layer its weights, a row for each unit, then its biases.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// At least two.
    pub widths: &'static [usize],
    /// Of hidden layers.
    pub unit: Unit,
}

/// Points that pass through a network together: a bound on its memory.
const BLOCK: usize = 1000;

impl Shape {
    /// d, the number of weights and biases.
    pub fn dim(&self) -> usize {
        self.layers().map(|(inputs, outputs)| (inputs + 1) * outputs).sum()
    }

    /// Inputs and outputs of every layer.
    fn layers(&self) -> impl Iterator<Item = (usize, usize)> {
        self.widths.windows(2).map(|pair| (pair[0], pair[1]))
    }

    /// Weights and biases uniform on ±1/sqrt(inputs of the unit), PyTorch's default.
    pub fn uniform_start<R: Real>(&self, seed: u64) -> Vec<R> {
        let mut rng = Generators::new(seed, 0).expect("chain 0 exists");
        let mut theta = vec![R::default(); self.dim()];
        fill_uniforms(&mut rng.noise, &mut theta);
        let bounds = self.layers().flat_map(|(inputs, outputs)| {
            std::iter::repeat_n(1.0 / (inputs as f64).sqrt(), (inputs + 1) * outputs)
        });
        theta
            .iter_mut()
            .zip(bounds)
            .for_each(|(x, bound)| *x = R::from_f64((2.0 * x.to_f64() - 1.0) * bound));
        theta
    }
}

/// A network on data: the library's model.
pub struct Network<'a, R> {
    shape: Shape,
    data: &'a Labelled<R>,
    /// What every layer gives, inputs first, and the log-likelihood's derivatives by it.
    units: Vec<Array2<R>>,
    slopes: Vec<Array2<R>>,
    /// The labels of the block.
    labels: Vec<u8>,
}

impl<'a, R: Real + LinalgScalar> Network<'a, R> {
    /// Panics for data with other numbers of inputs and classes.
    pub fn new(shape: Shape, data: &'a Labelled<R>) -> Self {
        assert_eq!(shape.widths.first(), Some(&data.inputs.ncols()));
        assert_eq!(shape.widths.last(), Some(&data.classes));
        let matrices = || shape.widths.iter().map(|width| Array2::zeros((BLOCK, *width))).collect();
        Self { shape, data, units: matrices(), slopes: matrices(), labels: Vec::new() }
    }

    /// Calls `each` with the label and the classes' probabilities of every point, in order.
    pub fn predict(&mut self, theta: &[R], mut each: impl FnMut(u8, &[R])) {
        let len = self.data.labels.len();
        for start in (0..len).step_by(BLOCK) {
            let rows = BLOCK.min(len - start);
            self.forward(theta, (start..start + rows).map(|i| i as u32));
            let probabilities = &self.slopes[self.slopes.len() - 1];
            let rows = probabilities.outer_iter().zip(&self.labels);
            rows.for_each(|(row, label)| each(*label, row.as_slice().expect("rows lie together")));
        }
    }

    /// The share of points whose likeliest class is theirs.
    pub fn accuracy(&mut self, theta: &[R]) -> f64 {
        let mut right = 0u32;
        self.predict(theta, |label, probabilities| right += u32::from(likeliest(probabilities) == label));
        f64::from(right) / self.data.labels.len() as f64
    }

    /// Fills all layers for the points of a block, the last with log-probabilities and its slopes with probabilities;
    /// returns the sum of the log-likelihoods.
    fn forward(&mut self, theta: &[R], points: impl Iterator<Item = u32>) -> f64 {
        self.labels.clear();
        for (i, point) in points.map(|point| point as usize).enumerate() {
            self.units[0].row_mut(i).assign(&self.data.inputs.row(point));
            self.labels.push(self.data.labels[point]);
        }
        let rows = self.labels.len();
        let (mut rest, last) = (theta, self.units.len() - 1);
        for (layer, (inputs, outputs)) in self.shape.layers().enumerate() {
            let (weights, biases);
            ((weights, biases), rest) = split(rest, inputs, outputs);
            let (before, after) = self.units.split_at_mut(layer + 1);
            let mut out = after[0].slice_mut(s![..rows, ..]);
            out.outer_iter_mut()
                .for_each(|mut row| row.as_slice_mut().expect("a row").copy_from_slice(biases));
            general_mat_mul(R::one(), &before[layer].slice(s![..rows, ..]), &weights.t(), R::one(), &mut out);
            if layer + 1 < last {
                self.shape.unit.apply(out);
            }
        }
        let (mut outputs, mut probabilities) =
            (self.units[last].slice_mut(s![..rows, ..]), self.slopes[last].slice_mut(s![..rows, ..]));
        let mut sum = 0.0;
        for ((mut out, mut share), label) in
            outputs.outer_iter_mut().zip(probabilities.outer_iter_mut()).zip(&self.labels)
        {
            // The largest is taken off first, so that exp cannot overflow.
            let largest = out.iter().fold(R::from_f64(f64::NEG_INFINITY), |a, b| if *b > a { *b } else { a });
            out.mapv_inplace(|x| x - largest);
            share.assign(&out);
            exp_in_place(share.as_slice_mut().expect("a row"));
            let total = share.sum();
            share.mapv_inplace(|x| x / total);
            sum += out[usize::from(*label)].to_f64() - ln(total.to_f64());
        }
        sum
    }

    /// Adds the block's gradient of `scale` times the log-likelihood.
    fn backward(&mut self, theta: &[R], gradient: &mut [R], scale: R) {
        let (rows, last) = (self.labels.len(), self.units.len() - 1);
        // d log p(y) / d output c = [c = y] - p(c)
        let mut slopes = self.slopes[last].slice_mut(s![..rows, ..]);
        slopes.mapv_inplace(|x| -(scale * x));
        for (mut row, label) in slopes.outer_iter_mut().zip(&self.labels) {
            row[usize::from(*label)] = row[usize::from(*label)] + scale;
        }
        let mut end = theta.len();
        let layers: Vec<_> = self.shape.layers().collect();
        for (layer, (inputs, outputs)) in layers.into_iter().enumerate().rev() {
            let start = end - (inputs + 1) * outputs;
            let ((weights, _), _) = split(&theta[start..end], inputs, outputs);
            let (of_weights, of_biases) = gradient[start..end].split_at_mut(inputs * outputs);
            let mut of_weights =
                ArrayViewMut2::from_shape((outputs, inputs), of_weights).expect("as many as there are");
            let (before, after) = self.slopes.split_at_mut(layer + 1);
            let out = after[0].slice(s![..rows, ..]);
            let units = self.units[layer].slice(s![..rows, ..]);
            general_mat_mul(R::one(), &out.t(), &units, R::one(), &mut of_weights);
            let mut of_biases = ArrayViewMut1::from(of_biases);
            of_biases.zip_mut_with(&out.sum_axis(Axis(0)), |sum, x| *sum = *sum + *x);
            if layer > 0 {
                let mut into = before[layer].slice_mut(s![..rows, ..]);
                general_mat_mul(R::one(), &out, &weights, R::zero(), &mut into);
                into.zip_mut_with(&units, |slope, unit| *slope = *slope * self.shape.unit.slope(*unit));
            }
            end = start;
        }
    }
}

impl Unit {
    fn apply<R: Real + LinalgScalar>(self, mut inputs: ArrayViewMut2<'_, R>) {
        match self {
            // NaN stays.
            Self::Relu => inputs.mapv_inplace(|x| if x < R::zero() { R::zero() } else { x }),
            Self::Sigmoid => inputs.outer_iter_mut().for_each(|mut row| {
                row.mapv_inplace(|x| -x);
                exp_in_place(row.as_slice_mut().expect("a row"));
                row.mapv_inplace(|x| R::one() / (R::one() + x));
            }),
        }
    }

    /// The derivative, from what the unit gave.
    fn slope<R: Real + LinalgScalar>(self, unit: R) -> R {
        match self {
            Self::Relu if unit > R::zero() => R::one(),
            Self::Relu => R::zero(),
            Self::Sigmoid => unit * (R::one() - unit),
        }
    }
}

/// The likeliest class.
pub fn likeliest<R: PartialOrd>(probabilities: &[R]) -> u8 {
    (0..probabilities.len()).fold(0, |a, b| if probabilities[b] > probabilities[a] { b } else { a }) as u8
}

/// A layer's weights and biases, and the layers after it.
type Layer<'a, R> = ((ArrayView2<'a, R>, &'a [R]), &'a [R]);

fn split<R>(theta: &[R], inputs: usize, outputs: usize) -> Layer<'_, R> {
    let (weights, rest) = theta.split_at(inputs * outputs);
    let (biases, rest) = rest.split_at(outputs);
    ((ArrayView2::from_shape((outputs, inputs), weights).expect("as many as there are"), biases), rest)
}

impl<R: Real + LinalgScalar> Model<R> for Network<'_, R> {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, mut gradient: Option<&mut [R]>) -> Answer {
        let all: Vec<u32>;
        let points = match batch {
            Batch::Indices(points) => points,
            Batch::All => {
                all = (0..self.data.labels.len() as u32).collect();
                &all
            }
        };
        let mut sum = 0.0;
        for block in points.chunks(BLOCK) {
            sum += self.forward(theta, block.iter().copied());
            if let Some(gradient) = gradient.as_deref_mut() {
                self.backward(theta, gradient, R::from_f64(1.0 / points.len() as f64));
            }
        }
        // Weights that overflow are impossible, not an error.
        if sum.is_finite() { Ok(sum / points.len() as f64) } else { Err(Interrupt::Impossible) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points that need two blocks, their inputs uniform and their labels in turn.
    fn data() -> Labelled<f64> {
        let (points, inputs) = (BLOCK + 7, 5);
        let mut numbers = vec![0.0; points * inputs];
        fill_uniforms(&mut Generators::new(3, 0).expect("chain 0").noise, &mut numbers);
        Labelled {
            inputs: Array2::from_shape_vec((points, inputs), numbers).expect("as many as there are"),
            labels: (0..points).map(|i| (i % 3) as u8).collect(),
            classes: 3,
        }
    }

    #[test]
    #[ignore = "takes seconds: -- --ignored"]
    fn gradients_are_those_of_finite_differences() {
        let data = data();
        for unit in [Unit::Relu, Unit::Sigmoid] {
            let shape = Shape { widths: &[5, 4, 6, 3], unit };
            let mut network = Network::new(shape, &data);
            let theta: Vec<f64> = shape.uniform_start(1);
            for batch in [Batch::All, Batch::Indices(&[3, 1, 1006])] {
                let mut gradient = vec![0.0; theta.len()];
                network.log_likelihood(&theta, batch, Some(&mut gradient)).expect("finite");
                for i in 0..theta.len() {
                    let mut at = |h: f64| {
                        let mut moved = theta.clone();
                        moved[i] += h;
                        network.log_likelihood(&moved, batch, None).expect("finite")
                    };
                    let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
                    let off = (difference - gradient[i]).abs();
                    assert!(off < 1e-8, "{unit:?}, parameter {i}: {difference} but {}", gradient[i]);
                }
            }
        }
    }

    #[test]
    fn probabilities_sum_to_one_and_their_logs_are_the_likelihood() {
        let data = data();
        let shape = Shape { widths: &[5, 3], unit: Unit::Relu };
        let mut network = Network::new(shape, &data);
        let theta: Vec<f64> = shape.uniform_start(1);
        let (mut sum, mut count) = (0.0, 0);
        network.predict(&theta, |label, probabilities| {
            assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            sum += ln(probabilities[usize::from(label)]);
            count += 1;
        });
        let mean = network.log_likelihood(&theta, Batch::All, None).expect("finite");
        assert!((sum / f64::from(count) - mean).abs() < 1e-13, "{} but {mean}", sum / f64::from(count));
    }

    #[test]
    fn weights_that_overflow_are_impossible() {
        let data = data();
        let shape = Shape { widths: &[5, 4, 3], unit: Unit::Relu };
        let theta = vec![f64::MAX; shape.dim()];
        let answer = Network::new(shape, &data).log_likelihood(&theta, Batch::All, None);
        assert_eq!(answer, Err(Interrupt::Impossible));
    }
}
