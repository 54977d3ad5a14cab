//! The plainest solver there is: every position in a list, every value by its definition, swept until nothing changes.
//!
//! It shares nothing with the engines of the library, and is the oracle that they are held against.

use partizan::Player;
use partizan::ruleset::{Ruleset, Verdict};
use std::collections::{BTreeMap, HashMap};

/// What a position is worth to its mover, with its distance in plies where the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// The mover wins, in so many plies when the winner hurries and the loser delays.
    Win(u32),
    /// The mover loses.
    Lose(u32),
    /// The game ends level, in the fewest plies: both prefer an end to a draw.
    Tie(u32),
    /// Nobody can force an end.
    Draw,
}

/// All positions that can be reached, with their values.
#[derive(Debug)]
pub struct Table<P> {
    /// The positions with their movers, the start first.
    pub states: Vec<(P, Player)>,
    /// The number of each.
    pub numbers: HashMap<(P, Player), usize>,
    /// Where the moves of each lead.
    pub moves: Vec<Vec<usize>>,
    /// The value of each.
    pub values: Vec<Value>,
}

/// How many positions have which value: what the rows of the facts say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All positions.
    pub positions: u64,
    /// Won for the mover.
    pub win: u64,
    /// Lost.
    pub lose: u64,
    /// Level.
    pub tie: u64,
    /// Without an end.
    pub draw: u64,
    /// Wins and losses by distance, with `W` or `L`.
    pub histogram: BTreeMap<(u32, char), u64>,
    /// Ties by distance.
    pub ties: BTreeMap<u32, u64>,
}

impl<P: Clone + Eq + std::hash::Hash> Table<P> {
    /// The value of a position.
    ///
    /// # Panics
    /// If it cannot be reached from the start.
    pub fn value(&self, position: &P, mover: Player) -> Value {
        self.values[self.numbers[&(position.clone(), mover)]]
    }

    /// How many positions have which value.
    pub fn counts(&self) -> Counts {
        Counts::of(self.values.iter().copied())
    }
}

impl Counts {
    /// Counts these values.
    pub fn of(values: impl Iterator<Item = Value>) -> Self {
        let mut counts = Counts::default();
        for value in values {
            counts.add(value, 1);
        }
        counts
    }

    /// Counts so many positions of one value.
    pub fn add(&mut self, value: Value, positions: u64) {
        self.positions += positions;
        match value {
            Value::Win(d) => {
                self.win += positions;
                *self.histogram.entry((d, 'W')).or_default() += positions;
            }
            Value::Lose(d) => {
                self.lose += positions;
                *self.histogram.entry((d, 'L')).or_default() += positions;
            }
            Value::Tie(d) => {
                self.tie += positions;
                *self.ties.entry(d).or_default() += positions;
            }
            Value::Draw => self.draw += positions,
        }
    }
}

/// Solves a ruleset from a position; who has neither a verdict nor a move has lost.
pub fn solve<R: Ruleset>(ruleset: &R, start: R::Position, mover: Player) -> Table<R::Position> {
    solve_with(ruleset, start, mover, false)
}

/// Solves a ruleset from a position; in misère play who has neither a verdict nor a move has won.
///
/// # Panics
/// If a position with a verdict has a move.
pub fn solve_with<R: Ruleset>(
    ruleset: &R,
    start: R::Position,
    mover: Player,
    misere: bool,
) -> Table<R::Position> {
    let mut states = vec![(start.clone(), mover)];
    let mut numbers = HashMap::from([((start, mover), 0)]);
    let mut moves: Vec<Vec<usize>> = Vec::new();
    let mut values: Vec<Option<Value>> = Vec::new();
    while moves.len() < states.len() {
        let (position, mover) = states[moves.len()].clone();
        let mut next = Vec::new();
        ruleset.options(&position, mover, &mut |option| next.push((option, mover.other())));
        let verdict = ruleset.verdict(&position, mover);
        assert!(verdict.is_none() || next.is_empty(), "{position:?} is over and has a move");
        values.push(match verdict {
            Some(Verdict::Win(player)) if player == mover => Some(Value::Win(0)),
            Some(Verdict::Win(_)) => Some(Value::Lose(0)),
            Some(Verdict::Tie) => Some(Value::Tie(0)),
            None if next.is_empty() => Some(if misere { Value::Win(0) } else { Value::Lose(0) }),
            None => None,
        });
        moves.push(
            next.into_iter()
                .map(|state| {
                    *numbers.entry(state.clone()).or_insert_with(|| {
                        states.push(state);
                        states.len() - 1
                    })
                })
                .collect(),
        );
    }

    // Wins and losses, distance by distance; one quiet distance is not the end only at the very start.
    let ends = values.clone();
    let mut undecided: Vec<usize> = (0..values.len()).filter(|&state| values[state].is_none()).collect();
    for distance in 1.. {
        let before = values.clone();
        for &state in &undecided {
            let mut options = moves[state].iter().map(|&option| before[option]);
            if options.clone().any(|option| matches!(option, Some(Value::Lose(d)) if d < distance)) {
                values[state] = Some(Value::Win(distance));
            } else if options.all(|option| matches!(option, Some(Value::Win(d)) if d < distance)) {
                values[state] = Some(Value::Lose(distance));
            }
        }
        undecided.retain(|&state| values[state].is_none());
        if before == values {
            break;
        }
    }
    // Of what is left both prefer a level end to none.
    for distance in 1.. {
        let before = values.clone();
        for &state in &undecided {
            if moves[state]
                .iter()
                .any(|&option| matches!(before[option], Some(Value::Tie(d)) if d < distance))
            {
                values[state] = Some(Value::Tie(distance));
            }
        }
        undecided.retain(|&state| values[state].is_none());
        if before == values {
            break;
        }
    }
    debug_assert!(ends.iter().zip(&values).all(|(end, value)| end.is_none() || end == value));
    let values = values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect();
    Table { states, numbers, moves, values }
}
