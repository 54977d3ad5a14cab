//! # Othello
//!
//! **Board.** A square of four by four cells, or of six or eight as the setting says.
//!
//! **Start.** The four cells in the middle have discs: X on the upper right and the lower left, O on the other two.
//!
//! **Move.** Put a disc of your own on an empty cell so that in at least one of the eight directions one or more of the
//! other's discs lie in a straight line between it and another disc of your own. All discs so enclosed, in every
//! direction, become yours. Who has no such move passes, which is a move and counts as one; who has one may not pass.
//!
//! **End.** When neither player can put a disc, who has more discs wins; with as many each it is a tie.
//!
//! **Players.** Left has X (dark), Right has O (light). Left moves first.
//!
//! **Notation.** Rows from the top, separated by newlines, `/` or `|`: `X`, `O` (or `x`, `o`), `.` for an empty cell.
//!
//! **Settings.** `size`: 4, 6 or 8 cells a side.
//!
//! **Example.** The four first moves, which are alike.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, othello::Othello};
//!
//! let game = Othello::default();
//! let mut moves = Vec::new();
//! game.options(&game.start().unwrap(), Player::Left, &mut |next| moves.push(game.print(&next)));
//! assert_eq!(moves, [".X../.XX./.XO./....", "..../XXX./.XO./....", "..../.OX./.XXX/....", "..../.OX./.XX./..X."]);
//! ```
//!
//! **Reference.** J. Feinstein found in 1993 that the second player wins on 6 by 6; on 4 by 4 the second player wins, too.

use super::board::Board;
use super::marks::images;
use super::{Keyed, Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::Fault;

/// The ruleset of Othello.
#[derive(Clone, Copy, Debug)]
pub struct Othello {
    size: usize,
    all: u64,
    /// All cells but the first, and but the last, of every row.
    not_first: u64,
    not_last: u64,
}

/// The discs of both players, a bit a cell, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Discs {
    left: u64,
    right: u64,
}

impl Discs {
    fn of(self, player: Player) -> u64 {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }

    /// A player's own discs and the other's.
    fn of_both(player: Player, own: u64, other: u64) -> Self {
        match player {
            Player::Left => Discs { left: own, right: other },
            Player::Right => Discs { left: other, right: own },
        }
    }
}

impl Othello {
    /// The game on a square board.
    ///
    /// # Errors
    /// A fault unless the side is 4, 6 or 8.
    pub fn new(size: usize) -> Result<Self, Fault> {
        if !matches!(size, 4 | 6 | 8) {
            return Err(Fault::new(format!("size={size}"), "size=4, 6 or 8"));
        }
        let all = u64::MAX >> (64 - size * size);
        let first: u64 = (0..size).map(|row| 1 << (row * size)).sum();
        Ok(Othello { size, all, not_first: all & !first, not_last: all & !(first << (size - 1)) })
    }

    /// The cells one step further in a direction, 0 to 7; those that leave the board are gone.
    fn step(&self, set: u64, direction: usize) -> u64 {
        let n = self.size;
        match direction {
            0 => (set & self.not_last) << 1,
            1 => (set & self.not_first) >> 1,
            2 => (set << n) & self.all,
            3 => set >> n,
            4 => ((set & self.not_last) << (n + 1)) & self.all,
            5 => ((set & self.not_first) << (n - 1)) & self.all,
            6 => (set & self.not_last) >> (n - 1),
            _ => (set & self.not_first) >> (n + 1),
        }
    }

    /// The cells where a player may put a disc.
    fn places(&self, discs: Discs, player: Player) -> u64 {
        let (own, other) = (discs.of(player), discs.of(player.other()));
        let empty = self.all & !(own | other);
        (0..8).fold(0, |places, direction| {
            let mut run = self.step(own, direction) & other;
            for _ in 3..self.size {
                run |= self.step(run, direction) & other;
            }
            places | self.step(run, direction) & empty
        })
    }

