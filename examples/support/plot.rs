//! Figures: panels of lines and points on linear or logarithmic axes, as SVG.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use std::ops::Range;
use std::path::Path;

/// Colours of series, told apart on white: Okabe and Ito's, without black and yellow, and six more.
struct Colours;

impl Palette for Colours {
    const COLORS: &'static [(u8, u8, u8)] = &[
        (0, 114, 178),
        (213, 94, 0),
        (0, 158, 115),
        (230, 159, 0),
        (204, 121, 167),
        (86, 180, 233),
        (90, 40, 140),
        (140, 86, 75),
        (127, 127, 127),
        (188, 189, 34),
        (170, 0, 60),
        (0, 60, 60),
    ];
}

/// How numbers lie on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// As they are.
    Linear,
    /// By their logarithms; numbers that have none are left out.
    Log,
}

/// An axis.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// What it counts.
    pub name: &'static str,
    /// How.
    pub scale: Scale,
    /// From where to where; default all that is drawn.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    /// A linear axis over all that is drawn.
    pub const fn linear(name: &'static str) -> Self {
        Self { name, scale: Scale::Linear, range: None }
    }

    /// A logarithmic one.
    pub const fn log(name: &'static str) -> Self {
        Self { name, scale: Scale::Log, range: None }
    }

    /// The same from `low` to `high`.
    pub const fn over(self, low: f64, high: f64) -> Self {
        Self { range: Some((low, high)), ..self }
    }

    /// Where a number lies; `None` for one that has no place.
    fn place(&self, x: f64) -> Option<f64> {
        let place = match self.scale {
            Scale::Linear => x,
            Scale::Log => libm::log10(x),
        };
        place.is_finite().then_some(place)
    }

    /// The places that are shown.
    fn places(&self, numbers: impl Iterator<Item = f64>) -> Range<f64> {
        let given = self.range.and_then(|(low, high)| Some((self.place(low)?, self.place(high)?)));
        let (low, high) = given.unwrap_or_else(|| {
            let places = numbers.filter_map(|x| self.place(x));
            let (low, high) =
                places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
            let margin = (0.04 * (high - low)).max(1e-9 * high.abs()).max(1e-12);
            if low > high { (0.0, 1.0) } else { (low - margin, high + margin) }
        });
        low..high
    }

    /// Places of a range that have a label: of a logarithmic one powers of ten, with twice and five times that if there are
    /// few.
    fn ticks(&self, range: &Range<f64>) -> Vec<f64> {
        let even = || RangedCoordf64::from(range.clone()).key_points(6);
        let span = range.end - range.start;
        let factors: &[f64] = if span < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let between = (span / 6.0).ceil() as usize;
        let powers = (range.start.floor() as i32..=range.end.ceil() as i32).step_by(between.max(1));
        let places = powers.flat_map(|k| factors.iter().map(move |x| f64::from(k) + libm::log10(*x)));
        let ticks: Vec<_> = places.filter(|place| range.contains(place)).collect();
        if self.scale == Scale::Linear || ticks.len() < 2 { even() } else { ticks }
    }

    /// The number at a place, in few digits.
    fn label(&self, place: &f64) -> String {
        let shortest = |x: f64, digits: usize| {
            let text = format!("{x:.digits$}");
            let places = text.trim_end_matches('0').trim_end_matches('.');
            (if digits > 0 { places } else { &text }).to_owned()
        };
        match self.scale {
            // A negative number that rounds to zero has no sign.
            Scale::Linear => shortest(if place.abs() < 5e-5 { 0.0 } else { *place }, 4),
            Scale::Log if (-3.0..5.0).contains(place) => {
                shortest(libm::exp10(*place), (1.0 - place.floor()).max(0.0) as usize)
            }
            Scale::Log => format!("{:.1e}", libm::exp10(*place)).replace(".0e", "e"),
        }
    }
}

/// Places along an axis, and those that have a label: what the plotting library's own coordinates do not let one choose
/// together with how labels are written.
struct Places {
    shown: Range<f64>,
    ticks: Vec<f64>,
}

impl Places {
    fn new(axis: &Axis, shown: Range<f64>) -> Self {
        Self { ticks: axis.ticks(&shown), shown }
    }
}

