//! # The L game
//!
//! Edward de Bono's game on a board of 4 by 4 cells. Each player has one piece of four cells in the shape of an L, and
//! there are two neutral pieces of one cell. A move takes up one's own L and puts it down elsewhere, turned and turned
//! over as one likes, so that it covers at least one other cell; then one may move one neutral piece to an empty cell,
//! or leave both. Who cannot put the L elsewhere has lost. Nobody need ever lose: most play can go on for ever.
//!
//! **Players.** Left is `#`, Right is `*`; the original problem's player to move is `#`.
//!
//! **Notation.** Four rows of four cells: `.` empty, `x` neutral, `#` and `*` the two L pieces.
//!
//! **Example.** The usual start is a draw.
//!
//! ```
//! use partizan::Ruleset;
//! use partizan::ruleset::l_game::LGame;
//!
//! let start = LGame.parse("x**./.#*./.#*./.##x").unwrap();
//! assert_eq!(Some(start), LGame.start());
//! let mut moves = 0;
//! LGame.options(&start, partizan::Player::Left, &mut |_| moves += 1);
//! assert_eq!(moves, 65);
//! ```
//!
//! **Reference.** Edward de Bono, *The Five-Day Course in Thinking* (1967); *Winning Ways*, chapter 12.

use super::{Finite, Index, Opening, Player, Ruleset, Variant};
use crate::fault::{Fault, Row, quote, rows};
use std::sync::OnceLock;

/// The ruleset of the L game.
#[derive(Clone, Copy, Debug, Default)]
pub struct LGame;

/// A position: three sets of cells as bits, cell `4 * row + column` at that bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    left: u16,
    right: u16,
    neutral: u16,
}

impl Position {
    /// The cells of a player's L.
    pub fn piece(self, player: Player) -> u16 {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }

    /// The cells of the two neutral pieces.
    pub fn neutral(self) -> u16 {
        self.neutral
    }

    fn of(mover: Player, own: u16, other: u16, neutral: u16) -> Self {
        match mover {
            Player::Left => Position { left: own, right: other, neutral },
            Player::Right => Position { left: other, right: own, neutral },
        }
    }
}

/// The single cells of a set.
fn cells(set: u16) -> impl Iterator<Item = u16> {
    (0..16).map(|i| 1 << i).filter(move |cell| set & cell != 0)
}

/// A set of cells under one of the 8 symmetries of the square.
fn image(set: u16, symmetry: u8) -> u16 {
    let mut out = 0;
    for i in (0..16).filter(|i| set >> i & 1 != 0) {
        let (mut row, mut column) = (i / 4, i % 4);
        if symmetry & 1 != 0 {
            row = 3 - row;
        }
        if symmetry & 2 != 0 {
            column = 3 - column;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        out |= 1 << (4 * row + column);
    }
    out
}

/// All 48 placements of the L, in increasing order of their sets.
fn placements() -> &'static [u16; 48] {
    static ALL: OnceLock<[u16; 48]> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Vec::new();
        for symmetry in 0..8 {
            // Each of the 6 places of the L that stands upright with its foot to the right, under each symmetry.
            for row in 0..2 {
                for column in 0..3 {
                    all.push(image(0b11_0001_0001 << (4 * row + column), symmetry));
                }
            }
        }
        all.sort_unstable();
        all.try_into().expect("the L has 48 placements")
    })
}

/// What four cells form.
fn shape(set: u16) -> &'static str {
    let (mut connected, mut before) = (set & set.wrapping_neg(), 0);
    while connected != before {
        before = connected;
        let right = (connected & 0x7777) << 1;
        let left = (connected & 0xEEEE) >> 1;
        connected |= (right | left | connected << 4 | connected >> 4) & set;
    }
    if connected != set {
        return "cells that do not hang together";
    }
    let spans = |shift: fn(usize) -> usize| {
        let used: Vec<usize> = (0..16).filter(|i| set >> i & 1 != 0).map(shift).collect();
        used.iter().max().unwrap_or(&0) - used.iter().min().unwrap_or(&0) + 1
    };
    let (height, width) = (spans(|i| i / 4), spans(|i| i % 4));
    if placements().contains(&set) {
        "an L"
    } else if height == 1 || width == 1 {
        "a line"
    } else if height == 2 && width == 2 {
        "a square"
    } else {
        // Two by three without the L: the T has three cells in one row and one beside their middle, the S has no three.
        let three = (0..16).any(|i| {
            let row = i % 4 < 2 && (set >> i) & 0b111 == 0b111;
            let column = i < 8 && (set >> i) & 0x111 == 0x111;
            row || column
        });
        if three { "a T" } else { "an S" }
    }
}

