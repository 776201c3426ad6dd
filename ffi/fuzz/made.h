/* Made by `cargo run -p schema`; edit the entries in the core. */
#define SGMCMC_RULE_FIELDS(X, R) \
    X(kind, CHOICE(8), true) \
    X(velocity, CHOICE(2), (it->kind == SGMCMC_RULE_SGHMC || it->kind == SGMCMC_RULE_ABOBA || it->kind == SGMCMC_RULE_BAOAB || it->kind == SGMCMC_RULE_SGNHT)) \
    X(thermostat, CHOICE(2), it->kind == SGMCMC_RULE_SGNHT) \
    X(splitting, CHOICE(2), it->kind == SGMCMC_RULE_SGNHT) \
    X(drift.kind, CHOICE(5), (it->kind == SGMCMC_RULE_LANGEVIN || it->kind == SGMCMC_RULE_LATTICE)) \
    X(drift.form, CHOICE(2), (it->kind == SGMCMC_RULE_LANGEVIN || it->kind == SGMCMC_RULE_LATTICE) && it->drift.kind == SGMCMC_DRIFT_MOMENTUM) \
    X(drift.scale, NUMBER, (it->kind == SGMCMC_RULE_LANGEVIN || it->kind == SGMCMC_RULE_LATTICE) && (it->drift.kind == SGMCMC_DRIFT_MOMENTUM || it->drift.kind == SGMCMC_DRIFT_ADAM || it->drift.kind == SGMCMC_DRIFT_ADAMAX || it->drift.kind == SGMCMC_DRIFT_ADADELTA)) \
    X(drift.beta1, FRACTION, (it->kind == SGMCMC_RULE_LANGEVIN || it->kind == SGMCMC_RULE_LATTICE) && (it->drift.kind == SGMCMC_DRIFT_MOMENTUM || it->drift.kind == SGMCMC_DRIFT_ADAM || it->drift.kind == SGMCMC_DRIFT_ADAMAX)) \
    X(drift.beta2, FRACTION, (it->kind == SGMCMC_RULE_LANGEVIN || it->kind == SGMCMC_RULE_LATTICE) && (it->drift.kind == SGMCMC_DRIFT_ADAM || it->drift.kind == SGMCMC_DRIFT_ADAMAX)) \
    X(drift.lambda, NUMBER, (it->kind == SGMCMC_RULE_LANGEVIN || it->kind == SGMCMC_RULE_LATTICE) && (it->drift.kind == SGMCMC_DRIFT_ADAM || it->drift.kind == SGMCMC_DRIFT_ADAMAX || it->drift.kind == SGMCMC_DRIFT_ADADELTA)) \
    X(drift.rho, FRACTION, (it->kind == SGMCMC_RULE_LANGEVIN || it->kind == SGMCMC_RULE_LATTICE) && it->drift.kind == SGMCMC_DRIFT_ADADELTA) \
    X(preconditioner.kind, CHOICE(7), (it->kind == SGMCMC_RULE_LANGEVIN || it->kind == SGMCMC_RULE_LATTICE)) \
    X(preconditioner.scale, CHOICE(2), (it->kind == SGMCMC_RULE_LANGEVIN || it->kind == SGMCMC_RULE_LATTICE) && (it->preconditioner.kind == SGMCMC_PRECONDITIONER_RMSPROP || it->preconditioner.kind == SGMCMC_PRECONDITIONER_ADAGRAD)) \
    X(preconditioner.reflect, CHOICE(2), (it->kind == SGMCMC_RULE_LANGEVIN || it->kind == SGMCMC_RULE_LATTICE) && it->preconditioner.kind == SGMCMC_PRECONDITIONER_POSITION_DEPENDENT) \
    X(preconditioner.beta, FRACTION, (it->kind == SGMCMC_RULE_LANGEVIN || it->kind == SGMCMC_RULE_LATTICE) && it->preconditioner.kind == SGMCMC_PRECONDITIONER_RMSPROP) \
    X(preconditioner.lambda, NUMBER, (it->kind == SGMCMC_RULE_LANGEVIN || it->kind == SGMCMC_RULE_LATTICE) && (it->preconditioner.kind == SGMCMC_PRECONDITIONER_RMSPROP || it->preconditioner.kind == SGMCMC_PRECONDITIONER_ADAGRAD)) \
    X(preconditioner.values, VECTOR(values), (it->kind == SGMCMC_RULE_LANGEVIN || it->kind == SGMCMC_RULE_LATTICE) && (it->preconditioner.kind == SGMCMC_PRECONDITIONER_DIAGONAL || it->preconditioner.kind == SGMCMC_PRECONDITIONER_DENSE)) \
    X(friction, FRACTION, (it->kind == SGMCMC_RULE_SGHMC || it->kind == SGMCMC_RULE_ABOBA || it->kind == SGMCMC_RULE_BAOAB || it->kind == SGMCMC_RULE_SGNHT)) \
    X(noise_estimate, NUMBER, it->kind == SGMCMC_RULE_SGHMC) \
    X(redraw_interval, COUNT(8), it->kind == SGMCMC_RULE_SGHMC) \
    X(beta1, FRACTION, it->kind == SGMCMC_RULE_ADAM) \
    X(beta2, FRACTION, it->kind == SGMCMC_RULE_ADAM) \
    X(lambda, NUMBER, it->kind == SGMCMC_RULE_ADAM) \
    R(drift.reserved2[0], 1, true) \
    R(drift.reserved2[1], 1, true) \
    R(preconditioner.reserved, 1, true) \
    R(preconditioner.reserved2[0], 1, true) \
    R(preconditioner.reserved2[1], 1, true) \
    R(reserved2[0], 1, true) \
    R(reserved2[1], 1, true)
