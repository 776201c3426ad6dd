# Keywords, and what is refused.

# The defaults are the library's, and every keyword is what it was set to.
@test Settings().thinning == 1 && Settings().temperature == 1.0
@test Settings().proposal === :rsgld && Settings().tune_beta === false
settings = Settings(data_len = 1e3, batch_len = 10, step_size = 1, batch = :epochs, seed = typemax(UInt64))
settings = Settings(settings; tune_beta = true)
@test (settings.data_len, settings.batch, settings.step_size, settings.tune_beta) == (1000, :epochs, 1.0, true)
@test Settings(batch = LibSgmcmc.SGMCMC_BATCH_EPOCHS) == Settings(batch = 2) == Settings(batch = :epochs)
@test Settings(settings; batch = :all).batch === :all && settings.batch === :epochs
@test Settings(settings; batch_len = 11) != settings
@test hash(Settings(settings)) == hash(settings)
@test Rule(:sghmc).friction == 0.1
@test (Rule(:lattice; drift = :adam).kind, Rule(:lattice; drift = :adam).drift) == (:lattice, :adam)
@test Rule(Rule(:sghmc); friction = 0.5) == Rule(:sghmc; friction = 0.5)

# Every symbol of every enum comes back, in every struct.
for options in (Settings, Rule, Schedule), field in Sgmcmc.settable(options)
    name, enum = Sgmcmc.keyword(field), Sgmcmc.enum_of(field)
    for symbol in (enum === nothing ? () : keys(LibSgmcmc.choices(enum)))
        @test getproperty(options(; name => symbol), name) === symbol
    end
end

# Keywords are paths, but for what goes without saying.
for name in (:batch, :batch_len, :sampler, :likelihood_scale, :proposal, :noise, :noise_sigma, :beta, :leapfrog_count,
    :estimator, :estimator_interval, :centre, :anchor_len, :compensation, :covariance, :prior_means, :slab_weight,
    :clipping_limit, :step_size, :temperature, :rule, :blocks)
    @test name in propertynames(Settings())
end
@test :drift_scale in propertynames(Rule()) && :preconditioner_scale in propertynames(Rule())

# A step size goes where the sampler has it, whichever is said first.
metropolis = (sampler = :metropolis_hastings, likelihood_scale = 1)
for settings in (
    metropolis_settings(step_size = 0.5), Settings(rule_settings(step_size = 0.5); metropolis...),
    Settings(Settings(rule_settings(); metropolis...); step_size = 0.5),
)
    @test settings.step_size === 0.5 && occursin("\nsampler.proposal.step_size = 0.5\n", lines(settings, 1))
    @test Settings(settings; sampler = :rule, likelihood_scale = 0).step_size === 0.5
end
decaying = Schedule(:polynomial; value = 0.5)
@test Settings(step_size = decaying).step_size == decaying
@test Settings(step_size = Schedule(value = 2)).step_size === 2.0
@test Settings(temperature = Schedule(value = 2, floor = 0.5)).temperature.floor == 0.5

# A wrong word is answered with the nearest one.
message(expression) = sprint(showerror, expression)
@test occursin("did you mean `step_size`?", message(@thrown Settings(stepsize = 1)))
@test occursin("did you mean `epochs`?", message(@thrown Settings(batch = :epoch)))
@test occursin("did you mean `friction`?", message(@thrown Rule(:sghmc; frictoin = 0.1)))
@test occursin("did you mean `burn_in`?", message(@thrown settings.burnin))
@test occursin("did you mean `sghmc`?", message(@thrown Rule(:sghm)))
@test occursin("it is Rule(:langevin)", message(@thrown Rule(:sgld)))
@test occursin("it is Rule(:langevin; preconditioner = :rmsprop)", message(@thrown Rule(:pSGLD)))
for call in Sgmcmc.NAMED
    @test Core.eval(Sgmcmc, Meta.parse(first(split(call, " with ")))) isa Rule
