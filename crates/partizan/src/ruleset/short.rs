//! Rulesets whose plays always end, and the structure that makes their values quick to find.
//!
//! A ruleset says what it knows at two levels. On its own positions, of any size: independent components, and values
//! that a theorem gives. And on a *field*: a compact form for positions of a bounded size, in which moves, components
//! and symmetries are a few machine operations. Both levels are structure; how values are computed is no matter of theirs.

use super::{Player, Ruleset, picture};
use crate::value::Dyadic;
use std::fmt;
use std::hash::Hash;

/// A ruleset whose plays always end, with the last move winning (under normal play): its positions are short games.
///
/// # Laws
/// - No position can be reached from itself, and no position has a verdict.
/// - The value of a position is the sum of the values of its components; a position that is its own only component
///   has no smaller ones.
/// - An insight is true of the value.
/// - The piece of a field has the value of its position, and so have its options.
///
/// The least implementation is `type Field = NoField;`: everything else has a default.
pub trait Short: Ruleset {
    /// The compact form of positions of a bounded size; [`NoField`] where there is none.
    type Field: Field;

    /// Visits independent positions whose sum this one is; a component that is worth 0 may be left out.
    fn components(&self, position: &Self::Position, visit: &mut impl FnMut(Self::Position)) {
        visit(position.clone());
    }

    /// What is known of a component without visiting its moves, and the name of the theorem that says so.
    fn insight(&self, _component: &Self::Position) -> (Insight<Self::Position>, &'static str) {
        (Insight::Open, "")
    }

    /// The position in compact form, if it is small enough for that.
    fn field(&self, _position: &Self::Position) -> Option<(Self::Field, <Self::Field as Field>::Piece)> {
        None
    }

    /// The moves of `player` by name, such as the edge that is cut, each with the position after it; empty where a
    /// move has no better name than its result.
    fn named_moves(&self, _position: &Self::Position, _player: Player) -> Vec<(String, Self::Position)> {
        Vec::new()
    }

    /// The position as a picture in SVG, as the books draw it.
    fn picture(&self, position: &Self::Position) -> String {
        picture::text(&self.print(position))
    }
}

/// The colour of a Hackenbush edge: who may cut it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Blue: Left may.
    Blue,
    /// Red: Right may.
    Red,
    /// Green: both may.
    Green,
}

impl Colour {
    /// Whether this player may cut it.
    pub fn cut_by(self, player: Player) -> bool {
        match self {
            Colour::Blue => player == Player::Left,
            Colour::Red => player == Player::Right,
            Colour::Green => true,
        }
    }

    /// Its letter: B, R or G.
    pub fn letter(self) -> char {
        match self {
            Colour::Blue => 'B',
            Colour::Red => 'R',
            Colour::Green => 'G',
        }
    }
}

/// What is known of a piece without visiting its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insight<P> {
    /// Nothing: its value is that of its options.
    Open,
    /// Its value is this integer.
    Integer(i64),
    /// Its value is this number.
    Number(Dyadic),
    /// Its value is this nimber.
    Nimber(u32),
    /// It is an edge with all the rest on top: the ordinal sum of the edge and that rest, given by its components.
    Over(Colour, P),
}

/// The image of a piece under the symmetry that gives its normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Normal<P> {
    /// The normal form: the same for all images of a piece.
    pub piece: P,
    /// Whether the value of the normal form is the negative of the piece's.
    pub negated: bool,
    /// Whether a symmetry shows that the piece is its own negative.
    pub symmetric: bool,
}

/// The positions of one board of bounded size in a compact form.
///
/// # Laws
/// - `key` tells normal forms apart, and is below `2^key_bits`.
/// - The value of a piece is the sum of the values of what `split` visits; each of those has no smaller components.
/// - `normal` keeps or negates the value, as it says; the normal form of a normal form is itself.
/// - `moves` visits each legal move once.
pub trait Field: Clone + PartialEq + Send + Sync + 'static {
    /// A position, or a component of one.
    type Piece: Clone + Eq + Hash + fmt::Debug + Send + Sync;

    /// How many bits the keys of this field have, at most 128. Up to 64 are the fast road.
    fn key_bits(&self) -> u32;

    /// The key of a piece in normal form, different for every one of the field.
    fn key(&self, piece: &Self::Piece) -> u128;

    /// Visits the independent components of a piece; one that is worth 0 may be left out.
    fn split(&self, piece: &Self::Piece, visit: &mut impl FnMut(Self::Piece));

    /// What is known of a component without visiting its moves.
    fn insight(&self, _component: &Self::Piece) -> Insight<Self::Piece> {
        Insight::Open
    }

    /// The normal form of a component.
    fn normal(&self, component: &Self::Piece) -> Normal<Self::Piece> {
        Normal { piece: component.clone(), negated: false, symmetric: false }
    }

    /// Visits what each legal move of `player` leaves.
    fn moves(&self, piece: &Self::Piece, player: Player, visit: &mut impl FnMut(Self::Piece));
}

/// The field of rulesets that have none. It has no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoField {}

impl Field for NoField {
    type Piece = NoField;

    fn key_bits(&self) -> u32 {
        match *self {}
    }

    fn key(&self, piece: &NoField) -> u128 {
        match *piece {}
    }

    fn split(&self, piece: &NoField, _: &mut impl FnMut(NoField)) {
        match *piece {}
    }

    fn moves(&self, piece: &NoField, _: Player, _: &mut impl FnMut(NoField)) {
        match *piece {}
    }
}
