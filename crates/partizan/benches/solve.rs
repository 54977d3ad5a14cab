//! How long `solve` takes, on whole games with known counts.

#![allow(missing_docs)] // criterion_group! writes an undocumented function

use criterion::{Criterion, criterion_group, criterion_main};
use partizan::Budget;
use partizan::question::solve::{Request, Value, solve, solve_all};
use std::time::Duration;

/// A ruleset's counts of wins, losses, ties and draws.
fn counts(ruleset: &str, settings: &str, symmetry: bool, threads: usize) -> [u64; 4] {
    let mut request = Request::new(ruleset);
    request.variant = settings.parse().expect("the settings are well formed");
    request.symmetry = symmetry;
    let budget = Budget::unlimited().with_threads(threads);
    let all = solve_all(&request, &budget).expect("it can be solved").answer;
    let count =
        |value| all.values.iter().find(|each| each.value == value).map_or(0, |each| each.count.labelled);
    [Value::Win, Value::Lose, Value::Tie, Value::Draw].map(count)
}

fn whole_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(10).measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(1));
    group.bench_function("l-game, one position", |bencher| {
        bencher.iter(|| {
            let request = Request::new("l-game").at("x..*/#.x*/#.**/##..");
            let answer = solve(&request, &Budget::unlimited()).expect("it can be solved").answer;
            assert_eq!((answer.worth.value(), answer.worth.distance()), (Value::Win, Some(9)));
        });
    });
    // The counts are those of conformance/facts/retrograde.csv and retrograde-2.csv.
    let teeko = [25_606_338, 7_493_341, 0, 42_347_231];
    for (name, symmetry, threads) in [
        ("teeko, 8 men, no symmetry, 1 thread", false, 1),
        ("teeko, 8 men, no symmetry, 2 threads", false, 2),
        ("teeko, 8 men, 8 symmetries, 1 thread", true, 1),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(counts("teeko", "phase=move", symmetry, threads), teeko));
        });
    }
    group.bench_function("dodgem 5x5, 1 thread", |bencher| {
        let dodgem = [46_470_409, 30_716_604, 0, 42_827_912];
        bencher.iter(|| assert_eq!(counts("dodgem", "size=5", true, 1), dodgem));
    });
    group.bench_function("tic-tac-toe by discovery", |bencher| {
        bencher.iter(|| assert_eq!(counts("mnk", "", true, 1), [2_836, 1_574, 1_068, 0]));
    });
    // By discovery from the start: how many positions there are is known.
    for (name, ruleset, settings, symmetry, positions) in [
        ("fox-and-hounds", "fox-and-hounds", "", true, 895_094),
        ("mnk 4x4, no symmetry", "mnk", "rows=4,columns=4,in-a-row=4", false, 9_722_011),
        ("mnk 4x4", "mnk", "rows=4,columns=4,in-a-row=4", true, 9_722_011),
    ] {
        group.bench_function(name, |bencher| {
            bencher
                .iter(|| assert_eq!(counts(ruleset, settings, symmetry, 1).iter().sum::<u64>(), positions));
        });
    }
    group.finish();
}

criterion_group!(benches, whole_games);
criterion_main!(benches);
