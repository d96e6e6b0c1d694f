//! Perft on the start position and three middlegames. `benches/peers` compares the same with other generators.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use atomic_rs::{Atomic, CastlingMode, Position, STARTING_FEN, perft};

/// Name, FEN, depth, and leaves at that depth.
const POSITIONS: [(&str, &str, u32, u64); 4] = [
    ("start", STARTING_FEN, 5, 4_864_979),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
        3_492_097,
    ),
    (
        "open",
        "3rr1k1/pp3ppp/2n2q2/2bp4/3P1B2/2N2Q2/PPP2PPP/3RR1K1 w - - 0 1",
        4,
        4_467_704,
    ),
    (
        "italian",
        "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 1",
        4,
        2_270_834,
    ),
];

fn bench(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for (name, fen, depth, leaves) in POSITIONS {
        let position = Position::from_fen(fen, CastlingMode::Standard, Atomic).expect("a FEN");
        assert_eq!(perft(&position, depth), leaves, "{name}");
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(name, |bencher| bencher.iter(|| perft(&position, depth)));
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
