//! # Hare and Hounds
//!
//! **Board.** Eleven points in five columns; the hounds come from the left.
//!
//! ```text
//!     1---2---3
//!   / | \ | / | \
//! 4---5---6---7---8
//!   \ | / | \ | /
//!     9--10--11
//! ```
//!
//! **Start.** The three hounds are on 4, 1 and 9, the hare on 8.
//!
//! **Move.** The hounds' player moves one hound along a line to an empty neighbouring point, but never back: not to a
//! column further left (up and down is allowed). The hare moves along a line to any empty neighbouring point. Nobody
//! takes anything.
//!
//! **End.** A hare that has to move and cannot has lost. If the hounds are to move and the hare is level with or behind
//! every hound (in no column to the right of one), it has escaped and won. Hounds that have to move and cannot have
//! lost. There is no rule against stalling: play that goes on for ever is a draw.
//!
//! **Players.** Left has the hounds, Right the hare. Left moves first.
//!
//! **Notation.** Rows of 3, 5 and 3 points, separated by newlines, `/` or `|`: `H` for a hound, `R` for the hare, `.` for
//! an empty point.
//!
//! **Example.** The hare at the right end is shut in by all three hounds.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, Verdict, hare_and_hounds::HareAndHounds};
//!
//! let game = HareAndHounds;
//! let position = game.parse("..H/...HR/..H").unwrap();
//! assert_eq!(game.verdict(&position, Player::Right), Some(Verdict::Win(Player::Left)));
//! ```
//!
//! **Reference.** Berlekamp, Conway, Guy, *Winning Ways*, chapter 20 (as the French military hunt).

use super::points::{Men, Points, Symmetry, count_men, each, symmetries};
use super::{Keyed, Player, Ruleset, Variant, Verdict};
use crate::fault::Fault;

/// The ruleset of Hare and Hounds.
#[derive(Clone, Copy, Debug, Default)]
pub struct HareAndHounds;

const BOARD: Points = Points::new(
    &[3, 5, 3],
    &[
        &[0, 1, 2],
        &[3, 4, 5, 6, 7],
        &[8, 9, 10],
        &[0, 4, 8],
        &[1, 5, 9],
        &[2, 6, 10],
        &[3, 0, 5, 10, 7],
        &[3, 8, 5, 2, 7],
    ],
)
.with_letters('H', 'R')
.with_symmetries(&MIRROR);

/// Up and down exchanged.
const MIRROR: [Symmetry; 2] = symmetries(&[&[8, 9, 10, 3, 4, 5, 6, 7, 0, 1, 2]]);

/// The column of each point.
const COLUMN: [u8; 11] = [1, 2, 3, 0, 1, 2, 3, 4, 1, 2, 3];
/// The points in the same column as this one, or further right.
const NOT_BACK: [u16; 11] = not_back();

const fn not_back() -> [u16; 11] {
    let mut sets = [0; 11];
    let mut from = 0;
    while from < 11 {
        let mut to = 0;
        while to < 11 {
            if COLUMN[to] >= COLUMN[from] {
                sets[from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    sets
}

/// Where a man may go.
fn steps(men: Men, player: Player, from: usize) -> u16 {
    let forward = if player == Player::Left { NOT_BACK[from] } else { u16::MAX };
    BOARD.adjacent(from) & forward & !men.all()
}

impl Ruleset for HareAndHounds {
    const NAME: &'static str = "hare-and-hounds";
    const TITLE: &'static str = "Hare and Hounds: three hounds that never turn back shut in a hare";
    const SOURCE: &'static str = include_str!("hare_and_hounds.rs");
    const NOTATION: &'static str =
        "rows of 3, 5 and 3 points: three H (hounds), one R (hare), '.': 'H../H...R/H..'";
    const PLAYERS: [&'static str; 2] = ["the hounds, H", "the hare, R"];

    type Position = Men;

    fn with_variant(_: &Variant) -> Result<Self, Fault> {
        Ok(HareAndHounds)
    }

    fn parse(&self, text: &str) -> Result<Men, Fault> {
        let men = BOARD.parse(text)?;
        count_men(&BOARD, men, [3..=3, 1..=1])?;
        Ok(men)
    }

    fn print(&self, position: &Men) -> String {
        BOARD.print(*position)
    }

    fn start(&self) -> Option<Men> {
        Some(Men { left: 1 << 3 | 1 << 0 | 1 << 8, right: 1 << 7 })
    }

    fn images(&self, position: &Men, visit: &mut impl FnMut(Men)) {
        BOARD.images(*position, visit);
    }

    fn verdict(&self, position: &Men, mover: Player) -> Option<Verdict> {
        let escaped = mover == Player::Left && {
            let hare = COLUMN[position.right.trailing_zeros() as usize];
            each(position.left).all(|hound| hare <= COLUMN[hound])
        };
        let stuck = || each(position.of(mover)).all(|from| steps(*position, mover, from) == 0);
        (escaped || stuck()).then(|| Verdict::Win(mover.other()))
    }

    fn options(&self, position: &Men, player: Player, visit: &mut impl FnMut(Men)) {
        if self.verdict(position, player).is_some() {
            return;
        }
        let own = position.of(player);
        for from in each(own) {
            for to in each(steps(*position, player, from)) {
                visit(position.with(player, own ^ (1 << from) ^ (1 << to)));
            }
        }
    }
}

impl Keyed for HareAndHounds {
    fn key(&self, position: &Men, mover: Player) -> u64 {
        position.key(mover)
    }

    fn unkey(&self, key: u64) -> (Men, Player) {
        Men::unkey(key)
    }

    fn predecessors(&self, position: &Men, player: Player, visit: &mut impl FnMut(Men)) -> bool {
        let (own, empty) = (position.of(player), BOARD.all() & !position.all());
        for to in each(own) {
            for from in each(BOARD.adjacent(to) & empty) {
                if player == Player::Right || NOT_BACK[from] >> to & 1 == 1 {
                    visit(position.with(player, own ^ (1 << to) ^ (1 << from)));
                }
            }
        }
        true
    }
}
