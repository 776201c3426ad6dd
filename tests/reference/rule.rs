//! Any rule, one number after the other: its state, the place of its gradient, and its step.

use super::dense::{self, Factor};
use super::pass::{Applied, Coordinatewise, Pass, finite, noise_scale};
use super::ranges::{Range, ranges};
use super::sgnht::{PerCoordinate, Scalars, narrowed};
use super::{Generators, Scalar, Sums, drifts, normals, preconditioners};
use sgmcmc::Block;
use sgmcmc::precond::Preconditioner;
use sgmcmc::prior::Prior;
use sgmcmc::rule::{
    Langevin, Lattice, Norms, Rule, Sghmc, Sgnht, Splitting, StepParameters, Thermostat, Velocity,
};

/// A rule with the numbers that its steps change.
pub(crate) struct RuleStepper<'a, R> {
    rule: Rule<'a>,
    ranges: Vec<Range<'a>>,
    /// The rule's vectors, each as long as θ.
    vectors: Vec<Vec<R>>,
    /// ζ of the scalar thermostat.
    zeta: Option<R>,
}

impl<'a, R: Scalar> RuleStepper<'a, R> {
    /// Before [`start`](Self::start).
    pub(crate) fn new(rule: Rule<'a>, dim: usize, blocks: &[Block], prior: Prior<'a>) -> Self {
        let count = match rule {
            Rule::Langevin(rule) => {
                drifts::state_len(&rule.drift) + preconditioners::state_len(&rule.preconditioner)
            }
            Rule::Lattice(rule) => {
                drifts::state_len(&rule.drift) + preconditioners::state_len(&rule.preconditioner)
            }
            Rule::Sghmc(_) | Rule::Aboba(_) | Rule::Baoab(_) => 1,
            Rule::Sgnht(rule) if rule.thermostat == Thermostat::Scalar => 1,
            Rule::Sgnht(_) | Rule::Adam(_) => 2,
            Rule::Recipe(_) => 0,
            rule => panic!("no reference for {rule:?}"),
        };
        let vectors = vec![vec![R::default(); dim]; count];
        Self { rule, ranges: ranges(dim, blocks, prior), vectors, zeta: None }
    }

    /// The state before the first step: p, ζ = α, a drawn velocity.
    pub(crate) fn start(&mut self, at: &StepParameters, generators: &mut Generators) {
        let velocity = match self.rule {
            Rule::Langevin(Langevin { preconditioner, .. })
            | Rule::Lattice(Lattice { preconditioner, .. }) => {
                if let (Preconditioner::Diagonal(p), Some(own)) = (preconditioner, self.vectors.last_mut()) {
                    *own = p.iter().map(|p| R::from_f64(*p)).collect();
                }
                Velocity::Zero
            }
            Rule::Sgnht(rule) => {
                let zeta = R::from_f64(rule.friction);
                match rule.thermostat {
                    Thermostat::Scalar => self.zeta = Some(zeta),
                    Thermostat::PerCoordinate => self.vectors[1].fill(zeta),
                }
                rule.velocity
            }
            Rule::Sghmc(rule) => rule.velocity,
            Rule::Aboba(rule) => rule.velocity,
            Rule::Baoab(rule) => rule.velocity,
            Rule::Adam(_) | Rule::Recipe(_) => Velocity::Zero,
            other => panic!("which velocity does {other:?} start with?"),
        };
        if velocity == Velocity::Drawn {
            self.draw_velocity(at, generators);
        }
    }

    /// v ~ N(0, ητ); where that is no noise, v = 0 and nothing is drawn.
    fn draw_velocity(&mut self, at: &StepParameters, generators: &mut Generators) {
        for range in &self.ranges {
            let scale = noise_scale::<R>(&range.at(at), 0.5);
            let velocity = &mut self.vectors[0][range.indices()];
            velocity.fill(R::default());
            if scale > R::default() {
                for (v, xi) in velocity.iter_mut().zip(normals::<R>(generators, range.len())) {
                    *v = finite(xi * scale);
                }
            }
        }
    }

    /// The numbers of the state, without those that a dense preconditioner works in.
    pub(crate) fn state(&self) -> Vec<R> {
        self.vectors.iter().flatten().chain(&self.zeta).copied().collect()
    }

