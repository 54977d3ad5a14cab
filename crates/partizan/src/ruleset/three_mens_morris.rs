//! # Three Men's Morris, Tapatan and their cousins
//!
//! **Board.** Nine points, three by three, joined by the rows, the columns and the two long diagonals:
//!
//! ```text
//! 1---2---3
//! | \ | / |
//! 4---5---6
//! | / | \ |
//! 7---8---9
//! ```
//!
//! **Move.** As long as a player has men in hand (three to begin with), a move drops one of them on an empty point. After
//! that a move slides one man of one's own along a line to an empty neighbouring point.
//!
//! **End.** Three men of one player in a row, column or long diagonal win at once, also while men are being dropped. A
//! player who has to slide and cannot has lost. Play that goes on for ever is a draw.
//!
//! **Players.** Left has X, Right has O. Left moves first on the empty board.
//!
//! **Notation.** Three rows from the top, separated by newlines, `/` or `|`: `X`, `O` (or `x`, `o`), `.` for an empty
//! point. Men in hand are those not on the board.
//!
//! **Settings.**
//! - `men`: 3, or 4 (with `moves=lines` that is Achi);
//! - `moves`: `lines` as above (Tapatan); `orthogonal`, along rows and columns only; `king`, to any of the eight
//!   neighbouring points; `anywhere`, to any empty point (Nine Holes);
//! - `rows`: 8, or 6: without the diagonals, which then win nothing;
//! - `blocked`: who cannot slide `loses`, or `passes`;
//! - `first`: the first man of all goes `anywhere`, or anywhere but on the centre (`no-centre`).
//!
//! **Example.** X is to slide and has one move that wins: the man in the centre goes to the top row.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, Verdict, three_mens_morris::ThreeMensMorris};
//!
//! let game = ThreeMensMorris::default();
//! let position = game.parse("XX./.X./OO.").unwrap();
//! let mut wins = Vec::new();
//! game.options(&position, Player::Left, &mut |next| {
//!     if game.verdict(&next, Player::Right) == Some(Verdict::Win(Player::Left)) {
//!         wins.push(game.print(&next));
//!     }
//! });
//! assert_eq!(wins, ["XXX/.../OO."]);
//! ```
//!
//! **Reference.** R. C. Bell, *Board and Table Games from Many Civilizations*. With the rules above the first player
//! wins, and only by dropping in the centre; without the centre, or with moves to anywhere, it is a draw.

