//! The facts of `green_hackenbush.jsonl` and `bad_inputs.jsonl`, put to the library and to the command.

use num_rational::BigRational;
use partizan::Budget;
use partizan::question::census::{
    Family, green_trees, green_trees_first_wins, green_trees_first_wins_decimal,
};
use partizan::question::exact::decimal;
use partizan_conformance::{partizan, rows};
use serde_json::Value;
use sha2::{Digest, Sha256};

fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_else(|| panic!("{row} has no {field}"))
}

fn sizes(row: &Value) -> Vec<u64> {
    text(row, "input").split_whitespace().skip(1).map(|word| word.parse().expect("a size")).collect()
}

#[test]
fn the_library_knows_the_chances() {
    for row in rows("green_hackenbush.jsonl") {
        let (id, expected) = (text(&row, "id"), &row["expected"]);
        let line = green_trees_first_wins_decimal(Family::Binary, &sizes(&row), 6, &Budget::unlimited())
            .unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(line, text(expected, "line"), "{id}");
        if !expected["approx"].is_null() {
            continue;
        }
        let chance = green_trees_first_wins(Family::Binary, &sizes(&row), &Budget::unlimited())
            .unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(decimal(&chance, 6), line, "{id}");
        if let Some(hash) = expected["sha256_of_num_slash_den"].as_str() {
            let fraction = format!("{}/{}", chance.numer(), chance.denom());
            let digest = format!("{:x}", Sha256::digest(fraction));
            assert_eq!(digest, hash, "{id}");
        } else {
            let number = |field| text(expected, field).parse().expect("a whole number");
            assert_eq!(chance, BigRational::new(number("num"), number("den")), "{id}");
        }
    }
}

#[test]
fn the_whole_census_agrees() {
    // The smaller half: the distribution of a long sum is long.
    for row in rows("green_hackenbush.jsonl").iter().filter(|row| sizes(row).iter().sum::<u64>() <= 400) {
        let census = green_trees(Family::Binary, &sizes(row), 6, &Budget::unlimited()).expect("an answer");
        let chance =
            green_trees_first_wins(Family::Binary, &sizes(row), &Budget::unlimited()).expect("a chance");
        let fraction = format!("{}/{}", chance.numer(), chance.denom());
        assert_eq!(census.answer.first_player_wins.fraction, fraction, "{}", text(row, "id"));
    }
}

#[test]
fn the_contest_prints_the_line() {
    for row in rows("green_hackenbush.jsonl") {
        let run = partizan(&["contest", "green-hackenbush"], text(&row, "input"));
        let line = format!("{}\n", text(&row["expected"], "line"));
        assert_eq!((run.status, &run.out, run.err.as_str()), (0, &line, ""), "{}", text(&row, "id"));
    }
}

#[test]
fn the_census_command_gives_the_fraction() {
    for row in rows("green_hackenbush.jsonl").iter().filter(|row| !row["expected"]["num"].is_null()) {
        let sizes: Vec<String> = sizes(row).iter().map(ToString::to_string).collect();
        if sizes.len() > 20 || sizes.is_empty() {
            continue;
        }
        let mut args = vec!["census", "green-hackenbush", "--family", "binary", "--json"];
        args.extend(sizes.iter().map(String::as_str));
        let run = partizan(&args, "");
        let fraction = format!("{}/{}", text(&row["expected"], "num"), text(&row["expected"], "den"));
        let json = run.json();
        assert_eq!(text(&json["answer"]["first_player_wins"], "fraction"), fraction, "{}", text(row, "id"));
        assert_eq!(text(&json["ask"], "family"), "binary");
    }
}

#[test]
fn bad_inputs_are_refused() {
    for row in rows("bad_inputs.jsonl").iter().filter(|row| row["problem"] == "green_hackenbush") {
        let run = partizan(&["contest", "green-hackenbush"], text(row, "input"));
        let id = text(row, "id");
        assert_eq!(run.out, "", "{id}");
        let too_large = ["size above the supported maximum", "overflow"].contains(&text(row, "error_class"));
        assert_eq!(run.status, if too_large { 3 } else { 2 }, "{id}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{id}: {}", run.err);
        assert!(run.err.contains("line ") && run.err.contains("column "), "{id}: {}", run.err);
    }
}

