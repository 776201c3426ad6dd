//! `examples/c/diagnose.c`: chains that are told a model alone agree, and say nothing that is to be doubted.

mod support;

use std::process::Command;
use support::{c_program, found, run, stdout};

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn chains_from_a_model_alone_agree() {
    if !found("gcc") {
        return;
    }
    let sources = ["diagnose.c", "logistic.c", "support.c"].map(|name| format!("../../../examples/c/{name}"));
    let program = c_program("diagnose", &sources.each_ref().map(String::as_str), &["-O2"]);
    // Its exit status says that the chains agree, and doubt nothing.
    let output = run(&mut Command::new(program));
    let text = stdout(&output);
    assert!(text.contains("The chains agree: R-hat is at most 1.0"), "{text}");
    let rows = text.lines().filter(|line| line.starts_with("theta[")).count();
    assert!(rows == 50 && text.lines().all(|line| line.len() <= 100), "{text}");
}
