//! # Teeko
//!
//! John Scarne's game on a board of 5 by 5 cells. The players in turn drop their four men each on empty cells, Black
//! first; then they move in turn, one man to an empty neighbouring cell, along a row, a column or a diagonal. Who has
//! made a shape with the four men has won: four next to each other in a row, a column or a diagonal, or a square of
//! 2 by 2.
//!
//! **Variants.** `shapes=standard` (the usual rule) or `advanced`: the corners of a square of any size win, too.
//! `phase=all`, or `move`: all eight men are on the board from the start.
//!
//! **Players.** Left is Black, `B`; Right is Red, `R`. As long as men are dropped their number tells whose turn it is.
//! Where a player has a shape the game is over. Who cannot move loses in normal play; the rules do not speak of it.
//!
//! **Notation.** Five rows of five cells: `.` empty, `B` black, `R` red.
//!
//! **Example.** The third black man can be stopped, so that this is far from over.
//!
//! ```
//! use partizan::ruleset::teeko::Teeko;
//! use partizan::ruleset::{Player, Ruleset, Verdict};
//!
//! let teeko = Teeko::default();
//! let position = teeko.parse("...../.BB../.BB../..RR./..RR.").unwrap_err();
//! assert!(position.to_string().contains("both"));
//! let position = teeko.parse("...../.BB../.BB../..RR./..R.R").unwrap();
//! assert_eq!(teeko.verdict(&position, Player::Right), Some(Verdict::Win(Player::Left)));
//! ```
//!
//! **Reference.** John Scarne, *Scarne on Teeko* (1955); Guy Steele found in 1998 by computer that the standard game is
//! a draw and the advanced one a win for the first player.

use super::board::Board;
use super::subset::{Pack, Subsets, Unpack, cells, choose, rest};
use super::{Finite, Index, Opening, Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::Fault;
use std::ops::Range;

const CELLS: u32 = 25;
const BOARD: u32 = (1 << CELLS) - 1;
/// How many men each player has.
const MEN: u32 = 4;

/// How many cells a player's men leave free.
const FREE: usize = (CELLS - MEN) as usize;
/// How many blocks the predecessors of the numbers of a stretch are in, about: so many stay in a near cache.
const NEAR: u32 = 128;

/// The ruleset of Teeko.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Teeko {
    advanced: bool,
    placed: bool,
}

/// A position: the cells of each player's men as bits, cell `5 * row + column` at that bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    left: u32,
    right: u32,
}

impl Position {
    /// The cells of a player's men.
    pub fn men(self, player: Player) -> u32 {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }

    fn of(mover: Player, own: u32, other: u32) -> Self {
        match mover {
            Player::Left => Position { left: own, right: other },
            Player::Right => Position { left: other, right: own },
        }
    }
}

