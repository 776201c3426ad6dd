# Memory of Julia's that is aligned as the library wants it.

"Bytes that start at a multiple of an alignment, within an array that is as much longer."
struct AlignedMemory
    bytes::Vector{UInt8}
    address::Ptr{Cvoid}
    size::Int
    align::Int
end

# Arrays of Julia's stay where they are, so that the address holds as long as the array does.
function AlignedMemory(size::Integer, align::Integer)
    bytes = zeros(UInt8, size + align - 1)
    start = UInt(pointer(bytes))
    AlignedMemory(bytes, Ptr{Cvoid}(cld(start, align) * align), size, align)
end

Base.copy(memory::AlignedMemory) =
    write_bytes!(AlignedMemory(memory.size, memory.align), first_bytes(memory, memory.size))
# Bytes that are copied lie elsewhere, and so does the multiple of the alignment within them.
Base.deepcopy_internal(memory::AlignedMemory, known::IdDict) = get!(() -> copy(memory), known, memory)

# Its address would be another's.
Serialization.serialize(::AbstractSerializer, ::AlignedMemory) =
    throw(ArgumentError("an object in the library's memory cannot be serialized: `save` what can be saved"))

"The first bytes, copied."
function first_bytes(memory::AlignedMemory, size::Integer)
    out = Vector{UInt8}(undef, size)
    GC.@preserve memory out unsafe_copyto!(pointer(out), Ptr{UInt8}(memory.address), size)
    out
end

function write_bytes!(memory::AlignedMemory, bytes::Vector{UInt8})
    length(bytes) <= memory.size || throw(DimensionMismatch("$(length(bytes)) bytes for memory of $(memory.size)"))
    GC.@preserve memory bytes unsafe_copyto!(Ptr{UInt8}(memory.address), pointer(bytes), length(bytes))
    memory
end