use super::points::{Men, Points, Symmetry, symmetries};
use super::row_game::{Blocked, RowGame};
use super::{Keyed, Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::Fault;

/// The ruleset of Three Men's Morris and its cousins.
#[derive(Clone, Copy, Debug)]
pub struct ThreeMensMorris {
    game: RowGame,
    moves: &'static str,
}

const SHAPE: &[usize] = &[3, 3, 3];
/// The symmetries of a square of three by three points: turned by a quarter and mirrored.
pub(super) const SQUARE: [Symmetry; 8] =
    symmetries(&[&[2, 5, 8, 1, 4, 7, 0, 3, 6], &[2, 1, 0, 5, 4, 3, 8, 7, 6]]);
const CENTRE: u16 = 1 << 4;

/// Nine points joined by rows and columns.
pub(super) const ORTHOGONAL: Points =
    Points::new(SHAPE, &[&[0, 1, 2], &[3, 4, 5], &[6, 7, 8], &[0, 3, 6], &[1, 4, 7], &[2, 5, 8]])
        .with_symmetries(&SQUARE);

/// Nine points joined by rows, columns and the two long diagonals.
pub(super) const LINES: Points = Points::new(
    SHAPE,
    &[&[0, 1, 2], &[3, 4, 5], &[6, 7, 8], &[0, 3, 6], &[1, 4, 7], &[2, 5, 8], &[0, 4, 8], &[2, 4, 6]],
)
.with_symmetries(&SQUARE);

/// Nine points joined as a king moves.
pub(super) const KING: Points = Points::new(
    SHAPE,
    &[
        &[0, 1, 2],
        &[3, 4, 5],
        &[6, 7, 8],
        &[0, 3, 6],
        &[1, 4, 7],
        &[2, 5, 8],
        &[0, 4, 8],
        &[2, 4, 6],
        &[1, 3, 7, 5, 1],
    ],
)
.with_symmetries(&SQUARE);

/// The three rows, the three columns and the two long diagonals.
pub(super) const ROWS: &[u16] = &[
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

impl ThreeMensMorris {
    /// The game with this many men, moves and rows as the settings name them.
    fn new(men: u32, moves: &'static str, rows: usize, blocked: Blocked, centre_first: bool) -> Self {
        let board = match moves {
            "orthogonal" => ORTHOGONAL,
            "king" => KING,
            _ => LINES,
        };
        let game = RowGame {
            board,
            rows: [&ROWS[..rows]; 2],
            men,
            drops: true,
            flying: moves == "anywhere",
            blocked,
            not_first: if centre_first { 0 } else { CENTRE },
            not_dropped: 0,
        };
        ThreeMensMorris { game, moves }
    }

    /// Achi: four men each.
    pub(super) fn achi(blocked: Blocked) -> Self {
        Self::new(4, MOVES[0], ROWS.len(), blocked, true)
    }
}

impl Default for ThreeMensMorris {
    /// Tapatan: three men, moves along lines, eight rows.
    fn default() -> Self {
        Self::new(3, MOVES[0], ROWS.len(), Blocked::Loses, true)
    }
}

const MOVES: &[&str] = &["lines", "orthogonal", "king", "anywhere"];

/// The setting that says what a player without a move does.
pub(super) const BLOCKED: Setting =
    Setting { name: "blocked", meaning: "what who cannot slide does", values: &["loses", "passes"] };

/// What the setting `blocked` says.
pub(super) fn blocked(variant: &Variant) -> Blocked {
    if variant.get("blocked") == Some("passes") { Blocked::Passes } else { Blocked::Loses }
}

/// The value of the setting `blocked`.
pub(super) fn blocked_name(blocked: Blocked) -> &'static str {
    if blocked == Blocked::Passes { "passes" } else { "loses" }
}

impl Ruleset for ThreeMensMorris {
    const NAME: &'static str = "three-mens-morris";
    const TITLE: &'static str =
        "Three Men's Morris, Tapatan and their cousins: drop three men, then slide them to a row";
    const SOURCE: &'static str = include_str!("three_mens_morris.rs");
    const NOTATION: &'static str = "three rows of X (Left), O (Right) and '.': 'X.O/.X./..O'";
    const PLAYERS: [&'static str; 2] = ["X", "O"];

    type Position = Men;

    fn settings() -> &'static [Setting] {
        &[
            Setting { name: "men", meaning: "how many men each has", values: &["3", "4"] },
            Setting { name: "moves", meaning: "where a man may move", values: MOVES },
            Setting {
                name: "rows",
                meaning: "rows that win: with the diagonals or not",
                values: &["8", "6"],
            },
            BLOCKED,
            Setting {
                name: "first",
                meaning: "where the first man of all may be dropped",
                values: &["anywhere", "no-centre"],
            },
        ]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        let moves = MOVES.iter().find(|&&moves| Some(moves) == variant.get("moves")).unwrap_or(&MOVES[0]);
        let men = variant.number("men", 3, 3..=4)? as u32;
        let rows = variant.number("rows", 8, 6..=8)?;
        Ok(Self::new(men, moves, rows, blocked(variant), variant.get("first") != Some("no-centre")))
    }

    fn variant(&self) -> Variant {
        let RowGame { men, rows, blocked, not_first, .. } = self.game;
        Variant::default()
            .with("men", men)
            .with("moves", self.moves)
            .with("rows", rows[0].len())
            .with("blocked", blocked_name(blocked))
            .with("first", if not_first == 0 { "anywhere" } else { "no-centre" })
    }

    fn parse(&self, text: &str) -> Result<Men, Fault> {
        self.game.parse(text)
    }

    fn print(&self, position: &Men) -> String {
        self.game.board.print(*position)
    }

    fn start(&self) -> Option<Men> {
        Some(Men::default())
    }

    fn turn(&self, position: &Men) -> Option<Player> {
        self.game.turn(*position)
    }

    fn images(&self, position: &Men, visit: &mut impl FnMut(Men)) {
        self.game.board.images(*position, visit);
    }

    fn swap(&self, position: &Men) -> Option<Men> {
        Some(position.swapped())
    }

    fn verdict(&self, position: &Men, mover: Player) -> Option<Verdict> {
        self.game.verdict(*position, mover)
    }

    fn options(&self, position: &Men, player: Player, visit: &mut impl FnMut(Men)) {
        self.game.options(*position, player, visit);
    }
}

impl Keyed for ThreeMensMorris {
    fn key(&self, position: &Men, mover: Player) -> u64 {
        position.key(mover)
    }

    fn unkey(&self, key: u64) -> (Men, Player) {
        Men::unkey(key)
    }

    fn predecessors(&self, position: &Men, player: Player, visit: &mut impl FnMut(Men)) -> bool {
        self.game.predecessors(*position, player, visit);
        true
    }
}
