//! A figure of many chains on one target: their draws over its contours.

use crate::contours::contours;
use plotters::prelude::*;
use std::error::Error;
use std::ops::Range;
use std::path::Path;

/// One chain to draw.
pub struct Panel<'a> {
    /// What stands above it.
    pub title: &'a str,
    /// Its draws, all of which are shown.
    pub draws: &'a [[f64; 2]],
}

const COLUMNS: usize = 4;
/// Width and height of a panel, in pixels.
const SIZE: u32 = 250;
/// Contours lie this far below the highest grid point: 10, 50, 90, 99 % of a Gaussian lie inside them.
const DEPTHS: [f64; 4] = [0.105, 0.693, 2.303, 4.605];

/// Writes the figure; both axes show `range`.
pub fn write(
    path: &Path,
    panels: &[Panel<'_>],
    range: Range<f64>,
    log_density: impl FnMut(f64, f64) -> f64,
) -> Result<(), Box<dyn Error>> {
    let contours = contours(&range, &range, &DEPTHS, log_density);
    let rows = panels.len().div_ceil(COLUMNS);
    let root = SVGBackend::new(path, (SIZE * COLUMNS as u32, SIZE * rows as u32)).into_drawing_area();
    root.fill(&WHITE)?;
    for (area, panel) in root.split_evenly((rows, COLUMNS)).iter().zip(panels) {
        let mut chart = ChartBuilder::on(area)
            .caption(panel.title, ("sans-serif", 14))
            .margin(6)
            .x_label_area_size(20)
            .y_label_area_size(24)
            .build_cartesian_2d(range.clone(), range.clone())?;
        chart.configure_mesh().disable_mesh().x_labels(5).y_labels(5).draw()?;
        let dots = panel.draws.iter().filter(|[x, y]| range.contains(x) && range.contains(y));
        let blue = RGBColor(70, 130, 180).mix(0.5);
        chart.draw_series(dots.map(|&[x, y]| Circle::new((x, y), 1, blue.filled())))?;
        chart.draw_series(
            contours.iter().map(|line| PathElement::new(line.to_vec(), BLACK.stroke_width(1))),
        )?;
    }
    root.present()?;
    Ok(())
}
