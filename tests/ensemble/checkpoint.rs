//! Ensembles as bytes: what is restored has the bits of what went on, and bytes that nobody saved are refused, or an ensemble's.

use super::{LogGammas, start};
use crate::support::{Answer, GaussianData, WORD, sealed};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sgmcmc::prior::Prior;
use sgmcmc::{
    Batch, BatchSettings, Block, Chain, ChainSettings, Checkpoint, Ensemble, EnsembleSampler,
    EnsembleSettings, Error, Interrupt, MemoryUnit, Model, Real, RuleSettings, Sampler,
};

/// Words before what is an ensemble's.
const HEADER: usize = 6 * WORD;

fn memory<R: Real>(settings: &EnsembleSettings<'_>, dim: usize) -> Vec<MemoryUnit> {
    let len = settings.memory_len::<R>(dim).expect("settings in range");
    vec![MemoryUnit::from([0x7ff8_0000_dead_beef; 8]); len]
}

fn saved<R: Real>(ensemble: &Ensemble<R>, memory: &[MemoryUnit]) -> Vec<u8> {
    let mut bytes = vec![0xa5; ensemble.save_size(memory).expect("its memory")];
    assert_eq!(ensemble.save(memory, &mut bytes), Ok(bytes.len()));
    bytes
}

/// Advances every chain, one of them less far.
fn advance<R: Real>(
    ensemble: &Ensemble<R>,
    memory: &mut [MemoryUnit],
    step_count: u64,
    model: &mut dyn Model<R>,
) {
    for (i, mut member) in (0..).zip(ensemble.members(memory).expect("its memory")) {
        member.advance(step_count - step_count / 4 * i, model).expect("good steps");
    }
}

/// Saved wherever it stands, and restored elsewhere, an ensemble has the draws, the summaries and the bytes of one that went on.
fn goes_on<R: Real>(settings: &EnsembleSettings<'_>, dim: usize, model: &mut dyn Model<R>) {
    let mut room = memory::<R>(settings, dim);
    let mut elsewhere = room.clone();
    let theta = start::<R>(dim, 3);
    let mut ensemble = Ensemble::start(settings, &theta, &mut room, model).expect("finite answers");
    let mut other = ensemble;
    for step_count in [0, 1, 2, 19, 30, 40, 100, 200, 300, u64::MAX] {
        advance(&ensemble, &mut room, step_count, model);
        if step_count > 0 {
            advance(&other, &mut elsewhere, step_count, model);
            assert!(saved(&ensemble, &room) == saved(&other, &elsewhere), "{step_count}");
            if step_count == u64::MAX {
                let [own, its] = [ensemble.judge(&mut room), other.judge(&mut elsewhere)];
                assert_eq!(own.expect("a round"), its.expect("a round"));
            }
        }
        let bytes = saved(&ensemble, &room);
        elsewhere.fill(MemoryUnit::from([0x5555_5555_5555_5555; 8]));
        other = Ensemble::restore(settings, dim, &bytes, &mut elsewhere).expect("what was saved");
        assert!(saved(&other, &elsewhere) == bytes, "{step_count}");
    }
    let [own, its] = [ensemble.run(&mut room, model), other.run(&mut elsewhere, model)];
    assert_eq!(own.expect("good steps"), its.expect("good steps"));
    assert_eq!(ensemble.draws(&room).expect("draws").draws, other.draws(&elsewhere).expect("draws").draws);
    assert_eq!(
        ensemble.text(&room, &[]).unwrap().to_string(),
        other.text(&elsewhere, &[]).unwrap().to_string()
    );
}

