# Ensembles: a model and a start, and chains on tasks of their own that find the rest.

struct EnsembleSettings <: Options{LibSgmcmc.sgmcmc_ensemble_settings}
    raw::Base.RefValue{LibSgmcmc.sgmcmc_ensemble_settings}
    pointed::Dict{Int,Any}
end

follows(::Type{EnsembleSettings}, path) = path in ((:block_count,), (:block_size,))
EnsembleSettings(; given...) = fill_fields!(fresh(EnsembleSettings, sgmcmc_ensemble_settings_init), given)

"""
What [`sample`](@ref) returns: chains with their draws, shown as a table. [`draws`](@ref) and [`summarize`](@ref) read it,
[`state`](@ref) says whether the chains agree.
"""
struct Ensemble{T<:Precision}
    memory::AlignedMemory
    dim::Int
    names::Vector{String}
end

address(ensemble::Ensemble) = ensemble.memory.address
Base.copy(ensemble::Ensemble) = deepcopy(ensemble)

"A model without data, of a log density and of what writes its gradient, or of what LogDensityProblems knows."
without_data(log_density, gradient!) =
    Model((theta, batch, gradient) -> (gradient === nothing || gradient!(gradient, theta); log_density(theta)))

function without_data(problem, problems::Module, dim)
    problems.capabilities(problem) isa problems.LogDensityOrder{0} &&
        throw(ArgumentError("the log density has no gradient: LogDensityProblemsAD makes one"))
    len = problems.dimension(problem)
    len == dim || throw(DimensionMismatch("the log density has $len parameters, and the start $dim"))
    # No module can be captured where models are copied.
    evaluate = problems.logdensity_and_gradient
    Model() do theta, batch, gradient
        value, slope = evaluate(problem, copy(theta))
        gradient === nothing || copyto!(gradient, slope)
        value
    end
end

"LogDensityProblems where it is loaded and `model` is one of its, else `nothing`."
function problems_of(model)
    loaded = filter(it -> nameof(it) === :LogDensityProblems, Base.loaded_modules_array())
    isempty(loaded) || Base.invokelatest(first(loaded).capabilities, model) === nothing ? nothing : first(loaded)
end

"The model that stands for what `sample` was given, and how many data it has if that is known."
likelihood_of(model::Model, dim) = model, nothing
likelihood_of(model::Tuple{Any,Any}, dim) = without_data(model...), 1
function likelihood_of(model, dim)
    problems = problems_of(model)
    problems === nothing ? (Model(model), nothing) : (without_data(model, problems, dim), 1)
end

"A model for one chain, and what a callback stopped it with."
struct Worker{B<:BoundModel}
    bound::B
    code::Base.RefValue{Int32}
end

Worker(::Type{T}, model) where {T} = Worker(BoundModel(T, model), Ref(Int32(0)))

"""
    sample(model, start; chains = 4, names = String[], keywords...) -> Ensemble

Samples a model from a start: all that has to be known besides is how many data there are. Chains run on Julia's threads,
until they agree or no more passes are allowed. The other keywords are the fields of `?Sgmcmc.LibSgmcmc.sgmcmc_ensemble_settings`, of which `data_len`
has no default; `names` are what the first parameters are called. `start` decides the precision.

The model is a [`Model`](@ref) or what stands for one; or, without data, a tuple of `log_density(theta)` and
`gradient!(gradient, theta)`, or a problem of LogDensityProblems. Every chain has a `deepcopy` of it, so that it may write
into what it holds, though not into globals and `const`s, which are shared; the bits are then the same whatever the threads. What it throws comes out as it is, once all chains have stopped.
"""
function sample(model, start::AbstractVector{<:Real}; chains = 4, names = String[], given...)
    T = eltype(start) === Float32 ? Float32 : Float64
    theta = collect(T, start)
    settings, likelihood = settings_of(model, length(start), chains; given...)
    finish!(begin_ensemble(settings, theta, Worker(T, likelihood), collect(String, names)), likelihood)
end

begin_ensemble(settings, theta::Vector{T}, worker::Worker, names) where {T} =
    place(T, settings, length(theta), names) do object, address, size, raw
        GC.@preserve worker begin
            status = @deferred sgmcmc_ensemble_init(
                T, object, worker.code, address, size, raw, theta, length(theta), worker.bound.raw,
            )
            status == 0 || fail(worker, status, worker.bound)
        end
    end

"""
    sample(model, checkpoint::Vector{UInt8}; chains = 4, names = String[], keywords...) -> Ensemble

Goes on from what [`save`](@ref) wrote, with the same bits as if nothing had come between. The keywords are those that it was
sampled with, but for `seed` and `start_spread`, which have no effect any more, and for `r_hat_max`, `sample_size` and
`pass_max`, which may be others.
"""
function sample(model, checkpoint::Vector{UInt8}; chains = 4, names = String[], given...)
    seen = Checkpoint(checkpoint)
    T = seen.bits == 32 ? Float32 : Float64
    settings, likelihood = settings_of(model, seen.dim, chains; given...)
    ensemble = place(T, settings, Int(seen.dim), collect(String, names)) do object, address, size, raw
        check(sgmcmc_ensemble_restore(T, object, address, size, raw, seen.dim, checkpoint, length(checkpoint)))
    end
    finish!(ensemble, likelihood)
