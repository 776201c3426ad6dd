//! The Landsat satellite data: 36 attributes of a pixel's neighbourhood, and which of six kinds of land it is.

use super::{Labelled, Scaling, read};
use crate::lab::{Lab, Outcome};
use ndarray::{Array2, Axis};

const ATTRIBUTES: usize = 36;
/// There is no class 6.
const CLASSES: [u8; 6] = [1, 2, 3, 4, 5, 7];

/// The 4435 training points and the 2000 test points; what is standardised is each attribute by itself, whole numbers from 27
/// to 157.
pub fn landsat(lab: &Lab, scaling: Scaling) -> Outcome<[Labelled<f32>; 2]> {
    let files = [
        ("sat.trn", "e896dc88a960fa2404160fc4c3cb3dc53fcf4afd80ba920bf2d261bd42d12613"),
        ("sat.tst", "4b9167b8a92baafafed7c8809aef86d0683a5e685c19d98d119fa6974f0f2479"),
    ];
    let [mut train, mut test] =
        [points(&read(lab, files[0].0, files[0].1)?)?, points(&read(lab, files[1].0, files[1].1)?)?];
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
    Ok([&mut train, &mut test].map(|points| {
        let rows = points.inputs.outer_iter();
        let scaled = rows.flat_map(|row| {
            row.iter().zip(&scales).map(|(x, (mean, scale))| ((x - mean) / scale) as f32).collect::<Vec<_>>()
        });
        Labelled {
            inputs: Array2::from_shape_vec(points.inputs.raw_dim(), scaled.collect()).expect("as many"),
            labels: std::mem::take(&mut points.labels),
            classes: CLASSES.len(),
        }
    }))
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
