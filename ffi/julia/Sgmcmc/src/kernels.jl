# Steps of a rule without a chain, on arrays of the caller's: for hosts that own their loop.

raw_rule(rule::Rule) = raw(rule)
raw_rule(::Nothing) = Ptr{LibSgmcmc.sgmcmc_rule}(C_NULL)

c_rule_vectors(::Type{Float32}) = LibSgmcmc.sgmcmc_rule_vectors_f32
c_rule_vectors(::Type{Float64}) = LibSgmcmc.sgmcmc_rule_vectors_f64

"An array's address, NULL for an empty one."
at(values::Array) = isempty(values) ? Ptr{eltype(values)}(C_NULL) : pointer(values)

"""
    rule_state_len(T, rule, dim)

How many numbers of state a rule has for `dim` parameters; 0 for SGLD. A rule is a [`Rule`](@ref), or `nothing` for
SGLD.
"""
function rule_state_len(::Type{T}, rule, dim::Integer) where {T<:Precision}
    out = Ref(Csize_t(0))
    GC.@preserve rule check(sgmcmc_rule_lengths(T, out, C_NULL, raw_rule(rule), dim))
    Int(out[])
end

"""
    rule_host_terms_len(T, rule, dim)

How many numbers the caller gives with every step as `host_terms`; 0 for most rules.
"""
function rule_host_terms_len(::Type{T}, rule, dim::Integer) where {T<:Precision}
    out = Ref(Csize_t(0))
    GC.@preserve rule check(sgmcmc_rule_lengths(T, C_NULL, out, raw_rule(rule), dim))
    Int(out[])
end

"""
    rule_start(T, rng, rule, dim; step_size, temperature = 1) -> Vector{T}

A rule's state before the first step.
"""
function rule_start(
    ::Type{T}, rng::Generator, rule::Union{Rule,Nothing}, dim::Integer; step_size::Real, temperature::Real = 1,
) where {T<:Precision}
    state = Vector{T}(undef, rule_state_len(T, rule, dim))
    start(raw) = GC.@preserve rng state check(
        sgmcmc_rule_start(T, address(rng), at(state), length(state), raw, dim, step_size, temperature),
    )
    # This one reads the preconditioner's values.
    rule === nothing ? start(raw_rule(rule)) : with_struct(start, rule, dim)
    state
end

"""
    rule_move_to_site!(site, state, rule)

Replaces theta, of which `site` is a copy, by where the rule wants the gradient of its next step.
"""
function rule_move_to_site!(site::Vector{T}, state::Vector{T}, rule) where {T<:Precision}
    GC.@preserve rule site state check(
        sgmcmc_rule_move_to_site(T, site, length(site), at(state), length(state), raw_rule(rule)),
    )
    site
end

"""
    rule_step!(theta, state, rng, gradient, rule; step_size, temperature = 1, index, data_len, host_terms = T[],
               applied = nothing)

One step of a rule, with the bits of a chain's. `gradient` is that of the log posterior, summed over all `data_len`
data; `index` counts the steps before this one. `applied` may be a `Ref` to a
[`RuleApplied`](@ref Sgmcmc.RuleApplied) from `Sgmcmc.blank(Sgmcmc.RuleApplied)`, which is filled.
"""
function rule_step!(
    theta::Vector{T},
    state::Vector{T},
    rng::Generator,
    gradient::Vector{T},
    rule::Union{Rule,Nothing};
    step_size::Real,
    temperature::Real = 1,
    index::Integer,
    data_len::Integer,
    host_terms::Vector{T} = T[],
    applied::Union{Nothing,Base.RefValue{RuleApplied}} = nothing,
) where {T<:Precision}
    length(gradient) == length(theta) || throw(DimensionMismatch("theta and its gradient differ in length"))
    out = applied === nothing ? Ptr{RuleApplied}(C_NULL) : applied
    GC.@preserve theta state rng gradient rule host_terms applied begin
        vectors = Ref(c_rule_vectors(T)(
            sizeof(c_rule_vectors(T)), pointer(theta), at(state), pointer(gradient), at(host_terms), length(theta),
            length(state), length(host_terms),
        ))
        place = Ref(LibSgmcmc.sgmcmc_rule_at(
            sizeof(LibSgmcmc.sgmcmc_rule_at), step_size, temperature, LibSgmcmc.fitting(UInt64, :index, index),
            LibSgmcmc.fitting(UInt32, :data_len, data_len), 0,
        ))
        check(sgmcmc_rule_step(T, address(rng), out, vectors, raw_rule(rule), place))
    end
    theta
end
