//! The facts of `values.tsv`, put to the library and to the command.

use partizan::value::{Dyadic, Evaluated, Id, Outcome, Store, Thermograph, Tree, Variables, Wall};
use partizan_conformance::{partizan, text};
use serde_json::Value;

/// A row: its group, the expression in our notation, and what is expected.
struct Fact {
    group: String,
    expression: String,
    expected: String,
}

fn facts() -> Vec<Fact> {
    let text = text("values.tsv");
    let facts: Vec<Fact> = text
        .lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(fields.len(), 6, "{line}");
            Fact { group: fields[0].into(), expression: fields[1].into(), expected: fields[2].into() }
        })
        .collect();
    assert!(facts.len() > 200);
    facts
}

fn game(store: &Store, text: &str) -> Id {
    store.parse(text).unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

fn evaluated(store: &Store, text: &str) -> Evaluated {
    let tree = Tree::parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    store.evaluate(&tree, &Variables::new()).unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

/// The games of a list such as `*,{0|-1}`; commas inside of braces do not part.
fn list(store: &Store, text: &str) -> Vec<Id> {
    let mut depth = 0;
    let parts = text.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let mut games: Vec<Id> = parts.map(|part| game(store, part)).collect();
    games.sort();
    games
}

/// A thermograph as the facts write it: the mast, the critical temperatures and the slopes of either wall, from the top.
fn walls(thermograph: &Thermograph) -> String {
    let list = |items: Vec<String>| format!("[{}]", items.join(","));
    let wall = |wall: &Wall| {
        let critical = wall.critical().iter().map(ToString::to_string).collect();
        let slopes = wall.slopes().iter().map(ToString::to_string).collect();
        format!("{},{},{}", thermograph.mean(), list(critical), list(slopes))
    };
    format!("{},{}", wall(thermograph.left()), wall(thermograph.right()))
}

/// The inside of `name(...)`.
fn inside<'a>(expression: &'a str, name: &str) -> Option<&'a str> {
    expression.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')
}

#[test]
fn the_library_agrees() {
    let store = Store::new();
    for Fact { group, expression, expected } in facts() {
        let name = format!("{group}: {expression}");
        if group.starts_with("B. ") {
            invariants(&store, &expression, &expected);
        } else if let Some(of) = inside(&expression, "corners") {
            let thermograph = store.thermograph(game(&store, of)).unwrap();
            let told = |wall: &Wall| {
                let corners: Vec<String> =
                    wall.pieces().iter().map(|piece| format!("{} at {}", piece.value, piece.from)).collect();
                corners.join(", ")
            };
            let told = format!("left {}; right {}", told(thermograph.left()), told(thermograph.right()));
            assert_eq!(told, expected, "{name}");
        } else if let Some(of) = inside(&expression, "count") {
            let Evaluated::Games(games) = evaluated(&store, of) else { panic!("{name}") };
            assert_eq!(games.len().to_string(), expected, "{name}");
        } else if let Some(of) = inside(&expression, "stats") {
            let Evaluated::Games(games) = evaluated(&store, of) else { panic!("{name}") };
            assert_eq!(statistics(&store, &games), expected, "{name}");
        } else {
            match evaluated(&store, &expression) {
                Evaluated::Game(id) => {
                    assert_eq!(id, game(&store, &expected), "{name} is {}", store.game(id));
                    // What is printed is the expected text, but for capitals.
                    assert_eq!(store.text(id).unwrap(), expected.to_lowercase(), "{name}");
                }
                Evaluated::Games(mut games) => {
                    games.sort();
                    assert_eq!(games, list(&store, &expected), "{name}");
                }
                Evaluated::Thermograph(thermograph) => assert_eq!(walls(&thermograph), expected, "{name}"),
                Evaluated::Outcome(outcome) => assert_eq!(outcome.to_string(), expected, "{name}"),
                Evaluated::Truth { holds, .. } => assert_eq!(holds.to_string(), expected, "{name}"),
                other => panic!("{name}: {other:?}"),
            }
        }
    }
}

