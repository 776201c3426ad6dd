"""Summaries by ArviZ, of draws that arviz.rs makes again, bit for bit.

    pip install arviz-stats==0.8.0
    python tests/estimates/by_arviz.py > tests/estimates/arviz.csv
    python tests/estimates/by_arviz.py 400 > tests/estimates/arviz_short.csv

The second are short tables with ties, of which a line is the k-th; any number of them can be made and compared.
"""

import sys

import numpy as np
from arviz_stats.base import array_stats

MASK = (1 << 64) - 1


class Words:
    """The generator of arviz.rs."""

    def __init__(self, state):
        self.state = state & MASK

    def uniform(self):
        self.state = (6364136223846793005 * self.state + 1442695040888963407) & MASK
        return (self.state >> 11) / 9007199254740992.0

    def below(self, count):
        return int(count * self.uniform())


def draws(chain_count, draw_count, rho, offset, digits):
    """Chains x_t = rho x_(t-1) + (twelve uniforms less 6), of which the last is moved by the offset."""
    words, chains = Words(1), []
    for chain in range(chain_count):
        x, row = 0.0, []
        for _ in range(draw_count):
            noise = -6.0
            for _ in range(12):
                noise += words.uniform()
            x = rho * x + noise
            moved = x + offset if chain + 1 == chain_count else x
            row.append(float(int(moved * digits)) if digits else moved)
        chains.append(row)
    return np.array(chains)


def short(k):
    """One to four chains of 4 to 40 draws, of one of eight kinds."""
    words = Words(k * 0x9E3779B97F4A7C15)
    words.uniform()
    chain_count, draw_count, kind = 1 + words.below(4), 4 + words.below(37), words.below(8)
    levels, chains = 2 + words.below(9), []
    for chain in range(chain_count):
        x, last, row = 0.0, 0.0, []
        for t in range(draw_count):
            noise = words.uniform() - 0.5
            x = (0.0, 0.5, -0.8, 0.95)[kind % 4] * x + noise
            last = [
                x,
                x,
                x,
                float(int(8.0 * x)),
                float(int(levels * (noise + 0.5))),
                noise if t % 2 == 0 else -last,
                0.012031130701678503 if t % 2 == 0 else -0.4,
                float(chain) if levels < 6 else 7.5,
            ][kind]
            row.append(last)
        chains.append(row)
    return np.array(chains)


NAMES = "mean,deviation,standard_error,quantile_5,median,quantile_95,bulk_sample_size,tail_sample_size,r_hat"


def row(x):
    r_hat = array_stats.rhat(x, method="rank") if len(x) > 1 else float("nan")
    bulk, tail = array_stats.ess(x, method="bulk"), array_stats.ess(x, method="tail", prob=(0.05, 0.95))
    quantiles = array_stats.quantile(x.ravel(), [0.05, 0.5, 0.95])
    numbers = np.mean(x), np.std(x, ddof=1), array_stats.mcse(x, method="mean"), *quantiles, bulk, tail, r_hat
    return ",".join(f"{number:.17g}" for number in numbers)


if len(sys.argv) > 1:
    np.seterr(all="ignore")
    print(NAMES)
    for k in range(int(sys.argv[1])):
        print(row(short(k)))
    sys.exit()

print(f"chain_count,draw_count,rho,offset,digits,{NAMES}")
for chain_count in [1, 2, 4]:
    for draw_count in [4, 5, 8, 101, 1000, 4000]:
        for rho, offset, digits in [
            (0.0, 0.0, 0),
            (0.5, 0.0, 0),
            (0.95, 0.0, 0),
            (-0.5, 0.0, 0),
            (-0.95, 0.0, 0),
            (0.5, 3.0, 0),
            (0.5, 0.0, 1),
            (1.0, 0.0, 0),
        ]:
            x = draws(chain_count, draw_count, rho, offset, digits)
            print(f"{chain_count},{draw_count},{rho},{offset},{digits},{row(x)}")