/// The neighbours of each cell; none of what is beyond the board.
const fn neighbours() -> [u32; 32] {
    let mut all = [0; 32];
    let mut a = 0;
    while a < 25 {
        let mut b = 0;
        while b < 25 {
            let (rows, columns) = ((a / 5) as i32 - (b / 5) as i32, (a % 5) as i32 - (b % 5) as i32);
            if a != b && rows.abs() <= 1 && columns.abs() <= 1 {
                all[a] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    all
}

const NEIGHBOURS: [u32; 32] = neighbours();

/// A set of cells under one of the 8 symmetries of the square; 0 is the identity.
fn image(set: u32, symmetry: u32) -> u32 {
    cells(set).fold(0, |out, cell| {
        let (mut row, mut column) = (cell / 5, cell % 5);
        if symmetry & 1 != 0 {
            row = 4 - row;
        }
        if symmetry & 2 != 0 {
            column = 4 - column;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        out | 1 << (5 * row + column)
    })
}

impl Teeko {
    /// Whether four men make a shape that wins.
    fn shape(self, set: u32) -> bool {
        if set.count_ones() != MEN {
            return false;
        }
        let first = set.trailing_zeros();
        let (row, column) = (first / 5, first % 5);
        let line = |step: u32| set == (1 | 1 << step | 1 << (2 * step) | 1 << (3 * step)) << first;
        // The first man of a shape is its uppermost and in the row its leftmost one.
        let square = |side: u32| set == (1 | 1 << side | 1 << (5 * side) | 1 << (6 * side)) << first;
        let sides = if self.advanced { 1..5 } else { 1..2 };
        (column < 2 && line(1))
            || (row < 2 && line(5))
            || (row < 2 && column < 2 && line(6))
            || (row < 2 && column > 2 && line(4))
            || sides.into_iter().any(|side| row + side < 5 && column + side < 5 && square(side))
    }

    fn ended(self, position: Position) -> bool {
        self.shape(position.left) || self.shape(position.right)
    }
}

impl Ruleset for Teeko {
    const NAME: &'static str = "teeko";
    const TITLE: &'static str = "Teeko: drop four men, then move them into a line or a square";
    const SOURCE: &'static str = include_str!("teeko.rs");
    const NOTATION: &'static str =
        "5 rows of '.', 'B' (Black, Left) and 'R' (Red, Right): 'BR.RB/...../...../...../RB.BR'";
    const PLAYERS: [&'static str; 2] = ["Black, B", "Red, R"];

    type Position = Position;

    fn settings() -> &'static [Setting] {
        &[
            Setting { name: "shapes", meaning: "the squares that win", values: &["standard", "advanced"] },
            Setting {
                name: "phase",
                meaning: "with the drops, or from eight men on",
                values: &["all", "move"],
            },
        ]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        Ok(Teeko {
            advanced: variant.get("shapes") == Some("advanced"),
            placed: variant.get("phase") == Some("move"),
        })
    }

    fn variant(&self) -> Variant {
        Variant::default()
            .with("shapes", if self.advanced { "advanced" } else { "standard" })
            .with("phase", if self.placed { "move" } else { "all" })
    }

    fn parse(&self, text: &str) -> Result<Position, Fault> {
        let read = |c| match c {
            '.' => Some(None),
            'B' => Some(Some(Player::Left)),
            'R' => Some(Some(Player::Right)),
            _ => None,
        };
        let board = Board::parse(text, read, "'.', 'B' or 'R'")?;
        if (board.rows(), board.columns()) != (5, 5) {
            let found = format!("a board of {} rows of {} cells", board.rows(), board.columns());
            return Err(Fault::new(found, "5 rows of 5 cells").at(1, 1).cell(1, 1));
        }
        let set = |player: Player| {
            let men = board.cells().iter().enumerate().filter(|(_, cell)| **cell == Some(player));
            men.fold(0u32, |set, (cell, _)| set | 1 << cell)
        };
        let position = Position { left: set(Player::Left), right: set(Player::Right) };
        let (black, red) = (position.left.count_ones(), position.right.count_ones());
        let fault = |expected: &str| {
            Fault::new(format!("{black} black and {red} red men"), expected).at(1, 1).cell(1, 1)
        };
        if black > MEN || red > MEN {
            return Err(fault("at most 4 of each"));
        }
        if self.placed && black + red < 2 * MEN {
            return Err(fault("4 of each, as phase=move has them"));
        }
        if black != red && black != red + 1 {
            return Err(fault("as many of each, or one black man more: Black drops first"));
        }
        if self.shape(position.left) && self.shape(position.right) {
            return Err(Fault::new(
                "winning shapes of both players",
                "at most one: the game ends with the first",
            )
            .at(1, 1)
            .cell(1, 1));
        }
        Ok(position)
    }

    fn print(&self, position: &Position) -> String {
        let mut board = Board::filled(5, 5, '.');
        for (cell, c) in board.cells_mut().iter_mut().enumerate() {
            if position.left >> cell & 1 != 0 {
                *c = 'B';
            } else if position.right >> cell & 1 != 0 {
                *c = 'R';
            }
        }
        board.print(|c| c)
    }

    fn start(&self) -> Option<Position> {
        (!self.placed).then_some(Position { left: 0, right: 0 })
    }

    fn turn(&self, position: &Position) -> Option<Player> {
        let (black, red) = (position.left.count_ones(), position.right.count_ones());
        match black + red {
            8 => None,
            men if men % 2 == 0 => Some(Player::Left),
            _ => Some(Player::Right),
        }
    }

    fn images(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        for symmetry in 0..8 {
            visit(Position { left: image(position.left, symmetry), right: image(position.right, symmetry) });
        }
    }

    fn swap(&self, position: &Position) -> Option<Position> {
        // While men are dropped the players are not alike: Black drops first.
        let placed = position.left.count_ones() + position.right.count_ones() == 2 * MEN;
        placed.then_some(Position { left: position.right, right: position.left })
    }

    fn verdict(&self, position: &Position, mover: Player) -> Option<Verdict> {
        if self.shape(position.men(mover.other())) {
            Some(Verdict::Win(mover.other()))
        } else {
            self.shape(position.men(mover)).then_some(Verdict::Win(mover))
        }
    }

    fn options(&self, position: &Position, player: Player, visit: &mut impl FnMut(Position)) {
        if self.ended(*position) {
            return;
        }
        let (own, other) = (position.men(player), position.men(player.other()));
        let empty = BOARD & !(own | other);
        if own.count_ones() < MEN {
            for to in cells(empty) {
                visit(Position::of(player, own | 1 << to, other));
            }
            return;
        }
        for from in cells(own) {
            for to in cells(NEIGHBOURS[(from & 31) as usize] & empty) {
                visit(Position::of(player, own ^ 1 << from ^ 1 << to, other));
            }
        }
    }
}

/// Stands for the number of moves of a set of men that is a shape.
const SHAPE: u8 = u8::MAX;

/// A numbering of the positions as the mover sees them, in tiers by the number of men on the board.
///
/// A tier's numbers are in blocks, one for each set of the waiting side's men; in a block stand the sets of the mover's
/// men among the other cells. All positions that lead to one differ in the mover's men alone, since the men that move
/// are those of the side that waits afterwards: they are in one block.
///
/// With symmetry there are blocks for the waiting side's sets that are the least of their images alone. Where such a set
/// is its own image under some symmetries, the positions of its block that these exchange are twins: the least has the
/// number, the others' numbers stand for nothing. Where the block of a predecessor is of that kind, each predecessor is
/// taken to its least twin; and how often it is visited is scaled by how many twins each of the two positions has.
#[derive(Clone, Debug)]
pub struct Numbering {
    ruleset: Teeko,
    symmetric: bool,
    sets: Subsets,
    /// By the number of the waiting side's men.
    owners: Vec<Owners>,
    /// By the number of a set of four men: how many moves it has on an empty board, or [`SHAPE`].
    moves: Vec<u8>,
    /// By the number of a set of three cells and by a fourth: the number of the four.
    fours: Vec<[u16; 32]>,
    /// Where the mover's sets are cut into stretches: each begins with this uppermost cell and this one below it.
    cuts: Vec<(u32, u32)>,
    /// By symmetry and row: the image of what the row holds.
    images: Vec<[[u32; 32]; 5]>,
    /// The fewest men that a position has, which is the first tier.
    fewest: u32,
    /// Where each tier begins; one more at the end.
    starts: Vec<u64>,
}

/// The sets that the waiting side's men can form, of one size.
#[derive(Clone, Debug)]
struct Owners {
    /// By the number of a set.
    places: Vec<Place>,
    /// By block.
    blocks: Vec<Block>,
    packs: Vec<Pack>,
    /// By block and by the number of a free cell: the free cells next to it, by their numbers.
    steps: Vec<[u32; FREE]>,
}

/// Where a set of the waiting side's men has its block.
#[derive(Clone, Copy, Debug)]
struct Place {
    block: u16,
    /// A symmetry that takes it to the set of the block.
    symmetry: u8,
    /// The symmetries under which the set of the block is its own image, a bit each.
    fixing: u8,
}

#[derive(Clone, Debug)]
struct Block {
    set: u32,
    /// As in [`Place`].
    fixing: u8,
    /// Whether the set is a shape.
    shape: bool,
    unpack: Unpack,
    /// By the number of a free cell: how many of the waiting side's men are next to it.
    near: [u8; 32],
}

/// How many men the waiting side and the mover have, of so many in all.
fn split(men: u32) -> (u32, u32) {
    (men.div_ceil(2), men / 2)
}

impl Numbering {
    fn new(ruleset: Teeko, symmetric: bool) -> Self {
        let sets = Subsets::new(CELLS, MEN);
        let row =
            |symmetry: u32, row: u32| std::array::from_fn(|bits| image((bits as u32) << (5 * row), symmetry));
        let images: Vec<[[u32; 32]; 5]> =
            (0..8).map(|symmetry| std::array::from_fn(|r| row(symmetry, r as u32))).collect();
        let turned = |set: u32, symmetry: usize| turn(&images[symmetry], set);
        let owners = (0..=MEN)
            .map(|size| {
                let all = sets.of_size(size);
                let (mut places, mut blocks, mut packs, mut steps) =
                    (Vec::<Place>::new(), Vec::<Block>::new(), Vec::new(), Vec::new());
                for &set in all {
                    let least =
                        if symmetric { (0..8).min_by_key(|&s| turned(set, s)).unwrap_or(0) } else { 0 };
                    let chief = turned(set, least);
                    if chief == set {
                        let symmetries = if symmetric { 0..8 } else { 0..1 };
                        let fixing =
                            symmetries.filter(|&s| turned(set, s) == set).fold(0, |bits, s| bits | 1 << s);
                        let (pack, unpack) = rest(set, CELLS);
                        let near = std::array::from_fn(|free| {
                            let cell = unpack.unpack(1 << free).trailing_zeros().min(CELLS - 1);
                            (NEIGHBOURS[(cell & 31) as usize] & set).count_ones() as u8
                        });
                        places.push(Place { block: blocks.len() as u16, symmetry: 0, fixing });
                        blocks.push(Block { set, fixing, shape: ruleset.shape(set), unpack, near });
                        packs.push(pack);
                        if size == MEN {
                            steps.push(std::array::from_fn(|free| {
                                let cell = unpack.unpack(1 << free).trailing_zeros();
                                pack.pack(NEIGHBOURS[(cell & 31) as usize] & !set)
                            }));
                        }
                    } else {
                        // The least image comes before the set itself, so that its block is known.
                        let chief = places[sets.rank(chief) as usize];
                        places.push(Place { symmetry: least as u8, ..chief });
                    }
                }
                Owners { places, blocks, packs, steps }
            })
            .collect::<Vec<_>>();
        let four = sets.of_size(MEN);
        let moves_or_shape =
            |&set: &u32| if ruleset.shape(set) { SHAPE } else { moves_of(set, BOARD & !set) as u8 };
        let moves = four.iter().map(moves_or_shape).collect();
        let fewest = if ruleset.placed { 2 * MEN } else { 0 };
        let mut starts = vec![0];
        for men in fewest..=2 * MEN {
            let (waiting, moving) = split(men);
            let block = u64::from(choose(CELLS - waiting, moving));
            starts.push(starts[starts.len() - 1] + owners[waiting as usize].blocks.len() as u64 * block);
        }
        Numbering {
            ruleset,
            symmetric,
            fours: sets.with_one_more(),
            sets,
            owners,
            moves,
            cuts: cuts(),
            images,
            fewest,
            starts,
        }
    }

    fn turn(&self, set: u32, symmetry: u8) -> u32 {
        turn(&self.images[usize::from(symmetry)], set)
    }

    /// The men of the tier that a number is in, its block and its place there.
    #[inline]
    fn place(&self, index: u64) -> (u32, usize, u32) {
        let tier = (0..self.starts.len() - 1).rev().find(|&tier| self.starts[tier] <= index).unwrap_or(0);
        let men = self.fewest + tier as u32;
        let (waiting, moving) = split(men);
        let offset = (index - self.starts[tier]) as u32;
        let block = choose_rest(waiting, moving);
        (men, (offset / block) as usize, offset % block)
    }

    /// The images of a set under the symmetries of a block but the identity.
    fn twins(&self, fixing: u8, set: u32) -> impl Iterator<Item = u32> {
        cells(u32::from(fixing & !1)).map(move |symmetry| self.turn(set, symmetry as u8))
    }

    /// How many symmetries of a block keep a set in place.
    fn keeping(&self, fixing: u8, set: u32) -> u32 {
        1 + self.twins(fixing, set).filter(|&twin| twin == set).count() as u32
    }

    /// The number of the position with these men on these sides.
    fn number(&self, own: u32, other: u32) -> u64 {
        let men = own.count_ones() + other.count_ones();
        let owners = &self.owners[other.count_ones() as usize];
        let Place { block, symmetry, fixing } = owners.places[self.sets.rank(other) as usize];
        let mut own = self.turn(own, symmetry);
        own = self.twins(fixing, own).fold(own, u32::min);
        let tier = (men - self.fewest) as usize;
        let size = u64::from(choose_rest(other.count_ones(), own.count_ones()));
        let packed = owners.packs[usize::from(block)].pack(own);
        self.starts[tier] + u64::from(block) * size + u64::from(self.sets.rank(packed))
    }

    /// The mover's and the waiting side's men; `None` for a twin that is not the least, and where the mover has a shape.
    fn men(&self, index: u64) -> Option<(u32, u32)> {
        let (men, block, place) = self.place(index);
        let (waiting, moving) = split(men);
        let owners = &self.owners[waiting as usize];
        let Block { set, fixing, unpack, .. } = &owners.blocks[block];
        let (set, fixing) = (*set, *fixing);
        let own = unpack.unpack(self.sets.set(moving, place));
        let least = fixing == 1 || self.twins(fixing, own).all(|twin| twin >= own);
        let shape = moving == MEN && self.moves[self.sets.rank(own) as usize] == SHAPE;
        (least && !shape).then_some((own, set))
    }
}

#[inline]
fn turn(rows: &[[u32; 32]; 5], set: u32) -> u32 {
    (0..5).fold(0, |out, row| out | rows[row][(set >> (5 * row) & 31) as usize])
}

/// The number of sets of the mover's men in one block.
#[inline]
fn choose_rest(waiting: u32, moving: u32) -> u32 {
    const TABLE: [[u32; 5]; 5] = {
        let mut table = [[1; 5]; 5];
        let mut waiting = 0;
        while waiting < 5 {
            let mut moving = 1;
            while moving < 5 {
                // C(n, k) = C(n, k - 1) (n - k + 1) / k
                table[waiting][moving] =
                    table[waiting][moving - 1] * (25 - waiting as u32 - moving as u32 + 1) / moving as u32;
                moving += 1;
            }
            waiting += 1;
        }
        table
    };
    TABLE[waiting as usize][moving as usize]
}

/// How many ways there are to choose 3 and 4 of so many cells.
const WAYS: [[u16; 2]; CELLS as usize + 1] = {
    let mut ways = [[0; 2]; CELLS as usize + 1];
    let mut n = 3;
    while n <= CELLS as usize {
        let three = n * (n - 1) * (n - 2) / 6;
        ways[n] = [three as u16, (three * (n - 3) / 4) as u16];
        n += 1;
    }
    ways
};

/// Cuts the sets of four cells into stretches of about [`NEAR`], by the two uppermost cells.
fn cuts() -> Vec<(u32, u32)> {
    let (mut cuts, mut count) = (vec![(0, 0)], 0);
    for first in 0..CELLS {
        for second in 0..first {
            if count >= NEAR {
                cuts.push((first, second));
                count = 0;
            }
            count += choose(second, MEN - 2);
        }
    }
    cuts.push((CELLS, 0));
    cuts
}

/// How many moves a set of men has to a set of empty cells.
fn moves_of(set: u32, empty: u32) -> u32 {
    cells(set).map(|cell| (NEIGHBOURS[(cell & 31) as usize] & empty).count_ones()).sum()
}

impl Index for Numbering {
    type Ruleset = Teeko;

    fn ruleset(&self) -> &Teeko {
        &self.ruleset
    }

    fn size(&self) -> u64 {
        self.starts[self.starts.len() - 1]
    }

    fn index(&self, position: &Position, mover: Player) -> u64 {
        self.number(position.men(mover), position.men(mover.other()))
    }

    fn state(&self, index: u64) -> Option<(Position, Player)> {
        let (own, other) = self.men(index)?;
        let mover = if (own | other).count_ones() % 2 == 0 { Player::Left } else { Player::Right };
        Some((Position::of(mover, own, other), mover))
    }

    fn symmetric(&self) -> bool {
        self.symmetric
    }

    #[inline]
    fn weight(&self, index: u64) -> u64 {
        if !self.symmetric {
            return 1;
        }
        let (men, number, place) = self.place(index);
        let (waiting, moving) = split(men);
        let block = &self.owners[waiting as usize].blocks[number];
        if block.fixing == 1 {
            return 8;
        }
        let own = block.unpack.unpack(self.sets.set(moving, place));
        8 / u64::from(self.keeping(block.fixing, own))
    }

    fn most_moves(&self) -> u32 {
        // Four men with eight neighbours each; 25 cells to drop on are fewer.
        32
    }

    fn tiers(&self) -> usize {
        self.starts.len() - 1
    }

    fn tier(&self, tier: usize) -> Range<u64> {
        self.starts[tier]..self.starts[tier + 1]
    }

    fn reaches(&self, tier: usize) -> Range<usize> {
        if tier + 1 == self.tiers() { tier..tier + 1 } else { tier + 1..tier + 2 }
    }

    fn stretches(&self, tier: usize) -> usize {
        let (waiting, moving) = split(self.fewest + tier as u32);
        if self.symmetric || moving < MEN {
            1
        } else {
            (self.cuts.len() - 1) * self.owners[waiting as usize].blocks.len()
        }
    }

    /// One for each cut: the predecessors of its stretches are in the blocks of the mover's sets.
    fn groups(&self, tier: usize) -> usize {
        if self.stretches(tier) == 1 { 1 } else { self.cuts.len() - 1 }
    }

    /// A part of a block, in which the mover's men are on sets that are close in order: they have the predecessors.
    #[inline]
    fn stretch(&self, tier: usize, stretch: usize) -> Range<u64> {
        let (waiting, moving) = split(self.fewest + tier as u32);
        if self.symmetric || moving < MEN {
            return self.tier(tier);
        }
        let owners = &self.owners[waiting as usize];
        let (stretch, blocks) = (stretch as u32, owners.blocks.len() as u32);
        let (cut, block) = ((stretch / blocks) as usize, (stretch % blocks) as usize);
        let (set, pack) = (owners.blocks[block].set, &owners.packs[block]);
        // How many sets come before the first with these two uppermost cells.
        let before = |(first, second): (u32, u32)| {
            let with = if set >> first & 1 == 0 { WAYS[pack.below(second) as usize][0] } else { 0 };
            u64::from(WAYS[pack.below(first) as usize][1] + with)
        };
        let start = self.starts[tier] + block as u64 * u64::from(choose_rest(waiting, moving));
        start + before(self.cuts[cut])..start + before(self.cuts[cut + 1])
    }

    fn opening(&self, index: u64) -> Opening {
        let (men, number, place) = self.place(index);
        let (waiting, moving) = split(men);
        let owners = &self.owners[waiting as usize];
        let block = &owners.blocks[number];
        let packed = self.sets.set(moving, place);
        let own = block.unpack.unpack(packed);
        if block.fixing != 1 && self.twins(block.fixing, own).any(|twin| twin < own) {
            return Opening::Nothing;
        }
        let moves = if moving == MEN { self.moves[self.sets.rank(own) as usize] } else { 0 };
        if moves == SHAPE {
            return Opening::Nothing;
        }
        if block.shape {
            return Opening::Lost;
        }
        if moving < MEN {
            return Opening::Moves(CELLS - men);
        }
        // What the men could do on an empty board, less what the other side's men are in the way of.
        let near: u32 = cells(packed).map(|cell| u32::from(block.near[(cell & 31) as usize])).sum();
        Opening::Moves(u32::from(moves) - near)
    }

    fn openings(&self, numbers: Range<u64>, visit: &mut impl FnMut(Opening)) {
        let mut next = numbers.start;
        while next < numbers.end {
            let (men, number, place) = self.place(next);
            let (waiting, moving) = split(men);
            let block = &self.owners[waiting as usize].blocks[number];
            let packed = self.sets.set(moving, place);
            if moving < MEN || block.fixing != 1 || block.shape {
                visit(self.opening(next));
                next += 1;
                continue;
            }
            // The sets that differ in the lowest man alone follow each other.
            let (lowest, rest) = (packed.trailing_zeros(), packed & (packed - 1));
            let end = rest.trailing_zeros().min(lowest + (numbers.end - next) as u32);
            let near: u8 = cells(rest).map(|free| block.near[(free & 31) as usize]).sum();
            let fours = &self.fours[self.sets.rank(block.unpack.unpack(rest)) as usize];
            for free in lowest..end {
                let cell = block.unpack.cell(free);
                let moves = self.moves[usize::from(fours[(cell & 31) as usize])];
                visit(if moves == SHAPE {
                    Opening::Nothing
                } else {
                    Opening::Moves(u32::from(moves - near - block.near[(free & 31) as usize]))
                });
            }
            next += u64::from(end - lowest);
        }
    }

    #[inline]
    fn predecessors(&self, index: u64, tier: usize, visit: &mut impl FnMut(u64)) -> bool {
        let (men, number, place) = self.place(index);
        let before = self.fewest + tier as u32;
        let dropped = before + 1 == men;
        if !dropped && (before != men || men != 2 * MEN) {
            return true;
        }
        let (waiting, moving) = split(men);
        let block = &self.owners[waiting as usize].blocks[number];
        let own = block.unpack.unpack(self.sets.set(moving, place));
        let other = block.set;
        // The mover's men are those of the side that waited before: they have the block.
        let owners = &self.owners[moving as usize];
        let Place { block, symmetry, fixing } = owners.places[self.sets.rank(own) as usize];
        let pack = &owners.packs[usize::from(block)];
        let (set, moved) =
            if symmetry == 0 { (own, other) } else { (self.turn(own, symmetry), self.turn(other, symmetry)) };
        let size = u64::from(choose_rest(moving, split(before).1));
        let start = self.starts[tier] + u64::from(block) * size;
        if fixing != 1 {
            let empty = BOARD & !(moved | set);
            self.twins_before(fixing, moved, empty, dropped, &mut |twin, times| {
                for _ in 0..times {
                    visit(start + u64::from(self.sets.rank(pack.pack(twin))));
                }
            });
            return true;
        }
        let packed = pack.pack(moved);
        let steps = owners.steps.get(usize::from(block));
        for to in cells(packed) {
            let lifted = self.sets.rank(packed ^ 1 << to);
            if dropped {
                visit(start + u64::from(lifted));
            } else if let Some(steps) = steps {
                let fours = &self.fours[lifted as usize];
                for from in cells(steps[to as usize] & !packed) {
                    visit(start + u64::from(fours[(from & 31) as usize]));
                }
            }
        }
        true
    }
}

impl Numbering {
    /// The sets that men have moved or dropped from, in a block with symmetries: each least twin and how many moves it
    /// has to the position and its images together.
    #[inline(never)]
    fn twins_before(
        &self,
        fixing: u8,
        moved: u32,
        empty: u32,
        dropped: bool,
        visit: &mut dyn FnMut(u32, u32),
    ) {
        // By least twin: how often it has come up.
        let mut twins: [(u32, u32); 32] = [(0, 0); 32];
        let mut count = 0;
        let mut meet = |set: u32| {
            let least = self.twins(fixing, set).fold(set, u32::min);
            if let Some((_, times)) = twins[..count].iter_mut().find(|(twin, _)| *twin == least) {
                *times += 1;
            } else {
                twins[count] = (least, 1);
                count += 1;
            }
        };
        for to in cells(moved) {
            if dropped {
                meet(moved ^ 1 << to);
            } else {
                for from in cells(NEIGHBOURS[(to & 31) as usize] & empty) {
                    meet(moved ^ 1 << to ^ 1 << from);
                }
            }
        }
        let here = self.keeping(fixing, moved);
        for &(twin, times) in &twins[..count] {
            visit(twin, times * self.keeping(fixing, twin) / here);
        }
    }
}

impl Finite for Teeko {
    type Index = Numbering;

    fn numbered(&self, symmetry: bool) -> Numbering {
        Numbering::new(*self, symmetry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_counted() {
        let sets = Subsets::new(CELLS, MEN);
        let count = |teeko: Teeko| sets.of_size(MEN).iter().filter(|&&set| teeko.shape(set)).count();
        // 28 lines and 16 small squares; 9 + 4 + 1 larger squares.
        assert_eq!(count(Teeko::default()), 44);
        assert_eq!(count(Teeko { advanced: true, placed: false }), 58);
    }

    #[test]
    fn the_blocks_are_the_sets_up_to_symmetry() {
        let numbering = Numbering::new(Teeko { advanced: false, placed: true }, true);
        assert_eq!(numbering.owners[4].blocks.len(), 1_666);
        assert_eq!(numbering.size(), 9_971_010);
        assert_eq!(Numbering::new(Teeko { advanced: false, placed: true }, false).size(), 75_710_250);
    }
}
