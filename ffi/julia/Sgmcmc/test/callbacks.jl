# Callbacks that throw, stop or cannot answer: the chain is as it was, byte for byte, and goes on as if nothing had
# been.

struct Trouble <: Exception
    number::Int
end

"Calls a model's function until the fuse has burnt, then fails once."
mutable struct Fuse{F}
    f::F
    # Of no type that is known, so that the trampolines are compiled once for all of them.
    blow::Any
    left::Int
end

function (fuse::Fuse)(arguments...)
    fuse.left -= 1
    # Something is written before, which nothing must remain of.
    result = fuse.f(arguments...)
    fuse.left == 0 ? fuse.blow() : result
end

trouble() = throw(Trouble(7))
error_of(fail) = fail isa SgmcmcError ? (fail.status, fail.code) : fail
stopped(code) = (Int32(Integer(LibSgmcmc.SGMCMC_ERROR_STOPPED)), Int32(code))

for T in (Float32, Float64), (name, settings, model) in WORLDS
    f = getfield(model, name)
    expected = Chain(settings, start(T))
    run!(expected, model, 10)
    for (blow, thrown) in (
        (trouble, Trouble(7)), (() -> Stop(), stopped(2)), (() -> Stop(-5), stopped(-5)),
        (() -> throw(InterruptException()), InterruptException()), (() -> (GC.gc(); trouble()), Trouble(7)),
    )
        chain, fuse = Chain(settings, start(T)), Fuse(f, blow, 0)
        failing = replaced(model, name, fuse)
        run!(chain, failing, 4)
        before = image(chain)
        fuse.left = 1
        @test error_of(@thrown step!(chain, failing)) == thrown
        @test image(chain) == before
        # In the middle of a run, the steps before stay done.
        fuse.left = 3
        @test error_of(@thrown run!(chain, failing, 10)) == thrown
        @test statistics(chain).step_count == 6
        fuse.left = 0
        run!(chain, failing, 4)
        @test image(chain) == image(expected)
    end
    # A rule has nowhere to go, and Metropolis-Hastings no start. No step size or temperature cannot be used.
    chain, fuse = Chain(settings, start(T)), Fuse(f, () -> Impossible(), 1)
    before = image(chain)
    status = name === :step_size ? LibSgmcmc.SGMCMC_ERROR_STEP_SIZE_NOT_USABLE :
        name === :temperature ? LibSgmcmc.SGMCMC_ERROR_TEMPERATURE_NOT_USABLE : LibSgmcmc.SGMCMC_ERROR_IMPOSSIBLE
    @test (@thrown step!(chain, replaced(model, name, fuse))) == status
    @test image(chain) == before
    # What is no answer.
    if name in (:log_likelihood, :log_prior, :step_size, :temperature)
        nonsense = replaced(model, name, (arguments...) -> "0.5")
        @test (@thrown step!(chain, nonsense)) isa ArgumentError
        @test image(chain) == before
    end
    # What is missing.
    if name !== :log_likelihood
        missing_one = name === :step_size ? LibSgmcmc.SGMCMC_ERROR_NO_STEP_SIZE : LibSgmcmc.SGMCMC_ERROR_CALLBACK_MISSING
        @test (@thrown step!(chain, replaced(model, name, nothing))) == missing_one
    end
end

