//! Intel's MKL, where `SGMCMC_MKL` names its `libmkl_rt`: the fastest of its generators of `f64` normals.

use libloading::Library;
use std::ffi::{c_int, c_uint, c_void};
use std::time::Instant;

type NewStream = unsafe extern "C" fn(*mut *mut c_void, c_int, c_uint) -> c_int;
type Gaussian = unsafe extern "C" fn(c_int, *mut c_void, c_int, *mut f64, f64, f64) -> c_int;
type SetNumThreads = unsafe extern "C" fn(c_int);

/// MCG31, MCG59, MT2203 and SFMT19937, as `mkl_vsl_defines.h` numbers them.
const GENERATORS: [c_int; 4] = [1 << 20, 4 << 20, 9 << 20, 13 << 20];
/// The inverse of the distribution function, its fastest method for normals.
const ICDF: c_int = 2;
const ROUNDS: u32 = 300;

/// Nanoseconds a normal, the best of its generators and of many rounds; `None` without the library.
pub(crate) fn f64_normals(len: usize) -> Option<f64> {
    let path = std::env::var_os("SGMCMC_MKL")?;
    let mut numbers = vec![0.0; len];
    // SAFETY: the types are those of MKL's C headers, which have not changed since they were published; `numbers` has
    // room for the `len` normals that are asked for.
    unsafe {
        let library = Library::new(path).expect("SGMCMC_MKL names a library");
        library.get::<SetNumThreads>(b"MKL_Set_Num_Threads").expect("MKL's symbol")(1);
        let new_stream = library.get::<NewStream>(b"vslNewStream").expect("MKL's symbol");
        let gaussian = library.get::<Gaussian>(b"vdRngGaussian").expect("MKL's symbol");
        let mut best = f64::INFINITY;
        for generator in GENERATORS {
            let mut stream = std::ptr::null_mut();
            assert_eq!(new_stream(&mut stream, generator, 1), 0, "a stream");
            for _ in 0..ROUNDS {
                let start = Instant::now();
                gaussian(ICDF, stream, len as c_int, numbers.as_mut_ptr(), 0.0, 1.0);
                best = best.min(start.elapsed().as_secs_f64());
            }
        }
        Some(best * 1e9 / len as f64)
    }
}
