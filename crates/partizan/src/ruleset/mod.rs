//! Rulesets: the nouns. Each is one file that knows its moves and its notation, and nothing about solving.
//!
//! [`Ruleset`] is what every ruleset is; the structure that only some have is in traits of their own:
//! [`Finite`] (a dense [`Index`] of its positions), [`Keyed`] (positions as single words, moves backwards), [`Short`] (plays that end, components, symmetries, a compact form). The one list from names to rulesets is `list.rs`; [`with_ruleset`] looks a name up.

#[macro_use]
mod list;
pub mod bitboard;
pub mod board;
pub mod graph;
mod index;
mod keyed;
mod lookup;
pub mod map;
pub mod marks;
mod page;
pub mod picture;
pub mod points;
mod row_game;
pub mod short;
mod subset;
mod variant;

pub use index::{Finite, Index, Opening};
pub use keyed::Keyed;
pub use lookup::{
    FiniteVisitor, KeyedVisitor, Lookup, ShortVisitor, Visitor, nearest, pages, short_rulesets, unknown,
    with_finite, with_keyed, with_ruleset, with_short,
};
pub use page::Page;
pub use short::{Colour, Field, Insight, NoField, Normal, Short};
pub use variant::{Setting, Variant};

rulesets!(modules);

pub use crate::player::Player;

use crate::fault::Fault;
use std::fmt;
use std::hash::Hash;

/// How a game has ended by a rule of its own, before anybody is out of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This player has won.
    Win(Player),
    /// The game has ended level. Not a draw: a draw is play that nobody can force to an end.
    Tie,
}

/// The rules of a game: its positions, their notation, and the moves.
///
/// A ruleset is a value that holds its variant (board size, who may jump, ...). A position never contains the mover.
///
/// # Laws
/// One generic test checks them for every ruleset of the list:
/// - the options of a legal position are legal: each prints to a text that parses back to it;
/// - parse after print is the identity on positions;
/// - each legal move is visited once, also where two moves lead to the same position;
/// - a position with a verdict has no options.
///
/// - `images` visits the position itself, and positions whose options are the images of its options;
/// - `swap`, where there is one, exchanges the players: it undoes itself, and the options of one player in the swapped
///   position are the swapped options of the other.
///
/// With neither a verdict nor an option, the convention of the question (normal or misère play) decides.
///
/// # Writing one
/// A game whose positions are few enough to be found by playing from the start needs nothing else than this trait: the
/// question `solve` finds the (position, mover) pairs by hashing. Let the position be a few words that are `Copy` (sets
/// of cells as bits), since each is stored once and hashed often. State `start`; state `turn` where the number of
/// men on the board tells who moves; test `verdict` for a finished line before a full board (a last move can do both);
/// state `images` if answers are to be counted up to symmetry too. Games of a hundred thousand positions and more are
/// solved faster and in less memory with words for positions and moves told backwards, see [`Keyed`], and faster still
/// with an [`Index`], see [`Finite`].
pub trait Ruleset: Clone + Send + Sync + 'static {
    /// The name that every door knows it by, such as `l-game`.
    const NAME: &'static str;
    /// One line that says what it is.
    const TITLE: &'static str;
    /// The source text of the ruleset's file, `include_str!` of itself: its module page is what `partizan rules` prints.
    const SOURCE: &'static str;
    /// What a position's text is like, in one line.
    const NOTATION: &'static str;
    /// What Left and Right are called, in this order.
    const PLAYERS: [&'static str; 2] = ["Left", "Right"];

    /// A position, without the mover.
    type Position: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static;

    /// The settings that a variant of it can change, with their values; the first value of each is the usual rule.
    fn settings() -> &'static [Setting] {
        &[]
    }

    /// The ruleset with these settings.
    ///
    /// # Errors
    /// A fault that names the setting, if the settings do not go together.
    fn with_variant(variant: &Variant) -> Result<Self, Fault>;

    /// The variant that it holds, every setting said: part of every answer.
    fn variant(&self) -> Variant {
        Variant::default()
    }

    /// Reads a position.
    ///
    /// # Errors
    /// A fault with its place, for any text that is not exactly one legal position.
    fn parse(&self, text: &str) -> Result<Self::Position, Fault>;

    /// Writes a position on one line, rows separated by `/`.
    fn print(&self, position: &Self::Position) -> String;

    /// The position from which the game is usually started, if there is one.
    fn start(&self) -> Option<Self::Position> {
        None
    }

    /// Whose turn it is in this position, where the position itself tells (by the number of men placed, say).
    fn turn(&self, _position: &Self::Position) -> Option<Player> {
        None
    }

    /// Visits the images of a position under the symmetries of the game that keep the players apart: the position
    /// itself first, and each distinct image at least once.
    fn images(&self, position: &Self::Position, visit: &mut impl FnMut(Self::Position)) {
        visit(position.clone());
    }

    /// The position with the two players exchanged, where the rules treat them alike.
    fn swap(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// How the game has ended by a rule of its own when `mover` is to move.
    fn verdict(&self, _position: &Self::Position, _mover: Player) -> Option<Verdict> {
        None
    }

    /// Visits the position after each legal move of `player`, once a move.
    fn options(&self, position: &Self::Position, player: Player, visit: &mut impl FnMut(Self::Position));
}
