//! The enums of a rule, its drift and its preconditioner.

/// The update rules: sgmcmc_rule.kind.
///
/// G is the gradient of the log posterior, summed over all data and with the prior's; eta is the step size, in a block
/// times its step_size_factor; tau the temperature; alpha the friction; d the number of parameters that are not frozen;
/// k the step, counted from 0. Vectors are as long as theta, and operations on them go element by element. xi is a
/// vector of standard normals, new in every step: what sgmcmc_rng_normals_f32 or _f64 makes, once for every block and
/// every stretch between blocks that is not frozen; under a dense preconditioner, once for all d parameters, frozen
/// ones too. An arrow gives a new value, which all that follows uses; lines go from top to bottom. What a rule keeps
/// starts at 0 unless its docs say otherwise.
///
/// Numbers have the precision of theta, and a product and a sum are rounded one after the other. What is the same for
/// all parameters, such as sqrt(2 eta tau) or exp(-alpha/2), is computed in double and then rounded. All rules but the
/// dense ones end with theta <- theta + (drift + noise), where the sum in parentheses is rounded first; at temperature
/// 0 no random number is drawn, and it is theta <- theta + drift. A theta that overflows becomes the largest finite
/// number of its sign, which the statistics, the step and the draw report as saturated. v is clamped to the finite
/// numbers, BAOAB's to half of the largest. In a chain with a prior, G is clamped to a quarter of the largest finite
/// number, over max(eta, 1) and, for SGMCMC_RULE_LANGEVIN and SGMCMC_RULE_LATTICE with a drift, over 1 + a.
///
/// Rules with a velocity have one parameterisation. eta means what it means for SGLD; alpha is the friction of one
/// step; v is a displacement with the stationary law N(0, eta tau). With the step h and the friction D of the
/// differential equation, eta = h^2, alpha = h D, and v is h times the velocity there: see sgmcmc_from_equation. Plain
/// minibatches heat SGHMC, ABOBA and BAOAB: gradient noise of variance nu^2 makes a variance too large by about eta
/// nu^2 / (2 alpha tau) of it while eta and alpha are small, 1/alpha times what SGLD suffers at the same eta. Use them
/// with a control variate (sgmcmc_chain_settings.estimator), SGHMC with noise_estimate, or use SGMCMC_RULE_SGNHT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_rule_kind {
    /// The adaptive Langevin family, with a drift A of scale a and a preconditioner P; SGLD without both (Welling and
    /// Teh 2011; Kim, Song and Liang 2020).
    ///
    ///     F <- G + a A                                                        see sgmcmc_drift
    ///     theta <- theta + (eta P F + sqrt(2 eta tau) sqrt(P) xi)             see sgmcmc_preconditioner
    ///
    /// The drift A comes from earlier gradients, and then takes in G; P takes in G first. With a dense P = L L^T
    ///
    ///     theta <- theta + L (eta L^T F + sqrt(2 eta tau) xi)
    ///
    /// where a parameter that would become NaN stays; in a block whose step_size_factor is f, F and the move are both
    /// multiplied by sqrt(f), and eta is that of no block. With a position-dependent P, eta tau Gamma is added to the
    /// drift.
    SGMCMC_RULE_LANGEVIN = 0,
    /// Stochastic gradient Hamiltonian Monte Carlo (Chen, Fox and Guestrin 2014).
    ///
    ///     v <- (1 - alpha) v + eta G + sqrt(2 eta tau (alpha - noise_estimate)) xi
    ///     theta <- theta + v
    ///
    /// What is added to theta is the sum as it was before v was clamped. Where redraw_interval is positive and divides
    /// a k > 0, the step begins with v <- sqrt(eta tau) xi, a xi of its own. At temperature 0, gradient ascent with the
    /// momentum 1 - alpha.
    SGMCMC_RULE_SGHMC = 1,
    /// The same by a symmetric splitting (Chen, Ding and Carin 2015), with e = exp(-alpha/2). G is taken at
    /// theta + v/2, where sgmcmc_rule_move_to_site_f32 goes.
    ///
    ///     u <- v
    ///     v <- e (e u + eta G + sqrt(2 alpha eta tau) xi)
    ///     theta <- theta + (u + v)/2
    ///
    /// The noise within (u + v)/2 is e/2 sqrt(2 alpha eta tau) xi, and the drift all else.
    SGMCMC_RULE_ABOBA = 2,
    /// The stochastic gradient Nose-Hoover thermostat (Ding et al. 2014), which finds out how much noise the gradient
    /// brings. zeta starts at alpha, and v.v is the sum of squares over the d parameters. With SGMCMC_SPLITTING_EULER
    ///
    ///     v <- (1 - zeta) v + eta G + sqrt(2 alpha eta tau) xi
    ///     theta <- theta + v
    ///     zeta <- zeta + (v.v/d - eta tau)
    ///
    /// With SGMCMC_SPLITTING_SYMMETRIC (Chen, Ding and Carin 2015), and G taken at theta + v/2,
    ///
    ///     zeta <- zeta + (v.v/d - eta tau)/2
    ///     e <- exp(-zeta/2), at most 2^32 for float and 2^256 for double
    ///     u <- v
    ///     v <- e (e u + eta G + sqrt(2 alpha eta tau) xi)
    ///     theta <- theta + (u + v)/2
    ///     zeta <- zeta + (v.v/d - eta tau)/2
    ///
    /// With thermostat_per_coordinate, every parameter has its own zeta, which follows its own v^2 - eta tau. Without,
    /// the blocks share one: eta tau is its mean over the d parameters, zeta is computed in double, and kept in the
    /// precision of theta. zeta is clamped to the finite numbers. To leading order in eta it tends to alpha + eta nu^2
    /// / (2 tau), with nu^2 the variance of the gradient's own noise, if that is the same everywhere. From a start near
    /// the mode that takes some alpha / (eta tau) steps. A start far from it heats the chain and raises zeta, of which a
    /// step takes off eta tau at most, and until then theta varies too little: begin where an optimiser ended. In float
    /// zeta stays where eta tau is below half a unit in its last place, some 4e-9 at 0.1: scale theta so that eta is
    /// not tiny.
    SGMCMC_RULE_SGNHT = 3,
    /// Adam, the optimiser (Kingma and Ba 2015), without noise at any temperature. With t = k + 1,
    ///
    ///     m <- beta1 m + (1 - beta1) G
    ///     V <- beta2 V + (1 - beta2) G^2
    ///     theta <- theta + eta (m / (1 - beta1^t)) / (sqrt(V / (1 - beta2^t)) + lambda)
    ///
    /// where G^2 and V / (1 - beta2^t) are at most the largest finite number. So eta is about what a step moves a
    /// parameter by: a learning rate as in other libraries, not one over data_len.
    SGMCMC_RULE_ADAM = 4,
    /// The complete recipe (Ma, Chen and Fox 2015): theta <- theta + (eta drift + sqrt(2 eta tau) noise), with both
    /// from the model's diffusion, or from host_terms in sgmcmc_rule_step_f32, which draws nothing then.
    SGMCMC_RULE_RECIPE = 5,
    /// The lattice random walk (SGLRW; Mensch et al. 2026, after Duffield et al. 2025): Langevin dynamics without
    /// normals, in steps of one size up or down, with the drift and the preconditioner of SGMCMC_RULE_LANGEVIN. F and P
    /// are made as there; then
    ///
    ///     delta <- sqrt(2 eta tau) sqrt(P)
    ///     x <- eta P F / delta
    ///     theta <- theta + delta where u < x, theta - delta elsewhere
    ///
    /// u is uniform on [-1, 1), a random word as a signed integer, over 2^31 for float and 2^63 for double. From the
    /// same state of a generator sgmcmc_rng_uniforms_f32 or _f64 makes U of the same words: u is 2 U, less 2 where U is
    /// above 1/2, but for the bits that U lacks. An increment has mean eta P F and second moment 2 eta tau P where
    /// |x| <= 1, whatever the gradient's noise; where |x| > 1 the drift is cut to delta, which clamped_count counts. So
    /// as long as little is cut, noise that is independent between parameters and between steps does not heat them. With
    /// an exact gradient on N(0, s^2) the variance is within 0.5 % of tau s^2 for eta up to 0.3 s^2, 3 to 8 % above it
    /// at 0.6 s^2 and 12 to 14 % at 0.8 s^2, by where the lattice lies; no step lets theta grow without end.
    /// What is cut mostly to one side moves the mean, which few cuts can do: a standard deviation of theta is a
    /// drift of sqrt(eta q / 2) steps, q the curvature. With 40 data, one of them 11 standard deviations from the others,
    /// and batches of one, 2.5 % of the moves that are cut move it by 0.8; clamped_gradient tells of it, and a pilot's step
    /// size is below that. Noise that is correlated between parameters makes a soft direction too cold and a stiff one too
    /// hot, and so does a curvature that couples them, with an exact gradient, too: by about eta / (2 tau) times the largest
    /// eigenvalue of C + tau H without its diagonal, C the gradient's covariance and H the curvature.
    /// delta is rounded with theta, so far from 0 the walk is one of the rounded delta: next to 1000 in float a delta
    /// of 7.3 units in the last place is one of 7, and the variance 7/7.3 of what it should be, which a pilot and a health
    /// tell. Where a callback's P is 0 theta stays, and tau Gamma is not added.
    /// The norms that are reported are those of delta times x, clamped to [-1, 1], and of the rest. Temperature 0 is
    /// refused with SGMCMC_ERROR_TEMPERATURE, a dense preconditioner with SGMCMC_ERROR_PRECONDITIONER_KIND.
    SGMCMC_RULE_LATTICE = 6,
    /// Langevin dynamics by the splitting BAOAB (Leimkuhler and Matthews 2013), its two half kicks merged into one.
    ///
    ///     v <- v + eta G
    ///     theta <- theta + v/2
    ///     v <- (1 - alpha) v + sqrt(eta tau (1 - (1 - alpha)^2)) xi
    ///     theta <- theta + v/2
    ///
    /// The two moves of theta are rounded as one, drift and noise apart as elsewhere. With an exact gradient on
    /// N(0, s^2) the variance of theta is tau s^2 for every eta below 4 s^2; gradient noise of variance nu^2 adds eta
    /// nu^2 (1 - alpha/2) / (2 alpha tau (1 - eta/(4 s^2))) of it.
    SGMCMC_RULE_BAOAB = 7,
}

