//! The engine of `value` against literal game trees, and against itself with other numbers of threads.
#![allow(missing_docs)]

mod common;

use common::{Form, Forms, literal, samples};
use partizan::question::value::{self, Evaluator, Request};
use partizan::ruleset::amazons::Amazons;
use partizan::ruleset::clobber::Clobber;
use partizan::ruleset::domineering::Domineering;
use partizan::ruleset::hackenbush::Hackenbush;
use partizan::ruleset::toads_and_frogs::ToadsAndFrogs;
use partizan::ruleset::{Short, ShortVisitor, Variant, short_rulesets, with_short};
use partizan::value::{Id, Store};
use partizan::{Budget, Error, Player, Ruleset, Stop};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A stored game as a literal tree.
fn written(store: &Store, id: Id, forms: &mut Forms, memo: &mut HashMap<Id, Form>) -> Form {
    if let Some(&form) = memo.get(&id) {
        return form;
    }
    let sides = Player::BOTH.map(|player| {
        let count = store.option_count(id, player);
        let options: Vec<Id> = (0..count).map(|n| store.option(id, player, n).unwrap()).collect();
        options.into_iter().map(|option| written(store, option, forms, memo)).collect::<Vec<_>>()
    });
    let [left, right] = sides;
    let form = forms.of(left, right);
    memo.insert(id, form);
    form
}

struct Oracle;

impl ShortVisitor for Oracle {
    type Out = ();

    fn visit<R: Short>(self, ruleset: R) {
        let store = Store::new();
        let evaluator = Evaluator::new(&store, &ruleset);
        let (mut forms, mut memo, mut games) = (Forms::default(), HashMap::new(), HashMap::new());
        for text in samples(R::NAME) {
            let position = ruleset.parse(&text).unwrap();
            let value = evaluator.value(&position).unwrap();
            let form = literal(&ruleset, &position, &mut forms, &mut memo);
            let stored = written(&store, value, &mut forms, &mut games);
            assert!(forms.eq(form, stored), "{} {text}", R::NAME);
        }
    }
}

#[test]
fn every_ruleset_has_the_values_of_its_literal_trees() {
    for name in short_rulesets() {
        with_short(name, &Variant::default(), Oracle).unwrap();
    }
}

fn value<R: Short>(ruleset: &R, text: &str, store: &Store) -> Id {
    Evaluator::new(store, ruleset).value(&ruleset.parse(text).unwrap()).unwrap()
}

#[test]
fn the_value_is_the_same_for_any_number_of_threads() {
    let store = Store::new();
    let one = [
        value(&Domineering, "...../...../...../.....", &store),
        value(&Clobber, "xoxox/oxoxo/xoxox", &store),
        value(&Amazons, "x../.../..o", &store),
        value(&ToadsAndFrogs, "TTTTT..FFFFF", &store),
    ];
    for threads in [2, 3, 5] {
        let other = Store::with_budget(Budget::unlimited().with_threads(threads)).unwrap();
        let values = [
            value(&Domineering, "...../...../...../.....", &other),
            value(&Clobber, "xoxox/oxoxo/xoxox", &other),
            value(&Amazons, "x../.../..o", &other),
            value(&ToadsAndFrogs, "TTTTT..FFFFF", &other),
        ];
        for (one, value) in one.into_iter().zip(values) {
            assert_eq!(store.carry_over(&other, value).unwrap(), one);
        }
    }
}

#[test]
fn large_boards_are_valued_by_the_pieces_that_they_fall_into() {
    // 13 by 13 cells, with walls that leave 36 squares of four cells: 36 switches ±1 are 0, 35 are ±1.
    let rows: Vec<&str> =
        (0..17).map(|r| if r % 3 == 2 { "#################" } else { "..#..#..#..#..#.." }).collect();
    let store = Store::new();
    assert_eq!(value(&Domineering, &rows.join("/"), &store), Id::ZERO);
    let long = format!("{}/{}", ".".repeat(120), "#".repeat(120));
    assert_eq!(store.as_number(value(&Domineering, &long, &store)), Some((-60).into()));
}