fn parse_row(row: &Row<'_>, sets: &mut [(char, u16, Vec<usize>); 3]) -> Result<(), Fault> {
    if row.number > 4 {
        return Err(row.fault(1, format!("a row {}", row.number), "4 rows"));
    }
    if row.text.is_empty() {
        return Err(row.fault(1, "an empty row", "a row of 4 cells"));
    }
    for (i, c) in row.text.chars().enumerate() {
        if i == 4 {
            let length = row.text.chars().count();
            return Err(row.fault(5, format!("a row of {length} cells"), "a row of 4 cells"));
        }
        let cell = 4 * (row.number - 1) + i;
        if let Some((_, set, list)) = sets.iter_mut().find(|(sign, ..)| *sign == c) {
            *set |= 1 << cell;
            list.push(cell);
        } else if c != '.' {
            let fault = row.fault(i + 1, quote(c), "'.', 'x', '#' or '*'");
            return Err(match c {
                'X' => fault.hint("did you mean 'x'? The neutral piece is a small letter"),
                ' ' | '_' | '-' => fault.hint("an empty cell is '.'"),
                _ => fault,
            });
        }
    }
    let length = row.text.chars().count();
    if length < 4 {
        let count = if length == 1 { "1 cell".into() } else { format!("{length} cells") };
        return Err(row.fault(length + 1, format!("a row of {count}"), "a row of 4 cells"));
    }
    Ok(())
}