/// Small ensembles of every kind: by HMC with all covariances and variances alone, with a prior of every place, by minibatches,
/// and by what is chosen.
fn each(mut with: impl FnMut(&EnsembleSettings<'_>, usize, u32)) {
    let few = |data_len| EnsembleSettings {
        seed: 7,
        draw_count: 30,
        chain_count: 3,
        pass_max: 600.0,
        ..EnsembleSettings::new(data_len)
    };
    with(&few(1), 3, 0);
    with(&EnsembleSettings { curvature_dim_max: 0, ..few(1) }, 3, 0);
    let blocks = [
        Block { frozen: true, ..Block::new(1, 1) },
        Block { prior: Some(Prior::gaussian(0.1, 4.0)), ..Block::new(2, 2) },
    ];
    let prior = Prior::gaussian(0.5, 2.0);
    let ranged = EnsembleSettings { blocks: (&blocks).into(), prior, ..few(50) };
    with(&ranged, 5, 1);
    for sampler in [EnsembleSampler::Plain, EnsembleSampler::ControlVariate, EnsembleSampler::Auto] {
        with(&EnsembleSettings { sampler, ..ranged }, 5, 1);
    }
    with(&EnsembleSettings { sampler: EnsembleSampler::Auto, ..few(50) }, 3, 2);
    with(&EnsembleSettings { sampler: EnsembleSampler::Minibatch, ..few(50) }, 3, 2);
}

fn with_model<R: Real>(number: u32, dim: usize, with: impl FnOnce(&mut dyn Model<R>)) {
    match number {
        0 => with(&mut { LogGammas::ONE }),
        1 => with(&mut GaussianData::spread(50, dim)),
        _ => with(&mut LogGammas { data_len: 50, mixed: 1.0 }),
    }
}

#[test]
fn what_is_restored_goes_on() {
    each(|settings, dim, model| {
        with_model::<f64>(model, dim, |model| goes_on(settings, dim, model));
        with_model::<f32>(model, dim, |model| goes_on(settings, dim, model));
    });
}

/// A model that now and then has no finite answer, a wrong one, or stops.
struct Moody<'m, R>(&'m mut dyn Model<R>, Xoshiro256PlusPlus);

impl<R: Real> Model<R> for Moody<'_, R> {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, mut gradient: Option<&mut [R]>) -> Answer {
        let value = self.0.log_likelihood(theta, batch, gradient.as_deref_mut())?;
        let (word, number) = (self.1.next_u64(), self.1.next_u64());
        let number = [0.0, 1e-300, 1e-40, 1e4, -1e10, 1e30, 1e300, f64::INFINITY][number as usize % 8];
        match word % 500 {
            0 => Ok(f64::NAN),
            1 => Err(Interrupt::Stop(7)),
            2 => Err(Interrupt::Impossible),
            3 => Ok(number),
            4 => {
                gradient.into_iter().flatten().take(1).for_each(|g| *g = R::from_f64(number));
                Ok(value)
            }
            5 => {
                gradient.into_iter().flatten().for_each(|g| *g = R::from_f64(number));
                Ok(value)
            }
            _ => Ok(value),
        }
    }
}

/// After errors, too, an ensemble is what its checkpoint says.
#[test]
fn what_errors_leave_is_restored() {
    errors_leave::<f32>();
    errors_leave::<f64>();
}

fn errors_leave<R: Real>() {
    let mut count = 0;
    each(|settings, dim, number| {
        with_model::<R>(number, dim, |model| {
            let mut room = memory::<R>(settings, dim);
            let begun = Ensemble::start(settings, &start::<R>(dim, 3), &mut room, model).expect("a start");
            let mut other = room.clone();
            let mut moody = Moody(model, Xoshiro256PlusPlus::seed_from_u64(number.into()));
            for _ in 0..200 {
                let errors: Vec<_> = begun
                    .members(&mut room)
                    .expect("its memory")
                    .filter_map(|mut member| member.advance(40, &mut moody).err())
                    .collect();
                count += errors.len();
                let bytes = saved(&begun, &room);
                let it = Ensemble::<R>::restore(settings, dim, &bytes, &mut other).unwrap_or_else(|error| {
                    panic!("{error} after {errors:?}: {settings:?}");
                });
                assert!(saved(&it, &other) == bytes);
            }
        });
    });
    assert!(count > 100, "{count}");
}

/// Makes the checkpoints of chains in it whole.
fn sealed_within(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut at = HEADER;
    while at + 3 * WORD <= bytes.len() {
        if bytes[at..].starts_with(b"\x89sgmcmc\n") {
            let size = u64::from_le_bytes(bytes[at + 2 * WORD..][..WORD].try_into().expect("eight")) as usize;
            if let Some(own) = bytes.get(at..at.saturating_add(size)).filter(|own| own.len() > WORD) {
                let own = sealed(own.to_vec());
                bytes[at..at + size].copy_from_slice(&own);
            }
        }
        at += WORD;
    }
    bytes
}

