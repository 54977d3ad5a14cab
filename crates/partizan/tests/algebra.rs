//! The algebra of games against a naive evaluator, its laws, and known faults of other programs.

#[allow(dead_code)] // shared with other tests, which use other parts of it
mod naive;

use naive::Tree;
use num_bigint::{BigInt, BigUint};
use partizan::value::{Comparison, Dyadic, Id, NumberUpStar, Outcome, Store, StructuralOrder};
use partizan::{Budget, Player, Stop};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The literal tree of a game's canonical form.
fn tree(store: &Store, id: Id, known: &mut HashMap<Id, Tree>) -> Tree {
    if let Some(tree) = known.get(&id) {
        return Rc::clone(tree);
    }
    let [left, right] = Player::BOTH.map(|player| {
        (0..store.option_count(id, player))
            .map(|number| tree(store, store.option(id, player, number).unwrap(), known))
            .collect()
    });
    let tree = naive::form(left, right);
    known.insert(id, Rc::clone(&tree));
    tree
}

/// The same for one game.
fn tree_of(store: &Store, id: Id) -> Tree {
    tree(store, id, &mut HashMap::new())
}

/// The canonical form of a literal tree.
fn value(store: &Store, tree: &Tree) -> Id {
    let side = |side: &[Tree]| side.iter().map(|option| value(store, option)).collect::<Vec<_>>();
    store.canonical(&side(&tree.left), &side(&tree.right)).unwrap()
}

/// A form as data, so that failing cases can be shown small.
#[derive(Clone, Debug)]
struct Raw(Vec<Raw>, Vec<Raw>);

fn built(raw: &Raw) -> Tree {
    naive::form(raw.0.iter().map(built).collect(), raw.1.iter().map(built).collect())
}

/// Literal trees up to a depth, with up to so many options a side.
fn any_tree(depth: u32, options: usize) -> impl Strategy<Value = Tree> {
    let leaf = Just(Raw(vec![], vec![]));
    leaf.prop_recursive(depth, 40, options as u32, move |inner| {
        let side = prop::collection::vec(inner, 0..=options);
        (side.clone(), side).prop_map(|(left, right)| Raw(left, right))
    })
    .prop_map(|raw| built(&raw))
}

/// Two numbers that choose a game of a day.
fn choice(store: &Store, day: &[Id], pick: usize, shift: i64) -> Id {
    let base = day[pick % day.len()];
    store.add(base, store.number(Dyadic::new(shift, 2)).unwrap()).unwrap()
}

#[test]
fn days_have_the_known_numbers_of_values() {
    let store = Store::new();
    let counts: Vec<_> = (0..=3).map(|n| store.day(n).unwrap().len()).collect();
    assert_eq!(counts, [1, 4, 22, 1474]);
    assert!(store.day(4).is_err());
}

#[test]
fn day_2_agrees_with_the_naive_evaluator_in_everything() {
    let store = Store::new();
    let day = store.day(2).unwrap();
    let mut known = HashMap::new();
    let trees: Vec<_> = day.iter().map(|&id| tree(&store, id, &mut known)).collect();
    let mut seen = HashSet::new();
    for (&g, g_tree) in day.iter().zip(&trees) {
        assert!(naive::is_canonical(g_tree));
        assert_eq!(store.birthday(g), naive::depth(g_tree).into());
        assert_eq!(value(&store, &naive::neg(g_tree)), g.neg());
        assert_eq!(store.game(g).outcome(), naive_outcome(g_tree));
        for (&h, h_tree) in day.iter().zip(&trees) {
            assert_eq!(store.le(g, h).unwrap(), naive::le(g_tree, h_tree), "{g:?} {h:?}");
            let sum = store.add(g, h).unwrap();
            let sum_tree = tree(&store, sum, &mut known);
            assert!(naive::equal(&sum_tree, &naive::add(g_tree, h_tree)), "{g:?} {h:?}");
            if seen.insert(sum) {
                assert!(naive::is_canonical(&sum_tree));
            }
        }
    }
}

