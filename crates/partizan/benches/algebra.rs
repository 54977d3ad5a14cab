//! The algebra of games: all values born by day 3, all comparisons of them, and all sums.

#![allow(missing_docs)] // criterion_group! writes an undocumented function

use criterion::{Criterion, criterion_group, criterion_main};
use partizan::value::{Id, Store};

/// All values born by day 3, and how many of the pairs are in order.
fn comparisons(store: &Store) -> (Vec<Id>, usize) {
    let day = store.day(3).unwrap();
    let count = day.iter().map(|&g| day.iter().filter(|&&h| store.le(g, h).unwrap()).count()).sum();
    (day, count)
}

/// The number of different sums of two values.
fn sums(store: &Store, day: &[Id]) -> usize {
    let mut sums = Vec::with_capacity(day.len() * (day.len() + 1) / 2);
    for (n, &g) in day.iter().enumerate() {
        sums.extend(day[..=n].iter().map(|&h| store.add(g, h).unwrap()));
    }
    assert_eq!(sums.len(), 1_087_075);
    sums.sort_unstable();
    sums.dedup();
    sums.len()
}

fn day_3(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("day 3");
    group.sample_size(10);
    group.bench_function("values and comparisons", |bencher| {
        bencher.iter(|| {
            let (day, count) = comparisons(&Store::new());
            assert_eq!((day.len(), count), (1474, 654_647));
        });
    });
    group.bench_function("values, comparisons and sums", |bencher| {
        bencher.iter(|| {
            let store = Store::new();
            let (day, count) = comparisons(&store);
            assert_eq!((day.len(), count), (1474, 654_647));
            assert_eq!(sums(&store, &day), 1_076_001);
            assert!(store.bytes() <= 60 * store.len());
        });
    });
    group.finish();
}

criterion_group!(benches, day_3);
criterion_main!(benches);
