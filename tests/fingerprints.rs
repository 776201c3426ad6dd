//! Promise 1 in numbers: fingerprints of long runs, which no machine, instruction set or refactoring may change.
//!
//! A change here is a change of values: it needs a line under "values" in the changelog. The models are sums and
//! products, and `libm`, so nothing in these numbers is the platform's own.

mod support;

use rand_core::SeedableRng;
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, Lanes, fill_normals, fill_uniforms};
use sgmcmc::{BatchSettings, Chain, ChainSettings, Fingerprint, Real, Sampler, fingerprint};
use support::{GaussianData, Sgld, memory, metropolis, pattern, sgld};

/// Name, `f32`, `f64`.
const EXPECTED: [(&str, u64, u64); 7] = [
    ("65536 normals", 0x9cf6fcfc95bc2873, 0x8947a60fe49c63a9),
    ("65536 uniforms", 0x903da8e506b478c0, 0xcedf1f8145202a46),
    ("1000 steps of the SGLD kernel", 0x756f5e8b780c4714, 0xd59cd03fa1b47ed4),
    ("1000 steps of an SGLD chain", 0x6828e82c7165d3b0, 0x9c96b1132a8c5b93),
    ("1000 steps of a random walk", 0x25b99ced0e595fbc, 0x5a78a6323950c756),
    ("1000 steps of RSGLD, fresh batches", 0xad41ea69cee69456, 0xfd17545c60cc017d),
    ("1000 steps of RSGLD, partial refresh", 0x7b70edfdce9918a1, 0xce897c660867a595),
];

fn normals<R: Real>() -> u64 {
    let mut out = vec![R::default(); 65_536];
    fill_normals(&mut Lanes::seed_from_u64(2026), &mut out);
    fingerprint(&out)
}

fn uniforms<R: Real>() -> u64 {
    let mut out = vec![R::default(); 65_536];
    fill_uniforms(&mut Lanes::seed_from_u64(2026), &mut out);
    fingerprint(&out)
}

fn kernel<R: Real>() -> u64 {
    let mut noise = Generators::new(2026, 3).expect("chain 3").noise;
    let mut theta = pattern::<R>(1000, 251, 2.0);
    let mut running = Fingerprint::new();
    for _ in 0..1000 {
        let gradient: Vec<R> = theta.iter().map(|t| -*t).collect();
        let rule = Sgld { step_size: 0.013, temperature: 0.9 };
        rule.step(&mut theta, &gradient, &mut noise, None).expect("a good step");
        running.write(&theta);
    }
    running.finish()
}

fn chain<R: Real>(sampler: Sampler<'static>) -> u64 {
    let settings = ChainSettings {
        seed: 2026,
        prior: Prior::gaussian(0.25, 0.5),
        ..ChainSettings::new(100, BatchSettings::WithoutReplacement(12), sampler)
    };
    let mut memory = memory::<R>(&settings, 21);
    let mut chain =
        Chain::new(&settings, &pattern::<R>(21, 17, 1.0), &mut memory).expect("settings in range");
    let mut data = GaussianData::spread(100, 21);
    let mut running = Fingerprint::new();
    for _ in 0..1000 {
        chain.step(&mut data).expect("a good step");
        running.write(chain.theta().expect("its memory"));
    }
    running.finish()
}

fn rsgld(refresh_len: u32) -> Sampler<'static> {
    let (noise, density) = (NoiseScale::Langevin, Density::Normalized);
    let proposal = Proposal::Rsgld { step_size: 0.1, noise, beta: 1.1, density };
    metropolis(proposal, 5.0, |mh| mh.refresh_len = refresh_len)
}

fn all<R: Real>() -> [u64; 7] {
    [
        normals::<R>(),
        uniforms::<R>(),
        kernel::<R>(),
        chain::<R>(sgld(1e-3, 1.0)),
        chain::<R>(metropolis(Proposal::RandomWalk { step_size: 0.1 }, 5.0, |_| {})),
        chain::<R>(rsgld(0)),
        chain::<R>(rsgld(3)),
    ]
}

#[test]
fn long_runs_have_their_golden_fingerprints() {
    let got: Vec<(&str, u64, u64)> = EXPECTED
        .iter()
        .zip(all::<f32>())
        .zip(all::<f64>())
        .map(|(((name, ..), single), double)| (*name, single, double))
        .collect();
    let table: String = got
        .iter()
        .map(|(name, single, double)| format!("    (\"{name}\", {single:#018x}, {double:#018x}),\n"))
        .collect();
    assert!(got == EXPECTED, "bits have changed; they are now\n{table}");
}

/// Against the definition written out, which is checked by a published test vector.
#[test]
fn the_fingerprint_is_fnv_1a() {
    assert_eq!(fingerprint::<f32>(&[]), 0xcbf2_9ce4_8422_2325);
    let by_hand = |bytes: &[u8]| {
        bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
        })
    };
    // The published test vector for "foobar", to know that the function by hand is FNV-1a.
    assert_eq!(by_hand(b"foobar"), 0x8594_4171_f739_67e8);
    let numbers = [1.5f32, -0.0, f32::NAN, 3e-42];
    let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_bits().to_le_bytes()).collect();
    assert_eq!(fingerprint(&numbers), by_hand(&bytes));
    let numbers = [1.5f64, -0.0, f64::INFINITY];
    let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_bits().to_le_bytes()).collect();
    assert_eq!(fingerprint(&numbers), by_hand(&bytes));
}
