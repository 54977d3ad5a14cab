//! The facts about `solve`, put to the library and to the command.

use partizan::Budget;
use partizan::question::solve::{Request, solve};
use partizan_conformance::{partizan, rows};
use serde_json::Value;

fn strings(value: &Value) -> Vec<String> {
    let mut all: Vec<String> = value
        .as_array()
        .expect("a list")
        .iter()
        .map(|each| each.as_str().expect("a text").to_string())
        .collect();
    all.sort();
    all
}

#[test]
fn l_game_facts_hold_in_the_library() {
    for row in rows("l_game.jsonl") {
        let (id, expected) = (&row["id"], &row["expected"]);
        let text = partizan::fault::clean(row["input"].as_str().unwrap().as_bytes()).unwrap();
        let answer = solve(&Request::new("l-game").at(text), &Budget::unlimited()).unwrap().answer;
        assert_eq!(answer.worth.value().to_string(), expected["outcome"].as_str().unwrap(), "{id}");
        assert_eq!(answer.moves.len() as u64, expected["legal_moves_distinct"].as_u64().unwrap(), "{id}");
        assert_eq!(answer.worth.distance().map(u64::from), expected["remoteness_plies"].as_u64(), "{id}");
        let mut best = answer.best_moves.clone();
        best.sort();
        match expected["outcome"].as_str().unwrap() {
            "win" => {
                assert_eq!(best, strings(&expected["winning_boards"]), "{id}");
                let fastest = answer.moves.iter().filter(|each| each.worth == answer.worth);
                let mut fastest: Vec<String> = fastest.map(|each| each.to.clone()).collect();
                fastest.sort();
                assert_eq!(fastest, strings(&expected["fastest_winning_boards"]), "{id}");
            }
            "draw" => assert_eq!(best.len() as u64, expected["drawing_count"].as_u64().unwrap(), "{id}"),
            _ => assert_eq!(best.len(), answer.moves.len(), "{id}"),
        }
    }
}

#[test]
fn the_command_prints_the_original_output() {
    for row in rows("l_game.jsonl") {
        let (id, expected) = (&row["id"], &row["expected"]);
        let run = partizan(&["contest", "l-game"], row["input"].as_str().unwrap());
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{id}");
        if expected["outcome"] == "win" {
            let board = run.out.trim_end().replace('\n', "/");
            assert!(strings(&expected["winning_boards"]).contains(&board), "{id}: {board}");
            assert_eq!(run.out.lines().count(), 4, "{id}");
        } else {
            assert_eq!(run.out, expected["output"].as_str().unwrap(), "{id}");
        }
    }
}

#[test]
fn the_command_answers_what_the_library_answers() {
    for row in rows("l_game.jsonl").iter().step_by(9) {
        let text = row["input"].as_str().unwrap();
        let argument = partizan::fault::clean(text.as_bytes()).unwrap().trim_end().replace('\n', "/");
        let run = partizan(&["solve", "l-game", &argument, "--json"], "");
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", row["id"]);
        let library = solve(&Request::new("l-game").at(argument), &Budget::unlimited()).unwrap();
        let mut library = serde_json::to_value(library).unwrap();
        library.as_object_mut().unwrap().remove("work");
        assert_eq!(run.json(), library, "{}", row["id"]);
    }
}

#[test]
fn bad_l_games_are_refused_with_a_place() {
    let rows = rows("bad_inputs.jsonl");
    let rows: Vec<_> = rows.iter().filter(|row| row["problem"] == "l_game").collect();
    assert!(!rows.is_empty());
    for row in rows {
        let (id, input) = (&row["id"], row["input"].as_str().unwrap());
        let run = partizan(&["contest", "l-game"], input);
        if row["should_say"].as_str().unwrap().starts_with("accept") {
            assert_eq!(run.status, 0, "{id}: {}", run.err);
            continue;
        }
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{id}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{id}: {}", run.err);
        assert!(run.err.starts_with("error: line ") && run.err.contains(", column "), "{id}: {}", run.err);
        // What should be said and where, in the words of the fact: `row 2 column 4`.
        let should: Vec<&str> = row["should_say"].as_str().unwrap().split([' ', ':']).collect();
        for (word, place) in [("row", "line"), ("column", "column")] {
            let number = should.iter().position(|each| *each == word).and_then(|i| should.get(i + 1));
            if let Some(number) = number.filter(|number| number.parse::<u32>().is_ok()) {
                assert!(run.err.contains(&format!("{place} {number}")), "{id}: {}", run.err);
            }
        }
    }
}
