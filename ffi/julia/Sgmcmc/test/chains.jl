# What a chain does, in both precisions.

using Serialization: deserialize, serialize

using Statistics: mean, var

for T in (Float32, Float64)
    settings = rule_settings(moments = :both, thinning = 2, burn_in = 3)
    chain = Chain(settings, start(T))
    @test theta(chain) == start(T) && eltype(theta(chain)) === T && dim(chain) == 3
    @test occursin("3 parameters, 0 steps", repr(chain))
    @test all(dim -> UInt(Sgmcmc.address(Chain(settings, zeros(T, dim)))) % 64 == 0, 1:100)

    # Steps one by one, in a run, and with an observer are the same steps; draws are what the observer sees.
    by_steps, by_run, twin = copy(chain), copy(chain), Chain(settings, start(T))
    steps = [step!(by_steps, log_likelihood) for _ in 1:20]
    @test run!(by_run, log_likelihood, 20) == 20
    seen = Vector{T}[]
    found = draws!(chain, log_likelihood, 20; observer = draw -> push!(seen, copy(draw.theta)))
    run!(twin, Model(log_likelihood), 20)
    @test image(chain) == image(by_steps) == image(by_run) == image(twin)
    @test found isa Matrix{T} && size(found, 1) == 3 && found == reduce(hcat, seen)
    @test size(found, 2) == statistics(chain).kept_count == count(step -> step.kept, steps)
    @test [step.index for step in steps] == 0:19
    @test steps[1].step_size == 1e-3 && steps[1].accepted === true
    @test draws!(chain, log_likelihood, 0) == Matrix{T}(undef, 3, 0)

    # Moments are those of the draws: sums in another order, in double, of numbers of some units.
    moment = moments(twin)
    @test moment.mean ≈ vec(mean(Float64.(found); dims = 2)) rtol = 1e-12
    @test moment.variance ≈ vec(var(Float64.(found); dims = 2, corrected = false)) rtol = 1e-9
    @test moments(twin, :weighted).mean ≈ moment.mean rtol = 1e-12
    @test (@thrown moments(twin, :plane)) isa ArgumentError
    @test (@thrown Sgmcmc.moments!(zeros(2), zeros(2), twin)) == LibSgmcmc.SGMCMC_ERROR_LENGTH_MISMATCH
    @test (@thrown Sgmcmc.moments!(zeros(3), zeros(2), twin)) isa DimensionMismatch
    @test (@thrown theta!(zeros(T, 2), twin)) == LibSgmcmc.SGMCMC_ERROR_LENGTH_MISMATCH
    @test refused_setting(@thrown moments(Chain(rule_settings(), start(T)))) == :moments

    # C is found, or given; a step that is too large for it is refused.
    for kind in (:diagonal, :dense)
        settings = rule_settings(compensation = kind, burn_in = 40)
        finds = Chain(settings, start(T))
        run!(finds, log_likelihood, 41)
        found = noise_covariance(finds, kind)
        @test all(found .== found') || kind === :diagonal
        given = Chain(Settings(settings; covariance = found), start(T))
        @test noise_covariance(given, kind) == found
        limit = compensation_limit(finds)
        @test 1e-3 < limit < Inf && compensation_limit(given) ≈ limit
        @test (@thrown step!(set_step_size!(finds, 1.01limit), log_likelihood)) == LibSgmcmc.SGMCMC_ERROR_GRADIENT_NOISE
        step!(set_step_size!(finds, 0.99limit), log_likelihood)
    end
    @test refused_setting(@thrown compensation_limit(twin)) == :compensation
    wrong = rule_settings(compensation = :dense, covariance = zeros(3))
    @test (@thrown Chain(wrong, start(T))) isa DimensionMismatch

    # Copies of all kinds go on with the same bits, whatever the garbage collector moves or frees, and so does what
    # `serialize` writes, of a chain that was handed over, too.
    saved = image(by_run)
    restored, deep = copy(by_run), deepcopy((by_run, by_run))
    GC.gc()
    @test deep[1] === deep[2] && dim(restored) == 3
    for other in (by_run, restored, deep[1])
        run!(other, log_likelihood, 5)
    end
    @test image(by_run) == image(restored) == image(deep[1]) != saved
    handed = copy(by_run)
    hand_over!(handed, rule_settings(thinning = 2))
    io = IOBuffer()
    serialize(io, (by_run, handed, by_run))
    bytes = take!(io)
    back, other, again = deserialize(IOBuffer(bytes))
    @test back === again && back isa Chain{T} && image(back) == image(by_run) && image(other) == image(handed)
    run!(back, log_likelihood, 5)
    run!(by_run, log_likelihood, 5)
    @test image(back) == image(by_run) && back.settings == by_run.settings
    # The raw bytes are no chain, and what is damaged is found.
    @test (@thrown Chain{T}(saved)) isa MethodError
    bytes[end - 20] ⊻= 0x01
    @test (@thrown deserialize(IOBuffer(bytes))) isa Exception
    @test (@thrown serialize(IOBuffer(), Sgmcmc.Generator(1))) isa ArgumentError

    # Batches of the caller's count from 1 on both sides.
    caller = Chain(rule_settings(batch = :caller), start(T))
    asked = Vector{Int}[]
    record = (theta, batch, gradient) -> (push!(asked, collect(batch)); log_likelihood(theta, batch, gradient))
    for batch in ([1, 100, 7], 5:9, UInt8[3])
        step!(caller, record, batch)
        @test asked[end] == batch
    end
    before = image(caller)
    @test (@thrown step!(caller, record, [101])) == LibSgmcmc.SGMCMC_ERROR_BATCH_INDEX
    @test (@thrown step!(caller, record, [0])) isa ArgumentError
    @test (@thrown step!(caller, record, Int[])) == LibSgmcmc.SGMCMC_ERROR_LENGTH_ZERO
    @test refused_setting(@thrown step!(caller, record)) == :batch
    @test image(caller) == before

    # All data have no indices in memory, in pieces they do.
    for (chunk_len, lens) in ((0, [100]), (40, [40, 40, 20]))
        empty!(asked)
        step!(Chain(rule_settings(batch = :all, chunk_len = chunk_len), start(T)), record)
        @test length.(asked) == lens && reduce(vcat, asked) == 1:100
    end

    # The prior of a block is in force once its kind is named: steps are BAOAB's on N(0, 1/16), whose every v is new, so
    # that theta is the mean of two independent numbers of variance 1/8: 6 standard errors of 40000 draws. Without its
    # kind the precision is refused.
    tight = Settings(
        data_len = 1, batch = :all, step_size = 1 / 8, rule = Rule(:baoab; friction = 1), moments = :plain,
        blocks = [Block(1:1; prior = :gaussian, prior_precision = 16)],
    )
    chain = Chain(tight, T[0])
    run!(chain, (theta, batch, gradient) -> 0.0, 40_000)
    @test abs(moments(chain)[2][1] / 0.0625 - 1) < 6 * sqrt(3 / 40_000)
    unnamed = Settings(tight; blocks = [Block(1:1; prior_precision = 16)])
    @test refused_setting(@thrown Chain(unnamed, T[0])) == :prior_precision
    @test Block(1:1).prior === :chain

    # A block that is frozen stays, by its indices from 1.
    frozen = Chain(rule_settings(blocks = [Block(2:3; frozen = true)]), start(T))
    run!(frozen, log_likelihood, 10)
    @test theta(frozen)[2:3] == start(T)[2:3] && theta(frozen)[1] != start(T)[1]

    # Handed over to settings that need more memory, and refused, which changes nothing.
    optimiser = Chain(rule_settings(temperature = 0), start(T))
    run!(optimiser, log_likelihood, 10)
    at, before = theta(optimiser), image(optimiser)
    @test refused_setting(@thrown hand_over!(optimiser, rule_settings(step_size = -1))) == :step_size
    @test image(optimiser) == before
    hand_over!(optimiser, rule_settings(moments = :both, estimator = :saga, rule = :sghmc))
    @test theta(optimiser) == at && statistics(optimiser).step_count == 0
    run!(optimiser, log_likelihood, 10)
    @test statistics(optimiser).step_count == 10

    set_step_size!(optimiser, 5e-4)
    @test step!(optimiser, log_likelihood).step_size == 5e-4
    @test refused_setting(@thrown set_step_size!(optimiser, -1)) == :step_size

    # Metropolis-Hastings accepts some, and tunes beta.
    chain = Chain(metropolis_settings(beta = 10), start(T))
    run!(chain, log_likelihood, 200)
    @test 0 < statistics(chain).accepted_count < 200
    @test tune_beta!(chain, log_likelihood) === chain && statistics(chain).beta != 10
    @test refused_setting(@thrown tune_beta!(optimiser, log_likelihood)) == :tune_beta

    hmc = Chain(metropolis_settings(proposal = :hmc, leapfrog_count = 3), start(T))
    run!(hmc, log_likelihood, 200)
    counts = statistics(hmc)
    @test 0 < counts.accepted_count <= counts.forward_count == counts.batch_count == 200
    @test 0 < counts.batch_accepted_count <= 200
    @test refused_setting(@thrown Chain(metropolis_settings(proposal = :hmc, leapfrog_count = 0), start(T))) ==
        :leapfrog_count
    @test refused_setting(@thrown Chain(metropolis_settings(proposal = :hmc, step_jitter = 1), start(T))) ==
        :step_jitter
    @test counts.divergence_count == 0 && divergence(hmc) === nothing
    # A place that is not finite is a rejection, and where a trajectory ran into it is told.
    began = theta(hmc)
    @test step!(hmc, (theta, batch, gradient) -> NaN).diverged && divergence(hmc) == began == theta(hmc)

    # Types are known to the compiler.
    @test (@inferred step!(optimiser, log_likelihood)) isa Sgmcmc.Step
    @test (@inferred step!(optimiser, Model(log_likelihood))) isa Sgmcmc.Step
    @inferred run!(optimiser, log_likelihood, 1)
    @inferred run!(optimiser, log_likelihood, 1; observer = draw -> draw.theta[1])
    @inferred run!(optimiser, log_likelihood, 1; progress = (so_far, at) -> at[1])
    @inferred theta(optimiser)
    @inferred moments(optimiser)
    @inferred statistics(optimiser)
    @inferred draws!(optimiser, log_likelihood, 1)
end

@test Chain(rule_settings(), [0, 1]) isa Chain{Float64} && Chain(rule_settings(), Float16[0, 1]) isa Chain{Float64}
@test Chain(rule_settings(), view([0.0f0 1.0f0], 1, :)) isa Chain{Float32}

# Every kind of matrix of a dense factor: the rows reach the library as rows.
L = [1.0 0 0; 2 3 0; 4 5 6]
fixed = Rule(preconditioner = :dense, preconditioner_values = L)
hosts = Rule(preconditioner = :position_dependent_dense)
chains = [Chain(rule_settings(rule = rule, step_size = 1e-6), start(Float64)) for rule in (fixed, hosts)]
model = Model(log_likelihood; metric = (theta, P, gamma) -> (P .= L))
foreach(chain -> run!(chain, model, 20), chains)
@test theta(chains[1]) == theta(chains[2])

# What is reported reads as Julia's numbers.
chain = Chain(rule_settings(), start(Float64))
step = step!(chain, log_likelihood)
counts = statistics(chain)
@test counts.step_count === 1 && counts.beta_capped === false && step.kept === true
@test !(:struct_size in propertynames(counts)) && :clamped_count in propertynames(counts)
@test occursin("step_count                1\n", repr(MIME("text/plain"), counts))
@test occursin("index = 0", repr(step))
