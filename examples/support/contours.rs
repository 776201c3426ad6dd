//! Contour lines of a density on the plane, for figures.

use std::ops::Range;

/// Intervals of the grid that the density is evaluated on.
const CELLS: usize = 48;

/// A piece of a contour line.
pub type Segment = [(f64, f64); 2];

/// Where `log_density` lies by each of `depths` below the highest point of the grid.
///
/// Marching squares with linear interpolation along the sides of each cell.
pub fn contours(
    xs: &Range<f64>,
    ys: &Range<f64>,
    depths: &[f64],
    mut log_density: impl FnMut(f64, f64) -> f64,
) -> Vec<Segment> {
    let at = |range: &Range<f64>, i: usize| range.start + (range.end - range.start) * i as f64 / CELLS as f64;
    let grid: Vec<Vec<(f64, f64, f64)>> = (0..=CELLS)
        .map(|i| {
            let x = at(xs, i);
            (0..=CELLS).map(|j| at(ys, j)).map(|y| (x, y, log_density(x, y))).collect()
        })
        .collect();
    let highest = grid.iter().flatten().fold(f64::NEG_INFINITY, |highest, point| highest.max(point.2));
    let mut segments = Vec::new();
    for (i, j) in (0..CELLS).flat_map(|i| (0..CELLS).map(move |j| (i, j))) {
        let corners = [grid[i][j], grid[i + 1][j], grid[i + 1][j + 1], grid[i][j + 1]];
        for level in depths.iter().map(|depth| highest - depth) {
            let sides = (0..4).map(|side| (corners[side], corners[(side + 1) % 4]));
            let crossed = sides.filter(|(a, b)| (a.2 < level) != (b.2 < level));
            let points: Vec<_> = crossed
                .map(|(a, b)| {
                    let share = (level - a.2) / (b.2 - a.2);
                    (between(a.0, b.0, share), between(a.1, b.1, share))
                })
                .collect();
            segments.extend(points.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
        }
    }
    segments
}

/// What is linear between two numbers, and never outside of them.
fn between(a: f64, b: f64, share: f64) -> f64 {
    (a + share * (b - a)).clamp(a.min(b), a.max(b))
}
