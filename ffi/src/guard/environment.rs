//! The thread's floating-point environment: the default one while the library computes, the host's while its code runs.
//!
//! 1. The compiler knows nothing of it, and moves arithmetic past assembly that changes it, unless what is computed
//!    with, or the result, is in memory that the assembly might use. So all that a call is made of goes through memory on
//!    its way in and out: [`enter`]; and a callback is called in a function of its own: [`HostEnvironment::outside`].
//! 2. Where no such register can be set from here, there is nothing in [`Registers`]: the core then refuses to start
//!    in another environment, which arithmetic alone can see.

use super::Call;
use crate::status::sgmcmc_status;
use core::cell::Cell;
use core::hint::black_box;
use core_crate::Error;

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
    fn put_back(&self) {
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

/// MXCSR; what x87 is set to makes no difference, since nothing is computed there.
#[cfg(target_arch = "x86_64")]
mod registers {
    use core::arch::asm;

    #[derive(Clone, Copy)]
    pub(super) struct Registers(u32);

    impl Registers {
        /// All exceptions masked.
        pub(super) const DEFAULT: Self = Self(0x1f80);

        #[inline]
        pub(super) fn read() -> Self {
            let mut mxcsr = 0;
            // SAFETY: SSE is part of the architecture, and the instruction writes four bytes there.
            unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut mxcsr, options(nostack, preserves_flags)) };
            Self(mxcsr)
        }

        /// But for the six flags.
        #[inline]
        pub(super) fn is_default(self) -> bool {
            self.0 & !0x3f == Self::DEFAULT.0
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
            unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const self.0, options(nostack, preserves_flags)) };
        }
    }
}

/// MXCSR, and x87's words, since some conversions of integers are done there.
#[cfg(all(target_arch = "x86", target_feature = "sse2"))]
mod registers {
    use core::arch::asm;

    #[derive(Clone, Copy)]
    pub(super) struct Registers {
        mxcsr: u32,
        control: u16,
        status: u16,
    }

    /// Exceptions, and that the stack had no place.
    const STATUS_FLAGS: u16 = 0x7f;

    impl Registers {
        /// All exceptions masked, and x87's numbers of 64 bits.
        pub(super) const DEFAULT: Self = Self { mxcsr: 0x1f80, control: 0x37f, status: 0 };

        /// Without x87's flags.
        #[inline]
        pub(super) fn read() -> Self {
            let (mut mxcsr, mut control) = (0, 0);
            // SAFETY: the target has SSE and x87; the instructions write four bytes and two.
            unsafe {
                asm!("stmxcsr [{}]", "fnstcw word ptr [{}]", in(reg) &raw mut mxcsr, in(reg) &raw mut control,
                    options(nostack, preserves_flags));
            }
            Self { mxcsr, control, status: 0 }
        }

        /// But for the flags, and for bits of x87's that mean nothing.
        #[inline]
        pub(super) fn is_default(self) -> bool {
            self.mxcsr & !0x3f == Self::DEFAULT.mxcsr && (self.control ^ Self::DEFAULT.control) & 0xf3f == 0
        }

        /// Sets the default, and returns this with x87's flags.
        #[cold]
        #[inline(never)]
        pub(super) fn exchange(self) -> Self {
            let status: u16;
            // SAFETY: as above.
            unsafe { asm!("fnstsw ax", out("ax") status, options(nomem, nostack, preserves_flags)) };
            Self::DEFAULT.write();
            Self { status: status & STATUS_FLAGS, ..self }
        }

        #[cold]
        #[inline(never)]
        pub(super) fn write(self) {
            // Flags of x87 are written with all the rest of what it is doing.
            let mut state = [0_u32; 7];
            // SAFETY: as above; x87's state is 28 bytes, of which the flags and the control word are changed to what
            // was read there, or to the default; its registers stay as they are.
            unsafe {
                asm!("ldmxcsr [{}]", in(reg) &raw const self.mxcsr, options(nostack, preserves_flags));
                asm!("fnstenv [{}]", in(reg) &raw mut state, options(nostack, preserves_flags));
                state[0] = u32::from(self.control);
                state[1] = state[1] & !u32::from(STATUS_FLAGS | 0x8080) | u32::from(self.status);
                asm!("fldenv [{}]", in(reg) &raw const state, options(nostack, preserves_flags));
            }
        }
    }
}

/// FPCR, and FPSR with the flags.
#[cfg(target_arch = "aarch64")]
mod registers {
    use core::arch::asm;

    #[derive(Clone, Copy)]
    pub(super) struct Registers {
        control: u64,
        flags: u64,
    }

