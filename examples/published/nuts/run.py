"""NUTS on the nine posteriors of the experiment posteriordb, to stand beside the library's samplers.

python run.py DATA_FOLDER > nuts.csv

NUTS as Stan runs it, by blackjax: a step size and a diagonal metric from a warm-up of 1000 steps in windows, an
acceptance of 0.8 aimed at, then 1000 draws; four chains, each from uniform numbers on (-2, 2) and with a warm-up of its
own. The densities are those of src/models/posteriors.rs, with the same parameters without bounds, by jax in 64 bits.

A pass is a gradient of the log density, so a pass through all data; NUTS takes one a leapfrog step, those of a subtree
that it drops included. An effective size is the least over the constrained parameters and over what is averaged, x and
|x - median|, of ArviZ's bulk size. Seconds are the processor's, the least of three tries, of warm-up and draws of all
four chains without compilation: first one chain after the other, which all other columns are of, then all four in step,
by vmap, where each waits for the longest trajectory but shares what a step costs beside its gradient.
"""

import csv
import datetime
import pathlib
import platform
import sys
import time
import typing

import jax

jax.config.update("jax_enable_x64", True)

import arviz
import blackjax
import jax.numpy as jnp
import numpy
from jax.nn import log_sigmoid, sigmoid

CHAINS = 4
WARM_UP = 1000
DRAWS = 1000
SEEDS = (1, 2, 3, 4)
TRIES = 3
COLUMNS = (
    "posterior",
    "seed",
    "r_hat",
    "mean_error",
    "sd_error",
    "effective_size",
    "passes",
    "warm_up_passes",
    "divergences",
    "seconds",
    "seconds_in_step",
)


class Posterior(typing.NamedTuple):
    """A log density, up to a constant, of dim parameters without bounds, and the constrained ones."""

    dim: int
    log_density: typing.Callable
    constrain: typing.Callable


def normal(x, mean, sd):
    """The log density of N(mean, sd) without its constant."""
    z = (x - mean) / sd
    return jnp.sum(-0.5 * z * z - jnp.log(sd))


def half_cauchy(log_x, scale):
    """That of log x where x is half-Cauchy(0, scale)."""
    return log_x - jnp.log1p(jnp.square(jnp.exp(log_x) / scale))


def regression(x, y, sd=None, scale=None):
    """y ~ N(x beta, sigma), beta ~ N(0, sd), sigma ~ half-Cauchy(0, scale), each flat where there is no number;
    theta = (beta, log sigma)."""

    def log_density(theta):
        beta, log_sigma = theta[:-1], theta[-1]
        likelihood = jnp.sum(-0.5 * jnp.square((y - x @ beta) * jnp.exp(-log_sigma))) - len(y) * log_sigma
        of_beta = 0.0 if sd is None else normal(beta, 0.0, sd)
        return likelihood + of_beta + (log_sigma if scale is None else half_cauchy(log_sigma, scale))

    return Posterior(x.shape[1] + 1, log_density, lambda theta: theta.at[-1].set(jnp.exp(theta[-1])))


def binomial(x, y):
    """y ~ binomial(N, logistic(x theta)), N the last column, theta ~ N(0, 100)."""
    x, count = x[:, :-1], x[:, -1]

    def log_density(theta):
        score = x @ theta
        return jnp.sum(y * log_sigmoid(score) + (count - y) * log_sigmoid(-score)) + normal(theta, 0.0, 100.0)

    return Posterior(x.shape[1], log_density, lambda theta: theta)


def poisson(x, y):
    """y ~ Poisson(exp(x beta)), beta uniform, the first on (-20, 20), the others on (-10, 10), each a scaled logistic
    of theta."""
    width = jnp.full(x.shape[1], 20.0).at[0].set(40.0)

    def constrain(theta):
        return width * (sigmoid(theta) - 0.5)

    def log_density(theta):
        score = x @ constrain(theta)
        return jnp.sum(y * score - jnp.exp(score)) + jnp.sum(log_sigmoid(theta) + log_sigmoid(-theta))

    return Posterior(x.shape[1], log_density, constrain)


def schools(x, y, centred):
    """y_j ~ N(t_j, s_j), t_j ~ N(mu, tau), mu ~ N(0, 5), tau ~ half-Cauchy(0, 5); theta = (t or z, mu, log tau), where
    t = mu + tau z."""
    error = x[:, 0]

    def constrain(theta):
        t, mu, tau = theta[:-2], theta[-2], jnp.exp(theta[-1])
        return jnp.concatenate([t if centred else mu + tau * t, jnp.array([mu, tau])])

    def log_density(theta):
        own, mu, log_tau = theta[:-2], theta[-2], theta[-1]
        of_own = normal(own, mu, jnp.exp(log_tau)) if centred else normal(own, 0.0, 1.0)
        prior = of_own + normal(mu, 0.0, 5.0) + half_cauchy(log_tau, 5.0)
        return normal(y, constrain(theta)[:-2], error) + prior

    return Posterior(len(y) + 2, log_density, constrain)


