//! # Four, Five and Six Men's Morris
//!
//! **Board.** Two squares, one in the other, joined at the middles of their sides: sixteen points.
//!
//! ```text
//! 1-------2-------3
//! |   4---5---6   |
//! |   |       |   |
//! 7---8       9--10
//! |   |       |   |
//! |  11--12--13   |
//! 14-----15------16
//! ```
//!
//! **Move.** As long as a player has men in hand (six to begin with), a move drops one of them on an empty point. After
//! that a move slides one man of one's own along a line to an empty neighbouring point; with `flying=yes` a player with
//! three men in all moves a man to any empty point instead.
//!
//! **Mills.** Three men of one player on a side of a square are a mill; there are eight. Whoever makes a mill, by a drop
//! or by a move, takes one man of the other player off the board: one that stands in no mill if there is one, otherwise
//! any. Two mills made at once take one man, too.
//!
//! **End.** A player with fewer than three men, those in hand counted, has lost. A player who has to move and cannot has
//! lost. Play that goes on for ever is a draw.
//!
//! **Players.** Left has X, Right has O. Left moves first on the empty board.
//!
//! **Notation.** Rows from the top, separated by newlines, `/` or `|`, of 3, 3, 4, 3 and 3 points: `X`, `O` (or `x`,
//! `o`), `.` for an empty point. Then, after a blank each, the men that Left and that Right have in hand.
//!
//! **Settings.** `men`: 6, 5 or 4 for each; `flying`: `no` or `yes`.
//!
//! **Example.** X makes a mill at the top and takes either man of O.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, mens_morris::MensMorris};
//!
//! let game = MensMorris::default();
//! let position = game.parse("XX./.../..../.../OO. 4 4").unwrap();
//! let mut mills = Vec::new();
//! game.options(&position, Player::Left, &mut |next| mills.push(game.print(&next)));
//! assert_eq!(mills[..2], ["XXX/.../..../.../.O. 3 4", "XXX/.../..../.../O.. 3 4"]);
//! ```
//!
//! **Reference.** R. C. Bell, *Board and Table Games from Many Civilizations*. All of them are draws.

use super::points::{Men, Points, Stock, Symmetry, each, symmetries};
use super::{Keyed, Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::Fault;

/// The ruleset of Four, Five and Six Men's Morris.
#[derive(Clone, Copy, Debug)]
pub struct MensMorris {
    men: u8,
    flying: bool,
}

const BOARD: Points = Points::new(
    &[3, 3, 4, 3, 3],
    &[&[0, 1, 2, 9, 15, 14, 13, 6, 0], &[3, 4, 5, 8, 12, 11, 10, 7, 3], &[1, 4], &[6, 7], &[8, 9], &[11, 14]],
)
.with_symmetries(&SQUARES);

/// Turned by a quarter, mirrored, and the two squares exchanged.
const SQUARES: [Symmetry; 16] = symmetries(&[
    &[2, 9, 15, 5, 8, 12, 1, 4, 11, 14, 3, 7, 10, 0, 6, 13],
    &[2, 1, 0, 5, 4, 3, 9, 8, 7, 6, 12, 11, 10, 15, 14, 13],
    &[3, 4, 5, 0, 1, 2, 7, 6, 9, 8, 13, 14, 15, 10, 11, 12],
]);

const fn set(points: [u16; 3]) -> u16 {
    1 << points[0] | 1 << points[1] | 1 << points[2]
}

/// The sides of both squares.
const MILLS: [u16; 8] = [
    set([0, 1, 2]),
    set([2, 9, 15]),
    set([13, 14, 15]),
    set([0, 6, 13]),
    set([3, 4, 5]),
    set([5, 8, 12]),
    set([10, 11, 12]),
    set([3, 7, 10]),
];

/// The men that stand in a mill.
fn in_mills(men: u16) -> u16 {
    MILLS.iter().filter(|&&mill| mill & !men == 0).fold(0, |all, mill| all | mill)
}

impl Default for MensMorris {
    /// Six men, no flying.
    fn default() -> Self {
        MensMorris { men: 6, flying: false }
    }
}

/// Whether the man at `to` stands in a mill of these men.
fn closes(men: u16, to: usize) -> bool {
    MILLS.iter().any(|mill| mill >> to & 1 == 1 && mill & !men == 0)
}

/// Those of these men that whoever makes a mill may take.
fn open(men: u16) -> u16 {
    let free = men & !in_mills(men);
    if free == 0 { men } else { free }
}

/// Visits the position after this drop or move to `to`, with every man that may be taken if it made a mill.
fn made(position: Stock, player: Player, to: usize, visit: &mut impl FnMut(Stock)) {
    let other = position.men.of(player.other());
    if other == 0 || !closes(position.men.of(player), to) {
        return visit(position);
    }
    for taken in each(open(other)) {
        visit(Stock { men: position.men.with(player.other(), other ^ 1 << taken), ..position });
    }
}

impl MensMorris {
    fn flies(self, position: Stock, player: Player) -> bool {
        self.flying && position.total(player) == 3
    }

    fn is_over(position: Stock) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| position.total(player.other()) < 3)
    }
}

