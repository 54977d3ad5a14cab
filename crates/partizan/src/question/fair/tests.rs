//! Oracle: all subsets, one after the other, with big rationals.

use super::four_lists::Lists;
use super::key::{Key, Wide};
use super::planner::heaviest;
use super::problem::Fair;
use super::problem::Reduced;
use super::tally::{Choice, Counting, Few, Heaviest};
use super::*;
use crate::ruleset::Player;
use crate::ruleset::Ruleset;
use crate::ruleset::stalks::Stalks;
use crate::value::Store;
use num_bigint::BigUint;
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

/// Every non-empty subset with its sum and weight, the places in increasing order.
fn all_subsets(values: &[Dyadic], weights: &[u64]) -> Vec<(BigRational, u64, Vec<usize>)> {
    let values: Vec<BigRational> = values.iter().map(rational).collect();
    (1u32..1 << values.len())
        .map(|set| {
            let members: Vec<usize> = (0..values.len()).filter(|i| set >> i & 1 == 1).collect();
            let sum = members.iter().map(|&i| values[i].clone()).sum();
            (sum, members.iter().map(|&i| weights[i]).sum(), members)
        })
        .collect()
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
    let done = "nothing stops it";
    let deepest = two_adic::Search::new(&items).advance(u64::MAX, usize::MAX, &budget).unwrap().expect(done);
    let n = items.len();
    let lists = Lists::new(&items, Heaviest { items: n }, &budget).unwrap();
    let fair = |choice: Choice| Fair {
        weight: u64::from(choice.weight),
        chosen: (0..n).map(|i| choice.mask >> (n - 1 - i) & 1 == 1).collect(),
    };
    let one = fair(lists.search(&budget).unwrap());
    let four = fair(lists.search(&budget.clone().with_threads(4)).unwrap());
    let mut fewest = removal::Search::new(&items).unwrap();
    let fewest = fewest.advance(u64::MAX, &budget.clone().with_threads(2)).unwrap().expect(done);
    let narrow = reduced.items::<i64>();
    let dense = dense::search(&narrow, &dense::plan(&narrow).unwrap(), &Budget::unlimited()).unwrap();
    vec![deepest, one, four, fewest, dense]
}

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
            let reduced = Reduced::new(&values, weights, true).unwrap();
            let mut all = by_every_method::<i64>(&reduced);
            all.extend(by_every_method::<i128>(&reduced));
            all.extend(by_every_method::<Wide<3>>(&reduced));
            for other in &all {
                prop_assert_eq!(other, &all[0]);
            }
        }
    }

    #[test]
    fn counts_and_lists_are_those_of_all_subsets(stalks in collection(10), limit in 1usize..40) {
        let (values, weights) = data(&stalks);
        let mut fair: Vec<_> = all_subsets(&values, &weights).into_iter().filter(|(sum, ..)| sum.is_zero()).collect();
        fair.sort_by_key(|(_, weight, _)| std::cmp::Reverse(*weight));
        let request = Request { all: true, limit, ..Request::default() };
        let answer = ask(&Collection::stalks(&stalks), &request, &Budget::unlimited()).unwrap().answer;
        prop_assert_eq!(answer.fair_collections.unwrap(), fair.len().to_string());
        let listed = answer.listed.unwrap();
        prop_assert_eq!(listed.len(), limit.min(fair.len()));
        for (listed, (_, weight, _)) in listed.iter().zip(&fair) {
            prop_assert_eq!(listed.total, *weight);
            let places: Vec<usize> = listed.chosen.iter().map(|number| number - 1).collect();
            prop_assert!(fair.iter().any(|(_, total, chosen)| *chosen == places && total == weight));
        }
        let different: std::collections::HashSet<_> = listed.iter().map(|listed| &listed.chosen).collect();
        prop_assert_eq!(different.len(), listed.len());
        if let Some(first) = listed.first() {
            prop_assert_eq!(&first.chosen, &answer.chosen);
        }
    }

    #[test]
    fn the_nearest_sums_are_those_of_all_subsets(stalks in collection(9), near in 1usize..30) {
        let (values, weights) = data(&stalks);
        let mut best = std::collections::BTreeMap::new();
        for (sum, weight, _) in all_subsets(&values, &weights) {
            let negative = sum < BigRational::zero();
            let most = best.entry((num_traits::Signed::abs(&sum), negative)).or_insert((sum, weight));
            most.1 = most.1.max(weight);
        }
        let request = Request { near, ..Request::default() };
        let nearest = ask(&Collection::stalks(&stalks), &request, &Budget::unlimited()).unwrap().answer.nearest.unwrap();
        prop_assert_eq!(nearest.len(), near.min(best.len()));
        for (found, (sum, weight)) in nearest.iter().zip(best.into_values()) {
            prop_assert_eq!(found.sum.parse::<BigRational>().unwrap(), sum.clone());
            prop_assert_eq!(found.total, weight);
            let chosen = found.chosen.iter().map(|number| rational(&values[number - 1]));
            prop_assert_eq!(chosen.sum::<BigRational>(), sum);
        }
    }

    #[test]
    fn four_lists_and_the_ledger_tally_the_same(stalks in collection(18), keep in 1usize..30) {
        let (values, weights) = data(&stalks);
        let reduced = Reduced::new(&values, &weights, true).unwrap();
        let items = reduced.items::<i64>();
        let budget = Budget::unlimited();
        let few = Few { items: items.len(), keep };
        let ledger = ledger::search(&items, &few, usize::MAX, &budget).unwrap().unwrap();
        prop_assert_eq!(&ledger, &Lists::new(&items, few, &budget).unwrap().search(&budget).unwrap());
        let count = ledger::search(&items, &Counting, usize::MAX, &budget).unwrap().unwrap();
        prop_assert_eq!(&count, &Lists::new(&items, Counting, &budget).unwrap().search(&budget).unwrap());
        prop_assert!(count.number() >= BigUint::from(ledger.len()));
        // The heaviest of the few is the one that every method gives.
        let heaviest = Lists::new(&items, Heaviest { items: items.len() }, &budget).unwrap().search(&budget).unwrap();
        for place in 0..items.len() {
            prop_assert_eq!(ledger[0].has(place), heaviest.mask >> (items.len() - 1 - place) & 1 == 1);
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

#[test]
fn counts_pass_two_to_the_64() {
    // 100 of each colour: the fair sub-collections choose as many of each, C(200, 100) in all.
    let stalks = Stalks.parse(&"B W ".repeat(100)).unwrap();
    let request = Request { all: true, ..Request::default() };
    let answer = ask(&Collection::stalks(&stalks), &request, &Budget::unlimited()).unwrap().answer;
    let binomial = (1..=100u32).fold(BigUint::one(), |product, i| product * (100 + i) / i);
    assert_eq!(answer.fair_collections.unwrap(), (binomial - 1u32).to_string());
    assert_eq!(answer.total, 200);
}

#[test]
fn weights_that_do_not_fit_are_a_fault() {
    let stalks = Stalks.parse("B W").unwrap();
    let request = Request { weigh: Weigh::Given(vec![1]), ..Request::default() };
    let error = ask(&Collection::stalks(&stalks), &request, &Budget::unlimited()).unwrap_err();
    assert_eq!(error.to_string(), "found 1 weights, expected 2, one for each component");
    let request = Request { weigh: Weigh::Given(vec![u64::MAX, 1]), ..Request::default() };
    let error = ask(&Collection::stalks(&stalks), &request, &Budget::unlimited()).unwrap_err();
    assert!(matches!(error, Error::Stopped { .. }), "{error}");
}

#[test]
fn less_memory_than_it_needs_is_refused() {
    let stalks = Stalks.parse(&"BWBWWB WBWBBWW BWWWB ".repeat(20)).unwrap();
    let error = super::stalks(&stalks, &Budget::unlimited().with_memory(4000)).unwrap_err();
    assert!(error.to_string().contains("of memory"), "{error}");
}

/// The components of a published question, `{1|-1}` first: games that are no numbers, with sums of mean 0 that are not 0.
fn games() -> Collection {
    let store = Store::new();
    let integer = |n: i64| store.integer(n).unwrap();
    let switch = |left, right| store.canonical(&[integer(left)], &[integer(right)]).unwrap();
    let star = store.nimber(1).unwrap();
    let up_star = |ups: i64, star| store.ups(ups, star).unwrap();
    let half = Dyadic::new(1, 1);
    let number = |n: &Dyadic| store.number(n.clone()).unwrap();
    let games = [
        ("{1|-1}", switch(1, -1)),
        ("{2|-1}", switch(2, -1)),
        ("{1|-2}", switch(1, -2)),
        ("*", star),
        ("^", up_star(1, 0)),
        ("v*", up_star(-1, 1)),
        ("1/2", number(&half)),
        ("-1/2", number(&-&half)),
    ];
    let components = games.iter().map(|(text, game)| (text.to_string(), *game)).collect();
    let shown = games.iter().map(|(text, _)| text.to_string()).collect();
    Collection::games("values", Variant::default(), store, components, shown)
}

#[test]
fn sums_are_zero_as_games_and_not_in_mean() {
    let request = Request { all: true, limit: 20, ..Request::default() };
    let answer = ask(&games(), &request, &Budget::unlimited()).unwrap().answer;
    // {2|-1} + {1|-2}, * + ^ + v*, 1/2 - 1/2, and their four unions.
    assert_eq!(answer.fair_collections.unwrap(), "7");
    let parts: [&[usize]; 3] = [&[2, 3], &[4, 5, 6], &[7, 8]];
    let mut expected: Vec<Vec<usize>> = (1..8)
        .map(|set| (0..3).filter(|i| set >> i & 1 == 1).flat_map(|i| parts[i].to_vec()).collect())
        .collect();
    expected.sort();
    let mut listed: Vec<Vec<usize>> =
        answer.listed.unwrap().into_iter().map(|listed| listed.chosen).collect();
    assert_eq!(listed[0], [2, 3, 4, 5, 6, 7, 8]);
    listed.sort();
    assert_eq!(listed, expected);
    assert_eq!(answer.total, 7);
}

#[test]
fn games_have_no_distance_from_zero() {
    let request = Request { near: 1, ..Request::default() };
    let error = ask(&games(), &request, &Budget::unlimited()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "only sums of numbers have a distance from zero; component 1, {1|-1}, is no number"
    );
}

/// Games of many kinds: hot, tepid and infinitesimal ones, and numbers.
const POOL: [&str; 26] = [
    "{1|-1}",
    "{2|-1}",
    "{1|-2}",
    "{2|-2}",
    "{3|1}",
    "{-1|-3}",
    "{5/2|1/2}",
    "{-1/2|-5/2}",
    "*",
    "*2",
    "*3",
    "^",
    "v",
    "v*",
    "^^*",
    "1/2",
    "-1/2",
    "1/4",
    "-1",
    "1",
    "0",
    "{0||0|-2}",
    "{2|0||0}",
    "{2|1||-1}",
    "{1||-1|-2}",
    "{4|1||0|-3}",
];

/// Places in the pool with weights.
fn of_pool(places: &[(usize, u64)]) -> (Collection, Vec<u64>) {
    let store = Store::new();
    let components: Vec<(String, Id)> = places
        .iter()
        .map(|&(place, _)| (POOL[place].to_string(), store.parse(POOL[place]).unwrap()))
        .collect();
    let shown = components.iter().map(|(text, _)| text.clone()).collect();
    let weights = places.iter().map(|&(_, weight)| weight).collect();
    (Collection::games("values", Variant::default(), store, components, shown), weights)
}

/// Every fair subset with its weight, the empty one among them: each added up by itself.
fn fair_subsets(collection: &Collection, weights: &[u64]) -> Vec<(u64, Vec<usize>)> {
    let store = Store::new();
    let games: Vec<Id> = collection.texts.iter().map(|text| store.parse(text).unwrap()).collect();
    (0u32..1 << games.len())
        .filter_map(|set| {
            let members: Vec<usize> = (0..games.len()).filter(|i| set >> i & 1 == 1).collect();
            let sum = store.sum(members.iter().map(|&i| games[i])).unwrap();
            let second_wins = store.outcome(sum) == crate::value::Outcome::Previous;
            second_wins.then(|| (members.iter().map(|&i| weights[i]).sum(), members))
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn games_have_the_heaviest_of_all_subsets(places in prop::collection::vec((0..POOL.len(), 0u64..5), 1..11), keep in 1usize..5) {
        let (collection, weights) = of_pool(&places);
        let mut all = fair_subsets(&collection, &weights);
        all.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        let request = Request { weigh: Weigh::Given(weights.clone()), all: true, limit: keep, ..Request::default() };
        let answer = ask(&collection, &request, &Budget::unlimited()).unwrap().answer;
        prop_assert_eq!(answer.total, all[0].0);
        let chosen: Vec<usize> = answer.chosen.iter().map(|number| number - 1).collect();
        prop_assert!(all.contains(&(answer.total, chosen)));
        prop_assert_eq!(answer.fair_collections.unwrap(), (all.len() - 1).to_string());
        let listed: Vec<u64> = answer.listed.unwrap().iter().map(|listed| listed.total).collect();
        all.retain(|(_, members)| !members.is_empty());
        let expected: Vec<u64> = all.iter().take(keep).map(|(weight, _)| *weight).collect();
        prop_assert_eq!(listed, expected);
        // The answer is the same whether few are asked for or one.
        let one = Request { all: false, limit: 0, ..request };
        prop_assert_eq!(ask(&collection, &one, &Budget::unlimited()).unwrap().answer.chosen, answer.chosen);
    }

    #[test]
    fn means_bound_games_and_give_the_same_set(places in prop::collection::vec((0..POOL.len(), 1u64..5), 1..11)) {
        let (collection, weights) = of_pool(&places);
        let Values::Games(store, games) = &collection.values else { return Ok(()) };
        let texts: Vec<&str> = collection.texts.iter().map(String::as_str).collect();
        let items = games::Items::new(store, games, &texts, &weights).unwrap();
        let best = fair_subsets(&collection, &weights).iter().map(|(weight, _)| *weight).max().unwrap();
        let budget = Budget::unlimited();
        let means = planner::by_means(&items, 1, &budget).unwrap().unwrap();
        prop_assert!(means.no_more_than >= best);
        let (tried, _) = planner::few_games_after(usize::MAX, &items, 1, &budget).unwrap();
        let (meant, _) = planner::few_games_after(0, &items, 1, &budget).unwrap();
        prop_assert_eq!(&tried, &meant);
        if let Some(fair) = means.fair {
            prop_assert_eq!(items.chosen(&fair), tried[0].clone());
        }
    }

    #[test]
    fn the_order_of_games_does_not_matter(
        both in prop::collection::vec((0..POOL.len(), 1u64..3), 1..12).prop_flat_map(|p| (Just(p.clone()), Just(p).prop_shuffle()))
    ) {
        let words = |places: &[(usize, u64)]| {
            let (collection, weights) = of_pool(places);
            let request = Request { weigh: Weigh::Given(weights), ..Request::default() };
            let answer = ask(&collection, &request, &Budget::unlimited()).unwrap().answer;
            let mut words: Vec<_> = answer.chosen.iter().map(|&i| places[i - 1]).collect();
            words.sort_unstable();
            words
        };
        prop_assert_eq!(words(&both.0), words(&both.1));
    }
}

#[test]
fn temperatures_settle_what_has_too_many_sums() {
    // Switches of 24 different sizes, two of each with opposite means: 2^24 different sums of half of them, were it not
    // for their temperatures.
    let texts: Vec<String> =
        (1..=24).flat_map(|i| [format!("{{{}|0}}", 1 << i), format!("{{0|-{}}}", 1 << i)]).collect();
    let text = texts.join("; ");
    let collection = Collection::read("values", &Variant::default(), &text, &Budget::unlimited()).unwrap();
    let request = Request { explain: true, ..Request::default() };
    let answer = ask(&collection, &request, &Budget::unlimited()).unwrap().answer;
    assert_eq!((answer.total, answer.why.unwrap().usable), (48, 48));
}

/// Infinitesimals that no mean and no temperature tells apart: tinies and minies of `count` sizes.
fn tinies(count: u32, copies: usize) -> String {
    let each = (1..=count).flat_map(|i| [format!("{{0||0|-{i}}}"), format!("{{{i}/2|0||0}}")]);
    each.flat_map(|text| std::iter::repeat_n(text, copies)).collect::<Vec<_>>().join("; ")
}

#[test]
fn games_without_an_answer_have_a_bound() {
    let text = tinies(12, 1);
    let collection = Collection::read("values", &Variant::default(), &text, &Budget::unlimited()).unwrap();
    let Values::Games(store, games) = &collection.values else { panic!("{text}") };
    let budget = Budget::unlimited().with_memory(400_000);
    let error = ask(&collection, &Request::default(), &budget).unwrap_err();
    let Error::Stopped { stop, proved: Some(proved) } = error else { panic!("{error:?}") };
    assert!(matches!(*stop, Stop::Memory { .. }), "{stop}");
    let chosen = proved["chosen"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize - 1);
    assert_eq!(chosen.clone().count() as u64, proved["best_found"].as_u64().unwrap());
    assert_eq!(store.sum(chosen.map(|place| games[place])).unwrap(), Id::ZERO);
    assert_eq!(proved["no_more_than"], 24);
    assert_eq!(budget.claimed(), 0);
}

#[test]
fn the_estimates_name_the_method_that_was_used() {
    let stalks = Stalks.parse(&"BWBWWB WBWBBWW BWWWB WWB ".repeat(6)).unwrap();
    let request = Request { explain: true, ..Request::default() };
    let answer = ask(&Collection::stalks(&stalks), &request, &Budget::unlimited()).unwrap();
    let why = answer.answer.why.unwrap();
    let used: Vec<&Estimate> = why.methods.iter().filter(|estimate| estimate.fate == "used").collect();
    assert_eq!((used.len(), used[0].method), (1, answer.method.as_str()));
    assert!(why.methods.len() == 4 && why.usable <= 24 && why.usable_weight >= answer.answer.total);
    // Four lists of n components meet 2^(n/2 + 1) pairs of sums.
    let lists = why.methods.iter().find(|estimate| estimate.method.starts_with("four")).unwrap();
    assert_eq!(lists.steps, Some(6 << (why.usable / 2 + 1)));
    let plain = ask(&Collection::stalks(&stalks), &Request::default(), &Budget::unlimited()).unwrap();
    assert_eq!(plain.answer.why, None);
}
