//! Single steps of any rule, for hosts that own their loop and their buffers.

use super::velocity::{draw_velocity, take_half_step};
use super::{Applied, Rule, StepParameters, Velocity};
use crate::Error;
use crate::blocks::Blocks;
use crate::built;
use crate::num::{Real, all_within};
use crate::pass::{Normals, StepContext};
use crate::rng::Lanes;

/// Steps without a chain. `gradient` is that of the whole log posterior, summed over all data, at a finite θ.
///
/// ```
/// use sgmcmc::rng::Generators;
/// use sgmcmc::rule::{Aboba, StepParameters, Rule};
/// let rule = Rule::Aboba(Aboba::default());
/// let (mut noise, mut at) = (Generators::new(1, 0).unwrap().noise, StepParameters::step_size(0.1));
/// let mut theta = [1.0f32; 5];
/// let mut state = vec![0.0; rule.state_len::<f32>(5)?];
/// rule.start(&mut state, 5, &mut noise, &at)?;
/// for index in 0..100 {
///     at.index = index;
///     let mut site = theta;
///     rule.move_to_site(&mut site, &state)?; // θ itself for most rules
///     let gradient = site.map(|t| -t); // of log N(0, 1)
///     rule.step(&mut theta, &mut state, &mut noise, None, &gradient, &[], &at)?;
/// }
/// # Ok::<(), sgmcmc::Error>(())
/// ```
impl Rule<'_> {
    /// How many numbers of state the rule owns for `dim` parameters.
    ///
    /// Errors: `LengthZero`, `LengthTooLarge`.
    pub fn state_len<R: Real>(&self, dim: usize) -> Result<usize, Error> {
        self.check_built()?;
        match dim {
            0 => Err(Error::LengthZero),
            _ => self.part::<R>().state_len(dim).ok_or(Error::LengthTooLarge),
        }
    }

    /// How many numbers of host terms come with every step: P and Γ, or the recipe's drift and noise; 0 for other
    /// rules.
    ///
    /// Errors: `LengthZero`, `LengthTooLarge`.
    pub fn host_terms_len<R: Real>(&self, dim: usize) -> Result<usize, Error> {
        self.check_built()?;
        match dim {
            0 => Err(Error::LengthZero),
            _ => self.host_terms::<R>().len(dim).ok_or(Error::LengthTooLarge),
        }
    }

    /// Fills the state before the first step: thermostats, the caller's preconditioner, a drawn velocity.
    ///
    /// Errors: `LengthMismatch` unless `state` has [`state_len`](Self::state_len) numbers; every setting outside its
    /// range, by name; `StepSize`, `Temperature`. Nothing was written then. Never panics, never allocates.
    pub fn start<R: Real>(
        &self,
        state: &mut [R],
        dim: usize,
        noise: &mut Lanes,
        at: &StepParameters,
    ) -> Result<(), Error> {
        self.check_built()?;
        let rule = self.part::<R>();
        rule.check()?;
        rule.check_vectors(dim)?;
        rule.validate_scales(at, 1.0)?;
        if state.len() != self.state_len::<R>(dim)? {
            return Err(Error::LengthMismatch);
        }
        self.fill_state(state, noise, &Blocks::flat(dim), at);
        Ok(())
    }

    /// Replaces θ in `site` by where the rule takes its gradient: θ + v/2 for [`Aboba`](super::Aboba) and the symmetric
    /// [`Sgnht`](super::Sgnht), θ itself for the others.
    ///
    /// Errors: `LengthZero`, `LengthMismatch`; nothing was written then.
    pub fn move_to_site<R: Real>(&self, site: &mut [R], state: &[R]) -> Result<(), Error> {
        if state.len() != self.state_len::<R>(site.len())? {
            return Err(Error::LengthMismatch);
        }
        if built::VELOCITIES && self.part::<R>().has_own_site() {
            take_half_step(site, state.get(..site.len()).unwrap_or_default());
        }
        Ok(())
    }

    /// One step in place.
    ///
    /// `host_terms` has [`host_terms_len`](Self::host_terms_len) numbers. `applied` is filled where it is given. Errors: `LengthZero`,
    /// `LengthMismatch`, `DataLen`, `StepSize`, `Temperature`, `GradientNotFinite`, `PreconditionerNotUsable`,
    /// `DiffusionNotFinite`, and settings outside their ranges but for the caller's vectors, which
    /// [`start`](Self::start) has validated; nothing was written then. Never panics, never allocates.
    #[allow(clippy::too_many_arguments, reason = "a kernel's buffers, each its own")]
    pub fn step<R: Real>(
        &self,
        theta: &mut [R],
        state: &mut [R],
        noise: &mut Lanes,
        applied: Option<&mut Applied>,
        gradient: &[R],
        host_terms: &[R],
        at: &StepParameters,
    ) -> Result<(), Error> {
        let dim = theta.len();
        if state.len() != self.state_len::<R>(dim)?
            || gradient.len() != dim
            || host_terms.len() != self.host_terms_len::<R>(dim)?
        {
            return Err(Error::LengthMismatch);
        }
        if at.data_len == 0 {
            return Err(Error::DataLen);
        }
        self.part::<R>().check()?;
        self.part::<R>().validate_scales(at, 1.0)?;
        self.validate_gradient(gradient, at, 1.0)?;
        self.validate_host_terms(host_terms, dim, at)?;
        let blocks = &Blocks::flat(dim);
        let observed = applied.is_some();
        let (at, site, data_scale) = (*at, None, 1.0);
        let mut context = StepContext {
            theta,
            state,
            host_terms,
            gradient,
            site,
            lanes: noise,
            normals: Normals::Fresh,
            blocks,
            at,
            data_scale,
            observed,
            clamped: None,
        };
        let done = self.part().apply(&mut context);
        if let Some(applied) = applied {
            *applied = done;
        }
        Ok(())
    }

    /// Validates the gradient, before anything is written.
    pub(crate) fn validate_gradient<R: Real>(
        &self,
        gradient: &[R],
        at: &StepParameters,
        data_len: f64,
    ) -> Result<(), Error> {
        let limit = at.scales(1.0).gradient_limit(self.part::<R>().gain(), data_len);
        if all_within(gradient, limit) { Ok(()) } else { Err(Error::GradientNotFinite) }
    }

    /// Validates the host terms; after it, a step cannot fail.
    pub(crate) fn validate_host_terms<R: Real>(
        &self,
        host_terms: &[R],
        dim: usize,
        at: &StepParameters,
    ) -> Result<(), Error> {
        self.host_terms::<R>().validate(host_terms, dim, at.scales(1.0).force_limit(1.0))
    }

    /// The state before the first step.
    pub(crate) fn fill_state<R: Real>(
        &self,
        state: &mut [R],
        lanes: &mut Lanes,
        blocks: &Blocks<'_, R>,
        at: &StepParameters,
    ) {
        state.fill(R::default());
        self.part().start(state, blocks.dim());
        if built::VELOCITIES && self.part::<R>().velocity() == Velocity::Drawn {
            draw_velocity(state, lanes, blocks, at);
        }
    }

    /// Replaces θ in `site` by where the rule takes its gradient, on every range that moves; says whether it does.
    pub(crate) fn move_ranges_to_site<R: Real>(
        &self,
        (site, theta): (&mut [R], &[R]),
        state: &[R],
        blocks: &Blocks<'_, R>,
    ) -> bool {
        let moves = built::VELOCITIES && self.part::<R>().has_own_site();
        if moves {
            for (site, theta) in site.iter_mut().zip(theta) {
                *site = *theta;
            }
            for segment in blocks.segments() {
                let range = segment.start..segment.end;
                let site = site.get_mut(range.clone()).unwrap_or_default();
                take_half_step(site, state.get(range).unwrap_or_default());
            }
        }
        moves
    }
}
