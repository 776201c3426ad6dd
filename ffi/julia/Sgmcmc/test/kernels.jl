# A rule's steps without a chain have the bits of a chain's.

"The gradient of the log posterior of all data, summed, as the library makes it of the model's mean."
function full_gradient(theta::Vector{T}) where {T}
    gradient = zeros(T, length(theta))
    log_likelihood(theta, 1:DATA_LEN, gradient)
    gradient .* T(DATA_LEN)
end

for T in (Float32, Float64)
    for rule in (
        Rule(), Rule(:sghmc), Rule(:aboba; velocity = :drawn), Rule(:baoab), Rule(:sgnht; splitting = :symmetric),
        Rule(:adam), Rule(:lattice), Rule(drift = :adam, preconditioner = :rmsprop),
        Rule(preconditioner = :diagonal, preconditioner_values = [1.0, 2.0, 0.5]),
    )
        chain = Chain(rule_settings(batch = :all, rule = rule, seed = 5, chain_index = 2), start(T))
        rng = Generator(5, 2)
        values = start(T)
        state = Sgmcmc.rule_start(T, rng, rule, 3; step_size = 1e-3)
        @test length(state) == Sgmcmc.rule_state_len(T, rule, 3)
        @test Sgmcmc.rule_host_terms_len(T, rule, 3) == 0
        applied = Sgmcmc.blank(Sgmcmc.RuleApplied)
        for index in 0:9
            site = Sgmcmc.rule_move_to_site!(copy(values), state, rule)
            Sgmcmc.rule_step!(values, state, rng, full_gradient(site), rule;
                step_size = 1e-3, index = index, data_len = DATA_LEN, applied = applied)
        end
        run!(chain, log_likelihood, 10)
        @test values == theta(chain)
        @test applied[].drift_norm > 0 && applied[].saturated === false
    end

    # SGLD has no state and no rule to name; a recipe has terms of the host's.
    rng, values = Generator(1), start(T)
    @test Sgmcmc.rule_start(T, rng, nothing, 3; step_size = 1) == T[]
    steps = (; step_size = 1e-3, index = 0, data_len = DATA_LEN)
    Sgmcmc.rule_step!(values, T[], rng, full_gradient(values), nothing; steps...)
    @test values != start(T)
    recipe = Rule(:recipe)
    @test Sgmcmc.rule_host_terms_len(T, recipe, 3) == 6
    terms = T[1, 2, 3, 0, 0, 0]
    values = start(T)
    Sgmcmc.rule_step!(values, T[], rng, zeros(T, 3), recipe; steps..., host_terms = terms)
    @test values == start(T) .+ T(1e-3) .* terms[1:3]

    # Refused, and nothing changed.
    before = copy(values)
    for (gradient, state, terms) in ((T[NaN, 0, 0], T[], T[]), (zeros(T, 3), T[1], T[]), (zeros(T, 3), T[], T[1]))
        error = @thrown Sgmcmc.rule_step!(values, state, rng, gradient, nothing; steps..., host_terms = terms)
        @test error isa SgmcmcError
    end
    @test (@thrown Sgmcmc.rule_step!(values, T[], rng, zeros(T, 2), nothing; steps...)) isa DimensionMismatch
    @test values == before
end

# The generator.
for T in (Float32, Float64)
    rng = Generator(9, 3)
    twin = copy(rng)
    normals, uniforms = zeros(T, 1000), zeros(T, 1000)
    Sgmcmc.normals!(normals, rng)
    Sgmcmc.uniforms!(uniforms, rng)
    # Six standard errors.
    @test abs(sum(normals) / 1000) < 6 / sqrt(1000) && abs(sum(uniforms) / 1000 - 0.5) < 6 / sqrt(12_000)
    @test all(0 .< uniforms .<= 1)
    @test Sgmcmc.normals!(zeros(T, 1000), twin) == normals
    @test deepcopy(twin) isa Generator
end
rng = Generator(typemax(UInt64))
@test Sgmcmc.next_u64!(rng) isa UInt64
@test Set(Sgmcmc.bounded!(rng, 3) for _ in 1:100) == Set(0:2)
batch = Sgmcmc.batch!(rng, 20, 20)
@test batch == 1:20
@test issorted(Sgmcmc.batch!(rng, 5, 1000)) && all(i -> 1 <= i <= 1000, Sgmcmc.batch!(rng, 5, 1000))
@test (@thrown Sgmcmc.bounded!(rng, 0)) == LibSgmcmc.SGMCMC_ERROR_LENGTH_ZERO
@test refused_setting(@thrown Generator(1, LibSgmcmc.SGMCMC_CHAIN_COUNT_MAX)) == :chain_index
@test refused_setting(@thrown Sgmcmc.batch!(rng, 3, 2)) == :batch_len
