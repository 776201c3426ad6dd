//! Draws of a chain, thinned evenly, as many as there is room for.

/// How many rows are kept, of which draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// Rows.
    pub(super) count: usize,
    /// Of how many draws one is kept.
    pub(super) stride: u64,
    /// Draws.
    pub(super) seen: u64,
}

impl Kept {
    pub(super) const NONE: Self = Self { count: 0, stride: 1, seen: 0 };

    /// Takes in a draw; where there is no room left, every second of the kept ones goes first.
    pub(super) fn push<R: Copy>(&mut self, rows: &mut [R], draw: &[R]) {
        let width = draw.len().max(1);
        self.seen += 1;
        if !self.seen.is_multiple_of(self.stride) {
            return;
        }
        if (self.count + 1) * width > rows.len() {
            self.count /= 2;
            self.stride *= 2;
            for k in 1..self.count.saturating_mul(width).saturating_add(1) {
                let at = k - 1;
                let from = (2 * (at / width) + 1) * width + at % width;
                if let Some(x) = rows.get(from).copied() {
                    rows.iter_mut().skip(at).take(1).for_each(|place| *place = x);
                }
            }
            if !self.seen.is_multiple_of(self.stride) {
                return;
            }
        }
        rows.iter_mut().skip(self.count * width).zip(draw).for_each(|(place, x)| *place = *x);
        self.count += 1;
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::Kept;
    use std::vec;

    /// What is kept are the draws of the multiples of the stride, and a full room at every doubling.
    #[test]
    fn what_is_kept_is_even() {
        for room in [1, 2, 5, 6] {
            let (mut kept, mut rows) = (Kept::NONE, vec![0.0; 2 * room]);
            for k in 1..=16 * room as u32 {
                kept.push(&mut rows, &[f64::from(k), -f64::from(k)]);
                let of = |j: usize| ((j + 1) as u64 * kept.stride) as f64;
                for (j, row) in rows.chunks(2).take(kept.count).enumerate() {
                    assert_eq!(row, [of(j), -of(j)], "{k}: {kept:?}");
                }
                assert!(2 * kept.count + 1 >= room.min(k as usize), "{k}: {kept:?}");
            }
            assert_eq!(kept, Kept { count: room, stride: 16, seen: 16 * room as u64 });
        }
    }
}