impl Ruleset for MensMorris {
    const NAME: &'static str = "mens-morris";
    const TITLE: &'static str = "Four, Five and Six Men's Morris: mills on two squares take men";
    const SOURCE: &'static str = include_str!("mens_morris.rs");
    const NOTATION: &'static str = "rows of 3, 3, 4, 3 and 3 points of X (Left), O (Right) and '.', then the men in hand: 'X../.../..../.../..O 5 5'";
    const PLAYERS: [&'static str; 2] = ["X", "O"];

    type Position = Stock;

    fn settings() -> &'static [Setting] {
        &[
            Setting { name: "men", meaning: "how many men each has", values: &["6", "5", "4"] },
            Setting {
                name: "flying",
                meaning: "whether a player with three men moves them anywhere",
                values: &["no", "yes"],
            },
        ]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        let men = variant.number("men", 6, 4..=6)? as u8;
        Ok(MensMorris { men, flying: variant.get("flying") == Some("yes") })
    }

    fn variant(&self) -> Variant {
        Variant::default().with("men", self.men).with("flying", if self.flying { "yes" } else { "no" })
    }

    fn parse(&self, text: &str) -> Result<Stock, Fault> {
        let position = BOARD.parse_stock(text, self.men)?;
        if Player::BOTH.into_iter().all(|player| position.total(player) < 3) {
            return Err(Fault::new("fewer than three men on both sides", "three men on one side at least"));
        }
        Ok(position)
    }

    fn print(&self, position: &Stock) -> String {
        BOARD.print_stock(*position)
    }

    fn start(&self) -> Option<Stock> {
        Some(Stock { men: Men::default(), hands: [self.men; 2] })
    }

    fn turn(&self, position: &Stock) -> Option<Player> {
        position.turn()
    }

    fn images(&self, position: &Stock, visit: &mut impl FnMut(Stock)) {
        BOARD.images(position.men, &mut |men| visit(Stock { men, ..*position }));
    }

    fn swap(&self, position: &Stock) -> Option<Stock> {
        Some(position.swapped())
    }

    fn verdict(&self, position: &Stock, mover: Player) -> Option<Verdict> {
        if let Some(winner) = Self::is_over(*position) {
            return Some(Verdict::Win(winner));
        }
        let free = position.hands[mover as usize] > 0
            || self.flies(*position, mover)
            || BOARD.can_slide(position.men, mover);
        (!free).then(|| Verdict::Win(mover.other()))
    }

