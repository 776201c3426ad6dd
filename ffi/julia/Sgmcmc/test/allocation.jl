# A step allocates nothing.

steps!(chain, model::M, count) where {M} =
    for _ in 1:count
        step!(chain, model)
    end

runs!(chain, model::M, count) where {M} = run!(chain, model, count)

watched_runs!(chain, model::M, count) where {M} =
    run!(chain, model, count; observer = draw -> draw.theta[1] + draw.drift_norm)

"Bytes that this many steps take beyond what none take."
function bytes(work!::W, chain, model::M, count) where {W,M}
    work!(chain, model, 1)
    none = @allocated work!(chain, model, 0)
    (@allocated work!(chain, model, count)) - none
end

"A closure over its data, as an application has it."
function model_of(x::Vector{T}) where {T}
    function (theta, batch, gradient)
        sum = zero(T)
        for i in batch
            sum += x[i] - theta[1]
        end
        gradient === nothing || (gradient[1] = sum / length(batch))
        -sum^2 / length(batch)
    end
end

for T in (Float32, Float64), work! in (steps!, runs!, watched_runs!)
    for (name, settings, model) in WORLDS
        @test bytes(work!, Chain(settings, start(T)), model, 1000) == 0
    end
    @test bytes(work!, Chain(rule_settings(), T[0]), model_of([sin(T(i)) for i in 1:DATA_LEN]), 1_000_000) == 0
end
