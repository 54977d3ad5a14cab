//! The facts about Hex odds, put to the library and to the command.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use partizan::Budget;
use partizan::question::exact::decimal;
use partizan::question::odds::connection::{Study, mean_length, odds, over_by};
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

fn fraction(value: &Value) -> BigRational {
    let text = value.as_str().expect("a fraction is a string");
    let (num, den) = text.split_once('/').unwrap_or((text, "1"));
    BigRational::new(num.parse().unwrap(), den.parse().unwrap())
}

#[test]
fn openings_and_lengths_of_empty_boards_are_known() {
    let reference: Value = serde_json::from_str(&text("hex_reference.json")).unwrap();
    let budget = Budget::unlimited();
    for (size, known) in reference["openings_white_first"].as_object().unwrap() {
        let n: usize = size.parse().unwrap();
        let board = Hex::default().parse(&format!("{n}x{n}")).unwrap();
        let study = Study::new(&board, &budget).unwrap();
        let openings = study.openings(Player::Left, &budget).unwrap();
        let all = number(&known["completions_after_opening"]);
        let exact = |wins: &Value| BigRational::new(number(wins).into(), all.clone().into());
        for opening in &openings {
            let (row, column) = (opening.row, opening.column);
            // The larger boards have the exact count for one cell, and the others to 12 digits.
            match known.get("win_counts_after_opening") {
                Some(wins) => assert_eq!(opening.chance, exact(&wins[row][column]), "{n}x{n} {opening:?}"),
                None if known["centre_cell"] == serde_json::json!([row, column]) => {
                    assert_eq!(opening.chance, exact(&known["centre_win"]), "{n}x{n} {opening:?}");
                }
                None => {
                    let chance: f64 = decimal(&opening.chance, 15).parse().unwrap();
                    let known = known["p_after_opening"][row][column].as_f64().unwrap();
                    assert!((chance - known).abs() < 2e-12, "{n}x{n} {opening:?} {known}");
                }
            }
        }
        let best = openings.iter().map(|opening| &opening.chance).max().unwrap();
        let best: Vec<[usize; 2]> = openings
            .iter()
            .filter(|opening| opening.chance == *best)
            .map(|opening| [opening.row, opening.column])
            .collect();
        assert_eq!(serde_json::json!(best), known["best_cells"], "{n}x{n}");
        let polynomial = study.polynomial(&budget).unwrap();
        let counts = reference["winning_fillings_by_k"][size].as_array().unwrap();
        assert_eq!(polynomial, counts.iter().map(number).collect::<Vec<_>>(), "{n}x{n}");
        let mean = mean_length(&over_by(&polynomial, Player::Left));
        let known =
            reference["empty_board_white_first"][size]["expected_game_length_moves"].as_f64().unwrap();
        assert!((decimal(&mean, 12).parse::<f64>().unwrap() - known).abs() < 1e-9, "{n}x{n}: {known}");
    }
}

