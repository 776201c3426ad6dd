# Ensembles: bits that no thread changes, what they say, models of every kind, what a model throws, and what is refused.

given = (data_len = DATA_LEN, seed = 5, draw_count = 200, sample_size = 250, chains = 3)

"What C alone makes of `log_likelihood`, one chain after the other."
function sampled_in_c(::Type{T}) where {T}
    settings = Sgmcmc.EnsembleSettings(; data_len = DATA_LEN, seed = 5, draw_count = 200, sample_size = 250, chain_count = 3)
    bound, theta = Sgmcmc.BoundModel(T, Model(log_likelihood)), start(T)
    ensemble = Sgmcmc.begin_ensemble(settings, theta, Sgmcmc.Worker(bound, Ref(Int32(0))), String[])
    address = Sgmcmc.address(ensemble)
    GC.@preserve ensemble bound begin
        Sgmcmc.check(Sgmcmc.@deferred LibSgmcmc.sgmcmc_ensemble_run(T, address, C_NULL, C_NULL, bound.raw))
    end
    ensemble
end

for T in (Float32, Float64)
    expected = draws(sampled_in_c(T))
    result = sample(log_likelihood, start(T); names = ["first", "a β"], given...)
    @test draws(result) == expected && eltype(expected) === T && size(expected) == (200, 3, DIM)
    # Models that write into themselves, and give other tasks their turn.
    scratch = zeros(T, DIM)
    writes(theta, batch, gradient) = (scratch .= theta; yield(); log_likelihood(scratch, batch, gradient))
    @test draws(sample(Model(writes), start(T); given...)) == expected
    @test state(result).converged && state(result).is_over && state(result).chain_count == 3
    rows = summarize(result)
    for (j, row) in enumerate(rows)
        @test row.mean ≈ sum(expected[:, :, j]) / 600 rtol = 1e-5
        # 4.5 standard errors; the prior is flat.
        @test abs(row.mean - sum(DATA[j, :]) / DATA_LEN) < 4.5 * row.standard_error
        @test row.r_hat <= state(result).r_hat && row.bulk_sample_size >= state(result).sample_size
        numbers = permutedims(expected, (3, 1, 2))
        @test summarize(numbers, j).mean == row.mean
    end
    text = sprint(show, MIME("text/plain"), result)
    @test occursin("\nfirst ", text) && occursin("\na β ", text) && occursin("\ntheta[2] ", text)
    @test occursin("The chains agree", text) && all(length(line) <= 100 for line in split(text, '\n'))
    @test sprint(show, result) == "Ensemble{$T} of 3 chains, 3 parameters"
    # What is restored is what was saved, and goes on where more is wanted.
    saved = save(result)
    @test draws(sample(log_likelihood, saved; given...)) == expected && Checkpoint(saved).dim == DIM
    further = sample(log_likelihood, saved; given..., r_hat_max = 1.00001, pass_max = 3 * state(result).pass_count)
    @test state(further).pass_count > state(result).pass_count
    @test (@thrown sample(log_likelihood, saved; given..., draw_count = 201)) == LibSgmcmc.SGMCMC_ERROR_CHECKPOINT_SETTINGS
    @test draws(copy(result)) == expected && sprint(show, MIME("text/plain"), deepcopy(result)) == text
end
@test sample(log_likelihood, [0, 0, 0]; given...) isa Ensemble{Float64}

# Models without data: a pair of functions, and a problem of LogDensityProblems, of which the package is not needed here.
log_density(theta) = -0.5 * sum(abs2, theta .- 2)
gradient!(gradient, theta) = gradient .= 2 .- theta
expected = sample((log_density, gradient!), zeros(2))
@test all(row -> abs(row.mean - 2) < 4.5 * row.standard_error, summarize(expected))
problem = (order = 1,)
@test_throws MethodError sample(problem, zeros(2); data_len = 1)
mktempdir() do folder
    mkpath(joinpath(folder, "LogDensityProblems", "src"))
    write(joinpath(folder, "LogDensityProblems", "src", "LogDensityProblems.jl"), """
        module LogDensityProblems
        struct LogDensityOrder{K} end
        capabilities(_) = nothing
        function dimension end
        function logdensity_and_gradient end
        end
        """)
    push!(LOAD_PATH, folder)
    @eval import LogDensityProblems
    pop!(LOAD_PATH)
