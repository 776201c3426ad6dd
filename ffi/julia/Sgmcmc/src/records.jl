# What the library reports: mirrors of C structs, whose flags read as `Bool` and whose counts as `Int`.

"What a step did: see `?Sgmcmc.LibSgmcmc.sgmcmc_step`. Steps count from 0."
const Step = LibSgmcmc.sgmcmc_step

"Counts and rates so far: see `?Sgmcmc.LibSgmcmc.sgmcmc_chain_statistics`."
const ChainStatistics = LibSgmcmc.sgmcmc_chain_statistics

"What a step without a chain did: see `?Sgmcmc.LibSgmcmc.sgmcmc_rule_applied`."
const RuleApplied = LibSgmcmc.sgmcmc_rule_applied

"""
A kept draw, as an observer sees it: see `?Sgmcmc.LibSgmcmc.sgmcmc_draw_f32`. `draw.theta` is valid until the observer
returns: to keep it, take `copy(draw.theta)`.
"""
const Draw = Union{LibSgmcmc.sgmcmc_draw_f32,LibSgmcmc.sgmcmc_draw_f64}

"What a checkpoint says of itself: see `?Sgmcmc.LibSgmcmc.sgmcmc_checkpoint`."
const Checkpoint = LibSgmcmc.sgmcmc_checkpoint

"What a pilot has measured, and what follows: see `?Sgmcmc.LibSgmcmc.sgmcmc_pilot_report`."
const PilotReport = LibSgmcmc.sgmcmc_pilot_report

"How an ensemble stands: see `?Sgmcmc.LibSgmcmc.sgmcmc_ensemble_state`."
const EnsembleState = LibSgmcmc.sgmcmc_ensemble_state

"What is wrong with a run: see `?Sgmcmc.LibSgmcmc.sgmcmc_health_report`."
const HealthReport = LibSgmcmc.sgmcmc_health_report

const Record = Union{
    Step,ChainStatistics,RuleApplied,Draw,LibSgmcmc.sgmcmc_summary,Checkpoint,PilotReport,HealthReport,EnsembleState,
}

plain(x) = x
plain(flag::Int32) = flag != 0
plain(count::Unsigned) = Int(count)

@inline function Base.getproperty(record::Record, name::Symbol)
    record isa Draw && name === :theta && return ConstCArray(getfield(record, :theta), getfield(record, :dim))
    # A digest is no count.
    record isa Checkpoint && name === :settings && return getfield(record, :settings)
    # Nor is a status a flag.
    record isa HealthReport && name === :refused_status && return Int(getfield(record, :refused_status))
    plain(getfield(record, name))
end

is_hidden(name::Symbol) = name === :struct_size || startswith(string(name), "reserved")

Base.propertynames(record::Record) = Tuple(name for name in fieldnames(typeof(record)) if !is_hidden(name))

function Base.show(io::IO, record::Record)
    names = propertynames(record)
    parts = ("$name = $(repr(getproperty(record, name)))" for name in names)
    print(io, title(record), "(", join(parts, ", "), ")")
end

function Base.show(io::IO, ::MIME"text/plain", record::Record)
    names = propertynames(record)
    width = maximum(length ∘ string, names)
    print(io, title(record))
    for name in names
        print(io, "\n  ", rpad(name, width), "  ", repr(getproperty(record, name)))
    end
end

title(::Step) = "Step"
title(::ChainStatistics) = "ChainStatistics"
title(::RuleApplied) = "RuleApplied"
title(::Draw) = "Draw"
title(::LibSgmcmc.sgmcmc_summary) = "Summary"
title(::Checkpoint) = "Checkpoint"
title(::PilotReport) = "PilotReport"
title(::HealthReport) = "HealthReport"
title(::EnsembleState) = "EnsembleState"

"A struct of zeros that says its size, as the library wants what it fills."
function blank(::Type{S}) where {S}
    record = Ref{S}()
    GC.@preserve record begin
        address = Base.unsafe_convert(Ptr{S}, record)
        ccall(:memset, Ptr{Cvoid}, (Ptr{Cvoid}, Cint, Csize_t), address, 0, sizeof(S))
        fieldname(S, 1) === :struct_size && unsafe_store!(Ptr{Csize_t}(address), sizeof(S))
    end
    record
end
