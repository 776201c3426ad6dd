//! How long each of a chain's vectors is, by its settings.

use super::Config;
use crate::Error;
use crate::blocks;
use crate::built;
use crate::chain::settings::{BatchSettings, ChainSettings, RuleSettings, Sampler};
use crate::mh::MetropolisHastings;
use crate::num::{Len, Real};
use crate::prior::Prior;
use crate::workspace::Layout;

impl Config {
    pub(super) fn rule_layout<R: Real>(&self, rule: &RuleSettings<'_>, dim: usize) -> Result<Layout, Error> {
        let rule = &rule.rule;
        let site_len = if rule.part::<R>().has_own_site() { dim } else { 0 };
        Ok(Layout {
            theta_len: [dim, site_len],
            gradient_len: [0, dim],
            batch_len: [0, self.owned_batch_len()],
            state_len: Len::new(rule.state_len::<R>(dim)?),
            host_terms_len: Len::new(rule.host_terms_len::<R>(dim)?),
            ..Layout::default()
        })
    }

    pub(super) fn metropolis_layout(&self, mh: &MetropolisHastings, dim: usize) -> Layout {
        let batch_len = self.batch_len().get();
        let refresh_len = if built::WARM_UP && mh.tune_refresh_len {
            mh.most_refreshed(self.data_len, batch_len)
        } else {
            mh.partial_refresh_len(batch_len)
        };
        let hamiltonian_len = if mh.proposal.leapfrog_count().is_some() { dim } else { 0 };
        Layout {
            theta_len: [dim; 2],
            gradient_len: if mh.proposal.needs_gradient() { [dim; 2] } else { [0; 2] },
            batch_len: [self.owned_batch_len(); 2],
            refresh_len: Len::new((refresh_len as usize).saturating_mul(2)),
            host_terms_len: Len::new(hamiltonian_len),
            state_len: Len::new(hamiltonian_len),
            ..Layout::default()
        }
    }

    /// The parts that every sampler may have.
    pub(super) fn add_parts<R: Real>(
        &mut self,
        settings: &ChainSettings<'_>,
        dim: usize,
    ) -> Result<(), Error> {
        let anchoring = self.estimator.anchoring();
        let wants_gradient = self.layout.gradient_len != [0; 2];
        let anchoring = anchoring.filter(|_| wants_gradient);
        let subset_len = anchoring.and_then(|anchoring| anchoring.subset_len);
        let largest_pass = match (self.batch, anchoring) {
            (BatchSettings::All, _) => self.data_len.get(),
            (_, Some(_)) => subset_len.unwrap_or(self.data_len.get()),
            (_, None) => self.batch_len().get(),
        };
        // A caller's batch, whose length is unknown, is the caller's to cut.
        let cuts = settings.batch != BatchSettings::Caller || anchoring.is_some();
        built::need(built::LARGE_DATA || settings.chunk_len == 0)?;
        let chunked = settings.chunk_len > 0 && settings.chunk_len < largest_pass && cuts;
        let layout = &mut self.layout;
        if chunked {
            layout.chunk_len = Len::new(settings.chunk_len as usize);
        }
        let saga = self.estimator.has_table() && wants_gradient;
        let diffusion = match &self.sampler {
            Sampler::Rule(rule) => rule.rule.host_terms::<R>().take_gradient(),
            Sampler::MetropolisHastings(_) => false,
        };
        // The normals that a host gets use the same room as what is added to a gradient.
        if wants_gradient && (chunked || anchoring.is_some() || self.prior == Prior::Callback || diffusion) {
            layout.part_len = Len::new(dim);
        }
        if wants_gradient && (chunked || saga) {
            layout.total_len = Len::new(dim);
        }
        if anchoring.is_some() {
            layout.anchor_len = Len::new(dim);
            layout.subset_len = Len::new(subset_len.unwrap_or(0) as usize);
        }
        if anchoring.is_some_and(|anchoring| anchoring.averages()) {
            layout.average_len = Len::new(dim);
        }
        if saga {
            let rows = |count: u32| (count as usize).checked_mul(dim).ok_or(Error::LengthTooLarge);
            layout.table_len = Len::new(rows(self.data_len.get())?);
            layout.fresh_len = Len::new(rows(settings.batch.own_len().unwrap_or(1))?);
            layout.table_mean_len = Len::new(dim);
        }
        if settings.prior.vectors().is_some() {
            layout.prior_len = Len::new(dim);
        }
        let blocks_len = settings.blocks.len().checked_mul(blocks::ROW_LEN).ok_or(Error::LengthTooLarge)?;
        layout.blocks_len = Len::new(blocks_len);
        if settings.moments.plain() {
            layout.plain_len = dim;
        }
        if settings.moments.weighted() {
            layout.weighted_len = dim;
        }
        Ok(())
    }

    /// How many indices a buffer's batch has room for.
    fn owned_batch_len(&self) -> usize {
        self.batch.own_len().unwrap_or(0) as usize
    }
}
