//! The facts about Hex odds, put to the library and to the command.

use num_bigint::BigUint;
use partizan::Budget;
use partizan::question::odds::hex::odds;
use partizan::ruleset::hex::{Cell, Hex};
use partizan::ruleset::{Player, Ruleset};
use partizan_conformance::{partizan, rows, text};
use serde_json::Value;

fn number(value: &Value) -> BigUint {
    value.as_str().expect("a count is a string").parse().expect("a count is a number")
}

/// The boards of an input of the original problem.
fn boards(input: &str) -> Vec<String> {
    let mut lines = input.lines();
    let count: usize = lines.next().unwrap().parse().unwrap();
    (0..count)
        .map(|_| {
            let size: usize = lines.next().unwrap().parse().unwrap();
            (0..size).map(|_| lines.next().unwrap()).collect::<Vec<_>>().join("/")
        })
        .collect()
}

#[test]
fn the_library_counts_the_known_fillings() {
    for row in rows("hex_odds.jsonl") {
        let cases = row["expected"]["cases"].as_array().unwrap();
        let boards = boards(row["input"].as_str().unwrap());
        assert_eq!(cases.len(), boards.len(), "{}", row["id"]);
        for (board, case) in boards.iter().zip(cases) {
            let found =
                odds(&Hex::default().parse(board).unwrap(), Player::Left, &Budget::unlimited()).unwrap();
            assert_eq!(found.white_fillings, number(&case["white_fillings"]), "{} {board}", row["id"]);
            assert_eq!(found.fillings, number(&case["total_fillings"]), "{} {board}", row["id"]);
            assert_eq!(found.white_to_place as u64, case["white_to_place"], "{} {board}", row["id"]);
            assert_eq!(found.black_to_place as u64, case["black_to_place"], "{} {board}", row["id"]);
            let decided = found.decided.map(|p| if p == Player::Left { "white" } else { "black" });
            assert_eq!(decided, case["decided"].as_str(), "{} {board}", row["id"]);
        }
    }
}

#[test]
fn the_command_answers_the_original_problem_line_by_line() {
    for row in rows("hex_odds.jsonl") {
        let run = partizan(&["contest", "hex-game"], row["input"].as_str().unwrap());
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", row["id"]);
        assert_eq!(run.out, row["expected"]["output"].as_str().unwrap(), "{}", row["id"]);
    }
}

#[test]
fn the_command_gives_the_known_fractions() {
    for row in rows("hex_odds.jsonl").iter().step_by(7) {
        let cases = row["expected"]["cases"].as_array().unwrap();
        for (board, case) in boards(row["input"].as_str().unwrap()).iter().zip(cases) {
            let json = partizan(&["odds", "hex", board, "--json"], "").json();
            let answer = &json["answer"];
            let fraction =
                format!("{}/{}", case["white_num"].as_str().unwrap(), case["white_den"].as_str().unwrap());
            assert_eq!(answer["white"]["fraction"], fraction, "{board}");
            assert_eq!(answer["white_fillings"], case["white_fillings"], "{board}");
            assert_eq!(answer["fillings"], case["total_fillings"], "{board}");
            assert_eq!(answer["decided"], case["decided"], "{board}");
            assert_eq!(json["ask"]["position"], board.as_str());
        }
    }
}

#[test]
fn bad_inputs_get_one_clear_message() {
    for row in rows("bad_inputs.jsonl").iter().filter(|row| row["problem"] == "hex_odds") {
        let run = partizan(&["contest", "hex-game"], row["input"].as_str().unwrap());
        let says = row["should_say"].as_str().unwrap();
        if says.starts_with("accept") {
            assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", row["id"]);
            continue;
        }
        let status = if row["error_class"] == "too large to solve" { 3 } else { 2 };
        assert_eq!(run.status, status, "{}: {}", row["id"], run.err);
        assert_eq!(run.out, "", "{}", row["id"]);
        assert!(run.err.lines().count() == 1 && run.err.len() < 400, "{}: {}", row["id"], run.err);
        if status == 2 {
            assert!(run.err.contains("line "), "{}: {}", row["id"], run.err);
        }
    }
}

#[test]
fn empty_boards_have_the_known_polynomials() {
    let reference: Value = serde_json::from_str(&text("hex_reference.json")).unwrap();
    for (size, counts) in reference["winning_fillings_by_k"].as_object().unwrap() {
        let n: usize = size.parse().unwrap();
        if n > 11 {
            continue;
        }
        let board = Hex::default().parse(&format!("{n}x{n}")).unwrap();
        for first in Player::BOTH {
            let found = odds(&board, first, &Budget::unlimited()).unwrap();
            assert_eq!(found.white_fillings, number(&counts[found.white_to_place]), "{n}x{n}");
        }
    }
}

#[test]
fn faults_in_an_argument_are_told_by_row_and_column() {
    let run = partizan(&["odds", "hex", "W./.b"], "");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("row 2, column 2") && run.err.contains("did you mean 'B'?"), "{}", run.err);
    let run = partizan(&["odds", "hexx", "W./.B"], "");
    assert_eq!(run.status, 2);
    assert!(run.err.contains("did you mean hex?"), "{}", run.err);
    let run = partizan(&["odds", "hex", "40x40"], "");
    assert_eq!((run.status, run.out.as_str()), (3, ""));
    assert!(run.err.contains("limit"), "{}", run.err);
}

#[test]
fn a_stone_changes_no_turn() {
    // White is first if nothing is said, also where White has more stones; --first says otherwise.
    let board = "WW./.../..B";
    let silent = partizan(&["odds", "hex", board, "--json"], "").json();
    let white = partizan(&["odds", "hex", board, "--json", "--first", "white"], "").json();
    let black = partizan(&["odds", "hex", board, "--json", "--first", "black"], "").json();
    assert_eq!(silent, white);
    assert_eq!((&silent["ask"]["first"], &black["ask"]["first"]), (&"white".into(), &"black".into()));
    let turned: Vec<Cell> = Hex::default().parse(board).unwrap().cells().to_vec();
    assert_eq!(turned.iter().filter(|cell| **cell == Cell::White).count(), 2);
    assert_eq!(silent["answer"]["white_to_place"], 3);
    assert_eq!(black["answer"]["white_to_place"], 3);
}
