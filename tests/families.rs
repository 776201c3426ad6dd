//! Builds that leave families of parts out: what is left out is refused by name, and the rest has the bits of every
//! other build. `.ci/run` runs this with several sets of Cargo features.

#[path = "families/chains.rs"]
mod chains;

use chains::{NO_CHAINS, has, has_rule, is_alone, is_comparable, of_family, some_rule, wants, with_rule};
use sgmcmc::drift::{Drift, Momentum};
use sgmcmc::precond::Preconditioner;
use sgmcmc::prior::Prior;
use sgmcmc::rng::Generators;
use sgmcmc::rule::{Aboba, AdamOptimizer, Lattice, Recipe, Rule, Sgnht, StepParameters};
use sgmcmc::schedule::Schedule;
use sgmcmc::schema::{Listed, Numbered};
use sgmcmc::{
    Batch, BatchSettings, Chain, ChainImage, ChainSettings, ChainState, Checkpoint, Diffusion, Error,
    EstimateSettings, Estimates, Estimator, FAMILIES, Health, HealthSettings, Interrupt, MemoryUnit, Model,
    Moments, PilotSettings, Reservoir, RuleSettings, Sampler, Scored, StoredDraws, TextError, fingerprint,
    r_hat, stein_sum,
};

const DIM: usize = 5;
const DATA_LEN: u32 = 50;

#[test]
fn what_is_left_out_is_refused_by_name() {
    for (family, built) in FAMILIES {
        let expected =
            *built && wants(family).iter().all(|family| has(family)) && (has_rule() || is_alone(family));
        for settings in of_family(family) {
            let size = settings.memory_len::<f32>(DIM);
            if expected {
                assert!(size.is_ok(), "{family}: {size:?}");
            } else {
                assert_eq!(size, Err(Error::NotBuilt), "{family}");
            }
            let mut memory = [MemoryUnit::default(); 200];
            let chain = Chain::new(&settings, &[0.5f64; DIM], &mut memory).map(drop);
            assert_eq!(chain.err(), size.err(), "{family}");
        }
    }
}

/// Priors, estimators and schedules of the library's lists, whatever their settings.
#[test]
fn every_part_that_is_left_out_is_refused() {
    fn left_out<T: Listed + Numbered>() -> impl Iterator<Item = T> {
        let is_built = |family: &str| family.is_empty() || has(&family.to_lowercase().replace('_', "-"));
        let parts = T::LIST.enumerators.iter().filter(move |part| !is_built(part.family));
        parts.map(|part| T::numbered(part.number).expect("a number of the list"))
    }
    let base = with_rule(some_rule());
    let priors = left_out().map(|prior| ChainSettings { prior, ..base });
    let estimators = left_out().map(|estimator| ChainSettings { estimator, ..base });
    let schedules = left_out().map(|shape| {
        let step_size = Schedule { shape, ..Schedule::CALLBACK };
        ChainSettings { sampler: Sampler::Rule(RuleSettings::new(some_rule(), step_size)), ..base }
    });
    for settings in priors.chain(estimators).chain(schedules) {
        assert_eq!(settings.memory_len::<f64>(DIM), Err(Error::NotBuilt), "{settings:?}");
    }
}

/// A subset that an estimator draws by itself wants large data, whoever draws the batches.
#[test]
fn an_anchor_over_many_data_wants_what_draws_it() {
    let estimator = Estimator::Practical { anchor_len: 20, interval: 10, averaged: false };
    let practical = ChainSettings { batch: BatchSettings::Caller, estimator, ..with_rule(some_rule()) };
    let many = ChainSettings { data_len: 4097, ..practical };
    let expected = |built| if built { None } else { Some(Error::NotBuilt) };
    let any_rule = practical.memory_len::<f64>(DIM).is_ok();
    assert_eq!(any_rule, has("control-variates") && with_rule(some_rule()).memory_len::<f64>(DIM).is_ok());
    assert_eq!(many.memory_len::<f64>(DIM).err(), expected(any_rule && has("large-data")));
}

/// A pilot sees the same in every build that has it.
#[test]
fn a_pilot_that_is_left_out_is_refused() {
    let settings = with_rule(some_rule());
    let mut memory = [MemoryUnit::default(); 200];
    let Ok(state) = ChainState::new(&settings, &[0.5f32; DIM], &mut memory) else { return };
    let (pilot, mut room) = (PilotSettings::default(), [MemoryUnit::default(); 100]);
    let found = pilot.look(&state, &memory, None, &mut room, &mut Line);
    if has("pilot") {
        let report = found.expect("a good look").report;
        let seen = [report.curvature, report.noise_direction, report.gradient_norm];
        assert_eq!(fingerprint(&seen), 0xd377_1a6c_a689_2155, "{seen:?}");
    } else {
        assert_eq!(found.err(), Some(Error::NotBuilt.into()));
        assert_eq!(pilot.memory_len(&state), Err(Error::NotBuilt));
    }
}