/// What SGMCMC_RULE_LANGEVIN and SGMCMC_RULE_LATTICE add to the gradient: sgmcmc_rule.drift.
///
/// They use F = G + a A, with A from the gradients before this one; then m, V, u, E, D and Delta, all of which start at
/// 0, take in G. No drift corrects for that start. Squares and quotients under a root are at most the largest finite
/// number, so that none stays infinite. All but the momentum drift add what is no multiple of the gradient, so that no
/// a makes the chain exact: its bias grows with a.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_drift {
    /// Nothing: F = G.
    SGMCMC_DRIFT_NONE = 0,
    /// The running mean of gradients (MSGLD; Kim, Song and Liang 2020, Algorithm 1).
    ///
    ///     F <- G + a m, times 1 / (1 + a) for SGMCMC_MOMENTUM_CALIBRATED
    ///     m <- beta1 m + (1 - beta1) G
    SGMCMC_DRIFT_MOMENTUM = 1,
    /// The same over the root of the running mean of squares (ASGLD; Algorithm 2 there), lambda inside the root.
    ///
    ///     F <- G + a m / sqrt(V + lambda)
    ///     m <- beta1 m + (1 - beta1) G
    ///     V <- beta2 V + (1 - beta2) G^2
    SGMCMC_DRIFT_ADAM = 2,
    /// The same over the decaying maximum of |G| (section 3.3 there).
    ///
    ///     F <- G + a m / (u + lambda)
    ///     m <- beta1 m + (1 - beta1) G
    ///     u <- max(beta2 u, |G|)
    SGMCMC_DRIFT_ADAMAX = 3,
    /// The last gradient, rescaled by running means of squares (section 3.3 there, after Zeiler 2012).
    ///
    ///     F <- G + a Delta
    ///     E <- rho E + (1 - rho) G^2
    ///     Delta <- sqrt((D + lambda) / (E + lambda)) G
    ///     D <- rho D + (1 - rho) Delta^2
    SGMCMC_DRIFT_ADADELTA = 4,
}

