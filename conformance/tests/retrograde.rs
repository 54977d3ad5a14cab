//! Known counts of whole games, `facts/retrograde.csv` and `facts/retrograde-2.csv`, and the faults that other solvers
//! have been seen to have.

use partizan::Budget;
use partizan::Player::{Left, Right};
use partizan::question::solve::{self, Book, Convention, Found, Reached, Wanted, Worth};
use partizan::ruleset::achi::Achi;
use partizan::ruleset::chopsticks::Chopsticks;
use partizan::ruleset::connect_four::ConnectFour;
use partizan::ruleset::fox_and_hounds::FoxAndHounds;
use partizan::ruleset::hare_and_hounds::HareAndHounds;
use partizan::ruleset::mens_morris::MensMorris;
use partizan::ruleset::mnk::Mnk;
use partizan::ruleset::mu_torere::MuTorere;
use partizan::ruleset::othello::Othello;
use partizan::ruleset::picaria::Picaria;
use partizan::ruleset::pong_hau_ki::PongHauKi;
use partizan::ruleset::seega::Seega;
use partizan::ruleset::tac_tix::TacTix;
use partizan::ruleset::tant_fant::TantFant;
use partizan::ruleset::three_mens_morris::ThreeMensMorris;
use partizan::ruleset::{Keyed, Player, Ruleset};
use partizan_conformance::naive::{self, Counts, Table, Value};
use partizan_conformance::table;
use std::collections::{BTreeMap, HashMap, HashSet};

type Row = HashMap<String, String>;

/// The one row of a game whose rules have this phrase.
fn row(game: &str, phrase: &str) -> Row {
    let mut rows: Vec<Row> = ["retrograde.csv", "retrograde-2.csv"].into_iter().flat_map(table).collect();
    rows.retain(|row| row["game"] == game && row["variant/rules note"].contains(phrase));
    assert_eq!(rows.len(), 1, "rows of {game} with {phrase:?}");
    rows.remove(0)
}

/// The histogram that a row's source tells, such as `0L416 1W1492`.
fn histogram(row: &Row) -> Option<BTreeMap<(u32, char), u64>> {
    let (_, told) = row["source"].split_once("histogram ")?;
    let told = told.split(';').next()?;
    Some(
        told.split(' ')
            .map(|entry| {
                let letter = entry.find(['W', 'L']).expect("a letter");
                let number = |text: &str| text.parse::<u64>().expect("a number");
                let key = (number(&entry[..letter]) as u32, entry.as_bytes()[letter] as char);
                (key, number(&entry[letter + 1..]))
            })
            .collect(),
    )
}

/// Holds counts against a row: every number that the row has.
fn agrees(row: &Row, counts: &Counts, start: Value) {
    let told = |name: &str| row[name].parse::<u64>().ok();
    let what = format!("{}: {}", row["game"], row["variant/rules note"]);
    assert_eq!(told("positions"), Some(counts.positions), "positions of {what}");
    for (name, have) in
        [("win", counts.win), ("lose", counts.lose), ("tie", counts.tie), ("draw", counts.draw)]
    {
        if let Some(told) = told(name) {
            assert_eq!(told, have, "{name} of {what}");
        }
    }
    if let Some(told) = histogram(row) {
        let have: BTreeMap<_, _> = counts.histogram.clone();
        // Some rows list a distance with no positions of one kind.
        let told: BTreeMap<_, _> = told.into_iter().filter(|(_, count)| *count > 0).collect();
        assert_eq!(told, have, "histogram of {what}");
    }
    if let Some(told) = told("max_remoteness") {
        let longest = counts.histogram.keys().map(|(d, _)| *d).chain(counts.ties.keys().copied()).max();
        assert_eq!(Some(told as u32), longest, "longest of {what}");
    }
    let name = match start {
        Value::Win(distance) => ["win".to_string(), format!("win in {distance}")],
        Value::Lose(distance) => ["lose".to_string(), format!("lose in {distance}")],
        Value::Tie(_) => ["tie".to_string(), "tie".to_string()],
        Value::Draw => ["draw".to_string(), "draw (drawdraw)".to_string()],
    };
    assert!(name.contains(&row["initial_value"]), "{what}: {start:?}, not {}", row["initial_value"]);
}

