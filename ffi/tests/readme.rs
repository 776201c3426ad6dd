//! The README's programs: C's compiled by the README's command, without warnings; the posterior that they sample.

mod support;

use std::fs;
use std::process::Command;
use support::{blocks, found, julia, output_path, published_program, run, stdout};

const OPTIONS: [&str; 6] = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-ffp-contract=off"];

/// The second line of the shell block that follows the C program.
fn command() -> String {
    blocks("README.md", "From C", "sh")[0].lines().nth(1).unwrap().to_owned()
}

/// The numbers after these words.
fn number(line: &str, words: &str) -> f64 {
    let rest = line.split_once(words).unwrap_or_else(|| panic!("no {words:?} in {line:?}")).1;
    rest.split([',', '\n']).next().unwrap().parse().unwrap()
}

/// The posterior is N(n x̄ / (n + 1), 1 / (n + 1)).
///
/// The chain is an AR(1) in θ with coefficient r = 1 - (n + 1) η at the η that the warm-up found; its noise has variance
/// 2 η, and η² n² of a batch mean's besides, which is s² / m (n - m) / (n - 1). So its own variance is a little above the
/// posterior's, by at most the 5 per cent that a warm-up tolerates. Of its 20 000 draws (1 + r) / (1 - r) count as one for
/// the mean, and (1 + r²) / (1 - r²) for the variance.
fn check(line: &str) {
    let (n, m, eta, draws) = (1000.0_f64, 50.0, number(line, "step size "), 20_000.0);
    let x = |i: i32| 2.0 + f64::from(i % 7) / 10.0;
    let square = |x: f64| x * x;
    let x_mean = (0..1000).map(x).sum::<f64>() / n;
    let s2 = (0..1000).map(|i| square(x(i) - x_mean)).sum::<f64>() / n;
    let r = 1.0 - (n + 1.0) * eta;
    let batch_variance = s2 / m * (n - m) / (n - 1.0);
    let variance = (2.0 * eta + square(eta * n) * batch_variance) / (1.0 - r * r);
    let mean_error = (variance * (1.0 + r) / (1.0 - r) / draws).sqrt();
    let variance_error = variance * (2.0 * (1.0 + r * r) / (1.0 - r * r) / draws).sqrt();
    assert!(
        variance * (n + 1.0) < 1.055,
        "{line}: hotter than what is tolerated, and found to within a tenth"
    );

    // Six standard errors each.
    let (mean, posterior_mean) = (number(line, "theta = "), n * x_mean / (n + 1.0));
    assert!((mean - posterior_mean).abs() < 6.0 * mean_error, "{line}: not {posterior_mean} ± {mean_error}");
    let apart = (number(line, "variance ") - variance).abs();
    assert!(apart < 6.0 * variance_error, "{line}: not {variance} ± {variance_error}");
}

#[test]
fn c_program_samples_the_posterior() {
    let [program] = blocks("README.md", "From C", "c").try_into().expect("one C program");
    let source = output_path("program.c");
    fs::write(&source, program).unwrap();
    for compiler in ["gcc", "clang"] {
        if found(compiler) {
            let program = published_program(&command(), ("program.c", &source), compiler, &OPTIONS);
            check(stdout(&run(&mut Command::new(program))));
        }
    }
}

#[test]
fn julia_program_samples_the_posterior() {
    let [program] = blocks("README.md", "From Julia", "julia").try_into().expect("one Julia program");
    let source = output_path("program.jl");
    fs::write(&source, program).unwrap();
    if let Some(mut julia) = julia() {
        check(stdout(&run(julia.arg(source))));
    }
}