end

"The settings for a model and keywords, and what stands for the model."
function settings_of(model, dim, chains; given...)
    haskey(given, :chain_count) && throw(ArgumentError("how many chains there are is `chains`"))
    likelihood, data_len = likelihood_of(model, Int(dim))
    data_len === nothing || get(given, :data_len, data_len) == data_len ||
        throw(ArgumentError("a log density has no data: leave out `data_len`"))
    EnsembleSettings(; chain_count = chains, data_len = something(data_len, 0), given...), likelihood
end

"An ensemble in memory of its own, which `fill` writes."
function place(fill, ::Type{T}, settings, dim, names) where {T}
    with_struct(settings, dim) do raw
        size, object = Ref(Csize_t(0)), Ref{Ptr{Cvoid}}(C_NULL)
        check(sgmcmc_ensemble_size(T, size, raw, dim))
        memory = AlignedMemory(size[], sgmcmc_align())
        GC.@preserve memory fill(object, memory.address, size[], raw)
        Ensemble{T}(memory, dim, names)
    end
end

"Runs the chains on tasks until they agree or may not go on."
function finish!(ensemble::Ensemble{T}, likelihood) where {T}
    # Which begins another round where it takes one.
    stands = state(ensemble)
    workers = [Worker(T, deepcopy(likelihood)) for _ in 1:stands.chain_count]
    while !stands.is_over
        advance!(ensemble, workers)
        stands = state(ensemble)
    end
    ensemble
end

"Brings every chain to the end of its round, in pieces, so that none goes on for long after another has failed."
function advance!(ensemble::Ensemble{T}, workers) where {T}
    stops = Threads.Atomic{Bool}(false)
    advance(chain, worker) = GC.@preserve ensemble worker begin
        status, is_done = Int32(0), Ref(Int32(0))
        while status == 0 && is_done[] == 0 && !stops[]
            status = @deferred sgmcmc_ensemble_advance(
                T, address(ensemble), is_done, worker.code, chain - 1, 16, worker.bound.raw,
            )
        end
        status == 0 || (stops[] = true)
        status
    end
    tasks = [Threads.@spawn advance(chain, worker) for (chain, worker) in enumerate(workers)]
    statuses = try
        map(fetch, tasks)
    finally
        stops[] = true
        # Each is waited for, whatever became of those before.
        foreach(task -> try wait(task) catch end, tasks)
    end
    for (status, worker) in zip(statuses, workers)
        status == 0 || fail(worker, status, worker.bound)
    end
end

"""
    save(ensemble) -> Vector{UInt8}

A checkpoint: bytes from which [`sample`](@ref) goes on, on whichever machine.
"""
function save(ensemble::Ensemble)
    needed = Ref(Csize_t(0))
    GC.@preserve ensemble begin
        check(sgmcmc_ensemble_save(address(ensemble), C_NULL, 0, needed))
        bytes = Vector{UInt8}(undef, needed[])
        check(sgmcmc_ensemble_save(address(ensemble), bytes, length(bytes), C_NULL))
    end
    bytes
end

"How an ensemble stands, such as `state(ensemble).converged`: see `?Sgmcmc.LibSgmcmc.sgmcmc_ensemble_state`."
function state(ensemble::Ensemble)
    record = blank(EnsembleState)
    GC.@preserve ensemble check(sgmcmc_ensemble_judge(address(ensemble), record))
    record[]
end

"""
    draws(ensemble) -> Array

The draws of all chains, copied: an array of draw, chain and parameter.
"""
function draws(ensemble::Ensemble{T}) where {T}
    rows, count = Ref{Ptr{T}}(C_NULL), Ref(Csize_t(0))
    GC.@preserve ensemble begin
        check(sgmcmc_ensemble_draws(T, rows, count, address(ensemble)))
        permutedims(ConstCArray(rows[], ensemble.dim, count[], state(ensemble).chain_count), (2, 3, 1))
    end
end

"What the draws of all chains say of every parameter: see `?Sgmcmc.LibSgmcmc.sgmcmc_summary`."
summarize(ensemble::Ensemble) = map(1:ensemble.dim) do parameter
    record = blank(LibSgmcmc.sgmcmc_summary)
    GC.@preserve ensemble check(sgmcmc_ensemble_summary(record, address(ensemble), parameter - 1))
    record[]
end

Base.show(io::IO, ensemble::Ensemble{T}) where {T} =
    print(io, "Ensemble{", T, "} of ", state(ensemble).chain_count, " chains, ", ensemble.dim, " parameters")

function Base.show(io::IO, ::MIME"text/plain", ensemble::Ensemble)
    text(arguments...) = sgmcmc_ensemble_text(arguments..., ensemble.names, length(ensemble.names))
    GC.@preserve ensemble print(io, chomp(written(text, address(ensemble))))
end
