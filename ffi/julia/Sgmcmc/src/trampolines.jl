# The functions that the library calls. Each is compiled for the type of the model, so that nothing is looked up and
# nothing is allocated on the way.
#
# An exception must not pass the library's frames: it is kept, the library is told to stop, and the caller throws it
# when the library has returned. An interrupt may come only while the model runs, never on the way through the library:
# so it is deferred around every call of the library, and allowed within `guarded`.

@inline function guarded(f, bound::Bound, is_density = false)
    try
        Base.sigatomic_end()
        code = f()
        Base.sigatomic_begin()
        return code
    catch error
        # A density may overflow in a transform: it cannot be evaluated there.
        is_density && error isa SgmcmcError && error == LibSgmcmc.SGMCMC_ERROR_VALUE_NOT_FINITE && return Int32(1)
        # The deferral is that from before the `try` again.
        return keep_exception!(bound, error)
    end
end

"A call of the library: interrupts wait until it has returned, or until it calls the model."
macro deferred(call)
    quote
        Base.sigatomic_begin()
        result = $(esc(call))
        Base.sigatomic_end()
        result
    end
end

@inline answer(value::Ptr{Float64}, number::Real) = (unsafe_store!(value, Float64(number)); Int32(0))
@inline answer(::Ptr{Float64}, stop::Stop) = stop.code
@inline answer(::Ptr{Float64}, ::Impossible) = Int32(1)
@noinline answer(::Ptr{Float64}, other) =
    throw(ArgumentError("a model's function returned $(repr(other)) and not a number, Stop or Impossible"))

# Of a function that is called for what it writes.
@inline answer(stop::Stop) = stop.code
@inline answer(::Impossible) = Int32(1)
@inline answer(other) = Int32(0)

function on_log_likelihood(bound::BoundModel{T}, value, gradient, theta, dim, batch, batch_len) where {T}
    guarded(bound, true) do
        f, at, indices = bound.model.log_likelihood, ConstCArray(theta, dim), Batch(batch, batch_len)
        # Two calls, so that each knows the type of its gradient.
        if gradient == C_NULL
            answer(value, f(at, indices, nothing))
        else
            answer(value, f(at, indices, CArray(gradient, dim)))
        end
    end
end

function on_log_prior(bound::BoundModel{T}, value, gradient, theta, dim) where {T}
    guarded(bound, true) do
        f, at = bound.model.log_prior, ConstCArray(theta, dim)
        if gradient == C_NULL
            answer(value, f(at, nothing))
        else
            answer(value, f(at, CArray(gradient, dim)))
        end
    end
end

function on_metric(bound::BoundModel{T}, metric, metric_len, gamma, theta, dim) where {T}
    guarded(bound) do
        f, at, curvature = bound.model.metric, ConstCArray(theta, dim), CArray(gamma, dim)
        if metric_len == dim
            answer(f(at, CArray(metric, dim), curvature))
        else
            answer(f(at, CRows(CArray(metric, dim, dim)), curvature))
        end
    end
end

function on_diffusion(bound::BoundModel{T}, drift, noise, theta, gradient, normals, dim, temperature) where {T}
    guarded(bound) do
        read(address) = ConstCArray(address, dim)
        f, written = bound.model.diffusion, (CArray(drift, dim), CArray(noise, dim))
        answer(f(read(theta), read(gradient), read(normals), temperature, written...))
    end
end

on_step_size(bound::BoundModel, value, k) = guarded(() -> answer(value, bound.model.step_size(Int(k))), bound)
on_temperature(bound::BoundModel, value, k) = guarded(() -> answer(value, bound.model.temperature(Int(k))), bound)

on_draw(bound::BoundObserver, draw) = guarded(() -> answer(bound.observer(unsafe_load(draw))), bound)
function on_look(bound::BoundProgress, statistics, theta, dim)
    code = guarded(() -> answer(bound.progress(unsafe_load(statistics), ConstCArray(theta, dim))), bound)
    bound.stopped = code != 0
    code
end

for (T, ending) in ((Float32, "f32"), (Float64, "f64"))
    kind(name) = Symbol(:sgmcmc_, name, :_, ending)
    for name in (:log_likelihood, :log_prior, :metric, :diffusion)
        @eval callback_pointer(::Val{$(QuoteNode(name))}, ::BoundModel{$T,M,C}) where {M,C} =
            LibSgmcmc.@callback $(kind(name)) $(Symbol(:on_, name)) BoundModel{$T,M,C}
    end
    for name in (:step_size, :temperature)
        @eval callback_pointer(::Val{$(QuoteNode(name))}, ::BoundModel{$T,M,C}) where {M,C} =
            LibSgmcmc.@callback sgmcmc_scheduled $(Symbol(:on_, name)) BoundModel{$T,M,C}
    end
    @eval callback_pointer(::BoundObserver{$T,O}) where {O} =
        LibSgmcmc.@callback $(kind(:observer)) on_draw BoundObserver{$T,O}
    @eval callback_pointer(::BoundProgress{$T,P}) where {P} =
        LibSgmcmc.@callback $(kind(:progress)) on_look BoundProgress{$T,P}
end
