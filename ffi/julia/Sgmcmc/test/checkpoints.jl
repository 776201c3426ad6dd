# Checkpoints: chains that go on, and what is none.

for T in (Float32, Float64), settings in (rule_settings(moments = :both), metropolis_settings(beta = 10))
    chain = Chain(settings, start(T))
    for count in (0, 1, 7)
        run!(chain, log_likelihood, count)
        bytes = save(chain)
        seen = Checkpoint(bytes)
        @test seen.bits === 8 * sizeof(T) && seen.dim === length(start(T)) && seen.size === length(bytes)
        @test seen.step_count == statistics(chain).step_count && occursin("Checkpoint(version = 1", repr(seen))
        restored = Chain(settings, bytes)
        @test restored isa Chain{T} && image(restored) == image(chain) && save(restored) == bytes
        run!(restored, log_likelihood, 5)
        run!(chain, log_likelihood, 5)
        @test image(restored) == image(chain)
    end
    bytes = save(chain)
    @test (@thrown Chain(rule_settings(step_size = 5e-5), bytes)) == LibSgmcmc.SGMCMC_ERROR_CHECKPOINT_SETTINGS
    @test (@thrown Chain(settings, bytes[1:end-1])) == LibSgmcmc.SGMCMC_ERROR_CHECKPOINT_LENGTH
    @test (@thrown Chain(settings, [bytes; 0x00])) == LibSgmcmc.SGMCMC_ERROR_CHECKPOINT_LENGTH
    for (at, expected) in (1 => LibSgmcmc.SGMCMC_ERROR_NOT_CHECKPOINT, 99 => LibSgmcmc.SGMCMC_ERROR_CHECKPOINT_DAMAGED)
        damaged = copy(bytes)
        damaged[at] += 0x01
        @test (@thrown Chain(settings, damaged)) == expected
    end
    @test (@thrown Chain(settings, UInt8[])) == LibSgmcmc.SGMCMC_ERROR_CHECKPOINT_LENGTH
end