/// A run's health is the same in every build that has it.
#[test]
fn health_that_is_left_out_is_refused() {
    let made = Health::new(&HealthSettings::default());
    let Ok(mut health) = made else {
        assert!(!has("health") && made == Err(Error::NotBuilt));
        return;
    };
    assert!(has("health"));
    let settings = with_rule(Rule::SGLD);
    let mut memory = [MemoryUnit::default(); 200];
    let Ok(mut chain) = Chain::new(&settings, &[0.5f32; DIM], &mut memory) else { return };
    chain.run_with_health(400, &mut Line, None, 2, &mut health).expect("good steps");
    let report = health.report(chain.state(), None, None).expect("its chain");
    assert_eq!((report.look_count, report.evaluation_count), (200, 4000));
    assert_eq!(report.heat.is_nan(), !has("norms"));
    let seen = [report.stretch_steps, report.correlation];
    assert_eq!(fingerprint(&seen), 0xa3fe_615b_e440_3bb8, "{seen:?}");
}

/// Where there is text, settings of what the build leaves out are read and written all the same.
#[test]
fn text_that_is_left_out_is_refused() {
    let settings = with_rule(Rule::Sgnht(Sgnht::default()));
    let mut text = [0; 2000];
    let len = settings.write_bytes(&mut text);
    assert_eq!(len > 0, has("settings-text"));
    let read = ChainSettings::read(&text[..len], &settings);
    let refused = Err(TextError { error: Error::NotBuilt, line: 0 });
    assert_eq!(read, if has("settings-text") { Ok(settings) } else { refused });
}

/// The functions without a chain refuse the same rules.
#[test]
fn rules_that_are_left_out_are_refused_without_a_chain() {
    let metric = Rule::with_preconditioner(Preconditioner::PositionDependent { reflect: false });
    let momentum = Rule::with_drift(Drift::Momentum(Momentum::default()));
    for (rule, built) in [
        (Rule::SGLD, has("langevin")),
        (momentum, has("langevin") && has("drifts")),
        (metric, has("langevin") && has("position-dependent")),
        (Rule::Lattice(Lattice::default()), has("lattice")),
        (Rule::Aboba(Aboba::default()), has("underdamped")),
        (Rule::Sgnht(Sgnht::default()), has("thermostat")),
        (Rule::Adam(AdamOptimizer::default()), has("optimizers")),
        (Rule::Recipe(Recipe), has("recipe")),
    ] {
        let expected = if built { None } else { Some(Error::NotBuilt) };
        let at = StepParameters::step_size(0.1);
        let mut noise = Generators::new(1, 0).expect("a chain").noise;
        assert_eq!(rule.state_len::<f32>(DIM).err(), expected, "{rule:?}");
        assert_eq!(rule.host_terms_len::<f32>(DIM).err(), expected, "{rule:?}");
        let mut state = vec![0.0f32; rule.state_len::<f32>(DIM).unwrap_or(0)];
        let terms = vec![1.0f32; rule.host_terms_len::<f32>(DIM).unwrap_or(0)];
        assert_eq!(rule.start(&mut state, DIM, &mut noise, &at).err(), expected, "{rule:?}");
        let mut theta = [0.5f32; DIM];
        assert_eq!(rule.move_to_site(&mut theta, &state).err(), expected, "{rule:?}");
        let step = rule.step(&mut theta, &mut state, &mut noise, None, &[0.1; DIM], &terms, &at);
        assert_eq!(step.err(), expected, "{rule:?}");
    }
}

/// Every way to estimates, and to diagnostics of stored draws.
#[test]
fn estimates_that_are_left_out_are_refused() {
    let settings = EstimateSettings::new(1);
    let mut memory = [MemoryUnit::default(); 200];
    let draws = [0.5, 1.5, 1.0, 2.0];
    let stored = StoredDraws { draws: &draws, chain_count: 1, dim: 1 };
    let scored = Scored { draws: &draws, scores: &draws };
    let answers = [
        settings.memory_len().map(drop),
        Estimates::new(&settings, &mut memory).and_then(|mut estimates| estimates.push(&[1.0], 1.0)),
        stored.memory_len().map(drop),
        StoredDraws::<f64>::memory_len_of(1, 4).map(drop),
        stored.summary(0, &mut memory).map(drop),
        stein_sum(&scored, &scored, 1, 1.0).map(drop),
        r_hat(&[1.0, 2.0], &[1.0, 1.0], 4).map(drop),
        Reservoir::new(1).push(&mut [0.0; 4], &[1.0]).map(drop),
    ];
    let expected = if has("estimates") { Ok(()) } else { Err(Error::NotBuilt) };
    assert_eq!(answers, [expected; 8]);
}

