//! What stateless calls refuse: by name, with every byte as it was.

use super::{assert_same, given, is_dense, lanes, pattern, started};
use crate::reference::Scalar;
use crate::reference::outside;
use crate::reference::registry::{self, Vectors, name};
use crate::support::ruled;
use sgmcmc::drift::{AdaMax, Adam, Drift};
use sgmcmc::precond::Preconditioner;
use sgmcmc::rng::Lanes;
use sgmcmc::rule::{AdamOptimizer, Applied, Langevin, Rule, Sghmc, StepParameters};
use sgmcmc::{BatchSettings, ChainSettings, Error, Sampler};
use std::collections::BTreeSet;

/// Everything that a step takes.
#[derive(Clone)]
struct Call<'a, R> {
    rule: Rule<'a>,
    theta: Vec<R>,
    state: Vec<R>,
    noise: Lanes,
    applied: Applied,
    gradient: Vec<R>,
    given: Vec<R>,
    at: StepParameters,
}

impl<'a, R: Scalar> Call<'a, R> {
    /// After some steps, so that the state is not zero.
    fn new(rule: Rule<'a>, len: usize) -> Self {
        let (mut noise, at) = (lanes(5), StepParameters::step_size(0.01));
        let state = started(&rule, len, &mut noise, &at);
        let mut call = Self {
            rule,
            theta: pattern(len, 251, 3.0),
            state,
            noise,
            applied: Applied::default(),
            gradient: pattern(len, 241, 11.0),
            given: given(&rule, len, 0),
            at,
        };
        for _ in 0..3 {
            call.step().expect("a good step");
            call.at.index += 1;
        }
        call
    }

    fn step(&mut self) -> Result<(), Error> {
        let Self { rule, theta, state, noise, applied, gradient, given, at } = self;
        rule.step(theta, state, noise, Some(applied), gradient, given, at)
    }

    #[track_caller]
    fn assert_same(&self, other: &Self) {
        assert_same("theta after a refusal", &self.theta, &other.theta);
        assert_same("the state after a refusal", &self.state, &other.state);
        assert_eq!(self.noise, other.noise, "the generator moved");
        assert_eq!(self.applied, other.applied, "what the step did was written");
    }

    /// Takes the step with a change, and asserts that it was refused and wrote nothing.
    #[track_caller]
    fn refused(&self, expected: Error, change: impl FnOnce(&mut Self)) {
        let mut call = self.clone();
        change(&mut call);
        let before = call.clone();
        assert_eq!(call.step(), Err(expected), "{:?}", self.rule);
        call.assert_same(&before);
    }

    /// The same, with an empty vector or one that is too short or too long.
    fn refused_lengths(&self, of: impl Fn(&mut Self) -> &mut Vec<R>) {
        let len = of(&mut self.clone()).len();
        for wrong in [0, len.saturating_sub(1), len + 1].into_iter().filter(|wrong| *wrong != len) {
            self.refused(Error::LengthMismatch, |call| of(call).resize(wrong, R::default()));
        }
    }
}

const BAD: [f64; 4] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -f64::NAN];

fn a_refused_step_changes_nothing<R: Scalar>() {
    for len in [1, 33] {
        let vectors = Vectors::new(len);
        for rule in registry::rules(&vectors) {
            let call = Call::<R>::new(rule, len);
            for place in [0, len / 2, len - 1] {
                for bad in BAD.into_iter().chain([R::MAX.to_f64(), -R::MAX.to_f64()]) {
                    call.refused(Error::GradientNotFinite, |call| call.gradient[place] = R::from_f64(bad));
                }
            }
            call.refused_lengths(|call| &mut call.state);
            call.refused_lengths(|call| &mut call.gradient);
            call.refused_lengths(|call| &mut call.given);
            call.refused(Error::LengthZero, |call| call.theta.clear());
            for step_size in [0.0, -0.0, -0.01, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                call.refused(Error::StepSize, |call| call.at.step_size = step_size);
            }
            for temperature in [-1e-300, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                call.refused(Error::Temperature, |call| call.at.temperature = temperature);
            }
            bad_given(&call, len);
        }
    }
}

