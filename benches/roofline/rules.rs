//! Every rule and every prior beside SGLD and beside the memory floor of the vectors that it moves.

use super::report::Goal;
use super::support::chains::chain_work;
use super::support::parts::{self, RuleRow};
use super::support::rounds::{Work, best_of_rounds};
use super::support::vectors::{Aligned, Precision};
use super::{STEP_SIZE, Vectors, fused, support};
use core::hint::black_box;
use sgmcmc::BatchSettings::All;
use sgmcmc::rule::{At, Rule};
use sgmcmc::{ChainSettings, RuleSettings, Sampler, schedule::Schedule};
use std::time::Duration;

/// Parameters of a rule with a matrix.
const DENSE_LEN: usize = 256;

/// The tables, both precisions.
pub(crate) fn print(lengths: &[usize], budget: Duration) {
    println!();
    println!(
        "ns a parameter of every rule, all vectors touched once; its floor is a loop of one multiplication and"
    );
    println!(
        "one addition for every vector that the rule reads and writes, on vectors of the same number and length."
    );
    println!();
    println!(
        "{:<26} {:<5} {:<6} {:>8} {:>8} {:>8} {:>10} {:>11}  goal: measured",
        "rule", "prec.", "length", "work", "floor", "SGLD", "work/SGLD", "work/floor"
    );
    for &len in lengths.iter().filter(|len| **len >= 1 << 14) {
        rules::<f32>(len, budget);
        rules::<f64>(len, budget);
    }
    dense::<f32>(budget);
    dense::<f64>(budget);
    priors::<f32>(budget);
    priors::<f64>(budget);
}

fn rules<R: Precision>(len: usize, budget: Duration) {
    let diagonal: Vec<f64> = (0..len).map(|i| 0.5 + (i % 7) as f64 / 7.0).collect();
    for (row, started) in parts::rules(&diagonal).iter().zip(parts::rules(&[])) {
        let works = [fused(1.0), step::<R>(&row.rule, started.rule, len), floor::<R>(row, len)];
        let times = best_of_rounds(&mut Vectors::<R>::new(len), works, budget / 4);
        let [sgld, time, floor] = times.map(|seconds| seconds * 1e9 / len as f64);
        let (over_sgld, over_floor) = (time / sgld, time / floor);
        print!("{:<26} {:<5} 2^{:<4} {time:>8.3}", row.name, R::NAME, len.ilog2());
        print!(" {floor:>8.3} {sgld:>8.3} {over_sgld:>10.2} {over_floor:>11.2}  ");
        match row.has_goal {
            // What memory does not allow beside SGLD is held against its own floor.
            true if over_floor < over_sgld => println!("{}", Goal::at_most(1.3, over_floor, "x its floor")),
            true => println!("{}", Goal::at_most(1.3, over_sgld, "x SGLD")),
            false => println!("-"),
        }
    }
}

/// Stateless steps; `started` is the rule without the caller's vectors, which `start` copies.
fn step<R: Precision>(rule: &Rule<'_>, started: Rule<'static>, len: usize) -> Work<Vectors<R>> {
    let mut noise = support::generators().noise;
    let mut at = At::step_size(STEP_SIZE);
    let mut state = Aligned::<R>::spread(rule.state_len::<R>(len).expect("a length"), 0.0, 0.0);
    rule.start(&mut state, len, &mut noise, &at).expect("good settings");
    let given = Aligned::<R>::spread(rule.given_len::<R>(len).expect("a length"), 0.5, 1.0);
    Box::new(move |vectors| {
        let theta = black_box(&mut *vectors.theta);
        let done = started.step(theta, &mut state, &mut noise, None, &vectors.gradient, &given, &at);
        done.expect("a finite gradient");
        at.index += 1;
    })
}

/// A multiplication and an addition for every vector, all in one loop.
fn floor<R: Precision>(row: &RuleRow<'_>, len: usize) -> Work<Vectors<R>> {
    let c = R::from_f64(STEP_SIZE);
    let vectors = |count| (0..count).map(|_| Aligned::<R>::spread(len, -1.0, 1.0)).collect::<Vec<_>>();
    let (mut written, read) = (vectors(row.written), vectors(row.read));
    Box::new(move |vectors| {
        let pairs = black_box(&mut *vectors.theta).iter_mut().zip(&*vectors.gradient);
        match (&mut *written, &*read) {
            ([], []) => pairs.for_each(|(t, g)| *t = *t + c * *g),
            ([], [p]) => pairs.zip(&**p).for_each(|((t, g), p)| *t = *t + *p * *g),
            ([], [p, q, ..]) => {
                pairs.zip(&**p).zip(&**q).for_each(|(((t, g), p), q)| *t = *t + (*p * *g + *q));
            }
            ([v], _) => pairs.zip(&mut **v).for_each(|((t, g), v)| {
                *v = *v * c + *g;
                *t = *t + c * *v;
            }),
            ([v, w], _) => pairs.zip(&mut **v).zip(&mut **w).for_each(|(((t, g), v), w)| {
                (*v, *w) = (*v * c + *g, *w * c + *g);
                *t = *t + (c * *v + *w);
            }),
            ([u, v, w, ..], _) => {
                pairs.zip(&mut **u).zip(&mut **v).zip(&mut **w).for_each(|((((t, g), u), v), w)| {
                    (*u, *v, *w) = (*u * c + *g, *v * c + *g, *w * c + *g);
                    *t = *t + (c * *u + (*v + *w));
                });
            }
        }
    })
}

/// The rules with a matrix, per element of it.
fn dense<R: Precision>(budget: Duration) {
    let len = DENSE_LEN;
    let factor: Vec<f64> = (0..len * len).map(|i| if i % (len + 1) == 0 { 1.0 } else { 0.001 }).collect();
    for ((name, rule), (_, started)) in parts::dense_rules(&factor).iter().zip(parts::dense_rules(&[])) {
        let [time] = best_of_rounds(&mut Vectors::<R>::new(len), [step::<R>(rule, started, len)], budget / 4);
        let time = time * 1e9 / (len * len) as f64;
        println!("{name:<26} {:<5} {len:<6} {time:>8.3} ns for each of the matrix's elements", R::NAME);
    }
}

/// What a prior adds to a chain's SGLD step.
fn priors<R: Precision>(budget: Duration) {
    let len = 1 << 14;
    let (mean, precision) = (vec![0.0; len], vec![1.0; len]);
    let rule = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::constant(STEP_SIZE)));
    let chain = |prior| chain_work::<R>(&ChainSettings { prior, ..ChainSettings::new(1, All, rule) }, len);
    for (name, prior) in parts::priors(&mean, &precision) {
        let (mut flat, mut with) = (chain(parts::priors(&[], &[])[0].1), chain(prior));
        let works: [Work<()>; 2] = [Box::new(move |()| flat()), Box::new(move |()| with())];
        let times = best_of_rounds(&mut (), works, budget / 4);
        let [flat, with] = times.map(|seconds| seconds * 1e9 / len as f64);
        println!(
            "prior {name:<20} {:<5} 2^14   {with:>8.3} {:>8} {flat:>8.3} {:>10.2}",
            R::NAME,
            "",
            with / flat
        );
    }
}
