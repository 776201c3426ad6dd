//! The kernel that fills a vector with normals against the scalar reference, to the last bit; `rules` has those of
//! steps.

use crate::reference;
use crate::reference::{Generators, Scalar};
use sgmcmc::rng::{self, fill_normals};

/// Around every boundary of blocks of 8 and 16 numbers, and of pairs of them.
const LENGTHS: [usize; 26] =
    [1, 2, 7, 8, 9, 15, 16, 17, 23, 31, 32, 33, 47, 48, 49, 63, 64, 65, 95, 96, 97, 127, 128, 129, 255, 1000];

#[track_caller]
fn assert_same<R: Scalar>(what: &str, got: &[R], expected: &[R]) {
    assert_eq!(got.len(), expected.len());
    for (i, (got, expected)) in got.iter().zip(expected).enumerate() {
        assert!(got.same(*expected), "{what}, number {i}: {got:?} for {expected:?}");
    }
}

fn normals_equal_the_scalar_reference<R: Scalar>() {
    for len in LENGTHS {
        let mut lanes = rng::Generators::new(11, 0).expect("chain 0").noise;
        let mut expected = Generators::new(11, 0);
        let mut got = vec![R::default(); len];
        // Twice: the second pass starts where the first left the generator.
        for _ in 0..2 {
            fill_normals(&mut lanes, &mut got);
            assert_same(&format!("normals of {len}"), &got, &reference::normals::<R>(&mut expected, len));
        }
    }
}

both!(normals_equal_the_scalar_reference);
