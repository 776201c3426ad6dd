//! Many independent copies of a small system as one θ, which a rule steps all at once.
//!
//! Component i of copy c is θ[i · copies + c]. A step costs what one long vector costs, and time averages over
//! thousands of copies need few steps.

use super::{Matrix, Tally};
use rand_core::SeedableRng;
use sgmcmc::Real;
use sgmcmc::rng::{Lanes, fill_normals};
use sgmcmc::rule::{Rule, StepParameters};

/// A rule at work on copies.
#[derive(Clone, Debug)]
pub(crate) struct Copies<'r, R> {
    pub(crate) rule: Rule<'r>,
    pub(crate) at: StepParameters,
    pub(crate) copies: usize,
    pub(crate) theta: Vec<R>,
    pub(crate) state: Vec<R>,
    lanes: Lanes,
    /// For the noise of gradients.
    extra_lanes: Lanes,
}

impl<'r, R: Real> Copies<'r, R> {
    /// `width` components of `copies` systems, at 0.
    pub(crate) fn new(rule: Rule<'r>, at: StepParameters, [width, copies]: [usize; 2], seed: u64) -> Self {
        let dim = width * copies;
        let mut lanes = Lanes::seed_from_u64(seed);
        let mut state = vec![R::default(); rule.state_len::<R>(dim).expect("a length")];
        rule.start(&mut state, dim, &mut lanes, &at).expect("settings in range");
        let extra_lanes = Lanes::seed_from_u64(seed + 1_000_000);
        Self { rule, at, copies, theta: vec![R::default(); dim], state, lanes, extra_lanes }
    }

    /// θ from N(0, variance), so that less of the start must be forgotten.
    pub(crate) fn spread(mut self, variance: f64) -> Self {
        fill_normals(&mut self.extra_lanes, &mut self.theta);
        let scale = R::from_f64(variance.sqrt());
        self.theta.iter_mut().for_each(|theta| *theta = *theta * scale);
        self
    }

    /// One step with this gradient, which is written into zeros, and noise of standard deviation `gradient_noise`.
    pub(crate) fn step(&mut self, gradient: impl Fn(&[R], &mut [R]), gradient_noise: f64) {
        let mut site = self.theta.clone();
        self.rule.move_to_site(&mut site, &self.state).expect("a site");
        let mut g = vec![R::default(); site.len()];
        gradient(&site, &mut g);
        if gradient_noise > 0.0 {
            fill_normals(&mut self.extra_lanes, &mut site);
            let nu = R::from_f64(gradient_noise);
            g.iter_mut().zip(&site).for_each(|(g, z)| *g = *g + nu * *z);
        }
        self.rule
            .step(&mut self.theta, &mut self.state, &mut self.lanes, None, &g, &[], &self.at)
            .expect("a good step");
        self.at.index += 1;
    }

    /// `count` steps towards a Gaussian of this precision.
    pub(crate) fn run(&mut self, count: u64, precision: &Matrix, gradient_noise: f64) {
        let copies = self.copies;
        for _ in 0..count {
            self.step(|site, gradient| pull(precision, copies, site, gradient), gradient_noise);
        }
    }

    /// Time averages of θ² on N(0, 1) over `count` steps after `burn_in`, for copies of one component.
    pub(crate) fn squares(mut self, [burn_in, count]: [u64; 2], gradient_noise: f64) -> Tally {
        let precision = Matrix::scalar(1, 1.0);
        self.run(burn_in, &precision, gradient_noise);
        let mut tally = Tally::new(1, self.copies);
        for _ in 0..count {
            self.run(1, &precision, gradient_noise);
            tally.add(0, self.variable(0).map(|theta| theta * theta));
        }
        tally
    }

    /// Component i of every copy, first of θ, then of the rule's first vector.
    pub(crate) fn variable(&self, i: usize) -> impl Iterator<Item = f64> + Clone {
        let width = self.width();
        let (numbers, i) = if i < width { (&self.theta, i) } else { (&self.state, i - width) };
        numbers[i * self.copies..][..self.copies].iter().map(|x| x.to_f64())
    }

    /// How many components θ has.
    pub(crate) fn width(&self) -> usize {
        self.theta.len() / self.copies
    }
}

/// g ← -M θ for every copy.
fn pull<R: Real>(precision: &Matrix, copies: usize, theta: &[R], gradient: &mut [R]) {
    for (i, gradient) in gradient.chunks_mut(copies).enumerate() {
        for (j, theta) in theta.chunks(copies).enumerate() {
            let m = precision.at(i, j);
            if m != 0.0 {
                let m = R::from_f64(-m);
                gradient.iter_mut().zip(theta).for_each(|(g, theta)| *g = *g + *theta * m);
            }
        }
    }
}

/// The factor L of one copy as that of all of them.
pub(crate) fn factor_of_copies(factor: &Matrix, copies: usize) -> Vec<f64> {
    let all = Matrix::from_fn(factor.size * copies, |i, j| {
        if i % copies == j % copies { factor.at(i / copies, j / copies) } else { 0.0 }
    });
    (0..all.size * all.size).map(|at| all.at(at / all.size, at % all.size)).collect()
}