fn naive_outcome(tree: &Tree) -> Outcome {
    match (naive::left_wins_first(tree), naive::left_wins_second(tree)) {
        (true, true) => Outcome::Left,
        (true, false) => Outcome::Next,
        (false, true) => Outcome::Previous,
        (false, false) => Outcome::Right,
    }
}

proptest! {
    #[test]
    fn canonical_forms_of_random_trees(g in any_tree(4, 3)) {
        let store = Store::new();
        let id = value(&store, &g);
        let canonical = tree_of(&store, id);
        prop_assert!(naive::equal(&canonical, &g));
        prop_assert!(naive::is_canonical(&canonical));
        prop_assert!(naive::depth(&canonical) <= naive::depth(&g));
        prop_assert_eq!(store.birthday(id), naive::depth(&canonical).into());
        prop_assert_eq!(store.outcome(id), naive_outcome(&g));
        prop_assert_eq!(value(&store, &naive::neg(&g)), id.neg());
        // The canonical form again, from its own options, is the same record.
        prop_assert_eq!(value(&store, &canonical), id);
    }

    #[test]
    fn order_and_sums_of_random_trees(g in any_tree(3, 3), h in any_tree(3, 3)) {
        let store = Store::new();
        let (a, b) = (value(&store, &g), value(&store, &h));
        let (le, ge) = (naive::le(&g, &h), naive::le(&h, &g));
        prop_assert_eq!(store.le(a, b).unwrap(), le);
        prop_assert_eq!(store.le(b, a).unwrap(), ge);
        prop_assert_eq!(a == b, le && ge);
        let sum = store.add(a, b).unwrap();
        let (small_g, small_h) = (tree_of(&store, a), tree_of(&store, b));
        prop_assert_eq!(value(&store, &naive::add(&small_g, &small_h)), sum);
        prop_assert!(naive::is_canonical(&tree_of(&store, sum)));
    }

    #[test]
    fn stops_are_those_of_play(g in any_tree(4, 3)) {
        let store = Store::new();
        let id = value(&store, &g);
        let (left, right) = (store.left_stop(id), store.right_stop(id));
        // x below the right stop: G > x; above the left stop: G < x; between them: confused or worse.
        for (stop, step) in [(&right, -1), (&left, 1)] {
            let beyond = store.number(stop + &Dyadic::new(step, 6)).unwrap();
            let wanted = if step < 0 { Comparison::Greater } else { Comparison::Less };
            prop_assert_eq!(store.compare(id, beyond).unwrap(), wanted);
        }
        prop_assert!(left >= right);
        if left > right {
            let between = store.number((&left + &right).half()).unwrap();
            prop_assert_eq!(store.compare(id, between).unwrap(), Comparison::Confused);
        }
        prop_assert_eq!(store.is_infinitesimal(id), left.is_zero() && right.is_zero());
    }

    #[test]
    fn number_up_star_values_are_what_their_trees_are(
        (num, exp, ups, star) in (-6i64..7, 0u32..3, -2i64..3, 0u64..4),
        (num2, exp2, ups2, star2) in (-6i64..7, 0u32..3, -2i64..3, 0u64..4),
    ) {
        let store = Store::new();
        let part = |num, exp, ups: i64, star| {
            let id = store.number_up_star(NumberUpStar::new(Dyadic::new(num, exp), ups.into(), star)).unwrap();
            // In two steps: the literal sum of all three is a very large tree.
            let infinitesimal = value(&store, &naive::add(&naive::ups(ups), &naive::nimber(star)));
            let literal = naive::add(&naive::number(num, exp), &tree_of(&store, infinitesimal));
            (id, value(&store, &literal))
        };
        let ((g, g_literal), (h, h_literal)) = (part(num, exp, ups, star), part(num2, exp2, ups2, star2));
        prop_assert_eq!(g, g_literal);
        prop_assert_eq!(h, h_literal);
        let (g_tree, h_tree) = (tree_of(&store, g), tree_of(&store, h));
        prop_assert!(naive::is_canonical(&g_tree));
        prop_assert_eq!(store.birthday(g), naive::depth(&g_tree).into());
        prop_assert_eq!(store.le(g, h).unwrap(), naive::le(&g_tree, &h_tree));
        let (triple, other) = (store.as_number_up_star(g).unwrap(), store.as_number_up_star(h).unwrap());
        prop_assert_eq!(triple.compare(&other), store.compare(g, h).unwrap());
        prop_assert_eq!(store.as_number_up_star(store.add(g, h).unwrap()).unwrap(), triple.plus(&other));
    }

    #[test]
    fn laws(
        (i, j, k) in (any::<usize>(), any::<usize>(), any::<usize>()),
        (x, y) in (-9i64..9, -9i64..9),
        n in -5i64..6,
    ) {
        let store = Store::new();
        let day = store.day(2).unwrap();
        // Games born by day 3 and later: options are games of day 2, moved by numbers.
        let option = |n: usize, shift| choice(&store, &day, n, shift);
        let game = |n: usize, shift: i64| {
            let left = [option(n, shift), option(n / 22, 1 - shift)];
            store.canonical(&left, &[option(n / 484, -shift), option(n / 10648, shift - 2)]).unwrap()
        };
        let (g, h, l) = (game(i, x), game(j, y), game(k, x - y));
        let add = |g, h| store.add(g, h).unwrap();
        let le = |g, h| store.le(g, h).unwrap();
        prop_assert_eq!(add(g, h), add(h, g));
        prop_assert_eq!(add(add(g, h), l), add(g, add(h, l)));
        prop_assert_eq!(add(g, g.neg()), Id::ZERO);
        prop_assert_eq!(add(g, h).neg(), add(g.neg(), h.neg()));
        prop_assert_eq!(store.sub(add(g, h), h).unwrap(), g);
        // G >= H if and only if Left wins G - H moving second.
        let difference = store.sub(g, h).unwrap();
        prop_assert_eq!(le(h, g), matches!(store.outcome(difference), Outcome::Left | Outcome::Previous));
        prop_assert!(le(g, g));
        prop_assert_eq!(le(g, h) && le(h, g), g == h);
        prop_assert!(!(le(g, h) && le(h, l)) || le(g, l));
        prop_assert_eq!(le(g, h), le(add(g, l), add(h, l)));
        prop_assert_eq!(le(g, h), le(h.neg(), g.neg()));
        let copies = (0..n.abs()).fold(Id::ZERO, |sum, _| add(sum, if n < 0 { g.neg() } else { g }));
        prop_assert_eq!(store.times(&BigInt::from(n), g).unwrap(), copies);
    }

    #[test]
    fn games_keep_their_value_from_store_to_store(g in any_tree(4, 3), h in any_tree(3, 3)) {
        let (here, there) = (Store::new(), Store::new());
        // Other games first, so that ids differ.
        let other = there.game(value(&there, &h));
        let (game, same) = (here.game(value(&here, &g)), there.game(value(&there, &g)));
        prop_assert_eq!(game, same);
        prop_assert_eq!(game == other, naive::equal(&g, &h));
        prop_assert_eq!(here.carry_over(&there, same.id()).unwrap(), game.id());
        let mixed = game + other;
        prop_assert_eq!(mixed, here.game(value(&here, &naive::add(&tree_of(&here, game.id()), &tree_of(&there, other.id())))));
        prop_assert!(std::ptr::eq(mixed.store(), &raw const here));
        let hash = |game| std::hash::BuildHasher::hash_one(&std::hash::BuildHasherDefault::<std::hash::DefaultHasher>::default(), game);
        prop_assert_eq!(hash(game), hash(same));
    }

    #[test]
    fn the_structural_order_is_total_and_does_not_depend_on_ids(
        trees in prop::collection::vec(any_tree(4, 2), 2..6),
    ) {
        let (here, there) = (Store::new(), Store::new());
        let ids: Vec<_> = trees.iter().map(|tree| value(&here, tree)).collect();
        let mut others: Vec<_> = trees.iter().rev().map(|tree| value(&there, tree)).collect();
        others.reverse();
        let (order, other_order) =
            (StructuralOrder::new(&here, ids.iter().copied()), StructuralOrder::new(&there, others.iter().copied()));
        for i in 0..ids.len() {
            for j in 0..ids.len() {
                let wanted = order.cmp(ids[i], ids[j]);
                prop_assert_eq!(wanted, other_order.cmp(others[i], others[j]));
                prop_assert_eq!(wanted, here.structural_cmp(ids[i], ids[j]));
                prop_assert_eq!(wanted, order.cmp(ids[j], ids[i]).reverse());
                prop_assert_eq!(wanted.is_eq(), ids[i] == ids[j]);
            }
        }
    }

    #[test]
    fn followers_are_counted_as_they_are_found(
        g in any_tree(3, 2),
        (num, exp, ups, star) in (-9i64..10, 0u32..5, -4i64..5, 0u64..6),
        (num2, exp2, ups2, star2) in (-9i64..10, 0u32..5, -4i64..5, 0u64..6),
    ) {
        let store = Store::new();
        let triple = |num, exp, ups: i64, star| {
            store.number_up_star(NumberUpStar::new(Dyadic::new(num, exp), ups.into(), star)).unwrap()
        };
        let (a, b) = (triple(num, exp, ups, star), triple(num2, exp2, ups2, star2));
        for game in [a, b, value(&store, &g), store.canonical(&[a, value(&store, &g)], &[b]).unwrap()] {
            let mut found = HashMap::new();
            tree(&store, game, &mut found);
            prop_assert_eq!(store.follower_count(game), found.len().into());
        }
    }
}

