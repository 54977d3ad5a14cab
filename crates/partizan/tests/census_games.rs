//! Censuses whose values are games, against literal option trees and games played out.

mod trees;

use num_bigint::BigUint;
use partizan::question::census::{
    BoardSum, ColouredTrees, Family, Outcomes, ValueTable, coloured_trees, green_trees, positions,
    red_blue_trees,
};
use partizan::ruleset::Colour::{self, Blue, Green, Red};
use partizan::ruleset::clobber::Clobber;
use partizan::ruleset::domineering::Domineering;
use partizan::ruleset::hackenbush::Hackenbush;
use partizan::value::{Id, Store};
use partizan::{Budget, Error, Player, Ruleset, Stop};
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// The value by its definition: all options of both players, put together. No theorem, no component.
fn literal<R: Ruleset>(
    ruleset: &R,
    at: &R::Position,
    store: &Store,
    known: &mut HashMap<R::Position, Id>,
) -> Id
where
    R::Position: Hash + Eq,
{
    if let Some(&id) = known.get(at) {
        return id;
    }
    let [left, right] = Player::BOTH.map(|player| {
        let mut options = Vec::new();
        ruleset.options(at, player, &mut |after| options.push(after));
        options.iter().map(|after| literal(ruleset, after, store, known)).collect::<Vec<_>>()
    });
    let id = store.canonical(&left, &right).unwrap();
    known.insert(at.clone(), id);
    id
}

/// Every board of a family, by its rows.
fn boards(letters: &str, rows: usize, columns: usize) -> Vec<Vec<String>> {
    let mut lines = vec![String::new()];
    for _ in 0..columns {
        lines = lines.iter().flat_map(|line| letters.chars().map(move |c| format!("{line}{c}"))).collect();
    }
    let mut boards = vec![Vec::new()];
    for _ in 0..rows {
        boards = boards
            .iter()
            .flat_map(|board: &Vec<String>| {
                lines.iter().map(move |line| [board.clone(), vec![line.clone()]].concat())
            })
            .collect();
    }
    boards
}

/// Every sum of so many of the boards: side by side with a column of dead cells between them.
fn side_by_side(boards: &[Vec<String>], draws: usize, dead: char) -> Vec<String> {
    let mut sums: Vec<Vec<String>> = boards.to_vec();
    for _ in 1..draws {
        sums = sums
            .iter()
            .flat_map(|sum| {
                boards
                    .iter()
                    .map(|board| sum.iter().zip(board).map(|(a, b)| format!("{a}{dead}{b}")).collect())
            })
            .collect();
    }
    sums.into_iter().map(|rows| rows.join("/")).collect()
}

/// Whether `player`, who is to move, wins: by playing everything out.
fn mover_wins<R: Ruleset>(
    ruleset: &R,
    at: &R::Position,
    player: Player,
    known: &mut HashMap<(R::Position, Player), bool>,
) -> bool {
    if let Some(&wins) = known.get(&(at.clone(), player)) {
        return wins;
    }
    let mut options = Vec::new();
    ruleset.options(at, player, &mut |after| options.push(after));
    let wins = options.iter().any(|after| !mover_wins(ruleset, after, player.other(), known));
    known.insert((at.clone(), player), wins);
    wins
}

fn outcomes_by_play<R: Ruleset>(ruleset: &R, sums: &[String]) -> [u64; 4] {
    let mut known = HashMap::new();
    let mut outcomes = [0; 4];
    for sum in sums {
        let position = ruleset.parse(sum).unwrap();
        let [left, right] = Player::BOTH.map(|player| mover_wins(ruleset, &position, player, &mut known));
        outcomes[usize::from(left) * 2 + usize::from(right)] += 1;
    }
    outcomes
}

/// The same of an answer: second player, Right, Left, first player.
fn parts(outcomes: &Outcomes) -> [u64; 4] {
    [&outcomes.second_player, &outcomes.right, &outcomes.left, &outcomes.first_player]
        .map(|count| u64::try_from(count).unwrap())
}

fn fraction(part: u64, whole: u64) -> String {
    let mut divisors = (part, whole);
    while divisors.1 > 0 {
        divisors = (divisors.1, divisors.0 % divisors.1);
    }
    format!("{}/{}", part / divisors.0, whole / divisors.0)
}

fn counts(table: &ValueTable) -> BTreeMap<String, u64> {
    table.values.iter().map(|row| (row.value.clone(), u64::try_from(&row.count).unwrap())).collect()
}

