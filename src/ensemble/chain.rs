//! A chain of an ensemble: a descent, a warm-up in windows, and then draws by HMC in the coordinates that it found.

use super::alone;
use super::layout::{Layout, Parts, of_x};
use super::look;
use super::metric::{Metric, Whitened};
use super::minibatch::{self, Look};
use super::report::EnsembleReport;
use super::settings::{EnsembleSettings, WithoutPriors};
use super::tuning::{Due, Tuning};
use super::window::Window;
use crate::Error;
use crate::blocks::{self, BlockList, Blocks};
use crate::chain::{ChainState, Sampler, Statistics, check_environment, copy, lent};
use crate::gradient::{Draw, Model, Observer, StepError};
use crate::image::{Image, Sink, Source};
use crate::mh::Proposal;
use crate::num::{Exclusive, MemoryUnit, Real, Shared, all_within, clear, dot};
use crate::prior::{BoundPrior, Prior};
use crate::warm_up::DescentReport;

/// A chain that has descended to where a posterior has its mass, learns its scales and correlations in a warm-up, and then draws.
///
/// It holds no pointer, as a [`ChainState`] does not: what it knows besides is in `memory`.
///
/// ```
/// use sgmcmc::prior::Prior;
/// use sgmcmc::{Batch, Draw, EnsembleChain, EnsembleSettings, Interrupt, MemoryUnit, Model};
///
/// /// x_i ~ N(μ, σ), with θ = (μ, log σ).
/// struct Normal(Vec<f64>);
///
/// impl Model<f64> for Normal {
///     fn log_likelihood(
///         &mut self, theta: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>,
///     ) -> Result<f64, Interrupt> {
///         let (sigma, n) = (theta[1].exp(), self.0.len() as f64);
///         let z = || self.0.iter().map(|x| (x - theta[0]) / sigma);
///         let squares = z().map(|z| z * z).sum::<f64>() / n;
///         if let Some(gradient) = gradient {
///             gradient[0] = z().sum::<f64>() / (n * sigma);
///             gradient[1] = squares - 1.0;
///         }
///         Ok(-0.5 * squares - theta[1])
///     }
/// }
///
/// let mut model = Normal((0..1000).map(|i| 500.0 + f64::from(i % 100)).collect());
/// let settings = EnsembleSettings { prior: Prior::gaussian(0.0, 1e-6), ..EnsembleSettings::new(1000) };
/// let mut memory = vec![MemoryUnit::default(); settings.chain_memory_len::<f64>(2)?];
/// let mut draws = Vec::new();
/// for index in 0..4 {
///     let start = [f64::from(index), 0.0];
///     let mut chain = EnsembleChain::start(&settings, index, &start, &mut memory, &mut model)?;
///     chain.warm_up(&mut memory, &mut model)?;
///     let mut keep = |draw: &Draw<'_, f64>| Ok(draws.push(draw.theta[0]));
///     chain.advance(&mut memory, 1000, &mut model, Some(&mut keep))?;
///     println!("{}", chain.report());
/// }
/// let mean = draws.iter().sum::<f64>() / 4000.0;
/// assert!((mean - 549.5).abs() < 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct EnsembleChain<R> {
    /// On x.
    pub(super) chain: ChainState<R>,
    pub(super) tuning: Tuning,
    pub(super) layout: Layout,
    /// Of θ.
    pub(super) prior: Prior<'static>,
    pub(super) datum_count: u64,
    /// Of them those of descent and warm-up.
    pub(super) warm_up_count: u64,
    pub(super) descent: DescentReport,
    /// What the data's gradients say of minibatches, once they were looked at.
    pub(super) look: Option<Look>,
}

impl<R: Real> Image for EnsembleChain<R> {
    const LEN: usize = <ChainState<R> as Image>::LEN
        + <Tuning as Image>::LEN
        + <Layout as Image>::LEN
        + <Prior<'static> as Image>::LEN
        + 2 * <u64 as Image>::LEN
        + <DescentReport as Image>::LEN
        + <Option<Look> as Image>::LEN;

    fn write(&self, words: &mut Sink<'_>) {
        let Self { chain, tuning, layout, prior, datum_count, warm_up_count, descent, look } = self;
        chain.write(words);
        Image::<false>::write(tuning, words);
        Image::<false>::write(layout, words);
        Image::<false>::write(prior, words);
        Image::<false>::write(datum_count, words);
        Image::<false>::write(warm_up_count, words);
        Image::<false>::write(descent, words);
        Image::<false>::write(look, words);
    }