#[test]
fn known_faults_of_other_programs() {
    let store = Store::new();
    let n = store.integer(i64::MAX).unwrap();
    let next = store.canonical(&[n], &[]).unwrap();
    assert_eq!(store.as_number(next).unwrap().to_string(), "9223372036854775808");
    let ups = store.add(store.ups(2_147_483_647, 0).unwrap(), store.ups(1, 0).unwrap()).unwrap();
    assert_eq!(store.as_number_up_star(ups).unwrap().ups().to_string(), "2147483648");
    assert_eq!(store.birthday(store.integer(100_000_000).unwrap()).to_string(), "100000000");
    let (up_star, down_star) = (store.ups(1, 1).unwrap(), store.ups(-1, 1).unwrap());
    assert_eq!(store.canonical(&[up_star], &[down_star]).unwrap(), Id::ZERO);
    let up = store.ups(1, 0).unwrap();
    assert_eq!(store.canonical(&[Id::ZERO], &[up]).unwrap(), store.ups(2, 1).unwrap());
    let two = store.canonical(&[store.integer(1).unwrap()], &[store.integer(9).unwrap()]).unwrap();
    assert_eq!(store.as_number(two), Some(Dyadic::from(2)));
}

#[test]
fn values_of_any_size_take_one_record() {
    let store = Store::new();
    let before = store.len();
    let value = NumberUpStar::new(Dyadic::from(1_000_000_000), (1u64 << 63).into(), 1_000_000);
    let id = store.number_up_star(value.clone()).unwrap();
    assert_eq!(store.as_number_up_star(id), Some(value));
    assert!(store.len() < before + 200);
    assert_eq!(store.outcome(id), Outcome::Left);
    assert_eq!(store.compare(id, store.integer(1_000_000_000).unwrap()).unwrap(), Comparison::Greater);
    assert_eq!(
        store.compare(store.nimber(1_000_000).unwrap(), store.ups(1, 0).unwrap()).unwrap(),
        Comparison::Less
    );
}

