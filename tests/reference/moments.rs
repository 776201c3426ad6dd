//! Weighted running mean and variance of one number, West 1979.

/// W, mean and Σ w (x - mean)².
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moments {
    total: f64,
    pub(crate) mean: f64,
    squares: f64,
}

impl Moments {
    pub(crate) fn add(&mut self, x: f64, weight: f64) {
        self.total += weight;
        let off = (x - self.mean).clamp(-f64::MAX, f64::MAX);
        self.mean += weight / self.total * off;
        self.squares += weight * (1.0 - weight / self.total) * off * off;
    }

    pub(crate) fn variance(&self) -> f64 {
        self.squares / self.total
    }
}
