//! FCSR, with five flags. Of this processor's targets, those of Linux are the ones that are known to have it.

one_register!(usize, flags 0x1f, "frcsr {}", "fscsr {}");