    fn read(words: &mut Source<'_>) -> Self {
        Self {
            chain: ChainState::read(words),
            tuning: Image::<false>::read(words),
            layout: Image::<false>::read(words),
            prior: Image::<false>::read(words),
            datum_count: Image::<false>::read(words),
            warm_up_count: Image::<false>::read(words),
            descent: Image::<false>::read(words),
            look: Image::<false>::read(words),
        }
    }
}

impl<R: Real> EnsembleChain<R> {
    /// Descends from `theta` to where the posterior has its mass, and begins a chain there.
    ///
    /// Chains of one ensemble have the same settings, each an index of its own, and starts that lie apart: then that they agree
    /// says something. `memory` has any content and at least [`chain_memory_len`](EnsembleSettings::chain_memory_len) units.
    /// A descent that ends early is no error: [`report`](Self::report) says so. Errors: those of `chain_memory_len`;
    /// `FloatEnvironment`; `ChainIndex`; `MemoryTooSmall`; `ThetaNotFinite`; where the model has no finite answer at `theta`,
    /// what a step would give; `Stopped` where the model stops it.
    // A function of its own, which writes its result where it belongs.
    #[inline(never)]
    pub fn start(
        settings: &EnsembleSettings<'_>,
        chain_index: u32,
        theta: &[R],
        memory: &mut [MemoryUnit],
        model: &mut dyn Model<R>,
    ) -> Result<Self, StepError> {
        check_environment()?;
        let (layout, prior) = Layout::new::<R>(settings, theta.len())?;
        let mut parts = layout.parts::<_, R>(&mut Exclusive::new(memory))?;
        if !all_within(theta, R::MAX) {
            return Err(Error::ThetaNotFinite.into());
        }
        let of_theta = settings.of_theta(chain_index);
        copy(parts.theta, theta);
        let mut descent = settings.descent();
        if layout.wish.asks() && !layout.dense {
            descent.iteration_max = minibatch::DESCENT_MAX;
        }
        let (descent, known) = descent.run_rooted(&of_theta, parts.theta, parts.root, parts.rest, model)?;
        settings.prior.store(&mut parts.prior);
        blocks::store(settings.blocks, parts.blocks);
        copy(parts.centre, parts.theta);
        // x begins at 0.
        clear(parts.site);
        let blocks = WithoutPriors(settings.blocks);
        let mut of_x = of_x(&of_theta, BlockList::Source(&blocks));
        let mut tuning = Tuning::new(layout.aim(settings, known));
        // Where all is frozen there is nothing to learn.
        if parts.root.iter().all(|l| *l == R::default()) {
            of_x.burn_in = 0;
            tuning.end();
        }
        Ok(Self {
            chain: ChainState::new(&of_x, parts.site, parts.rest)?,
            tuning,
            layout,
            prior,
            datum_count: u64::from(descent.pass_count) * u64::from(settings.data_len),
            warm_up_count: u64::from(descent.pass_count) * u64::from(settings.data_len),
            descent,
            look: None,
        })
    }

    /// Steps `step_count` times; draws that come after the warm-up are shown to `observer`.
    ///
    /// A step is a trajectory, or by minibatches all steps of a draw. A warm-up by HMC has 350 steps and some ten or more short ones between. It has more where it repeats a
    /// window, and where it learns all covariances of more than ten parameters. It may not end within `step_count`:
    /// [`warm_up`](Self::warm_up) goes to its end. Whether a chain advances in one piece or in many, its bits are the same.
    ///
    /// `memory` is what the chain was started with: in other memory it is only noticed where θ is not finite, and its numbers are
    /// taken for the chain's. The norms of a draw are those of x. Steps done before an error stay done, and the next call goes on
    /// from there. Errors: `ThetaNotFinite`; those of [`ChainState::run`].
    pub fn advance(
        &mut self,
        memory: &mut [MemoryUnit],
        step_count: u64,
        model: &mut dyn Model<R>,
        mut observer: Option<&mut dyn Observer<R>>,
    ) -> Result<(), StepError> {
        for _ in 0..step_count {
            let was_warm = self.is_warm();
            self.step(memory, model, lent(&mut observer))?;
            if !was_warm {
                self.warm_up_count = self.datum_count;
            }
        }
        Ok(())
    }

    /// Advances to the end of the warm-up; does nothing after it. Errors: those of [`advance`](Self::advance).
    pub fn warm_up(&mut self, memory: &mut [MemoryUnit], model: &mut dyn Model<R>) -> Result<(), StepError> {
        while !self.is_warm() {
            self.advance(memory, 1, model, None)?;
        }
        Ok(())
    }

