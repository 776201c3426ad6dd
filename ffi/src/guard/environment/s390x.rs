//! The floating-point control register, with the flags, and what the last exception was.

one_register!(u32, flags 0x00ff_ff00, "efpc {}", "sfpc {}");
