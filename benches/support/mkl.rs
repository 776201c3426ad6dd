//! Intel's MKL, where `SGMCMC_MKL` names its `libmkl_rt`: standard normals by its fastest method.
//!
//! To have one: `python3 -m venv mkl && mkl/bin/pip install mkl`, then `SGMCMC_MKL=mkl/lib/libmkl_rt.so.3`, or the number that
//! the library has there.

use super::vectors::Precision;
use libloading::Library;
use std::ffi::{c_int, c_uint, c_void};

type NewStream = unsafe extern "C" fn(*mut *mut c_void, c_int, c_uint) -> c_int;
type Gaussian<R> = unsafe extern "C" fn(c_int, *mut c_void, c_int, *mut R, R, R) -> c_int;
type SetNumThreads = unsafe extern "C" fn(c_int);

/// The fast ones of its generators, as `mkl_vsl_defines.h` numbers them.
const GENERATORS: [(&str, c_int); 5] = [
    ("MCG31", 1 << 20),
    ("MCG59", 4 << 20),
    ("MT2203", 9 << 20),
    ("SFMT19937", 13 << 20),
    ("ARS5", 15 << 20),
];

/// The inverse of the distribution function, its fastest method for normals.
const ICDF: c_int = 2;

/// Fills a slice with standard normals.
pub type Fill<R> = Box<dyn FnMut(&mut [R])>;

/// The generators by name; none without the library.
pub fn normals<R: Precision>() -> Vec<(&'static str, Fill<R>)> {
    let Some(path) = std::env::var_os("SGMCMC_MKL") else { return Vec::new() };
    // SAFETY: the types are those of MKL's C headers, which have not changed since they were published, and the library
    // stays loaded.
    let (new_stream, gaussian) = unsafe {
        let library = Box::leak(Box::new(Library::new(path).expect("SGMCMC_MKL names a library")));
        library.get::<SetNumThreads>(b"MKL_Set_Num_Threads").expect("MKL's symbol")(1);
        (
            *library.get::<NewStream>(b"vslNewStream").expect("MKL's symbol"),
            *library.get::<Gaussian<R>>(R::MKL_NORMALS).expect("MKL's symbol"),
        )
    };
    let fill = |(name, generator)| {
        let mut stream = std::ptr::null_mut();
        // SAFETY: a stream is written to where the pointer points.
        assert_eq!(unsafe { new_stream(&mut stream, generator, 1) }, 0, "a stream");
        let (mean, deviation) = (R::default(), R::from_f64(1.0));
        let fill: Fill<R> = Box::new(move |out| {
            let len = c_int::try_from(out.len()).expect("a short vector");
            // SAFETY: `out` has room for the normals that are asked for; the stream is this function's own.
            let status = unsafe { gaussian(ICDF, stream, len, out.as_mut_ptr(), mean, deviation) };
            assert_eq!(status, 0, "normals");
        });
        (name, fill)
    };
    GENERATORS.map(fill).into()
}
