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
        let (off, share) = (x - self.mean, weight / self.total);
        self.mean = match off.is_finite() {
            true => self.mean + share * off,
            false => self.mean * (1.0 - share) + x * share,
        };
        let off = off.clamp(-f64::MAX, f64::MAX);
        self.squares += weight * (1.0 - weight / self.total) * off * off;
    }

    pub(crate) fn variance(&self) -> f64 {
        self.squares / self.total
    }
}