end
for wrong in (
    () -> Settings(data_len = -1), () -> Settings(data_len = 1.5), () -> Settings(step_size = "small"),
    () -> Settings(batch = "epochs"), () -> Settings(batch = true), () -> Settings(rule = 3),
    () -> Settings(proposal_step_size = 1), () -> Settings(batch_kind = :all), () -> Settings(rule = nothing),
    () -> Settings(blocks = 1), () -> Settings(struct_size = 3), () -> Settings(block_count = 1),
    () -> Block(0:3), () -> Block(1:2; start = 3),
    () -> Settings(reserved = 1), () -> Settings(tune_beta = "yes"), () -> Settings(prior_means = 3),
)
    @test (@thrown wrong()) isa ArgumentError
end

# What is refused before C sees it is refused by its name.
for (name, wrong) in (
    (:step_count, () -> run!(Chain(rule_settings(), [0.0]), log_likelihood, -1)),
    (:chain_index, () -> Sgmcmc.Generator(1, -1)), (:prior, () -> Settings(prior = 2^40)), (:code, () -> Stop(2^40)),
    (:tune_beta, () -> Settings(tune_beta = 2)), (:window_len, () -> Estimates(1; window_len = -1)),
    (:blocks, () -> Settings(blocks = Block(1:1))), (:prior_means, () -> Settings(prior_means = 3.0)),
    (:step_size, () -> Settings(step_size = "small")),
    (:prior_means, () -> Chain(rule_settings(prior = :gaussian_vector), [0.0])),
    (:preconditioner_values, () -> Chain(rule_settings(rule = Rule(preconditioner = :dense)), [0.0])),
)
    thrown = @thrown wrong()
    @test thrown isa ArgumentError && occursin("`$name`", message(thrown)) && !occursin("Ptr", message(thrown))
end

# What a number is outside of, the library says.
@test refused_setting(@thrown Chain(rule_settings(step_size = -1), [0.0])) == :step_size
@test refused_setting(@thrown Chain(rule_settings(batch = 77), [0.0])) == :batch
@test (@thrown Chain(rule_settings(), Float64[])) == LibSgmcmc.SGMCMC_ERROR_LENGTH_ZERO
@test (@thrown Chain(rule_settings(), [NaN])) == LibSgmcmc.SGMCMC_ERROR_THETA_NOT_FINITE
@test refused_setting(@thrown Rule(99)) == :kind
text = message(@thrown Chain(rule_settings(batch_len = 101), [0.0]))
@test occursin("batch_len", text) && occursin("(setting batch_len)", text)
@test repr(@thrown Chain(rule_settings(batch_len = 101), [0.0])) == "SgmcmcError(setting batch_len)"
@test (@thrown Settings(batch = :caller) |> s -> Chain(s, [0.0])) isa SgmcmcError
# What nothing uses, by its keyword.
for (name, unused) in (
    (:friction, rule_settings(rule = Rule(friction = 0.5))), (:noise_sigma, metropolis_settings(noise_sigma = 1)),
    (:step_size, metropolis_settings(step_size = Schedule(:polynomial; value = 1))), (:beta, rule_settings(beta = 2)),
    (:temperature, rule_settings(temperature = Schedule(:callback; value = 2))), (:centre, rule_settings(centre = [0])),
)
    @test refused_setting(@thrown Chain(unused, [0.0])) == name
end
for name in (:step_size, :temperature), kind in (:constant, :polynomial)
    @test refused_setting(@thrown Chain(rule_settings(; name => Schedule(kind)), [0.0])) == name
end

# Lengths that the library cannot see are compared before it reads.
gaussian(n) = rule_settings(prior = :gaussian_vector, prior_means = zeros(n), prior_precisions = ones(n))
@test Chain(gaussian(3), zeros(3)) isa Chain
@test (@thrown Chain(gaussian(2), zeros(3))) isa DimensionMismatch
@test (@thrown Chain(rule_settings(estimator = :fixed_centre, centre = zeros(2)), zeros(3))) isa DimensionMismatch
diagonal = Rule(preconditioner = :diagonal, preconditioner_values = [1.0, 2.0])
@test (@thrown Chain(rule_settings(rule = diagonal), zeros(3))) isa DimensionMismatch
dense = Rule(preconditioner = :dense, preconditioner_values = [1.0 0.0; 2.0 3.0])
@test dense.preconditioner_values == [1.0, 0.0, 2.0, 3.0]
@test (@thrown Chain(rule_settings(rule = dense), zeros(3))) isa DimensionMismatch
@test Chain(rule_settings(rule = dense), zeros(2)) isa Chain
@test Settings(gaussian(3); prior_means = nothing).prior_means === nothing

