# A model in which every callback can be made to fail, and settings that ask for each of them.

using Sgmcmc
using Sgmcmc: LibSgmcmc
using Test

const DATA_LEN, DIM = 100, 3

"x_i ~ N(theta, 1) in `DIM` dimensions, in the order of the columns."
const DATA = [sin(i) + j for j in 1:DIM, i in 1:DATA_LEN]

function log_likelihood(theta, batch, gradient)
    value = 0.0
    for i in batch, j in eachindex(theta)
        difference = eltype(theta)(DATA[j, i]) - theta[j]
        value -= 0.5 * difference^2
        gradient === nothing || (gradient[j] += difference)
    end
    gradient === nothing || (gradient ./= length(batch))
    value / length(batch)
end

function log_prior(theta, gradient)
    gradient === nothing || (gradient .= .-theta)
    -0.5 * sum(abs2, theta)
end

metric(theta, P, gamma) = (P .= 1.5)

function dense_metric(theta, L, gamma)
    for i in 1:DIM, j in 1:i
        L[i, j] = i + 0.1 * j
    end
end

function diffusion(theta, gradient, normals, temperature, drift, noise)
    drift .= gradient
    noise .= normals
end

"Settings of a rule, and what differs."
function rule_settings(; batch = :without_replacement, changes...)
    batch_len = batch in (:all, :caller) ? 0 : 10
    own = Settings(; data_len = DATA_LEN, batch = batch, batch_len = batch_len, step_size = 1e-3)
    Settings(own; changes...)
end

metropolis_settings(; changes...) =
    rule_settings(; sampler = :metropolis_hastings, likelihood_scale = 5, step_size = 0.1, changes...)

"Every callback by its name, with settings that ask for it and a model that has it."
const WORLDS = (
    (:log_likelihood, rule_settings(), Model(log_likelihood)),
    (:log_prior, rule_settings(prior = :callback), Model(log_likelihood; log_prior = log_prior)),
    (
        :metric,
        rule_settings(rule = Rule(preconditioner = :position_dependent)),
        Model(log_likelihood; metric = metric),
    ),
    (
        :metric,
        rule_settings(rule = Rule(preconditioner = :position_dependent_dense), step_size = 1e-6),
        Model(log_likelihood; metric = dense_metric),
    ),
    (:diffusion, rule_settings(rule = :recipe), Model(log_likelihood; diffusion = diffusion)),
    (
        :step_size,
        rule_settings(step_size = Schedule(:callback)),
        Model(log_likelihood; step_size = k -> 1e-3 / (k + 1)),
    ),
    (
        :temperature,
        rule_settings(temperature = Schedule(:callback)),
        Model(log_likelihood; temperature = k -> 1 / (k + 1)),
    ),
    (:log_likelihood, metropolis_settings(), Model(log_likelihood)),
    (:log_prior, metropolis_settings(prior = :callback), Model(log_likelihood; log_prior = log_prior)),
)

"The same model, but with `replacement` in the place of one of its functions."
replaced(model::Model, name::Symbol, replacement) =
    Model((field === name ? replacement : getfield(model, field) for field in fieldnames(Model))...)

start(::Type{T}) where {T} = T[0.5, -0.5, 1]

"What an expression throws."
macro thrown(expression)
    quote
        try
            $(esc(expression))
            nothing
        catch error
            error
        end
    end
end
