# Mini-batch Metropolis-Hastings on a mixture of two normals: the same chains as examples/quickstart.rs, the same lines.
#
# usage: julia --project=ffi/julia/Sgmcmc examples/julia/quickstart.jl [STEPS]

using Printf
using Sgmcmc

include("mixture.jl")

const DATA_LEN, DEFAULT_STEPS, SEED = 100_000, 100_000, 1

# What both chains share: n, m, c_n and the prior. They sample the posterior at the temperature n / c_n = 5000.
const COMMON = Settings(
    seed = SEED,
    data_len = DATA_LEN,
    batch_len = 1000,
    sampler = :metropolis_hastings,
    likelihood_scale = 20,
    prior = :callback,
    moments = :plain,
)

# The modes are near (0, 2) and (2, -2); half-way to either from the saddle theta2 has this size.
const HALF_WAY = 1.0

"How often a draw was nearer to one mode than half-way, after draws that were so near to the other."
mutable struct Crossings
    # 1, -1, or 0 before the first draw in a mode.
    side::Int
    count::Int
end

function (crossings::Crossings)(draw)
    theta2 = draw.theta[2]
    side = theta2 > HALF_WAY ? 1 : theta2 < -HALF_WAY ? -1 : crossings.side
    crossings.count += crossings.side != 0 && side != crossings.side
    crossings.side = side
end

function run_and_print(name, settings, steps, model)
    chain, crossings = Chain(settings, [0.0, 0.0]), Crossings(0, 0)
    run!(chain, model, steps; observer = crossings)

    counts, found = statistics(chain), moments(chain)
    println(name)
    @printf("  acceptance   %.6f", counts.accepted_count / counts.step_count)
    if counts.backward_count > 0
        @printf(", forward %.6f", counts.forward_accepted_count / counts.forward_count)
        @printf(", backward %.6f", counts.backward_accepted_count / counts.backward_count)
    end
    println()
    for i in 1:2
        @printf("  theta%d       mean %.6f, deviation %.6f\n", i, found.mean[i], sqrt(found.variance[i]))
    end
    println("  crossings    ", crossings.count)
    println("  fingerprint  ", string(fingerprint([theta(chain); found.mean; found.variance]), base = 16, pad = 16))
end

"Other settings may be given for both chains."
function main(steps; common...)
    # One generator a purpose: chains of one seed and different indices never overlap.
    model = posterior(Mixture(DATA_LEN, Generator(SEED, 0)))
    settings = Settings(COMMON; common...)
    walk = Settings(settings; chain_index = 1, proposal = :random_walk, step_size = 1)
    run_and_print("random walk", walk, steps, model)
    rsgld = Settings(settings; chain_index = 2, proposal = :rsgld, noise = :langevin, step_size = 3, beta = 2)
    run_and_print("reversible SGLD", rsgld, steps, model)
end

if abspath(PROGRAM_FILE) == @__FILE__
    main(isempty(ARGS) ? DEFAULT_STEPS : parse(Int, ARGS[1]))
end
