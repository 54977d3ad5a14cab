//! # Dobutsu Shogi
//!
//! **Board.** Four rows of three squares. Each player has a lion, a giraffe, an elephant and a chick.
//!
//! **Move.** Move one piece of one's own to a square that it reaches and that has no piece of one's own; an opposing
//! piece there is captured and goes to one's hand. Or drop a piece from one's hand on any empty square.
//!
//! - The lion goes one square in any of the eight directions.
//! - The giraffe goes one square straight: forward, back or to a side.
//! - The elephant goes one square on a diagonal.
//! - The chick goes one square forward. On moving to the last row, not on being dropped there, it becomes a hen.
//! - The hen goes one square straight, or forward on a diagonal. When captured it is a chick again.
//!
//! **End.** Whoever captures the lion has won. A lion on the last row, as its owner sees it, wins at once if the other
//! player cannot capture it there; if the other could and did not, it wins when its owner's turn comes. Repetition is no
//! end: play that goes on for ever is a draw. (Who has to move and cannot: the convention of the question decides.)
//!
//! **Settings.** `catch`: who can capture the lion `must` do so, or `may` do something else. It changes no winner and no
//! distance, but how many positions play can reach.
//!
//! **Counts.** `solve --all` counts no position where a lion has been captured. From the start it needs 6.4 GB.
//!
//! **Players.** Left plays up the board with capital letters and moves first, Right plays down it with small ones.
//!
//! **Notation.** Four rows from the top, separated by newlines, `/` or `|`: `L` lion, `G` giraffe, `E` elephant, `C` chick,
//! `H` hen, `.` for an empty square. Then, after a blank, the pieces in hand, Left's capitals first, or `-`.
//!
//! **Example.** The four first moves.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, dobutsu_shogi::DobutsuShogi};
//!
//! let game = DobutsuShogi::default();
//! let mut moves = Vec::new();
//! game.options(&game.start().unwrap(), Player::Left, &mut |next| moves.push(game.print(&next)));
//! assert_eq!(
//!     moves,
//!     ["gle/.C./.../ELG C", "gle/.c./LC./E.G -", "gle/.c./.CL/E.G -", "gle/.c./.CG/EL. -"]
//! );
//! ```
//!
//! **Reference.** M. Kitao and M. Fujita's game of 2008. T. Tanaka, *An analysis of a board game "Doubutsu Shogi"*, IPSJ
//! SIG technical report 2009-GI-22: 246,803,167 positions can be reached, and the second player wins in 78.