/// Everything that can be reached in a ruleset with these settings, from its start, Left first: by definition, and
/// the library's engine says the same of every position, with each image by itself and with images as one.
fn whole<R: Keyed>(settings: &str) -> Table<R::Position> {
    let (ruleset, start) = begun::<R>(settings);
    let table = naive::solve(&ruleset, start.clone(), Left);
    for (symmetry, wanted) in [(false, Wanted::Counts), (true, Wanted::Counts), (true, Wanted::Worth)] {
        // Where images are too many to be counted apart, none are found.
        let Some(engine) = engine(&ruleset, &start, symmetry, wanted) else {
            assert!(symmetry && wanted == Wanted::Counts);
            continue;
        };
        if wanted == Wanted::Counts {
            assert_eq!(counted(&engine), table.counts(), "{} {settings}", R::NAME);
        }
        for ((position, mover), value) in table.states.iter().zip(&table.values) {
            let worth = engine.look(&ruleset, position, *mover).expect("the engine found it");
            assert_eq!(plain(worth), *value, "{} {settings} {}", R::NAME, ruleset.print(position));
        }
    }
    table
}

/// A ruleset with these settings, and its start.
fn begun<R: Ruleset>(settings: &str) -> (R, R::Position) {
    let ruleset = R::with_variant(&settings.parse().unwrap()).unwrap();
    let start = ruleset.start().expect("a start");
    (ruleset, start)
}

/// The same by the engine that the question `solve` uses.
fn engine<R: Keyed>(
    ruleset: &R,
    start: &R::Position,
    symmetry: bool,
    wanted: Wanted,
) -> Option<solve::Table<Found<R>>> {
    assert!(ruleset.fits());
    let budget = Budget::unlimited();
    let found = Found::find(ruleset.clone(), start, Left, symmetry, wanted, &budget).unwrap()?;
    Some(solve::Table::solve(found, Convention::Normal, false, &budget).unwrap())
}

/// What the engine counts from the start, images found as one, and what the start is worth.
fn counted_whole<R: Keyed>(settings: &str) -> (Counts, Value) {
    let (ruleset, start) = begun::<R>(settings);
    let engine = engine(&ruleset, &start, true, Wanted::Counts).expect("few images");
    (counted(&engine), plain(engine.look(&ruleset, &start, Left).expect("the engine found it")))
}

/// The engine's worth as the plain solver has it.
fn plain(worth: Worth) -> Value {
    let distance = worth.distance().unwrap_or_default();
    match worth.value() {
        solve::Value::Win => Value::Win(distance),
        solve::Value::Lose => Value::Lose(distance),
        solve::Value::Tie => Value::Tie(distance),
        solve::Value::Draw => Value::Draw,
    }
}

/// What the engine counts.
fn counted<R: Keyed>(engine: &solve::Table<Found<R>>) -> Counts {
    let (tally, _) = engine.tally(&Budget::unlimited()).unwrap();
    let mut counts = Counts::default();
    for (worth, count) in tally.rows() {
        counts.add(plain(worth), count.labelled);
    }
    counts
}

fn holds<R: Keyed>(settings: &str, game: &str, phrase: &str) {
    let table = whole::<R>(settings);
    agrees(&row(game, phrase), &table.counts(), table.values[0]);
}

#[test]
fn tic_tac_toe_has_1068_ties() {
    // With "board full" asked before "somebody has won" there would be 1,460.
    holds::<Mnk>("", "Tic-Tac-Toe", "standard 3x3 reachable");
    holds::<Mnk>("", "Tic-Tac-Toe", "labelled reachable");
    let counts = whole::<Mnk>("").counts();
    for distance in (0..=9).filter(|&distance| distance != 4) {
        let row = row("Tic-Tac-Toe", &format!("count at remoteness {distance} "));
        let told = |name: &str| row[name].parse::<u64>().unwrap();
        let have = |letter| counts.histogram.get(&(distance, letter)).copied().unwrap_or(0);
        assert_eq!(told("win"), have('W'), "wins at {distance}");
        assert_eq!(told("lose"), have('L'), "losses at {distance}");
        assert_eq!(told("tie"), counts.ties.get(&distance).copied().unwrap_or(0), "ties at {distance}");
    }
}

