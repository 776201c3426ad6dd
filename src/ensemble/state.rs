//! How an ensemble stands, and what it says of itself as text.

use super::report::EnsembleReport;
use super::run::Ensemble;
use crate::Error;
use crate::image::{Image, Sink, Source, image};
use crate::num::{MemoryUnit, Real};
use crate::record::record;
use crate::stats::write_table;
use crate::text::{Text, Wrapped, fixed, write_sentence};
use core::fmt::{self, Display, Write};

record! {
    /// How an ensemble stands, and what all chains show together.
    EnsembleState;

    /// Whether no more rounds are to come: the chains agree, or one more would take more passes than are allowed.
    is_over: bool;
    /// Whether the chains agree, and are worth as many independent draws as was wanted.
    converged: bool;
    /// The largest R̂ of a parameter; NaN before the first round has ended.
    r_hat: f64;
    /// The least effective sample size of a parameter, of bulk or tails; NaN before the first round has ended.
    sample_size: f64;
    /// Passes over all data by the chain that took the most.
    pass_count: f64;
    /// How many chains say that something is to be doubted.
    doubtful_count: u32;
    /// How many chains there are.
    chain_count: u32;
    /// How many parameters.
    dim: u64;
    /// How many draws of each chain are kept; 0 before the first round has ended.
    draw_count: u32;
    /// Trajectories of all chains that diverged after the warm-up.
    divergence_count: u64;
}

image! {
    struct EnsembleState {
        is_over: bool, converged: bool, r_hat: f64, sample_size: f64, pass_count: f64, doubtful_count: u32,
        chain_count: u32, dim: u64, draw_count: u32, divergence_count: u64,
    }
}

impl Display for EnsembleState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

impl EnsembleState {
    fn write(&self, f: &mut dyn Write) -> fmt::Result {
        let Self { is_over, converged, r_hat, sample_size, pass_count, doubtful_count, .. } = self;
        f.write_str(match (is_over, converged) {
            (false, _) => "The chains are still running",
            (true, true) => "The chains agree",
            (true, false) => "The chains do NOT agree yet, and no more passes are allowed",
        })?;
        f.write_str(": R-hat is at most ")?;
        f.write_str(&fixed(*r_hat, 3))?;
        let sentence = ", the effective sample size at least #, after # passes a chain.";
        write_sentence(f, sentence, &[*sample_size, *pass_count].map(libm::round))?;
        if *doubtful_count > 0 {
            let sentence = " Chains that say that something is to be doubted: #.";
            write_sentence(f, sentence, &[(*doubtful_count).into()])?;
        }
        Ok(())
    }
}

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
