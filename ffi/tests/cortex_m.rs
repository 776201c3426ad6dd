//! `examples/cortex-m` on emulated boards: the lines of the same program on this machine, and bounds on the code, the
//! memory and the stack that it takes, and on the instructions of a step.

#[path = "support/build_std.rs"]
#[allow(dead_code, reason = "for targets")]
mod build_std;
mod support;

use build_std::{rust_sources_found, rustc};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use support::{found, output_path, root_dir, run, stdout, symbols};

/// A firmware, and what it may take, in bytes: a little above what it takes.
struct Firmware {
    board: &'static str,
    families: &'static str,
    precision: &'static str,
    sampler: &'static str,
    text: u64,
    /// What its chain takes, exactly.
    chain: u64,
    stack: u64,
}

const SMALL: &str = "langevin,metropolis-hastings";

const FIRMWARES: [Firmware; 7] = [
    Firmware::new("mps2-an386", "lattice", "f32", "LATTICE", 36_400, 1216, 4600),
    Firmware::new("mps2-an386", "langevin", "f32", "SGLD", 35_100, 1088, 4600),
    Firmware::new("mps2-an386", SMALL, "f32", "BOTH", 47_400, 1216, 4800),
    Firmware::new("mps2-an386", SMALL, "f64", "BOTH", 49_400, 1216, 4800),
    Firmware::new("mps2-an386", "all", "f32", "BOTH", 142_800, 1920, 5700),
    Firmware::new("microbit", "lattice", "f32", "LATTICE", 39_100, 1216, 4600),
    Firmware::new("microbit", SMALL, "f32", "BOTH", 50_600, 1216, 4900),
];

/// Those of `.ci/run`; `.ci/nightly` has all.
const SHORT: [usize; 2] = [0, 3];