/// The list of invariants that group B gives for one game.
fn invariants(store: &Store, text: &str, expected: &str) {
    let id = game(store, text);
    let of = |what: &str| {
        let rows: Vec<&str> =
            expected.split("; ").filter_map(|row| row.strip_prefix(what)?.strip_prefix(' ')).collect();
        assert!(rows.len() < 2);
        rows.first().copied()
    };
    let shown = |id| Some(store.text(id).unwrap());
    let lower = |row: Option<&str>| row.map(str::to_lowercase);
    assert_eq!(Some(store.birthday(id).to_string().as_str()), of("birthday"), "{text}");
    assert_eq!(Some(store.outcome(id).to_string().as_str()), of("outcome"), "{text}");
    assert_eq!(Some(store.left_stop(id).to_string().as_str()), of("L-stop"), "{text}");
    assert_eq!(Some(store.right_stop(id).to_string().as_str()), of("R-stop"), "{text}");
    assert_eq!(Some(store.mean(id).unwrap().to_string().as_str()), of("mean"), "{text}");
    assert_eq!(Some(store.temperature(id).unwrap().to_string().as_str()), of("temp"), "{text}");
    assert_eq!(Some(store.stop_count(id).unwrap().to_string().as_str()), of("stop count"), "{text}");
    assert_eq!(Some(store.follower_count(id).to_string().as_str()), of("followers"), "{text}");
    assert_eq!(shown(store.companion(id).unwrap()), lower(of("companion")), "{text}");
    assert_eq!(shown(store.freeze(id).unwrap()), lower(of("freeze")), "{text}");
    assert_eq!(shown(store.reduced(id).unwrap()), lower(of("rcf")), "{text}");
    let weight = store.atomic_weight(id).unwrap().map_or("none".into(), |weight| store.text(weight).unwrap());
    assert_eq!(Some(weight.as_str()), of("atomic weight"), "{text}");
    if let Some(digits) = of("uptimal digits") {
        assert_eq!(store.uptimal(id).unwrap().unwrap().to_string(), digits, "{text}");
    } else {
        assert_eq!(store.uptimal(id).unwrap(), None, "{text}");
    }
}

/// What the facts say of all games born by day 3.
fn statistics(store: &Store, games: &[Id]) -> String {
    let count = |of: &dyn Fn(Id) -> bool| games.iter().filter(|&&id| of(id)).count();
    let mut temperatures: Vec<Dyadic> = games.iter().map(|&id| store.temperature(id).unwrap()).collect();
    temperatures.sort();
    temperatures.dedup();
    let temperatures: Vec<String> = temperatures.iter().map(ToString::to_string).collect();
    let with = |outcome| count(&move |id| store.outcome(id) == outcome);
    let nearly_zero = |id| store.left_stop(id) == Dyadic::ZERO && store.right_stop(id) == Dyadic::ZERO;
    format!(
        "{}: {} positive, {} negative, {} zero, {} fuzzy; {} numbers; {} infinitesimals; {} all-small; temperatures {}",
        games.len(),
        with(Outcome::Left),
        with(Outcome::Right),
        with(Outcome::Previous),
        with(Outcome::Next),
        count(&|id| store.is_number(id)),
        count(&nearly_zero),
        count(&|id| is_all_small(store, id)),
        temperatures.join(","),
    )
}

fn is_all_small(store: &Store, id: Id) -> bool {
    let [left, right] = partizan::Player::BOTH.map(|player| store.sorted_options(id, player).unwrap());
    left.is_empty() == right.is_empty()
        && left.iter().chain(&right).all(|&option| is_all_small(store, option))
}

#[test]
fn the_command_agrees() {
    let store = Store::new();
    let facts: Vec<Fact> = facts()
        .into_iter()
        .filter(|fact| !["corners(", "count(", "stats("].iter().any(|name| fact.expression.starts_with(name)))
        .collect();
    let input = facts.iter().map(|fact| fact.expression.as_str()).collect::<Vec<_>>().join("\n");
    let run = partizan(&["eval", "--lines", "-"], &input);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(run.out.lines().count(), facts.len());
    for (line, Fact { group, expression, expected }) in run.out.lines().zip(facts) {
        let answer: Value = serde_json::from_str(line).unwrap();
        assert_eq!(answer["schema"], 1);
        assert_eq!(answer["ask"]["expression"], expression.as_str());
        let answer = &answer["answer"];
        let says = |field: &str| {
            answer[field].as_str().unwrap_or_else(|| panic!("{expression}: {line}")).to_string()
        };
        let whole =
            |field: &str| answer[field]["fraction"].as_str().unwrap().trim_end_matches("/1").to_string();
        if group.starts_with("B. ") {
            for (name, said) in [
                ("birthday", says("birthday")),
                ("outcome", says("outcome")),
                ("L-stop", whole("left_stop")),
                ("R-stop", whole("right_stop")),
                ("mean", whole("mean")),
                ("temp", whole("temperature")),
                ("rcf", says("reduced")),
                ("atomic weight", answer["atomic_weight"].as_str().unwrap_or("none").into()),
            ] {
                let row = format!("{name} {said}");
                assert!(
                    expected.split("; ").any(|fact| fact.eq_ignore_ascii_case(&row)),
                    "{expression}: {row}"
                );
            }
            continue;
        }
        match says("kind").as_str() {
            "game" => assert_eq!(says("value"), expected.to_lowercase(), "{expression}"),
            "games" => {
                let mut games: Vec<Id> = answer["values"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|text| game(&store, text.as_str().unwrap()))
                    .collect();
                games.sort();
                assert_eq!(games, list(&store, &expected), "{expression}");
            }
            "outcome" => assert_eq!(says("outcome"), expected, "{expression}"),
            "comparison" => assert_eq!(answer["holds"].to_string(), expected, "{expression}"),
            "thermograph" => {
                let corners = |side: &str| answer["thermograph"][side].as_array().unwrap().clone();
                // The critical temperatures, from the top: all corners but the first.
                let critical = |side: &str| {
                    let of = |corner: &Value| {
                        corner["temperature"].as_str().unwrap().trim_end_matches("/1").to_string()
                    };
                    format!("[{}]", corners(side)[1..].iter().rev().map(of).collect::<Vec<_>>().join(","))
                };
                let last = corners("left").last().unwrap()["value"]
                    .as_str()
                    .unwrap()
                    .trim_end_matches("/1")
                    .to_string();
                assert!(
                    expected.starts_with(&format!("{last},{}", critical("left"))),
                    "{expression}: {line}"
                );
                assert!(expected.contains(&format!(",{last},{}", critical("right"))), "{expression}: {line}");
            }
            kind => panic!("{expression}: {kind}"),
        }
    }
}

