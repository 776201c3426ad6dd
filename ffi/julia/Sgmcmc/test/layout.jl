# Every mirror is laid out as the C struct: ffi/tests/abi/current.txt has what Rust and C say, first of 64-bit machines.

"Where the fields of a struct are, and those of the structs in it."
function offsets_in!(found, S, path, start = 0)
    for (i, field) in enumerate(fieldnames(S))
        type, here, offset = fieldtype(S, i), "$path.$field", start + Int(fieldoffset(S, i))
        isstructtype(type) && !(type <: Tuple) ? offsets_in!(found, type, here, offset) : (found[here] = offset)
    end
end

if Sys.WORD_SIZE == 64
    sizes, offsets = Dict{String,Int}(), Dict{String,Int}()
    for line in eachline(joinpath(@__DIR__, "../../../tests/abi/current.txt"))
        # Of an array the first.
        found = match(r"^(field|size) ([^\s\[]+)(?:\[0\])? \[(\d+)", line)
        found === nothing && continue
        kind, name, number = found.captures
        (kind == "field" ? offsets : sizes)[name] = parse(Int, number)
    end
    found = Dict{String,Int}()
    for (name, size) in sizes
        mirror = getfield(LibSgmcmc, Symbol(name))
        @test sizeof(mirror) == size
        offsets_in!(found, mirror, name)
    end
    @test found == offsets
    @test !isempty(sizes)
    # No mirror is missing from the list.
    structs = [name for name in names(LibSgmcmc; all = true) if startswith(string(name), "sgmcmc_") &&
        isstructtype(typeof(getfield(LibSgmcmc, name))) && getfield(LibSgmcmc, name) isa DataType &&
        isstructtype(getfield(LibSgmcmc, name))]
    @test Set(string.(structs)) == keys(sizes)
end

# The trampolines are called with the types of the header.
@test LibSgmcmc.CALLBACKS[:sgmcmc_log_likelihood_f32] ==
    [Ptr{Cvoid}, Ptr{Float64}, Ptr{Float32}, Ptr{Float32}, Csize_t, Ptr{UInt32}, Csize_t]
