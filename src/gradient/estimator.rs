//! How the gradient is estimated: settings, and which parts of a chain's memory they take.

use crate::Error;
use crate::built;
use crate::named::named;
use crate::num::Real;
use crate::range::{Ranges, inside};
use crate::schema::{EachParameter, finite};

named! {
    /// How the gradient is estimated; any rule goes with any of them.
    ///
    /// All but the first replace the noise of the batch by that of a difference between two places, θ and an anchor θ̃
    /// near it, and want batches without repetitions. ĝ are mean gradients; g is summed over all n data. The batch is
    /// the same at both places, so a step takes the gradients of 2 m single data instead of m, besides those of the
    /// anchor.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub enum Estimator<'a> {
        /// n times the batch's mean, and the prior's.
        ///
        /// g = ∇log π0(θ) + n ĝ_I(θ).
        #[default]
        Plain = 0,
        /// A control variate around one place, over all data: one pass over them, in the first step. The one that
        /// Metropolis-Hastings proposals can use.
        ///
        /// g = ∇log π0(θ) + n (ĝ(θ̂) + ĝ_I(θ) - ĝ_I(θ̂)), ĝ over all data and θ̂ the centre; Baker et al. 2019.
        FixedCentre {
            /// θ̂, as long as θ, finite, copied; where it is not given (NULL in C) it is where the chain starts.
            centre: Option<EachParameter<'a>>,
        } = 1 in CONTROL_VARIATES,
        /// A control variate around θ, or its mean, over some of the data, made anew every so many steps: practical variance
        /// reduction, Chen et al. 2017, Algorithm 1.
        ///
        /// g = ∇log π0(θ) + n (ĝ_π(θ̃) + ĝ_I(θ) - ĝ_I(θ̃)), θ̃ and a batch π of n1 > m data taken anew every so many steps: the anchor's
        /// length and interval.
        ///
        /// All steps of an interval share the anchor's own noise, that of ĝ_π(θ̃). So its part in the error of a time
        /// average is about `interval` times what Theorem 6 of the paper has (whose λ_l has the wrong sign, too). An
        /// anchor over few data gains nothing: n1 = n/10 came to 1.18 ± 0.14 times SGLD's error on a logistic regression,
        /// n1 = n/2 to 0.57 ± 0.04. Step sizes in that paper, h, are on the mean loss: η here is h/n.
        Practical {
            /// n1, how many data an anchor is over: above m and at most n.
            anchor_len: u32,
            /// Steps between two anchors.
            interval: u64 => at_least(1.0), AnchorInterval,
            /// Whether the anchor is at the mean of θ over the last interval instead of at the last θ.
            averaged: bool,
        } = 2 in CONTROL_VARIATES,
        /// The same with all data for the anchor, and so without noise of its own: SVRG-LD, Dubey et al. 2016.
        ///
        /// g as there, with n1 = n.
        Svrg {
            /// Steps between two anchors.
            interval: u64 => at_least(1.0), AnchorInterval,
            /// Whether the anchor is at the mean of θ over the last interval instead of at the last θ.
            averaged: bool,
        } = 3 in CONTROL_VARIATES,
        /// Every datum has its own last gradient, in a table of n × d numbers: SAGA-LD, Dubey et al. 2016.
        ///
        /// g = ∇log π0(θ) + Σ_j α_j + (n/m) Σ_{i∈I} (∇ℓ_i(θ) - α_i), then α_i ← ∇ℓ_i(θ). The table α of n × d numbers is part of the chain's memory. The model is asked for one datum at a time: n
        /// times in the first step, m times in each. Batches by epochs are refused, since they would bias it: within an
        /// epoch the next batch holds only rows that are stale, so that the mean of its rows is not the table's. The
        /// variance was 0.93 and 0.86 times the target's at η H n/m = 0.2 and 1, H the curvature of the log posterior.
        Saga = 4 in CONTROL_VARIATES,
    }
}

/// Where an anchor is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnchorSite {
    Centre,
    Current,
    Average,
}

/// What an estimator takes differences from.
enum Variate {
    None,
    Anchor(Anchoring),
    /// A gradient of every datum.
    Table,
}

/// A control variate's anchor: where, over which data, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Anchoring {
    pub(crate) site: AnchorSite,
    /// n1, or all data.
    pub(crate) subset_len: Option<u32>,
    /// Steps until the next; `None` for one that stays.
    pub(crate) interval: Option<u64>,
}

