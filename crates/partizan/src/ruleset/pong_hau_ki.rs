//! # Pong Hau K'i
//!
//! **Board.** Five points: the corners of a square and its centre. The centre is joined to every corner, and the corners
//! are joined to their neighbours, but for the two at the top:
//!
//! ```text
//! 1       2
//! | \   / |
//! |   3   |
//! | /   \ |
//! 4-------5
//! ```
//!
//! **Move.** Move one man of one's own along a line to the empty point.
//!
//! **End.** Who cannot move has lost. Play that goes on for ever is a draw.
//!
//! **Players.** Left has X, Right has O, two men each. At the start X has the top corners, O the bottom ones, and Left
//! moves first.
//!
//! **Notation.** Three rows of 2, 1 and 2 points, separated by newlines, `/` or `|`: `X`, `O` (or `x`, `o`), `.` for the
//! empty point.
//!
//! **Example.** O is to move and blocked: the empty corner is joined to X alone.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, Verdict, pong_hau_ki::PongHauKi};
//!
//! let game = PongHauKi;
//! let position = game.parse(".O/X/XO").unwrap();
//! assert_eq!(game.verdict(&position, Player::Right), Some(Verdict::Win(Player::Left)));
//! assert_eq!(game.verdict(&position, Player::Left), None);
//! ```
//!
//! **Reference.** S. Culin, *Korean Games* (1895), as Ou-moul-ko-no. It is a draw: with care nobody is ever blocked.

use super::points::{Men, Points, Symmetry, count_men, symmetries};
use super::{Keyed, Player, Ruleset, Variant, Verdict};
use crate::fault::Fault;

/// The ruleset of Pong Hau K'i.
#[derive(Clone, Copy, Debug, Default)]
pub struct PongHauKi;

const BOARD: Points =
    Points::new(&[2, 1, 2], &[&[0, 2, 4], &[1, 2, 3], &[0, 3, 4, 1]]).with_symmetries(&MIRROR);
const MIRROR: [Symmetry; 2] = symmetries(&[&[1, 0, 2, 4, 3]]);

impl Ruleset for PongHauKi {
    const NAME: &'static str = "pong-hau-ki";
    const TITLE: &'static str = "Pong Hau K'i: two men each on five points; who cannot move loses";
    const SOURCE: &'static str = include_str!("pong_hau_ki.rs");
    const NOTATION: &'static str =
        "rows of 2, 1 and 2 points: X (Left), O (Right), '.' for the empty point: 'XX/./OO'";
    const PLAYERS: [&'static str; 2] = ["X", "O"];

    type Position = Men;

    fn with_variant(_: &Variant) -> Result<Self, Fault> {
        Ok(PongHauKi)
    }

    fn parse(&self, text: &str) -> Result<Men, Fault> {
        let men = BOARD.parse(text)?;
        count_men(&BOARD, men, [2..=2, 2..=2])?;
        Ok(men)
    }

    fn print(&self, position: &Men) -> String {
        BOARD.print(*position)
    }

    fn start(&self) -> Option<Men> {
        Some(Men { left: 0b0_0011, right: 0b1_1000 })
    }

    fn images(&self, position: &Men, visit: &mut impl FnMut(Men)) {
        BOARD.images(*position, visit);
    }

    fn swap(&self, position: &Men) -> Option<Men> {
        Some(position.swapped())
    }

    fn verdict(&self, position: &Men, mover: Player) -> Option<Verdict> {
        (!BOARD.can_slide(*position, mover)).then(|| Verdict::Win(mover.other()))
    }

    fn options(&self, position: &Men, player: Player, visit: &mut impl FnMut(Men)) {
        BOARD.slides(*position, player, visit);
    }
}

impl Keyed for PongHauKi {
    fn key(&self, position: &Men, mover: Player) -> u64 {
        position.key(mover)
    }

    fn unkey(&self, key: u64) -> (Men, Player) {
        Men::unkey(key)
    }

    fn predecessors(&self, position: &Men, player: Player, visit: &mut impl FnMut(Men)) -> bool {
        // A slide back is a slide.
        BOARD.slides(*position, player, visit);
        true
    }
}