#[test]
fn four_by_three_is_not_three_by_four_turned_wrong() {
    holds::<Mnk>("rows=3,columns=4", "mnk 4x3 three-in-a-row", "4 columns x 3 rows");
    // The same board turned has the same counts; a solver that swaps rows and columns has others.
    let (wide, tall) = (whole::<Mnk>("rows=3,columns=4"), whole::<Mnk>("rows=4,columns=3"));
    assert_eq!(wide.counts(), tall.counts());
}

#[test]
fn three_mens_morris_and_its_cousins() {
    holds::<ThreeMensMorris>("", "Achi", "CORRECTED");
    holds::<ThreeMensMorris>("moves=orthogonal", "Three Men's Morris", "8 winning lines");
    holds::<ThreeMensMorris>("moves=orthogonal,rows=6", "Three Men's Morris", "6 winning lines");
    holds::<ThreeMensMorris>("men=4", "Achi", "4 men each");
    holds::<Achi>("", "Achi", "4 men each");
}

/// The moves of the start that win for Left.
fn winning_openings<R: Keyed>(settings: &str) -> Vec<String> {
    let ruleset = R::with_variant(&settings.parse().unwrap()).unwrap();
    let table = whole::<R>(settings);
    let mut wins = Vec::new();
    ruleset.options(&table.states[0].0, Left, &mut |next| {
        if matches!(table.value(&next, Right), Value::Lose(_)) {
            wins.push(ruleset.print(&next));
        }
    });
    wins
}

#[test]
fn only_the_centre_wins() {
    // cases.jsonl, loop-03 and loop-04.
    assert_eq!(winning_openings::<Achi>(""), [".../.X./..."]);
    assert_eq!(winning_openings::<Achi>("blocked=passes"), [".../.X./..."]);
    assert_eq!(whole::<Achi>("").counts().draw, 0);
    assert_eq!(winning_openings::<ThreeMensMorris>(""), [".../.X./..."]);
    assert_eq!(whole::<ThreeMensMorris>("first=no-centre").values[0], Value::Draw);
    assert_eq!(whole::<ThreeMensMorris>("moves=anywhere").values[0], Value::Draw);
}

#[test]
fn mu_torere() {
    holds::<MuTorere>("", "Mu Torere", "option 2");
    holds::<MuTorere>("", "Mu Torere", "8 kewai");
    // 46 boards up to rotation and reflection of the star.
    let ruleset = MuTorere::default();
    let ring = [0, 1, 2, 5, 8, 7, 6, 3];
    let classes: std::collections::BTreeSet<Vec<u8>> = whole::<MuTorere>("")
        .states
        .iter()
        .map(|(position, _)| {
            let text = ruleset.print(position).replace('/', "").into_bytes();
            let images = (0..16).map(|symmetry| {
                let at =
                    |i: usize| if symmetry < 8 { (i + symmetry) % 8 } else { (2 * 8 + symmetry - i) % 8 };
                (0..8).map(|i| text[ring[at(i)]]).collect()
            });
            images.min().unwrap()
        })
        .collect();
    assert_eq!(classes.len().to_string(), row("Mu Torere", "geometric positions")["positions"]);
}

#[test]
fn pong_hau_ki_is_a_draw() {
    // 30 boards, each with either to move; nobody wins but by the other's mistake.
    let table = whole::<PongHauKi>("");
    assert_eq!(table.values[0], Value::Draw);
    let both = |player: Player| table.states.iter().filter(|(_, mover)| *mover == player).count();
    assert!(both(Left) <= 30 && both(Right) <= 30);
    assert!(table.values.contains(&Value::Lose(0)));
}

#[test]
fn hare_and_hounds() {
    holds::<HareAndHounds>("", "Hare and Hounds", "11 points");
}