#define SGMCMC_SCHEDULE_FIELDS(X, R) \
    X(kind, CHOICE(5), true) \
    X(value, NUMBER, (it->kind == SGMCMC_SCHEDULE_CONSTANT || it->kind == SGMCMC_SCHEDULE_POLYNOMIAL || it->kind == SGMCMC_SCHEDULE_STEP_DECAY || it->kind == SGMCMC_SCHEDULE_CYCLICAL)) \
    X(offset, NUMBER, it->kind == SGMCMC_SCHEDULE_POLYNOMIAL) \
    X(exponent, FRACTION, it->kind == SGMCMC_SCHEDULE_POLYNOMIAL) \
    X(factor, FRACTION, it->kind == SGMCMC_SCHEDULE_STEP_DECAY) \
    X(period, COUNT(8), it->kind == SGMCMC_SCHEDULE_STEP_DECAY) \
    X(cycle_len, COUNT(8), it->kind == SGMCMC_SCHEDULE_CYCLICAL) \
    X(exploration, FRACTION, it->kind == SGMCMC_SCHEDULE_CYCLICAL) \
    X(floor, FRACTION, true) \
    X(warm_up, COUNT(8), true) \
    R(reserved, 1, true) \
    R(reserved2[0], 1, true) \
    R(reserved2[1], 1, true)
#define SGMCMC_BLOCK_FIELDS(X, R) \
    X(start, COUNT(DIM_MAX), true) \
    X(len, COUNT(DIM_MAX), true) \
    X(step_size_factor, NUMBER, true) \
    X(frozen, CHOICE(2), true) \
    X(prior.kind, CHOICE(6), true) \
    X(prior.mean, NUMBER, it->prior.kind == SGMCMC_PRIOR_GAUSSIAN) \
    X(prior.precision, NUMBER, it->prior.kind == SGMCMC_PRIOR_GAUSSIAN) \
    X(prior.slab_weight, FRACTION, it->prior.kind == SGMCMC_PRIOR_SPIKE_AND_SLAB) \
    X(prior.slab_deviation, NUMBER, it->prior.kind == SGMCMC_PRIOR_SPIKE_AND_SLAB) \
    X(prior.spike_deviation, NUMBER, it->prior.kind == SGMCMC_PRIOR_SPIKE_AND_SLAB) \
    X(prior.means, VECTOR(means), it->prior.kind == SGMCMC_PRIOR_GAUSSIAN_VECTOR) \
    X(prior.precisions, VECTOR(precisions), it->prior.kind == SGMCMC_PRIOR_GAUSSIAN_VECTOR) \
    R(reserved, 1, true) \
    R(prior.reserved, 1, true) \
    R(prior.reserved2[0], 1, true) \
    R(prior.reserved2[1], 1, true)
