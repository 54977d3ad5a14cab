//! # Fox and Hounds
//!
//! **Board.** The 32 dark squares of a draughts board, eight by eight; the square at the bottom left is dark.
//!
//! **Start.** The four hounds are on the dark squares of the top row, the fox on a dark square of the bottom row: the
//! second from the left, unless the settings say otherwise.
//!
//! **Move.** The fox moves to an empty square next to it on a diagonal, in any direction. The hounds' player moves one
//! hound to an empty square next to it on a diagonal, but only down the board. Nobody takes anything.
//!
//! **End.** A fox on the top row has won. Who is to move and cannot has lost: a fox that is shut in, or hounds that have
//! all gone as far as they can.
//!
//! **Players.** Left is the fox, Right has the hounds. Left moves first.
//!
//! **Notation.** Eight rows of eight squares from the top, separated by newlines, `/` or `|`: `F` for the fox, `H` for a
//! hound, `.` for any other square. Men stand on dark squares only.
//!
//! **Settings.** `fox`: where it starts, 1 to 4, counted along the dark squares of the bottom row from the left.
//!
//! **Example.** The fox in the corner is shut in by one hound.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, Verdict, fox_and_hounds::FoxAndHounds};
//!
//! let game = FoxAndHounds::default();
//! let position = game.parse("......../......../......../......../......../..H.H.H./.H....../F.......").unwrap();
//! assert_eq!(game.verdict(&position, Player::Left), Some(Verdict::Win(Player::Right)));
//! assert_eq!(game.verdict(&position, Player::Right), None);
//! ```
//!
//! **Reference.** Berlekamp, Conway, Guy, *Winning Ways*, chapter 20. The hounds win.

use super::board::Board;
use super::{Keyed, Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::{Fault, rows};

/// The ruleset of Fox and Hounds.
#[derive(Clone, Copy, Debug)]
pub struct FoxAndHounds {
    /// The dark square of the bottom row where the fox starts, 0 to 3.
    start: u8,
}

impl Default for FoxAndHounds {
    /// The fox starts on the second dark square from the left.
    fn default() -> Self {
        FoxAndHounds { start: 1 }
    }
}

/// The fox and the hounds on the dark squares, numbered row by row from the top left, four a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chase {
    hounds: u32,
    fox: u32,
}

const SIDE: usize = 8;
const TOP: u32 = 0xF;
/// The squares that are the leftmost and the rightmost of their row's dark squares, and on the board's edge.
const LEFT_EDGE: u32 = 0x1010_1010;
const RIGHT_EDGE: u32 = 0x0808_0808;
/// Rows 0, 2, 4, 6: their dark squares are on columns 1, 3, 5, 7.
const EVEN_ROWS: u32 = 0x0F0F_0F0F;

/// The squares diagonally below those of a set.
const fn down(set: u32) -> u32 {
    let even = set & EVEN_ROWS;
    let odd = set & !EVEN_ROWS;
    // From an even row the squares below are on columns one less and one more: numbers +4 and +5.
    let even = even << 4 | (even & !RIGHT_EDGE) << 5;
    let odd = odd << 4 | (odd & !LEFT_EDGE) << 3;
    even | odd
}

/// The squares diagonally above those of a set.
const fn up(set: u32) -> u32 {
    let even = set & EVEN_ROWS;
    let odd = set & !EVEN_ROWS;
    let even = even >> 4 | (even & !RIGHT_EDGE) >> 3;
    let odd = odd >> 4 | (odd & !LEFT_EDGE) >> 5;
    even | odd
}

/// The squares of a set one by one, each as a set.
fn each(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = set & set.wrapping_neg();
        set ^= square;
        (square != 0).then_some(square)
    })
}

impl Chase {
    fn empty(self) -> u32 {
        !(self.hounds | self.fox)
    }
}

impl Ruleset for FoxAndHounds {
    const NAME: &'static str = "fox-and-hounds";
    const TITLE: &'static str = "Fox and Hounds: a fox against four hounds that only advance";
    const SOURCE: &'static str = include_str!("fox_and_hounds.rs");
    const NOTATION: &'static str =
        "eight rows of eight squares: one F (Left, the fox), four H (Right, the hounds), '.'";
    const PLAYERS: [&'static str; 2] = ["the fox, F", "the hounds, H"];

    type Position = Chase;

    fn settings() -> &'static [Setting] {
        &[Setting {
            name: "fox",
            meaning: "the dark square where the fox starts",
            values: &["2", "1", "3", "4"],
        }]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        Ok(FoxAndHounds { start: variant.number("fox", 2, 1..=4)? as u8 - 1 })
    }