impl Ranged for Places {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, limit: (i32, i32)) -> i32 {
        RangedCoordf64::from(self.shown.clone()).map(place, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.shown.clone()
    }
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A line through its points.
    Line,
    /// A thin line through them.
    Fine,
    /// The same in black, for what others are held against.
    Outline,
    /// A line of dashes, for what is known exactly.
    Dashes,
    /// A dot for every point.
    Dots,
    /// A ring around every point, which hides none that is the same.
    Rings,
    /// A line with a dot at every point.
    Marks,
}

/// Points of one kind.
pub struct Series {
    /// What the legend says; one without belongs to the series before it.
    pub name: String,
    /// How they are drawn.
    pub look: Look,
    /// The points, in order.
    pub points: Vec<(f64, f64)>,
}

impl Series {
    /// A series with its name.
    pub fn new(name: impl Into<String>, look: Look, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), look, points }
    }
}

/// A chart of a figure.
pub struct Panel {
    /// What stands above it.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// What it shows.
    pub series: Vec<Series>,
}

impl Panel {
    /// A chart with its title and axes.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis, series: Vec<Series>) -> Self {
        Self { title: title.into(), x, y, series }
    }
}

/// Width and height of a panel, in pixels, and the width of the legend beside it.
const SIZE: (u32, u32) = (440, 320);
const LEGEND: u32 = 230;
/// Up to so many dots are drawn large enough to be seen one by one.
const FEW: usize = 100;

/// Writes panels, so many beside each other, as a figure of an example, and says where.
pub fn show(name: &str, columns: usize, panels: &[Panel]) -> Result<(), String> {
    let path = Path::new("target/figures").join(name);
    std::fs::create_dir_all("target/figures").map_err(|error| format!("target/figures: {error}"))?;
    write(&path, columns, panels)?;
    eprintln!("figure: {}", path.display());
    Ok(())
}

/// Writes panels, so many beside each other, as one SVG.
pub fn write(path: &Path, columns: usize, panels: &[Panel]) -> Result<(), String> {
    let rows = panels.len().div_ceil(columns);
    let is_named = panels.iter().flat_map(|panel| &panel.series).any(|series| !series.name.is_empty());
    let width = SIZE.0 + if is_named { LEGEND } else { 0 };
    let root = SVGBackend::new(path, (width * columns as u32, SIZE.1 * rows as u32)).into_drawing_area();
    let colours = colours(panels);
    let drawn = root.fill(&WHITE).and_then(|()| {
        let areas = root.split_evenly((rows, columns));
        let mut drawn = areas.iter().zip(panels).zip(&colours);
        drawn.try_for_each(|((area, panel), colours)| draw(area, panel, colours))?;
        root.present()
    });
    drawn.map_err(|error| format!("{}: {error}", path.display()))
}

/// The colours of every panel's series. One name has one colour in all panels of a figure, unless there are more names than
/// colours; a series without a name has the colour of the one before it.
fn colours(panels: &[Panel]) -> Vec<Vec<usize>> {
    let mut names: Vec<&str> = Vec::new();
    for series in panels.iter().flat_map(|panel| &panel.series) {
        if !series.name.is_empty() && !names.contains(&series.name.as_str()) {
            names.push(&series.name);
        }
    }
    let enough = names.len() <= Colours::COLORS.len();
    let of = |panel: &Panel| {
        let (mut named, mut last) = (0, 0);
        let colour = |series: &Series| {
            if !series.name.is_empty() {
                let place = names.iter().position(|name| *name == series.name).filter(|_| enough);
                (last, named) = (place.unwrap_or(named), named + 1);
            }
            last
        };
        panel.series.iter().map(colour).collect()
    };
    panels.iter().map(of).collect()
}

/// How long dashes are, and what is between them, of a panel's first series of dashes, its second, and so on.
const DASHES: [(i32, i32); 3] = [(6, 4), (2, 3), (12, 4)];

type Drawn<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