def mixture(_, y):
    """y ~ p N(mu1, sigma1) + (1 - p) N(mu2, sigma2), mu ~ N(0, 2), sigma ~ half-N(0, 2), p ~ beta(5, 5);
    theta = (mu1, log(mu2 - mu1), log sigma1, log sigma2, logit p)."""

    def constrain(theta):
        gap, first, second = jnp.exp(theta[1:4])
        return jnp.array([theta[0], theta[0] + gap, first, second, sigmoid(theta[4])])

    def log_density(theta):
        constrained = constrain(theta)
        mu, sigma = constrained[:2], constrained[2:4]
        log_p = log_sigmoid(theta[4] * jnp.array([1.0, -1.0]))
        z = (y[:, None] - mu) / sigma
        likelihood = jnp.sum(jnp.logaddexp(*(log_p - theta[2:4] - 0.5 * z * z).T))
        # The Jacobian of logit p makes beta(5, 5) p^5 (1 - p)^5.
        return likelihood + normal(constrained[:4], 0.0, 2.0) + jnp.sum(theta[1:4]) + 5.0 * jnp.sum(log_p)

    return Posterior(5, log_density, constrain)


# The name of each, of its data, of its reference, and its law.
CASES = {
    "arK": ("arK", "arK", lambda x, y: regression(x, y, sd=10.0, scale=2.5)),
    "kidscore": ("kidscore", "kidscore", lambda x, y: regression(x, y, scale=2.5)),
    "mesquite": ("mesquite", "mesquite", regression),
    "nes": ("nes", "nes", regression),
    "binomial": ("binomial", None, binomial),
    "poisson": ("poisson", None, poisson),
    "eight_nc": ("eight", "eight", lambda x, y: schools(x, y, centred=False)),
    "eight_c": ("eight", "eight", lambda x, y: schools(x, y, centred=True)),
    "mix": ("mix", "mix", mixture),
}


def read(folder, name):
    """A posterior, and the means and deviations of its reference draws, where there are some."""
    data, reference, law = CASES[name]
    rows = numpy.loadtxt(folder / f"{data}.txt", skiprows=1)
    with open(folder / "reference.csv", newline="") as file:
        own = [row for row in csv.DictReader(file) if row["posterior"] == reference]
    moments = numpy.array([[float(row[of]) for of in ("mean", "sd")] for row in own])
    return law(jnp.array(rows[:, :-1]), jnp.array(rows[:, -1])), moments


def compiled(posterior):
    """Chains from their keys, one after the other and in step: constrained draws, how many leapfrog steps draws and
    warm-up took, and divergences, each with an axis of chains."""

    def chain(key):
        of_start, of_warm_up, of_draws = jax.random.split(key, 3)
        start = jax.random.uniform(of_start, (posterior.dim,), minval=-2.0, maxval=2.0)
        warm_up = blackjax.window_adaptation(blackjax.nuts, posterior.log_density, target_acceptance_rate=0.8)
        (state, settings), warm = warm_up.run(of_warm_up, start, WARM_UP)
        nuts = blackjax.nuts(posterior.log_density, **settings)

        def draw(state, key):
            state, info = nuts.step(key, state)
            return state, (posterior.constrain(state.position), info.num_integration_steps, info.is_divergent)

        _, (draws, steps, divergent) = jax.lax.scan(draw, state, jax.random.split(of_draws, DRAWS))
        return draws, jnp.sum(steps), jnp.sum(warm.info.num_integration_steps), jnp.sum(divergent)

    keys = jax.random.split(jax.random.key(0), CHAINS)
    ways = (lambda keys: jax.lax.map(chain, keys)), jax.vmap(chain)
    return [jax.jit(way).lower(keys).compile() for way in ways]


def timed(chains, keys):
    """What chains gave, and the least seconds of the processor that they took in so many tries."""
    seconds = []
    for _ in range(TRIES):
        before = time.process_time()
        of = jax.block_until_ready(chains(keys))
        seconds.append(time.process_time() - before)
    return [numpy.asarray(x) for x in of], min(seconds)


def effective_size(x):
    """The lesser of the bulk sizes of x and of |x - median|, for the means of both."""
    return min(arviz.ess(of, method="bulk") for of in (x, numpy.abs(x - numpy.median(x))))


def errors(draws, moments):
    """The largest error of a mean, in reference deviations, and of a deviation, as a share; of no reference, none."""
    if not len(moments):
        return "", ""
    mean, sd = moments.T
    found = draws.reshape(-1, draws.shape[-1])
    worst = numpy.abs((found.mean(0) - mean) / sd).max(), numpy.abs(found.std(0) / sd - 1.0).max()
    return tuple(f"{error:.4f}" for error in worst)


def row(name, moments, ways, seed):
    """What four chains of this seed gave."""
    keys = jax.random.split(jax.random.key(seed), CHAINS)
    ((draws, *counts), seconds), (_, seconds_in_step) = [timed(chains, keys) for chains in ways]
    parameters = numpy.moveaxis(draws, 2, 0)
    r_hat = max(arviz.rhat(x, method="rank") for x in parameters)
    size = min(effective_size(x) for x in parameters)
    found = f"{r_hat:.4f}", *errors(draws, moments), f"{size:.1f}"
    return name, seed, *found, *(of.sum() for of in counts), f"{seconds:.3f}", f"{seconds_in_step:.3f}"


def processor():
    """Its name, where the system tells."""
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines() if sys.platform == "linux" else []
    return next((line.split(": ")[1] for line in lines if line.startswith("model name")), platform.processor())


def main():
    folder = pathlib.Path(sys.argv[1]) / "posteriordb"
    versions = [f"{of.__name__} {of.__version__}" for of in (blackjax, jax, arviz)]
    versions.append(f"python {platform.python_version()}")
    print(f"# {' '.join(versions)}, {datetime.date.today()}, {processor()}")
    print(",".join(COLUMNS), flush=True)
    for name in CASES:
        posterior, moments = read(folder, name)
        ways = compiled(posterior)
        for seed in SEEDS:
            print(*row(name, moments, ways, seed), sep=",", flush=True)


if __name__ == "__main__":
    main()
