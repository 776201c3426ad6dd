//! Normals by Box and Muller 1958: r = sqrt(-2 ln u), x = r cos φ, y = r sin φ.

use super::{Generators, Scalar};

/// The first `len` normals of a fresh pass: a block of all x, then a block of all y, and so on.
pub(crate) fn normals<R: Scalar>(generators: &mut Generators, len: usize) -> Vec<R> {
    let mut out = Vec::new();
    while out.len() < len {
        let (radius, angle) = (generators.words(), generators.words());
        let pieces = |words: Vec<u64>| words.into_iter().flat_map(R::pieces);
        let pairs: Vec<(R, R)> = pieces(radius).zip(pieces(angle)).map(|(r, a)| pair(r, a)).collect();
        out.extend(pairs.iter().map(|(x, _)| *x));
        out.extend(pairs.iter().map(|(_, y)| *y));
    }
    out.truncate(len);
    out
}

/// The first `len` signed words of a fresh pass: block after block, and always two blocks.
pub(crate) fn signed_words<R: Scalar>(generators: &mut Generators, len: usize) -> Vec<R> {
    let mut out = Vec::new();
    while out.len() < len {
        for _ in 0..2 {
            out.extend(generators.words().into_iter().flat_map(R::pieces).map(R::signed));
        }
    }
    out.truncate(len);
    out
}

/// One pair from two pieces of random bits.
fn pair<R: Scalar>(radius: u64, angle: u64) -> (R, R) {
    let r = R::minus_two_ln(R::centred(radius)).sqrt();
    let (sin, cos) = R::sin_cos_quarter(R::turn(angle));
    let cos = if radius & 1 == 1 { -cos } else { cos };
    if R::top_bit(angle) { (sin * r, cos * r) } else { (cos * r, sin * r) }
}
