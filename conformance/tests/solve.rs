//! The facts about `solve`, put to the library and to the command.

use partizan::question::solve::{Book, Convention, Reached, Request, Table, Tally, Value as Worth, solve};
use partizan::ruleset::dodgem::Dodgem;
use partizan::ruleset::teeko::Teeko;
use partizan::ruleset::{Finite, Index};
use partizan::{Budget, Player, Ruleset};
use partizan_conformance::{partizan, rows, table};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

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

/// The one row of `retrograde.csv` and `retrograde-2.csv` of a game whose rules have this phrase.
fn fact(game: &str, phrase: &str) -> HashMap<String, String> {
    let mut rows: Vec<_> = ["retrograde.csv", "retrograde-2.csv"].into_iter().flat_map(table).collect();
    rows.retain(|row| row["game"] == game && row["variant/rules note"].contains(phrase));
    assert_eq!(rows.len(), 1, "rows of {game} with {phrase:?}");
    rows.remove(0)
}

/// Wins and losses by distance as a row's source tells them, such as `0L416 1W1492`.
fn told(row: &HashMap<String, String>) -> BTreeMap<(u32, Worst), u64> {
    let (_, list) = row["source"].split_once("histogram ").expect("the row has a histogram");
    let mut counts = BTreeMap::new();
    for entry in list.split(';').next().expect("a list").split(' ') {
        let letter = entry.find(['W', 'L']).expect("a letter");
        let value = if entry[letter..].starts_with('W') { Worst::Win } else { Worst::Lose };
        let count = entry[letter + 1..].parse().expect("a count");
        if count > 0 {
            counts.insert((entry[..letter].parse().expect("a distance"), value), count);
        }
    }
    counts
}

/// Win or loss, ordered for a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Worst {
    Win,
    Lose,
}

/// Wins and losses by distance as they were counted.
fn counted(tally: &Tally) -> BTreeMap<(u32, Worst), u64> {
    tally
        .rows()
        .filter_map(|(worth, count)| {
            let value = match worth.value() {
                Worth::Win => Worst::Win,
                Worth::Lose => Worst::Lose,
                _ => return None,
            };
            Some(((worth.distance()?, value), count.labelled))
        })
        .collect()
}

/// Holds a tally against the totals of a row.
fn totals(row: &HashMap<String, String>, tally: &Tally) {
    let what = format!("{}: {}", row["game"], row["variant/rules note"]);
    let number = |name: &str| row[name].parse::<u64>().expect("a number");
    assert_eq!(tally.all().labelled, number("positions"), "{what}");
    for (name, value) in
        [("win", Worth::Win), ("lose", Worth::Lose), ("tie", Worth::Tie), ("draw", Worth::Draw)]
    {
        assert_eq!(tally.of(value).labelled, number(name), "{name} of {what}");
    }
}

/// The tally of the numbers of one tier.
fn tally_of<I: Index>(solved: &Table<I>, tier: usize) -> Tally {
    let mut tally = Tally::default();
    for number in solved.index().tier(tier) {
        if let Some(worth) = solved.worth(number) {
            tally.add(worth, solved.index().weight(number), 1);
        }
    }
    tally
}

#[test]
fn the_l_game_has_the_known_counts_labelled_and_up_to_symmetry() {
    let all = partizan(&["solve", "l-game", "--all", "--json"], "").json();
    let answer = &all["answer"];
    let labelled = fact("L game", "labelled boards");
    let up_to = fact("L game", "as above up to the 8 board symmetries");
    for (count, row) in [("labelled", &labelled), ("up_to_symmetry", &up_to)] {
        assert_eq!(answer["positions"][count], row["positions"].as_str());
        for each in answer["values"].as_array().unwrap() {
            assert_eq!(each[count], row[each["value"].as_str().unwrap()].as_str());
        }
    }
    for distance in 0..=9 {
        let row = fact("L game", &format!("count at remoteness {distance} "));
        let (_, numbers) = row["variant/rules note"].split_once("labelled ").unwrap();
        let (labelled, up_to) = numbers.split_once(" / up to symmetry ").unwrap();
        let histogram = answer["histogram"].as_array().unwrap();
        let rows: Vec<_> = histogram.iter().filter(|each| each["distance"] == distance).collect();
        assert_eq!(rows.len(), 1, "distance {distance}");
        assert_eq!((&rows[0]["labelled"], &rows[0]["up_to_symmetry"]), (&labelled.into(), &up_to.into()));
    }
    assert_eq!(
        answer["one_winning_move"]["labelled"],
        fact("L game", "exactly one winning move")["positions"].as_str()
    );
    assert_eq!(answer["most_moves"], 221);
    assert_eq!(answer["longest_win"]["line"].as_array().unwrap().len(), 9);
    let plain =
        partizan(&["solve", "l-game", "--all", "--json", "--no-symmetry", "--threads", "2"], "").json();
    assert_eq!(plain["answer"]["one_winning_move"]["labelled"], answer["one_winning_move"]["labelled"]);
}

