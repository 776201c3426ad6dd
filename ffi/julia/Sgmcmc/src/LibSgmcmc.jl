"""
The C ABI as it stands in the header: enums, struct mirrors, and every function under its C name.

Nothing is checked here that C would not check. Functions of both precisions have a method without the ending, which
takes `Float32` or `Float64` first.
"""
module LibSgmcmc

import Libdl

"Where the library's functions are; `C_NULL` for one that it does not have."
const ADDRESSES = Dict{Symbol,Base.RefValue{Ptr{Cvoid}}}()

@noinline missing_function(name) = error("libsgmcmc was built without $name; see `Sgmcmc.library_path()`")

"An argument as C takes it: a whole number that does not fit is refused by its name."
@inline fitting(::Type, name, value) = value
@inline fitting(::Type{C}, name, value::Integer) where {C<:Integer} =
    typemin(C) <= value <= typemax(C) ? value % C : misfit(C, name, value)
@noinline misfit(type, name, value) = throw(ArgumentError("`$name` takes a $type, and $(repr(value)) is none"))

"Defines a function that calls the library's function of this name: `@bind name(argument::Type, ...)::Type`."
macro bind(declaration)
    call, returned = declaration.args
    name = call.args[1]
    names = [argument.args[1] for argument in call.args[2:end]]
    types = [argument.args[2] for argument in call.args[2:end]]
    fitted = [:(fitting($type, $(QuoteNode(name)), $name)) for (name, type) in zip(names, types)]
    address = Symbol(:address_of_, name)
    esc(quote
        const $address = ADDRESSES[$(QuoteNode(name))] = Ref(C_NULL)
        export $name
        @inline function $name($(names...))
            $address[] == C_NULL && missing_function($(QuoteNode(name)))
            ccall($address[], $returned, ($(types...),), $(fitted...))
        end
    end)
end

"A declaration in single precision as that in double: `Float32`, and names that end in `_f32`."
in_doubles(other) = other
in_doubles(expression::Expr) = Expr(expression.head, map(in_doubles, expression.args)...)
in_doubles(name::Symbol) = name === :Float32 ? :Float64 : Symbol(replace(string(name), r"_f32$" => "_f64"))

"""
Declares a struct or binds a function in both precisions, by what it is in single precision; a function also without the
ending, which takes its precision first: `@precisions name_f32(argument::Type, ...)::Type`.
"""
macro precisions(single)
    double = in_doubles(single)
    if single.head === :struct
        name = single.args[2]
        return esc(:($single; $double; @doc $("    As $name, in doubles.\n") $(in_doubles(name))))
    end
    call = single.args[1]
    name = Symbol(replace(string(call.args[1]), r"_f32$" => ""))
    arguments = [argument.args[1] for argument in call.args[2:end]]
    esc(quote
        @bind $single
        @bind $double
        export $name
        @inline $name(::Type{Float32}, $(arguments...)) = $(call.args[1])($(arguments...))
        @inline $name(::Type{Float64}, $(arguments...)) = $(in_doubles(call.args[1]))($(arguments...))
    end)
end

"The symbols that stand for an enum's values."
function choices end

"""
An enum with its `choices`: `@choices name PREFIX "ONE=1 TWO=2"` has the members `PREFIX_ONE` and `PREFIX_TWO`, for which
`one` and `two` stand.
"""
macro choices(name, prefix, list)
    pairs = [split(pair, '=') for pair in split(list)]
    member(word) = Symbol(prefix, word)
    values = [:($(member(word)) = $(parse(Int32, number))) for (word, number) in pairs]
    kinds = [Expr(:(=), Symbol(lowercase(word)), member(word)) for (word, _) in pairs]
    esc(quote
        @enum $name::Int32 $(values...)
        choices(::Type{$name}) = $(Expr(:tuple, kinds...))
    end)
end

"The fields of a struct that hold an enum's number."
enum_fields(::Type) = NamedTuple()

include("bindings.jl")

"The C function pointer of a Julia function as this kind of callback, its user pointer a `user`."
macro callback(kind, callee, user)
    types = CALLBACKS[kind][2:end]
    esc(:(@cfunction($callee, Int32, (Ref{$user}, $(types...)))))
end

const HELP = """
    Build it in the repository of sgmcmc with `cargo build --release -p sgmcmc-ffi`, and set the environment variable
    SGMCMC_LIBRARY to the file, such as /path/to/sgmcmc/target/release/libsgmcmc.so. Or run `make install` there, and
    take the package that comes with the library, PREFIX/share/sgmcmc/julia/Sgmcmc. Or put the library where the
    system's loader looks, for which LD_LIBRARY_PATH counts when Julia starts."""

const PATH = Ref("")

function find_library()
    path = get(ENV, "SGMCMC_LIBRARY", "")
    if !isempty(path)
        isfile(path) || error("SGMCMC_LIBRARY is $(repr(path)), which is no file.\n$HELP")
        return path
    end
    soname = "libsgmcmc.so.$SGMCMC_ABI_VERSION"
    # Where `make install` puts a link to the library that it installs.
    path = normpath(@__DIR__, "..", "deps", soname)
    isfile(path) && return path
    path = Libdl.find_library([soname, "libsgmcmc"])
    isempty(path) && error("libsgmcmc was not found.\n$HELP")
    path
end

function __init__()
    path = find_library()
    handle = Libdl.dlopen(path)
    version = Libdl.dlsym(handle, :sgmcmc_abi_version; throw_error = false)
    version === nothing && error("$path is no library of sgmcmc.\n$HELP")
    abi = ccall(version, UInt32, ())
    abi == SGMCMC_ABI_VERSION ||
        error("$path has ABI $abi, and this package is for ABI $SGMCMC_ABI_VERSION: take both of one version.\n$HELP")
    for (name, address) in ADDRESSES
        found = Libdl.dlsym(handle, name; throw_error = false)
        address[] = found === nothing ? C_NULL : found
    end
    PATH[] = Libdl.dlpath(handle)
end

end