/// The lists of Cargo features are those of the families.
#[test]
fn manifests_list_the_families() {
    for (manifest, others) in
        [(include_str!("../Cargo.toml"), &[][..]), (include_str!("../ffi/Cargo.toml"), &["f32", "f64"])]
    {
        let default = manifest.split("default = [").nth(1).and_then(|rest| rest.split(']').next());
        let listed = default.unwrap_or_default().split('"').skip(1).step_by(2);
        let families = FAMILIES.iter().map(|(name, _)| *name);
        assert!(listed.eq(others.iter().copied().chain(families)), "{manifest}");
    }
}

/// x_i ~ N(θ, 1), with the indices over 25 for data, and whatever else a part may ask for.
struct Line;

impl Model<f32> for Line {
    fn log_likelihood(
        &mut self,
        theta: &[f32],
        batch: Batch<'_>,
        gradient: Option<&mut [f32]>,
    ) -> Result<f64, Interrupt> {
        let mean = match batch {
            Batch::All => (DATA_LEN - 1) as f32 / 50.0,
            Batch::Indices(batch) => batch.iter().sum::<u32>() as f32 / batch.len() as f32 / 25.0,
        };
        let mut sum = 0.0;
        for t in theta {
            sum -= 0.5 * f64::from((t - mean) * (t - mean));
        }
        for (out, t) in gradient.into_iter().flatten().zip(theta) {
            *out = mean - t;
        }
        Ok(sum)
    }

    fn log_prior(&mut self, theta: &[f32], gradient: Option<&mut [f32]>) -> Result<f64, Interrupt> {
        gradient.into_iter().flatten().zip(theta).for_each(|(out, t)| *out = -t);
        Ok(theta.iter().map(|t| -0.5 * f64::from(t * t)).sum())
    }

    fn metric(&mut self, theta: &[f32], metric: &mut [f32], gamma: &mut [f32]) -> Result<(), Interrupt> {
        metric.iter_mut().zip(theta).for_each(|(out, t)| *out = 1.0 + t * t);
        gamma.iter_mut().zip(theta).for_each(|(out, t)| *out = 2.0 * t);
        Ok(())
    }

    fn diffusion(
        &mut self,
        at: Diffusion<'_, f32>,
        drift: &mut [f32],
        noise: &mut [f32],
    ) -> Result<(), Interrupt> {
        drift.copy_from_slice(at.gradient);
        noise.copy_from_slice(at.normals);
        Ok(())
    }
}

