//! Sentences with numbers in them, by less code than `core::fmt` takes for one number.

use core::fmt::{Result, Write};

/// Bytes of a caller that text is written into as far as it fits.
pub(crate) struct Text<'b> {
    buffer: &'b mut [u8],
    /// How long all of the text is.
    pub(crate) len: usize,
}

impl<'b> Text<'b> {
    pub(crate) fn new(buffer: &'b mut [u8]) -> Self {
        Self { buffer, len: 0 }
    }
}

impl Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> Result {
        let room = self.buffer.get_mut(self.len..).unwrap_or_default();
        room.iter_mut().zip(text.bytes()).for_each(|(to, byte)| *to = byte);
        self.len += text.len();
        Ok(())
    }
}

/// Declares what a report can say: each finding with a code, a sentence, and its numbers from the report, for which `#`
/// stands in the sentence; what is in brackets is said if the first number in it is known. The report keeps bit c of its
/// `findings` for the finding with code c.
macro_rules! findings {
    (
        $(#[doc = $title:literal])+ $Finding:ident of $Report:ident in $family:ident;
        $( $(#[doc = $doc:literal])+ $name:ident = $code:literal, $sentence:literal,
           |$report:pat_param| $numbers:expr; )*
    ) => {
        $crate::schema::choice! {
            $(#[doc = $title])+
            $Finding, #[non_exhaustive];
            $( $(#[doc = $doc])+ $name = $code; )*
        }

        impl $Finding {
            /// Writes the sentence with the report's numbers.
            pub fn write(self, report: &$Report, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
                match self { $( Self::$name => {
                    let $report = report;
                    $crate::text::write_sentence(out, $sentence, &$numbers)
                } )* }
            }
        }

        impl $Report {
            /// Whether this was found.
            pub fn has(&self, finding: $Finding) -> bool {
                self.findings >> finding as u32 & 1 == 1
            }

            /// Adds what was found.
            pub(super) fn note(&mut self, found: &[($Finding, bool)]) {
                for (finding, is) in found {
                    self.findings |= u64::from(*is) << *finding as u32;
                }
            }

            /// Writes a sentence for every finding, each on a line of its own.
            pub fn write(&self, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
                // A build without the family has no text of it.
                let is_built = $crate::built::$family;
                for finding in $Finding::ALL.iter().filter(|finding| is_built && self.has(**finding)) {
                    finding.write(self, out)?;
                    out.write_char('\n')?;
                }
                Ok(())
            }

            /// The same into bytes of the caller, as far as they reach; returns how many all of it takes. It is ASCII.
            pub fn write_bytes(&self, buffer: &mut [u8]) -> usize {
                let mut text = $crate::text::Text::new(buffer);
                // Such a writer has no errors.
                self.write(&mut text).ok();
                text.len
            }
        }
    };
}

pub(crate) use findings;

/// Writes `sentence` with each `#` in it replaced by the next of the numbers, and without the parts in brackets whose first
/// number is NaN.
pub(crate) fn write_sentence(out: &mut dyn Write, sentence: &str, numbers: &[f64]) -> Result {
    let (mut numbers, mut is_said) = (numbers.iter(), true);
    for letter in sentence.chars() {
        match (letter, numbers.as_slice()) {
            ('[', [number, ..]) => is_said = !number.is_nan(),
            (']', _) => is_said = true,
            ('#', [number, ..]) => {
                if is_said {
                    write_number(out, *number)?;
                }
                numbers.next();
            }
            (letter, _) if is_said => out.write_char(letter)?,
            _ => {}
        }
    }
    Ok(())
}

/// A positive number as s 10^e, with s from 1 to 10.
pub(super) fn split(size: f64) -> (f64, i32) {
    const POWERS: [(i32, f64); 9] = [
        (256, 1e256),
        (128, 1e128),
        (64, 1e64),
        (32, 1e32),
        (16, 1e16),
        (8, 1e8),
        (4, 1e4),
        (2, 1e2),
        (1, 1e1),
    ];
    let (mut scaled, mut exponent) = (size, 0);
    for (power, factor) in POWERS {
        if scaled >= factor {
            (scaled, exponent) = (scaled / factor, exponent + power);
        } else if scaled * factor < 10.0 {
            (scaled, exponent) = (scaled * factor, exponent - power);
        }
    }
    (scaled, exponent)
}

/// Writes a number by three digits, or all of a whole number below a million.
fn write_number(out: &mut dyn Write, number: f64) -> Result {
    if number.is_nan() {
        return out.write_str("NaN");
    }
    if number < 0.0 {
        out.write_char('-')?;
    }
    let size = number.abs();
    if size.is_infinite() {
        return out.write_str("infinity");
    }
    if size < 1e6 && f64::from(size as u32) == size {
        return write_digits(out, size as u32, 1);
    }
    let (scaled, mut exponent) = split(size);
    let mut digits = (scaled * 100.0 + 0.5) as u32;
    if digits >= 1000 {
        (digits, exponent) = (100, exponent + 1);
    }
    match exponent {
        -4..0 => {
            out.write_str("0.")?;
            (exponent..-1).try_for_each(|_| out.write_char('0'))?;
            write_fraction(out, digits, 3)
        }
        0 => write_mantissa(out, digits),
        1 => {
            write_digits(out, digits / 10, 1)?;
            write_point_and(out, digits % 10, 1)
        }
        2..6 => {
            write_digits(out, digits, 1)?;
            (2..exponent).try_for_each(|_| out.write_char('0'))
        }
        _ => {
            write_mantissa(out, digits)?;
            out.write_str(if exponent < 0 { "e-" } else { "e" })?;
            write_digits(out, exponent.unsigned_abs(), 1)
        }
    }
}

/// d.dd of three digits.
fn write_mantissa(out: &mut dyn Write, digits: u32) -> Result {
    write_digits(out, digits / 100, 1)?;
    write_point_and(out, digits % 100, 2)
}

fn write_point_and(out: &mut dyn Write, digits: u32, count: u32) -> Result {
    if digits == 0 {
        return Ok(());
    }
    out.write_char('.')?;
    write_fraction(out, digits, count)
}

/// Digits behind a point, without zeros at their end.
fn write_fraction(out: &mut dyn Write, mut digits: u32, mut count: u32) -> Result {
    while count > 1 && digits.is_multiple_of(10) {
        (digits, count) = (digits / 10, count - 1);
    }
    write_digits(out, digits, count)
}

/// At least `count` digits.
pub(super) fn write_digits(out: &mut dyn Write, mut number: u32, count: u32) -> Result {
    let mut digits = [b'0'; 10];
    let mut len = 0;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (number % 10) as u8;
        (number, len) = (number / 10, len + 1);
        if number == 0 && len >= count {
            break;
        }
    }
    let written = digits.iter().skip(digits.len() - len as usize);
    written.into_iter().try_for_each(|digit| out.write_char(char::from(*digit)))
}