fn check_sums<R: Ruleset>(
    ruleset: &R,
    family: &str,
    letters: &str,
    dead: char,
    [rows, columns]: [u64; 2],
    draws: u64,
) {
    let case = format!("{} {family}, {draws} of {rows} x {columns}", R::NAME);
    let sums = side_by_side(&boards(letters, rows as usize, columns as usize), draws as usize, dead);
    let by_play = outcomes_by_play(ruleset, &sums);
    let ask = |values| {
        let sum = Some(BoardSum { draws, values, digits: 6 });
        let answer =
            positions(R::NAME, Some(family), [rows, columns], sum, &Budget::unlimited()).unwrap().answer;
        answer.sum.unwrap()
    };
    let compared = ask(false);
    let all = sums.len() as u64;
    assert_eq!(compared.total, all.into(), "{case}");
    let chances = [
        &compared.second_player_wins,
        &compared.right_wins,
        &compared.left_wins,
        &compared.first_player_wins,
    ];
    for (chance, count) in chances.into_iter().zip(by_play) {
        assert_eq!(chance.fraction, fraction(count, all), "{case}");
    }
    let added = ask(true);
    let table = added.values.as_ref().unwrap();
    assert_eq!(parts(&table.outcomes), by_play, "{case}");
    assert_eq!(added.left_wins, compared.left_wins, "{case}");
    let (store, mut known) = (Store::new(), HashMap::new());
    let mut expected = BTreeMap::new();
    for sum in &sums {
        let value = literal(ruleset, &ruleset.parse(sum).unwrap(), &store, &mut known);
        *expected.entry(store.text(value).unwrap()).or_insert(0) += 1;
    }
    assert_eq!(counts(table), expected, "{case}");
}

#[test]
fn sums_of_boards_are_those_of_play_and_of_option_trees() {
    check_sums(&Domineering, "subsets", ".#", '#', [2, 2], 1);
    check_sums(&Domineering, "subsets", ".#", '#', [2, 2], 2);
    check_sums(&Domineering, "subsets", ".#", '#', [2, 2], 3);
    check_sums(&Domineering, "subsets", ".#", '#', [2, 3], 2);
    check_sums(&Domineering, "subsets", ".#", '#', [2, 1], 5);
    check_sums(&Clobber, "fillings", "xo", '.', [2, 2], 2);
    check_sums(&Clobber, "fillings", "xo", '.', [1, 3], 3);
    check_sums(&Clobber, "positions", "xo.", '.', [1, 3], 2);
}

/// A column of two cells is worth 1 if both are empty, else 0: of k columns one at least is, but for (3/4)^k.
#[test]
fn many_draws_have_the_binomial_chance() {
    for draws in [1, 2, 3, 6, 7, 11, 100] {
        let sum = Some(BoardSum { draws, values: true, digits: 3 });
        let found =
            positions("domineering", None, [2, 1], sum, &Budget::unlimited()).unwrap().answer.sum.unwrap();
        let power = |base: u32| num_traits::pow(BigUint::from(base), draws as usize);
        assert_eq!(found.second_player_wins.fraction, format!("{}/{}", power(3), power(4)), "{draws} draws");
        let table = found.values.unwrap();
        assert_eq!((table.different_values, &table.positions), (draws + 1, &power(4)));
        let mut choose = BigUint::from(1u32);
        for ones in 0..=draws {
            let row = table.values.iter().find(|row| row.value == ones.to_string()).unwrap();
            assert_eq!(row.count, &choose * num_traits::pow(BigUint::from(3u32), (draws - ones) as usize));
            choose = choose * (draws - ones) / (ones + 1);
        }
    }
}

#[test]
fn threads_change_nothing() {
    let ask = |threads| {
        let budget = Budget::unlimited().with_threads(threads);
        let sum = Some(BoardSum { draws: 3, values: false, digits: 6 });
        positions("domineering", None, [3, 3], sum, &budget).unwrap().answer
    };
    assert_eq!(ask(1), ask(4));
}

#[test]
fn spent_budgets_stop_it() {
    let sum = |draws, values| Some(BoardSum { draws, values, digits: 6 });
    let ask = |sum, budget: &Budget| positions("domineering", None, [3, 3], sum, budget);
    // Where there is room for one board and no more, a sum stops, and says what one board is worth.
    let mut memory = 100_000;
    while ask(None, &Budget::unlimited().with_memory(memory)).is_err() {
        memory *= 2;
    }
    let stopped = ask(sum(5, true), &Budget::unlimited().with_memory(memory)).unwrap_err();
    let Error::Stopped { stop, proved } = stopped else { panic!("{stopped}") };
    assert!(matches!(*stop, Stop::Memory { .. }), "{stop}");
    assert_eq!(proved.unwrap()["one_board"]["positions"], "512");
    assert!(matches!(ask(sum(u64::MAX, false), &Budget::unlimited()), Err(Error::Stopped { .. })));
    assert!(matches!(ask(sum(0, false), &Budget::unlimited()), Err(Error::Fault(_))));
    let budget = Budget::unlimited();
    ask(sum(4, false), &budget).unwrap();
    assert_eq!(ask(None, &budget).unwrap().answer.sum, None);
}

