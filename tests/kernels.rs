//! The fused SGLD kernel against the scalar reference, to the last bit, and what it refuses.

mod reference;
mod support;

use reference::{Generators, Scalar};
use sgmcmc::Error;
use sgmcmc::rng::{self, fill_normals};
use sgmcmc::rule::Norms;
use support::{Sgld, pattern};

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

fn normals_equal_reference<R: Scalar>() {
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

#[test]
fn normals_equal_the_scalar_reference() {
    normals_equal_reference::<f32>();
    normals_equal_reference::<f64>();
}

fn step_equals_reference<R: Scalar>() {
    for len in LENGTHS {
        let mut lanes = rng::Generators::new(5, 0).expect("chain 0").noise;
        let mut generators = Generators::new(5, 0);
        let mut theta = pattern::<R>(len, 251, 3.0);
        let mut expected = theta.clone();
        for (step, temperature) in [1.0, 0.37, 0.0, 2.5].into_iter().enumerate() {
            let gradient = pattern::<R>(len, [241, 239, 13, 7][step], 11.0);
            let rule = Sgld { step_size: 0.0173, temperature };
            let scalar = reference::Sgld { step_size: 0.0173, temperature, data_len: 1.0, prior: None };
            let mut norms = Norms::default();
            // Observed and unobserved are two instances of the kernel.
            let watched = (step % 2 == 0).then_some(&mut norms);
            rule.step(&mut theta, &gradient, &mut lanes, watched).expect("a good step");
            let (drift, noise) = scalar.step(&mut expected, &gradient, &mut generators);
            assert_same(&format!("theta of {len}"), &theta, &expected);
            if step % 2 == 0 {
                assert_eq!(
                    (norms.drift.to_bits(), norms.noise.to_bits()),
                    (drift.to_bits(), noise.to_bits())
                );
            }
        }
    }
}

#[test]
fn a_step_equals_the_scalar_reference() {
    step_equals_reference::<f32>();
    step_equals_reference::<f64>();
}

fn unobserved_equals_observed<R: Scalar>() {
    for len in LENGTHS {
        let mut lanes = [rng::Generators::new(5, 1).expect("chain 1").noise; 2];
        let mut theta = [pattern::<R>(len, 251, 3.0), pattern::<R>(len, 251, 3.0)];
        let gradient = pattern::<R>(len, 241, 11.0);
        let rule = Sgld { step_size: 0.1, temperature: 1.0 };
        let [first, second] = &mut theta;
        rule.step(first, &gradient, &mut lanes[0], None).expect("a good step");
        rule.step(second, &gradient, &mut lanes[1], Some(&mut Norms::default())).expect("a good step");
        assert_same("theta", first, second);
        assert_eq!(lanes[0], lanes[1]);
    }
}

#[test]
fn looking_at_norms_changes_nothing() {
    unobserved_equals_observed::<f32>();
    unobserved_equals_observed::<f64>();
}

fn temperature_zero_is_ascent<R: Scalar>() {
    for len in LENGTHS {
        let before = rng::Generators::new(5, 0).expect("chain 0").noise;
        let mut lanes = before;
        let mut theta = pattern::<R>(len, 251, 3.0);
        let mut expected = theta.clone();
        let eta = 0.0173;
        for _ in 0..5 {
            let gradient: Vec<R> = expected.iter().map(|t| -*t).collect();
            let rule = Sgld { step_size: eta, temperature: 0.0 };
            rule.step(&mut theta, &gradient, &mut lanes, None).expect("a good step");
            for (t, g) in expected.iter_mut().zip(&gradient) {
                *t = *t + R::from_f64(eta) * *g;
            }
            assert_same("theta", &theta, &expected);
        }
        assert_eq!(lanes, before, "temperature 0 drew noise");
    }
}

/// O3.
#[test]
fn temperature_zero_is_gradient_ascent_without_noise() {
    temperature_zero_is_ascent::<f32>();
    temperature_zero_is_ascent::<f64>();
}

/// Takes one step and asserts that it was refused with `expected` and changed nothing.
#[track_caller]
fn assert_refused<R: Scalar>(rule: Sgld, len: usize, gradient: &[R], expected: Error) {
    let before = rng::Generators::new(5, 0).expect("chain 0").noise;
    let mut lanes = before;
    let mut theta = pattern::<R>(len, 251, 3.0);
    let mut norms = Norms { drift: -1.0, noise: -2.0 };
    assert_eq!(rule.step(&mut theta, gradient, &mut lanes, Some(&mut norms)), Err(expected));
    assert_same("theta after a refusal", &theta, &pattern::<R>(len, 251, 3.0));
    assert_eq!(lanes, before, "the generator moved");
    assert_eq!(norms, Norms { drift: -1.0, noise: -2.0 }, "the norms were written");
}

fn refusals<R: Scalar>(smallest_step: f64) {
    let good = Sgld { step_size: 0.01, temperature: 1.0 };
    for len in [1, 7, 16, 33, 100] {
        let gradient = pattern::<R>(len, 241, 11.0);
        for bad in [f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for at in [0, len / 2, len - 1] {
                let mut gradient = gradient.clone();
                gradient[at] = R::from_f64(bad);
                assert_refused(good, len, &gradient, Error::GradientNotFinite);
                gradient[at] = R::MAX;
                assert_refused(good, len, &gradient, Error::GradientNotFinite);
                gradient[at] = -R::MAX;
                assert_refused(good, len, &gradient, Error::GradientNotFinite);
            }
        }
        for step_size in [0.0, -0.0, -0.01, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, smallest_step] {
            assert_refused(Sgld { step_size, ..good }, len, &gradient, Error::StepSize);
        }
        for temperature in [-1e-300, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_refused(Sgld { temperature, ..good }, len, &gradient, Error::Temperature);
        }
        assert_refused(good, len, &gradient[..len - 1], Error::LengthMismatch);
        assert_refused(good, len, &[&gradient[..], &[R::default()]].concat(), Error::LengthMismatch);
    }
    assert_refused::<R>(good, 0, &[], Error::LengthZero);
}

#[test]
fn refuses_by_name_and_changes_nothing() {
    refusals::<f32>(1e-60); // underflows in f32
    refusals::<f64>(0.0);
}

/// The look at the gradient takes a long vector in groups of pages: no place in them is left out.
fn refusals_anywhere<R: Scalar>() {
    let good = Sgld { step_size: 0.01, temperature: 1.0 };
    for len in [4096, 9001] {
        let gradient = pattern::<R>(len, 241, 11.0);
        for at in (0..len).step_by(59).chain([len - 1]) {
            let mut gradient = gradient.clone();
            gradient[at] = R::from_f64(f64::NAN);
            assert_refused(good, len, &gradient, Error::GradientNotFinite);
        }
    }
}

#[test]
fn refuses_a_bad_number_anywhere() {
    refusals_anywhere::<f32>();
    refusals_anywhere::<f64>();
}

#[test]
fn a_step_size_too_large_for_f32_is_refused() {
    assert_refused(Sgld { step_size: 1e39, temperature: 0.0 }, 3, &[0.0f32; 3], Error::StepSize);
    assert_refused(Sgld { step_size: 1e30, temperature: 1e60 }, 3, &[0.0f32; 3], Error::Temperature);
}

fn saturation<R: Scalar>() {
    let max = R::MAX.to_f64();
    // The largest gradient that is not refused, and steps and noise as large as they come.
    for (step_size, temperature, gradient) in [
        (1.0, 0.0, 0.24 * max),
        (2.0, 0.0, -0.12 * max),
        (0.5 * max, 0.0, 0.4),
        (1.0, 1e-3 * max, 0.24 * max),
        (0.9 * max, 0.55 * max, 0.25),
        (0.9 * max, 0.55 * max, -0.25),
    ] {
        let mut lanes = rng::Generators::new(5, 0).expect("chain 0").noise;
        let mut theta: Vec<R> = (0..1000).map(|i| if i % 2 == 0 { R::MAX } else { -R::MAX }).collect();
        let gradient = vec![R::from_f64(gradient); theta.len()];
        let done = Sgld { step_size, temperature }.step(&mut theta, &gradient, &mut lanes, None);
        let kept = theta.iter().all(|t| t.is_finite());
        assert!(kept, "step size {step_size:e}, temperature {temperature:e}: theta became infinite or NaN");
        if done.is_ok() && temperature == 0.0 {
            let expected = if gradient[0] > R::default() { R::MAX } else { -R::MAX };
            let limit = theta.iter().filter(|t| t.same(expected)).count();
            assert_eq!(limit, 500, "the half that would overflow stands at the limit");
        } else if temperature == 0.0 {
            panic!("step size {step_size:e} was refused: {done:?}");
        }
    }
}

#[test]
fn saturates_instead_of_overflowing() {
    saturation::<f32>();
    saturation::<f64>();
}