/// What the momentum drift samples as the step size falls: sgmcmc_rule.momentum_form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_momentum_form {
    /// (G + a m) / (1 + a): the target. At a finite eta the variance is too large: on a Gaussian of precision kappa, to
    /// leading order, by the share eta kappa (1/2 + a/((1 + a)(1 - beta1))), 5.5 eta kappa with the defaults, where
    /// SGLD's is eta kappa / 2.
    SGMCMC_MOMENTUM_CALIBRATED = 0,
    /// G + a m, as published: the target to the power 1 + a. An optimiser's form.
    SGMCMC_MOMENTUM_PUBLISHED = 1,
}

/// How the thermostat's equations are split into a step: sgmcmc_rule.splitting; the equations are those of
/// SGMCMC_RULE_SGNHT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_splitting {
    /// One after the other, as published first. With c = alpha + eta nu^2 / (2 tau) the variance on a Gaussian tends,
    /// as eta falls at a fixed alpha, to c / (1 - sqrt(1 - 2c)) of what it should be, 0.947 for c = 0.1; where c is 1/2
    /// or more the chain diverges, so alpha must be below 1/2. The bias falls with the square root of eta where alpha
    /// falls with it, alpha = h D.
    SGMCMC_SPLITTING_EULER = 0,
    /// Half steps before and after the kick: the bias falls with eta where alpha falls with its root, and every alpha
    /// is stable.
    SGMCMC_SPLITTING_SYMMETRIC = 1,
}