/// A tree as pairs of a node and the one below it; the root is the ground, vertex 0.
type Edges = Vec<(usize, usize)>;

/// Of brackets: the outermost are the root.
fn of_brackets(tree: &str) -> Edges {
    let (mut edges, mut path) = (Vec::new(), Vec::new());
    let mut nodes = 0;
    for c in tree.chars() {
        if c == '(' {
            if let Some(&below) = path.last() {
                edges.push((nodes, below));
            }
            path.push(nodes);
            nodes += 1;
        } else {
            path.pop();
        }
    }
    edges
}

/// Of a list of parents, 0 for the root's.
fn of_parents(list: &str) -> Edges {
    let parents: Vec<usize> = list.split(',').map(|word| word.parse().unwrap()).collect();
    let root = 1 + parents.iter().position(|&parent| parent == 0).unwrap();
    let vertex = |node: usize| if node == root { 0 } else { node };
    (1..=parents.len()).filter(|&n| n != root).map(|n| (vertex(n), vertex(parents[n - 1]))).collect()
}

/// Every colouring of every tree by its text.
fn coloured(trees: &[Edges], colours: &[Colour]) -> Vec<String> {
    let mut all = Vec::new();
    for edges in trees {
        for number in 0..colours.len().pow(edges.len() as u32) {
            let mut rest = number;
            let words = edges.iter().map(|(node, below)| {
                let colour = colours[rest % colours.len()];
                rest /= colours.len();
                format!("{below}-{node} {}", colour.letter())
            });
            let text = words.collect::<Vec<_>>().join(", ");
            all.push(if text.is_empty() { "0".into() } else { text });
        }
    }
    all
}

fn census(
    family: Family,
    colours: &[Colour],
    sizes: &[u64],
    sum_values: bool,
) -> partizan::question::census::ColouredCensus {
    let asked = ColouredTrees { family, colours, sizes, sum_values, digits: 6 };
    coloured_trees(&asked, &Budget::unlimited()).unwrap().answer
}

#[test]
fn coloured_trees_are_those_written_out() {
    let (store, mut known) = (Store::new(), HashMap::new());
    let mut check = |family: Family, n: usize, trees: &[Edges], colours: &[Colour]| {
        let mut expected = BTreeMap::new();
        for text in coloured(trees, colours) {
            let value = literal(&Hackenbush, &Hackenbush.parse(&text).unwrap(), &store, &mut known);
            *expected.entry(store.text(value).unwrap()).or_insert(0) += 1;
        }
        let found = census(family, colours, &[n as u64], false);
        assert_eq!(counts(&found.trees[0].table), expected, "{family}, {n} nodes, {colours:?}");
        for row in &found.trees[0].table.values {
            let first = Hackenbush.parse(row.first.as_ref().unwrap()).unwrap();
            let value = literal(&Hackenbush, &first, &store, &mut known);
            assert_eq!(store.text(value).unwrap(), row.value, "{family}, {n} nodes: {first:?}");
        }
    };
    let of =
        |trees: &[String], edges: fn(&str) -> Edges| trees.iter().map(|tree| edges(tree)).collect::<Vec<_>>();
    let all = [Blue, Red, Green];
    let (binary, plane) = (trees::binary_trees(5), trees::plane_trees(6));
    for (n, binary) in binary.iter().enumerate().skip(1) {
        check(Family::Binary, n, &of(binary, of_brackets), &all);
        check(Family::Search, n, &of(&trees::search_trees(n), of_brackets), &all);
        check(Family::Recursive, n, &of(&trees::recursive_trees(n), of_parents), &all);
    }
    (1..=4).for_each(|n| check(Family::Labelled, n, &of(&trees::labelled_trees(n), of_parents), &all));
    for (n, plane) in plane.iter().enumerate().skip(1) {
        let plane = of(plane, of_brackets);
        check(Family::Plane, n, &plane, &all);
        for colours in [&[Blue, Green][..], &[Green, Red], &[Red], &[Green]] {
            check(Family::Plane, n, &plane, colours);
        }
    }
}

