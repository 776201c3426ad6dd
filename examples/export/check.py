"""Reads what sgmcmc-export wrote with NumPy and ArviZ, and compares its R-hat and sample sizes with ArviZ's.

python check.py FOLDER < what sgmcmc-export printed
"""

import pathlib
import sys

import arviz
import numpy


def main():
    folder = pathlib.Path(sys.argv[1])
    printed = [line.split() for line in sys.stdin]
    own = numpy.array(printed[:-1], dtype=float)
    data = arviz.from_netcdf(folder / "draws.nc")
    arrays = numpy.load(folder / "draws.npz")
    theta = data.posterior["theta"]
    assert theta.dims == ("chain", "draw", "theta_dim_0"), theta.dims
    assert numpy.array_equal(theta.values, arrays["theta"])
    assert numpy.array_equal(data.sample_stats["log_likelihood"].values, arrays["log_likelihood"])
    assert numpy.array_equal(data.sample_stats["accepted"].values, arrays["accepted"])
    assert f"{fingerprint(arrays['theta']):016x}" == printed[-1][1]
    theirs = numpy.stack(
        [
            arviz.rhat(data)["theta"].values,
            arviz.ess(data, method="bulk")["theta"].values,
            arviz.ess(data, method="tail")["theta"].values,
        ],
        axis=1,
    )
    off = numpy.abs(own / theirs - 1).max()
    assert own.shape == (theta.shape[2], 3) and off < 1e-6, off
    keys = [line.split(" = ")[0] for line in (folder / "settings.txt").read_text().splitlines() if line[0] != "#"]
    assert len(keys) == len(set(keys)) and "sampler.proposal.leapfrog_count" in keys
    print(
        f"ArviZ reads {theta.shape[0]} chains of {theta.shape[1]} draws: R-hat up to {theirs[:, 0].max():.3f},"
        f" bulk sample sizes from {theirs[:, 1].min():.0f}; ours differ by at most {off:.0e} of them"
    )


def fingerprint(numbers):
    """FNV-1a of the bytes, as sgmcmc::fingerprint."""
    value = 0xCBF29CE484222325
    for byte in numbers.astype("<f8").tobytes():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


if __name__ == "__main__":
    main()
