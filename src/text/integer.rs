//! Integers as decimal digits.

use core::fmt::{Result, Write};

/// Writes all digits of a number.
pub(super) fn write(out: &mut dyn Write, mut number: u64) -> Result {
    let mut digits = [b'0'; 20];
    let mut len = 0;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (number % 10) as u8;
        (number, len) = (number / 10, len + 1);
        if number == 0 {
            break;
        }
    }
    digits.iter().skip(digits.len() - len).try_for_each(|digit| out.write_char(char::from(*digit)))
}

/// The number of which these are the digits.
pub(super) fn read(digits: &[u8]) -> Option<u64> {
    let push = |number: u64, digit: &u8| number.checked_mul(10)?.checked_add(value(*digit)?);
    if digits.is_empty() { None } else { digits.iter().try_fold(0, push) }
}

/// What a digit stands for.
pub(super) fn value(digit: u8) -> Option<u64> {
    char::from(digit).to_digit(10).map(u64::from)
}
