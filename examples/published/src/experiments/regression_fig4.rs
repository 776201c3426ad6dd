//! Karagiannis 2024, section 4, Figures 4.1 to 4.3: SGD and SGLD on a linear regression whose posterior is known in
//! closed form at every temperature, with batches of several lengths.
//!
//! The handout prints the model and its prior; its author's program, which it links, has the rest of what is used here:
//! 10⁴ data from a bivariate normal of correlation 0.9, η = 10⁻⁵, 1000 steps of which the first half is forgotten, the
//! start (1.1, -2, 0), the batches of SGLD and the temperatures. SGD has SGLD's η and batches here. Two things are added:
//! long runs, which show laws instead of chance, and runs with a small step and without the noise of batches, which must
//! meet the closed forms.

use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome, fingerprint};
use crate::models::regression::{D, DIM, Regression};
use crate::report::{Spread, Table};
use crate::run::{End, Run};
use example_support::plot::{Axis, Look, Panel, Series};
use sgmcmc::prior::Prior;
use sgmcmc::rng::Generators;
use sgmcmc::rule::Rule;
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, Estimator, RuleSettings, Sampler};

const DATA_LEN: u32 = 10_000;
const DATA_SEED: u64 = 2023;
const START: [f64; DIM] = [1.1, -2.0, 0.0];
/// η of the author's program, and one small enough for the closed forms.
const STEP_SIZE: f64 = 1e-5;
const SMALL: f64 = 1e-7;
/// Steps of the author's program, the second half of which is drawn.
const SHOWN: u64 = 1000;
const BATCH_LENS: [u32; 3] = [10, 100, 1000];
const TEMPERATURES: [f64; 5] = [0.01, 0.1, 1.0, 2.0, 10.0];
const NAMES: [&str; DIM] = ["intercept", "slope", "log σ²"];
/// Bars of a histogram, and how many deviations of the linear prediction they reach from the mean.
const BARS: usize = 40;
const REACH: f64 = 4.0;
/// What a chain's row begins with: the number of draws, and by parameter their mean distance from the exact mean and its
/// mean square. Then come histograms of all draws and of the program's, and the first steps of the first chain.
const NUMBERS: [&str; 1 + 2 * DIM] =
    ["draws", "off 0", "off 1", "off 2", "squared 0", "squared 1", "squared 2"];
const LONG: usize = NUMBERS.len();
const SHORT: usize = LONG + DIM * BARS;
const TRACE: usize = SHORT + DIM * BARS;

/// What every chain of a kind is run with.
#[derive(Clone, Copy)]
struct Setting {
    /// m; `None` for all data.
    batch_len: Option<u32>,
    /// Whether a control variate takes the noise of the batch away.
    centred: bool,
    /// τ, 0 for SGD.
    temperature: f64,
    step_size: f64,
    burn_in: u64,
    steps: u64,
    chains: u32,
}

impl Setting {
    fn name(&self) -> String {
        let batch = self.batch_len.map_or("all data".into(), |m| format!("m = {m}"));
        let centred = if self.centred { ", fixed centre" } else { "" };
        format!("{batch}{centred}, τ = {}, η = {:e}", self.temperature, self.step_size)
    }
}

/// Those as published, τ = 0 being SGD, and with smaller steps; and those that must meet the closed forms.
fn settings(lab: &Lab) -> (Vec<Setting>, Vec<Setting>) {
    let plain = |batch_len, temperature| Setting {
        batch_len: Some(batch_len),
        centred: false,
        temperature,
        step_size: STEP_SIZE,
        burn_in: 500,
        steps: lab.pick(40_000, 2000),
        chains: 8,
    };
    let mut published: Vec<_> =
        [0.0, 1.0].into_iter().flat_map(|t| BATCH_LENS.map(|m| plain(m, t))).collect();
    published.extend(TEMPERATURES.iter().filter(|t| **t != 1.0).map(|t| plain(100, *t)));
    let slower = |step_size, steps| Setting { step_size, burn_in: steps / 10, steps, ..plain(100, 1.0) };
    published.push(slower(1e-6, lab.pick(200_000, 4000)));
    published.push(slower(SMALL, lab.pick(500_000, 10_000)));
    let exact = |temperature| Setting {
        batch_len: None,
        step_size: SMALL,
        burn_in: lab.pick(25_000, 10_000),
        steps: lab.pick(1_000_000, 100_000),
        chains: 24,
        ..plain(100, temperature)
    };
    let mut checks: Vec<_> = TEMPERATURES.iter().map(|t| exact(*t)).collect();
    let steps = lab.pick(250_000, 20_000);
    checks.push(Setting { batch_len: Some(100), centred: true, steps, ..exact(1.0) });
    (published, checks)
}

