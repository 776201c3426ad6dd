# Every mirror is laid out as the C struct: ffi/tests/abi/current.txt has what Rust and C say, first of 64-bit machines.

if Sys.WORD_SIZE == 64
    sizes, offsets = Dict{String,Int}(), Dict{String,Int}()
    for line in eachline(joinpath(@__DIR__, "../../../tests/abi/current.txt"))
        found = match(r"^(field|size) (\S+) \[(\d+)", line)
        found === nothing && continue
        kind, name, number = found.captures
        (kind == "field" ? offsets : sizes)[name] = parse(Int, number)
    end
    found = Dict{String,Int}()
    for (name, size) in sizes
        mirror = getfield(LibSgmcmc, Symbol(name))
        @test sizeof(mirror) == size
        for (i, field) in enumerate(fieldnames(mirror))
            found["$name.$field"] = fieldoffset(mirror, i)
        end
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