fn draw<'a>(area: &DrawingArea<SVGBackend<'a>, Shift>, panel: &Panel, colours: &[usize]) -> Drawn<'a> {
    let points = || panel.series.iter().flat_map(|series| &series.points);
    let (xs, ys) = (panel.x.places(points().map(|(x, _)| *x)), panel.y.places(points().map(|(_, y)| *y)));
    let (chart, legend) = area.split_horizontally(SIZE.0);
    let mut chart = ChartBuilder::on(&chart)
        .caption(&panel.title, ("sans-serif", 15))
        .margin(8)
        .margin_right(20)
        .x_label_area_size(34)
        .y_label_area_size(58)
        .build_cartesian_2d(Places::new(&panel.x, xs.clone()), Places::new(&panel.y, ys.clone()))?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc(panel.x.name)
        .y_desc(panel.y.name)
        .x_label_formatter(&|x| panel.x.label(x))
        .y_label_formatter(&|y| panel.y.label(y))
        .draw()?;
    let (mut named, mut dashed) = (0, 0usize);
    for (series, colour) in panel.series.iter().zip(colours) {
        let color = Colours::pick(*colour).to_rgba();
        let style = match series.look {
            Look::Dashes | Look::Outline => BLACK.stroke_width(1),
            Look::Fine => color.stroke_width(1),
            Look::Line | Look::Dots | Look::Rings | Look::Marks => color.stroke_width(2),
        };
        let (dash, gap) = DASHES[dashed % DASHES.len()];
        dashed += usize::from(series.look == Look::Dashes);
        let places: Vec<_> = series
            .points
            .iter()
            .filter_map(|(x, y)| Some((panel.x.place(*x)?, panel.y.place(*y)?)))
            .collect();
        let inside = places.iter().copied().filter(|(x, y)| xs.contains(x) && ys.contains(y));
        match series.look {
            Look::Line | Look::Fine | Look::Outline => {
                chart.draw_series(LineSeries::new(places.iter().copied(), style))?
            }
            Look::Marks => {
                chart.draw_series(inside.map(|point| Circle::new(point, 3, color.filled())))?;
                chart.draw_series(LineSeries::new(places.iter().copied(), style))?
            }
            Look::Dashes => chart.draw_series(DashedLineSeries::new(
                places.iter().copied(),
                dash as u32,
                gap as u32,
                style,
            ))?,
            Look::Rings => {
                chart.draw_series(inside.map(|point| Circle::new(point, 6, color.stroke_width(1))))?
            }
            Look::Dots => {
                let size = if places.len() > FEW { 1 } else { 3 };
                chart.draw_series(inside.map(|point| Circle::new(point, size, color.mix(0.5).filled())))?
            }
        };
        if series.name.is_empty() {
            continue;
        }
        let y = 36 + 16 * named;
        named += 1;
        match series.look {
            Look::Dashes => (0..18).step_by((dash + gap) as usize).try_for_each(|x| {
                legend
                    .draw(&PathElement::new([(x, y + 5), ((x + dash).min(18), y + 5)], BLACK.stroke_width(1)))
            })?,
            Look::Rings => legend.draw(&Circle::new((7, y + 5), 6, color.stroke_width(1)))?,
            _ => legend.draw(&PathElement::new([(0, y + 5), (14, y + 5)], color.stroke_width(3)))?,
        }
        legend.draw(&Text::new(series.name.as_str(), (21, y), ("sans-serif", 11)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers() {
        let labels = |axis: Axis, low: f64, high: f64| {
            let range = axis.places([low, high].into_iter());
            let ticks = axis.ticks(&range);
            ticks.iter().map(|place| axis.label(place)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(labels(Axis::log(""), 9e5, 1e7), "1e6 2e6 5e6 1e7");
        assert_eq!(labels(Axis::log(""), 0.0095, 30.0), "0.01 0.1 1 10");
        assert_eq!(labels(Axis::log(""), 0.05, 1.5), "0.05 0.1 0.2 0.5 1");
        assert_eq!(labels(Axis::log(""), 1e-9, 1e3), "1e-7 1e-4 0.1 100");
        assert_eq!(labels(Axis::linear(""), -1.0, 1.0), "-1 -0.5 0 0.5 1");
    }
    #[test]
    fn a_name_has_one_colour() {
        let panel = |names: &[&str]| Panel {
            title: String::new(),
            x: Axis::linear(""),
            y: Axis::linear(""),
            series: names.iter().map(|name| Series::new(*name, Look::Line, Vec::new())).collect(),
        };
        assert_eq!(
            colours(&[panel(&["a", "", "b"]), panel(&["b", "c", "", "a"])]),
            [vec![0, 0, 1], vec![1, 2, 2, 0]]
        );
        let many: Vec<String> = (0..Colours::COLORS.len()).map(|k| k.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(colours(&[panel(&many), panel(&["a", "1"])])[1], [0, 1]);
    }
}
