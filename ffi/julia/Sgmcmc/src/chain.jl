# A chain: an object of the library in memory of Julia's.
#
# Functions take a model's type as a parameter where they only hand it on: Julia would not compile them for it else.

const Precision = Union{Float32,Float64}

"""
    Chain(settings, theta)

A chain that starts at `theta`, a vector of `Float32` or `Float64`, which is copied and decides the chain's precision.

One chain belongs to one task at a time; several chains are several objects, with one seed and different `chain_index`.
`copy(chain)` goes on with the same bits.
"""
mutable struct Chain{T<:Precision}
    memory::AlignedMemory
    dim::Int
    # What the library writes into, so that a step needs no new memory.
    step::Base.RefValue{Step}
    code::Base.RefValue{Int32}
    # The model of the last call.
    bound::Any
    # What it was made with, or handed over to last: a checkpoint has not got them.
    settings::Settings
    function Chain{T}(memory::AlignedMemory, dim::Integer, settings::Settings) where {T}
        new{T}(memory, dim, blank(Step), Ref(Int32(0)), nothing, settings)
    end
end

address(chain::Chain) = chain.memory.address

"Other numbers than `Float32` become `Float64`."
Chain(settings::Settings, theta::AbstractVector{<:Real}) =
    Chain(settings, collect(eltype(theta) === Float32 ? Float32 : Float64, theta))

function Chain(settings::Settings, theta::Vector{T}) where {T<:Precision}
    with_struct(settings, length(theta)) do raw
        size = Ref(Csize_t(0))
        check(sgmcmc_chain_size(T, size, raw, length(theta)))
        memory = AlignedMemory(size[], sgmcmc_align())
        object = Ref{Ptr{Cvoid}}(C_NULL)
        GC.@preserve memory check(sgmcmc_chain_init(T, object, memory.address, size[], raw, theta, length(theta)))
        Chain{T}(memory, length(theta), Settings(settings))
    end
end

"""
    image(chain)

The bytes of a chain, to compare: equal chains have equal bytes. What a chain goes on from is what [`save`](@ref) writes,
or a `copy`.
"""
function image(chain::Chain{T}) where {T}
    size = Ref(Csize_t(0))
    GC.@preserve chain begin
        check(sgmcmc_chain_properties(T, C_NULL, size, C_NULL, address(chain)))
        first_bytes(chain.memory, size[])
    end
end

function Base.copy(chain::Chain{T}) where {T}
    bytes = image(chain)
    memory = AlignedMemory(length(bytes), sgmcmc_align())
    Chain{T}(write_bytes!(memory, bytes), chain.dim, chain.settings)
end
# The model of the last call is the host's, and is not copied.
Base.deepcopy_internal(chain::Chain, known::IdDict) = get!(() -> copy(chain), known, chain)

"The type of what stands for a model: a function is one by itself."
model_type(::Type{M}) where {M<:Model} = M
model_type(::Type{F}) where {F} = Model{F,Nothing,Nothing,Nothing,Nothing,Nothing}

@inline stands_for(bound::BoundModel, model::Model) = bound.model === model
@inline stands_for(bound::BoundModel, log_likelihood) = bound.model.log_likelihood === log_likelihood

"The model as the library takes it: that of the last call if it is the same, so that a step makes nothing."
@inline function bound_model(chain::Chain{T}, model::M) where {T,M}
    bound = chain.bound
    if bound isa BoundModel{T,model_type(M),c_model(T)}
        # What failed before was thrown, or an interrupt came first.
        stands_for(bound, model) && (bound.failed = false; return bound)
    end
    bind!(chain, model isa Model ? model : Model(model))
end

@noinline function bind!(chain::Chain{T}, model::M) where {T,M<:Model}
    bound = BoundModel(T, model)
    chain.bound = bound
    bound
end

@noinline function fail(called, status, bounds::Bound...)
    for bound in bounds
        bound.failed && throw_kept(bound)
    end
    # The code is untouched but where a callback stopped the chain.
    throw(SgmcmcError(status, is_stop(status) ? called.code[] : 0))
end

"""
    step!(chain, model) -> Step
    step!(chain, model, batch) -> Step

Advances the chain by one step, or throws and leaves every byte of it as it was. The second form is for a chain with
`batch = :caller` and takes indices **from 1**.
"""
@inline function step!(chain::Chain{T}, model::M) where {T,M}
    bound = bound_model(chain, model)
    GC.@preserve chain bound begin
        status = @deferred sgmcmc_chain_step(T, address(chain), chain.step, chain.code, C_NULL, 0, bound.raw)
        status == 0 || fail(chain, status, bound)
    end
    chain.step[]
end

