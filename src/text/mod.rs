//! Text for people: sentences with numbers in them, and settings as lines that can be read back.

mod columns;
mod decimal;
mod integer;
mod lines;
mod sentence;
mod whole;
mod wrapped;

pub(crate) use columns::{Cell, fixed, scientific, write_left, write_right};
pub(crate) use lines::{
    Digests, Fresh, Key, Lines, below, is_written, lines, read_lines, values, write_line, write_many,
};
pub(crate) use sentence::{Text, findings, write_sentence};
pub use whole::TextError;
pub(crate) use whole::written;
pub(crate) use wrapped::Wrapped;
