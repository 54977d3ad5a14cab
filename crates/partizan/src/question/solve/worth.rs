//! What a position is worth to the side that moves.

use serde::Serialize;
use serde::ser::SerializeStruct;
use std::cmp::Ordering;
use std::fmt;

/// How a game ends for the side to move when both play their best.
///
/// A tie and a draw are different answers: in a tie the game has ended level; in a draw it never ends, since each side
/// can keep the other from winning and neither can reach a tie. Ordered from worst to best: lose, draw, tie, win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The mover loses.
    Lose,
    /// Nobody can force an end.
    Draw,
    /// The game ends level.
    Tie,
    /// The mover wins.
    Win,
}

impl Value {
    /// All values, the best first.
    pub const ALL: [Value; 4] = [Value::Win, Value::Tie, Value::Draw, Value::Lose];

    /// The same end as the other side sees it.
    pub fn for_other(self) -> Value {
        match self {
            Value::Win => Value::Lose,
            Value::Lose => Value::Win,
            same => same,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Value::Win => "win",
            Value::Lose => "lose",
            Value::Tie => "tie",
            Value::Draw => "draw",
        })
    }
}

/// A value with its distance: the number of plies to the end under best play.
///
/// The winner hurries and the loser delays. A tie is better than a draw for both sides, so both hurry to it: its
/// distance is the least number of plies in which a tie can be reached through tied positions. A draw has no end and no
/// distance. An ended game has distance 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Worth {
    value: Value,
    distance: u32,
}

impl Worth {
    /// A draw.
    pub const DRAW: Worth = Worth { value: Value::Draw, distance: 0 };

    /// A win, tie or loss at this distance; a draw has none, so that 0 must be said for it.
    pub fn at(value: Value, distance: u32) -> Worth {
        debug_assert!(value != Value::Draw || distance == 0, "a draw has no distance");
        Worth { value, distance }
    }

    /// The value.
    pub fn value(self) -> Value {
        self.value
    }

    /// The number of plies to the end; `None` for a draw.
    pub fn distance(self) -> Option<u32> {
        (self.value != Value::Draw).then_some(self.distance)
    }

    /// What a move to a position of this worth (to the other side) is worth to who makes it; the move counts as a ply.
    pub fn before(self) -> Worth {
        Worth {
            value: self.value.for_other(),
            distance: if self.value == Value::Draw { 0 } else { self.distance + 1 },
        }
    }

    /// Orders from worst to best for the mover: by value, then quick wins and ties and slow losses are better.
    pub fn compare(self, other: Worth) -> Ordering {
        self.value.cmp(&other.value).then_with(|| match self.value {
            Value::Lose => self.distance.cmp(&other.distance),
            _ => other.distance.cmp(&self.distance),
        })
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            Some(distance) => write!(f, "{} in {distance}", self.value),
            None => write!(f, "{}", self.value),
        }
    }
}

impl Serialize for Worth {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Worth", 2)?;
        fields.serialize_field("value", &self.value)?;
        match self.distance() {
            Some(distance) => fields.serialize_field("distance", &distance)?,
            None => fields.skip_field("distance")?,
        }
        fields.end()
    }
}

/// Who wins when the mover has no move and the rules have no verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    /// Who cannot move loses.
    #[default]
    Normal,
    /// Who cannot move wins.
    Misere,
}

impl Convention {
    /// The value of having no move.
    pub fn stuck(self) -> Value {
        match self {
            Convention::Normal => Value::Lose,
            Convention::Misere => Value::Win,
        }
    }
}
