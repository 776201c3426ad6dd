//! What is timed on the table's vectors: a rule's steps, the memory floors, normals, and what a host would write in scalars.

use bench_support::generators;
use bench_support::rounds::Work;
use bench_support::vectors::{Aligned, Precision};
use core::hint::black_box;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use sgmcmc::rng::{Lanes, fill_normals};
use sgmcmc::rule::{Rule, StepParameters};

/// η of all steps; ε of the floor and a of the ziggurat loop, too.
const STEP_SIZE: f64 = 1e-3;

/// Vectors that a rule owns or is given, at most.
const OWN_MAX: usize = 3;

/// θ, a gradient, and room for what a rule owns or is given: all works of one length share them.
pub(crate) struct Pool<R> {
    pub(crate) theta: Aligned<R>,
    gradient: Aligned<R>,
    own: Aligned<R>,
}

impl<R: Precision> Pool<R> {
    pub(crate) fn new(len: usize) -> Self {
        Self::with_room(len, OWN_MAX)
    }

    /// With room for `count` vectors, and the one number that a thermostat needs.
    pub(crate) fn with_room(len: usize, count: usize) -> Self {
        Self {
            theta: Aligned::spread(len, -1.0, 1.0),
            gradient: Aligned::spread(len, -2.0, 1.0),
            own: Aligned::spread(count * len + 1, -1.0, 1.0),
        }
    }
}

/// Steps of a rule, from its first state.
pub(crate) struct RuleStep<'a> {
    rule: Rule<'a>,
    /// The rule without the caller's vectors, which the state holds.
    detached: Rule<'static>,
    noise: Lanes,
    at: StepParameters,
}

impl<'a> RuleStep<'a> {
    pub(crate) fn new(rule: Rule<'a>, detached: Rule<'static>, temperature: f64) -> Self {
        let at = StepParameters { temperature, ..StepParameters::step_size(STEP_SIZE) };
        Self { rule, detached, noise: generators().noise, at }
    }
}

impl<R: Precision> Work<Pool<R>> for RuleStep<'_> {
    fn prepare(&mut self, pool: &mut Pool<R>) {
        let dim = pool.theta.len();
        let state_len = self.rule.state_len::<R>(dim).expect("a length");
        let host_terms_len = self.rule.host_terms_len::<R>(dim).expect("a length");
        let (state, rest) = pool.own.split_at_mut(state_len);
        self.at.index = 0;
        self.rule.start(state, dim, &mut self.noise, &self.at).expect("good settings");
        // What the host gives: positive, so that it can be a metric.
        rest[..host_terms_len].fill(R::from_f64(0.5));
    }

    #[inline(always)]
    fn call(&mut self, pool: &mut Pool<R>) {
        let Pool { theta, gradient, own } = pool;
        let theta = black_box(&mut **theta);
        let state_len = self.detached.state_len::<R>(theta.len()).expect("a length");
        let host_terms_len = self.detached.host_terms_len::<R>(theta.len()).expect("a length");
        let (state, rest) = own.split_at_mut(state_len);
        let given = &rest[..host_terms_len];
        self.detached
            .step(theta, state, &mut self.noise, None, gradient, given, &self.at)
            .expect("a finite gradient");
        self.at.index += 1;
    }
}

/// A multiplication and an addition for every vector, all in one loop: theta[i] += eps * grad[i] where there are none but θ and
/// the gradient, the words that an SGLD step has to move and next to no arithmetic.
#[derive(Default)]
pub(crate) struct Floor {
    /// Vectors that are read and written, besides θ.
    pub(crate) written: usize,
    /// Vectors that are only read, besides the gradient.
    pub(crate) read: usize,
}

impl Floor {
    pub(crate) fn name(&self) -> String {
        match (self.written, self.read) {
            (0, 0) => super::line::FLOOR.to_owned(),
            (written, read) => format!("floor: + {written} updated, {read} read"),
        }
    }
}

impl<R: Precision> Work<Pool<R>> for Floor {
    fn prepare(&mut self, pool: &mut Pool<R>) {
        pool.own.fill(R::from_f64(0.5));
    }

    fn call(&mut self, pool: &mut Pool<R>) {
        let Pool { theta, gradient, own } = pool;
        let len = theta.len();
        let c = R::from_f64(STEP_SIZE);
        let pairs = black_box(&mut **theta).iter_mut().zip(&**gradient);
        let mut own = own.chunks_exact_mut(len);
        let mut next = || own.next().expect("room");
        match (self.written, self.read) {
            (0, 0) => pairs.for_each(|(t, g)| *t = *t + c * *g),
            (0, 1) => pairs.zip(next()).for_each(|((t, g), p)| *t = *t + *p * *g),
            (0, 2) => {
                pairs.zip(next()).zip(next()).for_each(|(((t, g), p), q)| *t = *t + (*p * *g + *q));
            }
            (1, 0) => pairs.zip(next()).for_each(|((t, g), v)| {
                *v = *v * c + *g;
                *t = *t + c * *v;
            }),
            (2, 0) => pairs.zip(next()).zip(next()).for_each(|(((t, g), v), w)| {
                (*v, *w) = (*v * c + *g, *w * c + *g);
                *t = *t + (c * *v + *w);
            }),
            (3, 0) => {
                pairs.zip(next()).zip(next()).zip(next()).for_each(|((((t, g), u), v), w)| {
                    (*u, *v, *w) = (*u * c + *g, *v * c + *g, *w * c + *g);
                    *t = *t + (c * *u + (*v + *w));
                });
            }
            other => panic!("no floor for {other:?}"),
        }
    }
}

/// Normals into θ, and nothing else.
pub(crate) struct Normals(Lanes);

impl Normals {
    pub(crate) fn new() -> Self {
        Self(generators().noise)
    }
}

impl<R: Precision> Work<Pool<R>> for Normals {
    fn call(&mut self, pool: &mut Pool<R>) {
        fill_normals(&mut self.0, black_box(&mut *pool.theta));
    }
}

/// What a host without vectorised normals would write: theta[i] += a * grad[i] + s * normal.
pub(crate) struct Ziggurat(Xoshiro256PlusPlus);

impl Ziggurat {
    pub(crate) fn new() -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(2026))
    }
}

impl<R: Precision> Work<Pool<R>> for Ziggurat {
    fn call(&mut self, pool: &mut Pool<R>) {
        let (a, s) = (R::from_f64(STEP_SIZE), R::from_f64(libm::sqrt(2.0 * STEP_SIZE)));
        for (theta, gradient) in black_box(&mut *pool.theta).iter_mut().zip(&*pool.gradient) {
            *theta = *theta + (a * *gradient + s * R::ziggurat(&mut self.0));
        }
    }
}
