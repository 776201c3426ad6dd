//! The radius and the angle of the Box-Muller transform for one number: -2 ln u, and sine and cosine of quarter turns.
//!
//! `tests/elementary.rs` measures their errors, and everything that compares normals with the library's shows that the
//! lanes' polynomials are these.

/// c0 + z (c1 + z (c2 + ...)).
macro_rules! horner {
    ($z:expr; $last:expr) => { $last };
    ($z:expr; $first:expr, $($rest:expr),+) => { $first + $z * horner!($z; $($rest),+) };
}

pub(super) mod single {
    /// -2 ln(u / 2^31) = -2 ln 2 e + s T(s²) for u / 2^31 = 2^e m, m in [√½, √2), s = (1 - m) / (1 + m).
    pub(crate) fn minus_two_ln(u: f32) -> f32 {
        const ROOT_HALF: u32 = 0x4eb5_04f3;
        let unit = 2_147_483_648.0f32;
        let e = u.to_bits().wrapping_sub(ROOT_HALF) & 0xff80_0000;
        let m = f32::from_bits(u.to_bits().wrapping_sub(e));
        let s = (unit - m) / (unit + m);
        let t = horner!(s * s; 4.0, 1.3333355, 0.7995517, 0.5974139);
        e as i32 as f32 * (-2.0 * core::f32::consts::LN_2 / 8388608.0) + s * t
    }

    pub(crate) fn sin_cos_quarter(x: f32) -> (f32, f32) {
        let z = x * x;
        let sine = x * horner!(z; core::f32::consts::FRAC_PI_2, -0.64596665, 0.079712525, -0.004685972);
        (sine, horner!(z; 1.0, -1.2336977, 0.2536024, -0.02041453))
    }
}

pub(super) mod double {
    /// -2 ln u = -2 ln 2 e + s T(s²) for u = 2^e m, m in [√½, √2), s = (1 - m) / (1 + m); T by even and odd powers.
    pub(crate) fn minus_two_ln(u: f64) -> f64 {
        const ROOT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
        let above = u.to_bits() + (0x3ff0_0000_0000_0000 - ROOT_HALF);
        let e = (above >> 52) as f64 - 1023.0;
        let m = f64::from_bits((above & 0x000f_ffff_ffff_ffff) + ROOT_HALF);
        let s = (1.0 - m) / (1.0 + m);
        let z = s * s;
        let w = z * z;
        let even = horner!(w; 4.000000000000001, 0.800000001487974, 0.4444715741566524, 0.3378901153886629);
        let odd = horner!(w; 1.3333333333304873, 0.5714282799983298, 0.3623448191846554);
        e * (-2.0 * core::f64::consts::LN_2) + s * (even + z * odd)
    }

    pub(crate) fn sin_cos_quarter(x: f64) -> (f64, f64) {
        let z = x * x;
        let sine = x * horner!(z; core::f64::consts::FRAC_PI_2, -0.645964097506228, 0.07969262624527503,
            -0.004681754119169332, 0.00016044104873074553, -3.5982794739961737e-6, 5.5852861737359415e-8);
        let cosine = horner!(z; 1.0, -1.2337005501361553, 0.2536695078999563, -0.0208634807358062,
            0.0009192599536158742, -2.5200140973015785e-5, 4.655306957057035e-7);
        (sine, cosine)
    }
}