use super::{Keyed, Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::{Fault, Row, quote, quote_text, rows};

/// The ruleset of Dobutsu Shogi.
#[derive(Clone, Copy, Debug)]
pub struct DobutsuShogi {
    /// Whether who can capture the lion must.
    must: bool,
}

impl Default for DobutsuShogi {
    /// Who can capture the lion must.
    fn default() -> Self {
        DobutsuShogi { must: true }
    }
}

/// The board and both hands in 60 bits: four bits a square, row by row from the top, then two bits for how many of each
/// kind are in hand, Left's chicks, elephants and giraffes, then Right's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Zoo(u64);

const COLUMNS: usize = 3;
const SQUARES: usize = 12;
const HANDS: usize = 48;
/// Sets of squares have a bit a square, the lowest of its four: all squares, the last rows, the columns.
const ALL: u64 = 0x1111_1111_1111;
const TOP: u64 = 0x111;
const BOTTOM: u64 = 0x111 << 36;
const FIRST_COLUMN: u64 = 0x0010_0100_1001;
/// Every bit of a square, from its lowest.
const SQUARE: u64 = 15;

/// The kinds of pieces; a square holds 0, or a kind with 8 more if it is Right's.
const CHICK: u64 = 1;
const ELEPHANT: u64 = 2;
const GIRAFFE: u64 = 3;
const LION: u64 = 4;
const HEN: u64 = 5;
const RIGHT: u64 = 8;
/// The letters by kind.
const LETTERS: [char; 6] = ['.', 'C', 'E', 'G', 'L', 'H'];

/// The squares that a piece reaches, by what a square holds and by the square.
const REACH: [[u64; SQUARES]; 16] = reach();

const fn reach() -> [[u64; SQUARES]; 16] {
    let mut table = [[0; SQUARES]; 16];
    let mut kind = CHICK;
    while kind <= HEN {
        let mut square = 0;
        while square < SQUARES {
            let mut to = 0;
            while to < SQUARES {
                let down = (to / COLUMNS) as i32 - (square / COLUMNS) as i32;
                let side = (to % COLUMNS) as i32 - (square % COLUMNS) as i32;
                if kind_goes(kind, down, side) {
                    table[kind as usize][square] |= 1 << (4 * to);
                }
                if kind_goes(kind, -down, side) {
                    table[(kind | RIGHT) as usize][square] |= 1 << (4 * to);
                }
                to += 1;
            }
            square += 1;
        }
        kind += 1;
    }
    table
}

/// Whether a piece of Left's goes so many squares down and to the side.
const fn kind_goes(kind: u64, down: i32, side: i32) -> bool {
    let near = down * down <= 1 && side * side <= 1 && (down != 0 || side != 0);
    let straight = down == 0 || side == 0;
    near && match kind {
        CHICK => down == -1 && side == 0,
        ELEPHANT => !straight,
        GIRAFFE => straight,
        HEN => straight || down == -1,
        _ => true,
    }
}

impl Zoo {
    fn at(self, square: usize) -> u64 {
        self.0 >> (4 * square) & 15
    }

    fn put(self, square: usize, piece: u64) -> Zoo {
        Zoo(self.0 & !(15 << (4 * square)) | piece << (4 * square))
    }

    /// Where the pieces in hand of this kind are counted.
    fn place(player: Player, kind: u64) -> usize {
        HANDS + 2 * (kind as usize - 1) + 6 * (player as usize)
    }

    fn in_hand(self, player: Player, kind: u64) -> u64 {
        self.0 >> Self::place(player, kind) & 3
    }

    /// The squares that hold something.
    fn men(self) -> u64 {
        let pairs = self.0 | self.0 >> 1;
        (pairs | pairs >> 2) & ALL
    }

    /// The squares that hold a player's pieces.
    fn men_of(self, player: Player) -> u64 {
        let right = self.0 >> 3 & ALL;
        if player == Player::Right { right } else { self.men() & !right }
    }

    /// Where a player's lion is, as a set.
    fn lion(self, player: Player) -> u64 {
        // No other bits than a lion's: nothing is left of it.
        !Zoo(self.0 ^ (ALL * (LION | side(player)))).men() & ALL
    }

    /// A player's lion if it is on its last row, as a set.
    fn tries(self, player: Player) -> u64 {
        self.lion(player) & last_row(player)
    }

    /// Whether a player can capture the lion.
    fn catches(self, player: Player) -> bool {
        self.attacks(player, self.lion(player.other()))
    }

    /// Whether a player can capture on a square of a set.
    fn attacks(self, player: Player, squares: u64) -> bool {
        each(self.men_of(player)).any(|from| REACH[self.at(from) as usize][from] & squares != 0)
    }
}

/// The squares of a set one by one.
fn each(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize / 4;
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

fn owner(piece: u64) -> Player {
    if piece & RIGHT == 0 { Player::Left } else { Player::Right }
}

fn side(player: Player) -> u64 {
    if player == Player::Left { 0 } else { RIGHT }
}

fn last_row(player: Player) -> u64 {
    if player == Player::Left { TOP } else { BOTTOM }
}

impl Ruleset for DobutsuShogi {
    const NAME: &'static str = "dobutsu-shogi";
    const TITLE: &'static str = "Dobutsu Shogi: lion, giraffe, elephant and chick on four rows of three";
    const SOURCE: &'static str = include_str!("dobutsu_shogi.rs");
    const NOTATION: &'static str = "four rows of L, G, E, C, H (Left; small letters for Right) and '.', then the hands or -: 'gle/.c./.C./ELG -'";
    const PLAYERS: [&'static str; 2] = ["capital letters, up the board", "small letters, down the board"];

    type Position = Zoo;

    fn settings() -> &'static [Setting] {
        &[Setting { name: "catch", meaning: "who can capture the lion", values: &["must", "may"] }]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        Ok(DobutsuShogi { must: variant.get("catch") != Some("may") })
    }

    fn variant(&self) -> Variant {
        Variant::default().with("catch", if self.must { "must" } else { "may" })
    }

    fn parse(&self, text: &str) -> Result<Zoo, Fault> {
        let text = text.trim_end_matches('\n');
        let Some((board, hands)) = text.rsplit_once([' ', '\n']) else {
            return Err(Fault::new(quote_text(text), "a board and the hands, as 'gle/.c./.C./ELG -'"));
        };
        let mut zoo = Zoo(0);
        let all = rows(board);
        for row in &all {
            if row.number > SQUARES / COLUMNS {
                return Err(row.fault(1, "another row", "4 rows"));
            }
            for (i, c) in row.text.chars().enumerate() {
                let piece = piece(c).ok_or_else(|| wrong_letter(row, i + 1, c))?;
                if i < COLUMNS {
                    zoo = zoo.put((row.number - 1) * COLUMNS + i, piece);
                }
            }
            let found = row.text.chars().count();
            if found != COLUMNS {
                return Err(row.fault(
                    found.min(COLUMNS) + 1,
                    format!("a row of {}", super::points::plural(found, "square")),
                    "3 squares",
                ));
            }
        }
        if all.len() < SQUARES / COLUMNS {
            return Err(Fault::new(super::points::plural(all.len(), "row"), "4 rows"));
        }
        if hands != "-" {
            for c in hands.chars() {
                let held = piece(c).filter(|held| (CHICK..=GIRAFFE).contains(&(held & !RIGHT)));
                let held =
                    held.ok_or_else(|| Fault::new(quote(c), "C, E, G, c, e or g in hand, or '-' alone"))?;
                if zoo.in_hand(owner(held), held & !RIGHT) == 2 {
                    return Err(Fault::new(quote(c), "at most two of a kind in hand"));
                }
                zoo.0 += 1 << Zoo::place(owner(held), held & !RIGHT);
            }
        }
        for (kind, name) in [(CHICK, "chicks and hens"), (ELEPHANT, "elephants"), (GIRAFFE, "giraffes")] {
            let is = |piece: u64| piece & !RIGHT == kind || kind == CHICK && piece & !RIGHT == HEN;
            let on_board = (0..SQUARES).filter(|&square| is(zoo.at(square))).count() as u64;
            let count = on_board + zoo.in_hand(Player::Left, kind) + zoo.in_hand(Player::Right, kind);
            if count != 2 {
                return Err(Fault::new(format!("{count} {name}"), "2 on the board and in the hands"));
            }
        }
        let lions = Player::BOTH.map(|player| zoo.lion(player).count_ones());
        if !matches!(lions, [1, 1 | 0] | [0, 1]) {
            let [left, right] = lions;
            return Err(Fault::new(
                format!("{left} of 'L' and {right} of 'l'"),
                "one of each, or one captured",
            ));
        }
        Ok(zoo)
    }

    fn print(&self, position: &Zoo) -> String {
        let mut text = String::new();
        for square in 0..SQUARES {
            if square > 0 && square % COLUMNS == 0 {
                text.push('/');
            }
            text.push(letter(position.at(square)));
        }
        text.push(' ');
        let board = text.len();
        for player in Player::BOTH {
            for kind in [GIRAFFE, ELEPHANT, CHICK] {
                for _ in 0..position.in_hand(player, kind) {
                    text.push(letter(kind | side(player)));
                }
            }
        }
        if text.len() == board {
            text.push('-');
        }
        text
    }

    fn start(&self) -> Option<Zoo> {
        self.parse("gle/.c./.C./ELG -").ok()
    }

    fn images(&self, position: &Zoo, visit: &mut impl FnMut(Zoo)) {
        visit(*position);
        let first = position.0 & (FIRST_COLUMN * SQUARE);
        let last = position.0 & (FIRST_COLUMN * SQUARE) << 8;
        visit(Zoo(position.0 ^ first ^ last | first << 8 | last >> 8));
    }

    fn swap(&self, position: &Zoo) -> Option<Zoo> {
        let hands = position.0 >> HANDS;
        let hands = (hands >> 6 | (hands & 63) << 6) << HANDS;
        // The squares in reverse: their bytes, then the two squares of each byte.
        let bytes = (position.0 << (64 - HANDS)).swap_bytes();
        let board = (bytes & 0xF0F0_F0F0_F0F0) >> 4 | (bytes & 0x0F0F_0F0F_0F0F) << 4;
        Some(Zoo(hands | board ^ (Zoo(board).men() * RIGHT)))
    }

    fn verdict(&self, position: &Zoo, mover: Player) -> Option<Verdict> {
        let other = mover.other();
        let tries = position.tries(other);
        if position.lion(mover) == 0 || tries != 0 && !position.attacks(mover, tries) {
            return Some(Verdict::Win(other));
        }
        (position.lion(other) == 0 || position.tries(mover) != 0).then_some(Verdict::Win(mover))
    }

    fn options(&self, position: &Zoo, player: Player, visit: &mut impl FnMut(Zoo)) {
        if self.verdict(position, player).is_some() {
            return;
        }
        let (own, men, men_of) = (side(player), position.men(), position.men_of(player));
        let caught = self.must && position.catches(player);
        let goals = if caught { position.lion(player.other()) } else { !men_of };
        for from in each(men_of) {
            let piece = position.at(from);
            for to in each(REACH[piece as usize][from] & goals) {
                let mut next = position.put(from, 0);
                match position.at(to) & !RIGHT {
                    0 | LION => {}
                    HEN => next.0 += 1 << Zoo::place(player, CHICK),
                    kind => next.0 += 1 << Zoo::place(player, kind),
                }
                let promoted = piece & !RIGHT == CHICK && last_row(player) >> (4 * to) & 1 == 1;
                visit(next.put(to, if promoted { HEN | own } else { piece }));
            }
        }
        if caught {
            return;
        }
        for kind in [CHICK, ELEPHANT, GIRAFFE] {
            if position.in_hand(player, kind) > 0 {
                let held = position.0 - (1 << Zoo::place(player, kind));
                for to in each(ALL & !men) {
                    visit(Zoo(held | (kind | own) << (4 * to)));
                }
            }
        }
    }
}

impl Keyed for DobutsuShogi {
    const LEFT_OUT: &'static str = "those where a lion has been captured";

    fn left_out(&self, position: &Zoo, _: Player) -> bool {
        position.lion(Player::Left) == 0 || position.lion(Player::Right) == 0
    }

    fn key(&self, position: &Zoo, mover: Player) -> u64 {
        position.0 | (mover as u64) << 60
    }

    fn unkey(&self, key: u64) -> (Zoo, Player) {
        (Zoo(key & ((1 << 60) - 1)), Player::BOTH[(key >> 60) as usize])
    }

    fn predecessors(&self, position: &Zoo, player: Player, visit: &mut impl FnMut(Zoo)) -> bool {
        let (own, other) = (side(player), side(player.other()));
        let empty = ALL & !position.men();
        // What the move may have taken: how it stood, and what it added to the hand.
        let mut taken = [(0, 0); 6];
        let mut count = 0;
        let mut may = |piece: u64, held: u64| {
            taken[count] = (piece, held);
            count += 1;
        };
        let catches = position.lion(player.other()) == 0;
        if catches {
            may(LION | other, 0);
        } else {
            may(0, 0);
            for (piece, kind) in [(CHICK, CHICK), (HEN, CHICK), (ELEPHANT, ELEPHANT), (GIRAFFE, GIRAFFE)] {
                if position.in_hand(player, kind) > 0 {
                    may(piece | other, 1 << Zoo::place(player, kind));
                }
            }
        }
        let mut before = |zoo: Zoo| {
            let other_move = self.must && !catches && zoo.catches(player);
            if !other_move && self.verdict(&zoo, player).is_none() {
                visit(zoo);
            }
        };
        for to in each(position.men_of(player)) {
            let piece = position.at(to);
            let kind = piece & !RIGHT;
            let at_last = last_row(player) >> (4 * to) & 1 == 1;
            // As what it may have come: a chick on the last row has not moved there, a hen there may have been a chick.
            let moved = (kind != CHICK || !at_last).then_some(piece);
            let promoted = (kind == HEN && at_last).then_some(CHICK | own);
            for came in moved.into_iter().chain(promoted) {
                // Backwards a piece goes where the other player's goes forwards.
                for from in each(REACH[(came ^ RIGHT) as usize][to] & empty) {
                    let left = position.put(from, came);
                    for &(piece, held) in &taken[..count] {
                        before(Zoo(left.put(to, piece).0 - held));
                    }
                }
            }
            if (CHICK..=GIRAFFE).contains(&kind) {
                before(Zoo(position.put(to, 0).0 + (1 << Zoo::place(player, kind))));
            }
        }
        true
    }
}

/// What a letter stands for on a square.
fn piece(letter: char) -> Option<u64> {
    let kind = LETTERS.iter().position(|&known| known == letter.to_ascii_uppercase())? as u64;
    Some(if letter.is_ascii_lowercase() { kind | RIGHT } else { kind })
}

/// The letter of what stands on a square.
fn letter(piece: u64) -> char {
    let letter = LETTERS[(piece & !RIGHT) as usize];
    if piece & RIGHT == 0 { letter } else { letter.to_ascii_lowercase() }
}

fn wrong_letter(row: &Row<'_>, cell: usize, found: char) -> Fault {
    row.fault(cell, quote(found), "'L', 'G', 'E', 'C', 'H', a small one of these, or '.'")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str, player: Player) -> Vec<String> {
        let game = DobutsuShogi::default();
        let mut moves = Vec::new();
        game.options(&game.parse(text).unwrap(), player, &mut |next| moves.push(game.print(&next)));
        moves
    }

    fn verdict(text: &str, mover: Player) -> Option<Verdict> {
        DobutsuShogi::default().verdict(&DobutsuShogi::default().parse(text).unwrap(), mover)
    }

    #[test]
    fn a_chick_becomes_a_hen_by_moving_only_and_a_chick_again_when_taken() {
        let from_hand = moves(".../C.l/.../..L CEEGG", Player::Left);
        assert!(from_hand.contains(&"H../..l/.../..L GGEEC".to_string()), "{from_hand:?}");
        assert!(from_hand.contains(&".C./C.l/.../..L GGEE".to_string()));
        let taken = moves("H../l../.../..L CEEGG", Player::Right);
        assert!(taken.contains(&"l../.../.../..L GGEECc".to_string()), "{taken:?}");
    }

    #[test]
    fn a_lion_on_the_last_row_wins_unless_it_can_be_taken() {
        use Player::{Left, Right};
        assert_eq!(verdict("L../..l/.../... CCEEGG", Right), Some(Verdict::Win(Left)));
        assert_eq!(verdict("L../l../.../... CCEEGG", Right), None);
        assert_eq!(verdict("L../l../.../... CCEEGG", Left), Some(Verdict::Win(Left)));
        // A giraffe of Right's beside it, and an elephant, which only takes on diagonals.
        assert_eq!(verdict("Lg./..l/.../... CCEEG", Right), None);
        assert_eq!(verdict("Le./..l/.../... CCEGG", Right), Some(Verdict::Win(Left)));
        assert_eq!(verdict("C../..l/.../... CEEGG", Left), Some(Verdict::Win(Right)));
    }

    #[test]
    fn pieces_move_as_the_page_says() {
        // Alone on the middle of the second row, counted without the lions' moves.
        for (piece, count) in [('C', 1), ('E', 4), ('G', 4), ('H', 6), ('c', 1), ('h', 6)] {
            let kind = super::piece(piece).unwrap() as usize;
            assert_eq!(REACH[kind][4].count_ones(), count, "{piece}");
        }
        assert_eq!(REACH[HEN as usize][4], 0x010_101_111);
        assert_eq!(REACH[(HEN | RIGHT) as usize][4], 0x111_101_010);
    }

    #[test]
    fn positions_with_too_many_or_too_few_pieces_are_refused() {
        let refused = |text: &str| DobutsuShogi::default().parse(text).unwrap_err().to_string();
        assert_eq!(
            refused("gle/.c./.C./ELG C"),
            "found 3 chicks and hens, expected 2 on the board and in the hands"
        );
        assert_eq!(
            refused("g.e/.c./.C./E.G -"),
            "found 0 of 'L' and 0 of 'l', expected one of each, or one captured"
        );
        assert_eq!(
            refused("gle/.c./.C./ELX -"),
            "line 1, column 15: found 'X', expected 'L', 'G', 'E', 'C', 'H', a small one of these, or '.'"
        );
        assert_eq!(
            refused("gle/.c./.C./ELG"),
            "found 'gle/.c./.C./ELG', expected a board and the hands, as 'gle/.c./.C./ELG -'"
        );
    }
}