function step!(chain::Chain{T}, model::M, batch::AbstractVector{<:Integer}) where {T,M}
    bound, indices = bound_model(chain, model), zero_based(batch)
    GC.@preserve chain bound indices begin
        status = @deferred sgmcmc_chain_step(
            T, address(chain), chain.step, chain.code, indices, length(indices), bound.raw,
        )
        status == 0 || fail(chain, status, bound)
    end
    chain.step[]
end

"Indices as the library counts them."
function zero_based(batch::AbstractVector{<:Integer})
    fits(i) = 1 <= i <= typemax(UInt32)
    wrong = findfirst(!fits, batch)
    wrong === nothing || throw(ArgumentError("a batch has indices from 1 to the number of data, not $(batch[wrong])"))
    UInt32[i - 1 for i in batch]
end

"""
    run!(chain, model, step_count; observer = nothing, progress = nothing, health = nothing, interval = 1) -> Int

Steps `step_count` times, shows the kept draws to `observer(draw)`, and returns how many steps it took: fewer when the
observer returned [`Stop`](@ref), or [`Impossible`](@ref), which is no different here. Its other answers mean nothing.
Steps before a failing one stay done.

After every step whose count is a multiple of `interval`, during burn-in, too, a [`Health`](@ref) looks at the chain, and
then `progress(statistics, theta)`: at its [`ChainStatistics`](@ref Sgmcmc.ChainStatistics), and at theta, a
[`ConstCArray`](@ref Sgmcmc.ConstCArray) that is valid until it returns. It answers as an observer does, and no draw
changes for it. Without them `interval` has no effect.
"""
function run!(
    chain::Chain, model::M, step_count::Integer;
    observer::O = nothing, progress::P = nothing, health::H = nothing, interval::Integer = 1,
) where {M,O,P,H}
    run_observed!(chain, bound_model(chain, model), step_count, observer, progress, health, interval)
end

function run_observed!(
    chain::Chain{T}, bound::BoundModel, step_count::Integer, ::Nothing, ::Nothing, ::Nothing, ::Integer,
) where {T}
    GC.@preserve chain bound begin
        status = @deferred sgmcmc_chain_run(T, address(chain), chain.code, step_count, bound.raw, C_NULL, C_NULL)
        status == 0 || fail(chain, status, bound)
    end
    Int(step_count)
end

c_run_options(::Type{Float32}) = LibSgmcmc.sgmcmc_run_options_f32
c_run_options(::Type{Float64}) = LibSgmcmc.sgmcmc_run_options_f64

function run_observed!(
    chain::Chain{T}, bound::BoundModel, step_count::Integer, observer::O, progress::P, health::H, interval::Integer,
) where {T,O,P,H}
    before, seen, looked = statistics(chain).step_count, bound_observer(T, observer), bound_progress(T, progress)
    observe, look, type = callback(T, seen), callback(T, looked), c_run_options(T)
    looks = progress !== nothing || health !== nothing
    GC.@preserve chain bound seen looked health begin
        status = if looks
            options = Ref(type(sizeof(type), observe..., look..., health === nothing ? C_NULL : address(health),
                LibSgmcmc.fitting(UInt64, :interval, interval)))
            @deferred sgmcmc_chain_run_watched(T, address(chain), chain.code, step_count, bound.raw, options)
        else
            @deferred sgmcmc_chain_run(T, address(chain), chain.code, step_count, bound.raw, observe...)
        end
        if status == Integer(LibSgmcmc.SGMCMC_ERROR_STOPPED_BY_OBSERVER)
            has_stopped(looked) || check_stop(seen, chain.code[])
            has_failed(seen) || has_failed(looked) || return statistics(chain).step_count - before
        end
        status == 0 || fail(chain, status, (it for it in (seen, looked) if it isa Bound)..., bound)
    end
    Int(step_count)
end

"""
    draws!(chain, model, step_count; observer = nothing, progress = nothing, interval = 1) -> Matrix

Runs the chain as [`run!`](@ref) does and returns its kept draws, one a column: an array of `dim` by the number of draws.
"""
function draws!(
    chain::Chain{T}, model::M, step_count::Integer; observer::O = nothing, progress::P = nothing, interval::Integer = 1,
) where {T,M,O,P}
    numbers = T[]
    collector(draw) = (append!(numbers, draw.theta); observer === nothing ? nothing : observer(draw))
    run!(chain, model, step_count; observer = collector, progress = progress, interval = interval)
    reshape(numbers, chain.dim, :)
end

"The number of parameters of a chain."
dim(chain::Chain) = chain.dim

"""
    theta(chain)

The parameters, copied.
"""
theta(chain::Chain{T}) where {T} = theta!(Vector{T}(undef, chain.dim), chain)

"""
    theta!(out, chain)

The parameters, copied into `out`.
"""
function theta!(out::Vector{T}, chain::Chain{T}) where {T}
    GC.@preserve chain check(sgmcmc_chain_theta(T, address(chain), out, C_NULL, length(out)))
    out
