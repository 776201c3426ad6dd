//! The kernels beside the memory floor of their length, SGLD, normals and a scalar loop; small chains; and the goals of all.
//!
//! ```text
//! cargo bench --bench roofline                            at most six minutes
//! cargo bench --bench roofline -- --quick                 under a minute, and no vectors of 2^25 parameters
//! cargo bench --bench roofline -- --only lattice          the rows whose names contain this
//! cargo bench --bench roofline -- --length 14             the rules on vectors of 2^14 parameters
//! RUSTFLAGS="-C target-cpu=x86-64-v4" SGMCMC_MKL=mkl/lib/libmkl_rt.so.3 cargo bench --bench roofline
//! ```

mod chains;
mod goals;
mod kernels;
mod line;
mod options;
mod report;
mod watched;
mod works;

use clap::Parser;
use options::Options;
use report::{Level, cpu_model, print_goals};

fn main() {
    let options = &Options::parse();
    println!("SIMD level compiled in: {}; the tables are for this level only.", Level::COMPILED.name());
    println!("For another: RUSTFLAGS=\"-C target-cpu=x86-64-v3\" cargo bench --bench roofline");
    println!("Best of interleaved rounds; ratios are of times in the same rounds.");
    if let Some(model) = cpu_model() {
        println!("CPU: {model}");
    }
    if std::env::var_os("SGMCMC_MKL").is_none() {
        println!("No rows of MKL's normals: SGMCMC_MKL names no libmkl_rt; see benches/support/mkl.rs.");
    }

    kernels::print_header();
    let mut goals = Vec::new();
    for len in options.lengths() {
        goals.extend(kernels::print::<f32>(len, options));
        goals.extend(kernels::print::<f64>(len, options));
    }
    if options.length.is_none() {
        kernels::print_dense::<f32>(options);
        kernels::print_dense::<f64>(options);

        chains::print_header();
        goals.extend(chains::print_small::<f32>(options));
        goals.extend(chains::print_small::<f64>(options));
        chains::print_schedules(options);
        chains::print_priors::<f32>(options);
        chains::print_priors::<f64>(options);

        if options.wants(watched::NAME) {
            watched::print_header();
            goals.extend(watched::print::<f32>(options));
            goals.extend(watched::print::<f64>(options));
        }
    }
    print_goals(&goals);
}
