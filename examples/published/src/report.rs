//! Results as CSV for programs and as Markdown for people.

use crate::lab::{Lab, Outcome, named};
use std::fmt;

/// The mean over chains and what they differ by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of one chain, as the papers print it; NaN of one.
    pub deviation: f64,
    /// How many chains.
    pub count: usize,
}

impl Spread {
    /// Of one value at least.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let values: Vec<_> = values.into_iter().collect();
        let count = values.len();
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
        Self { mean, deviation: (squares / (count as f64 - 1.0)).sqrt(), count }
    }

    /// Of a number of every row.
    pub fn column(rows: &[Vec<f64>], i: usize) -> Self {
        Self::of(rows.iter().map(|row| row[i]))
    }

    /// Mean ± standard error.
    pub fn with_error(&self, digits: usize) -> String {
        format!("{:.digits$} ± {:.digits$}", self.mean, self.error())
    }

    /// The standard error of the mean.
    pub fn error(&self) -> f64 {
        self.deviation / (self.count as f64).sqrt()
    }
}

/// Mean ± deviation of one chain.
impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(3);
        write!(f, "{:.digits$} ± {:.digits$}", self.mean, self.deviation)
    }
}

/// A table: a line of names, and lines of cells.
pub struct Table {
    lines: Vec<Vec<String>>,
}

impl Table {
    /// Without a line yet.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Self { lines: vec![names.into_iter().map(Into::into).collect()] }
    }

    /// The same of names with bars between them.
    pub fn of(names: &str) -> Self {
        Self::new(names.split(" | "))
    }

    /// Adds a line with as many cells as there are names.
    pub fn add<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let line: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(line.len(), self.lines[0].len(), "a cell for every name");
        self.lines.push(line);
    }

    /// The table in Markdown, its columns as wide as their widest cell.
    pub fn markdown(&self) -> String {
        let width = |i: usize| self.lines.iter().map(|line| line[i].chars().count()).max().unwrap_or(0);
        let widths: Vec<_> = (0..self.lines[0].len()).map(width).collect();
        let line = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).map(|(cell, width)| format!("| {cell:width$} "));
            format!("{}|\n", padded.collect::<String>())
        };
        let rule: String = widths.iter().map(|width| format!("|{}", "-".repeat(width + 2))).collect();
        let (names, rest) = self.lines.split_at(1);
        line(&names[0]) + &rule + "|\n" + &rest.iter().map(|cells| line(cells)).collect::<String>()
    }

    /// Writes it as `name.csv` among the results.
    pub fn write_csv(&self, lab: &Lab, name: &str) -> Outcome<()> {
        let file = lab.folder()?.join(format!("{name}.csv"));
        let write = || -> Outcome<()> {
            let mut writer = csv::Writer::from_path(&file)?;
            self.lines.iter().try_for_each(|line| writer.write_record(line))?;
            Ok(writer.flush()?)
        };
        named(&file, write())
    }

    /// Writes it as `name.md` and `name.csv` among the results, and then prints it in Markdown under a title.
    pub fn publish(&self, lab: &Lab, name: &str, title: &str) -> Outcome<()> {
        let text = format!("{title}\n\n{}", self.markdown());
        self.write_csv(lab, name)?;
        let file = lab.folder()?.join(format!("{name}.md"));
        named(&file, std::fs::write(&file, &text))?;
        println!("{text}");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_that_of_its_values() {
        let spread = Spread::of([1.0, 2.0, 6.0]);
        assert_eq!(spread, Spread { mean: 3.0, deviation: 7f64.sqrt(), count: 3 });
        assert_eq!(spread.error(), (7.0 / 3.0f64).sqrt());
        assert_eq!(format!("{spread:.1}"), "3.0 ± 2.6");
    }

    #[test]
    fn markdown_lines_up() {
        let mut table = Table::new(["rule", "η"]);
        table.add(["SGLD", "0.5"]);
        assert_eq!(table.markdown(), "| rule | η   |\n|------|-----|\n| SGLD | 0.5 |\n");
    }
}
