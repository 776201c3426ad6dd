# The four objects that say what a chain does.

"""
    Settings(; data_len, batch_len, step_size, keywords...)
    Settings(settings; keywords...)

Everything that decides a chain's draws, with its data and its start; the second form changes some of it.

The keywords are the fields of `sgmcmc_chain_settings` and of the structs in it, `propertynames(Settings())`. What they
mean, their ranges and defaults are in `?Sgmcmc.LibSgmcmc.sgmcmc_chain_settings`, `sgmcmc_sampler` and so on:

- a field of a struct has the struct's name before its own, `batch_len`; the struct's kind has that name alone, `batch`;
  `sampler` and `proposal` are left out, as in `likelihood_scale` and `noise_sigma`, and so is what stands before
  `anchor_len`, `centre`, `covariance`, `slab_weight`, `slab_deviation` and `spike_deviation`;
- an enum is a symbol, its name's last part in small letters: `batch = :epochs`, `sampler = :metropolis_hastings`; or
  the value, `LibSgmcmc.SGMCMC_BATCH_EPOCHS`;
- a flag is `true` or `false`;
- `rule` is a [`Rule`](@ref) or the symbol of its kind, `blocks` a vector of [`Block`](@ref)s; vectors are copied;
- `step_size` and `temperature` are numbers or [`Schedule`](@ref)s; under `sampler = :metropolis_hastings` the step size
  is the proposal's, a number.

The library checks values when a chain is made.
"""
struct Settings <: Options{LibSgmcmc.sgmcmc_chain_settings}
    raw::Base.RefValue{LibSgmcmc.sgmcmc_chain_settings}
    pointed::Dict{Int,Any}
end

"""
    Rule(kind = :langevin; keywords...)
    Rule(rule; keywords...)

What moves theta in a step: `:langevin` (SGLD and, with `drift` and `preconditioner`, its family), `:sghmc`, `:aboba`,
`:sgnht`, `:adam`, `:recipe`, `:lattice`, `:baoab`. The keywords are the fields of
`?Sgmcmc.LibSgmcmc.sgmcmc_rule`, `sgmcmc_drift` and `sgmcmc_preconditioner`, such as `drift` and `drift_scale`; the
equations are in `?Sgmcmc.LibSgmcmc.sgmcmc_rule_kind`. The `preconditioner_values` of `preconditioner = :dense` are a
lower-triangular matrix.
"""
struct Rule <: Options{LibSgmcmc.sgmcmc_rule}
    raw::Base.RefValue{LibSgmcmc.sgmcmc_rule}
    pointed::Dict{Int,Any}
end

"""
    Schedule(kind; value, keywords...)

A step size or a temperature for every step or epoch k, of one of the kinds of `?Sgmcmc.LibSgmcmc.sgmcmc_schedule_kind`,
which multiply the `value`, or `:callback`, which asks the model and takes none. The keywords are the fields of
`?Sgmcmc.LibSgmcmc.sgmcmc_schedule`. `schedule(k)` is what it says, `explores(schedule, k)` whether k is in the
exploring part of a cycle; k counts from 0.
"""
struct Schedule <: Options{LibSgmcmc.sgmcmc_schedule}
    raw::Base.RefValue{LibSgmcmc.sgmcmc_schedule}
    pointed::Dict{Int,Any}
end

"""
    Block(range; keywords...)

A range of parameters, such as `1:10`, counted from 1, with settings of its own. The keywords are the fields of
`?Sgmcmc.LibSgmcmc.sgmcmc_block`; the prior is the chain's unless `prior` says another.
"""
struct Block <: Options{LibSgmcmc.sgmcmc_block}
    raw::Base.RefValue{LibSgmcmc.sgmcmc_block}
    pointed::Dict{Int,Any}
end

follows(::Type{Settings}, path) = path in ((:block_count,), (:block_size,), (:sampler, :proposal, :step_size))
# No block takes a prior of vectors.
follows(::Type{Block}, path) = path in ((:start,), (:len,), (:prior, :means), (:prior, :precisions))

Settings(; given...) = fill_fields!(fresh(Settings, sgmcmc_chain_settings_init), given)
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
    fill_fields!(fresh(Rule, sgmcmc_rule_init, number(LibSgmcmc.sgmcmc_rule_kind, :kind, kind)), given)
end

Rule(rule::Rule; given...) = changed(rule, given)

# Where no value is given, NaN is what the library refuses by name.
Schedule(kind = :constant; given...) =
    fill_fields!(fill_fields!(fresh(Schedule, sgmcmc_schedule_init), (kind = kind, value = NaN)), given)