impl Ruleset for LGame {
    const NAME: &'static str = "l-game";
    const TITLE: &'static str = "The L game of Edward de Bono";
    const SOURCE: &'static str = include_str!("l_game.rs");
    const NOTATION: &'static str =
        "4 rows of '.', 'x' (neutral), '#' (Left) and '*' (Right): 'x**./.#*./.#*./.##x'";
    const PLAYERS: [&'static str; 2] = ["#", "*"];

    type Position = Position;

    fn with_variant(_: &Variant) -> Result<Self, Fault> {
        Ok(LGame)
    }

    fn parse(&self, text: &str) -> Result<Position, Fault> {
        let rows = rows(text);
        let mut sets = [('#', 0u16, vec![]), ('*', 0, vec![]), ('x', 0, vec![])];
        if rows.iter().all(|row| row.text.is_empty()) {
            return Err(Fault::new("no rows", "4 rows of 4 cells").at(1, 1).cell(1, 1));
        }
        for row in &rows {
            parse_row(row, &mut sets)?;
        }
        if rows.len() < 4 {
            let last = &rows[rows.len() - 1];
            let count = if rows.len() == 1 { "1 row".into() } else { format!("{} rows", rows.len()) };
            return Err(last.fault(5, count, "4 rows"));
        }
        let at = |cell: usize, found: String, expected: String| {
            rows[cell / 4].fault(cell % 4 + 1, found, expected)
        };
        for (sign, set, list) in &sets {
            let expected = if *sign == 'x' { 2 } else { 4 };
            if list.len() != expected {
                let what = |count: usize| match (sign, count) {
                    ('x', 1) => "1 neutral piece 'x'".to_string(),
                    ('x', count) => format!("{count} neutral pieces 'x'"),
                    (_, 1) => format!("1 cell '{sign}'"),
                    (_, count) => format!("{count} cells '{sign}'"),
                };
                // Where there are too many, the first that is too many; else the last there is.
                let place = list.get(expected).or(list.last()).copied().unwrap_or(0);
                return Err(at(place, what(list.len()), what(expected)));
            }
            let shape = shape(*set);
            if *sign != 'x' && shape != "an L" {
                return Err(at(list[0], format!("'{sign}' as {shape}"), format!("'{sign}' as an L")));
            }
        }
        Ok(Position { left: sets[0].1, right: sets[1].1, neutral: sets[2].1 })
    }

    fn print(&self, position: &Position) -> String {
        let mut text = String::with_capacity(19);
        for cell in 0..16 {
            if cell % 4 == 0 && cell > 0 {
                text.push('/');
            }
            let has = |set: u16| set >> cell & 1 != 0;
            text.push(if has(position.left) {
                '#'
            } else if has(position.right) {
                '*'
            } else if has(position.neutral) {
                'x'
            } else {
                '.'
            });
        }
        text
    }

    fn start(&self) -> Option<Position> {
        self.parse("x**./.#*./.#*./.##x").ok()
    }

    fn images(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        for symmetry in 0..8 {
            visit(Position {
                left: image(position.left, symmetry),
                right: image(position.right, symmetry),
                neutral: image(position.neutral, symmetry),
            });
        }
    }

    fn swap(&self, position: &Position) -> Option<Position> {
        Some(Position { left: position.right, right: position.left, ..*position })
    }

    fn options(&self, position: &Position, player: Player, visit: &mut impl FnMut(Position)) {
        let (own, other, neutral) =
            (position.piece(player), position.piece(player.other()), position.neutral);
        for &placed in placements() {
            if placed == own || placed & (other | neutral) != 0 {
                continue;
            }
            visit(Position::of(player, placed, other, neutral));
            let empty = !(placed | other | neutral);
            for from in cells(neutral) {
                for to in cells(empty) {
                    visit(Position::of(player, placed, other, neutral ^ from ^ to));
                }
            }
        }
    }
}

/// The ways to choose the cells of the neutral pieces among the 8 that the L pieces leave.
const NEUTRALS: u64 = 28;

/// A numbering of the positions as the mover sees them: the waiting side's L, then the mover's, then the neutral pieces.
///
/// No placement of the L is its own image under any symmetry but the identity. So with symmetry the 6 placements of
/// the waiting side's L that are the least of their images stand for all 48, each position for exactly 8.
#[derive(Clone, Debug)]
pub struct Numbering {
    symmetric: bool,
    /// The pairs (waiting side's L, mover's L) in increasing order.
    pairs: Vec<(u16, u16)>,
    /// By placement of the waiting side's L: where its pairs begin, and the symmetry that takes it to the least image.
    blocks: [(u32, u8); 48],
    /// By L and symmetry: its image.
    images: [[u16; 8]; 48],
}

fn rank(placement: u16) -> usize {
    placements().binary_search(&placement).expect("an L of a legal position is a placement")
}

impl Numbering {
    fn new(symmetric: bool) -> Self {
        let all = placements();
        let mut images = [[0; 8]; 48];
        for (i, &placement) in all.iter().enumerate() {
            for symmetry in 0..8 {
                images[i][usize::from(symmetry)] = image(placement, symmetry);
            }
        }
        let (mut pairs, mut blocks) = (Vec::new(), [(0, 0); 48]);
        for (i, &other) in all.iter().enumerate() {
            let least = (0..8u8).min_by_key(|&s| images[i][usize::from(s)]).unwrap_or(0);
            blocks[i] = (pairs.len() as u32, if symmetric { least } else { 0 });
            if !symmetric || least == 0 {
                pairs.extend(all.iter().filter(|&&own| own & other == 0).map(|&own| (other, own)));
            }
        }
        for i in 0..48 {
            let chief = rank(images[i][usize::from(blocks[i].1)]);
            blocks[i].0 = blocks[chief].0;
        }
        Numbering { symmetric, pairs, blocks, images }
    }

    /// The rank of two neutral cells among the 8 cells that two L pieces leave.
    fn neutral_rank(neutral: u16, pieces: u16) -> u64 {
        let place = |cell: u16| u64::from((!pieces & (cell - 1)).count_ones());
        let low = place(neutral & neutral.wrapping_neg());
        let high = place(neutral & (neutral - 1));
        high * (high - 1) / 2 + low
    }

    fn number(&self, own: u16, other: u16, neutral: u16) -> u64 {
        let (start, symmetry) = self.blocks[rank(other)];
        let symmetry_index = usize::from(symmetry);
        let (own, other) = (self.images[rank(own)][symmetry_index], self.images[rank(other)][symmetry_index]);
        let neutral = if symmetry == 0 { neutral } else { image(neutral, symmetry) };
        let place = self.pairs[start as usize..].partition_point(|pair| *pair < (other, own));
        (u64::from(start) + place as u64) * NEUTRALS + Self::neutral_rank(neutral, own | other)
    }

