//! Settings as lines of `key = value`: a struct's fields by their names, an enum by its variant's, and what that holds
//! below it.
//!
//! ```text
//! sampler = Rule
//! sampler.rule = Sghmc
//! sampler.rule.friction = 0.1
//! ```

use super::{decimal, integer};
use crate::Error;
use crate::num::fingerprint;
use core::fmt::{Result as Written, Write};

/// The name of a setting, below those of what it is part of.
pub(crate) struct Key<'k> {
    pub(crate) above: Option<&'k Key<'k>>,
    pub(crate) name: &'k str,
}

impl Key<'_> {
    fn write(&self, out: &mut dyn Write) -> Written {
        if let Some(above) = self.above {
            above.write(out)?;
            out.write_char('.')?;
        }
        out.write_str(self.name)
    }
}

/// What is one line, or several.
pub(crate) trait Lines {
    /// Whether it has a line of its own, and not only its fields.
    const HAS_LINE: bool;

    /// Writes its lines.
    fn write(&self, key: Option<&Key<'_>>, out: &mut dyn Write) -> Written;

    /// Sets what has this key, which is empty for itself, to this value.
    fn read(&mut self, key: &[u8], value: &[u8], known: &mut Digests) -> Result<(), Error>;
}

/// Fingerprints of what the settings point to, so that each is computed once for a text, however often its lines have it.
#[derive(Default)]
pub(crate) struct Digests([Option<(usize, usize, u64)>; 8]);

impl Digests {
    /// That of `len` numbers at an address.
    pub(crate) fn of(&mut self, address: usize, len: usize, digest: impl FnOnce() -> u64) -> u64 {
        for place in &mut self.0 {
            match place {
                Some((of, its_len, known)) if (*of, *its_len) == (address, len) => return *known,
                Some(_) => {}
                None => return place.insert((address, len, digest())).2,
            }
        }
        digest()
    }
}

/// What a part begins with that a line chooses in place of another.
pub(crate) trait Fresh {
    /// Its defaults. A number that has none is NaN, or 0 for an integer, which every chain refuses.
    fn fresh() -> Self;
}

/// Writes `key = `, what `value` writes, and the end of the line.
#[inline(never)]
pub(crate) fn write_line(
    key: Option<&Key<'_>>,
    out: &mut dyn Write,
    value: &dyn Fn(&mut dyn Write) -> Written,
) -> Written {
    if let Some(key) = key {
        key.write(out)?;
    }
    out.write_str(" = ")?;
    value(out)?;
    out.write_char('\n')
}

/// What of a key is left behind a name at its front.
pub(crate) fn below<'k>(key: &'k [u8], name: &str) -> Option<&'k [u8]> {
    match key.strip_prefix(name.as_bytes())? {
        [] => Some(&[]),
        [b'.', rest @ ..] if !rest.is_empty() => Some(rest),
        _ => None,
    }
}

/// Sets what the lines of a text name. Lines that are empty or begin with `#` are passed over.
///
/// An error comes with the number of the line, from 1 on.
pub(crate) fn read_lines(text: &[u8], settings: &mut dyn Read) -> Result<(), (Error, usize)> {
    let mut known = Digests::default();
    for (i, line) in text.split(|byte| *byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if !matches!(line, [] | [b'#', ..]) {
            read_line(line, settings, &mut known).map_err(|error| (error, i + 1))?;
        }
    }
    Ok(())
}

fn read_line(line: &[u8], settings: &mut dyn Read, known: &mut Digests) -> Result<(), Error> {
    let at = line.iter().position(|byte| *byte == b'=').ok_or(Error::SettingsLine)?;
    let (key, value) = line.split_at_checked(at).ok_or(Error::SettingsLine)?;
    let value = value.get(1..).unwrap_or_default();
    match (key.trim_ascii(), value.trim_ascii()) {
        ([], _) => Err(Error::SettingsLine),
        (key, value) => settings.read(key, value, known),
    }
}

/// [`Lines::read`] of what may be anything.
pub(crate) trait Read {
    /// See there.
    fn read(&mut self, key: &[u8], value: &[u8], known: &mut Digests) -> Result<(), Error>;
}

impl<T: Lines> Read for T {
    fn read(&mut self, key: &[u8], value: &[u8], known: &mut Digests) -> Result<(), Error> {
        Lines::read(self, key, value, known)
    }
}