end
@eval begin
    LogDensityProblems.capabilities(l::NamedTuple{(:order,)}) = LogDensityProblems.LogDensityOrder{l.order}()
    LogDensityProblems.dimension(::NamedTuple{(:order,)}) = 2
    LogDensityProblems.logdensity_and_gradient(::NamedTuple{(:order,)}, x::Vector) = log_density(x), 2 .- x
end
@test draws(sample(problem, zeros(2))) == draws(expected)
@test_throws DimensionMismatch sample(problem, zeros(3))
@test_throws ArgumentError sample(problem, zeros(2); data_len = 5)
@test_throws ArgumentError sample((log_density, gradient!), zeros(2); data_len = 5)
@test occursin("no gradient", sprint(showerror, @thrown sample((order = 0,), zeros(2))))
@test draws(sample(log_likelihood, start(Float64); given...)) == draws(sampled_in_c(Float64))

# What a model throws or answers, in the beginning and later, on whatever thread.
for late in (false, true)
    calls = Threads.Atomic{Int}(0)
    answering(answer) = function (theta, batch, gradient)
        # A counter that is copied with the model, so that every chain fails.
        Threads.atomic_add!(calls, 1) >= (late ? 300 : 0) ? answer() : log_likelihood(theta, batch, gradient)
    end
    @test_throws DomainError sample(answering(() -> throw(DomainError(1))), start(Float64); given...)
    @test_throws InterruptException sample(answering(() -> throw(InterruptException())), start(Float64); given...)
    stopped = @thrown sample(answering(() -> Stop(9)), start(Float64); given...)
    @test stopped == LibSgmcmc.SGMCMC_ERROR_STOPPED && stopped.code == 9
    @test_throws ArgumentError sample(answering(() -> "no number"), start(Float64); given...)
end
# One that fails stops the others, which would take some 6000 calls to their round's end. They wait from then on, so that
# what a slow machine needs to tell them does not count. What a module has is shared.
const SHARED = Threads.Atomic{Int}(0)
function fails_once(arguments...)
    call = Threads.atomic_add!(SHARED, 1)
    call == 300 && throw(DomainError(1))
    call > 300 && Libc.systemsleep(0.001)
    log_likelihood(arguments...)
end
@test_throws DomainError sample(fails_once, start(Float64); given..., draw_count = 1000)
@test SHARED[] < 301 + 2 * 16 * 100
not_finite = @thrown sample((theta, batch, gradient) -> NaN, [0.0]; data_len = 1)
@test not_finite == LibSgmcmc.SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE

# What is refused.
@test refused_setting(@thrown sample(log_likelihood, start(Float64))) == :data_len
@test (@thrown sample(log_likelihood, Float64[]; given...)) == LibSgmcmc.SGMCMC_ERROR_LENGTH_ZERO
@test (@thrown sample(log_likelihood, [0.0, NaN, 0.0]; given...)) == LibSgmcmc.SGMCMC_ERROR_THETA_NOT_FINITE
@test refused_setting(@thrown sample(log_likelihood, start(Float64); given..., chains = 0)) == :chain_count
@test refused_setting(@thrown sample(log_likelihood, start(Float64); given..., r_hat_max = 1)) == :r_hat_max
@test occursin("did you mean `draw_count`", sprint(showerror, @thrown sample(log_likelihood, [0.0]; draws_count = 5)))
@test_throws DimensionMismatch sample(
    log_likelihood, start(Float64); given..., prior = :gaussian_vector, prior_means = [0.0], prior_precisions = ones(3),
)
frozen = sample(log_likelihood, start(Float64); given..., blocks = [Block(2:3; frozen = true)])
@test all(==(-0.5), draws(frozen)[:, :, 2]) && !all(==(0.5), draws(frozen)[:, :, 1])
