//! # Dodgem
//!
//! Colin Vout's game on a square board of 3 by 3, 4 by 4 or 5 by 5 cells. Each player has cars, one fewer than the
//! board has rows. Left's cars start in the left column, all but the bottom left corner, and drive right; Right's start
//! in the bottom row, all but the same corner, and drive up. A move takes one car one cell forward or sideways, never
//! back, to an empty cell; or off the board, from the last cell forward. Who has no cars left on the board has won.
//!
//! **Variants.** `size=3`, `4` or `5`. `blocked=wins` (the usual rule: who leaves the other no move has lost) or `loses`:
//! what becomes of a mover who has cars and no move. Such a game is over at once, at distance 0.
//!
//! **Players.** Left is `X` and moves first by custom, Right is `O`.
//!
//! **Notation.** The rows from the top: `.` empty, `X` a car of Left's, `O` one of Right's.
//!
//! **Example.** On the smallest board the first player wins.
//!
//! ```
//! use partizan::Ruleset;
//! use partizan::question::solve::{Request, Value, solve};
//!
//! let request = Request::new("dodgem");
//! let answer = solve(&request, &partizan::Budget::unlimited()).unwrap();
//! assert_eq!(answer.ask.position, "X../X../.OO");
//! assert_eq!((answer.answer.worth.value(), answer.answer.worth.distance()), (Value::Win, Some(19)));
//! ```
//!
//! **Reference.** *Winning Ways*, chapter 22.

use super::board::Board;
use super::subset::{Pack, Subsets, Unpack, cells, choose, rest};
use super::{Finite, Index, Opening, Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::Fault;

/// The ruleset of Dodgem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dodgem {
    size: u32,
    blocked_wins: bool,
}

impl Default for Dodgem {
    fn default() -> Self {
        Dodgem { size: 3, blocked_wins: true }
    }
}

/// A position: the cells of each player's cars as bits, cell `size * row + column` at that bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    left: u32,
    right: u32,
}

impl Position {
    /// The cells of a player's cars.
    pub fn cars(self, player: Player) -> u32 {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }
}

impl Dodgem {
    fn cells(self) -> u32 {
        self.size * self.size
    }

    fn board(self) -> u32 {
        (1 << self.cells()) - 1
    }

    /// The column from which Left's cars leave the board.
    fn last(self) -> u32 {
        (1..=self.size).fold(0, |column, row| column | 1 << (row * self.size - 1))
    }

    /// The mirror image that takes the way right to the way up, and so one player's view to the other's.
    fn mirror(self, set: u32) -> u32 {
        let n = self.size;
        cells(set).fold(0, |out, cell| out | 1 << (n * (n - 1 - cell % n) + (n - 1 - cell / n)))
    }

    /// A position as a player sees it who drives right: the player's cars, then the others.
    fn seen_by(self, position: Position, player: Player) -> (u32, u32) {
        match player {
            Player::Left => (position.left, position.right),
            Player::Right => (self.mirror(position.right), self.mirror(position.left)),
        }
    }

    /// How many moves the cars that drive right have.
    #[inline]
    fn moves(self, own: u32, other: u32) -> u32 {
        let (n, last) = (self.size, self.last());
        let empty = self.board() & !(own | other);
        (own & last).count_ones()
            + ((own & !last) << 1 & empty).count_ones()
            + (own << n & empty).count_ones()
            + (own >> n & empty).count_ones()
    }
}

impl Ruleset for Dodgem {
    const NAME: &'static str = "dodgem";
    const TITLE: &'static str = "Dodgem: drive all your cars off the board first";
    const SOURCE: &'static str = include_str!("dodgem.rs");
    const NOTATION: &'static str =
        "rows of '.', 'X' (Left, drives right) and 'O' (Right, drives up): X../X../.OO";
    const PLAYERS: [&'static str; 2] = ["X, drives right", "O, drives up"];

    type Position = Position;

    fn settings() -> &'static [Setting] {
        &[
            Setting { name: "size", meaning: "rows and columns of the board", values: &["3", "4", "5"] },
            Setting { name: "blocked", meaning: "a mover with cars and no move", values: &["wins", "loses"] },
        ]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        let size = match variant.get("size") {
            Some("4") => 4,
            Some("5") => 5,
            _ => 3,
        };
        Ok(Dodgem { size, blocked_wins: variant.get("blocked") != Some("loses") })
    }

    fn variant(&self) -> Variant {
        let blocked = if self.blocked_wins { "wins" } else { "loses" };
        Variant::default().with("size", self.size).with("blocked", blocked)
    }

