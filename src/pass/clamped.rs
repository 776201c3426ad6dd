//! What a lattice walk's clamping took off its drifts, added up in constant memory.
//!
//! ```text
//! f_i = 2 (x_i - clamp(x_i)) / δ_i = (G + a A)_i / τ less what was kept of it
//! S_b = Σ σ_i f_i,  Q_b = Σ f_i²          over steps and over i ≡ b mod 8; σ_i = ±1, the same at every step
//! ```
//!
//! Where the mean of f is not 0 the chain's mean is off: by E f times the variance of θ, with one parameter or with
//! independent ones. Σ_b (S_b² - Q_b) / steps² estimates ‖E f‖², without bias where the noise of different steps is
//! independent, since the signs of different parameters do not know of each other: up to eight parameters have a sum
//! each, and the error of more is that of eight squares, some half of ‖E f‖².

/// How many sums there are.
pub(crate) const BUCKETS: usize = 8;

/// More than any f that is told apart: squares stay finite.
const LARGEST: f64 = 1e100;

/// S and Q.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(crate) struct Clamped {
    pub(crate) sums: [f64; BUCKETS],
    pub(crate) squares: [f64; BUCKETS],
}

/// Where the parameter of this index is counted, and by which sign.
#[inline]
pub(crate) fn bucket(index: usize) -> (usize, f64) {
    // The mixing of Steele, Lea and Flood 2014; the first eight have no sign.
    let row = (index / BUCKETS) as u64;
    let mixed = row.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (index % BUCKETS, if mixed >> 63 == 1 { -1.0 } else { 1.0 })
}

impl Clamped {
    /// Takes in that a drift of `x` lattice steps, |x| > 1, was clamped to one of length δ.
    pub(crate) fn add(&mut self, index: usize, x: f64, delta: f64) {
        let (bucket, sign) = bucket(index);
        let excess = (2.0 * (x.abs() - 1.0) / delta).min(LARGEST) * if x < 0.0 { -sign } else { sign };
        self.sums.iter_mut().skip(bucket).take(1).for_each(|sum| *sum += excess);
        self.squares.iter_mut().skip(bucket).take(1).for_each(|square| *square += excess * excess);
    }

    /// What came in since there was `earlier`.
    pub(crate) fn since(&self, earlier: &Self) -> Self {
        let less = |[now, then]: [&[f64; BUCKETS]; 2]| {
            let mut left = *now;
            left.iter_mut().zip(then).for_each(|(now, then)| *now -= then);
            left
        };
        Self { sums: less([&self.sums, &earlier.sums]), squares: less([&self.squares, &earlier.squares]) }
    }

    /// For every sum S², Q and its weight, added up.
    pub(crate) fn weighed(&self, weights: [f64; BUCKETS]) -> [f64; 2] {
        let all = self.sums.iter().zip(&self.squares).zip(&weights);
        all.fold([0.0; 2], |[square, noise], ((s, q), weight)| [square + weight * s * s, noise + weight * q])
    }

    /// About ‖E f‖ over so many steps.
    pub(crate) fn length(&self, steps: u64) -> f64 {
        let [square, noise] = self.weighed([1.0; BUCKETS]);
        libm::sqrt((square - noise).max(0.0)) / steps.max(1) as f64
    }

    /// Whether a chain can have these: no sum is there without squares.
    pub(crate) fn are_possible(&self) -> bool {
        self.sums.iter().zip(&self.squares).all(|(sum, square)| {
            *square >= 0.0 && square.is_finite() && sum.is_finite() && (*square > 0.0 || sum.to_bits() == 0)
        })
    }
}
