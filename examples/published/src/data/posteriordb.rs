//! Posteriors of the public repository posteriordb, with moments of their reference draws.

use super::{DataFile, read};
use crate::lab::{Lab, Outcome};

/// The data of eight posteriors and then the moments.
pub const FILES: &[DataFile] = &[
    file("posteriordb/arK.txt", "5ef9dfe2e42e59068615de626521fbb59db0245700bdc5aaa2b0c3bfc5642054"),
    file("posteriordb/binomial.txt", "db3926974b027aea444a64148ce6d5308a51c93d5b7cf38ae5f49a23209eb5ac"),
    file("posteriordb/eight.txt", "744c66608c8a8461931a5939fa9ac75ef5595b8cb98b703d58bb6e44363ad10a"),
    file("posteriordb/kidscore.txt", "89e92aa7221b4d9c5270d4bde17c94dfad8c9a1b4ebdc5244f6beb8aa80b8589"),
    file("posteriordb/mesquite.txt", "cc679272074ab982c0132c5adb0b37cbd93548292c82f7d3351ac135c1db1afa"),
    file("posteriordb/mix.txt", "76a5b71921f0d03adddb606a88e81d048c4c845922d8f0633c9ff3c6af09cabc"),
    file("posteriordb/nes.txt", "7c6f5274d2d1cd6ae80f72ddf37a7de79a6f30d64c779f1f7aa58b9426416f57"),
    file("posteriordb/poisson.txt", "8a0bf33927579684b3b08ef14d23651d7ba8531645c1ba1dbae5b57af0784a23"),
    file("posteriordb/reference.csv", "9df6a3b46e48bd5cb96ebc160fdcfa730e8bec6e4eb8fbadc0c55f7709fc8980"),
];

const fn file(name: &'static str, sum: &'static str) -> DataFile {
    DataFile { name, sum }
}

/// Data, a row a datum: the columns of x, then y.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// The rows, one after the other.
    pub numbers: Vec<f64>,
    /// How many numbers each has.
    pub width: usize,
}

/// Means and standard deviations of a posterior's parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moments {
    /// The means.
    pub mean: Vec<f64>,
    /// The deviations.
    pub deviation: Vec<f64>,
}

/// The data of the file with this name.
pub fn rows(lab: &Lab, name: &str) -> Outcome<Rows> {
    let path = format!("posteriordb/{name}.txt");
    let file = FILES.iter().find(|file| file.name == path).ok_or("no such posterior")?;
    parse(str::from_utf8(&read(lab, *file)?)?)
}

/// A line of how many rows and columns there are, and the rows.
fn parse(text: &str) -> Outcome<Rows> {
    let mut lines = text.lines();
    let sizes: Vec<usize> = numbers(lines.next().unwrap_or_default())?;
    let [count, columns] = sizes[..] else { return Err("no line of sizes".into()) };
    let rows: Vec<Vec<f64>> = lines.map(numbers).collect::<Outcome<_>>()?;
    let width = columns + 1;
    if rows.len() != count || rows.iter().any(|row| row.len() != width) {
        return Err("not as many numbers as its first line says".into());
    }
    Ok(Rows { numbers: rows.concat(), width })
}

fn numbers<T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>>(
    line: &str,
) -> Outcome<Vec<T>> {
    Ok(line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?)
}

/// The moments of the reference draws of this posterior; none where there are no such draws.
pub fn moments(lab: &Lab, name: &str) -> Outcome<Moments> {
    let bytes = read(lab, FILES[FILES.len() - 1])?;
    let mut moments = Moments::default();
    for record in csv::Reader::from_reader(&bytes[..]).deserialize() {
        let (posterior, _, _, mean, deviation): (String, String, u64, f64, f64) = record?;
        if posterior == name {
            moments.mean.push(mean);
            moments.deviation.push(deviation);
        }
    }
    Ok(moments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_as_many_and_as_wide_as_the_first_line_says() {
        let rows = parse("2 1\n1.0 3.5\n-2 4\n").expect("two rows");
        assert_eq!(rows, Rows { numbers: vec![1.0, 3.5, -2.0, 4.0], width: 2 });
        for broken in ["", "2 1\n1 2\n", "1 1\n1\n", "1 1\n1 x\n", "1\n1 2\n"] {
            assert!(parse(broken).is_err(), "{broken:?}");
        }
    }
}
