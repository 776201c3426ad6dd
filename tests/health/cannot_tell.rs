//! What looks cannot see, and what a thermostat hides.

use super::super::support::{Answer, GaussianData, ruled};
use super::watch;
use sgmcmc::prior::Prior;
use sgmcmc::rule::{Rule, Sgnht, Splitting};
use sgmcmc::{Batch, BatchSettings, ChainSettings, HealthFinding, Interrupt, Model, Real};

/// Looks that come after the same batches of every epoch say nothing of heat; those that come after all of them agree.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn looks_that_miss_batches_of_an_epoch_do_not_tell_heat() {
    // 20 batches an epoch.
    let settings = ChainSettings {
        burn_in: 1000,
        ..ChainSettings::new(200, BatchSettings::Epochs(10), ruled(Rule::SGLD, 4e-3, 1.0))
    };
    let heat = |interval| {
        let mut model = GaussianData::normal(200, 1);
        watch::<f64>(&settings, &[0.0], &mut model, 200_000, interval).report.heat
    };
    let [every, third, seventh] = [1, 3, 7].map(heat);
    println!("{every} {third} {seventh}");
    assert!((third / every - 1.0).abs() < 0.05 && (seventh / every - 1.0).abs() < 0.05);
    for interval in [2, 5, 10, 20, 100] {
        assert!(heat(interval).is_nan(), "{interval}");
    }
}

/// v of N(0, 4), and six x of N(0, exp v).
struct Funnel;

impl<R: Real> Model<R> for Funnel {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let (v, x) = theta.split_first().ok_or(Interrupt::Stop(1))?;
        let v = v.to_f64();
        let precision = libm::exp(-v);
        let squares: f64 = x.iter().map(|x| x.to_f64() * x.to_f64()).sum();
        if let Some([dv, dx @ ..]) = gradient {
            *dv = R::from_f64(-v / 4.0 - 3.0 + 0.5 * squares * precision);
            dx.iter_mut().zip(x).for_each(|(d, x)| *d = R::from_f64(-x.to_f64() * precision));
        }
        Ok(-v * v / 8.0 - 3.0 * v - 0.5 * squares * precision)
    }
}

/// A step that is unstable in the neck pumps energy in, which the thermostat takes out: the temperature is right, and the
/// law is not.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn a_thermostat_that_takes_up_an_unstable_step_is_named() {
    let sgnht = Sgnht { splitting: Splitting::Symmetric, ..Sgnht::default() };
    let (mut named, mut thermostats) = (0, Vec::new());
    for seed in 1..=8 {
        let settings = ChainSettings {
            burn_in: 10_000,
            prior: Prior::FLAT,
            seed,
            ..ChainSettings::new(1, BatchSettings::All, ruled(Rule::Sgnht(sgnht), 0.2, 1.0))
        };
        let report = watch::<f64>(&settings, &[0.5; 7], &mut Funnel, 200_000, 10).report;
        named += u32::from(report.has(HealthFinding::ThermostatDiverges));
        thermostats.push((report.thermostat, report.kinetic_temperature));
    }
    println!("{thermostats:.3?}");
    assert_eq!(named, 8);
}
