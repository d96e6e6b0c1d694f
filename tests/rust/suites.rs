//! Is generation complete? The perft suites.

use std::fmt::Write;

use atomic_rs::{Position, Rules, Ruleset, divide, perft};

use crate::starts::{Start, all, every_suite};

/// The most leaves counted at once in the quick run; no position has more at depth 3.
const QUICK: u64 = 5_000_000;
/// The depth to which the quick run counts every position.
const QUICK_DEPTH: u32 = 3;

/// What is wrong with the counts of a position up to a number of leaves, with a divide at the first wrong depth.
fn complaint(start: &Start, most: u64) -> Option<String> {
    if start.rules == Rules::ATOMIC {
        complaint_of(&start.position(), start, most)
    } else {
        complaint_of(&start.under(start.rules), start, most)
    }
}

fn complaint_of<R: Ruleset>(position: &Position<R>, start: &Start, most: u64) -> Option<String> {
    let (depth, expected, got) = start
        .counts
        .iter()
        .filter(|(_, expected)| *expected <= most)
        .map(|(depth, expected)| (*depth, *expected, perft(position, *depth)))
        .find(|(_, expected, got)| expected != got)?;
    let mut text = format!(
        "{} {}\n  depth {depth}: expected {expected}, got {got}",
        start.id, start.fen
    );
    for (mv, leaves) in divide(position, depth) {
        write!(text, "\n    {}: {leaves}", position.spelled(mv, start.mode)).unwrap();
    }
    Some(text)
}

fn check(most: u64) {
    let complaints: Vec<_> = every_suite()
        .iter()
        .filter_map(|start| complaint(start, most))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_position_to_depth_3_and_small_counts_beyond() {
    for start in every_suite() {
        let mut counted = start.counts.iter().filter(|(_, nodes)| *nodes <= QUICK);
        let (depth, nodes) = counted.next_back().unwrap();
        // A game that is over has no leaves at any depth.
        assert!(
            *depth >= QUICK_DEPTH || *nodes == 0,
            "{} is left out",
            start.id
        );
    }
    check(QUICK);
}

#[test]
#[ignore = "counts four billion leaves: run with --release"]
fn every_position_to_full_depth() {
    check(u64::MAX);
}

#[test]
fn a_wrong_count_is_told_with_a_divide() {
    let mut start = all().swap_remove(0);
    assert_eq!(start.fen, atomic_rs::STARTING_FEN);
    start.counts[1].1 += 1;
    let complaint = complaint(&start, QUICK).unwrap();
    assert!(
        complaint.contains("depth 2: expected 401, got 400"),
        "{complaint}"
    );
    assert!(complaint.contains("\n    g1f3: 20"), "{complaint}");
}
