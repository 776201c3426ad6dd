//! The stochastic gradient Nosé-Hoover thermostat, which finds out how much noise the gradient brings.
//!
//! ```text
//! Euler       v ← (1 - ζ) v + η G(θ) + sqrt(2αητ) ξ;   θ ← θ + v;   ζ ← ζ + (vᵀv/d - ητ)          ζ starts at α
//!
//! symmetric   θ ← θ + v/2,  ζ ← ζ + ½(vᵀv/d - ητ);   v ← e v;   v ← v + η G(θ) + sqrt(2αητ) ξ;   v ← e v;
//!             θ ← θ + v/2,  ζ ← ζ + ½(vᵀv/d - ητ)                                          e = exp(-ζ/2)
//! ```
//!
//! Ding et al. 2014; the symmetric splitting, Chen, Ding and Carin 2015, with K = 2. With one thermostat for each
//! coordinate ζ_i follows v_i² - ητ. Ranges with steps of their own share the scalar ζ: it follows Σ (v_i² - η_iτ)/d.

use super::part::RulePart;
use super::velocity::{self, EulerKick, FRICTION, Kick, Kicked, SymmetricKick, Velocity, euler, symmetric};
use crate::Error;
use crate::named::named;
use crate::num::{Column, Far, Pieces, Real, Sum, Vector, any_beyond, both, clamped, splat};
use crate::pass::{Applied, Needs, StepContext, Vectors};
use crate::range::Ranges;
use crate::record::part;

part! {
    /// As η and α fall together, v ~ N(0, ητ) and θ samples the posterior to the power 1/τ, whatever the variance ν² of the
    /// gradient's own noise, if that is the same everywhere and new in every step, as it is not by epochs
    /// ([`BatchSettings::Epochs`](crate::BatchSettings)). The mean of ζ tends to α + ην²/(2τ), to leading order in η and α.
    ///
    /// ζ moves by what v² differs from ητ, so from a start near the mode it takes some α/(ητ) steps to find the gradient's
    /// noise. A start far from it heats the chain and raises ζ, of which a step takes off ητ at most, and until then θ
    /// varies too little: begin where an optimiser ended. In `f32` ζ stays where ητ is below half a unit in its last place,
    /// some 4e-9 at ζ = 0.1: scale θ so that η is not tiny. At temperature 0 nothing takes off ζ again what v² adds, and noisy
    /// gradients raise it until Euler's splitting diverges: an optimiser is [`Sghmc`](crate::rule::Sghmc).
    Sgnht: Default;

    /// α, the friction of one step: one minus the momentum.
    friction: f64 = FRICTION => above(0.0).at_most(1.0), Friction;
    /// One thermostat for all parameters, or one for each.
    thermostat: Thermostat;
    /// How its equations are split into a step; by Euler's splitting the friction is below ½: from there on the chain diverges.
    splitting: Splitting;
    /// The velocity before the first step.
    velocity: Velocity;
}

named! {
    /// How many thermostats there are.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Thermostat {
        /// One ζ for all coordinates.
        #[default]
        Scalar = 0,
        /// One ζ for each coordinate.
        PerCoordinate = 1,
    }
}

named! {
    /// How the thermostat's equations are split into a step: `docs/src/rules.md` has them.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Splitting {
        /// One after the other, as published first.
        ///
        /// Let γ be α + ην²/(2τ), ν² the variance of the gradient's noise. The variance on a Gaussian tends, as η → 0
        /// at a fixed α, to γ/(1 - sqrt(1 - 2γ)) of what it should be, 0.947 for γ = 0.1; where γ is ½ or more the
        /// chain diverges. The bias falls with the square root of η where α does so too, as α = h D does for a step h =
        /// √(η) and a fixed friction D of the equation.
        #[default]
        Euler = 0,
        /// Half steps before and after the kick: the bias falls with η where α falls with the square
        /// root of η, and every α is stable.
        Symmetric = 1,
    }
}

impl<R: Real> RulePart<R> for Sgnht {
    /// v, and ζ: one number after it, or a vector.
    fn state_len(&self, dim: usize) -> Option<usize> {
        match self.thermostat {
            Thermostat::Scalar => dim.checked_add(1),
            Thermostat::PerCoordinate => dim.checked_mul(2),
        }
    }

    fn check(&self) -> Result<(), Error> {
        Ranges::<R>::check_ranges(self)?;
        // v² = ητ asks for (1 - ζ)² = 1 - 2α, which nothing fulfils from there on: ζ would grow without bound.
        let divergent = self.splitting == Splitting::Euler && self.friction >= 0.5;
        if divergent { Err(Error::Friction) } else { Ok(()) }
    }

    /// ζ = α.
    fn start(&self, state: &mut [R], dim: usize) {
        for zeta in state.iter_mut().skip(dim) {
            *zeta = R::from_f64(self.friction);
        }
    }

    fn velocity(&self) -> Velocity {
        self.velocity
    }

    fn noise_factor(&self) -> f64 {
        self.friction
    }

    fn is_stable(&self, stiffness: f64) -> bool {
        stiffness < 4.0
    }

    fn has_own_site(&self) -> bool {
        self.splitting == Splitting::Symmetric
    }

    fn apply(&self, context: &mut StepContext<'_, R>) -> Applied {
        match self.thermostat {
            Thermostat::Scalar => self.with_one(context),
            Thermostat::PerCoordinate => self.with_one_each(context),
        }
    }
}

