# A mixture of two normal distributions with unknown means, and data drawn from it.
#
# The arithmetic is that of examples/support/mixture.rs, operation by operation, so that both give the same bits: no
# `sum`, which adds in an order of its own, and the library's exponentials and logarithms.

using Sgmcmc

# Points that are evaluated together.
const BLOCK = 256
# ln(1/2) - ln(4 pi)/2.
const LOG_NORMALISER = -1.9586593040445907

"The data and the working memory of one evaluation."
struct Mixture
    x::Vector{Float64}
    differences::Vector{Float64}
    ratios::Vector{Float64}
    sums::Vector{Float64}
    log_sums::Vector{Float64}
end

"Draws `len` points at theta = (0, 2)."
function Mixture(len::Integer, rng::Generator)
    x = Sgmcmc.normals!(Vector{Float64}(undef, len), rng)
    for i in eachindex(x)
        x[i] = 2.0 * Sgmcmc.bounded!(rng, 2) + sqrt(2.0) * x[i]
    end
    Mixture(x, zeros(BLOCK), zeros(BLOCK), zeros(BLOCK), zeros(BLOCK))
end

# With u = x - theta1 and v = u - theta2 the two components have the log densities -u^2/4 and -v^2/4, up to the same
# constant; their logaddexp is -min(u^2, v^2)/4 + ln(1 + exp(-|u^2 - v^2|/4)). The second component is responsible
# for the share r of the point, and the gradient is ((u - r theta2)/2, r v/2).
function log_likelihood(model::Mixture, theta, batch, gradient)
    theta1, theta2 = theta[1], theta[2]
    differences, ratios, sums, log_sums = model.differences, model.ratios, model.sums, model.log_sums
    sum = sum1 = sum2 = 0.0
    @inbounds for start in 0:BLOCK:(length(batch) - 1)
        len = min(BLOCK, length(batch) - start)
        for p in 1:len
            u = model.x[batch[start + p]] - theta1
            v = u - theta2
            differences[p] = u
            ratios[p] = -0.25 * abs(u * u - v * v)
        end
        Sgmcmc.exp!(ratios, ratios, len)
        for p in 1:len
            sums[p] = 1.0 + ratios[p]
        end
        Sgmcmc.ln!(log_sums, sums, len)
        for p in 1:len
            u = differences[p]
            v = u - theta2
            near = u * u < v * v
            nearest = near ? u * u : v * v
            share = (near ? ratios[p] : 1.0) / sums[p]
            sum += log_sums[p] - 0.25 * nearest
            sum1 += u - share * theta2
            sum2 += share * v
        end
    end
    if gradient !== nothing
        gradient[1] = 0.5 * sum1 / length(batch)
        gradient[2] = 0.5 * sum2 / length(batch)
    end
    sum / length(batch) + LOG_NORMALISER
end

"theta1 ~ N(0, 10), theta2 ~ N(0, 1)."
function log_prior(theta, gradient)
    if gradient !== nothing
        gradient[1] = -theta[1] / 10.0
        gradient[2] = -theta[2]
    end
    -0.5 * (theta[1] * theta[1] / 10.0 + theta[2] * theta[2])
end

"What the library samples: the likelihood of these data, and the prior."
posterior(data::Mixture) =
    Model((theta, batch, gradient) -> log_likelihood(data, theta, batch, gradient); log_prior = log_prior)
