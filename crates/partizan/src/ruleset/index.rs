//! Dense indices: every (position, mover) of a ruleset as a number, so that each has its cell in a table.

use super::{Player, Ruleset, Verdict};
use std::ops::Range;

/// A ruleset that can number its positions.
///
/// The numbering itself is an [`Index`], made once for a question with the tables that it needs.
pub trait Finite: Ruleset {
    /// Its numbering.
    type Index: Index<Ruleset = Self>;

    /// The numbering of this variant's positions; with `symmetry`, and where the ruleset knows symmetries, one number for
    /// all images of a position.
    fn numbered(&self, symmetry: bool) -> Self::Index;
}

/// What the rules say of one (position, mover) at once, before any play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// The number stands for no position of its own.
    Nothing,
    /// The game has ended: the mover has won.
    Won,
    /// The game has ended: the mover has lost.
    Lost,
    /// The game has ended level.
    Tied,
    /// It goes on, with so many moves; with none, the convention of the question decides.
    Moves(u32),
    /// It goes on, and some of its moves win or lose the game at once, to positions that have no number.
    Ends {
        /// How many moves there are.
        moves: u32,
        /// How many of them win the game.
        winning: u32,
        /// How many of them lose it.
        losing: u32,
    },
}

impl Opening {
    /// What the rules say of a position at once.
    pub fn of<R: Ruleset>(ruleset: &R, position: &R::Position, mover: Player) -> Opening {
        match ruleset.verdict(position, mover) {
            Some(Verdict::Win(winner)) if winner == mover => Opening::Won,
            Some(Verdict::Win(_)) => Opening::Lost,
            Some(Verdict::Tie) => Opening::Tied,
            None => {
                let mut moves = 0;
                ruleset.options(position, mover, &mut |_| moves += 1);
                Opening::Moves(moves)
            }
        }
    }
}

/// A dense numbering of the (position, mover) pairs of a ruleset.
///
/// # Laws
/// One generic test checks them:
/// - `index(state(i)) == i` for every number with a state, and `opening(i)` is `Nothing` for all others;
/// - a pair that shares the number of another has the same outcome: it is an image of it, or the other player's view
///   of the same position with the players exchanged (a table needs no second half where the rules treat both alike);
/// - `weight(i)` is the number of pairs that share the number `i`, a pair and its exchange
///   counted as one unless `classes(i)` counts them apart;
/// - `opening(i)` agrees with `verdict` and `options` of the state, and is `Ends` only where moves are known backwards;
/// - `predecessors` of `i` in all tiers visits `j` as often as `options` of the state of `j` visits a pair whose number is `i`;
/// - a move leads from a tier into one of the tiers that it `reaches`.
///
/// # Layout
/// The engine goes through the numbers in order and through the predecessors of each at once. Number by *blocks of the
/// side that does not move*: rank of the waiting side's set times the block plus rank of the mover's set. The
/// predecessors of a position are then all in one block, which stays in the nearest cache.
pub trait Index: Send + Sync {
    /// The ruleset whose positions it numbers.
    type Ruleset: Ruleset;

    /// The ruleset.
    fn ruleset(&self) -> &Self::Ruleset;

    /// How many numbers there are: every number is below it.
    fn size(&self) -> u64;

    /// The number of a position and its mover.
    fn index(&self, position: &<Self::Ruleset as Ruleset>::Position, mover: Player) -> u64;

    /// A pair with this number; `None` for a number that stands for none.
    fn state(&self, index: u64) -> Option<(<Self::Ruleset as Ruleset>::Position, Player)>;

    /// Whether images share their number.
    fn symmetric(&self) -> bool {
        false
    }

    /// How many pairs share this number, which has a state.
    fn weight(&self, _index: u64) -> u64 {
        1
    }

    /// How many classes of images the pairs that share this number are: 2 where a pair and its exchange are both counted.
    fn classes(&self, _index: u64) -> u64 {
        1
    }

    /// What decides which of several numbers with a state is named first: the least, the same in every numbering.
    fn order(&self, index: u64) -> u64 {
        index
    }

    /// A bound on the number of moves in any position.
    fn most_moves(&self) -> u32;

    /// How many tiers there are: stretches of numbers through which play goes one way, by something that only grows,
    /// such as the number of men placed.
    fn tiers(&self) -> usize {
        1
    }

    /// The numbers of a tier; the tiers, from the first, cover all numbers in order.
    fn tier(&self, _tier: usize) -> Range<u64> {
        0..self.size()
    }

    /// The tiers that a move from this tier can lead into: none before itself.
    fn reaches(&self, tier: usize) -> Range<usize> {
        tier..self.tiers()
    }

    /// Into how many stretches the numbers of a tier can be cut so that the predecessors of one stretch and of those next
    /// to it lie close together. They are taken in this order where many numbers of the tier are to be visited.
    fn stretches(&self, _tier: usize) -> usize {
        1
    }

    /// The numbers of one of them; the stretches of a tier cover each of its numbers once, in any order.
    fn stretch(&self, tier: usize, _stretch: usize) -> Range<u64> {
        self.tier(tier)
    }

    /// Into how many groups the stretches of a tier fall, equally many in each and one group after the other, so that in no
    /// tier stretches of different groups have a predecessor in common: a thread can have all of a group's to itself.
    fn groups(&self, _tier: usize) -> usize {
        1
    }

    /// What the rules say of this number at once.
    fn opening(&self, index: u64) -> Opening {
        match self.state(index) {
            Some((position, mover)) => Opening::of(self.ruleset(), &position, mover),
            None => Opening::Nothing,
        }
    }

    /// The same of each of some numbers, in order.
    fn openings(&self, numbers: Range<u64>, visit: &mut impl FnMut(Opening)) {
        numbers.for_each(|number| visit(self.opening(number)));
    }

    /// Visits the numbers in this tier from which a move leads to this number, once a move; numbers whose game has
    /// ended, or that stand for nothing, may be visited too.
    ///
    /// `false`, and nothing is visited, where the ruleset does not know its moves backwards.
    fn predecessors(&self, _index: u64, _tier: usize, _visit: &mut impl FnMut(u64)) -> bool {
        false
    }

    /// Visits the predecessors of each of some numbers, in any order, where moves are known backwards.
    fn predecessors_of_each(&self, numbers: &[u64], tier: usize, visit: &mut impl FnMut(u64)) {
        for &number in numbers {
            self.predecessors(number, tier, visit);
        }
    }
}
