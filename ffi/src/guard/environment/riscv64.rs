//! FCSR. Of this processor's targets, those of Linux are the ones that are known to have it.

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
