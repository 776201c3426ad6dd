//! The floating-point control register, which has the flags, too, and what the last exception was.

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
