//! Estimates as bytes: restored they are the same, and go on with the same bits; what is no such bytes is refused.

use super::*;
use crate::support::{WORD, sealed};
use sgmcmc::{DrawWeight, Error};

/// All kinds, of three numbers.
fn kinds() -> Vec<EstimateSettings> {
    let mut all = Vec::new();
    for weights in [DrawWeight::Equal, DrawWeight::StepSize, DrawWeight::NextStepSize] {
        for covariance in [false, true] {
            for centroid_count in [0, 16, 40] {
                all.push(EstimateSettings {
                    weights,
                    covariance,
                    centroid_count,
                    window_len: if covariance { 32 } else { 34 },
                    ..EstimateSettings::new(3)
                });
            }
        }
    }
    all
}

fn observe(estimates: &mut Owned, count: usize, seed: u64) {
    let mut draws = vec![0.0; 3 * count];
    fill_normals(&mut Generators::new(seed, 0).expect("a chain").noise, &mut draws);
    for (i, draw) in draws.chunks(3).enumerate() {
        let step_size = 1.0 / (1 + i % 5) as f64;
        estimates.state.observe(&mut estimates.memory, draw, step_size).expect("a good draw");
    }
}

fn saved(estimates: &Owned) -> Vec<u8> {
    let mut bytes = vec![0xee; estimates.state.save_size().expect("a size") + 3];
    let size = estimates.state.save(&estimates.memory, &mut bytes).expect("room");
    assert!(bytes[size..] == [0xee; 3], "bytes beyond were written");
    bytes.truncate(size);
    bytes
}

/// Restores into memory of which a refusal must leave every byte.
fn restore(bytes: &[u8], units: usize) -> Result<Owned, Error> {
    let mut memory = vec![MemoryUnit::splat(0x5555); units];
    let state = EstimateState::restore(bytes, &mut memory);
    assert!(state.is_ok() || memory.iter().all(|unit| *unit == MemoryUnit::splat(0x5555)), "written");
    Ok(Owned { state: state?, memory })
}

#[test]
fn restored_estimates_go_on() {
    for settings in kinds() {
        for count in [0, 1, 2, 5, 1000] {
            let mut one = Owned::new(&settings);
            observe(&mut one, count, 1);
            let bytes = saved(&one);
            assert_eq!(EstimateState::saved_settings(&bytes), Ok(settings));
            let mut other = restore(&bytes, one.memory.len()).expect("its bytes");
            assert!(other == one && saved(&other) == bytes, "{settings:?}");
            for it in [&mut one, &mut other] {
                observe(it, 50, 2);
            }
            assert_eq!(other, one);
        }
    }
}

/// What a chain of each of three machines has, by way of bytes: merged, it is what they had.
#[test]
fn what_was_saved_merges() {
    let settings = kinds().pop().expect("one");
    let parts = [1, 2, 3].map(|seed| {
        let mut part = Owned::new(&settings);
        observe(&mut part, 200, seed);
        part
    });
    let (mut direct, mut by_bytes) =
        (parts[0].clone(), restore(&saved(&parts[0]), parts[0].memory.len()).expect("bytes"));
    for part in &parts[1..] {
        direct.merge(part);
        by_bytes.merge(&restore(&saved(part), part.memory.len()).expect("bytes"));
    }
    assert_eq!(direct, by_bytes);
}

#[test]
fn what_is_damaged_is_refused_by_name() {
    let mut one = Owned::new(&kinds()[4]);
    observe(&mut one, 100, 1);
    let (bytes, units) = (saved(&one), one.memory.len());
    assert_eq!(restore(&bytes, units - 1), Err(Error::MemoryTooSmall));
    assert_eq!(one.state.save(&one.memory, &mut vec![0; bytes.len() - 1]), Err(Error::MemoryTooSmall));
    assert_eq!(one.state.save(&one.memory[..units - 1], &mut bytes.clone()), Err(Error::MemoryTooSmall));
    for len in 0..bytes.len() {
        assert_eq!(restore(&bytes[..len], units), Err(Error::CheckpointLength), "{len} bytes");
    }
    assert_eq!(restore(&[&bytes[..], b"\n"].concat(), units), Err(Error::CheckpointLength));
    for bit in 0..8 * bytes.len() {
        let mut bytes = bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let expected = match bit / (8 * WORD) {
            0 => Error::NotCheckpoint,
            1 => Error::CheckpointVersion,
            2 => Error::CheckpointLength,
            _ => Error::CheckpointDamaged,
        };
        assert_eq!(restore(&bytes, units), Err(expected), "bit {bit}");
    }
}

/// Each bit changed under a checksum that is right is refused, or is what estimates could have: they save the same
/// bytes, take draws in, and answer.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn what_is_made_up_is_refused_or_harmless() {
    let (mut accepted, mut refused) = (0, 0);
    for settings in [kinds()[4], kinds()[17]] {
        let mut one = Owned::new(&settings);
        observe(&mut one, 30, 1);
        let bytes = saved(&one);
        for bit in 8 * 3 * WORD..8 * (bytes.len() - WORD) {
            let mut bytes = bytes.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let bytes = sealed(bytes);
            match restore(&bytes, one.memory.len()) {
                Ok(mut other) => {
                    accepted += 1;
                    assert!(saved(&other) == bytes, "bit {bit}");
                    observe(&mut other, 40, 2);
                    other.read(|estimates, out| estimates.quantile(0.3, out));
                    other.read(|estimates, out| estimates.half_width(0.9, out));
                    other.read(|estimates, out| estimates.deviation(out));
                }
                Err(error) => {
                    refused += 1;
                    assert_eq!(error, Error::CheckpointContents, "bit {bit}");
                }
            }
        }
    }
    assert!(refused > 1000 && accepted > 1000, "{refused} refused, {accepted} accepted");
}
