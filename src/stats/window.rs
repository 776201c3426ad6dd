//! How far off the mean of correlated draws is, from a window of means of successive draws; ours.
//!
//! The window has room for an even number of means, S. A draw goes into the batch that is pending; b draws are a batch, of
//! mean m and weight w. Where there are S, neighbours are joined and b doubles: a run of any length leaves K from S/2 to
//! S - 1 of them. With p = w / Σ w, p2 = Σ p², p3 = Σ p³ and m̄ the mean of all batches,
//!
//! ```text
//! y_j = K p_j (m_j - m̄),   c_t = Σ_j y_j y_(j+t) / K
//! for t = 0, 2, …:  g = c_t + c_(t+1), until g ≤ 0.6 sqrt(2/K) c_0;  Σ takes in the least g so far, u counts two more lags
//! τ = max(2 Σ / c_0 - 1, 0.35, or below 40 batches 1 / log10(max(K, 11)))
//! V = τ c_0 / (K max(1 - 2 p3/p2 + p2 - (2 u - 4) p2, 0.2)) Σ w / W,   W the weight of all draws
//! ν = max((1/p2 - 1) / (u - 1), 1)
//! ```
//!
//! V is the variance of the mean, and ν are its degrees of freedom. Unlike batches as many as they are long, the window
//! sees correlations over any number of draws that is short beside the run: where u > 0.12 K, it says that it is not. Nor
//! does it know V where one of 40 batches or more has y_j² above half of Σ y², as one of a normal law has once in 120 000
//! windows of 40, and seldomer the more they are: the mean is then that batch's, and who knows when the next is.
//!
//! Of other chains there are [`Chains`], a few numbers for all of them together, so that one whose mean is far from the
//! others' shows: M chains have V = Σ W_c² V_c / W², and by their means V' = M / (M - 1) Σ W_c² (m_c - m̄)² / W².

use super::moments::{difference, towards};
use crate::num::{Cut, Exclusive, Real, Shared};
use core::cell::Cell;

/// For how many means a window may have room, if any; the number is even.
pub(super) const ROOMS: core::ops::RangeInclusive<usize> = 32..=1024;

/// The counts and weights of a window, which all numbers of a draw share, and those of the other chains.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub(super) struct Batches {
    /// b.
    pub(super) len: u64,
    /// K.
    pub(super) count: u64,
    /// How many draws are pending, and their weight.
    pub(super) pending_count: u64,
    pub(super) pending: f64,
    pub(super) others: Weights,
}

/// How many chains, their weight W, and Σ W_c² / W².
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub(super) struct Weights {
    pub(super) count: u64,
    pub(super) weight: f64,
    pub(super) squared: f64,
}

/// What is known of one number's mean over some chains; but for the mean itself, scaled as the number is.
#[derive(Clone, Copy, Debug, Default)]
struct Chains {
    /// Σ W_c² m_c / Σ W_c².
    mean: f64,
    /// Σ W_c² (m_c - mean)² / W².
    between: f64,
    /// V.
    within: f64,
    /// Σ (W_c² V_c / W²)² / ν_c.
    of_within: f64,
    /// What V has of chains that remember for too long.
    slow: f64,
}

/// How exact a mean is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exactness {
    /// The variance of the mean, scaled as the number is.
    pub(super) variance: f64,
    /// ν.
    pub(super) freedom: f64,
    /// Whether draws stay correlated for so long a part of the run that the variance is a guess.
    pub(super) is_slow: bool,
    pub(super) chains_disagree: bool,
}

/// The vectors of a window: means, row after row, a weight for each row, the mean of what is pending; and for every number
/// what is known of other chains.
pub(super) struct Window<C: Cut> {
    pub(super) means: C::Slice<f64>,
    pub(super) weights: C::Slice<f64>,
    pub(super) pending: C::Slice<f64>,
    pub(super) chains: [C::Slice<f64>; 5],
}

impl Weights {
    const NONE: Self = Self { count: 0, weight: 0.0, squared: 0.0 };

