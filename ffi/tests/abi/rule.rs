//! What a release may change of the last one's ABI: it may add, and nothing else unless SGMCMC_ABI_VERSION grew.

use std::collections::BTreeMap;

/// Lines by kind and name.
fn entries(dump: &str) -> BTreeMap<(&str, &str), &str> {
    let lines = dump.lines().filter_map(|line| {
        let (kind, rest) = line.split_once(' ')?;
        let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
        Some(((kind, name), value))
    });
    lines.collect()
}

fn abi(dump: &str) -> u32 {
    entries(dump)[&("constant", "SGMCMC_ABI_VERSION")].parse().unwrap()
}

/// The numbers of `[8, 4, 4] size_t`.
fn numbers(value: &str) -> Vec<usize> {
    let list = value.trim_start_matches('[').split(']').next().unwrap();
    list.split(", ").map(|number| number.parse().unwrap()).collect()
}

/// A field without a name yet may get one: the same place and the same size, whether signed or not.
fn is_named_now(field: &str, value: &str, new: &BTreeMap<(&str, &str), &str>) -> bool {
    let (of, name) = field.split_once('.').unwrap();
    let unsigned = |value: &str| value.replace("uint", "int");
    name.starts_with("reserved")
        && new.iter().any(|((kind, name), now)| {
            *kind == "field" && name.split_once('.').unwrap().0 == of && unsigned(now) == unsigned(value)
        })
}

/// What `new` does that programs built against `old` do not bear.
pub fn violations(old: &str, new: &str) -> Vec<String> {
    if abi(new) > abi(old) {
        return Vec::new();
    }
    let (old, new) = (entries(old), entries(new));
    let mut violations = Vec::new();
    for ((kind, name), was) in &old {
        let now = new.get(&(kind, name)).copied();
        let fine = match (*kind, now) {
            ("version", _) => true,
            // Structs grow at their end. Callers say how long theirs are, or are only shown them.
            ("size", Some(now)) => numbers(was).iter().zip(numbers(now)).all(|(was, now)| *was <= now),
            ("field", None) => is_named_now(name, was, &new),
            (_, now) => now == Some(was),
        };
        if !fine {
            violations.push(format!("{kind} {name}: was {was}, is {}", now.unwrap_or("gone")));
        }
    }
    for ((kind, name), now) in &new {
        // A new field begins where the struct ended, or takes the place of one without a name.
        if *kind == "field"
            && !old.contains_key(&(kind, name))
            && let Some(size) = old.get(&("size", name.split_once('.').unwrap().0))
            && numbers(now).iter().zip(numbers(size)).any(|(offset, size)| *offset < size)
            && !old.iter().any(|((kind, was_name), was)| {
                *kind == "field" && !new.contains_key(&(kind, was_name)) && numbers(was) == numbers(now)
            })
        {
            violations.push(format!("{kind} {name}: added at {now}, before the struct's old end"));
        }
    }
    violations
}
