//! Are the rules right? The cases of `tests/data/rules`, put to the public interface.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Debug;
use std::fs;

use atomic_rs::{
    CastlingMode, Color, DrawPolicy, EnPassantMode, Faults, Game, Position, Rules, Termination,
    perft,
};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::starts::files;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    rules: String,
    kind: Kind,
    question: String,
    fen: String,
    #[serde(default)]
    chess960: bool,
    #[serde(default)]
    moves: Vec<String>,
    answer: toml::Value,
    #[serde(rename = "note")]
    _note: Option<IgnoredAny>,
    #[serde(rename = "source")]
    _source: IgnoredAny,
    #[serde(rename = "verified_by")]
    _verified_by: Option<IgnoredAny>,
    #[serde(rename = "peers")]
    _peers: Option<IgnoredAny>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Legal,
    LegalMoves,
    LegalCount,
    FenAfter,
    InCheck,
    Outcome,
    Insufficient,
    EpField,
    Polyglot,
    Status,
    ParseFen,
    Perft,
    Repetition,
    Fifty,
    ClosedPosition,
    San,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct End {
    result: String,
    reason: Option<String>,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Accepted {
    accept: bool,
    fen: Option<String>,
}

/// What ends a game that repeats itself, or goes nowhere, under which policy.
#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Counted {
    count: Option<usize>,
    halfmove: Option<u32>,
    claimable: bool,
    auto_chessplayx: Option<bool>,
    auto_lichess: bool,
    auto_python_chess: bool,
    /// No policy here is that of Fairy-Stockfish.
    auto_fsf_optional: Option<IgnoredAny>,
}

/// Which programs draw a blocked position at once. This crate does as python-chess.
#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Closed {
    python_chess: bool,
    #[serde(rename = "lichess")]
    _lichess: IgnoredAny,
    #[serde(rename = "shakmaty")]
    _shakmaty: IgnoredAny,
    #[serde(rename = "chessops")]
    _chessops: IgnoredAny,
    #[serde(rename = "fsf")]
    _fsf: IgnoredAny,
}

impl Case {
    fn mode(&self) -> CastlingMode {
        if self.chess960 {
            CastlingMode::Chess960
        } else {
            CastlingMode::Standard
        }
    }

    fn answer<T: DeserializeOwned>(&self) -> Result<T, String> {
        self.answer
            .clone()
            .try_into()
            .map_err(|error| format!("not an answer to this kind: {error}"))
    }

    /// The game after the first moves of the case.
    fn played(&self, rules: Rules, moves: &[String]) -> Result<Game<Rules>, String> {
        let position =
            Position::from_fen(&self.fen, self.mode(), rules).map_err(|error| error.to_string())?;
        let mut game = Game::new(position);
        for text in moves {
            let mv = game.position().parse_uci(text);
            let mv = mv.ok_or_else(|| format!("{text} is not legal"))?;
            game.push_unchecked(mv);
        }
        Ok(game)
    }

    /// Compares the answer of the case with that of this crate.
    fn same<T: DeserializeOwned + PartialEq + Debug>(&self, got: &T) -> Result<(), String> {
        let expected: T = self.answer()?;
        if expected == *got {
            Ok(())
        } else {
            Err(format!("expected {expected:?}\n    got      {got:?}"))
        }
    }

