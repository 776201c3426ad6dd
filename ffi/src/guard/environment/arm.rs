//! FPSCR, where floating-point numbers are passed in its unit's registers, and so there is one.

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
