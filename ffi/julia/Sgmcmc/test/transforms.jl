# Constrained parameters have the bits of C, and what overflows in a model is impossible.

bits = read(joinpath(@__DIR__, "../../../tests/c/transform_bits.h"), String)
bits = reshape([parse(UInt64, m.captures[1]) for m in eachmatch(r"UINT64_C\((\w+)\)", bits)], 4, 2)
all_kinds = [
    Transform(:bounded, 2:2), Transform(:bounded, 3:3; lower = -2, upper = 3.5),
    Transform(:bounded, 4:4; lower = -Inf, upper = 0.5), Transform(:ordered, 5:7), Transform(:simplex, 8:9),
    Transform(:correlation, 10:12),
]
for (T, expected) in zip((Float32, Float64), eachcol(bits))
    theta, values = T[mod(5i, 7) / 4 - 0.75 for i in 0:11], zeros(T, 19)
    log_jacobian = constrain!(values, theta, all_kinds)
    gradient = pull_back!(similar(theta), theta, values, all_kinds; weight = 0.5)
    back = unconstrain!(similar(theta), values, all_kinds)
    @test fingerprint.((values, gradient, back, T[log_jacobian])) == Tuple(expected)
    @test back ≈ theta
    @test (@thrown constrain!(zeros(T, 3), theta, all_kinds)) == LibSgmcmc.SGMCMC_ERROR_LENGTH_MISMATCH
    @test (@thrown pull_back!(zeros(T, 3), theta, values, all_kinds)) isa DimensionMismatch
    @test refused_setting(@thrown constrain!(values, theta, [Transform(:bounded, 1:1; lower = 2, upper = 1)])) === :lower

    settings = Settings(data_len = 1, batch_len = 1, step_size = 0.1)
    model(at, batch, gradient) = constrain!(zeros(T, 1), at, [Transform(:bounded, 1:1)])
    @test (@thrown step!(Chain(settings, T[1e4]), model)) == LibSgmcmc.SGMCMC_ERROR_IMPOSSIBLE
end
@test (@thrown Transform(:correlation, 1:2)) isa ArgumentError
@test (@thrown Transform(:ordered, 0:2)) isa ArgumentError
@test (@thrown Transform(:logit, 1:2)) isa ArgumentError
