# Ctrl-C while a chain runs: the step is undone or whole, never half, and InterruptException comes out.

"Whether an interrupt that came now would wait."
function is_deferred()
    try
        # Refused where nothing is deferred.
        Base.sigatomic_end()
        Base.sigatomic_begin()
        return true
    catch
        return false
    end
end

# Deferred while the library is called, not while the model or the observer runs, nor afterwards, whatever happened.
seen = Bool[]
watching(theta, batch, gradient) = (push!(seen, is_deferred()); log_likelihood(theta, batch, gradient))
chain = Chain(rule_settings(), start(Float64))
@test Sgmcmc.@deferred(is_deferred()) && !is_deferred()
run!(chain, watching, 2; observer = draw -> push!(seen, is_deferred()))
step!(chain, watching)
@test (@thrown step!(chain, (theta, batch, gradient) -> error("no"))) isa ErrorException
@test !is_deferred() && seen == falses(5)
# One that defers its interrupts itself is not interrupted in the model.
disable_sigint(() -> step!(chain, watching))
@test seen[end] && !is_deferred()

if Sys.isunix()
    Base.exit_on_sigint(false)
    interrupt_this_process() = ccall(:kill, Cint, (Cint, Cint), getpid(), Base.SIGINT)
    chain = Chain(rule_settings(), start(Float64))
    steps = Ref(0)
    function interrupted(theta, batch, gradient)
        steps[] += 1
        value = log_likelihood(theta, batch, gradient)
        if steps[] == 5
            interrupt_this_process()
            # The signal comes on a thread of Julia's: it may take a moment.
            started = time()
            while time() - started < 10
                yield()
            end
        end
        value
    end
    @test (@thrown run!(chain, interrupted, 10)) isa InterruptException
    @test statistics(chain).step_count == 4
    expected = Chain(rule_settings(), start(Float64))
    run!(expected, log_likelihood, 4)
    @test image(chain) == image(expected)

    # At any time: the signal is sent from outside, and finds the library at work as often as the model.
    for round in 1:20
        local chain = Chain(rule_settings(), start(Float64))
        sender = run(`sh -c "sleep 0.0$(10 + round); kill -INT $(getpid())"`; wait = false)
        error = @thrown while true
            run!(chain, log_likelihood, 1000)
        end
        @test error isa InterruptException
        wait(sender)
        local expected = Chain(rule_settings(), start(Float64))
        run!(expected, log_likelihood, statistics(chain).step_count)
        @test image(chain) == image(expected)
    end
end
