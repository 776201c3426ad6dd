# One chain on all ranks, from Julia: Bayesian logistic regression, whose data are spread over the ranks.
#
# usage: mpirun -n RANKS julia --project=ffi/julia/Sgmcmc examples/mpi/data_parallel.jl [STEPS [FAILING_RANK STEP]]
#
# SGMCMC_MPI_LIBRARY is the file that `make -C examples/mpi` builds, target/examples-mpi/libsgmcmc_mpi.so.

using Libdl
using Printf
using Sgmcmc

const DIM, DATA_LEN, BATCH_LEN, BLOCKS, SEED = 20, 20_000, 512, 8, 1
const ROOT = joinpath(@__DIR__, "..", "..")
const LIBRARY = get(ENV, "SGMCMC_MPI_LIBRARY", joinpath(ROOT, "target", "examples-mpi", "libsgmcmc_mpi.so"))
# Open MPI loads parts of itself later, which look for its symbols everywhere.
const HANDLE = Libdl.dlopen(LIBRARY, Libdl.RTLD_NOW | Libdl.RTLD_GLOBAL)
const AGREES, CLOSE, FAILING_RANK, LOG_LIKELIHOOD, OPEN, RANK, ROWS = Libdl.dlsym.(
    HANDLE,
    (:host_agrees, :host_close, :host_failing_rank, :host_log_likelihood, :host_open, :host_rank, :host_rows),
)

"The rows of this rank: a column is z = y x with y = ±1, all that p(y | x, theta) = 1/(1 + exp(-z'theta)) depends on."
mutable struct Shard
    z::Matrix{Float32}
    # The step that is under way, and the one to fail in, which stands for what may go wrong in a model.
    step::Int
    failing_step::Int
    thrown::Any
end

# Written out: `dot` and `sum` add in an order of their own.
function score(z, i, theta)
    s = 0.0f0
    @inbounds for j in 1:DIM
        s += z[j, i] * theta[j]
    end
    s
end

"The mean over `batch`, rows of this rank, and its gradient."
function log_likelihood(shard::Shard, theta, batch, gradient)
    shard.failing_step <= shard.step && error("this rank was told to fail")
    sum, share = 0.0, 1.0f0 / length(batch)
    for row in batch
        i = Int(row) + 1
        s = score(shard.z, i, theta)
        e = Sgmcmc.exp(-abs(s))
        sum += min(s, 0.0f0) - Sgmcmc.ln(1.0f0 + e)
        gradient === nothing && continue
        weight = share * (s > 0.0f0 ? e : 1.0f0) / (1.0f0 + e)
        @inbounds for j in 1:DIM
            gradient[j] += weight * shard.z[j, i]
        end
    end
    sum / length(batch)
end

# What the C library calls for a leaf. No exception may pass it: it is kept, and the code travels to all ranks.
function on_leaf(user, value, gradient, theta, dim, batch, batch_len)
    shard = unsafe_pointer_to_objref(user)::Shard
    array(address, len) = unsafe_wrap(Array, address, len)
    try
        into = gradient == C_NULL ? nothing : array(gradient, dim)
        unsafe_store!(value, log_likelihood(shard, array(theta, dim), array(batch, batch_len), into))
        return Int32(0)
    catch thrown
        shard.thrown = thrown
        return Int32(2)
    end
end

"Starts MPI; `shard` has to be kept until `close_ranks`."
function open_ranks(shard)
    ranks = Ref(C_NULL)
    leaf = @cfunction(
        on_leaf, Int32, (Ptr{Cvoid}, Ptr{Float64}, Ptr{Float32}, Ptr{Float32}, Csize_t, Ptr{UInt32}, Csize_t)
    )
    refusal = ccall(
        OPEN, Cstring, (Ref{Ptr{Cvoid}}, Ptr{Cvoid}, Ptr{Cvoid}, Cstring, Csize_t, UInt32, UInt32, Csize_t),
        ranks, leaf, pointer_from_objref(shard), "halving", DIM, DATA_LEN, BLOCKS, BATCH_LEN,
    )
    refusal == C_NULL || error(unsafe_string(refusal))
    ranks[]
end