    /// Those of both, and the squares of the share that each has.
    fn join(self, other: Self) -> (Self, [f64; 2]) {
        let weight = self.weight + other.weight;
        let shares =
            [self.weight, other.weight].map(|part| square(if part > 0.0 { part / weight } else { 0.0 }));
        let squared = shares[0] * self.squared + shares[1] * other.squared;
        (Self { count: self.count + other.count, weight, squared }, shares)
    }
}

impl Batches {
    pub(super) const NONE: Self =
        Self { len: 1, count: 0, pending_count: 0, pending: 0.0, others: Weights::NONE };

    /// Whether so many draws could have made them, in a window of so much room.
    pub(super) fn could_be(&self, draw_count: u64, room: u64) -> bool {
        let Self { len, count, pending_count, pending, others } = *self;
        let weights = [pending, others.weight, others.squared]
            .into_iter()
            .all(|weight| weight >= 0.0 && weight.is_finite());
        let counts = len.is_power_of_two() && count < room.max(1) && pending_count < len;
        let own = len.checked_mul(count).and_then(|own| own.checked_add(pending_count));
        let all = own.and_then(|own| own.checked_add(others.count));
        weights && counts && all.is_some_and(|all| all <= draw_count)
    }
}

impl Chains {
    /// With numbers scaled by so much more.
    fn scaled(self, ratio: f64) -> Self {
        let Self { mean, between, within, of_within, slow } = self;
        let squared = square(ratio);
        let [between, within, slow] = [between, within, slow].map(|number| number * squared);
        Self { mean, between, within, of_within: of_within * squared * squared, slow }
    }

    /// What is known of both, whose weights these are.
    fn join(self, other: Self, [own, others]: [Weights; 2], scale: f64) -> Self {
        if own.count == 0 || others.count == 0 {
            return if own.count == 0 { other } else { self };
        }
        let (joined, [a, b]) = own.join(others);
        let share = b * others.squared / joined.squared;
        let off = difference(self.mean, other.mean) * scale;
        Self {
            mean: towards(self.mean, other.mean, share),
            between: a * self.between + b * other.between + a * own.squared * share * square(off),
            within: a * self.within + b * other.within,
            of_within: a * a * self.of_within + b * b * other.of_within,
            slow: a * self.slow + b * other.slow,
        }
    }

    /// By the chains' own variances, or by how far their means are apart: where these are so far apart that the
    /// normal deviate of their ratio (Paulson 1942) is above 2.33, and where single chains remember for too long.
    fn exactness(self, weights: Weights, mean: f64, scale: f64) -> Exactness {
        // At least 1 but for rounding.
        let freedom =
            if self.of_within > 0.0 { at_least(1.0, square(self.within) / self.of_within) } else { 1.0 };
        let is_slow = 2.0 * self.slow >= self.within;
        let own = Exactness { variance: self.within, freedom, is_slow, chains_disagree: false };
        if weights.count < 2 {
            return own;
        }
        let count = weights.count as f64;
        let spread = self.between + weights.squared * square(difference(self.mean, mean) * scale);
        let apart = Exactness { variance: count / (count - 1.0) * spread, freedom: count - 1.0, ..own };
        let [of_apart, of_own] = [apart, own].map(|part| 2.0 / (9.0 * part.freedom));
        let root = libm::pow(apart.variance / own.variance, 1.0 / 3.0);
        let deviate =
            ((1.0 - of_own) * root - (1.0 - of_apart)) / libm::sqrt(of_own * root * root + of_apart);
        if deviate > 2.33 || own.variance == 0.0 && apart.variance > 0.0 {
            return Exactness { chains_disagree: true, ..apart };
        }
        let is_known = self.slow.is_finite();
        if is_slow && (is_known && apart.variance > own.variance || count > MANY) {
            Exactness { is_slow: false, ..apart }
        } else {
            own
        }
    }
}

/// Batches below which little is known of how they differ.
const FEW: f64 = 40.0;

/// Batches of which a chain that varies does not have all alike.
const SEVERAL: usize = 8;