#[test]
fn fox_and_hounds_is_won_by_the_hounds_in_44() {
    // An independent program, 2026: 895,094 positions.
    let (counts, start) = counted_whole::<FoxAndHounds>("");
    assert_eq!((counts.positions, counts.tie, counts.draw), (895_094, 0, 0));
    assert_eq!(start, Value::Lose(44));
}

#[test]
#[ignore = "long"]
fn fox_and_hounds_by_definition() {
    whole::<FoxAndHounds>("");
}

#[test]
#[ignore = "long"] // and 6 GB
fn dobutsu_shogi_is_lost_in_78() {
    // T. Tanaka, 2009: the positions, each one and its mirror image as its mover sees them; the start is lost in 78 plies,
    // the longest win takes 173. Independent public programs have the same count, and these by value; in 7,018,985 of
    // them the other lion has reached the last row.
    let answer = solve::solve_all(
        &solve::Request::new("dobutsu-shogi"),
        &Budget::unlimited().with_threads(2).with_memory(12_000_000_000),
    );
    let all = answer.unwrap().answer;
    let (win, lose, draw) = (196_773_087, 47_347_380, 2_682_700);
    let told = [(solve::Value::Win, win), (solve::Value::Draw, draw), (solve::Value::Lose, lose)];
    // Here both movers' views of a position are counted.
    let counted = all.values.iter().map(|row| (row.value, row.count.up_to_symmetry.unwrap() / 2));
    assert_eq!(counted.collect::<Vec<_>>(), told);
    assert_eq!(all.positions.up_to_symmetry, Some(2 * 246_803_167));
    let ended = all.histogram.iter().find(|row| row.worth == Worth::at(solve::Value::Lose, 0));
    assert_eq!(ended.unwrap().count.up_to_symmetry, Some(2 * 7_018_985));
    assert_eq!(all.start, Some(Worth::at(solve::Value::Lose, 78)));
    assert_eq!(all.longest_win.unwrap().distance, 173);
    assert_eq!(all.most_moves, 38);
}

#[test]
fn tac_tix() {
    // Both players have the same moves, so that the row counts boards, not pairs of board and mover.
    let ruleset = TacTix::default();
    let by_board = |misere| {
        let table = naive::solve_with(&ruleset, ruleset.start().unwrap(), Left, misere);
        let boards: BTreeMap<u32, Value> =
            table.states.iter().map(|(board, _)| *board).zip(table.values.iter().copied()).collect();
        for ((board, _), value) in table.states.iter().zip(&table.values) {
            assert_eq!(boards[board], *value, "a board is worth the same to either mover");
        }
        (table.values[0], boards)
    };
    let (start, boards) = by_board(false);
    let row = row("Tac Tix 4x4", "all 2^16 boards");
    let count = |f: fn(&Value) -> bool| boards.values().filter(|value| f(value)).count().to_string();
    assert_eq!(row["positions"], boards.len().to_string());
    assert_eq!(row["win"], count(|value| matches!(value, Value::Win(_))));
    assert_eq!(row["lose"], count(|value| matches!(value, Value::Lose(_))));
    assert_eq!(start, Value::Lose(16), "{}", row["initial_value"]);
    // The last counter loses: a single one is lost, two side by side are won by taking one.
    let (_, boards) = by_board(true);
    assert_eq!(boards[&0b1], Value::Lose(1));
    assert_eq!(boards[&0b11], Value::Win(2));
}

#[test]
fn connect_four_on_four_by_four() {
    // J. Tromp's table of Connect Four has 161,029 boards of this size; the row's 147,319 are a superset of those that
    // are not over, and its draw is a full board, here a tie.
    let table = whole::<ConnectFour>("rows=4,columns=4");
    assert_eq!(table.states.len(), 161_029);
    assert_eq!(table.values[0], Value::Tie(16));
    let over = table.moves.iter().filter(|moves| moves.is_empty()).count() as u64;
    let told: u64 = row("Connect Four 4x4", "superset")["positions"].parse().unwrap();
    assert!(table.states.len() as u64 - over <= told);
}

