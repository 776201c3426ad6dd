//! The vectors that a rule's parts take for the fused pass.

/// A rule's own numbers and those a host's callback gave for this step, vector after vector, each as long as θ.
///
/// The parts of a rule take theirs one by one, in the order in which they stand, and get the range that a pass is over.
pub(crate) struct Vectors<'a, R> {
    pub(super) state: &'a mut [R],
    pub(super) given: &'a [R],
    pub(super) dim: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl<'a, R> Vectors<'a, R> {
    /// The next vector of the rule's state.
    pub(crate) fn take(&mut self) -> &'a mut [R] {
        let (dim, start, end) = (self.dim, self.start, self.end);
        front(&mut self.state, dim).get_mut(start..end).unwrap_or_default()
    }

    /// The next vector that the host gave.
    pub(crate) fn take_given(&mut self) -> &'a [R] {
        let (first, rest) = self.given.split_at_checked(self.dim).unwrap_or_default();
        self.given = rest;
        first.get(self.start..self.end).unwrap_or_default()
    }
}

/// Cuts the first `len` numbers off; none where there are fewer.
pub(crate) fn front<'a, R>(numbers: &mut &'a mut [R], len: usize) -> &'a mut [R] {
    let (first, rest) = core::mem::take(numbers).split_at_mut_checked(len).unwrap_or_default();
    *numbers = rest;
    first
}