#[test]
fn closed_forms_have_no_limits() {
    let store = Store::new();
    let huge: BigUint = num_traits::pow(BigUint::from(10u32), 100);
    let huge_int = BigInt::from(huge.clone());
    let (n, ups) = (store.integer(huge_int.clone()).unwrap(), store.ups(huge_int.clone(), 7).unwrap());
    assert_eq!(store.birthday(n), huge);
    assert_eq!(store.follower_count(n), &huge + 1u32);
    assert_eq!(store.birthday(store.sub(n, n.neg()).unwrap()), &huge * 2u32);
    // n ups lead to 0, *, and one value for each smaller number of ups.
    assert_eq!(store.follower_count(store.ups(huge_int.clone(), 0).unwrap()), &huge + 2u32);
    let triple = store.as_number_up_star(store.times(&huge_int, ups).unwrap()).unwrap();
    assert_eq!((triple.ups(), triple.star()), (&huge_int * &huge_int, 0));
    let switch = store.canonical(&[n], &[n.neg()]).unwrap();
    assert_eq!(store.left_stop(switch).numerator(), huge_int);
    assert_eq!(store.birthday(switch), &huge + 1u32);
    assert_eq!(store.add(switch, switch).unwrap(), Id::ZERO);
    assert_eq!(store.follower_count(switch), &huge * 2u32 + 2u32);
    assert!(store.len() < 2000, "{} games", store.len());
}

