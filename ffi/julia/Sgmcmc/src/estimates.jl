# Estimates from draws that nobody stores, and what stored ones say.

struct EstimateSettings <: Options{LibSgmcmc.sgmcmc_estimate_settings}
    raw::Base.RefValue{LibSgmcmc.sgmcmc_estimate_settings}
    pointed::Dict{Int,Any}
end

EstimateSettings(; given...) = fill_fields!(fresh(EstimateSettings, sgmcmc_estimate_settings_init), given)

"""
    Estimates(len; weights = :equal, covariance = false, centroid_count = 0, window_len = 128)

Running estimates of `len` numbers that draws have: `moments`, [`deviations`](@ref), [`standard_errors`](@ref),
[`sample_sizes`](@ref), [`half_widths`](@ref), [`doubts`](@ref), and where it is asked for [`covariances`](@ref) and
[`quantiles`](@ref). Their memory does not grow with the draws.

`push!(estimates, values; weight = 1)` takes a draw in; as the `observer` of `run!` they take in theta of every kept one,
which counts what `weights` says (`:equal`, `:step_size`, `:next_step_size`), and so does `estimates(draw)` in an
observer of your own. `merge!(estimates, others...)` adds those
of other chains, `length` is how many draws there are. `save(estimates)` are bytes from which `Estimates(bytes)` makes
them again, on any machine. The keywords are the fields of
`?Sgmcmc.LibSgmcmc.sgmcmc_estimate_settings`.
"""
struct Estimates
    memory::AlignedMemory
    len::Int
    covariance::Bool
end

function Estimates(len::Integer; given...)
    settings, size, object = EstimateSettings(; given...), Ref(Csize_t(0)), Ref{Ptr{Cvoid}}(C_NULL)
    check(sgmcmc_estimates_size(size, raw(settings), len))
    memory = AlignedMemory(size[], sgmcmc_align())
    GC.@preserve memory check(sgmcmc_estimates_init(object, memory.address, memory.size, raw(settings), len))
    Estimates(memory, len, settings.covariance)
end

address(estimates::Estimates) = estimates.memory.address

function save(estimates::Estimates)
    size = Ref(Csize_t(0))
    GC.@preserve estimates check(sgmcmc_estimates_save(address(estimates), C_NULL, 0, size))
    out = Vector{UInt8}(undef, size[])
    GC.@preserve estimates check(sgmcmc_estimates_save(address(estimates), out, length(out), C_NULL))
    out
end

function Estimates(bytes::Vector{UInt8})
    record, len = blank(LibSgmcmc.sgmcmc_estimate_settings), Ref(Csize_t(0))
    check(sgmcmc_estimates_saved_settings(record, len, bytes, length(bytes)))
    size, object = Ref(Csize_t(0)), Ref{Ptr{Cvoid}}(C_NULL)
    check(sgmcmc_estimates_size(size, record, len[]))
    memory = AlignedMemory(size[], sgmcmc_align())
    GC.@preserve memory check(
        sgmcmc_estimates_restore(object, memory.address, memory.size, bytes, length(bytes)),
    )
    Estimates(memory, len[], record[].covariance == 1)
end

# As its saved bytes, in which damage is found.
function Serialization.serialize(io::AbstractSerializer, estimates::Estimates)
    Serialization.serialize_cycle_header(io, estimates) && return
    serialize(io, save(estimates))
end

function Serialization.deserialize(io::AbstractSerializer, ::Type{Estimates})
    estimates = Estimates(deserialize(io))
    Serialization.deserialize_cycle(io, estimates)
    estimates
end

Base.copy(estimates::Estimates) = deepcopy(estimates)

function Base.push!(estimates::Estimates, values::AbstractArray{T}; weight::Real = 1) where {T<:Precision}
    values = in_place(values)
    GC.@preserve estimates check(sgmcmc_estimates_push(T, address(estimates), values, length(values), weight))
    estimates
end

"What the library's own observer does, for an observer that does more."
function (estimates::Estimates)(draw::Draw)
    T = eltype(draw.theta)
    GC.@preserve estimates check(sgmcmc_estimates_observe(T, address(estimates), Ref(draw)))
end

