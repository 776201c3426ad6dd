//! What the looks on the way from a far start must leave alone: chains at the mode, known noise, and every rule's reach.

use super::far::{DIM, Data, Kind, TOO_FAR, is_sensible, ratio, rule, settings};
use crate::support::{Answer, GaussianData, begin, memory, warm_up};
use sgmcmc::prior::Prior;
use sgmcmc::rule::{Baoab, NoiseCompensation, Rule, Sghmc};
use sgmcmc::{
    Batch, BatchSettings, Block, BlockList, ChainSettings, ChainState, Estimator, MemoryUnit, Model,
    PilotSettings, RuleSettings, StepError,
};

fn few(len: u32) -> BatchSettings {
    BatchSettings::WithoutReplacement(len)
}

/// The step size that a warm-up from `start` finds, and θ then.
fn warmed(
    settings: &ChainSettings<'_>,
    pilot: &PilotSettings,
    start: &[f64],
    model: &mut impl Model<f64>,
) -> Result<(f64, Vec<f64>), StepError> {
    let mut chain = begin::<f64>(settings, start);
    warm_up(&mut chain, pilot, model)?;
    Ok((chain.statistics().step_size, chain.theta().expect("its memory").to_vec()))
}

/// By single data of 100 000, whose noise is all that a look sees: none may take it for a distance.
///
/// 2000 steps of η are 2·2000 ηλ posterior variances, with λ = n; 5 deviations of that are allowed to each of 120
/// coordinates, and twice the η for the looks before the last.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn a_chain_at_the_mode_stays_there() {
    let mut data = Data::new(Kind::Normal, 100_000);
    let mode = data.mode();
    for seed in 0..40 {
        let settings = ChainSettings { seed, ..settings(&data, rule(Rule::SGLD), few(1)) };
        let pilot = PilotSettings { seed, ..PilotSettings::default() };
        let (step_size, theta) = warmed(&settings, &pilot, &mode, &mut data).expect("a step size");
        let room = 5.0 * (2.0 * 2000.0 * 2.0 * step_size).sqrt();
        for (theta, mode) in theta.iter().zip(mode) {
            assert!((theta - mode).abs() < room, "seed {seed}: {} of {room}", theta - mode);
        }
    }
}

/// A rule with a velocity goes 1/α times as far as SGLD.
#[test]
fn a_short_way_counts_by_the_friction() {
    let mut data = Data::new(Kind::Normal, 100_000);
    let (sghmc, baoab) = (Rule::Sghmc(Sghmc::default()), Rule::Baoab(Baoab::default()));
    let slow = Rule::Sghmc(Sghmc { friction: 0.01, ..Sghmc::default() });
    let mode = data.mode();
    for (kind, burn_in) in [(Rule::SGLD, 500), (sghmc, 500), (baoab, 500), (slow, 2000)] {
        let settings = ChainSettings { burn_in, ..settings(&data, rule(kind), few(10)) };
        assert!(warmed(&settings, &PilotSettings::default(), &mode, &mut data).is_ok(), "{kind:?}");
    }
}

/// A known C leaves the steps of the way something to inject.
#[test]
fn known_noise_bounds_the_steps_on_the_way() {
    for (batch_len, start) in [(10, 100.0), (50, 1e4)] {
        let mut data = Data::new(Kind::Normal, 1000);
        let plain = settings(&data, rule(Rule::SGLD), few(batch_len));
        let mut room = memory::<f64>(&plain, DIM);
        let chain = ChainState::new(&plain, &data.mode(), &mut room).expect("settings in range");
        let pilot = PilotSettings { covariance: true, ..PilotSettings::default() };
        let mut work = vec![MemoryUnit::default(); pilot.memory_len(&chain).expect("a length")];
        let found = pilot.look(&chain, &room, None, &mut work, &mut data).expect("a look");
        let (variance, covariance) = (found.variance.to_vec(), found.covariance.to_vec());
        for compensation in [
            NoiseCompensation::Diagonal(Some(variance.leak())),
            NoiseCompensation::Dense(Some(covariance.leak())),
        ] {
            let rule = RuleSettings { compensation, ..rule(Rule::SGLD) };
            let settings = settings(&data, rule, few(batch_len));
            assert!(ratio::<f64>(&settings, start, &mut data).is_ok_and(is_sensible));
        }
    }
}

/// Where a pilot has no number for dense compensation.
#[test]
fn diagonal_compensation_is_found_in_any_dimension_and_with_blocks() {
    let compensation = NoiseCompensation::Diagonal(None);
    let rule = RuleSettings { compensation, ..rule(Rule::SGLD) };
    let blocks = [Block { step_size_factor: 0.5, ..Block::new(0, 1) }];
    for (dim, blocks) in [(65, &[][..]), (4, &blocks[..])] {
        let mut model = GaussianData::normal(1000, dim);
        let sampler = sgmcmc::Sampler::Rule(rule);
        let settings = ChainSettings { burn_in: 2000, ..ChainSettings::new(1000, few(50), sampler) };
        let settings = ChainSettings { blocks: BlockList::Slice(blocks), ..settings };
        let found = warmed(&settings, &PilotSettings::default(), &vec![0.0; dim], &mut model);
        // λ = n for data of variance 1; η from a hundredth of 1/λ, as noise of n²/m allows it, up to 1/λ.
        let (step_size, _) = found.expect("a step size");
        assert!((1e-5..1e-3).contains(&step_size), "{step_size}");
    }
}

/// The location of Cauchy's data, and a parameter that only its prior knows.
struct HalfKnown(Data);

impl Model<f64> for HalfKnown {
    fn log_likelihood(&mut self, theta: &[f64], batch: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        let (mut slope, at) = ([0.0; DIM], [theta[1]; DIM]);
        let value = self.0.log_likelihood(&at, batch, Some(&mut slope))?;
        gradient.into_iter().for_each(|g| g[1] += slope.iter().sum::<f64>());
        Ok(value)
    }
}

/// There one direction curves up, and the mean of all is negative: no length of the gradient is expected.
#[test]
fn a_mean_curvature_below_zero_hides_no_distance() {
    let mut model = HalfKnown(Data::new(Kind::Cauchy, 1000));
    for batch in [few(50), BatchSettings::All] {
        let settings = ChainSettings {
            prior: Prior::gaussian(0.0, 1e-4),
            ..settings(&model.0, rule(Rule::SGLD), batch)
        };
        let pilot = PilotSettings::default();
        let (right, _) = warmed(&settings, &pilot, &[0.0; 2], &mut model).expect("a step size");
        let (found, theta) = warmed(&settings, &pilot, &[0.0, 30.0], &mut model).expect("a step size");
        assert!(is_sensible(found / right) && theta[1].abs() < 1.0, "{found} of {right}, at {}", theta[1]);
    }
}

/// Its noise grows away from the centre, so that its steps are the pilot's all the way, or so short that it is said.
#[test]
fn a_centre_keeps_the_steps_of_its_own_noise() {
    for (kind, start, is_near) in
        [(Kind::Normal, 0.1, true), (Kind::Poisson, 0.3, true), (Kind::Poisson, 1.0, false)]
    {
        let mut data = Data::new(kind, 1000);
        let centre = data.mode().to_vec().leak();
        let estimator = Estimator::FixedCentre { centre: Some(centre) };
        let settings = ChainSettings { estimator, ..settings(&data, rule(Rule::SGLD), few(50)) };
        let found = ratio::<f64>(&settings, start, &mut data);
        assert_eq!(found.is_ok_and(is_sensible), is_near, "{kind:?} from {start}");
        assert!(is_near || found == Err(TOO_FAR));
    }
}
