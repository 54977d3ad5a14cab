//! # Tant Fant
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
//! **Start.** Each player has three men, on the row nearest to them: their home row.
//!
//! **Move.** Slide one man of one's own along a line to an empty neighbouring point.
//!
//! **End.** Three men of one player in a row, column or long diagonal win, but not in that player's own home row. Who
//! cannot move has lost. Play that goes on for ever is a draw.
//!
//! **Players.** Left has X and the top row for home, Right has O and the bottom row. Left moves first.
//!
//! **Notation.** Three rows from the top, separated by newlines, `/` or `|`: `X`, `O` (or `x`, `o`), `.` for an empty
//! point.
//!
//! **Settings.** `rows`: all (`any`), or the two diagonals alone (`diagonal`); `blocked`: who cannot move `loses`, or
//! `passes`.
//!
//! **Example.** Three men at home win nothing, three in the other's home row do.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, Verdict, tant_fant::TantFant};
//!
//! let game = TantFant::default();
//! assert_eq!(game.verdict(&game.start().unwrap(), Player::Left), None);
//! let position = game.parse("O.O/O../XXX").unwrap();
//! assert_eq!(game.verdict(&position, Player::Right), Some(Verdict::Win(Player::Left)));
//! ```
//!
//! **Reference.** J. Datta, *A few types of sedentary games of Lower Bengal*, Journal of the Asiatic Society of Bengal 29
//! (1933).

use super::points::{Men, Symmetry, symmetries};
use super::row_game::{Blocked, RowGame};
use super::three_mens_morris::{BLOCKED, LINES, blocked, blocked_name};
use super::{Keyed, Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::Fault;

/// The ruleset of Tant Fant.
#[derive(Clone, Copy, Debug)]
pub struct TantFant(RowGame);

/// Left and right exchanged; the home rows stay.
const MIRROR: [Symmetry; 2] = symmetries(&[&[2, 1, 0, 5, 4, 3, 8, 7, 6]]);
const TOP: u16 = 0b000_000_111;
const BOTTOM: u16 = 0b111_000_000;
const DIAGONALS: &[u16] = &[0b100_010_001, 0b001_010_100];
/// The rows that win for who has the top row at home, and for who has the bottom row; the diagonals first.
const WINNING: [&[u16]; 2] = [
    &[0b100_010_001, 0b001_010_100, 0b000_111_000, BOTTOM, 0b001_001_001, 0b010_010_010, 0b100_100_100],
    &[0b100_010_001, 0b001_010_100, 0b000_111_000, TOP, 0b001_001_001, 0b010_010_010, 0b100_100_100],
];

impl TantFant {
    fn new(diagonal: bool, blocked: Blocked) -> Self {
        TantFant(RowGame {
            board: LINES.with_symmetries(&MIRROR),
            rows: if diagonal { [DIAGONALS; 2] } else { WINNING },
            men: 3,
            drops: false,
            flying: false,
            blocked,
            not_first: 0,
            not_dropped: 0,
        })
    }
}

impl Default for TantFant {
    /// Any row but one's own home wins; a blocked player loses.
    fn default() -> Self {
        Self::new(false, Blocked::Loses)
    }
}

impl Ruleset for TantFant {
    const NAME: &'static str = "tant-fant";
    const TITLE: &'static str = "Tant Fant: slide three men from the home row to another row";
    const SOURCE: &'static str = include_str!("tant_fant.rs");
    const NOTATION: &'static str = "three rows of X (Left), O (Right) and '.', three of each: 'XXX/.../OOO'";
    const PLAYERS: [&'static str; 2] = ["X, home at the top", "O, home at the bottom"];

    type Position = Men;

    fn settings() -> &'static [Setting] {
        &[Setting { name: "rows", meaning: "which rows win", values: &["any", "diagonal"] }, BLOCKED]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        Ok(Self::new(variant.get("rows") == Some("diagonal"), blocked(variant)))
    }

    fn variant(&self) -> Variant {
        let diagonal = self.0.rows[0].len() == DIAGONALS.len();
        Variant::default()
            .with("rows", if diagonal { "diagonal" } else { "any" })
            .with("blocked", blocked_name(self.0.blocked))
    }

    fn parse(&self, text: &str) -> Result<Men, Fault> {
        self.0.parse(text)
    }

    fn print(&self, position: &Men) -> String {
        self.0.board.print(*position)
    }

    fn start(&self) -> Option<Men> {
        Some(Men { left: TOP, right: BOTTOM })
    }

    fn images(&self, position: &Men, visit: &mut impl FnMut(Men)) {
        self.0.board.images(*position, visit);
    }

    fn swap(&self, position: &Men) -> Option<Men> {
        // Each player's home row becomes the other's.
        let turned = |men: u16| (men & TOP) << 6 | men & !(TOP | BOTTOM) | (men & BOTTOM) >> 6;
        Some(Men { left: turned(position.right), right: turned(position.left) })
    }

    fn verdict(&self, position: &Men, mover: Player) -> Option<Verdict> {
        self.0.verdict(*position, mover)
    }

    fn options(&self, position: &Men, player: Player, visit: &mut impl FnMut(Men)) {
        self.0.options(*position, player, visit);
    }
}

impl Keyed for TantFant {
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