function Base.merge!(estimates::Estimates, others::Estimates...)
    for other in others
        GC.@preserve estimates other check(sgmcmc_estimates_merge(address(estimates), address(other)))
    end
    estimates
end

function counts(estimates::Estimates)
    count, weight = Ref(UInt64(0)), Ref(0.0)
    GC.@preserve estimates check(sgmcmc_estimates_counts(count, weight, address(estimates)))
    Int(count[]), weight[]
end

Base.length(estimates::Estimates) = counts(estimates)[1]

"The sum of the weights of all draws."
weight(estimates::Estimates) = counts(estimates)[2]

function read_all(estimates::Estimates, name::Symbol, shape...; p::Real = 0)
    out, number = Array{Float64}(undef, shape...), LibSgmcmc.choices(LibSgmcmc.sgmcmc_estimate)[name]
    GC.@preserve estimates check(sgmcmc_estimates_read(out, length(out), address(estimates), Integer(number), p))
    out
end

"""
    moments(estimates) -> (mean = ..., variance = ...)
"""
moments(estimates::Estimates) =
    (mean = read_all(estimates, :mean, estimates.len), variance = read_all(estimates, :variance, estimates.len))

"The deviations, the roots of the variances, right from 1e-300 to 1e300."
deviations(estimates::Estimates) = read_all(estimates, :deviation, estimates.len)

"The Monte Carlo standard errors of the means; NaN below 16 draws. [`doubts`](@ref) says when not to trust them."
standard_errors(estimates::Estimates) = read_all(estimates, :standard_error, estimates.len)

"The effective sample sizes; NaN below 16 draws, and for what does not vary."
sample_sizes(estimates::Estimates) = read_all(estimates, :sample_size, estimates.len)

"The degrees of freedom of the standard errors: (mean - truth) / error has nearly Student's t distribution."
degrees_of_freedom(estimates::Estimates) = read_all(estimates, :degrees_of_freedom, estimates.len)

"""
    half_widths(estimates, level = 0.95)

From mean - half-width to mean + half-width is the truth with probability `level`, where there are no [`doubts`](@ref).
"""
half_widths(estimates::Estimates, level::Real = 0.95) = read_all(estimates, :half_width, estimates.len; p = level)

"Why each standard error is not to be trusted, as symbols: see `?Sgmcmc.LibSgmcmc.sgmcmc_doubt`."
function doubts(estimates::Estimates)
    bits = Vector{UInt32}(undef, estimates.len)
    GC.@preserve estimates check(sgmcmc_estimates_doubts(bits, length(bits), address(estimates)))
    [found(some, LibSgmcmc.sgmcmc_doubt) for some in bits]
end

"The covariances, for estimates that were made with `covariance = true`."
covariances(estimates::Estimates) = read_all(estimates, :covariance, estimates.len, estimates.len)

"The quantile at `p` of every number, for estimates that were made with a `centroid_count`."
quantiles(estimates::Estimates, p::Real) = read_all(estimates, :quantile, estimates.len; p = p)

function Base.show(io::IO, estimates::Estimates)
    count = length(estimates)
    print(io, "Estimates of ", estimates.len, estimates.len == 1 ? " number" : " numbers", " from ", count, " draws")
end

# The observer is the library's own; what it stops with is a status.
bound_observer(::Type{T}, estimates::Estimates) where {T} = estimates
callback(::Type{T}, estimates::Estimates) where {T} =
    (LibSgmcmc.ADDRESSES[T === Float32 ? :sgmcmc_estimates_observe_f32 : :sgmcmc_estimates_observe_f64][], address(estimates))
check_stop(::Estimates, code) = check(code)

"""
    r_hat(means, variances, draw_count)

R-hat of chains, or halves of chains, of `draw_count` draws each, from the means and variances that `moments` of their
estimates give.
"""
function r_hat(means::AbstractVector, variances::AbstractVector, draw_count::Integer)
    length(means) == length(variances) || throw(DimensionMismatch("means and variances differ in number"))
    out = Ref(0.0)
    check(sgmcmc_r_hat(out, collect(Float64, means), collect(Float64, variances), length(means), draw_count))
    out[]
end

"What [`summarize`](@ref) says: see `?Sgmcmc.LibSgmcmc.sgmcmc_summary`."
const Summary = LibSgmcmc.sgmcmc_summary

