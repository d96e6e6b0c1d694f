//! Times perft beside the crates `atomic-movegen` and `shakmaty`, all on one thread without tables.
//!
//! Rounds are interleaved: in each, every program counts every position once. A peer may count to one ply less, so that
//! a round stays short; rates are leaves a second. Counts are compared with the known ones before anything is timed.

use std::time::Instant;

use atomic_rs::{Atomic, Bulk, CastlingMode, Counting, Position, Unwatched};

const ROUNDS: usize = 5;

/// A position with its leaves at two depths: the peers' and ours, one ply deeper.
struct Case {
    name: &'static str,
    fen: &'static str,
    depth: u32,
    leaves: [u64; 2],
}

const CASES: [Case; 4] = [
    Case {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 5,
        leaves: [4_864_979, 118_926_425],
    },
    Case {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 4,
        leaves: [3_492_097, 153_516_309],
    },
    Case {
        name: "open",
        fen: "3rr1k1/pp3ppp/2n2q2/2bp4/3P1B2/2N2Q2/PPP2PPP/3RR1K1 w - - 0 1",
        depth: 4,
        leaves: [4_467_704, 199_463_420],
    },
    Case {
        name: "italian",
        fen: "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 1",
        depth: 4,
        leaves: [2_270_834, 86_915_104],
    },
];

/// A program under test: how it counts a FEN to a depth.
struct Program {
    name: &'static str,
    /// Plies more than the case's depth, for programs that are fast.
    deeper: u32,
    count: fn(&str, u32) -> u64,
}

/// Ours come first.
const OURS: usize = 2;

const PROGRAMS: [Program; 4] = [
    Program {
        name: "atomic-rs",
        deeper: 1,
        count: ours,
    },
    Program {
        name: "making every leaf's parent",
        deeper: 1,
        count: ours_making_parents,
    },
    Program {
        name: "atomic-movegen",
        deeper: 0,
        count: atomic_movegen,
    },
    Program {
        name: "shakmaty",
        deeper: 0,
        count: shakmaty,
    },
];

fn ours(fen: &str, depth: u32) -> u64 {
    let position = Position::from_fen(fen, CastlingMode::Standard, Atomic).expect("a FEN");
    atomic_rs::perft(&position, depth)
}

fn ours_making_parents(fen: &str, depth: u32) -> u64 {
    let position = Position::from_fen(fen, CastlingMode::Standard, Atomic).expect("a FEN");
    let counting = Counting {
        bulk: Bulk::Leaves,
        ..Counting::default()
    };
    atomic_rs::perft_with(&position, depth, counting, &mut Unwatched).expect("a count")
}

fn atomic_movegen(fen: &str, depth: u32) -> u64 {
    let mut board = atomic_movegen::Board::from_fen(fen).expect("a FEN");
    atomic_movegen::perft(&mut board, depth)
}

fn shakmaty(fen: &str, depth: u32) -> u64 {
    let fen: shakmaty::fen::Fen = fen.parse().expect("a FEN");
    let position: shakmaty::variant::Atomic = fen
        .into_position(shakmaty::CastlingMode::Standard)
        .expect("a position");
    shakmaty::perft(&position, depth)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let logarithms: Vec<f64> = values.map(f64::ln).collect();
    (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp()
}

fn main() {
    let mut agree = true;
    for case in &CASES {
        for program in &PROGRAMS {
            let leaves = (program.count)(case.fen, case.depth + program.deeper);
            let known = case.leaves[program.deeper as usize];
            if leaves != known {
                agree = false;
                println!(
                    "{} counts {leaves} for {}, not {known}",
                    program.name, case.name
                );
            }
        }
    }
    println!(
        "counts {}",
        if agree {
            "agree with the known ones"
        } else {
            "DIFFER, see above"
        }
    );

    let mut rates = vec![vec![Vec::new(); PROGRAMS.len()]; CASES.len()];
    for _ in 0..ROUNDS {
        for (case, rates) in CASES.iter().zip(&mut rates) {
            for (program, rates) in PROGRAMS.iter().zip(rates) {
                let start = Instant::now();
                let leaves = (program.count)(case.fen, case.depth + program.deeper);
                rates.push(leaves as f64 / start.elapsed().as_secs_f64() / 1e6);
            }
        }
    }

    let medians: Vec<Vec<f64>> = rates
        .into_iter()
        .map(|case| case.into_iter().map(median).collect())
        .collect();
    println!(
        "\nmillion leaves a second, medians of {ROUNDS} interleaved rounds, one thread, no table, kernel {}; in brackets: making every leaf's parent\n",
        atomic_rs::CountingKernel::chosen().name(),
    );
    print!("| position |");
    for program in &PROGRAMS {
        print!(" {} |", program.name);
    }
    for peer in &PROGRAMS[OURS..] {
        print!(" over {} |", peer.name);
    }
    println!("\n|---|{}", "---|".repeat(2 * PROGRAMS.len() - OURS));
    let row = |name: &str, rates: &[f64]| {
        print!("| {name} |");
        for rate in rates {
            print!(" {rate:.1} |");
        }
        for peer in &rates[OURS..] {
            print!(" {:.1} ({:.1}) |", rates[0] / peer, rates[1] / peer);
        }
        println!();
    };
    for (case, rates) in CASES.iter().zip(&medians) {
        row(case.name, rates);
    }
    // In brackets: making every leaf's parent.
    let means: Vec<f64> = (0..PROGRAMS.len())
        .map(|program| geometric_mean(medians.iter().map(|case| case[program])))
        .collect();
    row("geometric mean", &means);
    if !agree {
        std::process::exit(1);
    }
}
