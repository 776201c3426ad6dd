# Looks at a chain's model before a run.

struct PilotSettings <: Options{LibSgmcmc.sgmcmc_pilot_settings}
    raw::Base.RefValue{LibSgmcmc.sgmcmc_pilot_settings}
    pointed::Dict{Int,Any}
end

PilotSettings(; given...) = fill_fields!(fresh(PilotSettings, sgmcmc_pilot_settings_init), given)

"""
What [`pilot`](@ref) has measured, and what follows: `report`, whose fields are in `?Sgmcmc.LibSgmcmc.sgmcmc_pilot_report`;
`variance`, that of each coordinate of the gradient over batches; and `covariance`, a matrix, empty unless it was asked
for. It is shown as its sentences.
"""
struct Pilot
    report::PilotReport
    variance::Vector{Float64}
    covariance::Matrix{Float64}
end

c_pilot_options(::Type{Float32}) = LibSgmcmc.sgmcmc_pilot_options_f32
c_pilot_options(::Type{Float64}) = LibSgmcmc.sgmcmc_pilot_options_f64

"""
    pilot(chain, model; theta = nothing, keywords...) -> Pilot

Looks at the model at `theta`, or where the chain stands, without moving the chain: the curvature of the log posterior,
the variance over batches of the gradient, of a control variate and of the log-likelihood, and what follows for the step
size. The other keywords are the fields of `?Sgmcmc.LibSgmcmc.sgmcmc_pilot_settings`.
"""
function pilot(chain::Chain{T}, model::M; theta = nothing, given...) where {T,M}
    settings, bound = PilotSettings(; given...), bound_model(chain, model)
    place = theta === nothing ? C_NULL : collect(T, theta)
    theta === nothing || length(place) == chain.dim || throw(DimensionMismatch("theta has $(length(place)) numbers"))
    size, record = Ref(Csize_t(0)), blank(PilotReport)
    GC.@preserve chain check(sgmcmc_pilot_size(T, address(chain), size, raw(settings)))
    memory = AlignedMemory(size[], sgmcmc_align())
    side = settings.covariance ? chain.dim : 0
    variance, covariance = zeros(chain.dim), zeros(side, side)
    type = c_pilot_options(T)
    GC.@preserve chain bound memory settings place variance covariance begin
        options = Ref(type(
            sizeof(type), Base.unsafe_convert(Ptr{LibSgmcmc.sgmcmc_pilot_settings}, raw(settings)),
            place == C_NULL ? C_NULL : pointer(place), pointer(variance), side == 0 ? C_NULL : pointer(covariance), chain.dim,
        ))
        status = @deferred sgmcmc_pilot_look(
            T, address(chain), record, chain.code, memory.address, memory.size, options, bound.raw,
        )
        status == 0 || fail(chain, status, bound)
    end
    Pilot(record[], variance, covariance)
end

"What a pilot has found, as symbols: see `?Sgmcmc.LibSgmcmc.sgmcmc_finding`."
findings(pilot::Pilot) = found(pilot.report.findings, LibSgmcmc.sgmcmc_finding)

"The names of an enum's members whose bits are set."
found(bits, enum) = [name for (name, member) in pairs(LibSgmcmc.choices(enum)) if bits >> Integer(member) & 1 == 1]

"By how much the largest variance is off at a step size, as a share of what it should be."
function inflation(pilot::Pilot, step_size::Real)
    out = Ref(0.0)
    check(sgmcmc_pilot_inflation(out, Ref(pilot.report), step_size))
    out[]
end

"A sentence for every finding of a pilot."
sentences(pilot::Pilot) = sentences(sgmcmc_pilot_text, Ref(pilot.report))

sentences(text, report) = split(written(text, report), '\n'; keepempty = false)

"What a function of the library writes, which first says the size of it, with its closing zero."
function written(text, record)
    size = Ref(Csize_t(0))
    check(text(Cstring(C_NULL), 0, size, record))
    bytes = zeros(UInt8, size[])
    GC.@preserve bytes check(text(Cstring(pointer(bytes)), length(bytes), C_NULL, record))
    String(bytes[1:end-1])
end

Base.show(io::IO, pilot::Pilot) = print(io, "Pilot(step_size = ", pilot.report.step_size, ", ", findings(pilot), ")")

function Base.show(io::IO, ::MIME"text/plain", pilot::Pilot)
    print(io, "Pilot: a step size of ", pilot.report.step_size)
    for sentence in sentences(pilot)
        print(io, "\n  ", sentence)
    end
end

"""
    warm_up!(chain, model; step_count = typemax(UInt64), keywords...)

Runs the chain to the end of its burn-in, or `step_count` steps of it if those are fewer, and finds what its settings
leave open: a rule's `step_size` where that is left out, or its schedule a callback, which is not asked; `refresh_len` with
`tune_refresh_len`; with `tune_step_size` the first `step_size` where that is 0. `statistics(chain)` has what was found.
Where a rule's chain is half-way still far from the mode, or noise hides where it is, an `SgmcmcError` says so.
The other keywords are those of [`pilot`](@ref).
"""
function warm_up!(chain::Chain{T}, model::M; step_count = typemax(UInt64), given...) where {T,M}
    settings, bound = PilotSettings(; given...), bound_model(chain, model)
    size = Ref(Csize_t(0))
    GC.@preserve chain check(sgmcmc_pilot_size(T, address(chain), size, raw(settings)))
    memory = AlignedMemory(size[], sgmcmc_align())
    GC.@preserve chain bound memory begin
        status = @deferred sgmcmc_chain_warm_up(
            T, address(chain), chain.code, memory.address, memory.size, step_count, raw(settings), bound.raw,
        )
        status == 0 || fail(chain, status, bound)
    end
    chain
end