    /// The discs that a disc on this cell turns.
    fn turned(&self, discs: Discs, player: Player, cell: u64) -> u64 {
        let (own, other) = (discs.of(player), discs.of(player.other()));
        (0..8).fold(0, |turned, direction| {
            let mut run = 0;
            let mut next = self.step(cell, direction);
            while next & other != 0 {
                run |= next;
                next = self.step(next, direction);
            }
            if next & own == 0 { turned } else { turned | run }
        })
    }

    /// Visits the positions in which a player puts the disc on this cell, once for each set of discs that it turns.
    fn unturned(&self, discs: Discs, player: Player, cell: u64, visit: &mut impl FnMut(Discs)) {
        let (own, other) = (discs.of(player) & !cell, discs.of(player.other()));
        // By direction: the discs that were turned, none or one or more up to the last but one of the own ones there.
        let mut runs = [[0; 8]; 8];
        let mut counts = [1; 8];
        for direction in 0..8 {
            let mut run = 0;
            let mut next = self.step(cell, direction);
            if next & other != 0 && self.turned(discs, player, cell) & next != 0 {
                // The disc would have turned these.
                return;
            }
            while next & own != 0 {
                run |= next;
                next = self.step(next, direction);
                if next & own != 0 {
                    runs[direction][counts[direction]] = run;
                    counts[direction] += 1;
                }
            }
        }
        // Every choice of one from each direction, but all none.
        let mut choice = [0; 8];
        loop {
            let Some(direction) = (0..8).find(|&direction| choice[direction] + 1 < counts[direction]) else {
                return;
            };
            choice[..direction].fill(0);
            choice[direction] += 1;
            let turned = (0..8).fold(0, |turned, direction| turned | runs[direction][choice[direction]]);
            visit(Discs::of_both(player, own & !turned, other | turned));
        }
    }
}

impl Default for Othello {
    /// Four by four.
    fn default() -> Self {
        Othello::new(4).expect("4 is a size")
    }
}

impl Ruleset for Othello {
    const NAME: &'static str = "othello";
    const TITLE: &'static str = "Othello on 4 by 4, 6 by 6 or 8 by 8 cells: enclose discs to turn them";
    const SOURCE: &'static str = include_str!("othello.rs");
    const NOTATION: &'static str = "rows of X (Left), O (Right) and '.': '..../.OX./.XO./....'";
    const PLAYERS: [&'static str; 2] = ["dark, X", "light, O"];

    type Position = Discs;

    fn settings() -> &'static [Setting] {
        &[Setting { name: "size", meaning: "how many cells a side has", values: &["4", "6", "8"] }]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        Othello::new(variant.number("size", 4, 4..=8)?)
    }

    fn variant(&self) -> Variant {
        Variant::default().with("size", self.size)
    }

    fn parse(&self, text: &str) -> Result<Discs, Fault> {
        let read = |c| match c {
            'X' | 'x' => Some('X'),
            'O' | 'o' => Some('O'),
            '.' => Some('.'),
            _ => None,
        };
        let board = Board::parse(text, read, "'X', 'O' or '.'")?;
        if (board.rows(), board.columns()) != (self.size, self.size) {
            return Err(Fault::new(
                format!("{} rows and {} columns", board.rows(), board.columns()),
                format!("{0} rows and {0} columns", self.size),
            )
            .hint("the setting size says how large the board is"));
        }
        let cells = |letter| {
            board
                .cells()
                .iter()
                .enumerate()
                .filter(|(_, cell)| **cell == letter)
                .map(|(i, _)| 1u64 << i)
                .sum()
        };
        Ok(Discs { left: cells('X'), right: cells('O') })
    }

    fn print(&self, position: &Discs) -> String {
        let mut board = Board::filled(self.size, self.size, '.');
        for (i, cell) in board.cells_mut().iter_mut().enumerate() {
            if position.left >> i & 1 == 1 {
                *cell = 'X';
            } else if position.right >> i & 1 == 1 {
                *cell = 'O';
            }
        }
        board.print(|cell| cell)
    }