/// Runs the figures and the tables.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let data = Regression::draw(DATA_LEN, &mut Generators::new(DATA_SEED, 0).ok_or("no such chain")?);
    let (published, checks) = settings(lab);
    let mut jobs = Vec::new();
    for (setting, index) in published.iter().chain(&checks).zip(0..) {
        for seed in lab.seeds(setting.chains) {
            let data = &data;
            let work = move |place: &Place| sample(place, data, setting, seed, index);
            jobs.push(Job::new(format!("{}, {seed}", setting.name()), setting.steps, work));
        }
    }
    let rows = jobs::run(lab, &NUMBERS, &jobs)?;
    let mut rest = rows.as_slice();
    let mut take = |setting: &Setting| {
        let (own, others) = rest.split_at(lab.seeds(setting.chains).count());
        rest = others;
        own
    };
    let published: Vec<_> = published.iter().map(|setting| (setting, take(setting))).collect();
    let checks: Vec<_> = checks.iter().map(|setting| (setting, take(setting))).collect();

    inflation(lab, &data, &published)?;
    closed_forms(lab, &data, &checks)?;
    figures(lab, &data, &published, &checks)?;
    Ok(Some(fingerprint(&rows)))
}

/// What a parameter's means and variances are compared with: those of the posterior, or for SGD its mode.
fn exact(data: &Regression, temperature: f64) -> ([f64; DIM], [f64; DIM]) {
    if temperature > 0.0 {
        data.posterior(temperature).moments()
    } else {
        (data.mode(), data.posterior(1.0).moments().1)
    }
}

/// The linear prediction of a setting's variances.
fn predicted(data: &Regression, setting: &Setting) -> [f64; DIM] {
    let batch_len = setting.batch_len.filter(|_| !setting.centred).unwrap_or(DATA_LEN);
    data.linear_variances(setting.step_size, setting.temperature, batch_len as usize)
}

/// One chain's row; settings differ in `chain_index`, and share no random numbers.
fn sample(
    place: &Place,
    data: &Regression,
    setting: &Setting,
    seed: u64,
    chain_index: u32,
) -> Outcome<Vec<f64>> {
    let batch = setting.batch_len.map_or(BatchSettings::All, BatchSettings::WithoutReplacement);
    let rule = RuleSettings {
        temperature: Schedule::constant(setting.temperature),
        ..RuleSettings::new(Rule::SGLD, Schedule::constant(setting.step_size))
    };
    let mode = data.mode();
    let centre = Estimator::FixedCentre { centre: Some(&mode) };
    let chain = ChainSettings {
        seed,
        chain_index,
        prior: Prior::Callback,
        estimator: if setting.centred { centre } else { Estimator::Plain },
        ..ChainSettings::new(DATA_LEN, batch, Sampler::Rule(rule))
    };
    let (mean, _) = exact(data, setting.temperature);
    let widths = predicted(data, setting).map(|variance| 2.0 * REACH * variance.sqrt() / BARS as f64);
    // The published chains show how they arrive; those that are compared with closed forms need not.
    let start = if setting.step_size == STEP_SIZE { START } else { mode };
    let trace_len = if seed == 1 { DIM * SHOWN as usize } else { 0 };
    let mut run = Run::new(place, &chain, &start, TRACE + trace_len)?;
    let end = run.run_to(setting.steps, &mut &*data, &mut |draw, record| {
        let step = draw.step as usize;
        for (i, w) in draw.theta.iter().enumerate() {
            if let Some(place) = record.get_mut(TRACE + DIM * step + i) {
                *place = *w;
            }
            let off = w - mean[i];
            let bar = (off / widths[i] + 0.5 * BARS as f64) as isize;
            let bar = usize::try_from(bar).ok().filter(|bar| *bar < BARS);
            if let Some(bar) = bar.filter(|_| (SHOWN / 2..SHOWN).contains(&draw.step)) {
                record[SHORT + BARS * i + bar] += 1.0;
            }
            if draw.step >= setting.burn_in {
                record[1 + i] += off;
                record[1 + DIM + i] += off * off;
                bar.into_iter().for_each(|bar| record[LONG + BARS * i + bar] += 1.0);
            }
        }
        record[0] += f64::from(u8::from(draw.step >= setting.burn_in));
    })?;
    if end != End::Complete {
        return Err(format!("{}: {end:?}", setting.name()).into());
    }
    let mut row = run.record;
    let count = row[0];
    row[1..LONG].iter_mut().for_each(|sum| *sum /= count);
    Ok(row)
}