    /// Puts the question; `Err` tells what is wrong with the answer.
    fn ask(&self, rules: Rules) -> Result<(), String> {
        if self.kind == Kind::ParseFen {
            let read = Position::from_fen(&self.fen, self.mode(), rules).ok();
            return self.same(&Accepted {
                accept: read.is_some(),
                fen: read.map(|position| position.fen(EnPassantMode::Legal, false)),
            });
        }
        let (before, last) = match self.kind {
            Kind::Legal | Kind::San => self.moves.split_at(self.moves.len().saturating_sub(1)),
            _ => (&self.moves[..], &[][..]),
        };
        let game = self.played(rules, before)?;
        let position = game.position();
        match self.kind {
            Kind::Legal => {
                let asked = last.first().ok_or("no move to ask about")?;
                self.same(&position.parse_uci(asked).is_some())
            }
            Kind::LegalMoves => {
                let spelled = |mv| position.spelled(mv, self.mode()).to_string();
                let mut moves: Vec<_> = position.legal_moves().into_iter().map(spelled).collect();
                moves.sort();
                self.same(&moves)
            }
            Kind::LegalCount => self.same(&position.legal_count()),
            Kind::FenAfter => self.same(&position.fen(EnPassantMode::Legal, false)),
            Kind::InCheck => self.same(&position.is_check()),
            Kind::Outcome => self.same(&end(&game)),
            Kind::Insufficient => {
                self.same(&Color::ALL.map(|color| position.has_insufficient_material(color)))
            }
            Kind::EpField => {
                let square = position.ep_square_in(EnPassantMode::Legal);
                self.same(&square.map_or("-".to_owned(), |square| square.to_string()))
            }
            Kind::Polyglot => self.same(&format!("{:016x}", position.polyglot_key())),
            Kind::Status => self.same(&status(position.faults())),
            Kind::Perft => {
                let expected: BTreeMap<String, u64> = self.answer()?;
                let count = |depth: &String| -> Result<_, String> {
                    let number = depth.parse().map_err(|_| format!("depth {depth}"))?;
                    Ok((depth.clone(), perft(position, number)))
                };
                let got: BTreeMap<_, _> = expected.keys().map(count).collect::<Result<_, _>>()?;
                self.same(&got)
            }
            Kind::Repetition | Kind::Fifty => self.same(&counted(&game, &self.answer()?)),
            Kind::ClosedPosition => self.same(&Closed {
                python_chess: game.outcome(DrawPolicy::Claim, false).is_some(),
                ..self.answer()?
            }),
            Kind::San => {
                let asked = last.first().ok_or("no move to ask about")?;
                let mv = position.parse_uci(asked).ok_or("the move is not legal")?;
                self.same(&position.san(mv))
            }
            Kind::ParseFen => Err("nobody asks this kind".to_owned()),
        }
    }
}

/// The end of a game in the words of the suite.
fn end(game: &Game<Rules>) -> End {
    let Some(outcome) = game.outcome(DrawPolicy::Claim, false) else {
        return End {
            result: "*".to_owned(),
            reason: None,
        };
    };
    let result = match outcome.winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    // A termination does not say how the loser's king went; the last move does.
    let taken = game.history().next_back().is_some_and(|(before, mv)| {
        let loser = outcome.winner.map(|winner| !winner);
        loser.is_some_and(|loser| before.board().king(loser) == Some(mv.to()))
    });
    let reason = match outcome.termination {
        Termination::Checkmate => "checkmate",
        Termination::Stalemate => "stalemate",
        Termination::InsufficientMaterial => "insufficient_material",
        Termination::VariantWin | Termination::VariantLoss if taken => "king_captured",
        Termination::VariantWin | Termination::VariantLoss | Termination::VariantDraw => {
            "king_exploded"
        }
        Termination::FivefoldRepetition => "fivefold_repetition",
        Termination::ThreefoldRepetition => "threefold_repetition",
        Termination::FiftyMoves => "fifty_moves",
        Termination::SeventyfiveMoves => "seventyfive_moves",
    };
    End {
        result: result.to_owned(),
        reason: Some(reason.to_owned()),
    }
}

/// The answers of a game to the questions about counting that the case asks.
fn counted(game: &Game<Rules>, asked: &Counted) -> Counted {
    let ends = |policy| game.outcome(policy, false).is_some();
    Counted {
        count: asked.count.map(|_| game.occurrences()),
        halfmove: asked.halfmove.map(|_| game.position().halfmove_clock()),
        claimable: game.outcome(DrawPolicy::ChessPlayX, true).is_some(),
        auto_chessplayx: asked.auto_chessplayx.map(|_| ends(DrawPolicy::ChessPlayX)),
        auto_lichess: ends(DrawPolicy::Lichess),
        auto_python_chess: ends(DrawPolicy::Claim),
        auto_fsf_optional: asked.auto_fsf_optional,
    }
}

