//! A page by which chains can be judged: traces, running means with their standard errors, autocorrelations, and the
//! kernel Stein discrepancy.

use crate::logistic::DIM;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;
use std::ops::Range;
use std::path::Path;

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

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

impl Page {
    /// Writes the figure.
    pub fn write(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let root = SVGBackend::new(path, (1080, 760)).into_drawing_area();
        root.fill(&WHITE)?;
        let [traces, means, correlations, discrepancies] = &root.split_evenly((2, 2))[..] else {
            return Err("four panels".into());
        };
        self.traces(traces)?;
        self.means(means)?;
        self.correlations(correlations)?;
        self.discrepancies(discrepancies)?;
        root.present()?;
        Ok(())
    }

    fn traces(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let steps = self.traces[0].len() * self.stride;
        let title = format!("θ{}, of which the chains agree least: stored draws", self.parameter + 1);
        let range = range(self.traces.iter().flatten().copied());
        let mut chart = chart(area, &title).build_cartesian_2d(0..steps, range)?;
        chart.configure_mesh().disable_mesh().x_desc("step").draw()?;
        for (chain, trace) in self.traces.iter().enumerate() {
            let points = trace.iter().enumerate().map(|(i, x)| (i * self.stride, *x));
            chart.draw_series(LineSeries::new(points, Palette99::pick(chain).mix(0.6)))?;
        }
        Ok(())
    }

    fn means(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        // A mean, and where it is two standard errors lower or higher.
        let at = |it: &SoFar| {
            let (mean, band) = (it.mean[self.parameter], 2.0 * it.error[self.parameter]);
            [mean, mean - band, mean + band].map(|y| (it.steps, y))
        };
        // The first ones would leave no room to the others.
        let lines: Vec<Vec<_>> =
            self.so_far.iter().map(|it| it.iter().skip(it.len() / 8).map(at).collect()).collect();
        let steps = lines[0].iter().map(|point| point[0].0);
        let steps = 0..steps.max().unwrap_or_default();
        let range = range(lines.iter().flatten().flatten().map(|point| point.1));
        let title = "its running means, ± 2 standard errors; dashed: Laplace's";
        let mut chart = chart(area, title).build_cartesian_2d(steps.clone(), range)?;
        chart.configure_mesh().disable_mesh().x_desc("step").draw()?;
        for (chain, line) in lines.iter().enumerate() {
            let color = Palette99::pick(chain);
            let low = line.iter().map(|point| point[1]);
            let band = low.chain(line.iter().rev().map(|point| point[2])).collect::<Vec<_>>();
            chart.draw_series([Polygon::new(band, color.mix(0.15).filled())])?;
            chart.draw_series(LineSeries::new(line.iter().map(|point| point[0]), color.stroke_width(2)))?;
        }
        let expected = [steps.start, steps.end].map(|step| (step, self.expected));
        chart.draw_series(DashedLineSeries::new(expected, 6, 4, BLACK.stroke_width(1)))?;
        Ok(())
    }

    fn correlations(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let title = "its autocorrelation";
        let mut chart = chart(area, title).build_cartesian_2d(0..LAGS * self.stride, -0.2..1.0)?;
        chart.configure_mesh().light_line_style(TRANSPARENT).x_desc("lag in steps").draw()?;
        for (chain, trace) in self.traces.iter().enumerate() {
            let points = (0..=LAGS).map(|lag| (lag * self.stride, autocorrelation(trace, lag)));
            chart.draw_series(LineSeries::new(points, Palette99::pick(chain).stroke_width(2)))?;
        }
        Ok(())
    }

    fn discrepancies(&self, area: &Area<'_>) -> Result<(), Box<dyn Error>> {
        let points = || self.discrepancies.iter().map(|(count, discrepancy)| (*count as f64, *discrepancy));
        let (Some(first), Some(last)) = (points().next(), points().next_back()) else { return Ok(()) };
        // As it falls for independent draws.
        let guide = [first.0, last.0].map(|count| (count, last.1 * (last.0 / count).sqrt()));
        let high = guide[0].1.max(first.1);
        let title = "kernel Stein discrepancy of all chains; dashed: 1/√N";
        let mut chart = chart(area, title).build_cartesian_2d(
            (0.8 * first.0..1.25 * last.0).log_scale(),
            (0.8 * last.1..1.25 * high).log_scale(),
        )?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .x_desc("stored draws, N")
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.1}"))
            .draw()?;
        let color = Palette99::pick(0);
        chart.draw_series(LineSeries::new(points(), color.stroke_width(2)).point_size(3))?;
        chart.draw_series(DashedLineSeries::new(guide, 6, 4, BLACK.stroke_width(1)))?;
        Ok(())
    }
}

/// A panel, before its axes are known.
fn chart<'a, 'b>(area: &'b Area<'a>, title: &str) -> ChartBuilder<'b, 'static, SVGBackend<'a>> {
    let mut chart = ChartBuilder::on(area);
    chart
        .caption(title, ("sans-serif", 16))
        .margin(12)
        .margin_right(28)
        .x_label_area_size(38)
        .y_label_area_size(56);
    chart
}

/// From the least number to the largest, with some room.
fn range(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let (low, high) =
        numbers.fold((f64::INFINITY, -f64::INFINITY), |(low, high), x| (x.min(low), x.max(high)));
    let room = 0.05 * (high - low);
    low - room..high + room
}

fn autocorrelation(trace: &[f64], lag: usize) -> f64 {
    let mean = trace.iter().sum::<f64>() / trace.len() as f64;
    let products =
        |lag: usize| trace.iter().zip(&trace[lag..]).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    products(lag) / products(0)
}
