//! Oracle: all subsets, one after the other, with big rationals.

use super::four_lists::Lists;
use super::key::{Key, Wide};
use super::planner::heaviest;
use super::problem::Reduced;
use super::two_adic::{self, Search};
use super::*;
use crate::ruleset::Player;
use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;

fn rational(value: &Dyadic) -> BigRational {
    BigRational::new(value.numerator(), BigInt::one() << value.exponent())
}

/// The greatest weight, by looking at every subset.
fn by_all_subsets(values: &[Dyadic], weights: &[u64]) -> u64 {
    let values: Vec<BigRational> = values.iter().map(rational).collect();
    (0u32..1 << values.len())
        .filter(|set| {
            let members = (0..values.len()).filter(|i| set >> i & 1 == 1);
            members.map(|i| &values[i]).fold(BigRational::zero(), |sum, value| sum + value).is_zero()
        })
        .map(|set| (0..values.len()).filter(|i| set >> i & 1 == 1).map(|i| weights[i]).sum())
        .max()
        .expect("the empty set is fair")
}

fn stalk(most: usize) -> impl Strategy<Value = Stalk> {
    let colour = prop_oneof![Just(Player::Left), Just(Player::Right)];
    prop::collection::vec(colour, 1..=most).prop_map(|segments| Stalk::new(segments).unwrap())
}

fn collection(most: usize) -> impl Strategy<Value = Vec<Stalk>> {
    (1usize..8).prop_flat_map(move |length| prop::collection::vec(stalk(length), 0..=most))
}

fn data(stalks: &[Stalk]) -> (Vec<Dyadic>, Vec<u64>) {
    stalks.iter().map(|stalk| (stalk.value(), stalk.segments().len() as u64)).unzip()
}

fn swapped(stalk: &Stalk) -> Stalk {
    Stalk::new(stalk.segments().iter().map(|colour| colour.other()).collect()).unwrap()
}

/// Every method in every width, each against the others: all must give the same set.
fn by_every_method<K: Key>(reduced: &Reduced) -> Vec<Fair> {
    let budget = Budget::unlimited();
    let items = reduced.items::<K>();
    let Ok(Search::Found(removal)) = two_adic::search(&items, &mut u64::MAX.clone(), &budget) else {
        panic!("nothing stops it");
    };
    let lists = Lists::new(&items, &budget).unwrap();
    let one = lists.search(&budget).unwrap();
    let four = lists.search(&budget.with_threads(4)).unwrap();
    vec![removal, one, four]
}

use super::problem::Fair;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn nothing_is_heavier_in_all_subsets(stalks in collection(11)) {
        let (values, weights) = data(&stalks);
        let answer = super::stalks(&stalks, &Budget::unlimited()).unwrap().answer;
        prop_assert_eq!(answer.total, by_all_subsets(&values, &weights));
        let chosen = answer.chosen.iter().map(|number| number - 1);
        prop_assert!(chosen.clone().map(|i| rational(&values[i])).sum::<BigRational>().is_zero());
        prop_assert_eq!(chosen.map(|i| weights[i]).sum::<u64>(), answer.total);
    }

    #[test]
    fn weights_are_free(stalks in collection(11), weights in prop::collection::vec(0u64..4, 11)) {
        let (values, _) = data(&stalks);
        let weights = &weights[..values.len()];
        let solved = heaviest(&values, weights, &Budget::unlimited()).unwrap();
        let total: u64 = solved.chosen.iter().map(|&i| weights[i]).sum();
        prop_assert_eq!(total, by_all_subsets(&values, weights));
    }

    #[test]
    fn all_methods_give_the_same_set(stalks in collection(20), weights in prop::collection::vec(0u64..9, 20)) {
        let (values, pieces) = data(&stalks);
        for weights in [&pieces[..], &weights[..values.len()]] {
            let reduced = Reduced::new(&values, weights).unwrap();
            let mut all = by_every_method::<i64>(&reduced);
            all.extend(by_every_method::<i128>(&reduced));
            all.extend(by_every_method::<Wide<3>>(&reduced));
            for other in &all {
                prop_assert_eq!(other, &all[0]);
            }
        }
    }

    #[test]
    fn the_order_does_not_matter(stalks in collection(24).prop_flat_map(|s| (Just(s.clone()), Just(s).prop_shuffle()))) {
        let (straight, shuffled) = stalks;
        let words = |stalks: &[Stalk]| {
            let answer = super::stalks(stalks, &Budget::unlimited()).unwrap().answer;
            let mut words: Vec<String> = answer.chosen.iter().map(|&i| stalks[i - 1].text()).collect();
            words.sort();
            words
        };
        prop_assert_eq!(words(&straight), words(&shuffled));
    }

    #[test]
    fn swapping_the_colours_keeps_the_total(stalks in collection(24)) {
        let total = |stalks: &[Stalk]| super::stalks(stalks, &Budget::unlimited()).unwrap().answer.total;
        let other: Vec<Stalk> = stalks.iter().map(swapped).collect();
        prop_assert_eq!(total(&stalks), total(&other));
    }

    #[test]
    fn a_stalk_and_its_negative_add_their_pieces(stalks in collection(20), more in stalk(9)) {
        let total = |stalks: &[Stalk]| super::stalks(stalks, &Budget::unlimited()).unwrap().answer.total;
        let before = total(&stalks);
        let pair = [more.clone(), swapped(&more)];
        let after = total(&[&stalks[..], &pair].concat());
        prop_assert!(after >= before + 2 * more.segments().len() as u64);
    }
}

#[test]
fn a_spent_budget_says_what_is_proved() {
    let word = |i: u32| {
        (0..40)
            .map(|j| if (i.wrapping_mul(2_654_435_761) >> (j % 32)) & 1 == 1 { 'B' } else { 'W' })
            .collect::<String>()
    };
    let words: Vec<String> = (1..=44).map(|i| word(i * 77)).collect();
    let stalks = Stalks.parse(&words.join(" ")).unwrap();
    let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
    let error = super::stalks(&stalks, &budget).unwrap_err();
    let Error::Stopped { proved: Some(proved), .. } = error else { panic!("{error:?}") };
    assert_eq!(proved["best_found"], 0);
    assert!(proved["no_more_than"].as_u64().unwrap() <= 44 * 40);
}

#[test]
fn places_without_end_are_refused() {
    let long = |first: char| format!("{first}{}", if first == 'B' { "W" } else { "B" }.repeat(5000));
    let stalks = Stalks.parse(&format!("{} {}", long('B'), long('W'))).unwrap();
    let error = super::stalks(&stalks, &Budget::unlimited()).unwrap_err();
    assert!(error.to_string().contains("binary places"), "{error}");
}
