//! What an ensemble says of itself.

use super::report::EnsembleReport;
use super::run::Ensemble;
use crate::Error;
use crate::num::{MemoryUnit, Real};
use crate::stats::write_table;
use crate::text::{Text, Wrapped, write_sentence};
use core::fmt::{self, Display, Write};

/// All that an ensemble says, in lines of at most 100 columns: a [`SummaryTable`](crate::SummaryTable), its state, and what
/// each chain says that is to be doubted.
#[derive(Clone, Copy, Debug)]
pub struct EnsembleText<'a, R> {
    ensemble: &'a Ensemble<R>,
    memory: &'a [MemoryUnit],
    names: &'a [&'a str],
}

impl<R: Real> Ensemble<R> {
    /// What it says, for people; parameters have these names, or `theta[i]`. Errors: `MemoryTooSmall`.
    pub fn text<'a>(
        &'a self,
        memory: &'a [MemoryUnit],
        names: &'a [&'a str],
    ) -> Result<EnsembleText<'a, R>, Error> {
        self.report(memory, 0)?;
        Ok(EnsembleText { ensemble: self, memory, names })
    }

    /// The same into bytes of the caller, as far as they reach, with the names that `name` has; returns how many all of it
    /// takes. But for the names it is ASCII.
    pub fn write_bytes<'n>(
        &self,
        memory: &[MemoryUnit],
        name: &dyn Fn(usize) -> Option<&'n str>,
        buffer: &mut [u8],
    ) -> usize {
        let mut text = Text::new(buffer);
        // Such a writer has no errors.
        self.write_text(memory, name, &mut text).ok();
        text.len
    }

    fn write_text<'n>(
        &self,
        memory: &[MemoryUnit],
        name: &dyn Fn(usize) -> Option<&'n str>,
        out: &mut dyn Write,
    ) -> fmt::Result {
        let rows = (0..self.plan.dim).map_while(|i| self.summary(memory, i).ok());
        write_table(out, rows, name)?;
        let mut lines = Wrapped::new(out);
        self.state.write(&mut lines)?;
        lines.write_char('\n')?;
        for index in 0..self.plan.chain_count {
            let report = self.report(memory, index);
            if let Some(report) = report.ok().filter(EnsembleReport::is_doubtful) {
                write_sentence(&mut lines, "Chain #: ", &[index as f64])?;
                report.write(&mut lines)?;
                lines.write_char('\n')?;
            }
        }
        Ok(())
    }
}

impl<R: Real> Display for EnsembleText<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ensemble.write_text(self.memory, &|i| self.names.get(i).copied(), f)
    }
}
