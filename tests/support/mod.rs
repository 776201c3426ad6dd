//! What several test files share: models, chain memory, standard errors.
#![allow(dead_code, unused_imports, reason = "every test file takes what it needs")]

/// Two tests, `name::f32` and `name::f64`, of a function of either precision.
macro_rules! both {
    ($(#[$of:meta])* $name:ident) => {
        mod $name {
            #[test]
            $(#[$of])*
            fn f32() {
                super::$name::<f32>();
            }

            #[test]
            $(#[$of])*
            fn f64() {
                super::$name::<f64>();
            }
        }
    };
}

mod begin;
mod bounds;
mod chain_error;
mod chains;
mod copies;
mod faulty;
mod gaussian_data;
mod linear_chain;
mod linear_rules;
mod logits;
mod matrix;
mod models;
pub(crate) mod normal_inverse_gamma;
mod sealed;
mod tally;

pub(crate) use begin::{begin, warm_up};
pub(crate) use bounds::{check, normal_cdf, poisson_tail};
pub(crate) use chain_error::{Estimate, ar1_square_error, chain_mean};
pub(crate) use chains::{Sgld, at, may_follow_prior, memory, metropolis, pattern, ruled, scheduled, sgld};
pub(crate) use copies::{Copies, factor_of_copies};
pub(crate) use faulty::{Callback, Fault, Faulty, Trouble};
pub(crate) use gaussian_data::GaussianData;
pub(crate) use linear_chain::LinearChain;
pub(crate) use linear_rules::Gaussian;
pub(crate) use logits::{LOGITS_DIM, Logits};
pub(crate) use matrix::Matrix;
pub(crate) use models::{Answer, Call, Each, Level, Logistic, Normal, Plain, Recorder, Slope, exact};
pub(crate) use sealed::{WORD, sealed};
pub(crate) use tally::Tally;
