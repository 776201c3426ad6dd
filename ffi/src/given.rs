//! What the made ways of settings into the core and back have in common.

use crate::guard::Call;
use core::ptr;
use core_crate::Error;
use core_crate::schema::Numbered;

/// Where vectors of the caller's are read from.
pub(crate) enum Given<'c, 'a> {
    /// Each for this many parameters.
    Read(&'c mut Call<'a>, usize),
    /// Nowhere: nobody looks at the numbers.
    Unread,
}

impl<'a> Given<'_, 'a> {
    /// A vector, or a square matrix, that must be there.
    pub(crate) fn vector(&mut self, numbers: *const f64, square: bool) -> Result<&'a [f64], Error> {
        match self {
            Self::Read(call, dim) => {
                let rows = if square { *dim } else { 1 };
                call.input(numbers, dim.checked_mul(rows).ok_or(Error::LengthTooLarge)?)
            }
            // Not empty, as what is there is not.
            Self::Unread => Ok(&[f64::NAN]),
        }
    }

    /// The same for one that may be NULL.
    pub(crate) fn optional(&mut self, numbers: *const f64, square: bool) -> Result<Option<&'a [f64]>, Error> {
        if numbers.is_null() { Ok(None) } else { self.vector(numbers, square).map(Some) }
    }
}

/// The variant with this number, of an enum whose variants hold nothing.
pub(crate) fn choice<T: Numbered>(number: i32, error: Error) -> Result<T, Error> {
    T::numbered(number).ok_or(error)
}

/// `value`, or the default that 0 stands for.
pub(crate) fn or_default(value: f64, default: f64) -> f64 {
    if value.to_bits() == 0 { default } else { value }
}

/// The way back: a 0 stays what stood for the default, and what is a 0 in the core is refused, as NaN is.
pub(crate) fn stated(value: f64, default: f64, from: f64) -> f64 {
    match value {
        value if from.to_bits() == 0 && value.to_bits() == default.to_bits() => 0.0,
        value if value.to_bits() == 0 => f64::NAN,
        value => value,
    }
}

/// The caller's vector, where the core has it from there. A kind that a line has chosen has none: what the pointer was
/// set for may be shorter.
pub(crate) fn kept(from: *const f64, is_used: bool) -> *const f64 {
    if is_used { from } else { ptr::null() }
}
