//! What statuses mean, in words.

use crate::fields::{Field, Fields};
use crate::made::types::sgmcmc_block;
use crate::made::types::sgmcmc_chain_settings;
use crate::made::types::{sgmcmc_ensemble_settings, sgmcmc_rule, sgmcmc_schedule};
use crate::status::Owner;
use core::ffi::{CStr, c_char};
use core::ptr;
use core_crate::{Error, built};

/// The length of texts, each with a closing zero.
const fn size_of(texts: &[&str]) -> usize {
    let (mut size, mut i) = (0, 0);
    while i < texts.len() {
        size += texts[i].len() + 1;
        i += 1;
    }
    size
}

/// Texts as C strings, one after the other.
const fn c_strings<const SIZE: usize>(texts: &[&str]) -> [u8; SIZE] {
    let mut bytes = [0; SIZE];
    let (mut at, mut i) = (0, 0);
    while i < texts.len() {
        let text = texts[i].as_bytes();
        let mut j = 0;
        while j < text.len() {
            bytes[at + j] = text[j];
            j += 1;
        }
        (at, i) = (at + text.len() + 1, i + 1);
    }
    bytes
}

/// The string of this index.
fn nth(bytes: &'static [u8], i: usize) -> Option<&'static CStr> {
    CStr::from_bytes_with_nul(bytes.split_inclusive(|byte| *byte == 0).nth(i)?).ok()
}

/// What each error has, in the order of [`Error::ALL`].
macro_rules! of_errors {
    ($($name:ident: |$error:ident| $text:expr;)*) => { $(
        static $name: [u8; size_of(&$name::TEXTS)] = c_strings(&$name::TEXTS);

        #[allow(non_snake_case, reason = "beside the strings")]
        mod $name {
            use core_crate::Error;

            pub(super) const TEXTS: [&str; Error::ALL.len()] = {
                let mut texts = [""; Error::ALL.len()];
                let mut i = 0;
                while i < texts.len() {
                    let $error = Error::ALL[i];
                    texts[i] = $text;
                    i += 1;
                }
                texts
            };
        }
    )* };
}

of_errors! {
    MESSAGES: |error| error.message();
    SETTINGS: |error| match error.setting() {
        Some(name) => name,
        None => "",
    };
}

/// What is said of a field that nothing uses.
const UNUSED: &CStr = c"a setting is set that nothing uses, of all that the settings choose; sgmcmc_refused_setting has its name: choose what uses it, or leave it at its default";

/// Names of the fields of the structs of [`Owner`].
macro_rules! of_owners {
    ($($owner:ident: $name:ident, $of:ty $(, in $family:ident)?;)*) => {
        $(
            static $name: [u8; size_of(<$of>::NAMES)] = c_strings(<$of>::NAMES);
        )*

        /// The fields of a struct, and their names.
        fn fields(owner: Owner) -> (&'static [Field], &'static [u8]) {
            match owner {
                $($(Owner::$owner if !built::$family => (&[], &[]),)?
                Owner::$owner => (<$of>::FIELDS, &$name),)*
            }
        }
    };
}

of_owners! {
    Chain: CHAIN, sgmcmc_chain_settings;
    Rule: RULE, sgmcmc_rule;
    Schedule: SCHEDULE, sgmcmc_schedule;
    Block: BLOCK, sgmcmc_block;
    Ensemble: ENSEMBLE, sgmcmc_ensemble_settings, in WARM_UP;
}

fn index_of(status: i32) -> Option<usize> {
    Error::ALL.iter().position(|error| *error as i32 == status)
}

/// The name of the field that nothing uses.
fn unused(status: i32) -> Option<&'static CStr> {
    let (owner, offset) = Owner::refused(status)?;
    let (fields, names) = fields(owner);
    nth(names, fields.iter().position(|field| field.offset() == offset)?)
}

/// One English sentence for a status: what was refused, and what it must be. That of a setting with another value than
/// it may have begins with its name.
///
/// Returns: a string that lives as long as the library; never NULL, also for numbers that are no status.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_status_message(status: i32) -> *const c_char {
    let text = match index_of(status) {
        _ if status == 0 => Some(c"done"),
        Some(i) => nth(&MESSAGES, i),
        None => unused(status).map(|_| UNUSED),
    };
    text.unwrap_or(c"not a status of this library").as_ptr()
}

/// The name of the setting that a status refuses. Of one that nothing uses it is the path in the struct that was given,
/// sampler.step_size.value; else the end of a path, batch.len or thinning, and of one that several structs have, such as
/// kind or offset, the message says of what. Or it is a field of a pilot's, of health's, of a run's or of estimates'
/// settings, or an argument that stands for one. Flags, vectors that are missing and lengths are refused without:
/// SGMCMC_ERROR_FLAG, _NULL_POINTER, _LENGTH_MISMATCH.
///
/// Returns: a string that lives as long as the library; NULL for a status that is about something else.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_refused_setting(status: i32) -> *const c_char {
    let named = |i: usize| nth(&SETTINGS, i).filter(|name| !name.is_empty());
    let name = unused(status).or_else(|| index_of(status).and_then(named));
    name.map_or(ptr::null(), CStr::as_ptr)
}
