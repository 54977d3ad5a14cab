//! The engines of `solve` against a naive fixed point over all positions, which shares no method with them.

use partizan::Budget;
use partizan::question::solve::{Convention, Found, Reached, Table, Tally, Value, Wanted, Worth};
use partizan::ruleset::l_game::LGame;
use partizan::ruleset::{Finite, Index, Keyed, Player, Ruleset, Verdict};
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
    fn reaches(&self, tier: usize) -> std::ops::Range<usize> {
        tier..(tier + 2).min(self.tiers())
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
fn only_a_tier_and_its_successors_are_in_memory() {
    let ends = [(3, Verdict::Win(Player::Left)), (117, Verdict::Win(Player::Right)), (231, Verdict::Tie)];
    let rings = Rings {
        size: 20,
        rings: 12,
        steps: [vec![(1, false), (3, true)], vec![(2, false), (7, true)]],
        ends: ends.into_iter().map(|(place, verdict)| (place, Some(verdict))).chain([(230, None)]).collect(),
    };
    let states: HashSet<(u8, Player)> =
        (0..240).flat_map(|place| Player::BOTH.map(|mover| (place, mover))).collect();
    let expected = naive(&rings, &states, Convention::Normal);
    let index = || Numbers { rings: rings.clone(), wide: false, backwards: true };
    let whole = Table::solve(index(), Convention::Normal, true, &Budget::unlimited()).unwrap();
    let (all, longest) = whole.tally(&Budget::unlimited()).unwrap();
    // A byte for each of 40 positions, a bit for each in words of eight bytes; a batch of 2^17 numbers of eight bytes.
    let (tier, batch) = (40 + 8, 8 << 17);
    let tight = Budget::unlimited().with_memory(2 * tier + batch);
    let (mut table, tally, furthest) = Table::survey(index(), Convention::Normal, &tight).unwrap();
    assert_eq!(counts(&tally), counts(&all));
    assert_eq!((tally.one_winning, furthest), (all.one_winning, longest));
    assert_eq!((tally.all().labelled, table.counts().bytes), (480, 2 * tier + batch));
    // Nothing but the first tier and the one after it is left; what else is asked for is solved again.
    assert_eq!(tight.claimed(), 2 * tier);
    for ((place, mover), worth) in &expected {
        let number = whole.index().index(place, *mover);
        assert_eq!(whole.worth(number), Some(*worth));
        table.know(number, &tight).unwrap();
        assert_eq!(table.worth(number), Some(*worth));
        rings.options(place, *mover, &mut |option| {
            let after = (option, mover.other());
            assert_eq!(table.worth(whole.index().index(&after.0, after.1)), Some(expected[&after]));
        });
        assert!(tight.claimed() <= 2 * tier);
    }
    let tighter = Budget::unlimited().with_memory(2 * tier + batch - 1);
    let refused = Table::survey(index(), Convention::Normal, &tighter).unwrap_err();
    assert!(
        matches!(refused, partizan::Error::Stopped { stop, .. } if matches!(*stop, partizan::Stop::Memory { .. }))
    );
    assert_eq!(tighter.claimed(), 0);
    // With room for all of them, they stay.
    let roomy = Budget::unlimited().with_memory(12 * tier + batch);
    let (table, _, _) = Table::survey(index(), Convention::Normal, &roomy).unwrap();
    assert_eq!((roomy.claimed(), table.counts().bytes), (12 * tier, 12 * tier + batch));
}

/// A walk on a torus with images and an exchange of the players, several floors high.
///
/// A token stands on one of `size[0]` times `size[1]` places of a floor. Each step may go either way in the first
/// direction, so that its mirror image is a step too; in the second direction Right goes the way back that Left goes
/// forward, so that a mirror image in that direction is the exchange of the players. Some steps climb a floor, after which
/// no way leads back: not every image of what can be reached can be reached.
#[derive(Clone, Debug)]
struct Torus {
    size: [u8; 2],
    floors: u8,
    /// How far a step goes in each direction, and whether it climbs.
    steps: Vec<(u8, u8, bool)>,
    /// Where the game has ended, images and exchanges too: won or lost for who is to move, or level, or without moves.
    ends: Vec<(Place, Option<Value>)>,
    /// Whether it tells its moves backwards.
    backwards: bool,
    /// Whether positions on even floors whose game has been won are left out.
    open: bool,
}

/// The floor, and where on it.
type Place = (u8, u8, u8);

impl Torus {
    /// Minus a number on a circle.
    fn minus(number: u8, size: u8) -> u8 {
        (size - number) % size
    }

    #[allow(clippy::option_option)] // ended or not, and then with a verdict or without
    fn end(&self, (floor, x, y): Place) -> Option<Option<Value>> {
        let like = |a: u8, b: u8, size: u8| a == b || a == Self::minus(b, size);
        let same = |place: &Place| {
            place.0 == floor && like(place.1, x, self.size[0]) && like(place.2, y, self.size[1])
        };
        self.ends.iter().find(|(place, _)| same(place)).map(|(_, value)| *value)
    }

    fn steps(&self, player: Player) -> Vec<(u8, u8, bool)> {
        let [width, height] = self.size;
        let mut all = Vec::new();
        for &(x, y, climbs) in &self.steps {
            let y = if player == Player::Left { y % height } else { Self::minus(y % height, height) };
            all.push((x % width, y, climbs));
            all.push((Self::minus(x % width, width), y, climbs));
        }
        all
    }
}

impl Ruleset for Torus {
    const NAME: &'static str = "torus";
    const TITLE: &'static str = "a walk on a torus";
    const SOURCE: &'static str = "";
    const NOTATION: &'static str = "numbers";
    type Position = Place;
    fn with_variant(_: &partizan::ruleset::Variant) -> Result<Self, partizan::Fault> {
        unreachable!("made by hand")
    }
    fn parse(&self, _: &str) -> Result<Place, partizan::Fault> {
        unreachable!("not asked")
    }
    fn print(&self, place: &Place) -> String {
        format!("{place:?}")
    }
    fn images(&self, &(floor, x, y): &Place, visit: &mut impl FnMut(Place)) {
        visit((floor, x, y));
        visit((floor, Self::minus(x, self.size[0]), y));
    }
    fn swap(&self, &(floor, x, y): &Place) -> Option<Place> {
        Some((floor, x, Self::minus(y, self.size[1])))
    }
    fn verdict(&self, place: &Place, mover: Player) -> Option<Verdict> {
        match self.end(*place)?? {
            Value::Win => Some(Verdict::Win(mover)),
            Value::Lose => Some(Verdict::Win(mover.other())),
            _ => Some(Verdict::Tie),
        }
    }
    fn options(&self, place: &Place, player: Player, visit: &mut impl FnMut(Place)) {
        if self.end(*place).is_some() {
            return;
        }
        for (x, y, climbs) in self.steps(player) {
            if !climbs || place.0 + 1 < self.floors {
                let floor = place.0 + u8::from(climbs);
                visit((floor, (place.1 + x) % self.size[0], (place.2 + y) % self.size[1]));
            }
        }
    }
}

impl Keyed for Torus {
    const LEFT_OUT: &'static str = "some where the game has been won";
    fn left_out(&self, place: &Place, mover: Player) -> bool {
        self.open && place.0.is_multiple_of(2) && matches!(self.verdict(place, mover), Some(Verdict::Win(_)))
    }
    fn key(&self, &(floor, x, y): &Place, mover: Player) -> u64 {
        u64::from(floor) << 17 | u64::from(x) << 9 | u64::from(y) << 1 | mover as u64
    }
    fn unkey(&self, key: u64) -> (Place, Player) {
        (((key >> 17) as u8, (key >> 9) as u8, (key >> 1) as u8), Player::BOTH[(key & 1) as usize])
    }
    fn predecessors(&self, &(floor, x, y): &Place, player: Player, visit: &mut impl FnMut(Place)) -> bool {
        if self.backwards {
            for (dx, dy, climbs) in self.steps(player) {
                if let Some(floor) = floor.checked_sub(u8::from(climbs)) {
                    let [width, height] = self.size;
                    let before = (floor, (x + width - dx) % width, (y + height - dy) % height);
                    if self.end(before).is_none() {
                        visit(before);
                    }
                }
            }
        }
        self.backwards
    }
}

fn torus() -> impl Strategy<Value = Torus> {
    let value =
        prop_oneof![Just(None), Just(Some(Value::Tie)), Just(Some(Value::Win)), Just(Some(Value::Lose))];
    let steps = prop::collection::vec((0u8..8, 0u8..8, prop::bool::weighted(0.3)), 1..4);
    let ends = prop::collection::vec(((any::<u8>(), any::<u8>(), any::<u8>()), value), 0..8);
    ([1u8..9, 1u8..9], 1u8..4, steps, ends, [any::<bool>(), any::<bool>()]).prop_map(
        |(size, floors, steps, ends, [backwards, open])| {
            let place = |(floor, x, y): Place| (floor % floors, x % size[0], y % size[1]);
            let ends = ends.into_iter().map(|(at, value)| (place(at), value)).collect();
            Torus { size, floors, steps, ends, backwards, open }
        },
    )
}

/// Counts by worth: each pair by itself, and all images as one.
fn counts(tally: &Tally) -> Vec<(Worth, [u64; 2])> {
    tally.rows().map(|(worth, count)| (worth, [count.labelled, count.up_to_symmetry])).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn random_games_with_images_and_an_exchange_of_players(
        game in torus(),
        at in [any::<u8>(), any::<u8>()],
        misere in any::<bool>(),
        symmetry in any::<bool>(),
    ) {
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let start = (0, at[0] % game.size[0], at[1] % game.size[1]);
        let states = reachable(&game, (start, Player::Left));
        let expected = naive(&game, &states, convention);
        // The first position has a number even if the game has ended there.
        let left_out = |(place, mover): &(Place, Player)| {
            game.backwards && *place != start && game.left_out(place, *mover)
        };
        let kept: Vec<_> = states.iter().filter(|pair| !left_out(pair)).collect();
        let budget = Budget::unlimited();
        for wanted in [Wanted::Worth, Wanted::Counts] {
            let found = Found::find(game.clone(), &start, Player::Left, symmetry, wanted, &budget).unwrap().unwrap();
            let table = Table::solve(found, convention, true, &budget).unwrap();
            for &&(place, mover) in &kept {
                let worth = expected[&(place, mover)];
                prop_assert_eq!(table.worth(table.index().index(&place, mover)), Some(worth), "{:?} {:?}", place, mover);
            }
            if wanted == Wanted::Worth {
                continue;
            }
            let chief = |&(place, mover): &(Place, Player)| {
                let mut least = (place, mover);
                if symmetry {
                    game.images(&place, &mut |image| least = least.min((image, mover)));
                }
                least
            };
            let one_winning = states.iter().filter(|(place, mover)| {
                let mut winning = 0;
                game.options(place, *mover, &mut |option| {
                    winning += usize::from(expected[&(option, mover.other())].value() == Value::Lose);
                });
                winning == 1
            });
            let one_winning: Vec<_> = one_winning.collect();
            let sizes = |pairs: &[&(Place, Player)]| {
                let chiefs: HashSet<_> = pairs.iter().map(|pair| chief(pair)).collect();
                [pairs.len() as u64, chiefs.len() as u64]
            };
            let (tally, longest) = table.tally(&budget).unwrap();
            for (worth, counted) in counts(&tally) {
                let pairs: Vec<_> = kept.iter().copied().filter(|pair| expected[*pair] == worth).collect();
                prop_assert_eq!(counted, sizes(&pairs), "{}", worth);
            }
            prop_assert_eq!(tally.all().labelled, kept.len() as u64);
            prop_assert_eq!([tally.one_winning.labelled, tally.one_winning.up_to_symmetry], sizes(&one_winning));
            let furthest = expected.values().filter(|worth| worth.value() == Value::Win).filter_map(|worth| worth.distance()).max();
            let state = longest.and_then(|number| table.index().state(number));
            prop_assert_eq!(state.map(|state| expected[&state].distance()), furthest.filter(|&d| d > 0).map(Some));
        }
    }
}

#[test]
fn threads_find_and_solve_the_same_as_the_graph_of_moves() {
    let game = partizan::ruleset::fox_and_hounds::FoxAndHounds::default();
    let start = game.start().unwrap();
    let budget = Budget::unlimited();
    let reached = Reached::solve(game, &start, Player::Left, Convention::Normal, &budget).unwrap();
    let (expected, _, _) = reached.tally(true, &budget).unwrap();
    let mut first = None;
    for threads in [1, 3] {
        let budget = Budget::unlimited().with_threads(threads);
        let found = Found::find(game, &start, Player::Left, true, Wanted::Counts, &budget).unwrap().unwrap();
        assert_eq!(found.count(), reached.states().len() as u64);
        let table = Table::solve(found, Convention::Normal, true, &budget).unwrap();
        let (tally, longest) = table.tally(&budget).unwrap();
        assert_eq!(counts(&tally), counts(&expected));
        assert_eq!(tally.one_winning, expected.one_winning);
        // The first of the longest wins is the same for every number of threads.
        let one = longest.and_then(|number| table.index().state(number)).unwrap();
        assert_eq!(*first.get_or_insert(one), one);
        for (position, mover) in reached.states() {
            let number = table.index().index(position, *mover);
            assert_eq!(table.worth(number), reached.worth(position, *mover));
        }
        assert!(budget.claimed() > 0);
        drop(table);
        assert_eq!(budget.claimed(), 0);
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
