//! A network to warm up on.

use super::super::support::Answer;
use super::DATA_LEN;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::{Batch, Model};

/// A network of 36, 30, 30 and 6 units on data of 6 overlapping kinds: d = 2226.
pub(super) struct Network {
    /// Rows of 36 numbers.
    x: Vec<f64>,
}

const WIDTHS: [usize; 4] = [36, 30, 30, 6];
const NETWORK_DIM: usize = 2226;

impl Network {
    pub(super) fn new() -> Self {
        let mut x = vec![0.0; DATA_LEN as usize * WIDTHS[0]];
        fill_normals(&mut Generators::new(3, 0).expect("a chain").noise, &mut x);
        for (i, row) in x.chunks_mut(WIDTHS[0]).enumerate() {
            row.iter_mut().skip(6 * (i % 6)).take(6).for_each(|x| *x += 0.7);
        }
        Self { x }
    }

    /// A start at which units differ.
    pub(super) fn start() -> Vec<f32> {
        let mut theta = vec![0.0f32; NETWORK_DIM];
        fill_normals(&mut Generators::new(4, 0).expect("a chain").noise, &mut theta);
        theta.iter().map(|z| 0.2 * z).collect()
    }
}

impl Model<f32> for Network {
    fn log_likelihood(
        &mut self,
        theta: &[f32],
        batch: Batch<'_>,
        mut gradient: Option<&mut [f32]>,
    ) -> Answer {
        let all: Vec<u32> = (0..DATA_LEN).collect();
        let indices = if let Batch::Indices(indices) = batch { indices } else { &all };
        let (share, mut value) = (1.0 / indices.len() as f32, 0.0);
        for i in indices {
            let row = &self.x[*i as usize * WIDTHS[0]..][..WIDTHS[0]];
            let mut layers = vec![row.iter().map(|x| *x as f32).collect::<Vec<_>>()];
            let mut offsets = vec![0];
            for (l, width) in WIDTHS.iter().enumerate().skip(1) {
                let (from, at) = (&layers[l - 1], offsets[l - 1]);
                let unit = |j: usize| {
                    let weights = &theta[at + j * (from.len() + 1)..][..from.len() + 1];
                    let sum: f32 = weights.iter().zip(from).map(|(w, x)| w * x).sum();
                    let sum = sum + weights[from.len()];
                    if l < 3 { libm::tanhf(sum) } else { sum }
                };
                layers.push((0..*width).map(unit).collect());
                offsets.push(at + width * (WIDTHS[l - 1] + 1));
            }
            let kind = *i as usize % 6;
            let odds: Vec<f32> = layers[3].iter().map(|z| libm::expf(*z)).collect();
            let total: f32 = odds.iter().sum();
            value += f64::from(share) * f64::from(layers[3][kind] - libm::logf(total));
            let Some(gradient) = gradient.as_deref_mut() else { continue };
            let mut errors: Vec<f32> = odds.iter().map(|odds| -odds / total).collect();
            errors[kind] += 1.0;
            for l in (1..4).rev() {
                let (from, at) = (&layers[l - 1], offsets[l - 1]);
                let mut back = vec![0.0; from.len()];
                for (j, error) in errors.iter().enumerate() {
                    let at = at + j * (from.len() + 1);
                    for (k, x) in from.iter().enumerate() {
                        gradient[at + k] += share * error * x;
                        back[k] += error * theta[at + k];
                    }
                    gradient[at + from.len()] += share * error;
                }
                errors = back.iter().zip(from).map(|(back, x)| back * (1.0 - x * x)).collect();
            }
        }
        Ok(value)
    }
}
