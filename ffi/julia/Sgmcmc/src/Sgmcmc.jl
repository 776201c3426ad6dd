"""
Stochastic-gradient MCMC and mini-batch Metropolis-Hastings: a package over the C library of sgmcmc.

    result = sample((theta, batch, gradient) -> ..., [0.0]; data_len = 1000)

`sample` is where to begin, `Settings` and `Chain` are for what it does not do; `Model` says what the functions of a model
take and return.
"""
module Sgmcmc

using Serialization: AbstractSerializer, Serialization, deserialize, serialize

include("LibSgmcmc.jl")
using .LibSgmcmc

include("errors.jl")
include("views.jl")
include("records.jl")
include("options.jl")
include("settings.jl")
include("memory.jl")
include("model.jl")
include("trampolines.jl")
include("chain.jl")
include("checkpoint.jl")
include("generator.jl")
include("estimates.jl")
include("pilot.jl")
include("health.jl")
include("text.jl")
include("ensemble.jl")
include("kernels.jl")
include("mathematics.jl")
include("transforms.jl")

export Settings, Rule, Schedule, Block, lines
export Chain, step!, run!, draws!, theta, theta!, dim, moments, moments!, statistics
export noise_covariance, compensation_limit, divergence
export hand_over!, set_step_size!, tune_beta!, image, save, Checkpoint
export Model, Stop, Impossible, isall
export Estimates, deviations, standard_errors, sample_sizes, degrees_of_freedom, half_widths, doubts, covariances
export quantiles, r_hat
export Reservoir, stein_sum, summarize
export Pilot, pilot, findings, inflation, sentences, warm_up!
export Health, look!, report
export Transform, constrain!, pull_back!, unconstrain!
export sample, Ensemble, draws, state
export SgmcmcError, refused_setting
export Generator, fingerprint

end