/// With a checksum that is right, changed words are refused, or are the ensemble's: saved again they are there, and it goes on.
#[test]
fn made_up_ones_are_refused_or_an_ensembles() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut refused, mut accepted) = (0, 0);
    each(|settings, dim, number| {
        let settings = &EnsembleSettings { draw_count: 4, chain_count: 1, ..*settings };
        with_model::<f64>(number, dim, |model| {
            let mut room = memory::<f64>(settings, dim);
            let ensemble =
                Ensemble::start(settings, &start::<f64>(dim, 3), &mut room, model).expect("a start");
            let [mut other, mut third] = [room.clone(), room.clone()];
            for step_count in [5, 40, 400] {
                advance(&ensemble, &mut room, step_count, model);
                let whole = saved(&ensemble, &room);
                for _ in 0..200 {
                    let mut bytes = whole.clone();
                    let at =
                        HEADER - WORD + WORD * (random.next_u64() as usize % ((bytes.len() - HEADER) / WORD));
                    let word = u64::from_le_bytes(bytes[at..at + WORD].try_into().expect("eight"));
                    let small = random.next_u64() % 40;
                    let changed = match random.next_u64() % 6 {
                        0 => word ^ 1 << (random.next_u64() % 64),
                        1 => word.wrapping_add(small),
                        2 => small,
                        3 => random.next_u64(),
                        4 => [0.0, -0.0, 1.0, -1.0, 1e300, 1e-300, f64::NAN, f64::INFINITY]
                            [small as usize % 8]
                            .to_bits(),
                        _ => u64::MAX - small,
                    };
                    bytes[at..at + WORD].copy_from_slice(&changed.to_le_bytes());
                    let bytes = sealed(sealed_within(bytes));
                    match Ensemble::<f64>::restore(settings, dim, &bytes, &mut other) {
                        Err(error) => {
                            refused += 1;
                            assert_eq!(error, Error::CheckpointContents, "byte {at}");
                        }
                        Ok(mut it) => {
                            accepted += 1;
                            assert!(saved(&it, &other) == bytes, "byte {at}: {changed:x} for {word:x}");
                            for mut member in it.members(&mut other).expect("its memory") {
                                _ = member.advance(3, model);
                            }
                            _ = it.judge(&mut other);
                            let bytes = saved(&it, &other);
                            let again = Ensemble::<f64>::restore(settings, dim, &bytes, &mut third);
                            assert!(again.is_ok(), "byte {at}: {changed:x} for {word:x}: {:?}", again.err());
                            _ = it.text(&other, &[]).map(|text| text.to_string());
                        }
                    }
                }
            }
        });
    });
    assert!(refused > 500 && accepted > 500, "{refused} refused, {accepted} accepted");
}

/// What only minibatches use is theirs, too.
#[test]
fn batches_of_others_are_refused() {
    let own = EnsembleSettings {
        draw_count: 10,
        chain_count: 1,
        sampler: EnsembleSampler::Minibatch,
        ..EnsembleSettings::new(50)
    };
    let mut room = memory::<f64>(&own, 2);
    let begun =
        Ensemble::start(&own, &[0.0; 2], &mut room, &mut GaussianData::spread(50, 2)).expect("a start");
    let bytes = saved(&begun, &room);
    for changed in [
        EnsembleSettings { deviation_error: 0.06, ..own },
        EnsembleSettings { batch_len: 7, ..own },
        EnsembleSettings { sampler: EnsembleSampler::Plain, ..own },
    ] {
        let mut other = memory::<f64>(&changed, 2);
        let refused = Ensemble::<f64>::restore(&changed, 2, &bytes, &mut other).err();
        assert_eq!(refused, Some(Error::CheckpointSettings));
    }
}

