//! The vectors that the parts of a rule take for a pass over a chunk.

use crate::num::{Column, Far, Real};

/// Vectors as long as θ, one after the other: a rule's own, and those that a host's callback gave for this step.
///
/// The parts of a rule take theirs one by one, in the order in which they stand, and get the range that a pass is over.
pub(crate) struct Vectors<'a, R> {
    pub(super) state: &'a mut [R],
    pub(super) host_terms: &'a [R],
    pub(super) dim: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl<'a, R: Real> Vectors<'a, R> {
    /// The next vector of the rule's state, for a kernel that writes it, too.
    pub(crate) fn column(&mut self) -> Column<'a, R, Far> {
        Column::of(self.take())
    }
}

impl<'a, R> Vectors<'a, R> {
    /// The next vector of the rule's state.
    pub(crate) fn take(&mut self) -> &'a mut [R] {
        let (dim, start, end) = (self.dim, self.start, self.end);
        front(&mut self.state, dim).get_mut(start..end).unwrap_or_default()
    }

    /// The index of the pass's first parameter.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// The next vector that the host gave.
    pub(crate) fn take_host_term(&mut self) -> &'a [R] {
        let (first, rest) = self.host_terms.split_at_checked(self.dim).unwrap_or_default();
        self.host_terms = rest;
        first.get(self.start..self.end).unwrap_or_default()
    }

    /// The same vectors for a pass of their own; they can be taken again afterwards.
    pub(crate) fn lend(&mut self) -> Vectors<'_, R> {
        let Self { state, host_terms, dim, start, end } = self;
        Vectors { state, host_terms, dim: *dim, start: *start, end: *end }
    }

    /// Leaves out the first `count` vectors of the rule's state, which belong to another part.
    pub(crate) fn skip(mut self, count: usize) -> Self {
        front(&mut self.state, count.saturating_mul(self.dim));
        self
    }
}

/// Cuts the first `len` numbers off; none where there are fewer.
pub(crate) fn front<'a, R>(numbers: &mut &'a mut [R], len: usize) -> &'a mut [R] {
    let (first, rest) = core::mem::take(numbers).split_at_mut_checked(len).unwrap_or_default();
    *numbers = rest;
    first
}