/// Numbers of the host that cannot be used.
fn bad_given<R: Scalar>(call: &Call<'_, R>, len: usize) {
    let max = R::MAX.to_f64();
    let places = |from: usize| [from, from + len / 2, from + len - 1];
    let refuse = |error: Error, place: usize, bad: f64| {
        call.refused(error, |call| call.given[place] = R::from_f64(bad));
    };
    match call.rule {
        Rule::Recipe(_) => {
            for place in places(0).into_iter().chain(places(len)) {
                BAD.into_iter()
                    .chain([max, -max])
                    .for_each(|bad| refuse(Error::DiffusionNotFinite, place, bad));
            }
        }
        Rule::Langevin(Langevin { preconditioner, .. }) if !call.given.is_empty() => {
            let gamma = call.given.len() - len;
            let metric = match preconditioner {
                Preconditioner::PositionDependent { .. } => places(0).to_vec(),
                // The first, one of the last row, and the last.
                _ => vec![0, (len - 1) * len, len * len - 1],
            };
            for place in metric.iter().copied().chain(places(gamma)) {
                let bad = BAD.into_iter().chain([max, -max]);
                bad.for_each(|bad| refuse(Error::PreconditionerNotUsable, place, bad));
            }
            if !is_dense(&call.rule) {
                metric.into_iter().for_each(|place| refuse(Error::PreconditionerNotUsable, place, -1e-30));
            }
        }
        _ => {}
    }
}

both!(a_refused_step_changes_nothing);

/// The look at the gradient takes a long vector in groups of pages: no place in them is left out.
fn a_bad_number_anywhere_is_seen<R: Scalar>() {
    for len in [4096, 9001] {
        let call = Call::<R>::new(Rule::SGLD, len);
        for place in (0..len).step_by(59).chain([len - 1]) {
            call.refused(Error::GradientNotFinite, |call| call.gradient[place] = R::from_f64(f64::NAN));
        }
    }
}

both!(a_bad_number_anywhere_is_seen);

#[test]
fn scales_that_f32_cannot_hold_are_refused() {
    let call = Call::<f32>::new(Rule::SGLD, 3);
    call.refused(Error::StepSize, |call| call.at.step_size = 1e39);
    call.refused(Error::StepSize, |call| call.at.step_size = 1e-60);
    call.refused(Error::Temperature, |call| call.at.temperature = 1e39);
    call.refused(Error::Temperature, |call| (call.at.step_size, call.at.temperature) = (1e30, 1e38));
    Call::<f64>::new(Rule::SGLD, 3).refused(Error::Temperature, |call| {
        (call.at.step_size, call.at.temperature) = (1e300, 1e300);
    });
}

fn a_refused_start_or_site_changes_nothing<R: Scalar>() {
    for len in [1, 33] {
        let vectors = Vectors::new(len);
        for rule in registry::rules(&vectors) {
            let good = StepParameters::step_size(0.01);
            let state_len = rule.state_len::<R>(len).expect("a length");
            let mut calls = vec![(len, state_len + 1, good, Error::LengthMismatch)];
            if state_len > 0 {
                calls.push((len, state_len - 1, good, Error::LengthMismatch));
            }
            for step_size in [0.0, -1.0, f64::NAN, f64::INFINITY] {
                calls.push((len, state_len, StepParameters { step_size, ..good }, Error::StepSize));
            }
            for temperature in [-1.0, f64::NAN, f64::INFINITY] {
                calls.push((len, state_len, StepParameters { temperature, ..good }, Error::Temperature));
            }
            for (dim, state_len, at, error) in calls {
                let before = pattern::<R>(state_len, 19, 1.0);
                let (mut state, mut noise) = (before.clone(), lanes(5));
                assert_eq!(rule.start(&mut state, dim, &mut noise, &at), Err(error), "{rule:?}");
                assert_same("the state", &state, &before);
                assert_eq!(noise, lanes(5), "the generator moved");
                if error == Error::LengthMismatch {
                    let mut site = pattern::<R>(dim, 251, 3.0);
                    assert_eq!(rule.move_to_site(&mut site, &state), Err(error), "{rule:?}");
                    assert_same("the site", &site, &pattern::<R>(dim, 251, 3.0));
                }
            }
            assert_eq!(rule.state_len::<R>(0), Err(Error::LengthZero));
            assert_eq!(rule.host_terms_len::<R>(0), Err(Error::LengthZero));
            let (state, given) = (rule.state_len::<R>(usize::MAX), rule.host_terms_len::<R>(usize::MAX));
            let fits =
                |len: Result<usize, Error>| matches!(len, Ok(0 | usize::MAX) | Err(Error::LengthTooLarge));
            assert!(fits(state) && fits(given), "{state:?}, {given:?}, {rule:?}");
            assert!(rule.move_to_site::<R>(&mut [], &[]).is_err());
        }
    }
}

both!(a_refused_start_or_site_changes_nothing);