function Block(range::AbstractUnitRange{<:Integer}; given...)
    first(range) >= 1 || throw(ArgumentError("a block starts at parameter 1 or later, not at $(first(range))"))
    block = fresh(Block, sgmcmc_block_init)
    put!(raw(block), :start, first(range) - 1)
    put!(raw(block), :len, length(range))
    fill_fields!(block, given)
end

"The parameters of a block, counted from 1."
function range_of(block::Block)
    start = Int(raw(block)[].start)
    (start + 1):(start + Int(raw(block)[].len))
end

part(::Type{LibSgmcmc.sgmcmc_rule}) = Rule
part(::Type{LibSgmcmc.sgmcmc_schedule}) = Schedule
held(::Type{LibSgmcmc.sgmcmc_rule}, rule::Rule) = rule
held(::Type{LibSgmcmc.sgmcmc_rule}, kind::Symbol) = Rule(kind)
held(::Type{LibSgmcmc.sgmcmc_schedule}, schedule::Schedule) = schedule
held(::Type{LibSgmcmc.sgmcmc_schedule}, kind::Symbol) = Schedule(kind)
held(::Type{LibSgmcmc.sgmcmc_schedule}, value::Real) = Schedule(value = value)
held(::Type{Ptr{LibSgmcmc.sgmcmc_block}}, blocks::AbstractVector{Block}) = collect(Block, blocks)
taken(::Type{LibSgmcmc.sgmcmc_rule}) = "Rule"
taken(::Type{LibSgmcmc.sgmcmc_schedule}) = "number or Schedule"
taken(::Type{Ptr{LibSgmcmc.sgmcmc_block}}) = "vector of Blocks"

# What is a number for every k is read as one.
function shown(schedule::Schedule)
    value = raw(schedule)[].value
    schedule == Schedule(value = value) ? value : schedule
end

Base.show(io::IO, settings::Settings) = show_call(io, settings, "", Settings())
Base.show(io::IO, rule::Rule) = show_call(io, rule, repr(rule.kind), Rule(raw(rule)[].kind))
Base.show(io::IO, schedule::Schedule) = show_call(io, schedule, repr(schedule.kind), Schedule(raw(schedule)[].kind))
Base.show(io::IO, block::Block) = show_call(io, block, repr(range_of(block)), Block(range_of(block)))

# What needs its vector.
const NEEDY = (
    (LibSgmcmc.sgmcmc_prior, :gaussian_vector), (LibSgmcmc.sgmcmc_preconditioner, :diagonal),
    (LibSgmcmc.sgmcmc_preconditioner, :dense),
)

"""
Sets a struct's pointers to what is `given` by their offsets, kept in `roots`. The library trusts lengths that it cannot
see, so they are compared here.
"""
function aim!(record, roots, ::Type{S}, start, given, dim) where {S}
    for field in fields(S, start)
        target = get(given, field.offset, nothing)
        if part(field.type) !== nothing
            aim!(record, roots, field.type, field.offset, given, dim)
        elseif target isa Vector{Block}
            push!(roots, [raw(block)[] for block in target])
            put!(record, field.offset, pointer(roots[end]))
            put!(record, :block_count, length(target))
            put!(record, :block_size, sizeof(LibSgmcmc.sgmcmc_block))
        elseif field.type === Ptr{Float64}
            # The kind of the struct that the field is in comes first.
            kind = choice(LibSgmcmc.enum_fields(field.owner).kind, got(record, Int32, field.start))
            target === nothing && (field.owner, kind) in NEEDY && throw(ArgumentError("`$(keyword(field))` is missing"))
            target === nothing && continue
            len, expected = length(target), kind === :dense ? dim * dim : dim
            len == expected || throw(
                DimensionMismatch("`$(keyword(field))` has $len numbers, and $dim parameters need $expected"),
            )
            push!(roots, target)
            put!(record, field.offset, pointer(target))
        end
    end
end

const PROPOSAL_STEP_SIZE = only(
    field.offset for field in fields(LibSgmcmc.sgmcmc_chain_settings) if field.path == (:sampler, :proposal, :step_size)
)

"The settings as C has them: here a step size is the rule's, whatever the sampler will be."
function resolved(settings::Settings)
    step_size = settings.step_size
    if settings.sampler === :metropolis_hastings && step_size isa Real
        settings = Settings(settings; step_size = 0)
        put!(raw(settings), PROPOSAL_STEP_SIZE, step_size)
    end
    settings
end

resolved(options::Options) = options

"Calls a function with the C struct for `dim` parameters, which is alive until it returns."
function with_struct(f, options::Options, dim::Integer)
    record, roots = Ref(raw(resolved(options))[]), Any[]
    aim!(record, roots, mirror(options), 0, pointed(options), dim)
    GC.@preserve roots f(record)
end
