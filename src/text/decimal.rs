//! Numbers of f64 as the shortest decimals that are read back as the same bits.
//!
//! All of it stands on one comparison, which is exact: that of N 10^p with M 2^e. A decimal is read by bisection over
//! the numbers of f64, whose bit patterns are in their order, and a number is written by bisection over decimals. That
//! takes a dozen comparisons of integers of at most 2600 bits to read a number, and some hundred to write one, where a
//! quotient of such integers would take one; but nearly all settings are short enough for arithmetic in f64 itself, see
//! [`small`].

use super::integer;
use core::cmp::Ordering;
use core::fmt::{Result, Write};

/// N 10^p.
#[derive(Clone, Copy)]
struct Decimal {
    digits: u128,
    power: i32,
}

/// M 2^e.
#[derive(Clone, Copy)]
struct Binary {
    mantissa: u64,
    power: i32,
}

/// The most digits of N: as many as u128 has room for.
const DIGIT_COUNT: u32 = 38;

/// What |p| is below: outside, N 10^p is neither 0 nor finite in f64, or N is 0.
const POWER_MAX: i32 = 400;

/// Enough digits to tell any two numbers of f64 apart.
const LONGEST: u32 = 17;

/// An integer below 2^2688. Those that are compared are below 2^2600: N or M of at most 128 bits, times 5^400 and
/// 2^1475 at most.
struct Large {
    words: [u32; Self::LEN],
    len: usize,
}

impl Large {
    const LEN: usize = 84;

    fn new(number: u128) -> Self {
        let mut words = [0; Self::LEN];
        let parts = [number, number >> 32, number >> 64, number >> 96];
        words.iter_mut().zip(parts).for_each(|(word, part)| *word = part as u32);
        Self { words, len: parts.len() }
    }

    /// Multiplies by `factor`.
    fn multiply(&mut self, factor: u32) {
        let mut carry = 0;
        for word in self.words.iter_mut().take(self.len) {
            let product = u64::from(*word) * u64::from(factor) + carry;
            (*word, carry) = (product as u32, product >> 32);
        }
        if carry > 0 {
            if let Some(word) = self.words.get_mut(self.len) {
                *word = carry as u32;
            }
            self.len += 1;
        }
    }

    /// Multiplies by `factor` to the power of `count`, of which 13 fit into a word for 5, and 31 for 2.
    fn multiply_often(&mut self, factor: u32, mut count: u32, at_once: u32) {
        while count > at_once {
            self.multiply(factor.wrapping_pow(at_once));
            count -= at_once;
        }
        self.multiply(factor.wrapping_pow(count));
    }
}

/// N 10^p against M 2^e.
fn compare(left: Decimal, right: Binary) -> Ordering {
    let mut sides = [Large::new(left.digits), Large::new(right.mantissa.into())];
    // A negative power goes to the other side; 10^p is 5^p 2^p.
    let twos = left.power - right.power;
    let [of_fives, of_twos] = [left.power, twos].map(|power| usize::from(power < 0));
    if let Some(side) = sides.get_mut(of_fives) {
        side.multiply_often(5, left.power.unsigned_abs(), 13);
    }
    if let Some(side) = sides.get_mut(of_twos) {
        side.multiply_often(2, twos.unsigned_abs(), 31);
    }
    let [left, right] = &sides;
    left.words.iter().rev().cmp(right.words.iter().rev())
}

/// The number that a positive decimal is nearest to, the even one of two; infinity where it is beyond the largest.
fn nearest(decimal: Decimal) -> f64 {
    if let Some(number) = small(decimal) {
        return number;
    }
    // The largest number that is not above the decimal: `low` is none above, `high` is. Where it is about is known.
    let largest = f64::INFINITY.to_bits();
    let about = estimate(decimal).to_bits();
    let (mut low, mut high) = (about.saturating_sub(NEAR), about.saturating_add(NEAR).min(largest));
    if compare(decimal, binary(low)).is_lt() {
        (low, high) = (0, low);
    } else if high < largest && compare(decimal, binary(high)).is_ge() {
        (low, high) = (high, largest);
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        match compare(decimal, binary(middle)) {
            Ordering::Less => high = middle,
            Ordering::Equal | Ordering::Greater => low = middle,
        }
    }
    // Half-way to the next.
    let Binary { mantissa, power } = binary(low);
    let up = match compare(decimal, Binary { mantissa: 2 * mantissa + 1, power: power - 1 }) {
        Ordering::Less => false,
        Ordering::Equal => low & 1 == 1,
        Ordering::Greater => true,
    };
    f64::from_bits(low + u64::from(up))
}

