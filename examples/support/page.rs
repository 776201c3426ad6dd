//! A page by which chains can be judged: traces, running means with their standard errors, autocorrelations, and the
//! kernel Stein discrepancy.

use crate::logistic::DIM;
use crate::plot::{Axis, Look, Panel, Series};

/// Estimates of a chain so far.
pub struct SoFar {
    /// After how many steps.
    pub steps: u64,
    /// Means of all parameters.
    pub mean: [f64; DIM],
    /// Their standard errors.
    pub error: [f64; DIM],
}

/// What is shown, of one parameter but for the discrepancies.
pub struct Page {
    /// Which, from 0.
    pub parameter: usize,
    /// Its mean by Laplace's expansion.
    pub expected: f64,
    /// Its stored draws, of every chain.
    pub traces: Vec<Vec<f64>>,
    /// How many steps lie between two of them.
    pub stride: usize,
    /// What every chain's estimates were as it ran.
    pub so_far: Vec<Vec<SoFar>>,
    /// Kernel Stein discrepancies of so many draws.
    pub discrepancies: Vec<(usize, f64)>,
}

/// How many lags the autocorrelations reach, in stored draws.
const LAGS: usize = 40;

impl Page {
    /// Its four panels.
    pub fn panels(&self) -> [Panel; 4] {
        [self.traces(), self.means(), self.correlations(), self.discrepancies()]
    }

    fn traces(&self) -> Panel {
        let series = self.traces.iter().enumerate().map(|(chain, trace)| {
            let points = trace.iter().enumerate().map(|(i, x)| ((i * self.stride) as f64, *x));
            Series::new(name(chain), Look::Fine, points.collect())
        });
        let title = format!("θ{}, of which the chains agree least: stored draws", self.parameter + 1);
        Panel::new(title, Axis::linear("step"), Axis::linear(""), series.collect())
    }

    fn means(&self) -> Panel {
        let (mut series, mut steps) = (Vec::new(), 0.0);
        for (chain, so_far) in self.so_far.iter().enumerate() {
            // The first ones would leave no room to the others.
            let shown = &so_far[so_far.len() / 8..];
            let line = |errors: f64| {
                let at = |it: &SoFar| it.mean[self.parameter] + errors * it.error[self.parameter];
                shown.iter().map(|it| (it.steps as f64, at(it))).collect()
            };
            steps = shown[shown.len() - 1].steps as f64;
            series.push(Series::new(name(chain), Look::Line, line(0.0)));
            series.extend([-2.0, 2.0].map(|errors| Series::new("", Look::Fine, line(errors))));
        }
        let expected = vec![(0.0, self.expected), (steps, self.expected)];
        series.push(Series::new("Laplace's expansion", Look::Dashes, expected));
        Panel::new("its running means, ± 2 standard errors", Axis::linear("step"), Axis::linear(""), series)
    }

    fn correlations(&self) -> Panel {
        let series = self.traces.iter().enumerate().map(|(chain, trace)| {
            let points = (0..=LAGS).map(|lag| ((lag * self.stride) as f64, autocorrelation(trace, lag)));
            Series::new(name(chain), Look::Line, points.collect())
        });
        let y = Axis::linear("").over(-0.2, 1.0);
        Panel::new("its autocorrelation", Axis::linear("lag in steps"), y, series.collect())
    }

    fn discrepancies(&self) -> Panel {
        let points: Vec<_> = self.discrepancies.iter().map(|(count, x)| (*count as f64, *x)).collect();
        let last = points[points.len() - 1];
        // As it falls for independent draws.
        let guide = [points[0].0, last.0].map(|count| (count, last.1 * (last.0 / count).sqrt()));
        let series = vec![
            Series::new("all chains", Look::Marks, points),
            Series::new("1/√N", Look::Dashes, guide.to_vec()),
        ];
        Panel::new("kernel Stein discrepancy", Axis::log("stored draws, N"), Axis::log(""), series)
    }
}

fn name(chain: usize) -> String {
    format!("chain {}", chain + 1)
}

fn autocorrelation(trace: &[f64], lag: usize) -> f64 {
    let mean = trace.iter().sum::<f64>() / trace.len() as f64;
    let products =
        |lag: usize| trace.iter().zip(&trace[lag..]).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    products(lag) / products(0)
}