impl Sgnht {
    /// One ζ: the coordinates' passes read it, and their energy moves it.
    fn with_one<R: Real>(&self, context: &mut StepContext<'_, R>) -> Applied {
        let dim = context.theta.len();
        let mut zeta = context.state.get(dim).map_or(0.0, |zeta| zeta.to_f64());
        let mut energy = Sum::<R>::new();
        let (share, keep) = match self.splitting {
            Splitting::Euler => (1.0, 1.0 - zeta),
            Splitting::Symmetric => {
                for segment in context.blocks.segments() {
                    energy.add_each(context.state.get(segment.start..segment.end).unwrap_or_default(), |v| v);
                }
                zeta = moved(zeta, 0.5, core::mem::replace(&mut energy, Sum::new()), context);
                (0.5, libm::exp(-0.5 * zeta).min(R::FOURTH_ROOT))
            }
        };
        let factor = R::Piece::splat(finite(keep));
        let applied = context.each_chunk(Needs::normals(self.friction), &mut |chunk| {
            match self.splitting {
                Splitting::Euler => velocity::kick(chunk, &EulerKick { keep: factor }),
                Splitting::Symmetric => velocity::kick(chunk, &SymmetricKick { decay: factor }),
            }
            energy.add_each(chunk.vectors.lend().take(), |v| v);
        });
        zeta = moved(zeta, share, energy, context);
        if let Some(state) = context.state.get_mut(dim) {
            *state = finite(zeta);
        }
        applied
    }

    /// One ζ for each coordinate, a vector after v.
    fn with_one_each<R: Real>(&self, context: &mut StepContext<'_, R>) -> Applied {
        context.each_chunk(Needs::normals(self.friction), &mut |chunk| {
            let heat = R::Piece::splat(finite(chunk.scales.step_size * chunk.scales.temperature));
            match self.splitting {
                Splitting::Euler => velocity::kick(chunk, &EulerEach { heat }),
                Splitting::Symmetric => velocity::kick(chunk, &SymmetricEach { heat }),
            }
        })
    }
}

/// Euler's way, with ζ_i.
struct EulerEach<R: Real> {
    /// ητ.
    heat: R::Piece,
}

/// The symmetric splitting, with ζ_i.
struct SymmetricEach<R: Real> {
    /// ητ.
    heat: R::Piece,
}

/// ζ + share (v² - ητ), finite.
#[inline(always)]
fn thermostat<R: Real>(share: f64, heat: R::Piece, [z0, z1]: Pieces<R>, [v0, v1]: Pieces<R>) -> Pieces<R> {
    let share = splat::<R>(share);
    clamped::<R>([z0 + (v0 * v0 - heat) * share, z1 + (v1 * v1 - heat) * share], R::MAX)
}

impl<R: Real> Kick<R> for EulerEach<R> {
    /// ζ.
    type Own = Pieces<R>;
    type Columns<'a> = Column<'a, R, Far>;

    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Column<'a, R, Far> {
        vectors.column()
    }

    #[inline(always)]
    fn apply(
        &self,
        zeta: Pieces<R>,
        v: Pieces<R>,
        kick: Pieces<R>,
        noise: Option<Pieces<R>>,
    ) -> Kicked<R, Pieces<R>> {
        let one = splat::<R>(1.0);
        let kicked = euler(zeta, both(zeta, |zeta| one - zeta), v, kick, noise);
        Kicked { own: thermostat::<R>(1.0, self.heat, zeta, kicked.velocity), ..kicked }
    }
}

impl<R: Real> Kick<R> for SymmetricEach<R> {
    /// ζ.
    type Own = Pieces<R>;
    type Columns<'a> = Column<'a, R, Far>;

    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Column<'a, R, Far> {
        vectors.column()
    }

    #[inline(always)]
    fn apply(
        &self,
        zeta: Pieces<R>,
        v: Pieces<R>,
        kick: Pieces<R>,
        noise: Option<Pieces<R>>,
    ) -> Kicked<R, Pieces<R>> {
        let zeta = thermostat::<R>(0.5, self.heat, zeta, v);
        let decay = decays::<R>(both(zeta, |zeta| zeta * splat::<R>(-0.5)));
        let kicked = symmetric(zeta, decay, v, kick, noise);
        Kicked { own: thermostat::<R>(0.5, self.heat, zeta, kicked.velocity), ..kicked }
    }
}

/// exp x, at most what a velocity may be multiplied by. A thermostat is near 0 as long as it does its work, and takes
/// the short way then.
#[inline(always)]
fn decays<R: Real>(x: Pieces<R>) -> Pieces<R> {
    if any_beyond::<R>(x, R::from_f64(1.0 / 3.0)) { far_decays::<R>(x) } else { x.map(R::exp_near) }
}

#[cold]
#[inline(never)]
fn far_decays<R: Real>(x: Pieces<R>) -> Pieces<R> {
    x.map(|x| R::exp(x).at_most(R::from_f64(R::FOURTH_ROOT)))
}

/// ζ + share (Σ v² - Σ ητ)/d, over all that moves.
fn moved<R: Real>(zeta: f64, share: f64, energy: Sum<R>, context: &StepContext<'_, R>) -> f64 {
    let (mut expected, mut moving) = (0.0, 0.0);
    for segment in context.blocks.segments() {
        let scales = context.scales(segment.factor);
        let len = (segment.end - segment.start) as f64;
        expected += len * (scales.step_size * scales.temperature);
        moving += len;
    }
    // At the limits of f64 no two infinities may meet.
    let off = energy.total().min(f64::MAX) - f64::min(expected, f64::MAX);
    (zeta + share * (off / f64::max(moving, 1.0))).clamp(-f64::MAX, f64::MAX)
}

/// Rounds to this precision and keeps it finite.
fn finite<R: Real>(x: f64) -> R {
    R::from_f64(x.clamp(-R::MAX.to_f64(), R::MAX.to_f64()))
}