#[test]
fn positions_of_the_reference_are_known_by_every_number_of_white_stones() {
    let reference: Value = serde_json::from_str(&text("hex_reference.json")).unwrap();
    let budget = Budget::unlimited();
    for known in reference["positions"].as_array().unwrap() {
        let rows: Vec<&str> =
            known["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        let board = Hex::default().parse(&rows.join("/")).unwrap();
        let study = Study::new(&board, &budget).unwrap();
        let found = study.odds(Player::Left, &budget).unwrap();
        assert_eq!(found.white_fillings, number(&known["win"]), "{}", rows.join("/"));
        if let Some(counts) = known["by_k"].as_array() {
            let polynomial = study.polynomial(&budget).unwrap();
            assert_eq!(polynomial, counts.iter().map(number).collect::<Vec<_>>(), "{}", rows.join("/"));
        }
    }
}

/// Rows hex-03 and hex-04 of the public questions: alternating and coin-toss play, top and bottom first.
#[test]
fn alternating_and_coin_toss_play_differ() {
    let known = [
        ("2x2", "1/2", "1/2"),
        ("2x3", "4/5", "43/64"),
        ("3x2", "1/5", "21/64"),
        ("3x3", "2/3", "1/2"),
        ("3x4", "323/462", "2587/4096"),
        ("4x3", "139/462", "1509/4096"),
        ("4x4", "1/2", "1/2"),
    ];
    for (board, alternating, coins) in known {
        let json = partizan(&["odds", "hex", board, "--random-turn", "--p", "1/2", "--json"], "").json();
        assert_eq!(json["answer"]["white"]["fraction"], alternating, "{board}");
        assert_eq!(json["answer"]["random_turn"]["white"]["fraction"], coins, "{board}");
        assert_eq!(json["answer"]["at_p"]["white"]["fraction"], coins, "{board}");
    }
    let second = partizan(&["odds", "hex", "3x3", "--first", "black", "--json"], "").json();
    assert_eq!(fraction(&second["answer"]["white"]["fraction"]), BigRational::new(1.into(), 3.into()));
}

#[test]
fn the_command_ranks_the_moves_and_draws_them() {
    let picture = std::env::temp_dir().join(format!("partizan-hex-{}.svg", std::process::id()));
    let path = picture.to_str().unwrap();
    let run = partizan(&["odds", "hex", "4x4", "--moves", "--svg", path, "--json"], "");
    let moves = run.json()["answer"]["moves"].as_array().unwrap().clone();
    assert_eq!(moves.len(), 16);
    // The best openings of 4x4 are (1,2) and (2,1) counted from 0, equal by symmetry.
    let best: Vec<_> = moves.iter().filter(|cell| cell["rank"] == 1).map(|cell| &cell["cell"]).collect();
    assert_eq!(best, ["c2", "b3"]);
    assert_eq!(moves[2]["rank"], 3);
    let svg = std::fs::read_to_string(&picture).unwrap();
    std::fs::remove_file(&picture).unwrap();
    assert_eq!(svg.matches("<polygon").count(), 16);
    assert!(svg.contains("c2: 0.559596"), "{svg}");
    let text = partizan(&["odds", "hex", "4x4", "--moves"], "").out;
    assert!(text.contains("*56.0") && text.contains("1. c2 b3"), "{text}");
}

/// The board of Y with three cells on a side, by hand.
#[test]
fn the_command_knows_y() {
    let picture = std::env::temp_dir().join(format!("partizan-y-{}.svg", std::process::id()));
    let path = picture.to_str().unwrap();
    let run = partizan(&["odds", "y", "3", "--moves", "--polynomial", "--svg", path, "--json"], "");
    let json = run.json();
    assert_eq!((&json["ask"]["position"], &json["answer"]["side"]), (&"./../...".into(), &3.into()));
    // Of the 20 fillings with three stones of each the players win 10 each: 1 side, 3 middles or 2 middles and a corner.
    assert_eq!(json["answer"]["white"]["fraction"], "1/2");
    assert_eq!(json["answer"]["polynomial"], serde_json::json!(["0", "0", "0", "10", "15", "6", "1"]));
    // A middle is in 1 side, the middles, and 4 of the 6 others: 6 of 10. A corner: in 2 sides and 2 of the others.
    let moves = json["answer"]["moves"].as_array().unwrap().clone();
    let chances: Vec<_> =
        moves.iter().map(|m| (m["cell"].clone(), m["chance"]["fraction"].clone())).collect();
    let known = [("a2", "3/5"), ("b2", "3/5"), ("b3", "3/5"), ("a1", "2/5"), ("a3", "2/5"), ("c3", "2/5")];
    assert_eq!(chances, known.map(|(cell, chance)| (cell.into(), chance.into())));
    let svg = std::fs::read_to_string(&picture).unwrap();
    std::fs::remove_file(&picture).unwrap();
    assert_eq!(svg.matches("<polygon").count(), 6);
    assert!(svg.contains("a2: 0.600000"), "{svg}");
    let text = partizan(&["odds", "y", "3", "--moves"], "").out;
    assert!(text.contains("1. a2 b2 b3") && text.contains("*60.0"), "{text}");
    let won = partizan(&["odds", "y", "./../WWW"], "").out;
    assert!(won.contains("White has already joined the three sides"), "{won}");
    let run = partizan(&["odds", "y", "./..."], "");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.err.contains("row 2, column 3") && run.err.contains("expected 2 cells"), "{}", run.err);
    let run = partizan(&["odds", "y", "40"], "");
    assert_eq!((run.status, run.out.as_str()), (3, ""));
    assert!(run.err.contains("side 18"), "{}", run.err);
}

/// The certified chance and length of the L game lie around the known fractions, and 12 digits are certain.
#[test]
fn the_l_game_at_random_is_known_to_twelve_digits() {
    let json = partizan(&["odds", "l-game", "--approximate", "--digits", "15", "--json"], "").json();
    for (field, file, most) in
        [("left", "l_game_random_win_exact.txt", 1e-12), ("plies", "l_game_random_plies_exact.txt", 1e-9)]
    {
        let exact = fraction(&text(file).trim().into());
        let found = &json["answer"][field];
        let error: f64 = found["error"].as_str().unwrap().parse().unwrap();
        assert!(error < most, "{field}: {found}");
        let (whole, part) = found["decimal"].as_str().unwrap().split_once('.').unwrap();
        let scale = num_traits::pow(BigInt::from(10), part.len());
        let value = BigRational::new(format!("{whole}{part}").parse().unwrap(), scale);
        let off = value - exact;
        let bound = BigRational::new(((error * 1e30) as u128).into(), 10u128.pow(30).into());
        assert!(off <= bound && -off <= bound, "{field}");
    }
    assert_eq!(json["ask"]["random"], "uniform over moves");
}

#[test]
#[ignore = "long"]
fn the_l_game_at_random_is_known_exactly() {
    let json = partizan(&["odds", "l-game", "--json"], "").json();
    let answer = &json["answer"];
    assert_eq!(answer["left"]["fraction"], text("l_game_random_win_exact.txt").trim());
    assert_eq!(answer["plies"]["fraction"], text("l_game_random_plies_exact.txt").trim());
    assert_eq!(answer["never"]["fraction"], "0/1");
}