    impl Registers {
        pub(super) const DEFAULT: Self = Self { control: 0, flags: 0 };

        /// Without the flags.
        #[inline]
        pub(super) fn read() -> Self {
            let control;
            // SAFETY: every program may read these registers.
            unsafe { asm!("mrs {}, fpcr", out(reg) control, options(nostack, preserves_flags)) };
            Self { control, flags: 0 }
        }

        #[inline]
        pub(super) fn is_default(self) -> bool {
            self.control == 0
        }

        /// Sets the default, and returns this with the flags.
        #[cold]
        #[inline(never)]
        pub(super) fn exchange(self) -> Self {
            let flags;
            // SAFETY: as above.
            unsafe { asm!("mrs {}, fpsr", out(reg) flags, options(nostack, preserves_flags)) };
            Self::DEFAULT.write();
            Self { flags, ..self }
        }

        #[cold]
        #[inline(never)]
        pub(super) fn write(self) {
            // SAFETY: and write them; these are bits that were read there, or the default.
            unsafe {
                asm!("msr fpcr, {}", "msr fpsr, {}", in(reg) self.control, in(reg) self.flags,
                    options(nostack, preserves_flags));
            }
        }
    }
}

/// FPSCR, where floating-point numbers are passed in its unit's registers, and so there is one.
#[cfg(all(target_arch = "arm", target_abi = "eabihf"))]
mod registers {
    use core::arch::asm;

    #[derive(Clone, Copy)]
    pub(super) struct Registers(u32);

    impl Registers {
        pub(super) const DEFAULT: Self = Self(0);

        /// Without what the last comparison came to.
        #[inline]
        pub(super) fn read() -> Self {
            let fpscr: u32;
            // SAFETY: the target has the unit.
            unsafe { asm!("vmrs {}, fpscr", out(reg) fpscr, options(nostack, preserves_flags)) };
            Self(fpscr & 0x0fff_ffff)
        }

        /// But for the seven flags.
        #[inline]
        pub(super) fn is_default(self) -> bool {
            self.0 & !0x0800_009f == 0
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
            unsafe { asm!("vmsr fpscr, {}", in(reg) self.0, options(nostack, preserves_flags)) };
        }
    }
}

/// FCSR. Of this processor's targets, those of Linux are the ones that are known to have it.
#[cfg(all(target_arch = "riscv64", target_os = "linux"))]
mod registers {
    use core::arch::asm;

    #[derive(Clone, Copy)]
    pub(super) struct Registers(usize);

    impl Registers {
        pub(super) const DEFAULT: Self = Self(0);

        #[inline]
        pub(super) fn read() -> Self {
            let fcsr;
            // SAFETY: the target has the register.
            unsafe { asm!("frcsr {}", out(reg) fcsr, options(nostack, preserves_flags)) };
            Self(fcsr)
        }

        /// But for the five flags.
        #[inline]
        pub(super) fn is_default(self) -> bool {
            self.0 & !0x1f == 0
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
            unsafe { asm!("fscsr {}", in(reg) self.0, options(nostack, preserves_flags)) };
        }
    }
}

/// The floating-point control register, which has the flags, too, and what the last exception was.
#[cfg(target_arch = "s390x")]
mod registers {
    use core::arch::asm;

    #[derive(Clone, Copy)]
    pub(super) struct Registers(u32);

    impl Registers {
        pub(super) const DEFAULT: Self = Self(0);

        #[inline]
        pub(super) fn read() -> Self {
            let control;
            // SAFETY: the register is part of the architecture.
            unsafe { asm!("efpc {}", out(reg) control, options(nostack, preserves_flags)) };
            Self(control)
        }

        /// But for the flags, and for what the last exception was.
        #[inline]
        pub(super) fn is_default(self) -> bool {
            self.0 & !0x00ff_ff00 == 0
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
            unsafe { asm!("sfpc {}", in(reg) self.0, options(nostack, preserves_flags)) };
        }
    }
}

#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "x86", target_feature = "sse2"),
    target_arch = "aarch64",
    all(target_arch = "arm", target_abi = "eabihf"),
    all(target_arch = "riscv64", target_os = "linux"),
    target_arch = "s390x",
)))]
mod registers {
    #[derive(Clone, Copy)]
    pub(super) struct Registers;

    impl Registers {
        pub(super) const DEFAULT: Self = Self;

        pub(super) fn read() -> Self {
            Self
        }

        pub(super) fn is_default(self) -> bool {
            true
        }

        pub(super) fn exchange(self) -> Self {
            self
        }

        pub(super) fn write(self) {}
    }
}

use registers::Registers;
