//! `examples/c/diagnose.c`: chains that nobody has set a step size for end healthy, and agree.

mod support;

use std::process::Command;
use support::{c_program, found, output_path, run, stdout};

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn chains_from_defaults_alone_are_well() {
    if !found("gcc") {
        return;
    }
    let sources = ["diagnose.c", "logistic.c", "support.c"].map(|name| format!("../../../examples/c/{name}"));
    let program = c_program("diagnose", &sources.each_ref().map(String::as_str), &["-O2"]);
    let output = run(&mut Command::new(program));
    let text = stdout(&output);
    // `.ci/run` compares them with the Rust example's.
    std::fs::write(output_path("diagnose.txt"), text).unwrap();
    let lines = |part: &str| text.lines().filter(|line| line.contains(part)).count();
    assert_eq!(lines("findings: 0"), 4, "{text}");
    // The first look is from a start far away, the second after burn-in: the same advice, but for that.
    assert_eq!([lines("A control variate would pay"), lines("is far from where")], [2, 1], "{text}");
    // Between a number's name and its unit.
    let number = |before: &str, after: &str| -> f64 {
        let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("no {before}: {text}"));
        rest.split_once(after).and_then(|(number, _)| number.trim().parse().ok()).unwrap()
    };
    let (halves, ranks) = (number("R-hat", " by halves"), number("by halves,", " by ranks"));
    assert!(halves < 1.01 && ranks < 1.01 && halves != ranks, "{text}");
    // As the discrepancy of independent draws does, 128 times as many have an eleventh.
    let (few, many) = (number("\n    32 draws", "\n"), number("\n  4096 draws", "\n"));
    assert!((5.0..20.0).contains(&(few / many)), "{text}");
}
