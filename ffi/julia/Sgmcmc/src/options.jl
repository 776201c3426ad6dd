# C structs that are filled by keywords: what `Settings`, `Rule`, `Schedule` and `Block` have in common.

"""
Keywords that fill a C struct `S`. The struct's own pointers are NULL; what they are to point to is `pointed`, by their
offsets, so that an object can be copied and kept, and stand within another.
"""
abstract type Options{S} end

mirror(::Options{S}) where {S} = S
mirror(::Type{<:Options{S}}) where {S} = S
raw(options::Options) = getfield(options, :raw)
pointed(options::Options) = getfield(options, :pointed)

"A field of a C struct or of one within it: its path, the struct that it is in, where that starts, and where it is."
struct Field
    path::Tuple{Vararg{Symbol}}
    owner::DataType
    start::Int
    offset::Int
    type::DataType
end

"The enum whose number a field holds."
enum_of(field::Field) = get(LibSgmcmc.enum_fields(field.owner), last(field.path), nothing)

"The kind of object that stands for a struct where it is a field."
part(::Type) = nothing

"The fields of a struct, and of those within it for which no object stands."
function fields(::Type{S}, start = 0, path = ()) where {S}
    found = Field[]
    for (i, name) in enumerate(fieldnames(S))
        is_hidden(name) && continue
        field = Field((path..., name), S, start, start + fieldoffset(S, i), fieldtype(S, i))
        is_apart = !isstructtype(field.type) || part(field.type) !== nothing
        is_apart ? push!(found, field) : append!(found, fields(field.type, field.offset, field.path))
    end
    found
end

# What a path goes without, and what says all by itself.
const SILENT = (:sampler, :rule, :proposal)
const SPEAKING = (:centre, :anchor_len, :covariance, :slab_weight, :slab_deviation, :spike_deviation)

"The keyword for a field: its path in one word. A struct's kind, or a schedule's value, has the name of the struct."
function keyword(path)
    last(path) in SPEAKING && return last(path)
    named = length(path) > 1 && last(path) in (:kind, :value) ? path[1:end-1] : path
    Symbol(join((word for word in named if !(word in SILENT) || word === last(named)), "_"))
end

keyword(field::Field) = keyword(field.path)

"The fields that are keywords; the others follow from these."
settable(::Type{O}) where {O<:Options} = filter(field -> !follows(O, field.path), fields(mirror(O)))
follows(::Type{<:Options}, path) = false
keywords(::Type{O}) where {O<:Options} = map(keyword, settable(O))

function field_of(::Type{O}, name::Symbol, what) where {O<:Options}
    found = settable(O)
    i = findfirst(field -> keyword(field) === name, found)
    i === nothing ? unknown(what, name, map(keyword, found)) : found[i]
end

at(record::Base.RefValue{S}, T, offset) where {S} = Ptr{T}(Base.unsafe_convert(Ptr{S}, record) + offset)
got(record::Base.RefValue, T, offset) = GC.@preserve record unsafe_load(at(record, T, offset))
put!(record::Base.RefValue, offset::Integer, value) =
    GC.@preserve record unsafe_store!(at(record, typeof(value), offset), value)
put!(record::Base.RefValue{S}, name::Symbol, value) where {S} =
    put!(record, fieldoffset(S, Base.fieldindex(S, name)), convert(fieldtype(S, name), value))

"How many letters one word must change to become another."
function distance(a::AbstractString, b::AbstractString)
    row = collect(0:length(b))
    for (i, x) in enumerate(a)
        corner, row[1] = row[1], i
        for (j, y) in enumerate(b)
            corner, row[j + 1] = row[j + 1], min(row[j + 1] + 1, row[j] + 1, corner + (x != y))
        end
    end
    row[end]
end

nearest(name::Symbol, names) = names[argmin([distance(string(name), string(known)) for known in names])]

@noinline function unknown(what, name, names)
    advice = "did you mean `$(nearest(name, names))`? There are: $(join(names, ", "))"
    throw(ArgumentError("$what `$name` is not known; $advice"))
end

"The number of an enum's value, given as a symbol, as the value itself or as a number, which the library checks."
function number(::Type{E}, field, value) where {E}
    value isa E && return Int32(Integer(value))
    value isa Integer && !(value isa Bool) && return LibSgmcmc.fitting(Int32, field, value)
    choices = LibSgmcmc.choices(E)
    value isa Symbol ||
        throw(ArgumentError("`$field` takes a symbol, not $(repr(value)). There are: $(join(keys(choices), ", "))"))
    haskey(choices, value) || unknown("$field =", value, keys(choices))
    Int32(Integer(choices[value]))
