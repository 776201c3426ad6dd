//! Promise 1 in numbers: fingerprints of long runs of every part, which no machine, instruction set or refactoring may
//! change. `tests/fingerprints.txt` has the name, `f32` and `f64`; `SGMCMC_BLESS_FINGERPRINTS=1` writes it anew.
//!
//! A change here is a change of values: it needs a line under "values" in the changelog.

use crate::table;
use sgmcmc::fingerprint;

const BLESS: &str = "SGMCMC_BLESS_FINGERPRINTS";

/// `tests/checkpoints.bin`, which the table reads: blessed, it is compiled again before the table can be.
#[test]
fn checkpoints_are_the_golden_ones() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/checkpoints.bin");
    let checkpoints = table::resumed::checkpoints();
    if std::env::var_os(BLESS).is_some() {
        std::fs::write(path, &checkpoints).expect("the golden file is writable");
    }
    let golden = std::fs::read(path).expect("the golden file");
    assert!(checkpoints == golden, "checkpoints of equal chains have other bytes than they had");
}

#[test]
fn long_runs_have_their_golden_fingerprints() {
    let mut table = String::new();
    table::each_line(0, 1, |line| table += line);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fingerprints.txt");
    if std::env::var_os(BLESS).is_some() {
        std::fs::write(path, &table).expect("the golden file is writable");
    }
    let golden = std::fs::read_to_string(path).expect("the golden file");
    let rows = |table: &str| -> Vec<String> { table.lines().map(str::to_owned).collect() };
    let (rows, golden_rows) = (rows(&table), rows(&golden));
    let changed: Vec<_> = rows.iter().filter(|row| !golden_rows.contains(row)).collect();
    let gone: Vec<_> = golden_rows.iter().filter(|row| !rows.contains(row)).collect();
    assert!(table == golden, "bits have changed; new rows:\n{changed:#?}\nin place of:\n{gone:#?}");
}

/// Against the definition written out, which is checked by a published test vector.
#[test]
fn the_fingerprint_is_fnv_1a() {
    assert_eq!(fingerprint::<f32>(&[]), 0xcbf2_9ce4_8422_2325);
    let by_hand = |bytes: &[u8]| {
        bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
        })
    };
    // The published test vector for "foobar", to know that the function by hand is FNV-1a.
    assert_eq!(by_hand(b"foobar"), 0x8594_4171_f739_67e8);
    let numbers = [1.5f32, -0.0, f32::NAN, 3e-42];
    let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_bits().to_le_bytes()).collect();
    assert_eq!(fingerprint(&numbers), by_hand(&bytes));
    let numbers = [1.5f64, -0.0, f64::INFINITY];
    let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_bits().to_le_bytes()).collect();
    assert_eq!(fingerprint(&numbers), by_hand(&bytes));
}
