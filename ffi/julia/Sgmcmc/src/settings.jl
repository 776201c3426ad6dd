# The four objects that say what a chain does.

"""
    Settings(; data_len, batch_len, step_size, keywords...)
    Settings(settings; keywords...)

Everything that decides a chain's draws, with its data and its start; the second form changes some of it.

The keywords are the fields of `sgmcmc_chain_settings`, whose meaning, ranges and defaults
`?Sgmcmc.LibSgmcmc.sgmcmc_chain_settings` has:

- an enum is a symbol, its name's last part in small letters: `batch = :epochs`, `sampler = :metropolis_hastings`; or
  the value, `LibSgmcmc.SGMCMC_BATCH_EPOCHS`;
- a flag is `true` or `false`;
- `rule` is a [`Rule`](@ref) or the symbol of its kind, the schedules are [`Schedule`](@ref)s, `blocks` a vector of
  [`Block`](@ref)s; vectors are copied.

The library checks values when a chain is made.
"""
struct Settings <: Options{LibSgmcmc.sgmcmc_chain_settings}
    raw::Base.RefValue{LibSgmcmc.sgmcmc_chain_settings}
    pointed::Dict{Symbol,Any}
end

"""
    Rule(kind = :langevin; keywords...)
    Rule(rule; keywords...)

What moves theta in a step: `:langevin` (SGLD and, with `drift` and `preconditioner`, its family), `:sghmc`, `:aboba`,
`:sgnht`, `:adam`, `:recipe`, `:lattice`, `:baoab`. The keywords are the fields of
`?Sgmcmc.LibSgmcmc.sgmcmc_rule`; the equations are in `?Sgmcmc.LibSgmcmc.sgmcmc_rule_kind`. The
`preconditioner_values` of `preconditioner = :dense` are a lower-triangular matrix.
"""
struct Rule <: Options{LibSgmcmc.sgmcmc_rule}
    raw::Base.RefValue{LibSgmcmc.sgmcmc_rule}
    pointed::Dict{Symbol,Any}
end

"""
    Schedule(kind; keywords...)

What a step size or temperature is multiplied by at step or epoch k: `:constant`, `:polynomial`, `:step_decay`,
`:cyclical`, or `:callback`, which asks the model. The keywords are the fields of
`?Sgmcmc.LibSgmcmc.sgmcmc_schedule`. `schedule(k)` is the factor, `explores(schedule, k)` says whether k is in the
exploring part of a cycle; k counts from 0.
"""
struct Schedule <: Options{LibSgmcmc.sgmcmc_schedule}
    raw::Base.RefValue{LibSgmcmc.sgmcmc_schedule}
    pointed::Dict{Symbol,Any}
end

"""
    Block(range; keywords...)

A range of parameters, such as `1:10`, counted from 1, with settings of its own. The keywords are the fields of
`?Sgmcmc.LibSgmcmc.sgmcmc_block`; the prior is the chain's unless `prior` says another.
"""
struct Block <: Options{LibSgmcmc.sgmcmc_block}
    raw::Base.RefValue{LibSgmcmc.sgmcmc_block}
    pointed::Dict{Symbol,Any}
end

follows(::Type{Settings}, name::Symbol) = name in (:block_count, :block_size, :noise_covariance_len)
follows(::Type{Block}, name::Symbol) = name in (:start, :len)

function Settings(; given...)
    settings = Settings(blank(LibSgmcmc.sgmcmc_chain_settings), Dict{Symbol,Any}())
    check(sgmcmc_chain_settings_init(raw(settings), sizeof(mirror(settings))))
    fill_fields!(settings, given)
end

Settings(settings::Settings; given...) = changed(settings, given)

# Rules of the papers, whose names are no kinds.
const NAMED = (
    sgld = "Rule(:langevin)",
    psgld = "Rule(:langevin; preconditioner = :rmsprop)",
    msgld = "Rule(:langevin; drift = :momentum)",
    asgld = "Rule(:langevin; drift = :adam)",
    sglrw = "Rule(:lattice)",
    sgd = "Rule(:langevin) with `temperature = 0` of the settings",
)

function Rule(kind = :langevin; given...)
    name = kind isa Symbol ? Symbol(lowercase(string(kind))) : :none
    haskey(NAMED, name) && throw(ArgumentError("kind = `$kind` is not known; it is $(NAMED[name])"))
    rule = Rule(blank(LibSgmcmc.sgmcmc_rule), Dict{Symbol,Any}())
    kind = number(LibSgmcmc.sgmcmc_rule_kind, :kind, kind)
    check(sgmcmc_rule_init(raw(rule), sizeof(mirror(rule)), kind))
    fill_fields!(rule, given)
end

Rule(rule::Rule; given...) = changed(rule, given)