/// One line each: how a value is written, how it is read, and what it begins with.
macro_rules! values {
    ($( $type:ty, $write:expr, $read:expr, $fresh:expr; )*) => { $(
        impl Lines for $type {
            const HAS_LINE: bool = true;

            #[inline(never)]
            fn write(&self, key: Option<&Key<'_>>, out: &mut dyn Write) -> core::fmt::Result {
                write_line(key, out, &|out| $write(out, *self))
            }

            #[inline(never)]
            fn read(&mut self, key: &[u8], value: &[u8], _known: &mut Digests) -> Result<(), Error> {
                if !key.is_empty() {
                    return Err(Error::SettingsKey);
                }
                *self = $read(*self, value, _known).ok_or(Error::SettingsValue)?;
                Ok(())
            }
        }

        impl Fresh for $type {
            fn fresh() -> Self {
                $fresh
            }
        }
    )* };
}
pub(crate) use values;

values! {
    u64, integer::write, |_, value, _| integer::read(value), 0;
    u32, |out: &mut dyn Write, x| integer::write(out, u64::from(x)),
        |_, value, _| integer::read(value).and_then(|number| u32::try_from(number).ok()), 0;
    bool, |out: &mut dyn Write, x| out.write_str(if x { "true" } else { "false" }), |_, value, _| read_bool(value), false;
    f64, decimal::write, |_, value, _| decimal::read(value), f64::NAN;
    Option<f64>, write_optional, |_, value, _| read_optional(value), None;
    &[f64], write_vector, |vector, value, known| is_vector(value, vector, known).then_some(vector), &[];
    Option<&[f64]>, write_optional_vector, read_optional_vector, None;
}

const NONE: &str = "none";

fn read_bool(value: &[u8]) -> Option<bool> {
    match value {
        b"true" => Some(true),
        b"false" => Some(false),
        _ => None,
    }
}

fn write_optional(out: &mut dyn Write, number: Option<f64>) -> Written {
    match number {
        Some(number) => decimal::write(out, number),
        None => out.write_str(NONE),
    }
}

fn read_optional(value: &[u8]) -> Option<Option<f64>> {
    if value == NONE.as_bytes() { Some(None) } else { decimal::read(value).map(Some) }
}

/// A caller's vector, which is too long for a line: by its length and fingerprint.
fn write_vector(out: &mut dyn Write, vector: &[f64]) -> Written {
    write_many(out, vector.len(), || fingerprint(vector))
}

/// Whether this is what [`write_vector`] writes.
fn is_vector(text: &[u8], vector: &[f64], known: &mut Digests) -> bool {
    let digest = || known.of(vector.as_ptr().addr(), vector.len(), || fingerprint(vector));
    is_written(text, |out| write_many(out, vector.len(), digest))
}

fn write_optional_vector(out: &mut dyn Write, vector: Option<&[f64]>) -> Written {
    match vector {
        Some(vector) => write_vector(out, vector),
        None => out.write_str(NONE),
    }
}

fn read_optional_vector<'v>(
    vector: Option<&'v [f64]>,
    value: &[u8],
    known: &mut Digests,
) -> Option<Option<&'v [f64]>> {
    match vector {
        _ if value == NONE.as_bytes() => Some(None),
        Some(vector) => is_vector(value, vector, known).then_some(Some(vector)),
        None => None,
    }
}

/// How many there are, and a number that tells whether others are the same.
pub(crate) fn write_many(out: &mut dyn Write, len: usize, digest: impl FnOnce() -> u64) -> Written {
    integer::write(out, len as u64)?;
    if len > 0 {
        out.write_str(" of fingerprint ")?;
        integer::write(out, digest())?;
    }
    Ok(())
}

/// Whether this is what is written.
pub(crate) fn is_written(text: &[u8], write: impl FnOnce(&mut dyn Write) -> Written) -> bool {
    let mut expected = Expected(text);
    write(&mut expected).is_ok() && expected.0.is_empty()
}

/// What is still to be written, for a writer that refuses anything else.
struct Expected<'t>(&'t [u8]);

impl Write for Expected<'_> {
    fn write_str(&mut self, text: &str) -> Written {
        self.0 = self.0.strip_prefix(text.as_bytes()).ok_or(core::fmt::Error)?;
        Ok(())
    }
}

