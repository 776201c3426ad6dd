//! Estimates into bytes and back, for another machine to merge or to go on with.
//!
//! ```text
//! word 0      the magic number
//! word 1      version of the format
//! word 2      how many bytes there are
//! word 3 on   settings, counts and weights
//!             the memory, word by word: vectors of doubles and counts, each from a whole unit on
//! the last    checksum of all before
//! ```
//!
//! All numbers have 64 bits and are little-endian; every target and build writes the same.

use super::format::{WORD, checksum, words};
use crate::Error;
use crate::built;
use crate::image::{Image, Sink, Source};
use crate::num::{MemoryUnit, numbers_of, put_bytes};
use crate::stats::{EstimateSettings, EstimateState, Estimates};

const MAGIC: u64 = u64::from_le_bytes(*b"\x89sgmest\n");

const VERSION: u64 = 1;

const HEADER_LEN: usize = 3;

const STATE_LEN: usize = <EstimateState as Image<true>>::LEN;

/// Where the memory begins.
const MEMORY: usize = (HEADER_LEN + STATE_LEN) * WORD;

const UNIT: usize = size_of::<MemoryUnit>();

/// How many bytes estimates with so many units of memory are.
fn size_of_saved(units: usize) -> Option<usize> {
    units.checked_mul(UNIT)?.checked_add(MEMORY + WORD)
}

impl EstimateState {
    /// How many bytes [`save`](Self::save) writes: always the same for equal settings.
    ///
    /// Errors: those of [`EstimateSettings::memory_len`].
    pub fn save_size(&self) -> Result<usize, Error> {
        size_of_saved(self.settings().memory_len()?).ok_or(Error::LengthTooLarge)
    }

    /// Writes the estimates into `bytes`, from which [`restore`](Self::restore) makes them again on any machine; returns
    /// how many bytes there are.
    ///
    /// Errors: `MemoryTooSmall` for `memory` that is not theirs, or fewer bytes than [`save_size`](Self::save_size);
    /// `NotBuilt`. Nothing was written then.
    ///
    /// ```
    /// # use sgmcmc::{EstimateSettings, EstimateState, Estimates, MemoryUnit};
    /// # let settings = EstimateSettings::new(1);
    /// # let mut memory = vec![MemoryUnit::default(); settings.memory_len()?];
    /// # let mut estimates = Estimates::new(&settings, &mut memory)?;
    /// # (0..100).try_for_each(|i| estimates.push(&[f64::from(i)], 1.0))?;
    /// let mut bytes = vec![0; estimates.save_size()?];
    /// estimates.save(&mut bytes)?;
    ///
    /// let settings = EstimateState::saved_settings(&bytes)?;
    /// let mut memory = vec![MemoryUnit::default(); settings.memory_len()?];
    /// let restored = Estimates::restore(&bytes, &mut memory)?;
    /// assert_eq!(restored.state(), estimates.state());
    /// # Ok::<(), sgmcmc::Error>(())
    /// ```
    pub fn save(&self, memory: &[MemoryUnit], bytes: &mut [u8]) -> Result<usize, Error> {
        built::need(built::CHECKPOINT)?;
        let size = self.save_size()?;
        let memory = memory.get(..self.settings().memory_len()?).ok_or(Error::MemoryTooSmall)?;
        let bytes = bytes.get_mut(..size).ok_or(Error::MemoryTooSmall)?;
        let mut state = [0; STATE_LEN];
        Image::<true>::write(self, &mut Sink(&mut state));
        let Some((content, sum)) = bytes.split_last_chunk_mut::<WORD>() else { return Ok(size) };
        put_bytes(&[MAGIC, VERSION, size as u64], content);
        put_bytes(&state, content.get_mut(HEADER_LEN * WORD..).unwrap_or_default());
        let units = content.get_mut(MEMORY..).unwrap_or_default().chunks_exact_mut(UNIT);
        memory.iter().zip(units).for_each(|(unit, bytes)| put_bytes(unit.as_array(), bytes));
        put_bytes(&[checksum(content)], sum);
        Ok(size)
    }

    /// The settings of what [`save`](Self::save) wrote, whose [`memory_len`](EstimateSettings::memory_len) a
    /// [`restore`](Self::restore) wants.
    ///
    /// Errors: as of `restore`, but for the memory.
    pub fn saved_settings(bytes: &[u8]) -> Result<EstimateSettings, Error> {
        Ok(Self::read(bytes)?.settings())
    }

    /// Estimates that go on from what [`save`](Self::save) wrote, on whichever machine, with the same bits.
    ///
    /// `memory` may hold anything. Errors: `NotCheckpoint`, `CheckpointVersion`, `CheckpointLength`,
    /// `CheckpointDamaged`, and `CheckpointContents` for what no estimates could have, under a checksum that is right;
    /// `MemoryTooSmall`; `NotBuilt`. Nothing was written then. Never panics, never allocates.
    pub fn restore(bytes: &[u8], memory: &mut [MemoryUnit]) -> Result<Self, Error> {
        let state = Self::read(bytes)?;
        let memory = memory.get_mut(..state.settings().memory_len()?).ok_or(Error::MemoryTooSmall)?;
        let units = bytes.get(MEMORY..).unwrap_or_default().chunks_exact(UNIT);
        memory.iter_mut().zip(units).for_each(|(unit, bytes)| *unit = MemoryUnit::new(words(bytes)));
        Ok(state)
    }

    /// The counts and weights, once it is known that all is there and could be estimates'.
    fn read(bytes: &[u8]) -> Result<Self, Error> {
        built::need(built::CHECKPOINT)?;
        if bytes.iter().zip(MAGIC.to_le_bytes()).any(|(byte, magic)| *byte != magic) {
            return Err(Error::NotCheckpoint);
        }
        let [_, version, size] = words::<HEADER_LEN>(bytes);
        if bytes.len() >= 2 * WORD && version != VERSION {
            return Err(Error::CheckpointVersion);
        }
        if bytes.len() < MEMORY + WORD || size != bytes.len() as u64 {
            return Err(Error::CheckpointLength);
        }
        let (content, sum) = bytes.split_at(bytes.len() - WORD);
        if numbers_of::<u64>(sum).next() != Some(checksum(content)) {
            return Err(Error::CheckpointDamaged);
        }
        let state: [u64; STATE_LEN] = words(content.get(HEADER_LEN * WORD..).unwrap_or_default());
        let read: Self = Image::<true>::read(&mut Source(&state));
        let mut again = [0; STATE_LEN];
        Image::<true>::write(&read, &mut Sink(&mut again));
        let units = read.settings().memory_len().unwrap_or(usize::MAX);
        let memory = numbers_of::<u64>(content.get(MEMORY..).unwrap_or_default());
        if again != state || size_of_saved(units) != Some(bytes.len()) || !read.could_have(memory) {
            return Err(Error::CheckpointContents);
        }
        Ok(read)
    }
}

impl<'m> Estimates<'m> {
    /// See [`EstimateState::save_size`].
    pub fn save_size(&self) -> Result<usize, Error> {
        self.state().save_size()
    }

    /// See [`EstimateState::save`].
    pub fn save(&self, bytes: &mut [u8]) -> Result<usize, Error> {
        self.state().save(self.memory(), bytes)
    }

    /// See [`EstimateState::restore`].
    pub fn restore(bytes: &[u8], memory: &'m mut [MemoryUnit]) -> Result<Self, Error> {
        let state = EstimateState::restore(bytes, memory)?;
        Self::from_parts(state, memory)
    }
}
