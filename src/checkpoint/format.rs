//! The format: what stands where in a checkpoint's bytes.
//!
//! ```text
//! word 0      the magic number
//! word 1      version of the format, 32 bits; bits of a number of θ, 32 bits
//! word 2      how many bytes there are
//! word 3      d
//! word 4      digest of the settings
//! word 5      1 where a call has set the step size, else 0
//! word 6 on   progress: generators, counts, and all else that steps change and that is no vector
//!             the vectors that last from step to step, unpadded: src/workspace/lasting.rs
//! the last    checksum of all before, the last word padded with zeros
//! ```
//!
//! A word has 64 bits. Words and numbers are little-endian, a number is its bits, and no length depends on the target or
//! on what the build leaves out. Whatever changes in this order, in the words of `Progress` or in those of settings is
//! another version.

use crate::Error;
use crate::built;
use crate::chain::Progress;
use crate::image::{Digest, Image, Sink, Source};
use crate::num::{numbers_of, put_bytes, take_bytes};
use crate::record::record;

const MAGIC: u64 = u64::from_le_bytes(*b"\x89sgmcmc\n");

/// Of the format.
pub(super) const VERSION: u32 = 1;

/// Bytes of a word.
pub(super) const WORD: usize = size_of::<u64>();

const HEADER_LEN: usize = 6;

const PROGRESS_LEN: usize = <Progress as Image<true>>::LEN;

/// Where the vectors begin.
pub(super) const VECTORS: usize = (HEADER_LEN + PROGRESS_LEN) * WORD;

/// Words of a chain's progress.
type ProgressWords = [u64; PROGRESS_LEN];

record! {
    /// What a checkpoint says of itself, for hosts that look before they restore.
    Checkpoint, #[non_exhaustive];

    /// The version of its format: this library writes and reads 1.
    version: u32;
    /// Bits of a number of θ: 32 or 64.
    bits: u32;
    /// The number of parameters.
    dim: u64;
    /// A digest of all settings but `seed` and `chain_index`, the same on every machine: equal settings have equal ones.
    settings: u64;
    /// Steps that the chain has done.
    step_count: u64;
    /// How many bytes it has.
    size: u64;
}

/// The same with what is no host's to know.
pub(super) struct Header {
    pub(super) checkpoint: Checkpoint,
    /// Whether the step size is one that was set while the chain ran.
    pub(super) sets_step_size: bool,
}

impl Checkpoint {
    /// Reads what `bytes` say, once they are known to be whole.
    ///
    /// Errors: `NotCheckpoint`, `CheckpointVersion`, `CheckpointLength`, `CheckpointDamaged`; `CheckpointContents` for a
    /// checksum that is right and words that are not; `NotBuilt`.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        Header::read(bytes).map(|header| header.checkpoint)
    }
}

impl Header {
    /// See [`Checkpoint::read`].
    pub(super) fn read(bytes: &[u8]) -> Result<Self, Error> {
        built::need(built::CHECKPOINT)?;
        if bytes.iter().zip(MAGIC.to_le_bytes()).any(|(byte, magic)| *byte != magic) {
            return Err(Error::NotCheckpoint);
        }
        let header: [u64; HEADER_LEN] = words(bytes);
        let [_, kind, size, dim, settings, set] = header;
        let [version, bits] = [kind as u32, (kind >> 32) as u32];
        if bytes.len() < 2 * WORD {
            return Err(Error::CheckpointLength);
        }
        if version != VERSION {
            return Err(Error::CheckpointVersion);
        }
        if bytes.len() < VECTORS + WORD || size != bytes.len() as u64 {
            return Err(Error::CheckpointLength);
        }
        let (content, sum) = bytes.split_at(bytes.len() - WORD);
        if numbers_of::<u64>(sum).next() != Some(checksum(content)) {
            return Err(Error::CheckpointDamaged);
        }
        if set > 1 || !(bits == 32 || bits == 64) {
            return Err(Error::CheckpointContents);
        }
        let Progress { step_count, .. } = progress(bytes);
        let checkpoint = Checkpoint { version, bits, dim, settings, step_count, size };
        Ok(Self { checkpoint, sets_step_size: set == 1 })
    }

    /// Writes the words before the progress.
    pub(super) fn put(&self, bytes: &mut [u8]) {
        let Checkpoint { version, bits, dim, settings, size, .. } = self.checkpoint;
        let kind = u64::from(version) | u64::from(bits) << 32;
        let header = [MAGIC, kind, size, dim, settings, u64::from(self.sets_step_size)];
        put_bytes(&header, bytes);
    }
}

/// The words at the front of `bytes`, with zeros for those that are not there.
pub(super) fn words<const LEN: usize>(bytes: &[u8]) -> [u64; LEN] {
    let mut words = [0; LEN];
    words.iter_mut().zip(numbers_of(bytes)).for_each(|(word, read)| *word = read);
    words
}

/// The progress. Words that no progress gives read as some: see [`is_progress`].
// A function of its own, as its siblings: the words leave the stack with it.
#[inline(never)]
pub(super) fn progress(bytes: &[u8]) -> Progress {
    let mut words: ProgressWords = [0; _];
    take_bytes(&mut words, bytes.get(HEADER_LEN * WORD..).unwrap_or_default());
    Image::<true>::read(&mut Source(&words))
}

/// Whether the progress has the words that `bytes` have, and no others.
#[inline(never)]
pub(super) fn is_progress(progress: &Progress, bytes: &[u8]) -> bool {
    let mut words: ProgressWords = [0; _];
    Image::<true>::write(progress, &mut Sink(&mut words));
    numbers_of::<u64>(bytes.get(HEADER_LEN * WORD..VECTORS).unwrap_or_default()).eq(words.iter().copied())
}

/// Writes the words of the progress.
#[inline(never)]
pub(super) fn put_progress(progress: &Progress, bytes: &mut [u8]) {
    let mut words: ProgressWords = [0; _];
    Image::<true>::write(progress, &mut Sink(&mut words));
    put_bytes(&words, bytes.get_mut(HEADER_LEN * WORD..).unwrap_or_default());
}

/// The last word of a checkpoint with this content.
pub(super) fn checksum(content: &[u8]) -> u64 {
    let mut digest = Digest::new();
    numbers_of(content).for_each(|word| digest.put(word));
    let mut last = [0; WORD];
    let (_, rest) = content.as_chunks::<WORD>();
    last.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    if !rest.is_empty() {
        digest.put(u64::from_le_bytes(last));
    }
    digest.finish()
}
