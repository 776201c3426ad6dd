//! Settings as a text, and back.

use crate::Error;
use core::fmt;

/// Why a text was not read, and the line, from 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextError {
    /// [`SettingsLine`](Error::SettingsLine), [`SettingsKey`](Error::SettingsKey), or
    /// [`SettingsValue`](Error::SettingsValue); [`NotBuilt`](Error::NotBuilt) in a build without `settings-text`.
    pub error: Error,
    /// The line, from 1 on; 0 for what is wrong with no line.
    pub line: usize,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.error)
    }
}

impl core::error::Error for TextError {}

/// The text of settings whose [`Lines`](super::Lines) are all of it.
macro_rules! written {
    ($(@$lifetime:lifetime)? $Settings:ty) => {
        impl $(<$lifetime>)? $Settings {
            /// Writes every setting in force, defaults too, as a line of `key = value`: a record of a run, of which
            /// [`read`](Self::read) makes the same settings.
            ///
            /// A key is the name of a field, behind those of what it is part of. An enum's value is its variant's name, and
            /// what the variant holds follows below the same key. A number has the shortest digits that are read as the same
            /// bits. Vectors of the caller's, and blocks, are not written out: of them the line has how many numbers or blocks
            /// there are, and a fingerprint.
            ///
            /// Errors: those of `out`. A build without `settings-text` writes nothing.
            ///
            /// ```
            /// # use sgmcmc::{BatchSettings, ChainSettings, RuleSettings, Sampler, rule::Rule, schedule::Schedule};
            /// let sgld = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::constant(1e-3)));
            /// let settings = ChainSettings::new(1000, BatchSettings::WithoutReplacement(100), sgld);
            /// let mut text = String::new();
            /// settings.write(&mut text).unwrap();
            /// assert!(text.contains("\nbatch = WithoutReplacement\nbatch.len = 100\n"));
            /// assert!(text.contains("\nsampler.step_size.shape = Constant\nsampler.step_size.shape.value = 0.001\n"));
            ///
            /// let other = format!("{text}\n# the second chain\nchain_index = 1\nsampler.rule = Sghmc\n");
            /// let second = ChainSettings::read(&other, &settings)?;
            /// assert_eq!(second.chain_index, 1);
            /// # Ok::<(), sgmcmc::TextError>(())
            /// ```
            pub fn write(&self, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
                if $crate::built::SETTINGS_TEXT { $crate::text::Lines::write(self, None, out) } else { Ok(()) }
            }

            /// The same into bytes of the caller, as far as they reach; returns how many all of it takes. It is ASCII.
            pub fn write_bytes(&self, buffer: &mut [u8]) -> usize {
                let mut text = $crate::text::Text::new(buffer);
                // Such a writer has no errors.
                self.write(&mut text).ok();
                text.len
            }

            /// The settings that `text` makes of `base`: each line `key = value`, as [`write`](Self::write) writes it, sets one;
            /// of two with one key the later counts. Lines that are empty or begin with `#` are passed over, and spaces around
            /// key and value, too.
            ///
            /// A line that changes a variant gives what the variant holds its defaults; a number without one is NaN, or 0 for an
            /// integer, until its own line, and is refused so. A number has at most 38 digits, and is neither so large
            /// that it would be infinite nor so small that it would be 0. Vectors and blocks are `base`'s: a line that has another
            /// length or fingerprint than they is refused. Whether the settings go together is checked
            /// when a chain or an ensemble is made of them.
            ///
            /// Errors, with the line: [`SettingsLine`](crate::Error::SettingsLine) for one without `=` or without a key;
            /// [`SettingsKey`](crate::Error::SettingsKey) for a key that no setting has, or none that goes with the
            /// variants above it; [`SettingsValue`](crate::Error::SettingsValue).
            pub fn read(text: impl AsRef<[u8]>, base: &Self) -> Result<Self, $crate::text::TextError> {
                if !$crate::built::SETTINGS_TEXT {
                    return Err($crate::text::TextError { error: $crate::Error::NotBuilt, line: 0 });
                }
                let mut settings = *base;
                match $crate::text::read_lines(text.as_ref(), &mut settings) {
                    Ok(()) => Ok(settings),
                    Err((error, line)) => Err($crate::text::TextError { error, line }),
                }
            }
        }
    };
}
pub(crate) use written;
