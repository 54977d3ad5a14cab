//! Games of one row on a board of points: drop the men, then move them, and the first row wins.
//!
//! The rulesets that are such a game say which board, which rows and how many men; this is the play that they share.

use super::points::{Men, Points, count_men, each, has_row};
use super::{Player, Verdict};
use crate::fault::Fault;

/// What a player without a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blocked {
    Loses,
    Passes,
}

/// The rules of one such game.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowGame {
    pub board: Points,
    /// The rows that win, for Left and for Right.
    pub rows: [&'static [u16]; 2],
    pub men: u32,
    /// Men dropped one by one from an empty board; otherwise all are on the board from the start.
    pub drops: bool,
    /// A man moves to any empty point, not only to a neighbour.
    pub flying: bool,
    pub blocked: Blocked,
    /// The points where the first man of all may not be dropped.
    pub not_first: u16,
    /// The points where no man may be dropped, only moved.
    pub not_dropped: u16,
}

impl RowGame {
    pub fn parse(&self, text: &str) -> Result<Men, Fault> {
        let men = self.board.parse(text)?;
        let range = if self.drops { 0 } else { self.men }..=self.men;
        count_men(&self.board, men, [range.clone(), range])?;
        if self.has_row(men, Player::Left) && self.has_row(men, Player::Right) {
            return Err(Fault::new("a row of both players", "a row of one player at the most"));
        }
        Ok(men)
    }

    fn has_row(&self, men: Men, player: Player) -> bool {
        has_row(men.of(player), self.rows[usize::from(player == Player::Right)])
    }

    fn is_blocked(&self, men: Men, player: Player) -> bool {
        men.of(player).count_ones() == self.men && !self.flying && !self.board.can_slide(men, player)
    }

    /// Whose turn it is while men are dropped, one by one from the first, which is Left's.
    pub fn turn(&self, men: Men) -> Option<Player> {
        let [left, right] = [men.left, men.right].map(u16::count_ones);
        if left + right >= 2 * self.men {
            return None;
        }
        match left.checked_sub(right) {
            Some(0) => Some(Player::Left),
            Some(1) => Some(Player::Right),
            _ => None,
        }
    }

    pub fn verdict(&self, men: Men, mover: Player) -> Option<Verdict> {
        // The row that ends the game is nearly always the one just made.
        for player in [mover.other(), mover] {
            if self.has_row(men, player) {
                return Some(Verdict::Win(player));
            }
        }
        (self.blocked == Blocked::Loses && self.is_blocked(men, mover)).then(|| Verdict::Win(mover.other()))
    }

    pub fn options(&self, men: Men, player: Player, visit: &mut impl FnMut(Men)) {
        if self.has_row(men, Player::Left) || self.has_row(men, Player::Right) {
            return;
        }
        let (own, empty) = (men.of(player), self.board.all() & !men.all());
        if own.count_ones() < self.men {
            let barred = self.not_dropped | if men.all() == 0 { self.not_first } else { 0 };
            for to in each(empty & !barred) {
                visit(men.with(player, own | 1 << to));
            }
        } else if self.flying {
            for from in each(own) {
                for to in each(empty) {
                    visit(men.with(player, own ^ (1 << from) ^ (1 << to)));
                }
            }
        } else if self.blocked == Blocked::Passes && self.is_blocked(men, player) {
            visit(men);
        } else {
            self.board.slides(men, player, visit);
        }
    }

    /// Visits the boards from which a move of `player` leads to this one, once a move.
    pub fn predecessors(&self, men: Men, player: Player, visit: &mut impl FnMut(Men)) {
        let (own, empty) = (men.of(player), self.board.all() & !men.all());
        let mut from = |before: Men| {
            if Player::BOTH.into_iter().all(|player| !self.has_row(before, player)) {
                visit(before);
            }
        };
        if self.drops {
            for to in each(own & !self.not_dropped) {
                let before = men.with(player, own ^ 1 << to);
                if before.all() != 0 || self.not_first >> to & 1 == 0 {
                    from(before);
                }
            }
        }
        if own.count_ones() < self.men {
            return;
        }
        if self.flying {
            for to in each(own) {
                for place in each(empty) {
                    from(men.with(player, own ^ (1 << to) ^ (1 << place)));
                }
            }
        } else if self.blocked == Blocked::Passes && self.is_blocked(men, player) {
            from(men);
        } else {
            self.board.slides(men, player, &mut from);
        }
    }
}
