//! # Chopsticks
//!
//! **Position.** Each player has two hands with 0 to 4 fingers up. A hand with none is out: it can neither tap nor be
//! tapped. The two hands of a player are alike, so their order does not matter.
//!
//! **Move.** Tap a hand that is in with a hand of your own that is in: the tapped hand gets as many more fingers as the
//! tapping hand has. With `five=out` a hand with five or more is out; with `five=wraps` five are taken off, so that
//! only exactly five puts a hand out. A tap goes to a hand of the other player; with `own=yes` also to one's own other
//! hand. With `split=even` a player with one hand out and an even number on the other may share that number out
//! equally between both hands instead.
//!
//! **End.** A player with both hands out has lost. Play that goes on for ever is a draw.
//!
//! **Players.** Left moves first; at the start every hand has one finger up.
//!
//! **Notation.** Left's two hands, `/`, Right's two hands, one digit from 0 to 4 a hand: `11/23`. The smaller hand of
//! each player is printed first.
//!
//! **Settings.** `start`: 1 or 2 fingers on each hand; `five`: `out` or `wraps`; `split`: `no` or `even`; `own`: `no` or
//! `yes`. The first of each is the plain game.
//!
//! **Example.** Each of Left's equal hands may tap either hand of Right's.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, chopsticks::Chopsticks};
//!
//! let game = Chopsticks::default();
//! let mut moves = Vec::new();
//! game.options(&game.parse("22/31").unwrap(), Player::Left, &mut |next| moves.push(game.print(&next)));
//! assert_eq!(moves, ["22/33", "22/01", "22/33", "22/01"]);
//! ```
//!
//! **Reference.** The plain game is won by the second player; with even splits it is a draw.

use super::{Keyed, Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::{Fault, quote, rows};

/// The ruleset of Chopsticks.
#[derive(Clone, Copy, Debug)]
pub struct Chopsticks {
    /// The fingers on every hand at the start.
    start: u8,
    wraps: bool,
    split: bool,
    own: bool,
}

impl Default for Chopsticks {
    /// One finger on every hand, five or more are out, no splits, no taps of one's own.
    fn default() -> Self {
        Chopsticks { start: 1, wraps: false, split: false, own: false }
    }
}

/// The fingers on the hands of Left and of Right; the smaller hand of each first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hands([[u8; 2]; 2]);

impl Hands {
    fn new(mut hands: [[u8; 2]; 2]) -> Self {
        for pair in &mut hands {
            pair.sort_unstable();
        }
        Hands(hands)
    }
}

/// The number of fingers that puts a hand out.
const FIVE: u8 = 5;

impl Chopsticks {
    fn tapped(self, by: u8, hand: u8) -> u8 {
        match by + hand {
            sum if sum < FIVE => sum,
            sum if self.wraps => sum - FIVE,
            _ => 0,
        }
    }
}

impl Ruleset for Chopsticks {
    const NAME: &'static str = "chopsticks";
    const TITLE: &'static str = "Chopsticks and other finger games: tap hands until they are out";
    const SOURCE: &'static str = include_str!("chopsticks.rs");
    const NOTATION: &'static str = "Left's two hands, '/', Right's two hands, fingers 0 to 4: '11/23'";

    type Position = Hands;

    fn settings() -> &'static [Setting] {
        &[
            Setting { name: "start", meaning: "the fingers on every hand at the start", values: &["1", "2"] },
            Setting {
                name: "five",
                meaning: "what happens to a hand with five or more",
                values: &["out", "wraps"],
            },
            Setting {
                name: "split",
                meaning: "whether an even hand may be shared with an empty one",
                values: &["no", "even"],
            },
            Setting {
                name: "own",
                meaning: "whether one may tap one's own other hand",
                values: &["no", "yes"],
            },
        ]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        let is = |name, value| variant.get(name) == Some(value);
        Ok(Chopsticks {
            start: variant.number("start", 1, 1..=2)? as u8,
            wraps: is("five", "wraps"),
            split: is("split", "even"),
            own: is("own", "yes"),
        })
    }

    fn variant(&self) -> Variant {
        Variant::default()
            .with("start", self.start)
            .with("five", if self.wraps { "wraps" } else { "out" })
            .with("split", if self.split { "even" } else { "no" })
            .with("own", if self.own { "yes" } else { "no" })
    }

    fn parse(&self, text: &str) -> Result<Hands, Fault> {
        let mut hands = [[0; 2]; 2];
        let all = rows(text);
        for (pair, row) in hands.iter_mut().zip(&all) {
            for (i, c) in row.text.chars().enumerate() {
                let fingers = c.to_digit(FIVE.into()).filter(|_| i < 2);
                let fingers = fingers.ok_or_else(|| {
                    row.fault(i + 1, quote(c), if i < 2 { "0 to 4 fingers" } else { "two hands" })
                })?;
                pair[i] = fingers as u8;
            }
            let found = row.text.chars().count();
            if found < 2 {
                return Err(row.fault(found + 1, "the end of the hands", "two hands"));
            }
        }
        if all.len() != 2 {
            return Err(Fault::new(
                format!("the hands of {}", super::points::plural(all.len(), "player")),
                "the hands of 2 players, as 11/23",
            ));
        }
        if hands == [[0; 2]; 2] {
            return Err(Fault::new("four hands that are out", "at least one player who is in"));
        }
        Ok(Hands::new(hands))
    }

    fn print(&self, position: &Hands) -> String {
        let [[a, b], [c, d]] = position.0;
        format!("{a}{b}/{c}{d}")
    }

    fn start(&self) -> Option<Hands> {
        Some(Hands([[self.start; 2]; 2]))
    }

    fn swap(&self, position: &Hands) -> Option<Hands> {
        let [left, right] = position.0;
        Some(Hands([right, left]))
    }

    fn verdict(&self, position: &Hands, _mover: Player) -> Option<Verdict> {
        match position.0 {
            [[0, 0], _] => Some(Verdict::Win(Player::Right)),
            [_, [0, 0]] => Some(Verdict::Win(Player::Left)),
            _ => None,
        }
    }

    fn options(&self, position: &Hands, player: Player, visit: &mut impl FnMut(Hands)) {
        let (me, you) = if player == Player::Left { (0, 1) } else { (1, 0) };
        let (own, other) = (position.0[me], position.0[you]);
        if own == [0, 0] || other == [0, 0] {
            return;
        }
        let mut with = |mine, yours| {
            let mut hands = position.0;
            (hands[me], hands[you]) = (mine, yours);
            visit(Hands::new(hands));
        };
        for by in 0..2 {
            if own[by] == 0 {
                continue;
            }
            for hand in (0..2).filter(|&hand| other[hand] != 0) {
                let mut yours = other;
                yours[hand] = self.tapped(own[by], other[hand]);
                with(own, yours);
            }
            if self.own && own[1 - by] != 0 {
                let mut mine = own;
                mine[1 - by] = self.tapped(own[by], own[1 - by]);
                with(mine, other);
            }
            if self.split && own[1 - by] == 0 && own[by] % 2 == 0 {
                with([own[by] / 2; 2], other);
            }
        }
    }
}

impl Keyed for Chopsticks {
    fn key(&self, position: &Hands, mover: Player) -> u64 {
        position.0.as_flattened().iter().fold(mover as u64, |key, &hand| key << 3 | u64::from(hand))
    }

    fn unkey(&self, key: u64) -> (Hands, Player) {
        let hand = |place: u32| (key >> (3 * place) & 7) as u8;
        (Hands([[hand(3), hand(2)], [hand(1), hand(0)]]), Player::BOTH[(key >> 12) as usize])
    }
}
