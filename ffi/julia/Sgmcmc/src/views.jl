# Arrays that are C memory, and a batch's indices counted from 1: nothing is copied.

"Memory of the library, as a callback sees it: valid until the callback returns. A `copy` is an `Array` and stays."
abstract type CView{T,N} <: DenseArray{T,N} end

"Memory of the library that a callback writes, in Julia's order; valid until the callback returns."
struct CArray{T,N} <: CView{T,N}
    address::Ptr{T}
    size::NTuple{N,Int}
end

"""
Memory of the library that a callback only reads; valid until the callback returns. To keep it, take a `copy`. Writing
to an element is an error. What takes its address, such as BLAS or a `ccall`, is not refused and must not write there:
that changes the chain behind its back.
"""
struct ConstCArray{T,N} <: CView{T,N}
    address::Ptr{T}
    size::NTuple{N,Int}
end

CArray(address::Ptr{T}, lens::Vararg{Integer,N}) where {T,N} = CArray{T,N}(address, map(Int, lens))
ConstCArray(address::Ptr{T}, lens::Vararg{Integer,N}) where {T,N} = ConstCArray{T,N}(address, map(Int, lens))

Base.size(array::CView) = array.size
Base.IndexStyle(::Type{<:CView}) = IndexLinear()
Base.elsize(::Type{<:CView{T}}) where {T} = sizeof(T)
Base.strides(array::CView) = Base.size_to_strides(1, array.size...)
Base.unsafe_convert(::Type{Ptr{T}}, array::CView{T}) where {T} = array.address
# What shares this memory is what starts at its address: broadcasting asks.
Base.dataids(array::CView) = (UInt(array.address),)
Base.copy(array::CView) = copyto!(Array{eltype(array)}(undef, size(array)), array)

@inline function Base.getindex(array::CView, i::Int)
    @boundscheck checkbounds(array, i)
    unsafe_load(array.address, i)
end

@inline function Base.setindex!(array::CArray{T}, value, i::Int) where {T}
    @boundscheck checkbounds(array, i)
    unsafe_store!(array.address, convert(T, value), i)
    array
end

"Arrays whose numbers are to be written in place."
const Writable{T} = Union{Array{T},CArray{T}}

"An array that a function of the library can read where it is, else a copy."
in_place(x::DenseArray) = x
in_place(x::AbstractArray) = collect(x)

"A matrix of the library's, which has row after row, where Julia has column after column."
struct CRows{T} <: AbstractMatrix{T}
    columns::CArray{T,2}
end

Base.size(matrix::CRows) = reverse(size(matrix.columns))
Base.dataids(matrix::CRows) = Base.dataids(matrix.columns)
Base.@propagate_inbounds Base.getindex(matrix::CRows, i::Int, j::Int) = matrix.columns[j, i]
Base.@propagate_inbounds Base.setindex!(matrix::CRows, value, i::Int, j::Int) = (matrix.columns[j, i] = value; matrix)

"""
    Batch

The data that a model is asked about, as indices **from 1**: a vector of `Int` over the library's own indices, which
count from 0 and are `parent(batch)`. Valid until the callback returns. For all data it is `1:n`, without memory behind
it, and [`isall`](@ref) says so.
"""
struct Batch <: AbstractVector{Int}
    # NULL for all data.
    address::Ptr{UInt32}
    len::Int
end

Base.size(batch::Batch) = (batch.len,)
Base.IndexStyle(::Type{Batch}) = IndexLinear()

@inline function Base.getindex(batch::Batch, i::Int)
    @boundscheck checkbounds(batch, i)
    isall(batch) ? i : Int(unsafe_load(batch.address, i)) + 1
end

@inline Base.iterate(batch::Batch, i::Int = 1) = i > batch.len ? nothing : (@inbounds(batch[i]), i + 1)

Base.parent(batch::Batch) = ConstCArray(batch.address, isall(batch) ? 0 : batch.len)

"""
    isall(batch)

Whether a model is asked about all data, 1 to n.
"""
@inline isall(batch::Batch) = batch.address == C_NULL