end

"What a field holds, of what a keyword says."
function field_value(field::Field, value)
    enum = enum_of(field)
    enum === nothing || return number(enum, keyword(field), value)
    # What is no enum's number is a flag.
    type = field.type === Int32 ? Bool : field.type
    try
        return convert(field.type, convert(type, value))
    catch error
        error isa Union{InexactError,MethodError} || rethrow()
        LibSgmcmc.misfit(type, keyword(field), value)
    end
end

"Fills fields from keywords; an unknown one is an error that names the nearest."
function fill_fields!(options::O, given) where {O<:Options}
    for (name, value) in pairs(given)
        field = field_of(O, name, "keyword")
        if !(field.type <: Ptr) && part(field.type) === nothing
            put!(raw(options), field.offset, field_value(field, value))
        elseif value === nothing && field.type <: Ptr
            delete!(pointed(options), field.offset)
        else
            target = held(field.type, value)
            target === nothing && LibSgmcmc.misfit(taken(field.type), name, value)
            hold!(options, field, target)
        end
    end
    options
end

hold!(options::Options, field::Field, target) = (pointed(options)[field.offset] = target)

# As C has a struct within a struct: it is copied.
function hold!(options::Options, field::Field, object::Options)
    foreach(offset -> delete!(pointed(options), field.offset + offset), keys(pointed(cut(options, field))))
    put!(raw(options), field.offset, raw(object)[])
    foreach(((offset, target),) -> pointed(options)[field.offset + offset] = target, pointed(object))
end

"The object that stands for a struct within a struct."
function cut(options::Options, field::Field)
    moved = Dict{Int,Any}(offset - field.offset => target for (offset, target) in pointed(options))
    own = filter(((offset, _),) -> 0 <= offset < sizeof(field.type), moved)
    part(field.type)(Ref(got(raw(options), field.type, field.offset)), own)
end

# What a pointer is to point to, or the object that stands for a struct; `nothing` for what cannot be. It is copied, as
# the library copies it: what the caller changes later changes nothing.
held(::Type, value) = nothing
held(::Type{Ptr{Float64}}, values::AbstractVector) = collect(Float64, values)
# Rows one after the other, where Julia has columns.
held(::Type{Ptr{Float64}}, matrix::AbstractMatrix) = collect(Float64, vec(permutedims(matrix)))

"What a keyword takes for what `held` is asked for."
taken(::Type{Ptr{Float64}}) = "vector of numbers"

"What is read of what is held, which is shared."
shown(values::Vector) = copy(values)
shown(other) = other

"An object with the library's defaults, from what initialises its struct."
function fresh(::Type{O}, init, arguments...) where {O<:Options}
    options = O(blank(mirror(O)), Dict{Int,Any}())
    check(init(raw(options), sizeof(mirror(O)), arguments...))
    options
end

"A new object of the same kind, with some fields changed."
changed(options::O, given) where {O<:Options} =
    fill_fields!(O(Ref(raw(options)[]), copy(pointed(options))), given)

function Base.getproperty(options::O, name::Symbol) where {O<:Options}
    field = field_of(O, name, "field")
    field.type <: Ptr && return shown(get(pointed(options), field.offset, nothing))
    part(field.type) === nothing || return shown(cut(options, field))
    value, enum = got(raw(options), field.type, field.offset), enum_of(field)
    # A seed may be no `Int`.
    enum === nothing && return value isa Unsigned && value > typemax(Int) ? value : plain(value)
    something(choice(enum, value), value)
end

"The symbol of an enum's number, `nothing` for one that has none."
choice(enum, value) = findfirst(known -> Integer(known) == value, LibSgmcmc.choices(enum))

Base.propertynames(::O) where {O<:Options} = Tuple(keywords(O))

Base.:(==)(a::O, b::O) where {O<:Options} = raw(a)[] === raw(b)[] && pointed(a) == pointed(b)
Base.hash(options::Options, seed::UInt) = hash(raw(options)[], hash(pointed(options), seed))

"What `show` writes: the call that makes the object, with what differs from the defaults."
function show_call(io::IO, options::O, first, default::O) where {O<:Options}
    differs(name) = !isequal(getproperty(options, name), getproperty(default, name))
    parts = ["$name = $(repr(getproperty(options, name)))" for name in keywords(O) if differs(name)]
    print(io, nameof(O), "(", first, isempty(parts) || isempty(first) ? "" : "; ", join(parts, ", "), ")")
end
