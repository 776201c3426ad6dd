//! Coordinates in which a posterior is about a standard normal.
//!
//! ```text
//! θ = c + L x,   ∇_x = Lᵀ ∇_θ,   Σ = L Lᵀ
//! ```
//!
//! A sampler of x with the unit matrix for its metric is one of θ with Σ: a leapfrog step of x is a leapfrog step of θ with
//! the mass Σ⁻¹, and a Langevin step of x is one of θ with the preconditioner Σ. So there is one place for a metric, and
//! every sampler has it.

use crate::blocks::Blocks;
use crate::gradient::{Batch, Interrupt, Model};
use crate::num::{Column, Real, add_scaled, all_within, clear, dot, update};

/// c and L.
#[derive(Clone, Copy)]
pub(super) struct Metric<'a, R> {
    /// c.
    pub(super) centre: &'a [R],
    /// The rows of L, or its diagonal.
    pub(super) root: &'a [R],
}

impl<R: Real> Metric<'_, R> {
    /// θ; whether it is finite.
    pub(super) fn place(&self, x: &[R], theta: &mut [R]) -> bool {
        let dim = self.centre.len();
        if self.root.len() > dim {
            let rows = self.root.chunks_exact(dim.max(1)).zip(self.centre);
            for (place, (row, c)) in theta.iter_mut().zip(rows) {
                *place = moved(*c, dot(row, x));
            }
        } else {
            for (place, ((l, c), x)) in theta.iter_mut().zip(self.root.iter().zip(self.centre).zip(x)) {
                *place = moved(*c, l.to_f64() * x.to_f64());
            }
        }
        all_within(theta, R::MAX)
    }

    /// How many parameters have a deviation that is less than the distance from c to the next number.
    pub(super) fn coarse_count(&self) -> u32 {
        let len = self.root.len() / self.centre.len().max(1);
        let rows = self.root.chunks_exact(len.max(1)).zip(self.centre);
        let deviations = rows.map(|(row, c)| (libm::sqrt(dot(row, row)), *c));
        deviations.map(|(deviation, c)| u32::from(deviation > 0.0 && moved(c, 0.5 * deviation) == c)).sum()
    }

    /// Adds Lᵀ g to `pulled`.
    fn pull(&self, gradient: &[R], pulled: &mut [R]) {
        let dim = self.centre.len();
        if self.root.len() > dim {
            for (row, g) in self.root.chunks_exact(dim.max(1)).zip(gradient) {
                add_scaled(pulled, row, *g);
            }
        } else {
            update(&mut Column::new(pulled), [self.root, gradient], |[p0, p1], [[l0, l1], [g0, g1]], _| {
                [p0 + l0 * g0, p1 + l1 * g1]
            });
        }
    }
}

/// A number elsewhere; what does not move keeps the sign of a zero.
pub(super) fn moved<R: Real>(from: R, by: f64) -> R {
    if by == 0.0 { from } else { R::from_f64(from.to_f64() + by) }
}

/// A model seen from x, with its prior.
pub(super) struct Whitened<'a, R: Real> {
    pub(super) model: &'a mut dyn Model<R>,
    pub(super) metric: Metric<'a, R>,
    /// The built-in priors.
    pub(super) blocks: &'a Blocks<'a, R>,
    /// Whether the prior is the model's.
    pub(super) host_prior: bool,
    /// Where the model is asked.
    pub(super) site: &'a mut [R],
    /// ∇_θ.
    pub(super) gradient: &'a mut [R],
    /// How many data it was asked about, all of them counting as `data_len`.
    pub(super) datum_count: &'a mut u64,
    pub(super) data_len: u32,
}

impl<R: Real> Whitened<'_, R> {
    /// Makes ready to ask at θ.
    fn reach(&mut self, x: &[R]) -> Result<(), Interrupt> {
        clear(self.gradient);
        if self.metric.place(x, self.site) { Ok(()) } else { Err(Interrupt::Impossible) }
    }

    /// An answer, with its gradient taken back to x.
    fn give(&self, value: Result<f64, Interrupt>, pulled: Option<&mut [R]>) -> Result<f64, Interrupt> {
        if let (Some(pulled), Ok(_)) = (pulled, &value) {
            self.metric.pull(self.gradient, pulled);
        }
        value
    }
}

impl<R: Real> Model<R> for Whitened<'_, R> {
    fn log_likelihood(
        &mut self,
        x: &[R],
        batch: Batch<'_>,
        gradient: Option<&mut [R]>,
    ) -> Result<f64, Interrupt> {
        self.reach(x)?;
        *self.datum_count = self.datum_count.saturating_add(match batch {
            Batch::All => self.data_len.into(),
            Batch::Indices(indices) => indices.len() as u64,
        });
        let wanted = gradient.is_some().then_some(&mut *self.gradient);
        let value = self.model.log_likelihood(self.site, batch, wanted);
        self.give(value, gradient)
    }

    fn log_prior(&mut self, x: &[R], gradient: Option<&mut [R]>) -> Result<f64, Interrupt> {
        self.reach(x)?;
        let wanted = gradient.is_some().then_some(&mut *self.gradient);
        let value = if self.host_prior {
            self.model.log_prior(self.site, wanted)
        } else {
            if let Some(wanted) = wanted {
                self.blocks.add_prior_gradient(self.site, wanted, R::from_f64(1.0));
            }
            Ok(self.blocks.log_prior(self.site))
        };
        self.give(value, gradient)
    }
}
