//! Every rule beside the memory floor of the vectors that it moves, SGLD, the normals, and scalar loops: one length and
//! precision, all in the same rounds.

use super::goals;
use super::line::{FLOOR, Line, MKL, NORMALS, RSGLD, SGLD, ZIGGURAT};
use super::options::{Options, Share};
use super::report::Goal;
use super::works::{Floor, Normals, Pool, RuleStep, Ziggurat};
use bench_support::chains::{chain_work, rsgld};
use bench_support::mkl;
use bench_support::parts;
use bench_support::rounds::{Named, best_of_rounds};
use bench_support::vectors::Precision;
use core::hint::black_box;
use sgmcmc::BatchSettings::All;
use sgmcmc::rule::Rule;

const COLD: &str = "SGLD at temperature 0";

/// Of the rows whose goals are in cache.
const LONGEST: usize = 1 << 20;

/// Parameters of a rule with a matrix.
const DENSE_LEN: usize = 256;

pub(crate) fn print_header() {
    println!();
    println!("ns a parameter, the look at the gradient included; every rule's own floor is a loop of one");
    println!(
        "multiplication and addition for every vector that it reads or writes, on the same vectors. The"
    );
    println!(
        "ziggurat loop is theta[i] += a * grad[i] + s * normal. RSGLD is a chain's step on all data with a"
    );
    println!("model that returns at once: its gradient stays zero and every proposal is accepted.");
    println!();
    println!(
        "{:<28} {:<5} {:<6} {:>8} {:>10} {:>12} {:>14}",
        "work", "prec.", "length", "ns", "over SGLD", "over normals", "over its floor"
    );
}

/// Measures and prints the rows of one precision and length; what they say about the goals.
pub(crate) fn print<R: Precision>(len: usize, options: &Options) -> Vec<Goal> {
    let lines = measure::<R>(len, options);
    let time_of = |name| lines.iter().find(|line| line.name == name).map(|line| line.time);
    let over = |line: &Line, other: Option<f64>| {
        other.map_or("-".to_owned(), |other| format!("{:.2}", line.time / other))
    };
    for line in &lines {
        println!(
            "{:<28} {:<5} 2^{:<4} {:>8.3} {:>10} {:>12} {:>14}",
            line.name,
            R::NAME,
            len.ilog2(),
            line.time,
            over(line, time_of(SGLD)),
            over(line, time_of(NORMALS)),
            over(line, line.floor)
        );
    }
    goals::of(&lines, R::NAME, len)
}

/// The rows that were asked for, and those that they are held against; none where nothing here was asked for.
fn measure<R: Precision>(len: usize, options: &Options) -> Vec<Line> {
    const OTHERS: [&str; 6] = [FLOOR, NORMALS, ZIGGURAT, COLD, RSGLD, MKL];
    let diagonal: Vec<f64> = (0..len).map(|i| 0.5 + (i % 7) as f64 / 7.0).collect();
    let mut rows: Vec<_> = parts::rules(&diagonal).into_iter().zip(parts::rules(&[])).collect();
    rows.retain(|(row, _)| options.wants(row.name) || row.name == SGLD);
    if rows.iter().map(|(row, _)| row.name).chain(OTHERS).all(|name| !options.wants(name)) {
        return Vec::new();
    }

    let mut works = vec![Named::new(FLOOR, Floor::default()), Named::new(NORMALS, Normals::new())];
    if options.wants(ZIGGURAT) {
        works.push(Named::new(ZIGGURAT, Ziggurat::new()));
    }
    if options.wants(MKL) && len <= LONGEST {
        for (generator, mut fill) in mkl::normals::<R>() {
            let fill = move |pool: &mut Pool<R>| fill(black_box(&mut *pool.theta));
            works.push(Named::new(&format!("{MKL}, {generator}"), fill));
        }
    }
    if options.wants(COLD) {
        works.push(Named::new(COLD, RuleStep::new(Rule::SGLD, Rule::SGLD, 0.0)));
    }
    if options.wants(RSGLD) && len <= LONGEST {
        let mut step = chain_work::<R>(&rsgld(1, All), len);
        works.push(Named::new(RSGLD, move |_: &mut Pool<R>| step()));
    }
    let mut floors = vec![None; works.len()];
    for (row, detached) in &rows {
        let floor = Floor { written: row.written, read: row.read };
        let place = works.iter().position(|work| work.name == floor.name()).unwrap_or(works.len());
        if place == works.len() {
            works.push(Named::new(&floor.name(), floor));
            floors.push(None);
        }
        works.push(Named::new(row.name, RuleStep::new(row.rule, detached.rule, 1.0)));
        floors.push(Some(place));
    }

    let share = if len <= LONGEST { Share::Table } else { Share::LongTable };
    let seconds = best_of_rounds(&mut Pool::<R>::new(len), &mut works, options.budget(share));
    let times: Vec<f64> = seconds.iter().map(|seconds| seconds * 1e9 / len as f64).collect();
    let line = |((work, time), floor): ((&Named<_>, &f64), &Option<usize>)| Line {
        name: work.name.clone(),
        time: *time,
        floor: floor.map(|place: usize| times[place]),
    };
    works.iter().zip(&times).zip(&floors).map(line).collect()
}

/// The rules with a matrix, in ns for each of its elements.
pub(crate) fn print_dense<R: Precision>(options: &Options) {
    let len = DENSE_LEN;
    let factor: Vec<f64> = (0..len * len).map(|i| if i % (len + 1) == 0 { 1.0 } else { 0.001 }).collect();
    let rows = parts::dense_rules(&factor).into_iter().zip(parts::dense_rules(&[]));
    for ((name, rule), (_, detached)) in rows.filter(|((name, _), _)| options.wants(name)) {
        let mut works = [Named::new(name, RuleStep::new(rule, detached, 1.0))];
        let mut pool = Pool::<R>::with_room(len, 2 * len + 2);
        let seconds = best_of_rounds(&mut pool, &mut works, options.budget(Share::Row));
        let time = seconds[0] * 1e9 / (len * len) as f64;
        println!("{name:<28} {:<5} {len:<6} {time:>8.3} for each of the matrix's elements", R::NAME);
    }
}
