//! Bytes that are no checkpoint of the chain: each is refused for what it is, and nothing is written.

use super::checkpoints::{all_settings, saved};
use super::*;
use crate::support::metropolis;
pub(super) use crate::support::{WORD, sealed};
use sgmcmc::drift::{Drift, Momentum};
use sgmcmc::mh::{Density, MetropolisHastings, NoiseScale, Proposal, ProposalGradient};
use sgmcmc::rule::{NoiseCompensation, Rule};
use sgmcmc::schedule::Schedule;
use sgmcmc::{Block, BlockList, Checkpoint, Clipping, Estimator, RuleSettings, ScheduleUnit};

/// The bytes before a chain's progress.
pub(super) const HEADER: usize = 6 * WORD;

/// Restores into memory of which a refusal must leave every byte.
#[track_caller]
pub(super) fn restore<R: Real>(
    settings: &ChainSettings,
    dim: usize,
    bytes: &[u8],
) -> Result<Subject<R>, Error> {
    let mut memory = memory::<R>(settings, dim);
    memory.fill(MemoryUnit::splat(0x5555_5555_5555_5555));
    let before = memory.clone();
    let state = ChainState::restore(settings, dim, bytes, &mut memory);
    assert!(state.is_ok() || memory == before, "a refused checkpoint was written");
    let model = Faulty::new(GaussianData::spread(DATA_LEN as usize, DIM));
    Ok(Subject { state: state?, memory, model, caller: settings.batch == BatchSettings::Caller })
}

fn refusal<R: Real>(settings: &ChainSettings, bytes: &[u8]) -> Option<Error> {
    restore::<R>(settings, DIM, bytes).err()
}

fn rsgld(step_size: f64) -> Proposal {
    Proposal::rsgld(step_size, NoiseScale::Langevin, 1.01, Density::Normalized)
}

/// Few chains that have much: moments, an anchor with its average, an epoch under way; a proposal's buffers and tuners.
pub(super) fn few_settings() -> Vec<ChainSettings<'static>> {
    let svrg = Estimator::Svrg { interval: 3, averaged: true };
    let rule = |batch| settings(batch, Prior::FLAT, 0, sgld(1e-3, 1.0));
    let metropolis = metropolis(rsgld(0.01), 2.0, |mh| {
        (mh.refresh_len, mh.tune_beta, mh.tune_interval, mh.beta_max) = (3, true, 4, 1.5);
    });
    vec![
        ChainSettings { estimator: svrg, ..rule(BatchSettings::Epochs(6)) },
        settings(BatchSettings::WithoutReplacement(6), Prior::FLAT, 0, metropolis),
    ]
}

pub(super) fn each_saved<R: Real>(mut look: impl FnMut(&ChainSettings, &[u8])) {
    for settings in few_settings() {
        let mut subject = Subject::<R>::new(&settings);
        for _ in 0..3 {
            look(&settings, &saved(&subject));
            subject.steps(2);
        }
    }
}

/// Every bit of it.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn a_flipped_bit_is_found() {
    each_saved::<f32>(|settings, bytes| {
        for bit in 0..8 * bytes.len() {
            let mut bytes = bytes.to_vec();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let expected = match bit / 8 {
                0..8 => Error::NotCheckpoint,
                8..12 => Error::CheckpointVersion,
                16..24 => Error::CheckpointLength,
                _ => Error::CheckpointDamaged,
            };
            assert_eq!(Checkpoint::read(&bytes).err(), Some(expected), "bit {bit}");
            assert_eq!(refusal::<f32>(settings, &bytes), Some(expected), "bit {bit}");
        }
    });
}

#[test]
fn other_lengths_are_found() {
    each_saved::<f64>(|settings, bytes| {
        for len in 0..bytes.len() {
            let refused = refusal::<f64>(settings, &bytes[..len]);
            assert_eq!(refused, Some(Error::CheckpointLength), "{len} bytes");
            // Bytes that say that they are as many as they are.
            if len >= HEADER + WORD {
                let mut short = bytes[..len].to_vec();
                short[16..24].copy_from_slice(&(len as u64).to_le_bytes());
                let refused = refusal::<f64>(settings, &sealed(short));
                let expected = [Error::CheckpointLength, Error::CheckpointContents].map(Some);
                assert!(expected.contains(&refused), "{len} bytes: {refused:?}");
            }
        }
        for more in [1, 4, 8, 9] {
            let mut long = [bytes, &[0; 16][..more]].concat();
            assert_eq!(refusal::<f64>(settings, &long), Some(Error::CheckpointLength));
            let len = long.len() as u64;
            long[16..24].copy_from_slice(&len.to_le_bytes());
            assert_eq!(refusal::<f64>(settings, &sealed(long)), Some(Error::CheckpointContents));
        }
    });
    for foreign in [&b"\x88"[..], b"\x89PNG\r\n\x1a\n and more", &[0; 4096], &[0xff; 4096]] {
        assert_eq!(Checkpoint::read(foreign), Err(Error::NotCheckpoint));
    }
}

