//! FPCR, and FPSR with the flags.

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
