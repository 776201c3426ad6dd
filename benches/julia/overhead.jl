# What a chain step costs from Julia: 5 parameters, batches of 100 out of 10 000, as benches/c/overhead.c has it from C.
#
# Two models: one that returns at once, and a linear regression with its gradient, whose arithmetic
# benches/c/regression.c has operation by operation, so that both end with the same fingerprint. Build and run, in the
# repository's folder:
#
#     cargo build --release -p sgmcmc-ffi
#     cc -std=c99 -O2 -ffp-contract=off -Iinclude benches/c/regression.c -Ltarget/release -lsgmcmc -o target/regression
#     LD_LIBRARY_PATH=target/release target/regression
#     SGMCMC_LIBRARY=target/release/libsgmcmc.so julia --project=ffi/julia/Sgmcmc benches/julia/overhead.jl
#
# Compare the two programs' lines, best of some runs: the C program is linked to the shared library, as Julia is.

using Printf
using Sgmcmc

const D, BATCH_LEN, DATA_LEN, STEPS = 5, 100, 10_000, 1000

at_once(theta, batch, gradient) = 0.0

"y_i ~ N(x_i'theta, 1)."
struct Regression
    x::Matrix{Float64}
    y::Vector{Float64}
end

Regression() = Regression(
    [((7 * i + 13 * j) % 17) / 17 - 0.5 for j in 0:(D - 1), i in 0:(DATA_LEN - 1)],
    [(i % 5) / 5 for i in 0:(DATA_LEN - 1)],
)

function (model::Regression)(theta, batch, gradient)
    x, y, squares = model.x, model.y, 0.0
    @inbounds for i in batch
        residual = y[i]
        for j in 1:D
            residual -= x[j, i] * theta[j]
        end
        squares += residual * residual
        gradient === nothing && continue
        for j in 1:D
            gradient[j] += residual * x[j, i]
        end
    end
    gradient === nothing || (gradient ./= length(batch))
    -0.5 * squares / length(batch)
end

function steps!(chain, model::M) where {M}
    for _ in 1:STEPS
        step!(chain, model)
    end
end

"ns a step of a thousand calls."
function timed(f::F, chain, model::M) where {F,M}
    start = time_ns()
    f(chain, model)
    (time_ns() - start) / STEPS
end

function measure(name, model::M, rounds) where {M}
    chain = Chain(Settings(data_len = DATA_LEN, batch_len = BATCH_LEN, step_size = 1e-5), zeros(D))
    runs!(chain, model) = run!(chain, model, STEPS)
    by_steps = by_run = Inf
    for _ in 1:rounds
        by_steps = min(by_steps, timed(steps!, chain, model))
        by_run = min(by_run, timed(runs!, chain, model))
    end
    bits = string(fingerprint(theta(chain)), base = 16, pad = 16)
    allocated = @allocated steps!(chain, model)
    @printf("%-12s %8.1f %8.1f   %s   %d bytes allocated\n", name, by_steps, by_run, bits, allocated)
end

function main(rounds)
    @printf("%-12s %8s %8s   ns a step, best of %d rounds of %d\n", "", "step!", "run!", rounds, STEPS)
    measure("at once", at_once, rounds)
    measure("regression", Regression(), rounds)
end

main(isempty(ARGS) ? 1000 : parse(Int, ARGS[1]))
