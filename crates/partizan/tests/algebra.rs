//! The algebra of games against a naive evaluator, its laws, and known faults of other programs.

#[allow(dead_code)] // shared with other tests, which use other parts of it
mod naive;

use naive::Tree;
use partizan::Player;
use partizan::value::{Comparison, Dyadic, Id, NumberUpStar, Outcome, Store};
use std::collections::HashMap;
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

#[test]
fn days_have_the_known_numbers_of_values() {
    let store = Store::new();
    let counts: Vec<_> = (0..=3).map(|n| store.day(n).unwrap().len()).collect();
    assert_eq!(counts, [1, 4, 22, 1474]);
    assert!(store.day(4).is_err());
}

#[test]
fn the_order_of_day_2_is_the_naive_one() {
    let store = Store::new();
    let day = store.day(2).unwrap();
    let mut known = HashMap::new();
    let trees: Vec<_> = day.iter().map(|&id| tree(&store, id, &mut known)).collect();
    for (&g, g_tree) in day.iter().zip(&trees) {
        for (&h, h_tree) in day.iter().zip(&trees) {
            assert_eq!(store.le(g, h).unwrap(), naive::le(g_tree, h_tree), "{g:?} {h:?}");
        }
    }
}

#[test]
fn the_sums_of_day_2_are_the_naive_ones() {
    let store = Store::new();
    let day = store.day(2).unwrap();
    let mut known = HashMap::new();
    let trees: Vec<_> = day.iter().map(|&id| tree(&store, id, &mut known)).collect();
    for (&g, g_tree) in day.iter().zip(&trees) {
        for (&h, h_tree) in day.iter().zip(&trees) {
            let sum = tree(&store, store.add(g, h).unwrap(), &mut known);
            let naive_sum = naive::add(g_tree, h_tree);
            assert!(naive::le(&sum, &naive_sum) && naive::le(&naive_sum, &sum), "{g:?} {h:?}");
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
