//! What `Board` and `Position` can be asked about the current position.
//!
//! Both classes have the same methods; a macro writes them once for each. The classes provide `view()` and `mode`.

/// Adds the methods to a class.
macro_rules! questions {
    ($class:ident) => {
        use pyo3::types::{PyDict, PyList};

        use super::convert::{
            ColorArgument, Mask, RoleArgument, SquareArgument, castling_mode, en_passant_mode,
        };
        use super::errors::{illegal_move, san_error};
        use super::explosion::explosion_to_python;
        use super::legal_moves::LegalMoves;
        use super::piece::Piece;
        use super::rules::Rules;
        use super::{illegality, moves, notation};
        use crate::any::with_view;
        use crate::bitboard::Bitboard;
        use crate::fen::{self, EnPassantMode};
        use crate::piece::{self as men, Color, Role};
        use crate::square::Square;

        impl $class {
            /// The FEN for messages.
            fn text(&self) -> String {
                with_view!(self.view(), position => position.fen(EnPassantMode::Legal, false))
            }

            /// A move of this object's spelling as the core spells it, if it is legal.
            fn legal(&self, mv: $crate::moves::Move) -> PyResult<$crate::moves::Move> {
                with_view!(self.view(), position => position.legal_as_spelled(mv, self.mode))
                    .ok_or_else(|| illegal_move(&mv.to_string(), &self.text()))
            }

            /// A move of this object's spelling as the core spells it, legal or not.
            fn unspelled(&self, mv: $crate::moves::Move) -> $crate::moves::Move {
                with_view!(self.view(), position => position.unspelled(mv))
            }

            /// Whether castling with a move of either spelling goes to a side.
            fn castles(&self, mv: $crate::moves::Move, king_side: bool) -> bool {
                let mv = self.unspelled(mv);
                with_view!(self.view(), position => position.is_castling(mv))
                    && (mv.to().file() > mv.from().file()) == king_side
            }

            fn role_mask(&self, role: Role) -> u64 {
                with_view!(self.view(), position => position.board().by_role(role).0)
            }

            fn has_right(&self, color: Color, wanted: impl Fn(Square, Square) -> bool) -> bool {
                with_view!(self.view(), position => {
                    let rooks = position.board().castling_rooks() & Bitboard::rank(color.back_rank());
                    position.board().king(color).is_some_and(|king| rooks.into_iter().any(|rook| wanted(king, rook)))
                })
            }
        }

        #[pymethods]
        impl $class {
            /// Whose move it is: True for White.
            #[getter]
            fn turn(&self) -> bool {
                with_view!(self.view(), position => position.turn().is_white())
            }

            /// The rule set; it equals its name.
            #[getter]
            fn rules(&self) -> Rules {
                Rules(self.view().rules())
            }

            /// Whether castling follows Chess960.
            #[getter]
            fn chess960(&self) -> bool {
                self.mode == CastlingMode::Chess960
            }

            /// The rooks that may still castle, as a mask of 64 bits.
            ///
            /// Rights that a FEN names without king and rook in place are part of it until the first move.
            #[getter]
            fn castling_rights(&self) -> u64 {
                with_view!(self.view(), position => position.castling_rights().0)
            }

            /// The square that a pawn passed in the last move, whether or not it can be captured there, or None.
            #[getter]
            fn ep_square(&self) -> Option<usize> {
                with_view!(self.view(), position => position.ep_square().map(Square::index))
            }

            /// Half-moves since the last capture or pawn move.
            #[getter]
            fn halfmove_clock(&self) -> u32 {
                with_view!(self.view(), position => position.halfmove_clock())
            }

            /// The number of the full move, from 1.
            #[getter]
            fn fullmove_number(&self) -> u32 {
                with_view!(self.view(), position => position.fullmove_number())
            }

            /// The pawns of both colors as a mask of 64 bits.
            #[getter]
            fn pawns(&self) -> u64 {
                self.role_mask(Role::Pawn)
            }

            /// The knights of both colors as a mask of 64 bits.
            #[getter]
            fn knights(&self) -> u64 {
                self.role_mask(Role::Knight)
            }

            /// The bishops of both colors as a mask of 64 bits.
            #[getter]
            fn bishops(&self) -> u64 {
                self.role_mask(Role::Bishop)
            }

            /// The rooks of both colors as a mask of 64 bits.
            #[getter]
            fn rooks(&self) -> u64 {
                self.role_mask(Role::Rook)
            }

            /// The queens of both colors as a mask of 64 bits.
            #[getter]
            fn queens(&self) -> u64 {
                self.role_mask(Role::Queen)
            }

            /// The kings as a mask of 64 bits.
            #[getter]
            fn kings(&self) -> u64 {
                self.role_mask(Role::King)
            }

            /// The occupied squares as a mask of 64 bits.
            #[getter]
            fn occupied(&self) -> u64 {
                with_view!(self.view(), position => position.board().occupied().0)
            }

            /// The men of Black and of White as masks of 64 bits: `occupied_co[WHITE]` is White's.
            #[getter]
            fn occupied_co(&self) -> (u64, u64) {
                with_view!(self.view(), position => {
                    let board = position.board();
                    (board.by_color(Color::Black).0, board.by_color(Color::White).0)
                })
            }

            /// Always 0: the rules never ask whether a piece was a pawn.
            #[getter]
            fn promoted(&self) -> u64 {
                0
            }

            /// The legal moves, as they are now.
            #[getter]
            fn legal_moves(&self) -> LegalMoves {
                LegalMoves { position: self.view().to_owned(), mode: self.mode }
            }

            /// The legal moves from and to squares of two masks as a list, in the order of `legal_moves`.
            ///
            /// Castling goes to the king's goal, and with `chess960` to the rook.
            #[pyo3(signature = (from_mask = Mask::ALL, to_mask = Mask::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
            fn legal_list<'py>(
                &self,
                py: Python<'py>,
                from_mask: Mask,
                to_mask: Mask,
            ) -> PyResult<Bound<'py, PyList>> {
                with_view!(self.view(), position => {
                    let mut moves = position.legal_moves_between(from_mask.0, Bitboard::ALL);
                    moves.retain(|mv| to_mask.0.contains(position.spelled(*mv, self.mode).to()));
                    moves::list(py, position, &moves, self.mode)
                })
            }

            /// The moves from and to squares of two masks that ignore what becomes of the own king, as a list.
            ///
            /// Castling is among them only if it is legal.
            #[pyo3(signature = (from_mask = Mask::ALL, to_mask = Mask::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
            fn pseudo_legal_list<'py>(
                &self,
                py: Python<'py>,
                from_mask: Mask,
                to_mask: Mask,
            ) -> PyResult<Bound<'py, PyList>> {
                with_view!(self.view(), position => {
                    let mut moves = position.pseudo_legal_moves_between(from_mask.0, Bitboard::ALL);
                    moves.retain(|mv| to_mask.0.contains(position.spelled(*mv, self.mode).to()));
                    moves::list(py, position, &moves, self.mode)
                })
            }

            /// The FEN.
            ///
            /// Castling rights are written as X-FEN, or as Shredder-FEN on demand. The en passant square is written if a
            /// capture there is legal under the rule set (`"legal"`), always after a double step (`"fen"`), or if a pawn
            /// stands ready (`"xfen"`). `promoted` is accepted for python-chess's sake: atomic chess does not mark
            /// promoted pieces.
            #[pyo3(signature = (*, shredder = false, en_passant = "legal", promoted = None))]
            fn fen(&self, shredder: bool, en_passant: &str, promoted: Option<bool>) -> PyResult<String> {
                let _ = promoted;
                let mode = en_passant_mode(en_passant)?;
                Ok(with_view!(self.view(), position => position.fen(mode, shredder)))
            }

            /// The four fields that a FEN and an EPD have in common; arguments as for `fen`.
            #[pyo3(signature = (*, shredder = false, en_passant = "legal", promoted = None))]
            fn _epd(&self, shredder: bool, en_passant: &str, promoted: Option<bool>) -> PyResult<String> {
                let _ = promoted;
                let mode = en_passant_mode(en_passant)?;
                Ok(with_view!(self.view(), position => position.epd(mode, shredder)))
            }

            /// The first field of the FEN; `promoted` as for `fen`.
            #[pyo3(signature = (*, promoted = None))]
            fn board_fen(&self, promoted: Option<bool>) -> String {
                let _ = promoted;
                with_view!(self.view(), position => fen::board_fen(position.board()))
            }

            /// The castling field of an X-FEN: `KQkq`, with files for rooks that are not the outermost.
            fn castling_xfen(&self) -> String {
                with_view!(self.view(), position => fen::castling_fen(position.board(), false))
            }

            /// The castling field of a Shredder-FEN: the files of the rooks.
            fn castling_shredder_fen(&self) -> String {
                with_view!(self.view(), position => fen::castling_fen(position.board(), true))
            }

            /// The man on a square, or None.
            fn piece_at(&self, square: SquareArgument) -> Option<Piece> {
                with_view!(self.view(), position => position.board().piece_at(square.0).map(Piece))
            }

            /// The kind of the man on a square, 1 (pawn) to 6 (king), or None.
            fn piece_type_at(&self, square: SquareArgument) -> Option<u8> {
                with_view!(self.view(), position => position.board().role_at(square.0).map(|role| role as u8))
            }

            /// The color of the man on a square, True for White, or None.
            fn color_at(&self, square: SquareArgument) -> Option<bool> {
                with_view!(self.view(), position => position.board().color_at(square.0).map(Color::is_white))
            }

            /// The men by square, as a new dict; only those on squares of `mask`.
            #[pyo3(signature = (*, mask = Mask::ALL), text_signature = "($self, *, mask=18446744073709551615)")]
            fn piece_map<'py>(&self, py: Python<'py>, mask: Mask) -> PyResult<Bound<'py, PyDict>> {
                let map = PyDict::new(py);
                let board = with_view!(self.view(), position => *position.board());
                for square in board.occupied() & mask.0 {
                    if let Some(piece) = board.piece_at(square) {
                        map.set_item(square.index(), Piece(piece))?;
                    }
                }
                Ok(map)
            }

            /// The men of a kind and a color as a mask of 64 bits.
            fn pieces_mask(&self, piece_type: RoleArgument, color: ColorArgument) -> u64 {
                let piece = men::Piece { color: color.0, role: piece_type.0 };
                with_view!(self.view(), position => position.board().by_piece(piece).0)
            }

            /// The square of a color's king; None if it has none, or several.
            fn king(&self, color: ColorArgument) -> Option<usize> {
                with_view!(self.view(), position => position.board().king(color.0).map(Square::index))
            }

            /// Whether the kings stand one king step apart.
            fn kings_touch(&self) -> bool {
                with_view!(self.view(), position => position.kings_touch())
            }

            /// The squares that the man on a square attacks, as a mask of 64 bits; 0 for an empty square.
            fn attacks_mask(&self, square: SquareArgument) -> u64 {
                with_view!(self.view(), position => position.attacks_from(square.0).0)
            }

            /// The men of a color that attack a square, as a mask of 64 bits.
            ///
            /// This is geometry: kings attack their neighbours, whether or not they may capture there. `occupied` takes
            /// the place of the occupied squares for what stands in the way.
            #[pyo3(signature = (color, square, occupied = None))]
            fn attackers_mask(
                &self,
                color: ColorArgument,
                square: SquareArgument,
                occupied: Option<Mask>,
            ) -> u64 {
                with_view!(self.view(), position => {
                    let board = position.board();
                    let occupied = occupied.map_or(board.occupied(), |mask| mask.0);
                    (board.attackers(square.0, occupied) & board.by_color(color.0)).0
                })
            }

            /// Whether a man of a color attacks a square; see `attackers_mask`.
            #[pyo3(signature = (color, square, occupied = None))]
            fn is_attacked_by(
                &self,
                color: ColorArgument,
                square: SquareArgument,
                occupied: Option<Mask>,
            ) -> bool {
                self.attackers_mask(color, square, occupied) != 0
            }

            /// The line on which a square is pinned to the king of a color, as a mask; all squares if it is not.
            ///
            /// This is geometry: the one man, or the empty square, between the king and an enemy slider. Whether a pinned
            /// man may move is another question in atomic chess: ask `explain`.
            fn pin_mask(&self, color: ColorArgument, square: SquareArgument) -> u64 {
                with_view!(self.view(), position => position.pin(color.0, square.0).unwrap_or(Bitboard::ALL).0)
            }

            /// Whether a square is pinned to the king of a color; see `pin_mask`.
            fn is_pinned(&self, color: ColorArgument, square: SquareArgument) -> bool {
                with_view!(self.view(), position => position.pin(color.0, square.0).is_some())
            }

            /// The men that give check to the side to move, as a mask: none while kings touch, or without check.
            fn checkers_mask(&self) -> u64 {
                with_view!(self.view(), position => position.checkers().0)
            }

            /// Whether a move is legal, in the spelling that `legal_moves` has.
            fn is_legal(&self, r#move: &Bound<'_, Move>) -> bool {
                let mv = r#move.get().0;
                with_view!(self.view(), position => position.legal_as_spelled(mv, self.mode).is_some())
            }

            /// Whether a move is legal but for what becomes of the own king; castling only if it is legal.
            fn is_pseudo_legal(&self, r#move: &Bound<'_, Move>) -> bool {
                let mv = r#move.get().0;
                with_view!(self.view(), position => {
                    let meant = position.unspelled(mv);
                    position.spelled(meant, self.mode) == mv && position.is_pseudo_legal(meant)
                })
            }

            /// Whether a move captures, en passant included.
            fn is_capture(&self, r#move: &Bound<'_, Move>) -> bool {
                let mv = self.unspelled(r#move.get().0);
                with_view!(self.view(), position => position.is_capture(mv))
            }

            /// Whether a move captures en passant.
            fn is_en_passant(&self, r#move: &Bound<'_, Move>) -> bool {
                let mv = r#move.get().0;
                with_view!(self.view(), position => position.is_en_passant(mv))
            }

            /// Whether a move castles, in either spelling.
            fn is_castling(&self, r#move: &Bound<'_, Move>) -> bool {
                let mv = self.unspelled(r#move.get().0);
                with_view!(self.view(), position => position.is_castling(mv))
            }

            /// Whether a move castles to the h-side.
            fn is_kingside_castling(&self, r#move: &Bound<'_, Move>) -> bool {
                self.castles(r#move.get().0, true)
            }

            /// Whether a move castles to the a-side.
            fn is_queenside_castling(&self, r#move: &Bound<'_, Move>) -> bool {
                self.castles(r#move.get().0, false)
            }

            /// Whether a move captures or moves a pawn, and so resets the half-move clock.
            fn is_zeroing(&self, r#move: &Bound<'_, Move>) -> bool {
                let mv = self.unspelled(r#move.get().0);
                with_view!(self.view(), position => {
                    position.is_capture(mv) || position.board().role_at(mv.from()) == Some(Role::Pawn)
                })
            }

            /// Whether no later position can equal the one before a legal move.
            ///
            /// So it is when the move captures, moves a pawn, costs castling rights, or lets a legal en passant pass.
            fn is_irreversible(&self, r#move: &Bound<'_, Move>) -> bool {
                let mv = self.unspelled(r#move.get().0);
                self.is_zeroing(r#move)
                    || with_view!(self.view(), position => {
                        position.legal_ep_square().is_some()
                            || position.board().castling_rooks() != position.after(mv).board().castling_rooks()
                    })
            }

            /// Whether a legal move gives check as the rule set means it; destroying the king is no check.
            fn gives_check(&self, r#move: &Bound<'_, Move>) -> bool {
                let mv = self.unspelled(r#move.get().0);
                with_view!(self.view(), position => position.after(mv).is_check())
            }

            /// Whether a legal move mates; destroying the king is no mate.
            fn gives_checkmate(&self, r#move: &Bound<'_, Move>) -> bool {
                let mv = self.unspelled(r#move.get().0);
                with_view!(self.view(), position => {
                    let after = position.after(mv);
                    after.is_check() && !after.has_legal_move()
                })
            }

            /// Whether a move is illegal because it leaves the own king attacked, or castles out of or through an attack.
            ///
            /// Blowing up the own king is another reason; see `explain`.
            fn is_into_check(&self, r#move: &Bound<'_, Move>) -> bool {
                let mv = r#move.get().0;
                let reason = with_view!(self.view(), position => position.explain(position.unspelled(mv)));
                reason.is_some_and(illegality::is_into_check)
            }

            /// The legal move between two squares; a queen by default where a pawn promotes.
            ///
            /// `IllegalMoveError` if there is none.
            #[pyo3(signature = (from_square, to_square, promotion = None))]
            fn find_move(
                &self,
                py: Python<'_>,
                from_square: SquareArgument,
                to_square: SquareArgument,
                promotion: Option<RoleArgument>,
            ) -> PyResult<Py<Move>> {
                let (from, to) = (from_square.0, to_square.0);
                let promotes = with_view!(self.view(), position => position.promotes(from, to));
                let role = promotion.map(|role| role.0).or(promotes.then_some(Role::Queen));
                let mv = role.map_or($crate::moves::Move::new(from, to), |role| {
                    $crate::moves::Move::with_promotion(from, to, role)
                });
                let found = with_view!(self.view(), position => {
                    let unspelled = position.unspelled(mv);
                    position.is_legal(unspelled).then(|| position.spelled(unspelled, self.mode))
                });
                match found {
                    Some(mv) => moves::to_python(py, mv),
                    None => Err(illegal_move(&mv.to_string(), &self.text())),
                }
            }

            /// What a capture destroys, without making it; None for a move that captures nothing.
            ///
            /// The move need not be legal, but must be one that its man could make: `IllegalMoveError` for others.
            fn explosion<'py>(
                &self,
                r#move: &Bound<'py, Move>,
            ) -> PyResult<Option<Bound<'py, PyAny>>> {
                if !self.is_pseudo_legal(r#move) {
                    return Err(illegal_move(&r#move.get().0.to_string(), &self.text()));
                }
                let mv = self.unspelled(r#move.get().0);
                with_view!(self.view(), position => position.explosion(mv))
                    .map(|explosion| explosion_to_python(r#move.py(), &explosion, self.turn()))
                    .transpose()
            }

            /// Why a move is not legal, as an `Illegality`; None if it is legal.
            fn explain<'py>(
                &self,
                r#move: &Bound<'py, Move>,
            ) -> PyResult<Option<Bound<'py, PyAny>>> {
                if self.is_legal(r#move) {
                    return Ok(None);
                }
                let mv = r#move.get().0;
                let reason = with_view!(self.view(), position => position.explain_as_spelled(mv, self.mode));
                reason.map(|reason| illegality::to_python(r#move.py(), reason)).transpose()
            }

            /// Whether a color has the right to castle.
            fn has_castling_rights(&self, color: ColorArgument) -> bool {
                self.has_right(color.0, |_, _| true)
            }

            /// Whether a color has the right to castle to the h-side.
            fn has_kingside_castling_rights(&self, color: ColorArgument) -> bool {
                self.has_right(color.0, |king, rook| rook.file() > king.file())
            }

            /// Whether a color has the right to castle to the a-side.
            fn has_queenside_castling_rights(&self, color: ColorArgument) -> bool {
                self.has_right(color.0, |king, rook| rook.file() < king.file())
            }

            /// Whether a right to castle exists that orthodox chess does not have: king not on the e-file, or rook not in
            /// a corner.
            fn has_chess960_castling_rights(&self) -> bool {
                let odd = |king: Square, rook: Square| king.file() != 4 || !matches!(rook.file(), 0 | 7);
                self.has_right(Color::White, odd) || self.has_right(Color::Black, odd)
            }

            /// The rooks with rights that exist, king and rook being in place, as a mask of 64 bits.
            fn clean_castling_rights(&self) -> u64 {
                with_view!(self.view(), position => position.board().castling_rooks().0)
            }

            /// Whether a capture en passant is legal.
            fn has_legal_en_passant(&self) -> bool {
                with_view!(self.view(), position => position.legal_ep_square().is_some())
            }

            /// Whether a pawn stands ready to capture en passant, legally or not.
            fn has_pseudo_legal_en_passant(&self) -> bool {
                with_view!(self.view(), position => position.pseudo_legal_ep_square().is_some())
            }

            /// The Polyglot key of the position, 64 bits.
            ///
            /// It covers men, turn, castling rights, and the file of an en passant square beside which a pawn stands ready;
            /// not the rule set, the counters or the past.
            fn zobrist_hash(&self) -> u64 {
                with_view!(self.view(), position => position.polyglot_key())
            }

            fn __str__(&self) -> String {
                let board = with_view!(self.view(), position => *position.board());
                let mark = |square| board.piece_at(square).map_or('.', men::Piece::letter).to_string();
                let rank = |rank| {
                    (0..8).map(|file| mark(Square::at(file, rank))).collect::<Vec<_>>().join(" ")
                };
                (0..8).rev().map(rank).collect::<Vec<_>>().join("\n")
            }

            fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
                let class = slf.get_type().name()?;
                let this = slf.try_borrow()?;
                let chess960 = if this.chess960() { ", chess960=True" } else { "" };
                let rules = this.rules();
                let rules = match rules.0.name() {
                    Some("atomic") => String::new(),
                    Some(name) => format!(", rules='{name}'"),
                    None => format!(", rules={}", rules.text()),
                };
                Ok(format!("{class}('{}'{chess960}{rules})", this.text()))
            }
        }

        #[pymethods]
        impl $class {
            /// Reads a legal move in UCI notation, or the null move `0000`.
            ///
            /// Both spellings of castling are accepted; the result has this object's own. `InvalidMoveError` if the text is
            /// no move, `IllegalMoveError` if the move is not legal.
            fn parse_uci(&self, py: Python<'_>, uci: &str) -> PyResult<Py<Move>> {
                moves::to_python(py, notation::read_uci(self.view(), self.mode, uci)?)
            }

            /// The UCI text of a move, with castling spelled as this object's mode or `chess960` says.
            #[pyo3(signature = (r#move, *, chess960 = None))]
            fn uci(&self, r#move: &Bound<'_, Move>, chess960: Option<bool>) -> String {
                let mv = r#move.get().0;
                let spelling = chess960.map_or(self.mode, castling_mode);
                with_view!(self.view(), position => {
                    position.spelled(position.unspelled(mv), spelling).to_string()
                })
            }

            /// A legal move, or the null move, in standard algebraic notation; `IllegalMoveError` for others.
            ///
            /// The end is `#` if the move wins by mate or by destroying the king, `+` if it gives check.
            fn san(&self, r#move: &Bound<'_, Move>) -> PyResult<String> {
                let mv = r#move.get().0;
                let mv = if mv.is_null() { mv } else { self.legal(mv)? };
                Ok(with_view!(self.view(), position => position.san(mv)))
            }

            /// A legal move, or the null move, in long algebraic notation; `IllegalMoveError` for others.
            fn lan(&self, r#move: &Bound<'_, Move>) -> PyResult<String> {
                let mv = r#move.get().0;
                let mv = if mv.is_null() { mv } else { self.legal(mv)? };
                Ok(with_view!(self.view(), position => position.lan(mv)))
            }

            /// A sequence of legal moves as text with move numbers, such as `1. e4 e5 2. Nf3`.
            ///
            /// `IllegalMoveError` if a move is not legal where it would be played.
            fn variation_san(slf: &Bound<'_, Self>, variation: &Bound<'_, PyAny>) -> PyResult<String> {
                // The iteration may run code that changes this object.
                let (position, mode) = {
                    let this = slf.try_borrow()?;
                    (this.view().to_owned(), this.mode)
                };
                notation::variation_san(position.view(), mode, variation)
            }

            /// Reads a legal move, or the null move, in algebraic notation, short or long.
            ///
            /// Needless or missing `x`, `-`, `=`, `+`, `#` and origins are accepted, as are castling with zeros and
            /// lower-case promotions. `InvalidMoveError` if the text is no such notation, `IllegalMoveError` if no legal
            /// move fits, `AmbiguousMoveError` if several do.
            fn parse_san(&self, py: Python<'_>, san: &str) -> PyResult<Py<Move>> {
                let read = with_view!(self.view(), position => {
                    position.parse_san(san).map(|mv| position.spelled(mv, self.mode))
                });
                match read {
                    Ok(mv) => moves::to_python(py, mv),
                    Err(error) => Err(san_error(error, san, &self.text())),
                }
            }
        }
    };
}
pub(super) use questions;
