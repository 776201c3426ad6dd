//! MNIST: images of 28 × 28 grey pixels, and which digit each is.

use super::{DataFile, Labelled, Scaling, read};
use crate::lab::{Lab, Outcome};
use ndarray::Array2;

const PIXELS: usize = 28 * 28;
/// Bytes before the pixels and before the labels: what is in the file, how many, and their sides.
const HEADERS: [usize; 2] = [16, 8];

/// Training images and labels, and those of the test.
pub const FILES: &[DataFile] = &[
    DataFile {
        name: "train-images-idx3-ubyte.gz",
        sum: "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
    },
    DataFile {
        name: "train-labels-idx1-ubyte.gz",
        sum: "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
    },
    DataFile {
        name: "t10k-images-idx3-ubyte.gz",
        sum: "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
    },
    DataFile {
        name: "t10k-labels-idx1-ubyte.gz",
        sum: "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
    },
];

/// The first `train_len` of the 60 000 training images, and the 10 000 test images; what is standardised is all pixels alike.
pub fn mnist(lab: &Lab, scaling: Scaling, train_len: usize) -> Outcome<[Labelled<f32>; 2]> {
    let mut both =
        [images(lab, [FILES[0], FILES[1]], train_len)?, images(lab, [FILES[2], FILES[3]], usize::MAX)?];
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

fn images(lab: &Lab, [images, labels]: [DataFile; 2], most: usize) -> Outcome<Labelled<f32>> {
    labelled(&read(lab, images)?, &read(lab, labels)?, most)
}

/// The first `most` images of a file, with their labels.
fn labelled(images: &[u8], labels: &[u8], most: usize) -> Outcome<Labelled<f32>> {
    let labels: Vec<u8> = labels.iter().skip(HEADERS[1]).take(most).copied().collect();
    let pixels = images.iter().skip(HEADERS[0]).take(labels.len() * PIXELS).map(|x| f32::from(*x) / 255.0);
    let inputs = Array2::from_shape_vec((labels.len(), PIXELS), pixels.collect())?;
    Ok(Labelled { inputs, labels, classes: 10 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_and_labels_begin_after_their_headers() {
        let mut images = vec![9; HEADERS[0]];
        (0..3u8).for_each(|i| images.extend([5 * i; PIXELS]));
        let labels = [[9; 8].as_slice(), &[7, 1, 4]].concat();
        let found = labelled(&images, &labels, 2).expect("images");
        assert_eq!(found.labels, [7, 1]);
        assert!(found.inputs.row(0).iter().all(|x| *x == 0.0));
        assert!(found.inputs.row(1).iter().all(|x| *x == 5.0 / 255.0));
        assert!(labelled(&images, &[labels, vec![1]].concat(), 9).is_err(), "a label without its image");
    }
}
