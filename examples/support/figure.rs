//! The quickstart's figure: draws over contours of the tempered log posterior, and the trajectory of θ2.

use crate::contours::{Segment, contours};
use plotters::prelude::*;
use std::error::Error;
use std::ops::Range;

/// One chain to draw.
pub struct Panel<'a> {
    /// What stands above it.
    pub title: &'a str,
    /// Its kept draws.
    pub draws: &'a [[f64; 2]],
}

const THETA1: Range<f64> = -3.0..5.0;
const THETA2: Range<f64> = -6.0..6.0;
/// Contours lie this far below the highest grid point: 10, 50, 90, 99 % of a Gaussian lie inside them.
const DEPTHS: [f64; 4] = [0.105, 0.693, 2.303, 4.605];
/// Draws shown of each chain, evenly spaced.
const SHOWN: usize = 4000;

/// Writes the figure; `log_density` is the tempered log posterior up to a constant.
pub fn write(
    path: &std::path::Path,
    panels: &[Panel<'_>],
    log_density: impl FnMut(f64, f64) -> f64,
) -> Result<(), Box<dyn Error>> {
    let contours = contours(&THETA1, &THETA2, &DEPTHS, log_density);
    let root = SVGBackend::new(path, (1000, 420 * panels.len() as u32)).into_drawing_area();
    root.fill(&WHITE)?;
    for (area, panel) in root.split_evenly((panels.len(), 1)).iter().zip(panels) {
        let (left, right) = area.split_horizontally(460);
        scatter(&left, panel, &contours)?;
        trajectory(&right, panel)?;
    }
    root.present()?;
    Ok(())
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn scatter(area: &Area<'_>, panel: &Panel<'_>, contours: &[Segment]) -> Result<(), Box<dyn Error>> {
    let mut chart = ChartBuilder::on(area)
        .caption(format!("{}: draws and contours", panel.title), ("sans-serif", 18))
        .margin(10)
        .margin_right(32)
        .x_label_area_size(36)
        .y_label_area_size(44)
        .build_cartesian_2d(THETA1, THETA2)?;
    chart.configure_mesh().disable_mesh().x_desc("θ1").y_desc("θ2").draw()?;
    let step = panel.draws.len().div_ceil(SHOWN).max(1);
    let dots = panel.draws.iter().step_by(step).filter(|[x, y]| THETA1.contains(x) && THETA2.contains(y));
    chart
        .draw_series(dots.map(|&[x, y]| Circle::new((x, y), 1, RGBColor(70, 130, 180).mix(0.35).filled())))?;
    chart.draw_series(contours.iter().map(|line| PathElement::new(line.to_vec(), BLACK.stroke_width(1))))?;
    Ok(())
}

fn trajectory(area: &Area<'_>, panel: &Panel<'_>) -> Result<(), Box<dyn Error>> {
    let mut chart = ChartBuilder::on(area)
        .caption(format!("{}: trajectory of θ2", panel.title), ("sans-serif", 18))
        .margin(10)
        .margin_right(32)
        .x_label_area_size(36)
        .y_label_area_size(44)
        .build_cartesian_2d(0..panel.draws.len(), THETA2)?;
    chart.configure_mesh().disable_mesh().x_desc("iteration").y_desc("θ2").draw()?;
    let step = panel.draws.len().div_ceil(SHOWN).max(1);
    let points = panel.draws.iter().enumerate().step_by(step).map(|(i, draw)| (i, draw[1]));
    chart.draw_series(LineSeries::new(points, RGBColor(70, 130, 180).stroke_width(1)))?;
    Ok(())
}
