//! Heating a nimber and counting its stops, and a sum of hot and small games, each from an empty store.

#![allow(missing_docs)] // criterion_group! writes an undocumented function

use criterion::{Criterion, criterion_group, criterion_main};
use partizan::Budget;
use partizan::question::value::eval::{Says, eval};
use partizan::value::Store;
use std::hint::black_box;

fn heated_nimber(criterion: &mut Criterion) {
    criterion.bench_function("*14 heated by 1, its stop count", |bencher| {
        bencher.iter(|| {
            let store = Store::new();
            let heated = store.heat(store.nimber(14).unwrap(), store.integer(1).unwrap()).unwrap();
            assert_eq!(store.stop_count(heated).unwrap(), 3_188_646u32.into());
        });
    });
}

fn thirteen_games(criterion: &mut Criterion) {
    criterion.bench_function("sum of 13 hot and small games", |bencher| {
        bencher.iter(|| {
            let store = Store::new();
            let terms = ["{3|1}"; 4].iter().chain(&["{2|-2}"; 4]).chain(&["*"; 3]).chain(&["^"; 2]);
            let sum = store.sum(terms.map(|term| store.parse(black_box(term)).unwrap())).unwrap();
            assert_eq!(store.text(sum).unwrap(), "8^^*");
        });
    });
}

fn one_expression(criterion: &mut Criterion) {
    criterion.bench_function("eval {1|-1} + * + ^", |bencher| {
        bencher.iter(|| {
            let line = eval(black_box("{1|-1} + * + ^"), &Budget::unlimited(), 6).unwrap();
            let Says::Game(game) = line.answer.answer else { panic!("no game") };
            assert_eq!(game.value, "{1^*|-1^*}");
        });
    });
}

criterion_group!(benches, heated_nimber, thirteen_games, one_expression);
criterion_main!(benches);
