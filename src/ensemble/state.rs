//! How an ensemble stands.

use crate::image::{Image, Sink, Source, image};
use crate::record::record;
use crate::text::{fixed, write_sentence};
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
    pub(super) fn write(&self, f: &mut dyn Write) -> fmt::Result {
        let Self { is_over, converged, r_hat, sample_size, pass_count, doubtful_count, draw_count, .. } =
            self;
        f.write_str(match (is_over, converged) {
            (false, _) => "The chains are still running",
            (true, true) => "The chains agree",
            (true, false) => {
                "The chains do NOT agree yet, or are worth too few draws, and no more passes are allowed"
            }
        })?;
        if *draw_count > 0 {
            f.write_str(": R-hat is at most ")?;
            f.write_str(&fixed(*r_hat, 3))?;
            let sentence = ", the effective sample size at least #, after # passes a chain.";
            write_sentence(f, sentence, &[*sample_size, *pass_count].map(libm::round))?;
        } else {
            f.write_str(".")?;
        }
        if *doubtful_count > 0 {
            let sentence = " Chains that say that something is to be doubted: #.";
            write_sentence(f, sentence, &[(*doubtful_count).into()])?;
        }
        Ok(())
    }
}
