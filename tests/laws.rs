//! What is sampled: by exact answers, whose labels stand in the first lines of the files.

mod adaptive;
mod compensation;
mod epochs;
mod estimates;
mod estimators;
mod far_from_zero;
mod health;
mod hmc;
mod lattice;
mod lyapunov;
mod mhbt;
// A `main.rs` is what `proptest` looks for to find the seeds of past failures.
#[path = "minibatch/main.rs"]
mod minibatch;
mod mixture;
mod normals;
mod order;
mod pilot;
mod position;
mod posterior;
mod priors;
mod recipe;
mod reference;
mod regression;
mod rmsprop;
mod sgld;
mod step_sizes;
mod support;
mod thermostat;
mod warm_up;