type Steps = (&'static str, &'static [(&'static str, u64)]);

/// Chains whose steps are counted, by families, with how many instructions a step may take: a little above what it
/// takes.
const STEPS: [Steps; 2] =
    [("lattice", &[("lattice", 19_100)]), (SMALL, &[("SGLD", 18_800), ("RSGLD", 52_200)])];

/// A chain of SGLD, or of what these families have, that does more, by the name of its program, with what it may take of
/// text, other memory and stack. Programs that only look at the chain leave its bits alone.
struct Feature {
    name: &'static str,
    families: Option<&'static str>,
    only_looks: bool,
    bounds: [u64; 3],
}

const FEATURES: [Feature; 10] = [
    Feature::new("progress", true, [37_000, 2048, 4500]),
    Feature::new("estimates", true, [70_000, 6144, 4500]),
    Feature::new("checkpoint", true, [54_100, 3072, 5200]),
    Feature::new("compensation", false, [41_800, 2048, 4700]),
    Feature::new("pilot", true, [72_000, 6464, 7300]),
    Feature::new("warm-up", false, [76_100, 4096, 9000]),
    Feature {
        families: Some("lattice,pilot,warm-up"),
        ..Feature::new("warm-up", false, [86_500, 4096, 10_400])
    },
    Feature::new("health", true, [69_300, 8200, 4900]),
    Feature::new("hmc", true, [52_300, 2048, 5000]),
    Feature::new("settings-text", false, [74_000, 3584, 6200]),
];

impl Feature {
    const fn new(name: &'static str, only_looks: bool, bounds: [u64; 3]) -> Self {
        Self { name, families: None, only_looks, bounds }
    }

    /// Its firmware, with the families that it needs or with these.
    fn make(&self, goal: &str, families: Option<&str>) -> String {
        let families = families.or(self.families).map(|families| format!("FAMILIES={families}"));
        let variables = [Some(format!("FEATURE={}", self.name)), families];
        make(goal, &variables.into_iter().flatten().collect::<Vec<_>>())
    }
}

/// What is above its bound: all of it is measured before any of it fails.
#[derive(Default)]
struct Above(Vec<String>);

impl Above {
    /// Compares bytes of code, of other memory and of stack.
    fn compare(&mut self, name: &str, sizes: [u64; 3], bounds: [u64; 3]) {
        for ((size, bound), of) in sizes.into_iter().zip(bounds).zip(["code", "data", "stack"]) {
            if size > bound {
                self.0.push(format!("{name}: {size} bytes of {of}, {bound} at most"));
            }
        }
    }

    fn assert_none(self) {
        assert!(self.0.is_empty(), "{:#?}", self.0);
    }
}

/// Memory besides the stack: the chain's, and nothing else.
const DATA_SIZE: u64 = 2048;

impl Firmware {
    const fn new(
        board: &'static str,
        families: &'static str,
        precision: &'static str,
        sampler: &'static str,
        text: u64,
        chain: u64,
        stack: u64,
    ) -> Self {
        Self { board, families, precision, sampler, text, chain, stack }
    }

    /// The output of `make` with a goal.
    fn make(&self, goal: &str) -> String {
        let Self { board, families, precision, sampler, .. } = self;
        make(
            goal,
            &[
                format!("BOARD={board}"),
                format!("FAMILIES={families}"),
                format!("PRECISION={precision}"),
                format!("SAMPLER={sampler}"),
            ],
        )
    }
}

/// The output of `make` with a goal and variables.
fn make(goal: &str, variables: &[String]) -> String {
    // One folder, in which one test's program must not be made while another runs it.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut make = Command::new("make");
    make.current_dir(root_dir()).args(["-s", "-C", "examples/cortex-m", goal]).args(variables);
    make.env("CARGO", env!("CARGO")).env("CARGO_TARGET_DIR", output_path("cortex-m"));
    if goal != "host" {
        // What is not stable is asked for so.
        make.env("RUSTC", rustc().unwrap()).env("RUSTC_BOOTSTRAP", "1").env("BUILD_STD", "1");
    }
    stdout(&run(&mut make)).to_owned()
}

/// Whether there is all that makes firmwares and runs them.
fn boards_found() -> bool {
    let tools = ["make", "cc", "arm-none-eabi-gcc", "arm-none-eabi-nm", "qemu-system-arm"];
    tools.iter().filter(|tool| !found(tool)).count() == 0 && rust_sources_found()
}

/// The lines of a report that are the same on every machine.
fn lines_of(report: &str) -> impl Iterator<Item = &str> + Clone {
    let own = ["exact", "memory", "stack of "];
    report.lines().filter(move |line| !own.iter().any(|start| line.starts_with(start)))
}

/// The deepest stack that a report has.
fn stack_of(report: &str) -> u64 {
    let lines = report.lines().filter(|line| line.starts_with("stack of "));
    let stacks = lines.map(|line| number(line, &line[..=line.find(':').unwrap()]));
    stacks.max().flatten().expect("a stack is measured")
}

/// Text, and data and bss, as `make size` prints them.
fn sizes_of(line: &str) -> [u64; 2] {
    let (text, data) = line.trim().split_once(", ").expect("two numbers");
    [number(text, "text ").unwrap(), number(data, "data and bss ").unwrap()]
}

/// The firmware of a program on the Cortex-M4F, in `f32`.
fn firmware_path(families: &str, program: &str) -> PathBuf {
    output_path(&format!("cortex-m/cortex-m/mps2-an386-{}-f32/{program}.elf", families.replace(',', "+")))
}

/// The number in a line that begins so.
fn number(line: &str, start: &str) -> Option<u64> {
    line.strip_prefix(start)?.trim().parse().ok()
}

fn print_the_lines_of_this_machine<'a>(firmwares: impl IntoIterator<Item = &'a Firmware>, steps: &[Steps]) {
    let (mut sizes, mut above) = (String::new(), Above::default());
    for firmware in firmwares {
        let name = format!("{} {} {}", firmware.board, firmware.families, firmware.precision);
        let (report, host) = (firmware.make("run"), firmware.make("host"));
        assert!(lines_of(&report).eq(lines_of(&host)), "{name}: other lines than here\n{report}");
        assert!(lines_of(&report).any(|line| line.contains("fingerprint")), "{name}: {report}");

        let (stack, [text, data]) = (stack_of(&report), sizes_of(&firmware.make("size")));
        let chains = report.lines().filter_map(|line| number(line, "memory of the chain: "));
        let chain = chains.max().expect("a chain has memory");
        assert_eq!(chain, firmware.chain, "{name}: bytes of the chain, which its README has, too");
        writeln!(sizes, "{name}: text {text}, data {data}, chain {chain}, stack {stack}").unwrap();
        above.compare(&name, [text, data, stack], [firmware.text, DATA_SIZE, firmware.stack]);
    }
    for (families, bounds) in steps {
        let report = Firmware::new("mps2-an386", families, "f32", "STEPS", 0, 0, 0).make("run");
        assert_eq!(report.lines().count(), bounds.len(), "{report}");
        for (name, bound) in *bounds {
            let start = format!("instructions a step of {name}: ");
            let count = report.lines().find_map(|line| number(line, &start)).expect("steps are counted");
            writeln!(sizes, "mps2-an386 {families} f32: {count} instructions a step of {name}").unwrap();
            if count > *bound {
                above.0.push(format!("{count} instructions a step of {name}, {bound} at most"));
            }
        }
    }
    // For whoever reads, such as `.ci/run`.
    fs::write(output_path("cortex-m.txt"), sizes).unwrap();
    above.assert_none();
}

/// What `.ci/run` has beside its other tests.
mod beside {
    use super::{FIRMWARES, SHORT, STEPS, boards_found};

    /// The smallest firmware, and that of SGLD and RSGLD in doubles; nightly all.
    #[test]
    #[ignore = "builds firmwares: -- --ignored"]
    fn boards_print_the_lines_of_this_machine() {
        if boards_found() {
            super::print_the_lines_of_this_machine(SHORT.iter().map(|i| &FIRMWARES[*i]), &STEPS[..1]);
        }
    }
}

/// For `.ci/nightly`.
mod nightly {
    use super::{
        FIRMWARES, STEPS, boards_found, found, have_every_feature, have_no_text_of_what_is_left_out,
    };

    #[test]
    #[ignore = "takes minutes: -- --ignored nightly"]
    fn draws_are_those_of_the_posterior() {
        if found("make") && found("cc") {
            super::draws_are_those_of_the_posterior();
        }
    }

    #[test]
    #[ignore = "takes minutes: -- --ignored nightly"]
    fn boards_print_the_lines_of_this_machine() {
        if boards_found() {
            super::print_the_lines_of_this_machine(&FIRMWARES, &STEPS);
        }
    }

    #[test]
    #[ignore = "takes minutes: -- --ignored nightly"]
    fn boards_have_every_feature() {
        if boards_found() {
            have_every_feature();
        }
    }

    #[test]
    #[ignore = "takes minutes: -- --ignored nightly"]
    fn what_is_left_out_has_no_text() {
        if boards_found() {
            have_no_text_of_what_is_left_out();
        }
    }
}

/// Every feature of a chain on the Cortex-M4F: the lines of this machine, its sentences among them, and bounds.
fn have_every_feature() {
    let sgld = &FIRMWARES[1];
    let fingerprint = |report: &str| {
        let line = lines_of(report).find_map(|line| line.strip_prefix("SGLD fingerprint "));
        line.map(str::to_owned)
    };
    let alone = fingerprint(&sgld.make("run"));
    assert!(alone.is_some());
    let [base, _] = sizes_of(&sgld.make("size"));
    let (mut sizes, mut above) = (String::new(), Above::default());
    for feature in &FEATURES {
        let name = feature.name;
        let (report, host) = (feature.make("run", None), feature.make("host", None));
        assert!(lines_of(&report).eq(lines_of(&host)), "{name}: other lines than here\n{report}\n{host}");
        assert!(lines_of(&report).any(|line| line.contains("fingerprint")), "{name}: {report}");
        if feature.only_looks {
            assert_eq!(fingerprint(&report), alone, "{name} moves the chain");
        }
        let (stack, [text, data]) = (stack_of(&report), sizes_of(&feature.make("size", None)));
        let more = text - base;
        let name = format!("{} with {name}", feature.families.unwrap_or("SGLD"));
        writeln!(sizes, "{name}: text {text}, {more} more, data {data}, stack {stack}").unwrap();
        above.compare(&name, [text, data, stack], feature.bounds);
    }
    fs::write(output_path("cortex-m-features.txt"), sizes).unwrap();
    above.assert_none();
}

/// The sentences of a list of findings, up to where a line of the source ends.
fn sentences(source: &str) -> Vec<String> {
    let path = root_dir().join(source);
    let text = fs::read_to_string(&path).unwrap();
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix('"'));
    let all: Vec<_> = lines.map(|line| line.trim_end_matches(['"', ',', '\\']).to_owned()).collect();
    assert!(all.len() >= 10 && all.iter().all(|sentence| sentence.len() > 20), "{}: {all:?}", path.display());
    all
}

/// What a build leaves out is in no firmware, not even in that of a program that calls it and is refused: no sentence,
/// and of its code at most what tells the caller so.
fn have_no_text_of_what_is_left_out() {
    let has = |bytes: &[u8], sentence: &str| {
        bytes.windows(sentence.len()).any(|window| window == sentence.as_bytes())
    };
    let [base, _] = sizes_of(&FIRMWARES[1].make("size"));
    // Text that only hands settings and reports over, and the program's own: that of health goes on to run its chain,
    // watched by nobody, and sets its step size.
    for (name, source, handed_over) in [
        ("health", Some("src/health/findings.rs"), 6700),
        ("pilot", Some("src/pilot/findings.rs"), 4600),
        ("warm-up", Some("src/pilot/findings.rs"), 3400),
        ("checkpoint", None, 1000),
        ("estimates", None, 2700),
        ("settings-text", None, 2700),
    ] {
        let feature = FEATURES.iter().find(|feature| feature.name == name).unwrap();
        let [text, _] = sizes_of(&feature.make("size", Some("langevin")));
        assert!(text <= base + handed_over, "without {name}: {text} bytes of text, {base} of SGLD alone");
        let off = fs::read(firmware_path("langevin", name)).unwrap();
        for sentence in source.map(sentences).into_iter().flatten() {
            assert!(!has(&off, &sentence), "without {name}: {sentence}");
        }
    }
    // The search finds what is there, in which is nothing of the samplers that are left out.
    for (name, families, source) in [
        ("health", "langevin,norms,health", Some("src/health/findings.rs")),
        ("pilot", "langevin,pilot", Some("src/pilot/findings.rs")),
        ("warm-up", "langevin,pilot,warm-up", None),
    ] {
        let feature = FEATURES.iter().find(|feature| feature.name == name).unwrap();
        feature.make("size", None);
        let on = fs::read(firmware_path(families, name)).unwrap();
        for sentence in source.map(sentences).into_iter().flatten() {
            assert!(has(&on, &sentence), "with {name}, no: {sentence}");
        }
        for (symbol, _) in symbols("arm-none-eabi-nm", &firmware_path(families, name), &[]) {
            let other = ["5sghmc", "rem_pio2", "acceptance_cap"].iter().any(|part| symbol.contains(part));
            assert!(!other, "with {name}: {symbol}");
        }
    }
    // Nor are there functions of theirs in a chain's own firmware.
    FIRMWARES[1].make("size");
    let names = symbols("arm-none-eabi-nm", &firmware_path("langevin", "SGLD"), &[]);
    assert!(names.iter().any(|(name, _)| name.contains("6sgmcmc5chain")), "{names:?}");
    let left_out = ["6health", "5pilot", "7warm_up", "10checkpoint", "5stats9estimates"];
    for module in left_out.map(|module| format!("6sgmcmc{module}")) {
        let found = names.iter().find(|(name, _)| name.contains(&module));
        assert!(found.is_none(), "{found:?}");
    }
}

/// The exact posterior is where the draws are, to within five of their own standard errors: some 100 independent draws
/// for a chain of SGLD or of the lattice, 300 for RSGLD.
fn draws_are_those_of_the_posterior() {
    for firmware in SHORT.map(|i| &FIRMWARES[i]) {
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