/// Settings outside their ranges, refused by `start` and `step` alike.
fn settings_outside_their_ranges_are_named<R: Scalar>() {
    let mut all: Vec<(Rule<'_>, Error)> = Vec::new();
    let vectors: &Vectors = Box::leak(Box::new(Vectors::new(3)));
    for rule in registry::rules(vectors) {
        let sampler = ruled(rule, 0.01, 1.0);
        let base = ChainSettings::new(1, BatchSettings::All, sampler);
        for (error, settings) in outside::refused::<R>(&base, "sampler.rule.") {
            let Sampler::Rule(refused) = settings.sampler else { panic!("a rule") };
            all.push((refused.rule, error));
        }
    }
    // β1² < β2.
    for beta2 in [0.81, 0.5, -0.1] {
        let beta1 = 0.9000000000000001;
        all.push((Rule::with_drift(Drift::Adam(Adam { beta1, beta2, ..Adam::default() })), Error::Beta2));
        all.push((
            Rule::with_drift(Drift::AdaMax(AdaMax { beta1, beta2, ..AdaMax::default() })),
            Error::Beta2,
        ));
        all.push((Rule::Adam(AdamOptimizer { beta1, beta2, ..AdamOptimizer::default() }), Error::Beta2));
    }
    all.push((Rule::Sghmc(Sghmc { noise_estimate: 0.1000001, ..Sghmc::default() }), Error::NoiseEstimate));
    has_every_part(&all);
    let at = StepParameters::step_size(0.01);
    for (rule, error) in all {
        let mut state = vec![R::default(); rule.state_len::<R>(3).expect("a length")];
        let mut noise = lanes(5);
        assert_eq!(rule.start(&mut state, 3, &mut noise, &at), Err(error), "{rule:?}");
        let mut theta = [R::from_f64(1.0); 3];
        let given = vec![R::default(); rule.host_terms_len::<R>(3).expect("a length")];
        let done = rule.step(&mut theta, &mut state, &mut noise, None, &[R::default(); 3], &given, &at);
        assert_eq!(done, Err(error), "{rule:?}");
        assert_same("theta", &theta, &[R::from_f64(1.0); 3]);
        assert_eq!(noise, lanes(5), "the generator moved");
    }
}

/// A part without an entry is a hole, unless it has no settings or they are the caller's vectors.
fn has_every_part(all: &[(Rule<'_>, Error)]) {
    let mut names = BTreeSet::new();
    for (rule, _) in all {
        names.insert(name(rule));
        if let Rule::Langevin(Langevin { drift, preconditioner }) = rule {
            names.extend([name(drift), name(preconditioner)]);
        }
    }
    let without =
        ["None", "Identity", "Diagonal", "Dense", "PositionDependent", "PositionDependentDense", "Recipe"];
    let parts = [Rule::NAMES, Drift::NAMES, Preconditioner::NAMES].concat();
    let missing: Vec<_> =
        parts.iter().filter(|part| !without.contains(part) && !names.contains(**part)).collect();
    assert!(missing.is_empty(), "no settings of {missing:?} are refused");
}

both!(settings_outside_their_ranges_are_named);

/// The caller's vectors, which only `start` looks at.
fn vectors<R: Scalar>(too_large: f64) {
    let at = StepParameters::step_size(0.01);
    let start = |preconditioner: Preconditioner<'_>| {
        let rule = Rule::with_preconditioner(preconditioner);
        let mut state = vec![R::default(); rule.state_len::<R>(3).expect("a length")];
        let done = rule.start(&mut state, 3, &mut lanes(5), &at);
        assert!(done.is_ok() || state.iter().all(|x| x.same(R::default())), "the state was written");
        done
    };
    assert_eq!(start(Preconditioner::Diagonal(&[1.0, 2.0])), Err(Error::LengthMismatch));
    assert_eq!(start(Preconditioner::Diagonal(&[1.0; 4])), Err(Error::LengthMismatch));
    assert_eq!(start(Preconditioner::Dense(&[1.0; 8])), Err(Error::LengthMismatch));
    assert_eq!(start(Preconditioner::Dense(&[1.0; 9])), Ok(()));
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY, too_large] {
        for i in 0..3 {
            let mut diagonal = [1.0; 3];
            diagonal[i] = bad;
            assert_eq!(start(Preconditioner::Diagonal(&diagonal)), Err(Error::PreconditionerDiagonal));
            let mut factor = [1.0; 9];
            factor[4 * i] = bad;
            assert_eq!(start(Preconditioner::Dense(&factor)), Err(Error::PreconditionerFactor));
            // A row, and what nobody looks at above it.
            let mut factor = [1.0; 9];
            factor[3 * i..4 * i].fill(bad);
            factor[4 * i + 1..3 * i + 3].fill(f64::NAN);
            let good = i == 0 || (bad <= 0.0);
            let expected = if good { Ok(()) } else { Err(Error::PreconditionerFactor) };
            assert_eq!(start(Preconditioner::Dense(&factor)), expected);
        }
    }
}

#[test]
fn vectors_that_cannot_be_used_are_named() {
    vectors::<f32>(1e20);
    vectors::<f64>(1e155);
}
