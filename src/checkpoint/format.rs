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
use crate::num::{Real, numbers_of, put_bytes, take_bytes};
use crate::record::record;
use wide::bytemuck::Pod;

/// Of a chain.
pub(super) const MAGIC: [u8; 8] = *b"\x89sgmcmc\n";

/// Of an ensemble.
pub(crate) const ENSEMBLES: [u8; 8] = *b"\x89sgmens\n";

/// Of the format.
pub(super) const VERSION: u32 = 1;

/// Bytes of a word.
pub(crate) const WORD: usize = size_of::<u64>();

/// Words of a [`Header`].
const HEADER_LEN: usize = 6;

/// Where what is not the header begins.
pub(crate) const FRONT: usize = HEADER_LEN * WORD;

const PROGRESS_LEN: usize = <Progress as Image<true>>::LEN;

/// Where the vectors begin.
pub(super) const VECTORS: usize = FRONT + PROGRESS_LEN * WORD;

/// Words of a chain's progress.
type ProgressWords = [u64; PROGRESS_LEN];

record! {
    /// What a checkpoint of a chain or of an ensemble says of itself, for hosts that look before they restore.
    Checkpoint, #[non_exhaustive];

    /// The version of its format: this library writes and reads 1.
    version: u32;
    /// Bits of a number of θ: 32 or 64.
    bits: u32;
    /// The number of parameters.
    dim: u64;
    /// A digest of the settings, the same on every machine: equal settings have equal ones. Not in it are `seed` and
    /// `chain_index`, nor an ensemble's `start_spread`, `r_hat_max`, `sample_size` and `pass_max`.
    settings: u64;
    /// Steps that the chain has done; of an ensemble, with how many draws of each chain its round ends.
    step_count: u64;
    /// How many bytes it has.
    size: u64;
    /// Whether it is of an ensemble.
    is_ensemble: bool;
}

/// What the first words say of a chain, or of several.
pub(crate) struct Header {
    /// The magic number: of what the bytes are a checkpoint.
    pub(crate) magic: [u8; 8],
    pub(crate) bits: u32,
    pub(crate) size: u64,
    pub(crate) dim: u64,
    pub(crate) settings: u64,
    /// A word that means what the kind of checkpoint wants.
    pub(crate) last: u64,
}

impl Checkpoint {
    /// Reads what `bytes` say, once they are known to be whole.
    ///
    /// Errors: `NotCheckpoint`, `CheckpointVersion`, `CheckpointLength`, `CheckpointDamaged`; `CheckpointContents` for a
    /// checksum that is right and words that are not; `NotBuilt`.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        if bytes.starts_with(&ENSEMBLES) {
            let Header { bits, size, dim, settings, last, .. } =
                Header::read(bytes, ENSEMBLES, FRONT + WORD)?;
            return Ok(Self {
                version: VERSION,
                bits,
                dim,
                settings,
                step_count: last,
                size,
                is_ensemble: true,
            });
        }
        let Header { bits, size, dim, settings, .. } = Header::of_chain(bytes)?;
        let Progress { step_count, .. } = progress(bytes);
        Ok(Self { version: VERSION, bits, dim, settings, step_count, size, is_ensemble: false })
    }
}

impl Header {
    /// Of a chain, whose last word says whether the step size is one that was set while the chain ran.
    pub(super) fn of_chain(bytes: &[u8]) -> Result<Self, Error> {
        let header = Self::read(bytes, MAGIC, VECTORS + WORD)?;
        if header.last > 1 { Err(Error::CheckpointContents) } else { Ok(header) }
    }

    /// Reads it once the bytes, at least `least`, are known to be whole: see [`Checkpoint::read`].
    pub(crate) fn read(bytes: &[u8], magic: [u8; 8], least: usize) -> Result<Self, Error> {
        built::need(built::CHECKPOINT)?;
        if bytes.iter().zip(magic).any(|(byte, magic)| *byte != magic) {
            return Err(Error::NotCheckpoint);
        }
        let header: [u64; HEADER_LEN] = words(bytes);
        let [_, kind, size, dim, settings, last] = header;
        let [version, bits] = [kind as u32, (kind >> 32) as u32];
        if bytes.len() < 2 * WORD {
            return Err(Error::CheckpointLength);
        }
        if version != VERSION {
            return Err(Error::CheckpointVersion);
        }
        if bytes.len() < least || size != bytes.len() as u64 {
            return Err(Error::CheckpointLength);
        }
        let (content, sum) = bytes.split_at(bytes.len() - WORD);
        if numbers_of::<u64>(sum).next() != Some(checksum(content)) {
            return Err(Error::CheckpointDamaged);
        }
        if !(bits == 32 || bits == 64) {
            return Err(Error::CheckpointContents);
        }
        Ok(Self { magic, bits, size, dim, settings, last })
    }