/// How much too wide the published chains are.
fn inflation(lab: &Lab, data: &Regression, chains: &[(&Setting, &[Vec<f64>])]) -> Outcome<()> {
    let names = NAMES.iter().flat_map(|name| [format!("{name}: ratio"), "predicted".into(), "offset".into()]);
    let mut table = Table::new(["plain batches".to_owned()].into_iter().chain(names));
    for (setting, rows) in chains {
        let (_, variance) = exact(data, setting.temperature);
        let predicted = predicted(data, setting);
        let cells = (0..DIM).flat_map(|i| {
            let ratio = Spread::of(rows.iter().map(|row| row[1 + DIM + i] / variance[i]));
            let off = Spread::of(rows.iter().map(|row| row[1 + i] / variance[i].sqrt()));
            [ratio.with_error(3), format!("{:.3}", predicted[i] / variance[i]), off.with_error(2)]
        });
        let name =
            if setting.temperature > 0.0 { setting.name() } else { format!("SGD, {}", setting.name()) };
        table.add([name].into_iter().chain(cells));
    }
    let title = "Mean squared distance from the exact mean over the exact variance at the same τ (SGD: distance from the \
                 mode, over the variance at τ = 1), as SGLD's linear law predicts it, and the mean's offset in exact \
                 deviations; each ± its standard error";
    table.publish(lab, "inflation", title)
}

/// Means and variances against the closed forms.
fn closed_forms(lab: &Lab, data: &Regression, chains: &[(&Setting, &[Vec<f64>])]) -> Outcome<()> {
    let mut table = Table::of(
        "without batch noise | parameter | exact mean | found | z | exact variance | \
             found / exact | z | SGLD's own bias of the variance, in standard errors",
    );
    let mut largest = 0.0f64;
    for (setting, rows) in chains {
        let posterior = data.posterior(setting.temperature);
        let (mean, variance) = posterior.moments();
        let (_, bias) = posterior.sgld_bias(setting.step_size * setting.temperature);
        for i in 0..DIM {
            let off = Spread::column(rows, 1 + i);
            let ratio = Spread::of(rows.iter().map(|row| row[1 + DIM + i] / variance[i]));
            let z = [off.mean / off.error(), (ratio.mean - 1.0) / ratio.error()];
            largest = z.iter().fold(largest, |largest, z| largest.max(z.abs()));
            table.add([
                setting.name(),
                NAMES[i].to_owned(),
                format!("{:.6}", mean[i]),
                format!("{:.6} ± {:.6}", mean[i] + off.mean, off.error()),
                format!("{:.2}", z[0]),
                format!("{:.4e}", variance[i]),
                ratio.with_error(4),
                format!("{:.2}", z[1]),
                format!("{:.2}", bias[i] / variance[i] / ratio.error()),
            ]);
        }
    }
    let title = format!(
        "{DATA_LEN} data, SGLD with a small step on exact gradients, or nearly so: ± standard errors"
    );
    table.publish(lab, "closed-forms", &title)?;
    lab.note(&format!("The largest |z| is {largest:.2}.\n"))
}

