# Health: a run that is sick, sentences, exceptions, and draws that are what they were.

for T in (Float32, Float64)
    likelihood(theta, batch, gradient) = begin
        gradient === nothing || (gradient[1] -= theta[1])
        -0.5 * theta[1]^2
    end
    fresh() = Chain(Settings(data_len = 1, batch = :all, step_size = 1.0), T[0.5])
    chain, plain, health = fresh(), fresh(), Health(window = 500)
    @test run!(chain, likelihood, 50_000; health = health, interval = 10) == 50_000
    run!(plain, likelihood, 50_000)
    @test image(chain) == image(plain)
    seen = report(health, chain)
    @test seen.step_count == seen.evaluation_count == 50_000 && seen.look_count == 5000
    @test seen.heat ≈ 1 rtol = 0.1
    @test findings(seen) == [:step_too_large]
    @test startswith(only(sentences(seen)), "The step size, 1, is too large: variances are off by ")
    @test occursin("HealthReport(", sprint(show, seen))
    @test :chains_disagree in findings(report(health, chain; r_hat = 1.2))
    @test findings(report(health, chain; pilot = pilot(chain, likelihood))) == [:step_too_large]
    step!(chain, likelihood)
    @test look!(health, chain) === health
    @test (@thrown look!(health, chain)) == LibSgmcmc.SGMCMC_ERROR_HEALTH_CHAIN
    @test run!(chain, likelihood, 10; observer = draw -> Stop(3), health = health, interval = 10) == 1
    # A copy has memory of its own.
    ours, theirs = report(health, chain), (copy(health), deepcopy(health))
    run!(chain, likelihood, 20; health = health, interval = 10)
    @test all(other -> report(other, chain).look_count == ours.look_count < report(health, chain).look_count, theirs)
    @test refused_setting(@thrown Health(tolerance = 0.0)) == :tolerance
    @test_throws ArgumentError Health(windows = 3)
    @test_throws DomainError run!(chain, (theta, batch, gradient) -> throw(DomainError(1)), 10; health = health, interval = 10)
    nans = (theta, batch, gradient) -> (gradient[1] = NaN; 0.0)
    @test (@thrown run!(chain, nans, 10; health = health, interval = 10)) == LibSgmcmc.SGMCMC_ERROR_GRADIENT_NOT_FINITE
    @test :not_finite in findings(report(health, chain)) && report(health, chain).refused_status == 201
end
