//! The contract of the header, tried from C in both precisions: see the programs in `tests/c`.

mod support;

use std::process::Command;
use support::{c_program, found, run};

/// Compiles and runs a program for `float` and for `double`.
fn holds(name: &str) {
    holds_with(name, &[]);
}

/// The same with options of the compiler's.
fn holds_with(name: &str, options: &[&str]) {
    if !found("gcc") {
        return;
    }
    for (precision, define) in [("f32", [].as_slice()), ("f64", &["-DTEST_F64"])] {
        let program = format!("{name}_{precision}{}", options.concat());
        let options = [define, options].concat();
        run(&mut Command::new(c_program(&program, &[&format!("{name}.c"), "world.c"], &options)));
    }
}

#[test]
fn wrong_arguments_are_refused() {
    holds("contract_arguments");
}

#[test]
fn wrong_settings_are_refused() {
    holds("contract_settings");
}

#[test]
fn wrong_parts_are_refused() {
    holds("contract_parts");
}

#[test]
fn failing_callbacks_leave_the_chain_alone() {
    holds("contract_callbacks");
}

#[test]
fn callbacks_cannot_use_their_chain() {
    holds("contract_in_use");
}

#[test]
fn failing_terms_leave_the_chain_alone() {
    holds("contract_terms");
}

#[test]
fn transforms_have_their_bits_and_refusals() {
    holds("contract_transforms");
}

#[test]
fn correct_use_works() {
    holds("contract_use");
}

#[test]
fn parts_do_what_they_say() {
    holds("contract_rules");
}

#[test]
fn rules_without_a_chain_are_those_of_a_chain() {
    holds("contract_stateless");
}

#[test]
fn estimates_are_kept_and_refused() {
    holds("contract_estimates");
}

#[test]
fn ensembles_run_whole_or_in_pieces_and_say_how_they_stand() {
    holds("contract_ensemble");
}

#[test]
fn pilots_look_and_touch_nothing() {
    holds("contract_pilot");
}

#[test]
fn health_is_looked_at_and_told() {
    holds("contract_health");
}

#[test]
fn settings_are_text_and_come_back() {
    holds("contract_text");
}

#[test]
fn wrong_texts_are_refused() {
    holds("contract_text_refused");
}

#[test]
fn rules_are_the_equations_of_the_header() {
    holds("contract_equations");
}

#[test]
fn chains_are_handed_over() {
    holds("contract_hand_over");
}

#[test]
fn equal_chains_are_equal_bytes() {
    holds("contract_images");
}

#[test]
fn checkpoints_are_restored_or_refused() {
    holds("contract_checkpoints");
}

/// Also in a program that the compiler tells to start with subnormal numbers flushed to zero.
#[test]
fn every_float_environment_has_the_same_bits() {
    holds_with("contract_environment", &[]);
    holds_with("contract_environment", &["-ffast-math"]);
}