end

"""
    divergence(chain)

Theta where the last trajectory of HMC that diverged began, copied; `nothing` before there is one. `divergence_count` of
[`statistics`](@ref) says how many have.
"""
function divergence(chain::Chain{T}) where {T}
    out = Vector{T}(undef, chain.dim)
    GC.@preserve chain check(sgmcmc_chain_theta(T, address(chain), C_NULL, out, length(out)))
    isnan(first(out)) ? nothing : out
end

"""
    moments(chain, kind = :plain) -> (mean = ..., variance = ...)

Mean and variance of every parameter over the kept draws: `:plain`, or `:weighted` by the step size, as far as the
settings' `moments` asked for them.
"""
moments(chain::Chain, kind = :plain) =
    moments!(Vector{Float64}(undef, chain.dim), Vector{Float64}(undef, chain.dim), chain, kind)

"""
    moments!(mean, variance, chain, kind = :plain)

The same, into vectors of the caller's.
"""
function moments!(mean::Vector{Float64}, variance::Vector{Float64}, chain::Chain{T}, kind = :plain) where {T}
    length(mean) == length(variance) || throw(DimensionMismatch("means and variances of different lengths"))
    of = number(LibSgmcmc.sgmcmc_moments, :kind, kind)
    GC.@preserve chain check(sgmcmc_chain_moments(T, address(chain), mean, variance, length(mean), of))
    (mean = mean, variance = variance)
end

"""
    noise_covariance(chain, kind) -> Vector or Matrix

The covariance that noise compensation takes the gradient's noise to have: its variances for a chain with
`compensation = :diagonal`, all of it for `:dense`; `kind` is that of the chain. Where the chain finds it, what it
has found so far; zeros before that.
"""
function noise_covariance(chain::Chain{T}, kind) where {T}
    kind = number(LibSgmcmc.sgmcmc_noise_compensation_kind, :kind, kind)
    dense = kind == Integer(LibSgmcmc.SGMCMC_NOISE_COMPENSATION_DENSE)
    out = dense ? zeros(chain.dim, chain.dim) : zeros(chain.dim)
    GC.@preserve chain check(sgmcmc_chain_compensation(T, address(chain), out, length(out), C_NULL))
    out
end

"""
    compensation_limit(chain) -> Float64

The largest step size at which noise compensation leaves something to inject, for the covariance as it stands; `Inf`
where that is zero. Larger ones are refused when a step comes to them.
"""
function compensation_limit(chain::Chain{T}) where {T}
    step_size = Ref(0.0)
    GC.@preserve chain check(sgmcmc_chain_compensation(T, address(chain), C_NULL, 0, step_size))
    step_size[]
end

"Counts and rates of a chain so far: a [`ChainStatistics`](@ref Sgmcmc.ChainStatistics)."
function statistics(chain::Chain{T}) where {T}
    record = blank(ChainStatistics)
    GC.@preserve chain check(sgmcmc_chain_statistics(T, address(chain), record))
    record[]
end

"""
    set_step_size!(chain, step_size)

Changes the step size of the steps to come.
"""
function set_step_size!(chain::Chain{T}, step_size::Real) where {T}
    GC.@preserve chain check(sgmcmc_chain_set_step_size(T, address(chain), step_size))
    chain
end

"""
    tune_beta!(chain, model)

Tunes beta of a chain with RSGLD proposals once, from the acceptance since the last time. theta does not move.
"""
function tune_beta!(chain::Chain{T}, model::M) where {T,M}
    bound = bound_model(chain, model)
    GC.@preserve chain bound begin
        status = @deferred sgmcmc_chain_tune_beta(T, address(chain), chain.code, bound.raw)
        status == 0 || fail(chain, status, bound)
    end
    chain
end

"""
    hand_over!(chain, settings)

Lets the chain go on from its theta under other settings, such as a sampler's after an optimiser's. Random numbers go on
from where they are; all else begins anew.
"""
function hand_over!(chain::Chain{T}, settings::Settings) where {T}
    with_struct(settings, chain.dim) do raw
        size = Ref(Csize_t(0))
        check(sgmcmc_chain_size(T, size, raw, chain.dim))
        memory = chain.memory
        if size[] > memory.size
            memory = AlignedMemory(size[], sgmcmc_align())
            write_bytes!(memory, image(chain))
        end
        GC.@preserve memory check(sgmcmc_chain_hand_over(T, memory.address, memory.size, raw))
        chain.memory, chain.settings = memory, Settings(settings)
    end
    chain
end

function Base.show(io::IO, chain::Chain{T}) where {T}
    print(io, "Chain{", T, "} of ", chain.dim, chain.dim == 1 ? " parameter, " : " parameters, ")
    print(io, statistics(chain).step_count, " steps done")
end
