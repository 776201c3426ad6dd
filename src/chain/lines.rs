//! Blocks among a chain's settings, as a line of `key = value`.

use super::settings::ChainSettings;
use crate::Error;
use crate::blocks::{self, BlockList};
use crate::image::Digest;
use crate::text::{Digests, Fresh, Key, Lines, is_written, values, write_line, write_many, written};
use core::fmt::{self, Write};

written! { @'a ChainSettings<'a> }

values! {
    BlockList<'_>, write_blocks, |blocks, value, known| are_blocks(value, blocks, known).then_some(blocks),
        BlockList::NONE;
}

fn write_blocks(out: &mut dyn Write, blocks: BlockList<'_>) -> fmt::Result {
    write_many(out, blocks.len(), || digest(blocks))
}

fn digest(blocks: BlockList<'_>) -> u64 {
    let mut digest = Digest::new();
    blocks::digest(blocks, &mut digest);
    digest.finish()
}

/// Whether this is what [`write_blocks`] writes. There is one list, at no vector's address.
fn are_blocks(text: &[u8], blocks: BlockList<'_>, known: &mut Digests) -> bool {
    let digest = || known.of(0, blocks.len(), || digest(blocks));
    is_written(text, |out| write_many(out, blocks.len(), digest))
}
