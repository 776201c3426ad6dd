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

/// Whether a field has no name yet.
fn is_room(field: &str) -> bool {
    field.rsplit('.').next().unwrap().starts_with("reserved")
}

/// The place of a field, and how many bytes it has: what may be there under a name later.
fn place(value: &str) -> (Vec<usize>, usize) {
    let of = value.rsplit(' ').next().unwrap();
    (numbers(value), if of.ends_with("64_t") || of == "double" { 8 } else { 4 })
}

/// A field without a name yet may get one, of the same size in the same place.
fn is_named_now(field: &str, value: &str, new: &BTreeMap<(&str, &str), &str>) -> bool {
    let of = |field: &str| field.split_once('.').unwrap().0.to_owned();
    is_room(field)
        && new.iter().any(|((kind, name), now)| {
            *kind == "field" && of(name) == of(field) && place(now) == place(value)
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
            ("field", now) if now != Some(was) => is_named_now(name, was, &new),
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
                *kind == "field" && is_room(was_name) && place(was) == place(now)
            })
        {
            violations.push(format!("{kind} {name}: added at {now}, before the struct's old end"));
        }
    }
    violations
}