    #[inline(never)]
    fn step(
        &mut self,
        memory: &mut [MemoryUnit],
        model: &mut dyn Model<R>,
        mut observer: Option<&mut dyn Observer<R>>,
    ) -> Result<(), StepError> {
        let is_warm = self.is_warm();
        let Self { chain, tuning, layout, prior, datum_count, look, .. } = self;
        let parts = layout.parts::<_, R>(&mut Exclusive::new(memory))?;
        if !all_within(parts.theta, R::MAX) {
            return Err(Error::ThetaNotFinite.into());
        }
        let (chain_memory, beside) = parts.rest.split_at_mut_checked(layout.chain_len).unwrap_or_default();
        let [mean, precision] = &parts.prior;
        let blocks = Blocks::new(layout.dim, BoundPrior::of(prior, [mean, precision]), parts.blocks);
        let wish = layout.wish;
        if !is_warm && wish.asks() && !wish.dense && wish.is_at_look(chain, *look) {
            // The look is where the chain is.
            copy(parts.centre, parts.theta);
            clear(chain.config.layout.split_once::<R>(chain_memory, chain.progress.roles)?.current.theta);
        }
        let metric = Metric { centre: parts.centre, root: parts.root };
        let mut whitened = Whitened {
            model,
            metric,
            blocks: &blocks,
            host_prior: *prior == Prior::Callback,
            site: parts.site,
            gradient: parts.gradient,
            datum_count,
            data_len: chain.config.data_len.get(),
        };
        let mut whitened: &mut dyn Model<R> = &mut whitened;
        let theta = parts.theta;
        let left = minibatch::steps_left(chain);
        if is_warm {
            let mut show = |draw: &Draw<'_, R>| {
                metric.place(draw.theta, theta);
                observer.as_mut().map_or(Ok(()), |observer| observer.observe(&Draw { theta, ..*draw }))
            };
            return chain.run(chain_memory, left.unwrap_or(1), &mut whitened, Some(&mut show));
        }
        if wish.asks() {
            let mut room = layout.looks(&mut Exclusive::new(beside))?;
            let at_draws = wish.is_at_look(chain, *look);
            if let (Some(left), false) = (left, at_draws) {
                chain.run(chain_memory, left, &mut whitened, None)?;
                let x = chain.theta(chain_memory)?;
                metric.place(x, theta);
                if let Some(place) = minibatch::place_of_draw(chain, *look) {
                    let from = place.saturating_mul(x.len());
                    let to = room.places.get_mut(from..from.saturating_add(x.len()));
                    to.into_iter().for_each(|to| copy(to, x));
                }
                return Ok(());
            }
            let first = look.is_none() && tuning.is_begun_at_curvature();
            if first || at_draws || tuning.is_over() {
                let look_there = if wish.dense { look::look } else { alone::look };
                let found = look_there(chain, whitened, &blocks, &wish, (at_draws, &mut room))?;
                let checked = wish.check::<R>(&found, layout.data_len);
                if !first {
                    checked?;
                }
                if !first || checked.is_ok() && wish.takes(&found) {
                    let by = (&wish, &found);
                    minibatch::begin(chain, chain_memory, parts.root, parts.blocks, by, &mut room)?;
                    *look = Some(found);
                    return Ok(());
                }
                *look = Some(found);
            }
        }

