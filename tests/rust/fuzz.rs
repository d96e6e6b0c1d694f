//! The fuzz targets of `fuzz/`, run on what coverage-guided fuzzing has found, and on the suites.

use std::fs;

use crate::random::Random;
use crate::starts::{all, data, files};

// It is a crate of its own for cargo-fuzz.
#[allow(unreachable_pub)]
#[path = "../../fuzz/src/lib.rs"]
mod targets;

type Target = fn(&[u8]);

const TARGETS: [(&str, Target); 4] = [
    ("fen", targets::fen),
    ("text", targets::text),
    ("walk", targets::walk),
    ("count", targets::count),
];

/// What FENs are made of.
const LETTERS: &[u8] = b"pnbrqkPNBRQK12345678/- wb\n";

/// Inputs as a fuzzer begins with them: each position of the suites, with random bytes behind it.
fn seeds() -> Vec<Vec<u8>> {
    let mut random = Random::new(17);
    let bytes: Vec<u8> = (0..=255).collect();
    all()
        .iter()
        .map(|start| {
            let mode = match start.mode {
                atomic_rs::CastlingMode::Chess960 => " 960",
                atomic_rs::CastlingMode::Standard => "",
            };
            let name = start.rules.name().unwrap_or_default();
            let mut input = format!("{name}{mode}\n{}\n", start.fen).into_bytes();
            input.extend((0..40).filter_map(|_| random.choose(&bytes)));
            input
        })
        .collect()
}

#[test]
fn finds_stay_mended() {
    for (name, target) in TARGETS {
        let directory = data("fuzz").join(name);
        if directory.is_dir() {
            for path in files(&format!("fuzz/{name}")) {
                target(&fs::read(path).unwrap());
            }
        }
    }
}

#[test]
fn every_target_holds_on_the_suites_and_their_neighbours() {
    let mut random = Random::new(18);
    for seed in seeds() {
        for (_, target) in TARGETS {
            target(&seed);
            // A neighbour: a byte or two changed.
            let mut neighbour = seed.clone();
            let places: Vec<usize> = (0..neighbour.len()).collect();
            for _ in 0..2 {
                neighbour[random.choose(&places).unwrap()] = random.choose(LETTERS).unwrap();
            }
            target(&neighbour);
        }
    }
}