#[test]
fn othello_on_four_by_four_is_won_by_the_second_player() {
    assert!(matches!(whole::<Othello>("").values[0], Value::Lose(_)));
}

/// The values up to the order of hands and to who is who: own hands, other hands, from the mover's view.
fn finger_game(settings: &str) -> (Value, BTreeMap<String, Value>) {
    let ruleset = Chopsticks::with_variant(&settings.parse().unwrap()).unwrap();
    let table = whole::<Chopsticks>(settings);
    let mut views = BTreeMap::new();
    for ((position, mover), value) in table.states.iter().zip(&table.values) {
        let text = ruleset.print(position);
        let (left, right) = text.split_once('/').unwrap();
        let view = if *mover == Left { format!("{left} {right}") } else { format!("{right} {left}") };
        assert_eq!(*views.entry(view).or_insert(*value), *value, "{text} for {mover}");
    }
    (table.values[0], views)
}

#[test]
fn finger_games() {
    // cases.jsonl, qa-01, qa-02 and qa-04.
    let counts = |views: &BTreeMap<String, Value>| {
        let count = |f: fn(&Value) -> bool| views.values().filter(|value| f(value)).count();
        [
            views.len(),
            count(|value| matches!(value, Value::Win(_))),
            count(|value| matches!(value, Value::Lose(_))),
            count(|value| *value == Value::Draw),
        ]
    };
    let (start, views) = finger_game("start=1,five=wraps,split=even");
    assert_eq!((start, counts(&views)), (Value::Draw, [202, 48, 28, 126]));
    let (start, views) = finger_game("start=2,split=even,own=yes");
    assert_eq!((start, counts(&views)), (Value::Draw, [192, 88, 33, 71]));
    assert_eq!(finger_game("start=2,split=even").0, Value::Draw);
    let (start, views) = finger_game("");
    assert_eq!((start, views.len(), counts(&views)[3]), (Value::Lose(8), 92, 0));
    assert_eq!(finger_game("split=even").0, Value::Draw);
}

#[test]
fn finger_game_oracle() {
    // cases.jsonl, qa-05.
    let ruleset = Chopsticks::with_variant(&"five=wraps".parse().unwrap()).unwrap();
    for (text, value) in [
        ("11/12", Value::Draw),
        ("13/12", Value::Win(7)),
        ("12/12", Value::Draw),
        ("01/22", Value::Lose(6)),
        ("23/01", Value::Win(5)),
        ("03/23", Value::Lose(4)),
    ] {
        let table = naive::solve(&ruleset, ruleset.parse(text).unwrap(), Left);
        assert_eq!(table.values[0], value, "{text}");
    }
}

#[test]
fn tant_fant_is_a_draw() {
    // The Board and Pieces collection's page of the game: a draw with perfect play.
    assert_eq!(whole::<TantFant>("").values[0], Value::Draw);
}

#[test]
fn picaria_is_the_same_from_every_side() {
    // No known counts; but the values must not change under the symmetries of the board.
    let ruleset = Picaria::default();
    let table = whole::<Picaria>("");
    for ((position, mover), value) in table.states.iter().zip(&table.values) {
        let rows: Vec<String> = ruleset.print(position).split('/').map(String::from).collect();
        let flipped: Vec<&str> = rows.iter().rev().map(String::as_str).collect();
        let mirrored: Vec<String> = rows.iter().map(|row| row.chars().rev().collect()).collect();
        for image in [flipped.join("/"), mirrored.join("/")] {
            assert_eq!(table.value(&ruleset.parse(&image).unwrap(), *mover), *value, "{image}");
        }
    }
}

#[test]
fn seega_counts_a_shut_in_mover_as_the_winner() {
    holds::<Seega>("", "Seega", "option 1 default");
    // The row does not say so. With the other rule the positions are as many, and 8,207 are won (a separate program).
    let counts = whole::<Seega>("blocked=loses").counts();
    assert_eq!((counts.positions, counts.win), (15_724, 8_207));
}

