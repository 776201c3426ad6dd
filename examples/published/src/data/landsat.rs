//! The Landsat satellite data: 36 attributes of a pixel's neighbourhood, and which of six kinds of land it is.

use super::{DataFile, Labelled, Scaling, read};
use crate::lab::{Lab, Outcome};
use ndarray::{Array2, Axis};

const ATTRIBUTES: usize = 36;
/// There is no class 6.
const CLASSES: [u8; 6] = [1, 2, 3, 4, 5, 7];
/// Training, and test.
pub const FILES: &[DataFile] = &[
    DataFile { name: "sat.trn", sum: "e896dc88a960fa2404160fc4c3cb3dc53fcf4afd80ba920bf2d261bd42d12613" },
    DataFile { name: "sat.tst", sum: "4b9167b8a92baafafed7c8809aef86d0683a5e685c19d98d119fa6974f0f2479" },
];

/// The 4435 training points and the 2000 test points; what is standardised is each attribute by itself, whole numbers from 27
/// to 157.
pub fn landsat(lab: &Lab, scaling: Scaling) -> Outcome<[Labelled<f32>; 2]> {
    let [train, test] = [FILES[0], FILES[1]].map(|file| points(&read(lab, file)?));
    Ok(scaled(train?, test?, scaling))
}

/// Both, scaled by what is known of the first.
fn scaled(mut train: Labelled<f64>, mut test: Labelled<f64>, scaling: Scaling) -> [Labelled<f32>; 2] {
    let columns = |i: usize| -> (f64, f64) {
        match scaling {
            Scaling::Unit => (0.0, 255.0),
            Scaling::Standard => {
                let column = train.inputs.index_axis(Axis(1), i);
                let mean = column.mean().expect("there are points");
                (mean, column.var(0.0).sqrt())
            }
        }
    };
    let scales: Vec<_> = (0..ATTRIBUTES).map(columns).collect();
    [&mut train, &mut test].map(|points| {
        let rows = points.inputs.outer_iter();
        let scaled = rows.flat_map(|row| {
            row.iter().zip(&scales).map(|(x, (mean, scale))| ((x - mean) / scale) as f32).collect::<Vec<_>>()
        });
        Labelled {
            inputs: Array2::from_shape_vec(points.inputs.raw_dim(), scaled.collect()).expect("as many"),
            labels: std::mem::take(&mut points.labels),
            classes: CLASSES.len(),
        }
    })
}

/// The points of a file: 37 numbers a line.
fn points(bytes: &[u8]) -> Outcome<Labelled<f64>> {
    let text = str::from_utf8(bytes)?;
    let (mut inputs, mut labels) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let numbers: Vec<u8> = line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let (class, attributes) = numbers.split_last().ok_or("a line without numbers")?;
        let label = CLASSES.iter().position(|known| known == class).ok_or("an unknown class")?;
        inputs.extend(attributes.iter().map(|x| f64::from(*x)));
        labels.push(label as u8);
    }
    let inputs = Array2::from_shape_vec((labels.len(), ATTRIBUTES), inputs)?;
    Ok(Labelled { inputs, labels, classes: CLASSES.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_points_with_their_classes_and_scales_are_the_training_points() {
        let line = |first: usize, class| {
            let attributes = (0..ATTRIBUTES).map(|i| if i == 0 { first } else { i });
            attributes.chain([class]).map(|x| format!("{x} ")).collect::<String>() + "\n"
        };
        let file = [line(10, 3), line(14, 7), line(18, 1)].concat();
        let read = |lines: &str| points(lines.as_bytes()).expect("points");
        let [train, test] = scaled(read(&file), read(&line(22, 5)), Scaling::Standard);
        assert_eq!((train.labels, test.labels), (vec![2, 5, 0], vec![4]));
        // 10, 14 and 18: the mean 14, the variance 32/3.
        let deviation = (32.0f64 / 3.0).sqrt();
        for (found, x) in
            train.inputs.column(0).iter().chain(test.inputs.column(0)).zip([-4.0, 0.0, 4.0, 8.0])
        {
            assert!((f64::from(*found) - x / deviation).abs() < 1e-6, "{found}");
        }
        let [train, _] = scaled(read(&file), read(&file), Scaling::Unit);
        assert_eq!(train.inputs[(1, 0)], (14.0f64 / 255.0) as f32);
        assert_eq!(train.inputs[(1, 35)], (35.0f64 / 255.0) as f32);
        for broken in ["1 2 3\n", &line(1, 6), "x\n"] {
            assert!(points(broken.as_bytes()).is_err(), "{broken}");
        }
    }
}
