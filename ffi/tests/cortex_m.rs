//! `examples/cortex-m` on emulated boards: the lines of the same program on this machine, and bounds on the code, the
//! memory and the stack that it takes, and on the instructions of a step.

#[path = "support/build_std.rs"]
#[allow(dead_code, reason = "for targets")]
mod build_std;
mod support;

use build_std::{rust_sources_found, rustc};
use std::fmt::Write;
use std::fs;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use support::{found, output_path, root_dir, run, stdout};

/// A firmware, and what it may take, in bytes: a little above what it takes.
struct Firmware {
    board: &'static str,
    families: &'static str,
    precision: &'static str,
    sampler: &'static str,
    text: u64,
    stack: u64,
}

const SMALL: &str = "langevin,metropolis-hastings";

const FIRMWARES: [Firmware; 7] = [
    Firmware::new("mps2-an386", "lattice", "f32", "LATTICE", 36_300, 3900),
    Firmware::new("mps2-an386", "langevin", "f32", "SGLD", 35_700, 3800),
    Firmware::new("mps2-an386", SMALL, "f32", "BOTH", 47_900, 3950),
    Firmware::new("mps2-an386", SMALL, "f64", "BOTH", 49_400, 4100),
    Firmware::new("mps2-an386", "all", "f32", "BOTH", 135_600, 5400),
    Firmware::new("microbit", "lattice", "f32", "LATTICE", 39_600, 4050),
    Firmware::new("microbit", SMALL, "f32", "BOTH", 51_000, 4000),
];

/// Chains whose steps are counted, by families, with how many instructions a step may take: a little above what it
/// takes.
const STEPS: [(&str, &[(&str, u64)]); 2] =
    [("lattice", &[("lattice", 18_700)]), (SMALL, &[("SGLD", 18_900), ("RSGLD", 51_500)])];

/// Memory besides the stack: the chain's, and nothing else.
const DATA_SIZE: u64 = 2048;

impl Firmware {
    const fn new(
        board: &'static str,
        families: &'static str,
        precision: &'static str,
        sampler: &'static str,
        text: u64,
        stack: u64,
    ) -> Self {
        Self { board, families, precision, sampler, text, stack }
    }

    /// The output of `make` with a goal.
    fn make(&self, goal: &str) -> String {
        // One folder, in which one test's program must not be made while another runs it.
        static TURN: Mutex<()> = Mutex::new(());
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut make = Command::new("make");
        make.current_dir(root_dir()).args(["-s", "-C", "examples/cortex-m", goal]);
        make.arg(format!("BOARD={}", self.board)).arg(format!("FAMILIES={}", self.families));
        make.arg(format!("PRECISION={}", self.precision)).arg(format!("SAMPLER={}", self.sampler));
        make.env("CARGO", env!("CARGO")).env("CARGO_TARGET_DIR", output_path("cortex-m"));
        if goal != "host" {
            // What is not stable is asked for so.
            make.env("RUSTC", rustc().unwrap()).env("RUSTC_BOOTSTRAP", "1").env("BUILD_STD", "1");
        }
        let output = run(&mut make);
        stdout(&output).to_owned()
    }
}

/// The number in a line that begins so.
fn number(line: &str, start: &str) -> Option<u64> {
    line.strip_prefix(start)?.trim().parse().ok()
}

#[test]
fn boards_print_the_lines_of_this_machine() {
    let tools = ["make", "cc", "arm-none-eabi-gcc", "qemu-system-arm"];
    if tools.iter().filter(|tool| !found(tool)).count() > 0 || !rust_sources_found() {
        return;
    }
    let mut sizes = String::new();
    for firmware in &FIRMWARES {
        let name = format!("{} {} {}", firmware.board, firmware.families, firmware.precision);
        let report = firmware.make("run");
        let is_stack = |line: &&str| line.starts_with("stack of ");
        let host = firmware.make("host");
        let host = host.lines().filter(|line| !line.starts_with("exact") && !line.starts_with("memory"));
        let lines = report.lines().filter(|line| !is_stack(line) && !line.starts_with("memory"));
        assert!(lines.clone().eq(host), "{name}: other lines than here\n{report}");
        assert!(lines.clone().any(|line| line.contains("fingerprint")), "{name}: {report}");

        let stack =
            report.lines().filter(is_stack).map(|line| number(line, &line[..=line.find(':').unwrap()]));
        let stack = stack.max().flatten().expect("a stack is measured");
        let size = firmware.make("size");
        let (text, data) = size.trim().split_once(", ").expect("two numbers");
        let (text, data) = (number(text, "text ").unwrap(), number(data, "data and bss ").unwrap());
        writeln!(sizes, "{name}: text {text}, data {data}, stack {stack}").unwrap();
        assert!(text <= firmware.text, "{name}: {text} bytes of code");
        assert!(data <= DATA_SIZE, "{name}: {data} bytes of data");
        assert!(stack <= firmware.stack, "{name}: {stack} bytes of stack");
    }
    for (families, bounds) in STEPS {
        let report = Firmware::new("mps2-an386", families, "f32", "STEPS", 0, 0).make("run");
        assert_eq!(report.lines().count(), bounds.len(), "{report}");
        for (name, bound) in bounds {
            let start = format!("instructions a step of {name}: ");
            let count = report.lines().find_map(|line| number(line, &start)).expect("steps are counted");
            writeln!(sizes, "mps2-an386 {families} f32: {count} instructions a step of {name}").unwrap();
            assert!(count <= *bound, "{count} instructions a step of {name}");
        }
    }
    // For whoever reads, such as `.ci/run`.
    fs::write(output_path("cortex-m.txt"), sizes).unwrap();
}

/// The exact posterior is where the draws are, to within five of their own standard errors: some 100 independent draws
/// for a chain of SGLD or of the lattice, 300 for RSGLD.
#[test]
fn draws_are_those_of_the_posterior() {
    if !found("make") || !found("cc") {
        return;
    }
    for firmware in [&FIRMWARES[0], &FIRMWARES[2], &FIRMWARES[3]] {
        let report = firmware.make("host");
        let of = |name: &str| -> Vec<(f64, f64)> {
            let lines = report.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(" theta["));
            let numbers = lines.map(|line| line.split_once("] = ").unwrap().1.split_once(" +- ").unwrap());
            numbers.map(|(mean, deviation)| (mean.parse().unwrap(), deviation.parse().unwrap())).collect()
        };
        let exact = of("exact");
        for name in ["SGLD", "RSGLD", "lattice"] {
            for ((mean, deviation), (exact, spread)) in of(name).into_iter().zip(&exact) {
                assert!((mean - exact).abs() < 5.0 * spread / 10.0, "{name}: {mean} for {exact}");
                // A variance of 100 draws is right to 14 %, the deviation to 7; minibatch noise adds at most 8 % to it.
                assert!((0.65..1.45).contains(&(deviation / spread)), "{name}: {deviation} for {spread}");
            }
        }
        assert_eq!(exact.len(), 3);
    }
}
