//! The way into the library, and out of it.

use super::Call;
use super::environment::HostEnvironment;
use crate::status::sgmcmc_status;
use core::hint::black_box;

/// Does the work of a call from C, in the default environment: every function of the header that is given a pointer or a
/// floating-point number is this, or [`compute`].
///
/// # Safety
///
/// Every pointer that `work` gives to its call is one that a C caller passed under the header's promises.
pub(crate) unsafe fn enter<W, A>(mut work: W) -> sgmcmc_status
where
    W: FnMut(&mut Call<'_>) -> A,
    A: Into<sgmcmc_status>,
{
    // SAFETY: this is what `does` is made for.
    unsafe { in_default((&raw mut work).cast(), does::<W, A>) }
}

/// # Safety
///
/// As for [`enter`]; `work` is to a `W` that nobody else refers to.
unsafe fn does<W, A>(work: *mut (), host: &HostEnvironment) -> sgmcmc_status
where
    W: FnMut(&mut Call<'_>) -> A,
    A: Into<sgmcmc_status>,
{
    // SAFETY: see above; nothing that the work has of the call outlives it.
    let (work, mut call) = unsafe { (&mut *work.cast::<W>(), Call::new(host)) };
    work(&mut call).into()
}

/// A function of its own, so that what every call needs is there once.
///
/// # Safety
///
/// `does` may be called with `work`.
#[inline(never)]
unsafe fn in_default(
    work: *mut (),
    does: unsafe fn(*mut (), &HostEnvironment) -> sgmcmc_status,
) -> sgmcmc_status {
    let host = HostEnvironment::take_over();
    // SAFETY: see above.
    let status = black_box(unsafe { black_box(does)(black_box(work), &host) });
    host.put_back();
    status
}

/// The same for a function that is given numbers only.
pub(crate) fn compute<T>(work: impl FnOnce() -> T) -> T {
    let host = HostEnvironment::take_over();
    let result = black_box(black_box(work)());
    host.put_back();
    result
}