    fn variant(&self) -> Variant {
        Variant::default().with("fox", self.start + 1)
    }

    fn parse(&self, text: &str) -> Result<Chase, Fault> {
        let read = |c| match c {
            'F' | 'f' => Some(Some(Player::Left)),
            'H' | 'h' => Some(Some(Player::Right)),
            '.' => Some(None),
            _ => None,
        };
        let board = Board::parse(text, read, "'F', 'H' or '.'")?;
        if (board.rows(), board.columns()) != (SIDE, SIDE) {
            return Err(Fault::new(
                format!("{} rows and {} columns", board.rows(), board.columns()),
                "8 rows and 8 columns",
            ));
        }
        let mut chase = Chase { hounds: 0, fox: 0 };
        for (i, cell) in board.cells().iter().enumerate() {
            let Some(player) = cell else { continue };
            let (row, column) = (i / SIDE, i % SIDE);
            if (row + column) % 2 == 0 {
                let found = if *player == Player::Left { "a fox" } else { "a hound" };
                let place = &rows(text)[row];
                return Err(place.fault(
                    column + 1,
                    format!("{found} on a light square"),
                    "men on dark squares only",
                ));
            }
            match player {
                Player::Left => chase.fox |= 1 << (i / 2),
                Player::Right => chase.hounds |= 1 << (i / 2),
            }
        }
        for (name, set, want) in [("fox", chase.fox, 1), ("hounds", chase.hounds, 4)] {
            if set.count_ones() != want {
                return Err(Fault::new(format!("{} of {name}", set.count_ones()), want.to_string()));
            }
        }
        Ok(chase)
    }

    fn print(&self, position: &Chase) -> String {
        let mut board = Board::filled(SIDE, SIDE, '.');
        for square in 0..32 {
            let (row, column) = (square / 4, square % 4 * 2 + usize::from(square / 4 % 2 == 0));
            if position.fox >> square & 1 == 1 {
                board.set(row, column, 'F');
            } else if position.hounds >> square & 1 == 1 {
                board.set(row, column, 'H');
            }
        }
        board.print(|cell| cell)
    }

    fn start(&self) -> Option<Chase> {
        Some(Chase { hounds: TOP, fox: 1 << (28 + self.start) })
    }

    fn verdict(&self, position: &Chase, mover: Player) -> Option<Verdict> {
        if position.fox & TOP != 0 {
            return Some(Verdict::Win(Player::Left));
        }
        let steps = match mover {
            Player::Left => up(position.fox) | down(position.fox),
            Player::Right => down(position.hounds),
        };
        (steps & position.empty() == 0).then(|| Verdict::Win(mover.other()))
    }

    fn options(&self, position: &Chase, player: Player, visit: &mut impl FnMut(Chase)) {
        if position.fox & TOP != 0 {
            return;
        }
        match player {
            Player::Left => {
                for fox in each((up(position.fox) | down(position.fox)) & position.empty()) {
                    visit(Chase { fox, ..*position });
                }
            }
            Player::Right => {
                for from in each(position.hounds) {
                    for to in each(down(from) & position.empty()) {
                        visit(Chase { hounds: position.hounds ^ from ^ to, ..*position });
                    }
                }
            }
        }
    }
}

impl Keyed for FoxAndHounds {
    fn key(&self, position: &Chase, mover: Player) -> u64 {
        let fox = u64::from(position.fox.trailing_zeros());
        u64::from(position.hounds) | fox << 32 | (mover as u64) << 37
    }

    fn unkey(&self, key: u64) -> (Chase, Player) {
        let chase = Chase { hounds: key as u32, fox: 1 << (key >> 32 & 31) };
        (chase, Player::BOTH[(key >> 37) as usize])
    }

    fn predecessors(&self, position: &Chase, player: Player, visit: &mut impl FnMut(Chase)) -> bool {
        match player {
            Player::Left => {
                let from = (up(position.fox) | down(position.fox)) & position.empty() & !TOP;
                each(from).for_each(|fox| visit(Chase { fox, ..*position }));
            }
            Player::Right if position.fox & TOP != 0 => {}
            Player::Right => {
                for to in each(position.hounds) {
                    for from in each(up(to) & position.empty()) {
                        visit(Chase { hounds: position.hounds ^ to ^ from, ..*position });
                    }
                }
            }
        }
        true
    }
}
