//! Settings at the ends of their ranges, of the same parts.

use super::*;

/// Settings at the ends of their ranges.
pub(crate) fn taken() -> Vec<ChainSettings<'static>> {
    let optimizer = |beta1, beta2| rule(Rule::Adam(AdamOptimizer { beta1, beta2, lambda: 1e-8 }));
    let frozen = |block: &mut Block| block.frozen = true;
    let all_slow = [block(0, 3, |block| block.step_size_factor = 0.01)];
    let steep = Prior::gaussian(0.0, 25.0);
    let mut all = vec![
        optimizer(0.0, f64::MIN_POSITIVE),
        optimizer(0.9, 0.810_000_1),
        optimizer(BELOW_ONE, BELOW_ONE),
        drift(Drift::Momentum(Momentum {
            scale: f64::MIN_POSITIVE,
            beta1: 0.0,
            form: MomentumForm::Calibrated,
        })),
        drift(Drift::Adadelta(Adadelta { rho: 0.0, ..Adadelta::default() })),
        precond(Preconditioner::RmsProp(RmsProp { beta: 0.0, ..RmsProp::default() })),
        // Above the diagonal nothing is looked at.
        precond(Preconditioner::Dense(&[1.0, f64::NAN, f64::NAN, 0.0, 1e-9, f64::NAN, -1.0, 5.0, 2.0])),
        sghmc(1.0, 0.0),
        sghmc(1.0, 1.0),
        sghmc(1e-9, 1e-9),
        rule(Rule::Recipe(Recipe)),
        at_steps(Schedule::CALLBACK),
        at_steps(Schedule::step_decay(0.1, 1.0, 1)),
        at_steps(Schedule::step_decay(0.1, f64::MIN_POSITIVE, u64::MAX)),
        at_steps(Schedule::cyclical(0.1, 1, 0.0)),
        at_steps(Schedule::step_decay(0.1, 0.5, 1).with_floor(BELOW_ONE).with_warm_up(u64::MAX)),
        // One step of four samples, and of three.
        at_steps(Schedule::cyclical(0.1, 4, 0.75)),
        at_steps(Schedule::cyclical(0.1, 3, 2.0 / 3.0)),
        practical(9, 1),
        practical(10, u64::MAX),
        ChainSettings { batch: BatchSettings::Caller, ..practical(1, 1) },
        ChainSettings { batch: BatchSettings::Epochs(8), ..practical(9, 1) },
        clipping(Clipping::Norm(1e-30)),
        clipping(Clipping::Element(1e300)),
        slab(f64::MIN_POSITIVE, 1.0, 0.1),
        slab(BELOW_ONE, 1.0, 0.999),
        blocks(&[Block::new(0, 1), Block::new(1, 1), Block::new(2, 1)]),
        blocks(&[block(0, 3, frozen)]),
        ChainSettings { blocks: BlockList::NONE, prior: Prior::Callback, ..good() },
        ChainSettings { prior: Prior::Callback, ..blocks(&[block(1, 2, frozen)]) },
        // A steep prior where nothing moves, or nothing moves far, or where another one holds.
        ChainSettings { prior: steep, ..blocks(&[block(0, 3, frozen)]) },
        ChainSettings { prior: steep, ..blocks(&all_slow) },
        ChainSettings { prior: steep, ..blocks(&[block(0, 3, |block| block.prior = Some(Prior::FLAT))]) },
        ChainSettings {
            blocks: blocks(&[block(1, 1, frozen)]).blocks,
            ..vector([0.0; DIM], [1.0, 50.0, 1.0])
        },
        ChainSettings {
            blocks: leak(vec![block(0, 2, |b| b.prior = Some(Prior::FLAT))]).into(),
            ..rule(Rule::Recipe(Recipe))
        },
        ChainSettings {
            blocks: leak(vec![block(0, 2, frozen), block(2, 1, |b| b.step_size_factor = 9.0)]).into(),
            ..walk(|_| {})
        },
        ChainSettings { blocks: leak(vec![block(0, 2, |b| b.prior = Some(steep))]).into(), ..walk(|_| {}) },
        hmc(1e-44, 1, |mh| mh.likelihood_scale = 3.0),
        hmc(3.4e38, u32::MAX, |_| {}),
        hmc(1e20, 1, |mh| mh.likelihood_scale = 3.4e18),
        ChainSettings {
            blocks: leak(vec![block(0, 2, frozen), block(2, 1, |b| b.step_size_factor = 9.0)]).into(),
            ..hmc(0.1, 3, |_| {})
        },
        ChainSettings { estimator: Estimator::FixedCentre { centre: None }, ..hmc(0.1, 3, |_| {}) },
    ];
    all.extend(compensations::taken());
    all
}
