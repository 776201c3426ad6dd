//! Every kernel by itself, in both precisions, at lengths for the first, the second and the last cache.

use bench_support::chains::{chain_work, rsgld};
use bench_support::generators;
use bench_support::vectors::{Aligned, Precision};
use core::hint::black_box;
use core::num::NonZeroU32;
use criterion::{BenchmarkId, Criterion, Throughput};
use sgmcmc::rng::{fill_normals, fill_uniforms};
use sgmcmc::rule::{Rule, StepParameters};
use sgmcmc::{BatchSettings, minibatch};
use std::time::Duration;

const LENGTHS: [usize; 3] = [1 << 10, 1 << 14, 1 << 20];

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    kernels::<f32>(&mut criterion);
    kernels::<f64>(&mut criterion);
    samplers(&mut criterion);
    criterion.final_summary();
}

/// Times `prepare(length)` at every length.
fn bench<F: FnMut()>(criterion: &mut Criterion, name: &str, variant: &str, prepare: impl Fn(usize) -> F) {
    let mut group = criterion.benchmark_group(name);
    for len in LENGTHS {
        let mut work = prepare(len);
        group.throughput(Throughput::Elements(len as u64));
        group.bench_function(BenchmarkId::new(variant, len), |bencher| bencher.iter(&mut work));
    }
    group.finish();
}

fn kernels<R: Precision>(criterion: &mut Criterion) {
    bench(criterion, "fill_normals", R::NAME, |len| {
        let (mut lanes, mut out) = (generators().noise, Aligned::<R>::spread(len, 0.0, 0.0));
        move || fill_normals(&mut lanes, black_box(&mut *out))
    });
    bench(criterion, "fill_uniforms", R::NAME, |len| {
        let (mut lanes, mut out) = (generators().noise, Aligned::<R>::spread(len, 0.0, 0.0));
        move || fill_uniforms(&mut lanes, black_box(&mut *out))
    });
    bench(criterion, "sgld", R::NAME, |len| {
        let at = StepParameters::step_size(1e-3);
        let mut lanes = generators().noise;
        let (mut theta, gradient) = (Aligned::<R>::spread(len, -1.0, 1.0), Aligned::spread(len, -2.0, 1.0));
        move || {
            let theta = black_box(&mut *theta);
            Rule::SGLD
                .step(theta, &mut [], &mut lanes, None, &gradient, &[], &at)
                .expect("a finite gradient");
        }
    });
    // All data, a model that returns at once.
    bench(criterion, "rsgld", R::NAME, |len| chain_work::<R>(&rsgld(1, BatchSettings::All), len));

    elementary::<R>(criterion, "exp_in_place", (-10.0, 10.0), sgmcmc::exp_in_place);
    elementary::<R>(criterion, "ln_in_place", (1e-3, 100.0), sgmcmc::ln_in_place);
    elementary::<R>(criterion, "sin_in_place", (-100.0, 100.0), sgmcmc::sin_in_place);
    elementary::<R>(criterion, "cos_in_place", (-100.0, 100.0), sgmcmc::cos_in_place);
}

/// The time includes a copy of the arguments: applied to its own results, a function would soon see none but odd ones.
fn elementary<R: Precision>(criterion: &mut Criterion, name: &str, (low, high): (f64, f64), f: fn(&mut [R])) {
    bench(criterion, name, R::NAME, |len| {
        let (arguments, mut x) = (Aligned::<R>::spread(len, low, high), Aligned::spread(len, low, high));
        move || {
            x.copy_from_slice(&arguments);
            f(black_box(&mut *x));
        }
    });
}

/// Batches of a tenth of the data; a refresh replaces a tenth of the batch.
fn samplers(criterion: &mut Criterion) {
    fn data_len(batch_len: usize) -> NonZeroU32 {
        u32::try_from(10 * batch_len).ok().and_then(NonZeroU32::new).expect("a short batch")
    }
    bench(criterion, "minibatch", "with_replacement", |len| {
        let (mut rng, mut batch) = (generators().choice, vec![0; len]);
        move || minibatch::with_replacement(&mut rng, data_len(len), black_box(&mut batch))
    });
    bench(criterion, "minibatch", "without_replacement", |len| {
        let (mut rng, mut batch) = (generators().choice, vec![0; len]);
        move || minibatch::without_replacement(&mut rng, data_len(len), black_box(&mut batch))
    });
    bench(criterion, "minibatch", "epochs", |len| {
        let (mut rng, mut batch) = (generators().choice, vec![0; len]);
        let mut epochs = minibatch::Epochs::new(data_len(len));
        move || {
            black_box(epochs.next(&mut rng, black_box(&mut batch)));
        }
    });
    bench(criterion, "minibatch", "refresh", |len| {
        let (mut rng, mut current, mut refreshed) = (generators().choice, vec![0; len], vec![0; len]);
        let mut scratch = vec![0; 2 * (len / 10)];
        minibatch::without_replacement(&mut rng, data_len(len), &mut current);
        move || {
            minibatch::refresh(&mut rng, data_len(len), &current, black_box(&mut refreshed), &mut scratch);
        }
    });
}
