//! FPSCR, where floating-point numbers are passed in its unit's registers, and so there is one; with seven flags, and what
//! the last comparison came to.

one_register!(u32, flags 0xf800_009f, "vmrs {}, fpscr", "vmsr fpscr, {}");
