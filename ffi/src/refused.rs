//! What statuses mean, in words.

use crate::block::sgmcmc_block;
use crate::fields::Fields;
use crate::rule::sgmcmc_rule;
use crate::schedule::sgmcmc_schedule;
use crate::settings::sgmcmc_chain_settings;
use crate::status::Owner;
use core::ffi::{CStr, c_char};
use core::ptr;
use core_crate::Error;

/// The length of texts, each with an ending and a closing zero.
const fn size_of(texts: &[&str], ending: &str) -> usize {
    let (mut size, mut i) = (0, 0);
    while i < texts.len() {
        size += texts[i].len() + ending.len() + 1;
        i += 1;
    }
    size
}

/// Texts, each with an ending, as C strings, one after the other.
const fn c_strings<const SIZE: usize>(texts: &[&str], ending: &str) -> [u8; SIZE] {
    let mut bytes = [0; SIZE];
    let (mut at, mut i) = (0, 0);
    while i < texts.len() {
        let (text, ending) = (texts[i].as_bytes(), ending.as_bytes());
        let mut j = 0;
        while j < text.len() + ending.len() {
            bytes[at] = if j < text.len() { text[j] } else { ending[j - text.len()] };
            (at, j) = (at + 1, j + 1);
        }
        (at, i) = (at + 1, i + 1);
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
        static $name: [u8; size_of(&$name::TEXTS, "")] = c_strings(&$name::TEXTS, "");

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

/// Fields of the structs of [`Owner`]: their names, and what is said of them.
macro_rules! of_owners {
    ($($owner:ident: $module:ident, $of:ty, $whose:literal;)*) => {
        $(mod $module {
            use super::*;

            const UNUSED: &str = concat!(
                $whose, " is set, and nothing that the settings choose uses it: choose what does, or leave it at its default"
            );

            pub(super) static NAMES: [u8; size_of(<$of>::NAMES, "")] = c_strings(<$of>::NAMES, "");
            pub(super) static SAID: [u8; size_of(<$of>::NAMES, UNUSED)] = c_strings(<$of>::NAMES, UNUSED);
        })*

        /// The names of a struct's fields, and what is said of them.
        fn texts(owner: Owner) -> [&'static [u8]; 2] {
            match owner {
                $(Owner::$owner => [&$module::NAMES, &$module::SAID],)*
            }
        }

        $(const _: () = assert!(<$of>::NAMES.len() <= Owner::ROOM);)*
    };
}

of_owners! {
    Chain: of_chains, sgmcmc_chain_settings, "";
    Rule: of_rules, sgmcmc_rule, " of a rule";
    Schedule: of_schedules, sgmcmc_schedule, " of a schedule";
    Block: of_blocks, sgmcmc_block, " of a block";
}

fn index_of(status: i32) -> Option<usize> {
    Error::ALL.iter().position(|error| *error as i32 == status)
}

/// The name of the field that nothing uses, and what is said of it.
fn unused(status: i32) -> Option<[&'static CStr; 2]> {
    let (owner, field) = Owner::refused(status)?;
    let [name, said] = texts(owner).map(|texts| nth(texts, field));
    Some([name?, said?])
}

/// One English sentence for a status: what was refused, and what it must be. That of a setting begins with its name.
///
/// Returns: a string that lives as long as the library; never NULL, also for numbers that are no status.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_status_message(status: i32) -> *const c_char {
    let text = match index_of(status) {
        _ if status == 0 => Some(c"done"),
        Some(i) => nth(&MESSAGES, i),
        None => unused(status).map(|[_, said]| said),
    };
    text.unwrap_or(c"not a status of this library").as_ptr()
}

/// The name of the setting that a status refuses: of a field of sgmcmc_chain_settings, or of a struct that it points to,
/// or of a pilot's, of health's, of a run's or of estimates' settings; or of an argument that stands for one. Flags, vectors
/// that are missing and lengths are refused without: SGMCMC_ERROR_FLAG, _NULL_POINTER, _LENGTH_MISMATCH.
///
/// Returns: a string that lives as long as the library; NULL for a status that is about something else.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_refused_setting(status: i32) -> *const c_char {
    let named = |i: usize| nth(&SETTINGS, i).filter(|name| !name.is_empty());
    let name = unused(status).map(|[name, _]| name).or_else(|| index_of(status).and_then(named));
    name.map_or(ptr::null(), CStr::as_ptr)
}
