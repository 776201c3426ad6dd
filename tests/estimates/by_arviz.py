"""Makes arviz.csv: rank-normalised R-hat, bulk and tail ESS by ArviZ, of draws that arviz.rs makes again, bit for bit.

    pip install "arviz<0.20" "numpy<2" "scipy<1.13" "xarray<2024.5" "matplotlib<3.9"
    python tests/estimates/by_arviz.py > tests/estimates/arviz.csv
"""

import arviz
import numpy as np

MASK = (1 << 64) - 1


def draws(chain_count, draw_count, rho, offset, digits):
    """Chains x_t = rho x_(t-1) + (twelve uniforms less 6), of which the last is moved by the offset."""
    state, chains = 1, []
    for chain in range(chain_count):
        x, row = 0.0, []
        for _ in range(draw_count):
            noise = -6.0
            for _ in range(12):
                state = (6364136223846793005 * state + 1442695040888963407) & MASK
                noise += (state >> 11) / 9007199254740992.0
            x = rho * x + noise
            moved = x + offset if chain + 1 == chain_count else x
            row.append(float(int(moved * digits)) if digits else moved)
        chains.append(row)
    return np.array(chains)


print("chain_count,draw_count,rho,offset,digits,r_hat,bulk,tail")
for chain_count in [1, 2, 4]:
    for draw_count in [4, 5, 8, 101, 1000]:
        for rho, offset, digits in [
            (0.0, 0.0, 0),
            (0.5, 0.0, 0),
            (0.95, 0.0, 0),
            (-0.5, 0.0, 0),
            (-0.95, 0.0, 0),
            (0.5, 3.0, 0),
            (0.5, 0.0, 1),
        ]:
            x = draws(chain_count, draw_count, rho, offset, digits)
            r_hat = arviz.rhat(x, method="rank") if chain_count > 1 else float("nan")
            bulk, tail = arviz.ess(x, method="bulk"), arviz.ess(x, method="tail")
            print(f"{chain_count},{draw_count},{rho},{offset},{digits},{r_hat:.17g},{bulk:.17g},{tail:.17g}")