        set_trajectory(chain, tuning)?;
        let before = chain.progress.metropolis.acceptance_sum;
        let (_, held) = chain.step_whole(chain_memory, None, None, &mut whitened)?;
        // Shorter steps would not have kept it within bounds.
        let due = tuning.take(chain.progress.metropolis.acceptance_sum - before + held);
        let x = chain.theta(chain_memory)?;
        metric.place(x, theta);
        let [mean, products, first, second] = layout.windows(&mut Exclusive::new(beside))?;
        let mut window = Window { mean, products, work: [first, second] };
        if let Due::Observe(count) | Due::Settle(count) = due {
            window.observe(x, count);
        }
        if let Due::Settle(count) = due {
            let makes = tuning.judge(window.growth(count));
            let mut held = chain.config.layout.split_once::<R>(chain_memory, chain.progress.roles)?;
            if makes && window.settle(count, parts.centre, parts.root, held.current.theta) {
                // What is known at x is known in the old coordinates.
                held.unstarted = true;
                chain.progress.metropolis.estimate = None;
            }
        }
        if self.tuning.is_over() {
            self.begin_draws(Metric { centre: parts.centre, root: parts.root })?;
        }
        Ok(())
    }

    /// Whether the next step makes a draw.
    pub(super) fn is_warm(&self) -> bool {
        self.chain.progress.step_count >= self.chain.config.burn_in
    }

    /// Ends the warm-up.
    fn begin_draws(&mut self, metric: Metric<'_, R>) -> Result<(), Error> {
        let Self { chain, tuning, layout, .. } = self;
        set_trajectory(chain, tuning)?;
        if !layout.wish.insists() {
            chain.config.burn_in = chain.progress.step_count;
        }
        tuning.accepted_before = chain.statistics().accepted_count;
        tuning.coarse_count = metric.coarse_count();
        Ok(())
    }

    /// θ of the last whole draw, or of the warm-up's last step. Errors: `MemoryTooSmall`.
    pub fn theta<'m>(&self, memory: &'m [MemoryUnit]) -> Result<&'m [R], Error> {
        Ok(self.layout.parts::<_, R>(&mut Shared::new(memory))?.theta)
    }

    /// Writes the covariance L Lᵀ that the chain takes the posterior to have, row by row, or its variances where it has those
    /// alone; 0 for what is frozen.
    ///
    /// It is an estimate of a short warm-up, which is good to sample by: the covariance of the draws is better. Errors:
    /// `MemoryTooSmall`; `LengthMismatch` unless `covariance` is d × d numbers, or d beyond
    /// [`curvature_dim_max`](crate::Descent::curvature_dim_max).
    pub fn covariance(&self, memory: &[MemoryUnit], covariance: &mut [f64]) -> Result<(), Error> {
        let Parts { root, .. } = self.layout.parts::<_, R>(&mut Shared::new(memory))?;
        if covariance.len() != root.len() {
            return Err(Error::LengthMismatch);
        }
        if !self.layout.dense {
            covariance.iter_mut().zip(root).for_each(|(place, l)| *place = l.to_f64() * l.to_f64());
            return Ok(());
        }
        let rows = || root.chunks_exact(self.layout.dim.max(1));
        let pairs = rows().flat_map(|row| rows().map(move |other| dot(row, other)));
        covariance.iter_mut().zip(pairs).for_each(|(place, product)| *place = product);
        Ok(())
    }

    /// Whether a parameter is in no range that is frozen.
    pub(super) fn moves(&self, memory: &[MemoryUnit], parameter: usize) -> bool {
        let stored = self.layout.parts::<_, R>(&mut Shared::new(memory)).map(|parts| parts.blocks);
        let blocks = Blocks::<R>::new(self.layout.dim, BoundPrior::FLAT, stored.unwrap_or_default());
        blocks.segments().any(|it| (it.start..it.end).contains(&parameter))
    }

    /// Counts and rates of the chain, warm-up included, as [`ChainState::statistics`] has them, of x.
    pub fn statistics(&self) -> Statistics {
        self.chain.statistics()
    }

    /// What it found, and what is to be doubted.
    pub fn report(&self) -> EnsembleReport {
        let Tuning { step_size, growth, repeat_count, coarse_count, accepted_before, .. } = self.tuning;
        let offer = self.look.map(|look| look.offer).filter(|_| minibatch::steps_left(&self.chain).is_some());
        let Statistics { kept_count: draw_count, accepted_count, divergence_count, .. } = self.statistics();
        EnsembleReport {
            descent: self.descent,
            is_warm: self.is_warm(),
            step_size: offer.map_or(step_size, |offer| offer.step_size),
            leapfrog_count: if offer.is_some() { 0 } else { self.tuning.leaps() },
            batch_len: offer.map_or(self.layout.data_len, |offer| offer.batch_len),
            is_centred: offer.is_some_and(|offer| offer.centred),
            is_dense: self.layout.dense,
            steps_per_draw: self.chain.config.thinning.get(),
            departure: self.look.map_or(0.0, |look| look.departure),
            efficiency: self.look.map_or(0.0, |look| look.offer.efficiency),
            repeat_count,
            growth,
            warm_up_pass_count: self.warm_up_count as f64 / f64::from(self.chain.config.data_len.get()),
            pass_count: self.datum_count as f64 / f64::from(self.chain.config.data_len.get()),
            has_short_steps: self.tuning.has_short_steps(),
            coarse_count,
            draw_count,
            accepted_count: if self.tuning.is_over() {
                accepted_count.saturating_sub(accepted_before)
            } else {
                0
            },
            divergence_count,
        }
    }
}

/// The next trajectory's ε and leaps.
pub(super) fn set_trajectory<R: Real>(chain: &mut ChainState<R>, tuning: &Tuning) -> Result<(), Error> {
    if let Sampler::MetropolisHastings(mh) = &mut chain.config.sampler {
        mh.proposal = Proposal::hmc(tuning.step_size, tuning.leaps());
    }
    chain.set_step_size(tuning.step_size)
}
