//! Checkpoints that nobody saved, under a checksum that is right: refused, or a chain's.

use super::checkpoints::saved;
use super::damage::{HEADER, WORD, each_saved, few_settings, restore, sealed};
use super::*;
use crate::support::metropolis;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sgmcmc::mh::Proposal;
use sgmcmc::{Chain, Estimator};

/// With a checksum that is right, each bit is refused or is the chain's: saved again it is there, and steps go on.
fn made_up<R: Real>() {
    let (mut refused, mut accepted) = (0, 0);
    each_saved::<R>(|settings, bytes| {
        for bit in 8 * HEADER..8 * (bytes.len() - WORD) {
            let mut bytes = bytes.to_vec();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let bytes = sealed(bytes);
            match restore::<R>(settings, DIM, &bytes) {
                Ok(mut subject) => {
                    accepted += 1;
                    assert!(saved(&subject) == bytes, "bit {bit} is not the chain's: {:?}", subject.state);
                    // Whatever they say.
                    (0..2).for_each(|_| _ = subject.step());
                }
                Err(error) => {
                    refused += 1;
                    assert_eq!(error, Error::CheckpointContents, "bit {bit}");
                }
            }
        }
    });
    assert!(refused > 1000 && accepted > 1000, "{refused} refused, {accepted} accepted");
}

/// Which of the two anchors is the one in force follows from the steps: the other one would be saved again as it was, and
/// only the next step would differ.
fn an_anchor_out_of_turn_is_refused<R: Real>() {
    let settings = &few_settings()[0]; // SVRG with an anchor every 3 steps
    let mut subject = Subject::<R>::new(settings);
    let images: Vec<_> = (0..24)
        .map(|_| {
            let image = saved(&subject);
            subject.steps(1);
            image
        })
        .collect();
    let in_turn = |at: &usize| {
        let expected = |step: usize| (step.div_ceil(3) % 2) as u8;
        images.iter().enumerate().all(|(step, image)| image[*at] == expected(step))
    };
    let places: Vec<_> = (HEADER..images[0].len() - WORD).filter(in_turn).collect();
    assert_eq!(places.len(), 1, "{places:?}");
    for image in images {
        let mut bytes = image;
        bytes[places[0]] ^= 1;
        assert_eq!(restore::<R>(settings, DIM, &sealed(bytes)).err(), Some(Error::CheckpointContents));
    }
}

both!(an_anchor_out_of_turn_is_refused);

/// Chains of three parameters, with what the oracle needs of each.
fn short_settings() -> Vec<ChainSettings<'static>> {
    let walk = metropolis(Proposal::random_walk(0.1), 2.0, |mh| mh.target_acceptance = Some(0.3));
    let walk = ChainSettings { sampler: walk, ..few_settings()[1] };
    let saga = ChainSettings { estimator: Estimator::Saga, ..few_settings()[0] };
    let saga = ChainSettings { batch: BatchSettings::WithoutReplacement(6), ..saga };
    let few = ChainSettings { data_len: 11, ..few_settings()[0] };
    [few_settings(), vec![walk, saga, few]]
        .concat()
        .into_iter()
        .map(|it| ChainSettings { burn_in: 9, ..it })
        .collect()
}

/// Words changed at random, under a checksum that is right, `count` times: refused, with nothing written, or a chain's,
/// whose steps end.
fn made_up_at_random<R: Real>(count: u64) {
    const SHORT: usize = 3;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(count);
    let (mut accepted, mut refused) = (0_u64, 0_u64);
    let all = short_settings();
    for settings in &all {
        let mut model = GaussianData::spread(settings.data_len as usize, SHORT);
        let [mut room, mut other] = [(); 2].map(|()| memory::<R>(settings, SHORT));
        let theta = pattern::<R>(SHORT, 17, 1.0);
        let mut chain = Chain::new(settings, &theta, &mut room).expect("settings in range");
        let mut whole = vec![0; chain.save_size()];
        let mut again = whole.clone();
        for _ in 0..6 {
            chain.save(&mut whole).expect("room");
            for _ in 0..count / (6 * all.len() as u64) {
                let mut bytes = whole.clone();
                for _ in 0..1 + random.next_u64() % 3 {
                    change_a_word(&mut bytes, &mut random);
                }
                let bytes = sealed(bytes);
                other.fill(MemoryUnit::splat(0x5555_5555_5555_5555));
                match ChainState::<R>::restore(settings, SHORT, &bytes, &mut other) {
                    Err(error) => {
                        let number = error as i32;
                        assert!((23..=30).contains(&number), "{error}: {bytes:02x?}");
                        let untouched =
                            other.iter().all(|unit| *unit == MemoryUnit::splat(0x5555_5555_5555_5555));
                        assert!(untouched, "written, though refused: {bytes:02x?}");
                        refused += 1;
                    }
                    Ok(mut state) => {
                        state.save(&other, &mut again).expect("room");
                        assert!(again == bytes, "not the chain's: {bytes:02x?}");
                        // Whatever it says.
                        _ = state.step(&mut other, &mut model);
                        accepted += 1;
                    }
                }
            }
            chain.run(3, &mut model, None).expect("good steps");
        }
    }
    assert!(refused > count / 10 && accepted > count / 100, "{refused} refused, {accepted} accepted");
}

/// Of the header's words few, of the generators' few, of the counts' and the vectors' most.
fn change_a_word(bytes: &mut [u8], random: &mut Xoshiro256PlusPlus) {
    let words = bytes.len() / WORD - 1;
    let first = [0, HEADER / WORD, 40, 40, 40, 40, 40, 40][(random.next_u64() % 8) as usize];
    let at = WORD * (first + random.next_u64() as usize % (words - first));
    let place = &mut bytes[at..at + WORD];
    let word = u64::from_le_bytes(place.try_into().expect("eight bytes"));
    let small = random.next_u64() % 40;
    let changed = match random.next_u64() % 8 {
        0 => word ^ 1 << (random.next_u64() % 64),
        1 => word.wrapping_add(small),
        2 => word.wrapping_sub(small),
        3 => small,
        4 => random.next_u64(),
        5 => {
            [0.0, -0.0, 1.0, -1.0, 0.5, 1e300, 1e-300, f64::NAN, f64::INFINITY][small as usize % 9].to_bits()
        }
        6 => word & 0xffff_ffff | random.next_u64() << 32,
        _ => u64::MAX - small,
    };
    place.copy_from_slice(&changed.to_le_bytes());
}

#[test]
fn words_made_up_at_random_are_refused_or_a_chain() {
    made_up_at_random::<f32>(100_000);
    made_up_at_random::<f64>(100_000);
}

mod nightly {
    use super::*;

    #[test]
    #[ignore = "takes seconds: -- --ignored nightly"]
    fn what_is_made_up_is_refused_or_a_chain() {
        made_up::<f32>();
        made_up::<f64>();
    }

    #[test]
    #[ignore = "takes minutes: -- --ignored nightly"]
    fn a_hundred_million_made_up_checkpoints() {
        std::thread::scope(|scope| {
            scope.spawn(|| made_up_at_random::<f32>(50_000_000));
            made_up_at_random::<f64>(50_000_000);
        });
    }
}