/// Chains whose means say more than each by itself.
const MANY: f64 = 10.0;

fn square(x: f64) -> f64 {
    x * x
}

fn at_least(least: f64, x: f64) -> f64 {
    if x > least { x } else { least }
}

impl Window<Exclusive<'_>> {
    /// Takes a draw in.
    pub(super) fn push<R: Real>(&mut self, batches: &mut Batches, values: &[R], weight: f64) {
        let first = batches.pending_count == 0;
        batches.pending_count += 1;
        batches.pending += weight;
        let share = weight / batches.pending;
        for (pending, value) in self.pending.iter_mut().zip(values) {
            let value = value.to_f64();
            *pending = if first { value } else { towards(*pending, value, share) };
        }
        if batches.pending_count < batches.len {
            return;
        }
        let place = batches.count as usize;
        let row = self.means.chunks_exact_mut(self.pending.len().max(1)).nth(place);
        row.into_iter().flatten().zip(&*self.pending).for_each(|(mean, pending)| *mean = *pending);
        self.weights.get_mut(place).into_iter().for_each(|weight| *weight = batches.pending);
        batches.count += 1;
        (batches.pending_count, batches.pending) = (0, 0.0);
        if batches.count as usize >= self.weights.len() {
            self.join_neighbours();
            batches.count /= 2;
            batches.len = batches.len.saturating_mul(2);
        }
    }

    fn join_neighbours(&mut self) {
        let len = self.pending.len().max(1);
        // Only places that have been read already are written.
        let means = Cell::from_mut(&mut *self.means).as_slice_of_cells();
        let weights = Cell::from_mut(&mut *self.weights).as_slice_of_cells();
        let rows = means.chunks_exact(len.saturating_mul(2)).zip(means.chunks_exact(len));
        for ((pair, joined), (of_pair, of_joined)) in rows.zip(weights.chunks_exact(2).zip(weights)) {
            let total: f64 = of_pair.iter().map(Cell::get).sum();
            let share = of_pair.last().map_or(0.0, Cell::get) / total;
            let (first, second) = pair.split_at_checked(len).unwrap_or_default();
            for ((first, second), joined) in first.iter().zip(second).zip(joined) {
                joined.set(towards(first.get(), second.get(), share));
            }
            of_joined.set(total);
        }
    }

    /// Brings what is known of other chains' number `i` to a scale that is `ratio` times what it was.
    pub(super) fn rescale(&mut self, i: usize, ratio: f64) {
        self.put(i, chains(self.chains.each_ref().map(|part| &**part), i).scaled(ratio));
    }

    fn put(&mut self, i: usize, Chains { mean, between, within, of_within, slow }: Chains) {
        for (part, number) in self.chains.iter_mut().zip([mean, between, within, of_within, slow]) {
            part.get_mut(i).into_iter().for_each(|place| *place = number);
        }
    }

    /// Takes in what another knows of its own chain and of others. `scale` are the numbers' scales here, and `ratio` how
    /// much more that is than there.
    pub(super) fn merge(
        &mut self,
        batches: &mut Batches,
        (of_other, other): (&Batches, &Window<Shared<'_>>),
        scale: &[f64],
        ratio: impl Fn(usize) -> f64,
    ) {
        let (others, theirs) = (batches.others, other.weights_of_all(of_other));
        for (i, scale) in scale.iter().enumerate() {
            let known = chains(self.chains.each_ref().map(|part| &**part), i);
            let added = other.of_all(of_other, i, *scale, ratio(i));
            self.put(i, known.join(added, [others, theirs], *scale));
        }
        batches.others = others.join(theirs).0;
    }
}

/// What is known of number `i` of other chains.
fn chains(parts: [&[f64]; 5], i: usize) -> Chains {
    let [mean, between, within, of_within, slow] = parts.map(|part| part.get(i).copied().unwrap_or_default());
    Chains { mean, between, within, of_within, slow }
}