#[test]
fn comparisons_at_the_command() {
    for (expression, said, relation) in [
        ("tiny(2) < ^", "true", "<"),
        ("^ < tiny(2)", "false", ">"),
        ("^ || *", "true", "<>"),
        ("^ <> ^*", "true", "<>"),
        ("{1|9} = 2", "true", "="),
        ("+-1 >= 0", "false", "<>"),
    ] {
        let run = partizan(&["eval", expression], "");
        assert_eq!(run.out.lines().next(), Some(said), "{expression}");
        let json = partizan(&["eval", "--json", expression], "").json();
        assert_eq!(json["answer"]["relation"], relation, "{expression}");
    }
}

#[test]
fn faults_and_limits_at_the_command() {
    let run = partizan(&["eval", "1 + tinny(2)"], "");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert_eq!(
        run.err,
        "error: column 5: found 'tinny', expected the name of a function; did you mean tiny?\n"
    );
    let run = partizan(&["eval", "-"], "{1|\n0} + (2");
    assert_eq!(run.status, 2);
    assert_eq!(
        run.err,
        "error: line 2, column 8: found the end of the expression, expected ')'; '(' was opened at line 2, column 6\n"
    );
    let run = partizan(&["eval"], "");
    assert_eq!(
        (run.status, run.err.as_str()),
        (2, "error: found no expression, expected a game such as '{2|0} + ^'\n")
    );
    let run = partizan(&["eval", "heat(*100000, 1)"], "");
    assert_eq!((run.status, run.out.as_str()), (3, ""));
    assert!(run.err.contains("the limit is 4096 options"), "{}", run.err);
    let run = partizan(&["eval", "let g = 1"], "");
    assert_eq!(run.status, 2);
    let deep = "{".repeat(10_000) + &"|}".repeat(10_000);
    let run = partizan(&["eval", "-"], &deep);
    assert_eq!((run.status, run.out.lines().next()), (0, Some("9999")), "{}", run.err);
}

#[test]
fn a_session_in_a_pipe() {
    let run = partizan(
        &["repl"],
        "let g = {2|\n 0}\ncool(g, 1/2) = {3/2|1/2}\nfoo + 1\nit - g\n1 + it\nhelp cool\nvariables\nquit\n1/0\n",
    );
    assert_eq!(run.status, 2);
    assert_eq!(run.err, "error: line 4, column 1: found 'foo', expected a game or the name of a variable\n");
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[..3], ["g = {2|0}", "true", "  {3/2|1/2} = {3/2|1/2}"]);
    assert!(run.out.contains("\n0\n\n  outcome"), "{}", run.out);
    assert!(
        run.out.contains("cool(G, t): G cooled by the number t, at least -1\ng = {2|0}\nit = 1\n"),
        "{}",
        run.out
    );
    let run = partizan(&["repl", "--json"], "let h = ^^*\r\nh + *\r\n");
    assert_eq!(run.status, 0);
    let answers: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[1]["answer"]["value"], "^^");
}

#[test]
fn latex_and_pictures() {
    let run = partizan(&["eval", "--latex", "{2|1/2*}"], "");
    assert_eq!(run.out, "\\{2 \\mid \\frac{1}{2}{\\ast}\\}\n");
    let run = partizan(&["eval", "--long", "1^"], "");
    assert_eq!(run.out, "{1||1|1}\n");
    let path = std::env::temp_dir().join(format!("partizan-picture-{}.svg", std::process::id()));
    let run = partizan(&["eval", "--svg", path.to_str().unwrap(), "{5|3||-1|-4}"], "");
    let picture = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(run.status, 0);
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    // Left is to the left: the left wall stands at 3, the greatest value, and so at the least x.
    let polylines: Vec<&str> = picture.lines().filter(|line| line.contains("<polyline")).collect();
    let first_x = |line: &str| -> f64 {
        let points = line.split("points=\"").nth(1).unwrap();
        points.split(',').next().unwrap().parse().unwrap()
    };
    let (right, left) = (first_x(polylines[0]), first_x(polylines[1]));
    assert!(left < right, "{picture}");
}