    fn parse(&self, text: &str) -> Result<Position, Fault> {
        let read = |c| match c {
            '.' => Some(None),
            'X' => Some(Some(Player::Left)),
            'O' => Some(Some(Player::Right)),
            _ => None,
        };
        let board = Board::parse(text, read, "'.', 'X' or 'O'")?;
        let n = self.size as usize;
        let whole = |found: String, expected: String| Fault::new(found, expected).at(1, 1).cell(1, 1);
        if (board.rows(), board.columns()) != (n, n) {
            let found = format!("a board of {} rows of {} cells", board.rows(), board.columns());
            return Err(whole(found, format!("{n} rows of {n} cells, as size={n} has them")));
        }
        let set = |player: Player| {
            let cars = board.cells().iter().enumerate().filter(|(_, cell)| **cell == Some(player));
            cars.fold(0u32, |set, (cell, _)| set | 1 << cell)
        };
        let position = Position { left: set(Player::Left), right: set(Player::Right) };
        for (car, set) in [('X', position.left), ('O', position.right)] {
            if set.count_ones() >= self.size {
                return Err(whole(
                    format!("{} cars '{car}'", set.count_ones()),
                    format!("at most {}", n - 1),
                ));
            }
        }
        if position.left | position.right == 0 {
            return Err(whole("an empty board".into(), "cars of one player at least".into()));
        }
        Ok(position)
    }

    fn print(&self, position: &Position) -> String {
        let n = self.size as usize;
        let mut board = Board::filled(n, n, '.');
        for (cell, c) in board.cells_mut().iter_mut().enumerate() {
            if position.left >> cell & 1 != 0 {
                *c = 'X';
            } else if position.right >> cell & 1 != 0 {
                *c = 'O';
            }
        }
        board.print(|c| c)
    }

    fn start(&self) -> Option<Position> {
        let n = self.size;
        let left = (0..n - 1).fold(0, |set, row| set | 1 << (row * n));
        Some(Position { left, right: self.mirror(left) })
    }

    fn swap(&self, position: &Position) -> Option<Position> {
        Some(Position { left: self.mirror(position.right), right: self.mirror(position.left) })
    }

    fn verdict(&self, position: &Position, mover: Player) -> Option<Verdict> {
        let (own, other) = self.seen_by(*position, mover);
        if other == 0 {
            Some(Verdict::Win(mover.other()))
        } else if own == 0 {
            Some(Verdict::Win(mover))
        } else if self.moves(own, other) == 0 {
            Some(Verdict::Win(if self.blocked_wins { mover } else { mover.other() }))
        } else {
            None
        }
    }

    fn options(&self, position: &Position, player: Player, visit: &mut impl FnMut(Position)) {
        let (own, other) = self.seen_by(*position, player);
        if own == 0 || other == 0 {
            return;
        }
        let n = self.size;
        let empty = self.board() & !(own | other);
        let mut after = |own: u32| match player {
            Player::Left => visit(Position { left: own, right: other }),
            Player::Right => visit(Position { left: self.mirror(other), right: self.mirror(own) }),
        };
        for car in cells(own) {
            let (rest, car) = (own ^ 1 << car, 1 << car);
            if car & self.last() != 0 {
                after(rest);
            }
            for to in cells(((car & !self.last()) << 1 | car << n | car >> n) & empty) {
                after(rest | 1 << to);
            }
        }
    }
}

/// A numbering of the positions as the mover sees them, who drives right and has cars; the waiting side may have none.
///
/// The numbers stand in tables, one for each pair of numbers of cars, and there in blocks, one for each set of the
/// waiting side's cars. All positions that lead to one by a move on the board differ in the cars that moved alone: they
/// are in one block, that of the mover's cars as the other side sees them.
#[derive(Clone, Debug)]
pub struct Numbering {
    ruleset: Dodgem,
    sets: Subsets,
    /// By number of cars and number of the set: what it leaves free, numbered and back, and its mirror image with its number.
    packs: Vec<Vec<Pack>>,
    unpacks: Vec<Vec<Unpack>>,
    mirrors: Vec<Vec<(u32, u32)>>,
    /// By cell: where a car there can have come from on the board.
    before: Vec<u32>,
    /// By numbers of cars of the waiting side and the mover: where the table begins, and the length of its blocks.
    tables: [[(u64, u32); 5]; 5],
    size: u64,
}

