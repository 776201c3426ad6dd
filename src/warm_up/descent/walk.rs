//! The steps of a descent.

use super::pairs::Pairs;
use super::settings::{Descent, DescentEnd, DescentReport};
use super::shape::Shape;
use super::surface::{Surface, multiply};
use crate::Error;
use crate::chain::copy;
use crate::gradient::StepError;
use crate::num::{Column, Real, Vector, dot, epsilon, sum_of_squares, update};

/// How much of what the slope promises a step must gain, and how much of the slope may be left behind it.
const GAIN: f64 = 1e-4;
const SLOPE: f64 = 0.9;

/// How often a step is changed: along a direction that is known, and along a first gradient, whose length tells nothing of
/// how far to go.
const TRIES: [u32; 2] = [25, 100];

/// A descent under way.
pub(super) struct Walk<'a, R: Real> {
    pub(super) surface: Surface<'a, R>,
    pub(super) theta: &'a mut [R],
    pub(super) gradient: &'a mut [R],
    /// Where a step leads, and the gradient there.
    pub(super) site: &'a mut [R],
    pub(super) at_site: &'a mut [R],
    pub(super) direction: &'a mut [R],
    /// Where the last step by curvature began.
    pub(super) before: &'a mut [R],
    pub(super) pairs: Pairs<'a, R>,
    pub(super) shape: Shape<'a>,
    pub(super) report: DescentReport,
    /// What counts as too little to gain.
    pub(super) little: f64,
    /// Whether the shape is wanted afterwards, and whether it is that of θ.
    pub(super) shape_is_wanted: bool,
    pub(super) shape_is_known: bool,
}

