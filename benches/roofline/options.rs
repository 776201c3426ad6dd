//! What the command line asks for.

use bench_support::CargoFlags;
use clap::Parser;
use std::time::Duration;

/// Times the kernels against their memory floor.
#[derive(Parser)]
pub(crate) struct Options {
    /// Fewer rounds, and no vectors of 2^25 parameters.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Only the rows whose names contain this, and those that they are held against.
    #[arg(long, default_value = "")]
    only: String,
    /// Only the rules, on vectors of 2^this parameters.
    #[arg(long)]
    pub(crate) length: Option<u32>,
    #[command(flatten)]
    cargo: CargoFlags,
}

/// How long rounds go on.
#[derive(Clone, Copy)]
pub(crate) enum Share {
    /// Of many works side by side.
    Table,
    /// The same, where one round takes seconds.
    LongTable,
    /// Of one.
    Row,
}

impl Options {
    /// Whether a row was asked for.
    pub(crate) fn wants(&self, name: &str) -> bool {
        name.to_lowercase().contains(&self.only.to_lowercase())
    }

    pub(crate) fn budget(&self, share: Share) -> Duration {
        Duration::from_millis(match (share, self.quick) {
            (Share::LongTable, false) => 50_000,
            (Share::Table, false) => 12_000,
            (Share::LongTable | Share::Table, true) => 1500,
            (Share::Row, false) => 500,
            (Share::Row, true) => 50,
        })
    }

    pub(crate) fn lengths(&self) -> Vec<usize> {
        let all: &[u32] = if self.quick { &[10, 14, 20] } else { &[10, 14, 20, 25] };
        match self.length {
            Some(length) => vec![1 << length],
            None => all.iter().map(|length| 1 << length).collect(),
        }
    }
}
