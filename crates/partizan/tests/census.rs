//! Census against oracles that share nothing with it: every tree written out, every game played out.

mod trees;

use num_bigint::BigUint;
use partizan::question::census::{BOARDS, Family, HeapCensus, Outcomes, green_trees, heaps, positions};
use partizan::ruleset::Variant;
use partizan::ruleset::clobber::Clobber;
use partizan::ruleset::domineering::Domineering;
use partizan::ruleset::green_hackenbush::{Forest, GreenHackenbush};
use partizan::ruleset::heaps::Heaps;
use partizan::{Budget, Error, Player, Ruleset};
use proptest::prelude::*;
use std::collections::HashMap;
use trees::{binary_trees, labelled_trees, plane_trees, recursive_trees, search_trees, unordered_trees};

/// The Grundy value by its definition: the least that no move leads to.
fn by_moves(position: &Forest, known: &mut HashMap<Forest, u64>) -> u64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let mut seen = Vec::new();
    GreenHackenbush.options(position, Player::Left, &mut |after| seen.push(by_moves(&after, known)));
    let value = (0..=seen.len() as u64).find(|value| !seen.contains(value)).expect("one is free");
    known.insert(position.clone(), value);
    value
}

/// How many of these trees have each value, by playing every game out.
fn by_enumeration(trees: &[String], known: &mut HashMap<Forest, u64>) -> Vec<(u64, BigUint)> {
    let mut counts = std::collections::BTreeMap::new();
    for tree in trees {
        let value = by_moves(&GreenHackenbush.parse(tree).expect("a tree"), known);
        *counts.entry(value).or_insert_with(BigUint::default) += 1u32;
    }
    counts.into_iter().collect()
}

fn values(family: Family, sizes: &[u64]) -> Vec<(u64, BigUint)> {
    let census = green_trees(family, sizes, 6, &Budget::unlimited()).expect("an answer");
    census.answer.sum.values.iter().map(|count| (count.value, count.count.clone())).collect()
}

#[test]
fn binary_trees_to_nine_nodes_are_those_written_out() {
    let trees = binary_trees(9);
    let mut known = HashMap::new();
    for (n, trees) in trees.iter().enumerate().skip(1) {
        assert_eq!(values(Family::Binary, &[n as u64]), by_enumeration(trees, &mut known), "{n} nodes");
    }
}

#[test]
fn every_family_is_that_written_out() {
    let mut known = HashMap::new();
    let mut check = |family: Family, n: usize, trees: &[String]| {
        assert_eq!(values(family, &[n as u64]), by_enumeration(trees, &mut known), "{family}, {n} nodes");
    };
    for n in 1..=8 {
        check(Family::Plane, n, &plane_trees(n)[n]);
        check(Family::Unordered, n, &unordered_trees(n));
        check(Family::Recursive, n, &recursive_trees(n));
    }
    (1..=7).for_each(|n| check(Family::Search, n, &search_trees(n)));
    (1..=6).for_each(|n| check(Family::Labelled, n, &labelled_trees(n)));
}

/// Counts found by an independent program, by explicit enumeration and by recurrence, 2026.
#[test]
fn eight_nodes_of_every_family() {
    let table: [(Family, [u64; 4]); 6] = [
        (Family::Binary, [138, 260, 312, 720]),
        (Family::Plane, [110, 154, 102, 63]),
        (Family::Unordered, [29, 42, 28, 16]),
        (Family::Labelled, [369_664, 544_768, 537_600, 645_120]),
        (Family::Recursive, [1520, 1760, 864, 896]),
        (Family::Search, [6720, 9840, 7360, 16_400]),
    ];
    for (family, counts) in table {
        let expected: Vec<_> = [1, 3, 5, 7].into_iter().zip(counts.map(BigUint::from)).collect();
        assert_eq!(values(family, &[8]), expected, "{family}");
    }
}

/// The numbers of unordered rooted trees, sequence A000081.
#[test]
fn unordered_trees_are_as_many_as_known() {
    let census = green_trees(Family::Unordered, &[10, 20, 30], 6, &Budget::unlimited()).unwrap();
    let totals: Vec<String> = census.answer.trees.iter().map(|tree| tree.spread.total.to_string()).collect();
    assert_eq!(totals, ["719", "12826228", "354426847597"]);
}

