# The functions that a host's model consists of, and what the library is given for them.

"""
    Model(log_likelihood; log_prior, metric, diffusion, step_size, temperature)

The model whose posterior is sampled. All but the first are needed only where the settings ask for them; a
`log_prior` beside another `prior` than `:callback` is refused.

| function | returns |
|---|---|
| `log_likelihood(theta, batch, gradient)` | the mean log-likelihood over the batch; writes its mean gradient |
| `log_prior(theta, gradient)` | the log prior; writes its gradient |
| `metric(theta, P, gamma)` | nothing; writes P, a vector or the lower-triangular factor as a matrix, and Γ |
| `diffusion(theta, gradient, normals, temperature, drift, noise)` | nothing; writes the last two |
| `step_size(k)`, `temperature(k)` | the value at step or epoch k, from 0 |

`gradient` is `nothing` when only the value is wanted, else zeros to be added to. What is written is a
[`CArray`](@ref Sgmcmc.CArray) over the library's memory, what is only read a
[`ConstCArray`](@ref Sgmcmc.ConstCArray), `batch` a [`Batch`](@ref Sgmcmc.Batch) of indices **from 1**: all valid until
the function returns. A callable of any type will do, and a function by itself is a model. Every one may return
[`Stop`](@ref) or [`Impossible`](@ref); what it throws leaves the chain as it was and comes out of `step!` or `run!`.

A step on batches of the chain's own allocates nothing unless the functions do: let them have all they use in a `const`,
an argument or a captured variable that is assigned once.
"""
struct Model{L,P,G,D,S,U}
    log_likelihood::L
    log_prior::P
    metric::G
    diffusion::D
    step_size::S
    temperature::U
end

Model(
    log_likelihood;
    log_prior = nothing,
    metric = nothing,
    diffusion = nothing,
    step_size = nothing,
    temperature = nothing,
) = Model(log_likelihood, log_prior, metric, diffusion, step_size, temperature)

"What the trampolines get as their user pointer; here an exception waits until the library has returned."
abstract type Bound end

"""
A model as the library takes it in one precision, for one chain. It is mutable for its address, which is the user
pointer.
"""
mutable struct BoundModel{T,M<:Model,C} <: Bound
    model::M
    raw::Base.RefValue{C}
    failed::Bool
    error::Any
    backtrace::Any
end

mutable struct BoundObserver{T,O} <: Bound
    observer::O
    failed::Bool
    error::Any
    backtrace::Any
end

mutable struct BoundProgress{T,P} <: Bound
    progress::P
    stopped::Bool
    failed::Bool
    error::Any
    backtrace::Any
end

bound_observer(::Type{T}, observer::O) where {T,O} = BoundObserver{T,O}(observer, false, nothing, nothing)
bound_progress(::Type{T}, progress::P) where {T,P} = BoundProgress{T,P}(progress, false, false, nothing, nothing)
bound_observer(::Type{T}, ::Nothing) where {T} = nothing
bound_progress(::Type{T}, ::Nothing) where {T} = nothing

"A function for the library, with its user pointer."
callback(::Type{T}, bound::Bound) where {T} = (callback_pointer(bound), pointer_from_objref(bound))
callback(::Type{T}, ::Nothing) where {T} = (C_NULL, C_NULL)

has_failed(bound::Bound) = bound.failed
has_failed(_) = false
has_stopped(bound::BoundProgress) = bound.stopped
has_stopped(_) = false
"Throws where the code with which an observer stopped a run is no one's wish."
check_stop(_, code) = nothing

function keep_exception!(bound::Bound, error)
    bound.failed, bound.error, bound.backtrace = true, error, catch_backtrace()
    # Any number but 0 and 1 stops the chain.
    Int32(2)
end

function throw_kept(bound::Bound)
    error, backtrace = bound.error, bound.backtrace
    bound.failed, bound.error, bound.backtrace = false, nothing, nothing
    throw_again(error, backtrace)
end

c_model(::Type{Float32}) = LibSgmcmc.sgmcmc_model_f32
c_model(::Type{Float64}) = LibSgmcmc.sgmcmc_model_f64

function BoundModel(::Type{T}, model::M) where {T,M<:Model}
    bound = BoundModel{T,M,c_model(T)}(model, blank(c_model(T)), false, nothing, nothing)
    for name in fieldnames(Model)
        getfield(model, name) === nothing || put!(bound.raw, name, callback_pointer(Val(name), bound))
    end
    put!(bound.raw, :user, pointer_from_objref(bound))
    bound
end
