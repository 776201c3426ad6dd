# Bayesian logistic regression by BAOAB with SVRG gradients, one chain a thread, beside Laplace's approximation.
#
# usage: julia --threads=2 --project=ffi/julia/Sgmcmc examples/julia/logistic.jl [STEPS]
#
# Each chain has its own object and its own index of one seed, so that the number of threads does not show in the bits.

using LinearAlgebra
using Printf
using Sgmcmc

const DIM, DATA_LEN, BATCH_LEN, SEED, CHAINS, DEFAULT_STEPS = 10, 10_000, 100, 1, 4, 100_000
# Of the prior N(0, 1/precision) of every coefficient.
const PRECISION = 1.0
# Drawn from the same seed as the chains, which have the indices below it.
const DATA_INDEX = CHAINS

"y = ±1 with p(y | x, theta) = 1/(1 + exp(-y x'theta)); a column is z = y x, all that the likelihood depends on."
struct Logistic
    z::Matrix{Float64}
end

function Logistic(rng::Generator)
    z = Sgmcmc.normals!(Matrix{Float64}(undef, DIM, DATA_LEN), rng)
    coefficients = 0.5 .* Sgmcmc.normals!(Vector{Float64}(undef, DIM), rng)
    uniforms = Sgmcmc.uniforms!(Vector{Float64}(undef, DATA_LEN), rng)
    for i in 1:DATA_LEN
        positive = uniforms[i] * (1.0 + Sgmcmc.exp(-score(z, i, coefficients))) < 1.0
        positive || (z[:, i] .*= -1.0)
    end
    Logistic(z)
end

# Written out: `dot` and `sum` add in an order of their own.
function score(z, i, theta)
    s = 0.0
    @inbounds for j in 1:DIM
        s += z[j, i] * theta[j]
    end
    s
end

# With s = z'theta and e = exp(-|s|), ln p = min(s, 0) - ln(1 + e) and its gradient z/(1 + exp(s)), where no exponential
# overflows.
function (model::Logistic)(theta, batch, gradient)
    z, sum = model.z, 0.0
    for i in batch
        s = score(z, i, theta)
        e = Sgmcmc.exp(-abs(s))
        sum += min(s, 0.0) - Sgmcmc.ln(1.0 + e)
        gradient === nothing && continue
        weight = (s > 0.0 ? e : 1.0) / (1.0 + e)
        @inbounds for j in 1:DIM
            gradient[j] += weight * z[j, i]
        end
    end
    gradient === nothing || (gradient ./= length(batch))
    sum / length(batch)
end

"""
Mean and deviations without sampling: the mode by Newton's method, the curvature there, and the mean's first correction,
half of S times the sum of l''' z (z' S z) (Tierney and Kadane 1986, section 2).
"""
function laplace(data::Logistic)
    z, mode = data.z, zeros(DIM)
    probability() = 1.0 ./ (1.0 .+ exp.(-(z' * mode)))
    curvature(p) = Symmetric(z * Diagonal(p .* (1.0 .- p)) * z' + PRECISION * I)
    while true
        p = probability()
        step = curvature(p) \ (z * (1.0 .- p) - PRECISION * mode)
        mode += step
        # Newton's method squares its error: the next step would be below the rounding.
        norm(step, Inf) < 1e-8 && break
    end
    p = probability()
    covariance = inv(curvature(p))
    third = -p .* (1.0 .- p) .* (1.0 .- 2.0 .* p)
    spread = vec(sum(z .* (covariance * z); dims = 1))
    (mean = mode + covariance * (z * (third .* spread)) / 2.0, deviation = sqrt.(diag(covariance)))
end

"The draws of one chain, which starts at 0."
function sample(data::Logistic, chain_index, steps)
    settings = Settings(
        seed = SEED,
        chain_index = chain_index,
        data_len = DATA_LEN,
        batch_len = BATCH_LEN,
        prior = :gaussian,
        prior_precision = PRECISION,
        rule = Rule(:baoab; friction = 0.3),
        # Far below 4 over the largest curvature, about DATA_LEN / 4, since minibatches heat in proportion to it.
        step_size = 2e-5,
        estimator = :svrg,
        estimator_interval = DATA_LEN ÷ BATCH_LEN,
        burn_in = 2000,
    )
    draws!(Chain(settings, zeros(DIM)), data, steps + 2000)
end

mean_of(x) = sum(x) / length(x)

"The mean of a coefficient's draws, its standard error, from the means of 20 parts of each chain, and the deviation."
function summary_of(chains, j)
    draws = reduce(vcat, [draws[j, :] for draws in chains])
    part = size(chains[1], 2) ÷ 20
    parts = [mean_of(draws[j, (k * part + 1):((k + 1) * part)]) for draws in chains for k in 0:19]
    mean, middle = mean_of(draws), mean_of(parts)
    deviation = sqrt(mean_of(abs2.(draws .- mean)))
    error = sqrt(sum(abs2, parts .- middle) / (length(parts) * (length(parts) - 1)))
    (mean, error, deviation)
end

function main(steps)
    data = Logistic(Generator(SEED, DATA_INDEX))
    chains = Vector{Matrix{Float64}}(undef, CHAINS)
    Threads.@threads for k in 1:CHAINS
        chains[k] = sample(data, k - 1, steps)
    end
    expected = laplace(data)
    println("coefficient      mean   Laplace   error   deviation   Laplace")
    worst_mean = worst_deviation = 0.0
    for j in 1:DIM
        mean, error, deviation = summary_of(chains, j)
        @printf("%11d  %8.4f  %8.4f  %.4f", j, mean, expected.mean[j], error)
        @printf("      %.4f    %.4f\n", deviation, expected.deviation[j])
        worst_mean = max(worst_mean, abs(mean - expected.mean[j]) / error)
        worst_deviation = max(worst_deviation, abs(deviation / expected.deviation[j] - 1))
    end
    @printf("means at most %.1f standard errors from Laplace's\n", worst_mean)
    @printf("deviations at most %.1f per cent from Laplace's\n", 100 * worst_deviation)
    println("fingerprint ", string(fingerprint(reduce(hcat, chains)), base = 16, pad = 16))
end

main(isempty(ARGS) ? DEFAULT_STEPS : parse(Int, ARGS[1]))
