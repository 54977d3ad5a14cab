//! The engines of `solve` against a naive fixed point over all positions, which shares no method with them.

use partizan::Budget;
use partizan::question::solve::{Convention, Reached, Table, Value, Worth};
use partizan::ruleset::l_game::LGame;
use partizan::ruleset::{Finite, Index, Player, Ruleset, Verdict};
use proptest::prelude::*;
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

/// A walk that ends in all four ways, so that every rule about ties, draws, distances and tiers is at work.
///
/// A token stands on one of several rings, one above the other, each of `size` places. Left and Right step by numbers of
/// their own; some steps climb to the next ring, if there is one. On some places the game has ended or has no moves.
#[derive(Clone, Debug)]
#[allow(clippy::struct_field_names)] // so many rings
struct Rings {
    size: u8,
    rings: u8,
    /// By player: how far a step goes and whether it climbs.
    steps: [Vec<(u8, bool)>; 2],
    ends: Vec<(u8, Option<Verdict>)>,
}

impl Rings {
    fn steps(&self, player: Player) -> &[(u8, bool)] {
        &self.steps[usize::from(player == Player::Right)]
    }
}

impl Ruleset for Rings {
    const NAME: &'static str = "rings";
    const TITLE: &'static str = "a walk on rings";
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
        let (ring, place) = (position / self.size, position % self.size);
        for &(step, climbs) in self.steps(player) {
            let ring = (ring + u8::from(climbs)).min(self.rings - 1);
            visit(ring * self.size + (place + step) % self.size);
        }
    }
}

/// Its numbers, a tier a ring.
#[derive(Clone, Debug)]
struct Numbers {
    rings: Rings,
    /// So many moves at the most that a byte cannot count them, and two bytes a position are used.
    wide: bool,
    /// Whether it tells its moves backwards; else the engine must turn them round by itself.
    backwards: bool,
}

impl Index for Numbers {
    type Ruleset = Rings;
    fn ruleset(&self) -> &Rings {
        &self.rings
    }
    fn size(&self) -> u64 {
        2 * u64::from(self.rings.size) * u64::from(self.rings.rings)
    }
    fn index(&self, position: &u8, mover: Player) -> u64 {
        2 * u64::from(*position) + u64::from(mover == Player::Right)
    }
    fn state(&self, index: u64) -> Option<(u8, Player)> {
        Some(((index / 2) as u8, Player::BOTH[(index % 2) as usize]))
    }
    fn most_moves(&self) -> u32 {
        if self.wide { 300 } else { 4 }
    }
    fn tiers(&self) -> usize {
        usize::from(self.rings.rings)
    }
    fn tier(&self, tier: usize) -> std::ops::Range<u64> {
        let length = 2 * u64::from(self.rings.size);
        tier as u64 * length..(tier as u64 + 1) * length
    }
    fn predecessors(&self, index: u64, tier: usize, visit: &mut impl FnMut(u64)) -> bool {
        if !self.backwards {
            return false;
        }
        let (position, player) = ((index / 2) as u8, Player::BOTH[(index % 2) as usize].other());
        let (size, before) = (self.rings.size, tier as u8);
        for &(step, climbs) in self.rings.steps(player) {
            if (before + u8::from(climbs)).min(self.rings.rings - 1) == position / size {
                let place = (position % size + size - step % size) % size;
                visit(self.index(&(before * size + place), player));
            }
        }
        true
    }
}

fn rings() -> impl Strategy<Value = Rings> {
    let verdict = prop_oneof![
        Just(None),
        Just(Some(Verdict::Tie)),
        Just(Some(Verdict::Win(Player::Left))),
        Just(Some(Verdict::Win(Player::Right)))
    ];
    let steps = || prop::collection::vec((1u8..12, prop::bool::weighted(0.2)), 1..4);
    let ends = prop::collection::vec((any::<u8>(), verdict), 0..12);
    (2u8..60, 1u8..4, steps(), steps(), ends).prop_map(|(size, rings, left, right, ends)| {
        let ends = ends.into_iter().map(|(place, verdict)| (place % (size * rings), verdict)).collect();
        Rings { size, rings, steps: [left, right], ends }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn random_games_with_ties_draws_and_cycles(
        rings in rings(),
        misere in any::<bool>(),
        wide in any::<bool>(),
        backwards in any::<bool>(),
    ) {
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let states: HashSet<(u8, Player)> =
            (0..rings.size * rings.rings).flat_map(|place| Player::BOTH.map(|mover| (place, mover))).collect();
        let expected = naive(&rings, &states, convention);
        let index = Numbers { rings: rings.clone(), wide, backwards };
        let table = Table::solve(index, convention, true, &Budget::unlimited()).unwrap();
        let mut one_winning = 0;
        for ((place, mover), worth) in &expected {
            prop_assert_eq!(table.worth(table.index().index(place, *mover)), Some(*worth));
            let mut winning = 0;
            rings.options(place, *mover, &mut |option| {
                winning += usize::from(expected[&(option, mover.other())].value() == Value::Lose);
            });
            one_winning += u64::from(winning == 1);
        }
        let (tally, longest) = table.tally(&Budget::unlimited()).unwrap();
        prop_assert_eq!(tally.one_winning.labelled, one_winning);
        let furthest = expected.values().filter(|worth| worth.value() == Value::Win).filter_map(|worth| worth.distance()).max();
        prop_assert_eq!(longest.and_then(|number| table.worth(number)).and_then(Worth::distance), furthest.filter(|&d| d > 0));
        for (worth, count) in tally.rows() {
            prop_assert_eq!(count.labelled, expected.values().filter(|each| **each == worth).count() as u64);
        }
        let reached = Reached::solve(rings.clone(), &0, Player::Left, convention, &Budget::unlimited()).unwrap();
        for (place, mover) in reached.states() {
            prop_assert_eq!(reached.worth(place, *mover), expected.get(&(*place, *mover)).copied());
        }
    }
}

#[test]
fn a_table_is_refused_before_its_memory_is_taken_and_stops_when_told() {
    let teeko = partizan::ruleset::teeko::Teeko::default();
    let small = Budget::unlimited().with_memory(1_000_000);
    let why = |error: partizan::Error| match error {
        partizan::Error::Stopped { stop, proved } => (*stop, proved),
        other => panic!("{other}"),
    };
    let refused = Table::solve(teeko.numbered(false), Convention::Normal, false, &small).unwrap_err();
    let (refused, _) = why(refused);
    assert!(
        matches!(refused, partizan::Stop::Memory { needed: 90_000_000.., limit: 1_000_000 }),
        "{refused}"
    );
    assert_eq!(small.claimed(), 0);
    let late = Budget::unlimited().with_time(std::time::Duration::ZERO);
    let stopped = Table::solve(teeko.numbered(true), Convention::Normal, false, &late).unwrap_err();
    let (stopped, proved) = why(stopped);
    assert!(matches!(stopped, partizan::Stop::Time(_)));
    assert_eq!(proved.unwrap()["tiers_solved"], 0);
    let start = partizan::ruleset::dodgem::Dodgem::with_variant(&"size=5".parse().unwrap()).unwrap();
    let reached = Reached::solve(start, &start.start().unwrap(), Player::Left, Convention::Normal, &small);
    let (stopped, proved) = why(reached.unwrap_err());
    assert!(matches!(stopped, partizan::Stop::Memory { .. }));
    let proved = proved.unwrap();
    let count = |name: &str| proved[name].as_str().unwrap().parse::<u64>().unwrap();
    assert!(count("positions_found") > count("positions_played") && count("positions_played") > 100);
    assert_eq!(small.claimed(), 0);
}
