//! The engines of `solve` against a naive fixed point over all positions, which shares no method with them.

use partizan::Budget;
use partizan::question::solve::{Convention, Reached, Table, Value, Worth};
use partizan::ruleset::l_game::LGame;
use partizan::ruleset::{Finite, Index, Player, Ruleset, Verdict};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// A position with its mover.
type State<R> = (<R as Ruleset>::Position, Player);

/// What is known of positions so far.
type Known<R> = HashMap<State<R>, (Value, u32)>;

/// What the options of a position say of it, if they settle it.
type Rule<R> = dyn Fn(&[State<R>], &Known<R>) -> Option<Value>;

/// The worths of positions by their definition: sets of wins and losses grown until nothing changes, then ties.
///
/// Every sweep asks every position again and nothing is counted or taken back. A win by sweep `n` is a win in at most `n`
/// plies, so that the sweep in which it appears is its distance; the same for losses and ties.
fn naive<R: Ruleset>(
    ruleset: &R,
    states: &HashSet<State<R>>,
    convention: Convention,
) -> HashMap<State<R>, Worth> {
    let after = |(position, mover): &State<R>| {
        let mut all = Vec::new();
        ruleset.options(position, *mover, &mut |option| all.push((option, mover.other())));
        all
    };
    let mut worths: Known<R> = HashMap::new();
    let mut sweep = |first: bool, of: &Rule<R>| {
        for distance in 0u32.. {
            let mut new = Vec::new();
            for state in states.iter().filter(|state| !worths.contains_key(*state)) {
                let options = after(state);
                let ended = match ruleset.verdict(&state.0, state.1) {
                    Some(Verdict::Win(player)) if player == state.1 => Some(Value::Win),
                    Some(Verdict::Win(_)) => Some(Value::Lose),
                    Some(Verdict::Tie) => Some(Value::Tie),
                    None if options.is_empty() && convention == Convention::Normal => Some(Value::Lose),
                    None if options.is_empty() => Some(Value::Win),
                    None => None,
                };
                let value = match ended {
                    Some(value) if distance == 0 && (value == Value::Tie) != first => Some(value),
                    Some(_) => None,
                    None if distance == 0 => None,
                    None => of(&options, &worths),
                };
                new.extend(value.map(|value| (state.clone(), (value, distance))));
            }
            if new.is_empty() && distance > 0 {
                return;
            }
            worths.extend(new);
        }
    };
    sweep(true, &|options, worths| {
        let value = |state: &State<R>| worths.get(state).map(|worth| worth.0);
        if options.iter().any(|state| value(state) == Some(Value::Lose)) {
            Some(Value::Win)
        } else if options.iter().all(|state| value(state) == Some(Value::Win)) {
            Some(Value::Lose)
        } else {
            None
        }
    });
    sweep(false, &|options, worths| {
        let tied = |state: &State<R>| worths.get(state).is_some_and(|worth| worth.0 == Value::Tie);
        options.iter().any(tied).then_some(Value::Tie)
    });
    let worth = |state: &State<R>| {
        worths.get(state).map_or(Worth::DRAW, |&(value, distance)| Worth::at(value, distance))
    };
    states.iter().map(|state| (state.clone(), worth(state))).collect()
}

/// All positions that can be reached, by sets.
fn reachable<R: Ruleset>(ruleset: &R, from: State<R>) -> HashSet<State<R>> {
    let mut all = HashSet::from([from.clone()]);
    let mut rest = vec![from];
    while let Some((position, mover)) = rest.pop() {
        ruleset.options(&position, mover, &mut |option| {
            if all.insert((option.clone(), mover.other())) {
                rest.push((option, mover.other()));
            }
        });
    }
    all
}

fn count<K: Eq + Hash>(keys: impl Iterator<Item = K>) -> HashMap<K, usize> {
    let mut counts = HashMap::new();
    for key in keys {
        *counts.entry(key).or_insert(0) += 1;
    }
    counts
}

#[test]
fn every_position_of_the_l_game_is_what_the_fixed_point_says() {
    let index = LGame.numbered(false);
    let states: HashSet<_> = (0..index.size())
        .filter_map(|number| index.state(number))
        .flat_map(|(position, mover)| {
            [(position, mover), (LGame.swap(&position).expect("the players are alike"), mover.other())]
        })
        .collect();
    assert_eq!(states.len(), 2 * 18_368);
    let expected = naive(&LGame, &states, Convention::Normal);
    for symmetry in [false, true] {
        for threads in [1, 2] {
            let budget = Budget::unlimited().with_threads(threads);
            let table = Table::solve(LGame.numbered(symmetry), Convention::Normal, true, &budget).unwrap();
            for ((position, mover), worth) in &expected {
                let number = table.index().index(position, *mover);
                assert_eq!(table.worth(number), Some(*worth), "{}", LGame.print(position));
            }
        }
    }
    let start = LGame.start().unwrap();
    let reached =
        Reached::solve(LGame, &start, Player::Left, Convention::Normal, &Budget::unlimited()).unwrap();
    let found: HashSet<_> = reached.states().iter().copied().collect();
    assert_eq!(found, reachable(&LGame, (start, Player::Left)));
    for (position, mover) in &found {
        assert_eq!(reached.worth(position, *mover), expected.get(&(*position, *mover)).copied());
    }
    let kinds = count(expected.values().map(|worth| worth.value()));
    assert_eq!(kinds[&Value::Draw], 2 * 10_088);
}

