# Estimates, against the same from stored draws; and what stored draws say.

mean_of(x) = sum(x) / length(x)

for T in (Float32, Float64)
    estimates = Estimates(2; covariance = true, centroid_count = 64)
    draws = T[sin(k * i) for k in 1:2, i in 1:1000]
    for i in 1:1000
        push!(estimates, draws[:, i])
    end
    @test length(estimates) == 1000 && Sgmcmc.weight(estimates) == 1000.0
    mean, variance = moments(estimates)
    for k in 1:2
        x = Float64.(draws[k, :])
        @test mean[k] ≈ mean_of(x) atol = 1e-9
        @test variance[k] ≈ mean_of((x .- mean_of(x)) .^ 2)
        @test covariances(estimates)[k, k] == variance[k]
        @test abs(quantiles(estimates, 0.5)[k] - sort(x)[500]) < 0.1
        error, freedom = standard_errors(estimates)[k], degrees_of_freedom(estimates)[k]
        @test deviations(estimates)[k] ≈ sqrt(variance[k])
        @test sample_sizes(estimates)[k] ≈ (1 - 2 / 9freedom)^3 * variance[k] / error^2 + 1
        @test half_widths(estimates)[k] > 1.95 * error && half_widths(estimates, 0.5)[k] < error
    end
    @test covariances(estimates)[1, 2] == covariances(estimates)[2, 1]
    @test doubts(Estimates(2)) == [[:too_short], [:too_short]]
    @test (@thrown standard_errors(Estimates(2; window_len = 0))) == LibSgmcmc.SGMCMC_ERROR_NOT_ESTIMATED
    twin = copy(estimates)
    merge!(twin, estimates, Estimates(2; covariance = true, centroid_count = 64))
    @test length(twin) == 2000 && length(estimates) == 1000
    @test moments(twin)[1] ≈ mean atol = 1e-9
    @test sprint(show, twin) == "Estimates of 2 numbers from 2000 draws"
    bytes = save(estimates)
    restored = Estimates(bytes)
    @test save(restored) == bytes && moments(restored) == moments(estimates)
    @test covariances(restored) == covariances(estimates) && length(restored) == 1000
    bytes[end] ⊻= 0x01
    @test (@thrown Estimates(bytes)) == LibSgmcmc.SGMCMC_ERROR_CHECKPOINT_DAMAGED
    @test (@thrown Estimates(UInt8[])) == LibSgmcmc.SGMCMC_ERROR_CHECKPOINT_LENGTH
    error = @thrown push!(estimates, T[1])
    @test error == LibSgmcmc.SGMCMC_ERROR_LENGTH_MISMATCH
    @test (@thrown push!(estimates, T[1, NaN])) == LibSgmcmc.SGMCMC_ERROR_NOT_FINITE
    @test (@thrown push!(estimates, T[1, 2]; weight = 0)) == LibSgmcmc.SGMCMC_ERROR_WEIGHT
    @test refused_setting(@thrown Estimates(1; centroid_count = 3)) == :centroid_count
    @test (@thrown covariances(Estimates(1))) == LibSgmcmc.SGMCMC_ERROR_NOT_ESTIMATED

    # As an observer: the chain's own moments; what does not fit stops the run with its status.
    settings = Settings(data_len = 1, batch = :all, step_size = 0.1, moments = :weighted)
    normal(theta, batch, gradient) = (gradient === nothing || (gradient .= .-theta); -0.5 * sum(abs2, theta))
    chain, observer = Chain(settings, zeros(T, 3)), Estimates(3; weights = :step_size)
    @test run!(chain, normal, 500; observer = observer) == 500
    @test moments(observer) == moments(chain, :weighted)
    @test (@thrown run!(chain, normal, 1; observer = estimates)) == LibSgmcmc.SGMCMC_ERROR_LENGTH_MISMATCH
    @test statistics(chain).step_count == 501
    # Beside a look at the progress, whose stop is no failure.
    stop_at_503 = (so_far, at) -> so_far.step_count == 503 ? Stop(2) : nothing
    @test run!(chain, normal, 9; observer = observer, progress = stop_at_503) == 2 && length(observer) == 502
    # Or within an observer, which pushes draws as they come, and collects them.
    inside, pushed = Estimates(3; weights = :step_size), Estimates(3)
    shares(draw) = (inside(draw); push!(pushed, draw.theta); nothing)
    twin = copy(chain)
    found = draws!(chain, normal, 9; observer = shares, progress = (so_far, at) -> nothing, interval = 2)
    run!(twin, normal, 9; observer = observer)
    @test length(inside) == length(pushed) == size(found, 2) == 9 && image(twin) == image(chain)
    @test moments(pushed).mean ≈ vec(mean_of([found[:, i] for i in 1:9]))
    @test draws!(chain, normal, 2; observer = observer) isa Matrix && length(observer) == 513
    @test (@thrown draws!(chain, normal, 2; observer = Estimates(1))) == LibSgmcmc.SGMCMC_ERROR_LENGTH_MISMATCH
    refused() = run!(chain, normal, 9; observer = estimates, progress = (so_far, at) -> nothing)
    @test (@thrown refused()) == LibSgmcmc.SGMCMC_ERROR_LENGTH_MISMATCH

    # Chains in two modes are flagged.
    halves = cat(draws[:, 1:500], draws[:, 501:1000] .+ T(5); dims = 3)
    @test summarize(halves).r_hat > 1.5
    row = summarize(draws, 2)
    @test row.r_hat < 1.01 && row.bulk_sample_size > 100 && row.tail_sample_size > 100
    numbers = Float64.(draws[2, :])
    @test row.mean ≈ sum(numbers) / 1000 && row.deviation ≈ sqrt(sum(abs2, numbers .- row.mean) / 999)
    @test row.median ≈ sum(sort(numbers)[500:501]) / 2 && row.quantile_5 < row.median < row.quantile_95
    @test 0 < row.standard_error < row.deviation / 10
    @test_throws BoundsError summarize(draws, 3)
    @test_throws DimensionMismatch stein_sum(draws, draws[:, 1:2])
    @test stein_sum(T[0.5; -0.5][:, :], T[-0.5; 0.5][:, :]) ≈ 2.5

    reservoir = Reservoir(T, 2, 8)
    for i in 1:101
        push!(reservoir, draws[:, i])
    end
    @test Sgmcmc.kept(reservoir) == draws[:, 1:16:101] && stride(reservoir) == 16
    @test (@thrown Reservoir(T, 2, 1)) isa ArgumentError
    for other in (copy(reservoir), deepcopy(reservoir))
        @test Sgmcmc.kept(other) == Sgmcmc.kept(reservoir)
        foreach(_ -> push!(other, zeros(T, 2)), 1:200)
        @test stride(other) > stride(reservoir) == 16 && Sgmcmc.kept(reservoir) == draws[:, 1:16:101]
    end
    @test sprint(show, reservoir) == "Reservoir{$T} of 7 of 101 draws, every 16"
end

@test r_hat([1.0, 2.0, 3.0], [1.8, 1.8, 1.8], 10) ≈ sqrt(1.4)
@test_throws DimensionMismatch r_hat([1.0], [1.0, 2.0], 10)
