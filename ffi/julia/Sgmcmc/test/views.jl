# Views are the memory itself, and behave as arrays.

using LinearAlgebra

memory = collect(1.0:6.0)
GC.@preserve memory begin
    view = Sgmcmc.CArray(pointer(memory), 6)
    @test view == memory && view isa DenseVector && length(view) == 6
    view[2] = 20
    @test memory[2] == 20.0
    @test (@thrown view[7]) isa BoundsError && (@thrown (view[0] = 1)) isa BoundsError
    @test dot(view, view) == dot(memory, memory) && sum(view) == sum(memory)
    kept = copy(view)
    view .+= 1
    @test kept isa Vector{Float64} && kept[1] == 1.0 && memory[1] == 2.0
    matrix = Sgmcmc.CArray(pointer(memory), 2, 3)
    @test matrix == reshape(memory, 2, 3)
    @test matrix * view[1:3] == reshape(memory, 2, 3) * memory[1:3]
    rows = Sgmcmc.CRows(matrix)
    @test rows == permutedims(matrix) && size(rows) == (3, 2) && (@thrown rows[4, 1]) isa BoundsError
    rows[3, 1] = 50
    @test memory[5] == 50.0
    # BLAS writes into it.
    mul!(view, Matrix{Float64}(I, 6, 6), ones(6))
    @test memory == ones(6)
end

GC.@preserve memory begin
    constant = Sgmcmc.ConstCArray(pointer(memory), 6)
    @test constant == memory && dot(constant, constant) == 6
    @test (@thrown (constant[1] = 2)) !== nothing && (@thrown constant .= 2) !== nothing
    @test memory == ones(6)
end

indices = UInt32[4, 0, 9]
GC.@preserve indices begin
    batch = Sgmcmc.Batch(pointer(indices), 3)
    @test batch == [5, 1, 10] && collect(batch) == [5, 1, 10] && eltype(batch) === Int
    @test !isall(batch) && parent(batch) == indices
    @test (@thrown batch[4]) isa BoundsError
    @test collect(1:20)[batch] == [5, 1, 10]
end
all_data = Sgmcmc.Batch(Ptr{UInt32}(C_NULL), 4)
@test all_data == 1:4 && isall(all_data) && isempty(parent(all_data))
