//! Numbers and words in columns.

use super::sentence::{split, write_digits};
use core::fmt::{Result, Write};
use heapless::String;

/// A number as text: at most a sign, ten digits, a point, six digits; or a mantissa and a power.
pub(crate) type Cell = String<24>;

/// Writes `text` at the right of a column, behind a space.
pub(crate) fn write_right(out: &mut dyn Write, text: &str, width: usize) -> Result {
    (text.chars().count()..width + 1).try_for_each(|_| out.write_char(' '))?;
    out.write_str(text)
}

/// Writes `text` at the left of a column, cut to its width.
pub(crate) fn write_left(out: &mut dyn Write, text: &str, width: usize) -> Result {
    text.chars().take(width).try_for_each(|letter| out.write_char(letter))?;
    (text.chars().count()..width).try_for_each(|_| out.write_char(' '))
}

/// The number with so many decimals, which with it make at most nine digits.
pub(crate) fn fixed(number: f64, decimals: u32) -> Cell {
    let power = 10u64.pow(decimals);
    of(number, |cell, size| {
        let scaled = libm::round(size * power as f64) as u64;
        if number < 0.0 && scaled > 0 {
            cell.write_char('-')?;
        }
        let whole = scaled.checked_div(power).unwrap_or(0);
        write_digits(cell, whole as u32, 1)?;
        if decimals > 0 {
            cell.write_char('.')?;
            write_digits(cell, (scaled - whole * power) as u32, decimals)?;
        }
        Ok(())
    })
}

/// The number as one digit with so many decimals, and a power of 10.
pub(crate) fn scientific(number: f64, decimals: u32) -> Cell {
    let power = 10u32.pow(decimals);
    of(number, |cell, size| {
        if number < 0.0 {
            cell.write_char('-')?;
        }
        let (scaled, mut exponent) = split(size);
        let mut digits = libm::round(scaled * f64::from(power)) as u32;
        if digits >= 10 * power {
            (digits, exponent) = (power, exponent + 1);
        }
        let whole = digits.checked_div(power).unwrap_or(0);
        write_digits(cell, whole, 1)?;
        cell.write_char('.')?;
        write_digits(cell, digits - whole * power, decimals)?;
        cell.write_str(if exponent < 0 { "e-" } else { "e" })?;
        write_digits(cell, exponent.unsigned_abs(), 1)
    })
}

fn of(number: f64, write: impl FnOnce(&mut Cell, f64) -> Result) -> Cell {
    let mut cell = Cell::new();
    let size = number.abs();
    let written = match (number.is_nan(), size.is_infinite()) {
        (true, _) => cell.write_str("NaN"),
        (_, true) => cell.write_str(if number < 0.0 { "-inf" } else { "inf" }),
        _ => write(&mut cell, size),
    };
    // There is room for what it is.
    written.ok();
    cell
}
