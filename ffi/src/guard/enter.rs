//! The way into the library, and out of it.

use super::Call;
use super::environment::HostEnvironment;
use crate::made::types::sgmcmc_status;
use core::hint::black_box;
use core_crate::Error;

/// Does the work of a call from C, in the default environment: every function of the header that is given a pointer or a
/// floating-point number is this, or [`compute`].
///
/// # Safety
///
/// Every pointer that `work` gives to its call is one that a C caller passed under the header's promises.
pub(crate) unsafe fn enter<W>(mut work: W) -> sgmcmc_status
where
    W: FnMut(&mut Call<'_>) -> Result<(), Error>,
{
    // SAFETY: this is what `does` is made for.
    unsafe { in_default((&raw mut work).cast(), does::<W>) }
}

/// # Safety
///
/// As for [`enter`]; `work` is to a `W` that nobody else refers to.
unsafe fn does<W>(work: *mut (), host: &HostEnvironment) -> Result<(), Error>
where
    W: FnMut(&mut Call<'_>) -> Result<(), Error>,
{
    // SAFETY: see above; nothing that the work has of the call outlives it.
    let (work, mut call) = unsafe { (&mut *work.cast::<W>(), Call::new(host)) };
    work(&mut call)
}

/// A function of its own, so that what every call needs is there once.
///
/// # Safety
///
/// `does` may be called with `work`.
#[inline(never)]
unsafe fn in_default(
    work: *mut (),
    does: unsafe fn(*mut (), &HostEnvironment) -> Result<(), Error>,
) -> sgmcmc_status {
    let host = HostEnvironment::take_over();
    // SAFETY: see above.
    let result = black_box(unsafe { black_box(does)(black_box(work), &host) });
    host.put_back();
    result.into()
}

/// The same for a function that is given numbers only.
pub(crate) fn compute<T>(work: impl FnOnce() -> T) -> T {
    let host = HostEnvironment::take_over();
    let result = black_box(black_box(work)());
    host.put_back();
    result
}
