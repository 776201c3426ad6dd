//! Chains together: until they agree, on threads or one after the other, from starts that lie apart.

use super::{LogGammas, MEANS, off};
use crate::support::{Answer, Each};
use sgmcmc::{
    Batch, Block, Ensemble, EnsembleEnd, EnsembleSettings, EnsembleUntil, Error, Interrupt, MemoryUnit,
    Model, Summary,
};

/// Four chains agree, and have the same bits one after the other and on threads; what they keep are their own draws.
#[test]
fn chains_agree_whatever_the_threads() {
    let until = EnsembleUntil { draw_count: 300, sample_size: 1000.0, ..EnsembleUntil::default() };
    let settings = EnsembleSettings { until, ..EnsembleSettings::new(1) };
    let len = settings.memory_len::<f64>(3, 4).expect("in range");
    let mut model = LogGammas::ONE;
    let bits = |ensemble: &Ensemble<'_, '_, f64, 4>| {
        let draws = ensemble.draws().expect("a whole round").draws;
        draws.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
    };
    let mut memory = vec![MemoryUnit::from([u64::MAX; 8]); len];
    let mut alone = Ensemble::<f64, 4>::start(&settings, &[0.0; 3], &mut memory, &mut model).expect("chains");
    let state = alone.run(&mut model).expect("a run");
    assert_eq!(state.end, EnsembleEnd::Converged, "{state}");
    assert!(state.r_hat <= 1.01 && state.sample_size >= 1000.0 && state.doubtful_count == 0, "{state}");
    // More than one round was needed, and the last draws are those of a chain that runs as long.
    assert_eq!(alone.run(&mut model), Ok(state));
    let of_last = alone.reports().last().expect("a chain");

    let mut memory = vec![MemoryUnit::default(); len];
    let mut threaded =
        Ensemble::<f64, 4>::start(&settings, &[0.0; 3], &mut memory, &mut model).expect("chains");
    let mut round_count = 0;
    while round_count == 0 || threaded.judge().expect("a state").end == EnsembleEnd::Running {
        round_count += 1;
        std::thread::scope(|scope| {
            for mut member in threaded.members().expect("chains") {
                scope.spawn(move || member.run(&mut { LogGammas::ONE }).expect("a round"));
            }
        });
    }
    assert!(round_count > 1, "{round_count}");
    assert_eq!(bits(&threaded), bits(&alone));
    assert_eq!(threaded.reports().last(), Some(of_last));

    let mut rows = [Summary::default(); 3];
    alone.summaries(&mut rows).expect("three rows");
    assert!(rows.iter().all(|row| row.r_hat <= state.r_hat && row.bulk_sample_size >= state.sample_size));
    assert!(rows.iter().any(|row| row.r_hat == state.r_hat));
    assert_eq!(alone.summaries(&mut rows[1..]), Err(Error::LengthMismatch));

    // The right posterior, by the draws that are kept.
    let draws: Vec<_> = alone.draws().expect("draws").draws.chunks(900).map(<[f64]>::to_vec).collect();
    let z = off(&draws, 3, |theta| model.natural([theta[0], theta[1], theta[2]]), MEANS);
    assert!(z.iter().all(|z| z.abs() < 4.5), "{z:?}");
}

/// Two modes that no chain leaves: the chains disagree, and the state says so once no more passes are allowed.
#[test]
fn chains_that_disagree_say_so() {
    let wells = |x: f64| (-2.0 * (x * x - 25.0) * (x * x - 25.0) / 25.0, -8.0 * x * (x * x - 25.0) / 25.0);
    let until = EnsembleUntil { draw_count: 100, pass_max: 5000.0, ..EnsembleUntil::default() };
    let settings = EnsembleSettings { until, start_spread: 10.0, ..EnsembleSettings::new(1) };
    let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(1, 8).expect("in range")];
    let mut model = Each(wells);
    let mut ensemble = Ensemble::<f64, 8>::start(&settings, &[0.5], &mut memory, &mut model).expect("chains");
    assert!(ensemble.draws().is_none() && ensemble.judge().expect("a state").r_hat.is_nan());
    let state = ensemble.run(&mut model).expect("a run");
    assert_eq!(state.end, EnsembleEnd::PassMax, "{state}");
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
    let settings = EnsembleSettings { blocks: (&blocks).into(), ..EnsembleSettings::new(1) };
    let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(2, 6).expect("in range")];
    let mut model = Half(Vec::new());
    let mut ensemble =
        Ensemble::<f64, 6>::start(&settings, &[0.1, -0.0], &mut memory, &mut model).expect("chains");
    let state = ensemble.run(&mut model).expect("a run");
    assert_eq!(state.end, EnsembleEnd::Converged, "{state}");
    assert!(model.0.iter().all(|[_, held]| held.to_bits() == (-0.0f64).to_bits()));
    assert!(model.0.iter().filter(|[x, _]| (-1.9..-0.1).contains(x)).count() > 2, "drawn again");
    let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(2, 6).expect("in range")];
    let nowhere = Ensemble::<f64, 6>::start(&settings, &[-50.0, 0.0], &mut memory, &mut model);
    assert_eq!(nowhere.expect_err("a refusal"), Error::Impossible.into());
}