/// Of another ensemble, another precision, a single chain, or cut short: each by its name, and nothing was written.
#[test]
fn what_is_not_its_own_is_refused() {
    let settings = EnsembleSettings { draw_count: 10, chain_count: 2, ..EnsembleSettings::new(50) };
    let mut model = GaussianData::spread(50, 2);
    let mut room = memory::<f64>(&settings, 2);
    let mut ensemble = Ensemble::start(&settings, &[0.0; 2], &mut room, &mut model).expect("a start");
    ensemble.run(&mut room, &mut model).expect("good steps");
    let bytes = saved(&ensemble, &room);
    let mut other = memory::<f64>(&settings, 2);
    let untouched = other.clone();
    let mut refuses = |settings: &EnsembleSettings<'_>, dim, bytes: &[u8], error| {
        assert_eq!(Ensemble::<f64>::restore(settings, dim, bytes, &mut other).err(), Some(error));
        assert!(other == untouched);
    };
    let own = settings;
    for changed in [
        EnsembleSettings { draw_count: 9, ..own },
        EnsembleSettings { chain_count: 1, ..own },
        EnsembleSettings { data_len: 49, ..own },
        EnsembleSettings { chunk_len: 9, ..own },
        EnsembleSettings { target_acceptance: 0.7, ..own },
        EnsembleSettings { leapfrog_max: 9, ..own },
        EnsembleSettings { curvature_dim_max: 0, ..own },
        EnsembleSettings { prior: Prior::gaussian(0.0, 1.0), ..own },
        EnsembleSettings { sampler: EnsembleSampler::Auto, ..own },
        EnsembleSettings { blocks: (&[Block { frozen: true, ..Block::new(1, 1) }]).into(), ..own },
    ] {
        refuses(&changed, 2, &bytes, Error::CheckpointSettings);
    }
    refuses(&EnsembleSettings { draw_count: 0, ..own }, 2, &bytes, Error::DrawCount);
    refuses(&own, 3, &bytes, Error::CheckpointDim);
    refuses(&own, 2, &bytes[..bytes.len() - 1], Error::CheckpointLength);
    refuses(&own, 2, &[], Error::CheckpointLength);
    let mut damaged = bytes.clone();
    damaged[100] ^= 1;
    refuses(&own, 2, &damaged, Error::CheckpointDamaged);
    let seen = Checkpoint::read(&bytes).expect("a checkpoint");
    assert_eq!((seen.bits, seen.dim, seen.step_count, seen.size), (64, 2, 10, bytes.len() as u64));
    assert_eq!(Checkpoint::read(&damaged), Err(Error::CheckpointDamaged));
    let rule = Sampler::Rule(RuleSettings::new(
        sgmcmc::rule::Rule::SGLD,
        sgmcmc::schedule::Schedule::constant(1e-3),
    ));
    let of_chain = ChainSettings::new(50, BatchSettings::All, rule);
    let mut chain_memory = vec![MemoryUnit::default(); of_chain.memory_len::<f64>(2).expect("in range")];
    let chain = Chain::new(&of_chain, &[0.0; 2], &mut chain_memory).expect("settings in range");
    let mut of_chain = vec![0; chain.save_size()];
    chain.save(&mut of_chain).expect("as many");
    refuses(&own, 2, &of_chain, Error::NotCheckpoint);
    let mut short = bytes.clone();
    assert_eq!(ensemble.save(&room, &mut short[1..]), Err(Error::MemoryTooSmall));
    assert!(short == bytes);
    let mut single = memory::<f32>(&settings, 2);
    let refused = Ensemble::<f32>::restore(&settings, 2, &bytes, &mut single).err();
    assert_eq!(refused, Some(Error::OtherPrecision));
    // What rounds end by, and where chains began, may be others: what was over goes on.
    let stricter = EnsembleSettings {
        seed: 3,
        start_spread: 9.0,
        r_hat_max: 1.0001,
        sample_size: 19.0,
        pass_max: 1e6,
        ..own
    };
    let mut further = Ensemble::<f64>::restore(&stricter, 2, &bytes, &mut other).expect("what was saved");
    let state = further.run(&mut other, &mut model).expect("good steps");
    assert!(state.pass_count > ensemble.state().pass_count && state.r_hat <= 1.0001, "{state}");
}

/// Every setting is a line, which is read back to the bit; lines that are wrong are refused by their numbers.
#[test]
fn settings_are_text() {
    let blocks = [Block { frozen: true, ..Block::new(1, 1) }];
    let settings = EnsembleSettings {
        seed: u64::MAX,
        chunk_len: 7,
        prior: Prior::gaussian(0.1, 4.0),
        blocks: (&blocks).into(),
        chain_count: 3,
        start_spread: 0.7,
        target_acceptance: 0.85,
        leapfrog_max: 50,
        curvature_dim_max: 12,
        draw_count: 99,
        r_hat_max: 1.003,
        sample_size: 123.4,
        pass_max: 1e7,
        sampler: EnsembleSampler::Plain,
        deviation_error: 0.03,
        batch_len: 11,
        ..EnsembleSettings::new(1234)
    };
    let mut text = String::new();
    settings.write(&mut text).expect("a string takes all");
    let base = EnsembleSettings { blocks: (&blocks).into(), ..EnsembleSettings::new(1) };
    assert_eq!(EnsembleSettings::read(&text, &base), Ok(settings));
    assert_eq!(text.lines().count(), 19, "{text}");
    let own = |text: &str| EnsembleSettings::read(text, &base).map_err(|error| (error.error, error.line));
    assert_eq!(own("sampler = Auto\n").map(|it| it.sampler), Ok(EnsembleSampler::Auto));
    assert_eq!(own("seed = 1\nsampler = Other"), Err((Error::SettingsValue, 2)));
    assert_eq!(own("batch = All"), Err((Error::SettingsKey, 1)));
}
