//! # Seega on nine cells
//!
//! **Board.** Three by three cells; each player has four men.
//!
//! **Move.** As long as a player has men in hand, a move drops one of them on an empty cell, but not on the centre.
//! Nothing is taken then. After that a move takes one man of one's own to an empty cell next to it in its row or column.
//! An opposing man that then stands between the moved man and another man of the mover in a row or column is taken off
//! the board, on the centre too. Nothing happens to a man that moves between two opposing men, and a player who has
//! taken does not move again.
//!
//! **End.** A player with fewer than two men, those in hand counted, has lost. A player who has to move and cannot has
//! won: whoever shuts the other in has lost. Play that goes on for ever is a draw.
//!
//! **Players.** Left has X, Right has O. Left moves first on the empty board, and so also once all men are dropped.
//!
//! **Notation.** Three rows from the top, separated by newlines, `/` or `|`: `X`, `O` (or `x`, `o`), `.` for an empty
//! cell. Then, after a blank each, the men that Left and that Right have in hand.
//!
//! **Settings.** `blocked`: who has to move and cannot `wins`, or `loses`.
//!
//! **Example.** X takes the man at the upper edge by moving to the corner.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, seega::Seega};
//!
//! let game = Seega::default();
//! let position = game.parse("XO./..X/.OO 0 0").unwrap();
//! let mut moves = Vec::new();
//! game.options(&position, Player::Left, &mut |next| moves.push(game.print(&next)));
//! assert_eq!(moves, [".O./X.X/.OO 0 0", "X.X/.../.OO 0 0", "XO./.X./.OO 0 0"]);
//! ```
//!
//! **Reference.** The game of five by five cells is in E. W. Lane, *Manners and Customs of the Modern Egyptians* (1836).
//! With these rules nine cells are a draw.

use super::points::{Men, Stock, each};
use super::three_mens_morris::ORTHOGONAL as BOARD;
use super::{Keyed, Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::Fault;

/// The ruleset of Seega on nine cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seega {
    /// A player who cannot move has lost, not won.
    blocked_loses: bool,
}

const MEN: u8 = 4;
const CENTRE: u16 = 1 << 4;

/// The rows and columns.
const ROWS: [[usize; 3]; 6] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]];

/// The men of `other` between the man of `own` at `to` and another of `own`.
fn between(own: u16, other: u16, to: usize) -> u16 {
    let has = |men: u16, cell: usize| men >> cell & 1 == 1;
    ROWS.iter()
        .filter(|[a, middle, b]| {
            (*a == to && has(own, *b) || *b == to && has(own, *a)) && has(other, *middle)
        })
        .fold(0, |taken, [_, middle, _]| taken | 1 << middle)
}

impl Seega {
    fn is_over(position: Stock) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| position.total(player.other()) < 2)
    }
}

impl Ruleset for Seega {
    const NAME: &'static str = "seega";
    const TITLE: &'static str = "Seega on three by three cells: take men by closing them in from two sides";
    const SOURCE: &'static str = include_str!("seega.rs");
    const NOTATION: &'static str =
        "three rows of X (Left), O (Right) and '.', then the men in hand: 'XO./..X/.OO 0 0'";
    const PLAYERS: [&'static str; 2] = ["X", "O"];

    type Position = Stock;

    fn settings() -> &'static [Setting] {
        &[Setting { name: "blocked", meaning: "who has to move and cannot", values: &["wins", "loses"] }]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        Ok(Seega { blocked_loses: variant.get("blocked") == Some("loses") })
    }

    fn variant(&self) -> Variant {
        Variant::default().with("blocked", if self.blocked_loses { "loses" } else { "wins" })
    }

    fn parse(&self, text: &str) -> Result<Stock, Fault> {
        let position = BOARD.parse_stock(text, MEN)?;
        if Player::BOTH.into_iter().all(|player| position.total(player) < 2) {
            return Err(Fault::new("fewer than two men on both sides", "two men on one side at least"));
        }
        Ok(position)
    }

    fn print(&self, position: &Stock) -> String {
        BOARD.print_stock(*position)
    }

    fn start(&self) -> Option<Stock> {
        Some(Stock { men: Men::default(), hands: [MEN; 2] })
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
        let free = if position.hands[mover as usize] > 0 {
            BOARD.all() & !CENTRE & !position.men.all() != 0
        } else {
            BOARD.can_slide(position.men, mover)
        };
        (!free).then(|| Verdict::Win(if self.blocked_loses { mover.other() } else { mover }))
    }

