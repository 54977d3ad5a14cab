//! The laws of the derived operations, thermographs point by point, and notation. `oracle.rs` holds the operations
//! themselves against their definitions.

#[allow(dead_code)] // shared with other tests, which use other parts of it
mod naive;

use naive::Tree;
use partizan::Player;
use partizan::value::{Dyadic, Id, Outcome, Store};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

fn sides(store: &Store, id: Id) -> [Vec<Id>; 2] {
    Player::BOTH.map(|player| {
        (0..store.option_count(id, player)).map(|n| store.option(id, player, n).unwrap()).collect()
    })
}

/// The literal tree of a game's canonical form.
fn tree(store: &Store, id: Id) -> Tree {
    let [left, right] =
        sides(store, id).map(|side| side.into_iter().map(|option| tree(store, option)).collect());
    naive::form(left, right)
}

fn game(store: &Store, text: &str) -> Id {
    store.parse(text).unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

/// A spread of the 1474 games born by day 3.
fn some_of_day_3(store: &Store) -> Vec<Id> {
    let mut day = store.day(3).unwrap();
    day.sort_by(|&g, &h| store.structural_cmp(g, h));
    day.into_iter().step_by(7).collect()
}

/// Random games that are not too large: sums of a few small ones, and forms of those.
fn any_game() -> impl Strategy<Value = String> {
    let small = prop_oneof![
        (-9i64..10, 0u32..4).prop_map(|(num, exp)| format!("{num}/{}", 1 << exp)),
        Just("*".into()),
        Just("*2".into()),
        Just("*5".into()),
        Just("^".into()),
        Just("v3*2".into()),
        Just("tiny(2)".into()),
        Just("^[3]".into()),
        Just("v<2>".into()),
        (-3i64..4, 0i64..4).prop_map(|(a, b)| format!("{{{}|{a}}}", a + b)),
    ];
    let sums = prop::collection::vec(small, 1..4).prop_map(|terms| format!("({})", terms.join("+")));
    prop_oneof![
        sums.clone(),
        (sums.clone(), sums.clone()).prop_map(|(g, h)| format!("{{{g}|{h}}}")),
        (sums.clone(), sums.clone(), sums.clone()).prop_map(|(f, g, h)| format!("{{{f}||{g}|{h}}}")),
        (sums.clone(), sums.clone(), sums.clone(), sums)
            .prop_map(|(e, f, g, h)| format!("{{{e},{f}|{{{g}|{h}}},{f}}}")),
    ]
}

/// Walls on a grid of temperatures, point by point from the definition: in 64ths, from -1 to 6.
type Grid = Vec<(i64, i64)>;

fn grid(tree: &Tree, known: &mut HashMap<*const naive::Form, Rc<Grid>>) -> Rc<Grid> {
    if let Some(grid) = known.get(&Rc::as_ptr(tree)) {
        return Rc::clone(grid);
    }
    let temperatures = -64..=6 * 64i64;
    let made: Grid = if tree.left.is_empty() || tree.right.is_empty() {
        // In canonical form an integer: its size is its depth.
        let size = 64 * i64::from(naive::depth(tree));
        let value = if tree.left.is_empty() { -size } else { size };
        temperatures.map(|_| (value, value)).collect()
    } else {
        let lefts: Vec<_> = tree.left.iter().map(|option| grid(option, known)).collect();
        let rights: Vec<_> = tree.right.iter().map(|option| grid(option, known)).collect();
        let mut mast = None;
        temperatures
            .enumerate()
            .map(|(i, t)| {
                let left = lefts.iter().map(|option| option[i].1 - t).max().unwrap();
                let right = rights.iter().map(|option| option[i].0 + t).min().unwrap();
                if mast.is_none() && left <= right {
                    assert_eq!(left, right, "the walls meet on the grid");
                    mast = Some(left);
                }
                mast.map_or((left, right), |mast| (mast, mast))
            })
            .collect()
    };
    let made = Rc::new(made);
    known.insert(Rc::as_ptr(tree), Rc::clone(&made));
    made
}

#[test]
fn thermographs_are_the_pointwise_ones() {
    let store = Store::new();
    let mut games = some_of_day_3(&store);
    games.extend(
        ["9/8*", "73/16v9*8", "1/4^", "-3/4vv*2", "*7", "^^", "1/2^*", "{3||2*|1*}"]
            .map(|text| game(&store, text)),
    );
    for id in games {
        let tree = tree(&store, id);
        let grid = grid(&tree, &mut HashMap::new());
        let thermograph = store.thermograph(id).unwrap();
        for (i, (left, right)) in grid.iter().enumerate() {
            let t = Dyadic::new(i as i64 - 64, 6);
            let at = (thermograph.left().at(&t), thermograph.right().at(&t));
            assert_eq!(at, (Dyadic::new(*left, 6), Dyadic::new(*right, 6)), "{} at {t}", store.game(id));
        }
        assert_eq!(store.mean(id).unwrap(), *thermograph.mean());
        assert_eq!(store.temperature(id).unwrap(), *thermograph.temperature());
        assert_eq!(store.thermograph(id.neg()).unwrap(), thermograph.mirrored());
    }
}

/// Whether all options are numbers and Left's are below Right's, so that the form is a number.
fn is_number(g: &Tree) -> bool {
    g.left.iter().chain(&g.right).all(is_number)
        && g.left.iter().all(|l| g.right.iter().all(|r| !naive::le(r, l)))
}

#[test]
fn cooling_undoes_heating() {
    let store = Store::new();
    for id in some_of_day_3(&store) {
        for t in [Dyadic::ONE, Dyadic::new(1, 1), Dyadic::from(3)] {
            let hot = store.heat(id, store.number(t.clone()).unwrap()).unwrap();
            let back = store.cool(hot, &t).unwrap().unwrap();
            assert_eq!(store.left_stop(back), store.left_stop(id), "{} by {t}", store.game(id));
            assert_eq!(store.right_stop(back), store.right_stop(id), "{} by {t}", store.game(id));
        }
    }
    assert_eq!(store.cool(Id::ZERO, &Dyadic::from(-2)).unwrap(), None);
}

#[test]
fn reduced_canonical_forms_are_the_simplest_infinitesimally_close() {
    let store = Store::new();
    let simple = store.day(2).unwrap();
    let nearly_zero = |id| store.left_stop(id) == Dyadic::ZERO && store.right_stop(id) == Dyadic::ZERO;
    let (up, tiny) = (game(&store, "^*"), game(&store, "tiny(1) + v<2>"));
    for id in store.day(3).unwrap() {
        let reduced = store.reduced(id).unwrap();
        let name = store.game(id);
        assert!(nearly_zero(store.sub(id, reduced).unwrap()), "{name}");
        assert_eq!(store.reduced(reduced).unwrap(), reduced, "{name}");
        for infinitesimal in [up, tiny] {
            assert_eq!(store.reduced(store.add(id, infinitesimal).unwrap()).unwrap(), reduced, "{name}");
        }
        for &simpler in &simple {
            if nearly_zero(store.sub(id, simpler).unwrap()) {
                assert!(
                    store.birthday(reduced) <= store.birthday(simpler),
                    "{name} and {}",
                    store.game(simpler)
                );
            }
        }
        assert_eq!(store.reduced(id.neg()).unwrap(), reduced.neg(), "{name}");
    }
}

fn is_all_small(store: &Store, id: Id) -> bool {
    let [left, right] = sides(store, id);
    left.is_empty() == right.is_empty()
        && left.iter().chain(&right).all(|&option| is_all_small(store, option))
}

#[test]
fn atomic_weights_add_up_and_keep_their_definition() {
    let store = Store::new();
    let small: Vec<Id> = store.day(3).unwrap().into_iter().filter(|&id| is_all_small(&store, id)).collect();
    assert_eq!(small.len(), 67);
    let up = store.ups(1, 0).unwrap();
    let weight =
        |id| store.atomic_weight(id).unwrap().unwrap_or_else(|| panic!("{} has none", store.game(id)));
    for &g in &small {
        let rest = store.sub(g, store.norton(weight(g), up).unwrap().unwrap()).unwrap();
        for far in [8, 16, 64] {
            let bound = store.ups(1, far).unwrap();
            assert!(
                store.le(rest, bound).unwrap() && store.le(bound.neg(), rest).unwrap(),
                "{}",
                store.game(g)
            );
        }
        assert_eq!(weight(g.neg()), weight(g).neg());
        for &h in small.iter().step_by(3) {
            let sum = store.add(g, h).unwrap();
            assert_eq!(
                weight(sum),
                store.add(weight(g), weight(h)).unwrap(),
                "{} + {}",
                store.game(g),
                store.game(h)
            );
            // Who is two ahead wins.
            let two = store.integer(2).unwrap();
            if store.le(two, weight(sum)).unwrap() {
                assert_eq!(store.outcome(sum), Outcome::Left);
            }
        }
    }
    // Games that are not all-small have one only if they are bounded so.
    for id in store.day(3).unwrap() {
        if store.left_stop(id) != Dyadic::ZERO || store.right_stop(id) != Dyadic::ZERO {
            assert_eq!(store.atomic_weight(id).unwrap(), None);
        }
    }
    for text in ["{1|0}", "1", "1/2", "+-1", "2^*", "{1|^3||^}"] {
        assert_eq!(store.atomic_weight(game(&store, text)).unwrap(), None, "{text}");
    }
    for text in ["tiny(1/2)", "miny({3|1})", "tiny(2) + *3"] {
        assert_eq!(store.atomic_weight(game(&store, text)).unwrap(), Some(Id::ZERO), "{text}");
    }
    assert_eq!(weight(game(&store, "^1000000000000000000000*3")), game(&store, "1000000000000000000000"));
}

#[test]
fn counts_are_those_of_the_trees() {
    fn followers(store: &Store, id: Id, seen: &mut HashSet<Id>) {
        if seen.insert(id) {
            sides(store, id).iter().flatten().for_each(|&option| followers(store, option, seen));
        }
    }
    fn stops(g: &Tree) -> u64 {
        if is_number(g) { 1 } else { g.left.iter().chain(&g.right).map(stops).sum() }
    }
    let store = Store::new();
    let mut games = some_of_day_3(&store);
    for text in
        ["*6", "^3*5", "^^*2", "v4", "^*", "3/4^*3", "{3/4|^5*3||-2v3,1/8*4|-5}", "{1/2|3/4*}", "{^4|v3*}"]
    {
        games.push(game(&store, text));
    }
    for id in games {
        let mut seen = HashSet::new();
        followers(&store, id, &mut seen);
        assert_eq!(store.follower_count(id), seen.len().into(), "{}", store.game(id));
        assert_eq!(store.stop_count(id).unwrap(), stops(&tree(&store, id)).into(), "{}", store.game(id));
    }
    let huge = game(&store, "^9223372036854775808 - 9223372036854775808");
    assert_eq!(store.follower_count(huge).to_string(), "18446744073709551618");
    assert_eq!(store.stop_count(huge).unwrap().to_string(), "9223372036854775811");
}

#[test]
fn beyond_the_far_star_nothing_changes() {
    let store = Store::new();
    for id in some_of_day_3(&store) {
        let far = store.far_star(id).unwrap();
        let outcome = |star| store.outcome(store.add(id, store.nimber(star).unwrap()).unwrap());
        for star in [far + 1, 2 * far, 5 * far + 3] {
            assert_eq!(outcome(far), outcome(star), "{}", store.game(id));
        }
    }
}

/// Games as the command and the notation's pages show them.
#[test]
fn printed_games_are_read_again_and_do_not_depend_on_the_store() {
    let store = Store::new();
    let other = Store::new();
    for id in store.day(3).unwrap().into_iter().rev() {
        let text = store.text(id).unwrap();
        assert_eq!(game(&store, &text), id, "{text}");
        let long = store.long_text(id).unwrap();
        assert_eq!(game(&store, &long), id, "{long}");
        assert!(long.chars().all(|c| "{|},-/0123456789".contains(c)), "{long}");
        let carried = other.carry_over(&store, id).unwrap();
        assert_eq!(other.text(carried).unwrap(), text);
        let latex = store.latex(id).unwrap();
        assert_eq!(depth_of_latex(&latex), Some(0), "{latex}");
    }
}

/// The braces of LaTeX that are open at the end; nothing if one closes too early, `\{` and `\}` counted as well.
fn depth_of_latex(text: &str) -> Option<i32> {
    let (mut groups, mut shown, mut escaped) = (0i32, 0i32, false);
    for c in text.chars() {
        match (c, escaped) {
            ('{', false) => groups += 1,
            ('}', false) => groups -= 1,
            ('{', true) => shown += 1,
            ('}', true) => shown -= 1,
            _ => {}
        }
        escaped = c == '\\' && !escaped;
        if groups < 0 || shown < 0 {
            return None;
        }
    }
    Some(groups + shown)
}

#[test]
fn the_shorthands_that_are_printed() {
    let store = Store::new();
    for text in [
        "0",
        "-1",
        "1/2",
        "*",
        "*4",
        "^",
        "v",
        "^^",
        "vv",
        "^3",
        "v3*2",
        "2^*",
        "3*",
        "-1^",
        "-1/2v*",
        "^*",
        "^^*",
        "^[2]",
        "^[2]*",
        "^[4]",
        "^[4]*",
        "v[3]",
        "v[3]*",
        "^<2>",
        "^<2>*",
        "^<3>",
        "^<3>*",
        "v<4>",
        "v<4>*",
        "2^[3]*",
        "-1/2v<2>",
        "1^<2>*",
        "tiny(2)",
        "miny(3/2)",
        "tiny({3|1})",
        "miny({5||3|1})",
        "2tiny(2)",
        "-1/2miny(1)",
        "+-1",
        "+-1/2",
        "+-(1*)",
        "+-{1,{2|0}}",
        "+-^^",
        "+-{*,^}",
        "+-{10|8||6|4|||4|2||0|-2}",
        "{4|2}",
        "{2||1|0}",
        "{5||3|1|||0||||0}",
        "{1||+-(1*)|-1,{-1|-3}}",
        "{0,*||*|v3*}",
        "{0||0|v3}",
        "{0|^<2>}",
        "{0,*||*|-3/2}",
    ] {
        let shown = if text == "{5||3|1|||0||||0}" { "miny({5||3|1})" } else { text };
        assert_eq!(store.text(game(&store, text)).unwrap(), shown);
    }
    assert_eq!(
        store.latex(game(&store, "{2^*|-1/2v3*2}")).unwrap(),
        r"\{2{\uparrow}{\ast} \mid -\frac{1}{2} + 3\cdot{\downarrow}{\ast}2\}"
    );
    assert_eq!(store.latex(game(&store, "+-(1vv)")).unwrap(), r"\pm (1{\Downarrow})");
    assert_eq!(store.latex(game(&store, "1tiny(2)")).unwrap(), r"1 + \mathrm{tiny}_{2}");
    assert_eq!(
        store.latex(game(&store, "{^[3]*|-1v<2>}")).unwrap(),
        r"\{{\uparrow}^{[3]}{\ast} \mid -1{\downarrow}^{2}\}"
    );
}

#[test]
fn faults_of_other_programs() {
    let store = Store::new();
    for (asked, expected) in [
        ("{9223372036854775807|}", "9223372036854775808"),
        ("{|-9223372036854775808}", "-9223372036854775809"),
        ("^2147483647 + ^", "^2147483648"),
        ("v9223372036854775807 + v", "v9223372036854775808"),
        ("2147483647.^ + ^", "^2147483648"),
        ("birthday(100000000)", "100000000"),
        ("{1|9}", "2"),
        ("reduced({2|0,{1|0}})", "{2|0}"),
        ("{^*|v*}", "0"),
        ("{0|^}", "^^*"),
        ("3 + -1", "2"),
        ("3+-1", "{4|2}"),
    ] {
        assert_eq!(store.text(game(&store, asked)).unwrap(), expected, "{asked}");
    }
}

#[test]
fn deep_expressions_and_deep_games() {
    let store = Store::new();
    let nested = |start: &str, end: &dyn Fn(usize) -> String, deep: usize| {
        "{".repeat(deep) + start + &(1..=deep).map(|n| end(n) + "}").collect::<String>()
    };
    assert_eq!(store.text(game(&store, &nested("0", &|_| "|*".into(), 1_000))).unwrap(), "^[1000]");
    assert_eq!(store.text(game(&store, &nested("0", &|_| "|".into(), 10_000))).unwrap(), "10000");
    let numbers = game(&store, &nested("0", &|_| "|1".into(), 2_000));
    assert_eq!(game(&store, &store.text(numbers).unwrap()), numbers);
    let hot = game(&store, &nested("0", &|n| format!("|-{n}"), 500));
    assert_eq!(game(&store, &store.text(hot).unwrap()), hot);
    assert_eq!(game(&store, &store.long_text(hot).unwrap()), hot);
    assert_eq!(store.thermograph(hot).unwrap().mean(), &store.mean(hot).unwrap());
}

#[test]
fn sizes_are_refused_by_name() {
    let store = Store::new();
    for (text, said) in [
        (
            "heat(*100000, 1)",
            "a nimber to be taken apart is too large: 100000 options, the limit is 4096 options of one player",
        ),
        (
            "heat(^1000000000, 1)",
            "a game to be taken apart is too large: birthday 1000000001, the limit is birthday 262144",
        ),
        (
            "stop_count(*100000000)",
            "a stop count is too large: that of *100000000, the limit is that of *8388608",
        ),
        ("nim_product(2, *2)", "line 1, column 13: found '2', expected a nimber"),
        (
            "nim_product(-1, 2)",
            "line 1, column 13: found '-1', expected a nimber or a whole number that is at least 0",
        ),
        ("nim_inverse(0)", "line 1, column 13: found '0', expected another number than 0"),
        ("cool(^, -2)", "line 1, column 9: found '-2', expected a number that is at least -1"),
        ("cool(^, *)", "line 1, column 9: found '*', expected a number"),
        ("norton(1/2, *)", "line 1, column 13: found '*', expected a game that is greater than 0"),
        (
            "pow(+-1, 2)",
            "line 1, column 5: found '+-1', expected a game of the form {0|H}, or the negative of one",
        ),
        ("^<1/2>", "line 1, column 1: found '^<1/2>', expected a power with an exponent of at least 1"),
        ("day(4)", "line 1, column 5: found '4', expected 0, 1, 2 or 3"),
        ("1 + outcome(^)", "line 1, column 5: found an outcome, expected a game"),
        ("atomic_weight(1) + 1", "line 1, column 1: found no atomic weight, expected a game"),
        ("nimber(1/2)", "line 1, column 8: found '1/2', expected a whole number below 2^64"),
        ("x", "line 1, column 1: found 'x', expected a game or the name of a variable"),
        ("outcome(^)", "line 1, column 1: found an outcome, expected an expression of a game"),
    ] {
        let problem = store.parse(text).unwrap_err().to_string();
        assert_eq!(problem, said, "{text}");
    }
    let huge = format!("nim_product({}, 3)", "9".repeat(2_000));
    assert!(store.parse(&huge).unwrap_err().to_string().ends_with("expected a number of at most 4096 bits"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn texts_of_random_games_are_read_again(text in any_game()) {
        let store = Store::new();
        let id = game(&store, &text);
        let printed = store.text(id).unwrap();
        prop_assert_eq!(game(&store, &printed), id, "{} printed as {}", text, printed);
        let long = store.long_text(id).unwrap();
        prop_assert_eq!(game(&store, &long), id, "{} written as {}", text, long);
        // The same from a store in which the ids are others.
        let other = Store::new();
        game(&other, &format!("{{{text}|-5}} + {{7|{text}}}"));
        prop_assert_eq!(other.text(game(&other, &text)).unwrap(), printed);
        prop_assert_eq!(depth_of_latex(&store.latex(id).unwrap()), Some(0));
    }

    #[test]
    fn means_and_coolings_add_up(g in any_game(), h in any_game(), num in -4i64..12) {
        let store = Store::new();
        let (g, h) = (game(&store, &g), game(&store, &h));
        let sum = store.add(g, h).unwrap();
        prop_assert_eq!(store.mean(sum).unwrap(), &store.mean(g).unwrap() + &store.mean(h).unwrap());
        prop_assert!(store.temperature(sum).unwrap() <= store.temperature(g).unwrap().max(store.temperature(h).unwrap()));
        let t = Dyadic::new(num.max(0), 2);
        let cool = |id| store.cool(id, &t).unwrap().unwrap();
        prop_assert_eq!(cool(sum), store.add(cool(g), cool(h)).unwrap());
        let thermograph = store.thermograph(sum).unwrap();
        prop_assert_eq!(store.left_stop(cool(sum)), thermograph.left().at(&t));
        prop_assert_eq!(store.right_stop(cool(sum)), thermograph.right().at(&t));
    }

    #[test]
    fn reduced_forms_are_one_for_each_class(g in any_game(), h in any_game()) {
        let store = Store::new();
        let (g, h) = (game(&store, &g), game(&store, &h));
        let difference = store.sub(g, h).unwrap();
        let close = store.left_stop(difference) == Dyadic::ZERO && store.right_stop(difference) == Dyadic::ZERO;
        prop_assert_eq!(store.reduced(g).unwrap() == store.reduced(h).unwrap(), close);
        let apart = store.sub(g, store.reduced(g).unwrap()).unwrap();
        prop_assert_eq!((store.left_stop(apart), store.right_stop(apart)), (Dyadic::ZERO, Dyadic::ZERO));
        prop_assert_eq!(store.reduced(store.reduced(g).unwrap()).unwrap(), store.reduced(g).unwrap());
    }

    #[test]
    fn uptimals_are_found_again(num in -5i64..6, star in 0u64..6, ups in prop::collection::vec(-2i64..3, 0..4)) {
        let store = Store::new();
        let mut sum = store.add(store.number(Dyadic::new(num, 1)).unwrap(), store.nimber(star).unwrap()).unwrap();
        for (i, &times) in ups.iter().enumerate() {
            let power = game(&store, &format!("^<{}>", i + 1));
            sum = store.add(sum, store.times(&times.into(), power).unwrap()).unwrap();
        }
        let mut ups: Vec<_> = ups.into_iter().map(num_bigint::BigInt::from).collect();
        while ups.last().is_some_and(|up| *up == 0.into()) {
            ups.pop();
        }
        let uptimal = store.uptimal(sum).unwrap().unwrap();
        prop_assert_eq!((uptimal.number, uptimal.star, uptimal.ups), (Dyadic::new(num, 1), star, ups));
    }
}
