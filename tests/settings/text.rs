//! Settings as text: every setting is read back as it was written, numbers to the bit, and a text that is wrong is
//! refused by its line.

use super::*;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sgmcmc::drift::{Adam, Drift};
use sgmcmc::precond::{Preconditioner, RmsProp};
use sgmcmc::prior::GaussianVector;
use sgmcmc::rule::{Langevin, NoiseCompensation, Rule, Sghmc, Sgnht};
use sgmcmc::schedule::Shape;
use sgmcmc::{Block, Clipping, RuleSettings, TextError};

fn text(settings: &ChainSettings<'_>) -> String {
    let mut text = String::new();
    settings.write(&mut text).expect("a string takes all");
    text
}

/// All that tests of settings know, in their ranges and out of them.
fn all_settings() -> Vec<ChainSettings<'static>> {
    let refused = refused().into_iter().map(|(_, settings)| settings);
    refused.chain(parts::taken()).collect()
}

/// `good()` with another sampler, which has no vectors.
fn other() -> ChainSettings<'static> {
    ChainSettings { sampler: metropolis(RSGLD, 2.0, |_| {}), ..good() }
}

const RSGLD: Proposal = Proposal::rsgld(0.1, NoiseScale::Custom(0.25), 1.5, Density::Unnormalized);

#[test]
fn all_settings_are_read_back_as_they_were() {
    for settings in all_settings() {
        let lines = text(&settings);
        // The vectors and blocks are its own, and other things are others.
        let mut base = settings;
        (base.seed, base.chain_index, base.data_len, base.burn_in) = (77, 78, 79, 80);
        (base.chunk_len, base.thinning, base.moments) = (81, 82, Moments::Both);
        base.batch = match base.batch {
            BatchSettings::All => BatchSettings::Caller,
            _ => BatchSettings::All,
        };
        base.clipping = match base.clipping {
            Clipping::None => Clipping::Element(3.0),
            _ => Clipping::None,
        };
        let read = ChainSettings::read(&lines, &base).expect("what was written");
        assert_eq!(format!("{read:?}"), format!("{settings:?}"));
        assert_eq!(text(&read), lines);
    }
}

