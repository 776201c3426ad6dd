# Checkpoints: chains as bytes that any machine goes on from.

"""
    save(chain) -> Vector{UInt8}

A checkpoint: bytes from which `Chain(settings, checkpoint)` makes the chain again, in any build of the library and on any
machine. The settings are not in it, only a digest of them, and neither are the data. A file that is to survive a power
cut is written beside the old one, and moved onto it.
"""
function save(chain::Chain{T}) where {T}
    size = Ref(Csize_t(0))
    GC.@preserve chain check(sgmcmc_chain_save(T, address(chain), C_NULL, 0, size))
    out = Vector{UInt8}(undef, size[])
    GC.@preserve chain check(sgmcmc_chain_save(T, address(chain), out, length(out), C_NULL))
    out
end

"""
    Checkpoint(bytes)

What a checkpoint says of itself: `bits` of a number, `dim`, `step_count`, a digest of the `settings`.
"""
function Checkpoint(bytes::Vector{UInt8})
    record = blank(Checkpoint)
    check(sgmcmc_checkpoint_read(record, bytes, length(bytes)))
    # Of which it has a vector: no more memory is taken than that.
    record[].dim <= length(bytes) || check(LibSgmcmc.SGMCMC_ERROR_CHECKPOINT_CONTENTS)
    record[]
end

"""
    Chain(settings, checkpoint::Vector{UInt8})

The chain that [`save`](@ref) wrote, which goes on as if nothing had come between. The settings are those that it was
made with, or handed over to last; `seed` and `chain_index` have no effect.
"""
function Chain(settings::Settings, checkpoint::Vector{UInt8})
    seen = Checkpoint(checkpoint)
    restored(seen.bits == 32 ? Float32 : Float64, settings, seen.dim, checkpoint)
end

function restored(::Type{T}, settings::Settings, dim::Integer, checkpoint::Vector{UInt8}) where {T<:Precision}
    with_struct(settings, dim) do raw
        size, object = Ref(Csize_t(0)), Ref{Ptr{Cvoid}}(C_NULL)
        check(sgmcmc_chain_size(T, size, raw, dim))
        memory = AlignedMemory(size[], sgmcmc_align())
        GC.@preserve memory check(
            sgmcmc_chain_restore(T, object, memory.address, size[], raw, dim, checkpoint, length(checkpoint)),
        )
        Chain{T}(memory, dim, Settings(settings))
    end
end

# A chain is serialized as its checkpoint, with the settings that this wants, so that damage is found.
function Serialization.serialize(io::AbstractSerializer, chain::Chain)
    Serialization.serialize_cycle_header(io, chain) && return
    serialize(io, (chain.settings, chain.dim, save(chain)))
end

function Serialization.deserialize(io::AbstractSerializer, ::Type{Chain{T}}) where {T<:Precision}
    settings, dim, checkpoint = deserialize(io)
    chain = restored(T, settings, dim, checkpoint)
    Serialization.deserialize_cycle(io, chain)
    chain
end