impl Numbering {
    fn new(ruleset: Dodgem) -> Self {
        let (n, board) = (ruleset.size, ruleset.cells());
        let sets = Subsets::new(board, n - 1);
        let (packs, unpacks): (Vec<Vec<Pack>>, Vec<Vec<Unpack>>) =
            (0..n).map(|cars| sets.of_size(cars).iter().map(|&set| rest(set, board)).unzip()).unzip();
        let mirrored = |set: u32| {
            let mirror = ruleset.mirror(set);
            (mirror, sets.rank(mirror))
        };
        let mirrors =
            (0..n).map(|cars| sets.of_size(cars).iter().map(|&set| mirrored(set)).collect()).collect();
        let before = (0..board)
            .map(|cell| {
                let car = 1u32 << cell;
                let back = if cell % n == 0 { 0 } else { car >> 1 };
                (back | car << n | car >> n) & ruleset.board()
            })
            .collect();
        let mut tables = [[(u64::MAX, 1); 5]; 5];
        let mut size = 0;
        for waiting in 0..n {
            for moving in 1..n {
                let block = choose(board - waiting, moving);
                tables[waiting as usize][moving as usize] = (size, block);
                size += u64::from(choose(board, waiting)) * u64::from(block);
            }
        }
        Numbering { ruleset, sets, packs, unpacks, mirrors, before, tables, size }
    }

    /// The numbers of cars of the waiting side and the mover, the block and the place in it.
    #[inline]
    fn place(&self, index: u64) -> (usize, usize, usize, u32) {
        let most = self.ruleset.size as usize - 1;
        let (mut waiting, mut moving) = (most, most);
        while self.tables[waiting][moving].0 > index {
            (waiting, moving) = if moving == 1 { (waiting - 1, most) } else { (waiting, moving - 1) };
        }
        let (start, block) = self.tables[waiting][moving];
        let offset = (index - start) as u32;
        (waiting, moving, (offset / block) as usize, offset % block)
    }

    /// The mover's cars and the others.
    #[inline]
    fn cars(&self, index: u64) -> (u32, u32) {
        let (waiting, moving, block, place) = self.place(index);
        let own = self.unpacks[waiting][block].unpack(self.sets.set(moving as u32, place));
        (own, self.sets.set(waiting as u32, block as u32))
    }
}

impl Index for Numbering {
    type Ruleset = Dodgem;

    fn ruleset(&self) -> &Dodgem {
        &self.ruleset
    }

    fn size(&self) -> u64 {
        self.size
    }

    fn index(&self, position: &Position, mover: Player) -> u64 {
        let (own, other) = self.ruleset.seen_by(*position, mover);
        let (start, block) = self.tables[other.count_ones() as usize][own.count_ones() as usize];
        let rank = self.sets.rank(other);
        let packed = self.packs[other.count_ones() as usize][rank as usize].pack(own);
        start + u64::from(rank) * u64::from(block) + u64::from(self.sets.rank(packed))
    }

    fn state(&self, index: u64) -> Option<(Position, Player)> {
        let (left, right) = self.cars(index);
        Some((Position { left, right }, Player::Left))
    }

    fn most_moves(&self) -> u32 {
        3 * (self.ruleset.size - 1)
    }

    fn opening(&self, index: u64) -> Opening {
        let (own, other) = self.cars(index);
        if other == 0 {
            return Opening::Lost;
        }
        match self.ruleset.moves(own, other) {
            0 if self.ruleset.blocked_wins => Opening::Won,
            0 => Opening::Lost,
            moves => Opening::Moves(moves),
        }
    }

    #[inline]
    fn predecessors(&self, index: u64, _: usize, visit: &mut impl FnMut(u64)) -> bool {
        let (waiting, moving, block, place) = self.place(index);
        let own = self.unpacks[waiting][block].unpack(self.sets.set(moving as u32, place));
        // As the other side sees it, which has just moved: the mover's cars wait and have the block.
        let (other, _) = self.mirrors[waiting][block];
        let (set, rank) = self.mirrors[moving][self.sets.rank(own) as usize];
        let rest = &self.packs[moving][rank as usize];
        let packed = rest.pack(other);
        let empty = self.ruleset.board() & !(other | set);
        if waiting > 0 {
            let (start, block) = self.tables[moving][waiting];
            let start = start + u64::from(rank) * u64::from(block);
            for car in cells(other) {
                let lifted = packed ^ rest.bit(car);
                for from in cells(self.before[car as usize] & empty) {
                    visit(start + u64::from(self.sets.rank(lifted | rest.bit(from))));
                }
            }
        }
        if waiting + 1 < self.ruleset.size as usize {
            let (start, block) = self.tables[moving][waiting + 1];
            let start = start + u64::from(rank) * u64::from(block);
            for from in cells(self.ruleset.last() & empty) {
                visit(start + u64::from(self.sets.rank(packed | rest.bit(from))));
            }
        }
        true
    }
}

impl Finite for Dodgem {
    type Index = Numbering;

    fn numbered(&self, _: bool) -> Numbering {
        Numbering::new(*self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_have_the_sizes_of_all_placements() {
        let size = |size| Numbering::new(Dodgem { size, blocked_wins: true }).size();
        assert_eq!([size(3), size(4), size(5)], [1_377, 277_296, 120_014_925]);
    }
}
