//! MXCSR, and x87's words, since some conversions of integers are done there.

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