/// The metric P of SGMCMC_RULE_LANGEVIN and SGMCMC_RULE_LATTICE: sgmcmc_rule.preconditioner.
///
/// RMSprop and AdaGrad keep V, which starts at 0 and takes in g, the gradient in the scale of gradient_scale, before P
/// is made of it. lambda here is preconditioner_lambda, outside the root. g^2, and the V of AdaGrad, are at most the
/// largest finite number. Where the first gradients are 0, as at an exact optimum on all data, RMSprop's P is 1 / lambda,
/// and the first steps throw theta far away: start elsewhere, or burn in for long. Both leave out the term Gamma that would make up for the change of P with theta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_preconditioner {
    /// P = 1.
    SGMCMC_PRECONDITIONER_IDENTITY = 0,
    /// P is the diagonal preconditioner_values.
    SGMCMC_PRECONDITIONER_DIAGONAL = 1,
    /// The running mean of squared gradients (pSGLD; Li et al. 2016).
    ///
    ///     V <- beta V + (1 - beta) g^2                                        with beta = preconditioner_beta
    ///     P <- 1 / (lambda + sqrt(V))
    SGMCMC_PRECONDITIONER_RMSPROP = 2,
    /// P = L L^T, with preconditioner_values the factor L (Karagiannis 2024, (3.9)). Not for SGMCMC_RULE_LATTICE.
    SGMCMC_PRECONDITIONER_DENSE = 3,
    /// P is the diagonal that the model's metric gives for theta (SGRLD; Patterson and Teh 2013): the drift is
    /// eta (P F + tau Gamma). F and tau Gamma are clamped to the finite numbers. With reflect, theta <- |theta| ends
    /// the step.
    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT = 4,
    /// P = L L^T, with the factor L that the model's metric gives for theta: eta tau Gamma is added to the move. Not
    /// for SGMCMC_RULE_LATTICE.
    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE = 5,
    /// The sum of squared gradients (Duchi, Hazan and Singer 2011), so that P and the steps fall for ever.
    ///
    ///     V <- V + g^2
    ///     P <- 1 / (lambda + sqrt(V))
    SGMCMC_PRECONDITIONER_ADAGRAD = 6,
}

/// Which gradient g RMSprop and AdaGrad look at: sgmcmc_rule.gradient_scale. The two give the same steps up to
/// eta -> data_len eta and lambda -> data_len lambda.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_gradient_scale {
    /// g = G / data_len, as Li et al. 2016 have it: the default lambda is meant for this one.
    SGMCMC_GRADIENT_SCALE_MEAN = 0,
    /// g = G, as Kim, Song and Liang 2020 print it.
    SGMCMC_GRADIENT_SCALE_SUM = 1,
}