/// A format that this library cannot know is refused as such, whatever its length and checksum are.
#[test]
fn a_newer_version_is_told_from_damage() {
    each_saved::<f32>(|settings, bytes| {
        for version in [0_u32, 2, u32::MAX] {
            let mut newer = bytes.to_vec();
            newer[8..12].copy_from_slice(&version.to_le_bytes());
            for newer in
                [newer.clone(), sealed(newer.clone()), newer[..16].to_vec(), [newer, vec![7; 99]].concat()]
            {
                assert_eq!(refusal::<f32>(settings, &newer), Some(Error::CheckpointVersion));
            }
        }
    });
}

/// The header's own words, under a checksum that is right.
#[test]
fn a_checkpoint_of_another_chain_is_refused() {
    each_saved::<f32>(|settings, bytes| {
        assert_eq!(refusal::<f64>(settings, bytes), Some(Error::OtherPrecision));
        for dim in [1, DIM - 1, DIM + 1, 100 * DIM] {
            assert_eq!(restore::<f32>(settings, dim, bytes).err(), Some(Error::CheckpointDim));
        }
        for (byte, expected) in [
            (12, Error::CheckpointContents),
            (24, Error::CheckpointDim),
            (31, Error::CheckpointDim),
            (32, Error::CheckpointSettings),
            (39, Error::CheckpointSettings),
            (40, Error::CheckpointContents),
            (41, Error::CheckpointContents),
        ] {
            let mut bytes = bytes.to_vec();
            bytes[byte] ^= 2;
            assert_eq!(refusal::<f32>(settings, &sealed(bytes)), Some(expected), "byte {byte}");
        }
        // A word that says that the step size was set, where there is a schedule to set it in place of, is one thing
        // with the digest of the settings.
        let mut bytes = bytes.to_vec();
        bytes[40] ^= 1;
        let (rule, set) =
            (matches!(settings.sampler, Sampler::Rule(_)), refusal::<f32>(settings, &sealed(bytes)));
        assert_eq!(set, (!rule).then_some(Error::CheckpointContents));
    });
}