#define SGMCMC_CHAIN_SETTINGS_FIELDS(X, R) \
    X(struct_size, STRUCT_SIZE(sizeof *it), true) \
    X(block_size, STRUCT_SIZE(sizeof *it->blocks), true) \
    X(seed, WORD, true) \
    X(chain_index, COUNT(4), true) \
    X(data_len, COUNT(41), true) \
    X(batch.kind, CHOICE(5), true) \
    X(batch.len, COUNT(41), (it->batch.kind == SGMCMC_BATCH_WITHOUT_REPLACEMENT || it->batch.kind == SGMCMC_BATCH_WITH_REPLACEMENT || it->batch.kind == SGMCMC_BATCH_EPOCHS)) \
    X(chunk_len, COUNT(12), true) \
    X(moments, CHOICE(4), true) \
    X(sampler.kind, CHOICE(2), true) \
    X(sampler.schedule_unit, CHOICE(2), it->sampler.kind == SGMCMC_SAMPLER_RULE) \
    X(sampler.refresh_len, COUNT(41), it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS) \
    X(sampler.proposal_gradient, CHOICE(2), it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS && (it->sampler.proposal.kind == SGMCMC_PROPOSAL_RSGLD || it->sampler.proposal.kind == SGMCMC_PROPOSAL_SGLD)) \
    X(sampler.tune_beta, CHOICE(2), it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS) \
    X(sampler.tune_step_size, CHOICE(2), it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS) \
    X(sampler.tune_refresh_len, CHOICE(2), it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS) \
    X(sampler.rule.kind, CHOICE(8), it->sampler.kind == SGMCMC_SAMPLER_RULE) \
    X(sampler.rule.velocity, CHOICE(2), it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_SGHMC || it->sampler.rule.kind == SGMCMC_RULE_ABOBA || it->sampler.rule.kind == SGMCMC_RULE_BAOAB || it->sampler.rule.kind == SGMCMC_RULE_SGNHT)) \
    X(sampler.rule.thermostat, CHOICE(2), it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.rule.kind == SGMCMC_RULE_SGNHT) \
    X(sampler.rule.splitting, CHOICE(2), it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.rule.kind == SGMCMC_RULE_SGNHT) \
    X(sampler.rule.drift.kind, CHOICE(5), it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE)) \
    X(sampler.rule.drift.form, CHOICE(2), it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && it->sampler.rule.drift.kind == SGMCMC_DRIFT_MOMENTUM) \
    X(sampler.rule.drift.scale, NUMBER, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && (it->sampler.rule.drift.kind == SGMCMC_DRIFT_MOMENTUM || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAM || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAMAX || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADADELTA)) \
    X(sampler.rule.drift.beta1, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && (it->sampler.rule.drift.kind == SGMCMC_DRIFT_MOMENTUM || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAM || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAMAX)) \
    X(sampler.rule.drift.beta2, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && (it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAM || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAMAX)) \
    X(sampler.rule.drift.lambda, NUMBER, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && (it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAM || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAMAX || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADADELTA)) \
    X(sampler.rule.drift.rho, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADADELTA) \
    X(sampler.rule.preconditioner.kind, CHOICE(7), it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE)) \
    X(sampler.rule.preconditioner.scale, CHOICE(2), it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && (it->sampler.rule.preconditioner.kind == SGMCMC_PRECONDITIONER_RMSPROP || it->sampler.rule.preconditioner.kind == SGMCMC_PRECONDITIONER_ADAGRAD)) \
    X(sampler.rule.preconditioner.reflect, CHOICE(2), it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && it->sampler.rule.preconditioner.kind == SGMCMC_PRECONDITIONER_POSITION_DEPENDENT) \
    X(sampler.rule.preconditioner.beta, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && it->sampler.rule.preconditioner.kind == SGMCMC_PRECONDITIONER_RMSPROP) \
    X(sampler.rule.preconditioner.lambda, NUMBER, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && (it->sampler.rule.preconditioner.kind == SGMCMC_PRECONDITIONER_RMSPROP || it->sampler.rule.preconditioner.kind == SGMCMC_PRECONDITIONER_ADAGRAD)) \
    X(sampler.rule.preconditioner.values, VECTOR(values), it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && (it->sampler.rule.preconditioner.kind == SGMCMC_PRECONDITIONER_DIAGONAL || it->sampler.rule.preconditioner.kind == SGMCMC_PRECONDITIONER_DENSE)) \
    X(sampler.rule.friction, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_SGHMC || it->sampler.rule.kind == SGMCMC_RULE_ABOBA || it->sampler.rule.kind == SGMCMC_RULE_BAOAB || it->sampler.rule.kind == SGMCMC_RULE_SGNHT)) \
    X(sampler.rule.noise_estimate, NUMBER, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.rule.kind == SGMCMC_RULE_SGHMC) \
    X(sampler.rule.redraw_interval, COUNT(8), it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.rule.kind == SGMCMC_RULE_SGHMC) \
    X(sampler.rule.beta1, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.rule.kind == SGMCMC_RULE_ADAM) \
    X(sampler.rule.beta2, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.rule.kind == SGMCMC_RULE_ADAM) \
    X(sampler.rule.lambda, NUMBER, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.rule.kind == SGMCMC_RULE_ADAM) \
    X(sampler.step_size.kind, CHOICE(5), it->sampler.kind == SGMCMC_SAMPLER_RULE) \
    X(sampler.step_size.value, NUMBER, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.step_size.kind == SGMCMC_SCHEDULE_CONSTANT || it->sampler.step_size.kind == SGMCMC_SCHEDULE_POLYNOMIAL || it->sampler.step_size.kind == SGMCMC_SCHEDULE_STEP_DECAY || it->sampler.step_size.kind == SGMCMC_SCHEDULE_CYCLICAL)) \
    X(sampler.step_size.offset, NUMBER, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.step_size.kind == SGMCMC_SCHEDULE_POLYNOMIAL) \
    X(sampler.step_size.exponent, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.step_size.kind == SGMCMC_SCHEDULE_POLYNOMIAL) \
    X(sampler.step_size.factor, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.step_size.kind == SGMCMC_SCHEDULE_STEP_DECAY) \
    X(sampler.step_size.period, COUNT(8), it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.step_size.kind == SGMCMC_SCHEDULE_STEP_DECAY) \
    X(sampler.step_size.cycle_len, COUNT(8), it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.step_size.kind == SGMCMC_SCHEDULE_CYCLICAL) \
    X(sampler.step_size.exploration, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.step_size.kind == SGMCMC_SCHEDULE_CYCLICAL) \
    X(sampler.step_size.floor, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_RULE) \
    X(sampler.step_size.warm_up, COUNT(8), it->sampler.kind == SGMCMC_SAMPLER_RULE) \
    X(sampler.temperature.kind, CHOICE(5), it->sampler.kind == SGMCMC_SAMPLER_RULE) \
    X(sampler.temperature.value, NUMBER, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.temperature.kind == SGMCMC_SCHEDULE_CONSTANT || it->sampler.temperature.kind == SGMCMC_SCHEDULE_POLYNOMIAL || it->sampler.temperature.kind == SGMCMC_SCHEDULE_STEP_DECAY || it->sampler.temperature.kind == SGMCMC_SCHEDULE_CYCLICAL)) \
    X(sampler.temperature.offset, NUMBER, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.temperature.kind == SGMCMC_SCHEDULE_POLYNOMIAL) \
    X(sampler.temperature.exponent, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.temperature.kind == SGMCMC_SCHEDULE_POLYNOMIAL) \
    X(sampler.temperature.factor, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.temperature.kind == SGMCMC_SCHEDULE_STEP_DECAY) \
    X(sampler.temperature.period, COUNT(8), it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.temperature.kind == SGMCMC_SCHEDULE_STEP_DECAY) \
    X(sampler.temperature.cycle_len, COUNT(8), it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.temperature.kind == SGMCMC_SCHEDULE_CYCLICAL) \
    X(sampler.temperature.exploration, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.temperature.kind == SGMCMC_SCHEDULE_CYCLICAL) \
    X(sampler.temperature.floor, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_RULE) \
    X(sampler.temperature.warm_up, COUNT(8), it->sampler.kind == SGMCMC_SAMPLER_RULE) \
    X(sampler.compensation.kind, CHOICE(3), it->sampler.kind == SGMCMC_SAMPLER_RULE) \
    X(sampler.compensation.covariance, VECTOR(covariance), it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.compensation.kind == SGMCMC_NOISE_COMPENSATION_DIAGONAL || it->sampler.compensation.kind == SGMCMC_NOISE_COMPENSATION_DENSE)) \
    X(sampler.proposal.kind, CHOICE(4), it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS) \
    X(sampler.proposal.density, CHOICE(2), it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS && it->sampler.proposal.kind == SGMCMC_PROPOSAL_RSGLD) \
    X(sampler.proposal.leapfrog_count, input_below(d->in, 5), it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS && it->sampler.proposal.kind == SGMCMC_PROPOSAL_HMC) \
    X(sampler.proposal.step_size, NUMBER, it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS) \
    X(sampler.proposal.noise.kind, CHOICE(3), it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS && (it->sampler.proposal.kind == SGMCMC_PROPOSAL_SGLD || it->sampler.proposal.kind == SGMCMC_PROPOSAL_RSGLD)) \
    X(sampler.proposal.noise.sigma, NUMBER, it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS && (it->sampler.proposal.kind == SGMCMC_PROPOSAL_SGLD || it->sampler.proposal.kind == SGMCMC_PROPOSAL_RSGLD) && it->sampler.proposal.noise.kind == SGMCMC_NOISE_CUSTOM) \
    X(sampler.proposal.beta, NUMBER, it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS && it->sampler.proposal.kind == SGMCMC_PROPOSAL_RSGLD) \
    X(sampler.proposal.step_jitter, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS && it->sampler.proposal.kind == SGMCMC_PROPOSAL_HMC) \
    X(sampler.likelihood_scale, NUMBER, it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS) \
    X(sampler.beta_max, NUMBER, it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS && it->sampler.proposal.kind == SGMCMC_PROPOSAL_RSGLD) \
    X(sampler.tune_interval, COUNT(8), it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS && it->sampler.tune_beta) \
    X(sampler.target_acceptance, FRACTION, it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS && it->sampler.tune_step_size) \
    X(estimator.kind, CHOICE(5), true) \
    X(estimator.anchor_len, COUNT(41), it->estimator.kind == SGMCMC_ESTIMATOR_PRACTICAL) \
    X(estimator.averaged, CHOICE(2), (it->estimator.kind == SGMCMC_ESTIMATOR_PRACTICAL || it->estimator.kind == SGMCMC_ESTIMATOR_SVRG)) \
    X(estimator.interval, COUNT(8), (it->estimator.kind == SGMCMC_ESTIMATOR_PRACTICAL || it->estimator.kind == SGMCMC_ESTIMATOR_SVRG)) \
    X(estimator.centre, VECTOR(centre), it->estimator.kind == SGMCMC_ESTIMATOR_FIXED_CENTRE) \
    X(clipping.kind, CHOICE(3), true) \
    X(clipping.limit, NUMBER, (it->clipping.kind == SGMCMC_CLIPPING_NORM || it->clipping.kind == SGMCMC_CLIPPING_ELEMENT)) \
    X(prior.kind, CHOICE(6), true) \
    X(prior.mean, NUMBER, it->prior.kind == SGMCMC_PRIOR_GAUSSIAN) \
    X(prior.precision, NUMBER, it->prior.kind == SGMCMC_PRIOR_GAUSSIAN) \
    X(prior.slab_weight, FRACTION, it->prior.kind == SGMCMC_PRIOR_SPIKE_AND_SLAB) \
    X(prior.slab_deviation, NUMBER, it->prior.kind == SGMCMC_PRIOR_SPIKE_AND_SLAB) \
    X(prior.spike_deviation, NUMBER, it->prior.kind == SGMCMC_PRIOR_SPIKE_AND_SLAB) \
    X(prior.means, VECTOR(means), it->prior.kind == SGMCMC_PRIOR_GAUSSIAN_VECTOR) \
    X(prior.precisions, VECTOR(precisions), it->prior.kind == SGMCMC_PRIOR_GAUSSIAN_VECTOR) \
    X(burn_in, COUNT(12), true) \
    X(thinning, COUNT(8), true) \
    X(blocks, BLOCKS, true) \
    X(block_count, COUNT(BLOCK_MAX + 1), true) \
    X(simd_level, COUNT(7), true) \
    R(batch.reserved2[0], 1, true) \
    R(batch.reserved2[1], 1, true) \
    R(sampler.reserved, 1, true) \
    R(sampler.rule.drift.reserved2[0], 1, true) \
    R(sampler.rule.drift.reserved2[1], 1, true) \
    R(sampler.rule.preconditioner.reserved, 1, true) \
    R(sampler.rule.preconditioner.reserved2[0], 1, true) \
    R(sampler.rule.preconditioner.reserved2[1], 1, true) \
    R(sampler.rule.reserved2[0], 1, true) \
    R(sampler.rule.reserved2[1], 1, true) \
    R(sampler.step_size.reserved, 1, true) \
    R(sampler.step_size.reserved2[0], 1, true) \
    R(sampler.step_size.reserved2[1], 1, true) \
    R(sampler.temperature.reserved, 1, true) \
    R(sampler.temperature.reserved2[0], 1, true) \
    R(sampler.temperature.reserved2[1], 1, true) \
    R(sampler.compensation.reserved, 1, true) \
    R(sampler.compensation.reserved2[0], 1, true) \
    R(sampler.compensation.reserved2[1], 1, true) \
    R(sampler.proposal.reserved, 1, true) \
    R(sampler.proposal.noise.reserved, 1, true) \
    R(sampler.proposal.noise.reserved2[0], 1, true) \
    R(sampler.proposal.noise.reserved2[1], 1, true) \
    R(sampler.proposal.reserved2[0], 1, true) \
    R(sampler.proposal.reserved2[1], 1, true) \
    R(sampler.reserved2[0], 1, true) \
    R(sampler.reserved2[1], 1, true) \
    R(estimator.reserved, 1, true) \
    R(estimator.reserved2[0], 1, true) \
    R(estimator.reserved2[1], 1, true) \
    R(clipping.reserved, 1, true) \
    R(clipping.reserved2[0], 1, true) \
    R(clipping.reserved2[1], 1, true) \
    R(prior.reserved, 1, true) \
    R(prior.reserved2[0], 1, true) \
    R(prior.reserved2[1], 1, true) \
    R(reserved, 1, true)