    fn options(&self, position: &Stock, player: Player, visit: &mut impl FnMut(Stock)) {
        if Self::is_over(*position).is_some() {
            return;
        }
        let men = position.men;
        let (own, other) = (men.of(player), men.of(player.other()));
        let empty = BOARD.all() & !men.all();
        if position.hands[player as usize] > 0 {
            let mut hands = position.hands;
            hands[player as usize] -= 1;
            for to in each(empty & !CENTRE) {
                visit(Stock { men: men.with(player, own | 1 << to), hands });
            }
            return;
        }
        for from in each(own) {
            for to in each(empty & BOARD.adjacent(from)) {
                let moved = own ^ (1 << from) ^ (1 << to);
                let taken = between(moved, other, to);
                let men = men.with(player, moved).with(player.other(), other ^ taken);
                visit(Stock { men, ..*position });
            }
        }
    }
}

impl Keyed for Seega {
    fn key(&self, position: &Stock, mover: Player) -> u64 {
        position.key(mover)
    }

    fn unkey(&self, key: u64) -> (Stock, Player) {
        Stock::unkey(key)
    }

    fn predecessors(&self, position: &Stock, player: Player, visit: &mut impl FnMut(Stock)) -> bool {
        let (own, other) = (position.men.of(player), position.men.of(player.other()));
        let empty = BOARD.all() & !position.men.all();
        let mut from = |men: u16, others: u16, hand: u8| {
            let mut before = Stock { men: position.men.with(player, men), ..*position };
            before.men = before.men.with(player.other(), others);
            before.hands[player as usize] = hand;
            if Self::is_over(before).is_none() && before.total(player.other()) <= u32::from(MEN) {
                visit(before);
            }
        };
        let hand = position.hands[player as usize];
        for to in each(own & !CENTRE) {
            from(own ^ 1 << to, other, hand + 1);
        }
        if hand > 0 {
            return true;
        }
        for to in each(own) {
            // Whoever stood there is gone now.
            let closed = between(own, BOARD.all(), to);
            if closed & other != 0 {
                continue;
            }
            for place in each(BOARD.adjacent(to) & empty) {
                let most = closed & empty & !(1 << place);
                let mut taken = most;
                loop {
                    from(own ^ (1 << to) ^ (1 << place), other | taken, 0);
                    if taken == 0 {
                        break;
                    }
                    taken = (taken - 1) & most;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str, player: Player) -> Vec<String> {
        let game = Seega::default();
        let mut moves = Vec::new();
        game.options(&game.parse(text).unwrap(), player, &mut |next| moves.push(game.print(&next)));
        moves
    }

    #[test]
    fn the_centre_does_not_protect() {
        assert!(moves("X../.O./OXO 0 0", Player::Left).contains(&".X./.../OXO 0 0".to_string()));
    }

    #[test]
    fn who_moves_between_two_men_is_not_taken() {
        assert!(moves(".X./O.O/..X 0 0", Player::Left).contains(&".../OXO/..X 0 0".to_string()));
    }

    #[test]
    fn men_are_dropped_anywhere_but_on_the_centre_and_take_nothing() {
        assert_eq!(
            moves("XO./.../.OX 2 2", Player::Left),
            ["XOX/.../.OX 1 2", "XO./X../.OX 1 2", "XO./..X/.OX 1 2", "XO./.../XOX 1 2"]
        );
    }

    #[test]
    fn who_is_shut_in_wins_or_loses() {
        let shut_in = |game: Seega| game.verdict(&game.parse("XO./O../... 0 0").unwrap(), Player::Left);
        // One man in the corner has lost anyway; two in opposite corners are shut in.
        assert_eq!(shut_in(Seega::default()), Some(Verdict::Win(Player::Right)));
        let shut_in = |game: Seega| game.verdict(&game.parse("XO./O.O/.OX 0 0").unwrap(), Player::Left);
        assert_eq!(shut_in(Seega::default()), Some(Verdict::Win(Player::Left)));
        assert_eq!(shut_in(Seega { blocked_loses: true }), Some(Verdict::Win(Player::Right)));
    }
}
