//! The contract programs under valgrind: no invalid access, no leak, and steps that leave the heap alone.

mod support;

use std::path::Path;
use std::process::Command;
use support::{c_program, found, run};

fn valgrind(program: &Path, arguments: &[&str]) -> String {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=all"]);
    let output = run(valgrind.arg(program).args(arguments));
    String::from_utf8(output.stderr).unwrap()
}

/// The line that sums up a program's heap usage, without the process id in front of it.
fn heap_usage(report: &str) -> &str {
    let line = report.lines().find_map(|line| line.split_once("total heap usage:"));
    line.expect("valgrind reports the heap usage").1
}

/// What `.ci/run` has beside its other tests.
mod beside {
    use super::*;

    #[test]
    #[ignore = "takes seconds: -- --ignored"]
    fn contract_programs_are_clean() {
        if !(found("gcc") && found("valgrind")) {
            return;
        }
        for (precision, options) in [("f32", [].as_slice()), ("f64", &["-DTEST_F64"])] {
            for name in [
                "contract_arguments",
                "contract_settings",
                "contract_parts",
                "contract_callbacks",
                "contract_in_use",
                "contract_terms",
                "contract_use",
                "contract_rules",
                "contract_stateless",
                "contract_hand_over",
                "contract_checkpoints",
                "contract_estimates",
                "contract_pilot",
                "contract_health",
            ] {
                let program = format!("valgrind_{name}_{precision}");
                let report = valgrind(&c_program(&program, &[&format!("{name}.c"), "world.c"], options), &[]);
                assert!(report.contains("ERROR SUMMARY: 0 errors"), "{report}");
            }
        }
    }

    #[test]
    #[ignore = "takes seconds: -- --ignored"]
    fn steps_do_not_allocate() {
        if !(found("gcc") && found("valgrind")) {
            return;
        }
        let program = c_program("alloc", &["alloc.c", "world.c"], &[]);
        let [few, many] = ["10", "10000"].map(|count| valgrind(&program, &[count]));
        // The program's own allocation shows that valgrind counts.
        assert!(heap_usage(&few).trim_start().starts_with("1 allocs"), "{few}");
        assert_eq!(heap_usage(&few), heap_usage(&many));
    }
}
