//! The rows of the table of kernels, and the names of those that others are held against.

pub(crate) const FLOOR: &str = "floor: theta += eps * grad";
pub(crate) const NORMALS: &str = "fill_normals";
pub(crate) const MKL: &str = "MKL's normals";
pub(crate) const RSGLD: &str = "RSGLD, one iteration";
pub(crate) const SGLD: &str = "SGLD";
pub(crate) const ZIGGURAT: &str = "scalar ziggurat loop";

/// A row of the table; times in ns a parameter.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) time: f64,
    /// The floor of the same vectors, for rules.
    pub(crate) floor: Option<f64>,
}