    fn start(&self) -> Option<Discs> {
        let n = self.size;
        let upper_left = (n / 2 - 1) * n + n / 2 - 1;
        Some(Discs {
            left: 1 << (upper_left + 1) | 1 << (upper_left + n),
            right: 1 << upper_left | 1 << (upper_left + n + 1),
        })
    }

    fn images(&self, position: &Discs, visit: &mut impl FnMut(Discs)) {
        let sets = [position.left, position.right];
        images(self.size, self.size, sets, &mut |[left, right]| visit(Discs { left, right }));
    }

    fn swap(&self, position: &Discs) -> Option<Discs> {
        Some(Discs { left: position.right, right: position.left })
    }

    fn verdict(&self, position: &Discs, _mover: Player) -> Option<Verdict> {
        if Player::BOTH.into_iter().any(|player| self.places(*position, player) != 0) {
            return None;
        }
        let [left, right] = Player::BOTH.map(|player| position.of(player).count_ones());
        Some(match left.cmp(&right) {
            std::cmp::Ordering::Greater => Verdict::Win(Player::Left),
            std::cmp::Ordering::Less => Verdict::Win(Player::Right),
            std::cmp::Ordering::Equal => Verdict::Tie,
        })
    }

    fn options(&self, position: &Discs, player: Player, visit: &mut impl FnMut(Discs)) {
        let mut places = self.places(*position, player);
        if places == 0 && self.places(*position, player.other()) != 0 {
            visit(*position);
        }
        while places != 0 {
            let cell = places & places.wrapping_neg();
            places ^= cell;
            let turned = self.turned(*position, player, cell);
            let (own, other) = (position.of(player) | turned | cell, position.of(player.other()) & !turned);
            visit(Discs::of_both(player, own, other));
        }
    }
}

impl Keyed for Othello {
    fn fits(&self) -> bool {
        self.size * self.size < 32
    }

    fn key(&self, position: &Discs, mover: Player) -> u64 {
        position.left | position.right << 31 | (mover as u64) << 62
    }

    fn unkey(&self, key: u64) -> (Discs, Player) {
        let discs = Discs { left: key & self.all, right: key >> 31 & self.all };
        (discs, Player::BOTH[(key >> 62) as usize])
    }

    fn predecessors(&self, position: &Discs, player: Player, visit: &mut impl FnMut(Discs)) -> bool {
        let discs = *position;
        if self.places(discs, player) == 0 && self.places(discs, player.other()) != 0 {
            visit(discs);
        }
        let own = discs.of(player);
        let mut rest = own;
        while rest != 0 {
            let cell = rest & rest.wrapping_neg();
            rest ^= cell;
            self.unturned(discs, player, cell, visit);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_turn_in_all_directions_at_once() {
        let game = Othello::new(6).unwrap();
        let position = game.parse("X.X.X./.OOO../XO.OX./.OOO../X.X.X./......").unwrap();
        let mut seen = Vec::new();
        game.options(&position, Player::Left, &mut |next| seen.push(game.print(&next)));
        assert!(seen.contains(&"X.X.X./.XXX../XXXXX./.XXX../X.X.X./......".to_string()));
    }

    #[test]
    fn runs_do_not_go_round_the_edge() {
        let game = Othello::default();
        // O stands at the end of one row, X two cells on at the start of the next but one.
        let position = game.parse("..XO/X.../..../....").unwrap();
        let mut seen = Vec::new();
        game.options(&position, Player::Left, &mut |next| seen.push(next));
        assert_eq!(seen, [position], "X has nothing but a pass");
    }

    #[test]
    fn who_cannot_move_passes_and_a_level_end_is_a_tie() {
        let game = Othello::default();
        let position = game.parse("XO../..../..../....").unwrap();
        let mut seen = Vec::new();
        game.options(&position, Player::Right, &mut |next| seen.push(next));
        assert_eq!(seen, [position]);
        let level = game.parse("XX../..../OO../....").unwrap();
        assert_eq!(game.verdict(&level, Player::Left), Some(Verdict::Tie));
    }
}
