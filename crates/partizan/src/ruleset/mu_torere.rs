//! # Mu Torere
//!
//! **Board.** A star: eight points (kewai) in a ring, each joined to its two neighbours in the ring and to the centre
//! (putahi). The text is a square whose rim is the ring:
//!
//! ```text
//! 1 2 3
//! 4 5 6      ring 1 2 3 6 9 8 7 4, centre 5
//! 7 8 9
//! ```
//!
//! **Move.** Move one man of one's own to the empty point (there is but one): along the ring to a neighbour, from the
//! centre to the ring, or from the ring to the centre. The last is allowed only to a man with an opposing man on at
//! least one of its two neighbours in the ring.
//!
//! **End.** Who cannot move has lost. Play that goes on for ever is a draw.
//!
//! **Players.** Left has X, Right has O, four men each. At the start each has half of the ring, and Left moves first.
//!
//! **Notation.** Three rows from the top, separated by newlines, `/` or `|`: `X`, `O` (or `x`, `o`), `.` for the empty
//! point.
//!
//! **Settings.** `centre`: a man may go there if an opposing man is beside it (`beside-opponent`), or `always`.
//!
//! **Example.** At the start only the two men at an end of one's half may move, and only to the centre.
//!
//! ```
//! use partizan::ruleset::{Player, Ruleset, mu_torere::MuTorere};
//!
//! let game = MuTorere::default();
//! let mut moves = Vec::new();
//! game.options(&game.start().unwrap(), Player::Left, &mut |next| moves.push(game.print(&next)));
//! assert_eq!(moves, [".XX/OXX/OOO", "XXX/OX./OOO"]);
//! ```
//!
//! **Reference.** M. Ascher, *Mu Torere: an analysis of a Maori game*, Mathematics Magazine 60 (1987). It is a draw.

use super::points::{Men, Points, Symmetry, count_men, each, symmetries};
use super::{Keyed, Player, Ruleset, Setting, Variant, Verdict};
use crate::fault::Fault;

/// The ruleset of Mu Torere.
#[derive(Clone, Copy, Debug, Default)]
pub struct MuTorere {
    /// A man of the ring may always go to the centre.
    free_centre: bool,
}

const CENTRE: usize = 4;
/// The ring alone: who stands beside whom decides about the centre.
const RING: Points = Points::new(&[3, 3, 3], &[&[0, 1, 2, 5, 8, 7, 6, 3, 0]]).with_symmetries(&STAR);
/// Turned by one point of the ring, and mirrored.
const STAR: [Symmetry; 16] = symmetries(&[&[1, 2, 5, 0, 4, 8, 3, 6, 7], &[2, 1, 0, 5, 4, 3, 8, 7, 6]]);

impl MuTorere {
    /// The men that may move to the empty point.
    fn movers(self, men: Men, player: Player) -> u16 {
        let (own, other) = (men.of(player), men.of(player.other()));
        let empty = (RING.all() & !men.all()).trailing_zeros() as usize;
        if empty != CENTRE {
            return own & (RING.adjacent(empty) | 1 << CENTRE);
        }
        each(own)
            .filter(|&from| self.free_centre || RING.adjacent(from) & other != 0)
            .fold(0, |movers, from| movers | 1 << from)
    }
}

impl Ruleset for MuTorere {
    const NAME: &'static str = "mu-torere";
    const TITLE: &'static str = "Mu Torere: four men each on a star of eight points and a centre";
    const SOURCE: &'static str = include_str!("mu_torere.rs");
    const NOTATION: &'static str =
        "three rows, the rim is the ring: X (Left), O (Right), '.' for the empty point: 'XXX/O.X/OOO'";
    const PLAYERS: [&'static str; 2] = ["X", "O"];

    type Position = Men;

    fn settings() -> &'static [Setting] {
        &[Setting {
            name: "centre",
            meaning: "when a man may go from the ring to the centre",
            values: &["beside-opponent", "always"],
        }]
    }

    fn with_variant(variant: &Variant) -> Result<Self, Fault> {
        Ok(MuTorere { free_centre: variant.get("centre") == Some("always") })
    }

    fn variant(&self) -> Variant {
        Variant::default().with("centre", if self.free_centre { "always" } else { "beside-opponent" })
    }

    fn parse(&self, text: &str) -> Result<Men, Fault> {
        let men = RING.parse(text)?;
        count_men(&RING, men, [4..=4, 4..=4])?;
        Ok(men)
    }

    fn print(&self, position: &Men) -> String {
        RING.print(*position)
    }

    fn start(&self) -> Option<Men> {
        Some(Men { left: 0b000_100_111, right: 0b111_001_000 })
    }

    fn images(&self, position: &Men, visit: &mut impl FnMut(Men)) {
        RING.images(*position, visit);
    }

    fn swap(&self, position: &Men) -> Option<Men> {
        Some(position.swapped())
    }

    fn verdict(&self, position: &Men, mover: Player) -> Option<Verdict> {
        (self.movers(*position, mover) == 0).then(|| Verdict::Win(mover.other()))
    }

    fn options(&self, position: &Men, player: Player, visit: &mut impl FnMut(Men)) {
        let own = position.of(player);
        let empty = RING.all() & !position.all();
        for from in each(self.movers(*position, player)) {
            visit(position.with(player, own ^ (1 << from) ^ empty));
        }
    }
}

impl Keyed for MuTorere {
    fn key(&self, position: &Men, mover: Player) -> u64 {
        position.key(mover)
    }

    fn unkey(&self, key: u64) -> (Men, Player) {
        Men::unkey(key)
    }

    fn predecessors(&self, position: &Men, player: Player, visit: &mut impl FnMut(Men)) -> bool {
        let (own, from) = (position.of(player), RING.all() & !position.all());
        for to in each(own) {
            let before = position.with(player, own ^ (1 << to) ^ from);
            if self.movers(before, player) & from != 0 {
                visit(before);
            }
        }
        true
    }
}