/// How far an [`estimate`] may be off, in units in the last place: it is rounded fewer times than there are tens in 400.
const NEAR: u64 = 64;

/// A number near a positive decimal.
fn estimate(decimal: Decimal) -> f64 {
    let (mut number, mut left) = (decimal.digits as f64, decimal.power.unsigned_abs());
    while left > 0 {
        let tens = left.min(22);
        let scale = power_of_10(tens);
        number = if decimal.power < 0 { number / scale } else { number * scale };
        left -= tens;
    }
    number
}

/// A power of 10 that f64 holds, the 22nd at most.
fn power_of_10(power: u32) -> f64 {
    (0..power).fold(1.0, |scale, _| scale * 10.0)
}

/// The number nearest to a decimal by one rounded operation, for numbers and powers that f64 holds; Clinger 1990.
fn small(decimal: Decimal) -> Option<f64> {
    if decimal.digits >= 1 << 53 || !(-22..=22).contains(&decimal.power) {
        return None;
    }
    let scale = power_of_10(decimal.power.unsigned_abs());
    let number = decimal.digits as f64;
    Some(if decimal.power < 0 { number / scale } else { number * scale })
}

/// The positive finite number with these bits.
fn binary(bits: u64) -> Binary {
    let (exponent, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    match exponent {
        0 => Binary { mantissa: fraction, power: -1074 },
        _ => Binary { mantissa: fraction | 1 << 52, power: exponent - 1075 },
    }
}

/// The shortest decimal that is read as this positive finite number, and of those the nearest, without zeros at its
/// end; with how many digits it has.
fn shortest(number: f64) -> (Decimal, u32) {
    let exact = binary(number.to_bits());
    let is_above = |digits, power| compare(Decimal { digits, power }, exact).is_gt();
    // 10^(top - 1) ≤ number < 10^top.
    let (mut low, mut top) = (-324, 309);
    while top - low > 1 {
        let middle = low + (top - low) / 2;
        if is_above(1, middle) { top = middle } else { low = middle }
    }
    let power = top - LONGEST as i32;
    // The most digits of which it is not below.
    let (mut digits, mut above) = (0, 10_u128.wrapping_pow(LONGEST));
    while above - digits > 1 {
        let middle = digits + (above - digits) / 2;
        if is_above(middle, power) { above = middle } else { digits = middle }
    }
    for len in 1..LONGEST {
        let unit = 10_u128.wrapping_pow(LONGEST - len);
        let (below, rest) = cut(digits, unit);
        let power = power + (LONGEST - len) as i32;
        let order = if 2 * rest < unit { [below, below + 1] } else { [below + 1, below] };
        let mut of_len = order.into_iter().map(|digits| Decimal { digits, power });
        if let Some(decimal) = of_len.find(|decimal| nearest(*decimal).to_bits() == number.to_bits()) {
            return (decimal, if decimal.digits == 10_u128.wrapping_pow(len) { len + 1 } else { len });
        }
    }
    // The nearest of so many digits is always read as the number.
    let below_half = is_above(10 * digits + 5, power - 1);
    (Decimal { digits: if below_half { digits } else { digits + 1 }, power }, LONGEST)
}

/// The digits before a place, and those behind it; `unit` is a power of 10.
fn cut(digits: u128, unit: u128) -> (u128, u128) {
    (digits.checked_div(unit).unwrap_or_default(), digits.checked_rem(unit).unwrap_or_default())
}

/// Writes a number so that [`read`] gives the same bits, but for those of a NaN.
pub(super) fn write(out: &mut dyn Write, number: f64) -> Result {
    if number.is_nan() {
        return out.write_str("nan");
    }
    if number.is_sign_negative() {
        out.write_char('-')?;
    }
    let size = number.abs();
    if size.is_infinite() {
        return out.write_str("inf");
    }
    if size == 0.0 {
        return out.write_char('0');
    }
    let (Decimal { mut digits, mut power }, mut len) = shortest(size);
    while digits.is_multiple_of(10) {
        (digits, power, len) = (digits / 10, power + 1, len.saturating_sub(1));
    }
    // The power of the first digit.
    let first = power + len as i32 - 1;
    let zeros = |out: &mut dyn Write, count: i32| (0..count).try_for_each(|_| out.write_char('0'));
    if (0..LONGEST as i32).contains(&power) && first < LONGEST as i32 {
        integer::write(out, digits as u64)?;
        return zeros(out, power);
    }
    if (-5..0).contains(&first) {
        out.write_str("0.")?;
        zeros(out, -first - 1)?;
        return integer::write(out, digits as u64);
    }
    let scientific = !(0..LONGEST as i32).contains(&first);
    let behind = if scientific { len - 1 } else { power.unsigned_abs() };
    let unit = 10_u128.wrapping_pow(behind);
    let (whole, rest) = cut(digits, unit);
    integer::write(out, whole as u64)?;
    if behind > 0 {
        out.write_char('.')?;
        let rest = rest as u64;
        let has = (1..behind).take_while(|places| rest < 10_u64.wrapping_pow(behind - places)).count();
        zeros(out, has as i32)?;
        integer::write(out, rest)?;
    }
    if scientific {
        out.write_str(if first < 0 { "e-" } else { "e" })?;
        integer::write(out, first.unsigned_abs().into())?;
    }
    Ok(())
}

/// The number nearest to a decimal such as `-12`, `0.05` or `2.5e-4`, of at most 38 digits; `nan`, `inf` and `-inf`,
/// too. None for what is too large for f64, or so small that it would be read as 0.
pub(super) fn read(text: &[u8]) -> Option<f64> {
    let (size, is_negative) = match text {
        [b'-', size @ ..] => (size, true),
        size => (size, false),
    };
    let size = match size {
        b"nan" => f64::NAN,
        b"inf" => f64::INFINITY,
        digits => read_size(digits)?,
    };
    Some(if is_negative { -size } else { size })
}

/// The same without a sign.
fn read_size(text: &[u8]) -> Option<f64> {
    let is_mark = |byte: &u8| matches!(byte, b'e' | b'E');
    let (mantissa, exponent) = match text.iter().position(is_mark).and_then(|at| text.split_at_checked(at)) {
        Some((mantissa, exponent)) => (mantissa, read_exponent(exponent.get(1..)?)?),
        None => (text, 0),
    };
    let mut decimal = Decimal { digits: 0, power: exponent };
    let (mut point, mut digit_count, mut len) = (false, 0, 0_u32);
    for byte in mantissa {
        match (byte, integer::value(*byte)) {
            (b'.', _) if !point => point = true,
            (_, Some(digit)) => {
                digit_count += u32::from(decimal.digits > 0 || digit > 0);
                decimal.digits = decimal.digits.wrapping_mul(10).wrapping_add(digit.into());
                decimal.power = decimal.power.saturating_sub(i32::from(point));
                len += 1;
            }
            _ => return None,
        }
        if digit_count > DIGIT_COUNT {
            return None;
        }
    }
    if len == 0 {
        return None;
    }
    if decimal.digits == 0 {
        return Some(0.0);
    }
    if decimal.power.saturating_abs() >= POWER_MAX {
        return None;
    }
    Some(nearest(decimal)).filter(|number| *number > 0.0 && number.is_finite())
}

/// The number behind an `e`.
fn read_exponent(text: &[u8]) -> Option<i32> {
    let (digits, is_negative) = match text {
        [b'-', digits @ ..] => (digits, true),
        [b'+', digits @ ..] => (digits, false),
        digits => (digits, false),
    };
    let size = i32::try_from(integer::read(digits)?).ok()?;
    Some(if is_negative { -size } else { size })
}
