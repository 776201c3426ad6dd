//! A chain with an update rule: schedules, batch, estimator, prior, clipping, the host's terms, the rule.

use super::estimators::GradientEstimator;
use super::ranges::ranges;
use super::{Generators, RuleStepper, Scalar, clip, normals, priors, schedules};
use sgmcmc::minibatch::without_replacement;
use sgmcmc::prior::Prior;
use sgmcmc::rule::{HostTerms, Norms, Rule, StepParameters};
use sgmcmc::{
    Batch, BatchSettings, ChainSettings, Clipping, Diffusion, Model, RuleSettings, Sampler, ScheduleUnit,
};

/// θ with everything that a chain remembers; passes over all data come in one piece.
pub(crate) struct RuleChain<'a, R> {
    settings: ChainSettings<'a>,
    sampler: RuleSettings<'a>,
    pub(crate) theta: Vec<R>,
    stepper: RuleStepper<'a, R>,
    estimator: GradientEstimator<'a, R>,
    generators: Generators,
    step_count: u64,
    seen_count: u64,
    pub(crate) clipped_count: u64,
}

impl<'a, R: Scalar> RuleChain<'a, R> {
    pub(crate) fn new(settings: ChainSettings<'a>, theta: &[R]) -> Self {
        let Sampler::Rule(sampler) = settings.sampler else { panic!("an update rule") };
        let mut generators = Generators::new(settings.seed, settings.chain_index);
        let whole = settings.clipping != Clipping::None || matches!(sampler.rule, Rule::Recipe(_));
        let (blocks, prior): (Vec<_>, _) = match whole {
            // The gradient has the priors in it before the rule sees it.
            true => {
                (settings.blocks.iter().map(|b| sgmcmc::Block { prior: None, ..b }).collect(), Prior::FLAT)
            }
            false => (settings.blocks.iter().collect(), settings.prior),
        };
        let mut stepper = RuleStepper::new(sampler.rule, theta.len(), &blocks, prior);
        // Nothing is drawn by what the host has not said yet.
        let first = |schedule| schedules::at(schedule, 0).unwrap_or(0.0);
        let at = StepParameters {
            temperature: first(&sampler.temperature),
            ..StepParameters::step_size(first(&sampler.step_size))
        };
        stepper.start(&at, &mut generators);
        let estimator = GradientEstimator::new(settings.estimator, settings.data_len, theta);
        let theta = theta.to_vec();
        let (step_count, seen_count, clipped_count) = (0, 0, 0);
        Self {
            settings,
            sampler,
            theta,
            stepper,
            estimator,
            generators,
            step_count,
            seen_count,
            clipped_count,
        }
    }

    pub(crate) fn step(&mut self, model: &mut impl Model<R>) -> Norms {
        let at = self.at(model);
        let n = self.settings.data_len;
        let site = self.stepper.site(&self.theta, &mut self.generators);
        let indices = self.draw_batch();
        let batch = if indices.is_empty() { Batch::All } else { Batch::Indices(&indices) };
        let choice = &mut self.generators.choice;
        let mut gradient = self.estimator.estimate((&site, batch, at.index), choice, model);
        self.add_prior(&site, &mut gradient, model);
        self.clipped_count += u64::from(clip(&self.settings.clipping, &mut gradient, f64::from(n)));
        let given = self.host_terms(&mut gradient, &at, model);
        let buffers = (&mut self.theta[..], &gradient[..], &given[..]);
        let norms = self.stepper.step(buffers, (&at, f64::from(n)), &mut self.generators);
        self.estimator.moved_to(&self.theta);
        self.step_count += 1;
        self.seen_count += if indices.is_empty() { u64::from(n) } else { indices.len() as u64 };
        norms
    }

    fn at(&self, model: &mut impl Model<R>) -> StepParameters {
        let RuleSettings { step_size, temperature, schedule_unit, .. } = &self.sampler;
        let k = match schedule_unit {
            ScheduleUnit::Step => self.step_count,
            ScheduleUnit::Epoch => self.seen_count / u64::from(self.settings.data_len),
        };
        let explores = schedules::explores(step_size, k) || schedules::explores(temperature, k);
        StepParameters {
            step_size: schedules::at(step_size, k)
                .unwrap_or_else(|| model.step_size(k).expect("a step size")),
            temperature: match schedules::at(temperature, k) {
                _ if explores => 0.0,
                value => value.unwrap_or_else(|| model.temperature(k).expect("a temperature")),
            },
            index: self.step_count,
            data_len: self.settings.data_len,
        }
    }

    /// Empty for all data.
    fn draw_batch(&mut self) -> Vec<u32> {
        let BatchSettings::WithoutReplacement(len) = self.settings.batch else { return Vec::new() };
        let mut indices = vec![0; len as usize];
        let data_len = core::num::NonZeroU32::new(self.settings.data_len).expect("data");
        without_replacement(&mut self.generators.choice, data_len, &mut indices);
        indices
    }

    /// ∇log π0(θ) / n, where the rule does not add it itself.
    fn add_prior(&self, site: &[R], gradient: &mut [R], model: &mut impl Model<R>) {
        let per_datum = R::from_f64(1.0 / f64::from(self.settings.data_len));
        if self.settings.prior == Prior::Callback {
            let mut part = vec![R::default(); site.len()];
            model.log_prior(site, Some(&mut part)).expect("a possible theta");
            gradient.iter_mut().zip(part).for_each(|(g, part)| *g = *g + part * per_datum);
        } else if self.settings.clipping != Clipping::None || matches!(self.sampler.rule, Rule::Recipe(_)) {
            for range in
                ranges(site.len(), &self.settings.blocks.iter().collect::<Vec<_>>(), self.settings.prior)
            {
                for i in range.indices().filter(|_| range.has_prior()) {
                    let part = priors::add_gradient(&range.prior, i, site[i], R::default());
                    gradient[i] = gradient[i] + part * per_datum;
                }
            }
        }
    }

    /// What the rule wants of the host; the recipe's gradient is that of the whole log posterior.
    fn host_terms(&mut self, gradient: &mut [R], at: &StepParameters, model: &mut impl Model<R>) -> Vec<R> {
        let (theta, dim) = (&self.theta[..], self.theta.len());
        let terms = self.sampler.rule.host_terms::<f64>();
        let len = if terms == HostTerms::Factor { dim * dim } else { dim };
        let mut given = vec![R::default(); if terms == HostTerms::None { 0 } else { len + dim }];
        let first_len = len.min(given.len());
        let (first, second) = given.split_at_mut(first_len);
        match terms {
            HostTerms::None => {}
            HostTerms::Diagonal | HostTerms::Factor => {
                model.metric(theta, first, second).expect("a metric");
            }
            HostTerms::Diffusion => {
                gradient.iter_mut().for_each(|g| *g = *g * R::from_f64(f64::from(self.settings.data_len)));
                let warm = at.temperature > 0.0;
                let generators = &mut self.generators;
                let xi = if warm { normals::<R>(generators, dim) } else { vec![R::default(); dim] };
                let at = Diffusion { theta, gradient, normals: &xi, temperature: at.temperature };
                model.diffusion(at, first, second).expect("a diffusion");
            }
            terms => panic!("no reference for {terms:?}"),
        }
        given
    }
}