/// Figures 4.1 to 4.3, and the chains that meet the closed forms.
fn figures(
    lab: &Lab,
    data: &Regression,
    published: &[(&Setting, &[Vec<f64>])],
    checks: &[(&Setting, &[Vec<f64>])],
) -> Outcome<()> {
    let of = |kept: fn(&Setting) -> bool| {
        published.iter().filter(move |(setting, _)| setting.step_size == STEP_SIZE && kept(setting))
    };
    let likeliest = data.most_likely();
    let traces = of(|setting| setting.temperature == 0.0);
    let panels: Vec<_> = (0..DIM)
        .map(|i| {
            let line = |look, name: String, at: &dyn Fn(usize) -> f64| {
                Series::new(name, look, (0..SHOWN as usize).map(|t| (t as f64, at(t))).collect())
            };
            let traces = traces.clone().map(|(setting, rows)| {
                line(Look::Line, setting.name(), &|t| {
                    rows[0].get(TRACE + DIM * t + i).map_or(f64::NAN, |w| *w)
                })
            });
            let mle = line(Look::Dashes, "MLE".into(), &|_| likeliest[i]);
            let y = Axis::linear(NAMES[i]).over(likeliest[i] - 0.3, likeliest[i] + 0.5);
            let (title, x) = (format!("SGD, {}", NAMES[i]), Axis::linear("step"));
            Panel::new(title, x, y, traces.chain([mle]).collect())
        })
        .collect();
    lab.draw("figure-4.1.svg", DIM, &panels)?;

    let write = |name: &str, chains: &[&(&Setting, &[Vec<f64>])]| {
        let panels = (0..DIM).flat_map(|i| chains.iter().map(move |(setting, rows)| (i, setting, rows)));
        let panels: Vec<_> = panels.map(|(i, setting, rows)| marginal(data, i, setting, rows)).collect();
        lab.draw(name, chains.len(), &panels)
    };
    write("figure-4.2.svg", &of(|setting| setting.temperature == 1.0).collect::<Vec<_>>())?;
    let mut tempered: Vec<_> =
        of(|setting| setting.temperature > 0.0 && setting.batch_len == Some(100)).collect();
    tempered.sort_by(|a, b| a.0.temperature.total_cmp(&b.0.temperature));
    write("figure-4.3.svg", &tempered)?;
    write("closed-forms.svg", &checks.iter().collect::<Vec<_>>())
}

/// Histograms of a parameter, σ² for the last, and its exact density.
fn marginal(data: &Regression, i: usize, setting: &Setting, rows: &[Vec<f64>]) -> Panel {
    let posterior = data.posterior(setting.temperature);
    let (mean, variance) = posterior.moments();
    let reach = REACH * predicted(data, setting)[i].sqrt();
    let shown = |w: f64| if i == D { libm::exp(w) } else { w };
    let edge = |bar: usize| shown(mean[i] + reach * (2.0 * bar as f64 / BARS as f64 - 1.0));
    let histogram = |from: usize, rows: &[Vec<f64>]| {
        let counts: Vec<f64> =
            (0..BARS).map(|bar| rows.iter().map(|row| row[from + BARS * i + bar]).sum()).collect();
        let total: f64 = counts.iter().sum();
        let points = counts.iter().enumerate().flat_map(|(bar, count)| {
            let height = count / (total * (edge(bar + 1) - edge(bar)));
            [(edge(bar), height), (edge(bar + 1), height)]
        });
        points.collect::<Vec<_>>()
    };
    let density = (0..=200).map(|k| {
        let x = mean[i] + 4.0 * variance[i].sqrt() * (0.01 * f64::from(k) - 1.0);
        let x = shown(x);
        (x, if i == D { posterior.variance_density(x) } else { posterior.beta_density(i, x) })
    });
    let mut series = vec![Series::new("all draws", Look::Line, histogram(LONG, rows))];
    if setting.step_size == STEP_SIZE {
        let name = format!("draws {} to {SHOWN}, one chain", SHOWN / 2);
        series.push(Series::new(name, Look::Line, histogram(SHORT, &rows[..1])));
    }
    series.push(Series::new("exact", Look::Dashes, density.collect()));
    let x = Axis::linear(["intercept", "slope", "σ²"][i]);
    // Room for the legend.
    let highest =
        series.iter().flat_map(|series| &series.points).fold(0.0f64, |highest, point| highest.max(point.1));
    let y = Axis::linear("density").over(0.0, 1.4 * highest);
    Panel::new(setting.name(), x, y, series)
}