/// Fact dom-05: a public question, its answer verified by an independent exact program, 2026.
#[test]
fn all_subsets_of_the_board_of_sixteen_cells_for_domineering() {
    let census = positions("domineering", None, [4, 4], None, &Budget::unlimited()).unwrap().answer.table;
    assert_eq!((census.different_values, census.hottest.as_str()), (717, "7/4"));
    assert_eq!(census.nimbers, [0, 1]);
    let hottest: Vec<&str> =
        census.values.iter().filter(|row| row.temperature == "7/4").map(|row| row.value.as_str()).collect();
    assert_eq!(hottest.len(), 2, "{hottest:?}");
    assert_eq!(census.outcomes.left, census.outcomes.right);
    assert_eq!(census.positions, 65_536u32.into());
    assert_eq!(census.values.iter().map(|row| &row.count).sum::<BigUint>(), census.positions);
}

/// Whether `player`, who is to move, wins: by playing everything out.
fn mover_wins<R: Ruleset>(ruleset: &R, position: &R::Position, player: Player) -> bool {
    let mut wins = false;
    ruleset
        .options(position, player, &mut |after| wins = wins || !mover_wins(ruleset, &after, player.other()));
    wins
}

fn outcomes_by_play<R: Ruleset>(ruleset: &R, letters: &str, rows: usize, columns: usize) -> Outcomes {
    let mut boards = vec![String::new()];
    for cell in 0..rows * columns {
        let gap = if cell > 0 && cell % columns == 0 { "/" } else { "" };
        boards = boards
            .iter()
            .flat_map(|board| letters.chars().map(move |c| format!("{board}{gap}{c}")))
            .collect();
    }
    let mut outcomes = Outcomes::default();
    for board in boards {
        let position = ruleset.parse(&board).expect("a board");
        let [left, right] = Player::BOTH.map(|player| mover_wins(ruleset, &position, player));
        *match (left, right) {
            (true, true) => &mut outcomes.first_player,
            (true, false) => &mut outcomes.left,
            (false, true) => &mut outcomes.right,
            (false, false) => &mut outcomes.second_player,
        } += 1u32;
    }
    outcomes
}

#[test]
fn the_outcomes_of_boards_are_those_of_play() {
    for (rows, columns) in [(1, 4), (2, 3), (3, 3), (4, 2)] {
        let sizes = [rows as u64, columns as u64];
        let found = |ruleset, family| {
            positions(ruleset, Some(family), sizes, None, &Budget::unlimited()).unwrap().answer.table.outcomes
        };
        assert_eq!(found("domineering", "subsets"), outcomes_by_play(&Domineering, ".#", rows, columns));
        assert_eq!(found("clobber", "fillings"), outcomes_by_play(&Clobber, "xo", rows, columns));
        if rows * columns < 9 {
            assert_eq!(found("clobber", "positions"), outcomes_by_play(&Clobber, "xo.", rows, columns));
        }
    }
}

#[test]
fn every_family_of_boards_can_be_asked() {
    for boards in BOARDS {
        let census =
            positions(boards.ruleset, Some(boards.family), [1, 3], None, &Budget::unlimited()).unwrap();
        assert_eq!(census.answer.table.positions, boards.letters.len().pow(3).into(), "{boards:?}");
    }
}

#[test]
fn boards_that_are_too_many_are_refused() {
    for sizes in [[5, 5], [u64::MAX, 2], [1 << 40, 1 << 40]] {
        let error = positions("domineering", None, sizes, None, &Budget::unlimited()).unwrap_err();
        assert!(matches!(error, Error::Stopped { .. }), "{error}");
    }
    let fault = positions("domineering", None, [0, 3], None, &Budget::unlimited()).unwrap_err();
    assert!(matches!(fault, Error::Fault(_)), "{fault}");
    assert!(matches!(positions("hex", None, [3, 3], None, &Budget::unlimited()), Err(Error::Cannot(_))));
}

#[test]
fn the_answer_is_the_same_for_every_number_of_threads() {
    let ask = |threads| {
        green_trees(Family::Binary, &[120, 77], 6, &Budget::unlimited().with_threads(threads)).unwrap().answer
    };
    assert_eq!(ask(1), ask(3));
}