#[test]
fn a_million_options_are_made_one_by_one() {
    let store = Store::new();
    let star = store.nimber(1_000_000).unwrap();
    assert_eq!(store.option_count(star, Player::Left), 1_000_000);
    assert_eq!(store.as_nimber(store.option(star, Player::Right, 999_999).unwrap()), Some(999_999));
    assert_eq!(store.birthday(star).to_string(), "1000000");
    assert_eq!(store.follower_count(star).to_string(), "1000001");
    assert!(store.len() < 1_000);
}

#[test]
fn infinitesimal_and_dicotic_are_told_apart() {
    let store = Store::new();
    let minus_one = store.integer(-1).unwrap();
    let threat = store.canonical(&[Id::ZERO], &[minus_one]).unwrap();
    let tiny = store.canonical(&[Id::ZERO], &[threat]).unwrap();
    let mixed = store.canonical(&[Id::ZERO, store.nimber(1).unwrap()], &[store.ups(-3, 2).unwrap()]).unwrap();
    assert!(store.is_infinitesimal(tiny) && !store.is_dicotic(tiny));
    assert!(store.is_infinitesimal(mixed) && store.is_dicotic(mixed));
    assert!(!store.is_infinitesimal(threat) && !store.is_dicotic(minus_one));
    assert!(store.is_dicotic(Id::ZERO) && store.is_dicotic(store.ups(5, 3).unwrap()));
}

/// Deep games of three kinds: numbers, a chain of positive infinitesimals, hot games that get ever hotter.
fn deep(store: &Store, kind: u32, depth: i64) -> Id {
    let threat = store.canonical(&[Id::ZERO], &[store.integer(-1).unwrap()]).unwrap();
    (1..=depth).fold(if kind == 1 { threat } else { Id::ZERO }, |game, k| {
        match kind {
            0 => store.canonical(&[game], &[store.integer(k).unwrap()]),
            1 => store.canonical(&[Id::ZERO], &[game]),
            _ => store.canonical(&[store.integer(k).unwrap()], &[game.neg()]),
        }
        .unwrap()
    })
}

