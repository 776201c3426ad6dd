# The random number generators of one chain, as an object of their own.

"""
    Generator(seed, chain_index = 0)

What chain number `chain_index` of this seed draws from: one generator for vectors of noise, one for choices. Streams of
one seed never overlap.
"""
struct Generator
    memory::AlignedMemory
    function Generator(seed::Integer, chain_index::Integer = 0)
        memory = AlignedMemory(sgmcmc_rng_size(), sgmcmc_align())
        object = Ref{Ptr{Cvoid}}(C_NULL)
        GC.@preserve memory check(sgmcmc_rng_init(object, memory.address, memory.size, seed, chain_index))
        new(memory)
    end
    Generator(memory::AlignedMemory) = new(memory)
end

address(rng::Generator) = rng.memory.address

Base.copy(rng::Generator) = deepcopy(rng)
Base.show(io::IO, rng::Generator) = print(io, "Generator of ", rng.memory.size, " bytes")

"""
    normals!(out, rng)

Fills an array with independent standard normals, the noise that a step of this length would take.
"""
function normals!(out::Writable{T}, rng::Generator) where {T<:Precision}
    GC.@preserve rng check(sgmcmc_rng_normals(T, address(rng), out, length(out)))
    out
end

"""
    uniforms!(out, rng)

Fills an array with independent uniforms above 0 and at most 1.
"""
function uniforms!(out::Writable{T}, rng::Generator) where {T<:Precision}
    GC.@preserve rng check(sgmcmc_rng_uniforms(T, address(rng), out, length(out)))
    out
end

"The next 64 random bits of the generator of choices."
function next_u64!(rng::Generator)
    out = Ref(UInt64(0))
    GC.@preserve rng check(sgmcmc_rng_next_u64(address(rng), out))
    out[]
end

"""
    bounded!(rng, bound)

An unbiased integer, uniform on **0** to `bound - 1`, from the generator of choices.
"""
function bounded!(rng::Generator, bound::Integer)
    out = Ref(UInt32(0))
    GC.@preserve rng check(sgmcmc_rng_bounded(address(rng), out, bound))
    Int(out[])
end

"""
    batch!(rng, batch_len, data_len)

A minibatch without replacement: ascending indices **from 1** to `data_len`.
"""
function batch!(rng::Generator, batch_len::Integer, data_len::Integer)
    out = Vector{UInt32}(undef, batch_len)
    GC.@preserve rng check(sgmcmc_rng_batch(address(rng), out, batch_len, data_len))
    Int.(out) .+ 1
end