/// Holds what the engine alone finds against a row.
fn engine_holds<R: Keyed>(settings: &str, game: &str, phrase: &str) {
    let (counts, start) = counted_whole::<R>(settings);
    agrees(&row(game, phrase), &counts, start);
}

#[test]
fn four_mens_morris() {
    engine_holds::<MensMorris>("men=4", "Four men's morris", "two-ring, no flying");
    engine_holds::<MensMorris>("men=4,flying=yes", "Four men's morris", "two-ring, flying");
}

#[test]
#[ignore = "long"]
fn five_mens_morris() {
    engine_holds::<MensMorris>("men=5", "Five men's morris", "two-ring, no flying");
}

#[test]
#[ignore = "long"]
fn six_mens_morris() {
    engine_holds::<MensMorris>("", "Six men's morris", "two-ring, no flying");
    engine_holds::<MensMorris>("flying=yes", "Six men's morris", "two-ring, flying");
}

#[test]
fn the_graph_of_moves_says_the_same() {
    fn same<R: Ruleset>(settings: &str) {
        let (ruleset, start) = begun::<R>(settings);
        let table = naive::solve(&ruleset, start.clone(), Left);
        let graph =
            Reached::solve(ruleset.clone(), &start, Left, Convention::Normal, &Budget::unlimited()).unwrap();
        assert_eq!(graph.states().len(), table.states.len());
        for ((position, mover), value) in table.states.iter().zip(&table.values) {
            let worth = graph.worth(position, *mover).expect("the engine reached it");
            assert_eq!(plain(worth), *value, "{} {settings} {}", R::NAME, ruleset.print(position));
        }
    }
    same::<Mnk>("");
    same::<Seega>("");
    same::<Chopsticks>("start=2,split=even,own=yes");
    same::<Othello>("");
}

#[test]
#[ignore = "long"]
fn tic_tac_toe_on_four_by_four_is_a_tie() {
    // An independent program, 2026: 9,722,011 positions.
    let (counts, start) = counted_whole::<Mnk>("rows=4,columns=4,in-a-row=4");
    assert_eq!((counts.positions, start), (9_722_011, Value::Tie(16)));
}

#[test]
fn tic_tac_toe_up_to_symmetry() {
    // The source of the row "labelled reachable": 390 won, 224 lost and 151 level of 765.
    let row = row("Tic-Tac-Toe", "labelled reachable");
    assert!(row["variant/rules note"].contains("390 win 224 lose 151 tie = 765"));
    let ruleset = Mnk::default();
    let table = whole::<Mnk>("");
    let mut seen = HashSet::new();
    let mut count = [0; 3];
    for ((position, mover), value) in table.states.iter().zip(&table.values) {
        if seen.contains(position) {
            continue;
        }
        ruleset.images(position, &mut |image| {
            assert_eq!(table.value(&image, *mover), *value);
            seen.insert(image);
        });
        count[match value {
            Value::Win(_) => 0,
            Value::Lose(_) => 1,
            _ => 2,
        }] += 1;
    }
    assert_eq!(count, [390, 224, 151]);
}

#[test]
fn variants_without_known_counts_by_definition() {
    for settings in
        ["moves=king", "moves=anywhere", "blocked=passes", "first=no-centre", "men=4,blocked=passes"]
    {
        whole::<ThreeMensMorris>(settings);
    }
    whole::<TantFant>("rows=diagonal");
    whole::<TantFant>("blocked=passes");
    whole::<Picaria>("points=9");
    whole::<Picaria>("points=9,centre=allowed,blocked=passes");
    whole::<MuTorere>("centre=always");
    whole::<ConnectFour>("rows=3,columns=4,in-a-row=3");
    whole::<ConnectFour>("rows=4,columns=3,in-a-row=3");
}

#[test]
fn the_side_to_move_is_part_of_a_position() {
    // The same board with the other to move is another position, and often worth something else.
    let table = whole::<MuTorere>("");
    let differ = table.states.iter().zip(&table.values).filter(|((position, mover), value)| {
        let other = table.numbers.get(&(*position, mover.other()));
        other.is_some_and(|&other| table.values[other] != **value)
    });
    assert!(differ.count() > 0);
}