"""
    summarize(draws, i = 1)

What stored draws of chains say of number `i`: `mean`, `deviation` and `standard_error`, `quantile_5`, `median` and
`quantile_95`; how many independent draws they are worth, `bulk_sample_size` and `tail_sample_size`; and whether the
chains agree, `r_hat`. `draws` is an array of `dim` by draws by chains.
"""
function summarize(draws::Array{T,3}, i::Integer = 1) where {T<:Precision}
    dim, draw_count, chain_count = size(draws)
    checkbounds(draws, i, :, :)
    bytes, record = Ref(Csize_t(0)), blank(Summary)
    check(sgmcmc_summary_size(bytes, chain_count, draw_count))
    memory = AlignedMemory(bytes[], sgmcmc_align())
    GC.@preserve memory check(sgmcmc_summary(
        T, record, memory.address, memory.size, draws, chain_count, draw_count, dim, i - 1,
    ))
    record[]
end

summarize(draws::Matrix{T}, i::Integer = 1) where {T<:Precision} = summarize(reshape(draws, size(draws)..., 1), i)

"""
    stein_sum(x, x_scores, y = x, y_scores = x_scores; c = 1)

The sum over all pairs of draws from which the kernel Stein discrepancy comes, sqrt(sum) / N. Draws and the gradients of
the log target at them are matrices, a draw a column.
"""
function stein_sum(
    x::Matrix{T}, x_scores::Matrix{T}, y::Matrix{T} = x, y_scores::Matrix{T} = x_scores; c::Real = 1,
) where {T<:Precision}
    size(x) == size(x_scores) && size(y) == size(y_scores) && size(x, 1) == size(y, 1) ||
        throw(DimensionMismatch("every draw needs a score, and all draws the same length"))
    out = Ref(0.0)
    check(sgmcmc_stein_sum(T, out, x, x_scores, size(x, 2), y, y_scores, size(y, 2), size(x, 1), c))
    out[]
end

"""
    Reservoir(T, dim, room)

Keeps every k-th draw that `push!(reservoir, draw)` shows it, with k the least power of two for which they fit into
`room`: an even thinning of a run of unknown length. `kept(reservoir)` is a matrix of them, one a column, and `stride`
is k.
"""
struct Reservoir{T<:Precision}
    memory::AlignedMemory
    rows::Matrix{T}
end

function Reservoir(::Type{T}, dim::Integer, room::Integer) where {T<:Precision}
    room >= 2 || throw(ArgumentError("a reservoir has room for 2 draws or more, not for $room"))
    memory, object = AlignedMemory(sgmcmc_reservoir_size(), sgmcmc_align()), Ref{Ptr{Cvoid}}(C_NULL)
    GC.@preserve memory check(sgmcmc_reservoir_init(object, memory.address, memory.size, dim))
    Reservoir{T}(memory, zeros(T, dim, room))
end

address(reservoir::Reservoir) = reservoir.memory.address
Base.copy(reservoir::Reservoir) = deepcopy(reservoir)

function Base.push!(reservoir::Reservoir{T}, draw::AbstractVector) where {T}
    rows, row = reservoir.rows, collect(T, draw)
    GC.@preserve reservoir check(
        sgmcmc_reservoir_push(T, address(reservoir), rows, length(rows), row, length(row)),
    )
    reservoir
end

function counts(reservoir::Reservoir)
    kept, stride, shown = Ref(Csize_t(0)), Ref(UInt64(0)), Ref(UInt64(0))
    GC.@preserve reservoir check(sgmcmc_reservoir_counts(kept, stride, shown, address(reservoir)))
    Int(kept[]), Int(stride[]), Int(shown[])
end

"The draws that a reservoir keeps, one a column, copied."
kept(reservoir::Reservoir) = reservoir.rows[:, 1:counts(reservoir)[1]]

"Of the draws that a reservoir was shown, it keeps the first, and every so many."
Base.stride(reservoir::Reservoir) = counts(reservoir)[2]

function Base.show(io::IO, reservoir::Reservoir{T}) where {T}
    kept, stride, shown = counts(reservoir)
    print(io, "Reservoir{$T} of ", kept, " of ", shown, " draws, every ", stride)
end
