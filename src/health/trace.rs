//! Numbers of every look in equal stretches, whether these are independent, and whether the first are like the last.
//!
//! ```text
//! change    max over k of K⁻¹ (S_k - k/K S_K)² / V_k,     V_k = K⁻² (Σ_{j ≤ k} B_j² + Σ_{j > k} B_j²)
//! ```
//!
//! of K means, with S_j the sum of the first j and B_j what a sum within the first k, or the others, differs from the
//! same share of all of these: Shao and Zhang 2010, whose V needs no correlation to be known. Departure: k leaves at
//! least two stretches on either side, so that one draw far out is no place of its own.

/// The means of how many stretches at least are a place of its own.
const LEAST: usize = 2;

/// One number of every look, as means of stretches of equally many; half of them remain when two are made one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub(super) struct Trace<const STRETCHES: usize> {
    means: [f64; STRETCHES],
    /// How many of these there are.
    len: u64,
    /// How many looks a stretch has.
    pub(super) stretch: u64,
    /// Those of the stretch that is not full.
    waiting: u64,
    sum: f64,
    /// What all numbers are taken from, so that small moves far from 0 are not lost.
    origin: f64,
}

impl<const STRETCHES: usize> Trace<STRETCHES> {
    pub(super) const EMPTY: Self =
        Self { means: [0.0; STRETCHES], len: 0, stretch: 1, waiting: 0, sum: 0.0, origin: f64::NAN };

    #[inline(never)]
    pub(super) fn push(&mut self, x: f64) {
        if self.origin.is_nan() {
            self.origin = x;
        }
        self.sum += x - self.origin;
        self.waiting += 1;
        if self.waiting < self.stretch {
            return;
        }
        if let Some(mean) = self.means.get_mut(self.len as usize) {
            *mean = self.sum / self.stretch as f64;
            self.len += 1;
        }
        (self.sum, self.waiting) = (0.0, 0);
        if self.len as usize == STRETCHES {
            for i in 0..STRETCHES / 2 {
                let pair = self.means.get(2 * i..2 * i + 2).unwrap_or_default();
                let mean = 0.5 * pair.iter().sum::<f64>();
                self.means.iter_mut().skip(i).take(1).for_each(|to| *to = mean);
            }
            (self.len, self.stretch) = (STRETCHES as u64 / 2, 2 * self.stretch);
        }
    }

    fn means(&self) -> &[f64] {
        self.means.get(..self.len as usize).unwrap_or_default()
    }

    /// The correlation of neighbouring means, and how many means there are; NaN for fewer than half of `STRETCHES`. What
    /// never moves correlates wholly. Without the first `share` of them, or the last where that is more than half.
    #[inline(never)]
    pub(super) fn correlation(&self, share: f64) -> (f64, f64) {
        let means = self.means();
        if means.len() < STRETCHES / 2 {
            return (f64::NAN, means.len() as f64);
        }
        // And the one in which the change was.
        let split = means.len() as f64 * share;
        let rest =
            if share > 0.5 { means.get(..split as usize) } else { means.get(libm::ceil(split) as usize..) };
        let means = rest.unwrap_or_default();
        let count = means.len() as f64;
        let mean = means.iter().sum::<f64>() / count;
        let squares = means.iter().fold(0.0, |sum, x| sum + (x - mean) * (x - mean));
        let neighbours = means.iter().zip(means.iter().skip(1));
        let products = neighbours.fold(0.0, |sum, (x, y)| sum + (x - mean) * (y - mean));
        (if squares > 0.0 { products / squares } else { 1.0 + squares }, count)
    }

    /// How much the first means differ from the others for what the means of either part differ by, and what share of
    /// all are the first: the split for which that is most. NaN for fewer than half of `STRETCHES`, 0 of what never moves.
    #[inline(never)]
    pub(super) fn change(&self) -> [f64; 2] {
        let means = self.means();
        if means.len() < STRETCHES / 2 {
            return [f64::NAN; 2];
        }
        let (count, scale) = (means.len() as f64, means.iter().fold(0.0, |most: f64, x| most.max(x.abs())));
        let total = sum_of(means, scale);
        let mut most = [0.0; 2];
        for (k, share) in (LEAST..=means.len() - LEAST).map(|k| (k, k as f64 / count)) {
            let [first, last] = [means.get(..k), means.get(k..)].map(Option::unwrap_or_default);
            let off = sum_of(first, scale) - share * total;
            let found = count * (off * off) / (squares_within(first, scale) + squares_within(last, scale));
            if found > most[0] {
                most = [found, share];
            }
        }
        most
    }
}

fn sum_of(means: &[f64], scale: f64) -> f64 {
    means.iter().fold(0.0, |sum, x| sum + x / scale)
}

/// Σ_j B_j².
fn squares_within(means: &[f64], scale: f64) -> f64 {
    let mean = sum_of(means, scale) / means.len() as f64;
    let add = |(sum, squares): (f64, f64), x: &f64| {
        let sum = sum + (x / scale - mean);
        (sum, squares + sum * sum)
    };
    means.iter().fold((0.0, 0.0), add).1
}

#[cfg(test)]
mod tests {
    use super::Trace;

    /// 70 numbers that take turns, and 30 that rise.
    #[test]
    fn the_longer_part_is_what_is_left() {
        let mut trace = Trace::<128>::EMPTY;
        for i in 0..100 {
            trace.push(f64::from(if i < 70 { i % 2 } else { i }));
        }
        let [before, after] = [0.7, 0.3].map(|share| trace.correlation(share));
        assert!(before.1 == 70.0 && before.0 < -0.9, "{before:?}");
        assert!(after.1 == 70.0 && after.0 > 0.9, "{after:?}");
    }
}