/// Structs and enums as lines, from the list that [`image`](crate::image::image) has their words from. What stands
/// behind `from` is what a part begins with, and behind `=` what a variant's field does; else that is what its fields begin
/// with, and an enum's first variant.
macro_rules! lines {
    () => {};
    (fresh $type:ty) => { <$type as $crate::text::Fresh>::fresh() };
    (fresh $type:ty, $default:expr) => { $default };
    (struct $(@$lifetime:lifetime)? $name:ty { $($field:ident $(in $family:ident [$value:expr])?: $type:ty),*
                        $(; from $fresh:expr)? } $($rest:tt)*) => {
        impl$(<$lifetime>)? Lines for $name {
            const HAS_LINE: bool = false;

            #[inline(never)]
            fn write(&self, _key: Option<&Key<'_>>, _out: &mut dyn Write) -> core::fmt::Result {
                let Self { $($field),* } = self;
                $(Lines::write($field, Some(&Key { above: _key, name: stringify!($field) }), _out)?;)*
                Ok(())
            }

            #[inline(never)]
            fn read(&mut self, _key: &[u8], _value: &[u8], _known: &mut Digests) -> Result<(), Error> {
                $(if let Some(key) = below(_key, stringify!($field)) {
                    return Lines::read(&mut self.$field, key, _value, _known);
                })*
                Err(Error::SettingsKey)
            }
        }

        impl$(<$lifetime>)? Fresh for $name {
            #[allow(unreachable_code, reason = "what stands behind `from` is in place of the fields'")]
            fn fresh() -> Self {
                $(return $fresh;)?
                Self { $($field: Fresh::fresh()),* }
            }
        }
        lines! { $($rest)* }
    };
    (enum $(@$lifetime:lifetime)? $name:ty {
        $($variant:ident $(($part:ident: $part_type:ty))? $({ $($field:ident: $type:ty $(= $default:expr)?),* })?
           $(in $family:ident)?),*
        $(; from $fresh:expr)?
    } $($rest:tt)*) => {
        impl$(<$lifetime>)? Lines for $name {
            const HAS_LINE: bool = true;

            #[inline(never)]
            fn write(&self, key: Option<&Key<'_>>, out: &mut dyn Write) -> core::fmt::Result {
                match self { $(
                    Self::$variant $(($part))? $({ $($field),* })? => {
                        write_line(key, out, &|out| out.write_str(stringify!($variant)))?;
                        $(
                            let own = Key { above: key, name: stringify!($part) };
                            Lines::write($part, if <$part_type>::HAS_LINE { Some(&own) } else { key }, out)?;
                        )?
                        $($(Lines::write($field, Some(&Key { above: key, name: stringify!($field) }), out)?;)*)?
                        Ok(())
                    }
                )* }
            }

            #[inline(never)]
            fn read(&mut self, key: &[u8], value: &[u8], _known: &mut Digests) -> Result<(), Error> {
                if key.is_empty() {
                    $(if value == stringify!($variant).as_bytes() {
                        if !matches!(self, Self::$variant { .. }) {
                            *self = Self::$variant
                                $((<$part_type>::fresh()))? $({ $($field: lines!(fresh $type $(, $default)?)),* })?;
                        }
                        return Ok(());
                    })*
                    return Err(Error::SettingsValue);
                }
                match self { $(
                    Self::$variant $(($part))? $({ $($field),* })? => {
                        $(
                            let own = if <$part_type>::HAS_LINE { below(key, stringify!($part)) } else { Some(key) };
                            if let Some(key) = own {
                                return Lines::read($part, key, value, _known);
                            }
                        )?
                        $($(if let Some(key) = below(key, stringify!($field)) {
                            return Lines::read($field, key, value, _known);
                        })*)?
                        Err(Error::SettingsKey)
                    }
                )* }
            }
        }

        impl$(<$lifetime>)? Fresh for $name {
            #[allow(unreachable_code, reason = "the first of these is taken")]
            fn fresh() -> Self {
                $(return $fresh;)?
                $(return Self::$variant $((<$part_type>::fresh()))? $({ $($field: lines!(fresh $type $(, $default)?)),* })?;)*
            }
        }
        lines! { $($rest)* }
    };
}
pub(crate) use lines;
