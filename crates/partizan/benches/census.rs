//! Census of random trees; each bench asserts what it measures.

#![allow(missing_docs)] // criterion's macros make functions of their own

use criterion::{Criterion, criterion_group, criterion_main};
use partizan::Budget;
use partizan::question::census::{
    BoardSum, ColouredTrees, Family, coloured_trees, green_trees, green_trees_approximate,
    green_trees_first_wins, green_trees_first_wins_decimal, positions, stalks,
};
use partizan::question::exact::decimal;
use partizan::ruleset::Colour;
use std::hint::black_box;

fn budget() -> Budget {
    Budget::unlimited().with_threads(std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
}

fn census(c: &mut Criterion) {
    let mut group = c.benchmark_group("census");
    group.sample_size(10);
    let sizes: Vec<u64> = (51..=150).collect();
    // By exact whole numbers, where the contest answers in floating point.
    let exact = decimal(&green_trees_first_wins(Family::Binary, &sizes, &budget()).unwrap(), 6);
    group.bench_function("contest, 100 trees of 51 to 150 nodes", |b| {
        b.iter(|| {
            let line =
                green_trees_first_wins_decimal(Family::Binary, black_box(&sizes), 6, &budget()).unwrap();
            assert_eq!(line, exact);
        });
    });
    // The chances are those of an independent program.
    for (nodes, chance) in [(299, "0.994279686134593"), (999, "0.997457594411507")] {
        group.bench_function(format!("exact, {nodes} nodes"), |b| {
            b.iter(|| {
                let census = green_trees(Family::Binary, black_box(&[nodes]), 15, &budget()).unwrap();
                assert_eq!(census.answer.first_player_wins.decimal, chance);
            });
        });
    }
    group.bench_function("approximate, 5000 nodes", |b| {
        b.iter(|| {
            let census =
                green_trees_approximate(Family::Binary, black_box(&[5000, 4999]), 6, &budget()).unwrap();
            assert_eq!(census.answer.first_player_wins.decimal, "1.000000");
            assert_eq!(census.answer.sum.values[0].value, 1);
            assert!(census.answer.sum.bound.parse::<f64>().unwrap() < 1e-8);
        });
    });
    group.bench_function("stalks, 12 of length 10", |b| {
        b.iter(|| {
            let census = stalks(black_box(&[10; 12]), 6, &budget()).unwrap();
            assert_eq!(census.answer.left_wins, census.answer.right_wins);
        });
    });
    // The chances are those of all values added.
    let three = |values, budget: &Budget| {
        let sum = Some(BoardSum { draws: 3, values, digits: 6 });
        positions("domineering", None, black_box([3, 4]), sum, budget).unwrap().answer.sum.unwrap()
    };
    let added = three(true, &budget());
    group.bench_function("who wins three boards of Domineering, 3 x 4", |b| {
        b.iter(|| {
            let compared = three(false, &budget());
            assert_eq!((&compared.left_wins, &compared.right_wins), (&added.left_wins, &added.right_wins));
            assert_eq!(compared.second_player_wins, added.second_player_wins);
        });
    });
    group.bench_function("plane trees of 8 nodes, edges of three colours", |b| {
        b.iter(|| {
            let asked = ColouredTrees {
                family: Family::Plane,
                colours: &[Colour::Blue, Colour::Red, Colour::Green],
                sizes: black_box(&[8]),
                sum_values: false,
                digits: 6,
            };
            let census = coloured_trees(&asked, &budget()).unwrap().answer;
            assert_eq!(census.trees[0].table.positions, (429u32 * 3u32.pow(7)).into());
            assert_eq!(census.sum.left_wins, census.sum.right_wins);
        });
    });
    group.finish();
}

criterion_group!(benches, census);
criterion_main!(benches);
