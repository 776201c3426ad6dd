//! Chains together: until they agree, on threads or one after the other, from starts that lie apart.

use super::{LogGammas, MEANS, off};
use crate::support::{Answer, Each};
use sgmcmc::{Batch, Block, Ensemble, EnsembleSettings, Error, Interrupt, MemoryUnit, Model, SummaryTable};

/// Four chains agree, and have the same bits one after the other and on threads; what they keep are their own draws.
#[test]
fn chains_agree_whatever_the_threads() {
    let settings = EnsembleSettings { draw_count: 400, sample_size: 1000.0, ..EnsembleSettings::new(1) };
    let len = settings.memory_len::<f64>(3).expect("in range");
    let mut model = LogGammas::ONE;
    let bits = |ensemble: &Ensemble<f64>, memory: &[MemoryUnit]| {
        let draws = ensemble.draws(memory).expect("a whole round").draws;
        draws.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
    };
    let mut memory = vec![MemoryUnit::from([u64::MAX; 8]); len];
    let mut alone = Ensemble::start(&settings, &[0.0; 3], &mut memory, &mut model).expect("chains");
    assert_eq!(alone.summary(&memory, 0), Err(Error::NotEstimated));
    let state = alone.run(&mut memory, &mut model).expect("a run");
    assert!(state.is_over && state.converged, "{state}");
    assert!(state.r_hat <= 1.01 && state.sample_size >= 1000.0 && state.doubtful_count == 0, "{state}");
    // More than one round was needed, and the last draws are those of a chain that runs as long.
    assert_eq!(alone.run(&mut memory, &mut model), Ok(state));
    let of_last = alone.report(&memory, 3).expect("a chain");

    let mut room = vec![MemoryUnit::default(); len];
    let mut threaded = Ensemble::start(&settings, &[0.0; 3], &mut room, &mut model).expect("chains");
    let mut round_count = 0;
    while round_count == 0 || !threaded.judge(&mut room).expect("a state").is_over {
        round_count += 1;
        std::thread::scope(|scope| {
            for mut member in threaded.members(&mut room).expect("chains") {
                scope.spawn(move || member.run(&mut { LogGammas::ONE }).expect("a round"));
            }
        });
    }
    assert!(round_count > 1, "{round_count}");
    assert_eq!(bits(&threaded, &room), bits(&alone, &memory));
    assert_eq!(threaded.report(&room, 3), Ok(of_last));

    let rows = [0, 1, 2].map(|i| alone.summary(&memory, i).expect("a row"));
    assert!(rows.iter().all(|row| row.r_hat <= state.r_hat && row.bulk_sample_size >= state.sample_size));
    assert!(rows.iter().any(|row| row.r_hat == state.r_hat));
    assert_eq!(alone.summary(&memory, 3), Err(Error::LengthMismatch));
    let text = alone.text(&memory, &["first"]).expect("its memory").to_string();
    assert!(text.starts_with(&SummaryTable { rows: &rows, names: &["first"] }.to_string()), "{text}");
    assert!(text.contains("The chains agree") && text.lines().all(|line| line.len() <= 100), "{text}");

    // The right posterior, by the draws that are kept.
    let draws: Vec<_> =
        alone.draws(&memory).expect("draws").draws.chunks(1200).map(<[f64]>::to_vec).collect();
    let z = off(&draws, 3, |theta| model.natural([theta[0], theta[1], theta[2]]), MEANS);
    assert!(z.iter().all(|z| z.abs() < 4.5), "{z:?}");
}

/// By default as many effective draws are wanted as half of those that are kept: another round comes where fewer are there.
#[test]
fn half_of_the_draws_are_wanted() {
    for index in 0..4 {
        let own = EnsembleSettings { seed: index, draw_count: 200, ..EnsembleSettings::new(1) };
        let size_of = |settings: &EnsembleSettings<'_>| {
            let len = settings.memory_len::<f64>(3).expect("in range");
            let mut memory = vec![MemoryUnit::default(); len];
            let model = &mut { LogGammas::ONE };
            let mut ensemble = Ensemble::start(settings, &[0.0; 3], &mut memory, model).expect("chains");
            ensemble.run(&mut memory, model).expect("a run")
        };
        let [wanted, any] = [0.0, 1.0].map(|sample_size| size_of(&EnsembleSettings { sample_size, ..own }));
        assert!(wanted.converged && wanted.sample_size >= 400.0 && any.converged, "{wanted} {any}");
        assert!(any.sample_size < 400.0 || any == wanted, "{any}");
    }
}

/// Two modes that no chain leaves: the chains disagree, and the state says so once no more passes are allowed.
#[test]
fn chains_that_disagree_say_so() {
    let wells = |x: f64| (-2.0 * (x * x - 25.0) * (x * x - 25.0) / 25.0, -8.0 * x * (x * x - 25.0) / 25.0);
    let settings = EnsembleSettings { chain_count: 8, start_spread: 10.0, ..EnsembleSettings::new(1) };
    let settings = EnsembleSettings { draw_count: 100, pass_max: 5000.0, ..settings };
    let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(1).expect("in range")];
    let mut model = Each(wells);
    let mut ensemble = Ensemble::start(&settings, &[0.5], &mut memory, &mut model).expect("chains");
    assert!(ensemble.draws(&memory).is_err());
    assert!(ensemble.judge(&mut memory).expect("a state").r_hat.is_nan());
    let state = ensemble.run(&mut memory, &mut model).expect("a run");
    assert!(state.is_over && !state.converged, "{state}");
    assert!(state.r_hat > 1.5 && state.to_string().contains("do NOT agree"), "{state}");
    assert!(state.pass_count > 2500.0 && state.pass_count <= 5000.0, "{state}");
}

/// Starts are drawn again where the model has no answer, frozen ranges begin where they were told, and a model that never has one is refused.
#[test]
fn starts_lie_apart() {
    struct Half(Vec<[f64; 2]>);
    impl Model<f64> for Half {
        fn log_likelihood(&mut self, theta: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
            self.0.push([theta[0], theta[1]]);
            if theta[0] < 0.0 {
                return Err(Interrupt::Impossible);
            }
            gradient.into_iter().for_each(|g| g[0] = 2.0 / theta[0] - 1.0);
            Ok(2.0 * libm::log(theta[0]) - theta[0])
        }
    }
    let blocks = [Block { frozen: true, ..Block::new(1, 1) }];
    let settings = EnsembleSettings { chain_count: 6, blocks: (&blocks).into(), ..EnsembleSettings::new(1) };
    let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(2).expect("in range")];
    let mut model = Half(Vec::new());
    let mut ensemble = Ensemble::start(&settings, &[0.1, -0.0], &mut memory, &mut model).expect("chains");
    let state = ensemble.run(&mut memory, &mut model).expect("a run");
    assert!(state.converged, "{state}");
    assert!(model.0.iter().all(|[_, held]| held.to_bits() == (-0.0f64).to_bits()));
    assert!(model.0.iter().filter(|[x, _]| (-1.9..-0.1).contains(x)).count() > 2, "drawn again");
    let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(2).expect("in range")];
    let nowhere = Ensemble::start(&settings, &[-50.0, 0.0], &mut memory, &mut model);
    assert_eq!(nowhere.expect_err("a refusal"), Error::Impossible.into());
}