#[test]
fn bad_arguments_are_refused() {
    for (args, status, says) in [
        (&["green-hackenbush", "0"][..], 2, "tree 1: found a tree of 0 nodes"),
        (&["green-hackenbush", "5", "-3"], 2, "tree 2: found '-3'"),
        (&["green-hackenbush", "4294967297"], 3, "tree 1 is too large: 4294967297 nodes"),
        (&["green-hackenbush", "99999999999999999999999"], 3, "tree 1 is too large"),
        (&["green-hackenbush", "5", "--family", "binray"], 2, "did you mean binary?"),
        (&["l-game", "5"], 2, "l-game has no family that can be enumerated"),
        (&["stalks", "4", "0"], 2, "stalk 2: found a stalk of length 0"),
        (&["stalks", "64"], 3, "places"),
        (&["green-hackenbuhs", "5"], 2, "did you mean green-hackenbush?"),
        (&["green-hackenbush", "2000", "--memory", "1MB"], 3, "memory"),
        (&["hackenbush", "4", "--colours", "BQ"], 2, "the colours: line 1, column 2: found 'Q'"),
        (&["hackenbush", "4", "--colours", "BB"], 2, "the colour B twice"),
        (&["hackenbush", "4", "--colours", "BRG", "--family", "unordered"], 2, "not equally likely"),
        (&["hackenbush", "41", "--colours", "BRG"], 3, "tree 1 is too large"),
        (&["stalks", "4", "--colours", "BRG"], 2, "--colours goes with hackenbush"),
        (&["stalks", "4", "--draws", "2"], 2, "--draws goes with boards"),
        (&["clobber", "2", "2", "--sum-values"], 2, "--sum-values goes with"),
    ] {
        let run = partizan(&[&["census"], args].concat(), "");
        assert_eq!((run.status, run.out.as_str()), (status, ""), "{args:?}: {}", run.err);
        assert!(run.err.contains(says), "{args:?}: {}", run.err);
    }
}

#[test]
fn the_approximate_mode_names_its_bound() {
    for row in rows("green_hackenbush.jsonl").iter().filter(|row| !row["expected"]["approx"].is_null()) {
        let nodes = sizes(row)[0].to_string();
        let args = ["census", "green-hackenbush", &nodes, "--approximate", "--digits", "12", "--json"];
        let json = partizan(&args, "").json();
        let wins = &json["answer"]["first_player_wins"];
        let number = |value: &Value| value.as_str().expect("a text").parse::<f64>().expect("a number");
        // The fact's own tolerance is 1e-10.
        let distance = (number(&wins["decimal"]) - number(&row["expected"]["approx"])).abs();
        assert!(distance <= number(&wins["bound"]) + 1e-10, "{}: {distance}", text(row, "id"));
        assert!(number(&wins["bound"]) < 1e-9, "{wins}");
        assert!(text(&json, "method").contains("certified bound"));
    }
}

/// Fact dom-05 of a public question, its answer verified by an independent exact program, 2026.
#[test]
fn the_command_counts_the_values_of_boards() {
    let json = partizan(&["census", "domineering", "4", "4", "--json"], "").json();
    let answer = &json["answer"];
    assert_eq!((text(answer, "positions"), answer["different_values"].as_u64()), ("65536", Some(717)));
    assert_eq!((text(answer, "hottest"), answer["nimbers"].to_string().as_str()), ("7/4", "[0,1]"));
    let run = partizan(&["census", "domineering", "4"], "");
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
}

/// A column of two cells has room for one domino of Left's, or for none: 1 with chance 1/4, else 0. So two of them are
/// won by Left with chance 7/16. A green edge is *, a blue one 1, a red one -1: the first player wins one of them in three.
#[test]
fn the_command_says_who_wins_sums_of_games() {
    let json =
        partizan(&["census", "domineering", "2", "1", "--draws", "2", "--sum-values", "--json"], "").json();
    let sum = &json["answer"]["sum"];
    assert_eq!(
        ["left_wins", "right_wins", "first_player_wins", "second_player_wins"]
            .map(|part| text(&sum[part], "fraction")),
        ["7/16", "0/1", "0/1", "9/16"]
    );
    let rows: Vec<(&str, &str)> = sum["values"]["values"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (text(row, "value"), text(row, "count")))
        .collect();
    assert_eq!(rows, [("0", "9"), ("1", "6"), ("2", "1")]);
    assert_eq!((json["ask"]["draws"].as_u64(), json["ask"]["sum_values"].as_bool()), (Some(2), Some(true)));

    let json =
        partizan(&["census", "hackenbush", "2", "--family", "plane", "--colours", "BRG", "--json"], "")
            .json();
    let sum = &json["answer"]["sum"];
    for part in ["left_wins", "right_wins", "first_player_wins"] {
        assert_eq!(text(&sum[part], "fraction"), "1/3");
    }
    let rows = json["answer"]["trees"][0]["values"].as_array().unwrap();
    let rows: Vec<(&str, &str)> = rows.iter().map(|row| (text(row, "value"), text(row, "first"))).collect();
    assert_eq!(rows, [("1", "B"), ("*", "G"), ("-1", "R")]);
}
