//! The thread's floating-point environment: the default one while the library computes, the host's while its code runs.
//!
//! 1. The compiler knows nothing of it, and moves arithmetic past assembly that changes it, unless what is computed
//!    with, or the result, is in memory that the assembly might use. So all that a call is made of goes through memory on
//!    its way in and out: [`enter`]; and a callback is called in a function of its own: [`HostEnvironment::outside`].
//! 2. Where no such register can be set from here, there is nothing in [`Registers`]: the core then refuses to start
//!    in another environment, which arithmetic alone can see.

/// [`Registers`] that are one register, the default of which is 0: its type, the bits that are flags or what an
/// instruction left there, and the instructions that read and write it.
#[allow(unused_macros, reason = "of some machines")]
macro_rules! one_register {
    ($word:ty, flags $flags:literal, $read:literal, $write:literal) => {
        use core::arch::asm;

        #[derive(Clone, Copy)]
        pub(super) struct Registers($word);

        impl Registers {
            pub(super) const DEFAULT: Self = Self(0);

            #[inline]
            pub(super) fn read() -> Self {
                let word;
                // SAFETY: the target has the register.
                unsafe { asm!($read, out(reg) word, options(nostack, preserves_flags)) };
                Self(word)
            }

            #[inline]
            pub(super) fn is_default(self) -> bool {
                self.0 & !$flags == 0
            }

            /// Sets the default.
            #[cold]
            #[inline(never)]
            pub(super) fn exchange(self) -> Self {
                Self::DEFAULT.write();
                self
            }

            #[cold]
            #[inline(never)]
            pub(super) fn write(self) {
                // SAFETY: as above; these are bits that were read there, or the default.
                unsafe { asm!($write, in(reg) self.0, options(nostack, preserves_flags)) };
            }
        }
    };
}

#[cfg_attr(target_arch = "x86_64", path = "environment/x86_64.rs")]
#[cfg_attr(all(target_arch = "x86", target_feature = "sse2"), path = "environment/x86.rs")]
#[cfg_attr(target_arch = "aarch64", path = "environment/aarch64.rs")]
#[cfg_attr(all(target_arch = "arm", target_abi = "eabihf"), path = "environment/arm.rs")]
#[cfg_attr(all(target_arch = "riscv64", target_os = "linux"), path = "environment/riscv64.rs")]
#[cfg_attr(target_arch = "s390x", path = "environment/s390x.rs")]
mod registers;

use core::cell::Cell;
use registers::Registers;

/// The host's environment during one call: as its code left it last.
///
/// Flags of floating-point exceptions are put back with an environment that is not the default one. In that one nothing
/// is put back, and those that the library's arithmetic raises stay raised: to look at them would double the cost.
pub(crate) struct HostEnvironment(Cell<Registers>);

impl HostEnvironment {
    pub(super) fn take_over() -> Self {
        let host = Self(Cell::new(Registers::DEFAULT));
        host.set_default();
        host
    }

    /// Looks at what the host has, and makes it the default one.
    fn set_default(&self) {
        let host = Registers::read();
        self.0.set(if host.is_default() { host } else { host.exchange() });
    }

    /// Puts the host's back.
    pub(super) fn put_back(&self) {
        let host = self.0.get();
        if !host.is_default() {
            host.write();
        }
    }

    /// Calls the host, in its own environment. What that is afterwards is the host's from now on.
    #[inline(never)]
    pub(super) fn outside<T>(&self, callback: impl FnOnce() -> T) -> T {
        self.put_back();
        let result = callback();
        self.set_default();
        result
    }
}
