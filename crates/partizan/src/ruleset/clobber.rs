//! # Clobber
//!
//! Stones on a board. A move takes one of one's own stones onto a neighbouring enemy stone (by sides, not corners),
//! which it replaces. Who cannot move has lost. All values are all-small: both players can move, or neither.
//!
//! **Players.** Left has the stones `x`, Right the stones `o`.
//!
//! **Notation.** Rows separated by newlines, `/` or `|`: `x` a Left stone, `o` a Right stone, `.` an empty cell, `#` a
//! hole (no different from an empty cell, as nothing ever moves there). `X`, `B`, `L` are read as `x`; `O`, `W`, `R` as `o`.
//!
//! **Example.** `xo` is worth ∗: either player has one move, after which nobody has. `xxo` is worth ↑:
//!
//! ```
//! use partizan::{Player, Ruleset};
//! use partizan::ruleset::clobber::Clobber;
//!
//! let position = Clobber.parse("xxo").unwrap();
//! let options = |player| {
//!     let mut options = Vec::new();
//!     Clobber.options(&position, player, &mut |option| options.push(Clobber.print(&option)));
//!     options
//! };
//! assert_eq!(options(Player::Left), ["x.x"]); // worth 0
//! assert_eq!(options(Player::Right), ["xo."]); // worth ∗, and {0|∗} is ↑
//! ```
//!
//! **Reference.** Albert, Grossman, Nowakowski, Wolfe, *An introduction to Clobber*, Integers 5(2) (2005), A1.

use super::bitboard::{Frame, Negates, TwoLayers, each};
use super::board::{Board, Stone};
use super::picture::{self, Look, Mark};
use super::short::{Field, Normal, Short};
use super::{Player, Ruleset, Variant};
use crate::fault::Fault;

/// The ruleset of Clobber.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clobber;

const BESIDE: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

impl Ruleset for Clobber {
    const NAME: &'static str = "clobber";
    const TITLE: &'static str = "Stones that take neighbouring enemy stones";
    const SOURCE: &'static str = include_str!("clobber.rs");
    const NOTATION: &'static str = "rows of 'x' (Left), 'o' (Right), '.' (empty) and '#' (hole): 'xox/oxo'";
    const PLAYERS: [&'static str; 2] = ["x", "o"];

    type Position = Board<Stone>;

    fn with_variant(_: &Variant) -> Result<Self, Fault> {
        Ok(Clobber)
    }

    fn parse(&self, text: &str) -> Result<Board<Stone>, Fault> {
        Stone::parse_board(text)
    }

    fn print(&self, board: &Board<Stone>) -> String {
        board.print(Stone::letter)
    }

    fn options(&self, board: &Board<Stone>, player: Player, visit: &mut impl FnMut(Board<Stone>)) {
        for from in board.places() {
            if board.get(from.0, from.1) != Stone::Of(player) {
                continue;
            }
            for (down, across) in BESIDE {
                let Some(to) = board.step(from, down, across) else { continue };
                if board.get(to.0, to.1) == Stone::Of(player.other()) {
                    let mut after = board.clone();
                    after.set(from.0, from.1, Stone::Empty);
                    after.set(to.0, to.1, Stone::Of(player));
                    visit(after);
                }
            }
        }
    }
}

impl Short for Clobber {
    type Field = Stones;

    fn picture(&self, board: &Board<Stone>) -> String {
        picture::board(board.rows(), board.columns(), |row, column| match board.get(row, column) {
            Stone::Empty => Look::Chequered(Mark::None),
            Stone::Of(player) => Look::Chequered(Mark::Stone(player)),
            Stone::Hole => Look::Nothing,
        })
    }

    fn components(&self, board: &Board<Stone>, visit: &mut impl FnMut(Board<Stone>)) {
        board.regions(
            |stone| matches!(stone, Stone::Of(_)),
            &BESIDE,
            |cells| {
                let piece = board.cut_out(cells, Stone::Empty);
                if Player::BOTH.iter().all(|player| piece.cells().contains(&Stone::Of(*player))) {
                    visit(piece);
                }
            },
        );
    }

    fn field(&self, board: &Board<Stone>) -> Option<(Stones, [u64; 2])> {
        let frame = Frame::of(board.rows(), board.columns())?;
        let stones = |player| frame.cells(board, |stone| stone == Stone::Of(player));
        let keys = TwoLayers::of(frame, board.rows(), board.columns());
        Some((Stones { frame, keys }, [stones(Player::Left), stones(Player::Right)]))
    }
}

/// Boards in one frame; a piece is Left's stones and Right's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stones {
    frame: Frame,
    keys: TwoLayers,
}

impl Field for Stones {
    type Piece = [u64; 2];

    fn key_bits(&self) -> u32 {
        self.keys.bits()
    }

    fn key(&self, piece: &[u64; 2]) -> u128 {
        self.keys.key(*piece)
    }

    fn split(&self, &[left, right]: &[u64; 2], visit: &mut impl FnMut([u64; 2])) {
        let all = left | right;
        // A component with a move has two stones that can clobber each other.
        let mut live = left & self.frame.beside(right);
        while live != 0 {
            let piece = self.frame.flood(live & live.wrapping_neg(), all);
            visit([left & piece, right & piece]);
            live &= !piece;
        }
    }

    fn normal(&self, piece: &[u64; 2]) -> Normal<[u64; 2]> {
        self.frame.normal(*piece, Negates::Swap)
    }

    fn moves(&self, &[left, right]: &[u64; 2], player: Player, visit: &mut impl FnMut([u64; 2])) {
        let (own, other) = if player == Player::Left { (left, right) } else { (right, left) };
        let frame = self.frame;
        let mut towards = |starts: u64, step: &dyn Fn(u64) -> u64| {
            for from in each(starts) {
                let to = step(from);
                let (own, other) = (own ^ from ^ to, other ^ to);
                visit(if player == Player::Left { [own, other] } else { [other, own] });
            }
        };
        towards(own & frame.down(other), &|from| frame.up(from));
        towards(own & frame.right(other), &|from| frame.left(from));
        towards(own & frame.left(other), &|from| frame.right(from));
        towards(own & frame.up(other), &|from| frame.down(from));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_by_sides_only() {
        let count = |text: &str, player| {
            let mut count = 0;
            Clobber.options(&Clobber.parse(text).unwrap(), player, &mut |_| count += 1);
            count
        };
        assert_eq!((count("x./.o", Player::Left), count("x./.o", Player::Right)), (0, 0));
        assert_eq!((count("oxo/.o.", Player::Left), count("oxo/.o.", Player::Right)), (3, 3));
        assert_eq!(count("XB/WO", Player::Left), 2);
    }

    #[test]
    fn faults_have_places() {
        assert_eq!(
            Clobber.parse("xo\nxz").unwrap_err().to_string(),
            "line 2, column 2: found 'z', expected 'x' (Left), 'o' (Right), '.' (empty) or '#' (hole)"
        );
    }
}
