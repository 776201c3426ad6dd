# Elementary functions, converters and names.

for T in (Float32, Float64), (ours, ours!, base) in (
    (Sgmcmc.exp, Sgmcmc.exp!, exp), (Sgmcmc.ln, Sgmcmc.ln!, log),
    (Sgmcmc.sin, Sgmcmc.sin!, sin), (Sgmcmc.cos, Sgmcmc.cos!, cos),
)
    x = T[0.1, 1, 2.5, 30, 77]
    @test ours.(x) ≈ base.(x) rtol = 8 * eps(T)
    @test ours!(similar(x), x) == ours.(x)
    @test ours!(copy(x)) == ours.(x)
    @test ours!(zeros(T, 5), x, 2)[3:5] == zeros(T, 3)
    @test (@thrown ours!(zeros(T, 2), x)) isa DimensionMismatch
    @inferred ours(x[1])
end

# FNV-1a of the bytes, least significant first.
function fnv(x)
    hash = 0xcbf29ce484222325
    for byte in reinterpret(UInt8, x)
        hash = (hash ⊻ byte) * 0x00000100000001b3
    end
    hash
end
@test fingerprint([1.0, -2.5]) == fnv([1.0, -2.5]) && fingerprint([1.0f0]) == fnv([1.0f0])
@test (@thrown fingerprint(Float64[])) == LibSgmcmc.SGMCMC_ERROR_LENGTH_ZERO
# Of what a callback is given, and of parts of arrays.
memory = [0.5, 2.0]
GC.@preserve memory begin
    read, written = Sgmcmc.ConstCArray(pointer(memory), 2), Sgmcmc.CArray(pointer(memory), 2)
    @test fingerprint(read) == fingerprint(view([0.0, 0.5, 2.0], 2:3)) == fingerprint(memory)
    @test Sgmcmc.kept_ratio(read; slab_weight = 0.5, slab_deviation = 1.0, spike_deviation = 0.1) > 0
    @test (@thrown Sgmcmc.exp!(read)) isa MethodError && memory == [0.5, 2.0]
    @test Sgmcmc.exp!(zeros(2), read) == Sgmcmc.exp!(written) == memory == Sgmcmc.exp.([0.5, 2.0])
end

slab = (slab_weight = 0.5, slab_deviation = 1.0, spike_deviation = 0.1)
threshold = Sgmcmc.keep_threshold(; slab...)
@test 0.1 < threshold < 1
@test Sgmcmc.kept_ratio([0.0, 2 * threshold]; slab...) == 0.5

@test Sgmcmc.cycle_len(10, 3) == 4
@test Sgmcmc.from_welling_teh(0.5) == 0.25
@test Sgmcmc.from_learning_rate(0.5, 10) == 0.05
@test Sgmcmc.from_mini_batch_metropolis(0.5, 10) == (step_size = 0.05, temperature = 0.1)
@test Sgmcmc.from_momentum(0.5, 0.75, 10) == (step_size = 0.05, friction = 0.25)
@test Sgmcmc.from_equation(0.5, 0.25) == (step_size = 0.25, friction = 0.125)
@test Sgmcmc.from_equation_exactly(0.5, 0.25).friction ≈ 1 - exp(-0.125)

@test Sgmcmc.library_version() >= v"0.3.0"
@test Sgmcmc.abi_version() == LibSgmcmc.SGMCMC_ABI_VERSION
@test isfile(Sgmcmc.library_path())
@test !isempty(Sgmcmc.simd_level())
@test Sgmcmc.simd_level(Chain(rule_settings(), start(Float32))) == Sgmcmc.simd_level()
@test !isempty(Sgmcmc.simd_level(Chain(rule_settings(simd_level = :sse2), start(Float64))))
@test Sgmcmc.status_name(2) == "SGMCMC_ERROR_LENGTH_ZERO" && Sgmcmc.status_name(-3) == "status -3"
