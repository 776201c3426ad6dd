//! No registers: of this target none is known that could be set from here.

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
