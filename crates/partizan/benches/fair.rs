//! The fair collections of random stalks: the sizes of the project's speed targets, answers asserted.
//!
//! The instances are stored as a seed: `stalks` below is their definition. The totals are those of the method that the
//! planner chooses; the tests put all methods against each other, and against all subsets, on smaller instances.

#![allow(missing_docs)] // criterion's macros make functions

use criterion::{Criterion, criterion_group, criterion_main};
use partizan::Budget;
use partizan::question::fair;
use partizan::ruleset::Player;
use partizan::ruleset::Variant;
use partizan::ruleset::stalks::Stalk;
use std::hint::black_box;
use std::time::Duration;

/// So many stalks from a seed: each colour is the top bit of a step of `SplitMix64`; where lengths are free, the length is first
/// drawn from 1 to `length`.
fn stalks(count: usize, length: u64, free: bool, seed: u64) -> Vec<Stalk> {
    let mut state = seed;
    let mut next = move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    };
    (0..count)
        .map(|_| {
            let length = if free { 1 + next() % length } else { length };
            let colours = (0..length).map(|_| if next() >> 63 == 1 { Player::Left } else { Player::Right });
            Stalk::new(colours.collect()).expect("a stalk has a segment")
        })
        .collect()
}

fn fair_collections(c: &mut Criterion) {
    let mut group = c.benchmark_group("fair");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let budget = Budget::unlimited().with_threads(threads);
    let long = std::env::var_os("PARTIZAN_LONG_BENCHES").is_some();
    for (name, count, length, free, total) in [
        ("40 of length 40", 40, 40, false, 0),
        ("48 of length 40", 48, 40, false, 1200),
        ("52 of length 40", 52, 40, false, 1400),
        ("56 of length 40", 56, 40, false, 1600),
        ("60 of length 40", 60, 40, false, 1800),
        ("200 of length up to 40", 200, 40, true, 4142),
        ("200 of length up to 12", 200, 12, true, 1258),
    ] {
        if (56..200).contains(&count) && !long {
            continue;
        }
        let stalks = stalks(count, length, free, 1);
        group.bench_function(name, |b| {
            b.iter(|| {
                let answer = fair::stalks(black_box(&stalks), &budget).unwrap().answer;
                assert_eq!(answer.total, total);
            });
        });
    }
    // Each of 12 sizes of tiny with its negative: the whole collection is fair, with 4096 sums from either end.
    let tinies: Vec<String> = (1..=12).map(|i| format!("{{0||0|-{i}}}; {{{i}|0||0}}")).collect();
    let tinies = tinies.join("; ");
    group.bench_function("12 tinies and their negatives", |b| {
        b.iter(|| {
            let collection =
                fair::Collection::read("values", &Variant::default(), black_box(&tinies), &budget).unwrap();
            let answer = fair::ask(&collection, &fair::Request::default(), &budget).unwrap().answer;
            assert_eq!(answer.total, 24);
        });
    });
}

criterion_group!(benches, fair_collections);
criterion_main!(benches);
