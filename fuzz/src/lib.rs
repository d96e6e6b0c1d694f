//! What the fuzz targets ask of the core. Each takes any bytes, and panics where the core contradicts itself.
//!
//! An input is text: a line with the name of a rule set and perhaps `960`, a line with a FEN, and the rest as the target
//! reads it. Bytes that are no such text are worth a look too, and nothing else.

use atomic_rs::{
    CastlingMode, Color, Counting, CountingKernel, EnPassantMode, Game, Move, Position, Rules,
    STARTING_FEN, Unwatched, perft, perft_with,
};

/// The most moves of a walk.
const LONGEST_WALK: usize = 200;
/// The most moves of a position that is counted to a depth of three.
const WIDEST: usize = 60;

/// An input taken apart.
struct Input<'a> {
    rules: Rules,
    mode: CastlingMode,
    fen: &'a str,
    rest: &'a [u8],
}

fn line(data: &[u8]) -> (&str, &[u8]) {
    let end = data.iter().position(|byte| *byte == b'\n');
    let (line, rest) = end.map_or((data, &data[data.len()..]), |end| {
        (&data[..end], &data[end + 1..])
    });
    (std::str::from_utf8(line).unwrap_or_default(), rest)
}

fn read(data: &[u8]) -> Input<'_> {
    let (head, rest) = line(data);
    let (fen, rest) = line(rest);
    let mut words = head.split_whitespace();
    let rules = words.next().and_then(Rules::find).unwrap_or(Rules::ATOMIC);
    let mode = match words.next() {
        Some("960") => CastlingMode::Chess960,
        _ => CastlingMode::Standard,
    };
    let fen = if fen.is_empty() { STARTING_FEN } else { fen };
    Input {
        rules,
        mode,
        fen,
        rest,
    }
}

impl Input<'_> {
    fn position(&self) -> Option<Position<Rules>> {
        Position::from_fen(self.fen, self.mode, self.rules).ok()
    }
}

/// Any text as a FEN: refused, or a position that is written in every form and reads back as itself.
///
/// # Panics
///
/// When it does not.
pub fn fen(data: &[u8]) {
    let input = read(data);
    let Some(position) = input.position() else {
        return;
    };
    let _ = position.faults();
    let _ = position.outcome();
    for shredder in [false, true] {
        let reread = |en_passant| {
            let text = position.fen(en_passant, shredder);
            Position::from_fen(&text, input.mode, input.rules)
                .unwrap_or_else(|error| panic!("{text}: {error}"))
        };
        let same = reread(EnPassantMode::Always);
        assert_eq!(same.legal_moves(), position.legal_moves());
        assert_eq!(same.polyglot_key(), position.polyglot_key());
        assert!(same.is_same(&position));
        let legal = reread(EnPassantMode::Legal);
        assert!(legal.is_same(&position));
        assert_eq!(legal.repetition_key(), position.repetition_key());
        let ready = reread(EnPassantMode::PseudoLegal);
        assert_eq!(ready.polyglot_key(), position.polyglot_key());
    }
}

/// Any text as a move in UCI and in SAN: refused, or a legal move; and every legal move reads back.
///
/// # Panics
///
/// When one does not.
pub fn text(data: &[u8]) {
    let input = read(data);
    let Some(position) = input.position() else {
        return;
    };
    if let Ok(text) = std::str::from_utf8(input.rest) {
        if let Some(mv) = position.parse_uci(text) {
            assert!(position.is_legal(mv));
        }
        if let Ok(mv) = position.parse_san(text) {
            // SAN has texts for the null move too.
            assert!(mv.is_null() || position.is_legal(mv));
        }
        if let Ok(mv) = text.parse::<Move>() {
            let _ = position.explain_as_spelled(mv, input.mode);
            let _ = position.after(mv);
        }
    }
    for mv in position.legal_moves() {
        let san = position.san(mv);
        assert_eq!(position.parse_san(&san), Ok(mv), "{san}");
        let uci = position.spelled(mv, input.mode).to_string();
        assert_eq!(position.parse_uci(&uci), Some(mv), "{uci}");
    }
}

/// A game whose moves are chosen by bytes: running keys are those from scratch, a position without fault leads to
/// none with one, and taking the moves back restores everything.
///
/// # Panics
///
/// When something of that is not so.
pub fn walk(data: &[u8]) {
    let input = read(data);
    let Some(start) = input.position() else {
        return;
    };
    let is_sound = start.faults().is_empty();
    let mut game = Game::new(start);
    let mut past = Vec::new();
    for choice in input.rest.iter().take(LONGEST_WALK) {
        let position = *game.position();
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        assert_eq!(moves.len(), position.legal_count());
        let mv = moves[usize::from(*choice) % moves.len()];
        past.push(position);
        assert!(game.push(mv));
        let after = *game.position();
        let text = after.fen(EnPassantMode::Always, true);
        let read = Position::from_fen(&text, input.mode, input.rules)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.polyglot_key(), after.polyglot_key(), "{text}");
        assert_eq!(read.repetition_key(), after.repetition_key(), "{text}");
        if is_sound {
            assert!(after.faults().is_empty(), "{text}: {}", after.faults());
        }
        for color in Color::ALL {
            let _ = after.checkers_of(color);
        }
    }
    while let Some(position) = past.pop() {
        assert!(game.pop().is_some());
        assert_eq!(*game.position(), position);
    }
    assert_eq!(game.ply(), 0);
}

/// A position counted in every way there is: by sets of squares with each kernel, by listing, by testing.
///
/// # Panics
///
/// When they do not agree.
pub fn count(data: &[u8]) {
    let input = read(data);
    let Some(position) = input.position() else {
        return;
    };
    let moves = position.legal_moves();
    assert_eq!(perft(&position, 1), moves.len() as u64);
    assert!(moves.iter().all(|mv| position.is_legal(*mv)));
    for kernel in CountingKernel::available() {
        let counting = Counting {
            kernel,
            ..Counting::default()
        };
        let mut deepest = 2;
        if moves.len() <= WIDEST {
            deepest = 3;
        }
        for depth in 2..=deepest {
            let counted = perft_with(&position, depth, counting, &mut Unwatched);
            assert_eq!(counted, Ok(below(&position, depth)), "{kernel:?}");
        }
    }
}

/// The leaves below a position, by listing the moves and making each.
fn below(position: &Position<Rules>, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| below(&position.after(mv), depth - 1))
        .sum()
}
