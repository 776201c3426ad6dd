//! Minibatches: which data indices a step looks at, drawn in constant memory and with integers only.

mod epoch;
mod owned;
mod refresh;
mod with_replacement;
mod without_replacement;

pub use epoch::Epochs;
pub use owned::{OwnedBatch, owned};
pub use refresh::refresh;
pub(crate) use refresh::refresh_by;
pub use with_replacement::with_replacement;
pub use without_replacement::without_replacement;
pub(crate) use without_replacement::{FEW_DATA, subset};
