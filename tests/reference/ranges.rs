//! θ as the ranges that blocks make of it.

use sgmcmc::Block;
use sgmcmc::prior::Prior;
use sgmcmc::rule::StepParameters;
use std::ops;

/// A range that moves, with settings of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range<'a> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) factor: f64,
    /// Flat where the gradient has the prior's in it already.
    pub(crate) prior: Prior<'a>,
}

impl Range<'_> {
    pub(crate) fn len(&self) -> usize {
        self.end - self.start
    }

    pub(crate) fn indices(&self) -> ops::Range<usize> {
        self.start..self.end
    }

    pub(crate) fn has_prior(&self) -> bool {
        !matches!(self.prior, Prior::Flat(_) | Prior::Callback)
    }

    /// η or h of the range.
    pub(crate) fn at(&self, at: &StepParameters) -> StepParameters {
        StepParameters { step_size: at.step_size * self.factor, ..*at }
    }
}

/// The ranges of a vector of `dim` numbers, in order: a maximal run of coordinates in the same block, or in none.
pub(crate) fn ranges<'a>(dim: usize, blocks: &[Block], prior: Prior<'a>) -> Vec<Range<'a>> {
    let block_of =
        |i: usize| blocks.iter().position(|block| (block.start..block.start + block.len).contains(&i));
    let mut ranges: Vec<(Option<usize>, Range<'a>)> = Vec::new();
    for i in 0..dim {
        let block = block_of(i);
        match ranges.last_mut() {
            Some((last, range)) if *last == block => range.end = i + 1,
            _ => {
                let own = block.map(|block| blocks[block]);
                let factor = own.map_or(1.0, |block| block.step_size_factor);
                let prior = own.and_then(|block| block.prior).unwrap_or(prior);
                ranges.push((block, Range { start: i, end: i + 1, factor, prior }));
            }
        }
    }
    let moves = |block: &Option<usize>| !block.is_some_and(|block| blocks[block].frozen);
    ranges.into_iter().filter(|(block, _)| moves(block)).map(|(_, range)| range).collect()
}
