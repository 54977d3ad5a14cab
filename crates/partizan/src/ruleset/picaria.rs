//! # Picaria
//!
//! **Board.** A square of four squares with all their diagonals: thirteen points, of which four are the middles of the
//! small squares.
//!
//! ```text
//! 1-----2-----3
//! | \ / | \ / |
//! |  4  |  5  |
//! | / \ | / \ |
//! 6-----7-----8
//! | \ / | \ / |
//! |  9  | 10  |
//! | / \ | / \ |
//! 11---12----13
//! ```
//!
//! The small board has only the nine points of the large grid; a diagonal then joins two of them directly.
//!
//! **Move.** As long as a player has men in hand (three to begin with), a move drops one of them on an empty point, but
//! not on the centre (7). After that a move slides one man of one's own along a line to an empty neighbouring point,
//! the centre included.
//!
//! **End.** Three men of one player on three neighbouring points of one line win at once, also while men are being
//! dropped. On thirteen points a row of the long diagonal is three neighbours, such as 1 4 7 or 4 7 10, and the short
//! diagonals such as 2 4 6 are rows, too: 16 rows in all. On nine points they are the three rows, the three columns and
//! the two long diagonals. A player who has to slide and cannot has lost. Play that goes on for ever is a draw.
//!
//! **Players.** Left has X, Right has O. Left moves first on the empty board.
//!
//! **Notation.** Rows from the top, separated by newlines, `/` or `|`, of 3, 2, 3, 2 and 3 points (or three rows of 3):
//! `X`, `O` (or `x`, `o`), `.` for an empty point. Men in hand are those not on the board.
//!
//! **Settings.** `points`: 13 or 9; `centre`: men are dropped anywhere but there (`barred`), or there too (`allowed`);
//! `blocked`: who cannot slide `loses`, or `passes`.
//!
//! **Example.** A row of a short diagonal.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, Verdict, picaria::Picaria};
//!
//! let game = Picaria::default();
//! let position = game.parse(".X./X./X.O/O./...").unwrap();
//! assert_eq!(game.verdict(&position, Player::Right), Some(Verdict::Win(Player::Left)));
//! ```
//!
//! **Reference.** S. Culin, *Games of the North American Indians* (1907).

use super::points::{Men, Points, Symmetry, symmetries};
use super::row_game::{Blocked, RowGame};
use super::three_mens_morris::{BLOCKED, KING, ROWS, blocked, blocked_name};
use super::{Keyed, Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::Fault;

/// The ruleset of Picaria.
#[derive(Clone, Copy, Debug)]
pub struct Picaria(RowGame);

/// The lines of the thirteen points, numbered row by row from 0.
const LINES: [&[usize]; 12] = [
    &[0, 1, 2],
    &[5, 6, 7],
    &[10, 11, 12],
    &[0, 5, 10],
    &[1, 6, 11],
    &[2, 7, 12],
    &[0, 3, 6, 9, 12],
    &[2, 4, 6, 8, 10],
    &[1, 3, 5],
    &[1, 4, 7],
    &[5, 8, 11],
    &[7, 9, 11],
];
const BOARD: Points = Points::new(&[3, 2, 3, 2, 3], &LINES).with_symmetries(&SQUARE);
/// Turned by a quarter, and mirrored.
const SQUARE: [Symmetry; 8] =
    symmetries(&[&[2, 7, 12, 4, 9, 1, 6, 11, 3, 8, 0, 5, 10], &[2, 1, 0, 4, 3, 7, 6, 5, 9, 8, 12, 11, 10]]);
/// Every three neighbours of a line.
const TRIPLES: [u16; 16] = triples();

const fn triples() -> [u16; 16] {
    let mut triples = [0; 16];
    let mut count = 0;
    let mut i = 0;
    while i < LINES.len() {
        let line = LINES[i];
        let mut j = 2;
        while j < line.len() {
            triples[count] = 1 << line[j - 2] | 1 << line[j - 1] | 1 << line[j];
            count += 1;
            j += 1;
        }
        i += 1;
    }
    assert!(count == triples.len());
    triples
}

impl Picaria {
    fn new(points: usize, centre: bool, blocked: Blocked) -> Self {
        let small = points == 9;
        let middle: u16 = if small { 1 << 4 } else { 1 << 6 };
        Picaria(RowGame {
            board: if small { KING } else { BOARD },
            rows: [if small { ROWS } else { &TRIPLES }; 2],
            men: 3,
            drops: true,
            flying: false,
            blocked,
            not_first: 0,
            not_dropped: if centre { 0 } else { middle },
        })
    }
}

impl Default for Picaria {
    /// Thirteen points, no drop on the centre, a blocked player loses.
    fn default() -> Self {
        Self::new(13, false, Blocked::Loses)
    }
}

impl Ruleset for Picaria {
    const NAME: &'static str = "picaria";
    const TITLE: &'static str = "Picaria: drop three men on thirteen points, then slide them to a row";
    const SOURCE: &'static str = include_str!("picaria.rs");
    const NOTATION: &'static str =
        "rows of 3, 2, 3, 2 and 3 points: X (Left), O (Right) and '.': 'X../.O/.../../..X'";
    const PLAYERS: [&'static str; 2] = ["X", "O"];

    type Position = Men;

    fn settings() -> &'static [Setting] {
        &[
            Setting { name: "points", meaning: "how many points the board has", values: &["13", "9"] },
            Setting {
                name: "centre",
                meaning: "whether men may be dropped on the centre",
                values: &["barred", "allowed"],
            },
            BLOCKED,
        ]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        let points = variant.number("points", 13, 9..=13)?;
        Ok(Self::new(points, variant.get("centre") == Some("allowed"), blocked(variant)))
    }

    fn variant(&self) -> Variant {
        Variant::default()
            .with("points", self.0.board.count())
            .with("centre", if self.0.not_dropped == 0 { "allowed" } else { "barred" })
            .with("blocked", blocked_name(self.0.blocked))
    }

    fn parse(&self, text: &str) -> Result<Men, Fault> {
        self.0.parse(text)
    }

    fn print(&self, position: &Men) -> String {
        self.0.board.print(*position)
    }

    fn start(&self) -> Option<Men> {
        Some(Men::default())
    }

    fn turn(&self, position: &Men) -> Option<Player> {
        self.0.turn(*position)
    }

    fn images(&self, position: &Men, visit: &mut impl FnMut(Men)) {
        self.0.board.images(*position, visit);
    }

    fn swap(&self, position: &Men) -> Option<Men> {
        Some(position.swapped())
    }

    fn verdict(&self, position: &Men, mover: Player) -> Option<Verdict> {
        self.0.verdict(*position, mover)
    }

    fn options(&self, position: &Men, player: Player, visit: &mut impl FnMut(Men)) {
        self.0.options(*position, player, visit);
    }
}

impl Keyed for Picaria {
    fn key(&self, position: &Men, mover: Player) -> u64 {
        position.key(mover)
    }

    fn unkey(&self, key: u64) -> (Men, Player) {
        Men::unkey(key)
    }

    fn predecessors(&self, position: &Men, player: Player, visit: &mut impl FnMut(Men)) -> bool {
        self.0.predecessors(*position, player, visit);
        true
    }
}
