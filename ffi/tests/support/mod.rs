//! Host tools for the tests.
use std::path::{Path, PathBuf};
pub fn ffi_dir() -> &'static Path { Path::new(env!("CARGO_MANIFEST_DIR")) }
pub fn root_dir() -> PathBuf { ffi_dir().join("..") }
