//! The portable functions over arrays, for either precision.

use crate::guard::{Call, Plain};
use core_crate::{Error, Function, Real};

/// Writes what `in_place` makes of `x` to `out`, which may be `x` itself.
pub(crate) fn map<R: Real + Plain>(
    call: &mut Call<'_>,
    out: *mut R,
    x: *const R,
    len: usize,
    which: i32,
) -> Result<(), Error> {
    let function = Function::from_number(which).ok_or(Error::Choice)?;
    let same = x == out.cast_const();
    let numbers = call.output(out, len)?;
    if !same {
        for (to, from) in numbers.iter_mut().zip(call.input(x, len)?) {
            *to = *from;
        }
    }
    // Of one number without the loop over pieces.
    match numbers {
        [number] => *number = function.of(*number),
        _ => function.apply(numbers),
    }
    Ok(())
}

pub(crate) fn fingerprint<R: Real + Plain>(
    call: &mut Call<'_>,
    fingerprint: *mut u64,
    x: *const R,
    len: usize,
) -> Result<(), Error> {
    let out = call.output_value(fingerprint)?;
    *out = core_crate::fingerprint(call.input(x, len)?);
    Ok(())
}
