//! Constrained parameters: Jacobians against finite differences and integrals, gradients, far ends, and refusals.

mod laws;

use sgmcmc::{
    Error, Real, Transform, TransformKind, constrain, constrained_len, fingerprint, pull_back, unconstrain,
};

/// Every kind, with gaps before, between and behind: 15 parameters, 23 values.
fn all() -> [Transform; 7] {
    [
        Transform::positive(1, 2),
        Transform::bounded(3, 1, -2.0, 3.5),
        Transform::bounded(4, 1, f64::NEG_INFINITY, 0.5),
        Transform::ordered(6, 3),
        Transform::simplex(9, 1),
        Transform::simplex(9, 3),
        Transform::correlation(11, 3),
    ]
}

const DIM: usize = 15;
const VALUE_LEN: usize = 23;

fn theta<R: Real>() -> [R; DIM] {
    core::array::from_fn(|i| R::from_f64(((i * 7 + 3) % 13) as f64 * 0.21 - 1.3))
}

fn values(theta: &[f64]) -> ([f64; VALUE_LEN], f64) {
    let mut values = [0.0; VALUE_LEN];
    let log_jacobian = constrain(&mut values, theta, &all()).expect("finite numbers");
    (values, log_jacobian)
}

/// log |det| by elimination with pivots.
fn log_determinant(mut rows: Vec<Vec<f64>>) -> f64 {
    let mut sum = 0.0;
    for i in 0..rows.len() {
        let pivot =
            (i..rows.len()).max_by(|a, b| rows[*a][i].abs().total_cmp(&rows[*b][i].abs())).expect("a row");
        rows.swap(i, pivot);
        sum += libm::log(rows[i][i].abs());
        let (done, left) = rows.split_at_mut(i + 1);
        for row in left {
            let factor = row[i] / done[i][i];
            row.iter_mut().zip(&done[i]).for_each(|(x, pivot)| *x -= factor * pivot);
        }
    }
    sum
}

/// ∂y_i/∂θ_j by differences over four points, which err by h⁴.
fn slope(theta: &[f64], j: usize, of: impl Fn(&[f64]) -> f64) -> f64 {
    let at = |h: f64| {
        let mut moved = theta.to_vec();
        moved[j] += h;
        of(&moved)
    };
    let h = 1.0 / 512.0;
    (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h)
}

/// The numbers of y that the others follow from: no last of a simplex, nothing of a factor but below its diagonal.
fn free() -> Vec<usize> {
    let fixed = [9, 12, 13, 14, 15, 17, 18, 21];
    (0..VALUE_LEN).filter(|i| !fixed.contains(i)).collect()
}

#[test]
fn the_jacobian_is_that_of_differences() {
    let theta = theta::<f64>();
    let rows: Vec<Vec<f64>> =
        free().iter().map(|i| (0..DIM).map(|j| slope(&theta, j, |x| values(x).0[*i])).collect()).collect();
    assert_eq!(rows.len(), DIM);
    let (expected, given) = (log_determinant(rows), values(&theta).1);
    assert!((given - expected).abs() < 1e-8, "{given} {expected}");
}

#[test]
fn gradients_are_those_of_differences() {
    let theta = theta::<f64>();
    // A function of y with a gradient that is known, with what nobody reads above the diagonal.
    let rate = |i: usize| (i % 3) as f64 + 1.0;
    let f = |y: &[f64]| y.iter().enumerate().map(|(i, y)| libm::sin(y * rate(i))).sum::<f64>();
    for weight in [0.0, 1.0, 0.01] {
        let (y, _) = values(&theta);
        let mut of_values: [f64; VALUE_LEN] = core::array::from_fn(|i| rate(i) * libm::cos(y[i] * rate(i)));
        [14, 15, 18].iter().for_each(|i| of_values[*i] = f64::NAN);
        let mut given = [0.0; DIM];
        pull_back(&mut given, &theta, &of_values, &all(), weight).expect("finite numbers");
        for (j, given) in given.iter().enumerate() {
            let expected = slope(&theta, j, |theta| {
                let (y, log_jacobian) = values(theta);
                f(&y) + weight * log_jacobian
            });
            assert!((given - expected).abs() < 1e-6, "{j} {weight}: {given} {expected}");
        }
    }
}

