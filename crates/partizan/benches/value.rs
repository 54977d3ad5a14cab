//! What canonical forms of boards cost, with one thread and two; every answer is asserted.
//!
//! The boards that take seconds are run once, and only with `PARTIZAN_LONG=1` in the environment:
//! `PARTIZAN_LONG=1 cargo bench -p partizan --bench value -- long`.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use partizan::Budget;
use partizan::question::value::Evaluator;
use partizan::ruleset::{Short, ShortVisitor, Variant, with_short};
use partizan::value::{Id, Outcome, Store};
use std::hint::black_box;
use std::time::Instant;

/// A position, and what is known of its value from elsewhere.
struct Job {
    name: &'static str,
    ruleset: &'static str,
    position: &'static str,
    check: fn(&Store, Id) -> bool,
}

const HB_05: &str = "-1 1 2 3 4 4 4 7 7 9 9 1 12 13 13 15 16 16 18 18 15 21 21 12 24 25 25 24 28 28 24 31 12 33 34 34 2 37 37 \
                     BRRRBBRRBBRRRBBRRBRRBBBRBRRBRRBRRBRRRBR";

fn outcome(store: &Store, id: Id, outcome: Outcome) -> bool {
    store.outcome(id) == outcome
}

const SHORT: &[Job] = &[
    Job {
        name: "domineering 4x4",
        ruleset: "domineering",
        position: "..../..../..../....",
        check: |s, g| outcome(s, g, Outcome::Next) && g.is_own_negative(),
    },
    Job {
        name: "domineering 2x13",
        ruleset: "domineering",
        position: "............./.............",
        check: |_, g| g == Id::ZERO,
    },
    Job {
        name: "domineering 4x6",
        ruleset: "domineering",
        position: "....../....../....../......",
        check: |s, g| outcome(s, g, Outcome::Next),
    },
    Job {
        name: "domineering 5x5",
        ruleset: "domineering",
        position: "...../...../...../...../.....",
        check: |_, g| g == Id::ZERO,
    },
    Job {
        name: "clobber 3x5",
        ruleset: "clobber",
        position: "xoxox/oxoxo/xoxox",
        check: |s, g| s.as_nimber(g) == Some(1),
    },
    Job {
        name: "clobber 4x4",
        ruleset: "clobber",
        position: "xoxo/oxox/xoxo/oxox",
        check: |s, g| s.as_nimber(g) == Some(1),
    },
    Job {
        name: "snort 4x4",
        ruleset: "snort",
        position: "..../..../..../....",
        check: |_, g| g.is_own_negative(),
    },
    Job {
        name: "toads and frogs 10-2-10",
        ruleset: "toads-and-frogs",
        position: "TTTTTTTTTT..FFFFFFFFFF",
        check: |s, g| g.is_own_negative() && s.left_stop(g).is_zero(),
    },
    Job {
        name: "hackenbush hb-05",
        ruleset: "hackenbush",
        position: HB_05,
        check: |s, g| s.as_number(g).is_some_and(|n| n.to_string() == "65/4096"),
    },
];

const LONG: &[Job] = &[
    Job {
        name: "domineering 5x6",
        ruleset: "domineering",
        position: "....../....../....../....../......",
        check: |s, g| outcome(s, g, Outcome::Right),
    },
    Job {
        name: "domineering 4x8",
        ruleset: "domineering",
        position: "......../......../......../........",
        check: |s, g| outcome(s, g, Outcome::Right),
    },
    Job {
        name: "domineering 6x6",
        ruleset: "domineering",
        position: "....../....../....../....../....../......",
        check: |s, g| outcome(s, g, Outcome::Next) && g.is_own_negative(),
    },
    Job {
        name: "clobber 4x5",
        ruleset: "clobber",
        position: "xoxox/oxoxo/xoxox/oxoxo",
        check: |s, g| s.left_stop(g).is_zero() && s.right_stop(g).is_zero(),
    },
    Job {
        name: "amazons 4x4",
        ruleset: "amazons",
        position: "x.../..../..../...o",
        check: |_, g| g.is_own_negative(),
    },
    Job {
        name: "snort 5x5",
        ruleset: "snort",
        position: "...../...../...../...../.....",
        check: |_, g| g.is_own_negative(),
    },
];

struct Run<'a> {
    job: &'a Job,
    threads: usize,
}

/// The positions, games, bytes of games and bytes of positions.
impl ShortVisitor for Run<'_> {
    type Out = [u64; 4];

    fn visit<R: Short>(self, ruleset: R) -> [u64; 4] {
        let store = Store::with_budget(Budget::unlimited().with_threads(self.threads)).unwrap();
        let evaluator = Evaluator::new(&store, &ruleset);
        let value = evaluator.value(&ruleset.parse(self.job.position).unwrap()).unwrap();
        assert!((self.job.check)(&store, value), "{}", self.job.name);
        [evaluator.positions(), store.len(), store.bytes(), evaluator.bytes()]
    }
}

fn run(job: &Job, threads: usize) -> [u64; 4] {
    with_short(job.ruleset, &Variant::default(), Run { job, threads }).unwrap()
}

fn short(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("value");
    group.sample_size(10);
    for job in SHORT {
        group.bench_function(job.name, |bencher| bencher.iter(|| run(black_box(job), 1)));
    }
    group.finish();
}

fn long(_: &mut Criterion) {
    if std::env::var_os("PARTIZAN_LONG").is_none() {
        return;
    }
    for job in LONG {
        for threads in [1, 2] {
            let start = Instant::now();
            let [positions, games, of_games, of_positions] = run(job, threads);
            println!(
                "{}, {threads} threads: {:.2} s, {positions} positions of {:.1} bytes, {games} games of {:.1} bytes",
                job.name,
                start.elapsed().as_secs_f64(),
                of_positions as f64 / positions as f64,
                of_games as f64 / games as f64,
            );
        }
    }
}

criterion_group!(benches, short, long);
criterion_main!(benches);
