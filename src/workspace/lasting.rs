//! Which vectors last from one step to the next: those that steps change, and those that are the settings' own.

use super::{First, Layout, More, Parts, Roles};
use crate::Error;
use crate::num::{Cut, MemoryUnit, Number, Real, Shared};
use wide::bytemuck::Pod;

/// What a vector holds that lasts and does not follow from the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lasting {
    Theta,
    Gradient,
    Batch,
    Mean,
    Squares,
    State,
    Anchor,
    AnchorGradient,
    Average,
    Table,
    TableMean,
    /// C of a noise compensation, which may be the settings'.
    Covariance,
    Mix,
}

/// Looks at the vectors that last, as `C` cuts them.
pub(crate) trait Visit<C: Cut> {
    fn visit<T: Number>(&mut self, what: Lasting, vector: C::Slice<T>) -> Result<(), Error>;
}

/// The vectors that are the settings'.
pub(crate) struct OfSettings<'m, R> {
    /// Mean and precision of the prior.
    pub(crate) prior: [&'m [R]; 2],
    pub(crate) blocks: &'m [u64],
    /// The rule's state, whose last numbers are the preconditioner's.
    pub(crate) state: &'m [R],
}

/// Cuts as `C` does, each time by the same function: what is done once need not be fast, but short.
struct Once<'c, C>(&'c mut C);

impl<C: Cut> Cut for Once<'_, C> {
    type Slice<T: Pod> = C::Slice<T>;

    #[inline(never)]
    fn take<T: Pod>(&mut self, len: usize) -> C::Slice<T> {
        self.0.take(len)
    }

    fn front<T: Pod>(slice: C::Slice<T>, len: usize) -> C::Slice<T> {
        C::front(slice, len)
    }

    fn end(&self) -> Result<(), Error> {
        self.0.end()
    }
}

impl Layout {
    /// Shows all vectors that last in the order in which a checkpoint has them; the rule's state without its last
    /// `fixed_len` numbers, which are the settings'.
    // Every part has a name here, so that a new one does not compile before it is known whether it lasts.
    pub(crate) fn visit_lasting<C: Cut, R: Real>(
        &self,
        cut: &mut C,
        roles: Roles,
        fixed_len: usize,
        visitor: &mut impl Visit<C>,
    ) -> Result<(), Error> {
        let Parts { first: First { theta, moments, gradient, batch }, more } =
            self.parts_once::<C, R>(cut)?;
        let More {
            state,
            anchors,
            average,
            table,
            table_mean,
            // The settings': see `of_settings`, and where `restore` fills them in.
            prior: _,
            blocks: _,
            // Scratch, all zero between steps.
            part: _,
            total: _,
            chunk: _,
            refresh: _,
            subset: _,
            host_terms: _,
            fresh: _,
            covariance,
            mix,
            mixing: _,
            other: _,
        } = more;
        visitor.visit(Lasting::Theta, one_of(theta, roles.flipped))?;
        visitor.visit(Lasting::Gradient, one_of(gradient, roles.flipped))?;
        visitor.visit(Lasting::Batch, one_of(batch, roles.flipped))?;
        for [mean, squares] in moments {
            visitor.visit(Lasting::Mean, mean)?;
            visitor.visit(Lasting::Squares, squares)?;
        }
        let state_len = self.state_len.get().saturating_sub(fixed_len);
        visitor.visit(Lasting::State, C::front(state, state_len))?;
        let [theta, gradient] = one_of(anchors, roles.anchor);
        visitor.visit(Lasting::Anchor, theta)?;
        visitor.visit(Lasting::AnchorGradient, gradient)?;
        visitor.visit(Lasting::Average, average)?;
        visitor.visit(Lasting::Table, table)?;
        visitor.visit(Lasting::TableMean, table_mean)?;
        visitor.visit(Lasting::Covariance, covariance)?;
        visitor.visit(Lasting::Mix, mix)
    }

    /// The parts for what is done once: a function of its own.
    #[inline(never)]
    fn parts_once<'c, C: Cut, R: Real>(&self, cut: &'c mut C) -> Result<Parts<Once<'c, C>, R>, Error> {
        self.parts(&mut Once(cut))
    }

    /// The vectors of `memory` that are the settings'.
    pub(crate) fn of_settings<'m, R: Real>(
        &self,
        memory: &'m [MemoryUnit],
    ) -> Result<OfSettings<'m, R>, Error> {
        let Parts { more: More { prior, blocks, state, .. }, .. } =
            self.parts_once::<_, R>(&mut Shared::new(memory))?;
        Ok(OfSettings { prior, blocks, state })
    }
}

fn one_of<T>([first, second]: [T; 2], is_second: bool) -> T {
    if is_second { second } else { first }
}