    /// Where the gradient is taken.
    pub(crate) fn site(&mut self, theta: &[R], generators: &mut Generators) -> Vec<R> {
        let mut site = theta.to_vec();
        let (vectors, ranges) = (&mut self.vectors[..], &self.ranges[..]);
        let pass = Pass { ranges, data_len: 1.0, vectors, generators };
        for i in ranges.iter().flat_map(|range| range.indices()) {
            let coordinate = pass.coordinate(theta, &[], i);
            site[i] = match self.rule {
                Rule::Aboba(rule) => rule.site(&coordinate),
                Rule::Sgnht(Sgnht { friction, splitting, .. }) => {
                    PerCoordinate { friction, splitting }.site(&coordinate)
                }
                Rule::Langevin(_)
                | Rule::Lattice(_)
                | Rule::Sghmc(_)
                | Rule::Baoab(_)
                | Rule::Adam(_)
                | Rule::Recipe(_) => theta[i],
                other => panic!("where does {other:?} take the gradient?"),
            };
        }
        site
    }

    /// The step with a mean gradient over `data_len` data.
    pub(crate) fn step(
        &mut self,
        (theta, gradient, given): (&mut [R], &[R], &[R]),
        (at, data_len): (&StepParameters, f64),
        generators: &mut Generators,
    ) -> Norms {
        if let Rule::Sghmc(Sghmc { redraw_interval, .. }) = self.rule
            && redraw_interval > 0
            && at.index > 0
            && at.index % redraw_interval == 0
        {
            self.draw_velocity(at, generators);
        }
        let Self { rule, ranges, vectors, zeta } = self;
        let mut pass = Pass { ranges, data_len, vectors, generators };
        let buffers = (&mut *theta, gradient, given);
        let applied = match rule {
            Rule::Langevin(rule) => match rule.preconditioner {
                Preconditioner::Dense(rows) => {
                    let rows: Vec<R> = rows.iter().map(|l| R::from_f64(*l)).collect();
                    return dense::step(
                        rule,
                        &Factor { rows: &rows, gamma: &[] },
                        &mut pass,
                        (theta, gradient),
                        at,
                    );
                }
                Preconditioner::PositionDependentDense => {
                    let (rows, gamma) = given.split_at(theta.len() * theta.len());
                    return dense::step(rule, &Factor { rows, gamma }, &mut pass, (theta, gradient), at);
                }
                _ => pass.apply(rule, buffers, at),
            },
            Rule::Sghmc(rule) => pass.apply(rule, buffers, at),
            Rule::Aboba(rule) => pass.apply(rule, buffers, at),
            Rule::Baoab(rule) => pass.apply(rule, buffers, at),
            Rule::Lattice(rule) => pass.apply(rule, buffers, at),
            Rule::Sgnht(rule) => match zeta {
                None => {
                    let Sgnht { friction, splitting, .. } = *rule;
                    pass.apply(&PerCoordinate { friction, splitting }, buffers, at)
                }
                Some(zeta) => {
                    let Sgnht { friction, splitting, .. } = *rule;
                    let mut one = Scalars { friction, splitting, zeta: zeta.to_f64() };
                    let share = if splitting == Splitting::Symmetric { 0.5 } else { 1.0 };
                    if splitting == Splitting::Symmetric {
                        one.follow(share, ranges, &pass.vectors[0], at);
                    }
                    let applied = pass.apply(&one, buffers, at);
                    one.follow(share, ranges, &vectors[0], at);
                    *zeta = narrowed(one.zeta);
                    applied
                }
            },
            Rule::Adam(rule) => pass.apply(rule, buffers, at),
            Rule::Recipe(rule) => pass.apply(rule, buffers, at),
            rule => panic!("no reference for {rule:?}"),
        };
        norms(&self.ranges, &applied)
    }
}

/// The sums of squares over all ranges.
fn norms<R: Scalar>(ranges: &[Range<'_>], applied: &Applied<R>) -> Norms {
    let norm = |numbers: &[R]| {
        let mut sums = Sums::new::<R>();
        for range in ranges {
            for (i, x) in numbers[range.indices()].iter().enumerate() {
                sums.add(i, x.to_f64() * x.to_f64());
            }
        }
        sums.total().sqrt()
    };
    Norms { drift: norm(&applied.drift), noise: norm(&applied.noise) }
}
