//! MXCSR; what x87 is set to makes no difference, since nothing is computed there.

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
