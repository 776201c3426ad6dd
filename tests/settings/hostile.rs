//! A text of any lines is read in time that grows with its length: what the settings point to is hashed once for all of
//! them, and not at all where the line has another length.

use super::*;
use sgmcmc::{Block, BlockList, BlockSource};
use std::cell::Cell;
use std::fmt::Write;

/// Blocks that count how often one is asked for.
struct Counted(Cell<usize>);

impl BlockSource for Counted {
    fn len(&self) -> usize {
        100
    }

    fn block(&self, i: usize) -> Block {
        self.0.set(self.0.get() + 1);
        Block::new(2 * i, 1)
    }
}

#[test]
fn what_is_pointed_to_is_hashed_once_for_a_text() {
    let blocks = Counted(Cell::new(0));
    let settings = ChainSettings { blocks: BlockList::Source(&blocks), ..good() };
    let mut text = String::new();
    settings.write(&mut text).expect("a string takes all");
    let line = text.lines().find(|line| line.starts_with("blocks = 100 of fingerprint ")).expect("a line");
    let mut hostile = String::new();
    for _ in 0..1000 {
        writeln!(hostile, "{line}").expect("a string takes all");
    }
    let asked = |text: &str| {
        blocks.0.set(0);
        let read = ChainSettings::read(text, &settings);
        (read.map(|_| ()).map_err(|wrong| (wrong.error, wrong.line)), blocks.0.get())
    };
    assert_eq!(asked(&hostile), (Ok(()), 100));
    assert_eq!(
        asked(&format!("{hostile}blocks = 100 of fingerprint 7")),
        (Err((Error::SettingsValue, 1001)), 100)
    );
    assert_eq!(asked("blocks = 99 of fingerprint 7"), (Err((Error::SettingsValue, 1)), 0));
}