#[test]
fn dodgem_has_the_known_counts() {
    for (settings, game, phrase) in [
        ("size=3", "Dodgem 3x3", "a blocked mover wins (remoteness 0); reachable"),
        ("size=4", "Dodgem 4x4", "a blocked mover wins (remoteness 0); reachable"),
        ("size=4,blocked=loses", "Dodgem 4x4", "same but a blocked mover loses"),
    ] {
        let dodgem = Dodgem::with_variant(&settings.parse().unwrap()).unwrap();
        let start = dodgem.start().unwrap();
        let budget = Budget::unlimited();
        let reached = Reached::solve(dodgem, &start, Player::Left, Convention::Normal, &budget).unwrap();
        let (tally, ..) = reached.tally(false, &budget).unwrap();
        let row = fact(game, phrase);
        totals(&row, &tally);
        assert_eq!(counted(&tally), told(&row), "{settings}");
        // The other engine, position by position.
        let table = Table::solve(dodgem.numbered(true), Convention::Normal, false, &budget).unwrap();
        for (position, mover) in reached.states() {
            assert_eq!(table.look(&dodgem, position, *mover), reached.worth(position, *mover), "{settings}");
        }
    }
    // These rows have a blocked mover win in 1, not 0: the totals are the same.
    for (settings, game) in [("size=3", "Dodgem 3x3"), ("size=4", "Dodgem 4x4")] {
        let dodgem = Dodgem::with_variant(&settings.parse().unwrap()).unwrap();
        let table =
            Table::solve(dodgem.numbered(true), Convention::Normal, false, &Budget::unlimited()).unwrap();
        totals(&fact(game, "not restricted to reachable"), &table.tally(&Budget::unlimited()).unwrap().0);
    }
}

#[test]
fn teeko_has_the_known_counts() {
    let teeko = Teeko::default();
    let budget = Budget::unlimited().with_threads(2);
    let table = Table::solve(teeko.numbered(true), Convention::Normal, false, &budget).unwrap();
    for men in 0..=6 {
        let row = fact("Teeko drop phase", &format!("{men} men placed"));
        totals(&row, &tally_of(&table, men));
    }
    let row = fact("Teeko move phase", "");
    let tally = tally_of(&table, 8);
    totals(&row, &tally);
    assert_eq!(counted(&tally), told(&row));
    let start = teeko.start().unwrap();
    assert_eq!(table.look(&teeko, &start, Player::Left), Some(partizan::question::solve::Worth::DRAW));
}

#[test]
#[ignore = "long"]
fn advanced_teeko_and_the_greatest_dodgem_have_the_known_counts() {
    let budget = Budget::unlimited().with_threads(2);
    let teeko = Teeko::with_variant(&"shapes=advanced".parse().unwrap()).unwrap();
    let table = Table::solve(teeko.numbered(true), Convention::Normal, false, &budget).unwrap();
    for men in [0, 1, 3, 4, 5, 6, 7] {
        totals(&fact("Advanced Teeko drop phase", &format!("{men} men placed")), &tally_of(&table, men));
    }
    let row = fact("Advanced Teeko move phase", "");
    let tally = tally_of(&table, 8);
    totals(&row, &tally);
    assert_eq!(counted(&tally), told(&row));
    let start = table.look(&teeko, &teeko.start().unwrap(), Player::Left).unwrap();
    assert_eq!((start.value(), start.distance()), (Worth::Win, Some(13)));
    let dodgem = Dodgem::with_variant(&"size=5".parse().unwrap()).unwrap();
    let table = Table::solve(dodgem.numbered(true), Convention::Normal, false, &budget).unwrap();
    totals(&fact("Dodgem 5x5", ""), &table.tally(&budget).unwrap().0);
}

#[test]
#[ignore = "long"]
fn teeko_without_symmetry_is_the_same_cell_by_cell() {
    let teeko = Teeko::with_variant(&"phase=move".parse().unwrap()).unwrap();
    let one = Table::solve(teeko.numbered(false), Convention::Normal, true, &Budget::unlimited()).unwrap();
    let budget = Budget::unlimited().with_threads(3);
    let two = Table::solve(teeko.numbered(false), Convention::Normal, true, &budget).unwrap();
    let reduced = Table::solve(teeko.numbered(true), Convention::Normal, true, &budget).unwrap();
    for number in 0..one.index().size() {
        assert_eq!(one.worth(number), two.worth(number));
        assert_eq!(one.several(number), two.several(number));
        if let Some((position, mover)) = one.index().state(number) {
            let chief = reduced.index().index(&position, mover);
            assert_eq!(one.worth(number), reduced.worth(chief), "{}", teeko.print(&position));
            assert_eq!(one.several(number), reduced.several(chief), "{}", teeko.print(&position));
        }
    }
}