for T in (Float32, Float64)
    # A log-likelihood of -Inf is Impossible, and so is one that is not finite otherwise: a proposal is rejected.
    chain = Chain(metropolis_settings(), start(T))
    run!(chain, log_likelihood, 3)
    at = theta(chain)
    for answer in (-Inf, Impossible(), NaN)
        @test step!(chain, (theta, batch, gradient) -> answer).accepted === false
    end
    @test theta(chain) == at && statistics(chain).nonfinite_count == 3
    # At the start there is nothing to stay with.
    fresh = Chain(metropolis_settings(), start(T))
    @test (@thrown step!(fresh, (theta, batch, gradient) -> NaN)) == LibSgmcmc.SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE
    @test (@thrown tune_beta!(chain, (theta, batch, gradient) -> trouble())) in (nothing, Trouble(7))
    @test image(copy(chain)) == image(chain)

    # An observer that throws, or stops: the draw that it saw was kept.
    settings = rule_settings()
    watched(chain, blow) = run!(chain, log_likelihood, 10; observer = Fuse(identity, blow, 4))
    for check in (chain -> (@thrown watched(chain, trouble)) == Trouble(7), chain -> watched(chain, Stop) == 4)
        chain = Chain(settings, start(T))
        @test check(chain)
        @test statistics(chain).step_count == 4
        expected = Chain(settings, start(T))
        run!(expected, log_likelihood, 4)
        @test image(chain) == image(expected)
    end
    # So does what looks at the progress, with an observer or without, after the step that it saw.
    watching(chain, blow; kept...) =
        run!(chain, log_likelihood, 10; progress = Fuse((statistics, at) -> nothing, blow, 2), interval = 3, kept...)
    for kept in ((), (observer = identity,)),
        check in (chain -> (@thrown watching(chain, trouble; kept...)) == Trouble(7),
                  chain -> (@thrown watching(chain, () -> throw(InterruptException()); kept...)) isa InterruptException,
                  chain -> watching(chain, Stop; kept...) == 6)
        chain = Chain(settings, start(T))
        @test check(chain)
        @test statistics(chain).step_count == 6
        expected = Chain(settings, start(T))
        run!(expected, log_likelihood, 6)
        @test image(chain) == image(expected)
    end
    # It sees the chain as it stands, as often as it is due, and changes nothing; an observer's error comes out beside it.
    chain, looks = Chain(settings, start(T)), []
    @test run!(chain, log_likelihood, 10; interval = 4, progress = (so_far, at) -> push!(looks, (so_far, copy(at)))) == 10
    expected = Chain(settings, start(T))
    for (so_far, at) in looks
        run!(expected, log_likelihood, 4)
        @test so_far.step_count == statistics(expected).step_count && at == theta(expected)
    end
    run!(expected, log_likelihood, 2)
    @test length(looks) == 2 && image(chain) == image(expected)
    both(blow) = run!(chain, log_likelihood, 9; observer = Fuse(identity, blow, 2), progress = (so_far, at) -> nothing)
    @test (@thrown both(trouble)) == Trouble(7) && both(Stop) == 2
    @test refused_setting(@thrown run!(chain, log_likelihood, 1; progress = identity, interval = 0)) == :interval

    # Any other answer of an observer's means nothing.
    for answer in (false, 0, 1, nothing, "stop")
        @test run!(Chain(settings, start(T)), log_likelihood, 3; observer = draw -> answer) == 3
    end

    # A chain in use refuses every function, and the others' chains do not.
    chain, other = Chain(settings, start(T)), Chain(settings, start(T))
    uses = Any[
        () -> step!(chain, log_likelihood), () -> theta(chain), () -> statistics(chain), () -> image(chain),
        () -> set_step_size!(chain, 1), () -> hand_over!(chain, settings), () -> moments(chain),
        () -> hand_over!(chain, rule_settings(estimator = :saga)),
    ]
    answers = []
    function nosy(theta, batch, gradient)
        append!(answers, [(@thrown use()) for use in uses])
        log_likelihood(theta, batch, gradient)
    end
    step!(chain, nosy)
    @test all(answer -> answer == LibSgmcmc.SGMCMC_ERROR_IN_USE, answers) && length(answers) == length(uses)
    third = Chain(settings, start(T))
    step!(other, (theta, batch, gradient) -> (step!(third, log_likelihood); log_likelihood(theta, batch, gradient)))
    @test image(third) == image(other)
    @test image(chain) == image(other)

    # Garbage collected in the middle of everything.
    chain = Chain(settings, start(T))
    function wasteful(theta, batch, gradient)
        junk = [rand(10) for _ in 1:100]
        GC.gc(false)
        log_likelihood(theta, batch, gradient) + 0 * length(junk)
    end
    run!(chain, wasteful, 10; observer = draw -> (GC.gc(); nothing))
    expected = Chain(settings, start(T))
    run!(expected, log_likelihood, 10)
    @test image(chain) == image(expected)
end

# The error is the one that was thrown, the place where it was is shown as its cause, and it may be nothing at all.
chain = Chain(rule_settings(), start(Float64))
somewhere_deep(theta, batch, gradient) = trouble()
shown = try
    step!(chain, somewhere_deep)
catch
    stack = isdefined(Base, :current_exceptions) ? Base.current_exceptions() : Base.catch_stack()
    sprint(io -> foreach(((error, backtrace),) -> showerror(io, error, backtrace), stack))
end
@test occursin("somewhere_deep", shown) && occursin("callbacks.jl", shown)
caught = try
    step!(chain, (theta, batch, gradient) -> throw(nothing))
    :nothing_thrown
catch error
    error
end
@test caught === nothing

# Both precisions of one model, and models in turns, in one chain.
counted = Ref(0)
other_model = (theta, batch, gradient) -> (counted[] += 1; log_likelihood(theta, batch, gradient))
for _ in 1:3
    step!(chain, log_likelihood)
    step!(chain, other_model)
end
@test counted[] == 3

@test (@thrown Stop(0)) isa ArgumentError && (@thrown Stop(1)) isa ArgumentError