/// Golden fingerprints, found with all families: a smaller build has the same bits, as a state and as an image.
///
/// They are of SGLD where the family has no rule of its own, so that those are compared in builds that have it.
#[test]
fn what_is_built_has_the_bits_of_every_build() {
    const GOLDEN: [(&str, &[u64]); 23] = [
        ("langevin", &[0x5f69_fe42_0e43_2ec0]),
        ("lattice", &[0xea5e_d912_33ec_ae71]),
        ("underdamped", &[0xceee_828a_d5a0_fe52]),
        ("thermostat", &[0xcebc_80ea_f9bd_51dc]),
        ("optimizers", &[0x4de1_5500_93b1_0c87]),
        ("recipe", &[0x5f69_fe42_0e43_2ec0]),
        ("drifts", &[0x8604_bd92_10da_1ca0]),
        ("preconditioners", &[0xaf6b_1fce_2260_6d65, 0xa679_72f5_876c_6805]),
        ("position-dependent", &[0x4531_9568_fc66_6351, 0x4531_9568_fc66_6351]),
        ("dense", &[0x7e52_6a59_4995_59c0]),
        (
            "control-variates",
            &[0x7bea_00aa_aaae_97c9, 0x61ec_f3cf_c2f2_0d98, 0x7bea_00aa_aaae_97c9, 0xe0ab_4e6e_0d03_b0cc],
        ),
        (
            "schedules",
            &[
                0x0d85_41de_1d5e_cf9c,
                0x5d0f_831a_446a_e4fc,
                0x1a35_2938_d013_0e7b,
                0x5f69_fe42_0e43_2ec0,
                0x5f69_fe42_0e43_2ec0,
            ],
        ),
        ("priors", &[0x5f69_fe42_0e43_2ec0, 0x9c5d_ab04_b76c_e008, 0x5f69_fe42_0e43_2ec0]),
        ("batches", &[0x4f13_a298_2a91_b925, 0xb206_d8fd_afca_57da]),
        ("large-data", &[0xf8db_bc63_f45e_2d18, 0x5f69_fe42_0e43_2ec0]),
        ("noise-compensation", &[0x2373_c9f8_6f39_8b92, 0x6daa_b0c3_4ee1_c55f]),
        ("clipping", &[0x6e83_6b2e_c66a_d0ec]),
        ("blocks", &[0x3862_1b65_972b_687a]),
        ("metropolis-hastings", &[0x32bd_376c_3df9_3bbf, 0xdb0a_1b33_2a9e_9e3b]),
        ("random-walk", &[0x9c16_55dc_9ae6_1b7f]),
        ("hmc", &[0xefb5_6e3b_7102_be66]),
        ("tuners", &[0xdb0a_1b33_2a9e_9e3b]),
        ("warm-up", &[0xc9aa_3167_37df_8e91, 0x6da5_e4bc_bba1_df8a]),
    ];
    let golden: Vec<_> = GOLDEN.iter().map(|(family, _)| *family).collect();
    assert!(
        FAMILIES.iter().map(|(family, _)| *family).filter(|family| !NO_CHAINS.contains(family)).eq(golden)
    );
    let mut differing = Vec::new();
    for (family, golden) in GOLDEN {
        if !is_comparable(family) {
            continue;
        }
        let mut found = Vec::new();
        for settings in of_family(family) {
            let prior =
                if settings.prior == Prior::FLAT { Prior::gaussian(0.0, 1.0) } else { settings.prior };
            let settings = ChainSettings { prior, ..settings };
            let mut memory = [MemoryUnit::default(); 200];
            let state = ChainState::new(&settings, &[0.5f32; DIM], &mut memory).expect("good settings");
            let (mut image, mut copy) = (ChainImage::new(&state), memory);
            let mut chain = Chain::from_parts(state, &mut memory).expect("its memory");
            chain.run(1000, &mut Line, None).expect("good steps");
            found.push(fingerprint(chain.theta().expect("its memory")));
            let (state, _) = chain.into_parts();
            image.run(&mut copy, 1000, &mut Line, None).expect("good steps");
            assert!(
                image == ChainImage::new(&state) && memory == copy,
                "{family}: an image goes another way"
            );
        }
        if found != golden {
            differing.push((family, found));
        }
    }
    assert!(differing.is_empty(), "other bits: {differing:#x?}");
}

/// A checkpoint has the same bytes whatever a build leaves out, so that every build goes on from any other's that has
/// the parts. `tests/checkpoints.txt` has the checksums, the last word, of each family's chains as a build with all of
/// them writes them; there `SGMCMC_BLESS_FINGERPRINTS=1` writes it anew.
#[test]
fn checkpoints_are_those_of_every_build() {
    let mut lines = String::new();
    for (family, _) in FAMILIES.iter().filter(|(family, _)| is_comparable(family)) {
        lines += family;
        for settings in of_family(family) {
            let settings = ChainSettings { moments: Moments::Both, ..settings };
            let mut memory = [MemoryUnit::default(); 200];
            let mut chain = Chain::new(&settings, &[0.5f32; DIM], &mut memory).expect("good settings");
            chain.run(100, &mut Line, None).expect("good steps");
            let mut bytes = vec![0; chain.save_size()];
            let mut other = [MemoryUnit::default(); 200];
            if !has("checkpoint") {
                assert_eq!(chain.save(&mut bytes), Err(Error::NotBuilt));
                assert_eq!(Checkpoint::read(&bytes), Err(Error::NotBuilt));
                let restored = ChainState::<f32>::restore(&settings, DIM, &bytes, &mut other);
                assert_eq!(restored.err(), Some(Error::NotBuilt));
                continue;
            }
            chain.save(&mut bytes).expect("room");
            let checksum = bytes.last_chunk().map_or(0, |word| u64::from_le_bytes(*word));
            lines += &format!(" {checksum:016x}");
            let mut restored =
                Chain::<f32>::restore(&settings, DIM, &bytes, &mut other).expect("a checkpoint");
            for chain in [&mut chain, &mut restored] {
                chain.run(100, &mut Line, None).expect("good steps");
            }
            assert_eq!(chain.theta(), restored.theta(), "{family}");
        }
        lines += "\n";
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/checkpoints.txt");
    let all = FAMILIES.iter().all(|(_, built)| *built);
    if all && std::env::var_os("SGMCMC_BLESS_FINGERPRINTS").is_some() {
        std::fs::write(path, &lines).expect("the golden file is writable");
    }
    let golden = std::fs::read_to_string(path).expect("the golden file");
    let differing: Vec<_> = lines.lines().filter(|line| golden.lines().all(|it| it != *line)).collect();
    assert!(!has("checkpoint") || differing.is_empty(), "other bytes: {differing:#?}");
}
