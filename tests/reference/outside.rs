//! Every number of a chain's settings whose entry has a range, outside it: with the error of the entry.

use super::Scalar;
use sgmcmc::prior::Prior;
use sgmcmc::schema::{Field, Held, Of, Range, Typed};
use sgmcmc::{ChainSettings, Error, Estimator, Sampler};
use std::collections::BTreeMap;

/// What lines say, by their keys.
type Lines = BTreeMap<String, String>;

/// The numbers with ranges of what has this key, by theirs; which of an enum's are there say the lines.
fn ranged(of: &Of, key: &str, lines: Option<&Lines>, found: &mut Vec<(String, &'static Field)>) {
    let mut each = |field: &'static Field| {
        let key = format!("{key}.{}", field.name);
        ranged(&field.typed, &key, lines, found);
        if !field.error.is_empty() {
            found.push((key, field));
        }
    };
    match of {
        Of::Value => {}
        Of::Record(record) => record.fields.iter().for_each(each),
        Of::List(list) => {
            let is_chosen =
                |name: &str| lines.is_none_or(|lines| lines.get(key).is_some_and(|chosen| chosen == name));
            for variant in list.enumerators.iter().filter(|variant| is_chosen(variant.name)) {
                for field in variant.fields {
                    match field.typed {
                        Of::Record(record) => record.fields.iter().for_each(&mut each),
                        Of::Value | Of::List(_) => each(field),
                    }
                }
            }
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
    for (key, of) in [("sampler", Sampler::OF), ("estimator", Estimator::OF), ("prior", Prior::OF)] {
        ranged(&of, key, lines.as_ref(), &mut found);
    }
    found
}

/// What a range does not have, in the precision of θ.
fn outside<R: Scalar>(field: &Field) -> Vec<f64> {
    let Range { low: (low, _), high: (high, _), held } = field.range;
    if field.of != "f64" {
        return vec![low - 1.0];
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

/// The settings with each of their numbers outside its range, and the error that says so.
pub(crate) fn refused<R: Scalar>(base: &ChainSettings<'static>) -> Vec<(Error, ChainSettings<'static>)> {
    let each = |(key, field): (String, &'static Field)| {
        let error = *Error::ALL.iter().find(|error| error.name() == field.error).expect("an error");
        let with = move |bad| {
            let line = format!("{key} = {bad:?}").to_lowercase().replace(".0", "");
            (error, ChainSettings::read(&line, base).unwrap_or_else(|_| panic!("{line}")))
        };
        outside::<R>(field).into_iter().map(with)
    };
    all_ranged(Some(base)).into_iter().flat_map(each).collect()
}
