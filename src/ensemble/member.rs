//! The chains of an ensemble, each with what is its own.

use super::chain::EnsembleChain;
use super::metric::moved;
use super::settings::EnsembleSettings;
use crate::Error;
use crate::chain::copy;
use crate::gradient::{Draw, Model, StepError};
use crate::image::{Image, Sink, Source};
use crate::num::{Cut, Exclusive, MemoryUnit, Real};
use crate::rng::{Generators, fill_uniforms};
use crate::stats::Reservoir;

/// How often a start is drawn anew where the model has no finite answer.
const TRIES: u32 = 100;

/// Where the starts' random numbers are: not the chains'.
const STARTS: u64 = 0x5eed_0f57_a475_0000;

/// A chain, and how many draws it has shown.
pub(super) struct Member<R> {
    pub(super) chain: EnsembleChain<R>,
    pub(super) kept: Reservoir,
}

impl<R: Real> Image for Member<R> {
    const LEN: usize = <EnsembleChain<R> as Image>::LEN + <Reservoir as Image>::LEN;

    fn write(&self, words: &mut Sink<'_>) {
        self.chain.write(words);
        Image::<false>::write(&self.kept, words);
    }

    fn read(words: &mut Source<'_>) -> Self {
        Self { chain: EnsembleChain::read(words), kept: Image::<false>::read(words) }
    }
}

/// A member whose words take it over in the end: also when a model unwinds, after steps that stay done.
struct Held<'w, R: Real> {
    words: &'w mut [u64],
    member: Member<R>,
}

impl<'w, R: Real> Held<'w, R> {
    // A function of its own, which writes its result where it belongs.
    #[inline(never)]
    fn new(words: &'w mut [u64]) -> Self {
        Self { member: Member::read(&mut Source(words)), words }
    }
}

impl<R: Real> Drop for Held<'_, R> {
    fn drop(&mut self) {
        self.member.write(&mut Sink(self.words));
    }
}

/// The vectors of one chain.
pub(super) struct Room<C: Cut> {
    pub(super) words: C::Slice<u64>,
    pub(super) memory: C::Slice<MemoryUnit>,
}

impl<C: Cut> Room<C> {
    /// Of a chain whose vectors are so many units.
    pub(super) fn cut<R: Real>(chain_len: usize, cut: &mut C) -> Result<Self, Error> {
        let room = Self { words: cut.take(Member::<R>::LEN), memory: cut.take(chain_len) };
        cut.end()?;
        Ok(room)
    }
}

/// A chain of an ensemble, with what it needs to run by itself.
#[derive(Debug)]
pub struct EnsembleMember<'e, R> {
    pub(super) goal: u64,
    pub(super) words: &'e mut [u64],
    pub(super) memory: &'e mut [MemoryUnit],
    pub(super) draws: &'e mut [R],
}

impl<R: Real> EnsembleMember<'_, R> {
    /// Steps at most `step_count` times, at first through the warm-up, and not beyond the end of the round; true there.
    ///
    /// Whether a chain advances in one piece or in many, its bits are the same. Steps done before an error stay done, and the
    /// next call goes on. Errors: those of [`EnsembleChain::advance`].
    pub fn advance(&mut self, step_count: u64, model: &mut dyn Model<R>) -> Result<bool, StepError> {
        let mut held = Held::new(self.words);
        let Member { chain, kept } = &mut held.member;
        for _ in 0..step_count {
            if kept.shown() >= self.goal {
                break;
            }
            let mut keep = |draw: &Draw<'_, R>| {
                kept.push(self.draws, draw.theta).map(|_| ()).map_err(|error| error as i32)
            };
            chain.advance(self.memory, 1, model, Some(&mut keep))?;
        }
        Ok(kept.shown() >= self.goal)
    }

    /// Runs to the end of the round. Errors: those of [`advance`](Self::advance).
    pub fn run(&mut self, model: &mut dyn Model<R>) -> Result<(), StepError> {
        self.advance(u64::MAX, model).map(|_| ())
    }
}

/// Starts chain `index` at `theta`, or somewhere about it, with `start` for scratch, as a member's words.
// A function of its own: the chain leaves the stack with it.
#[inline(never)]
pub(super) fn begin<R: Real>(
    settings: &EnsembleSettings<'_>,
    index: u32,
    theta: &[R],
    start: &mut [R],
    Room { words, memory }: Room<Exclusive<'_>>,
    model: &mut dyn Model<R>,
) -> Result<(), StepError> {
    let mut generators = Generators::new(settings.seed ^ STARTS, index).ok_or(Error::ChainIndex)?;
    let spread = if index == 0 { 0.0 } else { settings.start_spread };
    let mut tries = 0;
    loop {
        tries += 1;
        fill_uniforms(&mut generators.noise, start);
        for (x, theta) in start.iter_mut().zip(theta) {
            *x = moved(*theta, spread * (2.0 * x.to_f64() - 1.0));
        }
        for block in settings.blocks.iter().filter(|block| block.frozen) {
            let range = block.start..block.end().unwrap_or(block.start);
            if let (Some(start), Some(theta)) = (start.get_mut(range.clone()), theta.get(range)) {
                copy(start, theta);
            }
        }
        match &EnsembleChain::start(settings, index, start, memory, model) {
            Err(error)
                if spread > 0.0
                    && tries < TRIES
                    && (error.is_of_answer()
                        || [Error::Impossible, Error::ThetaNotFinite]
                            .map(StepError::from)
                            .contains(error)) => {}
            Err(error) => return Err(*error),
            Ok(chain) => {
                let words = &mut Sink(words);
                chain.write(words);
                Image::<false>::write(&Reservoir::new(theta.len()), words);
                return Ok(());
            }
        }
    }
}
