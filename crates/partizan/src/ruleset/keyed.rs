//! Positions as single words: for tables of positions that no formula numbers, up to many millions.

use super::{Player, Ruleset};

/// A ruleset whose (position, mover) pairs are words of 64 bits, and that may tell its moves backwards.
///
/// The question `solve` keeps the pairs that play can reach as such words, in a table that threads share, and needs no
/// list of moves where they are known backwards.
///
/// # Laws
/// One generic test checks them:
/// - `unkey(key(position, mover))` is the pair again, and no key is `u64::MAX`;
/// - `predecessors` of a position visits another as often as the options of that one visit the position, ended games
///   apart, and visits legal positions only;
/// - `images` visits each distinct image equally often, and the symmetries in the same order for every position.
pub trait Keyed: Ruleset {
    /// Whether the positions of this variant fit into a word; if not, none of the rest may be called.
    fn fits(&self) -> bool {
        true
    }

    /// Which positions are left out of the table, and of the counts of `--all`, in words; empty if none are.
    const LEFT_OUT: &'static str = "";

    /// Whether a position is left out: the game has been won there, and such positions would be most of the table.
    ///
    /// None is left out where the ruleset does not know its moves backwards.
    fn left_out(&self, _position: &Self::Position, _mover: Player) -> bool {
        false
    }

    /// The word of a position and its mover.
    fn key(&self, position: &Self::Position, mover: Player) -> u64;

    /// The position and its mover from their word.
    fn unkey(&self, key: u64) -> (Self::Position, Player);

    /// Visits the positions from which a move of `player` leads to this one, once a move; positions whose game has
    /// ended, or that play cannot reach, may be visited too.
    ///
    /// `false`, and nothing is visited, where the ruleset does not know its moves backwards.
    fn predecessors(
        &self,
        _position: &Self::Position,
        _player: Player,
        _visit: &mut impl FnMut(Self::Position),
    ) -> bool {
        false
    }
}