impl<R: Real> Walk<'_, R> {
    pub(super) fn descend(&mut self, settings: &Descent) -> Result<DescentReport, StepError> {
        let value = self.surface.at(self.theta, self.gradient)?.ok_or(Error::Impossible)?;
        self.report.log_density = [value; 2];
        let moving = self.surface.blocks.segments().fold(0, |sum, of| sum + (of.end - of.start));
        self.little = settings.gain * moving as f64;
        self.by_pairs(settings.iteration_max)?;
        // At a mode no step gains for rounding.
        let stays = match self.report.end {
            DescentEnd::Arrived | DescentEnd::Flat => true,
            DescentEnd::NoGain => self.report.iteration_count > 0,
            DescentEnd::NotCurved | DescentEnd::IterationMax => false,
        };
        if stays && moving > 0 && !self.shape.matrix.is_empty() {
            self.by_curvature(settings.iteration_max)?;
        }
        self.report.pass_count = self.surface.pass_count;
        Ok(self.report)
    }

    /// Steps until two running are expected to gain too little, as far as steps tell.
    fn by_pairs(&mut self, iteration_max: u32) -> Result<(), StepError> {
        let mut was_little = false;
        while self.report.iteration_count < iteration_max {
            let begins = self.pairs.held == 0;
            let square = sum_of_squares(self.gradient);
            if square == 0.0 {
                self.ends(if begins { DescentEnd::Flat } else { DescentEnd::Arrived }, 0.0);
                return Ok(());
            }
            copy(self.direction, self.gradient);
            if begins {
                multiply(self.direction, 1.0 / libm::sqrt(square));
            } else {
                self.pairs.apply(self.direction);
            }
            let slope = self.surface.scale * dot(self.direction, self.gradient);
            let leads = slope > 0.0 && slope.is_finite();
            let expected_gain = if leads && !begins { 0.5 * slope } else { f64::NAN };
            let is_little = expected_gain < self.little;
            if is_little && was_little {
                self.ends(DescentEnd::Arrived, expected_gain);
                return Ok(());
            }
            was_little = is_little;
            if !leads || !self.search(slope, TRIES[usize::from(begins)])? {
                if begins {
                    self.ends(DescentEnd::NoGain, f64::NAN);
                    return Ok(());
                }
                // The pairs may be what misleads.
                self.pairs.held = 0;
            }
        }
        Ok(())
    }

    /// Steps by the curvature in all directions.
    fn by_curvature(&mut self, iteration_max: u32) -> Result<(), StepError> {
        self.shape.spread.fill(self.spread());
        let mut before = None;
        loop {
            let Some(look) = self.look()? else {
                if !matches!(self.report.end, DescentEnd::Flat | DescentEnd::NoGain) {
                    self.ends(DescentEnd::NotCurved, f64::NAN);
                }
                return Ok(());
            };
            let [_, value] = self.report.log_density;
            let mass = value + look.log_volume;
            let falls = before.filter(|(mass_before, _)| mass <= *mass_before || mass.is_nan());
            if let Some((_, value_before)) = falls {
                // Down a funnel.
                copy(self.theta, self.before);
                self.report.log_density[1] = value_before;
                self.ends(DescentEnd::Arrived, self.report.expected_gain);
                if self.shape_is_wanted {
                    self.look()?;
                }
                return Ok(());
            }
            self.report.expected_gain = look.expected_gain;
            if self.report.iteration_count >= iteration_max {
                self.ends(DescentEnd::IterationMax, look.expected_gain);
                return Ok(());
            }
            before = Some((mass, value));
            copy(self.before, self.theta);
            // What is frozen stands there as it stands here.
            copy(self.site, self.theta);
            let slope = self.surface.scale * dot(self.direction, self.gradient);
            if look.expected_gain < self.little {
                if !self.escape()? {
                    self.ends(DescentEnd::Arrived, look.expected_gain);
                    return Ok(());
                }
            } else if !(slope > 0.0 && slope.is_finite() && self.search(slope, TRIES[0])?) {
                self.ends(DescentEnd::NoGain, look.expected_gain);
                return Ok(());
            }
        }
    }

    /// About how far the posterior spreads, as the last steps tell; 1 where they do not.
    fn spread(&self) -> f64 {
        let curvature = 1.0 / (self.pairs.length(self.theta.len()) / self.surface.scale);
        1.0 / libm::sqrt(if curvature > 0.0 { curvature } else { 1.0 })
    }

    /// The root that [`Descent::run_rooted`] gives; whether it is known.
    pub(super) fn write_root(&self, root: &mut [R]) -> bool {
        let dim = self.theta.len();
        if self.shape_is_known {
            self.shape.write_root(root);
        } else {
            root.fill(R::default());
            let stride = if root.len() > dim { dim + 1 } else { 1 };
            let spread = R::from_f64(self.spread());
            root.iter_mut().step_by(stride).for_each(|own| *own = spread);
        }
        self.surface.clear_frozen(root, root.len() / dim.max(1));
        self.shape_is_known
    }

    fn ends(&mut self, end: DescentEnd, expected_gain: f64) {
        (self.report.end, self.report.expected_gain) = (end, expected_gain);
    }

    /// Looks for a step along the direction, and takes one that gains.
    fn search(&mut self, slope: f64, tries: u32) -> Result<bool, StepError> {
        let value = self.report.log_density[1];
        let rounding = 4.0 * epsilon::<R>() * value.abs();
        let (mut low, mut high, mut step, mut reached) = (0.0, f64::INFINITY, 1.0, None);
        let mut found = false;
        for _ in 0..tries {
            reached = self.step(step)?;
            let left = self.surface.scale * dot(self.direction, self.at_site);
            let gains = reached.is_some_and(|reached| {
                reached >= value + GAIN * step * slope
                    || reached >= value - rounding && left >= (2.0 * GAIN - 1.0) * slope
            });
            found = gains && left <= SLOPE * slope;
            if found {
                break;
            }
            *(if gains { &mut low } else { &mut high }) = step;
            step = if high.is_finite() { 0.5 * (low + high) } else { 2.0 * low };
        }
        if !found && low > 0.0 {
            reached = self.step(low)?;
        }
        let reached = reached.filter(|reached| found || *reached > value);
        reached.iter().for_each(|reached| self.take(*reached));
        Ok(reached.is_some())
    }

    /// Goes where the last step led, where L is `reached`.
    pub(super) fn take(&mut self, reached: f64) {
        self.report.log_density[1] = reached;
        self.report.iteration_count += 1;
        self.pairs.push([self.theta, self.site], [self.gradient, self.at_site]);
        core::mem::swap(&mut self.theta, &mut self.site);
        core::mem::swap(&mut self.gradient, &mut self.at_site);
    }

    /// L at θ + t q, which ranges that are frozen have no part in.
    pub(super) fn step(&mut self, t: f64) -> Result<Option<f64>, StepError> {
        let t = R::Piece::splat(R::from_f64(t));
        for segment in self.surface.blocks.segments() {
            let range = segment.start..segment.end;
            let [theta, direction] =
                [&*self.theta, &*self.direction].map(|all| all.get(range.clone()).unwrap_or_default());
            let site = self.site.get_mut(range).unwrap_or_default();
            update(&mut Column::new(site), [theta, direction], |_, [[x0, x1], [q0, q1]], _| {
                [x0 + q0 * t, x1 + q1 * t]
            });
        }
        self.surface.answer(self.site, self.at_site)
    }
}