#[test]
fn values_are_where_they_belong() {
    let (y, _) = values(&theta());
    assert!(y[1] > 0.0 && y[2] > 0.0 && y[3] > -2.0 && y[3] < 3.5 && y[4] < 0.5);
    assert!(y[6] < y[7] && y[7] < y[8] && y[9] == 1.0);
    assert!((y[10] + y[11] + y[12] - 1.0).abs() < 1e-15);
    assert_eq!((y[0], y[5], y[22]), (theta::<f64>()[0], theta::<f64>()[5], theta::<f64>()[14]));
    for row in y[13..22].chunks(3) {
        assert!((row.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-15);
    }
    assert_eq!([y[13], y[14], y[15], y[18]], [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(constrained_len::<f64, _>(&all(), DIM), Ok(VALUE_LEN));
}

fn round_trip<R: Real>(tolerance: f64) {
    let theta = theta::<R>();
    let (mut y, mut back) = ([R::default(); VALUE_LEN], [R::default(); DIM]);
    constrain(&mut y, &theta, &all()).expect("finite numbers");
    unconstrain(&mut back, &y, &all()).expect("values inside");
    for (back, theta) in back.iter().zip(&theta) {
        assert!((back.to_f64() - theta.to_f64()).abs() < tolerance, "{back} {theta}");
    }
}

#[test]
fn values_lead_back() {
    round_trip::<f64>(1e-13);
    round_trip::<f32>(1e-5);
}

/// The bits that every language has, of the transforms of `ffi/tests/c/contract_transforms.c`.
fn bits<R: Real>(row: usize) {
    let text = include_str!("../../ffi/tests/c/transform_bits.h");
    let bits = text.split("UINT64_C(0x").skip(1).map(|rest| rest.split(')').next().expect("a number"));
    let bits = bits.map(|bits| u64::from_str_radix(bits, 16).expect("a number")).skip(4 * row).take(4);
    let all = [
        Transform::positive(1, 1),
        Transform::bounded(2, 1, -2.0, 3.5),
        Transform::bounded(3, 1, f64::NEG_INFINITY, 0.5),
        Transform::ordered(4, 3),
        Transform::simplex(7, 3),
        Transform::correlation(9, 3),
    ];
    let theta: [R; 12] = core::array::from_fn(|i| R::from_f64((i * 5 % 7) as f64 / 4.0 - 0.75));
    let (mut y, mut gradient, mut back) = ([R::default(); 19], theta, theta);
    let log_jacobian = constrain(&mut y, &theta, &all).expect("finite numbers");
    pull_back(&mut gradient, &theta, &y, &all, 0.5).expect("finite numbers");
    unconstrain(&mut back, &y, &all).expect("values inside");
    let found = [&y[..], &gradient, &back, &[R::from_f64(log_jacobian)]].map(fingerprint);
    assert_eq!(found.to_vec(), bits.collect::<Vec<_>>());
}

#[test]
fn the_bits_are_those_of_every_language() {
    bits::<f32>(0);
    bits::<f64>(1);
}

fn one<R: Real, const N: usize>(transform: Transform, theta: &[f64]) -> Result<([f64; N], f64), Error> {
    let theta: Vec<R> = theta.iter().map(|x| R::from_f64(*x)).collect();
    let mut y = [R::default(); N];
    let log_jacobian = constrain(&mut y, &theta, &[transform])?;
    Ok((y.map(|y| y.to_f64()), log_jacobian))
}

/// Values may round to their bounds; logarithms of slopes, and gradients, keep all digits.
#[test]
fn far_ends_are_exact() {
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-14 * b.abs();
    let shares = Transform::bounded(0, 1, 0.0, 1.0);
    for (sign, end) in [(-1.0, 0.0), (1.0, 1.0)] {
        let (y, log_slope) = one::<f32, 1>(shares, &[sign * 200.0]).expect("finite");
        assert_eq!((y[0], log_slope), (end, -200.0));
        let (y, log_slope) = one::<f64, 1>(shares, &[sign * 2000.0]).expect("finite");
        assert_eq!((y[0], log_slope), (end, -2000.0));
    }
    // Next to the lower bound digits are not lost.
    let (y, _) = one::<f64, 1>(shares, &[-500.0]).expect("finite");
    assert!(near(y[0], libm::exp(-500.0)));
    let (y, _) = one::<f32, 1>(Transform::bounded(0, 1, -3e38, 3e38), &[0.0]).expect("finite");
    assert_eq!(y[0], 0.0);
    assert_eq!(one::<f32, 1>(Transform::positive(0, 1), &[-300.0]), Ok(([0.0], -300.0)));
    assert_eq!(one::<f32, 1>(Transform::positive(0, 1), &[89.0]), Err(Error::ValueNotFinite));
    assert_eq!(
        one::<f64, 1>(Transform::bounded(0, 1, f64::NEG_INFINITY, 2.0), &[710.0]),
        Err(Error::ValueNotFinite)
    );
    assert_eq!(one::<f64, 2>(Transform::ordered(0, 2), &[0.0, 710.0]), Err(Error::ValueNotFinite));

    // z of (1, -1)/√2 and of the others: y is (1, exp(-1414.2...)).
    let (y, log_jacobian) = one::<f64, 2>(Transform::simplex(0, 2), &[1000.0]).expect("finite");
    assert_eq!(y, [1.0, 0.0]);
    assert!(near(log_jacobian, -1000.0 * 2f64.sqrt() + 0.5 * libm::log(2.0)));
    let (y, log_jacobian) = one::<f32, 4>(Transform::correlation(0, 2), &[400.0]).expect("finite");
    assert_eq!(y, [1.0, 0.0, 1.0, 0.0]);
    assert!(near(log_jacobian, 2.0 * (libm::log(2.0) - 400.0)));
    // 1 - tanh² would be 0 from 19 on.
    let (y, _) = one::<f64, 4>(Transform::correlation(0, 2), &[40.0]).expect("finite");
    assert!(near(y[3], 2.0 * libm::exp(-40.0)));
    let mut gradient = [0.0];
    pull_back(&mut gradient, &[40.0], &[0.0, 0.0, 1e18, 0.0], &[Transform::correlation(0, 2)], 0.0)
        .expect("finite");
    assert!(near(gradient[0], 4e18 * libm::exp(-80.0)));
    pull_back(&mut gradient, &[-500.0], &[2.0], &[shares], 1.0).expect("finite");
    assert!(near(gradient[0], 1.0));
}

fn refused(transforms: &[Transform]) -> Error {
    let (theta, mut y) = ([0.0f32; 6], [7.0f32; 6]);
    let error = constrain(&mut y, &theta, transforms).expect_err("refused");
    assert_eq!(y, [7.0; 6]);
    assert_eq!(pull_back(&mut y, &theta, &theta, transforms, 1.0), Err(error));
    assert_eq!(unconstrain(&mut y, &theta, transforms), Err(error));
    error
}

#[test]
fn transforms_are_refused_by_name() {
    for (start, len) in [(0, 0), (6, 1), (5, 2), (usize::MAX, 2), (2, usize::MAX)] {
        assert_eq!(refused(&[Transform::positive(start, len)]), Error::TransformRange);
    }
    assert_eq!(refused(&[Transform::correlation(0, usize::MAX)]), Error::TransformRange);
    assert_eq!(refused(&[Transform::correlation(0, 5)]), Error::TransformRange);
    let (first, second) = (Transform::ordered(0, 3), Transform::positive(2, 2));
    assert_eq!(refused(&[first, second]), Error::TransformOverlap);
    assert_eq!(refused(&[second, first]), Error::TransformOverlap);
    let nan = f64::NAN;
    let bounds = [
        (1.0, 1.0),
        (1.0, 0.0),
        (nan, 1.0),
        (0.0, nan),
        (f64::INFINITY, f64::INFINITY),
        (0.0, 1e300),
        (-1e300, 0.0),
        (1.0, 1.000_000_01),
    ];
    for (lower, upper) in bounds {
        assert_eq!(refused(&[Transform::bounded(0, 1, lower, upper)]), Error::TransformBounds);
    }
    assert_eq!(refused(&[Transform { upper: 1.0, ..first }]), Error::TransformBounds);
    assert_eq!(refused(&[Transform::new(TransformKind::Bounded, 0, 1)]), Error::TransformBounds);
    let wide = [Transform::bounded(0, 1, -1.5e308, 1.5e308)];
    assert_eq!(constrain(&mut [0.0], &[0.0], &wide), Err(Error::TransformBounds));
    // Another length than the transforms make of six.
    assert_eq!(refused(&[Transform::simplex(0, 3)]), Error::LengthMismatch);
}

#[test]
fn numbers_are_refused_by_name() {
    let positive = [Transform::positive(0, 1)];
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut y = [7.0; 2];
        assert_eq!(constrain(&mut y, &[0.0, bad], &positive), Err(Error::ThetaNotFinite));
        assert_eq!(pull_back(&mut y, &[bad, 0.0], &[0.0; 2], &positive, 1.0), Err(Error::ThetaNotFinite));
        assert_eq!(pull_back(&mut y, &[0.0; 2], &[0.0, bad], &positive, 1.0), Err(Error::ValueNotFinite));
        assert_eq!(pull_back(&mut y, &[0.0; 2], &[0.0; 2], &positive, bad), Err(Error::ValueNotFinite));
        assert_eq!(unconstrain(&mut y, &[1.0, bad], &positive), Err(Error::ValueOutside));
        assert_eq!(y, [7.0; 2]);
    }
    assert_eq!(pull_back(&mut [0.0; 3], &[0.0; 2], &[0.0; 2], &positive, 1.0), Err(Error::LengthMismatch));
    let outside = |transform: Transform, dim: usize, values: &[f64]| {
        let mut theta = vec![7.0; dim];
        assert_eq!(unconstrain(&mut theta, values, &[transform]), Err(Error::ValueOutside), "{values:?}");
        assert_eq!(theta, vec![7.0; dim]);
    };
    outside(positive[0], 1, &[0.0]);
    outside(positive[0], 1, &[-1.0]);
    outside(Transform::bounded(0, 1, 0.0, 1.0), 1, &[1.0]);
    outside(Transform::bounded(0, 1, 0.0, 1.0), 1, &[1.5]);
    outside(Transform::ordered(0, 2), 2, &[1.0, 1.0]);
    outside(Transform::ordered(0, 2), 2, &[1.0, 0.5]);
    outside(Transform::simplex(0, 2), 1, &[0.5, 0.6]);
    outside(Transform::simplex(0, 2), 1, &[0.0, 1.0]);
    outside(Transform::simplex(0, 2), 1, &[1.5, -0.5]);
    outside(Transform::simplex(0, 1), 0, &[0.9]);
    outside(Transform::correlation(0, 1), 0, &[-1.0]);
    outside(Transform::correlation(0, 2), 1, &[1.0, 0.0, 0.6, -0.8]);
    outside(Transform::correlation(0, 2), 1, &[1.0, 0.0, 1.0, 0.0]);
    outside(Transform::correlation(0, 2), 1, &[1.0, 0.0, 0.6, 0.7]);
}
