//! # Achi
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
//! **Move.** As long as a player has men in hand (four to begin with), a move drops one of them on an empty point. After
//! that a move slides one man of one's own along a line into the one empty point.
//!
//! **End.** Three men of one player in a row, column or long diagonal win at once, also while men are being dropped. A
//! player who has to slide and cannot has lost. Play that goes on for ever is a draw.
//!
//! **Players.** Left has X, Right has O. Left moves first on the empty board.
//!
//! **Notation.** Three rows from the top, separated by newlines, `/` or `|`: `X`, `O` (or `x`, `o`), `.` for an empty
//! point. Men in hand are those not on the board.
//!
//! **Settings.** `blocked`: who cannot slide `loses`, or `passes`. Three men make it
//! [Tapatan](super::three_mens_morris).
//!
//! **Example.** O, whose men stand away from the empty corner, is blocked.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, Verdict, achi::Achi};
//!
//! let game = Achi::default();
//! let position = game.parse(".XO/XXO/OOX").unwrap();
//! assert_eq!(game.verdict(&position, Player::Right), Some(Verdict::Win(Player::Left)));
//! assert_eq!(game.verdict(&position, Player::Left), None);
//! ```
//!
//! **Reference.** R. C. Bell, *Board and Table Games from Many Civilizations*. The first player wins, and only by
//! dropping the first man in the centre; no position that can be reached is a draw.

use super::points::Men;
use super::row_game::Blocked;
use super::three_mens_morris::{BLOCKED, ThreeMensMorris, blocked};
use super::{Keyed, Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::Fault;

/// The ruleset of Achi.
#[derive(Clone, Copy, Debug)]
pub struct Achi(ThreeMensMorris);

impl Default for Achi {
    /// A blocked player loses.
    fn default() -> Self {
        Achi(ThreeMensMorris::achi(Blocked::Loses))
    }
}

impl Ruleset for Achi {
    const NAME: &'static str = "achi";
    const TITLE: &'static str = "Achi: drop four men on nine points, then slide them to a row of three";
    const SOURCE: &'static str = include_str!("achi.rs");
    const NOTATION: &'static str = ThreeMensMorris::NOTATION;
    const PLAYERS: [&'static str; 2] = ThreeMensMorris::PLAYERS;

    type Position = Men;

    fn settings() -> &'static [Setting] {
        &[BLOCKED]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        Ok(Achi(ThreeMensMorris::achi(blocked(variant))))
    }

    fn variant(&self) -> Variant {
        Variant::default().with("blocked", self.0.variant().get("blocked").unwrap_or_default())
    }

    fn parse(&self, text: &str) -> Result<Men, Fault> {
        self.0.parse(text)
    }

    fn print(&self, position: &Men) -> String {
        self.0.print(position)
    }

    fn start(&self) -> Option<Men> {
        self.0.start()
    }

    fn turn(&self, position: &Men) -> Option<Player> {
        self.0.turn(position)
    }

    fn images(&self, position: &Men, visit: &mut impl FnMut(Men)) {
        self.0.images(position, visit);
    }

    fn swap(&self, position: &Men) -> Option<Men> {
        self.0.swap(position)
    }

    fn verdict(&self, position: &Men, mover: Player) -> Option<Verdict> {
        self.0.verdict(position, mover)
    }

    fn options(&self, position: &Men, player: Player, visit: &mut impl FnMut(Men)) {
        self.0.options(position, player, visit);
    }
}

impl Keyed for Achi {
    fn key(&self, position: &Men, mover: Player) -> u64 {
        position.key(mover)
    }

    fn unkey(&self, key: u64) -> (Men, Player) {
        Men::unkey(key)
    }

    fn predecessors(&self, position: &Men, player: Player, visit: &mut impl FnMut(Men)) -> bool {
        self.0.predecessors(position, player, visit);
        true
    }
}