#[test]
fn what_has_no_vectors_is_read_into_any_settings() {
    let mut count = 0;
    for settings in all_settings() {
        let lines = text(&settings);
        let has_vectors = lines.contains(" of fingerprint ");
        let read = ChainSettings::read(&lines, &other());
        match read {
            Ok(read) => {
                assert!(!has_vectors, "{lines}");
                assert_eq!(format!("{read:?}"), format!("{settings:?}"));
                count += 1;
            }
            Err(TextError { error, line }) => {
                let line = lines.lines().nth(line - 1).expect("a line of the text");
                assert!(
                    error == Error::SettingsValue && line.contains(" of fingerprint "),
                    "{error:?}: {line}"
                );
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn bytes_take_what_fits() {
    let (settings, mut room) = (good(), [b'?'; 40]);
    let lines = text(&settings);
    assert_eq!(settings.write_bytes(&mut []), lines.len());
    assert_eq!(settings.write_bytes(&mut room), lines.len());
    assert_eq!(room, lines.as_bytes()[..40]);
    assert!(lines.is_ascii());
}

/// The number of a line, by way of a schedule's.
fn number(digits: &str) -> Option<f64> {
    let line = format!("sampler.step_size.shape.value = {digits}");
    let read = ChainSettings::read(line, &good()).ok()?;
    let Sampler::Rule(rule) = read.sampler else { panic!("a rule") };
    rule.step_size.at(0)
}

/// How a number is written.
fn digits(number: f64) -> String {
    let clipping = Clipping::Norm(number);
    let lines = text(&ChainSettings { clipping, ..good() });
    let line = lines.lines().find_map(|line| line.strip_prefix("clipping.limit = "));
    line.expect("a limit").into()
}

/// Its significant digits.
fn significant(text: &str) -> String {
    let mantissa = text.split(['e', 'E']).next().expect("a mantissa");
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').into()
}

#[test]
fn numbers_are_read_as_the_nearest_and_written_by_the_fewest_digits() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let edges = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.1,
        1.0 / 3.0,
        0.1 + 0.2,
        1e-5,
        1e-6,
        123_456.75,
        1e16,
        1e17,
        9.5e22,
        1e22,
        1e23,
        9_007_199_254_740_993.0,
        f64::MIN_POSITIVE,
        f64::from_bits(1),
        f64::from_bits((1 << 52) - 1),
        f64::MAX,
        f64::EPSILON,
        f64::INFINITY,
        f64::NEG_INFINITY,
        // Half-way between decimals, and where shortest digits are known to go wrong.
        5e-324,
        9.109_383_7e-31,
        8.41e21,
        4.35,
        0.000_12,
        299_792_458.0,
    ];
    let powers = (0..2046_u64).map(|exponent| f64::from_bits(exponent << 52)).skip(1).step_by(7);
    let any: Vec<f64> =
        (0..1500).map(|_| f64::from_bits(random.next_u64())).filter(|x| x.is_finite()).collect();
    let short = (0..1500).map(|_| {
        let (digits, power) = (random.next_u64() % 10_000, random.next_u64() % 40);
        format!("{digits}e-{power}").parse().expect("a number")
    });
    let short: Vec<f64> = short.collect();
    for x in edges.into_iter().chain(powers).chain(any).chain(short) {
        let written = digits(x);
        assert_eq!(number(&written).map(f64::to_bits), Some(x.to_bits()), "{written}");
        if x.is_finite() {
            assert_eq!(written.parse::<f64>().map(f64::to_bits), Ok(x.to_bits()), "{written}");
            // The library of Rust has the same digits by another way.
            assert_eq!(significant(&written), significant(&format!("{x:e}")), "{x:e}");
        }
    }
    assert_eq!([1e-3, 0.05, 12.0, 1e300, -2.5e-8].map(digits), ["0.001", "0.05", "12", "1e300", "-2.5e-8"]);
    assert!(number("nan").is_some_and(f64::is_nan));
}

#[test]
fn decimals_of_any_form_are_read_to_the_bit() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    for _ in 0..3000 {
        let len = 1 + random.next_u64() as usize % 36;
        let mut digits: String =
            (0..len).map(|_| char::from(b'0' + (random.next_u64() % 10) as u8)).collect();
        if random.next_u64() & 1 == 1 {
            digits.insert(random.next_u64() as usize % (len + 1), '.');
        }
        let power = random.next_u64() as i64 % 330;
        let decimal = format!("{digits}e{power}");
        let expected = decimal.parse::<f64>().expect("a number");
        let is_zero = significant(&decimal).is_empty();
        let usable = (expected != 0.0 || is_zero) && expected.is_finite();
        assert_eq!(number(&decimal).map(f64::to_bits), usable.then_some(expected.to_bits()), "{decimal}");
    }
    // Half-way between two numbers, and a digit above.
    assert_eq!(number("9007199254740993"), Some(9_007_199_254_740_992.0));
    assert_eq!(number("9007199254740993.00000000000000000001"), Some(9_007_199_254_740_994.0));
    assert_eq!(number("9007199254740995"), Some(9_007_199_254_740_996.0));
    assert_eq!(
        [".5", "5.", "+5", "5e+0", "5E0"].map(number),
        [Some(0.5), Some(5.0), None, Some(5.0), Some(5.0)]
    );
    for wrong in
        ["", ".", "-", "e5", "5e", "5e-", "1.2.3", "0x1", "1_0", "1 0", "1e999", "1e-999", "--1", "none", "½"]
    {
        assert_eq!(number(wrong), None, "{wrong}");
    }
    assert_eq!(number(&"1".repeat(39)), None);
    assert_eq!(number(&"9".repeat(38)), Some(1e38));
    assert_eq!(number(&format!("{}e-361", "9".repeat(38))), Some(1e-323));
    assert_eq!(number(&format!("0.{}", "0".repeat(399))), Some(0.0));
}

#[test]
fn a_kind_that_a_line_chooses_begins_with_its_defaults() {
    let read = |lines: &str| ChainSettings::read(lines, &good()).expect("lines in order");
    let rule_of = |lines: &str| match read(lines).sampler {
        Sampler::Rule(rule) => rule,
        Sampler::MetropolisHastings(_) => panic!("a rule"),
        other => panic!("{other:?}"),
    };
    assert_eq!(rule_of("sampler.rule = Sghmc").rule, Rule::Sghmc(Sghmc::default()));
    let sgnht = Sgnht { friction: 0.25, ..Sgnht::default() };
    assert_eq!(rule_of("sampler.rule = Sgnht\nsampler.rule.friction=0.25").rule, Rule::Sgnht(sgnht));
    let lines = "sampler.rule.drift = Adam\nsampler.rule.preconditioner = RmsProp";
    let (drift, preconditioner) = (Drift::Adam(Adam::default()), Preconditioner::RmsProp(RmsProp::default()));
    assert_eq!(rule_of(lines).rule, Rule::Langevin(Langevin { drift, preconditioner }));
    // What has no default is refused until it is given.
    let new = "sampler = MetropolisHastings\nsampler.proposal = Hmc\n";
    let memory_of = |lines: String| read(&lines).memory_len::<f64>(DIM);
    let given = ["sampler.likelihood_scale = 2", "sampler.proposal.step_size = 0.1"];
    assert!(memory_of(format!("{new}{}", given.join("\n"))).is_ok());
    for (without, error) in [(0, Error::LikelihoodScale), (1, Error::StepSize)] {
        assert_eq!(memory_of(format!("{new}{}", given[1 - without])), Err(error));
    }
    // The base is constant, and what the host says is nothing to give.
    for shape in Shape::NAMES.iter().filter(|shape| !["Constant", "Callback"].contains(shape)) {
        assert_eq!(memory_of(format!("sampler.step_size.shape = {shape}")), Err(Error::StepSize));
        let temperature = memory_of(format!("sampler.temperature.shape = {shape}"));
        assert!(temperature.is_err(), "{shape}");
    }
    // What the documentation of a setting, or of its field in C, calls its default.
    assert_eq!(read("prior = Gaussian").prior, Prior::gaussian(0.0, 1.0));
    let proposal_of = |lines: &str| match read(&format!("sampler = MetropolisHastings\n{lines}")).sampler {
        Sampler::MetropolisHastings(settings) => format!("{:?}", settings.proposal),
        other => panic!("{other:?}"),
    };
    let rsgld = "Rsgld { step_size: NaN, noise: Langevin, beta: 1.0, density: Normalized }";
    assert_eq!(proposal_of(""), rsgld);
    assert_eq!(proposal_of("sampler.proposal = Hmc\nsampler.proposal = Rsgld"), rsgld);
    assert_eq!(
        proposal_of("sampler.proposal = Hmc"),
        "Hmc { step_size: NaN, leapfrog_count: 10, step_jitter: 0.3 }"
    );
    // The same kind keeps what it has.
    let kept = rule_of("sampler.step_size.shape = Constant").step_size;
    assert_eq!(kept, rule_of("").step_size);
}

#[test]
fn a_wrong_line_is_named() {
    let base = ChainSettings { sampler: metropolis(RSGLD, 2.0, |_| {}), ..good() };
    let (line, key, value) = (Error::SettingsLine, Error::SettingsKey, Error::SettingsValue);
    let cases = [
        (1, line, "seed"),
        (1, line, "= 3"),
        (2, line, "seed = 1\nburn_in: 3"),
        (1, key, "Seed = 1"),
        (1, key, "seeds = 1"),
        (1, key, "seed.x = 1"),
        (1, key, "seed. = 1"),
        (1, key, "sampler. = Rule"),
        (1, key, ".seed = 1"),
        // Of another kind.
        (1, key, "sampler.rule = Sghmc"),
        (3, key, "# comment\n\nsampler.proposal.leapfrog_count = 3"),
        (2, key, "sampler = Rule\nsampler.rule.friction = 0.5"),
        (1, key, "sampler.proposal.beta.x = 1"),
        (1, value, "seed = "),
        (1, value, "seed = -1"),
        (1, value, "seed = 18446744073709551616"),
        (1, value, "seed = 1.5"),
        (1, value, "data_len = 4294967296"),
        (1, value, "batch = withoutreplacement"),
        (1, value, "sampler = Rule # a rule"),
        (1, value, "sampler.proposal_gradient = Prior"),
        (1, value, "sampler.target_acceptance = None"),
        (1, value, "blocks = 1 of fingerprint 3"),
        (2, value, "prior = GaussianVector\nprior.mean = 3 of fingerprint 4"),
        (1, value, "seed = 1 = 2"),
        (1, line, "\0\u{fffd}"),
    ];
    for (number, error, lines) in cases {
        assert_eq!(ChainSettings::read(lines, &base), Err(TextError { error, line: number }), "{lines}");
    }
    assert_eq!(TextError { error: key, line: 3 }.to_string(), format!("line 3: {}", key.message()));
    let fine = [
        "",
        "\n\n",
        "# seed",
        "seed=1",
        "  seed\t =  1 \r\n",
        "seed = 1\nseed = 1",
        "seed = 0001",
        "prior = Flat",
    ];
    for lines in fine {
        assert!(ChainSettings::read(lines, &base).is_ok(), "{lines}");
    }
    assert_eq!(ChainSettings::read(" seed = 1\r\nseed\t= 2 ", &base).map(|read| read.seed), Ok(2));
    // Bytes that are no UTF-8.
    let bytes: &[u8] = &[b's', 0xff, b'=', 0xfe];
    assert_eq!(ChainSettings::read(bytes, &base), Err(TextError { error: key, line: 1 }));
}

#[test]
fn vectors_and_blocks_are_those_that_were_written() {
    let prior = |mean| Prior::GaussianVector(GaussianVector { mean, precision: &[1.0; DIM] });
    let of = |mean| ChainSettings { prior: prior(mean), ..good() };
    let lines = text(&of(&[0.5; DIM]));
    let value = |prefix: &str| lines.lines().position(|line| line.starts_with(prefix)).expect("a line") + 1;
    assert!(ChainSettings::read(&lines, &of(&[0.5; DIM])).is_ok());
    let error = Err(TextError { error: Error::SettingsValue, line: value("prior.mean = ") });
    assert_eq!(ChainSettings::read(&lines, &of(&[0.5, 0.5, -0.5])), error);
    assert_eq!(ChainSettings::read(&lines, &good()), error);
    let [one, two] = [1.0, 2.0].map(|factor| [Block { step_size_factor: factor, ..Block::new(0, 2) }]);
    let [one, two] = [&one, &two].map(|blocks| ChainSettings { blocks: blocks.into(), ..good() });
    assert_eq!(ChainSettings::read(text(&one), &one), Ok(one));
    assert_eq!(ChainSettings::read(text(&one), &two).map_err(|error| error.error), Err(Error::SettingsValue));
    // None in place of a vector of the base's.
    let rule = RuleSettings {
        compensation: NoiseCompensation::Diagonal(Some(&[1.0; DIM])),
        ..RuleSettings::new(Rule::SGLD, Schedule::constant(0.1))
    };
    let given = ChainSettings { sampler: Sampler::Rule(rule), ..good() };
    let read = ChainSettings::read("sampler.compensation.covariance = none", &given).expect("a value");
    let Sampler::Rule(rule) = read.sampler else { panic!("a rule") };
    assert_eq!(rule.compensation, NoiseCompensation::Diagonal(None));
}

/// Reads texts of lines that are right, or changed at random; what is accepted is what is written, and read again.
fn made_up(count: usize, seed: u64) {
    let all: Vec<String> = all_settings().iter().map(|settings| text(settings)).collect();
    let lines: Vec<&str> = all.iter().flat_map(|text| text.lines()).collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut settings = other();
    let (mut accepted, mut refused) = (0, 0);
    let mut text = Vec::new();
    let [mut first, mut second] = [[0; 4096]; 2];
    for i in 0..count {
        text.clear();
        for _ in 0..1 + random.next_u64() % 3 {
            text.extend_from_slice(lines[random.next_u64() as usize % lines.len()].as_bytes());
            text.push(b'\n');
        }
        for _ in 0..random.next_u64() % 3 {
            let at = random.next_u64() as usize % text.len();
            match random.next_u64() % 6 {
                0 => text[at] = random.next_u64() as u8,
                1 => text[at] = b"0123456789.-e= \n#"[random.next_u64() as usize % 17],
                2 => text.truncate(at + 1),
                3 => text.insert(at, b"0123456789.-e= \n#"[random.next_u64() as usize % 17]),
                4 => drop(text.remove(at)),
                _ => text.extend_from_within(at..),
            }
            if text.is_empty() {
                text.push(b'\n');
            }
        }
        match ChainSettings::read(&text, &settings) {
            Err(TextError { line, .. }) => {
                assert!((1..=1 + text.iter().filter(|byte| **byte == b'\n').count()).contains(&line));
                refused += 1;
            }
            Ok(read) => {
                let len = read.write_bytes(&mut first);
                let again = ChainSettings::read(&first[..len], &read).expect("what was written");
                assert_eq!(again.write_bytes(&mut second), len);
                assert!(first[..len] == second[..len], "{}", text.escape_ascii());
                settings = read;
                accepted += 1;
            }
        }
        if i % 50 == 0 {
            settings = other();
        }
    }
    assert!(accepted > count / 20 && refused > count / 10, "{accepted} accepted, {refused} refused");
}

#[test]
fn made_up_texts_are_refused_or_what_is_written() {
    made_up(20_000, 1);
}

mod nightly {
    use super::*;

    #[test]
    #[ignore = "takes minutes: -- --ignored nightly"]
    fn fifty_million_made_up_texts() {
        made_up(50_000_000, 2);
    }
}