# What settings point to is theirs.
means = zeros(3)
settings = Settings(gaussian(3); prior_means = means)
means[1] = 7
@test settings.prior_means == zeros(3)
# What they give is another's.
settings = Settings(gaussian(3); rule = dense, blocks = [Block(1:1)])
for of in (settings, Settings(settings; seed = 1), settings.rule), name in propertynames(of)
    vector = getproperty(of, name)
    vector isa Vector && (empty!(vector); @test !isempty(getproperty(of, name)))
end
@test !isempty(dense.preconditioner_values)

# What is shown makes the same object.
for object in (
    rule_settings(rule = Rule(:sghmc; friction = 0.25), step_size = Schedule(:polynomial; value = 2, exponent = 1)),
    rule_settings(rule = dense, temperature = Schedule(:callback)), metropolis_settings(step_size = 3),
    rule_settings(blocks = [Block(1:2; frozen = true), Block(3:3; step_size_factor = 0.5)]), gaussian(2), Settings(),
    Rule(), dense, Schedule(:cyclical; cycle_len = 10, exploration = 0.25), Schedule(value = 0),
    Block(2:4; prior = :gaussian, prior_precision = 2),
)
    @test Core.eval(@__MODULE__, Meta.parse(repr(object))) == object
end
@test Schedule(:polynomial; value = 1)(0) == 1.0
@test Schedule(:step_decay; value = 1, period = 2)(2) == 0.5
@test Sgmcmc.explores(Schedule(:cyclical; value = 1, cycle_len = 4, exploration = 0.5), 1)
@test !Sgmcmc.explores(Schedule(:cyclical; value = 1, cycle_len = 4, exploration = 0.5), 2)

# Settings are text, and come back with what they point to.
values = [1.0, 2.0]
written = Settings(
    data_len = 10, batch_len = 5, step_size = 0.02, seed = typemax(UInt64), prior = :gaussian_vector,
    prior_means = values, prior_precisions = values,
    rule = Rule(:langevin; drift = :adam, preconditioner = :diagonal, preconditioner_values = values),
    temperature = Schedule(:step_decay; value = 1, period = 9), blocks = [Block(2:2; frozen = true)],
    compensation = :none,
)
text = lines(written, 2)
@test occursin("\nsampler.rule.drift = Adam\n", text) && occursin("\nblocks = 1 of fingerprint ", text)
base = Settings(written; seed = 3, temperature = 0.5, batch = :epochs, schedule_unit = :epoch)
back = Settings(base, text, 2)
@test lines(back, 2) == text && lines(base, 2) != text
@test back.blocks == written.blocks && back.rule == written.rule
@test back.prior_means == values && back.covariance === nothing
for T in (Float32, Float64)
    quadratic = (theta, batch, gradient) -> begin
        gradient === nothing || (gradient .-= theta)
        -0.5 * sum(abs2, theta)
    end
    one, other = Chain(written, T[0.5, 1.5]), Chain(back, T[0.5, 1.5])
    run!(one, quadratic, 20)
    run!(other, quadratic, 20)
    @test image(one) == image(other)
end
metropolis = Settings(base, "sampler = MetropolisHastings\nsampler.likelihood_scale = 2", 2)
@test metropolis.sampler === :metropolis_hastings && metropolis.rule == Rule() && metropolis.temperature == 1.0
moved = Settings(metropolis, "sampler.proposal = RandomWalk\nsampler.proposal.step_size = 0.25", 2)
@test moved.step_size === 0.25 && Settings(moved, lines(moved, 2), 2) == moved
hosts = Settings(base; temperature = Schedule(:callback))
@test Settings(hosts, lines(hosts, 2), 2).temperature.kind === :callback
thrown = @thrown Settings(base, "# a comment\nseeds = 3", 2)
@test thrown == LibSgmcmc.SGMCMC_ERROR_SETTINGS_KEY && thrown.code == 2
@test occursin("(SGMCMC_ERROR_SETTINGS_KEY, line 2)", message(thrown))
@test (@thrown lines(written, 3)) isa DimensionMismatch
@test Settings(base, "", 2).seed == 3