#define SGMCMC_PILOT_SETTINGS_FIELDS(X, R) \
    X(seed, WORD, true) \
    X(pair_count, PAIRS, true) \
    X(product_count, PRODUCTS, true) \
    X(difference, NUMBER, true) \
    X(inflation, FRACTION, true) \
    X(covariance, CHOICE(2), true) \
    X(batch_len, COUNT(41), true)
#define SGMCMC_PILOT_REPORT_FIELDS(X, R) \
    X(findings, ANY) \
    X(gradient_count, ANY) \
    X(refresh_len, ANY) \
    X(batch_len, ANY) \
    X(curvature, ANY) \
    X(least_curvature, ANY) \
    X(mean_curvature, ANY) \
    X(noise_variance, WITHIN(0.0, (double)INFINITY)) \
    X(noise_direction, WITHIN(0.0, (double)INFINITY)) \
    X(variate_variance, WITHIN(0.0, (double)INFINITY)) \
    X(variate_direction, WITHIN(0.0, (double)INFINITY)) \
    X(gradient_norm, WITHIN(0.0, (double)INFINITY)) \
    X(expected_gradient_norm, WITHIN(0.0, (double)INFINITY)) \
    X(log_likelihood_variance, WITHIN(0.0, (double)INFINITY)) \
    X(step_size, WITHIN(0.0, (double)INFINITY)) \
    X(curvature_limit, WITHIN(0.0, (double)INFINITY)) \
    X(noise_limit, WITHIN(0.0, (double)INFINITY)) \
    X(stability_limit, WITHIN(0.0, (double)INFINITY)) \
    X(rounding_limit, WITHIN(0.0, (double)INFINITY)) \
    X(variate_step_size, WITHIN(0.0, (double)INFINITY)) \
    X(compensated_step_size, WITHIN(0.0, (double)INFINITY)) \
    X(predicted_inflation, ANY) \
    X(relaxation_steps, WITHIN(0.0, (double)INFINITY)) \
    X(noise_scale, WITHIN(0.0, (double)INFINITY)) \
    X(acceptance_cap, WITHIN(0.0, 1.0)) \
    X(least_refresh_cap, WITHIN(0.0, 1.0)) \
    X(inflation_base, WITHIN(0.0, (double)INFINITY)) \
    X(inflation_by_noise, ANY) \
    X(inflation_by_curvature, ANY) \
    X(inflation_by_both, ANY) \
    X(clamped_limit, WITHIN(0.0, (double)INFINITY)) \
    X(predicted_shift, WITHIN(0.0, (double)INFINITY)) \
    X(own_variance, WITHIN(0.0, (double)INFINITY))