function Schedule(kind = :constant; given...)
    schedule = Schedule(blank(LibSgmcmc.sgmcmc_schedule), Dict{Symbol,Any}())
    check(sgmcmc_schedule_init(raw(schedule), sizeof(mirror(schedule))))
    put!(raw(schedule), :kind, number(LibSgmcmc.sgmcmc_schedule_kind, :kind, kind))
    fill_fields!(schedule, given)
end

function Block(range::AbstractUnitRange{<:Integer}; given...)
    first(range) >= 1 || throw(ArgumentError("a block starts at parameter 1 or later, not at $(first(range))"))
    block = Block(blank(LibSgmcmc.sgmcmc_block), Dict{Symbol,Any}())
    check(sgmcmc_block_init(raw(block), sizeof(mirror(block))))
    put!(raw(block), :start, Csize_t(first(range) - 1))
    put!(raw(block), :len, Csize_t(length(range)))
    fill_fields!(block, given)
end

"The parameters of a block, counted from 1."
function range_of(block::Block)
    start = Int(raw(block)[].start)
    (start + 1):(start + Int(raw(block)[].len))
end

held(::Type{Ptr{LibSgmcmc.sgmcmc_rule}}, rule::Rule) = changed(rule, ())
held(::Type{Ptr{LibSgmcmc.sgmcmc_rule}}, kind::Symbol) = Rule(kind)
held(::Type{Ptr{LibSgmcmc.sgmcmc_schedule}}, schedule::Schedule) = changed(schedule, ())
held(::Type{Ptr{LibSgmcmc.sgmcmc_schedule}}, kind::Symbol) = Schedule(kind)
held(::Type{Ptr{LibSgmcmc.sgmcmc_block}}, blocks::AbstractVector{Block}) = [changed(block, ()) for block in blocks]
taken(::Type{Ptr{LibSgmcmc.sgmcmc_rule}}) = "Rule"
taken(::Type{Ptr{LibSgmcmc.sgmcmc_schedule}}) = "Schedule"
taken(::Type{Ptr{LibSgmcmc.sgmcmc_block}}) = "vector of Blocks"

"Vectors without which the library does nothing."
needed(settings::Settings) = settings.prior === :gaussian_vector ? (:prior_means, :prior_precisions) : ()
needed(rule::Rule) = rule.preconditioner in (:diagonal, :dense) ? (:preconditioner_values,) : ()
needed(::Options) = ()

same_fields(a::Block, b::Block) = raw(a)[] === raw(b)[]
Base.hash(block::Block, seed::UInt) = hash(raw(block)[], seed)

Base.show(io::IO, settings::Settings) = show_call(io, settings, "", Settings())
Base.show(io::IO, rule::Rule) = show_call(io, rule, repr(rule.kind), Rule(raw(rule)[].kind))
Base.show(io::IO, schedule::Schedule) = show_call(io, schedule, repr(schedule.kind), Schedule(raw(schedule)[].kind))
Base.show(io::IO, block::Block) = show_call(io, block, repr(range_of(block)), Block(range_of(block)))

"""
The C struct with its pointers, for `dim` parameters, in `roots`, which must outlive its use. The library trusts lengths
that it cannot see, so they are compared here.
"""
function rooted!(roots::Vector{Any}, options::Options, dim::Integer)
    record = Ref(raw(options)[])
    push!(roots, record)
    for name in needed(options)
        haskey(pointed(options), name) || throw(ArgumentError("`$name` is missing"))
    end
    for (name, target) in pointed(options)
        put!(record, name, address_of!(roots, name, target, options, dim))
    end
    if options isa Settings && haskey(pointed(options), :noise_covariance)
        put!(record, :noise_covariance_len, Csize_t(length(pointed(options)[:noise_covariance])))
    end
    if options isa Settings && haskey(pointed(options), :blocks)
        put!(record, :block_count, Csize_t(length(pointed(options)[:blocks])))
        put!(record, :block_size, Csize_t(sizeof(LibSgmcmc.sgmcmc_block)))
    end
    record
end

function address_of!(roots, name, target::Vector{Float64}, options, dim)
    dense = if options isa Rule
        options.preconditioner === :dense
    else
        name === :noise_covariance && options.noise_compensation === :dense
    end
    expected = dense ? dim * dim : dim
    length(target) == expected ||
        throw(DimensionMismatch("`$name` has $(length(target)) numbers, and $dim parameters need $expected"))
    push!(roots, target)
    pointer(target)
end

address_of!(roots, name, target::Options{S}, options, dim) where {S} =
    Base.unsafe_convert(Ptr{S}, rooted!(roots, target, dim))

function address_of!(roots, name, blocks::Vector{Block}, options, dim)
    records = [raw(block)[] for block in blocks]
    push!(roots, records)
    isempty(records) ? Ptr{LibSgmcmc.sgmcmc_block}(C_NULL) : pointer(records)
end

"Calls a function with the C struct, which is alive until it returns."
function with_struct(f, options::Options, dim::Integer)
    roots = Any[]
    GC.@preserve roots f(rooted!(roots, options, dim))
end
