# Chains on tasks and threads of their own are those of one thread; with `--threads` there are several.

function sampled(chain_index)
    chain = Chain(rule_settings(chain_index = chain_index), start(Float64))
    # Gives the other tasks their turn within the library's call.
    run!(chain, (theta, batch, gradient) -> (yield(); log_likelihood(theta, batch, gradient)), 200)
    image(chain)
end

alone = map(sampled, 0:7)
together = Vector{Vector{UInt8}}(undef, 8)
@sync for k in 1:8
    Threads.@spawn together[k] = sampled(k - 1)
end
@test together == alone
@test length(unique(alone)) == 8
