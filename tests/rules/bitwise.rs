//! Stateless steps against the scalar reference, to the last bit of θ, state and norms.

use super::{assert_same, given, is_dense, lanes, pattern, started};
use crate::reference::registry::{self, Vectors};
use crate::reference::{Generators, RuleStepper, Scalar, normals};
use sgmcmc::prior::Prior;
use sgmcmc::rng::fill_normals;
use sgmcmc::rule::{Applied, Norms, Rule, StepParameters};

/// Around every boundary of blocks of 8 and 16 numbers, and of pairs of them.
const LENGTHS: [usize; 26] =
    [1, 2, 7, 8, 9, 15, 16, 17, 23, 31, 32, 33, 47, 48, 49, 63, 64, 65, 95, 96, 97, 127, 128, 129, 255, 1000];
/// The same for rules whose work is the square of the length.
const DENSE_LENGTHS: [usize; 13] = [1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 65, 97];

const SEED: u64 = 5;
const STEP_SIZES: [f64; 3] = [0.0173, 0.0311, 0.0059];
const TEMPERATURES: [f64; 4] = [1.0, 0.37, 0.0, 2.5];
const PERIODS: [usize; 4] = [241, 239, 13, 7];

/// Ten steps: observed and unobserved ones, which are two instances of a kernel, side by side with the reference.
fn check<R: Scalar>(rule: &Rule<'_>, len: usize) {
    let what = |name: &str, step: usize| format!("{name} of {len} after step {step}, {rule:?}");
    let first = StepParameters::step_size(STEP_SIZES[0]);
    let mut generators = Generators::new(SEED, 0);
    let mut stepper = RuleStepper::<R>::new(*rule, len, &[], Prior::FLAT);
    stepper.start(&first, &mut generators);
    let mut expected = pattern::<R>(len, 251, 3.0);

    let mut noise = [lanes(SEED); 2];
    let mut state = noise.each_mut().map(|noise| started::<R>(rule, len, noise, &first));
    let mut theta = [expected.clone(), expected.clone()];
    let own_len = stepper.state().len();
    assert!(is_dense(rule) || own_len == state[0].len(), "the reference has all of the state");
    for step in 0..10 {
        let temperature = super::warm_enough(rule, TEMPERATURES[step % 4]);
        let (step_size, index) = (STEP_SIZES[step % 3], step as u64);
        let at = StepParameters { step_size, temperature, index, data_len: 7 };
        // Every other period once more, so that the running means see changes of sign and size.
        let gradient = pattern::<R>(len, PERIODS[step % 4], [11.0, -4.0, 0.3][step % 3]);
        let given = given::<R>(rule, len, step);
        let site = stepper.site(&expected, &mut generators);
        let wanted = stepper.step((&mut expected, &gradient, &given), (&at, 1.0), &mut generators);

        let mut got_site = theta[0].clone();
        rule.move_to_site(&mut got_site, &state[0]).expect("good lengths");
        assert_same(&what("site", step), &got_site, &site);
        let mut applied = Applied::default();
        for (i, watched) in [None, Some(&mut applied)].into_iter().enumerate() {
            rule.step(&mut theta[i], &mut state[i], &mut noise[i], watched, &gradient, &given, &at)
                .expect("a good step");
            assert_same(&what("theta", step), &theta[i], &expected);
            assert_same(&what("state", step), &state[i][..own_len], &stepper.state());
        }
        let norms = applied.norms;
        let bits = |norms: Norms| (norms.drift.to_bits(), norms.noise.to_bits());
        assert_eq!(bits(norms), bits(wanted), "{}: {norms:?} for {wanted:?}", what("norms", step));
    }
    // The generators stand where the reference's do.
    for mut noise in noise {
        let mut next = vec![R::default(); 40];
        fill_normals(&mut noise, &mut next);
        assert_same(&what("next normals", 10), &next, &normals::<R>(&mut generators.clone(), 40));
    }
}

fn every_rule_equals_the_scalar_reference<R: Scalar>() {
    for len in LENGTHS {
        let dense = DENSE_LENGTHS.contains(&len);
        let vectors = if dense { Vectors::new(len) } else { Vectors::without_factor(len) };
        for rule in registry::rules(&vectors) {
            if dense || !is_dense(&rule) {
                check::<R>(&rule, len);
            }
        }
    }
}

both!(every_rule_equals_the_scalar_reference);
