//! Every number of a chain's settings whose entry has a range, outside it: with the error of the entry.

use super::Scalar;
use sgmcmc::schema::{Described, Field, Held, Of, Range};
use sgmcmc::{ChainSettings, Error};
use std::collections::BTreeMap;

/// What lines say, by their keys.
type Lines = BTreeMap<String, String>;

/// Those of these fields and of all in them that have ranges, by their keys; which of an enum's are there say the lines.
fn ranged(
    fields: &'static [Field],
    above: &str,
    lines: Option<&Lines>,
    found: &mut Vec<(String, &'static Field)>,
) {
    for field in fields {
        let key = if above.is_empty() { field.name.to_owned() } else { format!("{above}.{}", field.name) };
        match &field.typed {
            Of::Value => {}
            Of::Record(record) => ranged(record.fields, &key, lines, found),
            Of::List(list) => {
                let is_chosen = |name: &str| lines.is_none_or(|lines| lines[&key] == name);
                for variant in list.enumerators.iter().filter(|variant| is_chosen(variant.name)) {
                    match variant.fields {
                        [Field { typed: Of::Record(record), .. }] => {
                            ranged(record.fields, &key, lines, found)
                        }
                        fields => ranged(fields, &key, lines, found),
                    }
                }
            }
        }
        if !field.error.is_empty() {
            found.push((key, field));
        }
    }
}

/// The same of all settings, or of those that some have.
pub(crate) fn all_ranged(of: Option<&ChainSettings<'_>>) -> Vec<(String, &'static Field)> {
    let mut found = Vec::new();
    let lines = of.map(|settings| {
        let mut text = String::new();
        settings.write(&mut text).expect("a string takes all");
        text.lines()
            .filter_map(|line| line.split_once(" = "))
            .map(|(key, value)| (key.into(), value.into()))
            .collect()
    });
    ranged(ChainSettings::RECORD.fields, "", lines.as_ref(), &mut found);
    found
}

/// What a range does not have, in the precision of θ.
fn outside<R: Scalar>(field: &Field) -> Vec<f64> {
    let Range { low: (low, _), high: (high, _), held } = field.range;
    if field.of != "f64" {
        let of_u32 = |x: &f64| (0.0..4294967296.0).contains(x) && !field.range.has(*x);
        return [low - 1.0, high, high + 1.0].into_iter().filter(of_u32).collect();
    }
    let rounded = |x| R::from_f64(x).to_f64();
    let has = |x: &f64| match held {
        Held::Given => field.range.has(*x),
        Held::InTheta => field.range.has(rounded(*x)),
        Held::Divisor => field.range.has(rounded(*x)) && rounded(1.0 / (x * x)).is_finite(),
    };
    let never = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0];
    let ends = [low, low.next_down(), high, high.next_up(), R::MAX.to_f64() * 2.0];
    let small = [0.0, -1e-300, 1e-300, 1e-160, 1e-60, 1e-20];
    [&never[..], &ends, &small].concat().into_iter().filter(|x| !has(x)).collect()
}

/// The settings with each of their numbers whose key begins so outside its range, and the error that says so.
pub(crate) fn refused<R: Scalar>(
    base: &ChainSettings<'static>,
    start: &str,
) -> Vec<(Error, ChainSettings<'static>)> {
    let each = |(key, field): (String, &'static Field)| {
        let error = *Error::ALL.iter().find(|error| error.name() == field.error).expect("an error");
        let with = move |bad| {
            let line = format!("{key} = {bad:?}").to_lowercase().replace(".0", "");
            (error, ChainSettings::read(&line, base).unwrap_or_else(|_| panic!("{line}")))
        };
        outside::<R>(field).into_iter().map(with)
    };
    all_ranged(Some(base)).into_iter().filter(|(key, _)| key.starts_with(start)).flat_map(each).collect()
}
