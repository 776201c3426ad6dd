# C structs that are filled by keywords: what `Settings`, `Rule`, `Schedule` and `Block` have in common.

"""
Keywords that fill a C struct `S`. The struct's own pointers are NULL; what they are to point to is `pointed`, so that
an object can be copied and kept.
"""
abstract type Options{S} end

mirror(::Options{S}) where {S} = S
mirror(::Type{<:Options{S}}) where {S} = S
raw(options::Options) = getfield(options, :raw)
pointed(options::Options) = getfield(options, :pointed)

"The fields of a struct that are keywords; the others follow from these."
keywords(::Type{O}) where {O<:Options} = filter(name -> !is_hidden(name) && !follows(O, name), fieldnames(mirror(O)))
follows(::Type{<:Options}, ::Symbol) = false

"The address of a struct's field."
function field_address(record::Base.RefValue{S}, name::Symbol) where {S}
    i = Base.fieldindex(S, name)
    Ptr{fieldtype(S, i)}(Base.unsafe_convert(Ptr{S}, record) + fieldoffset(S, i))
end

put!(record::Base.RefValue, name::Symbol, value) = GC.@preserve record unsafe_store!(field_address(record, name), value)

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
function field_value(::Type{S}, name::Symbol, value) where {S}
    enums = LibSgmcmc.enum_fields(S)
    haskey(enums, name) && return number(enums[name], name, value)
    # What is no enum's number is a flag.
    type = fieldtype(S, name) === Int32 ? Bool : fieldtype(S, name)
    try
        return convert(type, value)
    catch error
        error isa Union{InexactError,MethodError} || rethrow()
        LibSgmcmc.misfit(type, name, value)
    end
end

"Fills fields from keywords; an unknown one is an error that names the nearest."
function fill_fields!(options::O, given) where {O<:Options}
    S = mirror(O)
    for (name, value) in pairs(given)
        name in keywords(O) || unknown("keyword", name, keywords(O))
        type = fieldtype(S, name)
        if !(type <: Ptr)
            put!(raw(options), name, field_value(S, name, value))
        elseif value === nothing
            delete!(pointed(options), name)
        else
            target = held(type, value)
            target === nothing && LibSgmcmc.misfit(taken(type), name, value)
            pointed(options)[name] = target
        end
    end
    options
end

# What a pointer is to point to, `nothing` for what cannot be. It is copied, as the library copies it: what the caller
# changes later changes nothing.
held(::Type, value) = nothing
held(::Type{Ptr{Float64}}, values::AbstractVector) = collect(Float64, values)
# Rows one after the other, where Julia has columns.
held(::Type{Ptr{Float64}}, matrix::AbstractMatrix) = collect(Float64, vec(permutedims(matrix)))

"What a keyword takes for what the struct points to."
taken(::Type{Ptr{Float64}}) = "vector of numbers"

apart(values::Vector) = copy(values)
apart(other) = other

"A new object of the same kind, with some fields changed."
function changed(options::O, given) where {O<:Options}
    fill_fields!(O(Ref(raw(options)[]), copy(pointed(options))), given)
end

function Base.getproperty(options::O, name::Symbol) where {O<:Options}
    S = mirror(O)
    name in keywords(O) || unknown("field", name, keywords(O))
    # A vector as a copy: objects share what they point to.
    fieldtype(S, name) <: Ptr && return apart(get(pointed(options), name, nothing))
    value = getfield(raw(options)[], name)
    enums = LibSgmcmc.enum_fields(S)
    # A seed may be no `Int`.
    haskey(enums, name) || return value isa Unsigned && value > typemax(Int) ? value : plain(value)
    symbol = findfirst(known -> Integer(known) == value, LibSgmcmc.choices(enums[name]))
    symbol === nothing ? value : symbol
end

Base.propertynames(::O) where {O<:Options} = Tuple(keywords(O))

same_fields(a::O, b::O) where {O<:Options} =
    all(isequal(getproperty(a, name), getproperty(b, name)) for name in keywords(O))

Base.:(==)(a::O, b::O) where {O<:Options} = same_fields(a, b)
Base.hash(options::O, seed::UInt) where {O<:Options} =
    foldl((seed, name) -> hash(getproperty(options, name), seed), keywords(O); init = hash(O, seed))

"What `show` writes: the call that makes the object, with what differs from the defaults."
function show_call(io::IO, options::O, first, default::O) where {O<:Options}
    differs(name) = !isequal(getproperty(options, name), getproperty(default, name))
    parts = ["$name = $(repr(getproperty(options, name)))" for name in keywords(O) if differs(name)]
    print(io, nameof(O), "(", first, isempty(parts) || isempty(first) ? "" : "; ", join(parts, ", "), ")")
end