#[test]
fn deep_pictures_need_no_stack() {
    let on_a_small_stack = std::thread::Builder::new().stack_size(256 << 10).spawn(|| {
        let store = Store::new();
        // A green edge under 3,000 blue ones: *:3000.
        let stalk = value(&Hackenbush, &format!("G{}", "B".repeat(3_000)), &store);
        assert_eq!(store.option_count(stalk, Player::Right), 1);
        // 2,000 edges that alternate in colour, over a cycle that no theorem covers.
        let tall = format!(
            "0-1 G, 0-1 B, {}",
            (1..60).map(|i| format!("{i}-{} {}", i + 1, ["R", "B"][i % 2])).collect::<Vec<_>>().join(", ")
        );
        assert!(!store.is_number(value(&Hackenbush, &tall, &store)));
    });
    on_a_small_stack.unwrap().join().unwrap();
}

#[test]
fn budgets_stop_it_with_a_reason() {
    let board = Domineering.parse("....../....../....../....../....../......").unwrap();
    let memory = Store::with_budget(Budget::unlimited().with_memory(4_000_000)).unwrap();
    assert!(matches!(Evaluator::new(&memory, &Domineering).value(&board), Err(Stop::Memory { .. })));
    let time = Store::with_budget(
        Budget::unlimited().with_time(std::time::Duration::from_millis(20)).with_threads(2),
    )
    .unwrap();
    assert!(matches!(Evaluator::new(&time, &Domineering).value(&board), Err(Stop::Time(_))));
    let cancel = Arc::new(AtomicBool::new(false));
    let store = Store::with_budget(Budget::unlimited().with_cancel(Arc::clone(&cancel))).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            cancel.store(true, Ordering::Relaxed);
        });
        assert_eq!(Evaluator::new(&store, &Domineering).value(&board), Err(Stop::Cancelled));
    });
}

#[test]
fn what_was_found_is_kept() {
    let store = Store::new();
    let evaluator = Evaluator::new(&store, &Domineering);
    let board = Domineering.parse("..../..../....").unwrap();
    let turned = Domineering.parse(".../.../.../...").unwrap();
    let value = evaluator.value(&board).unwrap();
    let positions = evaluator.positions();
    assert!(positions > 20);
    assert_eq!(evaluator.value(&turned).unwrap(), value.neg());
    assert_eq!(evaluator.positions(), positions);
}

#[test]
fn a_search_that_is_stopped_says_what_it_has_found() {
    // Two small boards beside one of which the values do not fit so little memory.
    let big = "........";
    let board = format!("..#..#{big}/..#..#{big}/{}", vec![format!("######{big}"); 6].join("/"));
    let request = Request { ruleset: "domineering".into(), position: Some(board), ..Request::default() };
    let budget = Budget::unlimited().with_threads(1).with_memory(8_000_000);
    let Err(Error::Stopped { stop, proved }) = value::value(&request, &budget) else {
        panic!("it should stop")
    };
    assert!(matches!(*stop, Stop::Memory { .. }), "{stop}");
    let proved = proved.unwrap();
    let components = proved["components"].as_array().unwrap();
    assert_eq!(components.len(), 3);
    let (store, mut valued) = (Store::new(), 0);
    let evaluator = Evaluator::new(&store, &Domineering);
    for component in components {
        let Some(text) = component["value"].as_str() else { continue };
        let position = Domineering.parse(component["position"].as_str().unwrap()).unwrap();
        assert_eq!(store.text(evaluator.value(&position).unwrap()).unwrap(), text);
        valued += 1;
    }
    assert_eq!(valued, 2, "{proved}");
    for side in ["left_first", "right_first"] {
        assert!(proved[side]["options"].as_u64().unwrap() > 50);
        assert_eq!(proved[side]["wins"], serde_json::Value::Null, "{proved}");
    }
}