    fn options(&self, position: &Stock, player: Player, visit: &mut impl FnMut(Stock)) {
        if Self::is_over(*position).is_some() {
            return;
        }
        let men = position.men;
        let (own, empty) = (men.of(player), BOARD.all() & !men.all());
        if position.hands[player as usize] > 0 {
            let mut hands = position.hands;
            hands[player as usize] -= 1;
            for to in each(empty) {
                made(Stock { men: men.with(player, own | 1 << to), hands }, player, to, visit);
            }
            return;
        }
        let flies = self.flies(*position, player);
        for from in each(own) {
            for to in each(if flies { empty } else { empty & BOARD.adjacent(from) }) {
                let moved = men.with(player, own ^ (1 << from) ^ (1 << to));
                made(Stock { men: moved, ..*position }, player, to, visit);
            }
        }
    }
}

impl Keyed for MensMorris {
    fn key(&self, position: &Stock, mover: Player) -> u64 {
        position.key(mover)
    }

    fn unkey(&self, key: u64) -> (Stock, Player) {
        Stock::unkey(key)
    }

    fn predecessors(&self, position: &Stock, player: Player, visit: &mut impl FnMut(Stock)) -> bool {
        let Stock { men, hands } = *position;
        let (own, other) = (men.of(player), men.of(player.other()));
        let empty = BOARD.all() & !men.all();
        let slides = hands[player as usize] == 0;
        let flies = self.flies(*position, player);
        let mut dropped = hands;
        dropped[player as usize] += 1;
        for to in each(own) {
            let mut with = |taken: u16| {
                let men = men.with(player.other(), other | taken);
                if Self::is_over(Stock { men, hands }).is_some() {
                    return;
                }
                visit(Stock { men: men.with(player, own ^ 1 << to), hands: dropped });
                let from = if flies { empty } else { empty & BOARD.adjacent(to) };
                for from in each(if slides { from & !taken } else { 0 }) {
                    visit(Stock { men: men.with(player, own ^ (1 << to) ^ (1 << from)), hands });
                }
            };
            let mill = closes(own, to);
            if !mill || other == 0 {
                with(0);
            }
            if mill && position.total(player.other()) < u32::from(self.men) {
                each(empty)
                    .filter(|taken| open(other | 1 << taken) >> taken & 1 == 1)
                    .for_each(|taken| with(1 << taken));
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str, player: Player) -> Vec<String> {
        let game = MensMorris::default();
        let mut options = Vec::new();
        game.options(&game.parse(text).unwrap(), player, &mut |next| options.push(game.print(&next)));
        options
    }

    #[test]
    fn men_in_mills_are_taken_only_when_there_are_no_others() {
        let closing = |text| -> Vec<String> {
            options(text, Player::Left).into_iter().filter(|next| next.starts_with("XXX")).collect()
        };
        assert_eq!(closing("XX./O../..../.../OOO 3 2"), ["XXX/.../..../.../OOO 2 2"]);
        assert_eq!(closing("XX./.../..../.../OOO 3 3").len(), 3);
    }

    #[test]
    fn spokes_are_no_mills_and_join_the_squares() {
        assert!(MILLS.iter().all(|mill| mill.count_ones() == 3));
        // Every point is in one or two mills: corners in two, middles in one.
        let mills = |point: usize| MILLS.iter().filter(|&mill| mill >> point & 1 == 1).count();
        let neighbours = |point: usize| BOARD.adjacent(point).count_ones();
        assert_eq!((0..16).filter(|&point| mills(point) == 2 && neighbours(point) == 2).count(), 8);
        assert_eq!((0..16).filter(|&point| mills(point) == 1 && neighbours(point) == 3).count(), 8);
    }

    #[test]
    fn three_men_fly_only_where_that_is_the_rule() {
        let position = "XX./..X/..../.../OOO 0 0";
        // 1 to 7, 2 to 3 and 5, 6 to 5 and 9, in the numbers of the page.
        assert_eq!(options(position, Player::Left).len(), 5);
        let game = MensMorris { men: 6, flying: true };
        let mut count = 0;
        game.options(&game.parse(position).unwrap(), Player::Left, &mut |_| count += 1);
        // Each of 3 men to each of 10 points; the one of these moves that makes a mill takes any of 3.
        assert_eq!(count, 29 + 3);
    }
}
