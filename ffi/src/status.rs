//! What every call answers: the numbers of `sgmcmc::Error`, and 0.

use crate::made::types::sgmcmc_status;
use core::ffi::{CStr, c_char};
use core_crate::Error;

/// The two lists are one: 0, then the core's errors.
const _: () = assert!(sgmcmc_status::ALL.len() == Error::ALL.len() + 1);

impl From<Result<(), Error>> for sgmcmc_status {
    fn from(result: Result<(), Error>) -> Self {
        let number = result.map_or_else(|error| error as i32, |()| 0);
        let status = Self::ALL.iter().find(|status| **status as i32 == number);
        // Found: both lists are made of one.
        status.copied().unwrap_or(Self::SGMCMC_ERROR_STOPPED)
    }
}

/// The length of the core's sentences, each with its closing zero.
const TEXTS_SIZE: usize = {
    let (mut size, mut i) = (0, 0);
    while i < Error::ALL.len() {
        size += Error::ALL[i].message().len() + 1;
        i += 1;
    }
    size
};

/// The core's sentences as C strings, one after the other, in the order of [`Error::ALL`].
static TEXTS: [u8; TEXTS_SIZE] = {
    let mut texts = [0; TEXTS_SIZE];
    let (mut at, mut i) = (0, 0);
    while i < Error::ALL.len() {
        let message = Error::ALL[i].message().as_bytes();
        let mut j = 0;
        while j < message.len() {
            texts[at + j] = message[j];
            j += 1;
        }
        at += message.len() + 1;
        i += 1;
    }
    texts
};

/// One English sentence for a status: what was refused, by its name where it is one setting, and what it must be.
///
/// Returns: a string that lives as long as the library; never NULL, also for numbers that are no status.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_status_message(status: i32) -> *const c_char {
    let text = Error::ALL
        .iter()
        .zip(TEXTS.split_inclusive(|byte| *byte == 0))
        .find(|(error, _)| **error as i32 == status);
    let text = match (status, text) {
        (0, _) => Ok(c"done"),
        (_, Some((_, text))) => CStr::from_bytes_with_nul(text),
        (_, None) => Ok(c"not a status of this library"),
    };
    text.unwrap_or_default().as_ptr()
}