impl<'a> Estimator<'a> {
    /// Refuses settings outside their ranges, for n data and batches of m.
    pub(crate) fn check<R: Real>(&self, dim: usize, data_len: u32, batch_len: u32) -> Result<(), Error> {
        built::need(built::CONTROL_VARIATES || *self == Self::Plain)?;
        match self {
            Self::Plain | Self::Saga | Self::FixedCentre { centre: None } => Ok(()),
            Self::FixedCentre { centre: Some(centre) } if centre.len() != dim => Err(Error::LengthMismatch),
            Self::FixedCentre { centre: Some(centre) } => {
                centre.iter().try_for_each(|x| inside::<R>(finite().in_theta(), *x, Error::Centre))
            }
            // On all data there is nothing to vary, and no anchor has more.
            Self::Practical { .. } | Self::Svrg { .. } if batch_len >= data_len => Err(Error::EstimatorKind),
            Self::Practical { anchor_len, .. } if *anchor_len <= batch_len || *anchor_len > data_len => {
                Err(Error::AnchorLen)
            }
            Self::Practical { .. } | Self::Svrg { .. } => Ranges::<R>::check_ranges(self),
        }
    }

    /// What it takes differences from: all that a chain asks of an estimator.
    fn variate(&self) -> Variate {
        if !built::CONTROL_VARIATES {
            return Variate::None;
        }
        let moving = |averaged| if averaged { AnchorSite::Average } else { AnchorSite::Current };
        let (site, subset_len, interval) = match *self {
            Self::Plain => return Variate::None,
            Self::Saga => return Variate::Table,
            Self::FixedCentre { .. } => (AnchorSite::Centre, None, None),
            Self::Practical { anchor_len, interval, averaged } => {
                (moving(averaged), Some(anchor_len), Some(interval))
            }
            Self::Svrg { interval, averaged } => (moving(averaged), None, Some(interval)),
        };
        Variate::Anchor(Anchoring { site, subset_len, interval })
    }

    /// Whether its noise is that of a difference.
    pub(crate) fn varies(&self) -> bool {
        built::CONTROL_VARIATES && !matches!(self.variate(), Variate::None)
    }

    /// The anchor's part, where there is an anchor.
    pub(crate) fn anchoring(&self) -> Option<Anchoring> {
        match self.variate() {
            Variate::Anchor(anchoring) if built::CONTROL_VARIATES => Some(anchoring),
            Variate::Anchor(_) | Variate::None | Variate::Table => None,
        }
    }

    /// Whether it has a table.
    pub(crate) fn has_table(&self) -> bool {
        built::CONTROL_VARIATES && matches!(self.variate(), Variate::Table)
    }

    /// Whether its anchor stays where it is.
    pub(crate) fn has_centre(&self) -> bool {
        self.anchoring().is_some_and(|anchoring| anchoring.site == AnchorSite::Centre)
    }

    /// The caller's own centre.
    pub(crate) fn centre(&self) -> Option<EachParameter<'a>> {
        match self {
            Self::FixedCentre { centre } => *centre,
            Self::Plain | Self::Practical { .. } | Self::Svrg { .. } | Self::Saga => None,
        }
    }

    /// The same choice without the caller's vector, which a chain's memory holds from then on.
    pub(crate) fn detached(&self) -> Estimator<'static> {
        match *self {
            // Refused where settings are checked.
            _ if !built::CONTROL_VARIATES => Estimator::Plain,
            Self::Plain => Estimator::Plain,
            Self::FixedCentre { .. } => Estimator::FixedCentre { centre: None },
            Self::Practical { anchor_len, interval, averaged } => {
                Estimator::Practical { anchor_len, interval, averaged }
            }
            Self::Svrg { interval, averaged } => Estimator::Svrg { interval, averaged },
            Self::Saga => Estimator::Saga,
        }
    }
}

impl Anchoring {
    /// Whether the anchor is at a mean, for which a chain's memory needs room.
    pub(crate) fn averages(&self) -> bool {
        self.site == AnchorSite::Average
    }

    /// How many places the mean of the interval has after step `index`.
    pub(crate) fn place_count(&self, index: u64) -> u64 {
        let since = self.interval.and_then(|interval| index.checked_rem(interval)).unwrap_or(index);
        since.saturating_add(1)
    }

    /// Whether step `index` begins with a new anchor.
    pub(crate) fn is_due(&self, index: u64) -> bool {
        index == 0 || self.interval.and_then(|interval| index.checked_rem(interval)) == Some(0)
    }
}
