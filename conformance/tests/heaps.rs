//! The facts about heap games, put to the library and to the command.

use partizan::Budget;
use partizan::question::census::heaps;
use partizan::question::solve::{Convention, Request, Value, solve};
use partizan::question::value::Evaluator;
use partizan::ruleset::heaps::Heaps;
use partizan::ruleset::{Ruleset, Variant};
use partizan::value::Store;
use partizan_conformance::{partizan, text};

struct Fact {
    id: String,
    code: String,
    ask: String,
    most: u64,
    expected: Vec<u64>,
}

fn facts() -> Vec<Fact> {
    let facts: Vec<Fact> = text("heaps.tsv")
        .lines()
        .skip(1)
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [id, code, ask, most, expected, _source, _input, _original] = columns[..] else {
                panic!("eight columns: {line}")
            };
            Fact {
                id: id.into(),
                code: code.into(),
                ask: ask.into(),
                most: most.parse().unwrap_or(1_000_000),
                expected: expected.split([',', '/']).map(|n| n.parse().expect("a number")).collect(),
            }
        })
        .collect();
    assert!(facts.len() >= 18);
    facts
}

#[test]
fn facts_hold_in_the_library() {
    for Fact { id, code, ask, most, expected } in facts() {
        let variant = Variant::default().with("code", &code);
        let found: Vec<u64> = match ask.as_str() {
            "nimbers" => {
                let game = Heaps::of_code(&code).unwrap();
                let store = Store::new();
                let evaluator = Evaluator::new(&store, &game);
                let nimber = |heap: u64| {
                    let value = evaluator.value(&game.parse(&heap.to_string()).unwrap()).unwrap();
                    store.as_nimber(value).expect("heap games are impartial")
                };
                (1..=most).map(nimber).collect()
            }
            "lost" | "misere lost" => (1..=most)
                .filter(|heap| {
                    let mut request = Request::new("heaps").at(heap.to_string());
                    request.variant = variant.clone();
                    if ask == "misere lost" {
                        request.convention = Convention::Misere;
                    }
                    solve(&request, &Budget::unlimited()).unwrap().answer.worth.value() == Value::Lose
                })
                .collect(),
            "period" => {
                let census = heaps(&variant, &[most], 6, &Budget::unlimited()).unwrap().answer;
                let period = census.period.expect("a proved period");
                vec![period.length, period.from]
            }
            "greatest" => {
                let census = heaps(&variant, &[most], 6, &Budget::unlimited()).unwrap().answer;
                census.heaps[0].values.last().map(|row| row.value).into_iter().collect()
            }
            other => panic!("{id}: {other} is no question"),
        };
        assert_eq!(found, expected, "{id} {code} {ask}");
        if ask == "nimbers" {
            // The census has its own way to them.
            let census = heaps(&variant, &[most], 6, &Budget::unlimited()).unwrap().answer;
            for row in &census.heaps[0].values {
                let count = expected.iter().filter(|&&nimber| nimber == row.value).count() as u64;
                assert_eq!(row.count, count, "{id} {code}");
                assert_eq!(expected[row.first as usize - 1], row.value, "{id} {code}");
            }
        }
    }
}

#[test]
fn facts_hold_at_the_command() {
    for Fact { id, code, ask, most, expected } in facts() {
        let variant = format!("code={code}");
        match ask.as_str() {
            "nimbers" => {
                let heap = most.to_string();
                let run = partizan(&["value", "heaps", &heap, "--variant", &variant, "--json"], "");
                let answer: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
                assert_eq!(answer["answer"]["nimber"], *expected.last().unwrap(), "{id} {code}");
            }
            "period" => {
                let run =
                    partizan(&["census", "heaps", "1000000000000", "--variant", &variant, "--json"], "");
                let answer: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
                let period = &answer["answer"]["period"];
                assert_eq!((&period["length"], &period["from"]), (&expected[0].into(), &expected[1].into()));
            }
            _ => {}
        }
    }
}
