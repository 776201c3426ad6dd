//! The precisions by name, and vectors that start on a cache line.

use core::ops::{Deref, DerefMut};
use rand_distr::{Distribution, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;
use sgmcmc::{MemoryUnit, Real};

/// A precision with a name and the scalar normals of `rand_distr`.
pub trait Precision: Real {
    const NAME: &'static str;
    /// MKL's function for normals.
    const MKL_NORMALS: &'static [u8];
    /// A standard normal by the ziggurat.
    fn ziggurat(rng: &mut Xoshiro256PlusPlus) -> Self;
}

macro_rules! impl_precision {
    ($($real:ident $mkl:literal)+) => {$(
        impl Precision for $real {
            const NAME: &'static str = stringify!($real);
            const MKL_NORMALS: &'static [u8] = $mkl;
            #[inline(always)]
            fn ziggurat(rng: &mut Xoshiro256PlusPlus) -> Self {
                StandardNormal.sample(rng)
            }
        }
    )+};
}

impl_precision!(f32 b"vsRngGaussian" f64 b"vdRngGaussian");

/// Numbers that start where a chain's vectors would, on a 64-byte boundary.
pub struct Aligned<R> {
    numbers: Vec<R>,
    start: usize,
    len: usize,
}

impl<R: Real> Aligned<R> {
    /// `len` numbers spread evenly over [low, high), neighbours far apart.
    pub fn spread(len: usize, low: f64, high: f64) -> Self {
        // Multiples of the golden ratio modulo 1: neither sorted nor of a period that a branch predictor could learn.
        const STEP: f64 = 0.618_033_988_749_894_9;
        let mut numbers = vec![R::default(); len + size_of::<MemoryUnit>() / size_of::<R>()];
        let start = numbers.as_ptr().align_offset(size_of::<MemoryUnit>());
        for (i, number) in numbers.iter_mut().skip(start).take(len).enumerate() {
            *number = R::from_f64(low + (high - low) * (i as f64 * STEP).fract());
        }
        Self { numbers, start, len }
    }
}

impl<R> Deref for Aligned<R> {
    type Target = [R];

    fn deref(&self) -> &[R] {
        &self.numbers[self.start..][..self.len]
    }
}

impl<R> DerefMut for Aligned<R> {
    fn deref_mut(&mut self) -> &mut [R] {
        &mut self.numbers[self.start..][..self.len]
    }
}