#define SGMCMC_HEALTH_SETTINGS_FIELDS(X, R) \
    X(window, WINDOW, true) \
    X(tolerance, FRACTION, true)
#define SGMCMC_HEALTH_REPORT_FIELDS(X, R) \
    X(findings, ANY) \
    X(step_count, ANY) \
    X(look_count, ANY) \
    X(evaluation_count, ANY) \
    X(pass_count, WITHIN(0.0, (double)INFINITY)) \
    X(step_size, ANY) \
    X(temperature, WITHIN(0.0, (double)INFINITY)) \
    X(heat, WITHIN(-1.0, (double)INFINITY)) \
    X(kinetic_temperature, WITHIN(0.0, (double)INFINITY)) \
    X(kinetic_low, WITHIN(0.0, (double)INFINITY)) \
    X(kinetic_high, WITHIN(0.0, (double)INFINITY)) \
    X(thermostat, ANY) \
    X(noise_to_drift, WITHIN(0.0, (double)INFINITY)) \
    X(gradient_noise_ratio, ANY) \
    X(anchor_worth, WITHIN(0.0, (double)INFINITY)) \
    X(acceptance, WITHIN(0.0, 1.0)) \
    X(forward_acceptance, WITHIN(0.0, 1.0)) \
    X(backward_acceptance, WITHIN(0.0, 1.0)) \
    X(recent_acceptance, WITHIN(0.0, 1.0)) \
    X(recent_forward_acceptance, WITHIN(0.0, 1.0)) \
    X(recent_backward_acceptance, WITHIN(0.0, 1.0)) \
    X(batch_acceptance, WITHIN(0.0, 1.0)) \
    X(beta, WITHIN(1.0, (double)INFINITY)) \
    X(likelihood_scale, WITHIN(0.0, (double)INFINITY)) \
    X(batch_len, ANY) \
    X(refused_status, ANY) \
    X(clipped_share, WITHIN(0.0, 1.0)) \
    X(clamped_share, WITHIN(0.0, 1.0)) \
    X(nonfinite_share, WITHIN(0.0, 1.0)) \
    X(rejected_count, ANY) \
    X(clipped_count, ANY) \
    X(saturated_count, ANY) \
    X(nonfinite_count, ANY) \
    X(refused_count, ANY) \
    X(correlation, WITHIN(-1.0, 1.0)) \
    X(stretch_steps, WITHIN(0.0, (double)INFINITY)) \
    X(independent_count, WITHIN(0.0, (double)INFINITY)) \
    X(r_hat, ANY) \
    X(rounding_share, WITHIN(0.0, (double)INFINITY)) \
    X(clamped_shift, WITHIN(0.0, (double)INFINITY)) \
    X(divergence_count, ANY) \
    X(divergence_share, WITHIN(0.0, 1.0)) \
    X(short_divergence_count, ANY) \
    X(change, WITHIN(0.0, (double)INFINITY)) \
    X(change_step, WITHIN(0.0, (double)INFINITY)) \
    X(r_hat_resolution, WITHIN(1.0, (double)INFINITY)) \
    X(pilot_findings, ANY) \
    X(unasked_count, ANY) \
    X(theta_length, WITHIN(0.0, (double)INFINITY)) \
    X(theta_growth, WITHIN(0.0, (double)INFINITY))
