//! Does what is written read back, and does a key from scratch equal the running one?

use atomic_rs::{
    Atomic, CastlingMode, EnPassantMode, FenField, Position, PositionError, Ruleset, STARTING_FEN,
    Setup,
};

use crate::starts::{all, walks};

/// Half-moves of each random game.
const PLIES: usize = 60;

fn read_under<R: Ruleset>(fen: &str, mode: CastlingMode, rules: R) -> Position<R> {
    Position::from_fen(fen, mode, rules).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn read(fen: &str, mode: CastlingMode) -> Position<Atomic> {
    read_under(fen, mode, Atomic)
}

#[test]
fn every_form_of_fen_reads_back_with_the_same_keys() {
    for (mode, positions) in walks(PLIES, 9) {
        for position in positions {
            let read = |fen: &str| read_under(fen, mode, position.rules());
            for shredder in [false, true] {
                // Equality includes the running key, which reading makes from scratch.
                let whole = position.fen(EnPassantMode::Always, shredder);
                assert_eq!(read(&whole), position, "{whole}");

                // Without an illegal en passant square it is another record, but the same position.
                let legal = position.fen(EnPassantMode::Legal, shredder);
                let same = read(&legal);
                assert!(same.is_same(&position), "{whole} {legal}");
                assert_eq!(same.repetition_key(), position.repetition_key(), "{whole}");
                assert_eq!(same.legal_moves(), position.legal_moves(), "{whole}");

                let ready = position.fen(EnPassantMode::PseudoLegal, shredder);
                assert_eq!(
                    read(&ready).polyglot_key(),
                    position.polyglot_key(),
                    "{whole}"
                );
            }
        }
    }
}

#[test]
fn keys_are_those_of_the_polyglot_format() {
    // The examples that the description of the format gives (R42).
    for (fen, key) in [
        (STARTING_FEN, 0x463b_9618_1691_fc9c),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            0x823c_9b50_fd11_4196,
        ),
        (
            "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
            0x0756_b944_61c5_0fb0,
        ),
        (
            "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
            0x662f_afb9_65db_29d4,
        ),
        (
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            0x22a4_8b5a_8e47_ff78,
        ),
        (
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3",
            0x652a_607c_a3f2_42c1,
        ),
        (
            "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4",
            0x00fd_d303_c946_bdd9,
        ),
        (
            "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
            0x3c81_23ea_7b06_7637,
        ),
        (
            "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
            0x5c3f_9b82_9b27_9560,
        ),
    ] {
        assert_eq!(
            read(fen, CastlingMode::Standard).polyglot_key(),
            key,
            "{fen}"
        );
    }
}

#[test]
fn setups_read_back() {
    for (mode, positions) in walks(PLIES, 10) {
        for position in positions {
            let text = position.to_setup().to_string();
            let setup: Setup = text.parse().unwrap();
            assert_eq!(setup, position.to_setup(), "{text}");
            let made = Position::from_setup(&setup, mode, position.rules());
            assert_eq!(made, position, "{text}");
        }
    }
}

#[test]
fn the_suites_are_written_as_they_are_read() {
    for start in all() {
        let shredder = start.mode == CastlingMode::Chess960;
        let written = start.position().fen(EnPassantMode::Always, shredder);
        assert_eq!(written, start.fen, "{}", start.id);
    }
}

#[test]
fn moves_read_back_in_the_spelling_of_their_mode() {
    let mut castlings = 0;
    for (mode, positions) in walks(PLIES, 11) {
        for position in positions {
            for mv in position.legal_moves() {
                let spelled = position.spelled(mv, mode);
                let what = || format!("{spelled} in {}", position.to_setup());
                assert_eq!(
                    position.parse_uci(&spelled.to_string()),
                    Some(mv),
                    "{}",
                    what()
                );
                assert_eq!(
                    position.legal_as_spelled(spelled, mode),
                    Some(mv),
                    "{}",
                    what()
                );
                // The king onto its rook is clear in any mode.
                assert_eq!(position.parse_uci(&mv.to_string()), Some(mv), "{}", what());
                castlings += usize::from(position.is_castling(mv));
            }
        }
    }
    assert!(castlings > 100, "only {castlings} castlings");
}

#[test]
fn x_fen_names_inner_rooks_by_file_and_shredder_fen_all() {
    // Kings on e, rooks on a, b and g: the inner rook b1 has the right, and so has the outermost g8.
    let fen = "1r2k1r1/8/8/8/8/8/8/RR2K3 w Bg - 0 1";
    let position = read(fen, CastlingMode::Chess960);
    assert_eq!(
        position.fen(EnPassantMode::Legal, false),
        "1r2k1r1/8/8/8/8/8/8/RR2K3 w Bk - 0 1"
    );
    assert_eq!(position.fen(EnPassantMode::Legal, true), fen);
}

#[test]
fn missing_fields_have_defaults() {
    let full = read("4k3/8/8/8/8/8/8/4K3 w - - 0 1", CastlingMode::Standard);
    for short in [
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4K3 w",
        "4k3/8/8/8/8/8/8/4K3  w - -",
        " 4k3/8/8/8/8/8/8/4K3 w - - 0 0 ",
    ] {
        assert_eq!(read(short, CastlingMode::Standard), full, "{short:?}");
    }
}

#[test]
fn errors_name_the_field_and_its_text() {
    use FenField::{Board, Castling, EnPassant, End, FullmoveNumber, HalfmoveClock, Turn};
    for (fen, field, text) in [
        ("", Board, ""),
        ("4k3/8/8/8/8/8/8/4K2", Board, "4k3/8/8/8/8/8/8/4K2"),
        ("4k3/8/8/8/8/8/8/4K3/8", Board, "4k3/8/8/8/8/8/8/4K3/8"),
        ("4k3/8/8/8/8/8/44/4K3", Board, "4k3/8/8/8/8/8/44/4K3"),
        ("4k3/8/8/8/8/8/8/4K3 W", Turn, "W"),
        ("4k3/8/8/8/8/8/8/4K3 w KK", Castling, "KK"),
        ("4k3/8/8/8/8/8/8/4K3 w KQkqA", Castling, "KQkqA"),
        ("4k3/8/8/8/8/8/8/4K3 w - e4", EnPassant, "e4"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1", HalfmoveClock, "-1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1", HalfmoveClock, "+1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - ٣", HalfmoveClock, "٣"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 4294967296",
            HalfmoveClock,
            "4294967296",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1.", FullmoveNumber, "1."),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", End, "x"),
    ] {
        let Err(PositionError::Fen(error)) =
            Position::from_fen(fen, CastlingMode::Standard, Atomic)
        else {
            panic!("{fen:?} was read");
        };
        assert_eq!((error.field, error.text.as_str()), (field, text), "{fen:?}");
        assert!(error.to_string().ends_with(&format!("{text:?}")), "{error}");
    }
}
