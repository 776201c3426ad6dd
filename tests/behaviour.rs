//! What a chain does and refuses to do: failures, images, blocks, schedules, tuners, settings outside their ranges.

mod allocation;
mod blocks;
mod clipping;
mod converters;
mod edges;
mod hand_over;
mod observer;
mod progress;
mod promises;
mod reference;
mod rejections;
mod safety;
mod scheduled_chains;
// A `main.rs` is what `proptest` looks for to find the seeds of past failures.
#[path = "schedules/main.rs"]
mod schedules;
mod settings;
mod support;
mod tuning;