impl Window<Shared<'_>> {
    /// How exact the mean of number `i` is; `mean` is that of all draws, of all chains.
    pub(super) fn exactness(&self, batches: &Batches, i: usize, mean: f64, scale: f64) -> Exactness {
        self.of_all(batches, i, scale, 1.0).exactness(self.weights_of_all(batches), mean, scale)
    }

    fn weights_of_own(&self, batches: &Batches) -> Weights {
        let weight = self.batches(batches).iter().sum::<f64>() + batches.pending;
        if weight > 0.0 { Weights { count: 1, weight, squared: 1.0 } } else { Weights::NONE }
    }

    fn weights_of_all(&self, batches: &Batches) -> Weights {
        batches.others.join(self.weights_of_own(batches)).0
    }

    /// What is known of number `i`: of other chains, now in a scale that is `ratio` times what it was, and of its own.
    fn of_all(&self, batches: &Batches, i: usize, scale: f64, ratio: f64) -> Chains {
        let own = self.weights_of_own(batches);
        let of_own = self.of_own(batches, i, scale, own.weight);
        chains(self.chains, i).scaled(ratio).join(of_own, [batches.others, own], scale)
    }

    /// The batches' weights.
    fn batches(&self, batches: &Batches) -> &[f64] {
        self.weights.get(..batches.count as usize).unwrap_or_default()
    }

    /// What is known of its own chain, by the formula above.
    fn of_own(&self, batches: &Batches, i: usize, scale: f64, weight: f64) -> Chains {
        let weights = self.batches(batches);
        let from = |j: usize| {
            let means = self.means.get(j * self.pending.len() + i..).unwrap_or_default();
            means.iter().step_by(self.pending.len().max(1)).zip(weights.get(j..).unwrap_or_default())
        };
        let (mut total, mut mean) = (0.0, 0.0);
        for (m, w) in from(0) {
            total += w;
            mean = towards(mean, *m, w / total);
        }
        let pending = self.pending.get(i).copied().unwrap_or_default();
        let of_own =
            if batches.pending > 0.0 { towards(mean, pending, batches.pending / weight) } else { mean };
        let count = weights.len() as f64;
        let y = |(m, w): (&f64, &f64)| count * (w / total) * (difference(mean, *m) * scale);
        let covariance = |t| from(0).map(y).zip(from(t).map(y)).map(|(a, b)| a * b).sum::<f64>() / count;
        let c0 = covariance(0);
        if weights.len() < 2 || c0 == 0.0 {
            // A chain that does not vary is not one that is known exactly.
            let slow = if weights.len() < SEVERAL { 0.0 } else { f64::INFINITY };
            return Chains { mean: of_own, slow, ..Chains::default() };
        }
        let (mut used, mut sum, mut least) = (0, 0.0, f64::INFINITY);
        while used < weights.len() {
            let pair = if used == 0 { c0 } else { covariance(used) } + covariance(used + 1);
            let goes_on = used == 0 || pair > 0.6 * libm::sqrt(2.0 / count) * c0;
            if !goes_on {
                break;
            }
            least = if pair < least { pair } else { least };
            sum += least;
            used += 2;
        }
        let power = |n: i32| weights.iter().map(|w| (0..n).fold(1.0, |p, _| p * (w / total))).sum::<f64>();
        let (p2, p3, used) = (power(2), power(3), used as f64);
        let least = if count < FEW { 1.0 / libm::log10(at_least(11.0, count)) } else { 0.35 };
        let tau = at_least(least, 2.0 * sum / c0 - 1.0);
        let share = at_least(0.2, 1.0 - 2.0 * p3 / p2 + p2 - (2.0 * used - 4.0) * p2);
        let variance = tau * c0 / (count * share) * (total / weight);
        let freedom = at_least(1.0, (1.0 / p2 - 1.0) / (used - 1.0));
        let outweighed = count >= FEW && from(0).map(y).any(|y| y * y > 0.5 * count * c0);
        let slow = if used > 0.12 * count || outweighed { variance } else { 0.0 };
        Chains { mean: of_own, between: 0.0, within: variance, of_within: square(variance) / freedom, slow }
    }
}