#[test]
fn sums_of_coloured_trees_are_those_of_option_trees() {
    let plane = trees::plane_trees(3);
    let [two, three] = [2, 3].map(|n| {
        let edges: Vec<Edges> = plane[n].iter().map(|tree| of_brackets(tree)).collect();
        coloured(&edges, &[Blue, Red, Green])
    });
    // Another tree on the same ground, its vertices moved.
    let shifted = |text: &str, by: u32| {
        let shift = |vertex: &str| match vertex {
            "0" => 0,
            other => other.parse::<u32>().unwrap() + by,
        };
        let edge = |edge: &str| {
            let (ends, colour) = edge.split_once(' ').unwrap();
            let (a, b) = ends.split_once('-').unwrap();
            format!("{}-{} {colour}", shift(a), shift(b))
        };
        text.split(", ").map(edge).collect::<Vec<_>>().join(", ")
    };
    let (store, mut known) = (Store::new(), HashMap::new());
    let mut expected = BTreeMap::new();
    let mut sums = Vec::new();
    for a in &two {
        for b in &three {
            for c in &three {
                let text = [a.clone(), shifted(b, 10), shifted(c, 20)].join(", ");
                let value = literal(&Hackenbush, &Hackenbush.parse(&text).unwrap(), &store, &mut known);
                *expected.entry(store.text(value).unwrap()).or_insert(0) += 1;
                sums.push(text);
            }
        }
    }
    let (plain, full) = (
        census(Family::Plane, &[Blue, Red, Green], &[3, 2, 3], false).sum,
        census(Family::Plane, &[Blue, Red, Green], &[3, 2, 3], true).sum,
    );
    assert_eq!(counts(full.values.as_ref().unwrap()), expected);
    let by_play = outcomes_by_play(&Hackenbush, &sums);
    for sum in [&plain, &full] {
        let chances = [&sum.second_player_wins, &sum.right_wins, &sum.left_wins, &sum.first_player_wins];
        for (chance, count) in chances.into_iter().zip(by_play) {
            assert_eq!(chance.fraction, fraction(count, sums.len() as u64));
        }
    }
}

/// Green trees by the recurrence for nimbers, red-blue ones by that for numbers.
#[test]
fn trees_of_one_kind_agree_with_their_own_census() {
    for family in [Family::Binary, Family::Plane, Family::Labelled, Family::Recursive, Family::Search] {
        let green = green_trees(family, &[9, 6], 6, &Budget::unlimited()).unwrap().answer;
        let found = census(family, &[Green], &[9, 6], false);
        assert_eq!(found.sum.first_player_wins, green.first_player_wins, "{family}");
        let nine = &green.trees.iter().find(|tree| tree.nodes == 9).unwrap().spread;
        let expected: BTreeMap<String, u64> = nine
            .values
            .iter()
            .filter(|row| row.count > BigUint::ZERO)
            .map(|row| {
                let value = if row.value == 0 { "0".into() } else { format!("*{}", row.value) };
                (if row.value == 1 { "*".into() } else { value }, u64::try_from(&row.count).unwrap())
            })
            .collect();
        assert_eq!(counts(&found.trees[1].table), expected, "{family}");
        let numbers = red_blue_trees(family, &[5, 6], 6, &Budget::unlimited()).unwrap().answer;
        let found = census(family, &[Red, Blue], &[5, 6], true).sum;
        let expected: BTreeMap<String, u64> = numbers
            .values
            .iter()
            .map(|row| (row.value.to_string(), u64::try_from(&row.count).unwrap()))
            .collect();
        assert_eq!(counts(&found.values.unwrap()), expected, "{family}");
        assert_eq!((found.left_wins, found.right_wins), (numbers.left_wins, numbers.right_wins));
    }
}

#[test]
fn coloured_trees_that_cannot_be_asked_are_refused() {
    let ask = |family, colours: &[Colour], sizes: &[u64]| {
        let asked = ColouredTrees { family, colours, sizes, sum_values: false, digits: 6 };
        coloured_trees(&asked, &Budget::unlimited().with_memory(8_000_000)).unwrap_err()
    };
    let all = [Blue, Red, Green];
    assert!(matches!(ask(Family::Unordered, &all, &[3]), Error::Fault(_)));
    assert!(matches!(ask(Family::Binary, &[], &[3]), Error::Fault(_)));
    assert!(matches!(ask(Family::Binary, &[Blue, Blue], &[3]), Error::Fault(_)));
    assert!(matches!(ask(Family::Binary, &all, &[3, 0]), Error::Fault(_)));
    assert!(matches!(ask(Family::Binary, &all, &[u64::MAX]), Error::Stopped { .. }));
    assert!(matches!(ask(Family::Binary, &all, &[40]), Error::Stopped { .. }));
}
