//! Draws over the contour lines of a density on the plane, for figures.

use crate::plot::{Axis, Look, Panel, Series};
use std::ops::Range;

/// Intervals of the grid that the density is evaluated on.
const CELLS: usize = 56;
/// Contours lie this far below the highest grid point: 10, 50, 90, 99 % of a Gaussian lie inside them.
const DEPTHS: [f64; 4] = [0.105, 0.693, 2.303, 4.605];

type Point = (f64, f64);

/// A part of the plane, with the contour lines of a density there.
pub struct Map {
    xs: Range<f64>,
    ys: Range<f64>,
    lines: Vec<Vec<Point>>,
}

impl Map {
    /// Marching squares with linear interpolation along the sides of each cell.
    pub fn new(xs: Range<f64>, ys: Range<f64>, mut log_density: impl FnMut(f64, f64) -> f64) -> Self {
        let at =
            |range: &Range<f64>, i: usize| range.start + (range.end - range.start) * i as f64 / CELLS as f64;
        let grid: Vec<Vec<(f64, f64, f64)>> = (0..=CELLS)
            .map(|i| {
                let x = at(&xs, i);
                (0..=CELLS).map(|j| at(&ys, j)).map(|y| (x, y, log_density(x, y))).collect()
            })
            .collect();
        let highest = grid.iter().flatten().fold(f64::NEG_INFINITY, |highest, point| highest.max(point.2));
        let mut lines = Vec::new();
        for level in DEPTHS.map(|depth| highest - depth) {
            let mut pieces = Vec::new();
            for (i, j) in (0..CELLS).flat_map(|i| (0..CELLS).map(move |j| (i, j))) {
                let [a, b, c, d] = [grid[i][j], grid[i + 1][j], grid[i + 1][j + 1], grid[i][j + 1]];
                // Two cells see a side in the same direction, so that they see the same point on it.
                let crossed = [(a, b), (b, c), (d, c), (a, d)].into_iter();
                let crossed = crossed.filter(|(a, b)| (a.2 < level) != (b.2 < level)).map(|(a, b)| {
                    let share = (level - a.2) / (b.2 - a.2);
                    (a.0 + share * (b.0 - a.0), a.1 + share * (b.1 - a.1))
                });
                pieces.extend(crossed.collect::<Vec<_>>().as_chunks::<2>().0);
            }
            lines.extend(joined(pieces));
        }
        Self { xs, ys, lines }
    }

    /// A panel with so many of the draws, evenly spaced.
    pub fn panel(&self, title: &str, draws: &[[f64; 2]], shown: usize) -> Panel {
        let dots = draws.iter().step_by(draws.len().div_ceil(shown).max(1)).map(|[x, y]| (*x, *y));
        let lines = self.lines.iter().map(|line| Series::new("", Look::Outline, line.clone()));
        let series = [Series::new("", Look::Dots, dots.collect())].into_iter().chain(lines).collect();
        let [x, y] = [("θ1", &self.xs), ("θ2", &self.ys)]
            .map(|(name, range)| Axis::linear(name).over(range.start, range.end));
        Panel::new(title, x, y, series)
    }
}

/// Pieces that share an end as one line.
fn joined(mut pieces: Vec<[Point; 2]>) -> Vec<Vec<Point>> {
    let mut lines = Vec::new();
    while let Some(first) = pieces.pop() {
        let mut line = first.to_vec();
        // As far as it goes at one end, and then at the other.
        for _ in 0..2 {
            line.reverse();
            while let Some(next) = pieces.iter().position(|piece| piece.contains(&line[line.len() - 1])) {
                let [a, b] = pieces.swap_remove(next);
                line.push(if a == line[line.len() - 1] { b } else { a });
            }
        }
        lines.push(line);
    }
    lines
}
