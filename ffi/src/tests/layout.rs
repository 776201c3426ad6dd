//! Every struct is laid out as `tests/abi/current.txt` has it for 64-bit machines, without padding.
#![cfg(target_pointer_width = "64")]

use crate::fields::Field;
use std::collections::BTreeSet;

/// A struct's name, its size, and its fields with their names.
type Dumped = (&'static str, usize, &'static [Field], &'static [&'static str]);

fn structs() -> impl Iterator<Item = &'static Dumped> {
    crate::structs::STRUCTS.iter().chain(crate::made::STRUCTS).chain(crate::made::SETTINGS)
}

/// Padding has bytes that nothing defines.
#[test]
fn structs_have_no_padding() {
    for (name, size, fields, _) in structs() {
        assert_eq!(fields.iter().map(|field| field.size()).sum::<usize>(), *size, "{name}");
    }
}

#[test]
fn structs_are_laid_out_as_dumped() {
    let dump = include_str!("../../tests/abi/current.txt");
    // `field sgmcmc_step.index [8, 8, 4] uint64_t`: the first number is that of 64-bit machines.
    let dumped =
        dump.lines().filter(|line| line.starts_with("field ") || line.starts_with("size ")).map(|line| {
            let (name, offsets) = line.split_once(" [").unwrap();
            format!("{name} {}", offsets.split(',').next().unwrap())
        });
    let rust = structs().flat_map(|(name, size, fields, names)| {
        let offset = move |(field, field_name): (&'static Field, &&str)| {
            let words = if (field.of)().starts_with('[') { field.size() / 8 } else { 0 };
            let index = move |i| if words == 0 { String::new() } else { format!("[{i}]") };
            let name = format!("field {name}.{field_name}");
            (0..words.max(1)).map(move |i| format!("{name}{} {}", index(i), field.offset() + 8 * i))
        };
        let offsets = fields.iter().zip(*names).flat_map(offset);
        offsets.chain([format!("size {name} {size}")])
    });
    assert_eq!(rust.collect::<BTreeSet<_>>(), dumped.collect::<BTreeSet<_>>());
}
