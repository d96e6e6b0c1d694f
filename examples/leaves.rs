//! Counts all positions of a suite to a depth, for profilers that count instructions.
//!
//! `cargo run --release --example leaves -- tests/data/perft/atomic.epd 4`

use std::process::ExitCode;

use atomic_rs::{Atomic, CastlingMode, CountingKernel, Position, perft};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, path, depth] = &arguments[..] else {
        eprintln!("usage: leaves SUITE DEPTH");
        return ExitCode::from(2);
    };
    match count(path, depth) {
        Ok(leaves) => {
            println!(
                "{leaves} leaves with the kernel {}",
                CountingKernel::chosen().name()
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn count(path: &str, depth: &str) -> Result<u64, Box<dyn std::error::Error>> {
    let depth = depth.parse()?;
    let mut leaves = 0;
    for line in std::fs::read_to_string(path)?
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let fen = line.split(';').next().unwrap_or_default();
        if !fen.trim().is_empty() {
            leaves += perft(
                &Position::from_fen(fen, CastlingMode::Standard, Atomic)?,
                depth,
            );
        }
    }
    Ok(leaves)
}
