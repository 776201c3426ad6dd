# Pilots: numbers that are known, sentences, exceptions, and a chain that stays as it was.

for T in (Float32, Float64)
    x = [0.1 * i for i in 0:19]
    function likelihood(theta, batch, gradient)
        residuals = [x[i] - theta[1] for i in batch]
        gradient === nothing || (gradient[1] += sum(residuals) / length(residuals))
        -0.5 * sum(abs2, residuals) / length(residuals)
    end
    chain = Chain(Settings(data_len = 20, batch_len = 2, step_size = 0.01), T[0.9])
    before = image(chain)
    seen = pilot(chain, likelihood; pair_count = 4096, covariance = true)
    @test image(chain) == before
    @test seen.report.curvature ≈ 20 rtol = 0.01
    @test seen.variance[1] ≈ 400 / 2 * 0.9 * 0.35 rtol = 0.1
    @test seen.covariance == fill(seen.variance[1], 1, 1)
    @test inflation(seen, seen.report.step_size) ≈ 0.05
    @test :noise_binds in findings(seen) && :control_variate_pays in findings(seen) && !(:no_step_size in findings(seen))
    @test length(sentences(seen)) == length(findings(seen))
    @test startswith(sentences(seen)[1], "The gradient's noise, of variance ")
    @test occursin(sentences(seen)[1], sprint(show, MIME("text/plain"), seen))
    @test occursin("noise_binds", sprint(show, seen)) && occursin("PilotReport(findings = ", sprint(show, seen.report))
    @test pilot(chain, likelihood; pair_count = 4096, covariance = true).report === seen.report
    @test isempty(pilot(chain, likelihood).covariance)
    @test :far_from_mode in findings(pilot(chain, likelihood; theta = [50.0]))
    @test_throws DimensionMismatch pilot(chain, likelihood; theta = [1.0, 2.0])
    @test_throws ArgumentError pilot(chain, likelihood; pairs = 3)
    @test refused_setting(@thrown pilot(chain, likelihood; pair_count = 3)) == :pair_count
    given = Chain(Settings(data_len = 20, batch = :caller, step_size = 0.01, burn_in = 9), T[0.9])
    for look in (pilot, warm_up!)
        @test refused_setting(@thrown look(given, likelihood)) == :batch
    end
    @test_throws DomainError pilot(chain, (theta, batch, gradient) -> throw(DomainError(1)))
    @test image(chain) == before

    tuned = Settings(
        data_len = 20, batch_len = 2, sampler = :metropolis_hastings, proposal = :hmc, likelihood_scale = 1.0,
        step_size = 0.0, tune_step_size = true, target_acceptance = 0.65, tune_refresh_len = true, burn_in = 50,
    )
    whole, pieces = Chain(tuned, T[0.9]), Chain(tuned, T[0.9])
    warm_up!(whole, likelihood; pair_count = 16)
    warm_up!(warm_up!(pieces, likelihood; pair_count = 16, step_count = 20), likelihood; pair_count = 16)
    @test image(whole) == image(pieces)
    @test statistics(whole).step_count == 50 && statistics(whole).step_size > 0
    @test_throws DomainError warm_up!(Chain(tuned, T[0.9]), (theta, batch, gradient) -> throw(DomainError(1)))
end