/// The settings with each of their fields changed, but for the two that a restored chain does not need.
fn changed(settings: ChainSettings<'static>) -> Vec<ChainSettings<'static>> {
    // All fields, so that a new one does not compile before it has its place here.
    let ChainSettings {
        sampler,
        estimator: _,
        clipping: _,
        prior: _,
        blocks: _,
        data_len,
        batch: _,
        chunk_len,
        burn_in,
        thinning,
        seed: _,
        chain_index: _,
        moments: _,
    } = settings;
    const BLOCK: Block = Block { start: 3, len: 4, step_size_factor: 1.0, frozen: true, prior: None };
    static BLOCKS: [Block; 2] = [BLOCK, Block { start: 9, ..BLOCK }];
    static OTHERS: [Block; 1] = [Block { step_size_factor: 0.5, frozen: false, ..BLOCK }];
    let samplers = match sampler {
        Sampler::Rule(rule) => {
            let RuleSettings { rule: _, step_size: _, temperature: _, schedule_unit: _, compensation: _ } =
                rule;
            let size = Schedule::constant(2e-3);
            vec![
                Sampler::Rule(RuleSettings {
                    rule: Rule::with_drift(Drift::Momentum(Momentum::default())),
                    ..rule
                }),
                Sampler::Rule(RuleSettings { step_size: size, ..rule }),
                Sampler::Rule(RuleSettings { step_size: Schedule::CALLBACK, ..rule }),
                Sampler::Rule(RuleSettings { temperature: Schedule::constant(0.5), ..rule }),
                Sampler::Rule(RuleSettings { schedule_unit: ScheduleUnit::Epoch, ..rule }),
                Sampler::Rule(RuleSettings { compensation: NoiseCompensation::Diagonal(None), ..rule }),
                Sampler::Rule(RuleSettings {
                    compensation: NoiseCompensation::Diagonal(Some(&[1e-3; DIM])),
                    ..rule
                }),
            ]
        }
        Sampler::MetropolisHastings(mh) => {
            let MetropolisHastings {
                proposal: _,
                likelihood_scale,
                refresh_len,
                proposal_gradient: _,
                tune_beta: _,
                beta_max,
                tune_interval,
                target_acceptance: _,
                tune_refresh_len,
            } = mh;
            let untuned = MetropolisHastings { tune_beta: false, tune_interval: 0, ..mh };
            let walk = Proposal::random_walk(0.1);
            let walk = MetropolisHastings { refresh_len, ..MetropolisHastings::new(walk, likelihood_scale) };
            [
                MetropolisHastings { proposal: rsgld(0.02), ..mh },
                walk,
                MetropolisHastings { target_acceptance: Some(0.3), ..walk },
                MetropolisHastings { likelihood_scale: 2.0 * likelihood_scale, ..mh },
                MetropolisHastings { refresh_len: refresh_len + 1, ..mh },
                MetropolisHastings { proposal_gradient: ProposalGradient::Published, ..mh },
                untuned,
                MetropolisHastings { beta_max: 2.0 * beta_max, ..mh },
                MetropolisHastings { tune_interval: 2 * tune_interval, ..mh },
                MetropolisHastings { tune_refresh_len: !tune_refresh_len, ..mh },
            ]
            .map(Sampler::MetropolisHastings)
            .to_vec()
        }
        _ => panic!("a sampler without changes"),
    };
    let mut all = vec![
        ChainSettings { clipping: Clipping::Norm(10.0), ..settings },
        ChainSettings { prior: Prior::gaussian(0.0, 1.0), ..settings },
        ChainSettings { prior: Prior::Callback, ..settings },
        ChainSettings { blocks: BlockList::from(&BLOCKS[..1]), ..settings },
        ChainSettings { blocks: BlockList::from(&BLOCKS), ..settings },
        ChainSettings { blocks: BlockList::from(&OTHERS), ..settings },
        ChainSettings { data_len: data_len + 1, ..settings },
        ChainSettings { batch: BatchSettings::WithoutReplacement(5), ..settings },
        ChainSettings { batch: BatchSettings::All, ..settings },
        ChainSettings { chunk_len: chunk_len + 5, ..settings },
        ChainSettings { burn_in: burn_in + 1, ..settings },
        ChainSettings { thinning: thinning + 1, ..settings },
        ChainSettings { moments: Moments::Plain, ..settings },
        ChainSettings { moments: Moments::None, ..settings },
        ChainSettings { estimator: Estimator::FixedCentre { centre: None }, ..settings },
    ];
    all.extend(samplers.into_iter().map(|sampler| ChainSettings { sampler, ..settings }));
    // What has no place in these settings is refused for itself.
    all.retain(|other| *other != settings && other.memory_len::<f32>(DIM).is_ok());
    all
}

#[test]
fn other_settings_are_refused() {
    each_saved::<f32>(|settings, bytes| {
        let own =
            [settings.seed + 1, u64::MAX].map(|seed| ChainSettings { seed, chain_index: 5, ..*settings });
        own.iter().for_each(|settings| assert_eq!(refusal::<f32>(settings, bytes), None));
    });
    for settings in few_settings() {
        let bytes = saved(&Subject::<f32>::new(&settings));
        let others = changed(settings);
        assert!(others.len() > 10, "{} kinds of other settings", others.len());
        for other in others {
            assert_eq!(refusal::<f32>(&other, &bytes), Some(Error::CheckpointSettings), "{other:?}");
        }
    }
}

/// Every two settings that differ have other digests, but for centres, which are compared with the anchor itself.
#[test]
fn settings_have_digests_of_their_own() {
    let mut all = all_settings();
    all.extend(few_settings().into_iter().flat_map(changed));
    let mut seen: Vec<(u64, ChainSettings)> = Vec::new();
    for settings in all {
        let digest =
            Checkpoint::read(&saved(&Subject::<f64>::new(&settings))).expect("a checkpoint").settings;
        let same = seen.iter().find(|(other, _)| *other == digest);
        // As text, in which what is not a number is equal, too.
        let comparable = |it: ChainSettings<'static>| {
            let fixed = matches!(it.estimator, Estimator::FixedCentre { .. });
            let estimator = if fixed { Estimator::FixedCentre { centre: None } } else { it.estimator };
            format!("{:?}", ChainSettings { estimator, ..it })
        };
        if let Some((_, other)) = same {
            assert!(
                comparable(*other) == comparable(settings),
                "one digest of {other:?}\nand of {settings:?}"
            );
        }
        seen.push((digest, settings));
    }
}

/// A centre of the settings' is the anchor's place, and another's is refused.
#[test]
fn another_centre_is_refused() {
    static CENTRES: [[f64; DIM]; 2] = [[0.1; DIM], [0.2; DIM]];
    let of = |centre| ChainSettings { estimator: Estimator::FixedCentre { centre }, ..few_settings()[0] };
    let [one, other] = [0, 1].map(|i| of(Some(CENTRES[i].as_slice())));
    let mut subject = Subject::<f32>::new(&one);
    for _ in 0..3 {
        let bytes = saved(&subject);
        assert_eq!(refusal::<f32>(&one, &bytes), None);
        assert_eq!(refusal::<f32>(&of(None), &bytes), None);
        assert_eq!(refusal::<f32>(&other, &bytes), Some(Error::CheckpointContents));
        subject.steps(1);
    }
}
