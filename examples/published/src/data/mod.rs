//! Real data, which is the caller's to bring: files are known by their checksums.

mod landsat;
mod mnist;
mod pima;
mod posteriordb;

pub use landsat::{FILES as LANDSAT, landsat};
pub use mnist::{FILES as MNIST, mnist};
pub use pima::{DIM as PIMA_DIM, FILES as PIMA, Logistic, pima};
pub use posteriordb::{FILES as POSTERIORDB, Moments, Rows, moments, rows};

use crate::lab::{Lab, Outcome, named};
use ndarray::{Array2, s};
use sha2::{Digest, Sha256};

/// What is done with inputs that are grey levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scaling {
    /// Divided by 255, the largest that a pixel can be.
    Unit,
    /// Minus the mean and over the deviation of the training points.
    Standard,
}

/// Points with their classes.
pub struct Labelled<R> {
    /// A row a point.
    pub inputs: Array2<R>,
    /// The class of every point, from 0.
    pub labels: Vec<u8>,
    /// How many there are.
    pub classes: usize,
}

impl<R: Clone> Labelled<R> {
    /// The first `len` points.
    pub fn first(&self, len: usize) -> Self {
        let len = len.min(self.labels.len());
        let inputs = self.inputs.slice(s![..len, ..]).to_owned();
        Self { inputs, labels: self.labels[..len].to_vec(), classes: self.classes }
    }
}

/// A file of the data folder.
#[derive(Clone, Copy, Debug)]
pub struct DataFile {
    /// Its name; what ends in `.gz` is unpacked.
    pub name: &'static str,
    /// The SHA-256 of its bytes, unpacked.
    pub sum: &'static str,
}

/// An error that names the first file that is missing; whether files are whole shows when they are read.
pub fn require(lab: &Lab, files: &[DataFile]) -> Outcome<()> {
    for file in files {
        let path = lab.data(file.name)?;
        named(&path, std::fs::metadata(&path))?;
    }
    Ok(())
}

/// The bytes of a file, unpacked.
fn read(lab: &Lab, DataFile { name, sum }: DataFile) -> Outcome<Vec<u8>> {
    let path = lab.data(name)?;
    let mut bytes = named(&path, std::fs::read(&path))?;
    if name.ends_with(".gz") {
        let mut unpacked = Vec::new();
        named(&path, std::io::copy(&mut flate2::read::GzDecoder::new(&bytes[..]), &mut unpacked))?;
        bytes = unpacked;
    }
    let found: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    if found != sum {
        return Err(format!("{}: damaged or another file, its SHA-256 is {found}", path.display()).into());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_has_every_file_and_its_checksum() {
        let readme = include_str!("../../README.md");
        for DataFile { name, sum } in [LANDSAT, MNIST, PIMA, POSTERIORDB].concat() {
            let line = readme.lines().find(|line| line.contains(&format!("`{name}`")));
            assert!(line.is_some_and(|line| line.contains(&sum[..8])), "{name}");
        }
    }

    #[test]
    fn files_that_are_missing_damaged_or_cut_are_named() {
        let says =
            |lab: &Lab, name| read(lab, DataFile { name, sum: "00" }).expect_err("no such data").to_string();
        let lab = Lab::of_test("data");
        assert!(says(&lab, "x").contains("--data"));
        let folder = lab.folder().expect("a folder");
        let lab = Lab { data: Some(folder.clone()), ..lab };
        assert!(says(&lab, "x").contains("x: No such file"));
        std::fs::write(folder.join("x"), "abc").expect("a file");
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(says(&lab, "x").contains(sum));
        let file = DataFile { name: "x", sum };
        assert_eq!(read(&lab, file).expect("the file"), b"abc");
        let error =
            require(&lab, &[file, DataFile { name: "y", sum }]).expect_err("one is missing").to_string();
        assert!(error.contains("y: "), "{error}");
        std::fs::write(folder.join("x.gz"), [0x1f, 0x8b, 8, 0]).expect("a file");
        assert!(says(&lab, "x.gz").contains("x.gz: "));
        std::fs::remove_dir_all(lab.results).expect("the folder");
    }
}
