//! What is sampled, by exact answers, whose labels stand in the first lines of the files; what a chain does and refuses
//! to do: failures, images, blocks, schedules, tuners, settings outside their ranges.

#[macro_use]
mod support;

mod adaptive;
mod allocation;
mod blocks;
mod clipping;
mod compensation;
mod converters;
mod edges;
mod ensemble;
mod epochs;
mod estimates;
mod estimators;
mod far_from_zero;
mod hand_over;
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
mod observer;
mod order;
mod pilot;
mod position;
mod posterior;
mod priors;
mod progress;
mod promises;
mod recipe;
mod reference;
mod regression;
mod rejections;
mod rmsprop;
mod safety;
mod scheduled_chains;
#[path = "schedules/main.rs"]
mod schedules;
mod settings;
mod sgld;
mod step_sizes;
mod thermostat;
mod transforms;
mod tuning;
mod warm_up;
