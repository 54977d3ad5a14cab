//! The facts of `boxes.jsonl` and the malformed inputs of the same problem, put to the library and to the command.

use partizan::question::fair;
use partizan::ruleset::stalks::Stalks;
use partizan::{Budget, Ruleset};
use partizan_conformance::{partizan, rows};
use serde_json::Value;

fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_else(|| panic!("no {field} in {row}"))
}

/// The piles of an input in the original problem's format, as words.
fn piles(input: &str) -> String {
    input.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_library_knows_the_boxes() {
    for row in rows("boxes.jsonl") {
        let stalks = Stalks.parse(&piles(text(&row, "input"))).unwrap();
        let answer = fair::stalks(&stalks, &Budget::unlimited()).unwrap().answer;
        assert_eq!(answer.total, row["expected"]["max_boxes"], "{}", row["id"]);
    }
}

#[test]
fn the_command_prints_the_boxes() {
    for row in rows("boxes.jsonl") {
        let run = partizan(&["contest", "boxes"], text(&row, "input"));
        assert_eq!((run.status, run.out.as_str()), (0, text(&row["expected"], "output")), "{}", row["id"]);
        assert_eq!(run.err, "", "{}", row["id"]);
    }
}

#[test]
fn the_command_answers_and_certifies() {
    for row in rows("boxes.jsonl") {
        let run = partizan(&["fair", "stalks", "-", "--json"], &piles(text(&row, "input")));
        assert_eq!(run.status, 0, "{}: {}", row["id"], run.err);
        let answer = &run.json()["answer"];
        assert_eq!(answer["total"], row["expected"]["max_boxes"], "{}", row["id"]);
        let chosen = answer["chosen"].as_array().unwrap();
        let certificate = &answer["certificate"];
        let numerators = certificate["numerators"].as_array().unwrap();
        assert_eq!(chosen.len(), numerators.len(), "{}", row["id"]);
        let weights: u64 =
            certificate["weights"].as_array().unwrap().iter().map(|w| w.as_u64().unwrap()).sum();
        assert_eq!(weights, row["expected"]["max_boxes"], "{}", row["id"]);
        // The numerators of all but the longest stalks fit 128 bits.
        let numbers: Result<Vec<i128>, _> = numerators.iter().map(|n| n.as_str().unwrap().parse()).collect();
        if let Ok(numbers) = numbers {
            assert_eq!(numbers.iter().sum::<i128>(), 0, "{}", row["id"]);
        }
    }
}

#[test]
fn malformed_boxes_are_one_message() {
    let bad = rows("bad_inputs.jsonl").into_iter().filter(|row| row["problem"] == "boxes");
    let mut count = 0;
    for row in bad {
        count += 1;
        let run = partizan(&["contest", "boxes"], text(&row, "input"));
        if text(&row, "should_say").starts_with("accept") {
            assert_eq!((run.status, run.out.as_str()), (0, "0\n"), "{}: {}", row["id"], run.err);
            continue;
        }
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{}: {}", row["id"], run.err);
        assert_eq!(run.err.lines().count(), 1, "{}: {}", row["id"], run.err);
        assert!(run.err.contains("line ") && run.err.contains("column "), "{}: {}", row["id"], run.err);
    }
    assert!(count >= 9, "only {count} malformed inputs");
}

#[test]
fn malformed_stalks_are_one_message() {
    let fails = |stalks: &str, says: &str| {
        let run = partizan(&["fair", "stalks", stalks], "");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{stalks}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{stalks}: {}", run.err);
        assert!(run.err.contains(says), "{stalks}: {}", run.err);
    };
    fails("BW Bw", "column 5: found 'w', expected 'B' (Left) or 'W' (Right); did you mean 'W'?");
    fails("BXW", "column 2: found 'X'");
    fails("B\u{416}", "column 2: found '\u{416}'");
}

#[test]
fn rulesets_without_components_say_so() {
    let fails = |ruleset: &str, says: &str| {
        let run = partizan(&["fair", ruleset, "B"], "");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{ruleset}");
        assert!(run.err.contains(says), "{}", run.err);
    };
    fails("stalk", "did you mean stalks?");
    fails("hex", "the components of hex have no values that can be added");
}

/// The rows of `fair.jsonl`: the components, separated by `;`, and all non-empty fair sub-collections.
fn published() -> Vec<(Value, Vec<Vec<u64>>)> {
    let all = |row: &Value| {
        let list = row["fair_1based"].as_array().unwrap().iter();
        let numbers =
            |chosen: &Value| chosen.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        let mut all: Vec<Vec<u64>> = list.map(numbers).collect();
        all.sort();
        all
    };
    rows("fair.jsonl").into_iter().map(|row| (row.clone(), all(&row))).collect()
}

#[test]
fn the_command_lists_published_fair_collections() {
    for (row, all) in published() {
        let (kind, components) = (text(&row, "components_are"), text(&row, "components"));
        let components = if kind == "numbers" { components.replace(';', "") } else { components.to_string() };
        let run = partizan(&["fair", kind, &components, "--all", "--limit", "99", "--json"], "");
        assert_eq!(run.status, 0, "{}: {}", row["id"], run.err);
        let answer = &run.json()["answer"];
        assert_eq!(answer["fair_collections"], all.len().to_string(), "{}", row["id"]);
        let listed = answer["listed"].as_array().unwrap().iter();
        let mut listed: Vec<Vec<u64>> = listed
            .map(|listed| listed["chosen"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect())
            .collect();
        listed.sort();
        assert_eq!(listed, all, "{}", row["id"]);
    }
}