close_ranks(ranks) = ccall(CLOSE, Cvoid, (Ptr{Cvoid},), ranks)
rank(ranks) = ccall(RANK, Int32, (Ptr{Cvoid},), ranks)
failing_rank(ranks) = ccall(FAILING_RANK, Int32, (Ptr{Cvoid},), ranks)
agree(ranks, bits) = ccall(AGREES, Int32, (Ptr{Cvoid}, UInt64), ranks, bits) != 0

"The rows of this rank, counted from 1."
function rows(ranks)
    first, last = Ref(UInt32(0)), Ref(UInt32(0))
    ccall(ROWS, Cvoid, (Ptr{Cvoid}, Ref{UInt32}, Ref{UInt32}), ranks, first, last)
    first[]+1:last[]
end

"The chain's model: what all ranks say together, or why there is nothing to say."
function together(ranks)
    function (theta, batch, gradient)
        value = Ref(0.0)
        code = ccall(
            LOG_LIKELIHOOD, Int32,
            (Ptr{Cvoid}, Ref{Float64}, Ptr{Float32}, Ptr{Float32}, Ptr{UInt32}, Csize_t),
            ranks, value, gradient === nothing ? C_NULL : gradient, theta, isall(batch) ? C_NULL : parent(batch),
            length(batch),
        )
        code == 0 ? value[] : code == 1 ? Impossible() : Stop(code)
    end
end

"The data of all ranks are drawn from one seed, and those of the others given up. Returns what they were drawn with."
function draw_rows!(shard, own)
    rng = Generator(SEED, 1)
    z = Sgmcmc.normals!(Matrix{Float32}(undef, DIM, DATA_LEN), rng)
    coefficients = Sgmcmc.normals!(Vector{Float32}(undef, DIM), rng)
    uniforms = Sgmcmc.uniforms!(Vector{Float32}(undef, DATA_LEN), rng)
    for i in 1:DATA_LEN
        uniforms[i] * (1.0f0 + Sgmcmc.exp(-score(z, i, coefficients))) < 1.0f0 || (z[:, i] .*= -1.0f0)
    end
    shard.z = z[:, own]
    coefficients
end

"Steps until all are done or one is refused, which it returns."
function run_steps!(chain, model, shard, steps)
    for step in 0:steps-1
        shard.step = step
        try
            step!(chain, model)
        catch thrown
            thrown isa SgmcmcError || rethrow()
            return thrown
        end
    end
    nothing
end

function main(steps, told_to_fail, failing_step)
    shard = Shard(zeros(Float32, 0, 0), 0, typemax(Int), nothing)
    GC.@preserve shard begin
        ranks = open_ranks(shard)
        coefficients = draw_rows!(shard, rows(ranks))
        rank(ranks) == told_to_fail && (shard.failing_step = failing_step)
        settings = Settings(
            seed = SEED, data_len = DATA_LEN, batch_len = BATCH_LEN, step_size = 1e-5, prior = :gaussian,
            moments = :plain, burn_in = steps ÷ 4,
        )
        chain = Chain(settings, zeros(Float32, DIM))
        stopped = run_steps!(chain, together(ranks), shard, steps)
        bits = fingerprint(theta(chain))
        equal = agree(ranks, bits)
        if rank(ranks) == 0
            if stopped === nothing
                found = moments(chain)
                apart = maximum(abs.(found.mean .- coefficients) ./ sqrt.(found.variance))
                @printf("posterior   means at most %.1f of its deviations from what data were drawn with\n", apart)
            else
                print("stopped     after ", statistics(chain).step_count, " steps, by rank ", failing_rank(ranks))
                println(", code ", stopped.code)
            end
            println("fingerprint ", string(bits, base = 16, pad = 16), equal ? " on every rank" : " on rank 0 alone")
        end
        shard.thrown === nothing || println(stderr, "rank ", rank(ranks), ": ", sprint(showerror, shard.thrown))
        close_ranks(ranks)
        exit(!equal ? 4 : stopped === nothing ? 0 : 3)
    end
end

const NUMBERS = parse.(Int, ARGS)
main(get(NUMBERS, 1, 4000), get(NUMBERS, 2, -1), get(NUMBERS, 3, 0))
