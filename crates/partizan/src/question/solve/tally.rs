//! Counting a table: how many positions have each value at each distance.

use super::worth::{Value, Worth};

/// Counts by value and distance.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// By value in the order of [`Value::ALL`] and by distance: pairs of position and mover, and how many they are up to symmetry.
    counts: [Vec<Count>; 4],
    /// Positions with exactly one winning move.
    pub one_winning: Count,
}

/// A number of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Each image of a position by itself.
    pub labelled: u64,
    /// All images of a position as one.
    pub up_to_symmetry: u64,
}

impl Count {
    /// Counts so many images that are one up to symmetry, or none of it where another image has been counted.
    pub fn add(&mut self, labelled: u64, up_to_symmetry: u64) {
        self.labelled += labelled;
        self.up_to_symmetry += up_to_symmetry;
    }

    fn plus(self, other: Count) -> Count {
        Count {
            labelled: self.labelled + other.labelled,
            up_to_symmetry: self.up_to_symmetry + other.up_to_symmetry,
        }
    }
}

fn place(value: Value) -> usize {
    match value {
        Value::Win => 0,
        Value::Tie => 1,
        Value::Draw => 2,
        Value::Lose => 3,
    }
}

impl Tally {
    /// Counts a position of this worth.
    pub fn add(&mut self, worth: Worth, labelled: u64, up_to_symmetry: u64) {
        let counts = &mut self.counts[place(worth.value())];
        let distance = worth.distance().unwrap_or(0) as usize;
        if counts.len() <= distance {
            counts.resize(distance + 1, Count::default());
        }
        counts[distance].add(labelled, up_to_symmetry);
    }

    /// Adds what another has counted.
    pub fn merge(&mut self, other: &Tally) {
        for (counts, others) in self.counts.iter_mut().zip(&other.counts) {
            if counts.len() < others.len() {
                counts.resize(others.len(), Count::default());
            }
            for (count, other) in counts.iter_mut().zip(others) {
                *count = count.plus(*other);
            }
        }
        self.one_winning = self.one_winning.plus(other.one_winning);
    }

    /// How many have this value.
    pub fn of(&self, value: Value) -> Count {
        self.counts[place(value)].iter().copied().fold(Count::default(), Count::plus)
    }

    /// How many there are.
    pub fn all(&self) -> Count {
        Value::ALL.into_iter().map(|value| self.of(value)).fold(Count::default(), Count::plus)
    }

    /// The counts that are not 0, by value in the order of [`Value::ALL`], then by distance.
    pub fn rows(&self) -> impl Iterator<Item = (Worth, Count)> {
        Value::ALL.into_iter().flat_map(|value| {
            let counts = self.counts[place(value)].iter().enumerate();
            let some = counts.filter(|(_, count)| count.labelled > 0);
            some.map(move |(distance, count)| (Worth::at(value, distance as u32), *count))
        })
    }
}