#[test]
fn a_spent_budget_stops_it() {
    let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
    assert!(green_trees(Family::Binary, &[50], 6, &budget).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn sums_are_xor_convolutions(sizes in prop::collection::vec(1u64..7, 1..5)) {
        let mut expected = HashMap::from([(0, BigUint::from(1u32))]);
        for &n in &sizes {
            let mut next = HashMap::new();
            for (a, x) in &expected {
                for (b, y) in values(Family::Binary, &[n]) {
                    *next.entry(a ^ b).or_insert_with(BigUint::default) += x * y;
                }
            }
            expected = next;
        }
        let mut expected: Vec<_> = expected.into_iter().collect();
        expected.sort();
        prop_assert_eq!(values(Family::Binary, &sizes), expected);
    }

    #[test]
    fn neither_order_nor_single_nodes_matter(mut sizes in prop::collection::vec(1u64..40, 1..6), ones in 0usize..3) {
        let before = values(Family::Binary, &sizes);
        sizes.reverse();
        sizes.extend(std::iter::repeat_n(1, ones));
        prop_assert_eq!(values(Family::Binary, &sizes), before);
    }

    #[test]
    fn a_prefix_of_a_longer_run_is_the_same(n in 1u64..60, more in 1u64..60) {
        // A longer tree beside it widens the transform and adds primes.
        let wide = green_trees(Family::Binary, &[n, n + more], 6, &Budget::unlimited()).unwrap();
        let alone: Vec<_> =
            wide.answer.trees[0].spread.values.iter().map(|count| (count.value, count.count.clone())).collect();
        prop_assert_eq!(values(Family::Binary, &[n]), alone);
    }
}

/// The nimbers of single heaps from 0 on, by the moves that the ruleset visits and nothing else.
fn nimbers_by_moves(code: &str, most: u32) -> Vec<u32> {
    let game = Heaps::of_code(code).unwrap();
    let mut nimbers: Vec<u32> = Vec::new();
    for heap in 0..=most {
        let position = game.parse(&heap.to_string()).unwrap();
        let mut options = Vec::new();
        game.options(&position, Player::Left, &mut |after| {
            options.push(after.iter().fold(0, |sum, &heap| sum ^ nimbers[heap as usize]));
        });
        nimbers.push((0..=options.len() as u32).find(|nimber| !options.contains(nimber)).unwrap());
    }
    nimbers
}

fn census_of(code: &str, sizes: &[u64]) -> HeapCensus {
    heaps(&Variant::default().with("code", code), sizes, 6, &Budget::unlimited()).unwrap().answer
}

#[test]
fn heaps_have_the_nimbers_of_their_moves() {
    for code in
        ["nim", "0.77", "0.07", "0.137", "0.6", "4.3...", "0.15", "4.01", "0.0", "0.3", "0.377", "0.7..."]
    {
        let nimbers = nimbers_by_moves(code, 90);
        for largest in [1, 2, 9, 89] {
            let census = census_of(code, &[largest]);
            for row in &census.heaps[0].values {
                let mut heaps =
                    (1..=largest).filter(|&heap| u64::from(nimbers[heap as usize]) == row.value).peekable();
                assert_eq!(heaps.peek(), Some(&row.first), "{code} up to {largest}");
                assert_eq!(heaps.count() as u64, row.count, "{code} up to {largest}");
            }
            let all: u64 = census.heaps[0].values.iter().map(|row| row.count).sum();
            assert_eq!(all, largest);
        }
        // A sum of three draws, outcome by outcome.
        let (mut zero, mut all) = (0u32, 0u32);
        for a in 1..=7usize {
            for b in 1..=12usize {
                for c in 1..=12usize {
                    zero += u32::from(nimbers[a] ^ nimbers[b] ^ nimbers[c] == 0);
                    all += 1;
                }
            }
        }
        let census = census_of(code, &[12, 7, 12]);
        assert_eq!(census.sum.total, all.into());
        let found =
            census.sum.values.iter().find(|row| row.value == 0).map_or(0u32.into(), |row| row.count.clone());
        assert_eq!(found, zero.into(), "{code}");
    }
}

#[test]
fn published_periods_are_proved() {
    // Winning Ways, chapter 4, and Guy and Smith: code, period, and the first heap from which it holds.
    for (code, length, from) in [("0.77", 12, 71), ("0.07", 34, 53), ("0.137", 34, 52), ("0.156", 349, 3479)]
    {
        let census = census_of(code, &[1_000_000_000]);
        let period = census.period.unwrap();
        assert_eq!((period.length, period.from), (length, from), "{code}");
        let all: u64 = census.heaps[0].values.iter().map(|row| row.count).sum();
        assert_eq!(all, 1_000_000_000);
    }
    // The counts by the period are those without it.
    let (short, long) = (census_of("0.77", &[500]), nimbers_by_moves("0.77", 500));
    for row in &short.heaps[0].values {
        let count = long[1..].iter().filter(|&&nimber| u64::from(nimber) == row.value).count();
        assert_eq!(count as u64, row.count);
    }
    // Nobody knows a period of 0.007 or of 0.6: none may be claimed, and larger heaps are refused.
    let variant = Variant::default().with("code", "0.6");
    let refused = heaps(&variant, &[100_000], 6, &Budget::unlimited()).unwrap_err();
    assert!(matches!(refused, Error::Stopped { .. }), "{refused}");
}