fn deep_games_are_like_others(kinds: std::ops::Range<u32>, depth: i64) {
    // A thread with little room: nothing may recurse with the depth of a game.
    let test = move || {
        let store = Store::new();
        for kind in kinds {
            let game = deep(&store, kind, depth);
            let other = deep(&store, kind, depth - 1);
            assert!(store.birthday(game) >= store.birthday(other));
            let star = store.nimber(1).unwrap();
            let sum = store.add(game, star).unwrap();
            assert_eq!(store.add(sum, star).unwrap(), game);
            let shifted = store.add(game, store.number(Dyadic::new(1, 1)).unwrap()).unwrap();
            assert_eq!(store.compare(game, shifted).unwrap(), Comparison::Less);
            assert_eq!(store.compare(sum, game).unwrap(), Comparison::Confused);
            store.compare(game, other).unwrap();
            assert_ne!(store.structural_cmp(game, sum), std::cmp::Ordering::Equal);
            assert!(store.follower_count(game) <= store.follower_count(sum));
            assert!(!store.is_dicotic(game));
            let elsewhere = Store::new();
            assert_eq!(elsewhere.game(elsewhere.carry_over(&store, game).unwrap()), store.game(game));
        }
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(test).unwrap().join().unwrap();
}

#[test]
fn games_of_depth_20000_are_like_others() {
    deep_games_are_like_others(0..3, 20_000);
}

/// All that is asked here takes time in proportion to the depth: about half a minute for each kind in the development
/// profile.
mod games_of_depth_1000000_are_like_others {
    use super::deep_games_are_like_others;

    #[test]
    #[ignore = "long"]
    fn numbers() {
        deep_games_are_like_others(0..1, 1_000_000);
    }

    #[test]
    #[ignore = "long"]
    fn infinitesimals() {
        deep_games_are_like_others(1..2, 1_000_000);
    }

    #[test]
    #[ignore = "long"]
    fn hot_games() {
        deep_games_are_like_others(2..3, 1_000_000);
    }
}

#[test]
fn a_spent_budget_stops_and_leaves_the_store_whole() {
    let budget = Budget::unlimited().with_memory(3_000_000);
    let store = Store::with_budget(budget.clone()).unwrap();
    let day = store.day(3).unwrap();
    let mut stopped = None;
    'sums: for &g in &day {
        for &h in &day {
            if let Err(stop) = store.add(g, h) {
                stopped = Some(stop);
                break 'sums;
            }
        }
    }
    assert!(matches!(stopped, Some(Stop::Memory { limit: 3_000_000, .. })), "{stopped:?}");
    assert!(store.bytes() <= 3_000_000);
    // What is stored stays right.
    let (g, h) = (day[100], day[1000]);
    assert_eq!(store.le(g, h).unwrap(), naive::le(&tree_of(&store, g), &tree_of(&store, h)));
    drop(store);
    assert_eq!(budget.claimed(), 0);
}

#[test]
fn cancelled_work_stops() {
    let cancel = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let store = Store::with_budget(Budget::unlimited().with_cancel(cancel)).unwrap();
    let (a, b) = (deep(&store, 1, 5_000), deep(&store, 2, 5_000));
    assert_eq!(store.add(a, b), Err(Stop::Cancelled));
}

#[test]
fn threads_agree() {
    let store = Store::new();
    let day = store.day(3).unwrap();
    let day = &day[..300];
    let sums = |backwards: bool| -> Vec<Id> {
        let mut pairs: Vec<_> = day.iter().flat_map(|&g| day.iter().map(move |&h| (g, h))).collect();
        if backwards {
            pairs.reverse();
        }
        let mut sums: Vec<_> = pairs.into_iter().map(|(g, h)| store.add(g, h).unwrap()).collect();
        if backwards {
            sums.reverse();
        }
        sums
    };
    let together = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|n| scope.spawn(move || sums(n % 2 == 1))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(together.windows(2).all(|pair| pair[0] == pair[1]));
    let alone = Store::new();
    let carried: Vec<_> = day.iter().map(|&id| alone.carry_over(&store, id).unwrap()).collect();
    let mut distinct = HashSet::new();
    for (n, &g) in carried.iter().enumerate() {
        for (m, &h) in carried.iter().enumerate().step_by(37) {
            let sum = alone.add(g, h).unwrap();
            distinct.insert(sum);
            assert_eq!(alone.game(sum), store.game(together[0][n * day.len() + m]));
        }
    }
    assert!(distinct.len() > 1000);
}