    fn sets(&self, index: u64) -> (u16, u16, u16) {
        let (other, own) = self.pairs[(index / NEUTRALS) as usize];
        let mut left = index % NEUTRALS;
        let mut high = 1;
        while left >= high {
            left -= high;
            high += 1;
        }
        let mut free = cells(!(own | other));
        let low_cell = free.nth(left as usize).unwrap_or(0);
        let high_cell = free.nth((high - left - 1) as usize).unwrap_or(0);
        (own, other, low_cell | high_cell)
    }
}

impl Index for Numbering {
    type Ruleset = LGame;

    fn ruleset(&self) -> &LGame {
        &LGame
    }

    fn size(&self) -> u64 {
        self.pairs.len() as u64 * NEUTRALS
    }

    fn index(&self, position: &Position, mover: Player) -> u64 {
        self.number(position.piece(mover), position.piece(mover.other()), position.neutral)
    }

    fn state(&self, index: u64) -> Option<(Position, Player)> {
        let (left, right, neutral) = self.sets(index);
        Some((Position { left, right, neutral }, Player::Left))
    }

    fn symmetric(&self) -> bool {
        self.symmetric
    }

    fn weight(&self, _: u64) -> u64 {
        if self.symmetric { 8 } else { 1 }
    }

    fn most_moves(&self) -> u32 {
        // An L with the most room has 17 other places; then 12 moves of a neutral piece, or none.
        17 * 13
    }

    fn opening(&self, index: u64) -> Opening {
        let (own, other, neutral) = self.sets(index);
        let taken = other | neutral;
        let places = placements().iter().filter(|&&placed| placed != own && placed & taken == 0).count();
        Opening::Moves(13 * places as u32)
    }

    fn predecessors(&self, index: u64, _: usize, visit: &mut impl FnMut(u64)) -> bool {
        // The other side has just moved its L from somewhere, and then perhaps one neutral piece.
        let (own, other, neutral) = self.sets(index);
        let mut before = |neutral: u16| {
            for &placed in placements() {
                if placed != other && placed & (own | neutral) == 0 {
                    visit(self.number(placed, own, neutral));
                }
            }
        };
        before(neutral);
        for to in cells(neutral) {
            for from in cells(!(own | other | neutral)) {
                before(neutral ^ from ^ to);
            }
        }
        true
    }
}

impl Finite for LGame {
    type Index = Numbering;

    fn numbered(&self, symmetry: bool) -> Numbering {
        Numbering::new(symmetry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_four_cells_has_the_right_shape() {
        let mut count = std::collections::BTreeMap::new();
        for set in (0u16..=u16::MAX).filter(|set| set.count_ones() == 4) {
            *count.entry(shape(set)).or_insert(0) += 1;
        }
        // One-sided counts on a board of 4 by 4: 4 by 4 lines in two directions, 3 by 3 squares, 2 * 2 * 6 of T and S.
        assert_eq!(
            count.into_iter().collect::<Vec<_>>(),
            [
                ("a T", 24),
                ("a line", 8),
                ("a square", 9),
                ("an L", 48),
                ("an S", 24),
                ("cells that do not hang together", 1820 - 24 - 8 - 9 - 48 - 24)
            ]
        );
    }

    #[test]
    fn faults_name_what_is_wrong_and_where() {
        let fault = |text: &str| LGame.parse(text).unwrap_err().to_string();
        assert_eq!(
            fault("####/***./*.x./...x"),
            "line 1, column 1: found '#' as a line, expected '#' as an L"
        );
        assert_eq!(fault("##../.##*/x..*/x.**"), "line 1, column 1: found '#' as an S, expected '#' as an L");
        assert_eq!(
            fault("x**x\n.#*.\n.#*.\n.##x\n"),
            "line 4, column 4: found 3 neutral pieces 'x', expected 2 neutral pieces 'x'"
        );
        assert_eq!(fault("x**.\n.#*.\n.#*.\n"), "line 3, column 5: found 3 rows, expected 4 rows");
    }
}
