//! # Amazons
//!
//! Chess queens that shoot. A move takes one of one's own queens any way that a chess queen may go (at least one cell,
//! over free cells only), and then shoots an arrow from where it stands, again as a chess queen moves (the cell that
//! the queen has left is free); the cell that the arrow hits is burnt for good. Who cannot move has lost.
//!
//! **Players.** Left has the queens `x`, Right the queens `o`.
//!
//! **Notation.** Rows separated by newlines, `/` or `|`: `x` a Left queen, `o` a Right queen, `.` a free cell, `#` a
//! burnt cell or a hole. `X`, `B`, `L` are read as `x`; `O`, `W`, `R` as `o`.
//!
//! **Example.** In `x.o` either player can take the middle cell, and has to shoot back to where the queen came from: ∗.
//!
//! ```
//! use partizan::{Player, Ruleset};
//! use partizan::ruleset::amazons::Amazons;
//!
//! let position = Amazons.parse("x.o").unwrap();
//! let mut options = Vec::new();
//! Amazons.options(&position, Player::Left, &mut |option| options.push(Amazons.print(&option)));
//! assert_eq!(options, ["#xo"]);
//! ```
//!
//! **Reference.** Berlekamp, *Sums of N×2 Amazons*, IMS Lecture Notes 35 (2000); Tegos, *Shooting the last arrow*, 2002.

use super::bitboard::{Frame, Negates, TwoLayers, each};
use super::board::{Board, Stone};
use super::picture::{self, Look, Mark};
use super::short::{Field, Normal, Short};
use super::{Player, Ruleset, Variant};
use crate::fault::Fault;

/// The ruleset of Amazons.
#[derive(Clone, Copy, Debug, Default)]
pub struct Amazons;

const AROUND: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// Visits the cells that a queen can reach from here.
fn reach(board: &Board<Stone>, from: (usize, usize), mut visit: impl FnMut((usize, usize))) {
    for (down, across) in AROUND {
        let mut at = from;
        while let Some(next) = board.step(at, down, across) {
            if board.get(next.0, next.1) != Stone::Empty {
                break;
            }
            visit(next);
            at = next;
        }
    }
}

impl Ruleset for Amazons {
    const NAME: &'static str = "amazons";
    const TITLE: &'static str = "Queens that burn the board with arrows";
    const SOURCE: &'static str = include_str!("amazons.rs");
    const NOTATION: &'static str =
        "rows of 'x' (Left queen), 'o' (Right queen), '.' (free) and '#' (burnt): 'x../..o'";
    const PLAYERS: [&'static str; 2] = ["x", "o"];

    type Position = Board<Stone>;

    fn with_variant(_: &Variant) -> Result<Self, Fault> {
        Ok(Amazons)
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
            let mut without = board.clone();
            without.set(from.0, from.1, Stone::Empty);
            reach(board, from, |to| {
                reach(&without, to, |arrow| {
                    let mut after = without.clone();
                    after.set(to.0, to.1, Stone::Of(player));
                    after.set(arrow.0, arrow.1, Stone::Hole);
                    visit(after);
                });
            });
        }
    }
}

impl Short for Amazons {
    type Field = Queens;

    fn picture(&self, board: &Board<Stone>) -> String {
        picture::board(board.rows(), board.columns(), |row, column| match board.get(row, column) {
            Stone::Empty => Look::Chequered(Mark::None),
            Stone::Of(player) => Look::Chequered(Mark::Queen(player)),
            Stone::Hole => Look::Burnt,
        })
    }

    fn components(&self, board: &Board<Stone>, visit: &mut impl FnMut(Board<Stone>)) {
        board.regions(
            |stone| stone != Stone::Hole,
            &AROUND,
            |cells| {
                let piece = board.cut_out(cells, Stone::Hole);
                let has = |stone| piece.cells().contains(&stone);
                if has(Stone::Empty) && Player::BOTH.iter().any(|player| has(Stone::Of(*player))) {
                    visit(piece);
                }
            },
        );
    }

    fn field(&self, board: &Board<Stone>) -> Option<(Queens, [u64; 3])> {
        let frame = Frame::of(board.rows(), board.columns())?;
        let cells = |stone| frame.cells(board, |s| s == stone);
        let keys = TwoLayers::of(frame, board.rows(), board.columns());
        let piece = [cells(Stone::Of(Player::Left)), cells(Stone::Of(Player::Right)), cells(Stone::Empty)];
        Some((Queens { frame, keys }, piece))
    }
}

/// Boards in one frame; a piece is Left's queens, Right's queens and the free cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queens {
    frame: Frame,
    keys: TwoLayers,
}

impl Queens {
    /// The cells that a queen can reach from the single cell `from` over cells of `free`.
    fn reach(&self, from: u64, free: u64) -> u64 {
        let frame = self.frame;
        let slide = |step: &dyn Fn(u64) -> u64| {
            let mut at = step(from) & free;
            let mut all = 0;
            while at != 0 {
                all |= at;
                at = step(at) & free;
            }
            all
        };
        slide(&|c| frame.up(c))
            | slide(&|c| frame.down(c))
            | slide(&|c| frame.left(c))
            | slide(&|c| frame.right(c))
            | slide(&|c| frame.up(frame.left(c)))
            | slide(&|c| frame.up(frame.right(c)))
            | slide(&|c| frame.down(frame.left(c)))
            | slide(&|c| frame.down(frame.right(c)))
    }
}

impl Field for Queens {
    type Piece = [u64; 3];

    fn key_bits(&self) -> u32 {
        self.keys.bits()
    }

    fn key(&self, &[left, right, free]: &[u64; 3]) -> u128 {
        // Two bits a cell: queens have one of them, free cells both, burnt cells none.
        self.keys.key([left | free, right | free])
    }

    fn split(&self, &[left, right, free]: &[u64; 3], visit: &mut impl FnMut([u64; 3])) {
        let queens = left | right;
        // Queens beside no free cell block others, but never move: a region needs one that can.
        let mut live = queens & self.frame.around(free);
        while live != 0 {
            let piece = self.frame.flood_around(live & live.wrapping_neg(), queens | free);
            visit([left & piece, right & piece, free & piece]);
            live &= !piece;
        }
    }

    fn normal(&self, piece: &[u64; 3]) -> Normal<[u64; 3]> {
        self.frame.normal(*piece, Negates::Swap)
    }

    fn moves(&self, &[left, right, free]: &[u64; 3], player: Player, visit: &mut impl FnMut([u64; 3])) {
        let own = if player == Player::Left { left } else { right };
        for from in each(own) {
            let without = free | from;
            for to in each(self.reach(from, free)) {
                let own = own ^ from ^ to;
                for arrow in each(self.reach(to, without & !to)) {
                    let free = without & !to & !arrow;
                    visit(if player == Player::Left { [own, right, free] } else { [left, own, free] });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str, player: Player) -> Vec<String> {
        let mut options = Vec::new();
        Amazons.options(&Amazons.parse(text).unwrap(), player, &mut |o| options.push(Amazons.print(&o)));
        options
    }

    #[test]
    fn queens_go_all_eight_ways_and_shoot_through_where_they_came_from() {
        // Four cells to go to on the row, each with the other four to shoot at.
        assert_eq!(options("..x..", Player::Left).len(), 4 + 4 + 4 + 4);
        assert_eq!(options("x../.../..o", Player::Right).len(), options("x../.../..o", Player::Left).len());
        assert_eq!(options("x#/#.", Player::Left), ["##/#x"]);
    }

    #[test]
    fn enemies_and_burnt_cells_block() {
        assert!(options("xo./##.", Player::Left).is_empty());
    }
}
