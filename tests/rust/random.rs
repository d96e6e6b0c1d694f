//! Random games that are the same on every machine.

use atomic_rs::{Bitboard, CastlingMode, Color, Piece, Position, Role, Ruleset, Setup, Square};

/// `SplitMix64`: small, and good enough to choose moves.
pub(crate) struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of the squares, which is taken out.
    fn take(&mut self, squares: &mut Vec<Square>) -> Square {
        let index = self.next() % u64::try_from(squares.len()).unwrap();
        squares.swap_remove(usize::try_from(index).unwrap())
    }

    /// One of the items; `None` of none.
    pub(crate) fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let index = self.next() % u64::try_from(items.len()).unwrap().max(1);
        items.get(usize::try_from(index).unwrap()).copied()
    }
}

/// Kings, and men of random kinds on random squares: few of them, many, or more than any game has.
///
/// All rooks on the back ranks have the right to castle that Chess960 lets them have.
pub(crate) fn scattered(random: &mut Random) -> Setup {
    let mut setup = Setup {
        turn: random.choose(&Color::ALL).unwrap(),
        ..Setup::default()
    };
    let mut squares: Vec<_> = Bitboard::ALL.into_iter().collect();
    for color in Color::ALL {
        let role = Role::King;
        setup
            .board
            .put(random.take(&mut squares), Piece { color, role });
    }
    let men = random.choose(&[1, 2, 4, 6, 9, 14, 30, 50]).unwrap();
    for _ in 0..men {
        let square = random.take(&mut squares);
        let color = random.choose(&Color::ALL).unwrap();
        let role = random.choose(&Role::ALL[..5]).unwrap();
        if role != Role::Pawn || !Bitboard::BACK_RANKS.contains(square) {
            setup.board.put(square, Piece { color, role });
        }
    }
    setup.castling_rights = setup.board.by_role(Role::Rook) & Bitboard::BACK_RANKS;
    setup.castling_rights = setup.possible_castling_rights(CastlingMode::Chess960);
    setup
}

/// The positions of a random game: the start, and what follows until the game is over or has that many plies.
pub(crate) fn walk<R: Ruleset>(
    start: Position<R>,
    plies: usize,
    random: &mut Random,
) -> Vec<Position<R>> {
    let mut positions = vec![start];
    let mut position = start;
    for _ in 0..plies {
        let Some(mv) = random.choose(&position.legal_moves()) else {
            break;
        };
        position = position.after(mv);
        positions.push(position);
    }
    positions
}
