//! The portable functions over arrays, for either precision.

use crate::guard::{Call, Plain};
use core_crate::{Error, Function, Real};

/// A function of every number of an array, with the same bits on every machine, whatever its length. Of one number
/// sgmcmc_exp_f32, sgmcmc_ln_f32, sgmcmc_sin_f32, sgmcmc_cos_f32 and their _f64 siblings are inline functions of this
/// header that call it; the library does not export them.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_CHOICE; _OVERLAP for arrays that overlap and are not one.
/// Out: out:   len numbers; may be x.
/// In:  x:     len numbers.
///      which: enum sgmcmc_function.
#[doc(alias = "sgmcmc_map_f32")]
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

/// The 64-bit FNV-1a hash of an array's bits, least significant byte first on every machine, to compare chains with.
///
/// In:  x:           len numbers.
#[doc(alias = "sgmcmc_fingerprint_f32")]
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
