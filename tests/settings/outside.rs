//! Every setting of the parts of a list, outside its range.

use crate::reference::parts;
use sgmcmc::Error;
use sgmcmc::schema::{Field, List, Range};

/// What is checked by more than a range of its entry: a setting, the error, and what it may be in the examples.
pub(crate) type Checked = (&'static str, Error, Range);

pub(crate) const POSITIVE: Range = Range { low: (0.0, false), high: (f64::INFINITY, false) };
pub(crate) const FINITE: Range = Range { low: (f64::NEG_INFINITY, false), ..POSITIVE };

/// Numbers that each setting of a list may not be, with the error that says so and the part's place in the list.
pub(crate) fn outside(list: &List, checked: &[Checked]) -> Vec<(Error, usize, &'static str, f64)> {
    let mut all = Vec::new();
    for (at, part) in list.enumerators.iter().enumerate() {
        // Either flag is good, and vectors are tried by hand.
        let by_hand = |field: &&Field| field.of == "bool" || field.of.contains("EachParameter");
        for field in parts::settings_of(part).filter(|field| !by_hand(field)) {
            let checked = checked.iter().find(|(name, ..)| *name == field.name);
            let by_entry = || Error::ALL.iter().find(|error| error.name() == field.error);
            let (error, range) = checked
                .map(|(_, error, range)| (*error, *range))
                .or_else(|| by_entry().map(|error| (*error, field.range)))
                .unwrap_or_else(|| panic!("{}::{} may be anything", part.name, field.name));
            let bad = numbers(field, range).into_iter().filter(|number| !range.has(*number));
            all.extend(bad.map(|number| (error, at, field.name, number)));
        }
    }
    all
}

/// Numbers in and around a range, and some that few settings may be.
fn numbers(field: &Field, Range { low: (low, _), high: (high, _) }: Range) -> Vec<f64> {
    match field.of {
        "u32" | "u64" => [low - 1.0, high + 1.0].into_iter().filter(|number| *number < 1e18).collect(),
        "f64" => [
            [low, low.next_down(), high, high.next_up()],
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0],
            [0.0, 1e-300, -1e-300, 2.0],
        ]
        .concat(),
        other => panic!("what may no {other} be?"),
    }
}
