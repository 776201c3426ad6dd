//! A 64-bit FNV-1a hash of a buffer's bits, so that two hosts can compare their chains in one number.

use super::real::Real;

/// A running fingerprint, for results that come in pieces.
///
/// Hashes the bytes of each number's bit pattern, least significant first, on every machine. FNV-1a is by Fowler,
/// Noll and Vo; it detects differences and is no protection against an adversary.
///
/// ```
/// use sgmcmc::{Fingerprint, fingerprint};
/// let mut running = Fingerprint::new();
/// running.write(&[1.0f32]);
/// running.write(&[2.0f32]);
/// assert_eq!(running.finish(), fingerprint(&[1.0f32, 2.0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// The fingerprint of nothing.
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Takes in the bits of `numbers`, in order.
    pub fn write<R: Real>(&mut self, numbers: &[R]) {
        for number in numbers {
            for byte in number.to_bits_u64().to_le_bytes().iter().take(size_of::<R>()) {
                self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
    }

    /// The fingerprint of all that was written so far.
    pub const fn finish(self) -> u64 {
        self.0
    }
}

impl Default for Fingerprint {
    fn default() -> Self {
        Self::new()
    }
}

/// The fingerprint of one buffer.
pub fn fingerprint<R: Real>(numbers: &[R]) -> u64 {
    let mut fingerprint = Fingerprint::new();
    fingerprint.write(numbers);
    fingerprint.finish()
}