/// A subtraction game that ends in all four ways, so that every rule about ties, draws and distances is at work.
///
/// One heap on a ring of `size` places; Left and Right step by the same or other numbers. Some places end the game.
#[derive(Clone, Debug)]
struct Ring {
    size: u8,
    steps: [Vec<u8>; 2],
    ends: Vec<(u8, Option<Verdict>)>,
}

impl Ruleset for Ring {
    const NAME: &'static str = "ring";
    const TITLE: &'static str = "a walk on a ring";
    const SOURCE: &'static str = "";
    const NOTATION: &'static str = "a number";
    type Position = u8;
    fn with_variant(_: &partizan::ruleset::Variant) -> Result<Self, partizan::Fault> {
        unreachable!("made by hand")
    }
    fn parse(&self, _: &str) -> Result<u8, partizan::Fault> {
        unreachable!("not asked")
    }
    fn print(&self, position: &u8) -> String {
        position.to_string()
    }
    fn verdict(&self, position: &u8, _: Player) -> Option<Verdict> {
        self.ends.iter().find(|(place, _)| place == position).and_then(|(_, verdict)| *verdict)
    }
    fn options(&self, position: &u8, player: Player, visit: &mut impl FnMut(u8)) {
        if self.ends.iter().any(|(place, _)| place == position) {
            return;
        }
        for step in &self.steps[usize::from(player == Player::Right)] {
            visit((position + step) % self.size);
        }
    }
}

/// Its numbers, without a way back: the engine must turn the moves round by itself.
#[derive(Clone, Debug)]
struct RingIndex(Ring, bool);

impl Index for RingIndex {
    type Ruleset = Ring;
    fn ruleset(&self) -> &Ring {
        &self.0
    }
    fn size(&self) -> u64 {
        2 * u64::from(self.0.size)
    }
    fn index(&self, position: &u8, mover: Player) -> u64 {
        2 * u64::from(*position) + u64::from(mover == Player::Right)
    }
    fn state(&self, index: u64) -> Option<(u8, Player)> {
        Some(((index / 2) as u8, Player::BOTH[(index % 2) as usize]))
    }
    fn most_moves(&self) -> u32 {
        // So many that a byte cannot count them, where two bytes a position are to be tried.
        if self.1 { 300 } else { 4 }
    }
    fn predecessors(&self, index: u64, _: usize, visit: &mut impl FnMut(u64)) -> bool {
        let (position, mover) = ((index / 2) as u8, Player::BOTH[1 - (index % 2) as usize]);
        for step in &self.0.steps[usize::from(mover == Player::Right)] {
            visit(self.index(&((position + self.0.size - step % self.0.size) % self.0.size), mover));
        }
        true
    }
}

use proptest::prelude::*;

fn ring() -> impl Strategy<Value = Ring> {
    let verdict = prop_oneof![
        Just(None),
        Just(Some(Verdict::Tie)),
        Just(Some(Verdict::Win(Player::Left))),
        Just(Some(Verdict::Win(Player::Right)))
    ];
    let steps = || prop::collection::vec(1u8..12, 1..4);
    (4u8..60, steps(), steps(), prop::collection::vec((0u8..60, verdict), 0..8)).prop_map(
        |(size, left, right, ends)| {
            let wrap = |steps: Vec<u8>| steps.into_iter().map(|step| step % size).collect();
            Ring {
                size,
                steps: [wrap(left), wrap(right)],
                ends: ends.into_iter().map(|(p, v)| (p % size, v)).collect(),
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn random_games_with_ties_draws_and_cycles(ring in ring(), misere in any::<bool>(), wide in any::<bool>()) {
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let states: HashSet<(u8, Player)> =
            (0..ring.size).flat_map(|place| Player::BOTH.map(|mover| (place, mover))).collect();
        let expected = naive(&ring, &states, convention);
        let table = Table::solve(RingIndex(ring.clone(), wide), convention, false, &Budget::unlimited()).unwrap();
        for ((place, mover), worth) in &expected {
            prop_assert_eq!(table.worth(table.index().index(place, *mover)), Some(*worth));
        }
        let reached = Reached::solve(ring.clone(), &0, Player::Left, convention, &Budget::unlimited()).unwrap();
        for (place, mover) in reached.states() {
            prop_assert_eq!(reached.worth(place, *mover), expected.get(&(*place, *mover)).copied());
        }
    }
}
