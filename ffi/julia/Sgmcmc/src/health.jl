# Looks at a run, and what is wrong with it.

struct HealthSettings <: Options{LibSgmcmc.sgmcmc_health_settings}
    raw::Base.RefValue{LibSgmcmc.sgmcmc_health_settings}
    pointed::Dict{Int,Any}
end

HealthSettings(; given...) = fill_fields!(fresh(HealthSettings, sgmcmc_health_settings_init), given)

"""
    Health(; keywords...)

What looks at one chain have found: `run!(chain, model, step_count; health = health, interval = 10)` looks, and
[`report`](@ref) says what is wrong and what to change. The keywords are the fields of
`?Sgmcmc.LibSgmcmc.sgmcmc_health_settings`.
"""
struct Health
    memory::AlignedMemory
end

function Health(; given...)
    memory = AlignedMemory(sgmcmc_health_size(), sgmcmc_align())
    object = Ref{Ptr{Cvoid}}(C_NULL)
    GC.@preserve memory check(sgmcmc_health_init(object, memory.address, memory.size, raw(HealthSettings(; given...))))
    Health(memory)
end

address(health::Health) = health.memory.address
Base.copy(health::Health) = deepcopy(health)

"Looks at a chain after a step of one's own loop."
function look!(health::Health, chain::Chain{T}) where {T}
    GC.@preserve chain health check(sgmcmc_health_look(T, address(chain), address(health)))
    health
end

"""
    report(health, chain; pilot = nothing, r_hat = NaN) -> HealthReport

What is wrong with a run: its fields are in `?Sgmcmc.LibSgmcmc.sgmcmc_health_report`; [`findings`](@ref) and
[`sentences`](@ref) say it. A [`pilot`](@ref) at the chain's place tells the gradient's noise from too large a step, and
R-hat of several chains what no chain can see.
"""
function report(health::Health, chain::Chain{T}; pilot = nothing, r_hat::Real = NaN) where {T}
    out, known = blank(HealthReport), pilot === nothing ? C_NULL : Ref(pilot.report)
    GC.@preserve chain health begin
        check(sgmcmc_health_report(T, address(chain), out, address(health), known, r_hat))
    end
    out[]
end

"What is wrong with a run, as symbols: see `?Sgmcmc.LibSgmcmc.sgmcmc_health_finding`."
findings(report::HealthReport) = found(report.findings, LibSgmcmc.sgmcmc_health_finding)

"A sentence for everything that is wrong with a run, with what to change."
sentences(report::HealthReport) = sentences(sgmcmc_health_text, Ref(report))
