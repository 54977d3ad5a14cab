//! Odds: the sizes of the project's speed targets, answers asserted.
//!
//! `hex-boards.txt` has 100 different 8x8 boards with 0 to 16 stones in the original problem's format;
//! `hex-boards-wins.txt` the winning fillings of each, from an independent program that goes row by row with labels of
//! connected stones. The other counts are those of `conformance/facts/hex_reference.json`, found by a third.
//!
//! `PARTIZAN_LONG_BENCHES=1` adds those that take seconds.

#![allow(missing_docs)] // criterion's macros make functions

use criterion::{Criterion, criterion_group, criterion_main};
use num_bigint::BigUint;
use partizan::Budget;
use partizan::question::odds::connection::{Boards, Study, odds};
use partizan::question::odds::general::{Moves, approximate, walk};
use partizan::question::solve::Convention;
use partizan::ruleset::board::Board;
use partizan::ruleset::hex::{Cell, Hex, Position};
use partizan::ruleset::l_game::LGame;
use partizan::ruleset::{Player, Ruleset};
use std::hint::black_box;
use std::time::Duration;

/// Winning fillings of the empty n x n board when White is first.
const EMPTY: [(usize, &str); 2] = [
    (11, "100234401323982295186854735339619927"),
    (13, "23695221893990078953588017871302622422217964402322"),
];

fn boards() -> Vec<(Position, BigUint)> {
    let mut lines = include_str!("hex-boards.txt").lines().skip(1);
    let mut boards = Vec::new();
    for wins in include_str!("hex-boards-wins.txt").lines() {
        let size: usize = lines.next().expect("a size").parse().expect("a number");
        let rows: Vec<&str> = lines.by_ref().take(size).collect();
        let board = Hex::default().parse(&rows.join("\n")).expect("a board");
        boards.push((board, wins.parse().expect("a number")));
    }
    boards
}

fn hex(c: &mut Criterion) {
    let mut group = c.benchmark_group("hex");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let budget = Budget::unlimited().with_threads(threads);
    let long = std::env::var_os("PARTIZAN_LONG_BENCHES").is_some();
    let boards = boards();
    group.bench_function("100 boards of 8x8", |b| {
        b.iter(|| {
            let mut shared = Boards::default();
            for (board, wins) in &boards {
                let found = shared.odds(black_box(board), Player::Left, &budget).unwrap();
                assert_eq!(found.white_fillings, *wins);
            }
        });
    });
    for (n, wins) in EMPTY {
        let wins: BigUint = wins.parse().expect("a number");
        let board = Board::filled(n, n, Cell::Empty);
        group.bench_function(format!("one chance {n}x{n}"), |b| {
            b.iter(|| {
                assert_eq!(odds(black_box(&board), Player::Left, &budget).unwrap().white_fillings, wins);
            });
        });
        let white = (n * n).div_ceil(2);
        group.bench_function(format!("polynomial {n}x{n}"), |b| {
            b.iter(|| {
                let study = Study::new(black_box(&board), &budget).unwrap();
                assert_eq!(study.polynomial(&budget).unwrap()[white], wins);
            });
        });
        if n > 11 && !long {
            continue;
        }
        group.bench_function(format!("all first moves {n}x{n}"), |b| {
            b.iter(|| {
                let study = Study::new(black_box(&board), &budget).unwrap();
                let openings = study.openings(Player::Left, &budget).unwrap();
                // The chances of all first moves have the chance of the game as their mean.
                let sum: num_rational::BigRational = openings.iter().map(|opening| &opening.chance).sum();
                let whole = study.odds(Player::Left, &budget).unwrap();
                assert_eq!(whole.white_fillings, wins);
                assert_eq!(
                    sum,
                    whole.chances().left * num_rational::BigRational::from_integer((n * n).into())
                );
            });
        });
    }
    if long {
        for n in [14, 16] {
            let board = Board::filled(n, n, Cell::Empty);
            group.bench_function(format!("one chance {n}x{n}"), |b| {
                b.iter(|| {
                    // On an even board the players exchange by a reflection: exactly half.
                    let found = odds(black_box(&board), Player::Left, &budget).unwrap();
                    assert_eq!(found.white_fillings * 2u32, found.fillings);
                });
            });
        }
    }
    group.finish();
}

fn y(c: &mut Criterion) {
    let mut group = c.benchmark_group("y");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let budget = Budget::unlimited().with_threads(threads);
    for side in [11, 12] {
        let board = partizan::ruleset::y::Position::empty(side);
        group.bench_function(format!("one chance, side {side}"), |b| {
            b.iter(|| {
                // With an even number of cells the players have the same stones: exactly half.
                let found = odds(black_box(&board), Player::Left, &budget).unwrap();
                assert_eq!(found.white_fillings * 2u32, found.fillings);
            });
        });
        group.bench_function(format!("all first moves, side {side}"), |b| {
            b.iter(|| {
                let study = Study::new(black_box(&board), &budget).unwrap();
                let openings = study.openings(Player::Left, &budget).unwrap();
                // Their mean is the chance of the game.
                let sum: num_rational::BigRational = openings.iter().map(|opening| &opening.chance).sum();
                assert_eq!(sum * num_rational::BigRational::from_integer(2.into()), {
                    num_rational::BigRational::from_integer(openings.len().into())
                });
            });
        });
    }
    group.finish();
}

fn l_game(c: &mut Criterion) {
    let mut group = c.benchmark_group("l-game");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(3));
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let budget = Budget::unlimited().with_threads(threads);
    let start = LGame.start().expect("a start");
    let exact = include_str!("../../../conformance/facts/l_game_random_win_exact.txt").trim();
    group.bench_function("certified", |b| {
        b.iter(|| {
            let found =
                approximate(&LGame, black_box(&start), Player::Left, Moves::All, Convention::Normal, &budget)
                    .unwrap();
            let known: num_rational::BigRational = exact.parse().expect("a fraction");
            let off = &found.win.value - known;
            assert!(off <= found.win.error && -off <= found.win.error);
            assert!(found.everywhere < num_rational::BigRational::new(1.into(), 1_000_000_000_000u64.into()));
        });
    });
    if std::env::var_os("PARTIZAN_LONG_BENCHES").is_some() {
        group.bench_function("exact", |b| {
            b.iter(|| {
                let found =
                    walk(&LGame, black_box(&start), Player::Left, Moves::All, Convention::Normal, &budget)
                        .unwrap();
                assert_eq!(found.win.to_string(), exact);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, hex, y, l_game);
criterion_main!(benches);