#define SGMCMC_RANGES(X) \
    X(chain_index, true, REFUSED_CHAIN_INDEX, 65536.0, 65537.0) \
    X(data_len, true, REFUSED_DATA_LEN, 0.0) \
    X(sampler.rule.drift.scale, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && (it->sampler.rule.drift.kind == SGMCMC_DRIFT_MOMENTUM || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAM || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAMAX || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADADELTA), REFUSED_DRIFT_SCALE, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, -5e-324, (double)INFINITY, (double)INFINITY) \
    X(sampler.rule.drift.beta1, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && (it->sampler.rule.drift.kind == SGMCMC_DRIFT_MOMENTUM || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAM || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAMAX), REFUSED_BETA1, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, -5e-324, 1.0, 1.0000000000000002) \
    X(sampler.rule.drift.beta2, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && (it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAM || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAMAX), REFUSED_BETA2, (double)NAN, (double)INFINITY, 1.0, 1.0000000000000002) \
    X(sampler.rule.drift.lambda, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && (it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAM || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADAMAX || it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADADELTA), REFUSED_LAMBDA, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0, -5e-324, (double)INFINITY, (double)INFINITY) \
    X(sampler.rule.drift.rho, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && it->sampler.rule.drift.kind == SGMCMC_DRIFT_ADADELTA, REFUSED_RHO, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, -5e-324, 1.0, 1.0000000000000002) \
    X(sampler.rule.preconditioner.beta, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && it->sampler.rule.preconditioner.kind == SGMCMC_PRECONDITIONER_RMSPROP, REFUSED_PRECONDITIONER_BETA, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, -5e-324, 1.0, 1.0000000000000002) \
    X(sampler.rule.preconditioner.lambda, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_LANGEVIN || it->sampler.rule.kind == SGMCMC_RULE_LATTICE) && (it->sampler.rule.preconditioner.kind == SGMCMC_PRECONDITIONER_RMSPROP || it->sampler.rule.preconditioner.kind == SGMCMC_PRECONDITIONER_ADAGRAD), REFUSED_PRECONDITIONER_LAMBDA, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0, -5e-324, (double)INFINITY, (double)INFINITY) \
    X(sampler.rule.friction, it->sampler.kind == SGMCMC_SAMPLER_RULE && (it->sampler.rule.kind == SGMCMC_RULE_SGHMC || it->sampler.rule.kind == SGMCMC_RULE_ABOBA || it->sampler.rule.kind == SGMCMC_RULE_BAOAB || it->sampler.rule.kind == SGMCMC_RULE_SGNHT), REFUSED_FRICTION, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0, -5e-324, 1.0000000000000002) \
    X(sampler.rule.noise_estimate, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.rule.kind == SGMCMC_RULE_SGHMC, REFUSED_NOISE_ESTIMATE, (double)NAN, -(double)INFINITY, -1.0, -5e-324) \
    X(sampler.rule.beta1, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.rule.kind == SGMCMC_RULE_ADAM, REFUSED_BETA1, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, -5e-324, 1.0, 1.0000000000000002) \
    X(sampler.rule.beta2, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.rule.kind == SGMCMC_RULE_ADAM, REFUSED_BETA2, (double)NAN, (double)INFINITY, 1.0, 1.0000000000000002) \
    X(sampler.rule.lambda, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.rule.kind == SGMCMC_RULE_ADAM, REFUSED_LAMBDA, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0, -5e-324, (double)INFINITY, (double)INFINITY) \
    X(sampler.step_size.offset, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.step_size.kind == SGMCMC_SCHEDULE_POLYNOMIAL, REFUSED_SCHEDULE_OFFSET, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0, -5e-324, (double)INFINITY, (double)INFINITY) \
    X(sampler.step_size.exponent, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.step_size.kind == SGMCMC_SCHEDULE_POLYNOMIAL, REFUSED_SCHEDULE_EXPONENT, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.5, 0.49999999999999994, 1.0000000000000002) \
    X(sampler.step_size.factor, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.step_size.kind == SGMCMC_SCHEDULE_STEP_DECAY, REFUSED_SCHEDULE_FACTOR, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0, -5e-324, 1.0000000000000002) \
    X(sampler.step_size.period, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.step_size.kind == SGMCMC_SCHEDULE_STEP_DECAY, REFUSED_SCHEDULE_PERIOD, 0.0) \
    X(sampler.step_size.cycle_len, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.step_size.kind == SGMCMC_SCHEDULE_CYCLICAL, REFUSED_CYCLE_LEN, 0.0) \
    X(sampler.step_size.exploration, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.step_size.kind == SGMCMC_SCHEDULE_CYCLICAL, REFUSED_EXPLORATION, (double)NAN, -(double)INFINITY, -1.0, -5e-324) \
    X(sampler.step_size.floor, it->sampler.kind == SGMCMC_SAMPLER_RULE, REFUSED_SCHEDULE_FLOOR, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, -5e-324, 1.0, 1.0000000000000002) \
    X(sampler.temperature.offset, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.temperature.kind == SGMCMC_SCHEDULE_POLYNOMIAL, REFUSED_SCHEDULE_OFFSET, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0, -5e-324, (double)INFINITY, (double)INFINITY) \
    X(sampler.temperature.exponent, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.temperature.kind == SGMCMC_SCHEDULE_POLYNOMIAL, REFUSED_SCHEDULE_EXPONENT, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.5, 0.49999999999999994, 1.0000000000000002) \
    X(sampler.temperature.factor, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.temperature.kind == SGMCMC_SCHEDULE_STEP_DECAY, REFUSED_SCHEDULE_FACTOR, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0, -5e-324, 1.0000000000000002) \
    X(sampler.temperature.period, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.temperature.kind == SGMCMC_SCHEDULE_STEP_DECAY, REFUSED_SCHEDULE_PERIOD, 0.0) \
    X(sampler.temperature.cycle_len, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.temperature.kind == SGMCMC_SCHEDULE_CYCLICAL, REFUSED_CYCLE_LEN, 0.0) \
    X(sampler.temperature.exploration, it->sampler.kind == SGMCMC_SAMPLER_RULE && it->sampler.temperature.kind == SGMCMC_SCHEDULE_CYCLICAL, REFUSED_EXPLORATION, (double)NAN, -(double)INFINITY, -1.0, -5e-324) \
    X(sampler.temperature.floor, it->sampler.kind == SGMCMC_SAMPLER_RULE, REFUSED_SCHEDULE_FLOOR, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, -5e-324, 1.0, 1.0000000000000002) \
    X(sampler.proposal.leapfrog_count, it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS && it->sampler.proposal.kind == SGMCMC_PROPOSAL_HMC, REFUSED_LEAPFROG_COUNT, 0.0) \
    X(sampler.proposal.beta, it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS && it->sampler.proposal.kind == SGMCMC_PROPOSAL_RSGLD, REFUSED_BETA, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.9999999999999999, (double)INFINITY, (double)INFINITY) \
    X(sampler.proposal.step_jitter, it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS && it->sampler.proposal.kind == SGMCMC_PROPOSAL_HMC, REFUSED_STEP_JITTER, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, -5e-324, 1.0, 1.0000000000000002) \
    X(sampler.likelihood_scale, it->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS, REFUSED_LIKELIHOOD_SCALE, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0, -5e-324, (double)INFINITY, (double)INFINITY) \
    X(estimator.interval, (it->estimator.kind == SGMCMC_ESTIMATOR_PRACTICAL || it->estimator.kind == SGMCMC_ESTIMATOR_SVRG), REFUSED_ANCHOR_INTERVAL, 0.0) \
    X(prior.mean, it->prior.kind == SGMCMC_PRIOR_GAUSSIAN, REFUSED_PRIOR_MEAN, (double)NAN, (double)INFINITY, -(double)INFINITY, -(double)INFINITY, -(double)INFINITY, (double)INFINITY, (double)INFINITY) \
    X(prior.precision, it->prior.kind == SGMCMC_PRIOR_GAUSSIAN, REFUSED_PRIOR_PRECISION, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0, -5e-324, (double)INFINITY, (double)INFINITY) \
    X(prior.slab_weight, it->prior.kind == SGMCMC_PRIOR_SPIKE_AND_SLAB, REFUSED_SLAB_WEIGHT, (double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0, -5e-324, 1.0, 1.0000000000000002) \
    X(thinning, true, REFUSED_THINNING, 0.0)
#define EACH_VECTOR(X) X(centre) X(covariance) X(means) X(precisions) X(values)
#define SGMCMC_SAMPLER_KINDS 2
#define SGMCMC_BATCH_KINDS 5
#define SGMCMC_RULE_KINDS 8
#define SGMCMC_DRIFT_KINDS 5
#define SGMCMC_PRECONDITIONER_KINDS 7
#define SGMCMC_SCHEDULE_KINDS 5
#define SGMCMC_ESTIMATOR_KINDS 5
#define SGMCMC_CLIPPING_KINDS 3
#define SGMCMC_NOISE_COMPENSATION_KINDS 3
#define SGMCMC_PROPOSAL_KINDS 4
#define SGMCMC_NOISE_KINDS 3
#define SGMCMC_PRIOR_KINDS 6
#define SGMCMC_TRANSFORM_KINDS 4
#define SGMCMC_FINDING_ALL UINT64_C(0x7fffe)
#define SGMCMC_HEALTH_FINDING_ALL UINT64_C(0x3fffffe)
