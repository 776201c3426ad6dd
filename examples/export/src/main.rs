//! Draws of four chains as files for other programs: NumPy's `.npz`, a netCDF that ArviZ reads, and the settings as text.
//!
//! `cargo run --release -- FOLDER` writes `draws.npz`, `draws.nc` and `settings.txt` there, and prints what `check.py`
//! compares with ArviZ's own numbers.

#[path = "../../support/logistic.rs"]
#[allow(dead_code, reason = "other examples use more of it")]
mod logistic;

use logistic::{DIM, Logistic};
use ndarray::{Array2, Array3, ArrayView2, ArrayView3};
use ndarray_npy::NpzWriter;
use sgmcmc::mh::{MetropolisHastings, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::rng::Generators;
use sgmcmc::{BatchSettings, Chain, ChainSettings, Draw, MemoryUnit, Sampler, StoredDraws, fingerprint};
use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

const DATA_LEN: u32 = 500;
const SEED: u64 = 3;

const CHAINS: usize = 4;
const BURN_IN: u64 = 500;
/// Draws of a chain.
const DRAWS: usize = 2000;

/// What is kept of all chains, an entry for each chain and draw.
struct Run {
    theta: Array3<f64>,
    log_likelihood: Array2<f64>,
    accepted: Array2<i8>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("usage: sgmcmc-export FOLDER")?);
    fs::create_dir_all(&folder)?;
    let mut model = Logistic::draw_data(DATA_LEN, &mut Generators::new(SEED, 0).ok_or("no such chain")?);
    let mut run = Run {
        theta: Array3::zeros((CHAINS, DRAWS, DIM)),
        log_likelihood: Array2::zeros((CHAINS, DRAWS)),
        accepted: Array2::zeros((CHAINS, DRAWS)),
    };
    for index in 0..CHAINS {
        run_chain(index, &mut model, &mut run)?;
    }
    // The settings of all but for chain_index.
    let mut text = String::from("# Hamiltonian Monte Carlo on a logistic regression\n");
    settings(0).write(&mut text)?;
    fs::write(folder.join("settings.txt"), text)?;
    write_npz(&folder.join("draws.npz"), &run)?;
    write_netcdf(&folder.join("draws.nc"), &run)?;

    let draws = run.theta.as_slice().ok_or("draws side by side")?;
    let stored = StoredDraws { draws, chain_count: CHAINS, dim: DIM };
    let mut room = vec![MemoryUnit::default(); stored.memory_len()?];
    for i in 0..DIM {
        let of = stored.summary(i, &mut room)?;
        println!("{:e} {:e} {:e}", of.r_hat, of.bulk_sample_size, of.tail_sample_size);
    }
    println!("fingerprint {:016x}", fingerprint(draws));
    Ok(())
}

/// HMC on all data, whose step size the burn-in finds.
fn settings(chain_index: u32) -> ChainSettings<'static> {
    let hmc = Proposal::hmc(0.0, 6);
    let sampler = Sampler::MetropolisHastings(MetropolisHastings::tuned(hmc, f64::from(DATA_LEN)));
    ChainSettings {
        chain_index,
        prior: Prior::gaussian(0.0, 1.0),
        burn_in: BURN_IN,
        ..ChainSettings::new(DATA_LEN, BatchSettings::All, sampler)
    }
}

fn run_chain(index: usize, model: &mut Logistic, run: &mut Run) -> Result<(), Box<dyn Error>> {
    let settings = settings(index as u32);
    let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(DIM)?];
    let mut chain = Chain::new(&settings, &[0.0; DIM], &mut memory)?;
    let mut row = 0;
    let mut observer = |draw: &Draw<'_, f64>| {
        let at = [index, row];
        run.theta
            .slice_mut(ndarray::s![index, row, ..])
            .iter_mut()
            .zip(draw.theta)
            .for_each(|(to, x)| *to = *x);
        run.log_likelihood[at] = f64::from(DATA_LEN) * draw.log_likelihood;
        run.accepted[at] = draw.accepted.into();
        row += 1;
        Ok(())
    };
    chain.run(BURN_IN + DRAWS as u64, model, Some(&mut observer))?;
    Ok(())
}

fn write_npz(path: &Path, run: &Run) -> Result<(), Box<dyn Error>> {
    let mut npz = NpzWriter::new(File::create(path)?);
    npz.add_array("theta", &run.theta)?;
    npz.add_array("log_likelihood", &run.log_likelihood)?;
    npz.add_array("accepted", &run.accepted)?;
    npz.finish()?;
    Ok(())
}

/// Groups and dimensions as ArviZ names them: `posterior` with `theta`, and `sample_stats`.
fn write_netcdf(path: &Path, run: &Run) -> Result<(), Box<dyn Error>> {
    let mut file = netcdf::create(path)?;
    let [chains, draws]: [Vec<i64>; 2] = [CHAINS, DRAWS].map(|len| (0..len as i64).collect());
    let theta: ArrayView3<'_, f64> = run.theta.view();
    let log_likelihood: ArrayView2<'_, f64> = run.log_likelihood.view();
    for name in ["posterior", "sample_stats"] {
        let mut group = file.add_group(name)?;
        group.add_attribute("inference_library", "sgmcmc")?;
        group.add_dimension("chain", CHAINS)?;
        group.add_dimension("draw", DRAWS)?;
        group.add_variable::<i64>("chain", &["chain"])?.put_values(&chains, ..)?;
        group.add_variable::<i64>("draw", &["draw"])?.put_values(&draws, ..)?;
        if name == "posterior" {
            group.add_dimension("theta_dim_0", DIM)?;
            group.add_variable::<f64>("theta", &["chain", "draw", "theta_dim_0"])?.put(theta, ..)?;
        } else {
            group.add_variable::<f64>("log_likelihood", &["chain", "draw"])?.put(log_likelihood, ..)?;
            group.add_variable::<i8>("accepted", &["chain", "draw"])?.put(run.accepted.view(), ..)?;
        }
    }
    Ok(())
}
