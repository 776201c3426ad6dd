//! The layout of every struct of the ABI, pinned for 64-bit machines: `SGMCMC_BLESS_LAYOUT=1` writes it anew.

use crate::block::sgmcmc_block;
use crate::checkpoint::sgmcmc_checkpoint;
use crate::estimates::sgmcmc_estimate_settings;
use crate::f32::model::{sgmcmc_draw_f32, sgmcmc_model_f32};
use crate::f64::model::{sgmcmc_draw_f64, sgmcmc_model_f64};
use crate::fields::Fields;
use crate::health::{sgmcmc_health_report, sgmcmc_health_settings};
use crate::pilot::{sgmcmc_pilot_report, sgmcmc_pilot_settings};
use crate::rule::sgmcmc_rule;
use crate::schedule::sgmcmc_schedule;
use crate::settings::sgmcmc_chain_settings;
use crate::statistics::{sgmcmc_chain_statistics, sgmcmc_rule_applied, sgmcmc_step};
use crate::stored::sgmcmc_convergence;
use std::fmt::Write;

/// Lines as `tests/c/layout.c` prints them.
macro_rules! layout {
    ($($name:ident)*) => {{
        let mut text = String::new();
        $(
            writeln!(text, "{} {}", stringify!($name), size_of::<$name>()).unwrap();
            for field in <$name as Fields>::FIELDS {
                writeln!(text, "{}.{} {}", stringify!($name), field.name, field.offset).unwrap();
            }
        )*
        text
    }};
}

fn layout() -> String {
    layout! {
        sgmcmc_chain_settings sgmcmc_rule sgmcmc_schedule sgmcmc_block sgmcmc_model_f32 sgmcmc_draw_f32
        sgmcmc_chain_statistics sgmcmc_step sgmcmc_rule_applied sgmcmc_estimate_settings
        sgmcmc_convergence sgmcmc_checkpoint sgmcmc_pilot_settings sgmcmc_pilot_report
        sgmcmc_health_settings sgmcmc_health_report sgmcmc_model_f64 sgmcmc_draw_f64
    }
}

/// Padding has bytes that nothing defines.
#[test]
#[cfg(target_pointer_width = "64")]
fn structs_have_no_padding() {
    fn check<T: Fields>() {
        assert_eq!(T::FIELDS.iter().map(|field| field.size).sum::<usize>(), size_of::<T>());
    }
    check::<sgmcmc_chain_settings>();
    check::<sgmcmc_rule>();
    check::<sgmcmc_schedule>();
    check::<sgmcmc_block>();
    check::<sgmcmc_model_f32>();
    check::<sgmcmc_draw_f32>();
    check::<sgmcmc_chain_statistics>();
    check::<sgmcmc_step>();
    check::<sgmcmc_rule_applied>();
    check::<sgmcmc_estimate_settings>();
    check::<sgmcmc_convergence>();
    check::<sgmcmc_checkpoint>();
    check::<sgmcmc_pilot_settings>();
    check::<sgmcmc_pilot_report>();
    check::<sgmcmc_health_settings>();
    check::<sgmcmc_health_report>();
}

#[test]
#[cfg(target_pointer_width = "64")]
fn structs_are_laid_out_as_pinned() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/layout.txt");
    if std::env::var_os("SGMCMC_BLESS_LAYOUT").is_some() {
        std::fs::write(path, layout()).unwrap();
    }
    assert_eq!(layout(), std::fs::read_to_string(path).unwrap());
}
