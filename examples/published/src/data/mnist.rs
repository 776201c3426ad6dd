//! MNIST: images of 28 × 28 grey pixels, and which digit each is.

use super::{Labelled, Scaling, read};
use crate::lab::{Lab, Outcome};
use ndarray::Array2;

const PIXELS: usize = 28 * 28;
/// Bytes before the pixels and before the labels: what is in the file, how many, and their sides.
const HEADERS: [usize; 2] = [16, 8];

/// The first `train_len` of the 60 000 training images, and the 10 000 test images; what is standardised is all pixels alike.
pub fn mnist(lab: &Lab, scaling: Scaling, train_len: usize) -> Outcome<[Labelled<f32>; 2]> {
    let train = [
        ("train-images-idx3-ubyte.gz", "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"),
        ("train-labels-idx1-ubyte.gz", "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"),
    ];
    let test = [
        ("t10k-images-idx3-ubyte.gz", "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"),
        ("t10k-labels-idx1-ubyte.gz", "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"),
    ];
    let mut both = [images(lab, train, train_len)?, images(lab, test, usize::MAX)?];
    if scaling == Scaling::Standard {
        let pixels = || both[0].inputs.iter().map(|x| f64::from(*x));
        let count = both[0].inputs.len() as f64;
        let mean = pixels().sum::<f64>() / count;
        let deviation = (pixels().map(|x| (x - mean) * (x - mean)).sum::<f64>() / count).sqrt();
        let scaled = |x: f32| ((f64::from(x) - mean) / deviation) as f32;
        both.iter_mut().for_each(|images| images.inputs.mapv_inplace(scaled));
    }
    Ok(both)
}

fn images(lab: &Lab, files: [(&str, &str); 2], most: usize) -> Outcome<Labelled<f32>> {
    let [images, labels] = files.map(|(file, sum)| read(lab, file, sum));
    let (images, labels) = (images?, labels?);
    let labels: Vec<u8> = labels.into_iter().skip(HEADERS[1]).take(most).collect();
    let pixels = images.iter().skip(HEADERS[0]).take(labels.len() * PIXELS).map(|x| f32::from(*x) / 255.0);
    let inputs = Array2::from_shape_vec((labels.len(), PIXELS), pixels.collect())?;
    Ok(Labelled { inputs, labels, classes: 10 })
}