    /// Refuses what is of another precision, or dimension.
    pub(crate) fn check<R: Real>(&self, dim: usize) -> Result<(), Error> {
        if self.bits as usize != 8 * size_of::<R>() {
            return Err(Error::OtherPrecision);
        }
        if self.dim != dim as u64 {
            return Err(Error::CheckpointDim);
        }
        Ok(())
    }

    /// Writes the words before what is a chain's.
    pub(crate) fn put(&self, bytes: &mut [u8]) {
        let Self { magic, bits, size, dim, settings, last } = *self;
        let kind = u64::from(VERSION) | u64::from(bits) << 32;
        put_bytes(&[u64::from_le_bytes(magic), kind, size, dim, settings, last], bytes);
    }
}

/// Room for what is still to be written, or only its size.
pub(crate) struct Writer<'b> {
    rest: Option<&'b mut [u8]>,
    pub(crate) size: usize,
}

impl<'b> Writer<'b> {
    /// `size` bytes were written, or are to be.
    pub(crate) fn new(rest: Option<&'b mut [u8]>, size: usize) -> Self {
        Self { rest, size }
    }

    /// The next bytes, where there are some to be written to.
    pub(crate) fn bytes(&mut self, len: usize) -> Result<Option<&'b mut [u8]>, Error> {
        self.size = self.size.checked_add(len).ok_or(Error::LengthTooLarge)?;
        let Some(rest) = self.rest.take() else { return Ok(None) };
        let (bytes, rest) = rest.split_at_mut_checked(len).ok_or(Error::MemoryTooSmall)?;
        self.rest = Some(rest);
        Ok(Some(bytes))
    }

    pub(crate) fn put<T: Pod>(&mut self, numbers: &[T]) -> Result<(), Error> {
        let bytes = self.bytes(size_of_val(numbers))?;
        bytes.into_iter().for_each(|bytes| put_bytes(numbers, bytes));
        Ok(())
    }
}

/// Bytes that are still to be read.
pub(crate) struct Reader<'b>(pub(crate) &'b [u8]);

impl<'b> Reader<'b> {
    pub(crate) fn bytes(&mut self, len: usize) -> Result<&'b [u8], Error> {
        let (bytes, rest) = self.0.split_at_checked(len).ok_or(Error::CheckpointContents)?;
        self.0 = rest;
        Ok(bytes)
    }

    pub(crate) fn take<T: Pod>(&mut self, numbers: &mut [T]) -> Result<(), Error> {
        take_bytes(numbers, self.bytes(size_of_val(numbers))?);
        Ok(())
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
    take_bytes(&mut words, bytes.get(FRONT..).unwrap_or_default());
    Image::<true>::read(&mut Source(&words))
}

/// Whether the progress has the words that `bytes` have, and no others.
#[inline(never)]
pub(super) fn is_progress(progress: &Progress, bytes: &[u8]) -> bool {
    let mut words: ProgressWords = [0; _];
    Image::<true>::write(progress, &mut Sink(&mut words));
    numbers_of::<u64>(bytes.get(FRONT..VECTORS).unwrap_or_default()).eq(words.iter().copied())
}

/// Writes the words of the progress.
#[inline(never)]
pub(super) fn put_progress(progress: &Progress, bytes: &mut [u8]) {
    let mut words: ProgressWords = [0; _];
    Image::<true>::write(progress, &mut Sink(&mut words));
    put_bytes(&words, bytes.get_mut(FRONT..).unwrap_or_default());
}

/// The last word of a checkpoint with this content.
pub(crate) fn checksum(content: &[u8]) -> u64 {
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