/// The names of the flags raised, in alphabetical order.
fn status(faults: Faults) -> Vec<String> {
    [
        (Faults::BAD_CASTLING_RIGHTS, "BAD_CASTLING_RIGHTS"),
        (Faults::EMPTY, "EMPTY"),
        (Faults::IMPOSSIBLE_CHECK, "IMPOSSIBLE_CHECK"),
        (Faults::INVALID_EP_SQUARE, "INVALID_EP_SQUARE"),
        (Faults::NO_BLACK_KING, "NO_BLACK_KING"),
        (Faults::NO_WHITE_KING, "NO_WHITE_KING"),
        (Faults::OPPOSITE_CHECK, "OPPOSITE_CHECK"),
        (Faults::PAWNS_ON_BACKRANK, "PAWNS_ON_BACKRANK"),
        (Faults::TOO_MANY_BLACK_PAWNS, "TOO_MANY_BLACK_PAWNS"),
        (Faults::TOO_MANY_BLACK_PIECES, "TOO_MANY_BLACK_PIECES"),
        (Faults::TOO_MANY_CHECKERS, "TOO_MANY_CHECKERS"),
        (Faults::TOO_MANY_KINGS, "TOO_MANY_KINGS"),
        (Faults::TOO_MANY_WHITE_PAWNS, "TOO_MANY_WHITE_PAWNS"),
        (Faults::TOO_MANY_WHITE_PIECES, "TOO_MANY_WHITE_PIECES"),
    ]
    .iter()
    .filter(|(flag, _)| faults.contains(*flag))
    .map(|(_, name)| (*name).to_owned())
    .collect()
}

fn cases() -> Vec<Case> {
    ["rules", "regressions"]
        .into_iter()
        .flat_map(files)
        .flat_map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let file: File =
                toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            file.case
        })
        .collect()
}

#[test]
fn every_case() {
    let mut complaints = Vec::new();
    for case in &cases() {
        let Case {
            id,
            rules,
            question,
            fen,
            moves,
            ..
        } = case;
        let asked = Rules::find(rules).ok_or_else(|| "unknown rule set".to_owned());
        if let Err(complaint) = asked.and_then(|rules| case.ask(rules)) {
            let moves = moves.join(" ");
            complaints.push(format!(
                "{id} ({rules}): {question}\n    {fen} {moves}\n    {complaint}"
            ));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn ids_are_unique() {
    let cases = cases();
    let ids: HashSet<_> = cases.iter().map(|case| &case.id).collect();
    assert_eq!(ids.len(), cases.len(), "two cases have one id");
}

#[test]
fn an_unknown_key_or_kind_fails_the_run() {
    let sound = r#"
        [[case]]
        id = "T1"
        rules = "atomic"
        kind = "outcome"
        question = "?"
        fen = "8/8/8/3kK3/8/8/8/8 w - - 0 1"
        answer = { result = "1/2-1/2", reason = "insufficient_material" }
        source = "this test"
    "#;
    let read = |text: &str| toml::from_str::<File>(text);
    assert_eq!(read(sound).unwrap().case[0].ask(Rules::ATOMIC), Ok(()));
    for (word, change) in [
        ("question", "qestion"),
        ("\"outcome\"", "\"outcom\""),
        ("[[case]]", "[[cases]]"),
        ("source", "sauce"),
    ] {
        assert!(read(&sound.replace(word, change)).is_err(), "{change}");
    }
    let file = read(&sound.replace("reason", "raison")).unwrap();
    assert!(file.case[0].ask(Rules::ATOMIC).is_err());
}
